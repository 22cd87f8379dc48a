"""`crossboard show`: everything that happened in a game."""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable

from crossboard.arguments import Parser, add_id, add_json, add_library
from crossboard.errors import CrossboardError
from crossboard.games.draw import console, draw_board, in_columns
from crossboard.games.reasons import outcome_words
from crossboard.games.rules import RulesError
from crossboard.games.words import clean, clock_text
from crossboard.library import IMPORTED, Event, StoredGame, StoredNote, open_library
from crossboard.library.selection import game_number
from crossboard.library.stored import date_words
from crossboard.library.timeline import Timeline, players_line, step_text, tell, turn_labels
from crossboard.output import json_text, say

NOTE_WORDS = {"comment": "note: ", "nag": "mark: $", "variation": "variation: "}


def add_arguments(parser: Parser) -> None:
    """The command line."""
    parser.description = (
        "Show everything that happened in a game: plies, times, refusals, the board's questions, and the notes."
    )
    parser.examples = ("show 12",)
    add_id(parser)
    add_json(parser)
    add_library(parser)


def run(args: argparse.Namespace) -> int:
    """Show one game: who, what, every event with its time, and the final position."""
    if args.json:
        return _show_json(args)
    with open_library(args, reading=True) as library:
        stored = library.game(game_number(args.id))
        events = library.moments(stored.id)
        notes = library.notes(stored.id)
        strays = library.strays(stored.id)
    line = tell_stored(stored.start, events)
    out = console()
    out.print(clean(f"game {stored.id}: {stored.spec}"))
    out.print(clean(players_line(line.game, stored.first, stored.second)))
    place = "from a record file" if stored.board == IMPORTED else f"on board {stored.board}, game {stored.board_game}"
    latest = " at the latest" if stored.dating == "estimated" else ""
    out.print(clean(f"{date_words(stored)}{latest}, {place}"))
    for name, value in stored.tags.items():
        out.print(clean(f"{name}: {value}"))
    out.print()
    out.print("\n".join(listing(line, notes)))
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
    return clean(outcome_words(line.game, stored.result, stored.termination))


def listing(line: Timeline, notes: Iterable[StoredNote] = ()) -> list[str]:
    """Every event: playing time, turn number where a turn begins, and what happened; below it what was noted of it."""
    rows: list[list[str]] = []
    names = {turn.seqs[0]: name for turn, name in zip(line.turns, turn_labels(line.turns), strict=True)}
    for step in line.steps[1:]:
        assert step.event
        at = "" if step.ms is None else clock_text(step.ms)
        words = step_text(line.game, step)
        number = names.get(step.event.seq, "")
        rows.append([at, number, clean(words), clean(step.event.flag)])
    noted: dict[int, list[str]] = defaultdict(list)
    for note in notes:
        noted[note.seq].append(f"    {NOTE_WORDS.get(note.kind, '')}{clean(note.text)}")
    lines = noted.pop(0, [])
    for step, text in zip(line.steps[1:], in_columns(rows, "r"), strict=True):
        assert step.event
        lines += [text, *noted.pop(step.event.seq, ())]
    return lines
