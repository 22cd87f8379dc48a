"""Chess as others write it: python-chess reads what is exported, and its own records, with all that is in them, are imported."""

from __future__ import annotations

import io
import json
import random
import re
import sys
from pathlib import Path
from typing import Any

import chess
import chess.engine
import chess.pgn
import pytest

from crossboard import cli
from crossboard.analysis.command import report
from crossboard.errors import CrossboardError
from crossboard.games.branch import Branch
from crossboard.games.evals import Eval
from crossboard.games.formats import line_notation, read_start
from crossboard.games.gestures import read_gesture
from crossboard.games.reasons import end_word
from crossboard.games.record import Comment, Record, RecordTurn, write_record
from crossboard.games.rules import RESULTS, Game, game_at, legal_plies, read_game
from crossboard.games.words import plural
from crossboard.library import Library, StoredEval
from crossboard.library.record_reader import read_records
from crossboard.web.study import attempt, game_study
from shared_rules.chess.codes import WHY_CHECK, WHY_NO_CASTLING
from shared_rules.chess.formats import ChessFormats
from shared_rules.chess.game import Chess
from shared_rules.codes import WHY_BLOCKED, WHY_FINE, WHY_OWN_PIECE
from shared_rules.errors import IllegalPlyError, RulesError

FORMATS = ChessFormats()
MIDDLE = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 5 9"
ENDING = "8/P3k3/8/8/8/8/4K2p/8 w - - 0 60"
STARTS = ["", "960", MIDDLE, ENDING, "960"]


@pytest.fixture(autouse=True)
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CROSSBOARD_LIBRARY", str(tmp_path / "library.db"))


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = cli.main(words)
    got = capsys.readouterr()
    return status, got.out, got.err


def at(fen: str, spec: str = "chess") -> Game:
    return game_at(FORMATS.read_position(spec, fen))


def random_record(number: int) -> tuple[Record, list[str]]:
    """A game by chance, and its plies as UCI has them."""
    dice = random.Random(number)
    start = STARTS[number % len(STARTS)]
    game: Any = Chess(start, 256, dice.randrange(960)) if len(start) < 4 else at(start)
    record = Record(game.text(), {"White": f"W{number}"})
    uci: list[str] = []
    for _ in range(dice.randrange(2, 90)):
        plies = legal_plies(game)
        if not plies:
            break
        ply = dice.choice([ply for ply in plies if ply > 0xFFFF] or plies if dice.random() < 0.5 else plies)
        uci.append(game.ply_text(ply))
        record.turns.append(RecordTurn(game.side, uci[-1], (ply,)))
        game.push(ply)
    record.result, record.termination = RESULTS[game.result], end_word(game, game.reason)
    return record, uci


def test_python_chess_reads_every_game_back_move_for_move(capsys: pytest.CaptureFixture[str]):
    """From a file to the library, and out of it again."""
    games = [random_record(number) for number in range(120)]
    Path("in.pgn").write_text("\n".join(write_record(record) for record, _ in games))
    status, out, err = run(capsys, "import", "in.pgn")
    assert (status, err) == (0, ""), out[-500:]
    status, text, _ = run(capsys, "export", "all")
    assert status == 0
    stream = io.StringIO(text)
    found: dict[str, chess.pgn.Game] = {}
    while game := chess.pgn.read_game(stream):
        assert not game.errors
        found[game.headers["White"]] = game
    assert len(found) == len(games)
    for record, uci in games:
        game = found[record.tags["White"]]
        read: list[str] = []
        board = game.board()
        assert board.fen() == record.start.partition(" ")[2]
        assert board.chess960 == record.start.startswith("chess:960")
        for move in game.mainline_moves():
            read.append(board.uci(move))
            board.push(move)
        assert read == uci
        assert game.headers["Result"] == record.result
        assert ("FEN" in game.headers) == (record.start != Chess(record.spec.partition(":")[2]).text())
        assert game.headers.get("Variant", "") == ("Chess960" if board.chess960 else "")


WORDS = [
    "a good idea",
    "?",
    "[%clk 0:03:00]",
    "Naïve (so they say)",
    "see [%csl Ge4] and $5",
    "1. e4 is better",
    "50 %",
]
TAGS = {
    "Event": "A small one",
    "Site": "Nowhere else",
    "Date": "2026.03.09",
    "Round": "1.2",
    "WhiteElo": "1500",
    "ECO": "C20",
}


def annotated(number: int) -> chess.pgn.Game:
    """A game by chance with comments, NAGs and variations in variations."""
    dice = random.Random(number)
    game = chess.pgn.Game({**TAGS, "White": f"W{number}", "Black": "B\u00f6b"})
    if number % 4 == 1:
        game.setup(MIDDLE)
    elif number % 4 == 3:
        game.setup(chess.Board.from_chess960_pos(dice.randrange(960)))
    if dice.random() < 0.3:
        game.comment = dice.choice(WORDS)
    grow(game, dice, dice.randrange(1, 26), 0)
    board = game.end().board()
    game.headers["Result"] = board.result() if board.is_game_over() else dice.choice(RESULTS)
    return game


def grow(node: chess.pgn.GameNode, dice: random.Random, plies: int, depth: int) -> None:
    for _ in range(plies):
        moves = list(node.board().legal_moves)
        if not moves:
            return
        dice.shuffle(moves)
        following = node.add_main_variation(moves[0])
        if dice.random() < 0.15:
            following.comment = dice.choice(WORDS)
        if dice.random() < 0.1:
            following.nags.add(dice.randrange(1, 140))
        if dice.random() < 0.08 and depth < 2 and len(moves) > 1:
            other = node.add_variation(moves[1])
            grow(other, dice, dice.randrange(4), depth + 1)
        node = following


def told(game: chess.pgn.Game) -> tuple[Any, ...]:
    """All of it but for the tags that Crossboard adds."""
    tags = {name: value for name, value in game.headers.items() if name not in ("Termination", "Board")}
    exporter = chess.pgn.StringExporter(headers=False, columns=None)
    return tags, game.board().fen(), " ".join(game.accept(exporter).split())


def test_a_thousand_records_of_python_chess_are_imported_unchanged(capsys: pytest.CaptureFixture[str]):
    games = [annotated(number) for number in range(1000)]
    Path("in.pgn").write_text("\n\n".join(map(str, games)))
    status, out, err = run(capsys, "import", "in.pgn")
    assert (status, err) == (0, ""), out[-500:]
    status, text, _ = run(capsys, "export", "all")
    stream = io.StringIO(text)
    found: dict[str, chess.pgn.Game] = {}
    while game := chess.pgn.read_game(stream):
        assert not game.errors
        found[game.headers["White"]] = game
    for game in games:
        assert told(found[game.headers["White"]]) == told(game)


READ = [  # what people and programs write
    (chess.STARTING_FEN, "e2e4", "e4 e2e4 e2-e4 Pe4 e4! e2e4+ e4?!"),
    (chess.STARTING_FEN, "g1f3", "Nf3 Ngf3 N1f3 Ng1f3 Ng1-f3 g1f3 Nxf3 Nf3# nf3 ng1f3"),
    ("4k3/8/8/8/1P6/8/B7/4K3 w - - 0 1", "a2b1", "Bb1 bb1 bab1"),
    ("4k3/8/8/2p5/1P6/B7/8/4K3 w - - 0 1", "b4c5", "bxc5 bc5 b4c5"),
    ("4k3/8/8/8/1P6/8/B7/4K3 w - - 0 1", "b4b5", "b5 bb5 b4b5"),
    ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5 ed5 ed e4xd5 e4d5 exd5+ e:d5".replace(" ed ", " ")),
    ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", "dxe3 dxe3e.p. d4xe3 de3ep"),
    ("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", "exd8=N exd8N ed8N exd8(N) e7d8n exd8/N exd8=n"),
    (
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "e1g1",
        "O-O 0-0 o-o O-O+ e1g1 Ke1g1 Ke1-g1 e1h1".replace(" Ke1g1 Ke1-g1", ""),
    ),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "O-O-O 0-0-0 e1c1 e1-c1 e1a1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1f1", "Kf1 Ke1f1 e1f1"),
    ("4k3/8/8/8/8/8/8/1N3N1K w - - 0 1", "b1d2", "Nbd2 Nb1d2 b1d2"),
]


@pytest.mark.parametrize(("fen", "uci", "text"), [(fen, uci, text) for fen, uci, s in READ for text in s.split()])
def test_moves_are_read_as_they_are_written_anywhere(fen: str, uci: str, text: str):
    game = at(fen)
    assert game.ply_text(FORMATS.read_ply(game, text)) == uci


def test_castling_is_read_in_either_way_from_engines():
    game = at("4k3/8/8/8/8/8/8/6KR w K - 0 1", "chess:960")
    assert [game.ply_text(FORMATS.read_ply(game, text)) for text in ("O-O", "g1h1")] == ["g1h1"] * 2
    game = at("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "chess:960")
    assert {FORMATS.read_engine_ply(game, text) for text in ("e1g1", "e1h1")} == {game.parse_ply("e1h1")}


def test_a_castling_of_chess960_says_what_is_in_its_way():
    for fen, text, why in (
        ("4k3/8/8/8/8/8/8/5RKR w K - 0 1", "O-O", WHY_BLOCKED),
        ("4k3/8/8/8/8/8/8/5RKR w K - 0 1", "g1h1", WHY_BLOCKED),
        ("4kr2/8/8/8/8/8/8/6KR w K - 0 1", "O-O", WHY_FINE),
        ("4k1r1/8/8/8/8/8/8/6KR w K - 0 1", "O-O", WHY_CHECK),
        ("4k3/8/8/8/8/8/8/6KR w - - 0 1", "O-O", WHY_NO_CASTLING),
        ("4k3/8/8/8/8/8/8/6KR w - - 0 1", "g1h1", WHY_OWN_PIECE),
    ):
        game = at(fen, "chess:960")
        if why == WHY_FINE:
            assert FORMATS.read_ply(game, text) == game.parse_ply("g1h1")
            continue
        with pytest.raises(IllegalPlyError) as refused:
            FORMATS.read_ply(game, text)
        assert refused.value.why == why, (fen, text)


BAD = [
    ("1. e4 e5 2. Nf6 Nc6 *", "turn 2. Nf6: not legal, no piece of this kind moves like that", 2),
    ("1. e4 e5 2. Bxf7 *", "turn 2. Bxf7: not legal, no piece of this kind moves like that", 2),
    ("1. e4 e5 2. Bxc4 Ke7 3. Bf1 Kd6 4. Qxd7 *", "turn 4. Qxd7: not legal, something stands in the way", 6),
    ("1. e4 e5 2. Ng9 *", "turn 2. Ng9: 'Ng9' is not a move of chess; moves look like e4, Nf3, exd5, O-O, e8=Q", 2),
    ("1. e4 e5 2. O-O *", "turn 2. O-O: not legal, something stands in the way", 2),
    (
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. O-O *",
        "O-O: not legal, king or rook has moved: no castling there",
        8,
    ),
    ("1. b4 e5 2. bxc3 *", "turn 2. bxc3: not legal, the piece may not go in that direction", 2),
    ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. bxc6 *", "turn 4. bxc6: not legal, no piece of this kind moves like that", 6),
    ("1. b4 e5 2. Ba3 c6 3. b5 c5 4. bb5 *", "turn 4. bb5: not legal, a piece of the same side", 6),
    ("1. Nf3 e6 2. Na3 e5 3. Nb5 e4 4. Nd4 *", "turn 4. Nd4: 'Nd4' may be Nbd4 or Nfd4", 6),
]


@pytest.mark.parametrize(("moves", "problem", "kept"), BAD)
def test_what_is_before_a_bad_move_is_kept(capsys: pytest.CaptureFixture[str], moves: str, problem: str, kept: int):
    Path("in.pgn").write_text(f'[Event "a"]\n[White "x"]\n\n{moves}\n')
    status, _, err = run(capsys, "import", "in.pgn")
    assert status == 2
    assert err.startswith("crossboard: in.pgn:4: game 1, ") and problem in err and err.count("\n") == 1
    (record,) = read_records(Path("in.pgn").read_text())
    assert len(record.turns) == kept


REFUSED = [
    (
        '[FEN "rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]',
        "placement field, character 35: more than eight",
    ),
    ('[FEN "8/8/8/8 w"]', "castling field: missing"),
    ('[FEN "4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1"]', "side field: 'w' can't be next"),
    ('[Variant "Atomic"]', "no game is called 'Atomic'"),
    (
        '[GameType "20"]',
        "GameType 20 is international draughts; only English draughts are played here, and for them it is 21",
    ),
    ('[GameType "25,W,8,8,A0,0"]', "GameType 25 is Russian draughts; only"),
    ('[GameType "checkers"]', "GameType 'checkers' is unknown; only"),
    ('[GameType "1"]', "neither Variant, FEN nor GameType says which game it is"),
]


@pytest.mark.parametrize(("tag", "problem"), REFUSED)
def test_a_record_of_another_game_or_an_impossible_position_is_refused(
    capsys: pytest.CaptureFixture[str], tag: str, problem: str
):
    Path("in.pgn").write_text(f'[Event "good"]\n\n1. e4 *\n\n[Event "a"]\n{tag}\n\n1. e4 *\n')
    status, out, err = run(capsys, "import", "in.pgn")
    assert (status, err.count("\n")) == (2, 1)
    assert problem in err and "in.pgn:" in err and "1 stored" in out


STANDARD = ["", "Standard", "chess", "From Position", "normal"]


@pytest.mark.parametrize(
    ("tags", "spec"),
    [({"Variant": word}, "chess") for word in STANDARD]
    + [({"Variant": word}, "chess:960") for word in ("Chess960", "chess 960", "Fischerandom", "FischerRandom")]
    + [
        ({"Variant": "Atomic"}, ""),
        ({"GameType": "21"}, ""),
        ({"FEN": "W:WK32:BK1."}, ""),
        ({"Variant": "kings-crossing"}, ""),
    ],
)
def test_tags_say_which_game_it_is(tags: dict[str, str], spec: str):
    assert FORMATS.spec(tags) == spec


AFTER_THE_END = [
    (
        "",
        "Nf3 Nf6 Ng1 Ng8 " * 4 + "e4 e5 1-0",
        "turn 9. e4: the game was over before, Draw (1/2-1/2): the position has occurred five times; the rest is kept as a",
        ("1/2-1/2", "fivefold-repetition", 16, "played on: e4 e5 1-0"),
    ),
    (
        '[FEN "4k3/8/8/8/8/8/5n2/4K3 w - - 0 1"]\n',
        "Kxf2 Ke7 1/2-1/2",
        "turn 1. Kxf2: the game was over before, Draw (1/2-1/2): neither side can checkmate any more; the rest is kept",
        ("1/2-1/2", "dead-position", 0, "played on: Kxf2 Ke7 1/2-1/2"),
    ),
    (
        '[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 149 90"]\n',
        "Ra2 Ke7 Ra3 *",
        "turn 1... Ke7: the game was over before, Draw (1/2-1/2): ",
        ("1/2-1/2", "seventy-five-moves", 1, "played on: Ke7 Ra3 *"),
    ),
]


@pytest.mark.parametrize(("tag", "moves", "problem", "kept"), AFTER_THE_END)
def test_what_was_played_after_the_end_by_the_rules_is_told_and_kept_as_a_comment(
    capsys: pytest.CaptureFixture[str], tag: str, moves: str, problem: str, kept: tuple[str, str, int, str]
):
    text = f'[Event "a"]\n{tag}\n{moves}\n'
    Path("in.pgn").write_text(text)
    status, out, err = run(capsys, "import", "in.pgn")
    assert status == 2 and problem in err and out.startswith("game 1: stored as 1 ")
    Path("back.pgn").write_text(run(capsys, "export", "1")[1])
    (record,) = read_records(Path("back.pgn").read_text())
    (note,) = record.turns[-1].notes if record.turns else record.prelude
    assert isinstance(note, Comment) and not record.problem
    assert (record.result, record.termination, len(record.turns), note.text) == kept
    assert run(capsys, "import", "back.pgn")[:2] == (0, f"game 1: already there as 1 ({plural(kept[2], 'turn')})\n")


def test_fens_of_other_programs():
    over = at("4k3/8/8/8/8/8/8/R3K3 w - - 160 90")
    assert over.text() == "chess 4k3/8/8/8/8/8/8/R3K3 w - - 150 90" and over.result == 3
    with pytest.raises(RulesError, match="halfmove clock field: '-1' is not a number from 0 to 150"):
        at("4k3/8/8/8/8/8/8/R3K3 w - - -1 90")
    for text in ("4k3/8/8/8/8/8/8/R3K2R w HA -", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0", "4k3/8/8/8/8/8/8/R3K2R w QK - 0 0"):
        assert at(text).text() == "chess 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
    with pytest.raises(RulesError, match="castling field: missing"):
        FORMATS.read_position("chess", "4k3/8/8/8/8/8/8/4K3 w")


def test_comments_stay_with_their_turns():
    (record,) = read_records("1. e4 {best by test} e5 e.p. $1 (1... c5 {Sicilian}) 2. Nf3 *")
    assert [turn.text for turn in record.turns] == ["e2e4", "e7e5", "g1f3"]
    assert isinstance(note := record.turns[0].notes[0], Comment) and note.text == "best by test"


# Engines

CALL = [sys.executable, "-m", "crossboard", "engine"]


@pytest.mark.parametrize("number", [None, 0, 356])
def test_python_chess_plays_against_the_engine(number: int | None):
    """Chess, and Chess960, which begins with castling at once in the last."""
    board = chess.Board() if number is None else chess.Board.from_chess960_pos(number)
    dice = random.Random(number)
    with chess.engine.SimpleEngine.popen_uci(CALL, timeout=120) as engine:
        assert "UCI_Chess960" in engine.options
        while len(board.move_stack) < 40 and not board.is_game_over():
            if len(board.move_stack) % 2 == 0:
                move = engine.play(board, chess.engine.Limit(nodes=300), game=number).move
                assert move in board.legal_moves
            else:
                castles = [move for move in board.legal_moves if board.is_castling(move)]
                move = dice.choice(castles or list(board.legal_moves))
            board.push(move)
        board.pop()
        assert engine.analyse(board, chess.engine.Limit(depth=2))["pv"][0] in board.legal_moves


def test_the_engine_castles_where_the_king_stays():
    board = chess.Board("4k3/8/8/8/8/8/PPPPPP1P/6KR w K - 0 1", chess960=True)
    castling = board.parse_uci("g1h1")
    with chess.engine.SimpleEngine.popen_uci(CALL, timeout=120) as engine:
        assert engine.play(board, chess.engine.Limit(depth=2), root_moves=[castling]).move == castling
        board.push(castling)
        assert engine.play(board, chess.engine.Limit(depth=2)).move in board.legal_moves


def test_the_record_of_a_game_ends_as_chess_programs_have_it():
    game: Any = Chess()
    record = Record(game.text())
    for san in ["f3", "e5", "g4", "Qh4"]:
        ply = FORMATS.read_ply(game, san)
        record.turns.append(RecordTurn(game.side, game.ply_text(ply), (ply,)))
        game.push(ply)
    record.result = RESULTS[game.result]
    text = write_record(record)
    assert "1. f3 e5 2. g4 Qh4# 0-1" in text and "FEN" not in text and "Variant" not in text


# What players type and read

TYPED = [
    ("chess", "e2e4", "e4 e2-e4 e2–e4 e2e4! e4!? e2xe4 e4+"),
    ("chess", "g1f3", "Nf3 Ng1f3 Ng1-f3 g1-f3 Nf3#"),
    ("chess r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O o-o 0-0 O–O 0−0! e1-g1 e1g1"),
    ("chess r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "O-O-O o-o-o 0–0–0"),
    ("chess 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5 e4xd5 e4×d5 ed5 e4-d5 exd5?"),
    ("chess 8/P3k3/8/8/8/8/4K2p/8 w - - 0 60", "a7a8n", "a8=N a8N a7a8n a7-a8=N a7-a8n! a8(N)"),
]


@pytest.mark.parametrize(
    ("start", "ours", "text"), [(start, ours, text) for start, ours, s in TYPED for text in s.split()]
)
def test_players_type_what_they_write(start: str, ours: str, text: str):
    """In the terminal, in a variation, and in what a page asks for."""
    game = read_game(start)
    assert read_gesture(game, [text]).plies == [ours]
    branch = Branch(game.text())
    branch.play(text)
    assert branch.tried == [line_notation(game.text(), [ours])[0]]
    assert attempt(game.text(), [text])["position"] == branch.game.text()


PAWN = "chess 8/P3k3/8/8/8/8/4K2p/8 w - - 0 60"
PIECES = "a8=Q.* a8=R.* a8=B.* a8=N"


@pytest.mark.parametrize(
    ("start", "typed", "words"),
    [
        (PAWN, "a7a8", PIECES),
        (PAWN, "a7-a8", PIECES),
        (PAWN, "a8", PIECES),
        ("chess", "e9", "moves look like e4, Nf3"),
        ("chess", "11-15", "moves look like e4, Nf3"),
        ("chess", "O-O", "something stands in the way"),
        ("chess", "e2-e5", "no piece of this kind moves like that"),
        ("chess 4k3/8/8/8/8/8/8/1N3N1K w - - 0 1", "Nd2", "'Nd2' may be Nbd2 or Nfd2"),
    ],
)
def test_what_is_typed_wrong_is_told_in_the_notation(start: str, typed: str, words: str):
    position = read_game(start).text()
    for refuse in (lambda: read_gesture(game_at(position), [typed]), lambda: attempt(position, [typed])):
        with pytest.raises(CrossboardError, match=words):
            refuse()


GAME = """[Event "a"]
[White "Ada"]
[Black "Bob"]

1. e4 d5 2. exd5 Qxd5 3. Nf3 Bg4 4. Be2 Nf6 5. O-O $2 e6 1-0
"""


def test_a_game_is_shown_as_its_players_write_it(capsys: pytest.CaptureFixture[str]):
    Path("in.pgn").write_text(GAME)
    assert run(capsys, "import", "in.pgn")[0] == 0
    for words in (["show", "1"], ["replay", "1"], ["replay", "in.pgn"]):
        _, out, _ = run(capsys, *words)
        assert [line.split()[-2:] for line in out.splitlines() if "..." in line or ". " in line][:5] == [
            ["1.", "e4"], ["1...", "d5"], ["2.", "exd5"], ["2...", "Qxd5"], ["3.", "Nf3"]
        ]  # fmt: skip
    assert "after turn 9: 5. O-O" in run(capsys, "replay", "1", "--turn", "9")[1]
    assert ">5. O-O<" in run(capsys, "export", "1", "--format", "svg", "--at", "9")[1]
    (told,) = json.loads(run(capsys, "export", "1", "--format", "json")[1])["games"]
    assert [(turn["text"], turn["notation"]) for turn in told["turns"]][8] == ("e1g1", "O-O")
    with Library(Path("library.db")) as library:
        studied = game_study(library, 1)
        assert [turn["text"] for turn in studied["turns"]][7:] == ["Nf6", "O-O", "e6"]
        assert [step["words"] for step in studied["steps"]][-3:-1] == ["O-O", "e6"]


def test_what_was_better_is_written_in_the_notation_and_read_back(capsys: pytest.CaptureFixture[str]):
    Path("in.pgn").write_text(GAME)
    run(capsys, "import", "in.pgn")
    with Library(Path("library.db")) as library:
        seqs = [event.seq for event in library.events(1) if event.kind == "ply"]
        evals = [StoredEval(seqs[3], Eval(300), ("b1c3", "d5d8")), StoredEval(seqs[4], Eval(-300))]
        library.keep_analysis(1, evals)
        (line,) = (line.strip() for line in report(library, 1) if re.match(r" *3\. ", line))
        assert re.sub(" +", " ", line).startswith("3. Nf3??") and line.endswith("blunder; better: 3. Nc3 Qd8")
        assert [one["ply"] for one in game_study(library, 1)["analysis"][4]["line"]] == ["Nc3", "Qd8"]
    _, text, _ = run(capsys, "export", "1")
    assert "(3. Nc3 Qd8)" in text
    game = chess.pgn.read_game(io.StringIO(text))
    assert game and not game.errors
    Path("out.pgn").write_text(text)
    status, _, err = run(capsys, "import", "out.pgn", "--library", "other.db")
    assert (status, err) == (0, "")
    with Library(Path("other.db")) as library:
        assert library.analysis(1)[seqs[3]].line == ("b1c3", "d5d8")
        assert [note.kind for note in library.notes(1)] == ["nag"]


KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize(
    ("given", "start"),
    [
        (KIWIPETE, f"chess {KIWIPETE}"),
        (f"chess {KIWIPETE}", f"chess {KIWIPETE}"),
        (KIWIPETE.removesuffix(" 0 1"), f"chess {KIWIPETE}"),
        ("chess:960", "chess:960"),
    ],
)
def test_a_position_needs_no_name_of_its_game(given: str, start: str):
    assert read_start(given) == start
    if " " in start:
        assert attempt(given, ["O-O"]) == attempt(start, ["e1g1"])


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (KIWIPETE.replace(" w ", " x "), "that is not a position of chess: side field: 'x' is neither 'w' nor 'b'"),
        (KIWIPETE.replace("/R3K2R", "/R3K3"), "that is not a position of chess: castling field, character 1"),
        ("foo bar", "no game is called 'foo'; the games are"),
        ("foo", "no game is called 'foo'; the games are"),
    ],
)
def test_what_is_no_position_is_told_in_one_line(capsys: pytest.CaptureFixture[str], given: str, words: str):
    status, _, err = run(capsys, "play", given, "--board", "sim")
    assert (status, err.count("\n")) == (2, 1) and err.startswith(f"crossboard: {words}")


DASHES = """[Event "a"]
[White "A"]
[Result "1/2"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O–O Nf6 5. d3 0-0 1/2
[Event "a"]
[White "B"]
[Result "1–0"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0–0 Nf6 5. d3 O-O 1–0"""


def test_dashes_of_word_processors_and_zeros_are_read():
    first, second = read_records(DASHES)
    assert [first.problem, second.problem, first.result, second.result] == ["", "", "1/2-1/2", "1-0"]
    assert [turn.text for turn in first.turns] == [turn.text for turn in second.turns]
    assert [turn.text for turn in first.turns[6::3]] == ["e1g1", "e8g8"]
