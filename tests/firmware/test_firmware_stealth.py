"""Secret kings at the board: picked by a tap, committed to, kept from everybody, told in the end; on fake pins."""

from __future__ import annotations

import hashlib
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from crossboard.games.gestures import ply_touches
from crossboard.games.rules import KIND_CAPTURE, NOWHERE, game_at, legal_plies, new_game, square_name
from shared_rules.codes import DRAWN, END_AGREED, END_RESIGNED, END_UNFINISHED, FIRST_WON, SECOND_WON
from shared_rules.kings_crossing.codes import END_BACK_ROW, END_HOME, END_KING_CAPTURED
from shared_rules.kings_crossing.game import KingsCrossing
from shared_rules.protocol.signals import MARK_CAPTURE, MARK_LAST_FROM
from tests.support.firmware_on_pins import FakeBoard, fake_board, kinds
from tests.support.firmware_pc import FakePc
from tests.support.kings_crossing_positions import square

SPEC = "kings-crossing:stealth"
HIDDEN = f"{SPEC} MM4mm/MM4mm/MM4mm/MM4mm w - - 0"
PIECES = [f"{c}{r}" for c in "abgh" for r in "1234"]
ROWS_UP = 2  # on this board the game lies on rows 3 to 6


def at(text: str) -> str:
    """Gestures and squares of the game as the board has them."""
    words: list[str] = []
    for word in text.split():
        sign, name = (word[0], word[1:]) if word[0] in "+-" else ("", word)
        words.append(f"{sign}{name[0]}{int(name[1:]) + ROWS_UP}")
    return " ".join(words)


@pytest.fixture
def board(tmp_path: Path) -> Iterator[FakeBoard]:
    with fake_board(tmp_path / "games") as fake:
        fake.profile["game"] = SPEC
        fake.switch_on()
        fake.set_all(at(" ".join(PIECES)))
        fake.run(600)
        yield fake


@pytest.mark.parametrize("times", [0, 1], ids=["resign", "draw"])
def test_a_game_is_not_ended_nor_helped_before_its_kings_are_picked(board: FakeBoard, times: int) -> None:
    said: list[str] = []
    board.app.link.log = said.append
    board.press("back", 1100)
    for _ in range(times):
        board.press("next")
    board.press("ok")
    assert said == ["the kings must be picked first"] and kinds(board) == []
    assert board.app.current.thinker().hint(board.app.loop.now) == said[0]


def tap(board: FakeBoard, name: str) -> None:
    board.set(at(name), False)
    board.run(200)
    board.set(at(name), True)
    board.run(200)


def pick(board: FakeBoard, white: str, black: str) -> None:
    """Both players pick ("" for the usual square) and play begins."""
    for name in (white, black):
        if name:
            tap(board, name)
        board.press("ok")
    board.run(600)
    assert board.app.modes.letter() == ord("p")


def play(board: FakeBoard, *gestures: str) -> None:
    for gesture in gestures:
        board.gesture(at(gesture))


def check_reveals(board: FakeBoard, white: str, black: str) -> None:
    """The reveals are those of the commitments."""
    lines = [line.split(" ") for line in board.journal()[1:]]
    sealed = {line[3]: line[4] for line in lines if line[0] == "W"}
    opened = {line[3]: line[4:] for line in lines if line[0] == "Y"}
    for side, name, king in (("0", "white", white), ("1", "black", black)):
        assert opened[side][0] == king
        text = f"king {name} {king} {opened[side][1]}"
        assert hashlib.sha256(text.encode()).hexdigest() == sealed[side]


def keys(board: FakeBoard) -> list[Path]:
    return list(board.folder.glob("*.key*"))


# Picking


def test_the_game_is_set_up_with_its_kings_hidden(board: FakeBoard) -> None:
    assert board.journal() == [f"G 0 {HIDDEN}"]
    assert board.app.modes.letter() == ord("k")


def test_the_side_that_is_asked_glows(board: FakeBoard) -> None:
    lit: set[str] = set()
    for _ in range(30):
        board.run(50)
        lit |= {s for s in board.lights() if 3 <= int(s[1:]) <= 6}
    assert lit == set(at("a1 a2 a3 a4 b1 b2 b3 b4").split())
    board.press("ok")
    lit.clear()
    for _ in range(30):
        board.run(50)
        lit |= {s for s in board.lights() if 3 <= int(s[1:]) <= 6}
    assert lit == set(at("g1 g2 g3 g4 h1 h2 h3 h4").split())


def test_a_tap_is_confirmed_by_its_light_for_a_moment(board: FakeBoard) -> None:
    tap(board, "b3")
    assert set(board.lights()) == {at("b3")}
    board.run(1500)
    assert set(board.lights()) != {at("b3")}


def test_what_was_picked_is_sealed_before_the_first_turn_and_only_the_board_knows_it(board: FakeBoard) -> None:
    pick(board, "b3", "g1")
    lines = board.journal()
    assert [line[:1] for line in lines] == ["G", "W", "W"]
    assert board.app.table.game.text() == HIDDEN and board.app.table.game.hidden
    assert board.app.current.secret.game.text() == f"{SPEC} MM4mm/MK4mm/MM4mm/MM4km w - - 0"
    assert len(keys(board)) == 1
    play(board, "-b1 +c1")
    assert kinds(board)[-1] == "P b1-c1"


def test_another_tap_changes_it_and_without_one_it_is_the_usual_king(board: FakeBoard) -> None:
    tap(board, "b3")
    tap(board, "g2")  # the other side's: nothing
    tap(board, "a2")
    pick(board, "", "")
    assert board.app.current.secret.game.text() == f"{SPEC} MM4mk/MM4mm/KM4mm/MM4mm w - - 0"


def test_back_begins_with_white_again(board: FakeBoard) -> None:
    tap(board, "b3")
    board.press("ok")
    tap(board, "g1")
    board.press("back")
    pick(board, "b2", "")
    assert board.app.current.secret.game.text() == f"{SPEC} MM4mk/MM4mm/MK4mm/MM4mm w - - 0"


def test_ok_while_a_piece_is_off_the_board_is_refused(board: FakeBoard) -> None:
    board.set(at("b3"), False)
    board.run(200)
    board.press("ok")
    assert board.app.modes.mode.side == 0
    board.set(at("b3"), True)
    board.run(200)
    pick(board, "", "h1")
    assert board.app.current.secret.game.text() == f"{SPEC} MM4mm/MK4mm/MM4mm/MM4mk w - - 0"


def test_no_end_and_no_test_of_the_sensors_while_kings_are_picked(board: FakeBoard) -> None:
    commands = board.app.link.commands()
    assert "picked" in commands.end(f"{FIRST_WON} {END_RESIGNED}")
    assert "picked" in commands.doctor("begin")
    assert board.journal() == [f"G 0 {HIDDEN}"]


def test_a_power_cut_while_kings_are_picked_begins_again(board: FakeBoard) -> None:
    tap(board, "b3")
    board.press("ok")
    board.switch_on()
    board.run(600)
    assert board.app.modes.letter() == ord("k") and board.app.modes.mode.side == 0
    pick(board, "b2", "")
    assert board.app.current.secret.game.text() == f"{SPEC} MM4mk/MM4mm/MK4mm/MM4mm w - - 0"


def test_kings_given_in_a_position_are_not_picked(board: FakeBoard) -> None:
    assert board.new_game(f"{SPEC} MM4mk/MM4mm/MM4mm/KM4mm w - - 0") == ""
    board.run(600)
    assert board.app.modes.letter() == ord("p") and not board.app.table.game.hidden
    assert [line[:1] for line in board.journal()] == ["G"]


def test_a_position_that_hides_kings_that_nobody_knows_is_refused(board: FakeBoard) -> None:
    assert "kings" in board.new_game(f"{SPEC} 8/2m5/3M4/8 w - - 0")
    assert board.new_game(HIDDEN) == ""
    board.run(600)
    assert board.app.modes.letter() == ord("k")


# The end

LINE = ("-b4 +d4", "-g2 +d2", "-d4 +e4", "-g4 +f4")
"""After these White must jump with e4 over f4 and on over g3, unless f4, which came from g4, is the king."""

TO_H4 = (
    "-b1 +d1",
    "-g4 +d4",
    "-b2 +e2",
    "-d4 +d3",
    "-a1 +b1",
    "-h4 +g4",
    "-d1 +e1",
    "-g4 +f4",
    "-b1 +d1",
    "-f4 +f1",
    "-b3 +b2",
    "-g3 +f3",
    "-b4 +h4",
)
"""After these a piece of White's from b4 stands on Black's home."""

ENDED = f"E {FIRST_WON} {END_KING_CAPTURED}"


def salts(board: FakeBoard) -> list[str]:
    return [line.split(" ")[5] for line in board.journal() if line[0] == "Y"]


def test_the_king_is_captured_in_the_middle_of_a_jump(board: FakeBoard) -> None:
    pick(board, "a1", "g4")
    play(board, *LINE, "-e4 -f4 +g4")
    first, second = salts(board)
    assert kinds(board)[-4:] == [f"Y 0 a1 {first}", f"Y 1 g4 {second}", "P e4xg4", ENDED]
    check_reveals(board, "a1", "g4")
    assert not board.app.table.game.hidden and board.app.table.game.reason == END_KING_CAPTURED
    assert keys(board) == []


def test_a_jump_that_was_carried_on_ends_where_it_takes_the_king(board: FakeBoard) -> None:
    pick(board, "", "g4")
    play(board, *LINE, "-e4 -f4 -g3 +g2")
    assert kinds(board)[-2:] == ["P e4xg4", ENDED]
    check_reveals(board, "a1", "g4")


def test_where_a_man_is_taken_the_jump_goes_on(board: FakeBoard) -> None:
    pick(board, "a1", "h1")
    play(board, *LINE, "-e4 -f4 +g4")
    board.run(3000)
    assert kinds(board)[-1] == "P g4-f4"  # it is to go on, so nothing is played yet
    play(board, "-g4 -g3 +g2")
    assert kinds(board)[-1] == "P e4xg4xg2"
    assert not any(line[0] == "Y" for line in board.journal())
    assert board.app.current.secret.game.king(1) != 255


def test_the_lights_show_a_jump_as_if_it_went_on(board: FakeBoard) -> None:
    pick(board, "a1", "g4")
    play(board, *LINE, "-e4")
    marks = board.app.table.marks
    assert marks[square("g2")] == MARK_CAPTURE
    assert marks[square("g4")] == MARK_LAST_FROM  # of the last ply


def test_the_king_reaches_the_enemy_home(board: FakeBoard) -> None:
    pick(board, "b4", "g1")
    play(board, *TO_H4)
    assert kinds(board)[-1] == f"E {FIRST_WON} {END_HOME}"
    check_reveals(board, "b4", "g1")


def test_the_last_ply_can_still_be_put_back_and_the_kings_stay_known(board: FakeBoard) -> None:
    pick(board, "a1", "g4")
    play(board, *LINE, "-e4 -f4 +g4", "-g4 +f4 +e4")
    board.run(1500)
    assert kinds(board)[-1] == "U 1"
    assert board.app.current.digest == board.app.table.game.digest()
    assert not board.app.table.game.hidden and board.app.modes.letter() == ord("p")
    play(board, "-e4 -f4 +g4")
    assert kinds(board)[-2:] == ["P e4xg4", ENDED]
    assert sum(line[0] == "Y" for line in board.journal()) == 2


def test_resigning_reveals_and_so_does_giving_up(board: FakeBoard) -> None:
    pick(board, "a2", "h1")
    play(board, "-b1 +c1")
    assert board.app.link.commands().end(f"{SECOND_WON} {END_RESIGNED}") == ""
    assert [line[:1] for line in kinds(board)[-3:]] == ["Y", "Y", "E"]
    check_reveals(board, "a2", "h1")
    assert board.app.link.commands().end(f"{DRAWN} {END_AGREED}") == "the game is over"


def test_giving_a_game_up_for_another_reveals(board: FakeBoard) -> None:
    pick(board, "a2", "h1")
    play(board, "-b1 +c1")
    lines = board.journal
    assert board.new_game(SPEC) == ""
    old = sorted(board.folder.glob("*.log"))[0].read_text()
    assert [line[:1] for line in old.splitlines() if line[0] in "WYE"] == ["W", "W", "Y", "Y", "E"]
    assert f" 0 {END_UNFINISHED}*" in old.splitlines()[-1]
    assert lines() == [f"G 0 {HIDDEN}"]
    assert keys(board) == []


def test_the_next_game_has_its_own_kings(board: FakeBoard) -> None:
    pick(board, "a2", "h1")
    board.app.link.commands().end(f"{SECOND_WON} {END_RESIGNED}")
    board.set_all("")
    board.run(200)
    board.set_all(at(" ".join(PIECES)))
    board.run(2000)
    assert board.journal() == [f"G 0 {HIDDEN}"]
    assert board.app.modes.letter() == ord("k")


# Switched off and on


@pytest.mark.parametrize("plies", [0, 1, 4])
def test_a_reset_keeps_the_secret(board: FakeBoard, plies: int) -> None:
    pick(board, "b2", "g4")
    play(board, *LINE[:plies])
    truth, told = board.app.current.secret.game.text(), board.journal()
    board.switch_on()
    board.run(600)
    assert board.app.current.secret.game.text() == truth and board.app.table.game.hidden
    assert board.journal() == told
    play(board, *LINE[plies:], "-e4 -f4 +g4")
    assert kinds(board)[-2:] == ["P e4xg4", ENDED]
    check_reveals(board, "b2", "g4")


def test_after_the_end_a_reset_knows_the_kings(board: FakeBoard) -> None:
    pick(board, "b2", "g4")
    play(board, *LINE, "-e4 -f4 +g4", "-g4 +f4 +e4")
    board.run(1500)
    truth = board.app.table.game.text()
    board.switch_on()
    board.run(600)
    assert board.app.table.game.text() == truth and board.app.current.secret is None
    assert board.app.modes.letter() == ord("p")


def test_a_takeback_that_was_asked_for_keeps_the_secret_game_in_step(board: FakeBoard) -> None:
    pick(board, "b2", "g4")
    play(board, *LINE)
    assert board.app.link.commands().take_back("3") == ""
    board.set_all(at("a1 a2 a3 a4 b1 b2 b3 d4 g1 g2 g3 g4 h1 h2 h3 h4"))
    board.run(600)
    assert board.app.modes.letter() == ord("p")
    play(board, *LINE[1:], "-e4 -f4 +g4")
    assert kinds(board)[-2:] == ["P e4xg4", ENDED]


def test_a_game_that_goes_on_as_another_keeps_its_secret(board: FakeBoard) -> None:
    """The PC has records that the flash has lost: the same position, sealed anew, with the kings where they stand."""
    pick(board, "b4", "g4")
    play(board, *LINE)
    from firmware.game.beginning import fork

    fork(board.app.current)
    board.run(600)
    assert board.journal()[0] == f"G 0 {board.app.table.game.text()}" and board.app.table.game.hidden
    assert [line[:1] for line in board.journal()] == ["G", "W", "W"]
    play(board, "-e4 -f4 +g4")
    assert kinds(board)[-2:] == ["P e4xg4", ENDED]
    check_reveals(board, "e4", "f4")


class PowerCut(BaseException):
    """The board is off."""


class Power:
    """Goes at the write, flush or rename that comes when `left` have been done; None: never."""

    left: int | None = None

    def use(self) -> None:
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise PowerCut

    def opened(self, path: str, mode: str = "r") -> object:
        return PoweredFile(self, open(path, mode)) if mode[0] in "wa" else open(path, mode)

    def rename(self, old: str, new: str) -> None:
        self.use()
        os.rename(old, new)

    def __getattr__(self, name: str) -> object:
        return getattr(os, name)


class PoweredFile:
    def __init__(self, power: Power, file: Any) -> None:
        self.power = power
        self.file = file

    def write(self, data: bytes) -> int:
        self.power.use()
        return self.file.write(data)

    def flush(self) -> None:
        self.power.use()
        self.file.flush()

    def close(self) -> None:
        self.file.close()

    def __enter__(self) -> PoweredFile:
        return self

    def __exit__(self, *args: object) -> None:
        self.file.close()


@pytest.fixture
def power(board: FakeBoard, monkeypatch: pytest.MonkeyPatch) -> Power:
    from firmware.game import journal, sealing

    power = Power()
    for module in (journal, sealing):
        monkeypatch.setattr(module, "open", power.opened, raising=False)
        monkeypatch.setattr(module, "os", power)
    board.app.loop.stop()
    board.switch_on()
    board.run(600)
    return power


def stands(board: FakeBoard, squares: str = "") -> None:
    board.set_all(at(squares or " ".join(PIECES)))
    board.run(600)


def test_a_power_cut_at_any_write_of_the_pick(board: FakeBoard, power: Power) -> None:
    """Whenever it comes, the kings are sealed once, before the first ply, and what is revealed is what was sealed."""
    for write in range(100):
        tap(board, "b3")
        board.press("ok")
        tap(board, "g2")
        power.left = write
        cut = False
        try:
            board.press("ok")
        except PowerCut:
            cut = True
        power.left = None
        board.pins.grounded.clear()
        board.switch_on()
        board.run(600)
        if board.app.modes.letter() == ord("k"):
            pick(board, "b3", "g2")
        assert [line[:1] for line in board.journal()] == ["G", "W", "W"]
        assert [square_name(board.app.table.game, king) for king in board.app.current.secret.kings] == ["b3", "g2"]
        board.app.link.commands().end(f"{SECOND_WON} {END_RESIGNED}")
        check_reveals(board, "b3", "g2")
        if not cut:
            assert write == 6
            return
        board.new_game(SPEC)
        board.run(600)
    raise AssertionError


def test_a_power_cut_at_any_write_of_the_end(board: FakeBoard, power: Power) -> None:
    """Whenever it comes, both kings are revealed once, before the ply that takes one."""
    for write in range(100):
        pick(board, "b3", "g4")
        play(board, *LINE)
        power.left = write
        cut = False
        try:
            play(board, "-e4 -f4 +g4")
        except PowerCut:
            cut = True
        power.left = None
        board.switch_on()
        board.run(600)
        file = sorted(board.folder.glob("*.log"))[0]
        if "P 9 " not in file.read_text():
            stands(board, "a1 a2 a3 a4 b1 b2 b3 e4 d2 f4 g1 g3 h1 h2 h3 h4")
            play(board, "-e4 -f4 +g4")
        letters = [line[0] for line in file.read_text().splitlines() if line[:1] in "WYPE"]
        assert "".join(letters) == "WWPPPPYYPE"
        assert not keys(board)
        if not cut:
            assert write == 9
            return
        for old in board.folder.glob("*.log"):
            old.unlink()
        board.switch_on()
        stands(board)
    raise AssertionError


# What is sent


def told(board: FakeBoard, white: str, black: str, gestures: tuple[str, ...]) -> list[tuple[str, str]]:
    """Everything that the board says of such a game, commitments without their hashes, the game's id as `GAME`."""
    pc = FakePc(board)
    pc.run(300)
    pc.send("S")
    for name in (white, black):
        pc.run(500)
        board.set(at(name), False)
        pc.run(300)
        pc.send("S")
        pc.run(100)
        board.set(at(name), True)
        pc.run(300)
        pc.send("B", "ok")
        pc.run(400)
    pc.run(1000)
    for gesture in gestures:
        for word in at(gesture).split():
            board.set(word[1:], word[0] == "+")
            pc.run(150)
        pc.run(1500)
        pc.send("S")
        pc.run(100)
    heard = [(kind, payload) for kind, payload in pc.heard if kind != "T"]
    known = [(kind, payload.replace(board.app.journal.id(), "GAME")) for kind, payload in heard if kind != "H"]
    return [(kind, payload[:-64] if kind == "W" else payload) for kind, payload in known]


REFUSED = "-b4 +c3", "-c3 +b4"


@pytest.mark.parametrize("kings", [("b3", "h2"), ("a2", "g1"), ("b4", "h4")])
def test_what_is_sent_is_the_same_whichever_the_kings_are(tmp_path: Path, kings: tuple[str, str]) -> None:
    found = []
    for i, (white, black) in enumerate((("a1", "g3"), kings)):
        with fake_board(tmp_path / f"games{i}") as board:
            board.profile["game"] = SPEC
            board.switch_on()
            board.set_all(at(" ".join(PIECES)))
            board.run(600)
            found.append(told(board, white, black, (*REFUSED, *LINE, "-e4", "+e4")))
    assert found[0] == found[1]
    letters = {kind for kind, _ in found[0]}
    assert letters >= set("GWPRFSV")
    positions = [payload.partition("stealth ")[2].split(" ")[0] for kind, payload in found[0] if kind in "GS"]
    assert any(positions) and not any("k" in position.lower() for position in positions)


def quiet_line(seed: int, spec: str, pairs: list[tuple[str, str]], length: int) -> list[str]:
    """Gestures of a game at random that nobody wins, whichever of the pairs of kings it is."""
    dice = random.Random(seed)
    hidden = game_at(new_game(spec).public_text())  # type: ignore[attr-defined]
    games: list[Any] = [game_at(hidden.with_kings([square(name) for name in pair])) for pair in pairs]  # type: ignore[attr-defined]
    gestures: list[str] = []
    for _ in range(length):
        plies = legal_plies(hidden)
        dice.shuffle(plies)
        for ply in sorted(plies, key=lambda ply: hidden.kind(ply) != KIND_CAPTURE):
            played = [game.legal_part(ply) for game in games]
            for game, part in zip(games, played, strict=True):
                game.push(part)
            if not any(game.result for game in games):
                break
            for game in games:
                game.pop()
        else:
            break
        gestures.append(
            " ".join(("+" if t.closed else "-") + square_name(hidden, t.square) for t in ply_touches(hidden, ply))
        )
        hidden.push(ply)
    return gestures


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_at_random_gives_nothing_away(tmp_path: Path, seed: int) -> None:
    """Captures and all, until shortly before somebody wins: byte for byte the same but for the commitments."""
    pairs = [("a1", "h1"), ("b3", "g2"), ("b1", "h4")]
    pairs = pairs[seed % 2 : seed % 2 + 2]
    lines = (quiet_line(1000 * seed + i, SPEC, pairs, 24) for i in range(1000))
    line = next(line for line in lines if len(line) > 15)
    found = []
    for i, (white, black) in enumerate(pairs):
        with fake_board(tmp_path / f"games{i}") as board:
            board.profile["game"] = SPEC
            board.switch_on()
            board.set_all(at(" ".join(PIECES)))
            board.run(600)
            found.append(told(board, white, black, tuple(line)))
            assert board.app.current.secret and board.app.current.plies == len(line)
    assert found[0] == found[1]


def line_to(reason: int, spec: str, kings: tuple[str, str]) -> tuple[list[str], Any]:
    """Gestures of a game at random that ends for that reason, and the game itself."""
    start = game_at(new_game(spec).public_text())  # type: ignore[attr-defined]
    for seed in range(20000):
        dice = random.Random(seed)
        hidden = game_at(start.text())
        game: Any = game_at(start.with_kings([square(name) for name in kings]))  # type: ignore[attr-defined]
        gestures: list[str] = []
        while not game.result and len(gestures) < 40:
            ply = dice.choice(legal_plies(hidden))
            if ply & 255 == NOWHERE:
                break
            gestures.append(
                " ".join(("+" if t.closed else "-") + square_name(hidden, t.square) for t in ply_touches(hidden, ply))
            )
            game.push(game.legal_part(ply))
            hidden.push(ply)
        if game.reason == reason:
            return gestures, game
    raise AssertionError(reason)


@pytest.mark.parametrize(
    ("reason", "spec", "kings"),
    [
        (END_KING_CAPTURED, SPEC, ("b3", "h1")),
        (END_HOME, SPEC, ("b4", "g1")),
        (END_BACK_ROW, SPEC, ("b2", "g4")),
        (END_KING_CAPTURED, "kings-crossing:alternate+longer+backwards+stealth", ("c2", "f1")),
        (END_HOME, "kings-crossing:longer+stealth", ("c1", "f4")),
    ],
)
def test_every_end_is_the_true_games(tmp_path: Path, reason: int, spec: str, kings: tuple[str, str]) -> None:
    gestures, game = line_to(reason, spec, kings)
    with fake_board(tmp_path / "games") as board:
        board.profile["game"] = spec
        board.switch_on()
        stands(board, " ".join(square_name(game, s) for s, value in enumerate(new_game(spec).board) if value))
        pick(board, *kings)
        play(board, *gestures)
        assert kinds(board)[-1] == f"E {game.result} {reason}"
        assert board.app.table.game.text() == game.text()
        check_reveals(board, *kings)
        board.switch_on()  # and it can be read back
        assert board.app.modes.letter() == ord("g")


def test_variants_can_be_begun_at_the_board_with_secret_kings(board: FakeBoard) -> None:
    words = board.profile["variants"]["kings-crossing"].split()
    assert words == ["alternate", "longer", "backwards", "stealth"]
    assert KingsCrossing("longer+stealth").may_pick()


@pytest.fixture
def guessable(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chip without random numbers."""

    def urandom(count: int) -> bytes:
        raise OSError(count)

    monkeypatch.setattr(os, "urandom", urandom)
    monkeypatch.setattr("time.ticks_us", lambda: 0, raising=False)


def test_where_kings_could_be_guessed_no_game_has_secret_ones(guessable: None, board: FakeBoard) -> None:
    """Neither the PC nor the menu can begin one; that which the board was made for is played without."""
    board.run(1000)
    assert board.app.table.game.text().startswith("kings-crossing ") and board.app.modes.letter() == ord("p")
    pc = FakePc(board)
    pc.run(1500)
    secret = [f"kings-crossing:{variant}" for variant in KingsCrossing.variants if "stealth" in variant]
    for spec in (*secret, HIDDEN):
        pc.send("N", spec)
        pc.run(500)
        refused = pc.of("C")[-1]
        assert refused.startswith("N error") and "os.urandom" in refused
    assert not board.app.table.game.hidden
    from firmware.game.actions import Actions

    begin = Actions(board.app.current).new_game(SPEC, board.app.modes.any_menu()._begun)
    board.app.loop.do(begin)
    board.run(100)
    assert board.app.display.noticed and not board.app.table.game.hidden


def test_the_sensors_counts_do_not_tell_the_king(board: FakeBoard) -> None:
    tap(board, "a3")
    board.set(at("a2"), False)  # and a flicker
    board.run(10)
    pick(board, "a2", "h3")
    assert not any(board.app.sensing.debounce.changes) and not any(board.app.sensing.debounce.flickers)
    play(board, "-a2 +b2")
    assert any(board.app.sensing.debounce.changes)
