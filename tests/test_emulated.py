"""The board as it is bought: stock MicroPython on an emulated RP2040, flashed, played on, and cut off.

Needs a UF2 file of MicroPython for RPI_PICO, named in $CROSSBOARD_UF2 (`make emulated UF2=FILE`); without one all of this is
skipped. Times are the chip's own wherever hands wait for the board.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_firmware_simulated import Pc
from test_workbench import walk_with_doctor

from crossboard.flash.find import Heap, read_heap
from crossboard.games.gestures import ply_touches, standing_in
from crossboard.games.rules import Game, footprint, game_at, legal_plies
from crossboard.simulator import SimulatedBoard
from crossboard.simulator.chip import EmulatedChip
from crossboard.simulator.traces import places
from shared_rules.codes import KIND_PASS

UF2 = os.environ.get("CROSSBOARD_UF2", "")
PATIENCE_S = 600.0
LEAST_PIECE = 32 << 10  # bytes of heap in one piece that a board should have left (DESIGN: heap in play)
PLIES = 6
LEVEL = 8
REST_MS = 900  # a piece that may go on is taken for arrived
CUTS = (0, 1, 2, 3, 5, 8)  # changes to the flash, from power-on, before the power goes in the middle of the next

GAMES = {
    "pico-8x8": ("charing-cross", "card-chess", "kings-crossing"),
    "pico-cross": ("card-chess", "cross-eyed"),
}

pytestmark = pytest.mark.skipif(not UF2, reason="no UF2 file is named in $CROSSBOARD_UF2")


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
        for touch in ply_touches(game, ply):
            self.rest(touch.wait_ms)
            self.board.set_square(self.under[touch.square], touch.closed)
        self.rest(REST_MS)
        self.until(lambda: self.off() or len(self.records) == count)
        return len(self.records) == count

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


@pytest.fixture(scope="module", params=list(GAMES))
def flash(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A profile's name, and the flash of a board on which `crossboard flash` has installed the firmware."""
    name = str(request.param)
    folder = tmp_path_factory.mktemp(name) / "flash"
    with SimulatedBoard(name, folder, chip=EmulatedChip(UF2)) as board:
        command = [sys.executable, "-m", "crossboard", "flash", "--port", board.port, "--profile", name]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "all verified" in done.stdout and "is running" in done.stdout
        (heap,) = [line for line in done.stdout.splitlines() if line.startswith("heap in play")]
        show(f"{name}: {heap}; power to flashed {board.own_ms() / 1000:.0f} s of the chip's time")
    return name, folder


@pytest.fixture
def board(flash: tuple[str, Path]) -> Iterator[SimulatedBoard]:
    """The flashed board, switched on."""
    name, folder = flash
    with SimulatedBoard(name, folder, chip=EmulatedChip(UF2)) as found:
        yield found


@pytest.fixture
def table(board: SimulatedBoard) -> Table:
    return Table(board)


def test_a_short_game_in_every_game_with_the_power_cut_in_the_middle(flash: tuple[str, Path], table: Table) -> None:
    dice = random.Random(flash[0])
    for text in GAMES[flash[0]]:
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
        assert heap.largest >= LEAST_PIECE
    assert not table.board.notes


def test_the_board_plays_a_side_in_every_game(flash: tuple[str, Path], table: Table) -> None:
    """Its search has room beside the game, and leaves room for the next: a Pico collects garbage whenever it must, which the
    WebAssembly build can't within a round."""
    dice = random.Random(flash[0])
    for text in GAMES[flash[0]]:
        game = table.begin(text)
        alone = table.heap()
        assert alone.largest >= LEAST_PIECE
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
        show(f"{text} before: {told(alone)}; against the board: {told(min(searching, key=lambda heap: heap.largest))}")
        assert not [m.payload for m in table.heard if m.kind == "L"], "not enough memory, or an error inside"
    assert not table.board.notes


def test_the_heap_told_while_the_pieces_are_set_up_is_that_in_play(flash: tuple[str, Path], table: Table) -> None:
    game = table.seat(GAMES[flash[0]][-1])
    before = table.heap()
    assert table.mode() == "g"
    table.set_up(game)
    after = table.heap()
    assert abs(before.used - after.used) < 3 << 10, (before, after)


def test_what_was_recorded_outlives_a_power_cut_in_the_middle_of_a_flash_write(
    flash: tuple[str, Path], table: Table
) -> None:
    """Real littlefs, and an erasure or a page that is half done when the power goes."""
    dice = random.Random(1)
    game = table.begin(GAMES[flash[0]][0])
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


def test_doctor_finds_nothing_wrong(flash: tuple[str, Path], tmp_path: Path) -> None:
    name, folder = flash
    report = walk_with_doctor(tmp_path, "--uf2", UF2, "--flash", str(folder), "--profile", name, patience=PATIENCE_S)
    show(report.splitlines()[0])
