"""The commands about logged games and record files: games, show, export, import, verify."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from datetime import datetime
from pathlib import Path

from crossboard.archive import export_game, import_record
from crossboard.draw import console, draw_board, in_columns
from crossboard.errors import CrossboardError, reason_of
from crossboard.library import IMPORTED, Event, Library, StoredGame, library_path
from crossboard.record import Record, write_record
from crossboard.record_reader import read_record_file
from crossboard.rules import RESULTS, TERMINATIONS, RulesError
from crossboard.timeline import Timeline, event_words, players_line, tell, turn_labels
from crossboard.words import clean, clock_text, end_words, plural


def open_library(args: argparse.Namespace) -> Library:
    """The library that the command line names, or the user's own."""
    return Library(library_path(args.library or ""))


def game_number(text: str) -> int:
    """A game's number as typed."""
    if not (text.isascii() and text.isdigit()) or len(text) > 18:
        raise CrossboardError(f"'{clean(text)}' is no game's number; `crossboard games` lists them")
    return int(text)


def date_text(ms: int) -> str:
    """A wall time as people here read it."""
    return datetime.fromtimestamp(ms / 1000).strftime("%Y-%m-%d %H:%M")


def games(args: argparse.Namespace) -> int:
    """List the games."""
    with open_library(args) as library:
        found = library.games()
    if not found:
        print(f"no games yet in {library.path}")
        return 0
    rows = [["ID", "DATE", "GAME", "WHITE", "BLACK", "RESULT", "PLIES", "BOARD"]]
    for g in found:
        result = g.result if g.termination in ("", "unfinished") else f"{g.result} {g.termination}"
        board = "" if g.board == IMPORTED else g.board
        row = [str(g.id), date_text(g.began_ms), g.spec, g.white or "-", g.black or "-", result, str(g.plies), board]
        rows.append([clean(cell) for cell in row])
    print("\n".join(in_columns(rows, "r.....r")))
    return 0


def show(args: argparse.Namespace) -> int:
    """Show one game: who, what, every event with its time, and the final position."""
    with open_library(args) as library:
        stored = library.game(game_number(args.id))
        events = library.events(stored.id)
        strays = library.strays(stored.id)
    line = tell_stored(stored.start, events)
    out = console()
    out.print(clean(f"game {stored.id}: {stored.spec}"))
    out.print(clean(players_line(line.game, stored.white, stored.black)))
    place = "from a record file" if stored.board == IMPORTED else f"on board {stored.board}, game {stored.board_game}"
    out.print(clean(f"{date_text(stored.began_ms)}, {place}"))
    for name, value in stored.tags.items():
        out.print(clean(f"{name}: {value}"))
    out.print()
    out.print("\n".join(listing(line)))
    out.print()
    out.print(draw_board(line.game.text()))
    out.print(line.game.text())
    out.print(result_words(stored, line))
    if line.problem:
        out.print(f"This game does not fit the rules from here on: {clean(line.problem)}")
    for raw in strays:
        out.print(f"also sent by the board, against what is stored: {clean(raw)}")
    return 0


def tell_stored(start: str, events: list[Event]) -> Timeline:
    """The timeline of a stored game; CrossboardError if this version does not know its game."""
    try:
        return tell(start, events)
    except RulesError as error:
        raise CrossboardError(f"this game can't be shown: {error}") from error


def result_words(stored: StoredGame, line: Timeline) -> str:
    """How the game ended, as a sentence."""
    if stored.result in RESULTS and stored.termination in TERMINATIONS:
        return end_words(line.game, RESULTS.index(stored.result), TERMINATIONS.index(stored.termination))
    return clean(f"{stored.result} {stored.termination}")


def listing(line: Timeline) -> list[str]:
    """Every event: playing time, turn number where a turn begins, and what happened."""
    rows: list[list[str]] = []
    names = {turn.seqs[0]: name for turn, name in zip(line.turns, turn_labels(line.turns), strict=True)}
    for step in line.steps[1:]:
        assert step.event
        at = "" if step.ms is None else clock_text(step.ms)
        words = event_words(line.game, step.event)
        number = names.get(step.event.seq, "")
        rows.append([at, number, clean(words), clean(step.event.flag)])
    return in_columns(rows, "r")


def export(args: argparse.Namespace) -> int:
    """Write games as a record file."""
    with open_library(args) as library:
        numbers = [g.id for g in library.games()] if args.ids == ["all"] else [game_number(i) for i in args.ids]
        records: list[Record] = []
        for number in numbers:
            try:
                records.append(export_game(library, number))
            except RulesError as error:
                raise CrossboardError(f"game {number} can't be exported: {error}") from error
    text = "\n".join(map(write_record, records))
    if args.output:
        write_whole(Path(args.output), text)
        print(f"{plural(len(records), 'game')} written to {args.output}")
    else:
        sys.stdout.buffer.write(text.encode("utf-8", "replace"))
    return 0


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is either what it was or complete."""
    try:
        number, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(number, "wb") as file:
                file.write(text.encode("utf-8", "replace"))
                file.flush()
                os.fsync(number)
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(name, 0o666 & ~mask)
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise CrossboardError(reason_of(error), str(path)) from error


def import_file(args: argparse.Namespace) -> int:
    """Take the games of a record file into the library."""
    records = read_record_file(Path(args.file))
    with open_library(args) as library:
        for number, record in enumerate(records, 1):
            if not record.start:
                continue
            taken = import_record(library, record)
            what = "stored as" if taken.new else "already there as"
            print(f"game {number}: {what} {taken.game} ({plural(len(record.turns), 'turn')})")
    return _complain(records)


def verify(args: argparse.Namespace) -> int:
    """Play the games of a record file through the rules."""
    records = read_record_file(Path(args.file))
    for number, record in enumerate(records, 1):
        if not record.problem:
            outcome = f"{record.result} {record.termination}"
            print(clean(f"game {number}: correct, {record.spec}, {plural(len(record.turns), 'turn')}, {outcome}"))
    return _complain(records)


def _complain(records: list[Record]) -> int:
    problems = [record.problem for record in records if record.problem]
    if problems:
        sys.stdout.flush()
        more = f" (and {plural(len(problems) - 1, 'more game')} with something wrong)" if problems[1:] else ""
        raise CrossboardError(clean(problems[0]) + more)
    return 0
