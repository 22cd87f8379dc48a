"""The pieces of a simulated board as things: which stand where, which are in somebody's hand, which lie in the box.

Knows nothing of legal moves: a piece is lifted, carried, dropped, and the squares' switches feel just that. What the
game thinks is only looked at to tell which pieces there are, and (`settle`) to swap a promoted pawn or a picked king.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from crossboard.games.draw import piece_letters
from crossboard.games.rules import ARRIVE, HOLE, LEAVE, PLACED, TAKEN, Game, footprint, legal_plies, public_text

PASS_MS = 60  # a carried piece is felt so long by a square that it passes over
SWAP_MS = 240  # from lifting what stands on a square to the piece that comes down there instead
UNKNOWN = "?"  # a piece that stood there before anybody looked
TYPED = "typed"  # the hand that performs typed gestures and puts up the pieces

Sense = Callable[[int, bool], None]
"""Told when the switch of a square of the game's frame closes (True) or opens."""


def stacks(game: Game) -> bool:
    """Whether pieces of this game are put on one another."""
    return hasattr(game, "below")


def in_hand(game: Game) -> str:
    """The pieces that the position still has in hand (a game with pieces in hand counts them in `left`)."""
    return text.strip("-") if hasattr(game, "left") and (text := game.text().rpartition(" ")[2]) else ""


@dataclass
class Held:
    """What a hand holds, letters from bottom to top, where it took it (-1: from the box) and what it is above."""

    letters: str
    origin: int
    over: int = -1


@dataclass
class Table:
    """One game's pieces. `changed` counts up with everything that can be seen."""

    sense: Sense
    columns: int = 0
    stacking: bool = False
    holes: frozenset[int] = frozenset()
    rim: frozenset[int] = frozenset()  # squares of the board beside the game's
    size: int = 0
    squares: dict[int, str] = field(default_factory=dict[int, str])
    hands: dict[str, Held] = field(default_factory=dict[str, Held])
    changed: int = 0
    loose: bool = True  # whether pieces were moved unseen, so that which is which is not sure
    _set: Counter[str] = field(default_factory=Counter[str])
    _typed: deque[str] = field(default_factory=deque[str])
    _due: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    _felt: dict[int, bool] = field(default_factory=dict[int, bool])

    def lay(self, game: Game, standing: set[int], pieces: Counter[str] | None = None) -> None:
        """Another game: its pieces (`pieces`, if the position has not all of them) lie in the box but for those that stand
        already, whatever they are.
        """
        public = public_text(game)
        wanted = piece_letters(public)
        self.columns, self.size = game.columns, game.columns * game.rows
        self.stacking = stacks(game)
        self.holes = frozenset(s for s in range(self.size) if game.board[s] == HOLE)
        self._set = Counter(pieces) if pieces else Counter("".join(wanted.values()) + in_hand(game))
        self.squares = {square: wanted.get(square, UNKNOWN) for square in standing if self.real(square)}
        self.hands.clear()
        self._typed.clear()
        self._due.clear()
        self._felt = dict.fromkeys(self.squares, True)
        self.loose = True
        self.changed += 1

    def real(self, square: int) -> bool:
        """Whether there is this square, the game's or beside them."""
        return 0 <= square < self.size and square not in self.holes or square in self.rim

    def box(self) -> str:
        """The pieces that neither stand nor are held, sorted."""
        used = Counter("".join(self.squares.values()))
        used.update("".join(held.letters for held in self.hands.values()))
        used.update("".join(self._typed))
        return "".join(sorted((self._set - used).elements()))

    # What hands do

    def lift(self, hand: str, square: int, whole: bool, now: int) -> bool:
        """Take the top piece, or the whole stack. False if there is none, or the hand is full."""
        stack = self.squares.get(square, "")
        if not stack or hand in self.hands:
            return False
        taken = stack if whole else stack[-1]
        rest = stack[: -len(taken)]
        self.hands[hand] = Held(taken, square, square)
        if rest:
            self.squares[square] = rest
            self._reopen(square, now)
        else:
            del self.squares[square]
            self._feel(square, False)
        self.changed += 1
        return True

    def take(self, hand: str, letter: str) -> bool:
        """Take a piece out of the box."""
        if hand in self.hands or letter not in self.box():
            return False
        self.hands[hand] = Held(letter, -1)
        self.changed += 1
        return True

    def carry(self, hand: str, square: int, now: int) -> None:
        """The hand has come above a square (-1: beside the board); an empty one feels the piece for a moment."""
        held = self.hands.get(hand)
        if held is None or held.over == square:
            return
        before, held.over = held.over, square if self.real(square) else -1
        self._refresh(before)
        if self.real(square) and square not in self.squares:
            self._feel(square, True)
            self._due.append((now + PASS_MS, square))
        self.changed += 1

    def drop(self, hand: str, square: int, now: int) -> None:
        """Put down what is held: on a square, on what stands there if pieces are stacked, else in place of the other
        side's piece; anywhere else into the box. Nobody puts a piece on one of the same side: it goes back.
        """
        held = self.hands.pop(hand, None)
        if held is None:
            return
        if held.over != square:
            self._refresh(held.over)
        self.changed += 1
        stack = self.squares.get(square, "")
        if not self.real(square):
            return
        if not stack:
            self.squares[square] = held.letters
            self._feel(square, True)
        elif self.stacking:
            self.squares[square] = stack + held.letters
            self._reopen(square, now)
        elif same_side(stack, held.letters):
            if self.real(held.origin) and held.origin not in self.squares:
                self.squares[held.origin] = held.letters
                self._feel(held.origin, True)
        else:
            self.squares[square] = held.letters
            self._reopen(square, now)

    def let_go(self, hand: str, now: int) -> None:
        """A page was closed: what its hand held goes back to where it was."""
        held = self.hands.get(hand)
        if held:
            self.drop(hand, held.origin, now)

    def typed(self, square: int, closed: bool, wanted: str) -> None:
        """A movement that was not made on a page: the switch opened or closed; `wanted` is what the game has there."""
        self._felt[square] = closed
        self.changed += 1
        self.loose = True
        if not closed:
            stack = self.squares.pop(square, "")
            if stack:
                self._typed.append(stack)
            return
        if square in self.squares:
            return
        if wanted in self._typed:
            self._typed.remove(wanted)
            self.squares[square] = wanted
        elif wanted and not Counter(wanted) - Counter(self.box()):
            self.squares[square] = wanted
        else:
            self.squares[square] = self._typed.popleft() if self._typed else wanted or UNKNOWN

    # Time, and what the game thinks

    def tick(self, now: int) -> None:
        """Do what is due: squares that a piece has passed over or that were opened for a moment."""
        if not self._due:
            return
        due = [square for at, square in self._due if now >= at]
        self._due = [entry for entry in self._due if now < entry[0]]
        for square in due:
            self._refresh(square)

    @property
    def resting(self) -> bool:
        """Whether nothing is held or under way."""
        return not self.hands and not self._due

    def settle(self, logical: Mapping[int, str], last: int, revealed: bool) -> None:
        """The game and the squares agree on where pieces stand: then `last`, where the last ply ended, gets the piece that the
        game has there, and every square if the pieces were moved unseen or their secret is out.
        """
        self._typed.clear()
        for square in logical if self.loose or revealed else (last,):
            wanted = logical.get(square)
            if wanted and self.squares.get(square) != wanted:
                self.squares[square] = wanted
                self.changed += 1
        self.loose = False

    def to_take_off(self, game: Game) -> tuple[int, ...]:
        """The captured pieces that still stand after a ply that is otherwise complete; none if it could be several plies."""
        before = {square for square, value in enumerate(game.board) if value and value != HOLE}
        now = {square for square in self.squares if square < self.size}
        found: set[tuple[int, ...]] = set()
        for ply in legal_plies(game):
            effects = footprint(game, ply)
            after = before - {square for square, effect in effects if effect in (LEAVE, TAKEN)}
            after |= {square for square, effect in effects if effect in (ARRIVE, PLACED)}
            taken = {square for square, effect in effects if effect == TAKEN}
            if now - taken == after and now & taken:
                found.add(tuple(sorted(now & taken)))
        return found.pop() if len(found) == 1 else ()

    def captured(self, game: Game, before: Mapping[int, str], after: Mapping[int, str]) -> list[str]:
        """The hands that hold a piece which has just left the game: `before` it stood where it was lifted, `after` it does not."""
        if any(footprint(game, ply)[:1] and footprint(game, ply)[0][1] == ARRIVE for ply in legal_plies(game)):
            return []  # it is to be placed
        return [
            hand
            for hand, held in self.hands.items()
            if before.get(held.origin) == held.letters != after.get(held.origin)
            and Counter(after.values())[held.letters] < Counter(before.values())[held.letters]
        ]

    def differing(self, logical: Mapping[int, str]) -> list[int]:
        """Squares on which a piece stands that is another one than the game thinks."""
        return sorted(s for s, stack in self.squares.items() if s in logical and logical[s] != stack)

    def _reopen(self, square: int, now: int) -> None:
        self._feel(square, False)
        self._due.append((now + SWAP_MS, square))

    def _refresh(self, square: int) -> None:
        if self.real(square) and not any(s == square and square in self.squares for _, s in self._due):
            self._feel(square, square in self.squares)

    def _feel(self, square: int, closed: bool) -> None:
        if self._felt.get(square, False) != closed:
            self._felt[square] = closed
            self.sense(square, closed)


def same_side(one: str, other: str) -> bool:
    """Whether the top pieces of two stacks belong to the same side."""
    return UNKNOWN not in (one[-1], other[-1]) and one[-1].isupper() == other[-1].isupper()
