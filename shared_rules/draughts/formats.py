"""Draughts as its players and programs write it: PDN, whose squares are numbers from 1 on Black's right; not on boards.

A position is `B:W21,22,K30:B1,2`: who moves, and each side's squares, kings with a K. `11-15` is a step, `15x22x31` a jump.
"""

import re
from array import array

from shared_rules.draughts.game import Draughts
from shared_rules.errors import IllegalPlyError, PlyError, PositionError, RulesError
from shared_rules.notation import placement_text, read_square, square_name

SQUARES = tuple(
    row * 8 + 6 + row % 2 - 2 * i for row in range(8) for i in range(4)
)  # of 1 to 32: g1, e1, c1, a1, h2, …
NAMES = tuple(str(SQUARES.index(square) + 1) if square in SQUARES else "" for square in range(64))
SIDES = "BW"
FEN = re.compile(r"([BW]):([BW])([K\d,\s-]*):([BW])([K\d,\s-]*)\.?", re.IGNORECASE)
STANDS = re.compile(r"(K?)(\d{1,2})(?:-(\d{1,2}))?")  # K30, or from 21 to 24: 21-24
PLY = re.compile(r"\d{1,2}(?:-\d{1,2}|(?:x\d{1,2})+)")
ENGLISH = "21"  # the GameType of these draughts
OTHERS = {
    "20": "international",
    "22": "Italian",
    "23": "American pool",
    "24": "Spanish",
    "25": "Russian",
    "26": "Brazilian",
}


def numbered(text):
    """A text with the numbers of its squares for their names."""
    return re.sub("[a-h][1-8]", lambda name: NAMES[read_square(name[0], 8, 8)], text)


class DraughtsFormats:
    """Its members are those of `Formats` (host/crossboard/games/formats.py)."""

    suffix = ".pdn"
    engine_names = {}
    squares = NAMES
    engine_switches = {}

    def tags(self, spec):
        return {"GameType": ENGLISH}

    def spec(self, tags, moves=()):
        kind = tags.get("GameType", "").partition(",")[0].strip()
        numbers = moves and PLY.fullmatch(moves[0]) or tags.get("FEN", "")[1:2] == ":"
        if kind == ENGLISH or not kind and numbers and "Variant" not in tags:
            return Draughts.name
        if not kind or kind.isdigit() and int(kind) < 20:  # chess and others
            return ""
        known = (
            "GameType %s is %s draughts" % (kind, OTHERS[kind]) if kind in OTHERS else "GameType '%s' is unknown" % kind
        )
        raise RulesError("%s; only English draughts are played here, and for them it is %s" % (known, ENGLISH))

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
                stands = STANDS.fullmatch(word)
                first, last = (int(stands[2]), int(stands[3] or stands[2])) if stands else (0, 0)
                if not 1 <= first <= last <= 32:
                    raise PositionError("FEN", 0, "'%s' is not a square from 1 to 32" % word)
                for number in range(first, last + 1):
                    square = SQUARES[number - 1]
                    if board[square]:
                        raise PositionError("FEN", 0, "two pieces on %d" % number)
                    board[square] = man + (word[0] == "K")
        game = Draughts("", 1)  # refuses what is impossible
        placement = placement_text(board, 8, 8, Draughts.letters)
        try:
            game.set_text("%s %s %s" % (Draughts.name, placement, "wb"[SIDES.index(found[1].upper())]))
        except PositionError as error:
            raise PositionError("FEN", 0, numbered(str(error).partition(": ")[2])) from None
        return game.text()

    def write_ply(self, game, ply):
        return numbered(game.ply_text(ply))

    def read_ply(self, game, text):
        if not PLY.fullmatch(text) or not all(1 <= int(number) <= 32 for number in re.split("[-x]", text)):
            raise PlyError("'%s' is not a ply of draughts; plies look like 11-15 or 15x22x31" % text)
        ours = re.sub(r"\d+", lambda number: square_name(SQUARES[int(number[0]) - 1], 8), text)
        try:
            return game.parse_ply(ours)
        except IllegalPlyError as error:
            out = array("i", [0] * game.max_plies)
            left_out = re.compile(re.sub("[-x]", "x(?:.+x)?", ours))  # 15x31 or 15-31 for 15x22x31
            meant = [ply for ply in out[: game.plies(out, 0)] if left_out.fullmatch(game.ply_text(ply))]
            if len(meant) == 1:
                return meant[0]
            if meant:
                names = sorted(self.write_ply(game, ply) for ply in meant)
                raise PlyError("'%s' may be %s" % (text, " or ".join(names))) from None
            words = "'%s' is not legal in %s" % (text, self.write_position(game))
            raise IllegalPlyError(words, error.why) from None

    write_engine_ply = write_ply

    def read_engine_ply(self, game, text):
        return game.parse_ply(text) if text[:1].isalpha() else self.read_ply(game, text)
