"""The chess clock: what a turn adds, leaves out and uses up; and the QR code of the page's address."""

from __future__ import annotations

import pytest

from crossboard.errors import CrossboardError
from crossboard.games.chess_clock import STOPPED, ChessClock, Kind, read_kind, time_text
from crossboard.games.marks import LAST_FROM, LAST_TO
from crossboard.games.rules import HOLE, game_at, new_game, square_name
from crossboard.play.clock_lights import marks_for
from crossboard.play.start import QUIET_ZONE, qr_code

FISCHER, DELAY, SUDDEN = "1+5", "1d5", "1"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("5+3", Kind("5+3", 300_000, 3000)), ("10d5", Kind("10d5", 600_000, 0, 5000)), ("0.5", Kind("0.5", 30_000)),
        ("90+30", Kind("90+30", 5_400_000, 30_000)),
    ],
)  # fmt: skip
def test_clocks_are_read(text: str, kind: Kind) -> None:
    assert read_kind(text) == kind


@pytest.mark.parametrize("text", ["", "0", "0+5", "5-3", "five", "5+", "9999", "5+3+1", "-5"])
def test_what_is_no_clock(text: str) -> None:
    with pytest.raises(CrossboardError, match="is no clock"):
        read_kind(text)


# (side to act, whether the game goes on, now in s) -> time left of both in s
ROWS = [
    (FISCHER, [(0, True, 0), (0, True, 10)], (50, 60)),
    (FISCHER, [(0, True, 0), (1, True, 10)], (55, 60)),
    (FISCHER, [(0, True, 0), (1, True, 10), (0, True, 30)], (55, 45)),
    (DELAY, [(0, True, 0), (0, True, 4)], (60, 60)),
    (DELAY, [(0, True, 0), (0, True, 4), (0, True, 8)], (57, 60)),
    (DELAY, [(0, True, 0), (1, True, 3), (1, True, 9)], (60, 59)),
    (SUDDEN, [(0, True, 0), (0, False, 10), (0, True, 40), (1, True, 45)], (45, 60)),
    (SUDDEN, [(0, False, 0), (0, False, 100)], (60, 60)),
    (SUDDEN, [(1, True, 7), (1, True, 8)], (60, 59)),
]


@pytest.mark.parametrize(("kind", "steps", "left"), ROWS)
def test_time_runs_for_whoever_has_to_act(kind: str, steps: list[tuple[int, bool, int]], left: tuple[int, int]) -> None:
    clock = ChessClock(read_kind(kind))
    for side, playing, now in steps:
        clock.step(side, playing, now * 1000)
    assert [ms / 1000 for ms in clock.left] == list(left)


def test_the_flag_falls_once_and_stays() -> None:
    clock = ChessClock(read_kind(SUDDEN))
    clock.step(0, True, 0)
    assert clock.running == 0
    changed = clock.changed
    clock.step(0, True, 61_000)
    assert (clock.flag, clock.running, clock.left) == (0, STOPPED, [0, 60_000])
    assert clock.changed > changed
    clock.step(1, True, 99_000)
    assert (clock.flag, clock.left) == (0, [0, 60_000])
    assert clock.words(("White", "Black")) == "White 0.0 - Black 1:00; White's time is up"


def test_the_time_left_by_the_boards_lights() -> None:
    game = game_at("charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -")
    clock = ChessClock(read_kind("2"))
    assert marks_for(clock, game) == {}, "it rests"
    clock.step(0, True, 0)
    assert marks_for(clock, game) == {f"{column}1": LAST_FROM for column in "abcdefgh"}
    clock.step(0, True, 31_000)
    assert marks_for(clock, game) == {f"{column}1": LAST_FROM for column in "abcdef"}, "89 of 120 s"
    clock.step(1, True, 31_000)
    assert marks_for(clock, game) == {f"{column}8": LAST_FROM for column in "abcdefgh"}
    clock.step(1, True, 143_000)
    assert marks_for(clock, game) == {"a8": LAST_TO}, "8 s"
    clock.step(1, True, 152_000)
    assert marks_for(clock, game) == {f"{column}8": LAST_TO for column in "abcdefgh"}, "time is up"


def test_a_boards_edge_is_where_its_game_has_squares() -> None:
    game = new_game("kings-crossing")
    clock = ChessClock(read_kind("2"))
    clock.step(0, True, 0)
    assert (
        set(marks_for(clock, game))
        == {square_name(game, s) for s in range(game.columns) if game.board[s] != HOLE}
        != set()
    )


def test_times_in_words() -> None:
    assert [time_text(ms) for ms in (0, 9_450, 10_000, 65_000, 3_661_000)] == ["0.0", "9.4", "0:10", "1:05", "1:01:01"]


def test_a_qr_code_in_half_blocks() -> None:
    lines = qr_code("http://192.168.1.20:8377/?token=abc").split("\n")
    width = len(lines[0])
    assert {len(line) for line in lines} == {width} and (width - 2 * QUIET_ZONE - 17) % 4 == 0, "a version's size"
    assert len(lines) == (width + 1) // 2
    assert lines[0] == "█" * width and all(line[:2] == line[-2:] == "██" for line in lines)
    assert lines[1][2:9] == " ▄▄▄▄▄ ", "a finder's corner"
