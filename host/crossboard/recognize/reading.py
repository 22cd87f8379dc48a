"""Reading a sensor trace: edges, buttons and commands go through the shared debounce and recognizer in this process."""

from __future__ import annotations

import contextlib
from array import array
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from crossboard.games.rules import HOLE, Game, RulesError
from crossboard.library.trace import Action, Ends, Leads, Seats, Trace, TraceEvent
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
        """Feed an event; `until` must have been called up to its time."""
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
        """Let time pass to `time`, step by step as something is due; yields what happens."""
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
        """Let time pass to `time` (ms); yields what happens. Once the players have ended the game, that is not play."""
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
    """Read the trace in this process."""
    reading = Reading(trace)
    for step in trace.steps():
        deque(reading.until(step.time), 0)
        if not reading.take(step):
            return reading.inference
    deque(reading.until(reading.observer.now + AFTER_MS), 0)
    return reading.inference


def infer_all(traces: list[Trace], runtime: str) -> Iterable[Inference]:
    """Read each trace, on "cpython" in this process or on "micropython" through the firmware on a simulated board."""
    if runtime == "cpython":
        return map(infer_here, traces)
    from crossboard.recognize.on_firmware import infer_on_board

    return infer_on_board(traces)
