"""One UF2 file with everything, dragged onto an emulated Pico: power, and the first game; a newer file keeps what the board has.

As test_emulated.py; `make emulated` runs both.
"""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from crossboard.simulator import SimulatedBoard
from tests.firmware.test_emulated import PATIENCE_S, UF2S, Installed, Table, has_rom, plain_ply, run_flash, show

PROFILE = "pico-8x8"
GAME = "charing-cross"
WIFI = '{"ssid": "home"}'
WROTE = f"import os; f = open('/wifi.json', 'w'); f.write('{WIFI}'); f.close()"
READ = "print(open('/wifi.json').read())"

pytestmark = pytest.mark.skipif(not UF2S, reason="no UF2 file is named in $CROSSBOARD_UF2")


def one_file(to: Path, base: Path, *more: str) -> Path:
    """`crossboard flash --to`, as a user runs it."""
    words = ["flash", "--to", str(to), "--profile", PROFILE, "--base", str(base), *more]
    done = subprocess.run([sys.executable, "-m", "crossboard", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert ("erases a board's games" in done.stdout) != has_rom(base)
    assert ("keeps them" in done.stdout) == has_rom(base)
    return to


def at_prompt(board: SimulatedBoard, code: str) -> str:
    words = [sys.executable, "-m", "mpremote", "connect", board.port, "exec", code]
    return subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S, check=True).stdout.strip()


def first_game(board: SimulatedBoard) -> Table:
    """A ply of a game on a board that has just been switched on."""
    table = Table(board)
    game = table.begin(GAME)
    ply = plain_ply(game, random.Random(4))
    assert table.perform(game, ply)
    return table


def goes_on(board: SimulatedBoard, before: Table, standing: list[int]) -> Table:
    """That game goes on."""
    board.set_squares(standing)
    table = Table(board)
    table.until(lambda: table.mode() == "p")
    assert table.game == before.game
    table.under = before.under
    game = table.on_table()
    table.hands(game, plain_ply(game, random.Random(5)))
    table.until(lambda: 2 in table.records)
    return table


@pytest.mark.parametrize("uf2", UF2S, ids=lambda uf2: uf2.stem)
def test_dragged_switched_on_and_played(uf2: Path, tmp_path: Path) -> None:
    dragged = Installed(one_file(tmp_path / "one.uf2", uf2), PROFILE, tmp_path / "flash")
    with dragged.on() as board:
        table = first_game(board)
        show(f"{uf2.stem}: power to the first ply {board.own_ms() / 1000:.0f} s of the chip's time")
        assert table.heap().largest >= dragged.least_piece
        standing = board.squares()
    with dragged.on(uf2) as board:
        at_prompt(board, WROTE)
    newer = uf2  # a stock MicroPython takes no newer file without its filesystem
    if has_rom(uf2):
        newer = one_file(tmp_path / "newer.uf2", uf2, "--games", f"{GAME},chess")
    with dragged.on(newer) as board:
        table = goes_on(board, table, standing)
        assert table.link.hello and (len(table.link.hello.games) == 2) == has_rom(uf2)
    with dragged.on(newer) as board:
        done = run_flash(board, PROFILE)
        assert done.returncode == 0 and "is running" in done.stdout, done.stdout + done.stderr
        assert ("nothing to send" in done.stdout) != has_rom(uf2)
    with dragged.on(uf2) as board:
        assert at_prompt(board, READ) == WIFI


def test_a_file_for_the_rom_partition_is_started_before_the_files_of_a_stock_board(tmp_path: Path) -> None:
    by_rom = {has_rom(uf2): uf2 for uf2 in UF2S}
    if len(by_rom) < 2:
        pytest.skip("this needs two UF2 files, one with a ROM partition")
    old = Installed(one_file(tmp_path / "old.uf2", by_rom[False]), PROFILE, tmp_path / "flash")
    with old.on() as board:
        table = first_game(board)
        standing = board.squares()
    with old.on(one_file(tmp_path / "new.uf2", by_rom[True])) as board:
        table = goes_on(board, table, standing)
        assert table.heap().largest >= 64 << 10, "modules of the filesystem are on the heap"
