"""`crossboard verify`: the games of a record file played through the rules."""

from __future__ import annotations

import argparse
from pathlib import Path

from crossboard.arguments import Parser
from crossboard.errors import CrossboardError
from crossboard.games.rules import game_at
from crossboard.games.words import clean, plural
from crossboard.library.record_reader import read_record_file
from crossboard.library.secret import tags_words
from crossboard.output import say


def add_arguments(parser: Parser) -> None:
    """The command line."""
    parser.examples = ("verify games.pgn", "verify -")
    parser.add_argument("file", metavar="FILE", help="a record file, as games.pgn; - for standard input")


def run(args: argparse.Namespace) -> int:
    """Play the games of a record file through the rules."""
    records = read_record_file(Path(args.file))
    for number, record in enumerate(records, 1):
        if record.problem:
            say(clean(f"game {number}: {record.fault}"))
        else:
            outcome = f"{record.result} {record.termination}"
            sealed = tags_words(game_at(record.start, 1), record.tags)
            words = [f"correct, {record.spec}", plural(len(record.turns), "turn"), outcome, *filter(None, [sealed])]
            say(f"game {number}: {', '.join(words)}")
    return complain([record.problem for record in records if record.problem])


def complain(problems: list[str]) -> int:
    """Return 0, or raise the first problem as an error."""
    if problems:
        more = f" (and {plural(len(problems) - 1, 'more problem')})" if problems[1:] else ""
        raise CrossboardError(clean(problems[0]) + more)
    return 0
