"""How well the referee understands hands: random games of every variant, played by the model of tests/hands.py.

Three tables, all seeded: within the limits of normal noise; each kind of noise raised until plies are misread; and,
as far as MicroPython is there, the same games through the firmware on the simulated board. A ply counts as wrong if it
is not the one played, or missing at the end; as flagged if the position was in trouble or asked about by then.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median

from crossboard.infer import AFTER_MS, Happening, Observer
from crossboard.rules import new_game, specs
from crossboard.simulator.micropython import MicroPythonMissing, require
from crossboard.simulator.traces import run_traces
from crossboard.trace import Trace, TraceEvent
from tests.benchmarks.tables import show, thousands

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from hands import CLEAN, CLUMSY, NOISY, Habits, noisy_game  # noqa: E402

PLIES = 24
SHORT = 12  # games of each variant
LONG_GAMES = 10_000  # in all, with --all
ON_BOARD = 200
SWEEP_GAMES = 3  # of each variant and step


@dataclass
class Tally:
    """What came of some games."""

    games: int = 0
    plies: int = 0
    asked: int = 0
    refused: int = 0
    wrong: int = 0  # games with a ply that was not played
    flagged: int = 0  # of these, games in which the board had asked or refused before the ply went wrong
    stuck: int = 0  # games whose last plies never came
    shown: list[int] = field(default_factory=list[int])
    commit: list[int] = field(default_factory=list[int])

    def take(self, trace: Trace, plies: list[int]) -> None:
        """Play a trace and compare."""
        told = watched(trace)
        standing: list[int] = []
        trouble = asking = False
        first_wrong = ""
        shown: dict[int, int] = {}
        arrivals = [event.time for event in trace.events if not event.button]
        for happening in told:
            if happening.what == "shown":
                shown[happening.ply] = happening.time
            elif happening.what == "ply":
                standing.append(happening.ply)
                self._time(happening, shown, arrivals)
            elif happening.what == "takeback":
                standing.pop()
            elif happening.what in ("refused", "ask"):
                trouble = True
                self.refused += happening.what == "refused"
                self.asked += happening.what == "ask" and not asking
            asking = happening.what == "ask"
            if not first_wrong and standing != plies[: len(standing)] and happening.what == "ply":
                first_wrong = "flagged" if trouble else "silent"
        self.games += 1
        self.plies += len(plies)
        if standing == plies:
            return
        if standing == plies[: len(standing)]:
            self.stuck += 1
        else:
            self.wrong += 1
            self.flagged += first_wrong == "flagged"

    def _time(self, happening: Happening, shown: dict[int, int], arrivals: list[int]) -> None:
        at = shown.pop(happening.ply, None)
        if at is None:
            return
        before = [time for time in arrivals[-4000:] if time <= at]
        if before:
            self.shown.append(at - before[-1])
            self.commit.append(happening.time - before[-1])


def watched(trace: Trace) -> list[Happening]:
    """All that happens, with its times."""
    observer = Observer(trace.game())
    told: list[Happening] = []
    for event in trace.events:
        told += observer.until(event.time)
        observer.feed(event)
    told += observer.until(observer.now + AFTER_MS)
    return told


def tally(spec: str, habits: Habits, seeds: Iterable[int], spoil: str = "", amount: int = 0) -> Tally:
    """Games of one variant."""
    found = Tally()
    for seed in seeds:
        trace, plies, _ = noisy_game(spec, seed, PLIES, habits)
        if spoil:
            trace = spoiled(trace, spoil, amount, random.Random(f"{spec}/{seed}/{spoil}/{amount}"))
        found.take(trace, plies)
    return found


def spoiled(trace: Trace, how: str, amount: int, rng: random.Random) -> Trace:
    """The trace with sensors that fail: `dead` never close, `stuck` never open, `missed` loses edges (per mille)."""
    game = new_game(trace.position.split(" ")[0])
    squares = sorted({event.square for event in trace.events if event.square >= 0})
    bad = set(rng.sample(squares, min(amount, len(squares)))) if how in ("dead", "stuck") else set[int]()
    events: list[TraceEvent] = []
    for event in trace.events:
        if event.square in bad and how == "dead" and event.closed:
            continue
        if event.square in bad and how == "stuck" and not event.closed:
            continue
        if how == "missed" and event.square >= 0 and rng.randrange(1000) < amount:
            continue
        events.append(event)
    if how == "dead":  # what stands there is not felt from the start
        standing = [s for s in bad if game.board[s]]
        first = max(0, events[0].time - 500) if events else 0
        events = [TraceEvent(first, s, False) for s in standing] + [e for e in events if e.square not in bad]
    return Trace(trace.position, events, trace.source)


def figures(numbers: list[int]) -> list[str]:
    """Median and worst, ms."""
    return [f"{median(numbers):.0f}", str(max(numbers))] if numbers else ["-", "-"]


HEADS = ["games", "plies", "questions", "refusals", "shown ms", "worst", "commit ms", "worst", "wrong", "stuck"]


def cells(found: Tally) -> list[str]:
    """A row of the table."""
    share = f"{100 * found.asked / max(1, found.plies):.1f} %"
    counts = [thousands(found.games), thousands(found.plies), share, str(found.refused)]
    return [*counts, *figures(found.shown), *figures(found.commit), str(found.wrong), str(found.stuck)]


def within(games: int) -> None:
    """Normal noise and clumsy hands: nothing may be wrong."""
    rows: list[list[str]] = []
    for spec in specs():
        each = [NOISY, CLUMSY, CLEAN]
        found = Tally()
        for i, habits in enumerate(each):
            part = tally(spec, habits, range(i, games, len(each)))
            for name in ("games", "plies", "asked", "refused", "wrong", "flagged", "stuck"):
                setattr(found, name, getattr(found, name) + getattr(part, name))
            found.shown += part.shown
            found.commit += part.commit
        rows.append([spec, *cells(found)])
    show(
        "Hands within the limits of normal noise",
        ["game", *HEADS],
        rows,
        "times: since the last raw edge before it was shown",
    )


SWEEPS: list[tuple[str, list[tuple[str, Habits, str, int]]]] = [
    ("a piece passes over a square, ms", [(str(n), replace(NOISY, dwell=n), "", 0) for n in (250, 300, 350, 450, 600, 900)]),
    ("rest before the reply, ms", [(str(n), replace(NOISY, rest=n), "", 0) for n in (450, 300, 200, 100, 20)]),
    ("bounce, ms", [(str(n), replace(NOISY, bounce=n), "", 0) for n in (10, 15, 20, 30, 60)]),
    ("one piece closes two sensors, share", [(str(n), replace(NOISY, double=n), "", 0) for n in (0.2, 0.5, 1.0)]),
    ("attempts that are wrong, share", [(str(n), replace(CLUMSY, wrong=n), "", 0) for n in (0.12, 0.3, 0.6)]),
    ("edges missed, per mille", [(str(n), NOISY, "missed", n) for n in (0, 1, 3, 10, 30)]),
    ("dead sensors", [(str(n), CLEAN, "dead", n) for n in (0, 1, 2)]),
    ("stuck sensors", [(str(n), CLEAN, "stuck", n) for n in (0, 1, 2)]),
]  # fmt: skip


def beyond(games: int) -> None:
    """Each kind of noise upwards."""
    rows: list[list[str]] = []
    for name, steps in SWEEPS:
        for label, habits, spoil, amount in steps:
            found = Tally()
            for spec in specs():
                part = tally(spec, habits, range(games), spoil, amount)
                for field_name in ("games", "plies", "asked", "refused", "wrong", "flagged", "stuck"):
                    setattr(found, field_name, getattr(found, field_name) + getattr(part, field_name))
            per = f"{1000 * found.refused / max(1, found.plies):.1f}"
            asked = f"{1000 * found.asked / max(1, found.plies):.1f}"
            rows.append(
                [
                    name,
                    label,
                    str(found.games),
                    asked,
                    per,
                    str(found.stuck),
                    str(found.wrong),
                    str(found.wrong - found.flagged),
                ]
            )
    show(
        "Hands and sensors beyond the limits",
        ["what", "how much", "games", "asked ‰", "refused ‰", "stuck", "wrong", "of them silent"],
        rows,
        "stuck: the last plies never came, the board was waiting or in trouble; silent: wrong without a question or refusal before",
    )


def on_board(games: int) -> None:
    """The same through the firmware under MicroPython."""
    try:
        require()
    except MicroPythonMissing as missing:
        print(f"not through the firmware: {missing}")
        return
    wrong = total = 0
    for board, names in (
        ("pico-8x8", ("charing-cross", "kings-crossing", "card-chess")),
        ("pico-cross", ("cross-eyed",)),
    ):
        mine = [spec for spec in specs() if spec.partition(":")[0] in names]
        count = max(1, games * len(mine) // len(specs()))
        played = [noisy_game(mine[i % len(mine)], i, PLIES, CLUMSY) for i in range(count)]
        for (trace, plies, _), run in zip(played, run_traces([t for t, _, _ in played], board), strict=True):
            told: list[str] = []
            for message in run.messages:
                words = message.payload.split(" ")
                if message.kind == "P":
                    told.append(words[4])
                elif message.kind == "U":
                    del told[-int(words[4]) :]
            game = trace.game()
            total += 1
            wanted: list[str] = []
            for ply in plies:
                wanted.append(game.ply_text(ply))
                game.push(ply)
            wrong += told != wanted
    show(
        "Through the firmware on MicroPython",
        ["games", "not as played"],
        [[thousands(total), str(wrong)]],
        "CLUMSY hands",
    )


def run() -> None:
    """The short tables."""
    within(SHORT)
    beyond(1)


def run_all() -> None:
    """10,000 games on CPython, 200 through the firmware; takes hours on a slow PC."""
    within(LONG_GAMES // len(specs()) + 1)
    beyond(SWEEP_GAMES)
    on_board(ON_BOARD)
