"""`crossboard import` of many games, as its user waits for it: games per second, new ones and such as are already there."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from crossboard.games.record import Comment, Record, RecordTurn, write_record
from crossboard.games.rules import RESULTS, TERMINATIONS, game_at, legal_plies, new_game
from crossboard.games.turns import split_turns
from tests.benchmarks.tables import show, thousands

GAMES = 10_000
SMALL = 8
PLIES = 30
SPECS = ("charing-cross", "kings-crossing", "cross-eyed", "card-chess")
PLAYED = 400  # games that are played; the others are these again, of other rounds


def record(dice: random.Random, spec: str) -> Record:
    """A game of random plies with the time of each turn."""
    game = new_game(spec, PLIES)
    start = game.text()
    plies: list[int] = []
    while len(plies) < PLIES and not game.result:
        plies.append(dice.choice(legal_plies(game)))
        game.push(plies[-1])
    turns = [
        RecordTurn(turn.side, turn.text, (), [Comment(emt=dice.randrange(5, 600) * 100)])
        for turn in split_turns(game_at(start, PLIES), plies)
    ]
    names = {"White": f"Player {dice.randrange(200)}", "Black": f"Player {dice.randrange(200)}", "Date": "2026.03.02"}
    end = (RESULTS[game.result], TERMINATIONS[game.reason]) if game.result else ("0-1", "resigned")
    return Record(start, names, turns, [], *end)


def write_games(path: Path, games: int) -> None:
    """A file of so many games, of all kinds in turn."""
    dice = random.Random(17)
    played = [record(dice, SPECS[n % len(SPECS)]) for n in range(min(games, PLAYED))]
    with path.open("w", encoding="utf-8") as file:
        for n in range(games):
            one = played[n % len(played)]
            one.tags["Round"] = str(n)
            file.write(f"{write_record(one)}\n")


def seconds(*words: str) -> tuple[float, float]:
    """(seconds on the clock, seconds of the processor) that the command with these words takes once."""
    before, began = os.times(), time.perf_counter()
    subprocess.run([sys.executable, "-m", "crossboard", *words], stdout=subprocess.DEVNULL, check=True)
    wall, after = time.perf_counter() - began, os.times()
    return wall, after.children_user - before.children_user + after.children_system - before.children_system


def run(small: bool) -> None:
    """Print the table."""
    games = SMALL if small else GAMES
    rows: list[list[str]] = []
    with tempfile.TemporaryDirectory() as folder:
        path, library = Path(folder) / "games.pgn", Path(folder) / "library.db"
        write_games(path, games)
        for words in ("new", "already there"):
            wall, busy = seconds("import", str(path), "--library", str(library))
            rows.append([words, thousands(games), f"{wall:.2f}", f"{busy:.2f}", thousands(games / wall)])
        head = ("import of games", "games", "seconds", "of the processor", "games/s")
        show("Record files into the library", head, rows, f"games of up to {PLIES} plies with the time of each turn")
