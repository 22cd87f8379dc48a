"""Random play with the heap locked: written for MicroPython, the same on CPython, where nothing is locked.

Every position of a game is asked everything that may be asked in play. What is printed is the same on both.
"""

from array import array

from shared_rules.games import game_at

try:
    from micropython import heap_lock, heap_unlock
except ImportError:  # CPython

    def heap_lock():
        pass

    def heap_unlock():
        pass


class Player:
    """Plays one game object at random; everything that it needs is made here."""

    def __init__(self, game, seed):
        self.game = game
        self.state = seed
        self.sum = 0
        self.played = 0
        self.plies = array("i", [0] * game.max_plies)
        self.some = array("i", [0] * game.max_plies)
        self.out = bytearray(64)

    def add(self, value):
        """Take a number below 2**24 into the checksum."""
        self.sum = (self.sum * 61 + value + 1) & 0xFFFFFF

    def pick(self, count):
        """A number below `count`, from a generator modulo 65521."""
        self.state = (self.state * 12345 + 1) % 65521
        return self.state % count

    def look(self, end):
        """Ask everything about the position and each of its `end` plies; play each and take it back."""
        game = self.game
        out = self.out
        for i in range(end):
            ply = self.plies[i]
            for j in range(game.footprint(ply, out, 0)):
                self.add(out[j])
            for j in range(game.write_ply(ply, out, 0)):
                self.add(out[j])
            self.add(game.kind(ply) + game.rank(ply) + game.destination(ply))
            self.add(game.plies_from(ply & 255, self.some, 0))
            game.push(ply)
            self.add(game.digest())
            self.add(game.result << 8 | game.reason << 4 | game.side)
            game.pop()

    def wish(self):
        """Ask why one random wish is no ply, and whose piece stands there."""
        squares = len(self.game.board)
        frm = self.pick(squares + 1)
        to = self.pick(squares + 1)
        self.add(self.game.why_not(255 if frm == squares else frm, 255 if to == squares else to))
        if frm < squares:
            self.add(self.game.piece_side(frm) + 1)

    def game_through(self, most):
        """Play on to the end of the game, or for `most` plies."""
        game = self.game
        for _ in range(most):
            end = game.plies(self.plies, 0)
            if end == 0:
                return
            self.add(end)
            self.look(end)
            self.wish()
            self.wish()
            game.push(self.plies[self.pick(end)])
            self.played += 1
            self.add(game.digest())


def report(text, seed, most):
    """Play one random game from a position and print how it went, and again after everything was taken back."""
    game = game_at(text, 256)
    player = Player(game, seed)
    player.game_through(1)  # what a first call sets up is not play
    player.wish()
    heap_lock()
    try:
        player.game_through(most)
    finally:
        heap_unlock()
    print(player.played, player.sum, game.result, game.text())
    heap_lock()
    try:
        while game.undoable:
            game.pop()
    finally:
        heap_unlock()
    print(game.digest(), game.text() == text)
