"""A game that was interrupted goes on as itself: asked for by the PC, brought by it from another board, or chosen in the menu."""

from __future__ import annotations

from pathlib import Path

import pytest

from shared_rules.codes import END_UNFINISHED, ONGOING
from tests.support.charing_cross_positions import HOME
from tests.support.firmware_on_pins import FakeBoard
from tests.support.firmware_pc import FakePc
from tests.support.rule_cases import CHARING as START

STOOD = "b5 a5 d8 e8 g4 h5 d1 e1"  # after a4-b5 and h4-g4


def interrupt(board: FakeBoard) -> str:
    """Two plies, and then another game; the id of the first one."""
    board.gesture("-a4 +b5")
    board.run(1000)
    board.gesture("-h4 +g4")
    board.run(1000)
    game = board.app.journal.id()
    assert board.app.journal.seq == 2
    board.new_game("charing-cross")
    board.set_all(HOME)
    board.run(600)
    assert board.app.journal.id() != game
    return str(game)


def answers(pc: FakePc) -> list[str]:
    return [text for text in pc.of("C") if text.startswith("G ")]


def lines_of(folder: Path, game: str) -> list[str]:
    return [line.split("*")[0] for line in (folder / f"{game}.log").read_text().splitlines()]


def records(folder: Path, game: str) -> list[str]:
    return [line for line in lines_of(folder, game) if line[:1] in set("PUREWYI")]


def play_on(board: FakeBoard) -> None:
    """Set up as the lights say, and a ply more."""
    board.set_all(STOOD)
    board.run(600)
    board.gesture("-b5 +c5")
    board.run(1000)


def test_a_game_of_the_journal_goes_on(board: FakeBoard, tmp_path: Path) -> None:
    game = interrupt(board)
    assert records(tmp_path / "games", game)[-1].startswith("E 3 ")
    other = board.app.journal.id()
    board.gesture("-a4 +a3")
    board.run(1000)
    pc = FakePc(board)
    pc.run(1500)
    pc.send("G", f"{game} 3 {START}")
    pc.run(3000)
    assert answers(pc) == ["G ok"]
    assert pc.of("G")[-1] == f"{game} 4 {START}"
    assert board.app.table.game.text() == "charing-cross 3RR3/8/8/N6n/1N4n1/8/8/3rr3 w -".replace(
        "N6n/1N4n1", "NN5n/6n1"
    )
    assert records(tmp_path / "games", other)[-1].split(" ")[3:] == [str(ONGOING), str(END_UNFINISHED)]
    play_on(board)
    assert [line.split(" ")[0] for line in records(tmp_path / "games", game)] == ["P", "P", "E", "U", "P"]
    assert records(tmp_path / "games", game)[-1].split(" ")[1] == "5"
    # It is the one that is being played, also after a power cut, and its plies can be taken back.
    board.switch_on()
    board.run(600)
    assert (board.app.journal.id(), board.app.journal.seq, board.app.current.plies) == (game, 5, 3)
    pc = FakePc(board, 7)
    pc.run(1500)
    pc.send("U", "3")
    pc.run(500)
    assert board.app.table.game.text() == START
    # A new game is newer than all before it.
    pc.send("N", "charing-cross")
    pc.run(1500)
    newest = board.app.journal.id()
    board.switch_on()
    board.run(600)
    assert board.app.journal.id() == newest not in (game, other)


def test_a_game_of_another_board_goes_on_here(board: FakeBoard, tmp_path: Path) -> None:
    game = interrupt(board)
    lines = records(tmp_path / "games", game)
    (tmp_path / "games" / f"{game}.log").unlink()
    strange = "00f3" + game[4:]  # a board that had begun more games
    pc = FakePc(board)
    pc.run(1500)
    pc.send("G", f"{strange} 3 {START}")
    pc.run(300)
    assert answers(pc) == ["G send"]
    for line in lines:
        pc.send("G", f"{strange} {line}")
        pc.run(100)
    pc.run(2000)
    assert answers(pc) == ["G send", "G ok"]
    assert pc.of("G")[-1] == f"{strange} 4 {START}"
    play_on(board)
    assert records(tmp_path / "games", strange)[:3] == lines
    assert board.app.journal.seq == 5
    board.new_game("charing-cross")
    assert board.app.journal.id() > "00f4"
    newest = board.app.journal.id()
    board.switch_on()
    board.run(600)
    assert board.app.journal.id() == newest


def test_what_a_pc_brings_has_to_be_what_the_board_has_of_it(board: FakeBoard, tmp_path: Path) -> None:
    game = interrupt(board)
    before = (tmp_path / "games" / f"{game}.log").read_bytes()
    lines = records(tmp_path / "games", game)
    pc = FakePc(board)
    pc.run(1500)
    for wrong, why in (
        ([lines[0], lines[1].replace("h4-g4", "h4-h3")], "the board has another game with this id"),
        ([lines[1]], "a record is missing"),
        (["P 1"], "a record is missing"),
        (["X 1 2"], "a record is missing"),
    ):
        pc.heard.clear()
        pc.send("G", f"{game} 4 {START}")
        for line in wrong:
            pc.send("G", f"{game} {line}")
            pc.run(200)
        assert answers(pc) == ["G send", f"G error {why}"]
        assert (tmp_path / "games" / f"{game}.log").read_bytes() == before
    # What was told of it elsewhere adds to it.
    pc.heard.clear()
    pc.send("G", f"{game} 4 {START}")
    for line in [*lines, "R 4 9999 a5 - 3"]:
        pc.send("G", f"{game} {line}")
        pc.run(100)
    pc.run(2000)
    assert answers(pc) == ["G send", "G ok"]
    assert [line[0] for line in records(tmp_path / "games", game)] == ["P", "P", "E", "R", "U"]
    assert board.app.loop.faults == 0


@pytest.mark.parametrize(
    ("end", "why"),
    [("E 4 2500 1 1", "that game is over"), ("E 4 2500 0 12", ""), ("P 4 2500 000000 a5-b6", "")],
)
def test_only_a_game_without_a_result_goes_on(board: FakeBoard, tmp_path: Path, end: str, why: str) -> None:
    game = interrupt(board)
    pc = FakePc(board)
    pc.run(1500)
    pc.send("G", f"{game} 4 {START}")
    for line in [*records(tmp_path / "games", game), end]:
        pc.send("G", f"{game} {line}")
        pc.run(100)
    pc.run(2500)
    assert answers(pc) == ["G send", f"G error {why}" if why else "G ok"]
    assert board.app.loop.faults == 0


@pytest.mark.parametrize(
    ("wish", "answer"),
    [
        ("{current} 0 " + START, "G ok"),
        ("xyz 1 " + START, "G error no such game"),
        ("0009aabbccdd P 1 5 0 a4-b5", "G error no such game"),
        ("", "G error no such game"),
    ],
)
def test_what_is_asked_for_in_vain(board: FakeBoard, wish: str, answer: str) -> None:
    current = board.app.journal.id()
    pc = FakePc(board)
    pc.run(1500)
    pc.send("G", wish.replace("{current}", current))
    pc.run(1000)
    assert answers(pc) == [answer]
    assert board.app.journal.id() == current


def test_secret_kings_that_were_revealed_are_none(board: FakeBoard, tmp_path: Path) -> None:
    board.set_all("a3 b3 a4 b4 a5 b5 a6 b6 g3 h3 g4 h4 g5 h5 g6 h6")
    pc = FakePc(board)
    pc.run(1000)
    pc.send("N", "kings-crossing:stealth")
    pc.run(2000)
    for king in ("a3", "g3"):
        board.gesture(f"-{king} +{king}")
        pc.run(1500)
        pc.send("B", "ok")
        pc.run(1500)
    game = board.app.journal.id()
    assert board.app.journal.seq == 2
    pc.send("N", "charing-cross")
    pc.run(3000)
    pc.send("G", f"{game} 5 x")
    pc.run(2000)
    assert answers(pc) == ["G error nobody can go on with a game with secret kings that was given up"]


def test_the_menu_has_the_games_that_were_interrupted(board: FakeBoard, tmp_path: Path) -> None:
    games = len(board.profile["games"])
    game = interrupt(board)
    board.press("ok", 1100)
    at = sorted(board.profile["games"]).index("charing-cross")
    for _ in range(games - at):
        board.press("next")
        board.run(100)
    assert board.app.modes.menu._item == games, "behind the last of the games"
    lifted = {square for square, rgb in board.lights().items() if min(rgb) > 0 and max(rgb) == min(rgb)}
    assert lifted == {"a1"}, "the first of them: one white light"
    board.press("next")
    board.run(100)
    assert board.app.modes.menu._item == 0, "there is one only"
    for _ in range(games):
        board.press("next")
        board.run(100)
    board.press("ok")
    board.run(1500)
    assert board.app.journal.id() == game
    play_on(board)
    assert [line[0] for line in records(tmp_path / "games", game)] == ["P", "P", "E", "U", "P"]


def test_a_menu_without_interrupted_games_begins_anew(board: FakeBoard) -> None:
    games = sorted(board.profile["games"])
    board.press("ok", 1100)
    for _ in range(len(games) - games.index("charing-cross")):
        board.press("next")
        board.run(100)
    assert board.app.modes.menu._item == 0


@pytest.mark.parametrize("stop", ["giving up", "choosing"])
def test_the_power_goes_while_a_game_is_resumed(board: FakeBoard, tmp_path: Path, stop: str) -> None:
    game = interrupt(board)
    other = board.app.journal.id()
    board.gesture("-a4 +a3")
    board.run(1000)
    if stop == "giving up":
        board.app.current.record_end(ONGOING, END_UNFINISHED)
    else:
        board.app.journal.choose(game)
    board.switch_on()
    board.run(1500)
    assert board.app.journal.id() not in (game, other), "another game: nothing was lost, it can be asked for again"
    pc = FakePc(board)
    pc.run(1500)
    for wanted in (other, game):
        pc.send("G", f"{wanted} 1 {START}")
        pc.run(2500)
        assert board.app.journal.id() == wanted
    assert answers(pc) == ["G ok", "G ok"] and board.app.loop.faults == 0
