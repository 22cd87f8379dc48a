"""The one table of gestures: what hands and sensors do besides playing a ply, how it looks, and what it costs.

A line of plies explains some edges of the touch log; all others have to be gestures. A row: what is seen (an event below),
for less than how many ms, in which circumstances (all of these bits), its cost, its name. The first row that fits counts, so
the rows of an event go from the special to the general. The rarer a gesture, the more it costs, but less
than ten times -ln of its share of the plies, as several may come together: `python -m tests.benchmarks gestures` prints that.
Times and costs stand here and nowhere else. A board has no room for the words: after a change, `make tables` builds tables.py.
"""

from shared_rules.codes import const

# What is seen. The number of ms that is compared with a row's limit is named behind it.
LIFT = const(0)  # an occupied square opened and closed again: for how long it was open
SHADE = const(1)  # an empty square closed and opened again: for how long it was closed
HELD = const(2)  # a piece is off its square now: since when
EXTRA = const(3)  # a square that should be empty is closed now: since when
LEAD = const(4)  # the ply's piece arrived before it left: by how much
SWIFT = const(5)  # what was captured or covered was open: for how long
APART = const(6)  # from stack to stack: how long between the one's closing and the other's opening
HASTE = const(7)  # the opponent's first action: how long after the arrival
BACKWARD = const(8)  # the second ply's piece arrived before the first one's: always 0
UNTOLD = const(9)  # a ply that was told did not happen: for how long its piece from hand, now elsewhere, was off; or 0
COVERED = const(10)  # a stack was back before the card that covers it left: by how much
PAST = const(11)  # a lift that meant nothing by itself: always 0
INSTEAD = const(12)  # a ply happened in the place of one that was taken back: always 0
EVENTS = const(13)

# Circumstances.
OWN = const(1)  # on a square of a ply of the line, before its piece left or was taken off there
STANDS = const(2)  # on a square where a piece of the line has arrived
LANDING = const(4)  # on a square that the line's piece touches down on, or is yet to cover
BACK = const(8)  # on a square of a ply that was told and that the line puts back
HAND = const(16)  # while or just before or after a piece is in a hand
NEAR = const(32)  # between neighbouring squares
LOCKED = const(64)  # the opponent has touched a piece since it was told
ANSWERED = const(128)  # a player chose it
STACKED = const(256)  # from one stack to another
PLAYER = const(512)  # the same player goes on
ELSEWHERE = const(2048)  # the line has another ply in its place
STOOD = const(1024)  # where it ended has not been touched since

SAME = const(4096)  # the same piece from hand, somewhere else
RENAMED = const(8192)  # another piece from hand
REFUSED = const(16384)  # what was refused, and is put right
REJECTED = const(32768)  # it was offered beside what was chosen
EVER = const(32767)
MOST = const(999)  # a cost that nothing outweighs: it can't be
ROW = const(3)  # numbers of a row in tables.py

GESTURES = (
    (LIFT, EVER, BACK, 1, "put back"),
    (LIFT, EVER, REFUSED, 2, "put right"),
    (LIFT, 48, 0, 3, "jolt"),
    (LIFT, EVER, OWN | STACKED, 9, "a stack lifted twice"),
    (LIFT, EVER, OWN, 4, "taken again"),
    (LIFT, EVER, STANDS | STACKED, 9, "a stack lifted twice"),
    (LIFT, EVER, STANDS, 6, "nudged"),
    (LIFT, EVER, HAND, 24, "adjusted by the other hand"),
    (LIFT, EVER, 0, 12, "adjusted"),
    (SHADE, EVER, LANDING, 0, "landing"),
    (SHADE, EVER, BACK, 0, "put back"),
    (SHADE, EVER, REFUSED, 2, "put right"),
    (SHADE, 266, HAND, 2, "passing over"),
    (SHADE, 700, HAND | NEAR, 2, "slid over"),
    (SHADE, EVER, HAND, 9, "pause"),
    (SHADE, 266, 0, 8, "shadow"),
    (SHADE, EVER, 0, 30, "strange piece"),
    (HELD, 3000, BACK | STACKED, 4, "a stack in the hand"),
    (HELD, 3000, OWN, 4, "the rest of a stack in the hand"),
    (HELD, 3000, LANDING, 6, "about to be covered"),
    (HELD, EVER, HAND, 70, "perhaps what arrived"),
    (HELD, 350, 0, 5, "in the hand"),
    (HELD, EVER, 0, 25, "missing"),
    (EXTRA, 266, 0, 16, "passing over now"),
    (EXTRA, 700, HAND, 25, "resting now"),
    (EXTRA, 2000, HAND, 40, "resting for long"),
    (EXTRA, EVER, 0, 200, "stands where it can't"),
    (LEAD, 266, NEAR, 3, "slide"),
    (LEAD, 266, 0, 14, "far slide"),
    (LEAD, 1000, 0, 46, "there before it left"),
    (LEAD, EVER, 0, 200, "there long before it left"),
    (SWIFT, 48, 0, 15, "too swift"),
    (SWIFT, EVER, 0, 0, "swap"),
    (APART, 550, 0, 0, "stack to stack"),
    (APART, EVER, HAND, 2, "carried from stack to stack"),
    (APART, 1500, 0, 9, "one stack a while after the other"),
    (APART, EVER, 0, 16, "one stack after the other"),
    (HASTE, EVER, STACKED, 16, "the same stacks again"),
    (HASTE, EVER, PLAYER | STANDS | BACK, 6, "goes back"),
    (HASTE, 266, PLAYER | STANDS, 14, "goes on at once"),
    (HASTE, EVER, PLAYER, 0, "goes on"),
    (HASTE, 0, 0, 14, "both at once"),
    (HASTE, 150, 0, 10, "very quick reply"),
    (HASTE, 375, 0, 6, "quick reply"),
    (HASTE, EVER, 0, 0, "reply"),
    (BACKWARD, EVER, 0, 20, "the reply first"),
    (UNTOLD, EVER, REJECTED, 70, "what was not chosen"),
    (UNTOLD, EVER, LOCKED | ELSEWHERE, 42, "went on too late"),
    (UNTOLD, EVER, LOCKED, 70, "put back too late"),
    (UNTOLD, EVER, STOOD | BACK, 40, "put back from a stack that stood still"),
    (UNTOLD, EVER, STOOD | HAND, 32, "still in the hand when told"),
    (UNTOLD, EVER, STOOD, 70, "gone without being lifted"),
    (UNTOLD, 550, RENAMED | ANSWERED, 30, "another piece than was answered"),
    (UNTOLD, EVER, RENAMED, 9, "another piece"),
    (UNTOLD, EVER, SAME, 4, "put elsewhere"),
    (UNTOLD, EVER, ANSWERED | ELSEWHERE, 36, "another ply than was answered"),
    (UNTOLD, EVER, ANSWERED, 20, "not what was answered"),
    (UNTOLD, EVER, STACKED, 14, "put back from stack to stack"),
    (UNTOLD, EVER, ELSEWHERE, 14, "went on"),
    (UNTOLD, EVER, 0, 9, "told in vain"),
    (COVERED, 1000, STACKED, 9, "covered before the other stack was left"),
    (COVERED, 266, NEAR, 3, "covered just before it left"),
    (COVERED, 2000, 0, 14, "covered before it left"),
    (COVERED, EVER, 0, 30, "covered some seconds before it left"),
    (PAST, EVER, 0, 8, "adjusted before"),
    (INSTEAD, EVER, 0, 5, "in the place of what was taken back"),
)

PASSING_MS = const(265)  # what passes over a sensor, or stands beside it, closes it for 250; and edges bounce
STAYS_MS = const(300)  # what has been there for so long does not pass over, as the debounce tells of it
NUDGE_MS = const(900)  # so soon after it arrived a piece is nudged
SWIFT_MS = const(48)  # less than 60 by a bounce: no hand lifts a piece for so short
MARGIN = const(10)  # lines that cost less than this more than the best are rivals
MARGIN_ADJUSTED = const(12)  # so much more where the best leaves adjusted pieces, and they leave no more loose
MARGIN_WHOLE = const(26)  # the same where they have another ply, and leave no more loose
DOUBT = const(8)  # a ply whose own edges cost more is asked about
MARGIN_TOLD = const(16)  # the same where it contradicts what was told
LIMIT_TOLD = const(35)  # what costs more and contradicts what was told is asked about
LIMIT = const(60)  # what costs more explains nothing: trouble, and nothing is told
LIMIT_ASKED = const(130)  # unless it explains all that stands, and costs no more than this: it is asked about
GOING_ON_MS = const(350)  # after so long a piece has arrived; the reply may come after 400
LAST_MS = const(150)  # and the last of the ply's squares must stand for so long
HELD_MS = const(40)  # and nothing may have changed anywhere for so long: edges that belong together come one by one
DOUBTFUL_MS = const(1500)  # for so long, where its order or pace was not that of a ply
ASK_MS = const(350)  # all in place for this long: two lines that explain it are asked about; replies come after 400
QUIET_MS = const(550)  # all in place for this long: what else was touched meant nothing, or is asked about
TROUBLE_MS = const(700)
LIFTED_MS = const(3000)
CARD_MS = const(6000)
