"""The seven states of the recognizer, as anybody can tell them from outside.

The recognizer keeps no state but its hypotheses, which plies are committed and proposed, and an open question. What it is doing
follows from those; here it has names. Which state follows which is drawn in shared_rules/recognition/README.md.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from shared_rules.codes import NOWHERE


class State(Enum):
    """What a recognizer is doing, once it has looked at everything (`resting`)."""

    IDLE = "all pieces stand as after the last ply"
    HANDS = "a piece is off its square or stands where it does not belong, or a stack's top card may be in a hand"
    SHOWN = "a ply stands on the board that is proposed, and not committed yet"
    ASKING = "a question is open"
    TROUBLE = "what stands on the board was refused, and has to be put right"
    RESTORING = "three pieces or more are astray, and nothing is a ply until all stand again"
    OVER = "the game has ended, and its last ply stands"


def state_of(recognizer: Any) -> State:
    """The state of a recognizer that rests; what the lights show first counts first."""
    if recognizer.trouble:
        return State.RESTORING if recognizer.restoring else State.TROUBLE
    if recognizer.over:
        return State.OVER
    if recognizer.asking:
        return State.ASKING
    if not recognizer.settled():
        return State.SHOWN
    if recognizer.now != recognizer.base or recognizer.lifted_stack() != NOWHERE:
        return State.HANDS
    return State.IDLE
