"""Card Chess position texts: what is refused, with field and place, and what is not."""

from __future__ import annotations

import random

import pytest

from shared_rules.card_chess.game import CardChess
from shared_rules.errors import PositionError
from shared_rules.games import NAMES, game_at, new_game
from tests.support.card_chess_positions import START
from tests.support.rules_checks import check_refusal, mangled, state

GOOD = [
    START,
    "card-chess:plain tjkkjt/2qq2/6/6/2QQ2/TJKKJT w ............ -",
    "card-chess:plain [kJ]4k/1q1j2/6/5T/4Q1/K4K w ............ -",
    "card-chess 3k2/2[qkqQ]2[tjJQt]/1j4/2[JK]3/6/2[KT]2T w rbrbrbbrbrbr -",
    "card-chess:plain [kkqqjjttKKQQJJTT]5/6/6/6/6/6 b ............ -",
    "card-chess:plain 6/6/6/6/6/6 w ............ -",
    "card-chess:progressive 6/6/6/6/6/6 b rrrrrrbbbbbb KKQQJJTTkkqqjjtt",
    "card-chess:progressive 1k1q1k/j2tj1/6/6/1T1KKT/JQQ3 b rbrbrbbrbrbr Jqt",
    "card-chess:progressive tjkkj1/2qq2/6/6/2QQ2/TJKKJT b rbrbrbbrbrbr t",
    "card-chess:plain+progressive 6/6/6/6/6/KK4 b ............ QQ",
    "card-chess:plain+progressive 6/6/6/6/6/K5 b ............ k",
    "card-chess:plain+progressive k5/6/6/6/6/K5 w ............ k",
    "card-chess:plain [kJ]2[kQ]2/6/6/6/6/KK4 b ............ -",
]


@pytest.mark.parametrize("text", GOOD)
def test_a_position_has_one_text(text: str):
    assert game_at(text).text() == text


def wrong(field: str, place: int, head: str = "", **fields: str) -> tuple[str, str, int]:
    """START with some fields replaced, and what the error has to say."""
    names = {"placement": "tjkkjt/2qq2/6/6/2QQ2/TJKKJT", "side": "w", "terrain": "rbrbrbbrbrbr", "hand": "-"}
    return " ".join([head or "card-chess", *{**names, **fields}.values()]), field, place


BAD = [
    # The game and its variant
    wrong("game", 0, "cardchess"),
    wrong("game", 12, "card-chess:"),
    wrong("game", 12, "card-chess:simple"),
    wrong("game", 12, "card-chess:progressive+plain", terrain="............"),
    # Fields missing, empty or too many
    ("card-chess", "placement", 0),
    ("card-chess 6/6/6/6/6/6 w rbrbrbbrbrbr", "hand", 0),
    (START + " -", "last", 0),
    (START + " ", "last", 0),
    (START.replace(" w ", "  "), "side", 0),
    # The placement
    wrong("placement", 28, placement="tjkkjt/2qq2/6/6/2QQ2/TJKKJ1T"),
    wrong("placement", 26, placement="tjkkjt/2qq2/6/6/2QQ2/TJKKJ"),
    wrong("placement", 10, placement="6/6/6/6/6/"),
    wrong("placement", 9, placement="6/6/6/6/6"),
    wrong("placement", 12, placement="6/6/6/6/6/6/6"),
    wrong("placement", 2, placement="5/6/6/6/6/6"),
    wrong("placement", 1, placement="7/6/6/6/6/6"),
    wrong("placement", 1, placement="0k5/6/6/6/6/6"),
    wrong("placement", 2, placement="33/6/6/6/6/6"),
    wrong("placement", 2, placement="k6/6/6/6/6/6"),
    wrong("placement", 1, placement="x5/6/6/6/6/6"),
    wrong("placement", 1, placement="*5/6/6/6/6/6"),
    wrong("placement", 1, placement="²4/6/6/6/6/6"),
    wrong("placement", 4, placement="kk3k/6/6/6/6/6"),
    wrong("placement", 3, placement="[k]5/6/6/6/6/6"),
    wrong("placement", 2, placement="[]5/6/6/6/6/6"),
    wrong("placement", 1, placement="]6/6/6/6/6/6"),
    wrong("placement", 2, placement="[[kq]]5/6/6/6/6/6"),
    wrong("placement", 3, placement="[k1q]4/6/6/6/6/6"),
    wrong("placement", 4, placement="[kq/6/6/6/6/6"),
    wrong("placement", 14, placement="6/6/6/6/6/5[kq"),
    wrong("placement", 0, placement="[kQ][kQ][Kq][Kq]2/6/6/6/6/6"),
    # The side
    wrong("side", 0, side="r"),
    wrong("side", 0, side="wb"),
    # The terrain
    wrong("terrain", 0, terrain="rbrbrbbrbrb"),
    wrong("terrain", 0, terrain="rbrbrbbrbrbrb"),
    wrong("terrain", 0, terrain="rbrbrbbrbrbb"),
    wrong("terrain", 3, terrain="rb.brbbrbrbr"),
    wrong("terrain", 1, terrain="............"),
    wrong("terrain", 12, terrain="rbrbrbbrbrbR"),
    wrong("terrain", 1, "card-chess:plain"),
    wrong("terrain", 0, "card-chess:plain", terrain="..........."),
    # The hand
    wrong("hand", 0, hand="T", placement="tjkkjt/2qq2/6/6/2QQ2/TJKKJ1"),
    wrong("hand", 1, "card-chess:progressive", hand="T"),
    wrong("hand", 1, "card-chess:progressive", hand="x", placement="6/6/6/6/6/6"),
    wrong("hand", 2, "card-chess:progressive", hand="K-", placement="6/6/6/6/6/6"),
    wrong("hand", 2, "card-chess:progressive", hand="QK", placement="6/6/6/6/6/6"),
    wrong("hand", 2, "card-chess:progressive", hand="kK", placement="6/6/6/6/6/6"),
    wrong("hand", 3, "card-chess:progressive", hand="KKK", placement="6/6/6/6/6/6"),
    wrong("hand", 2, "card-chess:progressive", hand="KK", placement="6/6/6/6/6/K5"),
    # Cards in hand: nothing has moved, the players have placed in turn
    wrong("hand", 0, "card-chess:progressive", hand="K", placement="6/6/6/K5/6/6"),
    wrong("hand", 0, "card-chess:progressive", hand="K", placement="6/6/6/6/6/k5"),
    wrong("hand", 0, "card-chess:progressive", hand="k", placement="6/6/6/6/6/[KQ]5"),
    wrong("side", 0, "card-chess:progressive", hand="QQkkqq", placement="6/6/6/6/6/KK4"),
    wrong("side", 0, "card-chess:progressive", hand="QQkkqq", placement="6/6/6/6/6/KK4", side="b"),
    wrong("side", 0, "card-chess:progressive", hand="QQkqq", placement="k5/6/6/6/6/KK4"),
    wrong("side", 0, "card-chess:progressive", hand="QQ", placement="k5/6/6/6/6/6", side="b"),
    wrong("side", 0, "card-chess:progressive", hand="KK", placement="kk4/6/6/6/6/6"),
]


@pytest.mark.parametrize(("text", "field", "place"), BAD)
def test_a_bad_text_is_refused_with_field_and_place(text: str, field: str, place: int):
    game = CardChess()
    before = state(game)
    with pytest.raises(PositionError) as refused:
        game.set_text(text)
    assert (refused.value.field, refused.value.place) == (field, place)
    assert field == "game" or str(refused.value).startswith(f"{field} field")
    assert state(game) == before


def test_armies_may_be_incomplete_and_then_placing_is_uneven():
    for side in "wb":
        assert game_at(f"card-chess:progressive 6/6/6/6/6/KQ4 {side} rbrbrbbrbrbr TT").text().split()[2] == side
    game_at("card-chess:progressive kk4/6/6/6/6/KKQ3 b rbrbrbbrbrbr TT")
    game_at("card-chess:progressive kk4/6/6/6/6/KKQ3 w rbrbrbbrbrbr TT")


def test_there_is_no_other_variant():
    with pytest.raises(PositionError):
        CardChess("alternate")
    with pytest.raises(PositionError):
        new_game("card-chess:")
    assert CardChess.name in NAMES and type(new_game("card-chess:plain")) is CardChess


@pytest.mark.parametrize("seed", [-1, 65536])
def test_a_seed_is_a_16_bit_number(seed: int):
    with pytest.raises(PositionError, match=f"seed {seed} is not a number from 0 to 65535"):
        CardChess("", 16, seed)


def test_mangled_texts_are_refused_or_read_as_what_they_say():
    rng = random.Random(1)
    game = CardChess()
    taken = sum(
        check_refusal(game, mangled(rng.choice(GOOD), "KQJTkqjt[]/123456789 0-.rbw*²\u0665x", rng)) for _ in range(6000)
    )
    assert 100 < taken < 3000
