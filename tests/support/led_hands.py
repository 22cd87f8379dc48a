"""Hands at a board that plays: they play their own side by chance, and for the board's they do what the lights say.

For the board's ply they look at nothing but the lights (the marks that are shown), one touch at a time.
"""

from __future__ import annotations

import random
from typing import Any

from crossboard import profiles
from crossboard.games.gestures import ply_touches
from crossboard.games.rules import HOLE, KIND_CAPTURE, NOWHERE, game_at, legal_plies
from shared_rules.codes import KIND_PASS
from shared_rules.protocol.signals import (
    MARK_CAPTURE,
    MARK_EXTRA,
    MARK_LIFTED,
    MARK_MISSING,
    MARK_MOVE,
    MARK_TAKE_OFF,
)
from tests.support.firmware_on_pins import FakeBoard, Sensors

PROFILES = {"cross-eyed": "pico-cross"}
THINKING, LEADING = 1, 3  # states of the opponent
CUTS = 2  # in one ply, so that it is ever finished
STILL_MS = 20_000  # without a ply, a refusal, a question or a light to follow: something is stuck


class LedGame:
    """A game on a board without a PC; `at` the board's game."""

    def __init__(self, board: FakeBoard, name: str, rng: random.Random) -> None:
        self.board = board
        self.rng = rng
        board.profile = profiles.compile_profile(profiles.load(PROFILES.get(name, "pico-8x8")))
        self.closed: set[int] = set()  # squares of the game's frame
        self.carried = False
        self.switch_on()
        if self.game.name != name.partition(":")[0] or ":" in name:
            assert not board.new_game(name)
            self.run(100)

    def switch_on(self) -> None:
        """As after the power was cut, the pieces standing as they stand."""
        app = self.board.switch_on()
        app.sensing.sensors = Sensors(app.sensing.sensors.count)
        self._feel()
        self.run(50)

    @property
    def app(self) -> Any:
        return self.board.app

    @property
    def game(self) -> Any:
        return self.board.app.table.game

    def run(self, ms: int) -> None:
        self.board.run(ms)

    def _feel(self) -> None:
        square_of = self.app.table.layout.square_of
        for sensor in range(len(square_of)):
            self.app.sensing.sensors.closed[sensor] = square_of[sensor] in self.closed and square_of[sensor] != NOWHERE

    def set(self, square: int, closed: bool) -> None:
        (self.closed.add if closed else self.closed.discard)(square)
        self._feel()

    def set_up(self) -> None:
        """Put all pieces where the position has them."""
        self.closed = {s for s, value in enumerate(self.game.board) if value and value != HOLE}
        self._feel()
        self.run(700)

    def seat(self, first: int, second: int) -> None:
        """The board plays at these levels, 0: the hands do."""
        assert not self.app.link.commands().seat(f"0 {first}")
        assert not self.app.link.commands().seat(f"1 {second}")

    def play(self, turns: int, cut: float = 0.0) -> None:
        """Up to so many plies, the power being cut now and then."""
        still = cuts = 0
        seq = -1
        while self.app.current.plies < turns and not self.app.journal.over:
            if cuts < CUTS and self.rng.random() < cut:
                cuts += 1
                self.power_cut()
            if self.app.modes.letter() == ord("g"):
                self.set_up()
            elif self.app.journal.levels[self.game.side]:
                self.follow()
            else:
                self.own()
            still = 0 if self.app.journal.seq != seq else still + 1
            cuts = cuts if still else 0
            seq = self.app.journal.seq
            assert still < STILL_MS // 100, (
                self.game.text(),
                self.app.current.opponent.state,
                bytes(self.app.table.marks).hex(),
            )

    def power_cut(self) -> None:
        self.switch_on()

    def marked(self, *marks: int) -> list[int]:
        return [square for square, mark in enumerate(self.app.table.marks) if mark in marks]

    def follow(self) -> None:
        """The next touch that the lights ask for, if they ask for one."""
        app = self.app
        if (
            app.current.opponent.state != LEADING or app.table.recognizer.trouble
        ):  # a person sees by the corners that it still thinks
            if app.table.recognizer.trouble:
                self.put_right()
            self.run(100)
            return
        standing = self.closed
        for marks, closed in (
            ((MARK_LIFTED,), True),
            ((MARK_CAPTURE,), True),
            ((MARK_MOVE,), False),
            ((MARK_MISSING,), False),
            ((MARK_TAKE_OFF,), True),
        ):
            for square in self.marked(*marks):
                if (square in standing) == closed:
                    self.set(square, not closed)
                    self.run(100)
                    if marks == (MARK_MOVE,):  # a landing: it goes on from there
                        self.run(200)
                        self.set(square, False)
                    self.run(100)
                    return
        self.run(200)

    def put_right(self) -> None:
        for square in self.marked(MARK_EXTRA):
            self.set(square, False)
            self.run(100)
        for square in self.marked(MARK_MISSING):
            self.set(square, True)
            self.run(100)

    def own(self) -> None:
        """A legal ply of the players', captures preferred; a question about it is answered."""
        app = self.app
        self.run(450)
        if app.journal.over or app.journal.levels[self.game.side] or app.modes.letter() != ord("p"):
            return
        game = game_at(self.game.text())
        plies = legal_plies(game)
        if not plies or game.kind(plies[0]) == KIND_PASS:
            self.run(200)
            return
        captures = [ply for ply in plies if game.kind(ply) == KIND_CAPTURE]
        ply = self.rng.choice(captures if captures and self.rng.random() < 0.7 else plies)
        seq = app.journal.seq
        for touch in ply_touches(game, ply):
            self.run(touch.wait_ms // 2)
            self.set(touch.square, touch.closed)
        for _ in range(60):
            self.run(100)
            if app.modes.asking():
                self.board.app.modes.press(1 if app.table.recognizer.offers[app.table.recognizer.offered] == ply else 2)
            elif app.journal.seq != seq:
                return
            elif app.table.recognizer.trouble:
                self.put_right()


def sit_down(board: FakeBoard, name: str, levels: tuple[int, int], seed: int) -> LedGame:
    """A game in which the board plays at these levels, its pieces set up."""
    game = LedGame(board, name, random.Random(seed))
    game.seat(*levels)
    game.set_up()
    return game
