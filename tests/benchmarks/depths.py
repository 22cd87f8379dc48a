"""Every perft count that is kept, to its last depth."""

from __future__ import annotations

from time import process_time

from crossboard.games.perft import count
from crossboard.games.rules import game_at
from tests.benchmarks.tables import thousands
from tests.perft_data import counts


def run() -> None:
    """Count each position to its last depth, printing as it goes; a wrong count says so."""
    print("\nPerft counts, last plies counted in bulk\n  depth        count       s  verdict  position")
    wrong = 0
    for text, numbers in counts().items():
        game = game_at(text)
        began = process_time()
        found = count(game, len(numbers))
        seconds = process_time() - began
        right = found == numbers[-1]
        wrong += not right
        verdict = "as kept" if right else f"WRONG: {thousands(numbers[-1])} is kept"
        print(f"  {len(numbers):5}  {thousands(found):>11}  {seconds:6.1f}  {verdict}  {text}", flush=True)
    print(f"  {len(counts())} positions, {wrong or 'none'} wrong")
