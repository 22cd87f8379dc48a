"""`crossboard watch`: what happens on boards, for people and for other programs."""

from __future__ import annotations

import argparse
import contextlib
import json
from collections.abc import Generator

from crossboard.arguments import Parser, add_text
from crossboard.boards.stream import POSITION, RESULT
from crossboard.errors import CrossboardError
from crossboard.folders import user_path
from crossboard.games.rules import RulesError
from crossboard.output import say, warn
from crossboard.watch.lines import UNREADABLE, Boards, lines
from crossboard.watch.records import Records
from crossboard.watch.sources import Told, events

HERE = "http://127.0.0.1:8377/"


def add_arguments(parser: Parser) -> None:
    """The command line."""
    parser.description = (
        "Print what happens on a board or in a hall as it happens: positions, moves, clocks, questions and results. With --json "
        "each is a line of JSON; with --pgn a file of each game is kept up to date."
    )
    parser.examples = (
        "watch",
        "watch --json",
        "watch --pgn round-1 mqtt://ruth:TOKEN@192.168.1.5",
    )
    text = f"the URL that `crossboard play` prints, or a hall's, as mqtt://NAME:TOKEN@HOST (default: {HERE})"
    parser.add_argument("url", nargs="?", default=HERE, metavar="URL", help=text)
    parser.add_argument("--json", action="store_true", help="print each event as a line of JSON (docs/events.md)")
    add_text(parser, "--pgn", "FOLDER", "keep a PGN file of each game up to date there, for a broadcast")


def run(args: argparse.Namespace) -> int:
    """Watch until Ctrl-C, which is how it ends."""
    with contextlib.suppress(KeyboardInterrupt):
        _watch(args)
    return 0


def _watch(args: argparse.Namespace) -> None:
    boards = Boards()
    records = Records(user_path(args.pgn)) if args.pgn else None
    trouble = ""  # with the files
    for told in events(args.url, warn):
        of_game, before = boards.take(told)
        if before == told.event:
            continue  # MQTT may deliver a message twice
        with _readable(told):
            try:  # first: who hears of a move finds it in the file
                if records and told.event["event"] in (POSITION, RESULT):
                    records.keep(told, of_game)
                    trouble = ""
            except CrossboardError as error:
                if str(error) != trouble:
                    trouble = str(error)
                    warn(f"crossboard: {trouble}; trying again when something happens")
        with _readable(told):
            if args.json:
                say(json.dumps({"name": told.name, **told.event} if told.name else told.event))
            else:
                for line in lines(of_game, told.event, before):
                    say(f"{told.name}: {line}" if told.name else line)


@contextlib.contextmanager
def _readable(told: Told) -> Generator[None]:
    """Warn of an event that can't be read."""
    try:
        yield
    except (RulesError, *UNREADABLE) as error:
        warn(f"crossboard: an event of {told.name or 'the board'} can't be read: {error!r}")
