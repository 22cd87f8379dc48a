"""The ends that no other game has, by number, with the words of records; about.json has sentences for them."""

from shared_rules.codes import OWN

END_ACROSS = OWN
ENDS = ((END_ACROSS, "across"),)
