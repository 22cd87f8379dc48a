"""What the lights teach besides the legal squares: which of them win, and that a capture is compulsory.

Worked out in slices while players think: `step` looks at a few plies, or plays one and takes it back, and only while the
referee has nothing to do. Memory is taken at construction; nothing here allocates afterwards.
"""

from shared_rules.codes import KIND_CAPTURE, NOWHERE, const

GLANCES = const(24)  # plies looked at in a step
TRIES = const(6)  # and before one is played
PLAIN = const(1)  # verdicts; 0: not known
WINS = const(2)


class Teacher:
    """`verdicts` says what the referee's plies do: WINS if one wins at once, as far as that has been worked out.

    It has two bits for each: those of ply i are verdicts[i >> 2] >> (i & 3) * 2 & 3.
    """

    def __init__(self, referee):
        self._referee = referee
        self.verdicts = bytearray(len(referee.plies) + 3 >> 2)
        self.forced = False  # every legal ply captures
        self._list = -1  # of which of the referee's lists
        self._changes = 0
        self._at = 0
        self._glanced = 0
        self._all_capture = True
        self.discreet = False  # nothing that wins may be shown: it would tell a secret

    def busy(self):
        """Whether `study` has something to do while the referee rests."""
        referee = self._referee
        return (
            self._list != referee.lists
            or self._glanced < referee.count
            or self._changes != referee.changes
            or (self._at < referee.count and not self.discreet)
        )

    def study(self):
        """A slice of work; True if it found something that the lights may show."""
        referee = self._referee
        if self._list != referee.lists:
            self._list = referee.lists
            self._at = self._glanced = 0
            self._all_capture = True
            for i in range(len(self.verdicts)):
                self.verdicts[i] = 0
            forced = self.forced
            self.forced = False
            return forced
        if self._changes != referee.changes:
            self._changes = referee.changes
            self._at = 0
        if self._glanced < referee.count:
            return self._glance()
        return self._at < referee.count and not self.discreet and self._try()

    def _glance(self):
        referee = self._referee
        game = referee.game
        end = min(self._glanced + GLANCES, referee.count)
        i = self._glanced
        while i < end:
            if game.kind(referee.plies[i]) != KIND_CAPTURE:
                self._all_capture = False
                end = i = referee.count
            i += 1
        self._glanced = end
        if end == referee.count and self._all_capture:
            self.forced = True
        return self.forced

    def _try(self):
        """Play the next ply of a lifted piece, see whether it wins, and take it back."""
        referee = self._referee
        base = referee.base
        now = referee.now
        plies = referee.plies
        verdicts = self.verdicts
        i = self._at
        end = min(i + TRIES, referee.count)
        while i < end:
            origin = plies[i] & 255
            if origin != NOWHERE and base[origin] and not (now[origin] or verdicts[i >> 2] >> (i & 3) * 2 & 3):
                game = referee.game
                side = game.side
                game.push(plies[i])
                if referee.judge and referee.judge():
                    game.pop()
                    self._at = i
                    return False
                won = game.result == side + 1
                game.pop()
                verdicts[i >> 2] |= (WINS if won else PLAIN) << (i & 3) * 2
                self._at = i + 1
                return won
            i += 1
        self._at = end
        return False
