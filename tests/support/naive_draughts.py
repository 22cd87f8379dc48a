"""English draughts once more, written straight from its rules without a thought for speed: what the module is held to.

A position is a dict of (column, row) from 0 to letters, and a side.
"""

from __future__ import annotations

from tests.support.naive_placement import Place, name, read, written

FORWARD = {"M": (1,), "m": (-1,), "K": (1, -1), "k": (1, -1)}
LAST = {"M": 7, "m": 0}


class Naive:
    """One position."""

    def __init__(self, text: str) -> None:
        _, placement, self.side = text.split(" ")
        self.board = read(placement)

    def text(self) -> str:
        return f"draughts {written(self.board)} {self.side}"

    def mine(self) -> dict[Place, str]:
        return {place: letter for place, letter in self.board.items() if letter.isupper() == (self.side == "w")}

    def jumps(self, place: Place, letter: str, board: dict[Place, str]) -> list[list[Place]]:
        """Every way on from there over `board`, in which the piece itself and what it has jumped are not."""
        found: list[list[Place]] = []
        for up in FORWARD[letter]:
            for right in (-1, 1):
                over, to = (place[0] + right, place[1] + up), (place[0] + 2 * right, place[1] + 2 * up)
                inside = min(to) >= 0 and max(to) < 8
                if inside and over in board and board[over].isupper() != letter.isupper() and to not in board:
                    left = {square: piece for square, piece in board.items() if square != over}
                    found += [[to, *rest] for rest in self.jumps(to, letter, left) or [[]]]
        return found

    def plies(self) -> set[str]:
        jumps: set[str] = set()
        steps: set[str] = set()
        for place, letter in self.mine().items():
            others = {square: piece for square, piece in self.board.items() if square != place}
            jumps |= {"x".join(map(name, [place, *way])) for way in self.jumps(place, letter, others)}
            for up in FORWARD[letter]:
                for right in (-1, 1):
                    to = place[0] + right, place[1] + up
                    if min(to) >= 0 and max(to) < 8 and to not in self.board:
                        steps.add(f"{name(place)}-{name(to)}")
        return jumps or steps

    def over(self) -> str:
        """The side that can't move has lost; "" if it can."""
        return "" if self.plies() else {"w": "0-1", "b": "1-0"}[self.side]

    def push(self, ply: str) -> None:
        squares = [("abcdefgh".index(word[0]), int(word[1]) - 1) for word in ply.replace("-", "x").split("x")]
        letter = self.board.pop(squares[0])
        for here, there in zip(squares, squares[1:], strict=False):
            if "x" in ply:
                del self.board[(here[0] + there[0]) // 2, (here[1] + there[1]) // 2]
        crowned = squares[-1][1] == LAST.get(letter)
        self.board[squares[-1]] = {"M": "K", "m": "k"}[letter] if crowned else letter
        self.side = "b" if self.side == "w" else "w"
