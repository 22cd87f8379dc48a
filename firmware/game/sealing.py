"""How secret kings are sealed before the first turn, kept on the flash, read back from it, and revealed in the end.

The kings and their salts are in a file beside the game's journal, on the flash before the commitments are; it goes when
the reveals are in the journal. Needed when such a game begins, goes on after the power was cut, and ends; in between
there is secret.py.
"""

import hashlib
import os
from binascii import hexlify

from firmware.game.seating import HISTORY
from firmware.game.secret import Secret
from shared_rules.codes import END_UNFINISHED, FIRST, NOWHERE, ONGOING, SECOND
from shared_rules.notation import square_name
from shared_rules.protocol.frames import SPACE, T_OPEN, T_SEAL, crc16, put_bytes, put_number
from shared_rules.protocol.sealed import SALT, sealed_text

KINGS = ".key"  # of their file


def new_salt():
    """A salt that nobody can guess."""
    return hexlify(os.urandom(SALT // 2)).decode()


def commitment(side, square, salt):
    """The commitment (bytes of 64 digits) to a king on the square of that name."""
    return hexlify(hashlib.sha256(sealed_text(side, square, salt).encode()).digest())


def save(secret, journal):
    """Put it on the flash, so that it is there or not; if the flash does not take it, it is kept in memory."""
    path = _path(journal)
    text = "%d %d %s %s" % (secret.kings[0], secret.kings[1], secret.salts[0], secret.salts[1])
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


def sealing(current, secret, first, second):
    """Task: write the commitments; `first` and `second` say whether that has been done."""
    for side in (FIRST, SECOND):
        if not (second if side else first):
            square = square_name(secret.kings[side], current.table.game.columns)
            _write(current, T_SEAL, side, commitment(side, square, secret.salts[side]))
            yield


def _write(current, kind, side, said):
    """Record what is said (bytes) of the king of a side."""
    current.flight.flush()
    journal = current.journal
    at = put_number(journal.line, journal.start(kind, current.t), side)
    journal.line[at] = SPACE
    journal.finish(put_bytes(journal.line, at + 1, said, len(said)))
    current.link.announce()


def revealing(current, secret):
    """Task: tell what has not been told, and let the table's game know it."""
    journal = current.journal
    for side in (FIRST, SECOND):
        if not secret.opened[side]:
            square = square_name(secret.kings[side], current.table.game.columns)
            _write(current, T_OPEN, side, ("%s %s" % (square, secret.salts[side])).encode())
            yield
    if not journal.failed:
        journal.game_store.forget_secret(journal.id())
    yield
    current.table.recognizer.learn(secret.game)
    yield


def telling(current):
    """Task: the game is over, and the kings are told. From then on the table's game knows them."""
    secret = current.secret
    current.secret = None
    yield from revealing(current, secret)
    current.digest = current.table.game.digest()


def ending(current, ply):
    """Task: the same, and `ply`, by which the game is over."""
    yield from telling(current)
    current.write_ply(ply, current.digest)
    yield
    current.write_end(current.table.game.result, current.table.game.reason)


def stopping(current, ply):
    """Task: the kings are told, for `ply` has taken one of them."""
    yield from telling(current)
    current.table.recognizer.insist(ply)


def keeping(current, kings):
    """Task: a game begins, its kings secret: seal them."""
    current.to_pick = False
    secret = Secret(current.table.game, HISTORY, kings, (new_salt(), new_salt()))
    yield
    position = current.table.game.text_with(kings)
    yield
    secret.start(position)
    yield
    current.secret = secret
    save(secret, current.journal)
    yield
    yield from sealing(current, secret, False, False)


def resuming(current):
    """Task: the game that has been read back hides its kings: go on with what was interrupted."""
    journal = current.journal
    told = Told(current.table.game.columns)
    yield from told.reading(journal.path(journal.id()))
    hidden = type(current.table.game)("", 1)
    yield
    position = journal.header()
    yield
    hidden.set_text(position)
    yield
    secret = current.secret = yield from recalling(journal, hidden, HISTORY)
    current.t = journal.t
    current.to_pick = secret is None and not journal.seq
    yield
    if secret:
        yield from sealing(current, secret, told.sealed[FIRST], told.sealed[SECOND])
        yield from journal.replaying(secret.game, secret.kings)
        journal.resume()
        yield
        for side in (FIRST, SECOND):
            secret.opened[side] = told.kings[side] != NOWHERE
        if secret.opened[FIRST]:
            current.secret = None
            yield from revealing(current, secret)
    elif journal.seq:
        current.link.log("the secret kings of this game are lost; the game is abandoned")
        yield from current.ending(ONGOING, END_UNFINISHED)


def _path(journal):
    return "%s/%s%s" % (journal.folder, journal.id(), KINGS)


class Told:
    """What a game's file says of its secret: whose commitment is there, and the squares revealed (NOWHERE: not yet)."""

    def __init__(self, columns):
        self.sealed = [False, False]
        self.kings = bytearray((NOWHERE, NOWHERE))
        self._columns = columns

    def reading(self, path):
        """Task: read it."""
        from firmware.game.reader import ENOUGH, Reader

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
