"""What happened in a game, told from its events: the steps one by one, and the turns that stood in the end.

The events are played through the rules. One that the rules do not allow ends the telling: it and what follows
are kept in the library, and `problem` says what is wrong.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from crossboard.games.rules import (
    HOLE,
    RESULTS,
    TERMINATIONS,
    WHY_NAMES,
    Game,
    RulesError,
    game_at,
    read_square,
    side_names,
    square_name,
    turn_goes_on,
)
from crossboard.games.turns import Turn, label, numbers, split_turns
from crossboard.games.words import WHY_WORDS, attempt_text, end_words
from crossboard.library import Event
from crossboard.library.secret import COMMITMENT, REVEAL, captured_words, reveal, secret_words, true_start

NAMED = 6  # offers of a question, in a sentence


@dataclass(frozen=True, slots=True)
class Step:
    """One moment of a game: what had just happened (None: the start) and the position then.

    `turn` is how many turns had begun, `ms` the playing time, None if it was not kept. `squares` are those to look at,
    `note` says what was captured, where that is worth a word.
    """

    event: Event | None
    position: str
    turn: int
    ms: int | None
    squares: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class TimedTurn:
    """A turn that stood: its plies' event numbers, the time spent on it in ms, what the board refused and asked meanwhile."""

    side: int
    text: str
    plies: tuple[int, ...]
    seqs: tuple[int, ...]
    ms: int | None
    refused: tuple[Event, ...]
    asked: tuple[Event, ...] = ()
    note: str = ""


@dataclass
class Timeline:
    """A game told. `trailing` holds the attempts refused after the last turn, `trailing_asked` the questions asked then,
    `game` the final position. `start` is where it began: with the secrets of both sides, once both are out.
    """

    game: Game
    start: str = ""
    steps: list[Step] = field(default_factory=list[Step])
    turns: list[TimedTurn] = field(default_factory=list[TimedTurn])
    trailing: tuple[Event, ...] = ()
    trailing_asked: tuple[Event, ...] = ()
    problem: str = ""


def tell(start: str, events: Sequence[Event]) -> Timeline:
    """The timeline of a game from its start position and events; RulesError if the start is no position."""
    known = true_start(start, events)
    return _Teller(known, known != start).tell(events)


class _Teller:
    def __init__(self, start: str, revealed: bool) -> None:
        self._start = start
        self._game = game_at(start, 4096)
        if revealed:
            reveal(self._game)
        self._played: list[tuple[int, Event]] = []
        self._turns_begun: list[int] = []  # by then, for each ply played
        self._refused: dict[int, list[Event]] = {}  # by how many plies stood
        self._asked: dict[int, list[Event]] = {}
        self._notes: dict[int, str] = {}  # by event

    def tell(self, events: Sequence[Event]) -> Timeline:
        line = Timeline(self._game, self._start)
        line.steps.append(Step(None, self._game.text(), 0, None))
        for event in events:
            try:
                squares = self._apply(event)
            except (RulesError, ValueError) as error:
                line.problem = f"event {event.seq} ({event.text}): {error}"
                break
            turn = self._turns_begun[-1] if self._turns_begun else 0
            note = self._notes.get(event.seq, "") if event.kind == "ply" else ""
            line.steps.append(Step(event, self._game.text(), turn, event.board_ms, squares, note))
        plies = [ply for ply, _ in self._played]
        line.turns = self._timed(split_turns(game_at(self._start, 1), plies))
        line.trailing = tuple(self._refused.get(len(self._played), ()))
        line.trailing_asked = tuple(self._asked.get(len(self._played), ()))
        return line

    def _apply(self, event: Event) -> tuple[str, ...]:
        game = self._game
        match event.kind:
            case "ply":
                ply = game.parse_ply(event.text)
                begun = self._turns_begun[-1] if self._turns_begun else 0
                self._turns_begun.append(begun if begun and turn_goes_on(game) else begun + 1)
                self._notes[event.seq] = captured_words(game, ply)
                game.push(ply)
                self._played.append((ply, event))
            case "takeback":
                count = int(event.text)
                if not 0 < count <= min(len(self._played), game.undoable):
                    raise ValueError(f"{count} plies can't be taken back")
                for _ in range(count):
                    game.pop()
                    self._played.pop()
                    self._turns_begun.pop()
            case "refused":
                self._refused.setdefault(len(self._played), []).append(event)
                return tuple(name for name in (event.origin, event.target) if has_square(game, name))
            case "question":
                self._asked.setdefault(len(self._played), []).append(event)
                return _squares(game, event.text.split())
            case _:
                pass
        return ()

    def _timed(self, turns: list[Turn]) -> list[TimedTurn]:
        timed: list[TimedTurn] = []
        before = 0
        for turn in turns:
            played = self._played[turn.first : turn.end]
            now = played[-1][1].board_ms
            spent = now - before if now is not None and now >= before else None
            before = before if now is None else now
            refused = [e for i in range(turn.first, turn.end) for e in self._refused.get(i, ())]
            asked = [e for i in range(turn.first, turn.end) for e in self._asked.get(i, ())]
            plies, seqs = tuple(ply for ply, _ in played), tuple(event.seq for _, event in played)
            note = "; ".join(filter(None, (self._notes[seq] for seq in seqs)))
            timed.append(TimedTurn(turn.side, turn.text, plies, seqs, spent, tuple(refused), tuple(asked), note))
        return timed


def has_square(game: Game, name: str) -> bool:
    """Whether that is the name of one of the game's squares."""
    try:
        return name != "-" and game.board[read_square(game, name)] != HOLE
    except RulesError:
        return False


def _squares(game: Game, offers: Sequence[str]) -> tuple[str, ...]:
    """The squares where plies begin and end; those that are not legal here are left out."""
    found: dict[str, None] = {}
    for offer in offers:
        with contextlib.suppress(RulesError):
            ply = game.parse_ply(offer)
            found.update(dict.fromkeys((square_name(game, ply & 255), square_name(game, game.destination(ply)))))
    return tuple(name for name in found if name != "-")


def turn_labels(turns: Sequence[TimedTurn]) -> list[str]:
    """`1.`, `1...`, `2.` and so on."""
    return [label(n, t.side) for n, t in zip(numbers(t.side for t in turns), turns, strict=True)]


def event_words(game: Game, event: Event) -> str:
    """One event as a sentence; `game` only lends the names of its sides."""
    match event.kind:
        case "ply":
            return event.text
        case "takeback":
            return "taken back" if event.text == "1" else f"{event.text} plies taken back"
        case "refused":
            words = WHY_WORDS.get(event.reason, event.reason)
            tried = attempt_text(event.origin, event.target)
            return f"refused: {words}" if tried == "-" else f"refused {tried}: {words}"
        case "question":
            offers = event.text.split()
            named = ", ".join(offers[:NAMED]) + (f" or {len(offers) - NAMED} others" if len(offers) > NAMED else "")
            return f"asked: {named}? {event.reason or 'it was taken back'}"
        case "end":
            if event.text in RESULTS and event.reason in TERMINATIONS:
                return end_words(game, RESULTS.index(event.text), TERMINATIONS.index(event.reason))
            return f"{event.text} {event.reason}"
        case _ if event.kind in (COMMITMENT, REVEAL):
            return secret_words(game, event)
        case _:
            return f"{event.kind} {event.text}"


def step_text(game: Game, step: Step) -> str:
    """The step's event as a sentence, and what was captured."""
    words = event_words(game, step.event) if step.event else "the start"
    return f"{words}: {step.note}" if step.note else words


def why_name(code: int) -> str:
    """The record's word for a WHY_ code, also for one that this version does not know."""
    return WHY_NAMES[code] if 0 <= code < len(WHY_NAMES) else f"reason-{code}"


def players_line(game: Game, white: str, black: str) -> str:
    """`Ada (White) - Bob (Black)`; only the sides where nobody is named."""
    first, second = side_names(game)
    return f"{f'{white} ({first})' if white else first} - {f'{black} ({second})' if black else second}"
