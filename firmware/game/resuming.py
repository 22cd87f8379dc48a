"""A game that was interrupted goes on as itself: it is in the journal, or a PC brings it from another board (WIRE.md, G).

Loaded for that. Allocates.
"""

import os

from firmware.game.beginning import giving_up, recovering
from firmware.game.game_store import games_in, is_id
from firmware.game.reader import Reader, last_of
from firmware.game.replaying import header
from firmware.game.seating import checking
from shared_rules.codes import ONGOING
from shared_rules.errors import RulesError
from shared_rules.protocol.frames import T_GAME, crc16, text_of

KINDS = "PURWYEI"  # of records


def obey(current, text):
    """`game records position`: that game goes on, of which a PC has so many records. Or `game T …`, the next record of a game that
    the board has said it lacks. "" or what is wrong; None if the answer comes later."""
    game, _, rest = text.partition(" ")
    number, _, position = rest.partition(" ")
    if not is_id(game):
        return "no such game"
    wanted = number.isdigit() and len(number) < 6
    incoming = current.incoming
    if not wanted and (not incoming or incoming.game != game):
        return "no such game"
    try:
        problem = want(current, game, int(number), position) if wanted else incoming.take(rest)
    except OSError:
        problem = "the flash is full"
    if problem:
        stop(current)
        return problem
    incoming = current.incoming
    if incoming and not incoming.is_whole():
        if wanted:
            current.link.answer(T_GAME, "", "send")
        return None
    current.incoming = None
    current.loop.do(resuming(current, game, lambda problem: current.link.answer(T_GAME, problem)))
    return None


def want(current, game, records, position):
    """A PC wants that game to go on, and has so many records of it: see whether it has to bring them. OSError as `Incoming`."""
    stop(current)
    tail = last_of(current.journal.path(game))
    if not tail or tail.records < records:
        current.incoming = Incoming(current.journal, game, records, position, tail)
    return ""


def stop(current):
    """Give up what a PC has begun to bring."""
    if current.incoming:
        current.incoming.close()
        current.incoming = None


class Incoming:
    """A game that a PC brings, `records` long, in a file of its own until it is whole. Of what the journal has of it, `tail`, every
    record has to be the same. OSError if the flash takes no more."""

    def __init__(self, journal, game, records, position, tail):
        self.game = game
        self._records = records
        self._seq = 0
        self._path = journal.path(game)
        self._aside = journal.folder + "/incoming.new"
        self._file = open(self._aside, "wb")
        self._known = None
        if tail:
            self._known = Reader()
            self._known.flights = False
            self._known.open(self._path)
        self._write("G 0 " + position)

    def take(self, line):
        """The next record; "" or what is wrong with it."""
        fields = line.split(" ", 2)
        if len(fields) < 3 or fields[0] not in KINDS or fields[1] != str(self._seq + 1):
            return "a record is missing"
        if not self._agrees(line):
            return "the board has another game with this id"
        self._write(line)
        self._seq += 1
        return ""

    def _agrees(self, line):
        known = self._known
        while known and known.next():
            if known.seq:
                return line == chr(known.kind) + " " + text_of(known.line, known.start, known.end)
        return True

    def _write(self, line):
        data = line.encode()
        self._file.write(b"%s*%04x\n" % (data, crc16(data, 0, len(data))))

    def is_whole(self):
        """Whether all has come; then it is in the journal."""
        if self._seq < self._records:
            return False
        self.close()
        os.rename(self._aside, self._path)
        return True

    def close(self):
        """Nothing more comes."""
        self._file.close()
        if self._known:
            self._known.close()


def interrupted(current, most, found):
    """Task: add to `found` the ids of the games of the journal that can go on here, the newest first, at most so many."""
    journal = current.journal
    games = games_in(journal.folder)
    known = current.table.profile.read()["games"]
    while games and len(found) < most:
        game = games.pop()
        yield
        if game == journal.id() and not journal.over:
            continue
        tail = last_of(journal.path(game))
        if tail and tail.records and not (tail.over and tail.result != ONGOING):
            yield
            spec, _, _ = header(journal.path(game)).partition(" ")
            if spec.split(":")[0] in known:
                found.append(game)


def resuming(current, game, then):
    """Task: the game being played is given up for that one of the journal. `then` gets "" or what is wrong."""
    journal = current.journal
    current.used = True
    if current.opponent:
        current.opponent.make_room()
    yield
    tail = last_of(journal.path(game))
    if not tail:
        then("no such game")
        return
    if tail.over and tail.result != ONGOING:
        then("that game is over")
        return
    if game == journal.id() and not journal.over:
        then("")
        return
    yield
    text = header(journal.path(game))
    try:
        if (yield from checking(current.table, text)) != text:
            then("nobody can go on with a game with secret kings that was given up")
            return
    except RulesError as error:
        then(str(error))
        return
    if game != journal.id():
        yield from giving_up(current)
    journal.choose(game)
    yield from recovering(current, True)
    then("")
