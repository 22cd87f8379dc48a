"""What gestures should cost by how often hands do them: ten times -ln of their share, beside what the table has.

Counted is what explained the plies that stand at the end, in games of the second model of hands (support/examiner.py) that are read
as played; or in recorded traces, as they are read: `TRACES="a.trace b.trace" python -m tests.benchmarks gestures`. What
players do between plies, and what is forgotten before the next one, is not counted; nor can it be told from hands that were never
seen. So the costs are not taken over by themselves: who changes one measures with `hands` what becomes of it.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import log, sqrt
from pathlib import Path

from crossboard.games.rules import new_game, specs
from crossboard.library.trace import Trace, read_trace
from crossboard.recognize.explanation import Decision, Explained
from crossboard.recognize.weighing import BEFORE, Event, Hypothesis
from shared_rules.recognition.costs import GESTURES
from tests.benchmarks.tables import show, thousands
from tests.support.examiner import examine

GAMES = 12  # of each variant
PLIES = 25
FEW = 10  # below so many nothing is said of a cost
MOST = 200  # so much costs what can't be


@dataclass
class Counts:
    """How often each row of the table, numbered from 1, explained something, in so many plies."""

    plies: int = 0
    rows: Counter[int] = field(default_factory=Counter[int])

    def add(self, trace: Trace) -> None:
        """Count what explains the plies that stand at the end of a trace."""
        played: list[list[int]] = []
        counted: set[Event] = set()
        explained = Explained(trace)
        asked: tuple[Hypothesis, ...] = ()
        for decision in explained.decisions():
            if not isinstance(decision, Decision):
                continue
            if decision.weighed:
                asked = decision.weighed.hypotheses
                best: Hypothesis | None = asked[0]
            else:  # a player chose, or it was the only ply
                chosen = explained.game.ply_text(decision.main.ply) if decision.main.what == "ply" else ""
                best = next((each for each in asked if each.plies[:1] == (chosen,)), None)
            gestures = best.gestures if best else ()
            rows = [each.row for each in gestures if each.row != BEFORE and each.event not in counted]
            for happening in decision.happenings:
                if happening.what == "ply":
                    counted.update(each.event for each in gestures if each.event)
                    played.append(rows)
                    rows = []  # what is committed at once with it has the same explanation
                elif happening.what == "takeback" and played:
                    played.pop()
        self.plies += len(played)
        for rows in played:
            self.rows.update(rows)


def cost(times: int, plies: int) -> float:
    """What a gesture costs that was seen so many `times` in so many plies: ten times -ln of its share, 0 at least."""
    return max(0.0, -10 * log(times / plies))


def table(counts: Counts) -> Iterator[list[str]]:
    """A row for each gesture that costs something: points, times, in thousandths of the plies, fitted points and their error."""
    for row, (_, _, _, points, name) in enumerate(GESTURES, 1):
        times = counts.rows[row]
        if 0 < points < MOST:
            fitted = ["-", "-"]
            if times >= FEW:
                fitted = [f"{cost(times, counts.plies):.0f}", f"{10 / sqrt(times):.1f}"]
            yield [name, str(points), thousands(times), f"{1000 * times / max(1, counts.plies):.1f}", *fitted]


def played(variants: Iterable[str], games: int) -> Iterator[Trace]:
    """Games of each variant by the second model, those that were read as played."""
    for spec in variants:
        for seed in range(games):
            game = examine(new_game, spec, seed, PLIES)
            if game.outcome == "right":
                yield game.trace


def run(small: bool = False) -> None:
    """Print the table."""
    names = os.environ.get("TRACES", "").split()
    traces: Iterable[Trace] = (
        (read_trace(Path(name)) for name in names)
        if names
        else played(specs()[:1] if small else specs(), 1 if small else GAMES)
    )
    counts = Counts()
    for trace in traces:
        counts.add(trace)
    show(
        f"Costs of gestures, fitted to {thousands(counts.plies)} plies",
        ["gesture", "points", "times", "‰ of plies", "fitted", "±"],
        list(table(counts)),
        f"fitted: ten times -ln of the share of plies, from {FEW} times on; ± a standard error",
    )
