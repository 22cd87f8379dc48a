"""King's Crossing positions for tests, made from what matters in them."""

from __future__ import annotations

from crossboard.games.reasons import why_word
from shared_rules.codes import NOWHERE
from shared_rules.kings_crossing.game import KingsCrossing


def square(name: str) -> int:
    return ord(name[0]) - 97 + (int(name[1]) - 1) * 8


def game(
    placement: str, side: str = "w", white: str = "-", black: str = "-", quiet: int = 0, variant: str = ""
) -> KingsCrossing:
    """A position; `white` and `black` are the back-row counts."""
    made = KingsCrossing()
    head = f"kings-crossing:{variant}" if variant else "kings-crossing"
    made.set_text(f"{head} {placement} {side} {white} {black} {quiet}")
    return made


def fields(position: KingsCrossing) -> str:
    """Side, both back-row counts and the quiet count."""
    return position.text().split(" ", 2)[2]


def why(position: KingsCrossing, frm: str, to: str) -> str:
    return why_word(position, position.why_not(*(NOWHERE if name == "-" else square(name) for name in (frm, to))))
