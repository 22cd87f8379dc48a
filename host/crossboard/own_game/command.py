"""`crossboard game`: a template of a game of your own, and proof that a game keeps the contract (docs/your-own-game.md)."""

from __future__ import annotations

import argparse
import re
from importlib.util import find_spec
from pathlib import Path

from crossboard.arguments import Parser
from crossboard.calling import command, install
from crossboard.errors import CrossboardError
from crossboard.games.outside import add_folder, add_package
from crossboard.games.rules import game_names
from crossboard.output import say
from crossboard.own_game.proof import prove
from crossboard.own_game.template import write_template

PACKAGE = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")


def add_arguments(parser: Parser) -> None:
    """The command line."""
    parser.description = (
        "Write the template of a game that plays at once (new), or prove that a game keeps the contract of shared_rules/README.md "
        "(check): one line a promise, and status 1 if one is not kept."
    )
    parser.examples = ("game new tiny-race", "game check ./tiny-race", "game check charing-cross")
    parser.add_argument("action", choices=("new", "check"), metavar="ACTION", help="new or check")
    text = (
        "new: what the game is to be called, as tiny-race: the folder that is written; check: a game's folder, its package, or the "
        "name of a game that is installed"
    )
    parser.add_argument("game", metavar="GAME", help=text)


def run(args: argparse.Namespace) -> int:
    """The command."""
    return _new(args.game) if args.action == "new" else _check(args.game)


def _new(name: str) -> int:
    for path in write_template(name, Path(name)):
        say(f"wrote {path}")
    say(f"next:\n  {install('-e', f'./{name}')}\n  {command('game', 'check', name)}\n  {command('play', name)}")
    return 0


def _check(what: str) -> int:
    if Path(what).is_dir():
        names = add_folder(what)
    elif what in game_names():
        names = [what]
    elif PACKAGE.fullmatch(what) and find_spec(what.partition(".")[0]):
        names = add_package(what)
    else:
        raise CrossboardError(f"'{what}' is neither a folder, nor a game, nor a package with a module game")
    kept = True
    for name in names:
        if len(names) > 1:
            say(f"{name}:")
        kept = prove(name, say) and kept
    return 0 if kept else 1
