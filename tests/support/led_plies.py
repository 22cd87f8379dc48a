"""A side that is led, ply by ply: hands play a ply, and then do what the lights ask for the other side; time is not waited for.

There is no board, only the recognizer and the lights (the marks): so thousands of plies are tried in a minute.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from crossboard.games.gestures import ply_touches
from crossboard.games.rules import Game, footprint, game_at, legal_plies, new_game
from crossboard.recognize import Observer
from crossboard.recognize.inference import Happening
from firmware.game.leader import lead
from shared_rules.codes import KIND_PASS, STACK
from shared_rules.protocol.signals import (
    BUTTON_NEXT,
    BUTTON_OK,
    MARK_CAPTURE,
    MARK_EXTRA,
    MARK_LIFTED,
    MARK_MISSING,
    MARK_MOVE,
    MARK_TAKE_OFF,
)
from shared_rules.recognition.guide import paint

LIT = {
    MARK_LIFTED: True,
    MARK_CAPTURE: True,
    MARK_TAKE_OFF: True,
    MARK_EXTRA: True,
    MARK_MOVE: False,
    MARK_MISSING: False,
}
"""What hands touch by a mark: what stands there they lift (True), or they put something there."""
THINKS_MS = 500  # until hands answer a question
QUIET_MS = 7000  # by then everything is told that will be
MOST_TOUCHES = 200


class Fault(AssertionError):
    """What the board did was not what it should, with all that led to it."""


class Hands:
    """At a position, with the board's lights; `told` is what was told, `asked` the open question."""

    def __init__(self, position: str, dice: random.Random) -> None:
        self.dice = dice
        self.reader = Observer(game_at(position))
        self.done: list[str] = [position]
        self.told: list[int] = []
        self.asked: tuple[int, ...] = ()
        self.sides = 0  # that are led, a bit each
        self.wants = -1  # of the open question

    @property
    def game(self) -> Game:
        return self.reader.game

    @property
    def recognizer(self) -> Any:
        return self.reader.recognizer

    def fail(self, why: str) -> None:
        raise Fault(f"{why}: {' | '.join(self.done)}")

    def run(self, ms: int) -> None:
        """Let time pass; a question that comes is answered."""
        end = self.reader.now + ms
        while self.reader.now < end:
            for happening in self.reader.until(min(end, self.reader.now + THINKS_MS)):
                self._hear(happening)
            if self.recognizer.asking:
                self._answer()

    def _hear(self, happening: Happening) -> None:
        self.done.append(f"{happening.time}: {happening.what} {happening.ply} {happening.offers}")
        if self.recognizer.asking and self.sides >> self.recognizer.game.side & 1:
            self.fail("the board asks about the ply to which it leads")
        if happening.what == "ply":
            if self.game.kind(happening.ply) != KIND_PASS:
                self.told.append(happening.ply)
        elif happening.what in ("takeback", "refused"):
            self.fail(f"there is a {happening.what}")

    def _answer(self) -> None:
        reader = self.recognizer
        for _ in range(reader.offer_count):
            if reader.offers[reader.offered] == self.wants:
                reader.button(BUTTON_OK, self.reader.now)
                return
            reader.button(BUTTON_NEXT, self.reader.now)
        self.fail("the board asks about something else than what was played")

    def set(self, square: int, closed: bool) -> None:
        self.done.append(f"{self.reader.now}{'+' if closed else '-'}{square}")
        self.reader.debounce.feed(square, int(closed), self.reader.now)

    def play(self, ply: int) -> None:
        """A ply of a side that is not led, at the pace of hands."""
        self.done.append(self.game.ply_text(ply))
        self.wants = ply
        pace = self.dice.uniform(0.8, 3)
        for touch in ply_touches(self.game, ply):
            self.run(int(touch.wait_ms * pace))
            self.set(touch.square, touch.closed)
        self._until_told(ply)

    def _until_told(self, ply: int) -> None:
        self.run(QUIET_MS)
        if self.told != [ply]:
            self.fail(f"told {self.told}, not {ply}")
        self.told.clear()

    def meddle(self, ply: int) -> None:
        """Straighten what that ply touches, before anybody is asked for it."""
        squares = [square for square, _ in footprint(self.game, ply) if self.recognizer.now[square]]
        for square in self.dice.sample(squares, self.dice.randint(1, len(squares)) if squares else 0):
            self.set(square, False)
            self.run(self.dice.randint(60, 600))
            self.set(square, True)
            self.run(self.dice.randint(400, 1500))

    def _lit(self, marks: bytearray, covered: list[int]) -> list[int]:
        """The squares to touch now: before the piece is lifted, none is put down but that which it will cover."""
        now = self.recognizer.now
        lit = [square for square in range(len(marks)) if LIT.get(marks[square]) == bool(now[square])]
        begins = any(marks[square] == MARK_LIFTED for square in lit)
        lit = [square for square in lit if now[square] or not begins or square in covered]
        carries = any(marks[square] == MARK_MISSING for square in lit)
        return [square for square in lit if carries or marks[square] != MARK_MOVE]

    def follow(self, ply: int, sides: int) -> None:
        """Do what the lights ask for, which lead to `ply`, in any order and at any pace."""
        recognizer, game = self.recognizer, self.game
        self.done.append(f"led {game.ply_text(ply)}")
        self.sides = sides
        recognizer.hold(sides)
        if self.dice.random() < 0.3:
            self.meddle(ply)
        self.run(self.dice.randint(50, 3000))
        self.wants = -1
        recognizer.expect(ply, game.digest())
        self.run(50)
        slow = self.dice.choice((150, 400, 1200, 4000))
        marks = bytearray(len(recognizer.now))
        covered = [square for square, effect in footprint(game, ply) if effect == STACK]
        for _ in range(MOST_TOUCHES):
            if self.told:
                break
            if recognizer.asking or not recognizer.settled():
                self.run(100)
                continue
            paint(recognizer, marks)
            if not recognizer.trouble:
                lead(recognizer, ply, 0, marks)
            lit = self._lit(marks, covered)
            if not lit:
                self.run(100)
                continue
            square = self.dice.choice(lit)
            self.set(square, not recognizer.now[square])
            self.run(self.dice.randint(60, slow))
            if marks[square] == MARK_MOVE:  # a landing: it goes on from there
                self.set(square, False)
                self.run(self.dice.randint(60, slow))
        self._until_told(ply)


def touched(game: Game, ply: int) -> set[int]:
    """The squares that a ply touches."""
    return {square for square, _ in footprint(game, ply)}


def positions(spec: str, dice: random.Random) -> Iterator[Game]:
    """Positions of games played by chance, for ever."""
    while True:
        game = new_game(spec)
        for _ in range(dice.randint(0, 60)):
            plies = legal_plies(game)
            if not plies:
                break
            game.push(dice.choice(plies))
        if not game.result:
            yield game


def tries(spec: str, dice: random.Random) -> Iterator[tuple[str, int, int]]:
    """A position, a ply there, and a reply, for ever: half of the replies touch a square of that ply, if any does."""
    for game in positions(spec, dice):
        text = game.text()
        plies = [ply for ply in legal_plies(game) if game.kind(ply) != KIND_PASS]
        for ply in dice.sample(plies, min(4, len(plies))):
            squares = touched(game, ply)
            game.push(ply)
            replies = [reply for reply in legal_plies(game) if game.kind(reply) != KIND_PASS]
            near = [reply for reply in replies if squares & touched(game, reply)]
            for chosen in (near, replies):
                if chosen and game.side != game_at(text).side:
                    yield text, ply, dice.choice(chosen)
            game.pop()


def led(text: str, ply: int, reply: int, seed: int) -> None:
    """Hands play `ply`, are led through `reply`, and play on; Fault if the board did not take each for what it was."""
    hands = Hands(text, random.Random(seed))
    side = hands.game.side
    hands.play(ply)
    squares = touched(hands.game, reply)
    hands.follow(reply, 2 >> side)
    game = hands.game
    if game.result or game.side != side:
        return
    plies = [one for one in legal_plies(game) if game.kind(one) != KIND_PASS]
    near = [one for one in plies if squares & touched(game, one)]
    if near or plies:
        hands.play(hands.dice.choice(near or plies))
