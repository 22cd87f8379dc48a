"""The commands about logged games and record files: games, show, verify."""

from __future__ import annotations

import argparse
from pathlib import Path

from crossboard.calling import command
from crossboard.errors import CrossboardError
from crossboard.games.draw import console, draw_board, in_columns
from crossboard.games.rules import RESULTS, TERMINATIONS, RulesError, game_at
from crossboard.games.words import clean, clock_text, date_text, end_words, plural
from crossboard.library import IMPORTED, Event, Library, StoredGame, open_library
from crossboard.library.record_reader import read_record_file
from crossboard.library.secret import tags_words
from crossboard.library.selection import Selection
from crossboard.library.timeline import Timeline, players_line, step_text, tell, turn_labels
from crossboard.output import json_text, say
from crossboard.review.search import Search, search_of, selection


def game_number(text: str) -> int:
    """A game's number as typed."""
    if not (text.isascii() and text.isdigit()) or len(text) > 18:
        raise CrossboardError(f"'{clean(text)}' is not a game number; `{command('games')}` lists them")
    return int(text)


HEADS = ("ID", "DATE", "GAME", "WHITE", "BLACK", "RESULT", "PLIES", "BOARD")


def games(args: argparse.Namespace) -> int:
    """List the games that are looked for, or what they come to."""
    wanted = search_of(args)
    with open_library(args, reading=True) as library:
        which = selection(library, wanted)
        if args.stats:
            lines = _stats(library, which, args.json)
        elif args.json:
            lines = _summaries(library.games(which))
        else:
            head, *lines = library.lines(HEADS, which)
            if lines:
                lines.insert(0, head)
            else:
                lines = [f"no games yet in {library.path}" if wanted == Search() else "no game matches"]
    say("\n".join(lines))
    return 0


def _stats(library: Library, which: Selection, as_json: bool) -> list[str]:
    from crossboard.review.stats import stats, stats_lines

    told = stats(library, which)
    return json_text(told).rstrip().split("\n") if as_json else stats_lines(told)


def _summaries(found: list[StoredGame]) -> list[str]:
    from crossboard.review.export_json import summary_value

    return json_text({"games": [summary_value(game) for game in found]}).rstrip().split("\n")


def show(args: argparse.Namespace) -> int:
    """Show one game: who, what, every event with its time, and the final position."""
    if args.json:
        return _show_json(args)
    with open_library(args, reading=True) as library:
        stored = library.game(game_number(args.id))
        events = library.moments(stored.id)
        strays = library.strays(stored.id)
    line = tell_stored(stored.start, events)
    out = console()
    out.print(clean(f"game {stored.id}: {stored.spec}"))
    out.print(clean(players_line(line.game, stored.white, stored.black)))
    place = "from a record file" if stored.board == IMPORTED else f"on board {stored.board}, game {stored.board_game}"
    latest = " at the latest" if stored.dating == "estimated" else ""
    out.print(clean(f"{date_text(stored.began_ms)}{latest}, {place}"))
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
        out.print(f"also sent by the board, contradicting what is stored: {clean(raw)}")
    return 0


def _show_json(args: argparse.Namespace) -> int:
    from crossboard.review.export_json import game_value

    with open_library(args, reading=True) as library:
        say(json_text(game_value(library, game_number(args.id))), end="")
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
        words = step_text(line.game, step)
        number = names.get(step.event.seq, "")
        rows.append([at, number, clean(words), clean(step.event.flag)])
    return in_columns(rows, "r")


def verify(args: argparse.Namespace) -> int:
    """Play the games of a record file through the rules."""
    records = read_record_file(Path(args.file))
    for number, record in enumerate(records, 1):
        if not record.problem:
            outcome = f"{record.result} {record.termination}"
            sealed = tags_words(game_at(record.start, 1), record.tags)
            words = [f"correct, {record.spec}", plural(len(record.turns), "turn"), outcome, *filter(None, [sealed])]
            say(f"game {number}: {', '.join(words)}")
    return complain([record.problem for record in records if record.problem])


def complain(problems: list[str]) -> int:
    """0, or the error that the first problem of record files is."""
    if problems:
        more = f" (and {len(problems) - 1} more problems)" if problems[1:] else ""
        raise CrossboardError(clean(problems[0]) + more)
    return 0
