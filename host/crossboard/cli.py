"""The `crossboard` command: a table of commands, and the one boundary that turns errors into a line and a status.

Exit status: 0 done, 2 bad input or a fault from outside (one line `crossboard: ...` on stderr), 130 interrupted.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple, NoReturn, cast

from crossboard.errors import CrossboardError, reason_of
from crossboard.output import ready_streams, say, warn

Parser = argparse.ArgumentParser

SETTINGS = ("teaching", "brightness", "patterns")
"""What a board of this version can be told (firmware/settings.py)."""
EXPORTS = ("pgn", "trace", "json", "html", "svg", "png", "gif")
"""The formats of `export` (export.py)."""


class Command(NamedTuple):
    """One subcommand: `module:function` (imported when called), what adds its arguments, and a line of help."""

    handler: str
    arguments: Callable[[Parser], None]
    help: str


class _Parser(Parser):
    """Says what is wrong with a command line as every other error is said."""

    def error(self, message: str) -> NoReturn:
        raise CrossboardError(f"{message} (see '{self.prog} --help')")


class _Version(argparse.Action):
    """Prints the version; what knows it takes a while to import."""

    def __call__(self, parser: Parser, *_: object) -> NoReturn:
        from importlib.metadata import version

        say(f"crossboard {version('crossboard')}")
        parser.exit()


def _library(parser: Parser) -> None:
    parser.add_argument(
        "--library", metavar="FILE", help="the database of games (default: $CROSSBOARD_LIBRARY, or yours)"
    )


def _board(parser: Parser, text: str) -> None:
    parser.add_argument(
        "--board", default="", metavar="B", help=f"{text}: sim, auto, a port, a pyserial URL or id:SERIAL"
    )


def _play(parser: Parser) -> None:
    parser.add_argument("game", nargs="?", default="", metavar="GAME[:VARIANT]", help="the game to play")
    _board(parser, "the board to play on")
    parser.add_argument("--white", default="", metavar="NAME", help="who has the first side")
    parser.add_argument("--black", default="", metavar="NAME", help="who has the second side")
    _page(parser)
    parser.add_argument("--demo", action="store_true", help="watch a recorded game being played on a simulated board")
    _library(parser)


def _port_number(text: str) -> int:
    """A TCP port; 0 means that any will do."""
    if not (text.isascii() and text.isdigit()) or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"'{text}' is no port from 0 to 65535")
    return int(text)


def _page(parser: Parser) -> None:
    """What a sitting at a board needs besides: a simulated board's control, and where its page is served."""
    parser.add_argument(
        "--control", default="", metavar="C", help="control endpoint of a simulated board started elsewhere"
    )
    parser.add_argument(
        "--web",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="show the game on a page for a browser too (default: yes)",
    )
    parser.add_argument(
        "--web-port", type=_port_number, default=0, metavar="N", help="the page's port (default: 8377, or any)"
    )
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="A", help="the address to serve the page at (default: this machine only)"
    )
    parser.add_argument("--token", default="", metavar="T", help="what other machines have to know (default: made up)")


def _no_arguments(parser: Parser) -> None:
    del parser


def _boards(parser: Parser) -> None:
    _board(parser, "only this board")
    _json(parser)
    _library(parser)


def _sync(parser: Parser) -> None:
    _board(parser, "the board that has the games")
    _library(parser)


def _settings(parser: Parser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="what to set", choices=SETTINGS)
    parser.add_argument("value", nargs="?", metavar="VALUE", help="what it is to be")
    _board(parser, "the board to set")
    _json(parser)


def _id(parser: Parser) -> None:
    parser.add_argument("id", metavar="ID", help="a game's number in `crossboard games`")
    _json(parser)
    _library(parser)


def _replay(parser: Parser) -> None:
    parser.add_argument("game", metavar="ID|FILE", help="a game's number in `crossboard games`, or a record file")
    parser.add_argument("--number", type=int, default=1, metavar="N", help="which game of a record file (default 1)")
    parser.add_argument(
        "--speed", type=float, metavar="X", help="play by itself, X times as fast as it was played (0: at once)"
    )
    parser.add_argument("--turn", "--to", dest="to", type=int, metavar="N", help="from the position after turn N on")
    _board(parser, "replay it on that board: the lights lead, the players put the pieces")
    parser.add_argument("--profile", default="", metavar="NAME", help="how that board is built (default: it says)")
    _page(parser)
    _library(parser)


def _export(parser: Parser) -> None:
    parser.add_argument("ids", nargs="+", metavar="ID", help="games' numbers, or 'all'")
    _choice(
        parser, "--format", EXPORTS, "what to write: pgn, the game record (unless FILE says otherwise), json, "
        "trace (what the sensors did), html (a page to replay it), svg or png (a position), gif (the game)",
    )  # fmt: skip
    parser.add_argument("--at", type=int, metavar="TURN", help="svg, png: the position after that turn (0: the start)")
    parser.add_argument("--speed", type=float, metavar="X", help="gif: X times as fast as played (default: 1 s a turn)")
    parser.add_argument("--size", type=int, metavar="PIXELS", help="svg, png, gif: how wide the picture is")
    parser.add_argument("--flip", action="store_true", help="svg, png, gif: seen from the other side")
    parser.add_argument("-o", "--output", metavar="FILE", help="write there instead of to standard output (-)")
    _library(parser)


def _choice(parser: Parser, name: str, choices: tuple[str, ...], text: str) -> None:
    parser.add_argument(name, choices=choices, default="", help=text)


def _games(parser: Parser) -> None:
    parser.add_argument("--game", default="", metavar="GAME[:VARIANT]", help="games of that kind")
    parser.add_argument("--player", default="", metavar="NAME", help="games of that player, on either side")
    parser.add_argument(
        "--result", default="", metavar="R", help="1-0, 0-1, 1/2-1/2, white, black, draw, open, or how it ended (goal)"
    )
    parser.add_argument("--from", dest="since", default="", metavar="DATE", help="games from that day on (2025-03-31)")
    parser.add_argument("--to", dest="until", default="", metavar="DATE", help="games up to that day")
    parser.add_argument("--board", dest="of_board", default="", metavar="ID", help="games of that board")
    parser.add_argument("--text", default="", metavar="WORDS", help="games with that in a name, tag, note or turn")
    parser.add_argument("--limit", type=int, metavar="N", help="only the latest N")
    parser.add_argument("--stats", action="store_true", help="say what they come to: results, turn times, refusals")
    _json(parser)
    _library(parser)


def _json(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON (docs/export-json.md)")


def _completion(parser: Parser) -> None:
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help="the shell that is to know the commands")


def _file(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record file")


def _import(parser: Parser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="record files")
    _json(parser)
    _library(parser)


def _simulate(parser: Parser) -> None:
    parser.add_argument("--profile", default="pico-8x8", metavar="NAME", help="which board (default: pico-8x8)")
    parser.add_argument("--trace", metavar="FILE", help="feed it this sensor trace, then go on")
    parser.add_argument(
        "--flash", default="", metavar="FOLDER", help="the folder that is its flash (default: kept for you)"
    )
    parser.add_argument("--blank", action="store_true", help="with MicroPython and nothing else, to be flashed")
    parser.add_argument("--link", metavar="PATH", help="a path that always leads to its port")
    parser.add_argument("--port", choices=("auto", "pty", "socket"), default="auto", help="what kind of port it has")


def _flash(parser: Parser) -> None:
    parser.add_argument("--port", default="", metavar="P", help="its port (default: the only board attached)")
    _board(parser, "the same as --port")
    parser.add_argument(
        "--profile",
        default="",
        metavar="NAME",
        help="how it is built: a profile's name or a .toml file (default: its own)",
    )
    parser.add_argument(
        "--native", action="store_true", help="compile the games' rules to machine code: faster, more heap"
    )


def _doctor(parser: Parser) -> None:
    _board(parser, "the board to test")
    parser.add_argument(
        "--profile", default="", metavar="NAME", help="the profile it was flashed with (default: it says)"
    )
    parser.add_argument("--report", default="", metavar="FILE", help="write the report there too (.html: as a page)")
    parser.add_argument("--profile-out", default="", metavar="FILE", help="write the profile that fits there (.toml)")
    parser.add_argument("--patience", type=float, metavar="S", help="seconds to wait for a magnet (default: 60, or 15)")
    _library(parser)


def _infer(parser: Parser) -> None:
    parser.add_argument("traces", nargs="+", metavar="TRACE", help="sensor traces")
    parser.add_argument("--runtime", choices=("cpython", "micropython"), default="cpython", help="what runs the rules")
    parser.add_argument("--pgn", action="store_true", help="write whole game records")


COMMANDS: dict[str, Command] = {
    "play": Command("crossboard.play.command:run", _play, "play a game on a board: shown live, logged in the library"),
    "boards": Command("crossboard.boards.listing:run", _boards, "list the boards that are attached, and those known"),
    "sync": Command("crossboard.boards.sync:run", _sync, "bring games that were played without a PC into the library"),
    "settings": Command(
        "crossboard.boards.settings:run", _settings, "show or change a board's settings: lights, teaching"
    ),
    "games": Command("crossboard.review.games:games", _games, "list and find games in the library, or count them"),
    "show": Command("crossboard.review.games:show", _id, "show a logged game, everything that happened in it"),
    "replay": Command("crossboard.play.replay:run", _replay, "step through a game"),
    "export": Command("crossboard.review.export:run", _export, "write logged games as records, JSON, pictures"),
    "import": Command("crossboard.review.importing:run", _import, "take the games of record files into the library"),
    "verify": Command("crossboard.review.games:verify", _file, "play a record file through the rules"),
    "flash": Command("crossboard.flash.command:run", _flash, "put the firmware on a board, or bring it up to date"),
    "doctor": Command("crossboard.doctor.command:run", _doctor, "test a board's sensors, lights, buttons and wiring"),
    "simulate": Command(
        "crossboard.simulator.simulate:run", _simulate, "a simulated board of its own, with a port to connect to"
    ),
    "infer": Command("crossboard.recognize:run", _infer, "turn sensor traces into game records"),
    "engine": Command(
        "crossboard.opponent.engine:run",
        _no_arguments,
        "rules, analysis and an opponent over standard input (a UCI dialect)",
    ),
    "completion": Command("crossboard.completion:run", _completion, "print what completes commands in your shell"),
}


def build_parser() -> Parser:
    """The command line of every command."""
    parser = _Parser(prog="crossboard", description="A real board with real pieces that understands abstract games.")
    parser.add_argument("-V", "--version", action=_Version, nargs=0, help="show the version and leave")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=_Parser)
    for name, command in COMMANDS.items():
        command.arguments(commands.add_parser(name, help=command.help, description=command.help))
    return parser


def handler(command: Command) -> Callable[[argparse.Namespace], int]:
    module, _, function = command.handler.partition(":")
    return cast("Callable[[argparse.Namespace], int]", getattr(importlib.import_module(module), function))


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; give its exit status."""
    ready_streams()
    try:
        try:
            args = build_parser().parse_args(argv)
            return handler(COMMANDS[args.command])(args)
        finally:
            sys.stdout.flush()
    except CrossboardError as error:
        return _complain(str(error))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone, as with `| head`. Nothing is wrong, and nothing more can be said.
        _forget_output()
        return 0
    except OSError as error:
        _forget_output()  # it may be the output that can't be written
        return _complain("standard output is closed" if error.errno == errno.EBADF else reason_of(error))


def _complain(what: str) -> int:
    warn(f"crossboard: {' '.join(what.split())}")
    return 2


def _forget_output() -> None:
    """What is still buffered must not be tried again at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
