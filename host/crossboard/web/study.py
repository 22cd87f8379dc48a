"""The replay page's data: one game step by step. Only reads the library."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from crossboard.errors import CrossboardError
from crossboard.games.evals import SIGNS, WORDS
from crossboard.games.expected import ply_words
from crossboard.games.formats import ply_notation, read_notation, read_start
from crossboard.games.reasons import end_words, outcome_words, ply_problem
from crossboard.games.rules import (
    HOLE,
    NOWHERE,
    RESULTS,
    Game,
    RulesError,
    game_at,
    legal_plies,
    new_game,
    public_text,
    side_names,
    terrain,
)
from crossboard.games.set_up import read_any, set_up
from crossboard.games.words import clean
from crossboard.language import tr
from crossboard.library import IMPORTED, Event, Library, StoredEval, StoredGame
from crossboard.library.judgement import Judged, judge, turn_line
from crossboard.library.secret import secrets_of
from crossboard.library.stored import QUESTION, date_words
from crossboard.library.timeline import Step, Timeline, step_text, tell, turn_labels
from crossboard.recognize.logged import whys
from crossboard.web.sections import turn_value
from crossboard.web.table import stacks

Value = dict[str, Any]


def summary(game: StoredGame) -> Value:
    """A line of the list."""
    return {
        "id": game.id,
        "spec": clean(game.spec),
        "first": clean(game.first),
        "second": clean(game.second),
        "outcome": _ended(game),
        "result": clean(game.result),
        "date": date_words(game),
        "plies": game.plies,
        "board": "" if game.board == IMPORTED else clean(game.board),
    }


def _ended(stored: StoredGame) -> str:
    """How a game ended, in a sentence; "" if it did not."""
    if stored.result == RESULTS[0]:
        return ""
    try:
        game = _any_of(stored.spec)
    except RulesError:  # a later version's
        return clean(f"{stored.result} {stored.termination}")
    return _outcome(stored, game)


@cache
def _any_of(spec: str) -> Game:
    return new_game(spec, 1)


def game_study(library: Library, number: int) -> Value:
    """The page's data of one game; CrossboardError if there is no such game or this version does not know it."""
    stored = library.game(number)
    found = study(stored, library.moments(number), library.analysis(number))
    said: dict[int, list[str]] = {}
    for note in library.notes(number):
        if note.kind == "comment":
            said.setdefault(note.seq, []).append(clean(note.text))
    for step in found["steps"]:
        step["note"] = " ".join(said.get(step["seq"], ()))
    return {**found, "deleted": library.is_deleted(number)}


def study(stored: StoredGame, events: Sequence[Event], evals: Mapping[int, StoredEval]) -> Value:
    """A game told for the replay page; `evals` is what was analysed of it."""
    try:
        line = tell(stored.start, events)
    except RulesError as error:
        raise CrossboardError(tr("this game can't be shown: {why}", why=error)) from error
    game = line.game
    secret = stored.result == "*" and public_text(game) != game.text()
    steps = [_step(line, step, secret) for step in line.steps]
    moment = -1
    for step in steps:
        moment += step["kind"] != QUESTION
        step["moment"] = moment
    for i, step in enumerate(line.steps):
        if step.event and step.event.kind == "ply":
            before = game_at(line.steps[i - 1].position, 1)
            steps[i]["last"] = _ends(before, before.parse_ply(step.event.text))
    standing = {seq for turn in line.turns for seq in turn.seqs}
    return {
        **summary(stored),
        "sides": side_names(game),
        "outcome": _outcome(stored, game),
        "columns": game.columns,
        "rows": game.rows,
        "holes": [s for s, value in enumerate(game.board) if value == HOLE],
        "terrain": terrain(game),
        "steps": steps,
        "turns": _turns(line),
        "heat": _heat(game, line, steps, standing),
        "analysis": analysis_value(line, evals),
        "tags": {clean(name): clean(value) for name, value in stored.tags.items()},
        "secrets": [
            {"side": one.side, "commitment": one.commitment, "square": one.square, "salt": one.salt, "kept": one.kept}
            for one in secrets_of(events)
        ],
        "problem": clean(line.problem),
    }


def game_why(library: Library, number: int) -> Value:
    """Why the board decided as it did, by the step of the game's page; `lacks` says what can't be explained, and why."""
    library.game(number)  # LibraryError if there is none
    found, lacks = whys(library, number)
    steps = {str(step): {"words": clean(words), "because": because} for step, (words, because) in found.items()}
    return {"steps": steps, "lacks": lacks}


def analysis_value(line: Timeline, evals: Mapping[int, StoredEval]) -> list[Value]:
    """The plies that stood, each with the step that shows it: the score after it (null: not known), the chance of the first side
    (-1 to 1), its mark, and for marked plies what was better with the positions that follow. Nothing if nothing was analysed.
    """
    at = {step.event.seq: i for i, step in enumerate(line.steps) if step.event}
    found: list[Value] = []
    for one in judge(line, evals) if evals else ():
        over = line.steps[at[one.seq]].position if one.eval is None else ""
        result = game_at(over, 1).result if over else 0
        chance = one.eval.chance() if one.eval else {1: 1.0, 2: -1.0, 3: 0.0}.get(result)
        found.append(
            {
                "step": at[one.seq],
                "side": one.side,
                "eval": one.eval.words() if one.eval else None,
                "chance": None if chance is None else round(chance, 4),
                "mark": SIGNS.get(one.nag, ""),
                "word": WORDS.get(one.nag, ""),
                "played": one.text,
                "best": one.line[0] if one.line else "",
                "better": turn_line(line, one) if one.nag else "",
                "line": _played_out(line.steps[at[one.seq] - 1].position, one) if one.nag else [],
            }
        )
    return found


def _played_out(position: str, one: Judged) -> list[Value]:
    """The plies of what was better, each with the position after it and the squares where it begins and ends."""
    game = game_at(position, 256)
    found: list[Value] = []
    for text in one.line:
        try:
            ply = game.parse_ply(text)
        except RulesError:
            break
        last, notation = _ends(game, ply), ply_notation(game, ply)
        game.push(ply)
        found.append({"ply": notation, "position": game.text(), "last": last})
    return found


def _outcome(stored: StoredGame, game: Game) -> str:
    return clean(outcome_words(game, stored.result, stored.termination))


def _step(line: Timeline, step: Step, secret: bool) -> Value:
    event = step.event
    game = game_at(step.position, 1)
    position = public_text(game) if secret else step.position
    return {
        "position": position,
        "kind": event.kind if event else "start",
        "words": clean(step_text(line.game, step)) if event else tr("The start"),
        "ms": step.ms,
        "turn": step.turn,
        "moment": 0,
        "seq": event.seq if event and event.kind == "ply" else 0 if event is None else -1,
        "note": "",
        "over": bool(game.result),
        "squares": list(step.squares),
        "last": [],
    }


def _ends(game: Game, ply: int) -> list[int]:
    """The squares where a ply that is legal in `game` begins and ends."""
    return [square for square in (ply & 255, game.destination(ply)) if square != NOWHERE]


def _turns(line: Timeline) -> list[Value]:
    at = {step.event.seq: i for i, step in enumerate(line.steps) if step.event}
    return [
        {**turn_value(line, turn, label), "first": at[turn.seqs[0]], "step": at[turn.seqs[-1]]}
        for turn, label in zip(line.turns, turn_labels(line.turns), strict=True)
    ]


def _heat(game: Game, line: Timeline, steps: list[Value], standing: set[int]) -> Value:
    """How often each square was left or reached, and how often something was refused there."""
    moves, refused = Counter[int](), Counter[str]()
    for step, told in zip(line.steps, steps, strict=True):
        if step.event and step.event.seq in standing:
            moves.update(set(told["last"]))
        if step.event and step.event.kind == "refused":
            refused.update(step.squares)
    size = game.columns * game.rows
    return {"moves": [moves[s] for s in range(size)], "refused": dict(refused)}


def attempt(position: str, plies: Sequence[str]) -> Value:
    """The position after trying plies, and what may follow. CrossboardError if they are not legal."""
    game = game_at(read_start(position), 256)
    last: list[int] = []
    for text in plies:
        try:
            ply = read_notation(game, text)
        except RulesError as error:
            raise CrossboardError(ply_problem(game, error, text)) from error
        last = _ends(game, ply)
        game.push(ply)
    legal: list[Value] = []
    for ply in legal_plies(game):
        origin = ply & 255
        ends = [origin if origin != NOWHERE else -1, game.destination(ply)]
        text = game.ply_text(ply)
        said = {"words": clean(ply_words(game, text)), "notation": ply_notation(game, ply)}
        legal.append({"text": text, **said, "from": ends[0], "to": ends[1] if ends[1] != NOWHERE else -1})
    return {
        "position": game.text(),
        "side": game.side,
        "legal": sorted(legal, key=lambda one: str(one["text"])),
        "outcome": end_words(game, game.result, game.reason) if game.result else "",
        "winner": game.result - 1 if game.result in (1, 2) else None,
        "last": last,
    }


def position_value(text: str, spec: str) -> Value:
    """A position that is being set up, for a page: its text, as far as it could be made to fit, the same as the game's own world
    writes it, and why one can't play from there. RulesError if `text`, for a position of `spec`, can't be read at all."""
    found = set_up(read_any(text, spec))
    there = found.text.partition(" ")[0]
    game = found.game or new_game(there, 1)
    return {
        "text": found.text,
        "foreign": found.foreign,
        "problem": found.problem,
        "spec": there,
        "columns": game.columns,
        "rows": game.rows,
        "holes": [s for s, value in enumerate(game.board) if value == HOLE],
        "terrain": terrain(game),
        "sides": side_names(game),
        "stacking": stacks(game),
    }
