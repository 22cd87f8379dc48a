"""`crossboard bundle`: what a bug report needs, as one zip file, and where to send it.

It holds versions, and of each game that is named its record and, where the board's sensors were recorded, their trace and what
the recognizer made of it; no names of players, no network, no paths.
"""

from __future__ import annotations

import argparse
import io
import platform
import re
import zipfile
from importlib import metadata

from crossboard.arguments import Parser, add_ids, add_library
from crossboard.board_files.build import firmware_version
from crossboard.calling import NAME
from crossboard.compiled import is_built
from crossboard.games.words import plural
from crossboard.library import Library, open_library
from crossboard.library.flight import export_trace
from crossboard.library.selection import game_numbers
from crossboard.library.trace import parse_trace
from crossboard.output import STANDARD, say, warn, write_file
from crossboard.recognize.explanation import Explained, costs, explained
from crossboard.review.export import record_text
from crossboard.simulator.install import find_node, node_version

OUT = "crossboard-report.zip"
LABEL = "Issues"
"""Of the address among the project's URLs (pyproject.toml) that takes bug reports."""


def add_arguments(parser: Parser) -> None:
    """The command line."""
    parser.description = (
        "Put what a bug report needs into one file: versions, and of games their moves and what the sensors saw. It holds "
        "no names."
    )
    parser.examples = ("bundle", "bundle 12 -o misread.zip")
    add_ids(parser, "*", "")
    parser.add_argument("-o", "--output", metavar="FILE", default=OUT, help=f"the file to write (default: {OUT})")
    add_library(parser)


def run(args: argparse.Namespace) -> int:
    """The command."""
    parts = {"about.txt": about()}
    if args.ids:
        with open_library(args, reading=True) as library:
            for number in game_numbers(args.ids):
                parts.update(_of_game(library, number))
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    write_file(args.output, [data.getvalue()])
    tell = warn if args.output == STANDARD else say
    tell(f"{args.output}: {plural(len(parts), 'file')}: {', '.join(parts)}")
    tell(f"attach it to an issue at {address() or 'the place where you got Crossboard from'}")
    return 0


def address() -> str:
    """Where bug reports go; "" if this package does not say."""
    urls = (line.partition(", ") for line in metadata.metadata(NAME).get_all("Project-URL") or ())
    return next((url for label, _, url in urls if label == LABEL), "")


def about() -> str:
    """Versions of this program and of what it runs on, a line each."""
    node = find_node()
    lines = [
        f"crossboard {metadata.version(NAME)}, firmware {firmware_version()}, rules {'compiled' if is_built() else 'plain'}",
        f"{platform.python_implementation()} {platform.python_version()}, {platform.platform()}",
        f"Node {node_version(node)}" if node else "no Node",
    ]
    for need in sorted(metadata.requires(NAME) or ()):
        name = re.split(r"[<>=; ]", need)[0]
        if "extra ==" not in need:
            lines.append(f"{name} {metadata.version(name)}")
    return "".join(f"{line}\n" for line in lines)


def _of_game(library: Library, number: int) -> dict[str, str]:
    parts = {f"game-{number}.pgn": record_text(library, number, anonymous=True)}
    if library.flight(number):
        text, _ = export_trace(library, number)
        lines = explained(Explained(parse_trace(text, f"game {number}")), costs)
        parts |= {f"game-{number}.trace": text, f"game-{number}.txt": "".join(f"{line}\n" for line in lines)}
    return parts
