"""Typed gestures for a simulated board: what hands would do to the pieces, square by square.

`-a4 +b5` lifts the piece of a4 and puts one on b5. A ply or a whole turn (`a4-b5`, `d3xb5@a4`) stands for the gesture that
a player would perform it with; one that is not legal is refused, and no piece is moved.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from crossboard.errors import CrossboardError
from crossboard.games.formats import read_notation, read_square_notation
from crossboard.games.reasons import illegal_words
from crossboard.games.rules import (
    ARRIVE,
    HOLE,
    LEAVE,
    PATH,
    PLACED,
    STACK,
    SWAP,
    TAKEN,
    Game,
    IllegalPlyError,
    RulesError,
    footprint,
    game_at,
    square_name,
)
from crossboard.games.turns import LEFT_THE_GAME, parts
from crossboard.language import tr

STEP_MS = 250  # from one movement of the hand to the next
TOUCH_MS = 300  # a landing on the way: longer than a piece that only passes over closes a switch
PAUSE_MS = 500  # after a gesture: what a player can be held to before the opponent acts is 400 ms
IDLE_MS = 3000
SET_UP_MS = 30  # between two pieces when all are put up

RAW = re.compile(r"([-+])([a-z]?\d\d?)")
DIGIT = re.compile(r"\d")  # every ply has one but a few, which are named by words


class Touch(NamedTuple):
    """After so many ms the switch of a square of the game's frame closes or opens."""

    wait_ms: int
    square: int
    closed: bool


@dataclass
class Gesture:
    """What to do, and the plies (as text) that it is meant to give."""

    touches: list[Touch] = field(default_factory=list[Touch])
    plies: list[str] = field(default_factory=list[str])


def read_gesture(game: Game, words: Iterable[str], over: str = "") -> Gesture:
    """The gesture that was typed; CrossboardError if it can't be understood, or, with the words `over`, if it is a ply."""
    gesture = Gesture()
    scratch = game_at(game.text())
    for word in words:
        raw = RAW.fullmatch(word)
        try:
            if raw:
                gesture.touches.append(Touch(STEP_MS, read_square_notation(game, raw[2]), raw[1] == "+"))
            else:
                _read_turn(scratch, word, gesture, over)
        except RulesError as error:
            raise CrossboardError(str(error)) from error
    for touch in gesture.touches:
        if game.board[touch.square] == HOLE:
            raise CrossboardError(f"this game has no square {square_name(game, touch.square)}")
    return gesture


def _read_turn(scratch: Game, word: str, gesture: Gesture, over: str) -> None:
    ply, placement = parts(scratch, word)
    _read_ply(scratch, ply, gesture, over)
    if placement not in ("", LEFT_THE_GAME):
        _read_ply(scratch, placement, gesture, over)


def _read_ply(scratch: Game, text: str, gesture: Gesture, over: str) -> None:
    try:
        ply = read_notation(scratch, text)
    except IllegalPlyError as error:
        raise CrossboardError(
            over or f"{text}: {illegal_words(scratch, error, text) or error}; no piece was moved"
        ) from error
    except RulesError as error:
        if DIGIT.search(text):
            raise
        raise CrossboardError(f"'{text}' is neither a command nor a move; type help") from error
    if over:
        raise CrossboardError(over)
    gesture.touches += ply_touches(scratch, ply)
    gesture.plies.append(scratch.ply_text(ply))
    scratch.push(ply)


def ply_touches(game: Game, ply: int) -> list[Touch]:
    """How a player performs a ply that is legal here: lift, touch down on the way, take off, put down."""
    effects = footprint(game, ply)
    touches = [Touch(STEP_MS, square, False) for square, effect in effects if effect == LEAVE]
    for square, effect in effects:
        if effect == STACK:  # the whole stack is lifted, and put back without its top card or with one more
            touches += [Touch(STEP_MS, square, False), Touch(STEP_MS, square, True)]
    for square, effect in effects:
        if effect == PATH:
            touches += [Touch(STEP_MS, square, True), Touch(TOUCH_MS, square, False)]
    touches += [Touch(STEP_MS, square, False) for square, effect in effects if effect in (TAKEN, SWAP)]
    for square, effect in [*effects[1:], *effects[:1]]:  # a second piece after the first
        if effect in (ARRIVE, SWAP):
            touches.append(Touch(STEP_MS, square, True))
    touches += [Touch(STEP_MS, square, True) for square, effect in effects if effect == PLACED]
    return touches


def set_up(game: Game, standing: set[int]) -> list[Touch]:
    """From the squares on which pieces stand to those of the position."""
    wanted = standing_in(game)
    return [Touch(SET_UP_MS, square, square in wanted) for square in sorted(wanted ^ standing)]


def standing_in(game: Game) -> set[int]:
    """The squares on which the position has pieces."""
    return {square for square, value in enumerate(game.board) if value and value != HOLE}


class Workbench(Protocol):
    """The squares, buttons and lights of a simulated board, by the names of the board's own squares."""

    def set_square(self, square: str, closed: bool) -> None: ...
    def squares(self) -> set[str]: ...
    def press(self, button: str) -> None: ...
    def lights(self) -> dict[str, tuple[int, int, int]]: ...
    def own_ms(self) -> float: ...


REAL = tr("this is a real board: move its pieces by hand")


class Hand:
    """Performs gestures on a simulated board, in time: the board's own too, which a busy PC lets pass more slowly."""

    def __init__(self, bench: Workbench) -> None:
        self.bench = bench
        self._columns = 8
        self._origin = (0, 0)
        self._waiting: deque[Touch] = deque()
        self._due_ms = 0
        self._wait_ms = 0  # of the board's own time, from the last touch to the next
        self._touched = (0, 0.0)  # when it touched something last, in our time and in the board's

    def lay(self, game: Game, origin: str) -> None:
        """Where the game lies on the board; `origin` is the board's square under the game's a1."""
        self._columns = game.columns
        self._origin = (ord(origin[0]) - ord("a"), int(origin[1:]) - 1)

    def name(self, square: int) -> str:
        """The board's name for a square of the game's frame."""
        column, row = square % self._columns + self._origin[0], square // self._columns + self._origin[1]
        return f"{chr(ord('a') + column)}{row + 1}"

    def square(self, name: str) -> int:
        """The game's square under a name of the board's; below 0 if it is outside."""
        column, row = ord(name[0]) - ord("a") - self._origin[0], int(name[1:]) - 1 - self._origin[1]
        return row * self._columns + column if 0 <= column < self._columns and row >= 0 else -1

    def standing(self) -> set[int]:
        """The squares of the game on which pieces stand."""
        return {square for square in map(self.square, self.bench.squares()) if square >= 0}

    @property
    def busy(self) -> bool:
        """Whether a gesture is still going on."""
        return bool(self._waiting)

    def check(self, touches: Iterable[Touch]) -> None:
        """CrossboardError if a gesture lifts a piece where none stands: a hand would find nothing there."""
        standing = self.standing()
        for touch in touches:
            if not touch.closed and touch.square not in standing:
                raise CrossboardError(
                    tr(
                        "no piece stands on {square} of the board; setup puts the pieces where the game has them",
                        square=self.name(touch.square),
                    )
                )
            (standing.add if touch.closed else standing.discard)(touch.square)

    def perform(self, touches: Iterable[Touch], now_ms: int) -> None:
        """Begin a gesture, or go on with it after the one that is under way."""
        given = list(touches)
        if not self._waiting and given:
            self._due_ms = max(self._due_ms, now_ms) + given[0].wait_ms
        self._waiting.extend(given)

    def tick(self, now_ms: int) -> None:
        """Do what is due."""
        while self._waiting and now_ms >= self._due_ms and self.has_rested(self._wait_ms, now_ms):
            touch = self._waiting.popleft()
            self.bench.set_square(self.name(touch.square), touch.closed)
            wait = self._waiting[0].wait_ms if self._waiting else PAUSE_MS
            self._touched = (now_ms, self.bench.own_ms())
            self._due_ms = now_ms + wait
            self._wait_ms = wait

    def has_rested(self, ms: int, now_ms: int) -> bool:
        """Whether that much of the board's time has passed since it touched something; a board without firmware has no time and
        is not waited for long."""
        at, own = self._touched
        return self.bench.own_ms() >= own + ms or now_ms >= at + ms + IDLE_MS

    def drop(self) -> None:
        """Forget what was still to be done."""
        self._waiting.clear()
