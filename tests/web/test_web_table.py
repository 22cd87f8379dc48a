"""The pieces of a simulated board as things: what the squares feel when hands move them."""

from __future__ import annotations

from crossboard.games.draw import piece_letters
from crossboard.games.rules import Game, game_at, new_game, public_text
from crossboard.web.table import PASS_MS, SWAP_MS, Table

A4, A5, B4, C4, D8, E8 = 24, 32, 25, 26, 59, 60


class Felt:
    """A table, and what its switches did."""

    def __init__(self, spec: str) -> None:
        self.game: Game = new_game(spec)
        self.said: list[str] = []
        self.table = Table(lambda square, closed: self.said.append(f"{'+' if closed else '-'}{square}"))
        self.table.lay(self.game, set(piece_letters(public_text(self.game))))

    def taken(self) -> list[str]:
        said, self.said = self.said, []
        return said


def test_a_piece_is_lifted_carried_and_dropped() -> None:
    felt = Felt("charing-cross")
    table = felt.table
    assert table.squares[A4] == "N" and table.box() == ""
    assert table.lift("1.0", A4, False, 0)
    assert felt.taken() == ["-24"] and A4 not in table.squares
    table.carry("1.0", B4, 10)
    assert felt.taken() == ["+25"]
    table.tick(10 + PASS_MS - 1)
    assert felt.taken() == []
    table.tick(10 + PASS_MS)
    assert felt.taken() == ["-25"]  # it hovers: the square feels it for a moment only
    table.carry("1.0", C4, 200)
    table.drop("1.0", C4, 210)
    assert felt.taken() == ["+26"] and table.squares[C4] == "N"
    table.tick(1000)
    assert felt.taken() == [] and table.resting


def test_a_quick_hand_is_felt_by_one_square_at_a_time() -> None:
    felt = Felt("charing-cross")
    felt.table.lift("1.0", A4, False, 0)
    felt.taken()
    for square in (25, 26, 27):
        felt.table.carry("1.0", square, 5)
    assert felt.taken() == ["+25", "-25", "+26", "-26", "+27"]


def test_nothing_is_lifted_from_an_empty_square_or_with_a_full_hand() -> None:
    felt = Felt("charing-cross")
    assert not felt.table.lift("1.0", B4, False, 0)
    assert felt.table.lift("1.0", A4, False, 0)
    assert not felt.table.lift("1.0", A5, False, 0)
    assert felt.table.lift("1.1", A5, False, 0)  # the other hand
    felt.table.drop("2.0", B4, 0)  # nobody's hand
    assert felt.taken() == ["-24", "-32"]


def test_the_other_side_s_piece_goes_into_the_box_and_one_s_own_stays() -> None:
    felt = Felt("charing-cross")
    table = felt.table
    table.lift("1.0", A4, False, 0)
    table.drop("1.0", 3, 0)  # on d1, a black rook
    assert felt.taken() == ["-24", "-3"] and table.squares[3] == "N" and table.box() == "r"
    table.tick(SWAP_MS)
    assert felt.taken() == ["+3"]
    table.lift("1.0", D8, False, 0)
    table.drop("1.0", E8, 0)
    assert felt.taken() == ["-59", "+59"] and table.squares[D8] == "R"


def test_the_box() -> None:
    felt = Felt("charing-cross")
    table = felt.table
    table.lift("1.0", A4, False, 0)
    table.drop("1.0", -1, 0)
    assert table.box() == "N"
    assert not table.take("1.0", "r")
    assert table.take("1.0", "N") and table.box() == ""
    table.let_go("1.0", 0)  # its page is closed: back into the box
    assert table.box() == "N" and table.hands == {}


def test_stacks_are_lifted_whole_or_by_their_top_card() -> None:
    felt = Felt("card-chess:plain")
    table = felt.table
    table.lift("1.0", 8, False, 0)  # the queen of c2
    table.drop("1.0", 9, 0)  # on the queen of d2
    assert felt.taken() == ["-8", "-9"] and table.squares[9] == "QQ"
    table.tick(SWAP_MS)
    assert felt.taken() == ["+9"]
    table.lift("1.0", 9, False, 1000)
    assert table.squares[9] == "Q" and felt.taken() == ["-9"]
    table.drop("1.0", 15, 1100)
    table.tick(1000 + SWAP_MS)
    assert felt.taken() == ["+15", "+9"]
    table.lift("1.0", 15, False, 2000)
    table.drop("1.0", 9, 2000)
    table.tick(3000)
    felt.taken()
    table.lift("1.0", 9, True, 4000)
    assert felt.taken() == ["-9"] and 9 not in table.squares and table.hands["1.0"].letters == "QQ"


def test_progressive_cards_lie_in_the_box() -> None:
    felt = Felt("card-chess:progressive")
    assert felt.table.box() == "JJKKQQTTjjkkqqtt"
    assert felt.table.take("1.0", "K")
    felt.table.drop("1.0", 0, 0)
    assert felt.taken() == ["+0"]
    felt.game.push(felt.game.parse_ply("Q@a1"))  # the king was put down, a queen was chosen
    felt.table.settle(piece_letters(felt.game.text()), 0, False)
    assert felt.table.squares[0] == "Q"


def test_a_secret_king_looks_like_a_man() -> None:
    felt = Felt("kings-crossing:stealth")
    assert set("".join(felt.table.squares.values())) == {"M", "m"}


def test_a_promoted_pawn_is_swapped_and_a_wrong_piece_is_shown() -> None:
    felt = Felt("charing-cross")
    table = felt.table
    table.settle(piece_letters(felt.game.text()), -1, False)
    table.lift("1.0", A4, False, 0)
    table.lift("1.1", D8, False, 0)
    table.drop("1.0", D8, 0)
    table.drop("1.1", A4, 0)
    logical = piece_letters(felt.game.text())
    assert table.differing(logical) == [A4, D8]  # knight and rook have changed places: no switch can tell
    table.settle(logical, A4, False)
    assert table.squares[A4] == "N" and table.differing(logical) == [D8]


def test_what_is_typed_moves_the_same_pieces() -> None:
    felt = Felt("charing-cross")
    table = felt.table
    table.typed(A4, False, "N")
    table.typed(B4, True, "")
    assert table.squares[B4] == "N" and felt.taken() == []
    table.typed(B4, False, "")
    table.typed(A4, True, "N")
    assert table.squares[A4] == "N" and table.box() == ""


def test_another_game_knows_what_already_stands_there() -> None:
    felt = Felt("charing-cross")
    position = "charing-cross 8/8/8/8/N7/8/8/8 w -"
    felt.table.lay(game_at(position), {A4, B4})
    assert felt.table.squares == {A4: "N", B4: "?"}


def test_what_is_captured_and_still_stands_is_known_when_it_can_be_one_ply_only() -> None:
    felt = Felt("kings-crossing")
    game = game_at("kings-crossing 6mk/4m2m/4M3/K7 w - - 0")
    table = felt.table
    table.lay(game, set(piece_letters(public_text(game))))
    assert table.to_take_off(game) == ()
    table.lift("1.0", 12, False, 0)
    table.drop("1.0", 28, 0)
    assert table.to_take_off(game) == (20,)


def test_a_captured_piece_leaves_the_hand_when_its_capture_is_final() -> None:
    felt = Felt("kings-crossing")
    game = game_at("kings-crossing 6mk/4m2m/4M3/K7 w - - 0")
    felt.table.lay(game, set(piece_letters(public_text(game))))
    before = piece_letters(public_text(game))
    felt.table.lift("1.0", 20, False, 0)
    felt.table.lift("2.0", 30, False, 0)  # another one, which is only adjusted
    game.push(game.parse_ply("e2xe4"))
    assert felt.table.captured(game, before, piece_letters(public_text(game))) == ["1.0"]
