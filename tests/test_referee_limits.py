"""Hands at the very limits of what they may do: the ply that was played is told, with no question and never another."""

from __future__ import annotations

import pytest

from crossboard.infer import infer_here, moves_text
from crossboard.trace import parse_trace

EYED = (
    "cross-eyed ****1MK1****/****4****/****1B2****/***5N***/1k4c1R2r/3p8/m2p7k/r1p4Rp1nr/***P2cC1***/****P3****/"
    "****b3****/****R1M1**** w"
)

LIMITS = [
    ("a captor slides in from beside: both sensors are closed at once",
     EYED, "1000 -i5/1500 +i5/1600 -h5/2000 -l6/2300 +k6", "h5xi5 l6-k6"),
    ("so they are for up to 250 ms",
     EYED, "1000 -i5/1500 +i5/1750 -h5/2000 -l6/2300 +k6", "h5xi5 l6-k6"),
    ("a captor comes down between the square it captures on and the one it had left",
     EYED, "1000 -i5/1000 -h5/1560 +h5/1580 +i5/1810 -h5/2000 -l6/2300 +k6", "h5xi5 l6-k6"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "edges", "plies"), [row[1:] for row in LIMITS], ids=[row[0] for row in LIMITS])
def test_at_the_limits(position: str, edges: str, plies: str) -> None:
    lines = edges.replace("/", "\n")
    trace = parse_trace(f"# crossboard-trace 1\n# position {position}\n{lines}\n", "limits")
    assert moves_text(infer_here(trace), trace).split("\n")[:-3] == plies.split()
