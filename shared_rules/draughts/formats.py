"""Draughts as its players and programs write it: PDN, whose squares are numbers from 1 on Black's right; not on boards.

A position is `B:W21,22,K30:B1,2`: who moves, and each side's squares, kings with a K. `11-15` is a step, `15x22x31` a jump.
"""

import re
from array import array

from shared_rules.codes import WHY_NO_SUCH_MOVE
from shared_rules.draughts.game import Draughts
from shared_rules.errors import IllegalPlyError, PlyError, PositionError
from shared_rules.notation import placement_text

SQUARES = tuple(
    row * 8 + 7 - (row & 1 ^ 1) - 2 * i for row in range(8) for i in range(4)
)  # of 1 to 32: 1 is g1, 4 a1, 32 b8
NUMBERS = {square: number for number, square in enumerate(SQUARES, 1)}
SIDES = "BW"
FEN = re.compile(r"([BW]):([BW])([K\d,\s]*):([BW])([K\d,\s]*)\.?", re.IGNORECASE)
PLY = re.compile(r"\d{1,2}(?:-\d{1,2}|(?:x\d{1,2})+)")
ENGLISH = "21"  # the GameType


class DraughtsFormats:
    """Its members are those of `Formats` (host/crossboard/games/formats.py)."""

    suffix = ".pdn"
    engine_names = {}
    engine_switches = {}

    def tags(self, spec):
        return {"GameType": ENGLISH}

    def spec(self, tags):
        kind = tags.get("GameType", "").partition(",")[0].strip()
        return Draughts.name if kind == ENGLISH or not kind and tags.get("FEN", "")[1:2] == ":" else ""

    def write_position(self, game):
        lists = [[], []]
        for number, square in enumerate(SQUARES, 1):
            side = game.piece_side(square)
            if side >= 0:
                lists[side].append("K" * (game.board[square] & 1) + str(number))
        return "%s:W%s:B%s" % (SIDES[game.side], ",".join(lists[1]), ",".join(lists[0]))

    def read_position(self, spec, text):
        found = FEN.fullmatch(text.strip())
        if not found or found[2].upper() == found[4].upper():
            raise PositionError("FEN", 0, "'%s' is not a position such as B:W21,22,K30:B1,2" % text)
        board = bytearray(64)
        for letter, squares in ((found[2], found[3]), (found[4], found[5])):
            man = 2 + 2 * SIDES.index(letter.upper())
            for word in filter(None, (word.strip().upper() for word in squares.split(","))):
                number = word.lstrip("K")
                if len(word) - len(number) > 1 or not number.isdigit() or not 1 <= int(number) <= 32:
                    raise PositionError("FEN", 0, "'%s' is not a square from 1 to 32" % word)
                square = SQUARES[int(number) - 1]
                if board[square]:
                    raise PositionError("FEN", 0, "two pieces on %s" % number)
                board[square] = man + (word[0] == "K")
        game = Draughts("", 1)  # refuses what is impossible
        placement = placement_text(board, 8, 8, Draughts.letters)
        game.set_text("%s %s %s" % (Draughts.name, placement, "wb"[SIDES.index(found[1].upper())]))
        return game.text()

    def write_ply(self, game, ply):
        return _numbered(game.ply_text(ply))

    def read_ply(self, game, text):
        if not PLY.fullmatch(text) or not all(1 <= int(number) <= 32 for number in re.split("[-x]", text)):
            raise PlyError("'%s' is not a ply of draughts; plies look like 11-15 or 15x22x31" % text)
        out = array("i", [0] * game.max_plies)
        legal = {self.write_ply(game, ply): ply for ply in out[: game.plies(out, 0)]}
        if text in legal:
            return legal[text]
        ends = re.split("[-x]", text)
        long = re.compile("x(.+x)?".join(ends)) if text.count("x") == 1 else PLY  # 15x31 for 15x22x31
        meant = sorted(filter(long.fullmatch, legal)) if long is not PLY else []
        if len(meant) == 1:
            return legal[meant[0]]
        if meant:
            raise PlyError("'%s' may be %s" % (text, " or ".join(meant)))
        why = game.why_not(SQUARES[int(ends[0]) - 1], SQUARES[int(ends[-1]) - 1])
        raise IllegalPlyError("'%s' is not legal in %s" % (text, self.write_position(game)), why or WHY_NO_SUCH_MOVE)

    def write_engine_ply(self, game, ply):
        return self.write_ply(game, ply)

    def read_engine_ply(self, game, text):
        return game.parse_ply(text) if text[:1].isalpha() else self.read_ply(game, text)


def _numbered(text):
    """A ply's text with numbers for the names of squares."""
    return re.sub("[a-h][1-8]", lambda name: str(NUMBERS[ord(name[0][0]) - 97 + 8 * int(name[0][1]) - 8]), text)
