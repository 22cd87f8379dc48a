"""`crossboard play`: play at a board, or the demonstration."""

from __future__ import annotations

import argparse

from crossboard.boards.opponents import read_against, require_playable
from crossboard.boards.resuming import Resumption
from crossboard.errors import CrossboardError
from crossboard.games.names import checked_name
from crossboard.games.rules import Game, read_game
from crossboard.library import open_library
from crossboard.library.selection import game_number
from crossboard.play.demo import run as demonstrate
from crossboard.play.play import NOBODY, Against
from crossboard.play.remote import read_remote
from crossboard.play.start import sit


def run(args: argparse.Namespace) -> int:
    """Play."""
    if args.demo:
        return demonstrate(args)
    if args.resume:
        return resume(args)
    game = read_game(args.game) if args.game else None
    names = checked_name(args.white), checked_name(args.black)
    against = read_opponent(args, game)
    remote = read_remote(args, game)
    return sit(args, args.game, names, against=against, remote=remote)


def resume(args: argparse.Namespace) -> int:
    """Go on with a game of the library, as it was."""
    given = {
        "GAME": args.game,
        "--white": args.white,
        "--black": args.black,
        "--against": args.against,
        "--side": args.side,
    }
    given |= {"--invite": args.invite, "--remote": args.remote, "--broker": args.broker, "--clock": args.clock}
    if also := next((name for name, value in given.items() if value), None):
        raise CrossboardError(f"--resume goes on with a game as it was: leave out {also}")
    number = game_number(args.resume)
    with open_library(args, reading=True) as library:
        spec = Resumption(library, number).spec
    return sit(args, spec, ("", ""), resumed=number)


def read_opponent(args: argparse.Namespace, game: Game | None) -> Against:
    """What --against, --side and --think ask for; CrossboardError if that can't be."""
    if not args.against:
        if args.side and not args.invite:
            raise CrossboardError(
                "--side is the side you play against Crossboard; it needs --against LEVEL or --invite"
            )
        return NOBODY
    levels = read_against(args.against, args.side, game)
    if any(levels) and args.game:
        require_playable(args.game)
    for level, name, option in zip(levels, (args.white, args.black), ("--white", "--black"), strict=True):
        if level and name:
            raise CrossboardError(f"{option} {name}: Crossboard plays that side, at level {level}")
    return Against(levels, args.think)
