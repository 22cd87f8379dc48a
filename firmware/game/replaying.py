"""The game being played, read back from the journal when the board is switched on or something has failed. Allocates."""

import os

from firmware.game.reader import Reader
from shared_rules.codes import const
from shared_rules.errors import RulesError
from shared_rules.protocol.frames import T_END, T_FLIGHT, T_GAME, T_OPEN, T_OPPONENT, T_PLY, T_TIME, T_UNDO, text_of

PARTS = const(8)  # of the file, by which the lights show how far it is read
PASSED = const(3)  # lines of the flight recorder that are passed over in the time that a record takes


def header(path):
    """The position text before the first record of the game in that file, "" if it has none."""
    reader = Reader()
    try:
        reader.open(path)
        if reader.next() and reader.kind == T_GAME:
            return text_of(reader.line, reader.start + 2, reader.end)
    except OSError:
        pass
    finally:
        reader.close()
    return ""


class Replay:
    """Brings `game` to where the journal's file ends, and tells the journal what it finds."""

    def __init__(self, journal, game):
        self._journal = journal
        self._game = game
        self._reader = Reader()
        self._reader.flights = False
        self._veils = 0  # kings that the file has not yet revealed

    def reading(self, kings):
        """Task: see Journal.replaying."""
        reader = self._reader
        try:
            reader.open(self._journal.path(self._journal.id()))
            if not reader.next() or reader.kind != T_GAME:
                return False
            yield from self._beginning(text_of(reader.line, reader.start + 2, reader.end), kings)
            yield from self._records()
            return True
        except (OSError, RulesError, ValueError, IndexError):
            return False
        finally:
            reader.close()

    def _beginning(self, text, kings):
        game = self._game
        yield
        if game.undoable or game.text() != text:
            yield
            game.set_text(text)
        self._journal.keep_position(text, game.side)
        if getattr(game, "hidden", False):
            yield from self._placing_kings(kings)

    def _placing_kings(self, kings):
        yield
        from firmware.game.sealing import Told

        game = self._game
        journal = self._journal
        if kings is None:
            told = Told(game.columns)
            yield from told.reading(journal.path(journal.id()))
            kings = told.kings if told.open() else None
        if kings is not None:
            yield
            text = game.text_with(kings)
            yield
            game.set_text(text)
            if game.result:
                raise ValueError
            self._veils = 2

    def _records(self):
        journal = self._journal
        reader = self._reader
        judge = getattr(self._game, "judge", None)
        size = os.stat(journal.path(journal.id()))[6] // PARTS + 1
        left = PASSED
        stuck = False
        while reader.next():
            if reader.kind == T_FLIGHT and left:
                left -= 1
                continue
            left = PASSED
            journal.part = reader.read // size
            yield
            if reader.kind == T_TIME:
                journal.mark(text_of(reader.line, reader.start + 2, reader.end))
            if reader.kind == T_GAME or reader.kind == T_FLIGHT:
                continue
            journal.last = max(journal.last, reader.seq)
            if stuck or reader.seq != journal.seq + 1:
                continue
            while judge and judge():
                yield
            t = journal.t
            if self._apply():
                journal.seq = reader.seq
            else:
                stuck = True
                journal.t = t

    def _apply(self):
        """Play a record; False, and all is as before, if it is a ply that can't be. ValueError if it makes no sense otherwise."""
        journal = self._journal
        kind = self._reader.kind
        fields = self._reader.texts()
        journal.t = int(fields[1])
        if kind == T_PLY:
            if not self._push(fields):
                return False
        elif kind == T_UNDO:
            self._pop(fields)
        elif kind == T_END:
            journal.over = True
            journal.result = int(fields[2])
            journal.reason = int(fields[3])
        elif kind == T_OPEN:
            self._veils -= 1
        elif kind == T_OPPONENT:
            journal.levels[int(fields[2])] = int(fields[3])
        return True

    def _push(self, fields):
        game = self._game
        try:
            ply = game.parse_ply(fields[3])
        except RulesError:
            return False
        game.push(ply)
        if self._digest() != int(fields[2], 16):
            game.pop()
            return False
        self._journal.plies += 1
        self._journal.keep_ply(ply)
        self._journal.over = False
        return True

    def _pop(self, fields):
        game = self._game
        for _ in range(int(fields[3])):
            if not game.undoable:
                raise ValueError
            game.pop()
            self._journal.plies -= 1
        self._journal.forget_plies(int(fields[3]))
        if self._digest() != int(fields[2], 16):
            raise ValueError
        self._journal.over = False

    def _digest(self):
        return self._game.public_digest() if self._veils > 0 else self._game.digest()
