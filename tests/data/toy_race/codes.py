"""The ends and refusals that no other game has, by number, with the words of records; about.json has sentences for them."""

from shared_rules.codes import OWN

END_ACROSS = OWN
END_STRAIGHT = OWN + 1
ENDS = ((END_ACROSS, "across"), (END_STRAIGHT, "straight"))

WHY_TOO_FAR = OWN
WHYS = ((WHY_TOO_FAR, "too-far"),)
