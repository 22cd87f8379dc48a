"""The ends that no other game has, by number, with the words of records; about.json has sentences for them."""

from shared_rules.codes import OWN

END_STUCK = OWN
END_REPETITION = OWN + 1
END_FORTY = OWN + 2
ENDS = ((END_STUCK, "stuck"), (END_REPETITION, "repetition"), (END_FORTY, "forty-moves"))
