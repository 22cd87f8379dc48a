"""A search for the positions of Cross-Eyed Chess that are the most work: one ply played, its end judged, answers listed.

Random armies that a game can come to (from the start's, pawns promoted, pieces lost) are changed a little, as long as that
makes the dearest of their plies dearer. A position is not checked to be reachable move by move. Seeds are fixed.
"""

from __future__ import annotations

import random
from array import array

from crossboard.rules import Game, game_at
from tests.benchmarks.count import bytecodes

ARMY = {"R": 4, "B": 4, "N": 2, "C": 2, "M": 2}
PAWNS = 8
LOOK = 0x20000  # in a ply: it will be judged (shared_rules/cross_eyed.py)
PLIES = 5  # judged plies of a position that are tried
STALE = 40  # changes in vain after which a new army is taken
KNOWN = (  # the worst of 20 000 positions
    "cross-eyed ****RbCP****/****3p****/****1cK1****/***M1RbbC***/mr6mBM1/b4rr1rb1M/"
    "R1mc1M1rR1K1/bM3rN1Mk1r/***2Cn2***/****k2N****/****2RM****/****bBB1**** w",
    "cross-eyed ****1rB1****/****1B1n****/****kmr1****/***1CmmbR***/1r1B2K2CN1/NR1m1B1mm1b1/"
    "R4kBRm1RR/3b2c1nK2/***Bm1R1n***/****R1m1****/****RB1M****/****r2M**** w",
)

Squares = dict[int, str]


def squares() -> list[int]:
    """Every square of the board."""
    return [s for s, value in enumerate(game_at(START).board) if value != 255]


START = (
    "cross-eyed ****RMKR****/****CBBN****/****PPPP****/***6***/rnp6pcr/kbp6pbm/mbp6pbk/rcp6pnr/***6***/****PPPP****/"
    "****NBBC****/****RKMR**** w"
)


def text_of(pieces: Squares, board: list[int]) -> str:
    """The position text, White to move."""
    rows: list[str] = []
    there = set(board)
    for row in range(11, -1, -1):
        line = ""
        for square in range(12 * row, 12 * row + 12):
            line += "*" if square not in there else pieces.get(square, ".")
        for run in range(12, 0, -1):
            line = line.replace("." * run, str(run))
        rows.append(line)
    return f"cross-eyed {'/'.join(rows)} w"


def may_be(pieces: Squares) -> bool:
    """Whether promotions can have made both armies."""
    for case in (str.upper, str.lower):
        army = [piece for piece in pieces.values() if piece == case(piece)]
        more = sum(max(0, army.count(case(kind)) - most) for kind, most in ARMY.items())
        if army.count(case("K")) > 2 or army.count(case("P")) + more > PAWNS:
            return False
    return True


def work_of(text: str) -> tuple[int, str]:
    """(bytecodes, ply) of the dearest of a few judged plies; 0 if there is none."""
    try:
        game: Game = game_at(text)
    except ValueError:
        return 0, ""
    out = array("i", [0] * game.max_plies)
    judged = [ply for ply in out[: game.plies(out, 0)] if ply & LOOK]
    best = (0, "")
    for ply in judged[:: max(1, len(judged) // PLIES)]:

        def work(ply: int = ply) -> None:
            game.push(ply)
            if not game.result:
                game.plies(out, 0)

        cost = bytecodes(work)
        game.pop()
        best = max(best, (cost, game.ply_text(ply)))
    return best


def an_army(dice: random.Random, board: list[int]) -> Squares:
    """Two full armies anywhere, all pawns promoted to one kind or two."""
    free = dice.sample(board, len(board))
    pieces: Squares = {}
    for case in (str.upper, str.lower):
        kinds = dice.choice(("M", "M", "MR", "RB", "MRBNC"))
        army = "KK" + "".join(kind * most for kind, most in ARMY.items()) + "".join(dice.choices(kinds, k=PAWNS))
        for piece in army:
            pieces[free.pop()] = case(piece)
    return pieces


def changed(pieces: Squares, dice: random.Random, board: list[int]) -> Squares:
    """One or two pieces elsewhere, exchanged, promoted to something else, or gone."""
    found = dict(pieces)
    for _ in range(dice.choice((1, 1, 2))):
        square, other = dice.choice(list(found)), dice.choice(board)
        what = dice.random()
        if what < 0.75:
            here, there = found.pop(square), found.pop(other, "")
            found[other] = here
            if there and other != square:
                found[square] = there
        elif found[square] not in "Kk":
            if what < 0.92:
                kind = dice.choice("RBNCMP")
                found[square] = kind if found[square].isupper() else kind.lower()
            else:
                del found[square]
    return found if may_be(found) else pieces


def search(tries: int, seed: int) -> tuple[int, str, str]:
    """(bytecodes, position, ply) of the worst of so many positions, those KNOWN among them."""
    dice = random.Random(seed)
    board = squares()
    worst = max([(*work_of(text), text) for text in KNOWN], default=(0, "", ""))
    stale, pieces, cost = STALE, {}, 0
    for _ in range(tries):
        if stale >= STALE:
            pieces, cost, stale = an_army(dice, board), 0, 0
        other = changed(pieces, dice, board)
        found, ply = work_of(text_of(other, board))
        stale += 1
        if found >= cost:
            stale = 0 if found > cost else stale
            pieces, cost = other, found
            worst = max(worst, (found, ply, text_of(other, board)))
    return worst[0], worst[2], worst[1]
