"""A board swept in the middle of a game is put right by its lights: nothing is recorded that nobody meant, and play goes on."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import pytest

from crossboard.boards.link import CONNECTED
from crossboard.games.gestures import ply_touches, standing_in
from crossboard.games.rules import game_at, legal_plies, new_game, specs, square_name
from crossboard.simulator import SimulatedBoard
from shared_rules.codes import END_RESIGNED, FIRST_WON
from shared_rules.protocol.signals import MARK_EXTRA, MARK_MISSING, MARK_OFFER
from tests.support.firmware_on_pins import FakeBoard, fake_board
from tests.support.firmware_pc import FakePc
from tests.support.simulated_pc import HOME, Pc, playing
from tests.support.sweeps import Table, sweep_often
from tests.support.variants import usual_specs

NOTICED_MS = 100  # in which a change is lit
KINGS = [f"kings-crossing{variant}" for variant in ("", ":longer", ":backwards", ":stealth")]


@pytest.mark.parametrize("spec", usual_specs())
def test_sweeps_are_put_right_and_play_goes_on(spec: str) -> None:
    sweep_often(spec, 0, 200)


@pytest.mark.soak
@pytest.mark.parametrize("spec", specs())
def test_many_sweeps(spec: str) -> None:
    for seed in range(1, 6):
        sweep_often(spec, seed, 400)


@pytest.mark.parametrize("spec", ["charing-cross", "kings-crossing", "card-chess"])
def test_sweeps_while_the_lights_lead_a_side(spec: str) -> None:
    """The side to move may only play one ply, and nobody has begun it."""
    for seed in range(20):
        table = Table(spec, seed)
        for _ in range(3):
            table.play()
        game = table.meant
        table.observer.hold(1 << game.side)
        table.observer.expect(table.dice.choice(legal_plies(game)), game.digest())
        while not table.sweep():
            pass
        assert table.told == table.played and not table.offers, table.story()
        assert not table.observer.recognizer.trouble, table.story()


@pytest.mark.parametrize(
    ("what", "position", "hands"),
    [
        (
            "the pieces to be jumped are off, and the jumping one not yet lifted",
            "kings-crossing:alternate+longer 1M2m1mm/2M2m1m/M1M3m1/KMM1mm1k b - - 1",
            "-d1 -f1 -g2",
        ),
        ("pieces jumped and the one that jumps", "kings-crossing 8/8/1Mm1m3/K6k w - - 0", "-c2 -b2 -e2"),
        ("the same, resting on a landing", "kings-crossing 8/8/1Mm1m3/K6k w - - 0", "-c2 -b2 -e2 +d2"),
    ],
)
def test_a_ply_under_way_is_no_mess(what: str, position: str, hands: str) -> None:
    """However many pieces it takes."""
    table = Table("kings-crossing", 0)
    table.observer = type(table.observer)(game_at(position))
    table.standing = standing_in(table.observer.game)
    for word in hands.split():
        column, row = ord(word[1]) - ord("a"), int(word[2]) - 1
        table.set(row * 8 + column, word[0] == "+")
        table.wait(300)
        assert not table.observer.recognizer.restoring, what
    table.wait(4000)
    assert not table.observer.recognizer.restoring, what


# On the board: its own program, in rounds of 5 ms


@pytest.fixture
def board(tmp_path: Path) -> Any:
    with fake_board(tmp_path / "games") as fake:
        fake.switch_on()
        yield fake


class Played:
    """A game on the board, its pieces as they stand, and what the marks of its lights should be."""

    def __init__(self, board: FakeBoard, spec: str) -> None:
        self.board = board
        self.spec = spec
        self.dice = random.Random(spec)
        assert board.new_game(spec) == ""
        self.game = game_at(board.app.table.game.text())
        self.numbers = {
            square: sensor
            for sensor, square in enumerate(board.app.table.layout.square_of)
            if square < len(self.game.board)
        }
        self.standing: set[int] = set()
        for square in standing_in(self.game):
            self.set(square, True)
        board.run(600)
        while chr(board.app.modes.letter()) == "k":
            board.press("ok")
            board.run(600)
        assert chr(board.app.modes.letter()) == "p"

    def set(self, square: int, closed: bool) -> None:
        self.board.sensors.closed[self.numbers[square]] = closed
        (self.standing.add if closed else self.standing.discard)(square)

    def play(self) -> None:
        ply = self.dice.choice(legal_plies(self.game))
        for touch in ply_touches(self.game, ply):
            self.board.run(touch.wait_ms)
            self.set(touch.square, touch.closed)
        self.game.push(ply)
        self.board.run(1500)
        while self.board.app.modes.asking():
            recognizer = self.board.app.table.recognizer
            self.board.press("ok" if recognizer.offers[recognizer.offered] == ply else "next")
        self.board.run(500)

    def stand(self, squares: Collection[int]) -> None:
        """By one hand: first what is to go, then what is to come."""
        for wanted in (False, True):
            for square in sorted(self.numbers):
                if (square in squares) == wanted != (square in self.standing):
                    self.set(square, wanted)
                    self.board.run(100)
        self.board.run(1500)

    def marks_are_the_difference(self) -> None:
        wanted = standing_in(self.game)
        for square, mark in enumerate(self.board.app.table.marks):
            missing, extra = square in wanted - self.standing, square in self.standing - wanted
            assert mark == (MARK_MISSING if missing else MARK_EXTRA if extra else 0), square_name(self.game, square)


@pytest.mark.parametrize("spec", ["charing-cross", "kings-crossing", "card-chess", "card-chess:progressive"])
def test_each_piece_put_back_is_lit_within_100_ms(board: FakeBoard, spec: str) -> None:
    played = Played(board, spec)
    for _ in range(5):
        played.play()
    records = board.journal()
    squares = sorted(standing_in(played.game))
    for square in squares:
        played.set(square, False)
    board.run(2500)
    assert board.app.modes.letter() == ord("r")
    played.marks_are_the_difference()
    free = [square for square in played.numbers if square not in squares]
    played.dice.shuffle(squares)
    for n, square in enumerate(squares):
        wrong = played.dice.choice(free)
        for changed, closed in ((wrong, True), (square, True), (wrong, False)) if n % 3 == 0 else ((square, True),):
            played.set(changed, closed)
            board.run(NOTICED_MS)
            played.marks_are_the_difference()
    board.run(500)
    assert board.app.modes.letter() == ord("p")
    assert [line for line in board.journal() if line[0] != "R"] == records
    played.play()
    assert [line[0] for line in board.journal()[len(records) :] if line[0] != "R"] == ["P"]


def test_the_start_position_in_mid_game_offers_a_new_game(board: FakeBoard) -> None:
    played = Played(board, "charing-cross")
    for _ in range(6):
        played.play()
    first = board.app.journal.id()
    for square in sorted(played.standing):
        played.set(square, False)
        board.run(100)
    board.run(1000)
    home = standing_in(game_at("charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"))
    for square in home:
        played.set(square, True)
        board.run(100)
    assert {square for square, mark in enumerate(board.app.table.marks) if mark == MARK_OFFER} == home
    square = min(home)
    played.set(square, False)
    board.run(100)
    assert MARK_OFFER not in board.app.table.marks  # the way back is shown again
    board.press("ok")
    assert board.app.journal.id() == first
    played.set(square, True)
    board.run(100)
    board.press("ok")
    board.run(600)
    assert board.app.journal.id() != first
    assert chr(board.app.modes.letter()) == "p" and not any(board.app.table.marks)
    assert board.app.table.game.text().startswith("charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 ")


def _swept(played: Played) -> None:
    """The start position after a sweep."""
    played.stand([])
    played.stand(standing_in(new_game(played.spec)))
    assert played.board.app.modes.letter() == ord("r") and MARK_OFFER in played.board.app.table.marks


def _moved_on(played: Played) -> None:
    """The same, and the game that it offers is begun without a button."""
    _swept(played)
    ply = legal_plies(new_game(played.spec))[0]
    for touch in ply_touches(new_game(played.spec), ply):
        played.set(touch.square, touch.closed)
        played.board.run(150)


def _switched_on(played: Played) -> None:
    """The start position, set up while the board was off."""
    home = standing_in(new_game(played.spec))
    for square in played.numbers:
        played.set(square, square in home)
    played.board.switch_on()
    played.board.run(600)
    assert played.board.app.modes.letter() == ord("g") and MARK_OFFER in played.board.app.table.marks


def _over(played: Played) -> None:
    played.board.app.current.record_end(FIRST_WON, END_RESIGNED)
    played.board.run(600)
    assert played.board.app.modes.letter() == ord("o")


def _asked(played: Played) -> None:
    """A piece stood on its square before it left another."""
    origin, target = next(
        (touches[0].square, touches[-1].square)
        for ply in legal_plies(played.game)
        if len(touches := ply_touches(played.game, ply)) == 2
    )
    played.set(target, True)
    played.board.run(600)
    played.set(origin, False)
    played.board.run(1500)
    assert played.board.app.modes.asking()


@pytest.mark.parametrize("state", [_swept, _moved_on, _switched_on, _over, _asked])
@pytest.mark.parametrize("spec", ["charing-cross", *KINGS, "card-chess"])
def test_link_and_lights_are_served_in_every_state(
    board: FakeBoard, spec: str, state: Callable[[Played], None]
) -> None:
    """Whatever is offered, asked or waited for, and however long nothing changes."""
    played = Played(board, spec)
    played.play()
    state(played)
    pc = FakePc(board)
    pc.run(3000)
    pc.heard.clear()
    frames = len(board.pins.sent)
    pc.run(21_000)
    assert len(pc.of("S")) == 2 and pc.channel.alive(board.now & 0x3FFFFFFF)
    assert len(board.pins.sent) > frames or state is _over, "its lights blink"


# The real firmware in the simulated board, in real time


def lit_in(pc: Pc, ms: int) -> dict[str, set[str]]:
    """The squares that glow in each of these colours, within so many ms of the board's time: lights blink."""
    seen: dict[str, set[str]] = {"blue": set(), "red": set(), "violet": set()}
    end = pc.board.own_ms() + ms

    def look() -> bool:
        for square, (red, green, blue) in pc.board.lights().items():
            if red or green or blue:
                seen["red" if red > 2 * blue else "blue" if blue > 2 * red else "violet"].add(square)
        return pc.board.own_ms() > end

    pc.until(look)
    return seen


def test_a_sweep_that_takes_the_piece_placed_last(micropython: Callable[..., str], tmp_path: Path) -> None:
    """The lights ask for that piece too, and for nothing that stands right."""
    with playing(tmp_path) as (board, pc):
        pc.play("-a4 +b5", 1)
        pc.play("-d1 -e1 +c1", 2)
        pc.play("+e1", 3)
        standing = board.squares()
        gone = ["e1", "a5", "h4", "d8"]
        for square in gone:
            board.set_square(square, False)
            pc.pass_ms(60)
        pc.until(lambda: pc.mode() == "r")
        pc.pass_ms(200)
        assert lit_in(pc, 2500) == {"blue": set(gone), "red": set(), "violet": set()}
        board.set_square("d4", True)
        board.set_square("h4", True)
        pc.pass_ms(200)
        assert lit_in(pc, 2500) == {"blue": {"e1", "a5", "d8"}, "red": {"d4"}, "violet": set()}
        board.set_square("d4", False)
        for square in ("a5", "e1", "d8"):
            board.set_square(square, True)
            pc.pass_ms(900)
        assert board.squares() == standing
        pc.until(lambda: pc.mode() == "p")
        kinds = [m.payload.split(" ")[2] for m in pc.heard if m.kind and m.kind in "PU"]
        assert len(kinds) == 3 and not [m for m in pc.heard if m.kind == "U"]


def test_the_start_position_set_up_on_the_real_firmware(micropython: Callable[..., str], tmp_path: Path) -> None:
    with playing(tmp_path) as (board, pc):
        for n, gesture in enumerate(("-a4 +b5", "-d1 +d2", "-d8 +d7", "-d2 +d3"), 1):
            pc.play(gesture, n)
        first = pc.game
        board.set_squares(())
        pc.until(lambda: pc.mode() == "r")
        board.set_squares(HOME)
        pc.pass_ms(200)
        assert lit_in(pc, 2500) == {"blue": set(), "red": set(), "violet": set(HOME)}
        board.press("ok")
        pc.until(lambda: pc.game != first and pc.mode() == "p")


def test_the_start_position_with_secret_kings_on_the_real_firmware(
    micropython: Callable[..., str], tmp_path: Path
) -> None:
    """The offer stands, then hands go on as in the new game: the board is not silent meanwhile."""
    home = [f"{column}{row}" for column in "abgh" for row in "3456"]
    with SimulatedBoard("pico-8x8", tmp_path) as board:
        pc = Pc(board)
        pc.until(lambda: pc.link.state == CONNECTED)
        pc.link.send("N", "kings-crossing:stealth")
        board.set_squares(home)
        pc.until(lambda: pc.mode() == "k")
        for _ in range(2):
            board.press("ok")
            pc.pass_ms(300)
        pc.until(lambda: pc.mode() == "p")
        pc.play("-b4 +c4", 3)  # after the seals of both kings
        board.set_squares(square for square in home if square[0] in "ab")
        pc.until(lambda: pc.mode() == "r")
        board.set_squares(home)
        pc.pass_ms(1000)
        board.set_square("g3", False)
        board.set_square("f3", True)
        connections = pc.link.connections
        pc.pass_ms(9000)
        assert pc.link.state == CONNECTED and pc.link.connections == connections
        board.set_squares([*(square for square in home if square != "b4"), "c4"])
        pc.until(lambda: pc.mode() == "p")
        assert len(pc.records) == 4  # a refusal more
