"""`crossboard export`: logged games as records, JSON, pictures of positions, animated pictures, traces.

Which formats there are: formats.py.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

from crossboard.arguments import Parser, add_ids, add_library, decimal, integer
from crossboard.errors import CrossboardError
from crossboard.games.formats import record_endings
from crossboard.games.record import Comment, join_records, write_record
from crossboard.games.rules import RulesError
from crossboard.games.words import plural
from crossboard.library import Library, open_library
from crossboard.library.archive import export_game
from crossboard.library.flight import export_trace
from crossboard.library.secret import secret_tags
from crossboard.library.selection import game_numbers
from crossboard.library.trace import parse_trace
from crossboard.output import STANDARD, say, warn, write_file
from crossboard.review.export_options import Options, Writer
from crossboard.review.formats import FORMATS, formats_with

SMALLEST, LARGEST = 64, 4096  # pixels


def add_arguments(parser: Parser) -> None:
    """The command line."""
    parser.description = (
        "Write games as records, a sensor trace, JSON, a self-contained page, a picture of a position, or an animation. Pictures "
        "show the players' names and the day."
    )
    parser.examples = (
        "export 12",
        "export all -o games.pgn",
        "export 12 -o game.gif --size 800",
        "export 12 --format svg --at 7 -o -",
    )
    add_ids(parser, "+", ", or 'all'")
    words = {name: kind.help for name, kind in FORMATS.items()} | dict.fromkeys(_aliases(), "the same as pgn")
    listed = "; ".join(f"{name}: {text}" for name, text in words.items())
    text = f"{listed} (default: by the ending of FILE; pgn without one)"
    parser.add_argument("--format", choices=(*FORMATS, *_aliases()), default="", help=text)
    at, speed, size, flipped = map(formats_with, ("at", "speed", "size", "flipped"))
    text = f"{at}: the position after that turn (0: the start)"
    parser.add_argument("--at", type=integer, metavar="TURN", help=text)
    text = f"{speed}: X times as fast as played (default: 1 s a turn)"
    parser.add_argument("--speed", type=decimal, metavar="X", help=text)
    parser.add_argument("--size", type=integer, metavar="PIXELS", help=f"{size}: the width of the picture")
    parser.add_argument("--flip", action="store_true", help=f"{flipped}: seen from the second side")
    parser.add_argument("-o", "--output", metavar="FILE", help="the file to write (default: -, standard output)")
    add_library(parser)


def run(args: argparse.Namespace) -> int:
    """Write games to a file or to standard output."""
    name = args.format or _format_of(args.output)
    name = "pgn" if name in _aliases() else name
    kind = FORMATS[name]
    options = _options(args, name)
    if not kind.text and args.output in (None, STANDARD) and sys.stdout.isatty():
        raise CrossboardError(f"refusing to write {name.upper()} to a terminal; use -o FILE")
    module, _, function = kind.writer.partition(":")
    with open_library(args, reading=True) as library:
        numbers = [g.id for g in library.games()] if args.ids == ["all"] else game_numbers(args.ids)
        if len(numbers) != 1 and not kind.many:
            raise CrossboardError(f"a file of the format {name} holds one game, not {len(numbers)}; name one")
        for number in numbers:
            library.game(number)  # before anything is written
        writer = cast(Writer, getattr(importlib.import_module(module), function))
        data = writer(library, numbers, options)
        output = args.output or STANDARD
        write_file(output, [data] if isinstance(data, bytes) else data)
    if output != STANDARD:
        say(f"{plural(len(numbers), 'game')} written to {output}")
    return 0


def _aliases() -> list[str]:
    """What records of some games are called besides pgn: each is written as its game's players have it anyway."""
    return sorted(record_endings() - {"pgn"})


def _format_of(output: str | None) -> str:
    """The format that a file's name asks for; a record if it has no ending. CrossboardError if there is none of that name."""
    ending = Path(output or "").suffix.lower()[1:]
    if ending and ending not in (*FORMATS, *_aliases()):
        raise CrossboardError(f"{output}: no format is called {ending}; name one with --format: {', '.join(FORMATS)}")
    return ending or "pgn"


def _options(args: argparse.Namespace, name: str) -> Options:
    options = Options(args.at, args.speed, args.size, args.flip)
    for option in ("at", "speed", "size", "flipped"):
        value = getattr(options, option)
        if value is not None and value is not False and option not in FORMATS[name].options:
            raise CrossboardError(f"--{'flip' if option == 'flipped' else option} does not apply to {name}")
    if options.size is not None and not SMALLEST <= options.size <= LARGEST:
        raise CrossboardError(f"the size must be a number of pixels from {SMALLEST} to {LARGEST}")
    if options.speed is not None and not 0 < options.speed < 1e6:
        raise CrossboardError("the speed must be a number above 0")
    return options


def records(library: Library, numbers: list[int], options: Options) -> Iterator[bytes]:
    """A record file, game by game."""
    del options
    for text in join_records(record_text(library, number) for number in numbers):
        yield text.encode("utf-8", "replace")


def record_text(library: Library, number: int, anonymous: bool = False) -> str:
    """The record of a stored game, or what the board alone knows of it: no names, tags or remarks that people gave it."""
    try:
        record = export_game(library, number)
        if anonymous:
            record.tags = secret_tags(library.events(number))
            for notes in (record.prelude, *(turn.notes for turn in record.turns)):
                notes[:] = [replace(note, text="") for note in notes if isinstance(note, Comment)]
        return write_record(record)
    except RulesError as error:
        raise CrossboardError(f"game {number} can't be exported: {error}") from error


def traces(library: Library, numbers: list[int], options: Options) -> bytes:
    """The sensor trace of a game. What it does not give of the game is said on standard error."""
    from crossboard.recognize.reading import infer_here

    del options
    text, broken = export_trace(library, numbers[0])
    if broken:
        warn(f"crossboard: the trace is cut in {plural(broken, 'place')}: edges are missing")
    if lacks := infer_here(parse_trace(text)).lacks:
        warn(f"crossboard: the trace does not give all of game {numbers[0]}: {lacks}")
    return text.encode()
