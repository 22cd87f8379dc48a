"""Cross-Eyed Chess positions for tests, made from the pieces that matter."""

from __future__ import annotations

from crossboard.games.reasons import end_word, why_word
from shared_rules.codes import NOWHERE, RESULTS
from shared_rules.cross_eyed.game import CrossEyed
from tests.support.naive_cross_eyed import outcome, read, write
from tests.support.rules_checks import texts


def square(name: str) -> int:
    return ord(name[0]) - 97 + (int(name[1:]) - 1) * 12


def place(name: str) -> tuple[int, int]:
    return square(name) % 12, square(name) // 12


def position(pieces: str, side: str = "w") -> str:
    """The text of a position of pieces like `Ke1 kl8 Rd4`."""
    return write({place(piece[1:]): piece[0] for piece in pieces.split()}, side == "w")


def game(pieces: str, side: str = "w") -> CrossEyed:
    made = CrossEyed()
    made.set_text(position(pieces, side))
    return made


def goals(made: CrossEyed, origin: str) -> str:
    """Where the piece on `origin` can go, as plies without the origin."""
    marks = (origin + "-", origin + "x")
    return " ".join(sorted(text[len(origin) :] for text in texts(made) if text.startswith(marks)))


def why(made: CrossEyed, frm: str, to: str) -> str:
    return why_word(made, made.why_not(*(NOWHERE if name == "-" else square(name) for name in (frm, to))))


def end(made: CrossEyed) -> str:
    """How the game has ended, as `0-1 both-mated`; "" if it goes on. The naive twin must say the same."""
    found = f"{RESULTS[made.result]} {end_word(made, made.reason)}" if made.result else ""
    assert found == outcome(*read(made.text()))
    return found
