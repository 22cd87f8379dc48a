"""What newcomers are told: what is expected of them, plies in words, the rules in pictures."""

from __future__ import annotations

import pytest

from crossboard.games.about import about
from crossboard.games.expected import draw_words, expected_words, ply_words, question_words
from crossboard.games.formats import square_notation
from crossboard.games.lessons import SPOTS, lessons
from crossboard.games.marks import CAPTURE, EXTRA, LIFTED, MISSING, MOVE, OFFER, PLACE, TAKE_OFF
from crossboard.games.rules import game_at, game_names, legal_plies, new_game, read_square, specs
from crossboard.games.words import listed
from crossboard.render.lesson import lesson_picture
from crossboard.render.scene import Sprite, View, scene
from crossboard.web.sections import first_plies

DUE = "charing-cross 3RR3/8/8/Nr5n/7n/8/8/4r3 w Nw"
JUMP = "kings-crossing 3m3k/2m5/2M5/K6m w - - 0"
PAWN = "cross-eyed ****3K****/****4****/****4****/***6***/k11/12/10P1/k11/***6***/****4****/****4****/****K3**** w"


def expected(position: str, hands: bool = True, **marks: str) -> str:
    game = game_at(position)
    codes = {
        "lifted": LIFTED,
        "move": MOVE,
        "capture": CAPTURE,
        "place": PLACE,
        "off": TAKE_OFF,
        "lost": MISSING,
        "astray": EXTRA,
        "offered": OFFER,
    }
    found = bytearray(game.columns * game.rows)
    for name, squares in marks.items():
        for square in squares.split():
            found[read_square(game, square)] = codes[name]
    return expected_words(game, bytes(found), hands)


def test_a_jumped_piece_is_taken_off_and_comes_home() -> None:
    game = new_game("charing-cross")
    for text in ("d8xf8",):
        game.push(game.parse_ply(text))
    assert expected_words(game, bytes(64)) == "White: put the jumped rook on d8 or e8."
    start = new_game("charing-cross").text()
    assert expected(start, off="e8") == "White: take the jumped rook off e8, then put it on d8 or e8."
    assert expected(DUE, off="b4", place="a4") == "White: take the jumped knight off b4, then put it on a4."
    assert expected(DUE, place="a4") == "White: put the jumped knight on a4."


def test_a_duty_to_jump_names_the_piece() -> None:
    assert expected(JUMP) == "c2 must jump: who can jump has to."
    assert expected(JUMP, offered="a1 b1") == "", "the lights ask whether a new game is meant"
    assert expected(new_game("kings-crossing").text()) == ""
    assert expected("card-chess:plain 2k3/6/6/6/6/2K3 w ............ -") == ""


def test_what_is_in_the_hand_and_what_stands_wrong_is_told() -> None:
    start = new_game("charing-cross").text()
    assert expected(start, lifted="a4", move="b3 b4", capture="a6") == "Put it on a6, b3 or b4, or back on a4."
    assert expected(start, hands=False, lifted="a4", move="b3 b4") == ""
    assert expected(start, lost="a4", astray="c6") == "Take the piece off c6; put the knight back on a4."
    assert expected(start, astray="c6 d6") == "Take the pieces off c6 and d6."
    assert expected(JUMP, off="c3") == "Take the captured piece off c3."
    assert expected("charing-cross 3R4/8/8/N6n/N6n/8/8/R3r3 b -") == ""


def test_a_piece_that_cannot_move_is_to_be_put_back() -> None:
    start = new_game("cross-eyed").text()
    assert expected(start, lifted="f2") == "The piece of f2 can't move now: put it back."
    assert expected(start, hands=False, lifted="f2") == ""
    jumper = expected(JUMP)
    assert jumper.endswith("must jump: who can jump has to.")
    assert expected(JUMP, lifted="a1") == f"The piece of a1 can't move now: put it back. {jumper}"
    assert expected(start, lifted="f3") == "", "with the lights of legal moves switched off"


def test_lists_of_squares() -> None:
    assert [listed(list(names)) for names in ("", "a", "ab", "abc", "abcdef")] == [
        "",
        "a",
        "a or b",
        "a, b or c",
        "a, b, c, d or 2 more",
    ]


@pytest.mark.parametrize(
    ("position", "text", "words"),
    [
        (new_game("charing-cross").text(), "a4-b5", "knight a4 to b5"),
        (new_game("charing-cross").text(), "d8xf8", "rook d8 jumps to f8"),
        (DUE, "@a4", "knight comes home to a4"),
        (JUMP, "c2xc4xe4", "man c2 jumps to c4, then jumps to e4"),
        (PAWN, "k6-l6=R", "pawn k6 to l6 and becomes a rook"),
        ("card-chess:plain 2k3/6/3q2/6/3T2/2K3 w ............ -", "d2xd4", "ten d2 covers the enemy on d4"),
        (new_game("card-chess:progressive").text(), "K@b1", "king is put on b1"),
        (JUMP, "pass", "pass"),
        ("chess 3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", "pawn e7 takes on d8 and becomes a knight"),
    ],
)
def test_plies_in_words(position: str, text: str, words: str) -> None:
    assert ply_words(game_at(position), text) == words


@pytest.mark.parametrize("name", game_names())
def test_every_legal_ply_has_words(name: str) -> None:
    game = new_game(name)
    for ply in legal_plies(game):
        text = game.ply_text(ply)
        words = ply_words(game, text)
        assert words != text and square_notation(name, text[:2]) in words


def test_questions_in_the_player_s_words() -> None:
    asked, words = question_words(game_at(PAWN), ["k6-l6=R", "k6-l6"])
    assert asked == "The pawn on l6: what does it become?"
    assert words == {"k6-l6=R": "rook", "k6-l6": "stays a pawn"}
    asked, words = question_words(game_at("chess 8/4P1k1/8/8/8/8/8/4K3 w - - 0 1"), ["e7e8q", "e7e8n"])
    assert asked == "The pawn on e8: what does it become?" and words == {"e7e8q": "queen", "e7e8n": "knight"}
    asked, words = question_words(new_game("card-chess:progressive"), ["K@b1", "Q@b1"])
    assert (asked, words) == ("Which card was put on b1?", {"K@b1": "king", "Q@b1": "queen"})
    asked, words = question_words(new_game("charing-cross"), ["a4-b4", "a5-b4"])
    assert (asked, words["a5-b4"]) == ("Which move was it?", "knight a5 to b4")


def test_why_no_draw_can_be_agreed() -> None:
    assert draw_words(game_at("kings-crossing MM4mk/MM4mm/MM4mm/KM4mm w - - 3")).endswith(
        "went further forward. So far: 3."
    )
    assert draw_words(game_at("kings-crossing MM4mk/MM4mm/MM4mm/KM4mm w - - 20")) == ""
    assert draw_words(new_game("charing-cross")) == ""


@pytest.mark.parametrize("spec", specs())
def test_every_game_is_taught_in_pictures(spec: str) -> None:
    name = spec.partition(":")[0]
    taught = lessons(spec)
    assert len(taught) >= 5 and about(name).goal
    kinds: set[str] = set()
    for number, lesson in enumerate(taught):
        spots, arrows = lesson.shown()
        assert spots or arrows or lesson.position == new_game(spec).text(), lesson.title
        kinds |= set(spots.values())
        picture = lesson_picture(spec, number)
        assert picture and picture.count('href="#spot-') == len(spots) and picture.count('href="#arrow-') == len(arrows)
    assert {"goal", "move", "capture"} <= kinds <= set(SPOTS)
    assert lesson_picture(spec, len(taught)) is None and lesson_picture("unheard-of", 0) is None


def test_lessons_fit_the_variant_that_is_played() -> None:
    def goals(spec: str) -> tuple[str, dict[int, str]]:
        lesson = lessons(spec)[0]
        return lesson.position, lesson.shown()[0]

    start = new_game("kings-crossing:alternate+longer")
    stars = {read_square(start, name): "goal" for name in ("h4", "a4")}
    assert goals("kings-crossing:alternate+longer") == (start.text(), stars)
    assert goals("kings-crossing")[1] == {read_square(start, name): "goal" for name in ("h4", "a1")}
    told = {spec: " ".join(one.text for one in lessons(spec)) for spec in specs()}
    assert "not backward" in told["kings-crossing"] and "or backward" in told["kings-crossing:backwards"]
    assert "secretly" in told["kings-crossing:longer+stealth"] and "secretly" not in told["kings-crossing:longer"]
    assert "terrain" in told["card-chess"] and "terrain" not in told["card-chess:plain"]
    assert "begin in hand" in told["card-chess:progressive"] and "begin in hand" not in told["card-chess"]


def test_every_leg_of_a_jump_has_an_arrow() -> None:
    (jumps,) = (one for one in lessons("kings-crossing") if one.plies == ("c2xc4xe4",))
    game = game_at(jumps.position)
    c2, c4, e4 = (read_square(game, name) for name in ("c2", "c4", "e4"))
    assert jumps.shown()[1] == [(c2, c4), (c4, e4)]


def test_a_sign_covers_no_piece() -> None:
    def signs(position: str) -> list[Sprite]:
        view = View(position, spots={0: "goal"}, plain=True)
        return [item for item in scene(view).items if isinstance(item, Sprite) and item.name == "spot-goal"]

    (beside,), (free,) = signs("kings-crossing 7k/8/8/K7 w - - 0"), signs("kings-crossing K6k/8/8/8 w - - 0")
    assert beside.size < free.size / 2


@pytest.mark.parametrize("name", game_names())
def test_the_first_plies_that_are_shown_are_legal_for_either_side(name: str) -> None:
    game = new_game(name)
    for side in (0, 1):
        legal = [game.ply_text(ply) for ply in legal_plies(game)]
        shown = [text for text in about(name).first if text in legal]
        assert game.side == side and len(shown) == 2
        game.push(game.parse_ply(shown[0]))


@pytest.mark.parametrize("spec", [spec for spec in specs() if "progressive" not in spec])
def test_two_ways_to_begin_are_shown_to_each_side(spec: str) -> None:
    game = new_game(spec)
    begun = first_plies(game)
    assert len(begun) == 2
    game.push(next(ply for ply in legal_plies(game) if [ply & 255, game.destination(ply)] == begun[0]))
    assert len(first_plies(game)) == 2


def test_where_pieces_are_placed_one_by_one_that_is_said() -> None:
    words = "put one from beside the board on a free square of row"
    assert (
        expected("card-chess:plain+progressive 6/6/6/6/6/6 w ............ KKQQJJTTkkqqjjtt") == f"Red: {words} 1 or 2."
    )
    assert (
        expected("card-chess:plain+progressive 6/6/6/6/6/K5 b ............ KQQJJTTkkqqjjtt")
        == f"Black: {words} 5 or 6."
    )
    assert expected(new_game("card-chess:plain").text()) == ""
