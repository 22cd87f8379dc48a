"""The ends that no other game has, by number, with the words of records; about.json has sentences for them."""

from shared_rules.codes import OWN, const

END_STUCK = const(OWN)
END_REPETITION = const(OWN + 1)
END_FORTY = const(OWN + 2)
ENDS = ((END_STUCK, "stuck"), (END_REPETITION, "repetition"), (END_FORTY, "forty-moves"))
