"""Chess against the laws and against python-chess: positions as text, plies, refusals, ends, castling, published counts."""

from __future__ import annotations

import random
from array import array
from typing import Any

import chess
import pytest

from crossboard import compiled
from shared_rules import codes
from shared_rules.chess.codes import (
    END_CHECKMATE,
    END_DEAD,
    END_FIFTY,
    END_FIVEFOLD,
    END_SEVENTY_FIVE,
    END_THREEFOLD,
    WHYS,
)
from shared_rules.chess.game import Chess
from shared_rules.chess.reading import back_row, usual_text
from shared_rules.codes import ARRIVE, DRAWN, END_STALEMATE, LEAVE, NOWHERE, PLACED, SWAP, TAKEN
from shared_rules.errors import IllegalPlyError, PlyError, PositionError
from shared_rules.games import game_at
from tests.support.perft_data import counts, game_of
from tests.support.rules_checks import footprint, legal, play, state, texts, walked

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
WHY = dict((*codes.WHYS, *WHYS))


def at(fen: str, variant: str = "") -> Chess:
    """The game at a FEN."""
    return game_at(usual_text(f"chess{':' if variant else ''}{variant} {fen}"))


def square(name: str) -> int:
    return chess.parse_square(name) if name else NOWHERE


# Published counts

SPECIAL = [  # none of which comes to a dead position, where we stop
    ("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1134888),  # en passant would open the row to the king
    ("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1274206),  # rooks captured at home
    ("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1720476),  # squares on the way attacked
    ("8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23527),  # double check
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15833292),
]
DEEP = [(text, len(found), found[-1]) for text, found in counts().items() if game_of(text) == "chess"]
DEEP += [(f"chess {fen}", depth, number) for fen, depth, number in SPECIAL]


@pytest.mark.skipif(not compiled.is_built(), reason="not built: make compiled")
@pytest.mark.parametrize(("text", "depth", "number"), DEEP)
def test_perft_is_as_published(text: str, depth: int, number: int):
    rules = compiled.load()
    game = rules.game_at(text)
    assert rules.count(game, depth, array("i", [0] * (depth * game.max_plies)), 0) == number
    assert game.text() == text


# Against python-chess


def same(game: Chess, board: chess.Board) -> None:
    """Both say the same of one position."""
    assert texts(game) == ({board.uci(move) for move in board.legal_moves} if not game.result else set())
    assert game.text().partition(" ")[2] == board.fen()
    ended = (
        END_CHECKMATE if board.is_checkmate()
        else END_STALEMATE if board.is_stalemate()
        else END_SEVENTY_FIVE if board.is_seventyfive_moves()
        else END_FIVEFOLD if board.is_fivefold_repetition()
        else END_DEAD if board.is_insufficient_material()
        else 0
    )  # fmt: skip
    assert game.reason == ended, game.text()
    assert game.result == (0 if not ended else DRAWN if ended != END_CHECKMATE else 1 + board.turn)
    claim = 0 if ended else END_THREEFOLD if board.is_repetition(3) else END_FIFTY if board.is_fifty_moves() else 0
    assert game.claim() == claim, game.text()


def random_game(dice: random.Random, game: Chess, board: chess.Board, most: int) -> int:
    """Play on in both at random, captures and pawns rather than other plies; returns how many positions they compared."""
    for count in range(1, most + 1):
        same(game, board)
        plies = sorted(legal(game))
        if not plies:
            return count
        ply = dice.choice([ply for ply in plies if ply > 0xFFFF] or plies if dice.random() < 0.4 else plies)
        board.push_uci(game.ply_text(ply))
        game.push(ply)
        if dice.random() < 0.1:
            game.pop()
            board.pop()
    return most


@pytest.mark.parametrize("variant", ["", "960"])
@pytest.mark.parametrize("seed", range(5))
def test_random_games_are_those_of_python_chess(variant: str, seed: int):
    dice = random.Random(f"{variant} {seed}")
    left = 1000
    while left > 0:
        number = dice.randrange(1, 960)
        board = chess.Board.from_chess960_pos(number) if variant else chess.Board()
        left -= random_game(dice, Chess(variant, 256, number), board, min(left, 250))


def few_pieces(dice: random.Random, variant: str) -> str:
    """The FEN of kings and some other pieces anywhere; half of the time kings and rooks stand at home and may castle."""
    board = chess.Board(None, chess960=bool(variant))
    free = dice.sample(range(64), 64)
    rows = ([0, 4, 7], [56, 60, 63])
    if dice.random() < 0.5:
        rows = (dice.sample(free, 1), dice.sample(free, 1))
    elif variant:
        rows = (sorted(dice.sample(range(8), 3)), sorted(dice.sample(range(56, 64), 3)))
    for own, row in zip((True, False), rows, strict=True):
        for i, place in enumerate(row):
            king = len(row) == 1 or i == 1
            board.set_piece_at(place, chess.Piece(chess.KING if king else chess.ROOK, own))
            if not king and dice.random() < 0.8:
                board.castling_rights |= chess.BB_SQUARES[place]
    for letter in dice.choices("QRBBBNPPqrbbbnpp", k=dice.randrange(6)):
        place = next(
            place for place in free if not board.piece_at(place) and (letter not in "Pp" or 0 < place // 8 < 7)
        )
        board.set_piece_at(place, chess.Piece.from_symbol(letter))
    board.turn = dice.random() < 0.5
    return board.fen()


@pytest.mark.parametrize("variant", ["", "960"])
def test_positions_of_few_pieces_are_those_of_python_chess(variant: str):
    dice = random.Random(variant)
    met: set[int] = set()
    left = 4000
    while left > 0:
        fen = few_pieces(dice, variant)
        board = chess.Board(fen, chess960=bool(variant))
        if not board.is_valid():
            if board.status() == chess.STATUS_OPPOSITE_CHECK:
                with pytest.raises(PositionError, match="capture the king"):
                    at(fen, variant)
            continue
        game = at(fen, variant)
        met.add(game.reason)
        left -= random_game(dice, game, board, 8)
        met.add(game.reason)
    assert met >= {0, END_CHECKMATE, END_DEAD}


def test_the_960_start_positions_have_scharnagls_numbers():
    rows = [back_row(number) for number in range(960)]
    assert len(set(rows)) == 960
    for number, row in enumerate(rows):
        assert chess.Board.from_chess960_pos(number).fen().partition("/")[0] == row.lower()


def test_a_seed_is_the_number_of_a_start_position():
    assert Chess("960", 8, 1).text().startswith("chess:960 bqnbnrkr/")
    assert Chess("960", 8, 961).text() == Chess("960", 8, 1).text()
    assert Chess("960", 8, 0).text() == Chess("960").text() == f"chess:960 {START}"
    assert Chess("", 8, 7).text() == f"chess {START}"


# Positions as text

READ_OTHERWISE = [
    ("", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "b KQkq - 0 1"),  # nobody can capture there
    ("", "8/8/8/8/k2pP2Q/8/8/4K3 b - e3 0 1", "b - - 0 1"),  # nor here: the row would be open to the king
    ("", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "b - e3 0 1"),
    ("", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 3 9", "w KQkq - 3 9"),
    ("", "r3k2r/8/8/8/8/8/8/R3K2R w qkQ - 3 9", "w Qkq - 3 9"),
    ("960", "4k3/8/8/8/8/8/8/1R2KR1R w F - 0 1", "w F - 0 1"),
    ("960", "4k3/8/8/8/8/8/8/1R2KR1R w HB - 0 1", "w KQ - 0 1"),
    ("960", "1rkr4/8/8/8/8/8/8/1R1K1R1R w Bfd - 0 1", None),
    ("960", "1rkr4/8/8/8/8/8/8/1R1K1R1R w BFdb - 0 1", "w FQkq - 0 1"),
]


@pytest.mark.parametrize(("variant", "fen", "written"), READ_OTHERWISE)
def test_what_other_programs_write_is_read_and_written_in_one_way(variant: str, fen: str, written: str | None):
    if written is None:
        with pytest.raises(PositionError, match=r"castling field, character 2: 'f'"):
            at(fen, variant)
        return
    text = at(fen, variant).text()
    if written != fen.partition(" ")[2]:
        with pytest.raises(PositionError, match="is written|no pawn may capture"):
            game_at(f"chess{':' if variant else ''}{variant} {fen}")
    assert text.split(" ", 2)[2] == written
    assert game_at(text).text() == text


BAD = [
    ("rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "placement", 35, "more than eight white pawns"),
    ("rnbqkbnr/pppppppp/8/p7/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "placement", 21, "more than eight black pawns"),
    ("rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", "placement", 0, "no black king"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w - - 0 1", "placement", 0, "no white king"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1", "placement", 40, "more than one white king"),
    ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "placement", 4, "a pawn can't stand on row 8"),
    ("4k3/8/8/8/8/8/8/4K1p1 w - - 0 1", "placement", 20, "a pawn can't stand on row 1"),
    ("rnbqkbnr/pppppppp/8/8/8/Q7/PPPPPPPP/RNBQKBNR w - - 0 1", "placement", 0, "1 white pieces more than at the start"),
    ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", "placement", 19, "row 1"),
    ("4k3/8/8/8/8/8/8/4K4 w - - 0 1", "placement", 19, "row 1"),
    ("4k3/8/8/8/8/8/8/4K2X w - - 0 1", "placement", 20, "X"),
    ("4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1", "side", 0, "'w' can't be next: it could capture the king"),
    ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side", 0, "neither"),
    ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "castling", 1, "king and rook do not stand so"),
    ("4k3/8/8/8/8/8/8/3K3R w K - 0 1", "castling", 1, "king and rook do not stand so"),
    ("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", "castling", 1, "king and rook do not stand so"),
    ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling", 2, "twice"),
    ("4k3/8/8/8/8/8/8/4K2R w KH - 0 1", "castling", 2, "twice"),
    ("4k3/8/8/8/8/8/8/4K2R w x - 0 1", "castling", 1, "none of KQkq"),
    ("4k3/8/8/8/8/8/8/4K2R w K e3 0 1", "en passant", 2, "passes over row 6"),
    ("4k3/8/8/8/8/8/8/4K3 b - e3 0 1", "en passant", 0, "no pawn has just gone from e2 to e4"),
    ("4k3/8/8/8/4P3/4n3/8/4K3 b - e3 0 1", "en passant", 0, "no pawn has just gone from e2 to e4"),
    ("4k3/8/8/8/4P3/8/4P3/4K3 b - e3 0 1", "en passant", 0, "no pawn has just gone from e2 to e4"),
    ("4k3/8/8/8/4P3/8/8/4K3 b - e9 0 1", "en passant", 0, "'e9' is not a square"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 151 1", "halfmove clock", 0, "from 0 to 150"),
    ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove clock", 0, "from 0 to 150"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "move number", 0, "counted from 1"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0", "move number", 0, "missing"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 1", "last", 0, "one field too many"),
]


@pytest.mark.parametrize(("fen", "field", "place", "words"), BAD)
def test_a_bad_fen_is_refused_with_field_and_place(fen: str, field: str, place: int, words: str):
    game = walked(f"chess {START}", 5, 12)
    before = state(game)
    with pytest.raises(PositionError) as refused:
        game.set_text(f"chess {fen}")
    assert (refused.value.field, refused.value.place) == (field, place)
    assert words in str(refused.value) and "\n" not in str(refused.value)
    assert state(game) == before


# Plies

EFFECTS = [
    ("", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", {"e2": LEAVE, "e4": ARRIVE}),
    ("", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", {"e4": LEAVE, "d5": SWAP}),
    ("", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", {"d4": LEAVE, "e3": ARRIVE, "e4": TAKEN}),
    ("", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", {"e7": LEAVE, "d8": SWAP}),
    ("", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", {"e1": LEAVE, "g1": ARRIVE, "h1": TAKEN, "f1": PLACED}),
    ("", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", {"e1": LEAVE, "c1": ARRIVE, "a1": TAKEN, "d1": PLACED}),
    ("960", "4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1", {"f1": SWAP, "g1": SWAP}),
    ("960", "4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1h1", {"f1": SWAP, "g1": ARRIVE, "h1": TAKEN}),
    ("960", "4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", "e1g1", {"e1": LEAVE, "g1": SWAP, "f1": PLACED}),
    ("960", "4k3/8/8/8/8/8/8/4KR2 w K - 0 1", "e1f1", {"e1": LEAVE, "g1": ARRIVE}),
    ("960", "4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1h1", {"h1": LEAVE, "f1": ARRIVE}),
    ("960", "4k3/8/8/8/8/8/8/5RK1 w Q - 0 1", "g1f1", {"g1": LEAVE, "c1": ARRIVE, "f1": TAKEN, "d1": PLACED}),
    ("960", "4k3/8/8/8/8/8/8/2KR4 w K - 0 1", "c1d1", {"c1": LEAVE, "g1": ARRIVE, "d1": TAKEN, "f1": PLACED}),
    ("960", "4k3/8/8/8/8/8/8/R1K5 w Q - 0 1", "c1a1", {"a1": LEAVE, "d1": ARRIVE}),
]  # fmt: skip


def movers(effects: dict[str, int]) -> list[tuple[int, int]]:
    """From where to where the ply moves a piece, as far as the effects say so."""
    places = {effect: square(name) for name, effect in effects.items()}
    pairs = ((LEAVE, ARRIVE), (TAKEN, PLACED))
    return [(places[frm], places[to]) for frm, to in pairs if {frm, to} <= set(places)]


@pytest.mark.parametrize(("variant", "fen", "text", "effects"), EFFECTS)
def test_a_ply_says_what_it_does_to_the_squares(variant: str, fen: str, text: str, effects: dict[str, int]):
    game = at(fen, variant)
    ply = game.parse_ply(text)
    assert footprint(game, ply) == {square(name): effect for name, effect in effects.items()}
    assert ply & 255 == square(next(iter(effects)))
    game.push(ply)
    assert game.ply_text(ply) == text  # a board writes it down when it has been played
    game.pop()
    assert list(footprint(game, ply)) == [square(name) for name in effects]
    assert all(game.why_not(frm, to) == 0 for frm, to in movers(effects))


def test_pieces_are_offered_as_queen_rook_bishop_knight():
    game = at("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1")
    found = [game.ply_text(ply) for ply in sorted(legal(game), key=game.rank) if ply & 255 == square("e7")]
    assert found == ["e7d8q", "e7d8r", "e7d8b", "e7d8n"]


@pytest.mark.parametrize(
    ("fen", "text"),
    [
        ("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1"),  # only the rook passes an attacked square
        ("r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1"),
    ],
)
def test_the_rook_may_pass_attacked_squares(fen: str, text: str):
    assert at(fen).parse_ply(text)


@pytest.mark.parametrize(
    "text", ["", "e2", "e2e", "e2-e4", "e2e9", "i2e4", "e7e8k", "e7e8Q", "e2e4e5", "O-O", "pass", "0000"]
)
def test_an_unreadable_ply_is_refused(text: str):
    with pytest.raises(PlyError) as refused:
        at(START).parse_ply(text)
    assert not isinstance(refused.value, IllegalPlyError)


BLACK = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"
WISHES = [
    (START, {"fine": "e2-e4 g1-f3", "no-piece": "e4-e5", "not-your-piece": "e7-e5", "blocked": "a1-a3 c1-e3",
             "own-piece": "a1-a2 e1-d1", "no-such-move": "e2-e5 g1-g3 b1-b1 e2-e2 e2-f2 a1- pass", "captures-only": "e2-d3",
             "nothing-to-place": "-e4"}),
    ("4k3/8/4p3/3pP3/4P3/8/8/4K3 w - d6 0 1", {"fine": "e5-d6 e4-d5", "never-captures": "e5-e6", "own-piece": "e4-e5",
                                                "captures-only": "e5-f6", "backward": "e5-e4 e5-d4", "no-such-move": "e5-e7"}),
    ("4k3/8/8/8/4n3/4P3/8/K7 w - - 0 1", {"never-captures": "e3-e4", "no-such-move": "e3-e5"}),
    ("4k3/8/8/8/8/4n3/4P3/K7 w - - 0 1", {"blocked": "e2-e4"}),
    ("4k3/4r3/8/8/8/4R3/8/r3K3 w - - 0 1", {"check": "e1-d1 e3-d3 e3-a3", "fine": "e1-d2 e1-f2"}),
    (BLACK, {"fine": "e8-g8 e8-c8"}),
    (BLACK.replace("KQkq", "Qk"), {"fine": "e8-g8", "no-castling": "e8-c8", "no-such-move": "e8-b8 e8-e6"}),
    ("r3k2r/8/8/8/8/8/4R3/4K3 b kq - 0 1", {"check": "e8-g8 e8-c8 a8-a7"}),
    ("rn2k2r/8/8/8/8/8/5R2/4K3 b kq - 0 1", {"check": "e8-g8", "blocked": "e8-c8"}),
    ("8/8/8/8/k2pP2Q/8/8/4K3 b - e3 0 1", {"captures-only": "d4-e3"}),
    ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", {"game-over": "h8-h7 h8-g7"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("fen", "wish", "why"),
    [(fen, wish, why) for fen, found in WISHES for why, s in found.items() for wish in s.split()],
)
def test_a_wish_is_refused_with_what_is_wrong_first(fen: str, wish: str, why: str):
    frm, _, to = wish.partition("-") if wish != "pass" else ("", "", "")
    assert WHY[at(fen).why_not(square(frm), square(to))] == why


def test_a_king_that_castling_leaves_where_it_is_makes_no_move_of_its_own():
    game = at("4k3/8/8/8/8/8/8/6KR w K - 0 1", "960")
    assert game.ply_text(game.parse_ply("g1h1")) and game.why_not(square("h1"), square("f1")) == 0
    assert WHY[game.why_not(square("g1"), square("g1"))] == "no-such-move"


# Ends

ENDED = [
    ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", 2, END_CHECKMATE),
    ("3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", 1, END_CHECKMATE),
    ("6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1", 1, END_CHECKMATE),
    ("3R2k1/5ppp/8/8/7b/8/8/6K1 b - - 0 1", 0, 0),  # a bishop comes in between
    ("5rk1/4R1Np/8/7N/8/8/8/6K1 b - - 0 1", 0, 0),
    ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", DRAWN, END_STALEMATE),
    ("k7/1p6/8/K7/8/8/8/1R5B b - - 0 1", 0, 0),
    ("8/8/8/8/8/p1k5/P7/K7 w - - 0 1", 0, 0),
    ("8/8/8/8/8/pk6/p7/K7 w - - 0 1", DRAWN, END_STALEMATE),
    ("8/8/8/8/k2pP2Q/p7/P7/K7 b - e3 0 1", 0, 0),
]


@pytest.mark.parametrize(("fen", "result", "reason"), ENDED)
def test_mate_and_stalemate(fen: str, result: int, reason: int):
    game = at(fen)
    assert (game.result, game.reason) == (result, reason)
    assert bool(legal(game)) == (not result)
    same(game, chess.Board(fen))


DEAD = ["4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4KB2", "4k3/8/8/8/8/8/8/4Kn2", "4kb2/8/8/8/8/8/8/2B1K3"]
ALIVE = ["4k3/8/8/8/8/8/8/4KP2".replace("KP2", "KR2"), "4k3/8/8/8/8/8/4P3/4K3", "4kb2/8/8/8/8/8/8/4KB2", "4k3/8/8/8/8/8/8/3NKN2",
         "4kn2/8/8/8/8/8/8/4KN2", "4kn2/8/8/8/8/8/8/4KB2"]  # fmt: skip


@pytest.mark.parametrize(("placement", "dead"), [(p, True) for p in DEAD] + [(p, False) for p in ALIVE])
def test_a_position_is_dead_where_nobody_can_mate(placement: str, dead: bool):
    game = at(f"{placement} w - - 0 1")
    assert game.reason == (END_DEAD if dead else 0)
    assert bool(legal(game)) != dead


def test_the_last_capture_or_promotion_makes_it_dead():
    for fen, line in (("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2"), ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8n")):
        game = play(at(fen), line)
        assert (game.result, game.reason) == (DRAWN, END_DEAD)
        game.pop()
        assert game.result == 0 and legal(game)


def test_after_seventy_five_moves_the_game_is_drawn_but_for_a_mate():
    game = play(at("7k/8/5K2/8/8/8/8/6Q1 w - - 148 200"), "g1a1 h8h7")
    assert (game.result, game.reason) == (DRAWN, END_SEVENTY_FIVE) and not legal(game)
    game = play(at("7k/8/5K2/8/8/8/8/6Q1 w - - 149 200"), "g1g7")
    assert (game.result, game.reason) == (1, END_CHECKMATE)


# The past

SHUFFLES = [  # in which few plies are a capture or a pawn's step
    ("", START),
    ("", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
    ("", "4k3/8/8/2p5/p1P1p2p/P3P2P/8/N3K1N1 w - - 0 1"),
    ("", "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 88 90"),
    ("", "4k3/8/8/8/1p1pp3/8/PPP5/K5R1 w - - 0 1"),
    ("960", "1r2kr2/8/8/8/8/8/8/1R2KR2 w BFbf - 0 1"),
]


@pytest.mark.parametrize("seed", range(12))
def test_repetitions_and_counts_are_those_of_python_chess(seed: int):
    """With plies taken back, and recalled by another object that knows only the position."""
    dice = random.Random(seed)
    variant, fen = SHUFFLES[seed % len(SHUFFLES)]
    game, board = at(fen, variant), chess.Board(fen, chess960=bool(variant))
    games = [game_at(game.text(), history) for history in (64, 1024)]
    met: set[int] = set()
    for _ in range(400):
        same(game, board)
        other = game_at(game.text(), 32)
        other.recall(game)
        for each in (*games, other):
            assert (each.claim(), each.reason, texts(each)) == (game.claim(), game.reason, texts(game))
        met |= {game.claim(), game.reason}
        plies = [ply for ply in legal(game) if ply < 0x10000] or legal(game)
        back = [
            ply
            for ply in plies
            if len(board.move_stack) > 1 and game.ply_text(ply)[2:] == board.move_stack[-2].uci()[:2]
        ]
        if not plies or dice.random() < 0.05:
            for _ in range(min(dice.randrange(1, 60), games[0].undoable)):
                board.pop()
                for each in (game, *games):
                    each.pop()
            continue
        if dice.random() < 0.1:
            plies = legal(game)
        ply = dice.choice(back if back and dice.random() < 0.7 else plies)
        board.push_uci(game.ply_text(ply))
        for each in (game, *games):
            each.push(ply)
    assert met & {END_THREEFOLD, END_FIFTY}


def test_a_position_set_up_has_no_past():
    game = play(at("4k3/8/8/8/8/8/8/R3K3 w - - 90 1"), "a1a2 e8e7 a2a1 e7e8 " * 2)
    assert (game.claim(), game_at(game.text()).claim()) == (END_THREEFOLD, 0)
    game = play(at("4k3/8/8/8/8/8/8/R3K3 w - - 99 1"), "a1a2")
    assert game.claim() == END_FIFTY
    game = play(at("7k/8/5K2/8/8/8/8/6Q1 w - - 99 200"), "g1g7")
    assert (game.claim(), game.reason) == (0, END_CHECKMATE)


def test_a_right_that_is_lost_makes_another_position():
    there_and_back = "b1a3 b8a6 a3b1 a6b8 "
    game = play(at(START), there_and_back * 2)
    assert game.claim() == END_THREEFOLD
    game = play(at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), "a1b1 a8b8 b1a1 b8a8 " * 2)
    assert game.claim() == 0
    # En passant counts only where the capture is legal.
    shuffle = " e8d8 e1d1 d8e8 d1e1" * 2
    assert play(at("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1"), "e2e4" + shuffle).claim() == 0
    assert play(at("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), "e2e4" + shuffle).claim() == END_THREEFOLD
    pinned = "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1"
    assert play(at(pinned), "e2e4" + " d8c8 e1f1 c8d8 f1e1" * 2).claim() == END_THREEFOLD


def test_the_position_with_the_most_plies_fits():
    game: Any = at("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")
    assert len(legal(game)) == 218 <= game.max_plies
