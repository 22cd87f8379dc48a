"""The ends that no other game has, by number, with the words of records; about.json has sentences for them."""

from shared_rules.codes import OWN, const

END_ACROSS = const(OWN)
ENDS = ((END_ACROSS, "across"),)
