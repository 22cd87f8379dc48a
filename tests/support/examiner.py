"""A second model of hands, written from FORMATS' contract alone: what a player can be held to, and nothing of hands.py.

It schedules each ply as a list of touches, each with the window in which it may come, and lays unrelated happenings (pieces
put straight, shadows, flickers, bounce) over it wherever the contract allows them. A game is a list of (time, square, closed)
and of answers. What a player does about a question is what a person would do: look what is offered, and press NEXT until the
ply that was meant is offered, then OK; so a runner has to tell the `Examiner` what is asked.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from crossboard.games.check.promises import ways
from crossboard.games.rules import ARRIVE, HOLE, LEAVE, NOWHERE, PATH, STACK, SWAP, TAKEN, Game, footprint, legal_plies
from crossboard.library.trace import Trace, TraceEvent
from crossboard.recognize import AFTER_MS, Happening, Observer
from shared_rules.codes import KIND_PASS, MAYBE
from tests.support.two_pieces import touches

OK, NEXT, BACK = 1, 2, 3
REST = 400  # a piece that has arrived stays for so long before the opponent's first action
OPEN = 60  # a piece lifted to go somewhere, to be captured or adjusted leaves its square open for at least so long
PASSING = 250
FLICKER = 15
BOUNCE = 10
TWO_PAUSE = 3000  # between the touches of a ply of two pieces
LOOK = 2500  # so long a player waits for a question where there may be one
AGAIN = 150  # who puts a ply back may begin another so much later


class Examiner:
    """Performs random legal games; `pace` below 1 is a player in haste, always within the limits."""

    def __init__(self, game: Game, seed: str) -> None:
        self.game = game
        self.dice = random.Random(seed)
        self.pace = self.dice.choice((0.3, 0.6, 1.0, 1.6))
        self.clock = 1500
        self.closed = [bool(value) and value != HOLE for value in game.board]
        self.edges: list[tuple[int, int, bool]] = []

    # Touches

    def ms(self, low: int, high: int) -> int:
        """A time of at least `low` ms, longer ones the rarer."""
        return low + int((high - low) * self.dice.random() ** 2 * self.pace)

    def touch(self, square: int, closed: bool, time: int) -> None:
        if self.closed[square] != closed:
            self.closed[square] = closed
            self.edges.append((time, square, closed))

    def turn(self) -> int | None:
        """Perform one more ply, perhaps after something else; returns it, None where the game has none."""
        plies = legal_plies(self.game)
        if not plies:
            return None
        ply = self.choose(plies)
        if self.game.kind(ply) != KIND_PASS:
            if self.dice.random() < 0.12:
                self.adjust()
            if self.dice.random() < 0.07:
                self.try_and_put_back(plies)
            self.perform(ply)
        self.game.push(ply)
        return ply

    def choose(self, plies: list[int]) -> int:
        """Any of them, but those that move two pieces more often."""
        two = [ply for ply in plies if ways(footprint(self.game, ply))]
        return self.dice.choice(two if two and self.dice.random() < 0.3 else plies)

    def perform(self, ply: int) -> None:
        foot = footprint(self.game, ply)
        origin, leaving = foot[0]
        now = self.clock
        if leaving == ARRIVE:
            now = self.wander(now, origin, set())
            self.touch(origin, True, now)
        elif ways(foot):
            now = self.move_two(foot, now)
        elif len(foot) == 1 or foot[1][1] not in (ARRIVE, SWAP, STACK):
            now = self.round_trip(foot, now)
        else:
            now = self.move(foot, now)
        if self.dice.random() < 0.1:
            now = self.nudge(self.game.destination(ply), now)
        self.clock = now + REST + self.ms(0, 2500)
        if self.may_be_asked(ply, foot):
            self.clock = max(self.clock, now + LOOK)

    def may_be_asked(self, ply: int, foot: list[tuple[int, int]]) -> bool:
        """Whether the player looks at the lights for a question: two stacks, or another ply that does the same."""
        if sum(effect == STACK for _, effect in foot) == 2 or ways(foot):
            return True
        mine = {(s, e) for s, e in foot if e != PATH}
        same = [p for p in legal_plies(self.game) if {(s, e) for s, e in footprint(self.game, p) if e != PATH} == mine]
        return len(same) > 1

    def move(self, foot: list[tuple[int, int]], now: int) -> int:
        """Lift, carry, put down; the pieces taken leave when they like."""
        dice = self.dice
        (origin, leaving), (target, arriving) = foot[0], foot[1]
        taken = [square for square, effect in foot[2:] if effect == TAKEN or (effect == MAYBE and dice.random() < 0.5)]
        path = [square for square, effect in foot[2:] if effect == PATH]
        dice.shuffle(taken)
        first, late = [], []
        for square in taken:
            (first if dice.random() < 0.5 else late).append(square)
        for square in first:
            self.touch(square, False, now)
            now += self.ms(OPEN, 700)
        opened_before = arriving != ARRIVE and dice.random() < 0.5
        if opened_before:
            self.touch(target, False, now)
            now += self.ms(OPEN, 900)
        if dice.random() < 0.08 and leaving == LEAVE:
            self.touch(origin, False, now)
            now += self.ms(OPEN, 500)
            self.touch(origin, True, now)
            now += self.ms(100, 600)
        self.touch(origin, False, now)
        now += self.ms(OPEN, 500)
        rest_first = leaving == STACK and dice.random() < 0.6
        if rest_first:
            self.touch(origin, True, now)
            now += self.ms(40, 600)
        for square in path:
            if dice.random() < 0.6 and not self.closed[square]:
                self.touch(square, True, now)
                now += self.ms(60, 600)
                self.touch(square, False, now)
                now += self.ms(20, 200)
        now = self.wander(now, target, {square for square, _ in foot})
        if arriving != ARRIVE and not opened_before:
            self.touch(target, False, now)
            now += self.ms(OPEN, 700)
        self.touch(target, True, now)
        if leaving == STACK and not rest_first:
            now += self.ms(40, 600)
            self.touch(origin, True, now)
        for square in late:
            now += self.ms(OPEN, 600)
            self.touch(square, False, now)
        return now

    def move_two(self, foot: list[tuple[int, int]], now: int) -> int:
        """Two pieces, one after the other or both in hand, with pauses."""
        for square, closed in touches(foot, self.dice):
            self.touch(square, closed, now)
            last, now = now, now + self.ms(OPEN, 700 if self.dice.random() < 0.7 else TWO_PAUSE)
        return last

    def round_trip(self, foot: list[tuple[int, int]], now: int) -> int:
        origin = foot[0][0]
        self.touch(origin, False, now)
        now += self.ms(200, 900)
        for square, effect in foot[1:]:
            if effect == TAKEN:
                self.touch(square, False, now)
                now += self.ms(OPEN, 500)
        self.touch(origin, True, now)
        return now

    def wander(self, now: int, target: int, busy: set[int]) -> int:
        """The piece passes over empty squares, or rests on one, on its way."""
        while self.dice.random() < 0.3:
            free = [s for s in self.around(target) if not self.closed[s] and s not in busy and s != target]
            if not free:
                break
            square = self.dice.choice(free)
            self.touch(square, True, now)
            now += self.dice.randint(10, PASSING)
            self.touch(square, False, now)
            now += self.ms(10, 120)
        return now

    def around(self, square: int) -> list[int]:
        columns = self.game.columns
        column, row = square % columns, square // columns
        return [
            s
            for s, value in enumerate(self.game.board)
            if value != HOLE and max(abs(s % columns - column), abs(s // columns - row)) <= 2
        ]

    def nudge(self, square: int, now: int) -> int:
        """The piece that has arrived is put straight."""
        if square == NOWHERE or not self.closed[square]:
            return now
        now += self.ms(80, 400)
        self.touch(square, False, now)
        now += self.ms(OPEN, 250)
        self.touch(square, True, now)
        return now

    def adjust(self) -> None:
        standing = [s for s, closed in enumerate(self.closed) if closed]
        if not standing:
            return
        square = self.dice.choice(standing)
        self.touch(square, False, self.clock)
        self.clock += self.ms(OPEN, 900)
        self.touch(square, True, self.clock)
        self.clock += self.ms(REST, 1500)

    def try_and_put_back(self, plies: list[int]) -> None:
        """Make a ply, and put everything back as it was: plain ones, whose putting back looks like nothing else."""
        ply = self.dice.choice(plies)
        foot = footprint(self.game, ply)
        if [effect for _, effect in foot] != [LEAVE, ARRIVE]:
            return
        origin, target = foot[0][0], foot[1][0]
        self.game.push(ply)
        answers = [p for p in legal_plies(self.game) if {p & 255, self.game.destination(p)} & {origin, target}]
        passes = [self.game.kind(p) for p in legal_plies(self.game)] == [KIND_PASS]
        self.game.pop()
        if answers or passes:
            return
        self.touch(origin, False, self.clock)
        self.clock += self.ms(OPEN, 500)
        self.touch(target, True, self.clock)
        self.clock += self.ms(REST, 1500)
        self.touch(target, False, self.clock)
        self.clock += self.ms(OPEN, 500)
        self.touch(origin, True, self.clock)
        self.clock += self.ms(AGAIN, 900)

    # The sensors

    def raw(self, since: int) -> list[tuple[int, int, bool]]:
        """The edges from the `since`-th on as sensors give them: bounce, flickers, two sensors closed by one piece."""
        dice = self.dice
        found: list[tuple[int, int, bool]] = []
        new = self.edges[since:]
        for i, (time, square, closed) in enumerate(new):
            found.append((time, square, closed))
            following = min((t for t, s, _ in new[i + 1 :] if s == square), default=1 << 60)
            if dice.random() < 0.6:
                at = time
                for _ in range(dice.randint(1, 3)):
                    one = at + dice.randint(1, 3)
                    other = one + dice.randint(1, 3)
                    if other > time + BOUNCE or other + 12 >= following:
                        break
                    found += [(one, square, not closed), (other, square, closed)]
                    at = other
            if closed and dice.random() < 0.12:
                self._flicker(found, time, square, following)
            if closed and dice.random() < 0.12:
                self._beside(found, new, time, square, following)
        found.sort(key=lambda edge: edge[0])
        return found

    def _flicker(self, found: list[tuple[int, int, bool]], time: int, square: int, following: int) -> None:
        at = time + self.dice.randint(40, 400)
        if at + FLICKER + 40 < following:
            found += [(at, square, False), (at + self.dice.randint(2, FLICKER), square, True)]

    def _beside(
        self,
        found: list[tuple[int, int, bool]],
        new: list[tuple[int, int, bool]],
        time: int,
        square: int,
        following: int,
    ) -> None:
        """The piece that arrives closes an empty neighbour too, for a while."""
        columns = self.game.columns
        near = [
            s
            for s in self.around(square)
            if abs(s % columns - square % columns) + abs(s // columns - square // columns) == 1
        ]
        touched = {s for _, s, _ in self.edges}
        near = [s for s in near if not self.closed[s] and s not in touched and not self.game.board[s]]
        until = min(time + self.dice.randint(20, PASSING), following)
        if near and until > time + 20:
            other = self.dice.choice(near)
            if not any(s == other for _, s, _ in new):
                found += [(time, other, True), (until, other, False)]


@dataclass
class Examined:
    """A game that the Examiner played, as it was read: "right", "wrong" or "stuck", and the first ply that is not as played."""

    plies: list[int]
    trace: Trace
    told: list[int] = field(default_factory=list[int])
    asked: int = 0
    refused: int = 0

    @property
    def at(self) -> int:
        same = 0
        while same < min(len(self.told), len(self.plies)) and self.told[same] == self.plies[same]:
            same += 1
        return same

    @property
    def outcome(self) -> str:
        if self.told == self.plies:
            return "right"
        return "wrong" if self.at < len(self.told) else "stuck"


def examine(make: Callable[[str], Game], spec: str, seed: int, plies: int) -> Examined:
    """Play and read a game of `spec`; whoever plays answers a question, withdraws it where the ply played is not offered."""
    player = Examiner(make(spec), f"{spec}/{seed}")
    observer = Observer(make(spec))
    game = Examined([], Trace(observer.game.text(), []))
    asked: list[Happening] = []

    def until(time: int) -> None:
        for happening in observer.until(time):
            if happening.what == "ply":
                game.told.append(happening.ply)
            elif happening.what == "takeback":
                game.told.pop()
            elif happening.what == "ask":
                game.asked += not asked
                asked[:] = [happening]
            elif happening.what == "unask":
                asked.clear()
            game.refused += happening.what == "refused"

    def happen(event: TraceEvent) -> None:
        game.trace.events.append(event)
        observer.feed(event)

    def answer() -> None:
        button = NEXT
        while asked and button == NEXT:
            offered = observer.recognizer.offers[observer.recognizer.offered]
            meant = next((played for played in game.plies[:-4:-1] if played in asked[0].offers), None)
            button = BACK if meant is None else OK if offered == meant else NEXT
            happen(TraceEvent(observer.now, -1, False, button))
            until(observer.now + 150)

    for _ in range(plies):
        since = len(player.edges)
        ply = player.turn()
        if ply is None:
            break
        game.plies.append(ply)
        for time, square, closed in player.raw(since):
            until(max(time, observer.now))
            happen(TraceEvent(observer.now, square, closed))
        until(max(observer.now, player.clock - 700))
        answer()
        player.clock = max(player.clock, observer.now + 50)
    rest = legal_plies(player.game)
    if [player.game.kind(ply) for ply in rest] == [KIND_PASS]:
        game.plies += rest
    until(observer.now + AFTER_MS)
    answer()
    until(observer.now + AFTER_MS)
    return game
