"""Card Chess: cards move as chess pieces and cover each other; both enemy kings covered wins.

Promises the game interface of README.md beside this file. All memory is taken when the game is made; after that
`plies`, `plies_from`, `push`, `pop`, `footprint`, `why_not`, `write_ply` and `digest` allocate nothing.

A ply is  origin | destination << 8 | kind << 16.  Placing a card from hand has its square as both and the card's code
from bit 19; a pass has NOWHERE as both. Board values are cards 8 to 23 (card_chess_text.py has their meaning): `board`
shows the top card of each square, `below` what lies under each card, `at` the square of each card.
"""

from array import array

from shared_rules.card_chess_tables import LINES
from shared_rules.card_chess_text import VARIANTS, position_text, read_ply, read_position, start_text
from shared_rules.codes import (
    ARRIVE,
    DRAWN,
    END_KINGS_COVERED,
    END_NO_MOVES,
    END_NONE,
    FIRST_WON,
    KIND_CAPTURE,
    KIND_MOVE,
    KIND_PASS,
    LEAVE,
    NOWHERE,
    ONGOING,
    SECOND_WON,
    STACK,
    WHY_COLOUR_STOPS,
    WHY_COVERED,
    WHY_EMPTY,
    WHY_FINE,
    WHY_GAME_OVER,
    WHY_MUST_PASS,
    WHY_NO_SUCH_MOVE,
    WHY_NOT_STARTING_AREA,
    WHY_NOT_YOURS,
    WHY_NOTHING_TO_PLACE,
    WHY_OCCUPIED,
    WHY_PLACE_FIRST,
    const,
)
from shared_rules.errors import IllegalPlyError, PositionError
from shared_rules.notation import mix, write_square

MOVE = const(0)  # to a square without a unit
COVER = const(1)  # onto an enemy unit
JOIN = const(2)  # onto an own unit
PLACE = const(3)
PASS = const(4)
THE_PASS = const(0x4FFFF)  # NOWHERE | NOWHERE << 8 | PASS << 16

SIGNS = b"-x+"  # by kind
CARD_LETTERS = b"KQJTkqjt"  # by code; bytes, as a letter of a str may allocate


class CardChess:
    """A position of Card Chess and the way back from it (the last `history` plies, a power of two)."""

    name = "card-chess"
    columns = 6
    rows = 6
    side_names = ("Red", "Black")
    variants = VARIANTS
    max_plies = 92  # on 6x6 at most: king 8, queen 19, jack 9, ten 10, two of each; placing at most 48
    max_footprint = 2

    def __init__(self, variant="", history=256, seed=0):  # seldom
        self.board = bytearray(36)
        self.below = bytearray(24)  # by card, 0 for the surface
        self.at = bytearray(24)  # by card, NOWHERE if off the board
        self.terrain = bytearray(36)  # 8 red, 16 black, 0 neutral
        self.hand = bytearray(8)  # cards in hand, by code
        self.left = bytearray(2)  # cards in hand, by side
        self.history = history
        self._plies = array("i", [0] * history)
        self._state = bytearray(history)  # bare << 2 | side << 1 | stuck, before the ply
        self._mask = history - 1
        self.reset(variant, seed)

    def reset(self, variant="", seed=0):  # seldom
        """The start position of `variant`, its terrain shuffled from `seed` (0 to 65535; 0 leaves it chequered)."""
        if variant not in self.variants:
            raise PositionError("game", 0, "card-chess has no variant '%s'" % variant)
        self.set_text(start_text(variant, seed))

    # Text

    def set_text(self, text):  # seldom
        """Take over a position text. PositionError, and the position stays as it was, if it is malformed or impossible.

        One in which a side has won is a finished game, whoever is to move.
        """
        variant, side, board, below, at, terrain, hand = read_position(text)
        won = _covered(board, below, at, 16) | _covered(board, below, at, 8) << 1
        if won == 3:
            raise PositionError("placement", 0, "the kings of both sides are covered")
        self.variant = variant
        self.board[:] = board
        self.below[:] = below
        self.at[:] = at
        self.terrain[:] = terrain
        self.hand[:] = hand
        for i in range(2):
            self.left[i] = sum(hand[4 * i : 4 * i + 4])
        self._ground = mix(terrain, 36, self.variants.index(variant))
        self.side = side
        self.undoable = self._depth = 0
        self.stuck = self._bare = 0
        self.result = ONGOING
        self.reason = END_NONE
        if won:
            self.result = FIRST_WON if won == 1 else SECOND_WON
            self.reason = END_KINGS_COVERED
        else:
            self._judge_turn()

    def text(self):  # seldom
        """The position as text."""
        return position_text(self.variant, self.side, self.board, self.below, self.terrain, self.hand)

    def write_ply(self, ply, out, at=0):
        """Put a ply's text as ASCII into the bytearray `out` from `at` (5 bytes at most); give the index after it."""
        kind = ply >> 16 & 7
        if kind == PASS:
            for letter in b"pass":
                out[at] = letter
                at += 1
            return at
        if kind == PLACE:
            out[at] = CARD_LETTERS[ply >> 19]
            out[at + 1] = 64  # @
            return write_square(ply & 255, 6, out, at + 2)
        at = write_square(ply & 255, 6, out, at)
        out[at] = SIGNS[kind]
        return write_square(ply >> 8 & 255, 6, out, at + 1)

    def ply_text(self, ply):  # seldom
        """The ply as text: `d2-d5`, `d2xd5` onto an enemy unit, `d2+d5` onto an own one, `K@b1`, `pass`."""
        out = bytearray(8)
        return bytes(out[: self.write_ply(ply, out)]).decode()

    def parse_ply(self, text):  # seldom
        """The legal ply that `text` names; PlyError if unreadable, IllegalPlyError if not allowed here."""
        ply = read_ply(text)
        legal = array("i", [0] * self.max_plies)
        for i in range(self.plies(legal, 0)):
            if legal[i] == ply:
                return ply
        why = self.why_not(NOWHERE if ply >> 16 & 7 == PLACE else ply & 255, ply >> 8 & 255)
        if why == WHY_FINE:  # the squares are right, the card or the sign is not
            why = WHY_NO_SUCH_MOVE
            if ply >> 16 & 7 == PLACE:
                why = WHY_NOT_YOURS if ply >> 21 != self.side else WHY_NOTHING_TO_PLACE
        raise IllegalPlyError("'%s' is not legal in %s" % (text, self.text()), why)

    # Plies

    def plies(self, out, n):
        """Write every legal ply into the array `out` from index `n`; give the index after the last."""
        if self.result:
            return n
        if self.stuck:
            out[n] = THE_PASS
            return n + 1
        board = self.board
        side = self.side
        if self.left[side]:
            for to in range(side * 24, side * 24 + 12):
                if not board[to]:
                    n = self._places_on(to, out, n)
            return n
        at = self.at
        for card in range(8 + (side << 3), 16 + (side << 3)):
            frm = at[card]
            if frm != 255 and board[frm] == card:
                n = self._moves_of(card, frm, out, n)
        return n

    def plies_from(self, square, out, n):
        """As `plies`, only those whose low byte is `square` (an origin, a square to place on, NOWHERE for a pass)."""
        if self.result:
            return n
        if self.stuck or square > 35:
            if self.stuck and square == NOWHERE:
                out[n] = THE_PASS
                n += 1
            return n
        card = self.board[square]
        side = self.side
        if self.left[side]:
            if card or not side * 24 <= square < side * 24 + 12:
                return n
            return self._places_on(square, out, n)
        if not card or card >> 4 != side:
            return n
        return self._moves_of(card, square, out, n)

    def _places_on(self, to, out, n):
        ply = to | to << 8 | 0x30000
        first = self.side << 2
        for code in range(first, first + 4):
            if self.hand[code]:
                out[n] = ply | code << 19
                n += 1
        return n

    def _moves_of(self, card, frm, out, n):
        board = self.board
        line = frm * 48
        foe = 16 >> (card >> 4)
        kind = card >> 1 & 3
        if kind == 0:  # king: the first square of every line
            for i in range(line, line + 48, 6):
                to = LINES[i]
                if to != 255:
                    value = board[to]
                    kind = 0 if not value else 0x10000 if value & foe else 0x20000
                    out[n] = frm | to << 8 | kind
                    n += 1
            return n
        terrain = self.terrain
        last = line + (24 if kind == 3 else 48)
        if kind == 2:
            line += 24
        for i in range(line, last, 6):
            to = LINES[i]
            while to != 255:
                value = board[to]
                if not value:
                    out[n] = frm | to << 8
                    n += 1
                    if terrain[to] & foe:
                        break
                elif value & foe:
                    out[n] = frm | to << 8 | 0x10000
                    n += 1
                    break
                else:
                    out[n] = frm | to << 8 | 0x20000
                    n += 1
                i += 1
                to = LINES[i]
        return n

    def push(self, ply):
        """Play a legal ply; the caller guarantees that it is legal."""
        board = self.board
        side = self.side
        i = self._depth & self._mask
        self._depth += 1
        if self.undoable < self.history:
            self.undoable += 1
        self._plies[i] = ply
        self._state[i] = self._bare << 2 | side << 1 | self.stuck
        self.side = side ^ 1
        if ply < 0x30000:
            at = self.at
            below = self.below
            frm = ply & 255
            to = ply >> 8 & 255
            card = board[frm]
            under = board[to]
            board[frm] = below[card]
            below[card] = under
            board[to] = card
            at[card] = to
            if under:
                king = 16 - (side << 3)
                if (at[king] == to or at[king + 1] == to) and _covered(board, below, at, king):
                    self.result = FIRST_WON + side
                    self.reason = END_KINGS_COVERED
                elif under >> 4 != side or self._bare:
                    self._judge_turn()
            elif self._bare:
                self._judge_turn()
        elif ply == THE_PASS:
            self.stuck = 0
        else:
            self._take_from_hand(ply)

    def pop(self):
        """Take back the last ply: every byte is as before it. The caller keeps to `undoable`."""
        board = self.board
        self._depth = i = self._depth - 1
        self.undoable -= 1
        i &= self._mask
        ply = self._plies[i]
        state = self._state[i]
        self._bare = state >> 2
        self.side = state >> 1 & 1
        self.stuck = state & 1
        self.result = self.reason = 0
        if ply < 0x30000:
            below = self.below
            frm = ply & 255
            to = ply >> 8 & 255
            card = board[to]
            board[to] = below[card]
            below[card] = board[frm]
            board[frm] = card
            self.at[card] = frm
        elif ply != THE_PASS:
            frm = ply & 255
            self.at[board[frm]] = 255
            board[frm] = 0
            self.hand[ply >> 19] += 1
            self.left[self.side] += 1

    def _take_from_hand(self, ply):
        to = ply & 255
        code = ply >> 19
        card = 8 + (code << 1)
        if self.at[card] != NOWHERE:
            card += 1
        self.board[to] = card
        self.at[card] = to
        self.hand[code] -= 1
        self.left[self.side ^ 1] -= 1
        if not self.left[self.side]:
            self._judge_turn()

    def _judge_turn(self):
        """A side without a ply passes; if neither has one, the game is drawn. Needs `stuck` and `result` clear."""
        mine = self._can_play(self.side)
        theirs = self._can_play(self.side ^ 1)
        # From now on each ply may end a side's want of plies, or fail to: it is to be judged.
        self._bare = 0 if mine and theirs else 1
        if not mine:
            if theirs:
                self.stuck = 1
            else:
                self.result = DRAWN
                self.reason = END_NO_MOVES

    def _can_play(self, side):
        """Whether a side has a card to place, or a top card: a top card always has a neighbouring square to go to."""
        if self.left[0] or self.left[1]:
            return self.left[side] > 0
        board = self.board
        at = self.at
        for card in range(8 + (side << 3), 16 + (side << 3)):
            if at[card] != 255 and board[at[card]] == card:
                return True
        return False

    # For the board under the pieces

    def kind(self, ply):
        """KIND_MOVE, KIND_CAPTURE (onto a unit, enemy or own) or KIND_PASS."""
        kind = ply >> 16 & 7
        if kind == COVER or kind == JOIN:
            return KIND_CAPTURE
        return KIND_PASS if kind == PASS else KIND_MOVE

    def rank(self, ply):
        """Order in which plies with one footprint are offered: cards to place K Q J T, moves by text."""
        kind = ply >> 16 & 7
        if kind == PLACE:
            return ply >> 19 & 3
        frm = ply & 255
        to = ply >> 8 & 255
        return (frm % 6) << 9 | (frm // 6) << 6 | (to % 6) << 3 | to // 6

    def destination(self, ply):
        """The square on which the moved or placed card ends, NOWHERE for a pass."""
        return ply >> 8 & 255

    def piece_side(self, square):
        """The side whose card is on top of `square`, -1 if there is none."""
        value = self.board[square]
        return -1 if not value else value >> 4

    def terrain_side(self, square):  # seldom
        """The side whose colour the surface of `square` shows, -1 where it is neutral."""
        return (self.terrain[square] >> 3) - 1

    def draw_allowed(self):  # seldom
        """Whether the players may agree on a draw now: always."""
        return True

    def footprint(self, ply, out, n):
        """Write what the ply, legal here, does to each square as pairs (square, effect) into the bytearray `out`.

        From index `n`, two pairs at most; gives the index after the last. Effects: see codes.py.
        """
        kind = ply >> 16 & 7
        if kind == PASS:
            return n
        frm = ply & 255
        if kind == PLACE:
            out[n] = frm
            out[n + 1] = ARRIVE
            return n + 2
        to = ply >> 8 & 255
        out[n] = frm
        out[n + 1] = STACK if self.below[self.board[frm]] else LEAVE
        out[n + 2] = to
        out[n + 3] = STACK if self.board[to] else ARRIVE
        return n + 4

    def why_not(self, frm, to):
        """WHY_FINE if a legal ply leads from `frm` to `to`, else the code of what is wrong first.

        `frm` is NOWHERE for a card from hand; `to` then is the square to place on. Both NOWHERE ask about a pass.
        """
        if self.result:
            return WHY_GAME_OVER
        if frm == NOWHERE and to == NOWHERE and self.stuck:
            return WHY_FINE
        side = self.side
        if self.left[0] or self.left[1]:
            if self.stuck:
                return WHY_MUST_PASS
            if frm != NOWHERE or to == NOWHERE:
                return WHY_PLACE_FIRST
            if not side * 24 <= to < side * 24 + 12:
                return WHY_NOT_STARTING_AREA
            return WHY_OCCUPIED if self.board[to] else WHY_FINE
        if frm == NOWHERE:
            return WHY_NO_SUCH_MOVE if to == NOWHERE else WHY_NOTHING_TO_PLACE
        card = self.board[frm]
        if not card:
            return WHY_EMPTY
        if card >> 4 == side:
            return self._why_not_move(card, frm, to)
        while card:
            if card >> 4 == side:
                return WHY_COVERED
            card = self.below[card]
        return WHY_NOT_YOURS

    def _why_not_move(self, card, frm, to):
        foe = 16 >> (card >> 4)
        kind = card >> 1 & 3
        line = frm * 48
        for i in range(line + (24 if kind == 2 else 0), line + (24 if kind == 3 else 48), 6):
            why = WHY_FINE
            last = i + (1 if kind == 0 else 5)
            while i < last and LINES[i] != 255:
                square = LINES[i]
                if square == to:
                    return why
                if (self.board[square] or self.terrain[square]) & foe:
                    why = WHY_COLOUR_STOPS
                i += 1
        return WHY_NO_SUCH_MOVE

    def digest(self):
        """A number below 2**24 that two equal positions share; it covers what the position text holds."""
        board = self.board
        below = self.below
        digest = self._ground
        for square in range(36):
            card = board[square]
            while card:
                digest = (digest * 61 + (card >> 1)) & 0xFFFFFF
                card = below[card]
            digest = (digest * 61 + 1) & 0xFFFFFF
        digest = mix(self.hand, 8, digest)
        return (digest * 61 + self.side + 1) & 0xFFFFFF


def _covered(board, below, at, king):
    """1 if card `king` and the next, one side's kings, both lie somewhere under an enemy card, else 0."""
    side = king >> 4
    for king in range(king, king + 2):
        if at[king] == 255:
            return 0
        card = board[at[king]]
        while card >> 4 == side and card != king:
            card = below[card]
        if card == king:
            return 0
    return 1
