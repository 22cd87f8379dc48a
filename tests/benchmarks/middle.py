"""A man in the middle between board and PC, with all faults at once: 200 runs, each compared with the board's journal three ways.

An hour with one worker. A failure ends it with the seed and the run that failed, and what `crossboard play` said.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from tests.benchmarks.tables import show, thousands
from tests.middle import runs

RUNS = int(os.environ.get("CROSSBOARD_RUNS", "200"))
FIRST_SEED = int(os.environ.get("CROSSBOARD_SEED", "1000"))
WORKERS = min(2, os.cpu_count() or 1)
TABLE = 20  # runs at one table: the same board, library and, but for its ends, the same program


def run() -> None:
    """All of them."""
    begun = time.monotonic()
    seeds = range(FIRST_SEED, FIRST_SEED + -(-RUNS // TABLE))
    plies = 0
    happened: Counter[str] = Counter()
    with ThreadPoolExecutor(WORKERS) as pool:  # what works are processes: boards, and programs on the PC
        for more, befell in pool.map(lambda seed: runs(seed, min(TABLE, RUNS - (seed - FIRST_SEED) * TABLE)), seeds):
            plies += more
            happened += befell
    rows = [[what, thousands(times)] for what, times in happened.most_common()]
    title = f"A man in the middle: {RUNS} runs, {thousands(plies)} plies; live, reconnected and synced are what the journal has"
    minutes = (time.monotonic() - begun) / 60
    note = f"{minutes:.0f} min; seeds {seeds.start} to {seeds.stop - 1}: python -m tests.middle SEED {TABLE}"
    show(title, ["what befell", "times"], rows, note)
