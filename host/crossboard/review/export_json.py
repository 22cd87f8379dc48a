"""Logged games as JSON; docs/export-json.md says what each field means, docs/export.schema.json holds it to that."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from textwrap import indent
from typing import Any

from crossboard.errors import CrossboardError
from crossboard.games.reasons import refusals
from crossboard.games.rules import RulesError, game_at, side_names
from crossboard.library import IMPORTED, Event, Library, StoredEval, StoredGame
from crossboard.library.judgement import judge
from crossboard.library.secret import COMMITMENT, REVEAL, Sealed, secrets_of, side_of
from crossboard.library.stored import NO_SEARCH, OPPONENT, QUESTION
from crossboard.library.timeline import TimedTurn, Timeline, tell, turn_labels
from crossboard.output import json_text
from crossboard.progress import tracked
from crossboard.review.export_options import Options

FORMAT = "crossboard-games"
VERSION = 2

Value = dict[str, Any]


def write(library: Library, numbers: list[int], options: Options) -> Iterator[bytes]:
    """The JSON file of some games, one after the other."""
    del options
    head, _, tail = json_text({"format": FORMAT, "version": VERSION, "games": [None]}).partition("    null")
    yield head.encode()
    for place, number in enumerate(tracked(numbers, "telling", len(numbers))):
        game = indent(json_text(game_value(library, number)).rstrip("\n"), "    ")
        yield f"{',' + chr(10) if place else ''}{game}".encode("utf-8", "replace")
    yield tail.encode()


def moment(ms: int | None) -> str | None:
    """A wall time (ms since 1970) in ISO 8601, UTC; None for one that no calendar has."""
    if ms is None:
        return None
    try:
        return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    except (OverflowError, OSError, ValueError):
        return None


def summary_value(stored: StoredGame) -> Value:
    """A game as lists have it."""
    game, _, variant = stored.spec.partition(":")
    imported = stored.board == IMPORTED
    return {
        "id": stored.id,
        "game": game,
        "variant": variant,
        "first": stored.first or None,
        "second": stored.second or None,
        "result": stored.result,
        "termination": stored.termination,
        "plies": stored.plies,
        "began": moment(stored.began_ms),
        "dating": "record" if imported else stored.dating or "seen",
        "board": None if imported else stored.board,
        "board_game": None if imported else stored.board_game,
    }


def game_value(library: Library, number: int) -> Value:
    """Everything about a game."""
    stored = library.game(number)
    events = library.events(number)
    try:
        line = tell(stored.start, events)
    except RulesError as error:
        raise CrossboardError(f"game {number} can't be exported: {error}") from error
    return {
        **summary_value(stored),
        "sides": list(side_names(line.game)),
        "tags": dict(stored.tags),
        "start": line.start,
        "final": line.game.text(),
        "secrets": [_secret(one) for one in secrets_of(events)],
        "turns": _turns(line.start, line.turns),
        "events": [_event(line.game.name, event) for event in events],
        "questions": _questions(library.moments(number)),
        "analysis": _analysis(line, library.analysis(number)),
        "notes": [{"after": note.seq, "kind": note.kind, "text": note.text} for note in library.notes(number)],
        "contradictions": library.strays(number),
        "problem": line.problem or None,
    }


def _secret(one: Sealed) -> Value:
    return {
        "side": one.side,
        "commitment": one.commitment or None,
        "square": one.square or None,
        "salt": one.salt or None,
        "kept": one.kept if one.open else None,
    }


def _turns(start: str, turns: list[TimedTurn]) -> list[Value]:
    game = game_at(start, 1)
    found: list[Value] = []
    for label, turn in zip(turn_labels(turns), turns, strict=True):
        plies: list[str] = []
        for ply in turn.plies:
            plies.append(game.ply_text(ply))
            game.push(ply)
        found.append(
            {
                "number": int(label.rstrip(".")),
                "side": turn.side,
                "text": turn.text,
                "notation": turn.notation,
                "plies": plies,
                "events": list(turn.seqs),
                "ms": turn.ms,
                "refused": [_refused(game.name, event) for event in turn.refused],
                "position": game.text(),
            }
        )
    return found


def _refused(game: str, event: Event) -> Value:
    return {
        "from": None if event.origin in ("", "-") else event.origin,
        "to": None if event.target in ("", "-") else event.target,
        "reason": event.reason,
        "words": refusals(game).sentence(event.reason),
    }


def _analysis(line: Timeline, evals: Mapping[int, StoredEval]) -> list[Value]:
    judged = {one.seq: one for one in judge(line, evals)} if evals else {}
    return [
        {
            "after": seq,
            "score": None if one.eval.mate is not None else one.eval.score,
            "mate": one.eval.mate,
            "line": list(one.line),
            "depth": one.depth or None,
            "ms": one.ms or None,
            "nag": judged[seq].nag or None if seq in judged else None,
        }
        for seq, one in sorted(evals.items())
    ]


def _questions(moments: list[Event]) -> list[Value]:
    found: list[Value] = []
    after = 0
    for event in moments:
        if event.kind != QUESTION:
            after = event.seq
            continue
        asked = {"after": after, "offers": event.text.split(), "answer": event.reason or None}
        found.append({**asked, "board_ms": event.board_ms, "wall": moment(event.wall_ms)})
    return found


PLAYERS: dict[str, str] = dict(zip(NO_SEARCH, ("here", "remote"), strict=True))
"""Levels at which the search does not play: somebody at the board plays, or somebody far away."""


def _opponent(game: str, event: Event) -> Value:
    """Who plays a side from then on, in any game."""
    player = PLAYERS.get(event.text, "crossboard")
    level = int(event.text) if player == "crossboard" and event.text.isdecimal() else None
    return {"side": side_of(event), "player": player, "level": level}


UNREADABLE = "unreadable"

FIELDS: dict[str, Callable[[str, Event], Value]] = {
    "ply": lambda _, event: {"ply": event.text},
    "takeback": lambda _, event: {"plies": int(event.text) if event.text.isdecimal() else None},
    "refused": _refused,
    "end": lambda _, event: {"result": event.text, "reason": event.reason},
    COMMITMENT: lambda _, event: {"side": side_of(event), "commitment": event.text},
    REVEAL: lambda _, event: {"side": side_of(event), "square": event.origin, "salt": event.text},
    OPPONENT: _opponent,
    UNREADABLE: lambda _, event: {"text": event.text},
}
"""What an event of each kind has besides what all have. A test holds that no kind that is stored is missing here."""


def _event(game: str, event: Event) -> Value:
    kind = event.kind if event.kind in FIELDS else UNREADABLE
    value: Value = {"seq": event.seq, "kind": kind, **FIELDS[kind](game, event)}
    value["board_ms"] = event.board_ms
    value["wall"] = moment(event.wall_ms)
    value["digest"] = event.digest or None
    value["flag"] = event.flag or None
    value["raw"] = event.raw or None
    return value
