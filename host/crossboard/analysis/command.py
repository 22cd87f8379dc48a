"""`crossboard analyse`: what the plies of logged games were worth."""

from __future__ import annotations

import argparse
import subprocess
import sys

from crossboard.analysis.analyst import Analyst, Progress, positions
from crossboard.analysis.low_priority import lower
from crossboard.analysis.text import graph, tally_lines, turn_lines
from crossboard.arguments import Parser, add_ids, add_library, seconds
from crossboard.calling import command
from crossboard.engines.chosen import add_engine, choose, engine_words, remember
from crossboard.errors import CrossboardError
from crossboard.games.rules import name_of, side_names
from crossboard.games.words import clean, plural
from crossboard.library import Library, open_library
from crossboard.library.judgement import judge
from crossboard.library.selection import game_numbers
from crossboard.library.timeline import players_line, tell
from crossboard.output import say, warn
from crossboard.progress import bar


def add_arguments(parser: Parser) -> None:
    """The command line."""
    parser.description = (
        "Score every ply, mark mistakes and say what was better, with a graph. Ctrl-C stops it; the same command continues where "
        "it stopped."
    )
    parser.examples = (
        "analyse 12",
        "analyse 12 13 --think 2",
        "analyse 12 --engine stockfish",
        "analyse --all --background",
    )
    add_ids(parser, "*")
    parser.add_argument("--all", action="store_true", help="every game of the library, at low priority")
    text = "seconds to think about a position (default: 0.5)"
    parser.add_argument("--think", type=seconds, default=0.5, metavar="S", help=text)
    add_engine(parser, "have that program score, which speaks UCI, as stockfish (default: the last one of the game)")
    parser.add_argument("--background", action="store_true", help="in a process of its own; return at once")
    add_library(parser)


def run(args: argparse.Namespace) -> int:
    """Analyse games and print the results."""
    if args.all == bool(args.ids):
        raise CrossboardError("name the games to analyse, or give --all" + (", not both" if args.all else ""))
    with open_library(args) as library:
        numbers = [game.id for game in library.games()] if args.all else game_numbers(args.ids)
        for number in numbers:
            library.game(number)  # before anything is done
        if args.background:
            return _in_background(args)
        if args.all:
            lower()
        try:
            skipped = _analyse(library, numbers, args)
        except KeyboardInterrupt:
            warn("crossboard: stopped; run the same command again to go on")
            return 130
        if args.all:
            say(f"{plural(len(numbers) - len(skipped), 'game')} analysed")
            for words in skipped:
                say(clean(words))
            return 0
        for place, number in enumerate(numbers):
            say(("\n" if place else "") + "\n".join(report(library, number)))
    return 0


def _analyse(library: Library, numbers: list[int], args: argparse.Namespace) -> list[str]:
    """Analyse the games; returns why some can't be. With --all those are skipped, otherwise they are errors at once."""
    skipped: list[str] = []
    left: list[int] = []
    count = done = 0
    with _analyst(library, numbers, args) as analyst:
        for number in numbers:
            try:
                analyst.require(library.game(number).spec)
                count += len(positions(library, number))
                left.append(number)
            except CrossboardError as error:
                if not args.all:
                    raise
                skipped.append(str(error))
        with bar("analysing", count) as show:

            def told(progress: Progress) -> None:
                show(done + progress.done)

            for number in left:
                analyst.analyse(library, number, told)
                done += len(positions(library, number))
    return skipped


def _analyst(library: Library, numbers: list[int], args: argparse.Namespace) -> Analyst:
    """Crossboard, or the engine that is asked for."""
    if not args.engine:
        return Analyst(args.think)
    names = {name_of(library.game(number).spec) for number in numbers}
    game = names.pop() if len(names) == 1 else ""
    chosen = choose(args, game)
    engine = chosen.begin()
    remember(chosen, game)
    return Analyst(args.think, engine)


def report(library: Library, number: int) -> list[str]:
    """The analysis of a game as it is printed."""
    stored = library.game(number)
    line = tell(stored.start, library.moments(number))
    evals = library.analysis(number)
    judged = judge(line, evals)
    heading = f"game {number}: {stored.spec}, {players_line(line.game, stored.first, stored.second)}"
    if engines := sorted({one.engine for one in evals.values() if one.engine}):
        heading += f", scored by {' and '.join(engines)}"
    lines = [clean(heading), "", *turn_lines(line, judged), ""]
    if drawn := graph(judged, side_names(line.game)):
        lines += [*drawn, ""]
    return [*lines, *tally_lines(line, judged)]


def _in_background(args: argparse.Namespace) -> int:
    """The same in a process of its own, which goes on when this one has ended."""
    words = ["analyse", *(["--all"] if args.all else args.ids), "--think", f"{args.think:g}"]
    words += ["--library", args.library] if args.library else []
    words += engine_words(args)
    process = subprocess.Popen(
        [sys.executable, "-m", "crossboard", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    say(f"analysing in the background (process {process.pid}); `{command('analyse', 'ID')}` shows what is done")
    return 0
