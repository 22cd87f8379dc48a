"""The referee and the recognizer that is to take its place, side by side on the same edges.

Within the limits: games of tests/hands.py and of the second model, tests/examiner.py. Beyond them: the sweeps of hands.py. A
game is right if the plies played stand at its end; silent counts the wrong ones that nothing was asked or refused about.
"""

from __future__ import annotations

import random
import sys
import time
from collections import deque
from typing import Any

from crossboard.games.rules import new_game, specs
from crossboard.library.trace import Trace
from crossboard.recognize import Observer
from shared_rules.recognition.recognizer import Recognizer
from shared_rules.recognition.resolver import Referee
from tests.benchmarks.hands import PLIES, SWEEPS, WITHIN, Tally, sitting, spoiled
from tests.benchmarks.rounds import LIMIT_MS, Counted, Round
from tests.benchmarks.tables import show, thousands
from tests.examiner import examine

GAMES = 3
SWEEP_GAMES = 1
BOARD_WORK = 10  # firmware/app.py's WORK
READERS: tuple[type, type] = (Referee, Recognizer)


def both(tallies: tuple[Tally, Tally], trace: Trace, hands: object) -> None:
    """Let each read a trace."""
    for tally, reader in zip(tallies, READERS, strict=True):
        tally.take(trace, hands.plies, hands.done, hands.questions, reader)  # type: ignore[attr-defined]


def cells(tallies: tuple[Tally, Tally]) -> list[str]:
    """How many games are right, wrong, silently wrong and stuck, and questions in thousandths of the plies: old, new."""
    found: list[str] = [thousands(tallies[0].games)]
    for tally in tallies:
        right = tally.games - tally.wrong - tally.stuck
        asked = f"{1000 * tally.asked / max(1, tally.plies):.1f}"
        found += [str(right), str(tally.wrong), str(tally.silent), str(tally.stuck), asked]
    return found


HEAD = ["games", "right", "wrong", "silent", "stuck", "asked ‰", "right", "wrong", "silent", "stuck", "asked ‰"]


def within(games: int) -> None:
    """Hands within the limits, of each variant so many games."""
    rows: list[list[str]] = []
    for name in dict.fromkeys(spec.partition(":")[0] for spec in specs()):
        found = Tally(), Tally()
        for spec in specs():
            if spec.partition(":")[0] == name:
                for seed in range(games):
                    trace, hands = sitting(spec, seed, PLIES, WITHIN[seed % len(WITHIN)])
                    both(found, trace, hands)
        rows.append([name, *cells(found)])
    show("Hands within the limits: referee, recognizer", ["game", *HEAD], rows, "asked: in thousandths of the plies")


def beyond(games: int) -> None:
    """Each kind of noise upwards."""
    rows: list[list[str]] = []
    total = Tally(), Tally()
    for name, each in SWEEPS:
        for label, habits, spoil, amount in each:
            found = Tally(), Tally()
            for spec in specs():
                for seed in range(games):
                    trace, hands = sitting(spec, seed, PLIES, habits)
                    if spoil:
                        trace = spoiled(trace, spoil, amount, random.Random(f"{spec}/{seed}/{spoil}/{amount}"))
                    both(found, trace, hands)
            total[0].add(found[0])
            total[1].add(found[1])
            rows.append([name, label, *cells(found)])
            print(*rows[-1], file=sys.stderr, flush=True)
    rows.append(["all", "", *cells(total)])
    show("Hands and sensors beyond the limits: referee, recognizer", ["what", "how much", *HEAD], rows)


def examined(games: int) -> None:
    """The second model's games, of each variant so many; questions are answered as a person would."""
    rows: list[list[str]] = []
    for name in dict.fromkeys(spec.partition(":")[0] for spec in specs()):
        counts: list[str] = []
        for reader in READERS:
            began = time.process_time()
            outcomes: list[str] = []
            asked = plies = 0
            for spec in specs():
                if spec.partition(":")[0] == name:
                    for seed in range(games):
                        game = examine(new_game, spec, seed, 25, reader)
                        outcomes.append(game.outcome)
                        asked += game.asked
                        plies += len(game.plies)
                        if game.outcome != "right" and reader is Recognizer:
                            print(f"{game.outcome}: {spec}, seed {seed}, at ply {game.at}", file=sys.stderr)
            counts += [
                thousands(len(outcomes)),
                *[str(outcomes.count(word)) for word in ("right", "wrong", "stuck")],
                f"{1000 * asked / max(1, plies):.1f}",
                f"{1000 * (time.process_time() - began) / max(1, plies):.1f}",
            ]
        rows.append([name, *counts])
    head = ["games", "right", "wrong", "stuck", "asked ‰", "ms a ply"]
    show("The second model of hands: referee, recognizer", ["game", *head, *head], rows)


class Sliced(Recognizer):
    """Does each time as much as on a board, and counts it."""

    def __init__(self, game: Any) -> None:
        self.rounds: list[Round] = []
        self._counted = Counted()
        super().__init__(game)

    def step(self, now: int, work: int) -> None:
        del work
        with self._counted.round() as made:
            super().step(now, BOARD_WORK)
        self.rounds.append(made)


def slices(plies: int) -> None:
    """How long the recognizer's share of a round would take on a Pico, estimated."""
    rows: list[list[str]] = []
    for spec in dict.fromkeys(
        [spec.partition(":")[0] for spec in specs()] + ["card-chess:plain", "card-chess:progressive"]
    ):
        trace, _ = sitting(spec, 1, plies, WITHIN[1])
        observer = Observer(trace.game(), Sliced)
        for event in trace.events:
            deque(observer.until(event.time), 0)
            observer.feed(event)
        rounds: list[Round] = observer.referee.rounds
        longest = max(rounds, key=lambda made: made.total)
        over = sum(made.ms > LIMIT_MS for made in rounds)
        parts = ", ".join(f"{name} {count}" for name, count in longest.parts.most_common(3))
        rows.append([spec, thousands(len(rounds)), f"{longest.ms:.1f}", str(over), parts])
    show("Slices of the recognizer", ["game", "slices", "most ms", f"over {LIMIT_MS:.0f} ms", "the longest"], rows)


def run() -> None:
    """The short tables."""
    slices(PLIES // 3)
    within(GAMES)
    examined(GAMES)
    beyond(SWEEP_GAMES)
