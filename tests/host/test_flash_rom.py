"""`crossboard flash` where MicroPython has a ROM partition: one image, verified, and no files before it. firmware/test_emulated.py
does the same with the real partition."""

# ruff: noqa: F401, F811 (fixtures of test_flash)

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from crossboard import profiles
from crossboard.board_files.build import build_for
from crossboard.boards.faults import Ear
from crossboard.errors import CrossboardError
from crossboard.flash import install as flash
from crossboard.flash import rom
from crossboard.flash.on_board import BoardError, Lost, Repl
from crossboard.flash.plan import FOLDERS, MAIN
from crossboard.simulator import SimulatedBoard
from tests.host.test_flash import KEPT, PATIENT, Quiet, cut_power, held, small, versions
from tests.support.rom_partition import BLOCK, BOOT, IMAGE, lay_rom
from tests.support.toys import Talk

SIZE = 16 * BLOCK


def image(files: dict[str, bytes]) -> bytes:
    return rom.image_of({path: data for path, data in files.items() if path != MAIN})


@pytest.fixture
def board(small: SimulatedBoard) -> Iterator[SimulatedBoard]:
    """A board with version 1 as files and an empty partition."""
    lay_rom(small.flash, SIZE)
    yield small


def files(board: SimulatedBoard) -> dict[str, bytes]:
    """What is on the board's flash beside the partition."""
    return {path: data for path, data in held(board.flash).items() if path not in (BOOT, f"/{IMAGE}")}


def outcome(board: SimulatedBoard) -> str:
    """What the board's program says when it starts: its versions, or the error that it ends with."""
    with Talk(board.port) as talk:
        talk.say("\x02\x04")
        printed = ""
        while "so\r\n" not in printed and "Error: " not in printed:
            printed += talk.until(">>> ")
    if "so\r\n" in printed:
        return printed.partition("runs ")[2].partition(" so\r\n")[0]
    complaint = Ear("board")
    for line in printed.splitlines():
        complaint.hear(line)
    return complaint.error


def test_modules_go_to_the_partition_and_their_files_away(
    board: SimulatedBoard, versions: dict[int, dict[str, bytes]]
) -> None:
    watcher = Quiet()
    report = flash.install(board.port, PATIENT, watcher)
    assert report.sent == [rom.PLACE] and report.removed == 3
    assert (board.flash / IMAGE).read_bytes().startswith(image(versions[2]))
    assert files(board) == {MAIN: versions[2][MAIN], **{path: data for path, data in KEPT.items() if path != BOOT}}
    assert outcome(board) == "2 2"
    assert any(f"partition of {SIZE >> 10} KB" in line for line in flash.described(report))
    again = flash.install(board.port, PATIENT, Quiet())
    assert (again.sent, again.removed) == ([], 0)


INCOMPLETE = "ImportError: no module named 'firmware': the firmware is incomplete; run crossboard flash"


# How the request begins before which the power goes, what held version 1, and what starts then.
CUTS = [
    ("look(", "files", "1 1"),
    ("put(1", "files", "1 1"),
    ("rom.writeblocks", "files", "1 1"),
    ("import os\nos.rename", "files", "1 1"),
    ("g = {", "files", "2 2"),
    ("put(0", "image", "1 1"),
    ("put(1", "image", INCOMPLETE),
    ("rom.writeblocks", "image", INCOMPLETE),
]


@pytest.mark.parametrize(("request_at", "was", "then"), CUTS)
def test_a_power_cut_leaves_a_version_or_words_and_the_next_run_heals(
    board: SimulatedBoard,
    versions: dict[int, dict[str, bytes]],
    request_at: str,
    was: str,
    then: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if was == "image":
        lay_rom(board.flash, SIZE, image(versions[1]))
        for folder in FOLDERS:
            shutil.rmtree(board.flash / folder.lstrip("/"))
    plain = Repl.run

    def run(repl: Repl, code: str) -> str:
        if code.startswith(request_at):
            cut_power(repl, board)
        return plain(repl, code)

    with monkeypatch.context() as patch:
        patch.setattr(Repl, "run", run)
        with pytest.raises(Lost):
            flash.install(board.port, PATIENT, Quiet())
    board.start()
    assert outcome(board) == then
    flash.install(board.port, PATIENT, Quiet())
    assert outcome(board) == "2 2"


def test_an_image_that_is_too_large_changes_nothing(board: SimulatedBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rom, "find", lambda _repl: rom.Partition(BLOCK, BLOCK))
    before = held(board.flash)
    with pytest.raises(CrossboardError, match="but the board's ROM partition has 1 KB: flash without --native"):
        flash.install(board.port, PATIENT, Quiet())
    assert held(board.flash) == before
    assert outcome(board) == "1 1"


def test_what_arrives_damaged_is_never_started(
    board: SimulatedBoard,
    versions: dict[int, dict[str, bytes]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = Repl.run
    monkeypatch.setattr(Repl, "run", lambda repl, code: plain(repl, code.replace("put(0,", "print(1,")))
    with pytest.raises(BoardError, match="/rom: arrived damaged"):
        flash.install(board.port, PATIENT, Quiet())
    assert not (board.flash / IMAGE).read_bytes().startswith(image(versions[2])[: rom.HEAD])
    assert outcome(board) == "1 1"


def test_a_game_is_let_go_of_when_another_one_comes_though_it_runs_in_place(board: SimulatedBoard) -> None:
    files = build_for(profiles.load("pico-8x8"))
    modules = {path: data for path, data in files.items() if path.startswith(("/firmware/", "/shared_rules/"))}
    lay_rom(board.flash, SIZE, rom.image_of(modules))
    shutil.rmtree(board.flash / "firmware")
    shutil.rmtree(board.flash / "shared_rules")
    lines = ["import sys", "from shared_rules.chess import game", "from firmware.heap import before_game"]
    lines += ["there = 'shared_rules.chess.game' in sys.modules", "del game", "before_game()"]
    lines += ["print('runs', there, game.__file__ if 'shared_rules.chess.game' in sys.modules else 'gone', 'so')"]
    (board.flash / "main.py").write_text("\n".join(lines))
    assert outcome(board) == "True gone"
