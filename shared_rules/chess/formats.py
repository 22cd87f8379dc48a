"""Chess as the rest of the world writes it: FEN, SAN and UCI (host/crossboard/games/formats.py says what this has to be).

SAN is written exactly: the least that tells a piece from others that may go there, `+` and `#`. It is read as programs and people
write it: `+`, `#`, `=` and `x` may be missing or wrong; `0-0`, `e2-e4`, `e2e4`, `ed5`, `e8(Q)` and
`nf3` are understood; `bxc3` is a pawn's.
"""

import re
from array import array

from shared_rules.chess.codes import WHY_CHECK, WHY_NO_CASTLING
from shared_rules.chess.moves import CAPTURE, CASTLING, KING, PAWN, PROMOTION
from shared_rules.chess.reading import FIELDS, MOST_PLIES, usual_text
from shared_rules.chess.text import NAME
from shared_rules.codes import WHY_BLOCKED, WHY_FINE, WHY_GAME_OVER, WHY_NO_SUCH_MOVE
from shared_rules.errors import IllegalPlyError, PlyError, PositionError
from shared_rules.notation import square_name

LETTERS = "KQRBNPP"  # by kind
STANDARD = ("", "standard", "chess", "normal", "orthodox", "classical", "regular", "fromposition")
"""What a Variant tag says for chess, in lower case and without anything but letters and digits."""
RANDOM = ("960", "chess960", "fischerandom", "fischerrandom", "chess960fischerrandom", "frc")
CASTLES = re.compile(r"([0Oo])-\1(-\1)?")
PLY = re.compile(r"([KQRBNP]?)([a-h]?)([1-8]?)[-x:]?([a-h][1-8])(?:[=/]?\(?([QRBNqrbn])\)?)?")
AFTER = re.compile(r"(?:[+#!?]|e\.?p\.?)*$")  # what says nothing about which ply it is
LEAST_FIELDS = 4  # of a FEN: some programs leave out the two counts


class ChessFormats:
    """The formats of chess."""

    suffix = ".pgn"
    engine_names = {"chess": NAME, "chess960": NAME + ":960"}
    squares = ()
    engine_switches = {"UCI_Chess960": NAME + ":960"}

    def tags(self, spec: str) -> dict[str, str]:
        """None for chess itself."""
        return {"Variant": "Chess960"} if spec != NAME else {}

    def spec(self, tags: "dict[str, str]", moves=()) -> str:
        """A record without Variant and GameType is of chess, if its position is not one of another kind."""
        if "GameType" in tags or "/" not in tags.get("FEN", "/"):
            return ""
        variant = re.sub("[^a-z0-9]", "", tags.get("Variant", "").lower())
        return NAME if variant in STANDARD else NAME + ":960" if variant in RANDOM else ""

    def write_position(self, game) -> str:
        """FEN; X-FEN where other rooks than usual may castle."""
        return game.text().partition(" ")[2]

    fen = write_position

    def read_position(self, spec: str, text: str) -> str:
        """The position text for a FEN, X-FEN or Shredder-FEN; the two counts may be missing, and more than 75 moves are 75."""
        fields = text.split()
        if fields and fields[0].partition(":")[0] == NAME:
            spec = fields.pop(0)
        if len(fields) < LEAST_FIELDS:
            raise PositionError(FIELDS[len(fields) + 1], 0, "missing in '%s'" % text)
        fields += ["0", "1"][len(fields) - LEAST_FIELDS :]
        if re.fullmatch("[1-9][0-9]{2,5}", fields[4]):
            fields[4] = str(min(int(fields[4]), MOST_PLIES))
        if fields[5] == "0":
            fields[5] = "1"
        return usual_text(spec + " " + " ".join(fields))

    def write_ply(self, game, ply: int) -> str:
        """A legal ply in SAN."""
        if ply & CASTLING:
            text = "O-O" if ply >> 8 & 4 else "O-O-O"
        else:
            to = square_name(ply >> 8 & 255, 8)
            kind = game.kinds[game.board[ply & 255]]
            takes = "x" if ply & CAPTURE else ""
            if kind < PAWN:
                text = LETTERS[kind] + self._origin(game, ply, kind) + takes + to
            else:
                text = (square_name(ply & 255, 8)[0] + takes if takes else "") + to
            if ply >> PROMOTION:
                text += "=" + LETTERS[ply >> PROMOTION]
        game.push(ply)
        if game.result in (1, 2):
            text += "#"
        elif game.attacker(game.at[game.side * 16 + 1], game.side ^ 1):
            text += "+"
        game.pop()
        return text

    def _origin(self, game, ply: int, kind: int) -> str:
        """What of the origin's name tells the piece from others of its kind that may go there."""
        name = square_name(ply & 255, 8)
        others = []
        for other in _legal(game):
            if other & 255 != ply & 255 and (other ^ ply) & 0xFF00 == 0 and not other & CASTLING:
                if game.kinds[game.board[other & 255]] == kind:
                    others.append(square_name(other & 255, 8))
        if not others:
            return ""
        if all([other[0] != name[0] for other in others]):
            return name[0]
        return name[1] if all([other[1] != name[1] for other in others]) else name

    def read_ply(self, game, text: str) -> int:
        """The legal ply that SAN, or what people write for it, means."""
        core = AFTER.sub("", text)
        castles = CASTLES.fullmatch(core)
        if castles:
            for ply in _legal(game):
                if ply & CASTLING and bool(ply >> 8 & 4) != bool(castles[2]):
                    return ply
            king = game.at[game.side * 16 + 1]
            to = king & 56 | (2 if castles[2] else 6)
            why = game.why_not(king, game.rook_of(to) if game.variant else to)
            raise _illegal(game, text, why if why in (WHY_GAME_OVER, WHY_BLOCKED, WHY_CHECK) else WHY_NO_CASTLING)
        found = PLY.fullmatch(core) or PLY.fullmatch(core[:1].upper() + core[1:])  # nf3
        if not found:
            raise PlyError("'%s' is not a move of chess; moves look like e4, Nf3, exd5, O-O, e8=Q" % text)
        letter, column, row, to, becomes = found.groups("")
        if column and row and not letter and game.kinds[game.board[_square(column + row)]] == KING:
            return self.read_engine_ply(game, core.replace("-", "").replace("x", ""))
        kinds = "" if column and row and not letter else letter or "P"
        plies = [ply for ply in _legal(game) if _means(game, ply, kinds, column, row, to, becomes.upper())]
        if kinds + column == "Pb" and not row and to[0] not in "ac":  # bb5, which no pawn is written as
            kinds, column = "B", ""
            plies += [ply for ply in _legal(game) if _means(game, ply, kinds, column, row, to, becomes)]
        if len(plies) == 1:
            return plies[0]
        if plies:
            raise PlyError("'%s' may be %s" % (text, " or ".join([self.write_ply(game, ply) for ply in plies])))
        raise _illegal(game, text, self._why_not(game, kinds, column, row, _square(to)))

    def _why_not(self, game, letter: str, column: str, row: str, to: int) -> int:
        """What is wrong with the pieces that are meant; of several, with one that could go there but for that."""
        why = WHY_NO_SUCH_MOVE
        for frm in range(64):
            name = square_name(frm, 8)
            if game.piece_side(frm) == game.side and column in name and row in name:
                if not letter or LETTERS[game.kinds[game.board[frm]]] == letter:
                    why = game.why_not(frm, to) or why
                    if why != WHY_NO_SUCH_MOVE:
                        return why
        return why

    def write_engine_ply(self, game, ply: int) -> str:
        """A ply as in UCI, which our texts are."""
        return game.ply_text(ply)

    def read_engine_ply(self, game, text: str) -> int:
        """The ply that UCI means; castling may be written either way, onto the king's square or the rook's."""
        try:
            return game.parse_ply(text)
        except IllegalPlyError:
            king = game.at[game.side * 16 + 1]
            for ply in _legal(game):
                if ply & CASTLING and text[:2] == square_name(king, 8):
                    end = king & 56 | (6 if ply >> 8 & 4 else 2)
                    if text[2:] in (square_name(end, 8), square_name(game.rook_of(ply >> 8 & 255), 8)):
                        return ply
            raise


def _legal(game) -> "list[int]":
    out = array("i", [0] * game.max_plies)
    return list(out[: game.plies(out, 0)])


def _square(name: str) -> int:
    return ord(name[0]) - 97 + (ord(name[1]) - 49) * 8


def _means(game, ply: int, letter: str, column: str, row: str, to: str, becomes: str) -> bool:
    """Whether the ply is one of the piece `letter`, "" for any, from such a square to `to`, and `becomes` that, "" for any."""
    name = square_name(ply & 255, 8)
    if ply & CASTLING or square_name(ply >> 8 & 255, 8) != to or column not in name or row not in name:
        return False
    if letter and LETTERS[game.kinds[game.board[ply & 255]]] != letter:
        return False
    return not becomes or bool(ply >> PROMOTION) and becomes == LETTERS[ply >> PROMOTION]


def _illegal(game, text: str, why: int) -> IllegalPlyError:
    words = "'%s' is not legal in %s" % (text, game.text())
    return IllegalPlyError(words, WHY_NO_SUCH_MOVE if why == WHY_FINE else why)
