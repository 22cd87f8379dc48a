"""`crossboard games`: the list of logged games, and what they come to."""

from __future__ import annotations

import argparse

from crossboard.library import Library, StoredGame, open_library
from crossboard.library.selection import Selection
from crossboard.output import json_text, say
from crossboard.review.search import Search, search_of, selection

HEADS = ("ID", "DATE", "GAME", "WHITE", "BLACK", "RESULT", "PLIES", "BOARD")


def games(args: argparse.Namespace) -> int:
    """List the games that are looked for, or what they come to."""
    wanted = search_of(args)
    with open_library(args, reading=True) as library:
        which = selection(library, wanted)
        if args.stats:
            lines = _stats(library, which, args.json)
        elif args.json:
            lines = _summaries(library.games(which))
        else:
            head, *lines = library.lines(HEADS, which)
            if lines:
                lines.insert(0, head)
            else:
                lines = [f"no games yet in {library.path}" if wanted == Search() else "no game matches"]
    say("\n".join(lines))
    return 0


def _stats(library: Library, which: Selection, as_json: bool) -> list[str]:
    from crossboard.review.stats import stats, stats_lines

    told = stats(library, which)
    return json_text(told).rstrip().split("\n") if as_json else stats_lines(told)


def _summaries(found: list[StoredGame]) -> list[str]:
    from crossboard.review.export_json import summary_value

    return json_text({"games": [summary_value(game) for game in found]}).rstrip().split("\n")
