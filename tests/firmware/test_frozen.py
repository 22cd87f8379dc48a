"""The firmware frozen into MicroPython by firmware/manifest.py: the unix port, built from a checkout and run.

Needs make, a C compiler and a checkout of MicroPython 1.23 or newer with lib/micropython-lib in it, named in
$CROSSBOARD_MICROPYTHON (`make frozen MICROPYTHON=FOLDER`); without one all of this is skipped. A build takes a minute.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from crossboard.board_files.build import sources_digest
from crossboard.flash.on_board import FROZEN
from crossboard.games.rules import game_names

CHECKOUT = os.environ.get("CROSSBOARD_MICROPYTHON", "")
ROOT = Path(__file__).parents[2]
WITHOUT = ("MICROPY_PY_BTREE=0", "MICROPY_PY_SSL=0", "MICROPY_PY_FFI=0")
"""What needs more submodules, and the firmware does not use."""

PLAY = """
from array import array
from shared_rules.codes import ARRIVE, LEAVE
from shared_rules.games import new_game
from shared_rules.protocol.signals import EV_NONE, EV_PLY, EV_SHOWN
from shared_rules.recognition.debounce import Debounce
from shared_rules.recognition.recognizer import Recognizer

PERIOD_MS = 5
STILL_MS = 1500

def simple_ply(game, foot):
    plies = array("i", [0] * game.max_plies)
    for i in range(game.plies(plies, 0)):
        if game.footprint(plies[i], foot, 0) == 4 and foot[1] == LEAVE and foot[3] == ARRIVE:
            return plies[i]

def watch(game, ply, foot):
    recognizer = Recognizer(game)
    debounce = Debounce(len(game.board))
    raw = bytearray(len(game.board))
    for square in range(len(raw)):
        raw[square] = recognizer.now[square] = game.piece_side(square) >= 0
        debounce.preset(square, raw[square])
    recognizer.begin(0)
    now = 0
    for square, closed in ((foot[0], 0), (foot[2], 1)):
        raw[square] = closed
        for _ in range(STILL_MS // PERIOD_MS):
            now += PERIOD_MS
            debounce.scan(raw, now)
            sensor = debounce.next()
            if sensor >= 0:
                recognizer.edge(sensor, debounce.closed[sensor], debounce.when)
            recognizer.step(now, 10)
            event = recognizer.next_event()
            if event == EV_PLY:
                return recognizer.ev_ply == ply
            assert event in (EV_NONE, EV_SHOWN)
"""


@pytest.fixture(scope="module")
def micropython(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unix port with our manifest."""
    if not CHECKOUT:
        pytest.skip("no checkout of MicroPython is named in $CROSSBOARD_MICROPYTHON")
    build = tmp_path_factory.mktemp("unix")
    manifest = f"FROZEN_MANIFEST={ROOT / 'firmware' / 'manifest.py'}"
    for words in (["mpy-cross"], ["ports/unix", f"BUILD={build}", manifest, *WITHOUT]):
        done = subprocess.run(
            ["make", "-C", str(Path(CHECKOUT) / words[0]), "-j2", *words[1:]],
            capture_output=True,
            text=True,
            timeout=1200,
            check=False,
        )
        assert done.returncode == 0, (done.stdout + done.stderr)[-2000:]
    return build / "micropython"


def run(micropython: Path, folder: Path, code: str) -> str:
    """What the code prints, in a folder without our sources."""
    done = subprocess.run(
        [str(micropython), "-c", code], cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("name", game_names())
def test_frozen_code_recognizes_a_ply(micropython: Path, tmp_path: Path, name: str) -> None:
    code = (
        f"foot = bytearray(64)\ngame = new_game({name!r})\nply = simple_ply(game, foot)\nprint(watch(game, ply, foot))"
    )
    assert run(micropython, tmp_path, f"{PLAY}\n{code}") == "True\n"


def test_flash_finds_that_it_is_frozen_from_these_sources(micropython: Path, tmp_path: Path) -> None:
    assert run(micropython, tmp_path, FROZEN).strip() == sources_digest()


def test_a_traceback_of_frozen_code_names_file_line_and_function(micropython: Path, tmp_path: Path) -> None:
    source = (ROOT / "shared_rules" / "games.py").read_text(encoding="utf-8").splitlines()
    line = next(i for i, text in enumerate(source, 1) if "no game is called" in text)
    code = """
import sys
from shared_rules.games import game_class
try:
    game_class("chess")
except ValueError as error:
    sys.print_exception(error, sys.stdout)
"""
    printed = run(micropython, tmp_path, code)
    assert f'File "shared_rules/games.py", line {line}, in game_class\nPositionError: ' in printed
