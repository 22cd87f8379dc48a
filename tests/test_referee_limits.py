"""Hands at the very limits of what they may do: the ply that was played is told, with no question and never another."""

from __future__ import annotations

import pytest

from crossboard.infer import infer_here, moves_text
from crossboard.trace import parse_trace

EYED = (
    "cross-eyed ****1MK1****/****4****/****1B2****/***5N***/1k4c1R2r/3p8/m2p7k/r1p4Rp1nr/***P2cC1***/****P3****/"
    "****b3****/****R1M1**** w"
)

PAWNS = (
    "cross-eyed ****RMKR****/****CBB1****/****PNPP****/***2P3***/rnp6p1r/kbp6pbm/mbp6pbk/rc1p5pnr/***3c2***/****PP1P****/"
    "****NBBC****/****RKMR**** w"
)
COVER = "card-chess 1J2j[jkqk]/3T2/3QQ[TKt]/5q/6/1tJ2K w brbbrbrrrbbr -"
UNDER = "card-chess 2[tk]1jt/Q1j3/2T1Jk/[qQ]4T/q1K3/3KJ1 w rbrbrbrrrbbb -"

LIMITS = [
    ("a captor slides in from beside: both sensors are closed at once",
     EYED, "1000 -i5/1500 +i5/1600 -h5/2000 -l6/2300 +k6", "h5xi5 l6-k6"),
    ("so they are for up to 250 ms",
     EYED, "1000 -i5/1500 +i5/1750 -h5/2000 -l6/2300 +k6", "h5xi5 l6-k6"),
    ("a captor comes down between the square it captures on and the one it had left",
     EYED, "1000 -i5/1000 -h5/1560 +h5/1580 +i5/1810 -h5/2000 -l6/2300 +k6", "h5xi5 l6-k6"),
    ("a capture put back, the captured piece long before its captor",
     PAWNS, "1000 -g4/1000 -f3/1300 +g4/2700 -g4/3000 +g4/4500 +f3/5300 -j6/5300 -f2/5600 +j6", "f2xj6"),
    ("a card taken off another, the stack put back long before it",
     COVER, "1000 -d4/2000 -e4/2300 +e4/4000 -e4/4300 +e4/5500 +d4/6500 -d4/6600 +e3", "d4-e3"),
    ("a card put back on its stack, on whose top is one of the opponent's that could go the same way",
     UNDER, "1000 -a3/1300 +b3/1400 +a3/3900 -a3/3900 -b3/4400 +a3/5900 -c5/6400 -a5/6900 +c5", "a5xc5"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "edges", "plies"), [row[1:] for row in LIMITS], ids=[row[0] for row in LIMITS])
def test_at_the_limits(position: str, edges: str, plies: str) -> None:
    lines = edges.replace("/", "\n")
    trace = parse_trace(f"# crossboard-trace 1\n# position {position}\n{lines}\n", "limits")
    assert moves_text(infer_here(trace), trace).split("\n")[:-3] == plies.split()
