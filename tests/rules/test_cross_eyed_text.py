"""Cross-Eyed Chess: armies, plies as text, and the most plies there can be."""

from __future__ import annotations

from itertools import combinations

import pytest

from shared_rules.cross_eyed.game import CrossEyed
from shared_rules.errors import IllegalPlyError, PositionError
from shared_rules.games import game_at
from tests.support.cross_eyed_positions import game, place, position
from tests.support.naive_cross_eyed import DIAGONAL, ORTHOGONAL, SQUARES, name, write
from tests.support.rule_cases import EYES as START
from tests.support.rules_checks import texts


def test_the_start_text():
    assert CrossEyed().text() == START
    assert CrossEyed.variants == ("",)


def check_text(pieces: str) -> None:
    assert game_at(position(pieces)).text() == position(pieces)


def test_more_than_two_kings_of_a_side_are_refused():
    for pieces in ("Ke1 Kf1 Kg1 kl8", "Ke1 kl8 kl7 kl6"):
        with pytest.raises(PositionError, match="more than two '[Kk]'"):
            game(pieces)


def test_more_other_pieces_than_an_army_has_are_refused():
    squares = [name(square) for square in sorted(SQUARES)]
    pieces = "Kl5 kl8 " + " ".join("N" + square for square in squares[:22])
    check_text(pieces)
    with pytest.raises(PositionError, match="more than 22 pieces besides the kings of one side") as caught:
        game(f"{pieces} P{squares[22]}")
    text = position(f"{pieces} P{squares[22]}")
    letters = [i for i, mark in enumerate(text.split(" ")[1], 1) if mark in "NP"]
    assert caught.value.place == letters[22]


def test_incomplete_armies_and_other_armies_are_positions():
    for pieces in ("Ke1 kl8", "Ke1 Ke2 kl8 rl7", "Ke1 kl8 " + " ".join(f"R{c}{r}" for c in "efgh" for r in (4, 5, 6))):
        check_text(pieces)


def test_pawns_may_stand_anywhere():
    for square in SQUARES:
        kings = "Kf5 kg5" if name(square) in ("f6", "g6") else "Kf6 kg6"
        for letter in "Pp":
            check_text(f"{kings} {letter}{name(square)}")


# Plies


def test_plies_as_text():
    start = CrossEyed()
    assert {"e3-e4", "e10-e9", "e2-d4"} <= texts(start)
    promoting = game("Ke1 kl8 Pk6 nl7")
    assert {"k6-l6", "k6-l6=R", "k6xl7", "k6xl7=N", "e1-e2"} <= texts(promoting)
    assert max(len(text) for text in texts(game("Kh1 kl8 pf11 Ne12", "b"))) == len("f11xe12=r")


def test_the_letters_of_the_second_side_are_lower_case():
    made = game("Ke12 kl8 pf2 Ng1", "b")
    assert {"f2-f1=m", "f2xg1=n"} <= texts(made)
    for text in ("f2-f1=M", "f2xg1=N"):
        with pytest.raises(IllegalPlyError):
            made.parse_ply(text)


def test_a_capture_must_be_written_as_one():
    made = game("Ke1 kl8 Re5 pe7")
    with pytest.raises(IllegalPlyError):
        made.parse_ply("e5-e7")
    with pytest.raises(IllegalPlyError):
        made.parse_ply("e5xe6")
    assert made.ply_text(made.parse_ply("e5xe7")) == "e5xe7"


# Bounds


def test_no_position_has_more_plies_than_the_bound():
    crowds = ([], ORTHOGONAL, DIAGONAL)
    most = {kind: max(len(plies_alone(kind, at, crowd)) for at in SQUARES for crowd in crowds) for kind in "KRBNCMP"}
    assert most == {"K": 8, "R": 22, "B": 13, "N": 8, "C": 8, "M": 18, "P": 18}
    assert max(most.values()) == CrossEyed.max_plies_from
    others = max(count for kind, count in most.items() if kind != "R")
    lines = [[square for square in SQUARES if square[axis] == i] for axis in (0, 1) for i in range(12)]
    assert sorted(map(len, lines)) == 12 * [4] + 4 * [6] + 8 * [12]
    along = [most_along(12, rooks) for rooks in range(13)]
    assert along[:3] == [0, 11, 20] and max(along) == 20 and most_along(6, 1) < 9
    assert others == 2 * (20 - 11)  # what a fifth rook adds in its row and its column
    assert 2 * most["K"] + 4 * most["R"] + 18 * others == CrossEyed.max_plies


def most_along(length: int, rooks: int) -> int:
    """The most plies that so many rooks have along a row of so many squares, where all others may be gone to."""

    def plies(where: tuple[int, ...]) -> int:
        spread = where[-1] - where[0] + 1
        return 2 * (spread - rooks) + length - spread  # to a square between two from both sides

    return max(map(plies, combinations(range(length), rooks))) if rooks else 0


def plies_alone(kind: str, at: tuple[int, int], crowd: list[tuple[int, int]]) -> list[str]:
    """The plies of a white piece with no other of its side in the way, black knights around it."""
    names = ["h1", "e12", name(at)]
    board = {place(names[0]): "k", place(names[1]): "K", **{(at[0] + x, at[1] + y): "n" for x, y in crowd}, at: kind}
    made = CrossEyed()
    try:
        made.set_text(write({square: letter for square, letter in board.items() if square in SQUARES}, True))
    except PositionError:  # the piece stands where a king was
        return []
    return [text for text in texts(made) if text.startswith((name(at) + "-", name(at) + "x"))]
