"""The base class of all games; README.md beside this file describes the interface.

Code that calls only these methods works for any game, and with compiled rules, too.
"""

from array import array


class Game:
    """A position, its plies, and the way back from it."""

    def plies(self, out: "array[int]", n: int) -> int:
        """Write every legal ply into the array `out` from index `n`; return the index after the last."""
        raise NotImplementedError

    def push(self, ply: int) -> None:
        """Play a legal ply; the caller guarantees that it is legal."""
        raise NotImplementedError

    def draw_allowed(self) -> bool:
        """Whether the players may agree on a draw now: always, unless the game says otherwise."""
        return True

    def pop(self) -> None:
        """Take back the last ply: every byte is as before it. The caller keeps to `undoable`."""
        raise NotImplementedError
