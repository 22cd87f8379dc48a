"""Numbers that board and PC share: results, end reasons, refusals, footprint effects.

Only what several games or all have, and the words that records have for it; what only one game has is in `codes.py` of its package.
Sentences for people are the PC's business (host/crossboard/games/reasons.py). Nothing here allocates after import.
"""

try:
    from micropython import const  # type: ignore
except ImportError:  # CPython

    def const(value: int) -> int:
        return value


# A number that is not a square: the origin of a pass or of a piece from hand.
NOWHERE = const(255)

# What `board` of every game holds where the frame has no square: one more than what any holds for a piece.
HOLE = const(49)

# Sides.
FIRST = const(0)
SECOND = const(1)

# `result` of a game; RESULTS[result] is the word of the record.
ONGOING = const(0)
FIRST_WON = const(1)
SECOND_WON = const(2)
DRAWN = const(3)
RESULTS = ("*", "1-0", "0-1", "1/2-1/2")

# `reason` of a game that is over. Numbers below OWN that are not here are those of games that came with the first boards.
OWN = const(64)  # from here on a game numbers its own reasons, and its own refusals
END_NONE = const(0)
END_NO_MOVES = const(1)
END_STALEMATE = const(9)
# Session actions: no ply of a game ends it so.
END_RESIGNED = const(11)
END_AGREED = const(12)
END_ABANDONED = const(13)
END_UNFINISHED = const(14)
END_TIME = const(15)
ENDS = (
    (END_NO_MOVES, "no-moves"),
    (END_STALEMATE, "stalemate"),
    (END_RESIGNED, "resigned"),
    (END_AGREED, "agreed"),
    (END_ABANDONED, "abandoned"),
    (END_UNFINISHED, "unfinished"),
    (END_TIME, "time-forfeit"),
)
"""Number and the word of records."""

# What `footprint` says of a square: how its sensor stands before and after the ply.
LEAVE = const(1)  # closed, then open: the moving piece goes away
ARRIVE = const(2)  # open, then closed: the moving piece comes to stand
TAKEN = const(3)  # closed, then open: another piece is taken off the board
SWAP = const(4)  # closed, opens, closes again: what stands there goes, captured or not, and another piece arrives
MAYBE = const(5)  # closed, then as the players like: a piece that no longer matters
PATH = const(6)  # open before and after: a landing on the way, may be skipped
STACK = const(7)  # closed, opens, closes again: a stack lifted to cover it, or to take its top card away
PLACED = const(8)  # open, then closed: a second piece of the mover comes to stand, before, with or after the first

# What `kind(ply)` says, for the colour of a light.
KIND_MOVE = const(0)  # to an empty square, placing included
KIND_CAPTURE = const(1)  # capture, jump or cover
KIND_PASS = const(2)

# `why_not` and the recognizer: why an attempt was refused.
WHY_FINE = const(0)  # nothing is wrong: a legal ply goes there
WHY_GAME_OVER = const(1)
WHY_EMPTY = const(2)  # no piece stands on the square left
WHY_NOT_YOURS = const(3)  # the other side's piece
WHY_HOLE = const(4)  # no square of this game
WHY_OCCUPIED = const(5)  # the square wished for is taken
WHY_BLOCKED = const(6)  # something stands on the way
WHY_BACKWARD = const(8)
WHY_NO_SUCH_MOVE = const(9)  # no piece of this kind moves like that
WHY_NOTHING_TO_JUMP = const(10)
WHY_PLACE_FIRST = const(11)  # a piece is to be placed before anything else
WHY_NOTHING_TO_PLACE = const(13)
WHY_MUST_JUMP = const(15)
WHY_MUST_GO_ON = const(16)  # the jump sequence is not finished there
WHY_OWN_PIECE = const(18)  # one's own piece stands on the square wished for
WHY_CAPTURE_ONLY = const(19)  # such a step only captures
WHY_NO_CAPTURE = const(20)  # such a step never captures
WHY_MUST_PASS = const(24)  # no ply exists: the turn is passed
WHY_UNEXPLAINED = const(25)  # what the sensors saw fits no ply at all
WHY_OUTSIDE = const(26)  # a piece outside the squares of this game
WHY_WITHDRAWN = const(27)  # the player took the ply back at the question
WHY_OPPONENTS = const(28)  # the board plays this side, and has chosen another ply or none yet
WHYS = (
    (WHY_FINE, "fine"),
    (WHY_GAME_OVER, "game-over"),
    (WHY_EMPTY, "no-piece"),
    (WHY_NOT_YOURS, "not-your-piece"),
    (WHY_HOLE, "no-square"),
    (WHY_OCCUPIED, "occupied"),
    (WHY_BLOCKED, "blocked"),
    (WHY_BACKWARD, "backward"),
    (WHY_NO_SUCH_MOVE, "no-such-move"),
    (WHY_NOTHING_TO_JUMP, "nothing-to-jump"),
    (WHY_PLACE_FIRST, "place-first"),
    (WHY_NOTHING_TO_PLACE, "nothing-to-place"),
    (WHY_MUST_JUMP, "must-jump"),
    (WHY_MUST_GO_ON, "must-go-on-jumping"),
    (WHY_OWN_PIECE, "own-piece"),
    (WHY_CAPTURE_ONLY, "captures-only"),
    (WHY_NO_CAPTURE, "never-captures"),
    (WHY_MUST_PASS, "must-pass"),
    (WHY_UNEXPLAINED, "unexplained"),
    (WHY_OUTSIDE, "outside"),
    (WHY_WITHDRAWN, "withdrawn"),
    (WHY_OPPONENTS, "opponents-choice"),
)
"""Number and the word of records."""
