"""King's Crossing: men jump, trap and freeze each other; a king that crosses the board wins (RULES.md here).

Promises the game interface of README.md beside this file. The constructor allocates all memory; after that
`plies`, `plies_from`, `push`, `pop`, `result`, `footprint`, `why_not`, `write_ply` and `digest` allocate nothing.

Which plies there are is in moves.py, what they do in play.py, what a ply's number tells in
ply.py, variants and letters in text.py, how positions and plies are read from text in reading.py.

With the variant `stealth`, what people are shown must come from the methods whose names begin with `public_`, or from
a game whose kings are `hidden`: one that was set up from a public text, and knows no more than everybody does.
"""

from shared_rules.codes import (
    DRAWN,
    END_NO_MOVES,
    END_NONE,
    NOWHERE,
    ONGOING,
    WHY_BACKWARD,
    WHY_BLOCKED,
    WHY_FINE,
    WHY_MUST_JUMP,
    WHY_NO_SUCH_MOVE,
    WHY_NOT_YOURS,
    WHY_OCCUPIED,
    WHY_OWN_PIECE,
)
from shared_rules.errors import IllegalPlyError, PositionError
from shared_rules.kings_crossing.codes import END_HOME, END_KING_CAPTURED, WHY_NOT_TRAPPED_ENEMY, WHY_TRAPPED
from shared_rules.kings_crossing.moves import FORWARD, NORTH, SOUTH, Moves
from shared_rules.kings_crossing.play import AHEAD, CALM, COUNTS, WAITING
from shared_rules.kings_crossing.ply import (
    JUMP,
    cut_at,
    destination,
    footprint,
    kind,
    lands_on,
    rank,
    write_ply,
)
from shared_rules.kings_crossing.text import (
    ALTERNATE,
    BACKWARDS,
    MOST_QUIET,
    NAME,
    STEALTH,
    VARIANTS,
)


class KingsCrossing(Moves):
    """A position of King's Crossing and the way back from it (the last `history` plies, a power of two)."""

    name = NAME
    columns = 8
    rows = 4
    variants = VARIANTS
    max_plies = 132  # twelve pieces with 7 squares ahead, 3 beside and a step back; jumps are fewer (at most 96)
    max_plies_from = 22  # jumps of one piece
    max_footprint = 17  # nine pieces jumped, and the eight squares that one piece can land on

    def __init__(self, variant: str = "", history: int = 256) -> None:
        super().__init__(history)
        self.variant = ""
        self.reset(variant)

    def reset(self, variant: str = "") -> None:
        """The start position of a variant, kings on their usual squares."""
        if variant not in self.variants:
            raise PositionError("game", 0, "%s has no variant '%s'" % (NAME, variant))
        from shared_rules.kings_crossing.reading import start_text

        self.set_text(start_text(variant))

    # Text

    def set_text(self, text: str) -> None:
        """Set the position from a text; PositionError, and nothing changes, if the text is malformed or impossible."""
        from shared_rules.kings_crossing.reading import read_position
        from shared_rules.kings_crossing.text import variant_bits

        board = bytearray(32)
        variant, side, kings, white, black, quiet = read_position(text, board)
        bits = variant_bits(variant)
        goal = 24 if bits & ALTERNATE else 0  # black's
        hidden = bits & STEALTH != 0 and kings[0] == kings[1] == NOWHERE
        white_won = not hidden and (kings[1] == NOWHERE or kings[0] == 31)
        black_won = not hidden and (kings[0] == NOWHERE or kings[1] == goal)
        if white_won and black_won:
            raise PositionError("placement", 0, "both sides have won")
        self.variant = variant
        self._variant_bits = bits
        self._backwards = bits & BACKWARDS != 0
        self._stealth = bits & STEALTH != 0
        self.hidden = hidden
        self.revealed = False
        self._begin(side)
        self.board[:] = board
        self._kings[:] = kings
        self._goals[0], self._goals[1] = 31, goal
        for i in range(self._losses):
            self._lost[i] = 0
        self._losses = 0
        self._plies[-1] = self._plies[-2] = 0
        self._since = -quiet
        self._backs = self._kept(0, white) | self._kept(1, black) << 4
        self._end = 0
        if white_won or black_won:
            captured = kings[0] == NOWHERE or kings[1] == NOWHERE
            self._win(0 if white_won else 1, END_KING_CAPTURED if captured else END_HOME)

    def _kept(self, side: int, count: int) -> int:
        """A back-row count from a text (-1 for `-`) in the form in which it is kept."""
        if count >= 0:
            return count + 1
        square = self._kings[side]
        return WAITING if square != NOWHERE and square & 7 == (0 if side else 7) else 0

    def text(self) -> str:
        """The position as text."""
        from shared_rules.kings_crossing.text import LETTERS

        return self._text(LETTERS, self._back_text(self._backs & 15), self._back_text(self._backs >> 4))

    def _text(self, letters: str, white: str, black: str) -> str:
        from shared_rules.notation import placement_text

        head = NAME + ":" + self.variant if self.variant else NAME
        placement = placement_text(self.board, 8, 4, letters)
        return "%s %s %s %s %s %d" % (head, placement, "wb"[self.side], white, black, self.quiet)

    def _back_text(self, kept: int) -> str:
        return "-" if kept in (0, WAITING) else str(kept - 1)

    def parse_ply(self, text: str) -> int:
        """The legal ply that `text` names: `a2-e2`, `c2xc4xe4`, `c2*d2`, `pass`; PlyError or IllegalPlyError if there is none."""
        from shared_rules.kings_crossing.reading import read_ends
        from shared_rules.reading import find_ply

        return find_ply(self, text, read_ends(text))

    # How the game stands

    @property
    def result(self) -> int:
        """ONGOING, FIRST_WON, SECOND_WON or DRAWN."""
        if self._end:
            return self._end & 3
        return DRAWN if self._dead() else ONGOING

    @property
    def reason(self) -> int:
        """Why it is over (END_ codes), END_NONE while it is not."""
        if self._end:
            return self._end >> 2
        return END_NO_MOVES if self._dead() else END_NONE

    @property
    def quiet(self) -> int:
        """Turns in a row in which no piece ended in a column further forward (it stops at 999999)."""
        depth = self._depth
        oldest = self._full - self.history
        while depth > oldest and not self._ahead(depth - 1):
            depth -= 1
        return min(self._depth - (depth if depth > oldest else self._since), MOST_QUIET)

    def draw_allowed(self) -> bool:
        """Whether the players may agree on a draw now: after twenty quiet turns, ten each."""
        return self.quiet >= 20

    # For the board under the pieces

    write_ply = staticmethod(write_ply)
    kind = staticmethod(kind)
    rank = staticmethod(rank)
    destination = staticmethod(destination)  # type: ignore
    footprint = staticmethod(footprint)

    def piece_side(self, square: int) -> int:
        """The side whose piece stands on `square`, -1 if none does."""
        value = self.board[square]
        return -1 if not value else value >> 3

    def _why_not(self, frm: int, to: int) -> int:
        """A jump leads to every square where it touches down."""
        own = 4 << self.side
        if self._trapped(frm, own):
            return WHY_TRAPPED
        if self._must_jump(own):
            return self._why_not_jump(frm, to, own)
        if to == NOWHERE or to == frm:
            return WHY_NO_SUCH_MOVE
        return self._why_not_step(frm, to, own)

    def _why_not_jump(self, frm: int, to: int, own: int) -> int:
        """`why_not` for an untrapped piece where a jump is to be made."""
        if self._can_jump(frm, own):
            for i in range(self._jumps(frm, own, self._wished, 0)):
                if lands_on(self._wished[i], to):
                    return WHY_FINE
        return WHY_MUST_JUMP

    def _why_not_step(self, frm: int, to: int, own: int) -> int:
        """`why_not` for an untrapped piece where no jump is to be made."""
        board = self.board
        if board[to] & own:
            return WHY_OWN_PIECE
        ahead = (frm & 7) - (to & 7) if self.side else (to & 7) - (frm & 7)
        if ahead and frm >> 3 != to >> 3:
            return WHY_NO_SUCH_MOVE
        if ahead < 0 and not (self._backwards and ahead == -1 and board[to]):
            return WHY_BACKWARD
        if ahead:
            way = FORWARD[self.side if ahead > 0 else self.side ^ 1]
        else:
            way = NORTH if to > frm else SOUTH
        at = way[frm]
        while at != to:
            if board[at]:
                return WHY_BLOCKED
            at = way[at]
        if not board[to]:
            return WHY_FINE
        if to != way[frm]:
            return WHY_OCCUPIED
        return WHY_FINE if self._pins(frm, way, own) else WHY_NOT_TRAPPED_ENEMY

    def digest(self) -> int:
        """A number below 2**24, the same for equal positions; it covers what the position text holds."""
        return self._digest(255, self.quiet << 8 | self._backs)

    def _digest(self, mask: int, counts: int) -> int:
        board = self.board
        digest = self._variant_bits << 1 | self.side
        for square in range(32):
            digest = (digest * 61 + (board[square] & mask) + 1) & 0xFFFFFF
        digest = (digest * 61 + (counts & 255) + 1) & 0xFFFFFF
        digest = (digest * 61 + (counts >> 8 & 255) + 1) & 0xFFFFFF
        return (digest * 61 + (counts >> 16) + 1) & 0xFFFFFF

    # Stealth: what may be seen (without `stealth`, and once the game is over or the kings are `revealed`, everything)

    def pick_king(self, side: int, square: int) -> None:
        """Make the piece of `side` on `square` its king, as often as wished before the first turn.

        IllegalPlyError without `stealth`, after the first turn, or if no piece of that side stands there.
        """
        if not self._stealth:
            raise IllegalPlyError("kings are picked only in the variant stealth", WHY_NO_SUCH_MOVE)
        if self.hidden or self.side or self._backs or not self.may_pick():
            raise IllegalPlyError("kings are picked before the first turn", WHY_NO_SUCH_MOVE)
        if not 0 <= square < 32 or self.piece_side(square) != side:
            from shared_rules.notation import square_name

            name = square_name(square, 8) if 0 <= square < 32 else "-"
            raise IllegalPlyError("%s has no piece on %s" % (("White", "Black")[side], name), WHY_NOT_YOURS)
        self.board[self._kings[side]] -= 1
        self.board[square] += 1
        self._kings[side] = square

    @property
    def secretive(self) -> int:
        """Whether it matters to the players what was captured: the variant `stealth`."""
        return self._stealth

    @property
    def took_king(self) -> bool:
        """Whether the last ply captured a king."""
        return self.reason == END_KING_CAPTURED

    def may_pick(self) -> bool:
        """Whether this is a position in which kings are picked: of `stealth`, before the first turn."""
        if not self._stealth or self.quiet:
            return False
        from shared_rules.kings_crossing.reading import at_start

        return at_start(self.variant, self.board)

    def king(self, side: int) -> int:
        """The square of a side's king, NOWHERE if it has been captured or is hidden."""
        return self._kings[side]

    def with_kings(self, kings: bytearray) -> str:
        """The text of this position, in which the kings are hidden, with them on the squares `kings[side]`.

        PositionError if no piece of that side stands there, or the game would be over.
        """
        text = self.text_with(kings)
        game = KingsCrossing(self.variant, 1)
        game.set_text(text)
        if game.result:
            raise PositionError("placement", 0, "the game is over there")
        return text

    def text_with(self, kings: bytearray) -> str:
        """As `with_kings`, but the game may be over there."""
        from shared_rules.kings_crossing.reading import with_kings

        return with_kings(self.text(), kings)

    def take_over(self, other) -> None:
        """Become a copy of `other`, which has played the same plies (and perhaps one more) and knows the kings.

        Both have the same `history`.
        """
        for square in range(32):
            self.board[square] = other.board[square]
        for i in range(self.history + 2):
            self._plies[i] = other._plies[i]
            self._backs_before[i] = other._backs_before[i]
        for i in range(len(self._lost)):
            self._lost[i] = other._lost[i]
        for side in (0, 1):
            self._kings[side] = other._kings[side]
        self.hidden = other.hidden
        self.revealed = True
        self._losses = other._losses
        self._first = other._first
        self._depth = other._depth
        self._full = other._full
        self._since = other._since
        self._backs = other._backs
        self._end = other._end

    def suppose(self, first: int, second: int, backs: int) -> None:
        """Assume that the hidden kings are on these squares, with these back-row counts (as play.py keeps them).

        For a search through possible worlds (worlds.py); `take_over` ends it.
        """
        self.board[first] += 1
        self.board[second] += 1
        self._kings[0] = first
        self._kings[1] = second
        self._backs = backs
        self.hidden = False

    def goal(self, side: int) -> int:
        """The enemy's home square, where a side's king wins."""
        return self._goals[side]

    def last_ply(self) -> int:
        """The ply that `pop` would take back."""
        ply = self._plies[self._depth - 1] & ~(CALM | AHEAD)
        return ply if ply >= JUMP else ply & ~COUNTS

    def public_text(self) -> str:
        """The position as everyone may see it: men for kings, `-` for the back-row counts."""
        if not self._stealth or self.revealed or self.result:
            return self.text()
        from shared_rules.kings_crossing.text import MEN_ONLY

        return self._text(MEN_ONLY, "-", "-")

    def public_digest(self) -> int:
        """As `digest`, of what `public_text` shows."""
        if not self._stealth or self.revealed or self.result:
            return self.digest()
        return self._digest(254, self.quiet << 8)

    def legal_part(self, ply: int) -> int:
        """The legal ply for a ply of the game with hidden kings: a jump ends where it takes the king."""
        return cut_at(ply, self._kings[self.side ^ 1])
