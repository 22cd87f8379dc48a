"""The ends and refusals that no other game has, by number, with the words of records; about.json has sentences for them."""

from shared_rules.codes import const

END_GOAL = const(2)
ENDS = ((END_GOAL, "goal"),)

WHY_EDGE = const(7)
WHY_NOT_HOME = const(12)
WHYS = ((WHY_EDGE, "edge"), (WHY_NOT_HOME, "not-a-home-square"))
