"""Card Chess once more, written straight from its rules without a thought for speed: what the module is held to.

A position is a dict of square names to lists of letters from bottom to top, a side and the letters in hand.
"""

from __future__ import annotations

from tests.support.naive_placement import other, side_of

COLUMNS, ROWS = "abcdef", "123456"
ALL = [column + row for row in ROWS for column in COLUMNS]
ORTHOGONAL = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
DIRECTIONS = {"K": ORTHOGONAL + DIAGONAL, "Q": ORTHOGONAL + DIAGONAL, "J": DIAGONAL, "T": ORTHOGONAL}
AREAS = {"w": "12", "b": "56"}
ORDER = "KQJTkqjt"


class Naive:
    """One position."""

    def __init__(self, text: str) -> None:
        self.head, placement, self.side, terrain, hand = text.split(" ")
        self.hand = [] if hand == "-" else list(hand)
        self.terrain = dict(zip([c + "4" for c in COLUMNS] + [c + "3" for c in COLUMNS], terrain, strict=True))
        self.stacks: dict[str, list[str]] = {name: [] for name in ALL}
        for row, line in zip("654321", placement.split("/"), strict=True):
            column = 0
            while line:
                if line[0].isdigit():
                    column += int(line[0])
                    line = line[1:]
                    continue
                stack, line = line[1:].split("]", 1) if line[0] == "[" else (line[0], line[1:])
                self.stacks[COLUMNS[column] + row] = list(stack)
                column += 1

    def text(self) -> str:
        lines: list[str] = []
        for row in "654321":
            line = ""
            for column in COLUMNS:
                stack = "".join(self.stacks[column + row])
                line += "." if not stack else stack if len(stack) == 1 else f"[{stack}]"
            for run in range(6, 0, -1):
                line = line.replace("." * run, str(run))
            lines.append(line)
        hand = "".join(sorted(self.hand, key=ORDER.index)) or "-"
        return " ".join([self.head, "/".join(lines), self.side, "".join(self.terrain.values()), hand])

    def colour(self, name: str) -> str:
        """`w`, `b`, or "" of what a square shows."""
        if self.stacks[name]:
            return side_of(self.stacks[name][-1])
        return {"r": "w", "b": "b"}.get(self.terrain.get(name, "."), "")

    def moves(self, side: str) -> set[str]:
        found: set[str] = set()
        if self.hand:
            free = [name for name in ALL if name[1] in AREAS[side] and not self.stacks[name]]
            return {f"{letter}@{name}" for letter in self.hand if side_of(letter) == side for name in free}
        for origin in ALL:
            if not self.stacks[origin] or side_of(self.stacks[origin][-1]) != side:
                continue
            letter = self.stacks[origin][-1].upper()
            for right, up in DIRECTIONS[letter]:
                column, row = COLUMNS.index(origin[0]), ROWS.index(origin[1])
                for _ in range(1 if letter == "K" else 6):
                    column, row = column + right, row + up
                    if not (0 <= column < 6 and 0 <= row < 6):
                        break
                    goal = COLUMNS[column] + ROWS[row]
                    stack = self.stacks[goal]
                    found.add(origin + ("-" if not stack else "+" if side_of(stack[-1]) == side else "x") + goal)
                    if self.colour(goal) == other(side):
                        break
        return found

    def winner(self) -> str:
        """The side that covers both enemy kings, or ""."""
        for side in "wb":
            king = "k" if side == "w" else "K"
            under = 0
            for stack in self.stacks.values():
                for i, letter in enumerate(stack):
                    under += letter == king and any(side_of(above) == side for above in stack[i + 1 :])
            if under == 2:
                return side
        return ""

    def over(self) -> str:
        """How the game has ended, as far as the twin can say; "" if it goes on."""
        return {"w": "1-0", "b": "0-1"}[won] if (won := self.winner()) else "" if self.plies() else "1/2-1/2"

    def plies(self) -> set[str]:
        """The legal plies; none in a finished game."""
        if self.winner():
            return set()
        return self.moves(self.side) or ({"pass"} if self.moves(other(self.side)) else set())

    def push(self, ply: str) -> None:
        if "@" in ply:
            self.hand.remove(ply[0])
            self.stacks[ply[2:]].append(ply[0])
        elif ply != "pass":
            self.stacks[ply[3:]].append(self.stacks[ply[:2]].pop())
        self.side = other(self.side)
