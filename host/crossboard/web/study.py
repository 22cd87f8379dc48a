"""What the library page shows: lists, one game told step by step, statistics. Reads the library, changes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from statistics import median, quantiles
from typing import Any

from crossboard.errors import CrossboardError
from crossboard.library import IMPORTED, Event, Library, StoredGame
from crossboard.rules import (
    HOLE,
    NOWHERE,
    RESULTS,
    TERMINATIONS,
    Game,
    RulesError,
    game_at,
    legal_plies,
    public_text,
    side_names,
)
from crossboard.timeline import Step, Timeline, event_words, tell, turn_labels
from crossboard.words import WHY_WORDS, clean, end_words

Value = dict[str, Any]
PAGE = 100  # games of a list
COUNTED = 2000  # games that statistics look at, the latest ones
FILTERS = ("game", "player", "result", "board", "since", "until", "text")


def matches(game: StoredGame, wish: dict[str, str]) -> bool:
    """Whether a game is among those wished for: each filter that is not empty has to fit."""
    day = day_of(game.began_ms)
    return (
        (not wish.get("game") or wish["game"] in (game.spec, game.spec.partition(":")[0]))
        and _in(wish.get("player"), (game.white, game.black))
        and (not wish.get("result") or game.result == wish["result"])
        and _in(wish.get("board"), ("" if game.board == IMPORTED else game.board,))
        and (not wish.get("since") or day >= wish["since"])
        and (not wish.get("until") or day <= wish["until"])
        and _in(wish.get("text"), _texts(game))
    )


def _texts(game: StoredGame) -> tuple[str, ...]:
    tags = (part for pair in game.tags.items() for part in pair)
    return (str(game.id), game.spec, game.white, game.black, game.board, game.termination, *tags)


def _in(part: str | None, texts: Iterable[str]) -> bool:
    return not part or any(part.casefold() in text.casefold() for text in texts)


def day_of(ms: int) -> str:
    """A wall time's day, `2026-05-01`."""
    return datetime.fromtimestamp(ms / 1000).strftime("%Y-%m-%d")


def summary(game: StoredGame) -> Value:
    """A line of the list."""
    return {
        "id": game.id,
        "spec": clean(game.spec),
        "white": clean(game.white),
        "black": clean(game.black),
        "result": clean(game.result),
        "termination": clean(game.termination),
        "date": datetime.fromtimestamp(game.began_ms / 1000).strftime("%Y-%m-%d %H:%M"),
        "plies": game.plies,
        "board": "" if game.board == IMPORTED else clean(game.board),
    }


def listing(library: Library, wish: dict[str, str], page: int) -> Value:
    """The games wished for, the latest first, a page of them."""
    everything = library.games()
    found = [game for game in reversed(everything) if matches(game, wish)]
    return {
        "games": [summary(game) for game in found[page * PAGE : (page + 1) * PAGE]],
        "found": len(found),
        "all": len(everything),
        "pages": max(1, -(-len(found) // PAGE)),
        "specs": sorted({game.spec for game in everything}),
        "boards": sorted({clean(game.board) for game in everything if game.board != IMPORTED}),
    }


def game_study(library: Library, number: int) -> Value:
    """Everything about one game; CrossboardError if there is none or this version does not know it."""
    stored = library.game(number)
    return study(stored, library.events(number))


def study(stored: StoredGame, events: Sequence[Event]) -> Value:
    """A game told for the replay page."""
    try:
        line = tell(stored.start, events)
    except RulesError as error:
        raise CrossboardError(f"this game can't be shown: {error}") from error
    game = line.game
    secret = stored.result == "*" and public_text(game) != game.text()
    steps = [_step(line, step, secret, moment) for moment, step in enumerate(line.steps)]
    for i, step in enumerate(line.steps):
        if step.event and step.event.kind == "ply":
            steps[i]["last"] = _ends(line.steps[i - 1].position, step.event.text)
    standing = {seq for turn in line.turns for seq in turn.seqs}
    return {
        **summary(stored),
        "sides": side_names(game),
        "outcome": _outcome(stored, game),
        "columns": game.columns,
        "rows": game.rows,
        "holes": [s for s, value in enumerate(game.board) if value == HOLE],
        "steps": steps,
        "turns": _turns(line),
        "heat": _heat(game, line, steps, standing),
        "tags": {clean(name): clean(value) for name, value in stored.tags.items()},
        "problem": clean(line.problem),
    }


def _outcome(stored: StoredGame, game: Game) -> str:
    if stored.result in RESULTS and stored.termination in TERMINATIONS:
        return end_words(game, RESULTS.index(stored.result), TERMINATIONS.index(stored.termination))
    return clean(f"{stored.result} {stored.termination}")


def _step(line: Timeline, step: Step, secret: bool, moment: int) -> Value:
    event = step.event
    game = game_at(step.position, 1)
    position = public_text(game) if secret else step.position
    return {
        "position": position,
        "kind": event.kind if event else "start",
        "words": clean(event_words(line.game, event)) if event else "The start",
        "ms": step.ms,
        "turn": step.turn,
        "moment": moment,
        "over": bool(game.result),
        "squares": list(step.squares),
        "last": [],
    }


def _ends(position: str, text: str) -> list[int]:
    """The squares where a ply begins and ends."""
    try:
        game = game_at(position, 1)
        ply = game.parse_ply(text)
    except RulesError:
        return []
    return [square for square in (ply & 255, game.destination(ply)) if square != NOWHERE]


def _turns(line: Timeline) -> list[Value]:
    at = {step.event.seq: i for i, step in enumerate(line.steps) if step.event}
    return [
        {
            "label": label,
            "side": turn.side,
            "text": turn.text,
            "ms": turn.ms,
            "refused": [clean(event_words(line.game, e)) for e in turn.refused],
            "step": at[turn.seqs[-1]],
        }
        for turn, label in zip(line.turns, turn_labels(line.turns), strict=True)
    ]


def _heat(game: Game, line: Timeline, steps: list[Value], standing: set[int]) -> Value:
    """How often each square was left or reached, and how often something was refused there."""
    moves, refused = Counter[int](), Counter[str]()
    for step, told in zip(line.steps, steps, strict=True):
        if step.event and step.event.seq in standing:
            moves.update(set(told["last"]))
        refused.update(step.squares)
    size = game.columns * game.rows
    return {"moves": [moves[s] for s in range(size)], "refused": dict(refused)}


def attempt(position: str, plies: Sequence[str]) -> Value:
    """What comes of trying plies from a position: where that leads, and what may follow. RulesError says what is wrong."""
    game = game_at(position, 256)
    for text in plies:
        game.push(game.parse_ply(text))
    legal: list[Value] = []
    for ply in legal_plies(game):
        origin = ply & 255
        ends = [origin if origin != NOWHERE else -1, game.destination(ply)]
        legal.append({"text": game.ply_text(ply), "from": ends[0], "to": ends[1] if ends[1] != NOWHERE else -1})
    last: list[int] = []
    if plies:
        before = game_at(position, 256)
        for text in plies[:-1]:
            before.push(before.parse_ply(text))
        last = _ends(before.text(), plies[-1])
    return {
        "position": game.text(),
        "side": game.side,
        "legal": sorted(legal, key=lambda one: str(one["text"])),
        "outcome": end_words(game, game.result, game.reason) if game.result else "",
        "last": last,
    }


def statistics(library: Library, wish: dict[str, str]) -> Value:
    """Results by game, side and player, turn times, refusals by reason: of the games wished for."""
    found = [game for game in reversed(library.games()) if matches(game, wish)]
    games: dict[str, Counter[str]] = {}
    players: dict[str, Counter[str]] = {}
    times: dict[str, list[int]] = {}
    refused: Counter[str] = Counter()
    for stored in found[:COUNTED]:
        games.setdefault(stored.spec, Counter())[stored.result] += 1
        for name, won, lost in ((stored.white, "1-0", "0-1"), (stored.black, "0-1", "1-0")):
            if name:
                kinds = {won: "won", lost: "lost", "1/2-1/2": "drawn"}
                players.setdefault(name, Counter())[kinds.get(stored.result, "open")] += 1
        before = 0
        for event in library.events(stored.id):
            if event.kind == "refused":
                refused[event.reason] += 1
            if event.kind == "ply" and event.board_ms is not None:
                times.setdefault(stored.spec, []).append(max(0, event.board_ms - before))
                before = event.board_ms
    return {
        "counted": min(len(found), COUNTED),
        "games": [{"spec": clean(spec), **results} for spec, results in sorted(games.items())],
        "players": [{"name": clean(name), **kinds} for name, kinds in sorted(players.items(), key=_by_games)],
        "times": [_times(spec, found) for spec, found in sorted(times.items())],
        "refused": [{"reason": r, "words": WHY_WORDS.get(r, r), "count": n} for r, n in refused.most_common(20)],
    }


def _by_games(entry: tuple[str, Counter[str]]) -> tuple[int, str]:
    return -entry[1].total(), entry[0]


def _times(spec: str, found: list[int]) -> Value:
    slow = quantiles(found, n=10)[-1] if len(found) > 1 else found[0]
    return {"spec": clean(spec), "plies": len(found), "median": round(median(found)), "slow": round(slow)}
