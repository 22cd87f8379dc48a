"""`crossboard delete`: takes games out of the library's lists, and brings them back."""

from __future__ import annotations

import argparse

from crossboard.arguments import Parser, add_ids, add_library
from crossboard.calling import command
from crossboard.errors import CrossboardError
from crossboard.games.words import plural
from crossboard.library import Library, open_library
from crossboard.library.selection import Selection, game_numbers
from crossboard.output import say


def add_arguments(parser: Parser) -> None:
    """The command line."""
    parser.examples = ("delete 12 13", "delete --undo 12", "delete --undo")
    add_ids(parser, "*")
    text = "bring them back; without ID: list the deleted games"
    parser.add_argument("--undo", action="store_true", help=text)
    add_library(parser)


def run(args: argparse.Namespace) -> int:
    """Delete games, or bring deleted ones back."""
    with open_library(args) as library:
        if not args.ids:
            if not args.undo:
                raise CrossboardError("name the games to delete")
            return _list_deleted(library)
        numbers = [library.game(number).id for number in game_numbers(args.ids)]
        for number in numbers:
            if library.is_deleted(number) != args.undo:
                raise CrossboardError(f"game {number} is {'not deleted' if args.undo else 'deleted already'}")
        if args.undo:
            library.restore(numbers)
            say(f"{plural(len(numbers), 'game')} brought back")
            return 0
        library.delete(numbers)
    say(f"{plural(len(numbers), 'game')} deleted; `{command('delete', '--undo', *map(str, numbers))}` undoes that")
    return 0


def _list_deleted(library: Library) -> int:
    found = library.games(Selection(deleted=True))
    say(
        "\n".join(f"{game.id}  {game.spec}  {game.first or '-'}  {game.second or '-'}" for game in found)
        or "nothing is deleted"
    )
    return 0
