"""`crossboard replay`: a game step by step, from the library or from a record file.

In a terminal it is stepped forward and back, or plays by itself (terminal/replay_app.py); else it is listed, or, with
--speed, told step by step in its own time.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from pathlib import Path

from crossboard.arguments import PAGE, Parser, add_board, add_library, add_page, add_text, decimal, integer
from crossboard.errors import CrossboardError
from crossboard.games.draw import console, draw_board
from crossboard.games.reasons import outcome_words
from crossboard.games.words import clean, clock_text, listed
from crossboard.library import Library, open_library
from crossboard.library.archive import events_of
from crossboard.library.record_evals import by_seq, split
from crossboard.library.record_reader import read_record_file
from crossboard.library.selection import game_number
from crossboard.library.timeline import players_line
from crossboard.output import warn
from crossboard.review.replay_player import Player, Tale, step_marks, step_of_turn, step_words, wait_ms
from crossboard.review.show import listing, result_words, tell_stored
from crossboard.terminal.keys import has_screen


def add_arguments(parser: Parser) -> None:
    """The command line."""
    parser.description = (
        "Step through a game in the terminal, or with --board by the lights of a board. t lets you try other plies. In an analysed "
        "game, m goes to the next mistake, and f asks you for a better move than the one that was played."
    )
    parser.examples = ("replay 12", "replay game.pgn --number 2", "replay 12 --board sim --turn 5")
    text = "a game's number in `crossboard games`, or a record file"
    parser.add_argument("game", metavar="ID|FILE", help=text)
    text = "the game to take from a record file (default: 1)"
    parser.add_argument("--number", type=integer, metavar="N", help=text)
    text = "play it automatically, X times as fast as it was played (0: print all at once)"
    parser.add_argument("--speed", type=decimal, metavar="X", help=text)
    parser.add_argument("--turn", "--to", dest="to", type=integer, metavar="N", help="start after turn N")
    add_board(parser, "replay on this board, whose lights show where the pieces go")
    add_text(parser, "--profile", "NAME", "the board's profile (default: read from the board)")
    add_page(parser)
    parser.needs = [("profile", "board"), *((dest, "board") for dest in PAGE), *parser.needs]
    add_library(parser)


def run(args: argparse.Namespace) -> int:
    """Replay a game."""
    if args.speed is not None and not 0 <= args.speed < 1e6:
        raise CrossboardError("the speed must be 0 (at once) or more")
    if args.game.isdigit() and args.number is not None:
        raise CrossboardError("--number is the number of a game in a record file, not in the library: leave it out")
    tale = _from_library(args) if args.game.isdigit() else _from_file(Path(args.game), args.number)
    if args.board:
        return _on_board(tale, args)
    turns = len(tale.line.turns)
    if args.to is not None and not 0 <= args.to <= turns:
        raise CrossboardError(f"there is no turn {args.to}; the game has {turns}")
    if has_screen():
        _interactive(tale, args.to or 0, args.speed)
    elif args.to is not None:
        _print_position(tale, args.to)
    else:
        _print_all(tale, args.speed)
    return 0


def _on_board(tale: Tale, args: argparse.Namespace) -> int:
    """Replay by the lights of a board."""
    from crossboard.guided_replay.story import story_of
    from crossboard.play.start import sit
    from crossboard.play.wish import Wish

    story, index = story_of(tale.heading, tale.start, tale.events, tale.number)
    if args.to is not None:
        index = story.of_turn(args.to)
    return sit(args, Wish(story.spec, tale=(story, index, args.to is None), profile=args.profile))


def watch(library: Library, number: int, speed: float) -> None:
    """Replay a logged game at a speed, to its end. What it shows names no number: the library may not be kept."""
    tale = replace(_stored(library, number), number=0)
    if has_screen():
        _interactive(tale, 0, speed, stay=False)
    else:
        _print_all(tale, speed)


def _from_library(args: argparse.Namespace) -> Tale:
    with open_library(args, reading=True) as library:
        return _stored(library, game_number(args.game))


def _stored(library: Library, number: int) -> Tale:
    stored = library.game(number)
    events = library.moments(stored.id)
    line = tell_stored(stored.start, events)
    players = players_line(line.game, stored.first, stored.second)
    return Tale(
        clean(f"game {stored.id}: {stored.spec}, {players}"),
        line,
        result_words(stored, line),
        stored.start,
        events,
        number,
        library.analysis(number),
    )


def _from_file(path: Path, number: int | None) -> Tale:
    records = read_record_file(path)
    several = f" of {len(records)} (--number N: another)" if number is None and len(records) > 1 else ""
    number = 1 if number is None else number
    if not 1 <= number <= len(records):
        raise CrossboardError(f"there is no game {number} in it, only {len(records)}", str(path))
    record = records[number - 1]
    if record.problem:
        raise CrossboardError(clean(record.problem))
    if broken := [str(i) for i, other in enumerate(records, 1) if other.problem]:
        games = f"game{'s' * (len(broken) > 1)} {listed(broken, 'and')}"
        warn(f"crossboard: {path}: {games} can't be replayed (--number N says why)")
    record, scores = split(record)
    events = events_of(record)[0]
    line = tell_stored(record.start, events)
    first, second = (record.tags.get(name, "") for name in ("White", "Black"))
    players = players_line(line.game, first.strip("?"), second.strip("?"))
    outcome = outcome_words(line.game, record.result, record.termination)
    heading = clean(f"{path}, game {number}{several}: {record.spec}, {players}")
    evals = {one.seq: one for one in by_seq(scores, record, line)}
    return Tale(heading, line, outcome, record.start, events, evals=evals)


def _print_position(tale: Tale, turn: int) -> None:
    out = console()
    step = tale.line.steps[step_of_turn(tale, turn)]
    out.print(tale.heading)
    out.print(f"after turn {turn}: {step_words(tale, step)}")
    out.print(draw_board(step.position))
    out.print(step.position)


def _print_all(tale: Tale, speed: float | None) -> None:
    out = console()
    out.print(tale.heading)
    if speed is None:
        out.print("\n".join(listing(tale.line)))
    else:
        steps = tale.line.steps
        for i, step in enumerate(steps):
            if i and speed:
                time.sleep(wait_ms(steps, i - 1) / 1000 / speed)
            at = "" if step.ms is None else clock_text(step.ms)
            out.print(f"{at} {step_words(tale, step)}".strip())
            out.print(draw_board(step.position, step_marks(tale, step)))
    out.print(draw_board(tale.line.game.text()) if speed is None else "")
    out.print(tale.outcome)
    if tale.line.problem:
        out.print(f"This game does not fit the rules from here on: {clean(tale.line.problem)}")


def _interactive(tale: Tale, turn: int, speed: float | None, stay: bool = True) -> None:
    """Replay in the terminal until the user leaves, or, if not `stay`, until the end of the game."""
    from crossboard.terminal.replay_app import ReplayApp  # it takes a moment to load

    ReplayApp(Player(tale, turn, speed), stay).run()
