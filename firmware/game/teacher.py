"""What the lights teach besides the legal squares: which of them win, and that a capture is compulsory.

Worked out in slices while players think: `step` looks at a few plies, or plays one and takes it back, and only while the
recognizer has nothing to do. Memory is taken at construction; nothing here allocates afterwards.
"""

from shared_rules.codes import KIND_CAPTURE, NOWHERE, const

GLANCES = const(24)  # plies looked at in a step
TRIES = const(6)  # and before one is played
PLAIN = const(1)  # verdicts; 0: not known
WINS = const(2)


class Teacher:
    """`verdicts` says what the recognizer's plies do: WINS if one wins at once, as far as that has been worked out.

    It has two bits for each: those of ply i are verdicts[i >> 2] >> (i & 3) * 2 & 3.
    """

    def __init__(self, recognizer):
        self.recognizer = recognizer
        self.verdicts = bytearray(len(recognizer.plies) + 3 >> 2)
        self.forced = False  # every legal ply captures
        self._list = -1  # of which of the recognizer's lists
        self._changes = 0
        self._at = 0
        self._glanced = 0
        self._all_capture = True
        self.discreet = (
            False  # nothing that wins may be shown: it would tell a secret, or help against somebody far away
        )

    def busy(self):
        """Whether `study` has something to do while the recognizer rests."""
        recognizer = self.recognizer
        return (
            self._list != recognizer.lists
            or self._glanced < recognizer.count
            or self._changes != recognizer.changes
            or (self._at < recognizer.count and not self.discreet)
        )

    def study(self):
        """A slice of work; True if it found something that the lights may show."""
        recognizer = self.recognizer
        if self._list != recognizer.lists:
            self._list = recognizer.lists
            self._at = self._glanced = 0
            self._all_capture = True
            for i in range(len(self.verdicts)):
                self.verdicts[i] = 0
            forced = self.forced
            self.forced = False
            return forced
        if self._changes != recognizer.changes:
            self._changes = recognizer.changes
            self._at = 0
        if self._glanced < recognizer.count:
            return self._glance()
        return self._at < recognizer.count and not self.discreet and self._try()

    def _glance(self):
        recognizer = self.recognizer
        game = recognizer.game
        end = min(self._glanced + GLANCES, recognizer.count)
        i = self._glanced
        while i < end:
            if game.kind(recognizer.plies[i]) != KIND_CAPTURE:
                self._all_capture = False
                end = i = recognizer.count
            i += 1
        self._glanced = end
        if end == recognizer.count and self._all_capture:
            self.forced = True
        return self.forced

    def _try(self):
        """Play the next ply of a lifted piece, see whether it wins, and take it back."""
        recognizer = self.recognizer
        base = recognizer.base
        now = recognizer.now
        plies = recognizer.plies
        verdicts = self.verdicts
        i = self._at
        end = min(i + TRIES, recognizer.count)
        while i < end:
            origin = plies[i] & 255
            if origin != NOWHERE and base[origin] and not (now[origin] or verdicts[i >> 2] >> (i & 3) * 2 & 3):
                game = recognizer.game
                side = game.side
                game.push(plies[i])
                if recognizer.judge and recognizer.judge():
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
