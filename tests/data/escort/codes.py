"""The end that no other game has, by number, with the word of records; about.json has a sentence for it."""

from shared_rules.codes import OWN

END_LEADER_CAPTURED = OWN
ENDS = ((END_LEADER_CAPTURED, "leader-captured"),)
