"""Cross-Eyed Chess, rule by rule: attack, mate, and how games end. Each test named after the sentence it holds."""

from __future__ import annotations

import random
from array import array

import pytest

from crossboard.games.rules import game_at
from shared_rules.cross_eyed.game import CrossEyed
from shared_rules.errors import IllegalPlyError, PlyError, PositionError
from tests.support.cross_eyed_positions import end, game, goals, position, why
from tests.support.rule_cases import HARDEST
from tests.support.rules_checks import legal, play, texts

# White's king on e1 has e2, f1 and f2 around it: the rooks on e9 and f9 mate it, those on g9 and h9 the one on h1.
ONE = "Ke1 re9 rf9 ka5 kl8"
TWO = "Ke1 Kh1 re9 rf9 rg9 rh9 ka5 kl8"
GOES_ON = ""
MATED = "0-1 captured-and-mated"
BOTH_MATED = "0-1 both-mated"
STALEMATE = "1/2-1/2 stalemate"


# Captured kings


def test_capturing_both_kings_wins():
    made = play(game("Ke1 Rg5 ka5 kg9"), "g5xg9")
    assert end(made) == GOES_ON
    assert end(play(made, "a5-a6 g9-g6 a6-b6 g6xb6")) == "1-0 kings-captured"
    made = play(game("Kg9 rg5 ka5", "b"), "g5xg9")
    assert end(made) == "0-1 kings-captured"
    assert made.text().endswith(" w")


def test_a_position_that_starts_with_one_king_of_a_side_counts_the_other_as_captured():
    assert end(game(ONE)) == MATED
    assert end(play(game("Ke1 Rg5 kg9"), "g5xg9")) == "1-0 kings-captured"


def test_a_side_without_a_king_has_lost_whoever_is_to_move():
    for side in "wb":
        assert end(game("Re1 ka5", side)) == "0-1 kings-captured"
        assert end(game("Ke1 rg5", side)) == "1-0 kings-captured"


def test_no_game_ends_by_repetition():
    made = CrossEyed()
    start = made.text()
    for _ in range(12):
        play(made, "e2-d4 b5-e4 d4-e2 e4-b5")
        assert (made.text(), end(made)) == (start, GOES_ON)


# Mates


def test_capturing_one_king_and_mating_the_other_wins():
    assert end(play(game("Ke1 re9 rg9 ka5 kl8", "b"), "g9-f9")) == MATED
    assert end(play(game("ka5 Rd5 Re7 Kh1 Kh12"), "e7-e6")) == "1-0 captured-and-mated"
    made = play(game("ka5 kg7 Rd5 Re7 Re6 Kh1 Kh12"), "e7xg7")
    assert end(made) == "1-0 captured-and-mated"


def test_mating_both_kings_in_the_same_position_wins():
    assert end(game(TWO)) == BOTH_MATED
    assert end(play(game(TWO.replace("rh9", "ri9"), "b"), "i9-h9")) == BOTH_MATED


def test_one_mated_king_out_of_two_does_not_end_the_game():
    assert end(game(ONE + " Kh12")) == GOES_ON
    assert end(game(TWO.replace("rg9", "rg8 Pg7"))) == GOES_ON
    assert end(play(game("Ke1 Kh12 re9 rg9 ka5 kl8", "b"), "g9-f9")) == GOES_ON


def test_mate_is_judged_for_the_side_that_is_to_move():
    assert end(game(ONE, "b")) == GOES_ON
    assert end(game(TWO, "b")) == GOES_ON
    assert end(play(game("Ke1 Pe4 re9 rf9 ka5 kl8"), "e4-d4")) == GOES_ON  # Black may now capture it


def test_a_king_that_is_not_attacked_is_not_mated():
    made = game("Ke1 rf9 ng3 ka5 kl8")  # wherever it goes it is attacked
    assert end(made) == GOES_ON
    assert goals(made, "e1") == "-e2 -f1 -f2"
    assert end(game("Ke1 rf9 ng3 re9 ka5 kl8")) == MATED


@pytest.mark.parametrize(
    ("more", "outcome"),
    [
        ("Ni9", MATED),  # nowhere near
        ("Rd9", GOES_ON),  # captures the attacker
        ("Ng7", GOES_ON),  # steps in between
        ("Ba7", GOES_ON),  # on e3, past b6, c5 and d4
        ("Pd5", GOES_ON),  # a pawn of the centre steps in between, without capturing
        ("Pd8", GOES_ON),  # or captures
        ("Ph2", MATED),
        ("Mg4 pf4", GOES_ON),  # a Nahbi leaps over f4 to e4
        ("Kh12", GOES_ON),  # the other king is free
    ],
)
def test_a_mated_king_is_attacked_after_every_legal_ply_of_its_side(more: str, outcome: str):
    assert end(game(f"{ONE} {more}")) == outcome


def test_a_king_that_can_step_out_of_attack_is_not_mated():
    assert end(game("Ke1 re9 rg9 ka5 kl8")) == GOES_ON
    assert end(game("Ke1 re9 rf9 Pf2 ka5 kl8")) == GOES_ON  # f1 is sheltered


def test_a_king_may_capture_its_attacker_unless_another_covers_it():
    assert end(game("Ke1 re2 rf9 ka5 kl8")) == GOES_ON
    assert end(game("Ke1 re2 re9 rf9 ka5 kl8")) == MATED


def test_stepping_back_along_the_line_of_attack_is_no_answer():
    assert end(game("Kf2 re9 rf9 rg9 ka5 kl8")) == MATED


def test_a_step_in_between_that_opens_another_attack_is_no_answer():
    pinned = "Ke1 Pf1 Rf2 re9 bh4 ka5 kl8"  # the rook on f2 could go to e2
    assert end(game(pinned)) == MATED
    assert end(game(pinned.replace(" bh4", ""))) == GOES_ON


def test_capturing_one_of_two_attackers_is_no_answer():
    double = "Ke1 Pf1 Pf2 Bh1 re9 ng2 ka5 kl8"  # bishop and pawn could capture on g2
    assert end(game(double)) == MATED
    assert end(game(double.replace("re9", "re9 Pe2"))) == GOES_ON


def test_one_piece_may_step_in_between_two_attackers_and_the_king():
    both = "Ke1 Pf1 Pf2 re9 mg4 ka5 kl8"  # rook and Nahbi both come over e2
    assert end(game(both)) == MATED
    assert end(game(both + " Ng1")) == GOES_ON
    assert end(game(both + " Ng7")) == MATED  # only in the way of the rook


def test_two_kings_are_judged_each_for_itself():
    assert end(game(TWO + " Rd9")) == GOES_ON  # saves the one
    assert end(game(TWO + " Ri9")) == GOES_ON  # saves the other
    assert end(game(TWO + " Rd9 Ri9")) == GOES_ON  # no ply saves both


def test_a_ply_that_captures_the_last_enemy_king_also_counts_as_an_answer():
    one = ONE.replace(" kl8", "")
    assert end(game(one)) == MATED
    saved = game(one + " Nb7")
    assert end(saved) == GOES_ON
    assert end(play(saved, "b7xa5")) == "1-0 kings-captured"
    assert end(game(ONE + " Nb7")) == MATED  # there it would not be the last
    assert end(game(TWO + " Nb7")) == BOTH_MATED
    assert end(game(TWO.replace(" kl8", "") + " Nb7")) == GOES_ON


# Attack: in each a king is attacked, or not, that has no way out


@pytest.mark.parametrize(
    ("pieces", "outcome"),
    [
        ("Ke1 Nf1 Pe2 Pf2 ng2", MATED),  # knight
        ("Ke1 Nf1 Pe2 Pf2 cd4", MATED),  # camel
        ("Ke1 Bf1 Pe2 bh4", MATED),  # bishop along f2
        ("Ke1 Bf1 Pe2 bh4 pg3", GOES_ON),  # its way is blocked
        ("Ke1 Pe2 rf9 mh3", MATED),  # Nahbi over g2 and f1
        ("Ke1 Pe2 rf9 mh3 pg2", GOES_ON),
        ("Ke1 Pe2 Bf1 pf2 rf9", MATED),  # pawn, diagonally forward
        ("Ke1 Bf1 Pf2 pe2", GOES_ON),  # but not straight forward
        ("Ke1 Pe2 Pf1 me3 pf2 rf9", MATED),  # the pawn again
        ("Ke1 Bf1 Pf2 me3 pe2", GOES_ON),  # a Nahbi's leap, if e1 were empty
        ("Ke1 Pe2 rf9 kf2", MATED),  # king
    ],
)
def test_a_square_is_attacked_if_an_enemy_piece_could_capture_there(pieces: str, outcome: str):
    kings = "ka5 kl5" if "k" not in pieces else "ka5"
    assert end(game(f"{pieces} {kings}")) == outcome


def test_what_attacks_a_king_is_what_could_capture_it():
    for text in ("Ke5 kl8 pf6 Ph1", "Ke5 kl8 pe6 Ph1", "Ke5 kl8 mh7 Ph1", "Ke5 kl8 mh7 pg6 Ph1", "Ke3 kl8 pd4"):
        made = game(text, "b")
        captures = [ply for ply in texts(made) if ply.endswith("x" + text[1:3])]
        assert bool(captures) == (text not in ("Ke5 kl8 pe6 Ph1", "Ke5 kl8 mh7 pg6 Ph1"))


# Stalemate

STUCK = "Ka5 Pa6 Pb5 Pb6"  # a king that only its own pawns surround, and they can't go
BLACK = "kl8 kl5"


def test_no_legal_ply_is_a_draw():
    made = game(f"{STUCK} {BLACK}")
    assert end(made) == STALEMATE
    assert legal(made) == [] and made.side == 0


@pytest.mark.parametrize(
    ("more", "ply", "outcome"),
    [
        ("Pd9 pe9 pd7", "d7-d8", STALEMATE),  # the last step is blocked
        ("Pd9 pe9 pd7", "e9-f9", GOES_ON),
        ("Pf2 rf4", "f4-f3", STALEMATE),
        ("Pf2 re4 rf3", "e4-e3", GOES_ON),  # it can capture instead
        ("Nf5 rf9", "f9xf5", STALEMATE),  # the last piece that could move is captured
        ("Nf5 Pl6 rf9", "f9xf5", STALEMATE),  # that pawn has stayed one
        ("Mf6 pe7 pg7 pe5 pg4", "g4-g5", STALEMATE),  # no way is left to the Nahbi
        ("Mf6 pe7 pg7 pe5 pg5 ph7", "h7-h6", STALEMATE),
        ("Mf6 pe7 pg7 pe5 pg5 pf8", "f8-f7", GOES_ON),  # but now it leaps
    ],
)
def test_stalemate_comes_by_a_ply(more: str, ply: str, outcome: str):
    made = play(game(f"{STUCK} {BLACK} {more}", "b"), ply)
    assert end(made) == outcome
    made.pop()
    assert end(made) == GOES_ON


def test_stalemate_is_seen_after_a_king_was_saved():
    made = play(game("Ke1 Rd9 re9 rg9 ka5 kl8", "b"), "g9-f9")  # the rook on d9 captures
    assert end(made) == GOES_ON
    made.set_text(position(f"{STUCK} {BLACK}"))
    assert end(made) == STALEMATE


def test_nobody_passes():
    with pytest.raises(PlyError):
        game(f"{STUCK} {BLACK}").parse_ply("pass")


def test_a_mate_comes_before_stalemate():
    assert end(game(f"{STUCK} {BLACK} nc6")) == MATED


def test_an_attacked_king_of_two_that_can_not_move_is_stalemated_not_mated():
    other = "Kl6 Pl7 Pk5 Pk6 Pk7 Pl5"  # shut in as well, and not attacked
    assert end(game(f"{STUCK} {other} nc6 kf12 ke12")) == STALEMATE


# A finished game


def test_a_finished_game_has_no_plies():
    made = game(ONE)
    assert legal(made) == []
    assert why(made, "e1", "f1") == "game-over"
    with pytest.raises(IllegalPlyError):
        made.parse_ply("e1-f1")


def test_the_ply_that_ends_a_game_can_be_taken_back():
    for text, ply in (("Ke1 re9 rg9 ka5 kl8", "g9-f9"), ("Kg9 rg5 ka5", "g5xg9")):
        made = game(text, "b")
        before = made.text()
        assert end(play(made, ply))
        made.pop()
        assert (made.text(), end(made), made.undoable) == (before, GOES_ON, 0)


def test_both_sides_can_not_have_won():
    made = CrossEyed()
    mated_too = "ke1 Re9 Rf9"  # by a side that has no king itself
    for text in (position("Re1 rl5"), position("Re1 rl5", "b"), position(mated_too, "b")):
        with pytest.raises(PositionError, match="both sides have won"):
            made.set_text(text)
    made.set_text(position(mated_too))
    assert end(made) == "0-1 kings-captured"


# Judged in two steps, as boards do

NEAR = (  # positions, and a ply that mates
    (position("Ke1 re9 rg9 ka5 kl8", "b"), "g9-f9"),
    (position("Ke1 Kh1 re9 rf9 rg9 rh12 ka5 kl8", "b"), "h12-h9"),
)


@pytest.mark.parametrize("text", [*NEAR, *((known, "") for known in HARDEST)], ids=range(len(NEAR) + len(HARDEST)))
def test_judging_in_steps_says_the_same_whatever_is_played_and_judged_meanwhile(text: tuple[str, str]):
    dice = random.Random(1)
    made = CrossEyed("", 8)
    made.set_text(text[0])
    plies = array("i", [0] * made.max_plies)
    answers = array("i", plies)
    count = made.plies(plies, 0)
    begun = 0
    for _ in range(150):
        ply = made.parse_ply(text[1]) if text[1] and dice.random() < 0.5 else dice.choice(plies[:count])
        made.push(ply)
        begun += made.judge()
        if dice.random() < 0.7:  # somebody looks elsewhere meanwhile
            made.pop()
            made.push(dice.choice(plies[:count]))
            if dice.random() < 0.5:
                made.judge()
            if dice.random() < 0.5 and (end := made.plies(answers, 0)):
                made.push(dice.choice(answers[:end]))
                made.judge()
                made.pop()
            made.pop()
            made.push(ply)
            if dice.random() < 0.5:
                made.judge()
        if dice.random() < 0.3:  # or has it judged whole, step by step, and played once more
            while made.judge():
                pass
            made.pop()
            made.push(ply)
            assert not made.judge()
        fresh = game_at(made.text())
        assert (made.result, made.reason) == (fresh.result, fresh.reason), made.ply_text(ply)
        assert not made.judge()
        made.pop()
    assert begun > 100


def test_what_was_judged_is_forgotten_when_the_ply_before_is_another():
    made = game("Ke1 Rd6 rf9 rh8 ka5 kl8")
    for first, ended in (("d6-d5", GOES_ON), ("d6-d9", MATED), ("d6-d5", GOES_ON)):
        play(made, f"{first} h8-e8")
        steps = 0
        while made.judge():
            steps += 1
        assert (steps, end(made)) == (3, ended)
        made.pop()
        made.pop()
