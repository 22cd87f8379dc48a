"""How well the recognizer understands hands: random games of every variant, played by the model of tests/support/hands.py.

Tables, all seeded: how long its slices would take on a Pico; within the limits of normal noise, with the times from arrival
to light and to the final ply (whoever plays answers the questions); games of the second model, tests/support/examiner.py;
each kind of noise raised until plies are misread; and, as far as MicroPython is there, such games through the firmware on the
simulated board. A game is wrong if at its end other plies stand than were played, stuck if only the last are missing;
a wrong ply is silent if the board was asking or refusing neither when it came about nor until the next turn was played. Of
these, tests/support/judge.py tells which could not be known to be wrong; all others are guesses.
"""

from __future__ import annotations

import random
import sys
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from statistics import median

from crossboard.games.rules import new_game, specs
from crossboard.library.trace import Trace, TraceEvent
from crossboard.recognize import Observer
from crossboard.simulator.micropython import require
from crossboard.simulator.traces import run_traces
from tests.benchmarks.rounds import LIMIT_MS, Counted, Round
from tests.benchmarks.tables import show, thousands
from tests.support.answers import Answering
from tests.support.examiner import examine
from tests.support.hands import CLEAN, CLUMSY, NOISY, Habits, random_game
from tests.support.judge import PUT_BACK, excuse

PLIES = 60
SHORT = 12  # games of each variant
LONG_GAMES = 10_000  # in all
ON_BOARD = 200
SWEEP_GAMES = 5  # of each variant and step
EXAMINED = 3  # games of each variant by the second model
EXAMINED_PLIES = 25
NEUTRAL, FRESH = 2000, 700_000  # games in all of that model, from which seed on
BOARD_WORK = 7  # firmware/app.py's WORK
RIGHT, WRONG, STUCK = "right", "wrong", "stuck"


FOREVER = 1 << 40


@dataclass(frozen=True)
class Stood:
    """A ply that the recognizer has told and not taken back: when it was shown for that, and when told.

    `story` is what was told since the ply before it: plies, PUT_BACK after each that was taken back, and this ply.
    """

    ply: int
    shown: int
    told: int
    story: list[int]


@dataclass
class Tally:
    """What came of some games. Times in ms: until shown, and until final."""

    games: int = 0
    plies: int = 0
    needed: int = 0  # questions that had to be asked: two plies leave the same footprint
    asked: int = 0
    refused: int = 0
    wrong: int = 0
    silent: int = 0
    excused: int = 0
    stuck: int = 0
    shown: list[int] = field(default_factory=list[int])
    final: list[int] = field(default_factory=list[int])

    def add(self, other: Tally) -> None:
        """Take in another."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def take(self, trace: Trace, plies: list[int], done: list[int], questions: int) -> str:
        """Play a trace and compare: RIGHT, WRONG or STUCK."""
        standing: list[Stood] = []
        undone: list[int] = []
        flags: list[list[int]] = []
        shown: dict[int, int] = {}
        for happening in Answering(trace, plies).happenings:
            what, now = happening.what, happening.time
            if what == "shown":
                shown[happening.ply] = now
            elif what == "ply":
                at = shown.pop(happening.ply, now)
                if len(standing) < len(done) and 0 <= done[len(standing)] <= at < done[len(standing)] + 100:
                    self.shown.append(at - done[len(standing)])
                    self.final.append(now - done[len(standing)])
                standing.append(Stood(happening.ply, at, now, [*undone, happening.ply]))
                undone = []
            elif what == "takeback":
                undone = [*standing.pop().story, PUT_BACK]
            elif what in ("refused", "ask"):
                open_already = bool(flags) and flags[-1][1] == FOREVER
                self.refused += what == "refused"
                self.asked += what == "ask" and not open_already
                if not open_already:
                    flags.append([now, FOREVER, 0])
                flags[-1][2] |= what == "refused"
            elif what in ("clear", "unask") and flags:
                flags[-1][1] = min(flags[-1][1], now)
        self.games += 1
        self.plies += len(plies)
        self.needed += questions
        right = 0
        while right < min(len(plies), len(standing)) and plies[right] == standing[right].ply:
            right += 1
        if right == len(standing):
            self.stuck += right < len(plies)
            return STUCK if right < len(plies) else RIGHT
        self.wrong += 1
        wrong = standing[right]
        after = right + 1
        while after < len(standing) and standing[after].told == wrong.told:
            after += 1  # a forced pass is told at once
        until = standing[after].told if after < len(standing) else FOREVER
        if not any(first <= until and last >= wrong.shown for first, last, _ in flags):
            self.silent += 1
            put_right = [last for _, last, refused in flags if refused and last <= wrong.shown]
            since = max([standing[right - 1].shown if right else 0, *put_right])
            told = [ply for stood in standing[right : after + 1] for ply in stood.story]
            before = [stood.ply for stood in standing[:right]]
            self.excused += bool(excuse(trace, before, told, plies[right:], (since, wrong.told, until)))
        return WRONG


def tally(
    spec: str,
    habits: Habits,
    seeds: Iterable[int],
    spoil: str = "",
    amount: int = 0,
) -> Tally:
    """Games of one variant; those that were misread are named on stderr, where none should be."""
    found = Tally()
    for seed in seeds:
        trace, hands = random_game(spec, seed, PLIES, habits)
        if spoil:
            trace = spoiled(trace, spoil, amount, random.Random(f"{spec}/{seed}/{spoil}/{amount}"))
        outcome = found.take(trace, hands.plies, hands.done, hands.questions)
        if outcome != RIGHT and habits in WITHIN and not spoil:
            print(f"{outcome}: {spec}, seed {seed}, {habits}", file=sys.stderr)
    return found


def spoiled(trace: Trace, how: str, amount: int, rng: random.Random) -> Trace:
    """The trace with sensors that fail: `dead` never close, `stuck` never open, `missed` loses edges (per mille)."""
    game = new_game(trace.position.split(" ")[0])
    squares = sorted({event.square for event in trace.events if event.square >= 0})
    bad = set(rng.sample(squares, min(amount, len(squares)))) if how in ("dead", "stuck") else set[int]()
    events: list[TraceEvent] = []
    for event in trace.events:
        if event.square in bad and event.closed == (how == "dead"):
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


Step = tuple[str, Habits, str, int]


def steps(numbers: Iterable[float], habits: Habits, name: str) -> list[Step]:
    """One habit raised."""
    return [(f"{n:g}", replace(habits, **{name: n}), "", 0) for n in numbers]


Sweep = tuple[str, list[Step]]
SWEEPS: list[Sweep] = [
    ("bounce, ms", steps((10, 15, 20, 30, 60), NOISY, "bounce")),
    ("a flicker lasts, ms", steps((15, 25, 40, 80, 200, 500), NOISY, "flicker_ms")),
    ("a piece passes over a square, ms", steps((250, 300, 350, 450, 600, 900, 2000), NOISY, "dwell")),
    ("a piece closes two sensors for, ms", steps((250, 350, 500, 800, 2000), replace(NOISY, double=0.5), "double_ms")),
    ("rest before the reply, ms", steps((450, 300, 200, 100, 50, 20), NOISY, "rest")),
    ("pauses on the way, share", steps((0.1, 0.3, 0.6), NOISY, "pause")),
    ("attempts that are wrong, share", steps((0.1, 0.3, 0.6), CLUMSY, "wrong")),
    ("both players touch at once, share", steps((0.1, 0.3, 1.0), NOISY, "together")),
    ("pieces slide, ms a square", steps((150, 80, 40), NOISY, "slide")),
    ("captured pieces pushed off, share", steps((0.3, 1.0), NOISY, "push")),
    ("pieces tapped down twice, share", steps((0.1, 0.3, 1.0), NOISY, "tap")),
    ("a hand rests on the edge, share", steps((0.1, 0.3), NOISY, "lean")),
    ("pieces dropped on the way, share", steps((0.1, 0.3), NOISY, "drop")),
    ("the board is bumped, share", steps((0.03, 0.1), NOISY, "bump")),
    ("edges missed, per mille", [(str(n), NOISY, "missed", n) for n in (0, 1, 3, 10, 30)]),
    ("dead sensors", [(str(n), CLEAN, "dead", n) for n in (0, 1, 2, 4)]),
    ("stuck sensors", [(str(n), CLEAN, "stuck", n) for n in (0, 1, 2, 4)]),
]


def beyond(variants: list[str], sweeps: list[Sweep], games: int) -> None:
    """Each kind of noise upwards."""
    rows: list[list[str]] = []
    for name, each in sweeps:
        for label, habits, spoil, amount in each:
            found = Tally()
            for spec in variants:
                found.add(tally(spec, habits, range(games), spoil, amount))
            shares = [f"{1000 * n / max(1, found.plies):.1f}" for n in (found.asked, found.refused)]
            guessed = found.silent - found.excused
            counts = [str(n) for n in (found.stuck, found.wrong, found.silent, found.excused, guessed)]
            rows.append([name, label, thousands(found.games), *shares, *counts])
    show(
        "Hands and sensors beyond the limits",
        ["what", "how much", "games", "asked ‰", "refused ‰", "stuck", "wrong", "silent", "as legal play", "guessed"],
        rows,
        "in thousandths of the plies; stuck: the last plies never came, the board was waiting or in trouble; silent: wrong, with "
        "no question or refusal when the ply came about nor until the next turn was played; as legal play: of these, the sensors "
        "showed just what they show when these plies are played within the limits; guessed: the others",
    )


def on_board(games: int, plies_each: int) -> None:
    """The same through the firmware under MicroPython."""
    require()
    rows: list[list[str]] = []
    for board, names in (
        ("pico-8x8", ("charing-cross", "kings-crossing", "card-chess")),
        ("pico-cross", ("cross-eyed",)),
    ):
        mine = [spec for spec in specs() if spec.partition(":")[0] in names]
        count = -(-games * len(mine) // len(specs()))
        played = [random_game(mine[i % len(mine)], i, plies_each, WITHIN[i // len(mine) % 2]) for i in range(count)]
        wrong = plies = 0
        for (trace, hands), run in zip(played, run_traces([t for t, _ in played], board), strict=True):
            told: list[str] = []
            for message in run.messages:
                words = message.payload.split(" ")
                if message.kind == "P":
                    told.append(words[4])
                elif message.kind == "U":
                    del told[-int(words[4]) :]
            game = trace.game()
            wanted: list[str] = []
            for ply in hands.plies:
                wanted.append(game.ply_text(ply))
                game.push(ply)
            if told != wanted:
                wrong += 1
                print(f"on {board}: {trace.position}: {told} and not {wanted}", file=sys.stderr)
            plies += len(wanted)
        rows.append([board, thousands(count), thousands(plies), str(wrong)])
    show(
        "The same through the firmware on MicroPython",
        ["board", "games", "plies", "games not as played"],
        rows,
        "scan, debounce, recognizer, journal and link of the simulated board",
    )


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


def run_neutral(small: bool = False) -> None:
    """2,000 games of the second model, with seeds that nothing was fitted to."""
    every = specs()
    examined(every[:1] if small else every, 1 if small else NEUTRAL // len(every) + 1, FRESH)


def slices(variants: list[str], plies: int) -> None:
    """How long the recognizer's share of a round would take on a Pico, estimated."""
    rows: list[list[str]] = []
    for spec in (
        spec for spec in variants if spec.count(":") + spec.count("+") < 2 and not spec.startswith("kings-crossing:")
    ):
        rounds = slices_of(spec, plies)
        longest = max(rounds, key=lambda made: made.total)
        over = sum(made.ms > LIMIT_MS for made in rounds)
        parts = ", ".join(f"{name} {count}" for name, count in longest.parts.most_common(3))
        rows.append([spec, thousands(len(rounds)), f"{longest.ms:.1f}", str(over), parts])
    show("Slices of the recognizer", ["game", "slices", "most ms", f"over {LIMIT_MS:.0f} ms", "the longest"], rows)


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
    """The short tables."""
    every = specs()
    if small:
        slices(every[:1], 2)
        within(every[:1], 1)
        examined(every[:1], 1)
        beyond(every[:1], SWEEPS[:1], 1)
        return
    slices(every, PLIES // 3)
    within(every, SHORT)
    examined(every, EXAMINED)
    beyond(every, SWEEPS, 1)


def run_all(small: bool = False) -> None:
    """10,000 games on CPython, 200 through the firmware."""
    if not small:
        within(specs(), LONG_GAMES // len(specs()) + 1)
        beyond(specs(), SWEEPS, SWEEP_GAMES)
    on_board(*((1, 3) if small else (ON_BOARD, PLIES)))
