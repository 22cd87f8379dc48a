"""How long the board's rounds would take on a Pico, by their bytecodes: whole `App.step`s, in play and in everything else.

The firmware runs on fake pins (rounds.py); counted are the bytecodes of the firmware and the shared rules in each round, but for
the sensor driver, whose time is bus time. Light frames count, and so does what the journal reckons; what the flash itself takes
does not. The first table has noisy games, the second each other mode (support/board_modes.py), the third what a PC may ask for.

Beside the bytecodes of a mode stand what they do not show, as the most of it in one round: writes to the flash (some ms each, a
sector that has to be erased up to 400) and garbage collections (5 to 15 ms each). Both happen only where nobody waits for a light,
but for the writes that put a ply on the flash. What a menu or a PC asks for the first time is loaded first, which takes a Pico an
estimated 5 ms a KB.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from crossboard.games.rules import specs
from crossboard.own_game.bytecodes import MICROSECONDS
from tests.benchmarks.tables import show, thousands
from tests.support.board_modes import MODES, Mode, desk_for
from tests.support.firmware_on_pins import fake_board
from tests.support.rounds import LIMIT_MS, PERIOD_MS, Counted, Desk, Round, milliseconds

ROOT = Path(__file__).resolve().parents[2]
PLIES = 24
GAMES = 2


STORED = 80  # games on the flash
WISHES = {
    "the listing of 80 games": [("J", "")],
    "a stored game": [("J", "{first} 1")],
    "the end of a stored game": [("J", "{first} 59")],
    "an acknowledgement": [("K", "{first} 60")],
    "removing games from a full flash": [],
    "the game again from the flash": [("K", "{current} 0")],
    "a snapshot, the time": [("S", ""), ("T", "1800000000000")],
    "marks on every square": [("M", " ".join(f"{c}{r}:4" for r in "12345678" for c in "abcdef")[:229])],
    "a setting": [("O", "teaching 2")],
}


def store_games(folder: Path) -> str:
    """Games of 60 records on a board's flash, with the flight recorder's lines; the first one's id."""
    from firmware.game.journal import Journal
    from shared_rules.protocol.frames import put_bytes

    journal: Any = Journal(str(folder), os.urandom)
    journal.open()
    first = ""
    for _ in range(STORED):
        journal.begin("charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -", 0)
        first = first or journal.id()
        for n in range(60):
            if n % 3 == 0:
                line = b"100 - " + b" ".join(b"%d-a4" % (n * 7 + i) for i in range(22))
                journal.finish_aside(put_bytes(journal.begin_aside(ord("F")), 4, line, len(line)), False)
            journal.finish(put_bytes(journal.line, journal.start(ord("R"), n * 1000), b"a4 a3 8", 7))
        journal.acknowledge_end()
    journal.close()
    return first


def wishes(names: Iterable[str] = WISHES) -> Iterator[tuple[str, list[int], Counter[str]]]:
    """(what was asked for, bytecodes of each round, where they were in the longest)."""
    from tests.support.firmware_on_pins import fake_board
    from tests.support.firmware_pc import FakePc

    for what in names:
        messages = WISHES[what]
        with tempfile.TemporaryDirectory() as folder, fake_board(Path(folder) / "games") as board:
            first = store_games(board.folder)
            app = board.switch_on()
            board.new_game("charing-cross")
            board.set_all("a4 a5 d8 e8 h4 h5 d1 e1")
            pc = FakePc(board)
            pc.run(1500)
            for n in range(12):
                app.current.record_refusal(24, 255, 8 if n else 9)
            pc.acknowledges = "again" not in what
            if not messages:
                from firmware.game.game_store import games_in

                app.journal.low = lambda app=app: len(games_in(app.journal.folder)) > STORED - 4
                app.journal.crowded = True
            if not pc.acknowledges:
                pc = FakePc(board, seed=7)
                pc.acknowledges = False
                pc.run(500)
            pc.run(500)
            for kind, text in messages:
                pc.send(kind, text.format(first=first, current=app.journal.id()))
            yield what, *longest(board, pc)


def longest(board: Any, pc: Any) -> tuple[list[int], Counter[str]]:
    """The bytecodes of each round until nothing is left to do, and where they were in the longest."""
    totals: list[int] = []
    parts: Counter[str] = Counter()
    counted = Counted()
    idle = 0
    while idle < 200:
        pc.exchange()
        with counted.round() as made:
            board.app.loop.step(board.now)
        assert not board.app.loop.faults, board.app.loop.fault
        board.now += PERIOD_MS
        totals.append(made.total)
        parts = made.parts if made.total >= max(totals) else parts
        busy = board.app.link._archive_works() or board.app.journal.crowded or not board.app.link.channel.idle()
        idle = 0 if busy else idle + 1
    return totals, parts


def run(small: bool = False) -> None:
    """Print the longest rounds of each variant, of each other mode, and of each wish of a PC."""
    of_play(*((specs()[:1], 1, 2) if small else (specs(), GAMES, PLIES)))
    of_modes(MODES[:1] if small else MODES)
    of_wishes(list(WISHES)[-1:] if small else WISHES)


def of_wishes(names: Iterable[str]) -> None:
    """Print the longest rounds while a PC wants something."""
    rows: list[list[str]] = []
    worst: tuple[int, str, Counter[str]] = (0, "", Counter())
    for what, totals, parts in wishes(names):
        if max(totals) > worst[0]:
            worst = (max(totals), what, parts)
        ms = [milliseconds(number) for number in totals]
        rows.append([what, thousands(len(ms)), f"{max(ms):.1f}", str(sum(m > LIMIT_MS for m in ms))])
    head = ["the PC wants", "rounds", "most ms", f"over {LIMIT_MS:.0f} ms"]
    note = f"the longest, with {worst[1]}: {where(worst[2])}"
    show("Rounds in which a PC wants something, estimated", head, rows, note)


def where(parts: Counter[str]) -> str:
    """The functions that took most."""
    return ", ".join(f"{name} {count}" for name, count in parts.most_common(8))


def of_modes(wanted: Sequence[Mode]) -> None:
    """Print the longest rounds of each mode but play."""
    rows: list[list[str]] = []
    starts: list[Round] = []
    worst: tuple[str, Round] = ("", Round())
    for name, scene, games in wanted:
        for game in games:
            with desk_for(game) as desk:
                scene(desk)
            longest_one = max(desk.rounds, key=lambda made: made.total)
            worst = max(worst, (f"{name}, {game}", longest_one), key=lambda entry: entry[1].total)
            starts += desk.starts
            over = sum(made.ms > LIMIT_MS for made in desk.rounds)
            cells = [f"{longest_one.ms:.1f}", str(over), str(max(made.writes for made in desk.rounds))]
            cells += [str(max(made.collections for made in desk.rounds))]
            rows.append([name, game.partition(" ")[0], thousands(len(desk.rounds)), *cells])
    show(
        "Rounds of the board's loop when it does not just watch a game, estimated",
        ["mode", "game", "rounds", "most ms", f"over {LIMIT_MS:.0f} ms", "writes", "collections"],
        rows,
        f"writes, collections: the most in a round, not counted as time; the longest, in {worst[0]}: {where(worst[1].parts)}",
    )
    slowest = max(starts, key=lambda made: made.total)
    print(f"  before the first round, when switched on: {slowest.ms:.0f} ms at most (a board without games begins one)")


def noisy_rounds(spec: str, seed: int, plies: int) -> list[Round]:
    """The rounds of a game of so many plies by clumsy hands."""
    from tests.support.hands import CLUMSY, noisy_game

    trace = noisy_game(spec, seed, plies, CLUMSY)[0]
    with tempfile.TemporaryDirectory() as folder, fake_board(Path(folder) / "games") as board:
        desk = Desk(board, trace.position)
        desk.stand(ms=600)
        desk.rounds.clear()
        desk.follow(trace.events)
    return desk.rounds


def of_play(wanted: Sequence[str], games: int, plies: int) -> None:
    """Print the longest rounds of each variant, in so many games of so many plies."""
    rows: list[list[str]] = []
    worst: tuple[str, Round] = ("", Round())
    for spec in wanted:
        numbers: list[int] = []
        for seed in range(games):
            rounds = noisy_rounds(spec, seed, plies)
            numbers += [made.total for made in rounds]
            worst = max(worst, (spec, max(rounds, key=lambda made: made.total)), key=lambda entry: entry[1].total)
        numbers.sort()
        times = [numbers[-1], numbers[len(numbers) * 999 // 1000], numbers[len(numbers) // 2]]
        over = sum(milliseconds(number) > LIMIT_MS for number in numbers)
        cells = [f"{milliseconds(number):.1f}" for number in times]
        rows.append([spec, thousands(len(numbers)), *cells, str(over)])
    show(
        "A round of the board's loop on a Pico, estimated",
        ["game", "rounds", "most ms", "99.9 % ms", "median ms", f"over {LIMIT_MS:.0f} ms"],
        rows,
        f"{MICROSECONDS} us a bytecode; the longest, in {worst[0]}: {where(worst[1].parts)}",
    )
