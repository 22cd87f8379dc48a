"""Nodes per second of the search: plain and compiled on this PC, on MicroPython here, and estimated on a Pico.

With CROSSBOARD_UF2=FILE, MicroPython's UF2 file for RPI_PICO, also on an emulated Pico by its own clock, as bytecode and with rules
and search as machine code.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from time import process_time
from typing import Any

from crossboard import compiled
from crossboard.board_files.build import HOT, build
from crossboard.flash.on_board import Repl
from crossboard.games.rules import game_names
from crossboard.simulator import SimulatedBoard, micropython
from crossboard.simulator.chip import EmulatedChip
from tests.benchmarks.count import bytecodes
from tests.benchmarks.machine_code import install
from tests.benchmarks.pico import MICROSECONDS
from tests.benchmarks.playing import once
from tests.benchmarks.speed import chess_contenders, measure
from tests.benchmarks.tables import show, thousands

COUNTED = 400  # about so many nodes' bytecodes are counted: some steps are for other work
PLAIN, COMPILED, ON_MICROPYTHON, EMULATED = 20_000, 1_000_000, 2_000, 200
TABLE_BITS = 9  # as on a board

BOARD_SCRIPT = Path(__file__).parents[1] / "on_board" / "nodes_script.py"
PROFILE = "pico-cross"  # any board with a Pico will do: nothing of it is used
WAIT_S = 600.0

SCRIPT = """
import time
from shared_rules.games import new_game
from shared_rules.search.search import Search
game = new_game({spec!r}, 64)
search = Search(game, {bits})
search.begin(0, {nodes})
began = time.ticks_ms()
while not search.step(50):
    pass
print(time.ticks_diff(time.ticks_ms(), began))
"""


def begun(rules: compiled.Rules, spec: str, nodes: int, table_bits: int = 16) -> Any:
    """A search of so many nodes of the start position."""
    search = rules.Search(rules.new_game(spec, 64), table_bits)
    search.begin(0, nodes)
    return search


def rate(rules: compiled.Rules, spec: str, nodes: int) -> float:
    """Nodes per second of this process."""
    search = begun(rules, spec, nodes)
    began = process_time()
    while not search.step(1000):
        pass
    return search.nodes / (process_time() - began)


def pico_nodes(spec: str, seconds: float) -> int:
    """How many nodes a Pico makes in that time, an estimate: bytecodes of one node, at pico.py's time for one."""
    search = begun(compiled.plain(), spec, 4 * COUNTED, TABLE_BITS)
    search.step(2 * COUNTED)
    before = search.nodes
    counted = bytecodes(lambda: search.step(2 * COUNTED))
    return int(seconds * 1_000_000 * (search.nodes - before) / (counted * MICROSECONDS))


def pc_nodes(spec: str, seconds: float) -> int:
    """How many nodes a core of this PC makes in that time: the best of three measurements, as others may use it too."""
    rules = compiled.load()
    nodes = COMPILED if rules.compiled else PLAIN
    return int(seconds * once(f"nodes a second of {spec}", lambda: max(rate(rules, spec, nodes) for _ in range(3))))


def on_micropython(spec: str) -> float:
    """Nodes per second under the WebAssembly build of MicroPython."""
    code = SCRIPT.format(spec=spec, bits=TABLE_BITS, nodes=ON_MICROPYTHON)
    return ON_MICROPYTHON * 1000 / max(1, int(micropython.run(code)))


def on_emulated(repl: Repl, native: str) -> dict[str, float]:
    """Nodes per second of each game on an emulated Pico; `native` is the processor for machine code, "" for bytecode."""
    scripts = {BOARD_SCRIPT.stem: BOARD_SCRIPT.read_text(encoding="utf-8")}
    files = build(None, native, scripts, (*HOT, "shared_rules/search"))
    wanted = ("/shared_rules/", f"/{BOARD_SCRIPT.stem}")
    others = ("/shared_rules/recognition/", "/shared_rules/protocol/")
    find = install(
        repl, {path: data for path, data in files.items() if path.startswith(wanted) and not path.startswith(others)}
    )
    rates: dict[str, float] = {}
    for spec in game_names():
        repl.enter()  # begins anew, with an empty heap
        out = repl.run(f"{find}import {BOARD_SCRIPT.stem} as s\ns.main({spec!r}, {TABLE_BITS}, {EMULATED})")
        rates[spec] = EMULATED * 1_000_000 / int(out.split()[-1])
    return rates


def emulated() -> list[tuple[str, dict[str, float]]]:
    """(head of a column, nodes per second of each game) of the emulated Pico; nothing where no UF2 file is named."""
    uf2 = os.environ.get("CROSSBOARD_UF2", "")
    if not uf2:
        return []
    with (
        tempfile.TemporaryDirectory() as folder,
        SimulatedBoard(PROFILE, Path(folder), chip=EmulatedChip(uf2)) as board,
    ):
        repl = Repl(board.port, WAIT_S)
        try:
            ways = (("Pico, emulated", ""), ("with machine code", "armv6m"))
            return [(name, on_emulated(repl, native)) for name, native in ways]
        finally:
            repl.close()


def run() -> None:
    """Print them for every game."""
    columns = emulated()
    rows: list[list[str]] = []
    for spec in game_names():
        rows.append(
            [
                spec,
                f"{pico_nodes(spec, 1.0)}",
                *(thousands(rates[spec]) for _, rates in columns),
                thousands(on_micropython(spec)),
                thousands(rate(compiled.plain(), spec, PLAIN)),
                thousands(rate(compiled.load(), spec, COMPILED)) if compiled.is_built() else "-",
            ]
        )
    others = chess_contenders()
    leaves = measure(others)
    heads = [name for name, _ in columns]
    note = "" if columns else "machine code on an emulated Pico: name MicroPython's UF2 file in CROSSBOARD_UF2; "
    show(
        "Nodes per second of the search from the start position",
        ["game", "Pico, estimated", *heads, "MicroPython here", "plain Python", "compiled"],
        rows,
        note + "; ".join(f"{who.name}: {thousands(n)} leaves/s" for who, (_, n) in zip(others, leaves, strict=True)),
    )
