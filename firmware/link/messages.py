"""What the board says of its game, as payloads in a buffer (WIRE.md has their fields).

`text` holds the payload after each method, which gives its length. Allocates nothing after construction, except `whole`
snapshots.
"""

from shared_rules.codes import const
from shared_rules.protocol.frames import MAX_PAYLOAD, SPACE, put_bytes, put_hex, put_number
from shared_rules.protocol.signals import THOUGHT_LEAD, THOUGHT_LETTERS, THOUGHT_NONE

DASH = const(45)
DIGITS = b"0123456789abcdef"
LONGEST_PLY = const(60)  # bytes of a ply's text, at most


class Messages:
    """Speaks of the current game and the journal's numbers."""

    def __init__(self, journal):
        self.text = bytearray(MAX_PAYLOAD + LONGEST_PLY)
        self._journal = journal
        self._modes = self._current = self._table = self._flight = None

    def attach(self, current, modes):
        """The game that they speak of."""
        self._modes = modes
        self._current = current
        self._table = current.table
        self._flight = current.flight

    def _head(self):
        at = put_bytes(self.text, 0, self._journal.game, len(self._journal.game))
        self.text[at] = SPACE
        return at + 1

    def _stamp(self):
        text = self.text
        at = put_number(text, self._head(), self._journal.seq)
        text[at] = SPACE
        at = put_number(text, at + 1, self._current.t)
        text[at] = SPACE
        return at + 1

    def game(self):
        """G: the game, its number of records, the position before the first."""
        text = self.text
        at = put_number(text, self._head(), self._journal.seq)
        text[at] = SPACE
        return put_bytes(text, at + 1, self._journal.position, min(len(self._journal.position), MAX_PAYLOAD - at - 1))

    def record(self, line, start, end):
        """A record from a line of the journal."""
        at = self._head()
        text = self.text
        for i in range(start, end):
            text[at] = line[i]
            at += 1
        return at

    def noted(self):
        """F: what the flight recorder is about to write."""
        return self._flight.put(self.text, self._head())

    def question(self):
        """Q: the open question, its answers beginning with the one offered."""
        recognizer = self._table.recognizer
        game = self._table.game
        text = self.text
        at = put_number(text, self._stamp(), recognizer.offered + 1)
        text[at] = SPACE
        at = put_number(text, at + 1, recognizer.offer_count)
        end = at
        for i in range(recognizer.offer_count):
            text[at] = SPACE
            at = game.write_ply(recognizer.offers[(recognizer.offered + i) % recognizer.offer_count], text, at + 1)
            if at > MAX_PAYLOAD:
                break
            end = at
        return end

    def no_question(self):
        """Q: there is none any more."""
        at = self._stamp()
        self.text[at] = 48
        return at + 1

    def thought(self):
        """Z: what the search is asked for, or has found."""
        opponent = self._current.opponent
        text = self.text
        what = opponent.thought() if opponent else THOUGHT_NONE
        at = put_number(text, self._head(), opponent.seq if opponent else self._journal.seq)
        text[at] = SPACE
        at = put_number(text, at + 1, self._current.t)
        text[at] = SPACE
        text[at + 1] = THOUGHT_LETTERS[what]
        text[at + 2] = SPACE
        at = put_number(text, at + 3, opponent.level if opponent else 0)
        text[at] = SPACE
        if what >= THOUGHT_LEAD:
            return self._table.game.write_ply(opponent.ply, text, at + 1)
        text[at + 1] = DASH
        return at + 2

    def snapshot(self, whole):
        """S: digest, occupancy, mode; if `whole` the position text too."""
        text = self.text
        at = put_hex(text, self._stamp(), self._current.digest, 6)
        text[at] = SPACE
        at += 1
        now = self._table.recognizer.now
        size = len(now)
        digit = 0
        for square in range(size):
            if now[square]:
                digit |= 1 << (square & 3)
            if square & 3 == 3 or square == size - 1:
                text[at] = DIGITS[digit]
                at += 1
                digit = 0
        text[at] = SPACE
        text[at + 1] = self._modes.letter()
        at += 2
        if whole:
            text[at] = SPACE
            data = self._table.recognizer.told_text().encode()
            at = put_bytes(text, at + 1, data, min(len(data), MAX_PAYLOAD - at - 1))
        return at

    def view(self):
        """V: mode, the ply shown, the marks."""
        text = self.text
        at = self._head()
        text[at] = self._modes.letter()
        text[at + 1] = SPACE
        at += 2
        ply = self._table.recognizer.shown()
        if ply < 0:
            text[at] = DASH
            at += 1
        else:
            at = self._table.game.write_ply(ply, text, at)
        text[at] = SPACE
        at += 1
        marks = self._table.marks
        for square in range(len(marks)):
            text[at] = DIGITS[marks[square]]
            at += 1
        return at
