"""The board as it is bought, and as it runs from a ROM partition: MicroPython on an emulated RP2040, flashed, played on, and cut
off.

Needs UF2 files of MicroPython for RPI_PICO, named in $CROSSBOARD_UF2 (`make emulated UF2="STOCK.uf2 build/RPI_PICO.uf2"`);
without one all of this is skipped. Times are the chip's own wherever hands wait for the board.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

from crossboard import profiles
from crossboard.flash.find import Heap, read_heap
from crossboard.flash.uf2 import ROM, partitions
from crossboard.games.gestures import ply_touches, standing_in
from crossboard.games.rules import Game, footprint, game_at, legal_plies
from crossboard.simulator import SimulatedBoard
from crossboard.simulator.chip import EmulatedChip
from crossboard.simulator.traces import places
from shared_rules.codes import KIND_PASS
from tests.hardware.test_workbench import walk_with_doctor
from tests.support.simulated_pc import Pc
from tests.support.toys import wait_until

UF2S = [Path(name) for name in os.environ.get("CROSSBOARD_UF2", "").split()]
PATIENCE_S = 600.0
LEAST_PIECE = {False: 24 << 10, True: 64 << 10}
"""Bytes of heap in one piece that a board should have left in play: with modules on the heap, and in a ROM partition."""
PLIES = 6
LEVEL = 8
REST_MS = 900  # a piece that may go on is taken for arrived
START_MS = 4000  # until the prompt is there
MIDDLE = 40  # changes to the flash until the power goes in the middle of an image of some 50 sectors
CUTS = (0, 1, 2, 3, 5, 8)  # changes to the flash, from power-on, before the power goes in the middle of the next

GAMES = {name: list(profiles.load(name)["games"]) for name in ("pico-8x8", "pico-cross")}

pytestmark = pytest.mark.skipif(not UF2S, reason="no UF2 file is named in $CROSSBOARD_UF2")


@dataclass(frozen=True)
class Installed:
    """A board on which `crossboard flash` has installed the firmware: its MicroPython, its profile, the folder of its flash."""

    uf2: Path
    profile: str
    folder: Path

    def on(self, uf2: Path | None = None) -> SimulatedBoard:
        """The board, switched on; with another MicroPython."""
        return SimulatedBoard(self.profile, self.folder, chip=EmulatedChip(uf2 or self.uf2))

    def copy(self, folder: Path) -> Installed:
        """Another board of which all that is true."""
        shutil.copytree(self.folder, folder)
        return replace(self, folder=folder)

    @property
    def least_piece(self) -> int:
        return LEAST_PIECE[has_rom(self.uf2)]


@cache
def has_rom(uf2: Path) -> bool:
    """Whether that MicroPython has a ROM partition."""
    file = uf2.read_bytes()
    pages = [file[at + 32 : at + 32 + 256] for at in range(0, len(file), 512)]
    return ROM in partitions(b"".join(pages))


def run_flash(board: SimulatedBoard, profile: str) -> subprocess.CompletedProcess[str]:
    """`crossboard flash`, as a user runs it."""
    command = [sys.executable, "-m", "crossboard", "flash", "--port", board.port, "--profile", profile]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)


class Table(Pc):
    """A PC and hands at an emulated board."""

    def __init__(self, board: SimulatedBoard) -> None:
        super().__init__(board, PATIENCE_S)
        self.under: list[str] = []

    def mode(self) -> str:
        """The mode of this game's last view, "" before any."""
        views = [m.payload.split(" ") for m in self.heard if m.kind == "V"]
        return next((view[1] for view in reversed(views) if view[0] == self.game), "")

    def off(self) -> bool:
        """Whether the power has gone."""
        return self.board.boots[-1] == "off"

    def rest(self, ms: float) -> None:
        """Listen for so long by the chip's time, or until the power goes."""
        end = self.board.own_ms() + ms
        self.until(lambda: self.off() or self.board.own_ms() >= end)

    def answer(self, kind: str, payload: str) -> None:
        """Ask for something, and wait until it is done."""
        self.link.send(kind, payload)
        self.until(lambda: any(m.kind == "C" and m.payload.startswith(f"{kind} ") for m in self.heard))
        (found,) = [m.payload for m in self.heard if m.kind == "C" and m.payload.startswith(f"{kind} ")]
        assert found == f"{kind} ok"
        self.heard = [m for m in self.heard if m.kind != "C"]

    def begin(self, text: str) -> Game:
        """Seat a game and set up its pieces."""
        game = self.seat(text)
        self.set_up(game)
        return game

    def seat(self, text: str) -> Game:
        """Another game, whose pieces are still to be set up; on the terrain that the board has shuffled."""
        self.until(lambda: bool(self.game))
        before = self.game
        self.answer("N", text)
        self.until(lambda: self.game != before)
        return self.on_table()

    def on_table(self) -> Game:
        """The game that the board has said it plays."""
        told = [m.payload.split(" ", 2) for m in self.heard if m.kind == "G"]
        game = game_at(next(position for name, _, position in told if name == self.game))
        self.under = places(self.board.profile, game.name)
        return game

    def set_up(self, game: Game) -> None:
        """The pieces stand as in the game's position, and the board agrees."""
        self.board.set_squares(self.under[square] for square in standing_in(game))
        self.until(lambda: self.mode() == "p")

    def perform(self, game: Game, ply: int) -> bool:
        """Hands do a ply; whether the board has recorded it. If not, the power has gone."""
        count = len(self.records) + 1
        self.hands(game, ply)
        self.until(lambda: self.off() or len(self.records) == count)
        return len(self.records) == count

    def hands(self, game: Game, ply: int) -> None:
        """The ply's movements, at a player's pace."""
        for touch in ply_touches(game, ply):
            self.rest(touch.wait_ms)
            self.board.set_square(self.under[touch.square], touch.closed)
        self.rest(REST_MS)

    def thinking(self) -> bool:
        """Whether the board searches for a ply, or has found one."""
        return self._thought()[:1] in ("t", "p")

    def led(self) -> str:
        """The ply that the board has found for its side, once it has."""
        self.until(lambda: self._thought().startswith("p "))
        return self._thought().split(" ")[2]

    def _thought(self) -> str:
        """What the last message Z says after the last record, without game and record, "" before any."""
        found = [m.payload.split(" ", 3) for m in self.heard if m.kind == "Z"]
        last = max(self.records, default=0)
        mine = [words[3] for words in found if words[0] == self.game and int(words[1]) >= last]
        return mine[-1] if mine else ""

    def revive(self, cut_after: int | None = None) -> None:
        """Power on; until the board has said which game it continues, and all that it has recorded of it."""
        self.board.start(cut_after)
        self.heard.clear()
        self.until(lambda: self.off() or bool(self.mode()))

    def heap(self) -> Heap:
        """The board's heap, collected."""
        self.heard = [m for m in self.heard if m.kind != "D"]
        self.link.send("D", "memory")
        self.until(lambda: any(m.kind == "D" for m in self.heard))
        found = read_heap(next(m.payload for m in self.heard if m.kind == "D"))
        assert found
        return found


def plain_ply(game: Game, dice: random.Random) -> int:
    """A legal ply that no other ply looks like, so that the board need not ask which was meant."""
    legal = [ply for ply in legal_plies(game) if game.kind(ply) != KIND_PASS]
    looks = {ply: tuple(sorted(footprint(game, ply))) for ply in legal}
    seen = Counter(looks.values())
    return dice.choice([ply for ply in legal if seen[looks[ply]] == 1])


def show(text: str) -> None:
    """On the terminal, with `pytest -s`."""
    print(f"\n    {text}", end="", flush=True)


def told(heap: Heap) -> str:
    return f"{heap.used >> 10} KB in use, {heap.free >> 10} free, largest piece {heap.largest >> 10}"


@pytest.fixture(
    scope="module",
    params=[pytest.param((uf2, name), id=f"{uf2.stem}-{name}") for uf2 in UF2S for name in GAMES],
)
def flash(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """A flashed board."""
    uf2, name = request.param
    found = Installed(uf2, name, tmp_path_factory.mktemp(name) / "flash")
    with found.on() as board:
        done = run_flash(board, name)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "all verified" in done.stdout and "is running" in done.stdout
        assert ("run in place from /rom" in done.stdout) == has_rom(uf2)
        (heap,) = [line for line in done.stdout.splitlines() if line.startswith("heap in play")]
        show(f"{uf2.stem}, {name}: {heap}; power to flashed {board.own_ms() / 1000:.0f} s of the chip's time")
    return found


@pytest.fixture
def board(flash: Installed) -> Iterator[SimulatedBoard]:
    """The flashed board, switched on."""
    with flash.on() as found:
        yield found


@pytest.fixture
def table(board: SimulatedBoard) -> Table:
    return Table(board)


def test_a_short_game_in_every_game_with_the_power_cut_in_the_middle(flash: Installed, table: Table) -> None:
    dice = random.Random(flash.profile)
    for text in GAMES[flash.profile]:
        game = table.begin(text)
        for number in range(PLIES):
            if number == PLIES // 2:
                table.power_cut()
                table.until(lambda: table.mode() == "p")
            ply = plain_ply(game, dice)
            assert table.perform(game, ply)
            assert table.plies()[-1] == game.ply_text(ply)
            game.push(ply)
        heap = table.heap()
        show(f"{text}: {told(heap)}")
        assert heap.largest >= flash.least_piece
    assert not table.board.notes


def test_the_board_plays_a_side_in_every_game(flash: Installed, table: Table) -> None:
    """Its search has room beside the game, and leaves room for the next: a Pico collects garbage whenever it must, which the
    WebAssembly build can't within a round."""
    dice = random.Random(flash.profile)
    for text in GAMES[flash.profile]:
        game = table.begin(text)
        alone = table.heap()
        assert alone.largest >= flash.least_piece
        table.answer("I", f"1 {LEVEL}")
        searching: list[Heap] = []
        for _ in range(PLIES):
            if game.side:
                table.until(table.thinking)
                searching.append(table.heap())
                ply = game.parse_ply(table.led())
            else:
                ply = plain_ply(game, dice)
            assert table.perform(game, ply)
            game.push(ply)
        least = min(searching, key=lambda heap: (heap.largest, -heap.used))
        show(f"{text} before: {told(alone)}; against the board: {told(least)}")
        assert not [m.payload for m in table.heard if m.kind == "L"], "not enough memory, or an error inside"
    assert not table.board.notes


def test_the_heap_told_while_the_pieces_are_set_up_is_that_in_play(flash: Installed, table: Table) -> None:
    game = table.seat(GAMES[flash.profile][-1])
    before = table.heap()
    assert table.mode() == "g"
    table.set_up(game)
    after = table.heap()
    assert abs(before.used - after.used) < 3 << 10, (before, after)


def test_what_was_recorded_outlives_a_power_cut_in_the_middle_of_a_flash_write(flash: Installed, table: Table) -> None:
    """Real littlefs, and an erasure or a page that is half done when the power goes."""
    dice = random.Random(1)
    game = table.begin(GAMES[flash.profile][0])
    for cut in CUTS:
        name, known = table.game, dict(table.records)
        table.board.power_cut()
        table.revive(cut)
        ply = 0
        while not table.off():
            table.until(lambda: table.off() or table.mode() == "p")
            if table.off():
                break
            ply = plain_ply(game, dice)
            if not table.perform(game, ply):
                break
            game.push(ply)
            known = dict(table.records)
            ply = 0
        table.revive()
        table.rest(REST_MS)
        assert table.game == name
        assert {seq: table.records[seq] for seq in known} == known
        if len(table.records) > len(known):  # it had reached the flash before the power went
            assert table.plies()[-1] == game.ply_text(ply)
            game.push(ply)
        table.set_up(game)
    assert table.perform(game, plain_ply(game, dice))


def test_doctor_finds_nothing_wrong(flash: Installed, tmp_path: Path) -> None:
    words = ("--uf2", str(flash.uf2), "--flash", str(flash.folder), "--profile", flash.profile)
    report = walk_with_doctor(tmp_path, *words, patience=PATIENCE_S)
    show(report.splitlines()[0])


def test_a_new_micropython_keeps_the_game_and_flash_the_one_way_and_the_other(flash: Installed, tmp_path: Path) -> None:
    """A game begun on a stock board goes on from a ROM partition, and back."""
    others = [uf2 for uf2 in UF2S if has_rom(uf2) != has_rom(flash.uf2)]
    if not others:
        pytest.skip("this needs two UF2 files, one with a ROM partition")
    here = flash.copy(tmp_path / "flash")
    with here.on() as board:
        table = Table(board)
        game = table.begin(GAMES[flash.profile][0])
        ply = plain_ply(game, random.Random(2))
        assert table.perform(game, ply)
        game.push(ply)
        standing = board.squares()
    with here.on(others[0]) as board:
        board.set_squares(standing)
        done = run_flash(board, flash.profile)
        assert done.returncode == 0, done.stdout + done.stderr
        assert ("run in place from /rom" in done.stdout) == has_rom(others[0])
        again = Table(board)
        again.until(lambda: again.mode() == "p")
        assert again.game == table.game
        again.under = table.under
        again.hands(game, plain_ply(game, random.Random(3)))
        again.until(lambda: 2 in again.records)  # the first it may have told a PC before


def test_a_deployment_that_the_power_ends_is_said_and_the_next_heals(flash: Installed, tmp_path: Path) -> None:
    """The image of another profile, whose drivers it holds, is begun; the power goes among its sectors."""
    if not has_rom(flash.uf2):
        pytest.skip("this MicroPython has no ROM partition")
    other = "pico-8x8-max7219"
    with flash.copy(tmp_path / "flash").on() as board:
        board.power_cut()
        board.start(MIDDLE)
        done = run_flash(board, other)
        assert done.returncode == 2 and "the board stopped answering" in done.stdout, done.stdout + done.stderr
        assert board.boots[-1] == "off"
        board.start()
        wait_until(lambda: board.own_ms() > START_MS)
        words = [
            sys.executable,
            "-m",
            "crossboard",
            "play",
            "--no-web",
            "--board",
            board.port,
            "--library",
            str(tmp_path / "x.db"),
        ]
        said = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S, check=False, input="")
        assert said.returncode == 2 and "the firmware is incomplete; run crossboard flash" in said.stderr, said.stderr
        show(said.stderr.strip())
        done = run_flash(board, flash.profile)
        assert done.returncode == 0 and "is running" in done.stdout, done.stdout + done.stderr
