"""Replay: listed, told, and stepped with keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from crossboard import cli
from crossboard.games.draw import draw_board, read_cells
from crossboard.library import Event
from crossboard.library.timeline import tell
from crossboard.review.replay_player import Player, Tale, step_marks, step_words

START = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"
EVENTS = [
    Event(1, "ply", "a4-b4", board_ms=4000),
    Event(2, "refused", "", "d1", "d3", "no-such-move", board_ms=6000),
    Event(3, "ply", "d1-d2", board_ms=7000),
    Event(4, "takeback", "1", board_ms=8000),
    Event(5, "ply", "e1xc1", board_ms=9000),
    Event(6, "ply", "@e1", board_ms=10000),
    Event(7, "ply", "b4-c3", board_ms=50000),
]
RECORD = f'[FEN "{START}"]\n\n1. a4-b4 {{[%emt 0:00:01.0]}} e1xc1@e1 2. b4-c3 *\n'


def player(speed: float | None = None) -> Player:
    return Player(Tale("a game", tell(START, EVENTS), "No result (*)"), 0, speed)


def press(what: Player, *keys: str) -> int:
    for key in keys:
        assert what.press(key, 0.0)
    return what.index


def test_steps_forward_and_back() -> None:
    p = player()
    assert press(p, "left") == 0
    assert press(p, "right", "right") == 2
    step = p.tale.line.steps[2]
    assert step_words(p.tale, step) == "refused d1-d3: no piece of this kind moves like that"
    assert "!r!" in draw_board(step.position, step_marks(p.tale, step)).plain, "the squares of an attempt are marked"
    assert p.state_line() == "step 2 of 7, turn 1 of 3"
    assert press(p, "left") == 1
    assert press(p, "end") == 7
    assert p.ended
    assert press(p, "right") == 7
    assert press(p, "home") == 0
    assert not p.press("q", 0.0)


def test_steps_by_turn_and_to_a_turn() -> None:
    p = player()
    assert press(p, "down") == 1
    assert press(p, "down") == 3
    assert press(p, "2", "enter") == 6
    assert press(p, "up") == 4
    assert press(p, "9", "backspace", "1", "enter") == 1
    assert press(p, "9", "9", "9", "enter") == 7
    assert press(p, "0", "enter") == 0
    assert p.tale.line.steps[6].turn == 2


def test_plays_by_itself_at_a_speed() -> None:
    p = player(2.0)
    p.tick(100.0)
    assert p.index == 0
    p.tick(101.9)
    assert p.index == 0, "4 s at double speed"
    p.tick(102.0)
    assert p.index == 1
    press(p, " ")
    p.tick(500.0)
    assert p.index == 1
    press(p, "+", "+")
    assert p.speed == 8.0
    press(p, "-", " ")
    assert p.speed == 4.0
    for now in range(0, 100):
        p.tick(float(now))
    assert (p.index, p.playing) == (7, False)


def test_long_thoughts_are_cut_and_the_end_stops() -> None:
    p = player(1.0)
    press(p, "end", "left", " ")
    p.tick(0.0)
    p.tick(10.5)
    assert p.index == 7


def test_without_a_terminal_it_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(RECORD)
    assert cli.main(["replay", str(path)]) == 0
    out = capsys.readouterr().out
    assert "0:00:01.0  1.    a4-b4" in out
    assert "           1...  e1xc1\n                 @e1\n" in out
    assert cli.main(["replay", str(path), "--to", "2"]) == 0
    assert "charing-cross 3RR3/8/8/N6n/1N5n/8/8/2r1r3 w -" in capsys.readouterr().out
    assert cli.main(["replay", str(path), "--speed", "0"]) == 0
    assert capsys.readouterr().out.count("   a  b  c  d  e  f  g  h") == 5
    for words, error in (
        (["--to", "4"], "there is no turn 4; the game has 3"),
        (["--number", "2"], "there is no game 2 in it, only 1"),
        (["--speed", "-1"], "the speed must be 0 (at once) or more"),
        (["--speed", "nan"], "the speed must be 0 (at once) or more"),
    ):
        assert cli.main(["replay", str(path), *words]) == 2
        assert error in capsys.readouterr().err


def test_of_a_file_of_several_games_it_is_said_which_is_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(f"{RECORD}\n{RECORD.replace('a4-b4', 'a4-h4')}\n{RECORD}")
    assert cli.main(["replay", str(path)]) == 0
    out, err = capsys.readouterr()
    assert ", game 1 of 3 (--number N: another): charing-cross, White" in out
    assert err == f"crossboard: {path}: game 2 can't be replayed (--number N says why)\n"
    assert cli.main(["replay", str(path), "--number", "3"]) == 0
    assert ", game 3: charing-cross, White" in capsys.readouterr().out
    assert cli.main(["replay", str(path), "--number", "2"]) == 2
    assert "game 2, turn 1. a4-h4: not legal, the square is occupied" in capsys.readouterr().err


def test_boards_of_all_shapes() -> None:
    assert draw_board(START).plain.splitlines()[0] == " 8  .  .  .  R  R  .  .  . "
    cross = "game ****RM****/3*9/[tJ]1*1[KKq]8 w"
    cells = read_cells(cross)
    assert cells[0][3:7] == ["*", "R", "M", "*"]
    assert cells[2][:5] == ["tJ", "", "*", "", "KKq"]
    assert " 1  J2  .       .   q3  . " in draw_board(cross).plain
    marks = bytes([9, 10]) + bytes(62)
    assert draw_board(START, marks).plain.splitlines()[7].startswith(" 1 +.+!.! . ")
