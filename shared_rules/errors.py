"""What can be wrong with a text: three small errors, each telling the input and what would be right.

All are ValueErrors, raised at boundaries only; nothing in play raises.
"""


class RulesError(ValueError):
    """Base of what the rules refuse; its message is one line for a person."""


class PositionError(RulesError):
    """A position text that is malformed or impossible.

    `field` names the field (`game`, `placement`, `side`, …), `place` the character in it from 1, 0 for the whole. The message
    begins with them, but not for the game: most who read that have typed a game and no position.
    """

    def __init__(self, field: str, place: int, problem: str) -> None:
        if field != "game":
            where = "%s field" % field
            if place:
                where = "%s, character %d" % (where, place)
            problem = "%s: %s" % (where, problem)
        super().__init__(problem)
        self.field = field
        self.place = place


class PlyError(RulesError):
    """A ply text that cannot be read as a ply of this game."""


class IllegalPlyError(RulesError):
    """A readable ply that the position does not allow; `why` is a WHY_ code of codes.py."""

    def __init__(self, message: str, why: int = 0) -> None:
        super().__init__(message)
        self.why = why
