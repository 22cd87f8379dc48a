"""Cross-Eyed Chess: the plies of a piece list, whether the game is over or not.

Works on the arrays of a game (`board`, `at`, `kinds`: see cross_eyed.py, which also says what a ply is). Nothing here
allocates.
"""

from shared_rules.cross_eyed_board import DIAGONAL, FOES, LEAPS, LINES, NEXT, ORTHOGONAL, STAYING, WAYS


def list_plies(board, at, kinds, side, value, last, out, n):
    """Write the plies of the pieces of `side` from `value` to before `last` into `out` from index `n`; the index after."""
    foes = FOES[side]
    ways = WAYS[side]
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
                way = ways[frm]
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
                    n = _promotions(board, side, frm, out, n)
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
        elif kind:
            stays = STAYING[kind][frm]
            for to in LEAPS[kind]:
                if stays & 1:
                    to += frm
                    foe = board[to]
                    if not foe:
                        out[n] = frm | to << 8
                        n += 1
                    elif foes[foe]:
                        out[n] = frm | to << 8 | 0x10000
                        n += 1
                stays >>= 1
        else:
            for step in NEXT:
                to = step[frm]
                foe = board[to]
                if not foe:
                    out[n] = frm | to << 8
                    n += 1
                elif foes[foe]:
                    out[n] = frm | to << 8 | 0x10000
                    n += 1
    return n


def _promotions(board, side, frm, out, n):
    """The plies of a pawn that arrives to promote: R, B, N, C, M, then staying a pawn."""
    way = WAYS[side][frm] & 7
    for turn in range(-1, 2):
        to = NEXT[way + turn][frm]
        foe = FOES[side][board[to]]
        if turn and not foe or not turn and board[to]:
            continue
        move = frm | to << 8 | foe << 16
        for promotion in range(6):
            out[n] = move | promotion << 17
            n += 1
    return n
