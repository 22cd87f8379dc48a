"""Standings of a Swiss tournament, and the files that Swiss programs take."""

from __future__ import annotations

import pytest

from crossboard.errors import CrossboardError
from crossboard.hub.pairings import csv_of, read_csv
from crossboard.hub.standings import standings, trf

PLAYED = """round,table,white,black,result
1,t1,Ada,Dan,1-0
1,t2,Eve,Bob,1/2-1/2
1,t3,Cy,Flo,0-1
2,t1,Flo,Ada,1/2-1/2
2,t2,Bob,Cy,1-0
2,t3,Dan,Eve,0-1
3,t1,Ada,Eve,1-0
3,t2,Bob,Flo,1/2-1/2
3,t3,Cy,Dan,1-0
"""
"""Everybody plays everything: Ada 2.5, Flo 2, Bob 2, Eve 1.5, Cy 1, Dan 0."""

UNPLAYED = """round,table,white,black,result
1,t1,Ada,Bob,1-0
1,t2,Cy,Dan,+/-
1,t3,Eve,,1-0
2,t1,Ada,Cy,1/2-1/2
2,t2,Bob,Eve,1-0
2,t3,,Dan,1/2-1/2
3,t1,Eve,Ada,0-1
3,t2,Cy,Bob,-/-
"""
"""A forfeit, a bye that was allocated, one that was asked for, a game to which nobody came, and Dan absent in the last round."""


def figures(content: str) -> dict[str, tuple[int, float, float, float]]:
    return {one.name: (one.rank, one.points, one.buchholz, one.berger) for one in standings(read_csv(content, "p"))}


def test_points_buchholz_and_sonneborn_berger() -> None:
    assert figures(PLAYED) == {
        "Ada": (1, 2.5, 3.5, 2.5),  # Dan 0, Flo 2, Eve 1.5: 0 + 2/2 + 1.5
        "Flo": (2, 2.0, 5.5, 3.25),
        "Bob": (3, 2.0, 4.5, 2.75),
        "Eve": (4, 1.5, 4.5, 1.0),
        "Cy": (5, 1.0, 4.0, 0.0),
        "Dan": (6, 0.0, 5.0, 0.0),
    }


def test_unplayed_rounds_count_as_the_handbook_says() -> None:
    found = figures(UNPLAYED)
    # Dan was there in no round: his bye of half a point and his absence, after his forfeit, are draws to his opponents: 1 in all.
    # Cy: Dan's forfeit is worth the lower of 1.5 and Dan's 1; Ada 2.5; Bob, to whom neither came, the lower of 1.5 and 1.
    assert found["Cy"] == (2, 1.5, 1.0 + 2.5 + 1.0, 1.0 + 2.5 / 2)
    # Eve: her bye is worth the lower of her own point and three draws; Bob 1, Ada 2.5.
    assert found["Eve"] == (3, 1.0, 1.0 + 1.0 + 2.5, 1.0)
    assert found["Ada"] == (1, 2.5, 1.0 + 1.5 + 1.0, 1.0 + 1.5 / 2 + 1.0)
    assert found["Bob"] == (3, 1.0, 2.5 + 1.0 + 1.0, 1.0)
    assert found["Dan"] == (5, 0.5, 0.5 * 3, 0.25)


def test_a_round_that_goes_on_counts_as_far_as_it_is_known() -> None:
    content = "round,table,white,black,result\n1,t1,Ada,Bob,1-0\n1,t2,Cy,Dan,\n"
    assert figures(content) == {
        "Ada": (1, 1.0, 0.0, 0.0),
        "Bob": (2, 0.0, 1.0, 0.0),
        "Cy": (3, 0.0, 0.0, 0.0),
        "Dan": (3, 0.0, 0.0, 0.0),
    }


def test_those_whom_nothing_parts_share_their_rank() -> None:
    found = figures("round,table,white,black,result\n1,t1,Ada,Bob,1/2-1/2\n1,t2,Dan,Cy,1/2-1/2\n")
    assert [rank for rank, *_ in found.values()] == [1, 1, 1, 1]
    assert list(found) == ["Ada", "Bob", "Cy", "Dan"]


def test_a_trf_file_has_each_figure_in_its_columns() -> None:
    lines = trf(read_csv(UNPLAYED, "p"), "Club evening", 5).split("\r\n")
    assert lines[:2] == ["012 Club evening", "062 5"]
    assert "XXR 5" in lines
    players = {line[14:47].strip(): line for line in lines if line.startswith("001")}
    assert {name: (line[4:8], line[80:84], line[85:89]) for name, line in players.items()} == {
        "Ada": ("   1", " 2.5", "   1"), "Bob": ("   2", " 1.0", "   3"), "Cy": ("   3", " 1.5", "   2"),
        "Dan": ("   4", " 0.5", "   5"), "Eve": ("   5", " 1.0", "   3"),
    }  # fmt: skip
    assert {name: line[91:] for name, line in players.items()} == {
        "Ada": "   2 w 1     3 w =     5 b 1",
        "Bob": "   1 b 0     5 w 1     3 b -",
        "Cy": "   4 w +     1 b =     2 w -",
        "Dan": "   3 b -  0000 - H  0000 - Z",
        "Eve": "0000 - U     2 b 0     1 w 0",
    }


def test_a_trf_file_holds_the_rounds_that_are_over() -> None:
    more = UNPLAYED + "4,t1,Ada,Dan,\n4,t2,Bob,Cy,1-0\n"
    assert trf(read_csv(more, "p"), "x", 3) == trf(read_csv(UNPLAYED, "p"), "x", 3)
    with pytest.raises(CrossboardError, match="^no round is over yet: "):
        trf(read_csv("round,table,white,black\n1,t1,Ada,Bob\n", "p"), "x", 3)
    with pytest.raises(CrossboardError, match="^Ada plays twice in a round: "):
        trf(read_csv("round,table,white,black,result\n1,t1,Ada,Bob,1-0\n1,t2,Bob,Ada,1-0\n", "p"), "x", 3)


def test_the_csv_file_of_pairings_is_read_as_it_was_written() -> None:
    content = UNPLAYED + '4,t1,"Smith, Ann",Dan,\n'
    assert read_csv(csv_of(read_csv(content, "p")), "p") == read_csv(content, "p")
