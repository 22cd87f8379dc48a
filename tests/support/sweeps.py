"""Boards swept in the middle of a game: pieces off and on wrong squares, then put back in any order and at any pace.

A `Table` is a game in virtual time, with somebody who plays it, sweeps it, follows its lights, and says at every question that
none of the answers is right, or does not press anything. Nothing here knows how the recognizer decides.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Collection
from typing import Any

from crossboard.games.gestures import ply_touches, standing_in
from crossboard.games.rules import HOLE, LEAVE, STACK, SWAP, TAKEN, footprint, legal_plies, new_game, square_name
from crossboard.library.trace import TraceEvent
from crossboard.recognize import Happening, Observer
from shared_rules.codes import KIND_PASS, MAYBE
from shared_rules.protocol.signals import BUTTON_BACK, BUTTON_NEXT, BUTTON_OK, MARK_EXTRA, MARK_MISSING, MARK_NONE

_guide: Any = importlib.import_module("shared_rules.recognition.guide")

NOTICED_MS = 100  # after a change the lights show it
MANY = 5  # of so many pieces, no one or two plies leave fewer than three astray
LIFTS = (LEAVE, TAKEN, SWAP, STACK, MAYBE)


class Table:
    """A game of `spec`; `told` are the plies that the board has recorded, `played` those that were meant."""

    def __init__(self, spec: str, seed: int) -> None:
        self.dice = random.Random(f"{spec}/{seed}")
        self.observer = Observer(new_game(spec))
        self.meant = new_game(spec)
        self.meant.set_text(self.observer.game.text())
        self.standing = standing_in(self.meant)
        self.told: list[int] = []
        self.played: list[int] = []
        self.log: list[Happening] = []
        self.presses_back = False
        self.offers: tuple[int, ...] = ()
        self.trace: list[str] = []

    # Time

    def wait(self, ms: int) -> None:
        """Let time pass, answering what is asked meanwhile with BACK, if the hands do that."""
        end = self.observer.now + ms
        while True:
            self._pass(min(end, self.observer.now + 150))
            if self.offers and self.presses_back:
                self.press(BUTTON_BACK)
            if self.observer.now >= end:
                return

    def _pass(self, time: int) -> None:
        for happening in self.observer.until(time):
            self.log.append(happening)
            if happening.what == "ply":
                self.told.append(happening.ply)
            elif happening.what == "takeback":
                self.told.pop()
            elif happening.what == "ask":
                self.offers = happening.offers
            elif happening.what == "unask":
                self.offers = ()

    def press(self, button: int) -> None:
        self.trace.append(f"{self.observer.now} !{('', 'ok', 'next', 'back')[button]}")
        self.observer.feed(TraceEvent(self.observer.now, -1, False, button))
        self._pass(self.observer.now)

    def set(self, square: int, closed: bool) -> None:
        """A piece is lifted or put down."""
        if (square in self.standing) != closed:
            self.trace.append(f"{self.observer.now} {'+' if closed else '-'}{square_name(self.meant, square)}")
            self.standing ^= {square}
            self.observer.feed(TraceEvent(self.observer.now, square, closed))

    # Play

    def play(self) -> bool:
        """A ply as a careful player performs it, who answers what is asked; False if the game is over."""
        plies = legal_plies(self.meant)
        if not plies:
            return False
        ply = self._choose(plies)
        for touch in ply_touches(self.meant, ply):
            self._pass(self.observer.now + touch.wait_ms)
            self.set(touch.square, touch.closed)
        self._push(ply)
        while [self.meant.kind(other) for other in legal_plies(self.meant)] == [KIND_PASS]:
            self._push(legal_plies(self.meant)[0])
        self._pass(self.observer.now + 2500)
        while self.offers and ply in self.offers:
            reader = self.observer.recognizer
            self.press(BUTTON_OK if reader.offers[reader.offered] == ply else BUTTON_NEXT)
        self._pass(self.observer.now + 500)
        return not self.meant.result

    def _choose(self, plies: list[int]) -> int:
        """A ply, if there is one, of other squares than the last: of the same stacks, it could be that one put back."""
        game = self.meant
        last = self.played[-1] if self.played else -1
        ends = {last & 255, game.destination(last)} if last >= 0 else set[int]()
        others = [ply for ply in plies if not ends & {ply & 255, game.destination(ply)}]
        return self.dice.choice(others or plies)

    def _push(self, ply: int) -> None:
        self.meant.push(ply)
        self.played.append(ply)

    # Sweeping

    def may_be_a_ply(self, gone: Collection[int]) -> bool:
        """Whether who lifted these pieces, and none else, may be about to make a ply."""
        for ply in legal_plies(self.meant):
            if set(gone) <= {square for square, effect in footprint(self.meant, ply) if effect in LIFTS}:
                return True
        return False

    def sweep(self) -> bool:
        """Sweep three pieces or more off the board, put some on wrong squares, and all back; False if there are too few."""
        dice = self.dice
        squares = sorted(standing_in(self.meant))
        if len(squares) < 3:
            return False
        many = dice.choice((3, 3, 4, 5, len(squares), dice.randint(3, len(squares))))
        gone = dice.sample(squares, min(many, len(squares)))
        if self.played and dice.random() < 0.5:  # the piece that has just come to its square, too
            end = self.meant.destination(self.played[-1])
            if end in squares and end not in gone:
                gone[0] = end
        if self.may_be_a_ply(gone):
            return False
        self.presses_back = dice.random() < 0.5
        pace = dice.choice((20, 80, 200, 500))
        for square in gone:
            self.set(square, False)
            self.wait(dice.randint(0, pace))
        if len(gone) >= MANY and dice.random() < 0.5:
            self._stray(gone, 60)
        self.wait(dice.choice((1200, 1500, 4000, 9000)))
        self.check_lights()
        self._stray(gone, dice.choice((200, 1000, 4000)))
        self._put_back(dice.choice((60, 300, 900, 4000)))
        self.wait(2000)
        self.presses_back = False
        return True

    def _stray(self, gone: list[int], pace: int) -> None:
        """Some of the swept pieces come to wrong squares."""
        dice = self.dice
        free = [s for s, value in enumerate(self.meant.board) if value != HOLE and s not in self.standing]
        if pace < NOTICED_MS:  # none lands where it stood, as if it had not been swept
            free = [s for s in free if s not in gone]
        for square in dice.sample(free, min(dice.choice((0, 0, 1, 2, 5, len(gone))), len(gone), len(free))):
            if square in gone and dice.random() < 0.5:
                continue
            self.set(square, True)
            self.wait(dice.randint(20, pace))

    def _put_back(self, pace: int) -> None:
        """Put all right, in any order; now and then a piece is taken off again, or one more goes astray."""
        dice = self.dice
        while wrong := sorted(self.standing ^ standing_in(self.meant)):
            square = dice.choice(wrong)
            self.set(square, square not in self.standing)
            if dice.random() < 0.08:
                other = dice.choice([s for s, value in enumerate(self.meant.board) if value != HOLE])
                if len(wrong) > 4:
                    self.set(other, other not in self.standing)
            self.wait(dice.randint(20, pace))
            if dice.random() < 0.2 and len(wrong) > 1:
                self.wait(NOTICED_MS)
                self.check_lights()

    def check_lights(self) -> None:
        """The lights show what is missing and what is too many, and nothing else."""
        marks = bytearray(len(self.meant.board))
        _guide.paint(self.observer.recognizer, marks)
        wanted = standing_in(self.meant)
        for square, mark in enumerate(marks):
            missing, extra = square in wanted - self.standing, square in self.standing - wanted
            right = MARK_MISSING if missing else MARK_EXTRA if extra else MARK_NONE
            assert mark == right, f"{square_name(self.meant, square)} {mark}, not {right}\n{self.story()}"

    def story(self) -> str:
        """What hands did and what was told, for whoever looks into a failure."""
        told = [f"{h.time} {h.what} {self.meant.ply_text(h.ply) if h.ply >= 0 else ''}" for h in self.log]
        lines = sorted(self.trace + told, key=lambda line: int(line.split()[0]))
        return self.meant.text() + "\n" + "\n".join(lines[-60:])


def sweep_often(spec: str, seed: int, sweeps: int) -> None:
    """So many sweeps in games of `spec`; nothing is recorded but what is played between them."""
    done = 0
    table = Table(spec, seed)
    while done < sweeps:
        for _ in range(table.dice.randint(1, 3)):
            if not table.play() or len(table.played) > 60:
                seed += 1000
                table = Table(spec, seed)
        assert table.told == table.played, "play: " + table.story()
        heard = len(table.log)
        if table.sweep():
            done += 1
            records = [h for h in table.log[heard:] if h.what in ("ply", "takeback", "over")]
            assert not records and not table.offers, f"sweep {done}:\n{table.story()}"
            assert not table.observer.recognizer.trouble, f"sweep {done}:\n{table.story()}"
