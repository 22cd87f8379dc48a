"""Card Chess positions for tests, made from what matters in them."""

from __future__ import annotations

from crossboard.games.reasons import why_word
from shared_rules.card_chess.game import CardChess
from shared_rules.codes import NOWHERE

PLAIN = "............"


def square(name: str) -> int:
    return ord(name[0]) - 97 + (int(name[1]) - 1) * 6


def game(placement: str, side: str = "w", terrain: str = PLAIN, hand: str = "-") -> CardChess:
    """A position; the variant follows from terrain and hand."""
    names = ["plain"] * (terrain == PLAIN) + ["progressive"] * (hand != "-")
    head = "card-chess:" + "+".join(names) if names else "card-chess"
    made = CardChess()
    made.set_text(f"{head} {placement} {side} {terrain} {hand}")
    return made


def why(position: CardChess, frm: str, to: str) -> str:
    return why_word(position, position.why_not(*(NOWHERE if name == "-" else square(name) for name in (frm, to))))
