"""How well the recognizer understands hands: random games of every variant, played by the model of tests/support/hands.py.

Tables, all seeded: games within the limits of normal noise, with the times from arrival to light and to the final ply (whoever
plays answers the questions), and games of the second model, tests/support/examiner.py. A game is wrong if at its end other plies
stand than were played, stuck if only the last are missing.
"""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from statistics import median

from crossboard.games.rules import new_game, specs
from crossboard.library.trace import Trace
from crossboard.recognize import Observer
from tests.benchmarks.tables import show, thousands
from tests.support.answers import Answering
from tests.support.examiner import examine
from tests.support.hands import CLEAN, CLUMSY, NOISY, Habits, random_game
from tests.support.rounds import Counted, Round

PLIES = 60
SHORT = 12  # games of each variant
EXAMINED = 3  # games of each variant by the second model
EXAMINED_PLIES = 25
NEUTRAL = 2000  # games in all,
FRESH = 700_000  # with seeds from here on, to which nothing was fitted
BOARD_WORK = 7  # firmware/modes/playing.py's WORK
RIGHT, WRONG, STUCK = "right", "wrong", "stuck"


@dataclass
class Tally:
    """What came of some games. Times in ms: until shown, and until final."""

    games: int = 0
    plies: int = 0
    needed: int = 0  # questions that had to be asked: two plies leave the same footprint
    asked: int = 0
    refused: int = 0
    wrong: int = 0
    stuck: int = 0
    shown: list[int] = field(default_factory=list[int])
    final: list[int] = field(default_factory=list[int])

    def add(self, other: Tally) -> None:
        """Take in another."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def take(self, trace: Trace, plies: list[int], done: list[int], questions: int) -> str:
        """Play a trace and compare: RIGHT, WRONG or STUCK."""
        standing: list[int] = []
        shown: dict[int, int] = {}
        asking = False
        for happening in Answering(trace, plies).happenings:
            what, now = happening.what, happening.time
            if what == "shown":
                shown[happening.ply] = now
            elif what == "ply":
                at = shown.pop(happening.ply, now)
                if len(standing) < len(done) and 0 <= done[len(standing)] <= at < done[len(standing)] + 100:
                    self.shown.append(at - done[len(standing)])
                    self.final.append(now - done[len(standing)])
                standing.append(happening.ply)
            elif what == "takeback":
                standing.pop()
            elif what in ("refused", "ask"):
                self.refused += what == "refused"
                self.asked += what == "ask" and not asking
                asking = True
            elif what in ("clear", "unask"):
                asking = False
        self.games += 1
        self.plies += len(plies)
        self.needed += questions
        if standing == plies:
            return RIGHT
        if standing == plies[: len(standing)]:
            self.stuck += 1
            return STUCK
        self.wrong += 1
        return WRONG


def tally(spec: str, habits: Habits, seeds: Iterable[int]) -> Tally:
    """Games of one variant; those that were misread are named on stderr."""
    found = Tally()
    for seed in seeds:
        trace, hands = random_game(spec, seed, PLIES, habits)
        outcome = found.take(trace, hands.plies, hands.done, hands.questions)
        if outcome != RIGHT:
            print(f"{outcome}: {spec}, seed {seed}, {habits}", file=sys.stderr)
    return found


def figures(numbers: list[int]) -> list[str]:
    """Median and worst, ms."""
    return [f"{median(numbers):.0f}", str(max(numbers))] if numbers else ["-", "-"]


WITHIN = [NOISY, CLUMSY, CLEAN]


def within(variants: list[str], games: int) -> None:
    """Normal noise and clumsy hands, so many games of each variant: nothing may be wrong."""
    rows: list[list[str]] = []
    total = Tally()
    for spec in variants:
        found = Tally()
        for i, habits in enumerate(WITHIN):
            part = tally(spec, habits, range(i, games, len(WITHIN)))
            if habits is not CLEAN:
                part.shown, part.final = [], []
            found.add(part)
        rows.append([spec, *cells(found)])
        found.shown, found.final = found.shown[:1], found.final[:1]
        total.add(found)
    rows.append(["all", *cells(total)[:7], *["" for _ in range(4)]])
    show(
        "Hands within the limits of normal noise",
        ["game", "games", "plies", "wrong", "stuck", "asked", "needed", "refused", "shown", "worst"]
        + ["final", "worst"],
        rows,
        "asked: plies that were asked about, needed: of which another leaves the same footprint (the others may have been "
        "stacks put straight); refused: the wrong attempts of clumsy hands. Times of the third of the games without noise: ms from "
        "the ply's last change to the light and to the final ply",
    )


def cells(found: Tally) -> list[str]:
    """A row of the table."""
    share = f"{100 * found.asked / max(1, found.plies):.2f} %"
    needed = f"{100 * found.needed / max(1, found.plies):.2f} %"
    counts = [thousands(found.games), thousands(found.plies), str(found.wrong), str(found.stuck), share, needed]
    return [*counts, str(found.refused), *figures(found.shown), *figures(found.final)]


def examined(variants: list[str], games: int, first: int = 0) -> None:
    """The second model's games, of each variant so many, with seeds from `first` on."""
    rows: list[list[str]] = []
    for name in dict.fromkeys(spec.partition(":")[0] for spec in variants):
        began = time.process_time()
        outcomes: list[str] = []
        asked = plies = silent = 0
        for spec in (spec for spec in variants if spec.partition(":")[0] == name):
            for seed in range(first, first + games):
                game = examine(new_game, spec, seed, EXAMINED_PLIES)
                outcomes.append(game.outcome)
                asked += game.asked
                plies += len(game.plies)
                silent += game.outcome == WRONG and not (game.asked or game.refused)
                if game.outcome != RIGHT:
                    print(f"{game.outcome}: {spec}, seed {seed}, at ply {game.at}", file=sys.stderr)
        counts = [str(outcomes.count(word)) for word in (RIGHT, WRONG, STUCK)]
        shares = [f"{1000 * n / max(1, plies):.1f}" for n in (asked, time.process_time() - began)]
        rows.append([name, thousands(len(outcomes)), *counts, str(silent), *shares])
    show(
        "The second model of hands",
        ["game", "games", *(RIGHT, WRONG, STUCK), "silent", "asked ‰", "ms a ply"],
        rows,
        "silent: wrong, in a game without a question or a refusal",
    )


def slices_of(spec: str, plies: int) -> list[Round]:
    """What the recognizer did in each round of a game of `spec` by clumsy hands, with as much work in each as on a board."""
    trace, _ = random_game(spec, 1, plies, WITHIN[1])
    rounds: list[Round] = []
    counted = Counted()
    observer = Observer(trace.game())
    step = observer.recognizer.step

    def counted_step(now: int, work: int) -> None:
        del work
        with counted.round() as made:
            step(now, BOARD_WORK)
        rounds.append(made)

    observer.recognizer.step = counted_step
    for event in trace.events:
        deque(observer.until(event.time), 0)
        observer.feed(event)
    return rounds


def run(small: bool = False) -> None:
    """The tables."""
    every = specs()[: 1 if small else None]
    within(every, 1 if small else SHORT)
    examined(every, 1 if small else EXAMINED)


def run_neutral(small: bool = False) -> None:
    """Games enough for a rate of one in a thousand."""
    every = specs()[: 1 if small else None]
    examined(every, 1 if small else NEUTRAL // len(every) + 1, FRESH)
