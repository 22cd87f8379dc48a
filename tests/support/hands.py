"""People and sensors, modelled: from legal games to the raw edges that a board would see.

`Hands` plays plies as FORMATS' gestures allow (any order, passing over squares, lifting twice, nudging, adjusting,
wrong attempts put right, plies taken back) and then makes the edges raw (bounce, flicker, one piece closing two
sensors). Everything comes from one seeded generator; nothing here knows how the recognizer decides.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from crossboard.games.check.promises import ways
from crossboard.games.rules import ARRIVE, HOLE, NOWHERE, SWAP, TAKEN, Game, footprint, legal_plies, new_game
from crossboard.library.trace import Trace, TraceEvent
from shared_rules.codes import KIND_PASS, MAYBE, PATH, STACK
from tests.support.two_pieces import touches

OK, NEXT = 1, 2
TURN = 2  # plies of a turn, at most: a jump, and the piece that is placed then


@dataclass(frozen=True)
class Habits:
    """How often (0 to 1) hands do what; how strong noise is (ms)."""

    pass_over: float = 0.0
    lift_twice: float = 0.0
    nudge: float = 0.0
    adjust: float = 0.0
    wrong: float = 0.0
    take_back: float = 0.0
    bounce: int = 0
    flicker: float = 0.0
    double: float = 0.0
    dwell: int = 250  # longest that a piece which passes over a square closes its sensor
    rest: int = 450  # least time between a piece's arrival and the opponent's first action
    pause: float = 0.0  # the piece rests somewhere on its way
    together: float = 0.0  # the opponent adjusts a piece meanwhile
    flicker_ms: int = 15
    double_ms: int = 250
    # Beyond the limits:
    slide: int = 0  # a piece is not lifted but slides over the squares between, so long (ms) over each
    push: float = (
        0.0  # a captured piece is pushed off by the one that takes its place, or taken by the other hand meanwhile
    )
    tap: float = 0.0  # a piece put down is tapped down once more
    lean: float = 0.0  # a hand rests on the board and closes squares of its edge
    drop: float = 0.0  # a piece is dropped on its way and picked up
    bump: float = 0.0  # the board is bumped: five pieces go astray and are put right


CLEAN = Habits()
NOISY = Habits(0.4, 0.1, 0.15, 0.12, 0.0, 0.0, 10, 0.3, 0.2, pause=0.05)
CLUMSY = Habits(0.4, 0.15, 0.2, 0.15, 0.12, 0.08, 10, 0.3, 0.2, pause=0.1)


@dataclass
class Hands:
    """Plays one game from `game`'s position; `events` grows in order of time, `plies` are those that stand."""

    game: Game
    rng: random.Random
    habits: Habits = CLEAN
    time: int = 2000
    edges: list[tuple[int, int, bool]] = field(default_factory=list[tuple[int, int, bool]])
    buttons: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    plies: list[int] = field(default_factory=list[int])

    def __post_init__(self) -> None:
        self.closed = [bool(value) and value != HOLE for value in self.game.board]
        self.start = list(self.closed)
        self.questions = 0
        self.last = NOWHERE, NOWHERE
        self.placed = (
            False  # the last ply put a piece on the board: that it goes on at once looks like placing it elsewhere
        )
        self.slow = False  # long after one stack was put back the other was lifted
        self.done: list[int] = []  # for each of `plies` the time of its last own change, -1 if it was asked about

    # The ideal edges

    def set(self, square: int, closed: bool) -> None:
        """The sensor changes now, if it has to."""
        if self.closed[square] != closed:
            self.closed[square] = closed
            self.edges.append((self.time, square, closed))

    def wait(self, low: int, high: int) -> None:
        self.time += self.rng.randint(low, high)

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def play(self, plies: int) -> None:
        """Up to so many random legal plies, with what goes wrong on the way."""
        for _ in range(plies):
            legal = legal_plies(self.game)
            if not legal:
                break
            if self.chance(self.habits.adjust):
                self.adjust()
            if self.habits.lean and self.chance(self.habits.lean):
                self.lean()
            if self.habits.bump and self.chance(self.habits.bump):
                self.bump()
            ply = self.rng.choice(legal)
            self.done.append(-1)
            if self.game.kind(ply) != KIND_PASS:
                if self.chance(self.habits.wrong):
                    self.blunder(legal)
                if self.chance(self.habits.take_back) and not self.may_pass():
                    self.think_again(self.rng.choice(legal))
                self.perform(ply, legal)
            self.placed = footprint(self.game, ply)[0][1:] == (ARRIVE,) if self.game.kind(ply) != KIND_PASS else False
            self.game.push(ply)
            self.plies.append(ply)
            self.wait(self.habits.rest, 2500)
        while self.plies and [self.game.kind(ply) for ply in legal_plies(self.game)] == [KIND_PASS]:
            self.plies.append(legal_plies(self.game)[0])
            self.done.append(-1)
            self.game.push(self.plies[-1])

    def may_pass(self) -> bool:
        """Whether a ply would make the opponent pass: then that the piece goes on may as well be the ply after that."""
        for ply in legal_plies(self.game):
            self.game.push(ply)
            passes = [self.game.kind(p) for p in legal_plies(self.game)] == [KIND_PASS]
            self.game.pop()
            if passes:
                return True
        return False

    def perform(self, ply: int, legal: list[int]) -> None:
        """Do what the ply does, and answer the question if its footprint is not its own alone."""
        foot = footprint(self.game, ply)
        self.slow = False
        other = self.meanwhile({square for square, _ in foot})
        if foot[0][1] == ARRIVE:
            self.set(foot[0][0], True)
        else:
            self.move(foot)
        self.done[-1] = self.edges[-1][0]
        if other != NOWHERE:
            self.wait(50, 500)
            self.set(other, True)
        if self.chance(self.habits.nudge):
            self.nudge(self.game.destination(ply))
        self.answer(ply, foot, legal)

    def move(self, foot: list[tuple[int, int]]) -> None:
        two = touches(foot, self.rng)
        for square, closed in two:
            self.wait(80, 900)
            self.set(square, closed)
        if two:
            self.slow = True  # it may be asked about
            return
        origin, leaving = foot[0]
        target, arriving = foot[1] if len(foot) > 1 and foot[1][1] in (ARRIVE, SWAP, STACK) else (origin, leaving)
        taken = [s for s, e in foot[1:] if e == TAKEN or (e == MAYBE and self.chance(0.7))]
        self.rng.shuffle(taken)
        early = self.rng.randint(0, len(taken)) if self.chance(0.5) else 0
        for square in taken[:early]:
            self.set(square, False)
            self.wait(80, 500)
        before = arriving in (SWAP, STACK) and self.chance(0.5)
        if before and target != origin:
            self.set(target, False)
            self.wait(100, 600)
        # Both stand then as before the last ply: put back for long, that could not be told from its being put back.
        self.lift(origin, again=not (before and self.last == (origin, target)))
        if leaving == STACK and (before or self.last == (origin, target)):
            self.slow = True
        self.last = origin, target
        rest_later = leaving == STACK and self.chance(0.5)
        back = 0
        if leaving == STACK and not rest_later:
            self.wait(200, 600)
            self.set(origin, True)
            back = self.time
        if not self.slide(origin, target):
            self.carry(foot, target)
        pushed = arriving == SWAP and not before and self.habits.push > 0 and self.chance(self.habits.push)
        if pushed:
            self.set(target, False)
            self.wait(15, 60)
        elif arriving in (SWAP, STACK) and not before and target != origin:
            self.wait(50, 300)
            self.set(target, False)
            self.slow |= 0 < back < self.time - 500
            self.wait(200, 700)
        if not pushed:
            self.wait(50, 300)
        self.set(target, True)
        if pushed:
            self.push_off(target)
        if self.habits.tap and self.chance(self.habits.tap):
            self.wait(40, 120)
            self.set(target, False)
            self.wait(40, 150)
            self.set(target, True)
        if rest_later:
            self.wait(100, 500)
            self.set(origin, True)
        for square in taken[early:]:
            self.wait(60, 600)
            self.set(square, False)

    def lift(self, square: int, again: bool) -> None:
        self.set(square, False)
        if self.chance(self.habits.lift_twice) and again:
            self.wait(300, 900)
            self.set(square, True)
            self.wait(200, 900)
            self.set(square, False)
        self.wait(60, 400)

    def carry(self, foot: list[tuple[int, int]], target: int) -> None:
        """Carry the piece along: landings on the way, and squares that it happens to pass over."""
        for square, effect in foot:
            if effect == PATH and self.chance(0.7):
                self.touch(square, self.rng.randint(100, 600))
        if self.habits.pause and not self.placed and self.chance(self.habits.pause) and not self.may_pass():
            free = [s for s in self.around(target) if not self.closed[s] and not self.game.board[s]]
            if free:
                self.touch(self.rng.choice(free), self.rng.randint(300, 1500))
        if self.habits.drop and self.chance(self.habits.drop):
            free = [s for s in self.around(target) if not self.closed[s] and not self.game.board[s]]
            if free:
                self.touch(self.rng.choice(free), self.rng.randint(300, 1200))
        last = NOWHERE  # a square touched twice at once would be closed for longer than `dwell`
        while self.chance(self.habits.pass_over):
            free = [s for s in self.around(target) if not self.closed[s] and not self.game.board[s] and s != last]
            if free:
                last = self.rng.choice(free)
                self.touch(last, self.rng.randint(20, self.habits.dwell))

    def slide(self, origin: int, target: int) -> bool:
        """Let the piece slide in a straight line, if its habit is that and it can; returns whether it did."""
        columns = self.game.columns
        column, row = target % columns - origin % columns, target // columns - origin // columns
        steps = max(abs(column), abs(row))
        if not self.habits.slide or steps < 2 or (column and row and abs(column) != abs(row)):
            return False
        way = [origin + n * (column // steps + row // steps * columns) for n in range(1, steps)]
        if any(self.closed[s] or self.game.board[s] for s in way):
            return False
        for square in way:
            self.set(square, True)
            self.time += self.habits.slide
            self.set(square, False)
        return True

    def push_off(self, square: int) -> None:
        """What was captured goes over a square beside."""
        free = [s for s in self.around(square) if not self.closed[s] and not self.game.board[s]]
        self.wait(5, 30)
        if free:
            self.touch(self.rng.choice(free), self.rng.randint(40, 200))

    def touch(self, square: int, ms: int) -> None:
        if self.closed[square]:
            return
        self.set(square, True)
        self.time += ms
        self.set(square, False)
        self.wait(5, 60)

    def around(self, square: int) -> list[int]:
        columns, rows = self.game.columns, self.game.rows
        column, row = square % columns, square // columns
        near = [(c, r) for c in range(column - 2, column + 3) for r in range(row - 2, row + 3)]
        return [r * columns + c for c, r in near if 0 <= c < columns and 0 <= r < rows and (c, r) != (column, row)]

    def nudge(self, square: int) -> None:
        if square != NOWHERE and self.closed[square]:
            self.wait(100, 300)
            self.set(square, False)
            self.wait(40, 200)
            self.set(square, True)

    def answer(self, ply: int, foot: list[tuple[int, int]], legal: list[int]) -> None:
        """Press the buttons if other plies leave the same footprint, or two stacks may have been put straight."""
        mine = {(s, e) for s, e in foot if e != PATH}
        same = [p for p in legal if {(s, e) for s, e in footprint(self.game, p) if e != PATH} == mine]
        if len(same) > 1 or self.slow:
            self.questions += len(same) > 1
            self.done[-1] = -1
            same.sort(key=self.game.rank)
            self.wait(1800, 2500) if self.slow else self.wait(1000, 1700)
            for _ in range(same.index(ply)):
                self.buttons.append((self.time, NEXT))
                self.wait(150, 500)
            self.buttons.append((self.time, OK))

    # What goes wrong

    def meanwhile(self, busy: set[int]) -> int:
        """The opponent lifts a piece while a ply is being made; which, or NOWHERE."""
        if not self.habits.together or not self.chance(self.habits.together):
            return NOWHERE
        theirs = [s for s in range(len(self.closed)) if self.closed[s] and s not in busy]
        theirs = [s for s in theirs if self.game.piece_side(s) == 1 - self.game.side]
        if not theirs:
            return NOWHERE
        square = self.rng.choice(theirs)
        self.set(square, False)
        self.wait(50, 300)
        return square

    def adjust(self) -> None:
        standing = [s for s, closed in enumerate(self.closed) if closed]
        square = self.rng.choice(standing) if standing else NOWHERE
        if square != NOWHERE:
            self.set(square, False)
            self.wait(200, 800)
            self.set(square, True)
            self.wait(600, 1500)

    def lean(self) -> None:
        """A hand rests on the board: some squares of an edge that are empty close for a while."""
        columns, rows = self.game.columns, self.game.rows
        row, column = self.rng.choice((0, rows - 1)), self.rng.randrange(columns - 2)
        under = [row * columns + c for c in range(column, column + 3)]
        under = [s for s in under if not self.closed[s] and not self.game.board[s]]
        for closed in (True, False):
            for square in under:
                self.set(square, closed)
                self.wait(0, 40)
            self.wait(400, 3000)

    def bump(self) -> None:
        """Five pieces jump off their squares, perhaps onto empty ones, and are put right one by one."""
        standing = [s for s, closed in enumerate(self.closed) if closed]
        astray = self.rng.sample(standing, min(5, len(standing)))
        for square in astray:
            self.set(square, False)
            self.wait(0, 30)
        free = [s for s, value in enumerate(self.game.board) if not value]
        strange = self.rng.sample(free, min(2, len(free)))
        for square in strange:
            self.set(square, True)
            self.wait(0, 30)
        self.wait(1500, 3000)
        for square in strange:
            self.set(square, False)
            self.wait(200, 500)
        for square in astray:
            self.set(square, True)
            self.wait(300, 900)
        self.wait(1000, 2000)

    def blunder(self, legal: list[int]) -> None:
        """Put a piece where it may not go, see the lights, put it back."""
        pieces = [s for s, closed in enumerate(self.closed) if closed]
        free = [s for s, value in enumerate(self.game.board) if not value]
        if not pieces or not free:
            return
        origin, target = self.rng.choice(pieces), self.rng.choice(free)
        if any(p & 255 in (origin, target) and self.game.destination(p) in (origin, target) for p in legal):
            return
        if self.goes_on(origin, target):
            return
        self.set(origin, False)
        self.wait(200, 500)
        self.set(target, True)
        self.wait(1200, 2500)
        self.set(target, False)
        self.wait(200, 500)
        self.set(origin, True)
        self.wait(700, 1500)

    def goes_on(self, origin: int, target: int) -> bool:
        """Whether a piece from `origin` to `target` is what one of the last turn's plies could have been instead."""
        undone: list[int] = []
        found = False
        player = 1 - self.game.side
        for ply in reversed(self.plies[-TURN:]):
            undone.append(ply)
            self.game.pop()
            if self.game.side == player and self.game.destination(ply) == origin:
                plies = legal_plies(self.game)
                found = found or any(p & 255 == ply & 255 and self.game.destination(p) == target for p in plies)
        for ply in reversed(undone):
            self.game.push(ply)
        return found

    def think_again(self, ply: int) -> None:
        """Play a ply, then put all back as it was before the opponent has touched anything."""
        foot = footprint(self.game, ply)
        if self.game.kind(ply) == KIND_PASS or foot[0][1] == ARRIVE or any(effect == MAYBE for _, effect in foot):
            return
        if ways(foot):
            return
        if self.looks_otherwise(ply, foot):
            return
        self.move(foot)
        self.wait(500, 1500)
        target = self.game.destination(ply)
        origin, leaving = foot[0]
        self.set(target, False)
        self.wait(100, 400)
        if leaving == STACK and target != origin:
            self.set(origin, False)
            self.wait(200, 600)
        self.set(origin, True)
        for square, effect in reversed(foot[1:]):
            if effect in (TAKEN, SWAP, STACK):
                self.wait(100, 400)
                self.set(square, True)
        self.wait(700, 1500)

    def looks_otherwise(self, ply: int, foot: list[tuple[int, int]]) -> bool:
        """Whether the sensors can't tell the ply put back from stacks put straight or from another ply's beginning."""
        origin, target = foot[0][0], self.game.destination(ply)
        if foot[0][1] == STACK and any(effect in (SWAP, STACK) for _, effect in foot[1:]):
            return True
        turned = any(p & 255 == target and self.game.destination(p) == origin for p in legal_plies(self.game))
        self.game.push(ply)
        reply = any(p & 255 == origin and self.game.destination(p) == target for p in legal_plies(self.game))
        self.game.pop()
        return turned or reply

    # The raw edges

    def trace(self, position: str) -> Trace:
        """All of it as a raw trace: bounce at every edge, flickers, pieces that close two sensors."""
        raw: list[tuple[int, int, TraceEvent]] = []
        rng, habits = self.rng, self.habits
        timeline: dict[int, list[tuple[int, bool]]] = {}
        for time, square, closed in self.edges:
            timeline.setdefault(square, []).append((time, closed))
        for square, changes in timeline.items():
            for i, (time, closed) in enumerate(changes):
                end = changes[i + 1][0] if i + 1 < len(changes) else time + 10_000
                for at, state in self.bounce(time, closed, end):
                    raw.append((at, len(raw), TraceEvent(at, square, state)))
                if closed and end - time > 200 and rng.random() < habits.flicker:
                    at = rng.randint(time + 60, end - 60)
                    raw.append((at, len(raw), TraceEvent(at, square, False)))
                    back = min(at + rng.randint(2, habits.flicker_ms), end - 30)  # before the piece leaves
                    raw.append((back, len(raw), TraceEvent(back, square, True)))
        for time, square, closed in self.edges:
            if closed and rng.random() < habits.double:
                raw += self.neighbour(time, square, timeline, len(raw))
        for time, button in self.buttons:
            raw.append((time, len(raw), TraceEvent(time, -1, False, button)))
        raw.sort(key=lambda item: (item[0], item[1]))
        return Trace(position, [event for _, _, event in raw])

    def bounce(self, time: int, closed: bool, end: int) -> list[tuple[int, bool]]:
        found = [(time, closed)]
        room = min(self.habits.bounce, (end - time) // 3)
        if room > 2 and self.rng.random() < 0.7:
            inner = sorted(self.rng.sample(range(time + 1, time + room + 1), min(room, 2 * self.rng.randint(1, 3))))
            if len(inner) % 2 == 0:
                found += [(at, (i % 2 == 1) == closed) for i, at in enumerate(inner)]
        return found

    def neighbour(self, time: int, square: int, timeline: dict[int, list[tuple[int, bool]]], n: int):
        """The piece that arrives also closes an empty neighbouring sensor for a while."""
        column, row = square % self.game.columns, square // self.game.columns
        near = [
            s
            for s in self.around(square)
            if abs(s % self.game.columns - column) + abs(s // self.game.columns - row) == 1
        ]
        other = self.rng.choice(near)
        lifted = min((t for t, closed in timeline[square] if t > time and not closed), default=time + 250)
        end = min(time + self.rng.randint(30, self.habits.double_ms), lifted)
        if (
            self.game.board[other] == HOLE
            or self.start[other]
            or any(t <= end + 50 for t, _ in timeline.get(other, []))
        ):
            return []
        return [(time, n, TraceEvent(time, other, True)), (end, n + 1, TraceEvent(end, other, False))]


def random_game(spec: str, seed: int, plies: int, habits: Habits) -> tuple[Trace, Hands]:
    """A random game of `spec`: its trace, and the hands that have played it."""
    game = new_game(spec)
    position = game.text()
    hands = Hands(game, random.Random(f"{spec}/{seed}"), habits)
    hands.play(plies)
    return hands.trace(position), hands


def noisy_game(spec: str, seed: int, plies: int, habits: Habits) -> tuple[Trace, list[int], Game]:
    """The same: its trace, the plies that stand at the end, and the game at its end."""
    trace, hands = random_game(spec, seed, plies, habits)
    return trace, hands.plies, hands.game
