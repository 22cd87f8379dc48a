"""The board as an opponent, without a PC: whole games by hands that follow its lights, the power cut now and then; its menu,
hints, draws, resigning, takebacks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from shared_rules.codes import DRAWN, END_AGREED, END_RESIGNED, FIRST_WON, SECOND_WON, WHY_OPPONENTS
from shared_rules.protocol.signals import MARK_LIFTED, MARK_MISSING, MARK_MOVE, MARK_PLACE, MARK_TAKE_OFF
from tests.support.charing_cross_positions import HOME
from tests.support.firmware_on_pins import FakeBoard, fake_board
from tests.support.firmware_pc import FakePc
from tests.support.led_hands import LEADING, THINKING, LedGame, sit_down

GAMES = ["charing-cross", "kings-crossing", "cross-eyed", "card-chess", "card-chess:progressive"]


@pytest.fixture
def board(tmp_path: Path) -> Iterator[FakeBoard]:
    with fake_board(tmp_path / "games") as found:
        yield found


@pytest.fixture
def ready(board: FakeBoard) -> FakeBoard:
    """Charing Cross, the pieces at home."""
    board.switch_on()
    board.set_all(HOME)
    board.run(600)
    return board


def think(board: FakeBoard) -> None:
    """Until the board has found its ply."""
    for _ in range(80):
        board.run(100)
        if board.app.current.opponent.state == LEADING:
            return
    raise AssertionError(board.app.current.opponent.state)


def led(game: LedGame) -> dict[int, int]:
    return {square: mark for square, mark in enumerate(game.app.table.marks) if mark}


@pytest.mark.parametrize("levels", [(0, 2), (3, 0)], ids=["second", "first"])
@pytest.mark.parametrize("name", GAMES)
def test_a_game_by_the_lights_alone(board: FakeBoard, name: str, levels: tuple[int, int]) -> None:
    game = sit_down(board, name, levels, seed=5)
    game.play(30)
    records = board.journal()
    assert records[1] == f"I 1 0 {levels.index(max(levels))} {max(levels)}"
    assert not [line for line in records if line[0] in "RU"]
    assert game.app.current.plies >= 30 or game.app.journal.over


@pytest.mark.parametrize("name", GAMES)
def test_power_is_cut_in_every_phase(board: FakeBoard, name: str) -> None:
    """While it thinks, while hands perform its ply, and in the player's turn: the game goes on, the opponent with it."""
    game = sit_down(board, name, (0, 2), seed=3)
    game.play(16, cut=0.05)
    assert game.app.current.plies >= 16 or game.app.journal.over
    assert bytes(game.app.journal.levels) == b"\0\2"
    assert len([line for line in board.journal() if line[0] == "I"]) == 1


def test_it_is_thought_anew_to_the_same_end(board: FakeBoard) -> None:
    game = sit_down(board, "kings-crossing", (2, 0), seed=1)
    think(board)
    chosen = game.app.current.opponent.ply
    game.switch_on()
    game.run(700)
    think(board)
    assert game.app.current.opponent.ply == chosen


def at_position(board: FakeBoard, text: str, level: int) -> LedGame:
    """A game from that position, in which the board plays the first side."""
    game = sit_down(board, text.partition(" ")[0], (0, 0), seed=1)
    assert not board.new_game(text)
    game.run(100)
    game.set_up()
    game.seat(level, 0)
    return game


def test_lights_lead_through_a_jump(board: FakeBoard) -> None:
    """One landing after the other, what is jumped over, where it ends: c2xe2xg2."""
    game = at_position(board, "kings-crossing 7k/8/2Mm1m2/K7 w - - 0", 3)
    think(board)
    c2, d2, e2, f2, g2 = range(10, 15)
    assert led(game) == {c2: MARK_LIFTED, g2: MARK_MISSING}
    game.set(c2, False)
    game.run(200)
    assert led(game) == {c2: MARK_LIFTED, d2: MARK_TAKE_OFF, e2: MARK_MOVE, f2: MARK_TAKE_OFF, g2: MARK_MISSING}
    game.set(e2, True)
    game.run(200)
    game.set(e2, False)
    game.run(200)
    assert led(game) == {c2: MARK_LIFTED, d2: MARK_TAKE_OFF, f2: MARK_TAKE_OFF, g2: MARK_MISSING}
    for square, closed in ((g2, True), (d2, False), (f2, False)):
        game.set(square, closed)
        game.run(200)
    game.run(500)
    assert board.journal()[-1].endswith(" c2xe2xg2")


def test_another_ply_of_its_side_is_refused(ready: FakeBoard) -> None:
    assert not ready.app.link.commands().seat("0 1")
    think(ready)
    ply = ready.app.table.game.ply_text(ready.app.current.opponent.ply)
    other = "a4-b4" if ply != "a4-b4" else "a4-b5"
    ready.gesture(f"-{other[:2]} +{other[3:]}")
    ready.run(1500)
    assert ready.journal()[-1].endswith(f" a4 {other[3:]} {WHY_OPPONENTS}")
    ready.gesture(f"-{other[3:]} +{other[:2]}")
    ready.run(1000)
    assert ready.app.modes.letter() == ord("p")
    assert ready.app.current.opponent.state == LEADING
    assert ready.app.current.plies == 0


def test_a_promotion_is_counted_out_and_not_asked_about(board: FakeBoard) -> None:
    """The knight is the third that a question about it would offer."""
    middle = "***6***/4k5P1/12/10k1/12/***6***"
    game = at_position(board, f"cross-eyed ****4****/****4****/****4****/{middle}/****4****/****4****/****K2K**** w", 8)
    while game.app.current.opponent.state != THINKING:
        game.run(5)
    game.app.current.opponent.answered(game.app.current.opponent.seq, "k8-l8=N 500")
    game.run(200)
    marks = game.app.table.marks
    squares = game.app.table.recognizer.squares
    counted = [square for square in squares if marks[square] == MARK_PLACE]
    free = [square for square in squares if marks[square] in (0, MARK_PLACE)]
    assert counted == free[:3]
    k8, l8 = 7 * 12 + 10, 7 * 12 + 11
    game.set(k8, False)
    game.run(300)
    game.set(l8, True)
    game.run(1000)
    assert board.journal()[-1].endswith(" k8-l8=N")
    assert [square for square in squares if game.app.table.marks[square] == MARK_PLACE] == counted  # until it goes on


def test_a_stack_that_covers_another_is_not_asked_about(board: FakeBoard) -> None:
    """Put back and covered as the lights say, though the same touches might be stacks that are put straight."""
    before = "card-chess 1[jk]1[ktQt]2/3[qq]1j/6/2QK2/4K1/TJ2JT b bbbrrbrbrrrb -"
    game = at_position(board, before, 3)
    for square, closed in ((33, False), (33, True), (31, False), (31, True)):
        game.set(square, closed)
        game.run(200)
    while game.app.current.opponent.state != THINKING:
        game.run(5)
    assert board.journal()[-1].endswith(" d6+b6")
    game.app.current.opponent.answered(game.app.current.opponent.seq, "d6xb6 0")
    game.run(100)
    for _ in range(40):
        game.follow()
        assert not game.app.modes.asking()
        if board.journal()[-1].endswith(" d6xb6"):
            return
    raise AssertionError(board.journal()[-1])


def test_takeback_gives_back_both(board: FakeBoard) -> None:
    game = sit_down(board, "kings-crossing", (0, 1), seed=2)
    game.play(4)
    while game.app.table.game.side or not game.app.table.recognizer.settled():
        game.follow()
    before = game.app.current.plies
    assert not game.app.link.commands().take_back("1")
    game.run(100)
    assert game.app.table.game.side == 0
    assert game.app.current.plies == before - 2


def test_menu_chooses_level_and_side(ready: FakeBoard) -> None:
    ready.press("back", 1100)
    for _ in range(4):
        ready.press("next")
    ready.press("ok")  # who plays
    for _ in range(4):
        ready.press("next")
    ready.run(300)
    ready.press("ok")  # level 4
    ready.press("ok")  # the second side
    assert ready.journal()[1:] == [
        line for line in ready.journal()[1:] if line.startswith("I 1 ") and line.endswith(" 1 4")
    ]
    ready.press("back", 1100)
    for _ in range(4):
        ready.press("next")
    ready.press("ok")
    for _ in range(5):
        ready.press("next")  # over level 8 to two players
    ready.press("ok")
    assert bytes(ready.app.journal.levels) == b"\0\0"


def test_menu_of_a_new_game_asks_who_plays(ready: FakeBoard) -> None:
    ready.press("ok", 1100)
    ready.press("ok")  # the same game
    ready.run(300)
    ready.press("next")
    ready.press("ok")  # level 1
    ready.press("next")  # the first side
    ready.press("ok")
    assert bytes(ready.app.journal.levels) == b"\1\0"


def test_hint_by_a_button(ready: FakeBoard) -> None:
    ready.press("next")
    ready.run(3000)
    opponent = ready.app.current.opponent
    ply = ready.app.table.game.ply_text(opponent.ply)
    marks = ready.app.table.marks
    assert marks[opponent.ply & 255] == MARK_LIFTED
    assert marks[ready.app.table.game.destination(opponent.ply)] == MARK_MISSING
    assert ply
    ready.gesture("-a4 +b4")
    assert ready.journal()[-1].endswith("a4-b4")  # nobody has to follow it
    assert not ready.app.current.opponent.state


def test_a_hint_that_is_not_given_says_why(ready: FakeBoard) -> None:
    hint = ready.app.current.thinker().hint
    ready.gesture("-a5 +d4")
    ready.run(1000)
    assert hint(0) == "the pieces don't match the game: the lights show the way back"
    ready.gesture("-d4 +a5")
    ready.run(1000)
    assert not ready.app.link.commands().end(f"{FIRST_WON} {END_RESIGNED}")
    assert hint(0) == "the game is over"


def test_against_a_remote_player_the_pc_knows_whether_there_are_hints(ready: FakeBoard) -> None:
    assert not ready.app.link.commands().seat("1 9")
    ready.press("next")
    ready.run(200)
    assert ready.app.current.opponent.state == 0  # there is no PC to ask
    pc = FakePc(ready)
    pc.run(400)
    ready.press("next")
    pc.run(400)
    assert pc.of("B") == ["hint"] and ready.app.current.opponent.state == 0
    pc.send("Z", "hint")
    pc.run(400)
    assert pc.of("Z")[-1].split()[3:] == ["h", "0", "-"]
    game, seq = pc.of("Z")[-1].split()[:2]
    pc.send("Z", f"{game} {seq} a4-b4 0")
    pc.run(400)
    assert pc.of("Z")[-1].split()[3:] == ["a", "0", "a4-b4"]
    ready.gesture("-a4 +b4")
    pc.run(1200)
    assert pc.of("Z")[-1].split()[3:] == ["t", "9", "-"]  # and the remote player's turn comes as ever


def test_draws_and_resigning(ready: FakeBoard) -> None:
    app = ready.app
    assert not app.link.commands().seat("1 2")
    assert (
        app.link.commands().end(f"{DRAWN} {END_AGREED}") == "Crossboard declines the draw"
    )  # it has not looked at the game yet
    assert "does not resign" in app.link.commands().end(f"{FIRST_WON} {END_RESIGNED}")
    assert not app.link.commands().end(f"{SECOND_WON} {END_RESIGNED}")
    assert ready.journal()[-1].endswith(f" {SECOND_WON} {END_RESIGNED}")


def test_between_two_games_others_may_be_seated(ready: FakeBoard) -> None:
    app = ready.app
    assert not app.link.commands().seat("1 2")
    assert not app.link.commands().end(f"{SECOND_WON} {END_RESIGNED}")
    assert not app.link.commands().seat("1 0") and not app.link.commands().seat("0 5")
    ready.switch_on()  # it is kept
    ready.run(300)
    assert bytes(ready.app.journal.levels) == b"\5\0"
    assert ready.app.modes.letter() == ord("o") or ready.app.current.plies == 0
    ready.press("ok")
    ready.run(300)
    assert bytes(ready.app.journal.levels) == b"\5\0"
    assert [line[0] for line in ready.journal()][:2] == ["G", "I"]


def test_a_pc_thinks_for_it_and_the_board_goes_on_without(ready: FakeBoard) -> None:
    pc = FakePc(ready)
    pc.run(3000)
    pc.send("I", "0 8")
    pc.run(400)
    asked = pc.of("Z")[-1].split(" ")
    assert asked[3:] == ["t", "8", "-"]
    pc.send("Z", f"{asked[0]} {asked[1]} -")
    pc.run(1500)
    assert ready.app.current.opponent.state != LEADING  # it waits for the PC
    pc.send("Z", f"{asked[0]} {asked[1]} a5-b6 12")
    pc.run(300)
    assert pc.of("Z")[-1].split(" ")[3:] == ["p", "8", "a5-b6"]
    assert ready.app.table.marks[32] == MARK_LIFTED
    ready.gesture("-a5 +b6")
    pc.run(100)
    ready.gesture("-h4 +g4")
    pc.run(200)
    asked = pc.of("Z")[-1].split(" ")
    pc.send("Z", f"{asked[0]} {asked[1]} -")
    pc.run(200)
    ready.run(14_000)  # the PC is gone
    assert ready.app.current.opponent.state == LEADING


@pytest.mark.parametrize("ms", [20, 700, 1500, 8000], ids=["asking", "ready", "searching", "leading"])
def test_it_goes_on_after_a_new_game_that_is_refused(ready: FakeBoard, ms: int) -> None:
    """The search has made room for the new game by then."""
    assert not ready.app.link.commands().seat("0 6")
    ready.run(ms)
    assert "has no variants" in ready.new_game("charing-cross:no")
    think(ready)
    frm, to = ready.app.table.game.ply_text(ready.app.current.opponent.ply).split("-")
    ready.gesture(f"-{frm} +{to}")
    ready.run(1500)
    ready.gesture("-h4 +g4")
    ready.run(1500)
    think(ready)
    assert [line[0] for line in ready.journal()] == ["G", "I", "P", "P"]


@pytest.mark.parametrize("phase", ["asking", "promised", "searching"])
def test_the_lights_think_no_more_in_another_game(ready: FakeBoard, phase: str) -> None:
    pc = FakePc(ready)
    pc.run(3000)
    pc.send("I", "0 8")
    pc.run(400)
    if phase == "promised":
        game, seq = pc.of("Z")[-1].split(" ")[:2]
        pc.send("Z", f"{game} {seq} -")
        pc.run(100)
    elif phase == "searching":
        pc.run(1200)
    assert ready.app.current.opponent.state != LEADING
    pc.send("N", "charing-cross")
    pc.run(3000)
    corners = {"a1", "a8", "h1", "h8"}
    assert ready.app.modes.letter() == ord("p")
    assert corners.isdisjoint(square for _ in range(40) for square in (ready.run(50), ready.lights())[1])


def test_an_answer_that_is_no_ply_is_told_and_the_board_thinks(ready: FakeBoard) -> None:
    pc = FakePc(ready)
    pc.run(3000)
    pc.send("I", "0 2")
    pc.run(400)
    game, seq = pc.of("Z")[-1].split(" ")[:2]
    pc.send("Z", f"{game} {seq} a1-a9 0")
    pc.run(3000)
    assert any("is not legal here" in line for line in pc.of("L"))
    assert ready.app.current.opponent.state == LEADING


@pytest.mark.parametrize("text", ["", "2 3", "0 10", "x 1", "0", "0 -1"])
def test_an_impossible_level_is_refused(ready: FakeBoard, text: str) -> None:
    assert "1 to 8" in ready.app.link.commands().seat(text)
    assert len(ready.journal()) == 1
