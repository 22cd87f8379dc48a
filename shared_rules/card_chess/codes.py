"""The ends and refusals that no other game has, by number, with the words of records; about.json has sentences for them."""

from shared_rules.codes import const

END_KINGS_COVERED = const(10)
ENDS = ((END_KINGS_COVERED, "kings-covered"),)

WHY_COVERED = const(21)
WHY_COLOUR_STOPS = const(22)
WHY_NOT_STARTING_AREA = const(23)
WHYS = ((WHY_COVERED, "covered"), (WHY_COLOUR_STOPS, "colour-stops"), (WHY_NOT_STARTING_AREA, "outside-starting-area"))
