"""`crossboard import`: adds the games of record files to the library, and reports the outcome for each."""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from crossboard.arguments import Parser, add_json, add_library
from crossboard.errors import CrossboardError, LibraryError
from crossboard.games.record import Record
from crossboard.games.words import clean, plural
from crossboard.library import Library, open_library
from crossboard.library.archive import Taken, prepare, store_records
from crossboard.library.record_reader import play_record_file
from crossboard.output import json_text, say, warn
from crossboard.progress import tracked
from crossboard.review.verify import complain

TAKEN, KNOWN, REFUSED = "taken", "known", "refused"
BATCH = 100
"""Games that are stored at a time: to be on the disk takes as long for one as for many."""
WORDS = {TAKEN: "stored as", KNOWN: "already there as"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome for game `number` of a file, which begins in `line`: `id` is its number in the library, None if it could not
    be taken. `problem` and `fault` as in Record."""

    file: str
    number: int
    line: int
    outcome: str
    id: int | None
    turns: int
    problem: str
    fault: str


@dataclass
class Report:
    """The outcome for each game, and the files that could not be read (file, what is wrong)."""

    games: list[Outcome] = field(default_factory=list[Outcome])
    unread: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    def problems(self) -> list[str]:
        """All problems, the files first."""
        return [*(problem for _, problem in self.unread), *(one.problem for one in self.games if one.problem)]


def add_arguments(parser: Parser) -> None:
    """The command line."""
    parser.description = "Add the games of record files to the library, and report the outcome for each."
    parser.examples = ("import games.pgn",)
    text = "record files, as games.pgn; - for standard input"
    parser.add_argument("files", nargs="+", metavar="FILE", help=text)
    add_json(parser)
    add_library(parser)


def run(args: argparse.Namespace) -> int:
    """Import every game that can be; a problem with one does not stop the others."""
    report = Report()
    try:
        with open_library(args, making=True) as library:
            for name in args.files:
                _take_file(library, name, report)
    except KeyboardInterrupt:
        _say(report, args)
        warn("crossboard: stopped; run the same command again to continue")
        return 130
    except LibraryError:
        _say(report, args)
        raise
    _say(report, args)
    return complain(report.problems())


def _take_file(library: Library, name: str, report: Report) -> None:
    try:
        count, records = play_record_file(Path(name))
    except CrossboardError as error:
        report.unread.append((name, str(error)))
        return
    numbered = enumerate(tracked(records, "importing", count), 1)
    while batch := list(islice(numbered, BATCH)):
        wanted = {
            number: prepare(record)
            for number, record in batch
            if record.start and (record.turns or record.termination or not record.problem)
        }
        stored = dict(zip(wanted, store_records(library, wanted.values()), strict=True))
        report.games.extend(_outcome(name, number, record, stored.get(number)) for number, record in batch)


def _outcome(name: str, number: int, record: Record, taken: Taken | None) -> Outcome:
    outcome = REFUSED if taken is None else TAKEN if taken.new else KNOWN
    game, turns = (None, 0) if taken is None else (taken.game, len(record.turns))
    return Outcome(name, number, record.line, outcome, game, turns, record.problem, record.fault)


def _say(report: Report, args: argparse.Namespace) -> None:
    if args.json:
        say(json_text(report_value(report)), end="")
    elif lines := _lines(report, len(args.files) > 1):
        say("\n".join(lines))


def report_value(report: Report) -> dict[str, object]:
    """The report as JSON can hold it."""
    counts = Counter(one.outcome for one in report.games)
    return {
        "games": [
            {
                "file": one.file,
                "number": one.number,
                "line": one.line,
                "outcome": one.outcome,
                "id": one.id,
                "turns": one.turns,
                "problem": one.problem or None,
            }
            for one in report.games
        ],
        "unread": [{"file": file, "problem": problem} for file, problem in report.unread],
        **{outcome: counts[outcome] for outcome in (TAKEN, KNOWN, REFUSED)},
        "problems": len(report.problems()),
    }


def _lines(report: Report, several: bool) -> list[str]:
    lines = [f"not read: {problem}" for _, problem in report.unread] if several else []
    for one in report.games:
        where = f"{one.file}: " if several else ""
        what = "not stored" if one.id is None else f"{WORDS[one.outcome]} {one.id} ({plural(one.turns, 'turn')})"
        fault = f"; {one.fault}" if one.fault else ""
        lines.append(f"{where}game {one.number}: {what}{fault}")
    if len(report.games) > 1:
        counts = Counter(one.outcome for one in report.games)
        parts = [f"{counts[TAKEN]} stored", f"{counts[KNOWN]} already there", f"{counts[REFUSED]} not stored"]
        problems = sum(1 for one in report.games if one.problem)
        lines.append(f"{plural(len(report.games), 'game')}: {', '.join(parts)}; {problems} with a problem")
    return [clean(line) for line in lines]
