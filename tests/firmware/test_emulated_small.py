"""A board with 51 KB less of heap than a Pico: what does not fit is refused in words, and play goes on.

Stock MicroPython on an emulated RP2040, which collects garbage as a real one does; see test_emulated.py. The 51 KB are taken by
its boot.py.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from crossboard.simulator import SimulatedBoard
from crossboard.simulator.chip import EmulatedChip
from tests.firmware.test_emulated import LEVEL, PATIENCE_S, Table, plain_ply

UF2S = os.environ.get("CROSSBOARD_UF2", "").split()
PROFILE = "pico-8x8"
BOOT = "taken = bytearray(51 << 10)"

pytestmark = pytest.mark.skipif(not UF2S, reason="no UF2 file is named in $CROSSBOARD_UF2")


def run(*command: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *command], capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def said(table: Table, kind: str) -> list[str]:
    return [m.payload for m in table.heard if m.kind == kind]


def buttons(table: Table, *names: str) -> None:
    for name in names:
        table.link.send("B", name)
        table.rest(400)


def test_what_does_not_fit_is_refused_and_play_goes_on(tmp_path: Path) -> None:
    with SimulatedBoard(PROFILE, tmp_path, chip=EmulatedChip(UF2S[0])) as board:
        run("crossboard", "flash", "--port", board.port, "--profile", PROFILE)
        run("mpremote", "connect", board.port, "exec", f"f = open('/boot.py', 'w'); f.write({BOOT!r}); f.close()")
    with SimulatedBoard(PROFILE, tmp_path, chip=EmulatedChip(UF2S[0])) as board:
        table = Table(board)
        game = table.begin("card-chess")
        name, dice = table.game, random.Random(1)
        table.link.send("N", "kings-crossing")
        table.until(lambda: bool(said(table, "C")))
        assert said(table, "C") == ["N error this board has too little memory for kings-crossing"]
        table.heard.clear()
        table.until(lambda: table.mode() == "p")
        assert table.game == name
        ply = plain_ply(game, dice)
        assert table.perform(game, ply)
        game.push(ply)
        table.link.send("Z", "hint")
        table.until(lambda: any("too little memory to think" in text for text in said(table, "L")))
        table.until(lambda: any(text.split(" ")[3] == "-" for text in said(table, "Z")[-1:]))
        for _ in range(6):
            buttons(table, "ok hold", "next", "back", "back hold", "next", "back", "next hold", "next", "back")
        table.link.send("I", f"0 {LEVEL}")
        table.until(
            lambda: sum("too little memory to think" in text for text in said(table, "L")) == 2 or game.side == 1
        )
        table.link.send("I", "0 0")
        table.until(lambda: table.mode() == "p")
        ply = plain_ply(game, dice)
        assert table.perform(game, ply)
        assert not board.notes and not [text for text in said(table, "L") if text.startswith("error")]
