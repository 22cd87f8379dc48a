"""How the cards of Card Chess move: which plies there are, what they do, when they end the game.

The lower half of game.py, whose class adds texts and refusals. `__init__` allocates all memory, and nothing else
here allocates. No legality is checked in `push`: the caller guarantees it.

A ply is  origin | destination << 8 | kind << 16.  Placing a card from hand has its square as both and the card's code
from bit 19; a pass has NOWHERE as both. Board values are cards 8 to 23 (text.py has their meaning): `board`
holds the top card of each square, `below` what lies under each card, `at` the square of each card.
"""

from array import array

from shared_rules.arrays import table
from shared_rules.base import Game
from shared_rules.card_chess import tables
from shared_rules.card_chess.codes import END_KINGS_COVERED
from shared_rules.codes import DRAWN, END_NO_MOVES, END_NONE, FIRST_WON, NOWHERE, ONGOING, const

MOVE = const(0)  # to a square without a unit
COVER = const(1)  # onto an enemy unit
JOIN = const(2)  # onto an own unit
PLACE = const(3)
PASS = const(4)
THE_PASS = const(0x4FFFF)  # NOWHERE | NOWHERE << 8 | PASS << 16

NEXT = table(tables.NEXT)


class Moves(Game):
    """A position without its text, and the way back from it (the last `history` plies, a power of two)."""

    def __init__(self, history: int) -> None:
        super().__init__(history)
        self.board = bytearray(36)
        self.below = bytearray(24)  # by card, 0 for the surface
        self.at = bytearray(24)  # by card, NOWHERE if off the board
        self.terrain = bytearray(36)  # 8 red, 16 black, 0 neutral
        self.hand = bytearray(8)  # cards in hand, by code
        self.left = bytearray(2)  # cards in hand, by side
        self.side = 0
        self.stuck = 0  # whether the side to move has to pass
        self.result = ONGOING
        self.reason = END_NONE
        self._plies = array("i", [0] * history)
        self._state = bytearray(history)  # bare << 2 | side << 1 | stuck, before the ply
        self._mask = history - 1
        self._bare = 0  # whether a side had no plies when this was last checked

    # Plies

    def plies(self, out: "array[int]", n: int) -> int:
        """Write every legal ply into the array `out` from index `n`; return the index after the last."""
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

    def plies_from(self, square: int, out: "array[int]", n: int) -> int:
        """As `plies`, but only those whose low byte is `square` (an origin, a square to place on, NOWHERE for a pass)."""
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

    def _places_on(self, to: int, out: "array[int]", n: int) -> int:
        ply = to | to << 8 | 0x30000
        first = self.side << 2
        for code in range(first, first + 4):
            if self.hand[code]:
                out[n] = ply | code << 19
                n += 1
        return n

    def _moves_of(self, card: int, frm: int, out: "array[int]", n: int) -> int:
        board = self.board
        ways = NEXT
        foe = 16 >> (card >> 4)
        kind = card >> 1 & 3
        if kind == 0:  # king: the first square of every line
            for way in range(0, 288, 36):
                to = ways[way + frm]
                if to != 255:
                    value = board[to]
                    kind = 0 if not value else 0x10000 if value & foe else 0x20000
                    out[n] = frm | to << 8 | kind
                    n += 1
            return n
        terrain = self.terrain
        for way in range(144 if kind == 2 else 0, 144 if kind == 3 else 288, 36):
            to = ways[way + frm]
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
                to = ways[way + to]
        return n

    def push(self, ply: int) -> None:
        """Play a legal ply; the caller guarantees that it is legal."""
        board = self.board
        side = self.side
        i = self._depth
        self._depth = i + 1
        if i == self._full:
            self._full = i + 1
        i &= self._mask
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
                if (at[king] == to or at[king + 1] == to) and covered(board, below, at, king):
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

    def pop(self) -> None:
        """Take back the last ply: every byte is as before it. The caller keeps to `undoable`."""
        board = self.board
        self._depth = i = self._depth - 1
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

    def _take_from_hand(self, ply: int) -> None:
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

    def _judge_turn(self) -> None:
        """A side without a ply passes; if neither has one, the game is drawn. Needs `stuck` and `result` clear."""
        mine = self._can_play(self.side)
        theirs = self._can_play(self.side ^ 1)
        # From now on any ply may give a side plies again or leave it without: check each time.
        self._bare = 0 if mine and theirs else 1
        if not mine:
            if theirs:
                self.stuck = 1
            else:
                self.result = DRAWN
                self.reason = END_NO_MOVES

    def _must_pass(self) -> bool:
        """Whether a pass is the only ply."""
        return self.stuck != 0

    def _can_play(self, side: int) -> bool:
        """Whether a side has a card to place, or a top card: a top card always has a neighbouring square to go to."""
        if self.left[0] or self.left[1]:
            return self.left[side] > 0
        board = self.board
        at = self.at
        for card in range(8 + (side << 3), 16 + (side << 3)):
            if at[card] != 255 and board[at[card]] == card:
                return True
        return False


def covered(board: bytearray | list[int], below: bytearray, at: bytearray, king: int) -> int:
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
