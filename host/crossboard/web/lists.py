"""What the library page shows: the games looked for, and what they come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from crossboard.games.words import clean
from crossboard.library import IMPORTED, Library
from crossboard.review.search import Search, find, search_for, selection
from crossboard.review.stats import stats
from crossboard.web.study import Value, summary

PAGE = 100  # games of a list
COUNTED = 500  # games that statistics look at, the latest ones
FILTERS = ("game", "player", "result", "board", "since", "until", "text")


def _search(wish: Mapping[str, str]) -> Search:
    game, player, result, board, since, until, text = (wish.get(name, "") for name in FILTERS)
    return search_for(game, player, result, board, since, until, text)


def listing(library: Library, wish: Mapping[str, str], page: int) -> Value:
    """The games wished for, the latest first, a page of them; CrossboardError if the wish can't be meant."""
    everything = library.games()
    found = list(reversed(find(library, _search(wish))))
    return {
        "games": [summary(game) for game in found[page * PAGE : (page + 1) * PAGE]],
        "found": len(found),
        "all": len(everything),
        "pages": max(1, -(-len(found) // PAGE)),
        "specs": sorted({game.spec for game in everything}),
        "boards": sorted({clean(game.board) for game in everything if game.board != IMPORTED}),
    }


def statistics(library: Library, wish: Mapping[str, str]) -> Value:
    """What the latest of the games wished for come to (stats.py)."""
    return stats(library, replace(selection(library, _search(wish)), limit=COUNTED), quiet=True)
