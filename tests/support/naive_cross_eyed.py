"""Cross-Eyed Chess once more, slow and straight from the rules: what the tests hold the real one to.

A board is a dict from (column, row), both from 0, to a letter; nothing is shared with shared_rules.
"""

from __future__ import annotations

from collections.abc import Iterator

Place = tuple[int, int]
Board = dict[Place, str]
Ply = tuple[Place, Place, str]  # from, to, letter promoted to or ""

ORTHOGONAL = [(1, 0), (0, 1), (-1, 0), (0, -1)]
DIAGONAL = [(1, 1), (-1, 1), (-1, -1), (1, -1)]
RULES_ROWS = ["****....****"] * 3 + ["***......***"] + ["............"] * 4 + ["***......***"] + ["****....****"] * 3
SQUARES = {(c, r) for r, row in enumerate(RULES_ROWS) for c, mark in enumerate(row) if mark == "."}


def add(place: Place, step: Place, times: int = 1) -> Place:
    return place[0] + times * step[0], place[1] + times * step[1]


def is_white(letter: str) -> bool:
    return letter.isupper()


def read(text: str) -> tuple[Board, bool]:
    """The board of a position text, and whether White is to move."""
    _, placement, side = text.split(" ")
    board: Board = {}
    for up, line in enumerate(placement.split("/")):
        column = 0
        number = ""
        for mark in line + " ":
            if mark.isdigit():
                number += mark
                continue
            column += int(number or 0)
            number = ""
            if mark.isalpha():
                board[column, 11 - up] = mark
            column += 1
    return board, side == "w"


def write(board: Board, white: bool) -> str:
    """The position text."""
    lines: list[str] = []
    for row in range(11, -1, -1):
        line = ""
        run = 0
        for column in range(12):
            mark = board.get((column, row), "" if (column, row) in SQUARES else "*")
            if mark == "":
                run += 1
                continue
            line += (str(run) if run else "") + mark
            run = 0
        lines.append(line + (str(run) if run else ""))
    return f"cross-eyed {'/'.join(lines)} {'w' if white else 'b'}"


def name(place: Place) -> str:
    return "abcdefghijkl"[place[0]] + str(place[1] + 1)


def ply_text(board: Board, ply: Ply) -> str:
    frm, to, promoted = ply
    return name(frm) + ("x" if to in board else "-") + name(to) + (f"={promoted}" if promoted else "")


def pawn_steps(place: Place, white: bool) -> tuple[list[Place], list[Place]]:
    """(steps without capture, steps with capture) of a pawn."""
    column, row = place
    if 3 <= column <= 8 and 3 <= row <= 8:
        return ORTHOGONAL, DIAGONAL
    upright = 4 <= column <= 7  # on the south or north board, White's
    outward = (0, 1 if row > 8 else -1) if upright else (1 if column > 8 else -1, 0)
    step = outward if upright != white else (-outward[0], -outward[1])
    across = (1, 0) if upright else (0, 1)
    return [step], [add(step, across), add(step, across, -1)]


def promotes(place: Place, white: bool) -> bool:
    return place[0] in (0, 11) if white else place[1] in (0, 11)


def moves(board: Board, frm: Place) -> Iterator[Place]:
    """Where the piece on `frm` can go."""
    letter = board[frm]
    white = is_white(letter)

    def enemy(to: Place) -> bool:
        return to in board and is_white(board[to]) != white

    def free(to: Place) -> bool:
        return to in SQUARES and to not in board

    def leap(step: Place) -> Iterator[Place]:
        to = add(frm, step)
        if free(to) or enemy(to):
            yield to

    kind = letter.upper()
    if kind == "K":
        for step in ORTHOGONAL + DIAGONAL:
            yield from leap(step)
    elif kind in "NC":
        near, far = (1, 2) if kind == "N" else (1, 3)
        for x in (-1, 1):
            for y in (-1, 1):
                yield from leap((near * x, far * y))
                yield from leap((far * x, near * y))
    elif kind in "RB":
        for step in ORTHOGONAL if kind == "R" else DIAGONAL:
            to = add(frm, step)
            while free(to):
                yield to
                to = add(to, step)
            if enemy(to):
                yield to
    elif kind == "M":
        for step in DIAGONAL:
            if free(add(frm, step)) and free(add(frm, step, 2)):
                for last in ORTHOGONAL:
                    to = add(add(frm, step, 2), last)
                    if free(to) or enemy(to):
                        yield to
        for step in ORTHOGONAL:
            if add(frm, step) in board and free(add(frm, step, 2)):
                yield add(frm, step, 2)
    else:
        quiet, captures = pawn_steps(frm, white)
        yield from (to for step in quiet if free(to := add(frm, step)))
        yield from (to for step in captures if enemy(to := add(frm, step)))


def plies(board: Board, white: bool) -> list[Ply]:
    """Every ply of a side, the end of the game not considered."""
    found: list[Ply] = []
    for frm, letter in board.items():
        if is_white(letter) == white:
            for to in moves(board, frm):
                found.append((frm, to, ""))
                if letter.upper() == "P" and promotes(to, white):
                    found += [(frm, to, kind if white else kind.lower()) for kind in "RBNCM"]
    return found


def after(board: Board, ply: Ply) -> Board:
    frm, to, promoted = ply
    new = dict(board)
    new[to] = promoted or new[frm]
    del new[frm]
    return new


def kings(board: Board, white: bool) -> list[Place]:
    return [place for place, letter in board.items() if letter == ("K" if white else "k")]


def attacked(board: Board, place: Place) -> bool:
    """Whether the piece on `place` could be captured there."""
    white = is_white(board[place])
    return any(to == place for _, to, _ in plies(board, not white))


def mated(board: Board, king: Place, white: bool) -> bool:
    """Whether the king on `king`, whose side is to move, is mated: attacked, and so after every ply of its side."""
    if not attacked(board, king):
        return False
    for ply in plies(board, white):
        new = after(board, ply)
        if not kings(new, not white) or not attacked(new, ply[1] if ply[0] == king else king):
            return False
    return True


def outcome(board: Board, white: bool) -> str:
    """How the game has ended, judged for the side to move; "" if it goes on. Prefixed with who won."""
    for side in (True, False):
        if not kings(board, side):
            return ("0-1" if side else "1-0") + " kings-captured"
    own = kings(board, white)
    lost = "0-1 " if white else "1-0 "
    if all(mated(board, king, white) for king in own):
        return lost + ("both-mated" if len(own) == 2 else "captured-and-mated")
    return "" if plies(board, white) else "1/2-1/2 stalemate"


class Naive:
    """One position."""

    def __init__(self, text: str) -> None:
        self.board, self.white = read(text)

    def text(self) -> str:
        return write(self.board, self.white)

    def over(self) -> str:
        """How the game has ended; "" if it goes on."""
        return outcome(self.board, self.white)

    def named(self) -> dict[str, Ply]:
        """The plies by their texts, the end of the game not considered."""
        return {ply_text(self.board, ply): ply for ply in plies(self.board, self.white)}

    def plies(self) -> set[str]:
        """The legal plies; none in a finished game."""
        return set() if self.over() else set(self.named())

    def push(self, text: str) -> None:
        self.board, self.white = after(self.board, self.named()[text]), not self.white
