"""A board with less and less memory: what does not fit is refused in words, and play goes on.

Stock MicroPython on an emulated RP2040, which collects garbage as a real one does; see test_emulated.py. Its boot.py takes a part
of the heap: first as much as leaves what `crossboard flash` reckons that King's Crossing needs to begin, and more each time,
until neither that game fits nor a search beside the one that is on.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from crossboard.flash.memory import BEGINNING
from tests.firmware.test_emulated import LEVEL, PATIENCE_S, Installed, Table, has_rom, plain_ply, run_flash, show

UF2S = [Path(name) for name in os.environ.get("CROSSBOARD_UF2", "").split()]
STOCK = next((uf2 for uf2 in UF2S if not has_rom(uf2)), None)
PROFILE = "pico-8x8"
LARGE = "kings-crossing"
MORE = 2 << 10  # bytes that are taken from one board to the next
BOOT = "f = open('/boot.py', 'w'); f.write('taken = bytearray(%d)'); f.close()"

pytestmark = pytest.mark.skipif(not STOCK, reason="no UF2 file without a ROM partition is named in $CROSSBOARD_UF2")


def said(table: Table, kind: str) -> list[str]:
    return [m.payload for m in table.heard if m.kind == kind]


def is_refused(table: Table, game: str) -> bool:
    """Whether the board refuses another game, and in words. If not, that game begins."""
    table.link.send("N", game)
    table.until(lambda: bool(said(table, "C")))
    (answer,) = said(table, "C")
    assert answer in ("N ok", f"N error this board has too little memory for {game}")
    return answer != "N ok"


def unable(table: Table) -> int:
    """How often the board has said that it can't think."""
    return sum("too little memory to think" in text for text in said(table, "L"))


def gives_hint(table: Table) -> bool:
    """Whether the board gives a hint. If not, it has said why, and thinks no more."""
    table.link.send("Z", "hint")
    table.until(lambda: any(text.split(" ")[3] in ("a", "-") for text in said(table, "Z")[-1:]))
    given = said(table, "Z")[-1].split(" ")[3] == "a"
    table.until(lambda: given or unable(table) == 1)
    return given


def takes_a_part(table: Table) -> bool:
    """Whether too little memory was left for King's Crossing, and for a search; if so, all else was as ever."""
    table.until(lambda: bool(table.game))
    name, game, dice = table.game, table.on_table(), random.Random(1)
    table.set_up(game)
    if not is_refused(table, LARGE):
        return False
    table.heard.clear()
    table.until(lambda: table.mode() == "p")
    assert table.game == name
    for _ in range(2):
        ply = plain_ply(game, dice)
        assert table.perform(game, ply)
        game.push(ply)
    if gives_hint(table):
        return False
    for _ in range(6):
        for press in ("ok hold", "next", "back", "back hold", "next", "back", "next hold", "next", "back"):
            table.link.send("B", press)
            table.rest(400)
    table.link.send("I", f"{game.side} {LEVEL}")
    table.until(lambda: unable(table) == 2)
    table.link.send("I", f"{game.side} 0")
    table.until(lambda: table.mode() == "p")
    assert table.perform(game, plain_ply(game, dice))
    assert table.game == name and not table.board.notes
    assert not [text for text in said(table, "L") if text.startswith("error")]
    return True


def test_what_does_not_fit_is_refused_and_play_goes_on(tmp_path: Path) -> None:
    assert STOCK
    flash = Installed(STOCK, PROFILE, tmp_path / "flash")
    with flash.on() as board:
        done = run_flash(board, PROFILE)
        assert done.returncode == 0, done.stdout + done.stderr
    with flash.copy(tmp_path / "whole").on() as board:
        table = Table(board)
        table.seat(LARGE)
        free = table.heap().free
    for taken in range(free - BEGINNING, free, MORE):
        with flash.copy(tmp_path / f"without {taken}").on() as board:
            write = [sys.executable, "-m", "mpremote", "connect", board.port, "exec", BOOT % taken]
            subprocess.run(write, capture_output=True, text=True, timeout=PATIENCE_S, check=True)
            board.power_cut()
            board.start()
            done = takes_a_part(Table(board))
            show(f"{free >> 10} KB free in {LARGE}, {taken >> 10} taken: {'refused' if done else 'fits'}")
            if done:
                return
    pytest.fail("no board refused what it had no memory for")
