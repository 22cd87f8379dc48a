"""Every perft count that is kept, to its last depth."""

from __future__ import annotations

from time import process_time

from crossboard.perft import count
from crossboard.rules import game_at

from tests.benchmarks.tables import show, thousands
from tests.perft_data import counts


def run() -> None:
    """Count each position to its last depth and print how long that took; a wrong count says so."""
    rows: list[list[str]] = []
    for text, numbers in counts().items():
        game = game_at(text)
        began = process_time()
        found = count(game, len(numbers))
        seconds = process_time() - began
        verdict = "as kept" if found == numbers[-1] else f"WRONG, {thousands(numbers[-1])} is kept"
        print(f"  {text}  {thousands(found)} {verdict}", flush=True)
        rows.append([text, str(len(numbers)), thousands(found), f"{seconds:.1f}", verdict])
    show("Perft counts, last plies counted in bulk", ["position", "depth", "count", "s", "verdict"], rows)
