"""Charing Cross once more, written straight from its rules without a thought for speed: what the module is held to.

A position is a dict of (column, row) from 0 to letters, a side, and the placement due with the side to go on.
"""

from __future__ import annotations

from tests.support.naive_placement import name, other, place, read, side_of, written

FORWARD = {"N": (1, 0), "R": (0, -1), "n": (-1, 0), "r": (0, 1)}
HOMES = {"N": [(0, 3), (0, 4)], "R": [(3, 7), (4, 7)], "n": [(7, 3), (7, 4)], "r": [(3, 0), (4, 0)]}
EDGES = {"N": (1, (0, 7)), "R": (0, (0, 7))}  # index into (column, row), values
GOALS = {"N": (0, 7), "R": (1, 0), "n": (0, 0), "r": (1, 7)}


class Naive:
    """One position."""

    def __init__(self, text: str) -> None:
        _, placement, self.side, self.due = text.split(" ")
        self.board = read(placement)

    def text(self) -> str:
        return " ".join(["charing-cross", written(self.board), self.side, self.due])

    def moves(self, side: str) -> set[str]:
        found: set[str] = set()
        for (column, row), letter in self.board.items():
            if side_of(letter) != side:
                continue
            ahead = FORWARD[letter]
            index, values = EDGES[letter.upper()]
            for right in (-1, 0, 1):
                for up in (-1, 0, 1):
                    step, jump = (column + right, row + up), (column + 2 * right, row + 2 * up)
                    forward = right * ahead[0] + up * ahead[1] == 1
                    inside = min(step) >= 0 and max(step) < 8
                    if forward and inside and step not in self.board and step[index] not in values:
                        found.add(f"{name((column, row))}-{name(step)}")
                    inside = min(jump) >= 0 and max(jump) < 8
                    if (right or up) and step in self.board and inside and jump not in self.board:
                        found.add(f"{name((column, row))}x{name(jump)}")
        return found

    def winner(self) -> str:
        for at, letter in self.board.items():
            index, value = GOALS[letter]
            if at[index] == value:
                return side_of(letter)
        return ""

    def over(self) -> str:
        """How the game has ended, as far as the twin can say; "" if it goes on."""
        return {"w": "1-0", "b": "0-1"}[won] if (won := self.winner()) else "" if self.plies() else "1/2-1/2"

    def plies(self) -> set[str]:
        """The legal plies; none in a finished game."""
        if self.winner():
            return set()
        if self.due != "-":
            return {"@" + name(home) for home in HOMES[self.due[0]] if home not in self.board}
        return self.moves(self.side) or ({"pass"} if self.moves(other(self.side)) else set())

    def push(self, ply: str) -> None:
        mover = self.side
        if ply[0] == "@":
            self.board[place(ply[1:])] = self.due[0]
            self.side, self.due = self.due[1], "-"
            return
        self.side = other(mover)
        if ply == "pass":
            return
        (column, row), (to_column, to_row) = place(ply[:2]), place(ply[3:])
        self.board[to_column, to_row] = self.board.pop((column, row))
        if ply[2] == "x" and not self.winner():
            letter = self.board.pop(((column + to_column) // 2, (row + to_row) // 2))
            if any(home not in self.board for home in HOMES[letter]):
                self.due = letter + other(mover)
                self.side = side_of(letter)
