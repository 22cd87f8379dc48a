"""The `crossboard` command: a table of commands, and the one boundary that turns errors into a line and a status.

Exit status: 0 done, 2 bad input or a fault from outside (one line `crossboard: ...` on stderr), 130 interrupted.
"""

from __future__ import annotations

import argparse
import errno
import importlib
import sys
from collections.abc import Sequence
from typing import NamedTuple, NoReturn

from crossboard.arguments import Parser
from crossboard.errors import CrossboardError, reason_of
from crossboard.interrupt import INTERRUPTED, raise_when_interrupted
from crossboard.output import forget_output, ready_streams, say, warn


class Command(NamedTuple):
    """One command. `module` has `add_arguments(parser)` and `run(args)`, which gives the exit status; it is imported when the
    command is chosen. `section` is where docs/commands.md lists it, `help` one line."""

    module: str
    section: str
    help: str


PLAYING, GAMES, BOARDS, PUZZLES, PROGRAMS = "Playing", "Logged games", "Boards", "Puzzles", "For programs"

COMMANDS = {
    "play": Command("play.command", PLAYING, "play a game on a board; it is shown live and logged in the library"),
    "lichess": Command("lichess.command", PLAYING, "play on lichess.org, or a server of its kind, at a board"),
    "hub": Command("hub.command", PLAYING, "collect and show the games of many boards: a club, a tournament"),
    "watch": Command("watch.command", PLAYING, "print what happens on boards, or keep PGN files of it for a broadcast"),
    "boards": Command("boards.listing", PLAYING, "list the boards attached, and those seen before"),
    "sync": Command("boards.sync", PLAYING, "fetch games played without a PC from a board"),
    "settings": Command("boards.settings_command", PLAYING, "show or change a board's settings"),
    "games": Command("review.games", GAMES, "list, find and count the games in the library"),
    "show": Command("review.show", GAMES, "show everything that happened in a game"),
    "replay": Command("play.replay", GAMES, "step through a game, here or by the lights of a board"),
    "analyse": Command("analysis.command", GAMES, "score every ply of a game, mark mistakes and say what was better"),
    "puzzles": Command("play.puzzles", PUZZLES, "solve puzzles, here or at a board"),
    "export": Command("review.export", GAMES, "write games as records, JSON, pages or pictures"),
    "edit": Command("review.edit", GAMES, "name a game's players and event, or write a note on a turn"),
    "delete": Command("review.delete", GAMES, "delete games from the library, or bring deleted ones back"),
    "import": Command("review.importing", GAMES, "add the games of record files to the library"),
    "verify": Command("review.verify", GAMES, "check a record file against the rules"),
    "bundle": Command("review.bundle", GAMES, "put what a bug report needs into one file"),
    "flash": Command("flash.command", BOARDS, "install or update the firmware on a board"),
    "doctor": Command("doctor.command", BOARDS, "test a board's sensors, lights, buttons and wiring"),
    "simulate": Command("terminal.workbench", BOARDS, "run a simulated board with a port of its own"),
    "infer": Command("recognize.command", BOARDS, "turn sensor traces into game records"),
    "game": Command(
        "own_game.command", PROGRAMS, "add a game of your own: write a template, prove that it keeps the contract"
    ),
    "engine": Command(
        "opponent.engine", PROGRAMS, "rules, analysis and an opponent over standard input (a UCI dialect)"
    ),
    "completion": Command("completion", PROGRAMS, "print a completion script for your shell"),
}


class _Version(argparse.Action):
    """Prints the version; reading it takes a while to import."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version

        say(f"crossboard {version('crossboard')}")
        parser.exit()


def build_parser() -> tuple[Parser, dict[str, Parser]]:
    """The command line, and that of each command, whose arguments it loads when they are needed."""
    parser = Parser(prog="crossboard", description="A real board with real pieces that understands abstract games.")
    parser.add_argument("-V", "--version", action=_Version, nargs=0, help="show the version and exit")
    adding = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=Parser)
    found: dict[str, Parser] = {}
    for name, command in COMMANDS.items():
        text = command.help
        found[name] = adding.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        found[name].module = f"crossboard.{command.module}"
    return parser, found


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status."""
    ready_streams()
    try:
        try:
            args = build_parser()[0].parse_args(argv)
            command = (
                "lichess" if args.command == "play" and args.lichess else args.command
            )  # `play` knows nothing of servers
            module = importlib.import_module(f"crossboard.{COMMANDS[command].module}")
            raise_when_interrupted()
            return int(module.run(args))
        finally:
            sys.stdout.flush()
    except CrossboardError as error:
        return _complain(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone, as with `| head`. Nothing is wrong, and nothing more can be said.
        forget_output()
        return 0
    except OSError as error:
        forget_output()  # it may be the output that can't be written
        where = f"{error.filename}: " if isinstance(error.filename, str) else ""
        return _complain("standard output is closed" if error.errno == errno.EBADF else where + reason_of(error))


def _complain(what: str) -> int:
    warn(f"crossboard: {' '.join(what.split())}")
    return 2
