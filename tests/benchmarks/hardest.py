"""A search for the positions of Cross-Eyed Chess that are the most work: judged whether the game is over, and plies listed.

Random armies that a game can come to (from the start's, pawns promoted, pieces lost) are changed a little, as long as that
makes the position dearer, and so are the positions KNOWN to be dear. It is not checked whether a game can come to one ply
by ply. Seeds are fixed.

`python -m tests.benchmarks.hardest TRIES SEED` searches longer than `pico` does, and prints what it finds.
"""

from __future__ import annotations

import random
import sys
from array import array
from typing import Any

from crossboard.games.rules import HOLE, game_at
from tests.benchmarks.count import bytecodes

ARMY = {"R": 4, "B": 4, "N": 2, "C": 2, "M": 2}
PAWNS = 8
STALE = 150  # changes in vain after which a new army is taken
KNOWN = (  # two of the worst of 100 000 positions, and one whose kings can be helped on many squares
    "cross-eyed ****Cb1C****/****c2m****/****1r2****/***3rMK***/"
    "1K2r2mNccn/nBBNM2MrMP1/r3R2B1N1n/bk1m4R1mn/***b2RCM***/****R3****/****kR2****/****CbrB**** w",
    "cross-eyed ****Cbmn****/****c2m****/****1r2****/***1r1rMK***/"
    "1K2r2MNrcn/1BBNM2mrMP1/R3R2N1N1n/kb1m4R1nk/***b2RCM***/****r3****/****CR2****/****1BrB**** w",
    "cross-eyed ****BM1k****/****BK1B****/****1N1R****/***1m1m1m***/M1mmM1Nm1MmM/bR1c2R1M1M1/"
    "1bk1R2C3b/K1B4r1rnb/***mr3r***/****Rr2****/****3C****/****BrR1**** w",
)

Squares = dict[int, str]


def squares() -> list[int]:
    """Every square of the board."""
    return [s for s, value in enumerate(game_at(START).board) if value != HOLE]


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


def work_of(text: str) -> tuple[int, int]:
    """Bytecodes of judging how the position stands and of listing its plies; (0, 0) if the position is impossible."""
    try:
        game: Any = game_at(text)
    except ValueError:
        return 0, 0
    out = array("i", [0] * game.max_plies)

    def judge() -> None:
        game._end(game.verdict(game.side), game.side)

    return bytecodes(judge), bytecodes(lambda: game.plies(out, 0))


def pieces_of(text: str) -> Squares:
    """The pieces of a position text."""
    game: Any = game_at(text)
    letters = ".KNCRBMPkncrbmp"
    return {
        game.at[value]: letters[game.kinds[value] + (8 if value > 24 else 1)]
        for value in range(1, 49)
        if game.at[value]
    }


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


def search(tries: int, seed: int) -> tuple[int, int, str]:
    """(bytecodes of judging, of listing, position) of the worst of so many positions, those KNOWN among them."""
    dice = random.Random(seed)
    board = squares()
    known = dice.sample(KNOWN, len(KNOWN))
    found: list[tuple[int, int, str]] = [(*work_of(text), text) for text in KNOWN]
    stale, pieces, cost = STALE, {}, 0
    for _ in range(tries):
        if stale >= STALE:
            pieces, stale = pieces_of(known.pop()) if known else an_army(dice, board), 0
            cost = sum(work_of(text_of(pieces, board)))
        other = changed(pieces, dice, board)
        text = text_of(other, board)
        judging, listing = work_of(text)
        stale += 1
        if judging + listing >= cost:
            stale = 0 if judging + listing > cost else stale
            pieces, cost = other, judging + listing
            found.append((judging, listing, text))
    return max(found, key=lambda entry: entry[0] + entry[1])


def main() -> None:
    """Search as long as asked for."""
    judging, listing, text = search(int(sys.argv[1]), int(sys.argv[2]))
    print(f"{judging} to judge, {listing} to list: {text}")


if __name__ == "__main__":
    main()
