"""A side of the board's game that is played by somebody far away: the PC gives that player's plies, and the lights lead to them."""

from __future__ import annotations

import pytest

from shared_rules.codes import DRAWN, END_AGREED, END_RESIGNED, SECOND_WON
from shared_rules.protocol.signals import MARK_CAPTURE, MARK_LIFTED, MARK_MISSING
from tests.support.charing_cross_positions import HOME
from tests.support.firmware_on_pins import FakeBoard
from tests.support.firmware_pc import FakePc
from tests.support.led_hands import LEADING, THINKING


@pytest.fixture
def pc(board: FakeBoard) -> FakePc:
    """Charing Cross, the pieces at home, the second side far away."""
    found = FakePc(board)
    found.run(1500)
    found.send("I", "1 9")
    found.run(300)
    assert found.of("C")[-1] == "I ok"
    return found


def move(pc: FakePc, text: str) -> None:
    """By hand, as `a4-b4`."""
    pc.board.gesture(f"-{text[:2]}")
    pc.run(300)
    pc.board.gesture(f"+{text[3:]}")
    pc.run(1500)


def asked(pc: FakePc) -> str:
    """`game seq` of what the board wants to know."""
    game, seq, _, what, level, ply = pc.of("Z")[-1].split(" ")
    assert (what, level, ply) == ("t", "9", "-")
    return f"{game} {seq}"


def lights(board: FakeBoard) -> set[int]:
    return {mark for mark in board.app.table.marks if mark in (MARK_LIFTED, MARK_MISSING)}


def test_it_waits_however_long_and_searches_nothing(pc: FakePc) -> None:
    move(pc, "a4-b4")
    opponent = pc.board.app.current.opponent
    question = asked(pc)
    pc.send("Z", f"{question} -")  # no promise binds it
    pc.run(100_000)
    assert opponent.state == THINKING
    assert opponent._search is None
    pc.send("Z", f"{question} d1-d2 0")
    pc.run(300)
    assert opponent.state == LEADING
    assert lights(pc.board) == {MARK_LIFTED, MARK_MISSING}
    move(pc, "d1-d2")
    assert pc.board.journal()[-1].endswith(" d1-d2")


def last_choice(pc: FakePc) -> str:
    return (pc.of("B") or [""])[-1]


def winking(board: FakeBoard) -> set[int]:
    """What the lights of an open menu ask about."""
    cover = board.app.display.cover
    return set() if cover is None else {light for light, mark in enumerate(cover) if mark == MARK_CAPTURE}


def test_a_player_far_away_asks_by_the_lights_and_is_answered_by_the_buttons(pc: FakePc) -> None:
    move(pc, "a4-b4")
    pc.send("Z", f"{asked(pc)} d1-d2 0")
    pc.run(300)
    move(pc, "d1-d2")
    pc.send("Q", "draw")
    pc.run(300)
    pieces = sum(pc.board.app.table.game.piece_side(square) >= 0 for square in range(64))
    assert len(winking(pc.board)) == pieces
    pc.run(25_000)
    pc.send("Q", "draw")  # it is asked still
    pc.run(25_000)
    assert winking(pc.board)
    pc.board.press("ok")
    pc.run(500)
    assert last_choice(pc) == "accept" and not winking(pc.board)
    pc.send("Q", "takeback")
    pc.run(300)
    assert len(winking(pc.board)) == 2
    pc.board.press("back")
    pc.run(500)
    assert last_choice(pc) == "decline" and not winking(pc.board)
    pc.send("Q", "takeback")
    pc.run(300)
    pc.send("Q", "")
    pc.run(300)
    assert not winking(pc.board)
    pc.send("Q", "draw")
    pc.run(300)
    move(pc, "b4-c4")  # instead: the game goes on
    assert pc.board.journal()[-1].endswith(" b4-c4") and not winking(pc.board)
    count = len(pc.of("B"))
    pc.send("Q", "money")
    pc.run(300)
    assert pc.of("C")[-1] == "Q error no such question" and len(pc.of("B")) == count


def test_whether_the_win_is_claimed_is_asked_by_the_pieces_of_who_has_left(pc: FakePc) -> None:
    move(pc, "a4-b4")
    pc.run(300)
    pc.send("Q", "win")
    pc.run(300)
    game = pc.board.app.table.game
    theirs = {pc.board.app.table.layout.light_of[square] for square in range(64) if game.piece_side(square) == 1}
    assert winking(pc.board) == theirs
    pc.board.press("ok")
    pc.run(500)
    assert last_choice(pc) == "accept" and not winking(pc.board)


def test_the_boards_menu_asks_a_player_far_away(pc: FakePc) -> None:
    move(pc, "a4-b4")
    pc.send("B", "back hold")
    pc.send("B", "next")
    pc.send("B", "ok")
    pc.run(1000)
    assert last_choice(pc) == "draw"
    pc.send("B", "back hold")
    pc.send("B", "next")
    pc.send("B", "next")
    pc.send("B", "ok")
    pc.run(1000)
    assert last_choice(pc) == "takeback"
    assert pc.board.app.current.plies == 1 and not pc.board.app.journal.over


def test_an_illegal_answer_leaves_it_waiting(pc: FakePc) -> None:
    move(pc, "a4-b4")
    pc.send("Z", f"{asked(pc)} d1-d8 0")
    pc.run(500)
    assert pc.board.app.current.opponent.state == THINKING
    pc.send("Z", f"{asked(pc)} d1-d2 0")
    pc.run(500)
    assert pc.board.app.current.opponent.state == LEADING


def test_a_ply_that_was_taken_back_is_led_to_no_more(pc: FakePc) -> None:
    move(pc, "a4-b4")
    question = asked(pc)
    pc.send("Z", f"{question} d1-d2 0")
    pc.run(300)
    pc.send("Z", f"{question} -")
    pc.run(500)
    assert not lights(pc.board)
    assert asked(pc) == question
    pc.send("Z", f"{question} e1-e2 0")
    pc.run(500)
    move(pc, "d1-d2")
    assert " d1 d2 " in pc.board.journal()[-1]  # refused
    move(pc, "d2-d1")
    move(pc, "e1-e2")
    assert pc.board.journal()[-1].endswith(" e1-e2")


def test_takebacks_are_exact_and_ends_are_the_pcs(pc: FakePc) -> None:
    move(pc, "a4-b4")
    pc.send("Z", f"{asked(pc)} d1-d2 0")
    pc.run(300)
    move(pc, "d1-d2")
    pc.send("U", "1")
    pc.run(500)
    assert pc.board.app.current.plies == 1
    pc.send("E", f"{DRAWN} {END_AGREED}")
    pc.run(500)
    assert pc.of("C")[-1] == "E ok"


@pytest.mark.parametrize("another", ["after its end", "asked for by the PC"])
def test_the_next_game_is_no_match(another: str, pc: FakePc) -> None:
    """Nobody would play the remote player's side of it."""
    move(pc, "a4-b4")
    if another == "after its end":
        pc.send("E", f"{SECOND_WON} {END_RESIGNED}")
        pc.run(500)
        pc.board.set_all(HOME)
    else:
        pc.send("N", "charing-cross")
        pc.board.set_all(HOME)
    pc.run(3000)
    assert pc.of("G")[-1].split(" ")[0] != pc.of("G")[0].split(" ")[0]
    assert bytes(pc.board.app.journal.levels) == b"\0\0"
    move(pc, "a4-b4")
    move(pc, "d1-d2")
    assert pc.board.journal()[-1].endswith(" d1-d2")


def test_the_power_cut_changes_nothing(pc: FakePc) -> None:
    move(pc, "a4-b4")
    question = asked(pc)
    pc.board.switch_on()
    again = FakePc(pc.board, seed=7)
    again.run(3000)
    assert bytes(pc.board.app.journal.levels) == b"\0\x09"
    assert asked(again) == question
