"""How the opponent plays where kings are secret: it knows its own, and searches each game that the public one may be.

A *world* is the public position with the opponent's own king and one guess where the other side's is. Possible is every piece
of the other side but those that would have won or been taken as a king: one that ended a turn of its side on the home square,
or waited in the back row until the count was full (a captured man leaves the board anyway). That is found from the plies
that the public game can take back; what was before them is no longer known, which only leaves more guesses.

    worlds = KingsCrossingWorlds(search)             # whose game is of the same variant and history as the public one
    worlds.begin(public, side, king, most=6, seed=1)
    while not worlds.trace():           # a ply back or forth
        pass
    for world in range(worlds.count):
        worlds.suppose(world)
        search.begin(nodes=1000)        # a search of at least two lines
        while not search.step(50):
            pass
        worlds.vote()
    worlds.best, worlds.score

Each world votes for the best ply in it, with as many hundredths of a man as the second best is worse there, up to MOST_VOTES:
worlds in which the choice makes no difference leave it to others. In a world a jump ends where it takes the king; its votes go
to every public ply that comes to it. Nothing here looks at the true game.

The constructor allocates all memory; nothing else allocates.
"""

from array import array

from shared_rules.codes import NOWHERE, const
from shared_rules.kings_crossing.play import REACHED, WAITING
from shared_rules.kings_crossing.ply import cut_at, destination

MOST_VOTES = const(1000)
PIECES = const(24)


class KingsCrossingWorlds:
    """The possible worlds of a game whose kings are hidden, as they look to the side that knows its own king."""

    def __init__(self, search) -> None:
        self.count = 0  # of the worlds
        self.best = -1  # the public ply with the most votes
        self.score = 0  # mean of the worlds
        self._search = search
        game = search.game
        self._public = game
        self._side = 0
        self._king = 0
        self._most = 0
        self._seed = 0
        self._who = bytearray(32)  # by square, the number from 1 of the piece there, 0 where there is none
        self._cleared = bytearray(PIECES + 1)  # by piece, 1 if it is not a king
        self._waited = bytearray(
            PIECES + 1
        )  # by piece, the back-row count it has if it is the king, as play.py keeps it
        self._back = array("i", [0] * game.history)  # plies taken back, the last first
        self._taken = 0
        self._walking = False  # forward again
        self._guesses = bytearray(PIECES)  # the squares of the other king, by world
        self._plies = array("i", [0] * game.max_plies)  # the public ones
        self._votes = array("i", [0] * game.max_plies)
        self._legal = 0
        self._total = 0
        self._cast = 0

    def begin(self, public, side: int, king: int, most: int, seed: int) -> None:
        """`side`, whose king stands on the square `king`, thinks about the game `public`; `most` worlds at most, by `seed`."""
        self._public = public
        self._side = side
        self._king = king
        self._most = most if 0 < most < PIECES else PIECES
        self._seed = seed
        self.count = self._taken = self._cast = self._total = 0
        self._walking = False
        self._search.game.take_over(public)

    def trace(self) -> bool:
        """Go back to the oldest known ply, then forward again to see what the pieces have done; True once that is done."""
        game = self._search.game
        if not self._walking:
            if game.undoable:
                self._back[self._taken] = game.last_ply()
                self._taken += 1
                game.pop()
            else:
                self._number(game.board)
                self._walking = True
            return False
        if self._taken:
            self._taken -= 1
            self._walk(game, self._back[self._taken])
            return False
        self._list_worlds(game.board)
        self._legal = game.plies(self._plies, 0)
        for i in range(self._legal):
            self._votes[i] = 0
        self.best = self._plies[0]
        return True

    def _number(self, board) -> None:
        number = 0
        for square in range(32):
            if board[square]:
                number += 1
                self._who[square] = number
                self._cleared[number] = self._waited[number] = 0
            else:
                self._who[square] = 0

    def _walk(self, game, ply: int) -> None:
        """Play a public ply, and see which pieces can't be kings as the game has not ended by it."""
        who = self._who
        mover = game.side
        game.push(ply)
        to = destination(ply)
        if to != NOWHERE:
            piece = who[ply & 255]
            who[ply & 255] = 0
            who[to] = piece
        board = game.board
        for square in range(32):
            piece = who[square]
            if not piece:
                continue
            value = board[square]
            if not value:
                who[square] = 0  # a man: it was captured, and the game went on
                continue
            side = value >> 3
            if square & 7 != (0 if side else 7):
                self._waited[piece] = 0
                continue
            home = square == game.goal(side)
            count = self._waited[piece]
            if count == 0 or count == WAITING:
                count = WAITING if home else 1
            elif side != mover:
                count += 1
            if count == REACHED and side != mover or home and side == mover:
                self._cleared[piece] = 1
                count = WAITING
            self._waited[piece] = count

    def _list_worlds(self, board) -> None:
        """The guesses: all that are possible, or `most` of them, chosen with equal probability."""
        foe = 4 << (self._side ^ 1)
        guesses = self._guesses
        count = 0
        for square in range(32):
            if board[square] & foe and not self._cleared[self._who[square]]:
                guesses[count] = square
                count += 1
        if not count:  # nobody can tell how that came about: any of them then
            for square in range(32):
                if board[square] & foe:
                    guesses[count] = square
                    count += 1
        seed = self._seed
        for i in range(min(count, self._most)):
            seed = (seed * 75 + 74) % 65537
            other = i + seed % (count - i)
            square = guesses[i]
            guesses[i] = guesses[other]
            guesses[other] = square
        self.count = min(count, self._most)

    def suppose(self, world: int) -> None:
        """Set the search's game to one of the worlds, 0 to `count` - 1."""
        game = self._search.game
        game.take_over(self._public)
        guess = self._guesses[world]
        mine = self._waited[self._who[self._king]]
        other = self._waited[self._who[guess]]
        if self._side:
            game.suppose(guess, self._king, mine << 4 | other)
        else:
            game.suppose(self._king, guess, other << 4 | mine)

    def vote(self) -> None:
        """Count the result of the search of this world."""
        search = self._search
        weight = 1
        if search.pv_length[1]:
            weight = min(max(search.score - search.line_score[1], 1), MOST_VOTES)
        guess = search.game.king(self._side ^ 1)
        plies = self._plies
        votes = self._votes
        best = 0
        for i in range(self._legal):
            if cut_at(plies[i], guess) == search.best:
                votes[i] += weight
            if votes[i] > votes[best]:
                best = i
        self.best = plies[best]
        self._cast += 1
        self._total += search.score
        self.score = self._total // self._cast
