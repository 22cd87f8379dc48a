"""`crossboard infer`: from sensor traces to game records.

On CPython the trace goes through the shared debounce and recognizer right here; on MicroPython the whole firmware runs
on a simulated board. Both give the same list of happenings, from which the record is made.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from crossboard.arguments import Parser, add_library
from crossboard.errors import CrossboardError
from crossboard.games.record import write_record
from crossboard.games.words import plural
from crossboard.library.trace import Trace, TraceError, parse_trace, read_trace
from crossboard.output import say, warn
from crossboard.progress import tracked
from crossboard.recognize.inference import Inference
from crossboard.recognize.reading import infer_all
from crossboard.recognize.results import moves_text, record_of


def add_arguments(parser: Parser) -> None:
    """The command line."""
    parser.description = (
        "Turn sensor traces, or with --game those of logged games, into game records; --explain says why."
    )
    parser.examples = ("infer game.trace", "infer *.trace --pgn", "infer --explain --game 12")
    parser.add_argument("traces", nargs="*", metavar="TRACE", help="sensor traces")
    text = "the trace of a logged game, as its board recorded it"
    parser.add_argument("--game", dest="games", action="append", metavar="ID", help=text)
    text = "cpython: read it here (default); micropython: by the firmware on a simulated board"
    parser.add_argument("--runtime", choices=("cpython", "micropython"), default="cpython", help=text)
    parser.add_argument("--pgn", action="store_true", help="print whole game records")
    text = "say for each ply, question and refusal why it was read so"
    parser.add_argument("--explain", action="store_const", const="words", help=text)
    # An option of its own: one with a choice would take the name of a trace for its value.
    text = "the same by the recognizer's hypotheses, and what each costs"
    parser.add_argument("--explain=costs", dest="explain", action="store_const", const="costs", help=text)
    add_library(parser)


def run(args: argparse.Namespace) -> int:
    """The command: reads every trace before anything is printed, so that bad input prints nothing but its error.

    Status 1, and a line for each, if a trace gives less than the game that it was made of.
    """
    if args.explain and (args.pgn or args.runtime != "cpython"):
        raise CrossboardError(f"--explain does not go with {'--pgn' if args.pgn else '--runtime'}")
    traces = [read_trace(Path(name)) for name in args.traces] + _logged(args)
    if not traces:
        raise TraceError("no trace given; name a file, or a game of the library with --game ID")
    if args.explain:
        return _explain(traces, args.explain == "costs")
    blocks: list[str] = []
    lacking: list[str] = []
    inferred = zip(traces, infer_all(traces, args.runtime), strict=True)
    for trace, inference in tracked(inferred, "inferring", len(traces)):
        heading = "" if len(traces) == 1 or args.pgn else f"# {trace.source}\n"
        text = write_record(record_of(inference, trace)) if args.pgn else moves_text(inference, trace)
        blocks.append(heading + text)
        if inference.lacks:
            lacking.append(_cut_off(trace, inference))
    say("\n".join(blocks), end="")
    for words in lacking:
        warn(words)
    return 1 if lacking else 0


def _logged(args: argparse.Namespace) -> list[Trace]:
    """The traces of the library's games that the command line names, as their boards recorded them."""
    if not args.games:
        return []
    from crossboard.library import open_library
    from crossboard.library.flight import export_trace
    from crossboard.library.selection import game_numbers

    traces: list[Trace] = []
    with open_library(args, reading=True) as library:
        for number in game_numbers(args.games):
            text, broken = export_trace(library, number)
            traces.append(parse_trace(text, f"game {number}"))
            if broken:
                warn(f"crossboard: game {number}: its trace is cut in {plural(broken, 'place')}: edges are missing")
    return traces


def _cut_off(trace: Trace, inference: Inference) -> str:
    return f"crossboard: {trace.source}: the record is cut off: {inference.lacks}"


def _explain(traces: list[Trace], with_costs: bool) -> int:
    from crossboard.recognize.explanation import Explained, costs, explained
    from crossboard.recognize.plain_words import plain

    status = 0
    for trace in traces:
        if len(traces) > 1:
            say(f"# {trace.source}")
        explaining = Explained(trace)
        for line in explained(explaining, costs if with_costs else plain):
            say(line)
        if explaining.inference.lacks:
            warn(_cut_off(trace, explaining.inference))
            status = 1
    return status
