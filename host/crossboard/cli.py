"""The `crossboard` command: a table of commands, and the one boundary that turns errors into a line and a status.

Exit status: 0 done, 2 bad input or a fault from outside (one line `crossboard: ...` on stderr), 130 interrupted.
"""

from __future__ import annotations

import argparse
import errno
import importlib
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn, cast

from crossboard import calling
from crossboard.addresses import is_port
from crossboard.errors import CrossboardError, reason_of
from crossboard.interrupt import INTERRUPTED, raise_when_interrupted
from crossboard.output import forget_output, ready_streams, say, warn
from crossboard.review.formats import FORMATS, formats_with

Parser = argparse.ArgumentParser

SETTINGS = ("teaching", "brightness", "patterns")
"""What a board of this version can be told (firmware/settings.py)."""

MAY_BE_EMPTY = ("white", "black", "event", "note")
"""The arguments for which '' is a value."""


class Command(NamedTuple):
    """One subcommand: `module:function` (imported when called), what adds its arguments, a line of help, example command
    lines (without `crossboard`), whether its help lists the games or the boards' profiles, and the flags that would heed few
    other arguments, each with those it heeds."""

    handler: str
    arguments: Callable[[Parser], None]
    help: str
    examples: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()
    alone: Mapping[str, tuple[str, ...]] = {}


class _Parser(Parser):
    """Says what is wrong with a command line as every other error is said, and shows examples, games and profiles."""

    shown: Command | None = None

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        """Refuse '', which commands take for not given, except where it takes a name or a note away; and what is no UTF-8, which
        neither the library nor a board could keep."""
        given = arg_strings[:1] if action.nargs == argparse.PARSER else arg_strings  # the rest has a parser of its own
        if "" in given and action.dest not in MAY_BE_EMPTY:
            raise argparse.ArgumentError(action, "is empty")
        for text in given:
            if any("\ud800" <= letter <= "\udfff" for letter in text):
                raise argparse.ArgumentError(action, f"'{text}' is not UTF-8 text")
        return super()._get_values(action, arg_strings)

    def format_help(self) -> str:
        text = super().format_help()
        if self.shown:
            text += "".join(_epilog(self.shown))
        return text

    def print_help(self, file: Any = None) -> None:
        """As everything is printed: what can't be written is an error."""
        del file
        say(self.format_help(), end="")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # type: ignore[reportIncompatibleMethodOverride]
        """Of a command as well, so that it is the command's help that an unknown argument points to."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        for flag in self.shown.alone if self.shown else ():
            if getattr(found, flag):
                self._refuse_but(found, flag)
        return found, unknown

    def _refuse_but(self, found: argparse.Namespace, flag: str) -> None:
        """Refuse what was given beside a flag that would not heed it."""
        others = self.shown.alone[flag] if self.shown else ()
        for action in self._actions:
            value = getattr(found, action.dest, action.default)
            if action.dest not in (flag, *others) and value != action.default:
                heeded = " and ".join(f"--{name}" for name in others)
                said = action.option_strings[-1] if action.option_strings else value
                self.error(f"--{flag} takes {heeded} and nothing else; leave out {said}")

    def error(self, message: str) -> NoReturn:
        _, *words = self.prog.split(" ")
        raise CrossboardError(f"{message} (see '{calling.command(*words, '--help')}')")


class _Version(argparse.Action):
    """Prints the version; what knows it takes a while to import."""

    def __call__(self, parser: Parser, *_: object) -> NoReturn:
        from importlib.metadata import version

        say(f"crossboard {version('crossboard')}")
        parser.exit()


def _library(parser: Parser) -> None:
    parser.add_argument(
        "--library",
        metavar="FILE",
        help="the database of games (default: $CROSSBOARD_LIBRARY, else one in your data folder)",
    )


def _board(parser: Parser, text: str, *others: str) -> None:
    """--board, and `others` that mean the same."""
    parser.add_argument(
        "--board",
        *others,
        dest="board",
        default="",
        metavar="B",
        help=f"{text}: sim, auto, a port, a pyserial URL or id:SERIAL",
    )


def _play(parser: Parser) -> None:
    parser.add_argument(
        "game", nargs="?", default="", metavar="GAME[:VARIANT]", help="the game (default: the board's last)"
    )
    _board(parser, "the board to play on")
    parser.add_argument(
        "--resume",
        default="",
        metavar="GAME",
        help="go on with that interrupted game of the library, on whatever board",
    )
    parser.add_argument("--white", default="", metavar="NAME", help="the player of the first side")
    parser.add_argument("--black", default="", metavar="NAME", help="the player of the second side")
    parser.add_argument(
        "--against",
        default="",
        metavar="LEVEL",
        help="play against Crossboard, level 1 (a beginner) to 8; 4,6: level 4 plays level 6; none: two players",
    )
    parser.add_argument(
        "--side",
        default="",
        metavar="S",
        help="with --against or --invite: the side you play (default: the first, White)",
    )
    parser.add_argument(
        "--invite",
        nargs="?",
        const="again",
        choices=("again", "new"),
        help="invite somebody far away: prints the link to give them, and goes on with the last such match unless it is "
        "over (new: begins another)",
    )
    parser.add_argument(
        "--clock",
        default="",
        metavar="C",
        help="with --invite: 5+3 (minutes and seconds a turn, Fischer), 5d3 (delay) or 10 (sudden death)",
    )
    parser.add_argument(
        "--remote",
        default="",
        metavar="INVITE",
        help="play against who has sent this invite: a link, or its code with --broker",
    )
    parser.add_argument(
        "--broker",
        default="",
        metavar="URL",
        help="meet on this MQTT broker, as mqtts://NAME:TOKEN@HOST (default: this program is the broker)",
    )
    parser.add_argument(
        "--hub", default="", metavar="URL", help="report the board's games to a hub, as mqtt://table-7:TOKEN@HOST"
    )
    parser.add_argument(
        "--think",
        type=_seconds,
        default=3.0,
        metavar="S",
        help="the longest that Crossboard thinks about a move, in seconds (default: 3)",
    )
    _page(parser)
    parser.add_argument("--demo", action="store_true", help="watch a recorded game played on a simulated board")
    _library(parser)


def _hub(parser: Parser) -> None:
    parser.add_argument(
        "action",
        metavar="ACTION",
        nargs="?",
        default="run",
        choices=HUB_ACTIONS,
        help="run: the hub (default); token: give an account a new token; revoke: take it away; accounts: list them; "
        "mosquitto: write the accounts as mosquitto's files",
    )
    parser.add_argument("role", nargs="?", default="", metavar="ROLE", help="with token: board, viewer, player or hub")
    parser.add_argument("name", nargs="?", default="", metavar="NAME", help="with token and revoke: as table-7")
    parser.add_argument(
        "--folder",
        default="",
        metavar="F",
        help="where accounts, records and results are kept (default: hub in your data folder)",
    )
    parser.add_argument(
        "--broker",
        default="",
        metavar="URL",
        help="an MQTT broker, as mqtts://NAME:TOKEN@HOST (default: one of its own)",
    )
    parser.add_argument(
        "--listen",
        default="0.0.0.0:1883",
        metavar="A:PORT",
        help="where its own broker listens (default: 0.0.0.0:1883)",
    )
    parser.add_argument(
        "--certificate", default="", metavar="FILE", help="its own broker speaks TLS with this certificate, a PEM file"
    )
    parser.add_argument("--key", default="", metavar="FILE", help="with --certificate: its private key, a PEM file")
    parser.add_argument(
        "--board",
        action="append",
        default=[],
        metavar="TABLE=ADDRESS",
        help="a board that the hub speaks to itself, as table-3=tcp://crossboard-4f2a.local; may be repeated",
    )
    parser.add_argument("--boards", default="", metavar="FILE", help="the same for many: a CSV file table,board")
    parser.add_argument(
        "--hub-name", default="hub", metavar="NAME", help="another name for each hub on one broker (default: hub)"
    )
    parser.add_argument("--pairings", default="", metavar="FILE", help="a CSV file: round,table,white,black")
    _serving(parser)
    _library(parser)


def _port_number(text: str) -> int:
    """A TCP port; 0 means that any will do."""
    if not is_port(text, 0):
        raise argparse.ArgumentTypeError(f"'{text}' is no port from 0 to 65535")
    return int(text)


def _whole(text: str) -> int:
    """A whole number."""
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number")
    return int(text)


def _number(text: str) -> float:
    """A number."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number") from None


def _seconds(text: str) -> float:
    """A time in seconds, from a tenth of a second to an hour."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.1 <= seconds <= 3600:
        raise argparse.ArgumentTypeError(f"'{text}' is not a time from 0.1 to 3600 seconds")
    return seconds


def _page(parser: Parser) -> None:
    """A simulated board's control endpoint, and where the live page is served."""
    parser.add_argument(
        "--control",
        default="",
        metavar="C",
        help="the control URL that `crossboard simulate` prints, if it runs the board",
    )
    parser.add_argument(
        "--web",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="serve a live page for the browser (default: yes)",
    )
    _serving(parser)


def _serving(parser: Parser) -> None:
    """Where a page is served."""
    parser.add_argument(
        "--web-port",
        type=_port_number,
        default=0,
        metavar="N",
        help="the page's TCP port (default: 8377, or a free one)",
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="A",
        help="the page's address; 0.0.0.0 lets other devices in (default: 127.0.0.1)",
    )
    parser.add_argument(
        "--token",
        default="",
        metavar="T",
        help="the token that other devices must give, 16 characters or more (default: random)",
    )


def _no_arguments(parser: Parser) -> None:
    del parser


def _boards(parser: Parser) -> None:
    _board(parser, "list only this board")
    _json(parser)
    _library(parser)


def _sync(parser: Parser) -> None:
    _board(parser, "the board to fetch games from")
    _library(parser)


def _settings(parser: Parser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="the setting", choices=SETTINGS)
    parser.add_argument("value", nargs="?", metavar="VALUE", help="its new value")
    _board(parser, "the board to set")
    _json(parser)


def _id(parser: Parser) -> None:
    parser.add_argument("id", metavar="ID", help="a game's number in `crossboard games`")
    _json(parser)
    _library(parser)


def _replay(parser: Parser) -> None:
    parser.add_argument("game", metavar="ID|FILE", help="a game's number in `crossboard games`, or a record file")
    parser.add_argument("--number", type=_whole, metavar="N", help="the game to take from a record file (default: 1)")
    parser.add_argument(
        "--speed",
        type=_number,
        metavar="X",
        help="play it automatically, X times as fast as it was played (0: print all at once)",
    )
    parser.add_argument("--turn", "--to", dest="to", type=_whole, metavar="N", help="start after turn N")
    _board(parser, "replay on this board, whose lights show where the pieces go")
    parser.add_argument(
        "--profile", default="", metavar="NAME", help="the board's profile (default: read from the board)"
    )
    _page(parser)
    _library(parser)


def _export(parser: Parser) -> None:
    parser.add_argument("ids", nargs="+", metavar="ID", help="game numbers as `crossboard games` lists them, or 'all'")
    listed = "; ".join(f"{name}: {kind.help}" for name, kind in FORMATS.items())
    parser.add_argument(
        "--format",
        choices=tuple(FORMATS),
        default="",
        help=f"{listed} (default: by the ending of FILE; pgn without one)",
    )
    at, speed, size, flipped = map(formats_with, ("at", "speed", "size", "flipped"))
    parser.add_argument("--at", type=_whole, metavar="TURN", help=f"{at}: the position after that turn (0: the start)")
    parser.add_argument(
        "--speed", type=_number, metavar="X", help=f"{speed}: X times as fast as played (default: 1 s a turn)"
    )
    parser.add_argument("--size", type=_whole, metavar="PIXELS", help=f"{size}: the width of the picture")
    parser.add_argument("--flip", action="store_true", help=f"{flipped}: seen from the second side")
    parser.add_argument("-o", "--output", metavar="FILE", help="the file to write (default: -, standard output)")
    _library(parser)


def _games(parser: Parser) -> None:
    parser.add_argument("--game", default="", metavar="GAME[:VARIANT]", help="only this game")
    parser.add_argument("--player", default="", metavar="NAME", help="only games of this player, on either side")
    parser.add_argument(
        "--result",
        default="",
        metavar="R",
        help="only this result: 1-0, 0-1, 1/2-1/2, white, black, draw, open, or a reason, as `goal`",
    )
    parser.add_argument(
        "--from", dest="since", default="", metavar="DATE", help="only games from this day on, as 2026-03-31"
    )
    parser.add_argument("--to", dest="until", default="", metavar="DATE", help="only games up to this day")
    parser.add_argument("--board", dest="of_board", default="", metavar="ID", help="only games of this board")
    parser.add_argument(
        "--text", default="", metavar="WORDS", help="only games with these words in a name, tag, note or turn"
    )
    parser.add_argument("--limit", type=_whole, metavar="N", help="only the last N")
    parser.add_argument("--stats", action="store_true", help="summarize them: results, turn times, refusals")
    _json(parser)
    _library(parser)


def _json(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON (docs/export-json.md)")


def _completion(parser: Parser) -> None:
    parser.add_argument(
        "shell",
        metavar="SHELL",
        choices=("bash", "zsh", "fish"),
        help="bash, zsh or fish; the script begins with how to install it",
    )


def _file(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record file (.pgn), - for standard input")


def _import(parser: Parser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="record files (.pgn), - for standard input")
    _json(parser)
    _library(parser)


def _simulate(parser: Parser) -> None:
    parser.add_argument(
        "--profile", default="pico-8x8", metavar="NAME", help="the board to simulate (default: pico-8x8)"
    )
    parser.add_argument("--trace", metavar="FILE", help="play this sensor trace to it first")
    parser.add_argument(
        "--flash",
        default="",
        metavar="FOLDER",
        help="the folder that holds its flash (default: one in your data folder)",
    )
    parser.add_argument("--blank", action="store_true", help="with MicroPython only, to try `crossboard flash` on")
    parser.add_argument(
        "--uf2",
        default="",
        metavar="FILE",
        help="emulate a whole Raspberry Pi Pico with the MicroPython of this UF2 file (RPI_PICO or RPI_PICO_W)",
    )
    parser.add_argument("--link", metavar="PATH", help="a symbolic link to its port, made anew at every start")
    parser.add_argument(
        "--port",
        choices=("auto", "pty", "socket"),
        default="auto",
        help="the kind of port (default: a PTY if possible)",
    )
    parser.add_argument(
        "--wifi",
        default="",
        metavar="SSID",
        help="make it a Pico W in reach of this network, which has no password, to try `crossboard flash --wifi` on",
    )
    parser.add_argument(
        "--bench", action="store_true", help="show its lights and move magnets over it, for doctor in another terminal"
    )


def _flash(parser: Parser) -> None:
    _board(parser, "the board to flash (default: the only one attached)", "--port")
    parser.add_argument(
        "--profile",
        default="",
        metavar="NAME",
        help="the board's profile: a name or a .toml file (default: the one on the board; on a new Pico pico-8x8, on a new ESP32 "
        "esp32s3-8x8-mcp23017)",
    )
    parser.add_argument(
        "--native", action="store_true", help="compile the games' rules to machine code: faster, but more heap"
    )
    parser.add_argument(
        "--wifi",
        default="",
        metavar="SSID",
        help="the network that a Pico W, a Pico 2 W or an ESP32 is to join (its password is asked for): the board is then at "
        "tcp://NAME.local as well; none: the board forgets its network",
    )
    parser.add_argument(
        "--wifi-password-file", default="", metavar="F", help="read the network's password from this file's first line"
    )
    parser.add_argument(
        "--wifi-name",
        default="",
        metavar="NAME",
        help="the board's name in the network (default: crossboard-, and its id's end)",
    )
    parser.add_argument(
        "--wifi-keep-token",
        action="store_true",
        help="keep the board's token, for other PCs that have it (default: a fresh one, and the old one opens nothing any more)",
    )


def _doctor(parser: Parser) -> None:
    _board(parser, "the board to test")
    parser.add_argument(
        "--profile", default="", metavar="NAME", help="the board's profile (default: read from the board)"
    )
    parser.add_argument(
        "--report",
        default="",
        metavar="FILE",
        help="write the report to this file, too (.html: as a page)",
    )
    parser.add_argument(
        "--profile-out", default="", metavar="FILE", help="write a profile that fits the wiring found (.toml)"
    )
    parser.add_argument(
        "--patience",
        type=_seconds,
        metavar="S",
        help="seconds to wait for a magnet (default: 60, then 15)",
    )
    _library(parser)


def _analyse(parser: Parser) -> None:
    parser.add_argument("ids", nargs="*", metavar="ID", help="game numbers as `crossboard games` lists them")
    parser.add_argument("--all", action="store_true", help="every game of the library, at low priority")
    parser.add_argument(
        "--think", type=_seconds, default=0.5, metavar="S", help="seconds to think about a position (default: 0.5)"
    )
    parser.add_argument("--background", action="store_true", help="in a process of its own; return at once")
    _library(parser)


def _edit(parser: Parser) -> None:
    parser.add_argument("id", metavar="ID", help="a game's number in `crossboard games`")
    parser.add_argument("--white", metavar="NAME", help='the player of the first side ("": nobody known)')
    parser.add_argument("--black", metavar="NAME", help="the player of the second side")
    parser.add_argument("--event", metavar="NAME", help="the event it was played at")
    parser.add_argument("--note", metavar="TEXT", help='a note on the game, or on a turn ("": none)')
    parser.add_argument(
        "--turn", type=_whole, metavar="N", help="the turn that the note is on (default: the game's start)"
    )
    _library(parser)


def _delete(parser: Parser) -> None:
    parser.add_argument("ids", nargs="*", metavar="ID", help="game numbers as `crossboard games` lists them")
    parser.add_argument("--undo", action="store_true", help="bring them back; without ID: list the deleted games")
    _library(parser)


def _puzzles(parser: Parser) -> None:
    parser.add_argument("game", nargs="?", default="", metavar="GAME", help="the game (default: list the sets)")
    parser.add_argument("--number", type=_whole, metavar="N", help="begin with puzzle N (default: 1)")
    _board(parser, "solve them on this board, whose lights set up the pieces")
    parser.add_argument(
        "--make", type=_whole, metavar="COUNT", help="make a set of so many from analysed games and self-play"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="with --make: the file to write (default: -)")
    _page(parser)
    _library(parser)


def _infer(parser: Parser) -> None:
    parser.add_argument("traces", nargs="*", metavar="TRACE", help="sensor traces")
    parser.add_argument(
        "--game",
        dest="games",
        action="append",
        metavar="ID",
        help="the trace of a logged game, as its board recorded it",
    )
    parser.add_argument(
        "--runtime",
        choices=("cpython", "micropython"),
        default="cpython",
        help="cpython: read it here (default); micropython: by the firmware on a simulated board",
    )
    parser.add_argument("--pgn", action="store_true", help="print whole game records")
    parser.add_argument(
        "--explain",
        action="store_const",
        const="words",
        help="say for each ply, question and refusal why it was read so",
    )
    parser.add_argument(  # an option of its own: one with a choice would take the name of a trace for its value
        "--explain=costs",
        dest="explain",
        action="store_const",
        const="costs",
        help="the same by the recognizer's hypotheses, and what each costs",
    )
    _library(parser)


HUB_ACTIONS = ("run", "token", "revoke", "accounts", "mosquitto")

GAMES, PROFILES = "games", "profiles"

COMMANDS: dict[str, Command] = {
    "play": Command(
        "crossboard.play.command:run",
        _play,
        "play a game on a board; it is shown live and logged in the library",
        (
            "play",
            "play card-chess:progressive --board sim --white Ada --black Bob",
            "play --host 0.0.0.0",
            "play kings-crossing --invite",
            "play --remote mqtt://192.168.1.5:8378/k7wq-m4xp-2tbn-9fce",
            "play --demo",
        ),
        (GAMES,),
        {"demo": ("library",)},
    ),
    "hub": Command(
        "crossboard.hub.command:run",
        _hub,
        "collect and show the games of many boards: a club, a tournament",
        (
            "hub token board table-7",
            "hub --pairings round1.csv --host 0.0.0.0",
            "hub --broker mqtts://hub:TOKEN@mqtt.example",
            "play --hub mqtt://table-7:TOKEN@192.168.1.5",
        ),
    ),
    "boards": Command(
        "crossboard.boards.listing:run",
        _boards,
        "list the boards attached, and those seen before",
        ("boards", "boards --json"),
    ),
    "sync": Command(
        "crossboard.boards.sync:run",
        _sync,
        "fetch games played without a PC from a board",
        ("sync", "sync --board /dev/ttyACM0"),
    ),
    "settings": Command(
        "crossboard.boards.settings:run",
        _settings,
        "show or change a board's settings",
        ("settings", "settings brightness 40"),
    ),
    "games": Command(
        "crossboard.review.games:games",
        _games,
        "list, find and count the games in the library",
        ("games", "games --player Ada --result white --from 2026-03-01", "games --game kings-crossing --stats"),
        (GAMES,),
    ),
    "show": Command("crossboard.review.show:show", _id, "show everything that happened in a game", ("show 12",)),
    "replay": Command(
        "crossboard.play.replay:run",
        _replay,
        "step through a game, here or by the lights of a board",
        ("replay 12", "replay game.pgn --number 2", "replay 12 --board sim --turn 5"),
    ),
    "analyse": Command(
        "crossboard.analysis.command:run",
        _analyse,
        "score every ply of a game, mark mistakes and say what was better",
        ("analyse 12", "analyse 12 13 --think 2", "analyse --all --background"),
    ),
    "puzzles": Command(
        "crossboard.play.puzzles:run",
        _puzzles,
        "solve puzzles, here or at a board",
        ("puzzles", "puzzles charing-cross", "puzzles cross-eyed --number 7 --board sim"),
        (GAMES,),
    ),
    "export": Command(
        "crossboard.review.export:run",
        _export,
        "write games as records, JSON, pages or pictures",
        (
            "export 12",
            "export all -o games.pgn",
            "export 12 -o game.gif --size 800",
            "export 12 --format svg --at 7 -o -",
        ),
    ),
    "edit": Command(
        "crossboard.review.edit:edit",
        _edit,
        "name a game's players and event, or write a note on a turn",
        ("edit 12 --white Ada --black Bob", "edit 12 --turn 7 --note 'Too bold.'"),
    ),
    "delete": Command(
        "crossboard.review.edit:delete",
        _delete,
        "delete games from the library, or bring deleted ones back",
        ("delete 12 13", "delete --undo 12", "delete --undo"),
    ),
    "import": Command(
        "crossboard.review.importing:run",
        _import,
        "add the games of record files to the library",
        ("import games.pgn",),
    ),
    "verify": Command(
        "crossboard.review.verify:verify",
        _file,
        "check a record file against the rules",
        ("verify games.pgn", "verify -"),
    ),
    "flash": Command(
        "crossboard.flash.command:run",
        _flash,
        "install or update the firmware on a board",
        ("flash --profile pico-8x8", "flash --port COM5 --profile my-board.toml"),
        (PROFILES,),
    ),
    "doctor": Command(
        "crossboard.doctor.command:run",
        _doctor,
        "test a board's sensors, lights, buttons and wiring",
        ("doctor", "doctor --report report.html --profile-out my-board.toml"),
        (PROFILES,),
    ),
    "simulate": Command(
        "crossboard.terminal.workbench:run",
        _simulate,
        "run a simulated board with a port of its own",
        ("simulate", "simulate --profile pico-cross --trace game.trace", "simulate --blank --link /tmp/board"),
        (PROFILES,),
    ),
    "infer": Command(
        "crossboard.recognize:run",
        _infer,
        "turn sensor traces into game records",
        ("infer game.trace", "infer *.trace --pgn", "infer --explain --game 12"),
    ),
    "engine": Command(
        "crossboard.opponent.engine:run",
        _no_arguments,
        "rules, analysis and an opponent over standard input (a UCI dialect)",
        ("engine",),
        (GAMES,),
    ),
    "completion": Command(
        "crossboard.completion:run",
        _completion,
        "print a completion script for your shell",
        ("completion bash > ~/.local/share/bash-completion/completions/crossboard",),
    ),
}


def build_parser() -> Parser:
    """The command line of every command."""
    parser = _Parser(prog="crossboard", description="A real board with real pieces that understands abstract games.")
    parser.add_argument("-V", "--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=_Parser)
    for name, command in COMMANDS.items():
        added = commands.add_parser(name, help=command.help, description=_sentence(command.help))
        added.shown = command
        command.arguments(added)
    return parser


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _epilog(command: Command) -> Iterator[str]:
    """What stands below a command's arguments in its help; asks for games and profiles only now, as that takes a moment."""
    if command.examples:
        yield "\nexamples:\n" + "".join(f"  crossboard {words}\n" for words in command.examples)
    if GAMES in command.lists:
        from crossboard.games.rules import game_names, new_game

        yield "\ngames and their variants (joined by +):\n"
        for name in game_names():
            yield (
                f"  {name:<15} {', '.join(word for word in new_game(name, 1).variants if '+' not in word and word)}".rstrip()
                + "\n"
            )
    if PROFILES in command.lists:
        from crossboard import profiles

        yield "\nprofiles:\n" + "".join(f"  {name:<22} {profiles.load(name)['title']}\n" for name in profiles.names())


def handler(command: Command) -> Callable[[argparse.Namespace], int]:
    module, _, function = command.handler.partition(":")
    return cast("Callable[[argparse.Namespace], int]", getattr(importlib.import_module(module), function))


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; give its exit status."""
    ready_streams()
    try:
        try:
            args = build_parser().parse_args(argv)
            run = handler(COMMANDS[args.command])
            raise_when_interrupted()
            return run(args)
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
