"""The ends and refusals that no other game has, by number, with the words of records; about.json has sentences for them."""

from shared_rules.codes import const

END_KING_CAPTURED = const(3)
END_HOME = const(4)
END_BACK_ROW = const(5)
ENDS = ((END_KING_CAPTURED, "king-captured"), (END_HOME, "home"), (END_BACK_ROW, "back-row"))

WHY_TRAPPED = const(14)
WHY_NOT_TRAPPED_ENEMY = const(17)
WHYS = ((WHY_TRAPPED, "trapped"), (WHY_NOT_TRAPPED_ENEMY, "not-trapped"))
