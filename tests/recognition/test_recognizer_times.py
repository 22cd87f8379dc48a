"""When things are told: gestures with their times, across the wrap of the clock too."""

from __future__ import annotations

import pytest

from tests.support.rule_cases import CHARING as START
from tests.support.stories import story

BLACK = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 b -"
GESTURES = [
    ("a move is shown when it is debounced and final when the piece could have gone on",
     "1000 -a4\n1500 +b4", ["1512 shown a4-b4", "1850 ply a4-b4"]),
    ("bounce at every edge changes nothing",
     "1000 -a4\n1003 +a4\n1006 -a4\n1500 +b4\n1504 -b4\n1509 +b4", ["1521 shown a4-b4", "1859 ply a4-b4"]),
    ("a flicker of 15 ms is not a lift",
     "1000 -a4\n1015 +a4\n3000 -d1\n3015 +d1", []),
    ("a piece that passes over a legal square is followed to where it stays",
     "1000 -a4\n1500 +b4\n1700 -b4\n1800 +b5\n1801 -b5\n2000 +b3",
     ["1512 shown a4-b4", "2012 shown a4-b3", "2350 ply a4-b3"]),
    ("a piece that paused is replaced, not refused, while it goes on",
     "1000 -a4\n1500 +b4\n2500 -b4\n2700 +b3",
     ["1512 shown a4-b4", "1850 ply a4-b4", "2712 shown a4-b3", "3050 takeback a4-b4", "3050 ply a4-b3"]),
    ("a ply put back before the opponent has touched anything did not happen",
     "1000 -a4\n1500 +b4\n2500 -b4\n2700 +a4", ["1512 shown a4-b4", "1850 ply a4-b4", "3050 takeback a4-b4"]),
    ("adjusting is nothing", "1000 -a4\n1500 +a4\n4000 -h4\n4800 +h4", []),
    ("a jump whose piece is taken off before",
     "1000 -d1\n1300 -e1\n1600 +c1\n3000 +e1",
     ["1612 shown e1xc1", "1950 ply e1xc1", "3012 shown @e1", "3350 ply @e1"]),
    ("a jump whose piece is taken off after",
     "1000 -e1\n1600 +c1\n1900 -d1\n3000 +d1",
     ["1925 shown e1xc1", "2050 ply e1xc1", "3012 shown @d1", "3350 ply @d1"]),
    ("a piece put where it may not go is refused with the reason, and play goes on when it is back",
     "1000 -a4\n1500 +c6\n4000 -c6\n4500 +a4\n6000 -a4\n6300 +b4",
     ["2200 refused a4 c6 nothing-to-jump", "4512 clear", "6312 shown a4-b4", "6650 ply a4-b4"]),
    ("the other side's piece is refused",
     "1000 -h4\n1500 +g4\n4000 -g4\n4500 +h4", ["2200 refused h4 g4 not-your-piece", "4512 clear"]),
    ("a piece corrected to a legal square clears the trouble",
     "1000 -a4\n1500 +c6\n4000 -c6\n4500 +b4",
     ["2200 refused a4 c6 nothing-to-jump", "4512 clear", "4512 shown a4-b4", "4850 ply a4-b4"]),
    ("trouble is over once all stands right, whichever piece was put right last",
     "1000 -a4\n1500 +b4\n3000 -h4\n3400 +g4\n6000 -b4\n7000 +a1\n9000 -g4\n9100 +f4\n12000 -h5\n12300 +d5\n"
     "20000 -a1\n20200 +b4\n20600 -f4\n20800 +g4\n21000 -d5\n21200 +h5",
     ["1512 shown a4-b4", "1850 ply a4-b4", "3412 shown h4-g4", "3750 ply h4-g4", "7700 refused b4 a1 no-such-move",
      "9800 refused b4 f4 no-such-move", "12700 refused - - unexplained", "21500 clear"]),
    ("an opponent's adjusting does not end the time for taking back",
     "1000 -a4\n1500 +b4\n2500 -h4\n3000 +h4\n4000 -b4\n4300 +a4",
     ["1512 shown a4-b4", "1850 ply a4-b4", "4650 takeback a4-b4"]),
    ("a fast reply loses nothing",
     "1000 -a4\n1500 +b4\n1600 -h4\n1800 +g4",
     ["1512 shown a4-b4", "2100 ply a4-b4", "2100 shown h4-g4", "2150 ply h4-g4"]),
    ("two neighbouring sensors closed by one piece",
     "1000 -a4\n1500 +b4\n1500 +b5\n1700 -b5", ["1512 shown a4-b4", "1725 shown a4-b4", "1850 ply a4-b4"]),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "expected"), [g[1:] for g in GESTURES], ids=[g[0] for g in GESTURES])
def test_gesture(lines: str, expected: list[str]) -> None:
    told = story(BLACK if "-e1" in lines else START, lines)
    assert told == expected


@pytest.mark.parametrize(("lines", "expected"), [g[1:] for g in GESTURES], ids=[g[0] for g in GESTURES])
def test_gesture_across_the_wrap_of_the_clock(lines: str, expected: list[str]) -> None:
    """The same with times that pass 2**30 in the middle."""
    shift = 2**30 - 1400
    moved = "\n".join(f"{int(line.split()[0]) + shift} {line.split()[1]}" for line in lines.splitlines())
    told = story(BLACK if "-e1" in lines else START, moved)
    assert told == [f"{int(line.split()[0]) + shift} {line.split(' ', 1)[1]}" for line in expected]


def test_a_won_game_is_over_and_its_jumped_piece_may_stand_or_go() -> None:
    won = "charing-cross 8/8/8/8/5N2/6n1/8/8 w -"
    told = ["1412 shown f4xh2", "1750 ply f4xh2", "1750 over"]
    assert story(won, "1000 -f4\n1400 +h2")[:3] == told
    assert story(won, "900 -g3\n1000 -f4\n1400 +h2\n9000 +g3")[:3] == told
