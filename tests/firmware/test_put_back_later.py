"""The last ply is put back by hand after a power cut as without: on fake boards, and in each game on the real firmware."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from crossboard.games.gestures import Touch, ply_touches
from crossboard.games.rules import HOLE, Game, game_at, new_game
from crossboard.simulator import SimulatedBoard
from crossboard.simulator.traces import places
from shared_rules.codes import KIND_PASS
from tests.support.firmware_on_pins import FakeBoard, fake_board
from tests.support.led_hands import LedGame, sit_down
from tests.support.simulated_pc import Pc
from tests.support.variants import usual_specs

SEEDS = 6


def backwards(position: str, texts: list[str]) -> list[Touch]:
    """How hands put back these plies, played from that position: the last first."""
    game = game_at(position)
    found: list[Touch] = []
    for text in texts:
        ply = game.parse_ply(text)
        if game.kind(ply) != KIND_PASS:
            found += ply_touches(game, ply)
        game.push(ply)
    return [Touch(touch.wait_ms, touch.square, not touch.closed) for touch in reversed(found)]


def turn(game: LedGame) -> tuple[str, list[str]]:
    """Hands play a turn; the position before it, and its plies, with what may follow them by itself."""
    before, side, seq = game.game.text(), game.game.side, game.app.journal.seq
    while game.game.side == side and game.app.modes.letter() == ord("p"):
        game.own()
        game.run(2000)
        if game.app.journal.seq == seq:
            break
    return before, [line.split(" ")[-1] for line in records(game.board, seq)]


def records(board: FakeBoard, seq: int) -> list[str]:
    """Those after that one."""
    return [line for line in board.journal()[1:] if int(line.split(" ")[1]) > seq]


def put_back(folder: Path, spec: str, seed: int, cut: bool) -> tuple[bool, str, list[str]]:
    """A game of some turns, the last of which is put back, after a power cut or not: whether the position is that before it; what
    the position is, and what was recorded."""
    with fake_board(folder, seed) as board:
        game = sit_down(board, spec, (0, 0), seed)
        before = ""
        texts: list[str] = []
        for _ in range(random.Random(seed).randint(1, 12)):
            before, texts = turn(game)
        seq = game.app.journal.seq
        if game.app.modes.letter() != ord("p"):
            return False, "over", []
        if cut:
            game.power_cut()
        game.run(1500)
        assert game.app.modes.letter() == ord("p")
        for touch in backwards(before, texts):
            game.run(touch.wait_ms)
            game.set(touch.square, touch.closed)
        game.run(6500)
        found = [" ".join(line.split(" ")[:2] + line.split(" ")[3:]) for line in records(board, seq)]
        return game.game.text() == before, game.game.text(), found


@pytest.mark.parametrize("spec", usual_specs(secret=False))
def test_a_turn_is_put_back_as_without_a_power_cut(tmp_path: Path, spec: str) -> None:
    worked = 0
    for seed in range(SEEDS):
        without, cut = (put_back(tmp_path / f"{seed}{cut}", spec, seed, cut) for cut in (False, True))
        assert cut == without, seed
        worked += without[0]
    assert worked > SEEDS // 2


@pytest.mark.parametrize(
    ("spec", "texts"),
    [
        ("charing-cross", ["d8xf8", "@d8"]),  # a turn of two plies
        ("kings-crossing 7k/8/2Mm1m2/K7 w - - 0", ["c2xe2xg2"]),
        ("cross-eyed", ["f3-f4"]),
        ("card-chess 1[jk]1[ktQt]2/3[qq]1j/6/2QK2/4K1/TJ2JT b bbbrrbrbrrrb -", ["f5-e6"]),
    ],
)
def test_the_last_turn_is_put_back_after_a_power_cut(
    micropython: object, tmp_path: Path, spec: str, texts: list[str]
) -> None:
    """On the board's real firmware: and then it is played once more."""
    game = game_at(spec) if " " in spec else new_game(spec)
    before = game.text()
    plies = [(game.ply_text(ply), ply_touches(game, ply)) for ply in played(game, texts)]
    with SimulatedBoard("pico-cross" if game.name == "cross-eyed" else "pico-8x8", tmp_path) as board:
        under = places(board.profile, game.name)
        pc = Pc(board)
        pc.until(lambda: pc.mode() != "")
        pc.link.send("N", before)
        pc.until(lambda: pc.mode() == "g" and any(before in m.payload for m in pc.heard if m.kind == "G"))
        board.set_squares(
            {under[square] for square, value in enumerate(game_at(before).board) if value and value != HOLE}
        )
        pc.until(lambda: pc.mode() == "p")
        touches = [touch for _, made in plies for touch in made]

        def perform(touches: list[Touch], records: int) -> None:
            for touch in touches:
                pc.pass_ms(touch.wait_ms)
                board.set_square(under[touch.square], touch.closed)
            pc.until(lambda: len(pc.records) == records)

        count = len(plies)
        perform(touches, count)
        pc.power_cut()
        pc.until(lambda: pc.mode() == "p")
        perform(backwards(before, texts), 2 * count)
        perform(touches, 3 * count)
        kinds = [pc.records[seq].split(" ")[2] for seq in sorted(pc.records)]
        assert kinds == [*texts, *["1"] * count, *texts]
        pc.link.close()


def played(game: Game, texts: list[str]) -> Iterator[int]:
    """These plies, the game being before each of them when it is given."""
    for text in texts:
        ply = game.parse_ply(text)
        yield ply
        game.push(ply)
