"""Chess by hands: castling in any order, en passant, promotion, captures and adjusting, with pauses; and whole games."""

from __future__ import annotations

import random

import pytest

from crossboard.games.rules import footprint, game_at, legal_plies, new_game
from tests.recognition.test_recognizer_gestures import Story
from tests.recognition.test_two_pieces import lines
from tests.support.examiner import examine
from tests.support.led_plies import led
from tests.support.two_pieces import ways

CASTLE = "chess r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
BLACK = "chess r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 1"
PASSANT = "chess 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"
PROMOTE = "chess 3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1"
TAKE = "chess rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
EXCHANGE = "chess:960 4k3/8/8/8/8/8/8/5KR1 w K - 0 1"
STAYS = "chess:960 4k3/8/8/8/8/8/PPPPPPPP/6KR w K - 0 1"
ATTACKED = "chess 4kr2/8/8/8/8/8/8/4K2R w K - 0 1"
MOVED = "chess 4k3/8/8/8/8/8/8/4K2R w - - 0 1"
ASKED = "ask e7e8q e7e8r e7e8b e7e8n"

ROWS = [
    ("castling, the king first", CASTLE, "-e1 +g1 * -h1 +f1", "shown e1g1/ply e1g1"),
    ("castling, the rook first", CASTLE, "-h1 +f1 * -e1 +g1", "shown h1f1/ply h1f1/shown e1g1/takeback h1f1/ply e1g1"),
    ("castling, both in hand", CASTLE, "-e1 -h1 * +g1 +f1", "shown e1g1/ply e1g1"),
    ("castling, both in hand, the rook put down first", CASTLE, "-e1 -h1 +f1 * +g1", "shown e1g1/ply e1g1"),
    ("castling, the rook lifted first", CASTLE, "-h1 -e1 * +g1 +f1", "shown e1g1/ply e1g1"),
    ("castling long", BLACK, "-e8 +c8 * -a8 +d8", "shown e8c8/ply e8c8"),
    ("castling long, the rook first", BLACK, "-a8 +d8 * -e8 +c8", "shown a8d8/ply a8d8/shown e8c8/takeback a8d8/ply e8c8"),
    ("castling taken back before the rook has moved", CASTLE, "-e1 +g1 * -g1 +e1 *", ""),
    ("castling past an attacked square", ATTACKED, "-e1 +g1 -h1 +f1 *", "shown h1f1/refused e1 f1 check"),
    ("castling without the right", MOVED, "-h1 +f1 -e1 +g1 *", "shown h1f1/refused e1 g1 no-castling"),
    ("a rook next to its king is a ply", CASTLE, "-h1 +f1 * -e1 +e1 *", "shown h1f1/ply h1f1"),
    ("960: king and rook change places: or both are put straight", EXCHANGE, "-f1 -g1 * +g1 +f1", "ask f1g1"),
    ("960: the king stays", STAYS, "-h1 * +f1", "shown g1h1/ply g1h1"),
    ("en passant, the pawn taken first", PASSANT, "-d5 * -e5 +d6", "shown e5d6/ply e5d6"),
    ("en passant, the pawn taken last", PASSANT, "-e5 +d6 * -d5", "shown e5d6/ply e5d6"),
    ("en passant, taken while the pawn is in hand", PASSANT, "-e5 -d5 * +d6", "shown e5d6/ply e5d6"),
    ("a capture, the captured piece first", TAKE, "-d5 * -e4 +d5", "shown e4d5/ply e4d5"),
    ("a capture, the capturing piece first", TAKE, "-e4 -d5 * +d5", "shown e4d5/ply e4d5"),
    ("promotion, the pawn left there", PROMOTE, "-e7 +e8 *", ASKED),
    ("promotion, the pawn swapped for a piece", PROMOTE, "-e7 +e8 -e8 * +e8", ASKED),
    ("adjusting", TAKE, "-e4 * +e4 * -d1 +d1 *", ""),
    ("put down on a piece that it can't capture", TAKE, "-d1 -d7 +d7 *", "refused d1 d7 blocked"),
    ("the same, that piece lifted first", TAKE, "-c7 -b1 +c7 *", "refused b1 c7 no-such-move"),
    ("put on a piece of its own side, or that put straight", TAKE, "-d1 -a2 +a2 * +d1", ""),
]  # fmt: skip


@pytest.mark.parametrize("pause", [500, 1500, 3000])
@pytest.mark.parametrize(("what", "position", "touches", "expected"), ROWS, ids=[row[0] for row in ROWS])
def test_hands_play_chess(what: str, position: str, touches: str, expected: str, pause: int) -> None:
    told = Story(position, lines(touches, pause)).tell()
    assert told == [word for word in expected.split("/") if word], what


STARTS = [
    CASTLE,
    PASSANT,
    PROMOTE,
    TAKE,
    new_game("chess").text(),
    "chess:960 r1k3r1/pp4pp/8/8/8/8/PP4PP/R1K3R1 w KQkq - 0 1",
]


@pytest.mark.parametrize("seed", range(24))
def test_games_by_neutral_hands_are_read_as_played(seed: int) -> None:
    game = examine(game_at, STARTS[seed % len(STARTS)], seed, 12)
    assert game.outcome == "right", game.trace


@pytest.mark.parametrize("seed", range(4))
def test_lights_lead_through_castling(seed: int) -> None:
    ply = random.Random(seed).choice(legal_plies(game_at(CASTLE)))
    game = game_at(CASTLE)
    game.push(ply)
    replies = [reply for reply in legal_plies(game) if ways(footprint(game, reply))]
    led(CASTLE, ply, replies[seed % len(replies)], seed)
