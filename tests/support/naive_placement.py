"""Squares, sides, and the pieces of a board of eight by eight out of a position text and back, without the rules' own readers."""

from __future__ import annotations

Place = tuple[int, int]
"""Column and row, from 0."""


def name(place: Place) -> str:
    return "abcdefgh"[place[0]] + str(place[1] + 1)


def place(text: str) -> Place:
    return "abcdefgh".index(text[0]), int(text[1]) - 1


def side_of(letter: str) -> str:
    return "w" if letter.isupper() else "b"


def other(side: str) -> str:
    return "b" if side == "w" else "w"


def read(placement: str) -> dict[Place, str]:
    """The letter on each square that has one."""
    board: dict[Place, str] = {}
    for row, line in zip(range(7, -1, -1), placement.split("/"), strict=True):
        column = 0
        for letter in line:
            if letter.isdigit():
                column += int(letter)
            else:
                board[column, row] = letter
                column += 1
    return board


def written(board: dict[Place, str]) -> str:
    """The same as text."""
    lines: list[str] = []
    for row in range(7, -1, -1):
        line = "".join(board.get((column, row), ".") for column in range(8))
        for run in range(8, 0, -1):
            line = line.replace("." * run, str(run))
        lines.append(line)
    return "/".join(lines)
