"""The looks of all that lights mean: a colour and a blink pattern for every mark of signals.py, and notices for the whole board.

Meanings differ by pattern as well as by colour, for people who can't tell colours apart and for lights of one colour.
"""

from shared_rules.codes import const

STEADY = const(0xFF)  # the pattern of what does not blink
# By MARK_: red, green, blue at full brightness, and the phases in which it is lit.
SLOW = const(0x0F)
FAST = const(0x55)
TWICE = const(0x05)
WINK = const(0xF7)
MEANINGS = (
    (0, 0, 0, STEADY),  # none
    (0, 0, 70, STEADY),  # last ply from
    (0, 0, 200, STEADY),  # last ply to
    (70, 70, 70, STEADY),  # lifted
    (0, 200, 0, STEADY),  # may go here
    (255, 100, 0, WINK),  # may capture here
    (255, 200, 0, SLOW),  # wins here
    (0, 170, 170, STEADY),  # may be put here
    (220, 0, 120, TWICE),  # take this piece off
    (0, 60, 255, SLOW),  # a piece belongs here
    (255, 0, 0, FAST),  # the piece here must go
    (160, 0, 255, SLOW),  # offered
    (0, 90, 60, WINK),  # shown, not yet final
    # Besides the marks: what lies under the pieces and around them.
    (60, 0, 0, STEADY),  # ground of the first side's colour
    (22, 22, 22, STEADY),  # ground of the second side's colour
    (0, 8, 14, STEADY),  # beside the game's squares
)
NOTICES = (
    (0, 0, 0, STEADY),
    (255, 120, 0, SLOW),
    (255, 0, 255, FAST),
    (255, 0, 0, TWICE),
    (0, 200, 0, WINK),
    (0, 90, 130, SLOW),
)
# The phases for lights of one colour, in the same order: no two are alike, wherever one begins to count; dark beside the game.
ONE_COLOUR = bytes((0xFF, 0x01, 0x03, 0x33, 0xFF, 0x77, 0x3F, 0x7F, 0x05, 0x0F, 0x55, 0x15, 0x5F, 0x09, 0x25, 0x00,
                    0xFF, 0x11, 0x57, 0x5B, 0x37, 0x1B))  # fmt: skip
