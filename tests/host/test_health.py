"""Flickers of the sensors in play: counted by the board, asked for by a session, kept in the library for each board."""

from __future__ import annotations

import copy
from pathlib import Path

from crossboard import profiles
from crossboard.boards.health import SquareHealth, read_flickers, sensor_health
from crossboard.boards.link import Link
from crossboard.boards.session import Session
from crossboard.games.rules import new_game
from crossboard.library import Library, NewGame
from crossboard.review.stats import stats, stats_lines
from tests.support.doctor_world import World, world

BOARD = "e66164084373532b"
START = ["a4", "a5", "h4", "h5", "d1", "e1", "d8", "e8"]


def played(board: World, session: Session, seconds: float) -> None:
    """Both ends live for so long."""
    for _ in range(round(seconds * 200)):
        board.pause(0.005)
        session.step()


def flicker(board: World, session: Session, square: str, times: int) -> None:
    """The switch of a square opens for a round and closes again, under a piece that nobody touches."""
    for _ in range(times):
        board.set(square, False)
        played(board, session, 0.005)
        board.set(square, True)
        played(board, session, 0.1)


def test_from_the_sensor_to_the_library(tmp_path: Path) -> None:
    profile = copy.deepcopy(profiles.load("pico-8x8"))
    with world(profile, tmp_path / "flash", profile) as board, Library(tmp_path / "library.db") as library:
        session = Session(Link(board, clock=board.clock_ms), library)
        played(board, session, 1)  # what stands there when the board is switched on is not a change
        for square in START:
            board.set(square, True)
        played(board, session, 2)
        assert session.mode == "p"
        flicker(board, session, "a4", 10)
        board.set("a5", False)
        played(board, session, 0.3)
        board.set("b6", True)
        played(board, session, 1.5)
        assert session.played and [event.text for event in session.played.events] == ["a5-b6"]
        session.end(2, "resigned")  # at the end of a game the board is asked
        played(board, session, 1)
        health = {one.square: one for one in sensor_health(library, BOARD)}
        assert health["a4"] == SquareHealth("a4", 10, 1) and health["a4"].weak
        assert health["a5"] == SquareHealth("a5", 0, 2) and not health["a5"].weak
        assert health["b6"] == SquareHealth("b6", 0, 1)
        assert set(health) == {*START, "b6"}
        assert sensor_health(library, "another") == []


def test_a_board_with_much_to_tell_takes_several_messages(tmp_path: Path) -> None:
    profile = copy.deepcopy(profiles.load("pico-cross"))
    with world(profile, tmp_path / "flash", profile) as board, Library(tmp_path / "library.db") as library:
        counts = board.app.sensing.debounce
        for sensor in range(counts.size):
            counts.flickers[sensor], counts.changes[sensor] = 65535, 60000 + sensor
        session = Session(Link(board, clock=board.clock_ms), library)
        played(board, session, 4)
        found = sensor_health(library, BOARD)
        assert {one.square: one.changes - 60000 for one in found} == board.wiring.switch_of


def test_counts_of_several_starts_add_up_and_later_ones_replace(tmp_path: Path) -> None:
    with Library(tmp_path / "library.db") as library:
        library.boards.note_sensors("b", "000001", {"a1": (1, 10), "a2": (0, 3)})
        library.boards.note_sensors("b", "000001", {"a1": (2, 12)})
        library.boards.note_sensors("b", "000002", {"a1": (5, 1)})
        library.boards.note_sensors("c", "000002", {"a1": (7, 7)})
        assert sensor_health(library, "b") == [SquareHealth("a1", 7, 13), SquareHealth("a2", 0, 3)]


def test_what_is_weak() -> None:
    assert not SquareHealth("a1", 7, 0).weak  # too few to say
    assert not SquareHealth("a1", 30, 100).weak
    assert SquareHealth("a1", 50, 100).weak and SquareHealth("a1", 50, 100).rate == 0.5


def test_messages_that_are_none() -> None:
    assert read_flickers("memory 1 2") is None and read_flickers("flickers") is None
    assert read_flickers("flickers 00000a a1:2:3 zz:1:1 b2:x:1 -") == ("00000a", {"a1": (2, 3)}, True)
    assert read_flickers("flickers 00000a l12:2:3") == ("00000a", {"l12": (2, 3)}, False)


def test_statistics_name_the_sensors_to_be_looked_at(tmp_path: Path) -> None:
    with Library(tmp_path / "games.db") as library:
        library.open_game(NewGame("b", "1", new_game("charing-cross").text()))
        library.boards.note_sensors("b", "000001", {"a1": (1, 10), "a2": (0, 3), "c4": (20, 10)})
        library.boards.note_sensors("elsewhere", "000001", {"a1": (50, 1)})
        told = stats(library)
    assert [(row["square"], row["flickers"], row["weak"]) for row in told["sensors"]] == [
        ("c4", 20, True), ("a1", 1, False), ("a2", 0, False),
    ]  # fmt: skip
    lines = stats_lines(told)
    assert any(line.startswith("c4") and line.endswith("check it") for line in lines)
    assert not any(line.startswith("a2") for line in lines)
