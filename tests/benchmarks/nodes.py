"""Nodes per second of the search: plain and compiled on this PC, on MicroPython here, and estimated on a Pico."""

from __future__ import annotations

from time import process_time
from typing import Any

from crossboard import compiled
from crossboard.games.rules import game_names
from crossboard.simulator import micropython
from tests.benchmarks.count import bytecodes
from tests.benchmarks.pico import MICROSECONDS
from tests.benchmarks.playing import once
from tests.benchmarks.speed import chess_contenders, measure
from tests.benchmarks.tables import show, thousands

COUNTED = 400  # about so many nodes' bytecodes are counted: some steps are for other work
PLAIN, COMPILED, ON_MICROPYTHON = 20_000, 1_000_000, 2_000
TABLE_BITS = 9  # as on a board

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


def on_micropython(spec: str, nodes: int) -> float:
    """Nodes per second under the WebAssembly build of MicroPython."""
    code = SCRIPT.format(spec=spec, bits=TABLE_BITS, nodes=nodes)
    return nodes * 1000 / max(1, int(micropython.run(code)))


def run(small: bool = False) -> None:
    """Print them for every game."""
    part = 100 if small else 1
    rows: list[list[str]] = []
    for spec in game_names():
        rates = [on_micropython(spec, ON_MICROPYTHON // part), rate(compiled.plain(), spec, PLAIN // part)]
        if compiled.is_built():
            rates.append(rate(compiled.load(), spec, COMPILED // part))
        rows.append([spec, *map(thousands, [pico_nodes(spec, 1.0), *rates])])
    others = chess_contenders(small)
    leaves = measure(others)
    head = ["game", "Pico, estimated", "MicroPython here", "plain Python", "compiled"]
    show(
        "Nodes per second of the search from the start position",
        head[: len(rows[0])],
        rows,
        "; ".join(f"{who.name}: {thousands(n)} leaves/s" for who, (_, n) in zip(others, leaves, strict=True)),
    )
