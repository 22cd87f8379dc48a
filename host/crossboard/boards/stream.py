"""The stream of a board's game for other programs: what happens, as JSON objects (docs/events.md, docs/events.schema.json).

It is made here, once; whoever passes it on (web/streaming.py, hub/reporter.py, both as `event_text` writes it) or reads it (dgt/)
gets the same objects.
`position`, `question`, `result` and `clock` say how things are: all four are said when another game begins, and each again when it
has changed. `move` says that a ply has been played; what was played before the stream began, `position` has.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from crossboard.boards.played import Played
from crossboard.boards.session import Session
from crossboard.games.expected import question_words
from crossboard.games.formats import fen_of, text_notation
from crossboard.games.reasons import outcome_words
from crossboard.games.rules import RESULTS, public_text, side_names
from crossboard.games.words import clean
from crossboard.library import Event, wall_ms
from crossboard.library.timeline import Timeline

VERSION = 1
POSITION, MOVE, CLOCK, QUESTION, RESULT = KINDS = ("position", "move", "clock", "question", "result")
STATES = (POSITION, QUESTION, RESULT, CLOCK)
MOST_MOVES = 2000  # that are listed outside: so a message stays below the 32 KB that brokers take

Value = dict[str, Any]


def event_text(event: Mapping[str, Any]) -> str:
    """An event as it leaves the house: JSON on one line."""
    if event["event"] == POSITION and len(event["moves"]) > MOST_MOVES:
        event = {**event, "moves": None}
    return json.dumps(event, ensure_ascii=False, separators=(",", ":"))


class Stream:
    """Of the game of `session`; `clock` gives its chess clock as pages get it, None for none. `tell` gets each object.

    Call `step` in every round, and `clock_changed` when the clock is set, starts or stops; all in the thread that plays.
    """

    def __init__(
        self, session: Session, tell: Callable[[Mapping[str, Any]], object], clock: Callable[[], Any] = lambda: None
    ) -> None:
        self._session = session
        self._tell = tell
        self._clock = clock
        self._changed = -1
        self._clock_changed = False
        self._game = ""
        self._told_of: list[Event] = []  # the list of events of which `_last` was told
        self._last = 0
        self._states: dict[str, Value] = {}

    def clock_changed(self) -> None:
        """The clock was set, runs or stands still."""
        self._clock_changed = True

    def step(self) -> None:
        """Tell what is new."""
        if self._session.changed == self._changed and not self._clock_changed:
            return
        self._changed = self._session.changed
        played, line = self._session.played, self._session.timeline()
        if played is None or line is None or played.doubtful or not played.caught_up:
            return
        if played.board_game != self._game or played.events is not self._told_of:
            if played.board_game != self._game:
                self._states.clear()
                self._clock_changed = True
            self._game, self._told_of, self._last = played.board_game, played.events, played.last
        for value in self._moves(played, line):
            self._say(MOVE, value)
        standing = self._standing(played, line)
        if self._clock_changed:  # a clock that runs is another one at every look
            self._clock_changed = False
            standing[CLOCK] = _clock_value(self._clock())
        for kind, value in standing.items():
            if self._states.get(kind) != value:
                self._states[kind] = value
                self._say(kind, value)

    def _say(self, kind: str, value: Value) -> None:
        hello = self._session.link.hello
        head = {"v": VERSION, "event": kind, "board": hello.board if hello else "", "game": self._game}
        self._tell({**head, "wall": wall_ms(), **value})

    def _moves(self, played: Played, line: Timeline) -> list[Value]:
        """The plies since the last call."""
        last, self._last = self._last, played.last
        if played.last <= last:
            return []
        labels = {seq: label for label, turn in zip(line.labels, line.turns, strict=True) for seq in turn.seqs}
        sides = {seq: turn.side for turn in line.turns for seq in turn.seqs}
        found: list[Value] = []
        for step in reversed(line.steps):
            event = step.event
            if event is None or event.seq <= last:
                break
            if event.seq in labels and step.shown:  # others have been taken back since
                notation = step.shown.text
                found.append(
                    {"label": labels[event.seq], "side": sides[event.seq], "ply": event.text, "notation": notation}
                )
        return found[::-1]

    def _standing(self, played: Played, line: Timeline) -> dict[str, Value]:
        """Each state but the clock."""
        game, asked = played.mirror, self._session.question
        result, reason = played.outcome
        offers = asked.offers if asked else ()
        return {
            POSITION: {
                "number": played.number or None,
                "start": line.start,
                "position": public_text(game),
                "fen": fen_of(game) or None,
                "side": game.side,
                "sides": list(side_names(game)),
                "names": [*map(clean, played.names)],
                "moves": [turn.notation for turn in line.turns],
            },
            QUESTION: {
                "heading": clean(question_words(game, offers)[0]) if offers else "",
                "offers": [*map(clean, offers)],
                "notations": [clean(text_notation(game, offer)) for offer in offers],
                "count": asked.count if asked and offers else 0,
            },
            RESULT: {
                "result": result,
                "reason": reason,
                "words": "" if result == RESULTS[0] and not reason else outcome_words(game, result, reason),
            },
        }


def _clock_value(clock: Any) -> Value:
    """As pages get it, but that nobody is null."""
    if clock is None:
        return {"kind": None, "left": None, "delay": None, "running": None, "flag": None}
    nobody = {side: None for side in ("running", "flag") if clock[side] < 0}
    return {name: clock[name] for name in ("kind", "left", "delay", "running", "flag")} | nobody
