"""What the lights say in play: where a lifted piece may go, in every position of random games, and that nothing hides it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from crossboard.games.gestures import ply_touches
from crossboard.games.rules import ARRIVE, Game, footprint, game_at, legal_plies, new_game, square_name
from crossboard.library.trace import TraceEvent
from crossboard.recognize import Observer
from shared_rules.codes import KIND_CAPTURE, KIND_PASS
from shared_rules.protocol.signals import MARK_CAPTURE, MARK_MOVE, MARK_PLACE, MARK_WIN
from shared_rules.recognition.guide import paint
from tests.support.firmware_on_pins import firmware_over
from tests.support.variants import usual_specs

WAYS = (MARK_MOVE, MARK_CAPTURE, MARK_WIN, MARK_PLACE)
PHASE_MS = 128
CAPTURE = "cross-eyed ****3K****/****4****/****4****/***6***/k11/12/3R2p5/k11/***6***/****4****/****4****/****K3**** w"
OK, NEXT = 1, 2


class Strip:
    """Lights that remember what they show."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.rgb = [(0, 0, 0)] * count
        self.shown = 0

    def put(self, light: int, red: int, green: int, blue: int) -> None:
        self.rgb[light] = (red, green, blue)

    def show(self) -> None:
        self.shown += 1


@pytest.fixture(scope="module")
def firmware() -> Iterator[Any]:
    """Display, teacher and meanings of the lights, from the firmware."""
    with firmware_over(ModuleType("machine")):
        import firmware.game.teacher as teacher
        import firmware.lights.colours as colours
        import firmware.lights.display as display

        yield display, teacher, colours.MEANINGS


class Board:
    """A game under the recognizer, its marks and its lights; a light for every square, the corners those of the frame."""

    def __init__(self, spec: str, firmware: Any, teaching: int) -> None:
        display, teacher, self.meanings = firmware
        self.game: Game = game_at(spec) if " " in spec else new_game(spec)
        self.observer = Observer(self.game)
        self.recognizer = self.observer.recognizer
        self.teaching = teaching
        self.teacher = teacher.Teacher(self.recognizer)
        columns, size = self.game.columns, len(self.game.board)
        self.marks = bytearray(size)
        self.strip = Strip(size)
        corners = (0, columns - 1, size - columns, size - 1)
        self.display = display.Display(self.strip, corners, 20)
        self.display.lay(bytes(range(size)))
        self.time = 1000
        self.asked: tuple[int, ...] = ()

    def wait(self, ms: int) -> None:
        self.time += ms
        for happening in self.observer.until(self.time):
            if happening.what == "ask":
                self.asked = happening.offers
            assert happening.what != "refused", (happening, self.game.text())

    def touch(self, square: int, closed: bool) -> None:
        self.observer.feed(TraceEvent(self.time, square, closed, 0))

    def perform(self, ply: int) -> list[str]:
        """Play a ply as hands do, and answer what is asked; returns the ways of its piece that were not lit while it was lifted."""
        position, plies = self.game.text(), self.game.undoable
        found: list[str] = []
        touches = ply_touches(self.game, ply) if self.game.kind(ply) != KIND_PASS else []
        squares = ways(self.game).get(ply & 255, set())
        for i, touch in enumerate(touches):
            self.wait(touch.wait_ms)
            self.touch(touch.square, touch.closed)
            in_hand = touch.square == ply & 255 and (i == 0 or touches[i - 1].square == touch.square)
            if in_hand and i < len(touches) - 1:
                self.wait(100)
                found += [
                    f"{position}: {square_name(self.game, ply & 255)} to {name}" for name in self.missing(squares)
                ]
        self.wait(700)
        while self.recognizer.asking:
            offered = self.recognizer.offers[self.recognizer.offered]
            self.observer.feed(TraceEvent(self.time, 0, False, OK if offered == ply else NEXT))
            self.wait(50)
        self.wait(1500)
        assert self.game.undoable > plies, f"{position}: not understood"
        return found

    def study(self) -> None:
        while self.teacher.busy():
            self.teacher.study()

    def lit(self) -> dict[int, tuple[int, int, int]]:
        """Each square's colour, in whichever phase it shines."""
        self.study()
        paint(self.recognizer, self.marks, self.teaching, self.teacher)
        self.display.dirty = True
        seen: dict[int, tuple[int, int, int]] = {}
        for phase in range(8):
            now = self.time + phase * PHASE_MS
            shown = self.strip.shown
            while self.strip.shown == shown and self.display.due(now):
                self.display.show(self.marks, now)
            seen |= {square: rgb for square, rgb in enumerate(self.strip.rgb) if any(rgb)}
        return seen

    def colours(self) -> set[tuple[int, int, int]]:
        """What the ways look like."""
        return {tuple((part * 20 * 100 + 9999) // 10000 for part in self.meanings[mark][:3]) for mark in WAYS}  # type: ignore[misc]

    def missing(self, squares: set[int]) -> list[str]:
        """Those of the squares that do not say that something may go there."""
        lit, ways = self.lit(), self.colours()
        return [square_name(self.game, square) for square in sorted(squares) if lit.get(square) not in ways]


def ways(game: Game) -> dict[int, set[int]]:
    """Where the piece of each square may go; under -1 where a piece from beside the board may be put."""
    found: dict[int, set[int]] = {}
    for ply in legal_plies(game):
        if game.kind(ply) == KIND_PASS:
            continue
        origin, effects = ply & 255, footprint(game, ply)
        placed = effects[0][1] == ARRIVE
        found.setdefault(-1 if placed else origin, set()).add(game.destination(ply))
    return found


def look_round(board: Board) -> list[str]:
    """The ways that are not lit, each piece lifted and put back; a stack's are looked at when its card is played."""
    position = board.game.text()
    found: list[str] = []
    for origin, squares in ways(board.game).items():
        if origin >= 0 and hasattr(board.game, "below"):
            continue
        if origin >= 0:
            board.touch(origin, False)
            board.wait(200)
        name = square_name(board.game, origin) if origin >= 0 else "placed"
        found += [f"{position}: {name} to {missing}" for missing in board.missing(squares)]
        if origin >= 0:
            board.touch(origin, True)
            board.wait(1000)
    return found


def play(board: Board, rng: random.Random, plies: int) -> list[str]:
    """Random plies; the ways that were not lit."""
    board.wait(100)
    hidden: list[str] = []
    for _ in range(plies):
        legal = legal_plies(board.game)
        if not legal:
            break
        hidden += look_round(board) + board.perform(rng.choice(legal))
    return hidden


@pytest.mark.parametrize("games", [2, pytest.param(10, marks=pytest.mark.soak)])
@pytest.mark.parametrize("teaching", [1, 2])
@pytest.mark.parametrize("spec", usual_specs())
def test_every_legal_destination_is_lit(spec: str, teaching: int, games: int, firmware: Any) -> None:
    rng = random.Random(spec)
    for _ in range(games):
        assert play(Board(spec, firmware, teaching), rng, 40) == []


@pytest.mark.parametrize("notice", ["full", "refused"])
@pytest.mark.parametrize("spec", ["charing-cross", "kings-crossing", "card-chess:plain"])
def test_no_notice_hides_where_a_piece_may_go(spec: str, notice: str, firmware: Any) -> None:
    rng = random.Random(spec)
    for _ in range(6):
        board = Board(spec, firmware, 1)
        board.display.say_full(notice == "full")
        if notice == "refused":
            board.display.notice(firmware[0].REFUSED, board.time)
            board.display.due = lambda now: True  # it does not end
        assert play(board, rng, 40) == []
        assert set(board.lit().values()) - board.colours(), "and it is seen"


def test_a_captured_piece_that_is_off_already_is_a_way_too(firmware: Any) -> None:
    position = CAPTURE
    board = Board(position, firmware, 1)
    board.wait(100)
    captures = [ply for ply in legal_plies(board.game) if board.game.kind(ply) == KIND_CAPTURE]
    assert captures
    for ply in captures:
        origin, target = ply & 255, board.game.destination(ply)
        for first in ((origin, target), (target, origin)):
            for square in first:
                board.touch(square, False)
                board.wait(300)
            assert board.missing({target}) == [], board.game.ply_text(ply)
            for square in first:
                board.touch(square, True)
                board.wait(900)
            board.wait(3000)


def test_a_notice_that_finds_no_corner_free_comes_before_all_else(firmware: Any) -> None:
    board = Board("kings-crossing", firmware, 1)
    board.marks = bytearray([9] * len(board.marks))
    shown: set[tuple[int, int, int]] = set()
    for notice in (False, True):
        if notice:
            board.display.notice(firmware[0].REFUSED, board.time)
        board.display.dirty = True
        for phase in range(8):
            board.display.show(board.marks, board.time + phase * PHASE_MS)
            board.display.show(board.marks, board.time + phase * PHASE_MS)
            shown.add(board.strip.rgb[0])
    assert (51, 0, 0) in shown
