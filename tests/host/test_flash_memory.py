"""What `crossboard flash` says of a board's memory before it writes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from crossboard import profiles
from crossboard.board_files.build import build_for
from crossboard.flash.install import Options, Watcher, install
from crossboard.flash.memory import in_play, what_fits
from crossboard.flash.on_board import Repl
from crossboard.games.outside import add_folder
from crossboard.simulator import SimulatedBoard
from shared_rules import games

PICO = 240  # KB of heap under stock MicroPython 1.26.1
PICO_W = 200
ALL = "(240 KB) has room for all its games and for the board's own play"
MEASURED = {  # KB of heap in play on an emulated Pico (firmware/README.md)
    ("pico-8x8", "charing-cross"): 164,
    ("pico-8x8", "kings-crossing"): 171,
    ("pico-8x8", "card-chess"): 163,
    ("pico-cross", "cross-eyed"): 173,
    ("pico-cross", "card-chess"): 163,
    ("pico-cross", "kings-crossing"): 171,
    ("pico-8x8", "chess"): 176,
}


@pytest.mark.parametrize(("profile", "game"), list(MEASURED))
def test_the_estimate_is_near_what_was_measured(profile: str, game: str) -> None:
    estimate = in_play(build_for(profiles.load(profile)), game) / 1024
    assert -3 < estimate - MEASURED[profile, game] < 10  # most of the first game, which nothing has cut up the heap for


@pytest.mark.parametrize(
    ("profile", "kb", "words"),
    [
        ("pico-8x8", PICO, ALL),
        ("pico-cross", PICO, ALL),
        ("pico-8x8", PICO_W, "(200 KB) for King's Crossing, Chess, the board's own play; a Pico 2 has room"),
        (
            "pico-cross",
            PICO_W,
            "(200 KB) for Cross-Eyed Chess, King's Crossing, the board's own play; a Pico 2 has room",
        ),
        ("pico-8x8", 0, ""),
    ],
)
def test_it_says_what_fits(profile: str, kb: int, words: str) -> None:
    board = profiles.load(profile)
    said = what_fits(build_for(board), board["games"], kb << 10)
    assert words in said and bool(words) == bool(said)


def test_a_game_from_a_folder_is_told_of_too(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GAMES", "NAMES"):
        monkeypatch.setattr(games, name, getattr(games, name))
    monkeypatch.setattr(sys, "path", list(sys.path))
    assert add_folder(str(Path(__file__).parents[1] / "data" / "escort")) == ["escort"]
    board = profiles.with_games(profiles.load("pico-8x8"), ["card-chess", "escort"])
    assert board["game"] == "card-chess"
    assert "(180 KB) for Card Chess, Escort, the board's own play" in what_fits(
        build_for(board), board["games"], 180 << 10
    )


def test_modules_that_run_in_place_need_no_room() -> None:
    board = profiles.load("pico-8x8")
    files = {path: data for path, data in build_for(board).items() if path.count("/") == 1}
    assert "(200 KB) has room for all" in what_fits(files, board["games"], PICO_W << 10)


@pytest.mark.parametrize(
    ("kb", "words"),
    [(PICO_W, "this board has too little memory (200 KB) for King's Crossing"), (PICO, f"its memory {ALL}")],
)
def test_flash_says_so_before_it_writes(
    micropython: object,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    kb: int,
    words: str,
) -> None:
    """Through a pipe, too, where output could wait in a buffer until the end."""
    if sys.platform == "win32":
        pytest.skip("mpremote wants a pseudo-terminal here")
    facts, write = Repl.facts, Repl.write
    said: list[str] = []

    def writing(repl: Repl, path: str, data: bytes, written: Callable[[int], None]) -> None:
        said.append(capfd.readouterr().out)
        write(repl, path, data, written)

    monkeypatch.setattr(Repl, "facts", lambda repl: replace(facts(repl), heap=kb << 10, simulated=False))
    monkeypatch.setattr(Repl, "write", writing)
    with SimulatedBoard("pico-8x8", tmp_path, firmware="") as board:
        install(board.port, Options("pico-8x8"), Watcher())
    assert "Raspberry Pi Pico with RP2040, MicroPython 1.27.0, profile pico-8x8\n" in said[0]
    assert words in said[0] and not any(said[1:])


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
