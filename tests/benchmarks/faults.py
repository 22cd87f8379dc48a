"""Fault by fault, until clean: the link, the journal, the library, the parsers, and `play` being killed.

Every line names its seeds and the command that plays one of them again. Minutes; a failure ends it with the seed that failed.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests import ends, journal_faults, sqlite_faults
from tests.benchmarks.tables import show, thousands
from tests.flash_model import POLICIES
from tests.fuzz import fuzz
from tests.play_faults import killed_while_playing, mpremote_in_between
from tests.test_faults_library import every_operation

FRAMES = 1_000_000
INPUTS = {"frames": 500_000, "positions": 200_000, "plies": 120_000, "traces": 50_000, "records": 50_000,
          "messages": 50_000, "profiles": 15_000, "journals": 15_000}  # fmt: skip
JOURNALS = 20  # seeds for each kind of flash
KILLS = 20
FIRST_SEED = int(os.environ.get("CROSSBOARD_SEED", "1000"))
WORKERS = min(2, os.cpu_count() or 1)


def run() -> None:
    """Everything."""
    link(FRAMES)
    journal(JOURNALS)
    library()
    parsers()
    play(KILLS)


def link(frames: int) -> None:
    """Both real ends through faults at random until that many frames were on the line."""
    begun, seed, done = time.monotonic(), FIRST_SEED, 0
    records = passed = 0
    faults: Counter[str] = Counter()
    recovered: dict[str, list[int]] = {}
    with ProcessPoolExecutor(WORKERS) as pool:
        while done < frames:
            seeds = range(seed, seed + 4 * WORKERS)
            for outcome in pool.map(ends.live, seeds):
                done, records, passed = done + outcome.frames, records + outcome.records, passed + outcome.passed
                faults.update(outcome.faults)
                for fault, times in outcome.recovered.items():
                    recovered.setdefault(fault, []).extend(times)
            seed = seeds.stop
    rows: list[list[str]] = []
    for fault in ends.FAULTS:
        times = sorted(recovered.get(fault, [0]))
        rows.append([fault, thousands(faults[fault]), str(times[len(times) // 2]), str(times[-1])])
    title = f"Link: {thousands(done)} frames, {thousands(records)} records, none lost, doubled or out of order"
    note = f"{passed / 3.6e6:.1f} h of virtual time in {time.monotonic() - begun:.0f} s; seeds {FIRST_SEED} to {seed - 1}: "
    show(title, ["fault", "times", "median ms", "worst ms to recover"], rows, f"{note}python -m tests.ends SEED")


def journal(seeds: int) -> None:
    """The power goes at every operation on the flash."""
    rows: list[list[str]] = []
    for policy in POLICIES:
        begun = time.monotonic()
        cuts = sum(journal_faults.every_cut(seed, policy) for seed in range(FIRST_SEED, FIRST_SEED + seeds))
        rows.append([policy, thousands(cuts), "0", f"{time.monotonic() - begun:.1f}"])
    note = f"seeds {FIRST_SEED} to {FIRST_SEED + seeds - 1}: python -m tests.journal_faults SEED KIND"
    show("Journal: power cuts", ["flash", "cuts", "records lost", "s"], rows, note)


def library() -> None:
    """An I/O error at every operation of SQLite."""
    if not sqlite_faults.possible():
        print("\nLibrary: this Python's SQLite is no shared library; its files can't be made to fail")
        return
    rows: list[list[str]] = []
    for lasting in (False, True):
        with tempfile.TemporaryDirectory() as folder, sqlite_faults.faulty_sqlite() as faults:
            operations, errors, _ = every_operation(faults, Path(folder), lasting)
        rows.append(["from then on" if lasting else "once", str(operations), str(errors), "0"])
    note = "pytest tests/test_faults_library.py; integrity_check after each"
    show("Library: I/O errors", ["error", "operations", "refused as LibraryError", "events lost"], rows, note)


def parsers() -> None:
    """Damaged input."""
    rows: list[list[str]] = []
    for parser, count in INPUTS.items():
        begun = time.monotonic()
        taken = fuzz(parser, FIRST_SEED, count)
        rows.append([parser, thousands(count), thousands(taken), "0", f"{time.monotonic() - begun:.1f}"])
    note = f"seed {FIRST_SEED}: python -m tests.fuzz PARSER SEED COUNT"
    show(
        f"Parsers: {thousands(sum(INPUTS.values()))} inputs",
        ["parser", "inputs", "accepted", "other errors", "s"],
        rows,
        note,
    )


def play(kills: int) -> None:
    """kill -9 of a running play, and mpremote in between."""
    with tempfile.TemporaryDirectory() as folder:
        plies = killed_while_playing(FIRST_SEED, Path(folder), kills)
    with tempfile.TemporaryDirectory() as folder:
        errands = mpremote_in_between(FIRST_SEED, Path(folder))
    rows = [["kill -9", str(kills), str(plies), "0"], ["mpremote exec, cp, cat, reset", "4", str(errands), "0"]]
    show(
        "play on the simulated board",
        ["what", "times", "plies", "lost"],
        rows,
        f"seed {FIRST_SEED}: python -m tests.play_faults SEED KILLS",
    )
