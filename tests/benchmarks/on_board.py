"""The rules on MicroPython (the WebAssembly build): speed, size of each `.mpy`, heap of one loaded game.

Sizes and heap are those of 32-bit MicroPython as on a Pico; the speed is that of this PC's build, good for ratios only.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from crossboard.board_files.build import build
from crossboard.games.rules import game_names, new_game, specs
from crossboard.simulator.micropython import require
from crossboard.simulator.micropython import run as run_micropython
from tests.benchmarks.board import largest_variant
from tests.benchmarks.speed import LEAVES, depth_for
from tests.benchmarks.tables import show, thousands

SCRIPT = Path(__file__).parents[1] / "on_board" / "perft_script.py"
SPEED_MS = 400  # each speed is measured for at least so long
HISTORY = 64  # plies that can be taken back on a board


LOAD = "from shared_rules.games import game_class\n\n\ndef load(name):\n    return game_class(name)\n"


SPEED = """

def speed(text, depth, ms):
    import time
    from shared_rules.perft import count_played

    game = game_at(text, 16)
    buffer = room(game, depth)
    leaves = 0
    began = time.ticks_ms()
    while time.ticks_diff(time.ticks_ms(), began) < ms:
        leaves += count_played(game, depth, buffer, 0)
    return leaves, time.ticks_diff(time.ticks_ms(), began)
"""


def compile_all(folder: Path) -> tuple[dict[str, int], dict[str, str | Path]]:
    """Put the board's program and our scripts into `folder` as `crossboard flash` compiles them.

    Gives the bytes of all files of each game, and what to mount.
    """
    files = build(None, scripts={"load_script": LOAD, "perft_script": SCRIPT.read_text(encoding="utf-8") + SPEED})
    packages = {name.replace("-", "_"): name for name in game_names()}
    sizes = dict.fromkeys(game_names(), 0)
    mounts: dict[str, str | Path] = {}
    for path, content in files.items():
        target = folder / path[1:]
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        top = path.split("/")[1]
        mounts[f"/{top}"] = folder / top
        if target.parent.name in packages:
            sizes[packages[target.parent.name]] += len(content)
    return sizes, mounts


def heap_of(spec: str, mounts: dict[str, str | Path]) -> list[int]:
    """Heap bytes of the board's program without a game, of a game's own files, of one game with 64 plies of undo.

    The last number is what the game adds in all. This build collects garbage between pieces only, after a piece that
    asked for it.
    """
    name, _, variant = spec.partition(":")
    pieces = [
        "import gc",
        "from load_script import load",
        f"Game = load({name!r})",
        f"game = Game({variant!r}, {HISTORY})",
    ]
    taken = [piece for step in pieces for piece in (step, "gc.collect()", "print(gc.mem_alloc())")]
    marks = [int(line) for line in run_micropython(taken, mounts).split()]
    steps = [later - earlier for earlier, later in zip(marks, marks[1:], strict=False)]
    return [*steps, sum(steps[1:])]


def speed_of(texts: list[str], mounts: dict[str, str | Path], leaves: int, ms: int) -> list[list[str]]:
    """Rows of leaves per second, each measured for so long with a perft of at most so many leaves."""
    pieces = ["from perft_script import speed"]
    for text in texts:
        depth = max(1, depth_for(text, leaves) - 1)
        pieces.append(f"print({depth}, *speed({text!r}, {depth}, {ms}))")
    lines = run_micropython(pieces, mounts, timeout=600).splitlines()
    rows: list[list[str]] = []
    for text, line in zip(texts, lines, strict=True):
        depth, counted, took = line.split()
        rows.append([text, depth, thousands(1000 * int(counted) / int(took))])
    return rows


def run(small: bool = False) -> None:
    """Print size, heap and speed of the rules on MicroPython."""
    require()
    with tempfile.TemporaryDirectory() as name:
        sizes, mounts = compile_all(Path(name))
        rows = [*sizes.items(), ("all", sum(sizes.values()))]
        show(
            "Size of the compiled games (mpy-cross)",
            ["game", "bytes"],
            [[game, thousands(size)] for game, size in rows],
        )
        show(
            "Heap of one loaded game on MicroPython, from .mpy, 64 plies of undo as on a board (bytes)",
            ["game", "the board's program", "its files", "the game", "game in all"],
            [[spec, *map(thousands, heap_of(spec, mounts))] for spec in map(largest_variant, game_names())],
        )
        show(
            "Perft on MicroPython (WebAssembly, this PC), every leaf played and taken back",
            ["start", "depth", "leaves/s"],
            speed_of([new_game(spec).text() for spec in specs()], mounts, *((500, 1) if small else (LEAVES, SPEED_MS))),
        )
