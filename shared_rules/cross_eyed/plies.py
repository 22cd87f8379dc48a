"""Cross-Eyed Chess: the plies of a piece list, whether the game is over or not.

A part of game.py, which also says what a ply is. Nothing here allocates once a game is made.
"""

from array import array

from shared_rules.cross_eyed.board import DIAGONAL, FOES, LANDINGS, LEAPS, LINES, NEXT, ORTHOGONAL, PAWNS, Attacks


class Plies(Attacks):
    """Pieces, and where they can go."""

    def _list(self, side: int, value: int, last: int, out: "array[int]", n: int) -> int:
        """Write the plies of the pieces `value` to `last - 1` of `side` into `out` from index `n`; return the index after them."""
        board = self.board
        at = self.at
        kinds = self.kinds
        foes = FOES[side]
        pawns = PAWNS
        turned = side * 4
        orthogonal = ORTHOGONAL
        for value in range(value, last):
            frm = at[value]
            if not frm:
                continue
            kind = kinds[value]
            if kind > 2:
                if kind < 5:
                    for step in LINES[kind]:
                        to = step[frm]
                        foe = board[to]
                        while not foe:
                            out[n] = frm | to << 8
                            n += 1
                            to = step[to]
                            foe = board[to]
                        if foes[foe]:
                            out[n] = frm | to << 8 | 0x10000
                            n += 1
                elif kind < 6:
                    for step in DIAGONAL:
                        over = step[frm]
                        if not board[over]:
                            over = step[over]
                            if not board[over]:
                                for step in orthogonal:
                                    to = step[over]
                                    foe = board[to]
                                    if not foe:
                                        out[n] = frm | to << 8
                                        n += 1
                                    elif foes[foe]:
                                        out[n] = frm | to << 8 | 0x10000
                                        n += 1
                    for step in orthogonal:
                        over = step[frm]
                        if board[over]:
                            to = step[over]
                            if not board[to]:
                                out[n] = frm | to << 8
                                n += 1
                else:
                    way = pawns[frm] >> turned & 15
                    if way < 8:
                        to = NEXT[way][frm]  # if that is off the board, so are the squares beside it
                        if not board[to]:
                            out[n] = frm | to << 8
                            n += 1
                        beside = 1 if way & 2 else 12
                        to -= beside
                        if foes[board[to]]:
                            out[n] = frm | to << 8 | 0x10000
                            n += 1
                        to += beside + beside
                        if foes[board[to]]:
                            out[n] = frm | to << 8 | 0x10000
                            n += 1
                    elif way > 8:
                        n = self._promotions(side, frm, out, n)
                    else:
                        for step in orthogonal:
                            to = step[frm]
                            if not board[to]:
                                out[n] = frm | to << 8
                                n += 1
                        for step in DIAGONAL:
                            to = step[frm]
                            if foes[board[to]]:
                                out[n] = frm | to << 8 | 0x10000
                                n += 1
            else:
                landings = LANDINGS[frm % 12 // 6]
                for to in LEAPS[kind]:
                    to = landings[frm + to]
                    foe = board[to]
                    if not foe:
                        out[n] = frm | to << 8
                        n += 1
                    elif foes[foe]:
                        out[n] = frm | to << 8 | 0x10000
                        n += 1
        return n

    def _promotions(self, side: int, frm: int, out: "array[int]", n: int) -> int:
        """The plies of a pawn that arrives to promote: R, B, N, C, M, then staying a pawn."""
        way = PAWNS[frm] >> side * 4 & 6
        for turn in range(-1, 2):
            to = NEXT[way + turn][frm]
            foe = FOES[side][self.board[to]]
            if turn and not foe or not turn and self.board[to]:
                continue
            move = frm | to << 8 | foe << 16
            for promotion in range(6):
                out[n] = move | promotion << 17
                n += 1
        return n
