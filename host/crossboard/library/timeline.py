"""The timeline of a game, made from its events: the steps one by one, and the turns that stood in the end.

The events are played through the rules. One that the rules do not allow ends the telling: it and what follows
are kept in the library, and `problem` says what is wrong.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from crossboard.games.formats import square_notation, text_notation
from crossboard.games.reasons import attempt_text, outcome_words, refusals
from crossboard.games.rules import (
    HOLE,
    Game,
    RulesError,
    game_at,
    read_square,
    side_names,
    square_name,
    turn_goes_on,
)
from crossboard.games.turns import LEFT_THE_GAME, label, numbers, push_text
from crossboard.games.words import plural
from crossboard.language import join, tr
from crossboard.library.secret import COMMITMENT, REVEAL, captured_words, reveal, secret_words, true_start
from crossboard.library.stored import OPPONENT, Event, search_name

NAMED = 6  # offers of a question, in a sentence


@dataclass(frozen=True, slots=True)
class Step:
    """One moment of a game: what had just happened (None: the start) and the position then.

    `turn` is how many turns had begun, `ms` the playing time, None if it was not kept. `squares` are those to look at,
    `note` says what was captured, where that is worth a word; `shown` is the event with its plies as the game's players write them.
    """

    event: Event | None
    position: str
    turn: int
    ms: int | None
    squares: tuple[str, ...] = ()
    note: str = ""
    shown: Event | None = None


@dataclass(frozen=True, slots=True)
class TimedTurn:
    """A turn that stood: its text, ours and as the game's players write it, its plies' event numbers, the time spent on it in ms,
    what the board refused and asked meanwhile."""

    side: int
    text: str
    notation: str
    plies: tuple[int, ...]
    seqs: tuple[int, ...]
    ms: int | None
    refused: tuple[Event, ...]
    asked: tuple[Event, ...] = ()
    note: str = ""


@dataclass
class Timeline:
    """The steps and turns of a game. `trailing` holds the attempts refused after the last turn, `trailing_asked` the questions
    asked then, `game` the final position. `start` is where it began: with the secrets of both sides, once both are out. `labels`
    are those of the turns (`turn_labels`), `sealed` the commitments and reveals.
    """

    game: Game
    start: str = ""
    steps: list[Step] = field(default_factory=list[Step])
    turns: list[TimedTurn] = field(default_factory=list[TimedTurn])
    labels: list[str] = field(default_factory=list[str])
    sealed: list[Event] = field(default_factory=list[Event])
    trailing: tuple[Event, ...] = ()
    trailing_asked: tuple[Event, ...] = ()
    problem: str = ""


def tell(start: str, events: Sequence[Event]) -> Timeline:
    """The timeline of a game from its start position and events; RulesError if the start is not a position."""
    telling = Telling(start, events)
    for event in events:
        telling.add(event)
    return telling.line


def opponents(start: str, events: Sequence[Event]) -> dict[int, tuple[str, bool]]:
    """Side -> Crossboard's name there, and whether it has played that side alone, for the sides of which it played the last ply
    that was not taken back."""
    sides: dict[int, int] = {}
    with contextlib.suppress(RulesError):  # the start is not a position
        sides = {seq: turn.side for turn in tell(start, events).turns for seq in turn.seqs}
    levels = ["0", "0"]
    found: dict[int, tuple[str, bool]] = {}
    for event in events:
        if event.kind == OPPONENT:
            levels[event.reason == "1"] = event.text
        elif event.seq in sides:
            side = sides[event.seq]
            name = search_name(levels[side])
            found[side] = name, bool(name) and found.get(side, ("", True))[1]
    return {side: (name, alone) for side, (name, alone) in found.items() if name}


class Telling:
    """A timeline that grows: one more event costs the same however long the game is. `line` is it, changed in place.

    `events` are those that are known when it begins; whoever learns a secret later (a reveal) has to tell anew.
    """

    def __init__(self, start: str, events: Sequence[Event] = ()) -> None:
        known = true_start(start, events)
        self._game = game_at(known, 4096)
        if known != start:
            reveal(self._game)
        self._refused: dict[int, list[Event]] = {}  # by how many plies stood
        self._asked: dict[int, list[Event]] = {}
        self._before: list[
            TimedTurn | None
        ] = []  # for each ply that stands: its turn without it, None if it began the turn
        self._times: list[int | None] = []  # playing time of each, in ms
        self._began: list[int] = []  # and that at which each turn began
        self._numbers: list[int] = []  # of the turns
        self.line = Timeline(self._game, known)
        self.line.steps.append(Step(None, self._game.text(), 0, None))

    def add(self, event: Event) -> None:
        """Add an event. Nothing is added after one that the rules do not allow."""
        line = self.line
        if line.problem:
            return
        note = ""
        squares: tuple[str, ...] = ()
        plies = len(self._before)
        shown = event
        try:
            match event.kind:
                case "ply":
                    note, notation = self._play(event)
                    shown = replace(event, text=notation)
                case "takeback":
                    self._take_back(event)
                case "refused":
                    self._refused.setdefault(plies, []).append(event)
                    squares = tuple(name for name in (event.origin, event.target) if has_square(self._game, name))
                case "question":
                    self._asked.setdefault(plies, []).append(event)
                    squares = _squares(self._game, event.text.split())
                    shown = self._question(event)
                case _ if event.kind in (COMMITMENT, REVEAL):
                    line.sealed.append(event)
                case _:
                    pass
        except (RulesError, ValueError) as error:
            line.problem = f"event {event.seq} ({event.text}): {error}"
            return
        line.steps.append(Step(event, self._game.text(), len(line.turns), event.board_ms, squares, note, shown))
        line.trailing = tuple(self._refused.get(len(self._before), ()))
        line.trailing_asked = tuple(self._asked.get(len(self._before), ()))

    def _question(self, event: Event) -> Event:
        """A question as its players write the plies."""
        offers = " ".join(text_notation(self._game, text) for text in event.text.split())
        return replace(event, text=offers, reason=text_notation(self._game, event.reason) if event.reason else "")

    def _play(self, event: Event) -> tuple[str, str]:
        """Play a ply; returns what it captures, in words, and how the game's players write it."""
        game, turns = self._game, self.line.turns
        ply = game.parse_ply(event.text)
        note, side = captured_words(game, ply), game.side
        joined = bool(turns) and turn_goes_on(game)
        text, notation = push_text(game, ply)
        index = len(self._before)
        if joined:
            turn, began = turns[-1], self._began[-1]
        else:
            turn, began = TimedTurn(side, "", "", (), (), None, ()), self._last_time()
        now = event.board_ms
        longer = TimedTurn(
            turn.side,
            turn.text + text,
            turn.notation + notation,
            (*turn.plies, ply),
            (*turn.seqs, event.seq),
            now - began if now is not None and now >= began else None,
            (*turn.refused, *self._refused.get(index, ())),
            (*turn.asked, *self._asked.get(index, ())),
            join("; ", (turn.note, note)),
        )
        self._times.append(now)
        if joined:
            self._before.append(turn)
            turns[-1] = longer
        else:
            self._before.append(None)
            self._began.append(began)
            turns.append(longer)
            last = self._numbers[-1] if self._numbers else 0
            same = len(turns) < 2 or side in (0, turns[-2].side)
            self._numbers.append(last + 1 if same else last)
            self.line.labels.append(label(self._numbers[-1], side))
        return note, notation.removesuffix(LEFT_THE_GAME)

    def _last_time(self) -> int:
        """Playing time of the last turn that has one, 0 if none has."""
        last = self._times[-1] if self._times else 0
        return self._began[-1] if last is None else last

    def _take_back(self, event: Event) -> None:
        count = int(event.text)
        if not 0 <= count <= min(len(self._before), self._game.undoable):
            raise ValueError(f"{plural(count, 'ply')} can't be taken back")
        line = self.line
        for _ in range(count):
            self._game.pop()
            self._times.pop()
            turn = self._before.pop()
            if turn:
                line.turns[-1] = turn
            else:
                for of_turns in (line.turns, line.labels, self._began, self._numbers):
                    of_turns.pop()


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
            if event.text == "0":
                return tr("the game goes on")
            return tr("taken back") if event.text == "1" else tr("{count} plies taken back", count=event.text)
        case "refused":
            words = refusals(game.name).sentence(event.reason)
            tried = square_notation(game.name, attempt_text(event.origin, event.target))
            return (
                tr("refused: {why}", why=words) if tried == "-" else tr("refused {move}: {why}", move=tried, why=words)
            )
        case "question":
            offers = event.text.split()
            named = ", ".join(offers[:NAMED])
            if len(offers) > NAMED:
                named = tr("{names} or {count} more", names=named, count=len(offers) - NAMED)
            return tr("asked: {moves}? {answer}", moves=named, answer=event.reason or tr("it was taken back"))
        case "end":
            return outcome_words(game, event.text, event.reason)
        case _ if event.kind == OPPONENT:
            return seat_words(game, event.reason == "1", event.text)
        case _ if event.kind in (COMMITMENT, REVEAL):
            return secret_words(game, event)
        case _:
            return f"{event.kind} {event.text}"


def seat_words(game: Game, number: int, level: str) -> str:
    """Who plays a side, in words."""
    side, player = side_names(game)[number], search_name(level)
    if player:
        return tr("{side} is played by {player}", side=side, player=player)
    if level == "0":
        return tr("{side} is played at the board", side=side)
    return tr("{side} is played by a remote player", side=side)


def step_text(game: Game, step: Step) -> str:
    """The step's event as a sentence, and what was captured."""
    words = event_words(game, step.shown) if step.shown else tr("the start")
    return join(": ", (words, step.note))


def players_line(game: Game, first: str, second: str) -> str:
    """`Ada (White) - Bob (Black)`; only the sides where nobody is named."""
    sides = zip((first, second), side_names(game), strict=True)
    return join(" - ", [tr("{name} ({side})", name=name, side=side) if name else side for name, side in sides])
