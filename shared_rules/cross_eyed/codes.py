"""The ends and refusals that no other game has, by number, with the words of records; about.json has sentences for them."""

from shared_rules.codes import const

END_KINGS_CAPTURED = const(6)
END_CAPTURED_AND_MATED = const(7)
END_BOTH_MATED = const(8)
ENDS = (
    (END_KINGS_CAPTURED, "kings-captured"),
    (END_CAPTURED_AND_MATED, "captured-and-mated"),
    (END_BOTH_MATED, "both-mated"),
)
WHYS = ()
