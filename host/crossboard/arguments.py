"""The parser of a command's arguments, the values it reads, and the arguments that several commands share."""

from __future__ import annotations

import argparse
import importlib
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from crossboard import calling
from crossboard.addresses import is_port
from crossboard.errors import CrossboardError
from crossboard.output import say

MAY_BE_EMPTY = ("white", "black", "event", "note")
"""The arguments for which '' is a value."""

WHITE = "White's player; in a game without a White, the first side's"
"""What --white is, in the help of each command that has it."""


class Parser(argparse.ArgumentParser):
    """Reports errors as CrossboardError, and shows examples in its help.

    `module` is the module of a command, imported when its arguments are needed. Its `add_arguments(parser)` adds them and may
    set `examples` (command lines), `appendix` (gives more lines for the help), `alone` (flag -> the only other arguments it
    goes with) and `needs` (pairs of an argument and the one without which it has no effect).
    """

    module = ""
    examples: tuple[str, ...] = ()
    appendix: Callable[[], str] = staticmethod(str)
    alone: Mapping[str, tuple[str, ...]] = {}
    needs: Sequence[tuple[str, str]] = ()

    def load(self) -> None:
        """Add the arguments of the command."""
        if self.module:
            module, self.module = importlib.import_module(self.module), ""
            module.add_arguments(self)

    def arguments(self) -> list[argparse.Action]:
        """Everything that the command takes."""
        self.load()
        return self._actions

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        """Refuse '', which commands take for not given, except where it takes a name or a note away; and text that is not
        UTF-8, which neither the library nor a board could keep."""
        given = arg_strings[:1] if action.nargs == argparse.PARSER else arg_strings  # the rest has a parser of its own
        if "" in given and action.dest not in MAY_BE_EMPTY:
            raise argparse.ArgumentError(action, "is empty")
        for text in given:
            if any("\ud800" <= letter <= "\udfff" for letter in text):
                raise argparse.ArgumentError(action, f"'{text}' is not UTF-8 text")
        return super()._get_values(action, arg_strings)

    def format_help(self) -> str:
        examples = "".join(f"  crossboard {words}\n" for words in self.examples)
        return super().format_help() + (f"\nexamples:\n{examples}" if examples else "") + self.appendix()

    def print_help(self, file: Any = None) -> None:
        """Print the help like all other output: failing to write it is an error."""
        del file
        say(self.format_help(), end="")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # type: ignore[reportIncompatibleMethodOverride]
        """Refuse unknown arguments here, so that the error points to the command's own help."""
        self.load()
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        for flag, others in self.alone.items():
            if getattr(found, flag):
                self._refuse_beside(found, flag, others)
        for dest, needed in self.needs:
            if getattr(found, dest) != self.get_default(dest) and not getattr(found, needed):
                option = next(max(action.option_strings, key=len) for action in self._actions if action.dest == dest)
                self.error(f"{option} has no effect without --{needed}: leave it out")
        return found, unknown

    def _refuse_beside(self, found: argparse.Namespace, flag: str, others: tuple[str, ...]) -> None:
        """Refuse what was given beside a flag that would ignore it."""
        for action in self._actions:
            value = getattr(found, action.dest, action.default)
            if action.dest not in (flag, *others) and value != action.default:
                given = max(action.option_strings, key=len) if action.option_strings else value
                self.error(f"{given} does not go with --{flag}: leave it out")

    def error(self, message: str) -> NoReturn:
        if found := re.fullmatch(r"argument (\S+): ignored explicit argument .*", message):
            forms = [option for option in self._option_string_actions if option.startswith(f"{found[1]}=")]
            message = " or ".join([f"{found[1]} takes no value: wanted {found[1]}", *forms])
        _, *words = self.prog.split(" ")
        raise CrossboardError(f"{message} (see '{calling.command(*words, '--help')}')")


# Values


def port_number(text: str) -> int:
    """A TCP port; 0 means any free one."""
    if not is_port(text, 0):
        raise argparse.ArgumentTypeError(f"'{text}' is not a port number from 0 to 65535")
    return int(text)


def integer(text: str) -> int:
    """A whole number."""
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number")
    return int(text)


def decimal(text: str) -> float:
    """A number."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number") from None


def seconds(text: str) -> float:
    """A time in seconds, from a tenth of a second to an hour."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0.1 <= found <= 3600:
        raise argparse.ArgumentTypeError(f"'{text}' is not a time from 0.1 to 3600 seconds")
    return found


# Arguments of several commands


def add_text(parser: Parser, name: str, metavar: str, text: str) -> None:
    """An option whose value is text, '' if it is not given."""
    parser.add_argument(name, default="", metavar=metavar, help=text)


def add_library(parser: Parser) -> None:
    """--library."""
    text = "the database of games (default: $CROSSBOARD_LIBRARY, else one in your data folder)"
    parser.add_argument("--library", metavar="FILE", help=text)


def add_board(parser: Parser, text: str, *others: str, wifi: bool = True) -> None:
    """--board, and `others` that mean the same; `wifi`: not only by cable."""
    text = f"{text}: sim, auto, a port, a pyserial URL{', tcp://NAME.local' if wifi else ''} or id:SERIAL"
    parser.add_argument("--board", *others, dest="board", default="", metavar="B", help=text)


def add_json(parser: Parser) -> None:
    """--json."""
    parser.add_argument("--json", action="store_true", help="print JSON (docs/export-json.md)")


def add_id(parser: Parser) -> None:
    """The number of a game in the library."""
    parser.add_argument("id", metavar="ID", help="a game's number in `crossboard games`")


def add_ids(parser: Parser, many: str, text: str = "") -> None:
    """Numbers of games in the library; `many` as argparse's nargs."""
    parser.add_argument("ids", nargs=many, metavar="ID", help=f"game numbers as `crossboard games` lists them{text}")


def add_page(parser: Parser) -> None:
    """A simulated board's control endpoint, and where the live page is served."""
    add_text(parser, "--control", "C", "the control URL that `crossboard simulate` prints, if it runs the board")
    parser.needs = [*parser.needs, *((dest, "web") for dest in SERVING)]
    text = "serve a live page for the browser (default: yes)"
    parser.add_argument("--web", action=argparse.BooleanOptionalAction, default=True, help=text)
    add_serving(parser)


SERVING = ("web_port", "host", "token")
PAGE = ("control", "web", *SERVING)
"""The arguments of `add_serving` and `add_page`."""


def add_serving(parser: Parser) -> None:
    """Where a page is served."""
    text = "the page's TCP port (default: 8377, or a free one)"
    parser.add_argument("--web-port", type=port_number, default=0, metavar="N", help=text)
    text = "the page's address; 0.0.0.0 lets other devices in (default: 127.0.0.1)"
    parser.add_argument("--host", default="127.0.0.1", metavar="A", help=text)
    add_text(parser, "--token", "T", "the token that other devices must give, 16 characters or more (default: random)")
