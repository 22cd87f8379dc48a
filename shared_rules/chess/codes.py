"""The ends and refusals that no other game has, by number, with the words of records; about.json has sentences for them."""

from shared_rules.codes import const

END_CHECKMATE = const(64)
END_DEAD = const(65)
END_SEVENTY_FIVE = const(66)
END_FIVEFOLD = const(67)
END_THREEFOLD = const(68)  # this and the next only if a player claims it
END_FIFTY = const(69)
ENDS = (
    (END_CHECKMATE, "checkmate"),
    (END_DEAD, "dead-position"),
    (END_SEVENTY_FIVE, "seventy-five-moves"),
    (END_FIVEFOLD, "fivefold-repetition"),
    (END_THREEFOLD, "threefold-repetition"),
    (END_FIFTY, "fifty-moves"),
)

WHY_CHECK = const(64)  # the king would be attacked, there or (castling) on its way
WHY_NO_CASTLING = const(65)  # king or rook have moved
WHYS = ((WHY_CHECK, "check"), (WHY_NO_CASTLING, "no-castling"))
