"""What `crossboard flash` says of a board's memory before it writes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from crossboard import profiles
from crossboard.board_files.build import build_for
from crossboard.flash.command import Options, Watcher, install
from crossboard.flash.memory import in_play, too_little
from crossboard.flash.on_board import Repl
from crossboard.simulator import SimulatedBoard

PICO = 240  # KB of heap under stock MicroPython 1.26.1
PICO_W = 200
MEASURED = {  # KB of heap in play on an emulated Pico (firmware/README.md)
    ("pico-8x8", "charing-cross"): 162,
    ("pico-8x8", "card-chess"): 161,
    ("pico-8x8", "kings-crossing"): 170,
    ("pico-cross", "cross-eyed"): 172,
}


@pytest.mark.parametrize(("profile", "game"), list(MEASURED))
def test_the_estimate_is_near_what_was_measured(profile: str, game: str) -> None:
    estimate = in_play(build_for(profiles.load(profile)), game) / 1024
    assert abs(estimate - MEASURED[profile, game]) < 4


@pytest.mark.parametrize(
    ("profile", "kb", "words"),
    [
        ("pico-8x8", PICO, ""),
        ("pico-cross", PICO, ""),
        ("pico-8x8", PICO_W, "(200 KB) for King's Crossing, the board's own play; a Pico 2 has room"),
        (
            "pico-cross",
            PICO_W,
            "(200 KB) for Cross-Eyed Chess, King's Crossing, the board's own play; a Pico 2 has room",
        ),
        ("pico-8x8", 0, ""),
    ],
)
def test_it_says_which_games_do_not_fit(profile: str, kb: int, words: str) -> None:
    board = profiles.load(profile)
    said = too_little(build_for(board), board["games"], kb << 10)
    assert words in said and bool(words) == bool(said)


def test_modules_that_run_in_place_need_no_room() -> None:
    board = profiles.load("pico-8x8")
    files = {path: data for path, data in build_for(board).items() if path.count("/") == 1}
    assert too_little(files, board["games"], PICO_W << 10) == ""


def test_flash_says_so_before_it_writes(micropython: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform == "win32":
        pytest.skip("mpremote wants a pseudo-terminal here")
    events: list[str] = []
    facts, write = Repl.facts, Repl.write

    def writing(repl: Repl, path: str, data: bytes, written: Callable[[int], None]) -> None:
        events.append(path)
        write(repl, path, data, written)

    monkeypatch.setattr(Repl, "facts", lambda repl: replace(facts(repl), heap=PICO_W << 10))
    monkeypatch.setattr(Repl, "write", writing)
    watcher = Watcher()
    watcher.say = events.append
    with SimulatedBoard("pico-8x8", tmp_path, firmware="") as board:
        install(board.port, Options("pico-8x8"), watcher)
    said = next(number for number, event in enumerate(events) if "too little memory (200 KB) for King's" in event)
    first = next(number for number, event in enumerate(events) if event.endswith(".mpy"))
    assert said < first


def test_a_board_tells_all_of_its_heap(micropython: object, tmp_path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("mpremote wants a pseudo-terminal here")
    with SimulatedBoard("pico-8x8", tmp_path, firmware="") as board:
        repl = Repl(board.port)
        repl.enter()
        try:
            assert repl.facts().heap > 100 << 10
        finally:
            repl.close()
