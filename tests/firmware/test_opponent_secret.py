"""The opponent where kings are secret: it thinks about what may be, and never looks at the king of the other side."""

from __future__ import annotations

import os
import random
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from crossboard.games.rules import legal_plies, new_game
from shared_rules.codes import NOWHERE
from shared_rules.kings_crossing.worlds import KingsCrossingWorlds as Worlds
from shared_rules.search.search import Search
from tests.support.firmware_on_pins import FakeBoard, fake_board
from tests.support.led_hands import LEADING, LedGame

SPEC = "kings-crossing:stealth"
VARIANTS = [SPEC, "kings-crossing:alternate+longer+backwards+stealth"]


class SecretGame:
    """A game with secret kings: `true` is it, `public` what everybody knows."""

    def __init__(self, spec: str, kings: tuple[int, int] | None, seed: int) -> None:
        self.true: Any = new_game(spec, 64)
        chance = random.Random(seed)
        for side in (0, 1):
            pieces = [square for square in range(32) if self.true.piece_side(square) == side]
            self.true.pick_king(side, kings[side] if kings else chance.choice(pieces))
        self.public: Any = new_game(spec, 64)
        self.public.set_text(self.true.public_text())
        self.search: Any = Search(new_game(spec, 64), 8, 2)
        self.worlds = Worlds(self.search)

    def look(self, side: int, most: int = 24, seed: int = 1) -> list[int]:
        """The squares where the other king may be, as it looks to `side`."""
        self.worlds.begin(self.public, side, self.true.king(side), most, seed)
        while not self.worlds.trace():
            pass
        return list(self.worlds._guesses[: self.worlds.count])

    def choose(self, side: int, nodes: int, seed: int) -> int:
        """The ply that `side` chooses, in at most six worlds of so many nodes."""
        for world in range(len(self.look(side, 6, seed))):
            self.worlds.suppose(world)
            self.search.begin(nodes=nodes)
            while not self.search.step(50):
                pass
            self.worlds.vote()
        return self.worlds.best

    def play(self, ply: int) -> None:
        """A public ply; a jump that takes the king ends with that."""
        self.true.push(self.true.legal_part(ply))
        self.public.push(ply)


@pytest.mark.parametrize("spec", VARIANTS)
def test_the_true_king_is_among_the_guesses_and_that_world_is_the_true_game(spec: str):
    chance = random.Random(spec)
    for seed in range(12):
        secret = SecretGame(spec, None, seed)
        while not secret.true.result and secret.true.undoable < 64:
            secret.play(chance.choice(legal_plies(secret.public)))
            for side in (0, 1):
                if secret.true.result:
                    break
                guesses = secret.look(side)
                king = secret.true.king(side ^ 1)
                assert king in guesses
                secret.worlds.suppose(guesses.index(king))
                assert secret.search.game.text() == secret.true.text()


def test_a_piece_that_would_have_won_is_no_king():
    """On the home square, or in the back row until the count is full."""
    secret = SecretGame(SPEC, None, 1)
    secret.true.set_text(f"{SPEC} 1m4M1/5M2/8/2K4k w - - 0")
    secret.public.set_text(f"{SPEC} 1m4M1/5M2/8/2M4m w - - 0")
    c1, h1, c2, h3 = 2, 7, 10, 23
    for text in ("g4-h4", "b4-a4", "f3-h3"):
        secret.play(secret.public.parse_ply(text))
    assert set(secret.look(1)) == {c1, h3}  # that on h4 would have won
    for turn in range(20):
        there, back = ("c1-c2", "c2-c1") if turn % 2 else ("a4-a3", "a3-a4")
        secret.play(secret.public.parse_ply(back if turn // 2 % 2 else there))
    assert set(secret.look(0)) == {h1}  # those in the back row would have won
    assert set(secret.look(1)) <= {c1, c2}


def test_the_choice_does_not_depend_on_the_hidden_king():
    for seed in range(4):
        plies: list[list[int]] = []
        for king in (22, 23, 14, 31):  # Black's, on g3, h3, g2, h4
            secret = SecretGame(SPEC, (8, king), 1)
            chance = random.Random(seed)
            chosen: list[int] = []
            while len(chosen) < 8 and not secret.true.result:
                if secret.public.side:
                    secret.play(chance.choice(legal_plies(secret.public)))
                else:
                    chosen.append(secret.choose(0, 60, seed))
                    secret.play(chosen[-1])
            plies.append(chosen)
        shortest = min(len(chosen) for chosen in plies)
        assert shortest > 1
        assert all(chosen[:shortest] == plies[0][:shortest] for chosen in plies)


def test_it_beats_chance():
    points = 0
    for seed in range(6):
        secret = SecretGame(SPEC, None, seed)
        chance = random.Random(seed)
        side = seed & 1
        while not secret.true.result and secret.true.undoable < 64:
            mine = secret.true.side == side
            secret.play(secret.choose(side, 80, seed) if mine else chance.choice(legal_plies(secret.public)))
        points += secret.true.result == side + 1
    assert points >= 5


def test_it_fits_on_a_board():
    search: Any = Search(new_game(SPEC, 64), 8, 2)
    parts = (search, search.evaluation, Worlds(search))
    arrays = [value for part in parts for value in vars(part).values() if isinstance(value, (array, bytearray))]
    sizes = [len(values) * (values.itemsize if isinstance(values, array) else 1) for values in arrays]
    assert sum(sizes) <= 24 << 10 and max(sizes) <= 8 << 10


# On a board


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeBoard]:
    """What it draws by chance is always the same."""
    monkeypatch.setattr(os, "urandom", lambda count: bytes(range(9, 9 + count)))
    with fake_board(tmp_path / "games") as found:
        yield found


def sit_down(board: FakeBoard, levels: tuple[int, int], king: int = NOWHERE, seed: int = 1) -> LedGame:
    """A game with secret kings; the player picks the piece on the square `king`."""
    game = LedGame(board, SPEC, random.Random(seed))
    game.seat(*levels)
    game.set_up()
    if all(levels):
        return game
    assert chr(game.app.modes.letter()) == "k"
    if king != NOWHERE:
        for closed in (False, True):
            game.set(king, closed)
            game.run(300)
    board.press("ok")
    game.run(700)
    assert chr(game.app.modes.letter()) == "p"
    return game


@pytest.mark.parametrize("levels", [(0, 2), (3, 0), (1, 2)], ids=["second", "first", "both"])
def test_a_game_by_the_lights_alone(board: FakeBoard, levels: tuple[int, int]) -> None:
    game = sit_down(board, levels)
    game.play(14)
    assert game.app.current.plies >= 14 or game.app.journal.over
    kinds = [line[0] for line in board.journal()]
    assert kinds.count("W") == 2 and not {"R", "U"} & set(kinds)


def test_power_is_cut_in_every_phase(board: FakeBoard) -> None:
    game = sit_down(board, (0, 2))
    game.play(8, cut=0.05)
    assert game.app.current.plies >= 8 or game.app.journal.over


def test_the_board_chooses_the_same_whichever_is_the_players_king(board: FakeBoard) -> None:
    chosen: list[list[str]] = []
    for king in (1, 9, 24):  # b1, b2, a4
        board.folder = board.folder.with_name(f"games{king}")
        board.folder.mkdir()
        game = sit_down(board, (0, 3), king)
        assert game.app.current.secret.kings[0] == king
        played: list[str] = []
        while len(played) < 4 and not game.app.journal.over:
            if game.game.side == 0:
                game.own()
            elif game.app.current.opponent.state == LEADING:
                played.append(game.game.ply_text(game.app.current.opponent.ply))
                while game.game.side and not game.app.journal.over:
                    game.follow()
            else:
                game.run(100)
        chosen.append(played)
    shortest = min(map(len, chosen))
    assert shortest > 1
    assert all(played[:shortest] == chosen[0][:shortest] for played in chosen)


def test_the_board_picks_for_itself_and_tells_nobody(board: FakeBoard) -> None:
    game = LedGame(board, SPEC, random.Random(1))
    game.set_up()
    assert chr(game.app.modes.letter()) == "k" and game.app.modes.mode.side == 0
    assert not game.app.link.commands().seat("0 4")  # while the first side picks
    assert game.app.modes.mode.side == 1
    board.press("ok")
    game.run(700)
    secret = game.app.current.secret
    assert game.game.piece_side(secret.kings[0]) == 0
    assert game.app.current.opponent.hint(game.app.loop.now) == "there are no hints where kings are secret"
    assert secret.kings[0] != NOWHERE and game.game.king(0) == NOWHERE


def test_a_pc_does_not_think_for_it(board: FakeBoard) -> None:
    game = sit_down(board, (2, 0))
    opponent = game.app.current.opponent
    while not opponent.state:
        game.run(5)
    opponent.promised(opponent.seq)
    opponent.answered(opponent.seq, "a1-c1 0")
    assert opponent.state == 1 and not opponent._answer
