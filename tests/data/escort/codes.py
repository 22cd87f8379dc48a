"""The end that no other game has, by number, with the word of records; about.json has a sentence for it."""

from shared_rules.codes import OWN, const

END_LEADER_CAPTURED = const(OWN)
ENDS = ((END_LEADER_CAPTURED, "leader-captured"),)
