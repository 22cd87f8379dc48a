"""The kings of a game of stealth while only the board knows them: kept, sealed, watched, and told in the end.

Everything else on the board plays the public game, whose kings are hidden among the men: lights, referee, journal and link
can't give away what they don't know. Here is the true game; every final ply is played in it too, and when it is over, the
kings are revealed and the public game becomes the true one.

The kings and their salts are in a file beside the game's journal, on the flash before the commitments are; it goes when
the reveals are in the journal. Imported only for such a game. `play`, `undo` and `stopped` allocate nothing.
"""

import hashlib
import os
import sys
from array import array

from firmware.table import HISTORY
from shared_rules.codes import END_KING_CAPTURED, END_UNFINISHED, FIRST, NOWHERE, ONGOING, SECOND, const
from shared_rules.kings_crossing.sealed import SALT, sealed_text
from shared_rules.notation import square_name
from shared_rules.protocol.frames import T_OPEN, T_SEAL, crc16

SUFFIX = ".key"
MOST_FROM_SQUARE = const(32)  # plies of one piece


def hexadecimal(data):
    """Bytes as lower case hexadecimal digits."""
    return "".join(["%02x" % byte for byte in data])


def new_salt():
    """A salt that nobody can guess."""
    return hexadecimal(os.urandom(SALT // 2))


def commitment(side, square, salt):
    """The commitment (bytes of 64 digits) to a king on the square of that name."""
    return hexadecimal(hashlib.sha256(sealed_text(side, square, salt).encode()).digest()).encode()


class Secret:
    """`kings` and `salts` by side; `game` is the true game, at the start from `start` until plies are played in it."""

    def __init__(self, hidden, history, kings, salts=None):
        self.kings = bytes(kings)
        self.salts = salts or (new_salt(), new_salt())
        self.game = type(hidden)(hidden.variant, history)
        self._columns = hidden.columns
        self._plies = array("i", [0] * MOST_FROM_SQUARE)
        self._foot = bytearray(2 * hidden.max_footprint)
        self._changes = -1
        self.opened = bytearray(2)  # by side: 1 where the journal has the reveal

    def start(self, position):
        """That is the position, kings and all."""
        self.game.set_text(position)

    def square(self, side):
        """The name of the square where a king stood at the start."""
        return square_name(self.kings[side], self._columns)

    def commitment(self, side):
        """What is told of a king before the first turn."""
        return commitment(side, self.square(side), self.salts[side])

    # Playing along

    def play(self, ply):
        """Play a ply of the public game; give what it comes to: a jump ends where it takes the king."""
        game = self.game
        ply = game.legal_part(ply)
        game.push(ply)
        return ply

    def undo(self):
        """Take the last ply back."""
        self.game.pop()

    def unseen(self, referee):
        """Whether something has changed since `stopped` looked."""
        return self._changes != referee.changes

    def stopped(self, referee):
        """The ply that has been performed and that only the true game has, -1 if none: a jump that takes the king.

        To everybody else it is a jump that is to go on.
        """
        self._changes = referee.changes
        game = self.game
        for square in referee.squares:
            if referee.base[square] and not referee.now[square] and game.piece_side(square) == game.side:
                n = game.plies_from(square, self._plies, 0)
                for i in range(n):
                    ply = self._plies[i]
                    end = game.footprint(ply, self._foot, 0)
                    if referee.stands_as(self._foot, end) and self._takes_king(ply):
                        return ply
        return -1

    def _takes_king(self, ply):
        game = self.game
        game.push(ply)
        taken = game.reason == END_KING_CAPTURED
        game.pop()
        return taken

    # Told

    def revealing(self, match):
        """Task: tell what has not been told, and let the table's game know it."""
        journal = match.journal
        for side in (FIRST, SECOND):
            if not self.opened[side]:
                match.recorder.open(match.t, side, self.kings[side], self.salts[side].encode(), self._columns)
                match.link.announce()
                yield
        if not journal.failed:
            journal.game_store.forget_secret(journal.id())
        yield
        match.table.referee.learn(self.game)
        yield

    def sealing(self, match, first, second):
        """Task: write the commitments; `first` and `second` say whether that has been done."""
        for side in (FIRST, SECOND):
            if not (second if side else first):
                match.recorder.seal(match.t, side, self.commitment(side))
                match.link.announce()
                yield

    # On the flash

    def save(self, journal):
        """Put it on the flash, so that it is there or not; if the flash does not take it, it is kept in memory."""
        path = _path(journal)
        text = "%d %d %s %s" % (self.kings[0], self.kings[1], self.salts[0], self.salts[1])
        try:
            with open(path + ".new", "wb") as file:
                file.write(("%s*%04x" % (text, crc16(text.encode(), 0, len(text)))).encode())
            os.rename(path + ".new", path)
        except OSError:
            pass


def recalling(journal, hidden, history):
    """Task: the secret of the game that `journal` has, whose position before the first ply is `hidden`; None if there is none."""
    try:
        with open(_path(journal), "rb") as file:
            data = file.read()
        text, _, crc = data.decode().partition("*")
        fields = text.split(" ")
        if len(fields) != 4 or crc != "%04x" % crc16(data, 0, len(text)):
            return None
        yield
        secret = Secret(hidden, history, (int(fields[0]), int(fields[1])), (fields[2], fields[3]))
        yield
        position = hidden.text_with(secret.kings)
        yield
        secret.start(position)
        yield
        return None if secret.game.result else secret
    except (OSError, ValueError):
        return None


def keeping(match, kings):
    """Task: a game begins, its kings secret: seal them."""
    if sys.implementation.name == "micropython":
        sys.modules.pop("firmware.pick", None)  # the room is wanted in play
    secret = Secret(match.table.game, HISTORY, kings)
    yield
    position = match.table.game.text_with(kings)
    yield
    secret.start(position)
    yield
    match.secret = secret
    secret.save(match.journal)
    yield
    yield from secret.sealing(match, False, False)


def resuming(match):
    """Task: the game that has been read back hides its kings: go on with what was interrupted."""
    journal = match.journal
    told = Told(match.table.game.columns)
    yield from told.reading(journal.path(journal.id()))
    hidden = type(match.table.game)("", 1)
    yield
    position = journal.header()
    yield
    hidden.set_text(position)
    yield
    secret = match.secret = yield from recalling(journal, hidden, HISTORY)
    match.t = journal.t
    match.to_pick = secret is None and not journal.seq
    yield
    if secret:
        yield from secret.sealing(match, told.sealed[FIRST], told.sealed[SECOND])
        yield from journal.replaying(secret.game, secret.kings)
        journal.resume()
        yield
        for side in (FIRST, SECOND):
            secret.opened[side] = told.kings[side] != NOWHERE
        if secret.opened[FIRST]:
            match.secret = None
            yield from secret.revealing(match)
    elif journal.seq:
        match.link.log("the secret of this game is lost; it is given up")
        yield from match.ending(ONGOING, END_UNFINISHED)


def _path(journal):
    return "%s/%s%s" % (journal.folder, journal.id(), SUFFIX)


class Told:
    """What a game's file says of its secret: whose commitment is there, and the squares revealed (NOWHERE: not yet)."""

    def __init__(self, columns):
        self.sealed = [False, False]
        self.kings = bytearray((NOWHERE, NOWHERE))
        self._columns = columns

    def reading(self, path):
        """Task: read it."""
        from firmware.reader import ENOUGH, Reader

        reader = Reader()
        reader.flights = False
        left = ENOUGH
        try:
            reader.open(path)
            while reader.next():
                if reader.kind == T_SEAL or reader.kind == T_OPEN:
                    self._take(reader.kind, reader.texts())
                left -= reader.end
                if left < 0:
                    left = ENOUGH
                    yield
        except (OSError, ValueError, IndexError):
            pass
        finally:
            reader.close()

    def _take(self, kind, fields):
        side = int(fields[2]) & 1
        if kind == T_SEAL:
            self.sealed[side] = True
        else:
            self.kings[side] = (int(fields[3][1:]) - 1) * self._columns + ord(fields[3][0]) - 97

    def open(self):
        """Whether both kings are revealed."""
        return self.kings[0] != NOWHERE and self.kings[1] != NOWHERE
