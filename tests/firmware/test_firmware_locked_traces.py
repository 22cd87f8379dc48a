"""Whole games of every variant on the firmware under MicroPython, heap locked from edge to light and wire frame."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from crossboard import profiles
from crossboard.library.trace import Trace, parse_trace
from tests.support.hands import CLUMSY, noisy_game
from tests.support.variants import usual_specs

ON_BOARD = Path(__file__).parents[1] / "on_board"
MOUNTS = {
    "/machine.py": ON_BOARD / "fake_machine.py",
    "/locked_game.py": ON_BOARD / "locked_game.py",
    "/locked_trace.py": ON_BOARD / "locked_trace.py",
}


def played(micropython: Callable[..., str], trace: Trace, warm_up: int) -> tuple[str, dict[str, str]]:
    """The position at the end and the counts that are printed."""
    board = "pico-cross" if trace.game().name == "cross-eyed" else "pico-8x8"
    profile = profiles.profile_json(profiles.load(board))
    numbers = [(e.time, max(e.square, 0), int(e.closed), e.button) for e in trace.events]
    values = ",".join(str(n) for event in numbers for n in event)
    code = f"from array import array\nimport locked_trace\nEVENTS=array('i',[{values}])\n"
    code += f"locked_trace.main({profile!r}, {trace.position!r}, EVENTS, {4 * warm_up})"
    text, counts = micropython(code, MOUNTS).splitlines()
    words = counts.split()
    return text, dict(zip(words[::2], words[1::2], strict=True))


@pytest.mark.parametrize("spec", usual_specs(secret=False))
def test_a_clumsy_game(spec: str, micropython: Callable[..., str]) -> None:
    trace, plies, game = noisy_game(spec, 9, 12, CLUMSY)  # in which nothing is asked
    text, counts = played(micropython, trace, len(trace.events) // 6)
    assert text == game.text()
    assert int(counts["plies"]) - int(counts["undone"]) == len(plies)
    assert counts["lit"] == "True"


STORIES = [
    (
        "a promotion asked about, withdrawn, put back, asked about again",
        "cross-eyed ****4****/****4****/****4****/***6***/12/11r/10P1/12/***6***/****4****/****K3****/****3k**** w",
        "1000 -e2/1400 +e3/3000 -h1/3400 +g1/5000 -k6/5400 +l6/7000 !next/8000 !back/10000 -l6/10500 +k6/12000 -k6/12500 +l6/"
        "13500 !next/14000 !ok",
        "cross-eyed ****4****/****4****/****4****/***6***/12/11r/11B/12/***6***/****K3****/****4****/****2k1**** b",
        {"plies": "3", "undone": "0", "refused": "1"},
    ),
    (
        "the end of a game, put back, reached again",
        "charing-cross 8/8/8/8/5N2/6n1/8/8 w -",
        "1000 -f4/1400 +g4/3000 -g3/3400 +f3/5000 -g4/5400 +h5/8000 -h5/8500 +g4/12000 -g4/12500 +h4",
        "charing-cross 8/8/8/8/7N/5n2/8/8 b -",
        {"plies": "4", "undone": "1", "refused": "0"},
    ),
    (
        "a bumped board, rebuilt",
        "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -",
        "1000 -a4/1400 +b4/3000 -d8/3000 -e8/3000 +d7/3000 -h4/3100 -b4/3100 +c2/"
        "5000 -d7/5400 +d8/6000 +e8/6500 +h4/7000 -c2/7500 +b4/"
        "9000 -h5/9500 +g5",
        "charing-cross 3RR3/8/8/N5n1/1N5n/8/8/3rr3 w -",
        {"plies": "2", "undone": "0", "refused": "1"},
    ),
]


@pytest.mark.parametrize(("position", "lines", "end", "counts"), [s[1:] for s in STORIES], ids=[s[0] for s in STORIES])
def test_a_story(position: str, lines: str, end: str, counts: dict[str, str], micropython: Callable[..., str]) -> None:
    text = "".join(f"{line}\n" for line in lines.split("/"))
    trace = parse_trace(f"# crossboard-trace 1\n# position {position}\n{text}", "story")
    found, found_counts = played(micropython, trace, 2)
    assert found == end
    assert {key: found_counts[key] for key in counts} == counts
