"""Charing Cross positions for tests, made from what matters in them."""

from __future__ import annotations

from crossboard.games.reasons import why_word
from shared_rules.charing_cross.game import CharingCross
from shared_rules.codes import NOWHERE

HOME = "a4 a5 d8 e8 h4 h5 d1 e1"  # where the pieces stand at the start


def square(name: str) -> int:
    return ord(name[0]) - 97 + (int(name[1]) - 1) * 8


def game(placement: str, side: str = "w", due: str = "-") -> CharingCross:
    made = CharingCross()
    made.set_text(f"charing-cross {placement} {side} {due}")
    return made


def why(position: CharingCross, frm: str, to: str) -> str:
    return why_word(position, position.why_not(*(NOWHERE if name == "-" else square(name) for name in (frm, to))))


def tail(position: CharingCross) -> str:
    """The position text without the game."""
    return position.text().partition(" ")[2]
