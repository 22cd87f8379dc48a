"""How much work a stretch is, in half a ms of a Pico or so: what the steps of a recognizer count."""

from shared_rules.codes import const

LOOKING = const(1)
SHORT = const(2)
TRYING = const(3)
LISTING = const(4)
LONG = const(6)
MAKING = const(10)
JUDGING = const(3)  # steps that a game may judge in, each as long as MAKING or longer
WEIGHING = const(2)
DECIDING = const(3)
ACTING = const(12)
MOVES = const(2)  # so many plies on the way to a position, and later back from it, are 1 more,
TOUCHED = const(4)  # and so many events,
PASSED = const(8)  # and so many hypotheses with which one is compared;
COMPARED = const(3)  # and so many hypotheses where it is decided
WHOLE = const(100)  # for a step of somebody who has no need of short ones
