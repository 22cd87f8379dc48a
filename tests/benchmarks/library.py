"""A library of many games: how long `games` and `games --stats` take, as their user waits for them."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from crossboard.games.rules import legal_plies, new_game
from crossboard.library import Event, Library, NewGame
from crossboard.library.turn_times import work_out
from tests.benchmarks.tables import show, thousands

GAMES = 100_000
PLAYED = 250  # games that are played; the others are these again, under other numbers
PLIES = 30
PLAYERS = 200
SPECS = ("charing-cross", "kings-crossing", "cross-eyed", "card-chess")
RUNS = 3

MULTIPLY = """
    WITH RECURSIVE copies (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < {times})
    INSERT INTO {table} ({columns}) SELECT {values} FROM {table}, copies WHERE {key} <= {played}
"""
TABLES = {
    "games": (
        "id",
        "id board_id board_game spec start white_id black_id tags result termination began_ms changed_ms dating plies committed",
    ),
    "events": ("game_id", "game_id seq kind text origin target reason board_ms wall_ms digest flag raw"),
    "turn_times": ("game_id", "game_id version events first second"),
}  # fmt: skip


def play(dice: random.Random, spec: str) -> tuple[str, list[Event]]:
    """A game of random plies with times, now and then a refusal, and its end."""
    game = new_game(spec, PLIES)
    start = game.text()
    events: list[Event] = []
    at = 0
    while len(events) < PLIES and not game.result:
        at += dice.randrange(500, 60_000)
        if dice.random() < 0.05:
            events.append(Event(len(events) + 1, "refused", "", "a4", "a6", "no-such-move", board_ms=at))
            continue
        ply = dice.choice(legal_plies(game))
        events.append(Event(len(events) + 1, "ply", game.ply_text(ply), board_ms=at, digest="0f3a9c"))
        game.push(ply)
    return start, [*events, Event(len(events) + 1, "end", "0-1", reason="resigned", board_ms=at)]


def fill(path: Path, games: int = GAMES) -> None:
    """A library of so many games."""
    dice = random.Random(14)
    with Library(path) as library, library.transaction():
        for n in range(PLAYED):
            start, events = play(dice, SPECS[n % len(SPECS)])
            names = (f"Player {dice.randrange(PLAYERS)}" for _ in range(2))
            began = 1_500_000_000_000 + n * 3_600_000
            number = library.open_game(NewGame("b0", f"{n:08x}", start, *names, {"Event": "Club"}, began))
            library.append(number, events)
            library.keep_turn_times([work_out(number, start, events)])
        changed = {
            "id": f"id + n * {PLAYED}", "game_id": f"game_id + n * {PLAYED}", "board_game": "board_game || '-' || n",
            "began_ms": "began_ms + n * 86400000",
        }  # fmt: skip
        for table_name, (key, columns) in TABLES.items():
            values = ", ".join(changed.get(name, name) for name in columns.split())
            wanted = {"times": games // PLAYED - 1, "table": table_name, "key": key, "played": PLAYED}
            sql = MULTIPLY.format(columns=", ".join(columns.split()), values=values, **wanted)
            library._db.execute(sql)  # type: ignore[reportPrivateUsage]


def measure(path: Path, *words: str) -> tuple[float, float]:
    """(seconds on the clock, seconds of the processor) that a command takes, the best of some."""
    return min(seconds("games", *words, "--library", str(path)) for _ in range(RUNS))


def seconds(*words: str) -> tuple[float, float]:
    """(seconds on the clock, seconds of the processor) that the command with these words takes once."""
    before, began = os.times(), time.perf_counter()
    subprocess.run([sys.executable, "-m", "crossboard", *words], stdout=subprocess.DEVNULL, check=True)
    wall, after = time.perf_counter() - began, os.times()
    return wall, after.children_user - before.children_user + after.children_system - before.children_system


def run() -> None:
    """Print the table."""
    rows: list[list[str]] = []
    with tempfile.TemporaryDirectory() as folder:
        for games in (PLAYED * 4, GAMES):
            path = Path(folder) / f"{games}.db"
            fill(path, games)
            for words in (
                (),
                ("--limit", "50"),
                ("--player", "Player 7"),
                ("--stats",),
                ("--stats", "--player", "Player 7"),
            ):
                wall, busy = measure(path, *words)
                rows.append([" ".join(("games", *words)), thousands(games), f"{wall:.2f}", f"{busy:.2f}"])
    head = ("command", "games", "seconds", "of the processor")
    show("A library of many games", head, rows, f"games of up to {PLIES} plies; everything is printed, nobody reads it")
