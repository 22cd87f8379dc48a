"""King's Crossing once more, written straight from its rules without a thought for speed: what the module is held to.

A position is a dict of (column, row) from 0 to letters; rows and columns are looked at as strings.
"""

from __future__ import annotations

import re

from tests.support.naive_placement import Place, name, other, place

Board = dict[Place, str]
TEAMS = {"w": "MK", "b": "mk"}


def row(board: Board, place: Place) -> str:
    return "".join(board.get((column, place[1]), ".") for column in range(8))


def column(board: Board, place: Place) -> str:
    return "".join(board.get((place[0], number), ".") for number in range(4))


def trapped(board: Board, place: Place) -> bool:
    side = "w" if board[place] in TEAMS["w"] else "b"
    line = f"(?<=[{TEAMS[other(side)]}])[{TEAMS[side]}]+(?=[{TEAMS[other(side)]}])"
    return any(
        found.start() <= at < found.end()
        for text, at in ((row(board, place), place[0]), (column(board, place), place[1]))
        for found in re.finditer(line, text)
    )


class Naive:
    """One position."""

    def __init__(self, text: str) -> None:
        head, placement, self.side, white, black, quiet = text.split(" ")
        self.head = head
        self.words = head.partition(":")[2].split("+")
        self.homes = {"w": place("h4"), "b": place("a4" if "alternate" in self.words else "a1")}  # to be reached
        self.counts = {"w": white, "b": black}
        self.quiet = int(quiet)
        self.board: Board = {}
        for number, line in zip((3, 2, 1, 0), placement.split("/"), strict=True):
            at = 0
            for letter in line:
                if letter.isdigit():
                    at += int(letter)
                else:
                    self.board[at, number] = letter
                    at += 1
        self.ended = ""
        for side in "wb":
            if not self.king(other(side)):
                self.win(side, "king-captured")
            elif self.king(side) == self.homes[side]:
                self.win(side, "home")
        self.judge()

    def text(self) -> str:
        lines: list[str] = []
        for number in (3, 2, 1, 0):
            line = row(self.board, (0, number))
            lines.append(re.sub(r"\.+", lambda run: str(len(run[0])), line))
        return f"{self.head} {'/'.join(lines)} {self.side} {self.counts['w']} {self.counts['b']} {self.quiet}"

    def king(self, side: str) -> Place | None:
        return next((at for at, letter in self.board.items() if letter == TEAMS[side][1]), None)

    def win(self, side: str, reason: str) -> None:
        self.ended = ("1-0 " if side == "w" else "0-1 ") + reason

    def judge(self) -> None:
        runs = any(count != "-" for count in self.counts.values())
        if not self.ended and not runs and not self.moves("w") and not self.moves("b"):
            self.ended = "1/2-1/2 no-moves"

    def over(self) -> str:
        """How the game has ended; "" if it goes on."""
        return self.ended

    def plies(self) -> set[str]:
        return set() if self.ended else self.moves(self.side) or {"pass"}

    def moves(self, side: str) -> set[str]:
        jumps: set[str] = set()
        rest: set[str] = set()
        for at, letter in self.board.items():
            if letter in TEAMS[side] and not trapped(self.board, at):
                jumps |= {text for text in jump_lines(self.board, at, side, name(at)) if "x" in text}
                rest |= self.steps(at, side)
        return jumps or rest

    def steps(self, at: Place, side: str) -> set[str]:
        found: set[str] = set()
        forward = 1 if side == "w" else -1
        for dc, dr in ((forward, 0), (0, 1), (0, -1), (-forward, 0)):
            line = [(at[0] + dc * n, at[1] + dr * n) for n in range(1, 9)]
            seen = "".join(self.board.get(spot, ".") for spot in line if 0 <= spot[0] < 8 and 0 <= spot[1] < 4)
            if dc != -forward:
                free = len(seen) - len(seen.lstrip("."))
                found |= {f"{name(at)}-{name(spot)}" for spot in line[:free]}
            if (dc != -forward or "backwards" in self.words) and re.match(
                f"[{TEAMS[other(side)]}]+[{TEAMS[side]}]", seen
            ):
                found.add(f"{name(at)}*{name(line[0])}")
        return found

    def push(self, text: str) -> None:
        side = self.side
        self.side = other(side)
        ahead = 0
        if text != "pass":
            spots = [place(spot) for spot in re.split("[-x*]", text)]
            letter = self.board.pop(spots[0])
            for frm, to in zip(spots, spots[1:], strict=False):
                if "x" in text:
                    del self.board[(frm[0] + to[0]) // 2, (frm[1] + to[1]) // 2]
            self.board[spots[-1]] = letter
            ahead = (spots[-1][0] - spots[0][0]) * (1 if side == "w" else -1)
        self.quiet = 0 if ahead > 0 else self.quiet + 1
        for owner, back in (("w", 7), ("b", 0)):
            king = self.king(owner)
            if king is None or king[0] != back:
                self.counts[owner] = "-"
            elif self.counts[owner] != "-":
                self.counts[owner] = str(int(self.counts[owner]) + (owner != side))
            elif king != self.homes[owner]:
                self.counts[owner] = "0"
        if not self.king(self.side):
            self.win(side, "king-captured")
        elif self.king(side) == self.homes[side]:
            self.win(side, "home")
        elif self.counts[self.side] == "10":
            self.win(self.side, "back-row")
        self.judge()


def jump_lines(board: Board, at: Place, side: str, text: str) -> set[str]:
    """Every complete jump of the piece on `at`, as text after `text`; `text` alone if there is none."""
    found: set[str] = set()
    for dc, dr in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        over, to = (at[0] + dc, at[1] + dr), (at[0] + 2 * dc, at[1] + 2 * dr)
        if (
            board.get(over, ".") not in TEAMS[other(side)]
            or to in board
            or to[0] not in range(8)
            or to[1] not in range(4)
        ):
            continue
        after = {spot: letter for spot, letter in board.items() if spot not in (at, over)} | {to: board[at]}
        longer = f"{text}x{name(to)}"
        ended = board[over] == TEAMS[other(side)][1] or trapped(after, to)
        found |= {longer} if ended else jump_lines(after, to, side, longer)
    return found or {text}
