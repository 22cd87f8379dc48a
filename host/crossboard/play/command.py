"""`crossboard play`: play at a board, or the demonstration."""

from __future__ import annotations

import argparse

from crossboard.boards.opponents import read_against, require_playable
from crossboard.errors import CrossboardError
from crossboard.games.names import checked_name
from crossboard.games.rules import Game, read_game
from crossboard.play.demo import run as demonstrate
from crossboard.play.play import NOBODY, Against
from crossboard.play.remote import read_remote
from crossboard.play.start import sit


def run(args: argparse.Namespace) -> int:
    """Play."""
    if args.demo:
        return demonstrate(args)
    game = read_game(args.game) if args.game else None
    names = checked_name(args.white), checked_name(args.black)
    against = read_opponent(args, game)
    remote = read_remote(args, game)
    return sit(args, args.game, names, against=against, remote=remote)


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
