"""Which engine is meant by `--engine`, and what it is set to: what was typed, and what is remembered of each game.

python-chess is loaded when an engine is begun, not before. It is under the GPL, and nobody needs it who asks for no engine.
"""

from __future__ import annotations

import argparse
import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from crossboard.arguments import Parser, integer
from crossboard.calling import pip_install
from crossboard.engines import ELO, LIMITED
from crossboard.errors import CrossboardError, reason_of
from crossboard.folders import data_folder, write_whole

if TYPE_CHECKING:
    from crossboard.engines.uci import Engine

AGAIN = "again"
FILE = "engines.json"


@dataclass(frozen=True)
class Chosen:
    """An engine: the command line that begins it, and its options by name."""

    command: str
    options: Mapping[str, str]

    def begin(self) -> Engine:
        """Begin it; CrossboardError if that can't be."""
        try:
            from crossboard.engines.uci import Engine  # and with it python-chess
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] != "chess":
                raise
            raise CrossboardError(
                f"engines need python-chess, which is not installed (`{pip_install('engines')}`)"
            ) from error
        return Engine(shlex.split(self.command), self.options)

    def called(self, name: str) -> str:
        """What it is called as a player: by its `name`, with the strength that it is limited to."""
        limited = self.options.get(LIMITED) == "true" and ELO in self.options
        return f"{name} ({self.options[ELO]})" if limited else name


def add_engine(parser: Parser, text: str) -> None:
    """--engine, --elo and --engine-option."""
    parser.add_argument("--engine", nargs="?", const=AGAIN, default="", metavar="PROGRAM", help=text)
    parser.add_argument("--elo", type=integer, metavar="N", help="with --engine: limit its strength")
    parser.add_argument(
        "--engine-option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="with --engine: set an option of the engine, as Threads=2; an empty value leaves it as the engine has it",
    )
    parser.needs = [*parser.needs, ("elo", "engine"), ("engine_option", "engine")]


def engine_words(args: argparse.Namespace) -> list[str]:
    """The same as it was typed."""
    words = ["--engine", *([] if args.engine == AGAIN else [args.engine])] if args.engine else []
    words += ["--elo", str(args.elo)] if args.elo is not None else []
    return [*words, *(word for text in args.engine_option for word in ("--engine-option", text))]


def choose(args: argparse.Namespace, game: str) -> Chosen:
    """The engine that a command line means for a game, "" if that is not known yet; CrossboardError if there is none."""
    known = _remembered()
    before = known.get(game) or known.get("")
    command = args.engine
    if command == AGAIN:
        if before is None:
            raise CrossboardError("no engine was named before: name its program, as --engine stockfish")
        command = before.command
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise CrossboardError(f"--engine {command}: {error}") from error
    if not words:
        raise CrossboardError("--engine is the program of an engine, as --engine stockfish")
    options = dict(before.options) if before and before.command == command else {}
    if args.elo is not None:
        options |= {LIMITED: "true", ELO: str(args.elo)}
    for text in args.engine_option:
        name, equals, value = text.partition("=")
        if not (name and equals):
            raise CrossboardError(f"--engine-option {text}: wanted NAME=VALUE, as Threads=2")
        options = {key: one for key, one in options.items() if key.lower() != name.lower()}
        if value:
            options[name] = value
    return Chosen(command, options)


def remember(chosen: Chosen, game: str) -> None:
    """Keep it as that game's, and as the last one of all."""
    known = _remembered() | {game: chosen, "": chosen}
    value = {name: {"command": one.command, "options": dict(one.options)} for name, one in known.items()}
    write_whole(data_folder() / FILE, json.dumps(value, ensure_ascii=False, indent=1) + "\n")


def _remembered() -> dict[str, Chosen]:
    """By game; "": the last one of all."""
    path = data_folder() / FILE
    try:
        value = cast("dict[str, dict[str, object]]", json.loads(path.read_text(encoding="utf-8")))
        return {
            str(name): Chosen(
                str(one["command"]), {str(k): str(v) for k, v in cast("dict[str, object]", one["options"]).items()}
            )
            for name, one in value.items()
        }
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise CrossboardError(reason_of(error), str(path)) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise CrossboardError("this file of the engines that were used is damaged: delete it", str(path)) from error
