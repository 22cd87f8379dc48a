"""Numbers that pass between the recognizer, the app on the board and `infer`, which reads traces.

Events say what happened, in order; marks say what a square's light has to tell; buttons are the players' answers.
"""

from shared_rules.codes import const

# Events of Recognizer.next_event(). In brackets the fields that hold then.
EV_NONE = const(0)
EV_SHOWN = const(1)  # a ply stands on the board, not yet final (ev_ply)
EV_PLY = const(2)  # a ply is final (ev_ply, ev_digest of the position after it)
EV_TAKEBACK = const(3)  # the last final ply was put back (ev_ply, ev_digest of the position after that)
EV_REFUSED = const(4)  # what was done is not a legal ply (ev_a from, ev_b to, ev_why)
EV_CLEAR = const(5)  # the board fits the position again
EV_ASK = const(6)  # a question: offers[0:offer_count], offers[offered] is offered; again when the offer changes
EV_UNASKED = const(7)  # the question is gone: answered, withdrawn or overtaken
EV_OVER = const(8)  # the game's result is final

# Buttons.
BUTTON_OK = const(1)
BUTTON_NEXT = const(2)
BUTTON_BACK = const(3)
BUTTON_NAMES = ("", "ok", "next", "back")

# What the search is asked for, as message Z tells it (WIRE.md); 0: nothing.
THOUGHT_NONE = const(0)
THOUGHT_PLY = const(1)  # a ply for the side that the board plays
THOUGHT_HINT = const(2)  # one that a player might play
THOUGHT_LEAD = const(3)  # found: hands are to perform it
THOUGHT_ADVICE = const(4)  # found: the hint
THOUGHT_DRAW = const(5)  # found, and the board offers a draw
THOUGHT_LETTERS = b"-thpad"

# Marks of paint() in guide.py.
MARK_NONE = const(0)
MARK_LAST_FROM = const(1)  # where the last ply began
MARK_LAST_TO = const(2)  # where it ended
MARK_LIFTED = const(3)  # a piece is off its square, and may be
MARK_MOVE = const(4)  # the lifted piece may go here
MARK_CAPTURE = const(5)  # the lifted piece may capture, jump or cover to here
MARK_WIN = const(6)  # the lifted piece wins here; after the game: where it was won
MARK_PLACE = const(7)  # a piece from hand may be put here
MARK_TAKE_OFF = const(8)  # this piece is jumped or captured: take it off
MARK_MISSING = const(9)  # a piece belongs here
MARK_EXTRA = const(10)  # the piece here must go
MARK_OFFER = const(11)  # part of the answer offered
MARK_SHOWN = const(12)  # the provisional ply
