"""A whole board: how often it is scanned with each profile, and how much heap each game uses."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from crossboard import profiles
from crossboard.games.rules import specs
from crossboard.simulator.micropython import require
from tests.benchmarks.playing import game_names_wanted
from tests.benchmarks.tables import show, thousands
from tests.support.pico_heap import HOUR_MS, MINUTE_MS, Measured
from tests.support.scan_times import Counter, fake_machine, scans


def speeds() -> Iterator[list[str]]:
    """A row for each profile."""
    for name in profiles.names():
        profile = json.loads(profiles.profile_json(profiles.load(name)))
        squares = sum(1 for s in bytes.fromhex(profile["sensors"]["squares"]) if s != 255)
        counter = Counter()
        with fake_machine(profile, counter) as machine:
            idle, worst = scans(profile, machine, counter)
        ms = [f"{us / 1000:.2f}" for us in (idle, worst)]
        yield [name, profile["sensors"]["driver"], str(squares), *ms, thousands(1e6 / worst)]


def largest_variant(game: str) -> str:
    """The variant of a game with the longest name, which has everything."""
    return max((s for s in specs() if s.partition(":")[0] == game), key=len)


def heaps(folder: Path, small: bool) -> Iterator[list[str]]:
    """A row for each board and each of its games in its largest variant, and with the board playing one side: KB of heap."""
    for name in profiles.names()[: 1 if small else None]:
        profile = profiles.load(name)
        for game in list(profile["games"])[: 1 if small else None]:
            measured = Measured(profile, largest_variant(game), folder / name / game)
            open_one = Measured(profile, game, folder / name / f"{game} played")
            heap, seated = measured.heap(), open_one.heap(seated=True)
            yield [name, measured.spec, *(f"{n / 1024:.1f}" for n in (heap.peak, heap.play, seated.play))]


def hours(folder: Path, small: bool) -> Iterator[list[str]]:
    """Two rows for each game on the Pico's board with the most sensors that plays it: people play, and the board a side.

    CROSSBOARD_GAME names one game. Two at a time, as each waits for a process of its own; on an idle machine one takes from one
    to five minutes.
    """
    picos = [name for name in profiles.names() if profiles.load(name)["port"] == "rp2"]

    def row(what: tuple[str, bool]) -> list[str]:
        game, seated = what
        fitting = [name for name in picos if game in profiles.load(name)["games"]]
        name = max(fitting, key=lambda name: len(profiles.compile_profile(profiles.load(name))["sensors"]["squares"]))
        spec = game if seated else largest_variant(game)
        hour = Measured(profiles.load(name), spec, folder / f"{game} {seated}").hour(
            seated, MINUTE_MS if small else HOUR_MS
        )
        kb = [f"{hour.largest / 1024:.1f}" if hour.largest else "had to grow", f"{hour.most / 1024:.1f}"]
        return [name, spec, "the board" if seated else "people", str(hour.plies), str(hour.games), *kb]

    games = [(game, seated) for game in game_names_wanted(small) for seated in (False, True)]
    with ThreadPoolExecutor(2) as pool:
        yield from pool.map(row, games[: 1 if small else None])


def run(small: bool = False) -> None:
    """Print how fast boards are scanned."""
    del small  # it takes a second
    head = ["profile", "driver", "squares", "ms", "worst ms", "worst, a second"]
    show("A scan on a Pico at 125 MHz, reckoned", head, speeds(), "worst: every switch has changed")


def run_heap(small: bool = False) -> None:
    """Print how much heap is in use."""
    head = ["profile", "game", "most at start, KB", "in play", "board plays one side"]
    note = "The PC is connected. A Pico has 240 KB; at start garbage is counted too. The board does not play with secret kings."
    require()
    with tempfile.TemporaryDirectory() as folder:
        show("Heap in use, all code from .mpy", head, heaps(Path(folder), small), note)


def run_hour(small: bool = False) -> None:
    """Print what an hour of play leaves of the heap."""
    head = ["profile", "game", "plays", "plies", "games", "largest piece free, KB", "most at once"]
    note = (
        "At once: with the garbage of a round, which a Pico collects when it must; beyond 240 KB only a Pico can tell."
    )
    require()
    with tempfile.TemporaryDirectory() as folder:
        show("Heap of a Pico after an hour of play", head, hours(Path(folder), small), note)
