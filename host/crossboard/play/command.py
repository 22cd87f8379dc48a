"""`crossboard play`: a sitting at a board, or the demonstration."""

from __future__ import annotations

import argparse

from crossboard.errors import CrossboardError
from crossboard.games.rules import RulesError, game_at, new_game
from crossboard.play.demo import run as demonstrate
from crossboard.play.start import sit


def run(args: argparse.Namespace) -> int:
    """Play."""
    try:
        if args.game:
            _ = game_at(args.game) if " " in args.game else new_game(args.game)
    except RulesError as error:
        raise CrossboardError(str(error)) from error
    if args.demo:
        return demonstrate(args)
    return sit(args, args.game, (args.white, args.black))
