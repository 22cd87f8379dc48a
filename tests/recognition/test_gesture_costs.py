"""Counting gestures, and what they should cost by that."""

from __future__ import annotations

from math import exp

import pytest

from crossboard.library.trace import parse_trace
from shared_rules.recognition.costs import GESTURES
from tests.benchmarks.gestures import Counts, cost, table
from tests.support.gesture_rows import CARDS, CROSS, KINGS


def counted(position: str, lines: str) -> tuple[int, dict[str, int]]:
    counts = Counts()
    text = "".join(f"{line}\n" for line in lines.split("/"))
    counts.add(parse_trace(f"# crossboard-trace 1\n# position {position}\n{text}"))
    return counts.plies, {GESTURES[row - 1][4]: times for row, times in counts.rows.items()}


@pytest.mark.parametrize(
    ("position", "lines", "found"),
    [
        (CROSS, "1000 -a4/1500 +b4", {}),
        (CROSS, "1000 +b4/1100 -a4", {"slide": 1}),
        (CROSS, "1000 -a4/1300 -h4/1400 +h4/1500 +b4", {"adjusted by the other hand": 1}),
        (CROSS, "1000 -a4/1300 +a4/1600 -a4/2000 +b4", {"taken again": 1}),
        (CARDS, "1000 -d2/1400 +d2/2000 -c2/6000 !ok", {"covered before it left": 1}),
        (KINGS, "1000 -b2/1200 +c2/1300 -c2/1350 +d2/1450 -d2/1500 +e2", {"passing over": 2}),
    ],
)
def test_what_explains_a_ply_is_counted_once(position: str, lines: str, found: dict[str, int]) -> None:
    assert counted(position, lines) == (1, found)


def test_what_is_taken_back_does_not_count() -> None:
    assert counted(CROSS, "1000 +b4/1100 -a4/3000 -b4/3300 +a4") == (0, {})


def test_a_cost_is_ten_times_minus_ln_of_the_share() -> None:
    assert cost(100, 100) == cost(300, 100) == 0
    assert cost(1000, round(1000 * exp(1.2))) == pytest.approx(12, abs=0.01)


def test_the_table_says_nothing_of_what_was_hardly_seen() -> None:
    counts = Counts(plies=1000)
    counts.rows.update({row: 9 if name == "jolt" else 100 for row, (*_, name) in enumerate(GESTURES, 1)})
    rows = {row[0]: row[1:] for row in table(counts)}
    assert rows["jolt"] == ["3", "9", "9.0", "-", "-"]
    assert rows["adjusted"] == ["12", "100", "100.0", "23", "1.0"]
