"""Numbers that board and PC share: results, end reasons, refusals, footprint effects.

Only numbers and the fixed words of the text formats live here; sentences for people
are the PC's business (host/crossboard/games/words.py). Nothing here allocates after import.
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

# `reason` of a game that is over; TERMINATIONS[reason] is the word of the record.
END_NONE = const(0)
END_NO_MOVES = const(1)
END_GOAL = const(2)
END_KING_CAPTURED = const(3)
END_HOME = const(4)
END_BACK_ROW = const(5)
END_KINGS_CAPTURED = const(6)
END_CAPTURED_AND_MATED = const(7)
END_BOTH_MATED = const(8)
END_STALEMATE = const(9)
END_KINGS_COVERED = const(10)
# Session actions: no ply of a game ends it so.
END_RESIGNED = const(11)
END_AGREED = const(12)
END_ABANDONED = const(13)
END_UNFINISHED = const(14)
TERMINATIONS = (
    "",
    "no-moves",
    "goal",
    "king-captured",
    "home",
    "back-row",
    "kings-captured",
    "captured-and-mated",
    "both-mated",
    "stalemate",
    "kings-covered",
    "resigned",
    "agreed",
    "abandoned",
    "unfinished",
)

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

# `why_not` and the recognizer: why an attempt was refused. WHY_NAMES[code] is the record's word.
WHY_FINE = const(0)  # nothing is wrong: a legal ply goes there
WHY_GAME_OVER = const(1)
WHY_EMPTY = const(2)  # no piece stands on the square left
WHY_NOT_YOURS = const(3)  # the other side's piece
WHY_HOLE = const(4)  # no square of this game
WHY_OCCUPIED = const(5)  # the square wished for is taken
WHY_BLOCKED = const(6)  # something stands on the way
WHY_EDGE = const(7)  # Charing Cross: not onto one's own edge
WHY_BACKWARD = const(8)
WHY_NO_SUCH_MOVE = const(9)  # no piece of this kind moves like that
WHY_NOTHING_TO_JUMP = const(10)
WHY_PLACE_FIRST = const(11)  # a piece is to be placed before anything else
WHY_NOT_HOME = const(12)  # placing: not a home square of that piece
WHY_NOTHING_TO_PLACE = const(13)
WHY_TRAPPED = const(14)
WHY_MUST_JUMP = const(15)
WHY_MUST_GO_ON = const(16)  # the jump sequence is not finished there
WHY_NOT_TRAPPED_ENEMY = const(17)  # trap capture of a piece that is not trapped so
WHY_OWN_PIECE = const(18)  # one's own piece stands on the square wished for
WHY_CAPTURE_ONLY = const(19)  # such a step only captures
WHY_NO_CAPTURE = const(20)  # such a step never captures
WHY_COVERED = const(21)  # only the top card of a stack moves
WHY_COLOUR_STOPS = const(22)  # an opposing colour ends the line before that square
WHY_NOT_STARTING_AREA = const(23)  # placing from hand: outside the own starting area
WHY_MUST_PASS = const(24)  # no ply exists: the turn is passed
WHY_UNEXPLAINED = const(25)  # what the sensors saw fits no ply at all
WHY_OUTSIDE = const(26)  # a piece outside the squares of this game
WHY_WITHDRAWN = const(27)  # the player took the ply back at the question
WHY_OPPONENTS = const(28)  # the board plays this side, and has chosen another ply or none yet
WHY_NAMES = (
    "fine",
    "game-over",
    "no-piece",
    "not-your-piece",
    "no-square",
    "occupied",
    "blocked",
    "edge",
    "backward",
    "no-such-move",
    "nothing-to-jump",
    "place-first",
    "not-a-home-square",
    "nothing-to-place",
    "trapped",
    "must-jump",
    "must-go-on-jumping",
    "not-trapped",
    "own-piece",
    "captures-only",
    "never-captures",
    "covered",
    "colour-stops",
    "outside-starting-area",
    "must-pass",
    "unexplained",
    "outside",
    "withdrawn",
    "opponents-choice",
)
