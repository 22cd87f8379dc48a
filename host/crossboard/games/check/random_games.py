"""Random games of any kind, move for move the same on CPython and MicroPython; and the rules under a locked heap.

A board's MicroPython runs this file, too, as /random_games.py. `play` prints what it meets: two runs are compared as text.
"""

from array import array

from shared_rules.codes import KIND_CAPTURE
from shared_rules.errors import RulesError
from shared_rules.games import game_at

try:
    from micropython import heap_lock, heap_unlock  # type: ignore
except ImportError:  # CPython: there is no such lock

    def heap_lock() -> None:
        pass

    heap_unlock = heap_lock


HISTORY = 32  # small, so that a game goes round the ring of undo


def after(x: int) -> int:
    """The number after `x` in a fixed order of 1 to 65535 (xorshift); no step leaves 2**24."""
    x ^= x << 7 & 0xFFFF
    x ^= x >> 9
    return x ^ (x << 8 & 0xFFFF)


def choose(game: object, plies: "array[int]", end: int, x: int) -> int:
    """Index of a ply: any, or every fourth time a capture if there is one."""
    if x & 3 == 0:
        start = (x >> 2) % end
        for i in range(end):
            at = (start + i) % end
            if game.kind(plies[at]) == KIND_CAPTURE:  # type: ignore
                return at
    return (x >> 2) % end


class Walk:
    """Steps through a random game; `step` allocates nothing, `total` sums up all that it saw."""

    def __init__(self, text: str, seed: int) -> None:
        self.game = game_at(text, HISTORY)
        self.plies = array("i", [0] * self.game.max_plies)
        self.some = array("i", [0] * self.game.max_plies)
        self.prints = bytearray(2 * self.game.max_footprint)
        self.word = bytearray(80)
        self.claim = getattr(self.game, "claim", None)
        self.squares = self.game.columns * self.game.rows
        self.x = seed
        self.total = 0
        self.ply = -1
        self.asked = -1  # about which ply

    def add(self, number: int) -> None:
        """Take `number` into the total."""
        self.total = (self.total * 31 + number + 1) & 0xFFFFFF

    def look(self, end: int) -> None:
        """Ask everything about each of the plies found."""
        game = self.game
        plies = self.plies
        prints = self.prints
        for i in range(end):
            ply = plies[i]
            self.asked = ply
            for j in range(game.footprint(ply, prints, 0)):
                self.add(prints[j])
            for j in range(game.write_ply(ply, self.word, 0)):
                self.add(self.word[j])
            self.add(game.kind(ply))
            self.add(game.rank(ply) & 0xFFFF)
            self.add(game.destination(ply))
            self.add(game.plies_from(ply & 255, self.some, 0))
            game.push(ply)
            self.add(game.result << 8 | game.reason << 4 | game.side)
            self.add(game.digest())
            if self.claim:
                self.add(self.claim())
            game.pop()

    def step(self) -> bool:
        """Look around, then play one ply or take some back. False if the game is over."""
        game = self.game
        self.x = after(self.x)
        self.ply = -1
        self.asked = -1
        end = game.plies(self.plies, 0)
        if self.x & 15 == 0:
            for _ in range(self.x >> 4 & 3):
                if game.undoable:
                    game.pop()
            return True
        if not end:
            return False
        self.look(end)
        self.x = after(self.x)
        self.add(game.why_not((self.x >> 2) % self.squares, self.x % self.squares))
        self.add(game.piece_side(self.x % self.squares) + 1)
        self.ply = self.plies[choose(game, self.plies, end, self.x)]
        self.asked = self.ply
        game.push(self.ply)
        self.add(game.digest())
        return True

    def locked_step(self) -> bool:
        """`step` without a heap: MemoryError if it allocates."""
        heap_lock()
        try:
            return self.step()
        finally:
            heap_unlock()


def play(text: str, seed: int, most: int) -> None:
    """A random game of at most `most` steps from a position, printed: each position, then what was seen there. Every step is under
    a locked heap; where one raises, the ply that it was about comes last."""
    print(text)
    walk = Walk(text, seed)
    game = walk.game
    going = True
    while going and most >= 0:
        most -= 1
        print(game.text())
        try:
            going = walk.locked_step()
        except Exception:
            print(walk.asked)
            raise
        print(game.digest(), walk.total, game.result, game.reason)


def read(text: str) -> None:
    """Print what reading a position text gives: digest and number of plies, or why it is refused."""
    try:
        game = game_at(text, HISTORY)
    except RulesError as error:
        print(type(error).__name__, error)
        return
    print(game.digest(), game.plies(array("i", [0] * game.max_plies), 0), game.result, game.reason)


def read_ply(position: str, text: str) -> None:
    """Print what reading a ply text gives: the ply, or why it is refused."""
    try:
        print(game_at(position, HISTORY).parse_ply(text))
    except RulesError as error:
        print(type(error).__name__, error, getattr(error, "why", ""))
