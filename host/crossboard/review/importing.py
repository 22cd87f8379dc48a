"""`crossboard import`: the games of record files into the library, with a report of what became of each."""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from crossboard.games.record import Record
from crossboard.games.words import clean, plural
from crossboard.library import Library, open_library
from crossboard.library.archive import import_record
from crossboard.library.record_reader import read_record_file
from crossboard.progress import tracked
from crossboard.review.games import complain

TAKEN, KNOWN, REFUSED = "taken", "known", "refused"
WORDS = {TAKEN: "stored as", KNOWN: "already there as"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of the game `number` of a file: `id` is its number in the library, None if it could not be taken."""

    file: str
    number: int
    outcome: str
    id: int | None
    turns: int
    problem: str


def run(args: argparse.Namespace) -> int:
    """Take in every game that can be; every file is read before anything is stored."""
    files = [(name, read_record_file(Path(name))) for name in args.files]
    records = [(name, number, record) for name, found in files for number, record in enumerate(found, 1)]
    with open_library(args) as library:
        report = [_take(library, *one) for one in tracked(records, "importing", len(records))]
    if args.json:
        from crossboard.review.export_json import json_text

        print(json_text(report_value(report)).rstrip())
    else:
        print("\n".join(_lines(report, len(files) > 1)))
    return complain([record for _, _, record in records])


def _take(library: Library, name: str, number: int, record: Record) -> Outcome:
    if not record.start:
        return Outcome(name, number, REFUSED, None, 0, record.problem)
    taken = import_record(library, record)
    return Outcome(name, number, TAKEN if taken.new else KNOWN, taken.game, len(record.turns), record.problem)


def report_value(report: list[Outcome]) -> dict[str, object]:
    """The report as JSON can hold it."""
    counts = Counter(one.outcome for one in report)
    return {
        "games": [
            {
                "file": one.file,
                "number": one.number,
                "outcome": one.outcome,
                "id": one.id,
                "turns": one.turns,
                "problem": one.problem or None,
            }
            for one in report
        ],
        **{outcome: counts[outcome] for outcome in (TAKEN, KNOWN, REFUSED)},
        "problems": sum(1 for one in report if one.problem),
    }


def _lines(report: list[Outcome], several: bool) -> list[str]:
    lines: list[str] = []
    for one in report:
        where = f"{one.file}: " if several else ""
        what = "not taken" if one.id is None else f"{WORDS[one.outcome]} {one.id} ({plural(one.turns, 'turn')})"
        problem = f"; {one.problem}" if one.problem else ""
        lines.append(clean(f"{where}game {one.number}: {what}{problem}"))
    if len(report) > 1:
        counts = Counter(one.outcome for one in report)
        parts = [f"{counts[TAKEN]} stored", f"{counts[KNOWN]} already there", f"{counts[REFUSED]} not taken"]
        problems = sum(1 for one in report if one.problem)
        lines.append(f"{plural(len(report), 'game')}: {', '.join(parts)}; {problems} with something wrong")
    return lines
