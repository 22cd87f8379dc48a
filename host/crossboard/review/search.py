"""Searching the library: the conditions, and the games that meet them.

Words are found anywhere, in any case and order; everything that is asked has to be true of a game.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache

from crossboard.errors import CrossboardError
from crossboard.games.reasons import all_ends
from crossboard.games.rules import FIRST_WON, RESULTS, game_names, read_side, require_spec, side_names, specs
from crossboard.games.words import clean
from crossboard.language import tr
from crossboard.library import Library, StoredGame
from crossboard.library.selection import Selection

RESULT_WORDS = {"first": "1-0", "second": "0-1", "draw": "1/2-1/2", "open": "*"}


@dataclass(frozen=True, slots=True)
class Search:
    """The conditions of a search; "", None and 0 are no condition. `result` is a result, a reason or the name of the side that
    won, dates are days here.

    `limit` keeps the latest so many games.
    """

    game: str = ""
    player: str = ""
    result: str = ""
    since: date | None = None
    until: date | None = None
    board: str = ""
    text: str = ""
    limit: int = 0


def search_of(args: argparse.Namespace) -> Search:
    """The search of a command line; CrossboardError if it is invalid."""
    if args.limit is not None and args.limit < 1:
        raise CrossboardError("the limit must be a number of games, at least 1")
    return search_for(
        args.game, args.player, args.result, args.of_board, args.since, args.until, args.text, args.limit or 0
    )


def search_for(
    game: str, player: str, given: str, board: str, from_day: str, to_day: str, text: str, limit: int = 0
) -> Search:
    """The search as typed; CrossboardError if it is invalid."""
    result = given.lower() if given.lower() in _sides() else RESULT_WORDS.get(given.lower(), given)
    if result and result not in (*_sides(), *RESULTS, *all_ends()):
        known = ", ".join([*_sides(), *RESULT_WORDS, *RESULTS, *all_ends()])
        raise CrossboardError(f"'{clean(given)}' is not a result: {known}")
    if game and not any(_is_game(spec, game) for spec in specs()):
        require_spec(game)
    since, until = _day(from_day), _day(to_day)
    if since and until and since > until:
        raise CrossboardError(tr("{since} is after {until}", since=since, until=until))
    return Search(game, player, result, since, until, board, text, limit)


def _day(text: str) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise CrossboardError(tr("'{text}' is not a date such as 2025-03-31", text=clean(text))) from None


def selection(library: Library, search: Search) -> Selection:
    """The selection of the games that meet a search."""
    specs = [spec for spec in library.specs() if _is_game(spec, search.game)] if search.game else None
    won = _won_by(library, search.result) if search.result in _sides() else None
    found = Selection(
        specs=specs,
        players=[number for number, name in library.players() if _has(search.player, [name])]
        if search.player
        else None,
        boards=[number for number, name in library.boards.of_games() if _has(search.board, [name])]
        if search.board
        else None,
        result=search.result if won is None else "",
        won=won,
        since=_midnight(search.since),
        until=_midnight(search.until + timedelta(days=1)) if search.until and search.until < date.max else None,
        limit=0 if search.text else search.limit,
    )
    if not search.text:
        return found
    with_text = [game.id for game in library.games(found) if _has(search.text, list(_texts(library, game)))]
    return Selection(numbers=with_text, limit=search.limit)


@cache
def _sides() -> tuple[str, ...]:
    """What sides are called in any game, as they are typed."""
    return tuple(dict.fromkeys(name.lower() for game in game_names() for name in side_names(game)))


def _won_by(library: Library, side: str) -> list[str]:
    """`GAME[:VARIANT] RESULT` of the library's games in which the side of that name has won."""
    found: list[str] = []
    for spec in library.specs():
        with suppress(CrossboardError):  # no side of it is called so
            found.append(f"{spec} {RESULTS[FIRST_WON + read_side(side, spec)]}")
    return found


def _is_game(spec: str, wanted: str) -> bool:
    """`GAME` is every variant of it, `GAME:VARIANT` just that."""
    return wanted.lower() in (spec, spec.partition(":")[0])


def _midnight(day: date | None) -> int | None:
    if day is None:
        return None
    try:
        return int(datetime(day.year, day.month, day.day).timestamp() * 1000)
    except (OverflowError, OSError, ValueError):
        raise CrossboardError(tr("{day} is out of range", day=day)) from None


def _has(wanted: str, texts: Sequence[str]) -> bool:
    """Whether each word of what is wanted is somewhere in the texts."""
    folded = "\n".join(texts).casefold()
    return all(word in folded for word in wanted.casefold().split())


def _texts(library: Library, game: StoredGame) -> Iterable[str]:
    """Everything of a game that is text."""
    yield from (game.first, game.second, game.spec, game.termination, game.board_game, *game.tags.values())
    yield from (note.text for note in library.notes(game.id))
    yield from (event.text for event in library.events(game.id) if event.kind == "ply")
