"""English draughts: counts and bounds, claims and the past that they look at, PDN."""

from __future__ import annotations

import io
import random
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from crossboard.cli import main
from crossboard.errors import CrossboardError
from crossboard.games.draw import draw_board
from crossboard.games.expected import expected_words, ply_words
from crossboard.games.formats import formats_of, read_start
from crossboard.games.gestures import read_gesture
from crossboard.games.marks import LIFTED, MOVE
from crossboard.games.reasons import end_word, refusal_words
from crossboard.games.record import Nag, write_record
from crossboard.games.set_up import set_up
from crossboard.library import Event
from crossboard.library.record_reader import read_record_file, read_records
from crossboard.library.timeline import event_words
from crossboard.opponent.engine import Engine
from crossboard.play.typed_hand import examples
from crossboard.recognize.explanation import Explained
from crossboard.recognize.plain_words import plain
from crossboard.render.scene import Label, View, scene
from crossboard.terminal.board import Seen, board_text
from shared_rules.codes import WHY_MUST_JUMP
from shared_rules.draughts.game import Draughts
from shared_rules.errors import IllegalPlyError, RulesError
from shared_rules.games import game_at, new_game
from tests.support.rules_checks import legal, play
from tests.support.stories import traced

KINGS = "draughts 7k/8/8/8/8/8/8/K7 w"
THERE_AND_BACK = "a1-b2 h8-g7 b2-a1 g7-h8"
PDN: Any = formats_of("draughts")


def at(text: str, history: int = 256) -> Any:
    return game_at(text, history)


def claim(game: Any) -> str:
    return end_word(game, game.claim())


def test_plies_are_offered_by_their_text():
    for text in ("draughts 8/m7/1m1m1m2/8/1m1m1m2/8/1m1m1m2/K7 w", "draughts 1k1k4/8/3k1k2/8/3K1K2/8/5K1K/8 w"):
        game = at(text)
        ranked = [game.ply_text(ply) for ply in sorted(legal(game), key=game.rank)]
        assert ranked == sorted(ranked) and len(ranked) > 5


# Bounds

PLACES = [(x, y) for x in range(4) for y in range(4) if (x + y) % 2 == 0]
CELLS = [(x, y) for x in range(3) for y in range(3)]


def ways(place: tuple[int, int]) -> list[tuple[int, tuple[int, int]]]:
    """Of a place where a king lands (every second row and column): the cells it can jump over, and where to."""
    found: list[tuple[int, tuple[int, int]]] = []
    for right, up in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
        to = place[0] + right, place[1] + up
        if to in PLACES:
            found.append((CELLS.index((min(place[0], to[0]), min(place[1], to[1]))), to))
    return found


@cache
def jumps(place: tuple[int, int], men: int, kings: frozenset[tuple[int, int]]) -> int:
    """How many jumps a king there has, `men` being a bit for each cell with an enemy, other kings standing in the way."""
    return sum(
        max(1, jumps(to, men & ~(1 << cell), kings)) for cell, to in ways(place) if men >> cell & 1 and to not in kings
    )


def most_jumps(men: int) -> tuple[int, int]:
    """The most jumps of one king, and of any number of kings on these eight squares."""
    one = every = 0
    for count in range(1, 4):  # the more kings, the more they are in one another's way; three come to the most
        for kings in combinations(PLACES, count):
            each = [jumps(king, men, frozenset(kings) - {king}) for king in kings]
            one, every = max(one, *each), max(every, sum(each))
    return one, every


def test_no_position_has_more_plies_than_the_bounds():
    """Kings land on four sets of eight squares; two sets each jump over the same nine, by one of a square's two diagonals."""
    most = [most_jumps(men) for men in range(512)]
    assert max(one for one, _ in most) == Draughts.max_plies_from
    each = [max(every for men, (_, every) in enumerate(most) if men.bit_count() <= n) for n in range(10)]
    assert max(2 * each[n] + 2 * each[min(9, 12 - n)] for n in range(3, 10)) <= Draughts.max_plies == 12 * 4


# Claims


def test_a_position_that_stands_for_the_third_time_may_be_claimed_by_whose_turn_it_is():
    game = at(KINGS)
    play(game, THERE_AND_BACK)
    assert claim(game) == ""
    play(game, "a1-b2 h8-g7 b2-a1")
    assert claim(game) == ""  # it stood so twice
    play(game, "g7-h8")
    assert claim(game) == "repetition" and game.result == 0
    game.pop()
    assert claim(game) == ""


def test_the_same_squares_with_the_other_side_to_move_are_another_position():
    game = at("draughts 8/8/5k1k/8/8/K7/8/8 w")
    play(game, "a3-b4 h6-g5 b4-a3 g5-h4 a3-b4 h4-g5 b4-a3 g5-h6")
    assert claim(game) == ""


def test_kings_that_change_places_make_the_same_position():
    game = at("draughts 7k/8/8/8/8/8/1K6/K1K5 w")
    play(game, "b2-c3 h8-g7 c1-b2 g7-h8")  # a1 b2 c3
    start = game.text()
    play(game, "c3-d4 h8-g7 b2-c3 g7-h8 c3-b2 h8-g7 d4-c3 g7-h8")
    assert game.text() == start
    play(game, "c3-d2 h8-g7 b2-c3 g7-h8 d2-c1 h8-g7 c1-b2 g7-h8")  # the two have changed places
    assert game.text() == start and claim(game) == "repetition"


@pytest.mark.parametrize(
    ("ply", "start"), [("c3-b4", "draughts 7k/8/8/8/8/2M5/8/K7 w"), ("c3xe5", "draughts 7k/8/8/8/3m4/2K5/8/K7 w")]
)
def test_forty_turns_of_each_side_without_a_man_or_a_capture_may_be_claimed(ply: str, start: str):
    game = at(start)
    play(game, ply)
    for count in range(80):
        assert claim(game) in ("", "repetition"), count
        play(game, ["h8-g7", "a1-b2", "g7-h8", "b2-a1"][count % 4])
    assert claim(game) == "forty-moves"
    game.pop()
    assert claim(game) != "forty-moves"


def test_the_past_is_kept_beyond_what_can_be_taken_back_and_comes_back_with_undo():
    game = at(KINGS, 4)
    play(game, f"{THERE_AND_BACK} {THERE_AND_BACK}")
    assert (claim(game), game.undoable) == ("repetition", 4)
    for _ in range(4):
        game.pop()
    assert (claim(game), game.undoable) == ("", 0)
    play(game, THERE_AND_BACK)
    assert claim(game) == "repetition"


@pytest.mark.parametrize("history", [1, 64, 1024])
def test_another_game_at_the_same_position_takes_the_past_over(history: int):
    game, other = at(KINGS), at(KINGS, history)
    for count in range(90):
        other.set_text(game.text())
        assert other.claim() == 0
        other.recall(game)
        assert other.claim() == game.claim(), count
        play(game, THERE_AND_BACK.split()[count % 4])


# PDN


def test_squares_are_numbered_from_blacks_right():
    game = at("draughts 1k6/8/8/8/8/8/8/M5K1 b")
    assert PDN.write_position(game) == "W:WK32:BK1,4"
    assert PDN.read_position("draughts", " w:bK1,4 : wk32. ".replace(" :", ":").replace(": ", ":")) == game.text()
    assert PDN.read_position("draughts", "B:W:B9") == "draughts 8/8/8/8/8/6M1/8/8 w"


@pytest.mark.parametrize(
    ("fen", "what"),
    [
        ("", "is not a position such as"),
        ("B:W1:W2", "is not a position such as"),
        ("X:W1:B2", "is not a position such as"),
        ("B:W33:B2", "'33' is not a square"),
        ("B:W0:B2", "'0' is not a square"),
        ("B:WKK3:B2", "'KK3' is not a square"),
        ("B:W3,3:B2", "two pieces on 3"),
        ("B:W4:B9", "a man on 4"),
        ("B:W21,22:B1,2,3,4,5,6,7,8,9,10,11,12,13", "13 pieces of Black"),
    ],
)
def test_a_fen_that_is_no_position_is_refused(fen: str, what: str):
    with pytest.raises(RulesError, match=what):
        PDN.read_position("draughts", fen)


def test_every_ply_of_random_games_is_written_and_read():
    rng = random.Random(8)
    for _ in range(12):
        game = Draughts()
        while (plies := legal(game)) and game.undoable < 150:
            assert [PDN.read_ply(game, PDN.write_ply(game, ply)) for ply in plies] == plies
            assert PDN.read_position("draughts", PDN.write_position(game)) == game.text()
            game.push(rng.choice(plies))


def test_a_jump_is_read_by_its_ends_where_these_mean_only_one():
    game = at(PDN.read_position("draughts", "B:W6,7,14,15:BK2,12"))
    assert sorted(PDN.write_ply(game, ply) for ply in legal(game)) == ["2x11x18x9x2", "2x9x18x11x2"]
    with pytest.raises(RulesError, match="'2x2' may be 2x11x18x9x2 or 2x9x18x11x2"):
        PDN.read_ply(game, "2x2")
    with pytest.raises(IllegalPlyError):
        PDN.read_ply(game, "2x18")  # it must go on
    game = at(PDN.read_position("draughts", "B:W7,15:BK2,12"))
    assert {PDN.write_ply(game, PDN.read_ply(game, text)) for text in ("2x18", "2-18")} == {"2x11x18"}
    for text in ("2-11", "2x11", "2", "2x", "2x11-18", "0-5", "33-1", "c3xe5", "2x11x18x"):
        with pytest.raises(RulesError):
            PDN.read_ply(game, text)


FILE = """\
[Event "Club night"]
[Black "Bea"]
[White "Will"]
[Result "1-0"]
[GameType "21"]

1. 11-15 23-19 {[%emt 0:00:04.0] a comment} 2. 8-11 22-17 (2... 26-23) 3. 11-16! 24-20* 4. 16x23 27x11 5. 7x16 20x11 1-0

[Event "A position"]
[Black "Bea"]
[White "Will"]
[Result "1/2-1/2"]
[FEN "W:WK32:BK1."]

1. 32-27 1-6 2. 27-32 6-1 3. 32-27 1-6 4. 27-32 6-1 1/2-1/2
"""


def test_a_pdn_file_is_read_and_written():
    first, second = read_records(FILE)
    assert [turn.notes for turn in first.turns[4:6]] == [[Nag(1)], [Nag(7)]], "a star: the only move"
    assert (first.problem, second.problem) == ("", "")
    assert (first.tags["White"], first.tags["Black"], first.result) == ("Bea", "Will", "1-0")  # the first side is Black
    assert [turn.text for turn in first.turns[:2]] == ["c3-d4", "d6-c5"] and first.turns[6].text == "b4xd6"
    assert (second.start, second.termination) == ("draughts 1k6/8/8/8/8/8/8/6K1 b", "repetition")
    text = write_record(first)
    assert '[Black "Bea"]\n' in text and '[GameType "21"]\n' in text and "FEN" not in text
    assert "1. 11-15 23-19" in text and "4. 16x23 27x18x11" in text
    again = write_record(read_records(text)[0])
    assert again == text
    assert '[SetUp "1"]\n[FEN "W:WK32:BK1"]\n' in write_record(second)


def test_a_pdn_file_is_imported_and_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    there, back = tmp_path / "there.pdn", tmp_path / "back.pdn"
    there.write_text(FILE, encoding="utf-8")
    library = ["--library", str(tmp_path / "library.db")]
    assert main(["import", str(there), *library]) == 0
    assert main(["games", *library]) == 0
    assert "Bea" in capsys.readouterr().out
    assert main(["export", "all", "-o", str(back), *library]) == 0
    assert [write_record(record) for record in read_records(back.read_text(encoding="utf-8"))] == [
        write_record(record) for record in read_records(FILE)
    ]


@pytest.mark.parametrize(
    ("tag", "ending", "result"),
    [
        ("", ".pgn", "1-0"),
        ("", ".pdn", "2-0"),
        ('[FEN ""]', ".pgn", "0-2"),
        ('[FEN "?"]\n[GameType ""]', ".pdn", "1-1"),
        ('[Result "2-0"]', ".pgn", ""),
    ],
)
def test_a_record_without_a_game_type_is_known_by_its_moves(tmp_path: Path, tag: str, ending: str, result: str):
    path = tmp_path / f"a{ending}"
    path.write_text(f'[Event "x"]\n{tag}\n\n1. 11-15 23-19 {result}\n', encoding="utf-8")
    (record,) = read_record_file(path)
    assert (record.problem, record.start, len(record.turns)) == ("", Draughts().text(), 2)
    assert record.result == {"0-2": "0-1", "1-1": "1/2-1/2"}.get(result, "1-0")
    assert '[GameType "21"]' in write_record(record)


def test_a_file_of_draughts_holds_no_chess_unless_it_says_so(tmp_path: Path):
    path = tmp_path / "a.pdn"
    path.write_text('[Event "x"]\n\n1. c3-d4 *\n\n[Event "y"]\n[Variant "Standard"]\n\n1. e4 *\n', encoding="utf-8")
    first, second = read_record_file(path)
    assert "'c3-d4' is not a ply of draughts" in first.problem
    assert (second.problem, second.spec) == ("", "chess")


@pytest.mark.parametrize(
    ("moves", "what"),
    [
        ("1. 11-15 23-19 2. 15-18 22x15 3. 8-12", "turn 3. 8-12: not legal"),
        ("1. 11-15 e6-e5", "is not a ply of draughts"),
        ("1. 11-16 24-20 2. 16-19 23-18", "not legal"),
    ],
)
def test_a_fault_in_a_pdn_file_is_told_and_what_is_before_it_kept(moves: str, what: str):
    (record,) = read_records(f'[Event "?"]\n[GameType "21,B,8,8,N1,0"]\n\n{moves} *\n')
    assert what in record.problem and "game 1" in record.problem and len(record.turns) >= 1


@pytest.mark.parametrize(
    ("fen", "typed", "ours"),
    [
        ("", "11-15", "c3-d4"),
        ("", "11x15", "c3-d4"),
        ("", "11–15!", "c3-d4"),
        ("", "c3-d4", "c3-d4"),
        ("B:W7,15:BK2,12", "2x18", "e1xc3xe5"),
        ("B:W7,15:BK2,12", "2-11-18", "e1xc3xe5"),
        ("B:W7,15:BK2,12", "2×11×18", "e1xc3xe5"),
    ],
)
def test_players_type_numbers_or_squares(fen: str, typed: str, ours: str):
    game = at(PDN.read_position("draughts", fen)) if fen else Draughts()
    assert read_gesture(game, [typed]).plies == [ours]


def test_players_lift_and_put_pieces_by_numbers_or_squares():
    lift, put = read_gesture(Draughts(), ["-11", "+d4"]).touches
    assert (lift.square, lift.closed, put.square, put.closed) == (18, False, 27, True)
    with pytest.raises(CrossboardError, match="'33' is not a square"):
        read_gesture(Draughts(), ["-33"])


@pytest.mark.parametrize(
    ("typed", "what"),
    [
        ("33-1", "'33-1' is not a ply of draughts; plies look like 11-15"),
        ("15-18", "no piece stands"),
        ("c3-d5", "no piece of this kind moves like that"),
        ("2x11", "the piece can jump on from there and must"),
    ],
)
def test_numbers_that_are_no_ply_are_refused_with_the_reason(typed: str, what: str):
    game = at(PDN.read_position("draughts", "B:W7,15:BK2,12")) if typed == "2x11" else Draughts()
    with pytest.raises(CrossboardError, match=what):
        read_gesture(game, [typed])


def test_a_file_is_shown_in_numbers(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "in.pdn").write_text(FILE, encoding="utf-8")
    assert main(["replay", str(tmp_path / "in.pdn")]) == 0
    said = capsys.readouterr().out
    turns = [line.split() for line in said.splitlines() if ". " in line]
    assert turns[0] == ["1.", "11-15"] and turns[7][-2:] == ["4...", "27x18x11"]


def test_whatever_people_are_told_has_the_numbers_of_the_squares():
    game = game_at("draughts 8/m7/1m1m1m2/8/1m1m1m2/8/1m1m1m2/K7 w")
    lifted = bytearray(64)
    lifted[0], lifted[18] = LIFTED, MOVE
    explained = traced(game.text(), "1000 -a1/1500 +c3/2000 -b2")
    told = {
        "duty": expected_words(game, bytes(64)),
        "hand": expected_words(game, bytes(lifted)),
        "ply": ply_words(game, "a1xc3xe5xg7"),
        "refusal": refusal_words(game, 0, 18, WHY_MUST_JUMP),
        "event": event_words(game, Event(1, "refused", "", origin="a1", target="c3", reason="must-jump")),
        "decision": " ".join(word for one in Explained(explained).decisions() for word in plain(one)),
        "example": examples(game)[0][0],
        "set up": set_up("draughts 8/8/8/8/8/8/8/m7 w").problem,
    }
    assert told == {
        "duty": "4 must jump: who can jump has to.",
        "hand": "Put it on 11, or back on 4.",
        "ply": "king 4 jumps to 11, then jumps to 18, then jumps to 25",
        "refusal": "4-11: a piece can jump, so the turn must be a jump",
        "event": "refused 4-11: a piece can jump, so the turn must be a jump",
        "decision": "No move explains how 4, 11 and 8 stand.",
        "example": "4x11x18x25, a1xc3xe5xg7",
        "set up": "a man on 4, where it would be a king",
    }


def test_a_board_is_drawn_with_the_numbers_of_its_squares():
    start = new_game("draughts").text()
    drawn = draw_board(start).plain.splitlines()
    assert drawn[0] == "32  .  m  .  m  .  m  .  m " and drawn[7].startswith(" 4  M ") and not drawn[8].strip()
    assert board_text(Seen(start), 3, 1).plain.split()[0] == "32"
    labels = [item.text for item in scene(View(start, plain=True)).items if isinstance(item, Label) and item.text]
    assert sorted(map(int, labels)) == list(range(1, 33))


def test_errors_name_the_squares_by_the_numbers_that_were_sent():
    out = io.StringIO()
    engine = Engine(out)
    engine.execute("setoption name UCI_Variant value draughts")
    for line in ("startpos moves 11-15 22-18 15-19", "fen B:W1,2:B30", "fen W:W5:BK29 moves 5-2"):
        engine.execute(f"position {line}")
    assert out.getvalue().splitlines() == [
        "info string error move 3: '15-19' is not legal in "
        "B:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15: "
        "a piece can jump, so the turn must be a jump",
        "info string error FEN field: a man on 30, where it would be a king",
        "info string error move 1: '5-2' is not legal in W:W5:BK29: no piece of this kind moves like that",
    ]


def test_a_fen_needs_no_name_of_its_game():
    assert read_start("W:W21-32:B1-12") == Draughts().text().replace(" w", " b")
    assert read_start("W:WK30-32:B1,2").split()[1].startswith("1k1k1k2/")
    assert read_start("W:WK32:BK1,4") == "draughts 1k6/8/8/8/8/8/8/M5K1 b"
    with pytest.raises(CrossboardError, match="that is not a position of draughts: FEN field: 'K33' is not a square"):
        read_start("W:WK33:BK1,4")


def test_a_record_is_asked_for_by_the_name_of_its_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "in.pdn").write_text(FILE, encoding="utf-8")
    library = ["--library", str(tmp_path / "library.db")]
    assert main(["import", str(tmp_path / "in.pdn"), *library]) == 0
    capsys.readouterr()
    for words in (["--format", "pdn"], ["--format", "pgn"]):
        assert main(["export", "1", *words, *library]) == 0
        assert "4. 16x23 27x18x11" in capsys.readouterr().out
