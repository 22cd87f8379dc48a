"""`crossboard games`: lists logged games, and their statistics."""

from __future__ import annotations

import argparse

from crossboard.arguments import Parser, add_json, add_library, add_text, integer
from crossboard.games.rules import games_help
from crossboard.library import Library, StoredGame, open_library
from crossboard.library.listing import lines_of
from crossboard.library.selection import Selection
from crossboard.output import json_text, say
from crossboard.review.search import Search, search_of, selection

HEADS = ("ID", "DATE", "GAME", "FIRST", "SECOND", "RESULT", "PLIES", "BOARD")


def add_arguments(parser: Parser) -> None:
    """The command line."""
    parser.description = (
        "List and find games by game, player, result, date, board or words. --stats summarizes results, turn times, refused "
        "attempts and their squares, and sensors that flicker."
    )
    parser.examples = (
        "games",
        "games --player Ada --result white --from 2026-03-01",
        "games --game kings-crossing --stats",
    )
    parser.appendix = games_help
    add_text(parser, "--game", "GAME[:VARIANT]", "only this game")
    add_text(parser, "--player", "NAME", "only games of this player, on either side")
    text = "only this result: 1-0 (the first side won), 0-1, 1/2-1/2, white, black, draw, open, or a reason, as `goal`"
    add_text(parser, "--result", "R", text)
    text = "only games from this day on, as 2026-03-31"
    parser.add_argument("--from", dest="since", default="", metavar="DATE", help=text)
    text = "only games up to this day"
    parser.add_argument("--to", dest="until", default="", metavar="DATE", help=text)
    text = "only games of this board"
    parser.add_argument("--board", dest="of_board", default="", metavar="ID", help=text)
    add_text(parser, "--text", "WORDS", "only games with these words in a name, tag, note or turn")
    parser.add_argument("--limit", type=integer, metavar="N", help="only the last N")
    parser.add_argument("--stats", action="store_true", help="summarize them: results, turn times, refusals")
    add_json(parser)
    add_library(parser)


def run(args: argparse.Namespace) -> int:
    """List the games found, or their statistics."""
    wanted = search_of(args)
    with open_library(args, reading=True) as library:
        which = selection(library, wanted)
        if args.stats:
            lines = _stats(library, which, args.json)
        elif args.json:
            lines = _summaries(library.games(which))
        else:
            head, *lines = lines_of(library, HEADS, which)
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
