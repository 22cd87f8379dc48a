"""`crossboard edit`: names, the event and notes of a logged game. Plies and times never change."""

from __future__ import annotations

import argparse

from crossboard.arguments import WHITE, Parser, add_id, add_library, integer
from crossboard.errors import CrossboardError
from crossboard.games.names import checked_length, checked_name
from crossboard.games.record import one_line
from crossboard.games.rules import by_colour
from crossboard.language import tr
from crossboard.library import Library, StoredGame, open_library
from crossboard.library.selection import game_number
from crossboard.library.timeline import tell
from crossboard.output import say

LONGEST = 2000  # characters of a note or an event's name
EVENT = "Event"


def checked(text: str, what: str) -> str:
    """A note or an event's name on one line; CrossboardError if it is too long."""
    return checked_length(one_line(text), what, LONGEST)


def change(
    library: Library,
    game: StoredGame,
    first: str | None = None,
    second: str | None = None,
    event: str | None = None,
    note: str | None = None,
    turn: int | None = None,
) -> None:
    """Set what is given (None: as it is) of a game; the note is said of a turn's end, or of the start (0 or None)."""
    names = {side: checked_name(name) for side, name in enumerate((first, second)) if name is not None}
    with library.transaction():
        library.name_players(game.id, names)
        if event is not None:
            library.tag(game.id, {EVENT: checked(event, tr("name of the event"))})
        if note is not None:
            library.comment(game.id, _seq(library, game, turn or 0), checked(note, tr("note")))


def _seq(library: Library, game: StoredGame, turn: int) -> int:
    """The event that ends a turn, 0 for the start."""
    turns = tell(game.start, library.moments(game.id)).turns
    if not 0 <= turn <= len(turns):
        raise CrossboardError(tr("there is no turn {turn}; the game has {count}", turn=turn, count=len(turns)))
    return turns[turn - 1].seqs[-1] if turn else 0


def add_arguments(parser: Parser) -> None:
    """The command line."""
    parser.description = "Name a game's players and event, or write a note on the game or on a turn."
    parser.examples = ("edit 12 --white Ada --black Bob", "edit 12 --turn 7 --note 'Too bold.'")
    add_id(parser)
    parser.add_argument("--white", metavar="NAME", help=f'{WHITE} ("": nobody known)')
    parser.add_argument("--black", metavar="NAME", help="Black's player")
    parser.add_argument("--event", metavar="NAME", help="the event it was played at")
    parser.add_argument("--note", metavar="TEXT", help='a note on the game, or on a turn ("": none)')
    text = "the turn that the note is on (default: the game's start)"
    parser.add_argument("--turn", type=integer, metavar="N", help=text)
    add_library(parser)


def run(args: argparse.Namespace) -> int:
    """Change what is known of a game."""
    given = (args.white, args.black, args.event, args.note)
    if all(one is None for one in given):
        raise CrossboardError("nothing to change: name --white, --black, --event or --note")
    if args.turn is not None and args.note is None:
        raise CrossboardError("--turn says where a --note belongs")
    with open_library(args) as library:
        game = library.game(game_number(args.id))
        change(library, game, *by_colour(game.spec, (args.white, args.black)), args.event, args.note, args.turn)
    say(f"game {args.id} is changed")
    return 0
