"""`crossboard infer`: from sensor traces to game records.

On CPython the trace goes through the shared debounce and recognizer right here; on MicroPython the whole firmware runs
on a simulated board. Both give the same list of happenings, from which the record is made.
"""

from __future__ import annotations

import argparse
import contextlib
from array import array
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from crossboard.errors import CrossboardError
from crossboard.games.record import Comment, Record, RecordTurn, Refused, write_record
from crossboard.games.rules import HOLE, RESULTS, TERMINATIONS, WHY_NAMES, Game, RulesError, square_name
from crossboard.games.turns import split_turns
from crossboard.games.words import plural
from crossboard.library.trace import Action, Ends, Leads, Seats, Trace, TraceError, TraceEvent, parse_trace, read_trace
from crossboard.output import say, warn
from crossboard.progress import tracked
from crossboard.recognize.inference import Happening, Inference
from shared_rules.protocol import signals
from shared_rules.recognition import debounce, recognizer
from shared_rules.recognition.hypotheses import STEPS

AFTER_MS = 7000
"""Time goes on for this long after a trace's last event: longer than the recognizer waits for anything that is missing."""

LONGEST_MS = 1 << 28
"""The longest step in time."""

WRAP = (1 << 30) - 1
"""The board's clock, and with it those of debounce and recognizer, counts ms modulo 2**30."""

WORK = 1 << 20
"""Plies the recognizer may look at in one step: on a PC, all."""


class Observer:
    """One game watched through raw sensor edges: debounce and recognizer on the PC, time given from outside.

    `now` is when (ms) the pieces stand as the position of `game` has them, `plies` what was played in it by then; of that, as
    much may be put back as a board remembers. `reader` is the recognizer's class, or one made of it.
    """

    def __init__(
        self, game: Game, now: int = 0, reader: Any = recognizer.Recognizer, plies: Sequence[int] = ()
    ) -> None:
        self.game = game
        self.recognizer: Any = reader(game)
        self.debounce: Any = debounce.Debounce(len(self.recognizer.now))
        self.now = now
        for square, value in enumerate(game.board):
            standing = int(bool(value) and value != HOLE)
            self.debounce.preset(square, standing)
            self.recognizer.now[square] = standing
        last = array("i", plies[-STEPS:])
        self.recognizer.begin(now & WRAP, last, len(last))

    def feed(self, event: TraceEvent) -> None:
        """Let something happen at its time; `until` must have been called up to that time."""
        if event.button:
            self.recognizer.button(event.button, event.time & WRAP)
        else:
            self.debounce.feed(event.square, int(event.closed), event.time & WRAP)

    def hold(self, sides: int) -> None:
        """From now on these sides (a bit each) play only what `expect` says."""
        self.recognizer.hold(sides)

    def expect(self, ply: int, digest: int) -> None:
        """Of a side that is held, `ply` may be played in the position with that digest."""
        self.recognizer.expect(ply, digest)

    def until(self, time: int) -> Iterator[Happening]:
        """Let time pass to `time`, step by step as something is due; gives what happens."""
        while True:
            yield from self._step()
            now = self.now & WRAP
            waits = [w for w in (self.debounce.deadline(now), self.recognizer.deadline(now)) if w >= 0]
            wait = min(waits, default=LONGEST_MS)
            if wait and self.now + wait >= time:
                break
            self.now += min(wait, LONGEST_MS)
        self.now = time
        yield from self._step()

    def _step(self) -> Iterator[Happening]:
        self.debounce.step(self.now & WRAP)
        while (square := self.debounce.next()) >= 0:
            self.recognizer.edge(square, self.debounce.closed[square], self.debounce.when)
        self.recognizer.step(self.now & WRAP, WORK)
        reader = self.recognizer
        while event := reader.next_event():
            if event == signals.EV_PLY:
                yield Happening(self.now, "ply", reader.ev_ply)
            elif event == signals.EV_TAKEBACK:
                yield Happening(self.now, "takeback", reader.ev_ply)
            elif event == signals.EV_REFUSED:
                yield Happening(self.now, "refused", -1, reader.ev_a, reader.ev_b, reader.ev_why)
            elif event == signals.EV_ASK:
                yield Happening(self.now, "ask", offers=tuple(reader.offers[: reader.offer_count]))
            elif event in OTHERS:
                yield Happening(self.now, OTHERS[event], reader.ev_ply)


OTHERS: dict[int, str] = {
    signals.EV_SHOWN: "shown",
    signals.EV_CLEAR: "clear",
    signals.EV_UNASKED: "unask",
    signals.EV_OVER: "over",
}


class Reading:
    """A trace being read: the `observer` of the game as it stands, and the `inference` of all so far."""

    def __init__(self, trace: Trace, reader: Any = recognizer.Recognizer) -> None:
        self.trace = trace
        self.inference = Inference(trace.position)
        self.observer = Observer(trace.game(), reader=reader)
        self._reader = reader
        self._held = 0  # sides that no player at the board plays, a bit each
        self._leads: Leads | None = None  # to a ply, once those before it stand

    def until(self, time: int) -> Iterator[Happening]:
        """Let time pass to `time` (ms); gives what happens. Once the players have ended the game, that is not play."""
        for happening in self.observer.until(time):
            if not self.inference.end:
                self.inference.add(happening)
                if self._leads and happening.what in ("ply", "takeback"):
                    self._lead(self._leads)
                yield happening

    def take(self, step: TraceEvent | Action) -> bool:
        """Take in what is next in the trace, up to whose time `until` has been called; False if the rest makes no sense."""
        if isinstance(step, TraceEvent):
            self.observer.feed(step)
        elif isinstance(step, Ends):
            if self.inference.may_end(step):
                self.inference.end = step.result, step.reason
        elif isinstance(step, Seats):
            self._held = sum(1 << side for side, level in enumerate(step.levels) if level)
            self.observer.hold(self._held)
        elif isinstance(step, Leads):
            self._lead(step)
        elif game := self.inference.stand(step):
            self.observer = Observer(game, step.time, self._reader, self.inference.plies)
            self.inference.end = None
            if self._held:
                self.observer.hold(self._held)
        else:
            return False
        return True

    def _lead(self, leads: Leads) -> None:
        """Expect what the lights lead to, now or, if the plies before it do not stand yet, when they do."""
        self._leads = leads
        game = self.inference.game()
        if game.digest() == leads.digest:
            with contextlib.suppress(RulesError):  # if it is none, it is missing in the end
                self.observer.expect(game.parse_ply(leads.ply), leads.digest)
            self._leads = None


def infer_here(trace: Trace) -> Inference:
    """What the trace comes to, worked out in this process."""
    reading = Reading(trace)
    for step in trace.steps():
        deque(reading.until(step.time), 0)
        if not reading.take(step):
            return reading.inference
    deque(reading.until(reading.observer.now + AFTER_MS), 0)
    return reading.inference


def outcome(inference: Inference, game: Game) -> tuple[int, int]:
    """Result and reason of a game whose final position is `game`; if something lacks, it is open unless the position ends it."""
    if inference.end and not (game.result or inference.lacks):
        return inference.end
    return game.result, game.reason


def moves_text(inference: Inference, trace: Trace) -> str:
    """One record token a turn, then the result, then the final position."""
    game = trace.game()
    tokens = [turn.text for turn in split_turns(game, inference.plies)]
    return "\n".join([*tokens, RESULTS[outcome(inference, game)[0]], game.text()]) + "\n"


def record_of(inference: Inference, trace: Trace) -> Record:
    """The game record: turns with the time they took and the attempts refused before them."""
    game = trace.game()
    turns = split_turns(game, inference.plies)
    result, reason = outcome(inference, game)
    record = Record(trace.position, result=RESULTS[result], termination=TERMINATIONS[reason])
    attempts = [h for h in inference.happenings if h.what == "refused"]
    before = 0
    for turn in turns:
        time = inference.times[turn.end - 1]
        refused = [_refused(game, h) for h in _drain(attempts, time)]
        comment = Comment(emt=time - before, refused=refused)
        plies = tuple(inference.plies[turn.first : turn.end])
        record.turns.append(RecordTurn(turn.side, turn.text, plies, [comment]))
        before = time
    if attempts:
        left = Comment(refused=[_refused(game, h) for h in attempts])
        (record.turns[-1].notes if record.turns else record.prelude).append(left)
    if inference.lacks:
        (record.turns[-1].notes if record.turns else record.prelude).append(Comment(f"cut off: {inference.lacks}"))
    return record


def _drain(attempts: list[Happening], time: int) -> Iterator[Happening]:
    while attempts and attempts[0].time <= time:
        yield attempts.pop(0)


def _refused(game: Game, happening: Happening) -> Refused:
    why = WHY_NAMES[happening.why]
    return Refused(square_name(game, happening.origin), square_name(game, happening.target), why)


def infer_all(traces: list[Trace], runtime: str) -> Iterable[Inference]:
    """What each trace comes to, on "cpython" here or on "micropython" through the firmware on a simulated board."""
    if runtime == "cpython":
        return map(infer_here, traces)
    from crossboard.recognize.on_firmware import infer_on_board

    return infer_on_board(traces)


def run(args: argparse.Namespace) -> int:
    """The command: reads every trace before anything is printed, so that bad input prints nothing but its error.

    Status 1, and a line for each, if a trace gives less than the game that it was made of.
    """
    if args.explain and (args.pgn or args.runtime != "cpython"):
        raise CrossboardError(f"--explain does not go with {'--pgn' if args.pgn else '--runtime'}")
    traces = [read_trace(Path(name)) for name in args.traces] + _logged(args)
    if not traces:
        raise TraceError("no trace given; name a file, or a game of the library with --game ID")
    if args.explain:
        return _explain(traces, args.explain == "costs")
    blocks: list[str] = []
    lacking: list[str] = []
    inferred = zip(traces, infer_all(traces, args.runtime), strict=True)
    for trace, inference in tracked(inferred, "inferring", len(traces)):
        heading = "" if len(traces) == 1 or args.pgn else f"# {trace.source}\n"
        text = write_record(record_of(inference, trace)) if args.pgn else moves_text(inference, trace)
        blocks.append(heading + text)
        if inference.lacks:
            lacking.append(_cut_off(trace, inference))
    say("\n".join(blocks), end="")
    for words in lacking:
        warn(words)
    return 1 if lacking else 0


def _logged(args: argparse.Namespace) -> list[Trace]:
    """The traces of the library's games that the command line names, as their boards recorded them."""
    if not args.games:
        return []
    from crossboard.library import open_library
    from crossboard.library.flight import export_trace
    from crossboard.library.selection import game_number

    traces: list[Trace] = []
    with open_library(args, reading=True) as library:
        for number in map(game_number, args.games):
            text, broken = export_trace(library, number)
            traces.append(parse_trace(text, f"game {number}"))
            if broken:
                warn(f"crossboard: game {number}: its trace is cut in {plural(broken, 'place')}: edges are missing")
    return traces


def _cut_off(trace: Trace, inference: Inference) -> str:
    return f"crossboard: {trace.source}: the record is cut off: {inference.lacks}"


def _explain(traces: list[Trace], with_costs: bool) -> int:
    from crossboard.recognize.explanation import Explained, costs, explained
    from crossboard.recognize.plain_words import plain

    status = 0
    for trace in traces:
        if len(traces) > 1:
            say(f"# {trace.source}")
        explaining = Explained(trace)
        for line in explained(explaining, costs if with_costs else plain):
            say(line)
        if explaining.inference.lacks:
            warn(_cut_off(trace, explaining.inference))
            status = 1
    return status
