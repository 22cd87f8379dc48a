"""The one table of gestures: what hands and sensors do besides playing a ply, how it looks, and what it costs.

A hypothesis explains some of the edges by plies; all others have to be gestures. A row: what is seen (an event below), for less
than how many ms, in which circumstances (all of these bits), its cost, its name. The first row that fits counts, so the rows of an
event go from the special to the general. The rarer a gesture, the more it costs, but less than ten times -ln of its share of the
plies, as several may come together: `python -m tests.benchmarks gestures` prints that. Below the table stand all waits and margins,
nowhere else. A board has no room for the words: after a change, `make tables` builds tables.py.
"""

from shared_rules.codes import const

LIFT = const(0)  # an occupied square opened and closed again: for how long it was open
SHADE = const(1)  # an empty square closed and opened again: for how long it was closed
HELD = const(2)  # a piece is off its square now: since when
EXTRA = const(3)  # a square that should be empty is closed now: since when
LEAD = const(4)  # the ply's piece arrived before it left: by how much
SWIFT = const(5)  # what was captured or covered was open: for how long
APART = const(6)  # from stack to stack: how long between the one's closing and the other's opening
HASTE = const(7)  # the next ply began after the last one's piece had arrived: how long
CONTRADICTED = const(
    8
)  # a ply that was committed did not happen: for how long its piece from hand was off, or stood; or 0
COVERED = const(9)  # a stack was back before the card that covers it left: by how much
BACKWARD = const(10)  # the next ply's piece arrived before the last one's, or was off for it before that was begun
PAST = const(11)  # a lift after which nothing followed for QUIET_MS: what it cost
CARRY = const(12)  # a card arrived whose stack was off its square for less than BRIEF_MS: how long after that was back
EVENTS = const(13)

# Circumstances of an event,
OWN = const(1)  # on a square of the ply, before its piece left or arrived
STANDS = const(2)  # where a piece has just arrived, or where that came from
BACK = const(4)  # on a square of a ply that the hypothesis says was not played, though its pieces stood
LATE = const(8)  # what a ply takes, still standing
HAND = const(32)  # while or just before or after a piece is in a hand
NEAR = const(64)  # between neighbouring squares
STACKED = const(128)  # from one stack to another
# of a ply that follows,
PLAYER = const(256)  # the same player goes on,
PASSED = const(4096)  # as the other one had only a pass
# and of one that did not happen.
LOCKED = const(512)  # another ply was committed after it (of an event: after it a ply came about, and then another)
STOOD = const(1024)  # none of its squares was touched since
ANSWERED = const(2048)  # a player chose it
ELSEWHERE = const(8192)  # the hypothesis has another ply in its place
SAME = const(16384)  # the same piece from hand, somewhere else
RENAMED = const(32768)  # another piece from hand

EVER = const(32767)
ROW = const(3)  # numbers of a row in tables.py

GESTURES = (
    (LIFT, 48, 0, 3, "jolt"),
    (LIFT, EVER, OWN | STACKED, 9, "a stack lifted twice"),
    (LIFT, EVER, OWN, 4, "taken again"),
    (LIFT, 1000, STANDS, 6, "nudged"),
    (LIFT, EVER, HAND, 24, "adjusted by the other hand"),
    (LIFT, 3000, 0, 12, "adjusted"),
    (LIFT, EVER, 0, 20, "held, and put back"),
    (SHADE, 266, STANDS | HAND, 16, "over where it came from"),
    (SHADE, EVER, STANDS | HAND, 24, "back where it came from"),
    (SHADE, 266, HAND, 2, "passing over"),
    (SHADE, 2000, HAND, 9, "pause"),
    (SHADE, EVER, HAND, 30, "long pause"),
    (SHADE, 266, 0, 8, "shadow"),
    (SHADE, EVER, 0, 30, "strange piece"),
    (HELD, 3000, BACK, 4, "in the hand, to be put back"),
    (HELD, EVER, BACK, 30, "in the hand for long, to be put back"),
    (HELD, 3000, OWN, 4, "the rest of a stack in the hand"),
    (HELD, 3000, HAND | SAME, 32, "perhaps what was placed"),
    (HELD, EVER, HAND | SAME, 250, "probably what was placed"),
    (HELD, EVER, HAND, 70, "perhaps what arrived"),
    (HELD, 350, 0, 5, "in the hand"),
    (HELD, 6000, 0, 25, "missing"),
    (HELD, EVER, LOCKED, 62, "missing while both played"),
    (HELD, EVER, 0, 32, "missing for long"),
    (EXTRA, 3000, LATE, 14, "yet to be taken off"),
    (EXTRA, EVER, LATE, 40, "not taken off"),
    (EXTRA, 301, 0, 16, "passing over now"),
    (EXTRA, 700, HAND, 25, "resting now"),
    (EXTRA, 2000, HAND, 54, "resting for long"),
    (EXTRA, EVER, 0, 70, "stands where it can't"),
    (LEAD, 266, NEAR, 3, "slide"),
    (LEAD, 266, 0, 14, "far slide"),
    (LEAD, 1000, 0, 46, "there before it left"),
    (LEAD, EVER, 0, 200, "there long before it left"),
    (SWIFT, 48, 0, 20, "too swift"),
    (SWIFT, 200, BACK, 6, "too swift for taking off what covers it"),
    (SWIFT, 150, NEAR, 6, "slid onto it as soon as it was off"),
    (SWIFT, EVER, 0, 0, "swap"),
    (APART, 350, 0, 0, "stack to stack"),
    (APART, 1500, 0, 9, "one stack a while after the other"),
    (APART, EVER, 0, 16, "one stack after the other"),
    (HASTE, 266, PLAYER | STANDS | PASSED, 55, "goes on at once after a pass"),
    (HASTE, 266, PLAYER | STANDS, 14, "goes on at once"),
    (HASTE, EVER, PLAYER, 0, "goes on"),
    (HASTE, 0, 0, 14, "both at once"),
    (HASTE, 150, 0, 10, "very quick reply"),
    (HASTE, 375, 0, 6, "quick reply"),
    (HASTE, EVER, 0, 0, "reply"),
    (CONTRADICTED, EVER, LOCKED | ELSEWHERE, 42, "went on too late"),
    (CONTRADICTED, EVER, LOCKED, 70, "put back too late"),
    (CONTRADICTED, 2000, STOOD | HAND, 1, "in a hand, though what it took or covered stood still"),
    (CONTRADICTED, EVER, STOOD | HAND, 40, "in a hand for long, though what it took stood still"),
    (CONTRADICTED, EVER, STOOD, 70, "gone without being lifted"),
    (CONTRADICTED, EVER, STANDS | ANSWERED, 33, "the same squares, another answer"),
    (CONTRADICTED, 550, RENAMED | ANSWERED, 33, "another piece than was answered"),
    (CONTRADICTED, EVER, RENAMED, 9, "another piece"),
    (CONTRADICTED, EVER, SAME, 4, "put elsewhere"),
    (CONTRADICTED, EVER, ANSWERED, 12, "not what was answered"),
    (CONTRADICTED, EVER, STACKED, 14, "put back from stack to stack"),
    (CONTRADICTED, 266, BACK, 12, "put back as soon as it stood"),
    (CONTRADICTED, 3000, ELSEWHERE | PLAYER, 14, "went on soon after a pass"),
    (CONTRADICTED, EVER, ELSEWHERE | PLAYER, 24, "went on after a pass"),
    (CONTRADICTED, EVER, ELSEWHERE, 14, "went on"),
    (CONTRADICTED, EVER, 0, 9, "given up"),
    (COVERED, 266, NEAR, 3, "covered just before it left"),
    (COVERED, EVER, 0, 14, "covered before it left"),
    (BACKWARD, EVER, 0, 40, "the reply first"),
    (PAST, 12, 0, 1, "put straight before"),
    (PAST, 24, 0, 4, "adjusted before"),
    (PAST, EVER, 0, 16, "adjusted by the other hand before"),
    (CARRY, 1500, 0, 0, "card taken quickly"),
    (CARRY, EVER, 0, 9, "card taken quickly, and in the hand for long"),
)

# What hands and sensors do, for which hypotheses are followed.
PASSING_MS = const(265)  # what passes over a sensor, or stands beside it, closes it for 250; and edges bounce
GOING_ON_MS = const(350)  # after so long a piece has arrived; the reply may come after 400
NUDGE_MS = const(900)  # so soon after it arrived a piece is nudged
SWOOP_MS = const(150)  # what is taken so soon after it came may only have passed over there
BRIEF_MS = const(200)  # a stack that was off its square for less was hardly lifted for its top card
CARRIED_MS = const(1500)  # what a ply took may be carried over the board for so long
LIFTED_MS = const(3000)  # a piece that was lifted may be of the same ply for so long
CARD_MS = const(6000)  # and a card, for so long after the rest of its stack is back

# The waits of the policy.
COMMIT_MS = const(350)  # a ply's piece has stood for so long, or hypotheses have differed,
SETTLE_MS = const(150)  # and its last square has, or nothing can tell two plies apart,
STAYS_MS = const(300)  # and no square has closed: what is there for so long does not pass over
HAND_MS = const(1500)  # longer, while a piece in a hand may belong to it, or a card
REFUSE_MS = const(
    700
)  # nothing has explained how all stands, or only an odd ply; or a reply has stood, which proves a ply
FORGET_MS = const(550)  # all has been in place for so long: what else was touched meant nothing

# The margins: a hypothesis counts beside the best one while it costs less than so much more.
MARGIN = const(10)  # if it leaves more unexplained, or has only fewer plies
OTHER_MARGIN = const(20)  # if it has another ply
RETRACT_MARGIN = const(26)  # if it has what is committed
PROOF = const(40)  # if the best one is to be proved by a reply

# What is too much.
LIMIT = const(50)  # for events that are left unexplained: they are refused
TRIED = const(
    3
)  # times that, where another piece in a hand may have been put down on an enemy's square: no ply does that
OFF = const(31)  # for a piece in a hand: it is missing
ODD = const(8)  # for the order and the pace of a ply: it is asked about

# The beam.
MOST_KEPT = const(12)  # hypotheses that are kept,
VARIANTS = const(3)  # and of one position with the same ply put back
SPREAD = const(80)  # those that cost so much more than the best are dropped
MOST_COST = const(100000)  # more than any costs
