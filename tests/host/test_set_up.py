"""Positions that players set up: what is written besides pieces and side is made to fit; refusals are in players' words."""

from __future__ import annotations

import pytest

from crossboard.games.rules import RulesError, game_names, new_game, specs
from crossboard.games.set_up import field_names, read_any, set_up

# What was set up, what that means, why one can't play from there; what the row protects.
SET_UP = [
    ("chess rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1",
     "chess rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1", "", "a right that has lost its rook"),
    ("chess 4k3/8/8/8/8/8/8/4K2R w KQkq e3 0 0", "chess 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "", "four fields at once"),
    ("chess rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w KQkq - 0 1",
     "chess rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w KQkq - 0 1", "no white king", "pieces are never changed"),
    ("chess 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "chess 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
     "White can't be next: it could capture the king", "a side by its name"),
    ("kings-crossing MM4mk/MM4mm/MM4mm/KM4mm w 3 - 0", "kings-crossing MM4mk/MM4mm/MM4mm/KM4mm w - - 0", "",
     "a count whose king has gone"),
    ("card-chess:progressive tjkkjt/2qq2/6/6/2QQ2/TJKKJT w rbrbrbbrbrbr KKQQJJTTkkqqjjtt",
     "card-chess:progressive tjkkjt/2qq2/6/6/2QQ2/TJKKJT w rbrbrbbrbrbr -", "", "cards in hand that lie on the board"),
    ("draughts 8/8/8/8/8/1M6/m7/8 w", "draughts 8/8/8/8/8/1M6/m7/8 w", "a piece on b3, a light square", "a reason of the game"),
    ("draughts 8/8/8/8/8/8/8/M7 b", "draughts 8/8/8/8/8/8/8/M7 b",
     "the game is over there: Black wins (1-0): the other side has no piece that can move", "a game that is over"),
    ("chess 8/8 w", "chess 8/8 w", "castling: missing; the text has 3 of 7 fields", "a text that is cut off"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "meant", "problem"), [row[:3] for row in SET_UP], ids=[row[3] for row in SET_UP])
def test_what_is_set_up(text: str, meant: str, problem: str) -> None:
    found = set_up(text)
    assert (found.text, found.problem) == (meant, problem)


@pytest.mark.parametrize("spec", specs())
def test_every_start_can_be_played_from_and_each_field_has_its_name(spec: str) -> None:
    text = new_game(spec, 1).text()
    found = set_up(read_any(spec, spec))
    assert (found.text, found.problem) == (text, "")
    names = field_names(spec)
    assert len({*names}) == len(names) == len(text.split(" ")) and all(names)


def test_texts_of_a_games_own_world_are_read_and_written() -> None:
    fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
    assert read_any(f" {fen}\n", "chess:960") == f"chess:960 {fen}"
    assert set_up(f"chess {fen}").foreign == fen
    assert read_any("B:W21,22,K30:B1,2", "draughts") == "draughts 5k2/8/5m1m/8/8/8/8/4M1M1 w"
    assert read_any("draughts 8/8/8/8/8/8/8/M7 w", "chess") == "draughts 8/8/8/8/8/8/8/M7 w"
    assert set_up(read_any("rnbqkbnr/8/8/8/8/8/8/8 w kq - 0 1", "chess")).problem == "no white king"
    assert [set_up(read_any(name, name)).foreign != "" for name in game_names()].count(True) == 2
    for wrong in ("rubbish", "9:W1", ""):
        with pytest.raises(RulesError):
            read_any(wrong, "draughts")
