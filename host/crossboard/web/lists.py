"""The library page: games found, and their statistics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from crossboard.games.words import clean
from crossboard.library import Library
from crossboard.review.search import Search, search_for, selection
from crossboard.review.stats import stats
from crossboard.web.study import Value, summary

PAGE = 100  # games of a list
COUNTED = 500  # games that statistics look at, the latest ones
FILTERS = ("game", "player", "result", "board", "since", "until", "text")


def _search(wish: Mapping[str, str]) -> Search:
    game, player, result, board, since, until, text = (wish.get(name, "") for name in FILTERS)
    return search_for(game, player, result, board, since, until, text)


def listing(library: Library, wish: Mapping[str, str], page: int) -> Value:
    """A page of the games found, the latest first; CrossboardError if the search is invalid."""
    which = selection(library, _search(wish))
    found = library.count(which)
    games = library.games(replace(which, limit=PAGE, skip=page * PAGE)) if 0 <= page * PAGE < found else []
    return {
        "games": [summary(game) for game in reversed(games)],
        "found": found,
        "all": library.count(),
        "pages": max(1, -(-found // PAGE)),
        "specs": sorted(library.specs()),
        "boards": sorted({clean(serial) for _, serial in library.boards.of_games()}),
    }


def statistics(library: Library, wish: Mapping[str, str]) -> Value:
    """The statistics of the latest games found (stats.py)."""
    return stats(library, replace(selection(library, _search(wish)), limit=COUNTED), quiet=True)
