"""The link to the PC: the channel on the port, the journal's records out, commands in (WIRE.md).

A record is sent once the journal has it, and only when the PC has said up to where its database is complete (K), so
that nothing is lost or doubled whichever end restarts. The latest record goes out from memory without allocating;
after a reconnection the missing ones are read from the flash.

`step` takes and gives a bounded number of bytes and obeys one message at most, so that neither a silent nor a
flooding PC delays the scan. A PC that speaks another protocol is told so, and nothing else.
"""

from firmware.archive import Archive
from firmware.clock import BoardClock
from firmware.messages import Messages
from firmware.reader import Reader
from firmware.requests import Requests
from shared_rules.channel import MESSAGE, WRAP, Channel
from shared_rules.codes import const
from shared_rules.wire import (
    MAX_LINE,
    PROTOCOL,
    SPACE,
    T_ANSWER,
    T_BUTTON,
    T_COMMITTED,
    T_DOCTOR,
    T_END,
    T_FLIGHT,
    T_GAME,
    T_HELLO,
    T_JOURNAL,
    T_LOG,
    T_MAINTENANCE,
    T_MARK,
    T_NEW,
    T_OPTION,
    T_QUESTION,
    T_SNAPSHOT,
    T_TIME,
    T_UNDO,
    T_VIEW,
    get_number,
    put_bytes,
)

BYTES_IN = const(64)  # taken from the port in a step, at most
BYTES_OUT = const(48)  # given to it
LONG = const(90)  # bytes of a frame
SNAPSHOT_MS = const(10000)
VIEW_MS = const(100)  # between two views at least
BLOCKED_MS = const(5)  # how long to wait for a port that takes nothing


class Link:
    """`port` as in firmware/port.py, `hello` the payload (bytes) of our hello, `seed` for the session."""

    def __init__(self, port, journal, hello, seed):
        self.channel = Channel(seed)
        put_bytes(self.channel.hello, 0, hello, len(hello))
        self.channel.hello_size = len(hello)
        self.view_due = False
        self.question_due = False
        self.skipped = 0  # records that could not be read back from the flash
        self.clock = BoardClock()
        self.requests = Requests(journal)
        self._app = None
        self._port = port
        self._journal = journal
        self._messages = Messages(journal)
        self._archive = Archive(journal)
        self._answers = []
        self.bench = []  # messages of a test by the PC (probe.py)
        self._out = bytearray(MAX_LINE)
        self._size = self._at = 0
        self._blocked = False
        self._connection = 0
        self._told = False  # G was sent in this connection
        self._open = False  # and answered by K
        self._next = 0  # the record to send next
        self._fresh = False  # what lies between the first record that the PC wants and the one before it is to be read
        self._asked = False  # the PC knows of an open question
        self._reader = None  # reads the game being played
        self._view_at = 0
        self._snapshot_at = 0
        self._snapshot_wanted = False
        self._foreign = False  # the PC speaks another protocol
        self._stamped = False  # the game's file tells the wall clock of this start of the board

    def attach(self, app):
        """Whose game it is that the link speaks of."""
        self._app = self._messages.app = self.requests.app = app

    def new_game(self):
        """Another game is being played, or its journal has been read anew."""
        self._told = self._open = False
        self._stop_reading()
        self.view_due = True
        self.requests.forget_marks()
        self._stamp()

    def _stamp(self):
        """Note in the game's file when it is."""
        self._stamped = self.clock.known
        self._journal.stamp(self._app.t, self.clock.text())

    def announce(self):
        """The journal has a new record: it is sent from memory if all before it are."""
        self.requests.forget_marks()
        if self._open and self._next == self._journal.seq and self.channel.room() > 1:
            self._say_record()

    def log(self, text):
        """A line for the PC's log, lost if it is not connected. Allocates."""
        data = text.encode()
        self.channel.post(T_LOG, data, len(data))

    def step(self, now):
        """Take what the port has, decide what to say, give the port what it takes."""
        self.clock.step(now)
        self._take(now)
        if self.channel.connections != self._connection:
            self._connect(now)
        if self.channel.established:
            self._say(now)
        self._give(now)

    def deadline(self, now):
        """Ms until `step` has something to do although nothing arrives, -1 if never."""
        if self._blocked:
            return BLOCKED_MS
        if self._at < self._size:
            return 0
        wait = self.channel.deadline(now)
        if self.channel.established:
            if self.channel.room() > 1 and self._has_more():
                return 0
            wait = _sooner(wait, SNAPSHOT_MS - ((now - self._snapshot_at) & WRAP))
            if self.view_due:
                wait = _sooner(wait, VIEW_MS - ((now - self._view_at) & WRAP))
        return wait

    def _has_more(self):
        if self._foreign:
            return len(self._answers) > 0
        behind = self._open and (self._next <= self._journal.seq or self.question_due)
        return (
            behind
            or not self._told
            or self._snapshot_wanted
            or len(self._answers) + len(self.bench) > 0
            or self._archive.busy()
        )

    def _connect(self, now):
        self._connection = self.channel.connections
        self._told = self._open = self._asked = self._snapshot_wanted = False
        self._stop_reading()
        self._archive.stop()
        self._answers.clear()
        self.bench.clear()
        self.view_due = True
        self._snapshot_at = now

    # Bytes

    def _take(self, now):
        port = self._port
        channel = self.channel
        for _ in range(BYTES_IN):
            byte = port.read()
            if byte < 0:
                return
            # Text that is no frame was typed by someone who thinks there is a REPL: not for us.
            if channel.receive(byte, now) == MESSAGE:
                self._message()
                return

    def _give(self, now):
        port = self._port
        out = self._out
        self._blocked = False
        for _ in range(BYTES_OUT):
            if self._at >= self._size:
                self._at = 0
                self._size = self.channel.transmit(now, out)
                if not self._size or self._size > LONG:
                    return  # to make a long frame was enough for a round
            if not port.write(out[self._at]):
                self._blocked = True
                return
            self._at += 1

    # Saying

    def _say(self, now):
        channel = self.channel
        messages = self._messages
        if self._foreign:
            if self._answers and channel.room():
                self._say_answer()
            return
        if channel.room() > 1:
            if not self._told:
                self._told = channel.queue(T_GAME, messages.text, messages.game())
            elif self._answers:
                self._say_answer()
            elif self.bench:
                data = self.bench.pop(0)
                channel.queue(T_DOCTOR, data, len(data))
            elif self._open and self._next <= self._journal.seq:
                self._say_record()
            elif self._open and self.question_due:
                self._say_question()
            elif self._snapshot_wanted:
                self._snapshot_wanted = not channel.post(T_SNAPSHOT, messages.text, messages.snapshot(True))
            elif self._archive.busy():
                data = self._archive.next().encode()
                if data:
                    channel.queue(T_JOURNAL, data, len(data))
        if self.view_due and (now - self._view_at) & WRAP >= VIEW_MS:
            self._view_at = now
            self.view_due = not channel.post(T_VIEW, messages.text, messages.view())
        if (now - self._snapshot_at) & WRAP >= SNAPSHOT_MS:
            self._snapshot_at = now
            channel.post(T_SNAPSHOT, messages.text, messages.snapshot(False))

    def _say_answer(self):
        kind, data = self._answers.pop(0)
        self.channel.queue(kind, data, len(data))

    def tell_flight(self):
        """The flight recorder has a line: it is sent if the PC is up to date and there is room; else it is read later."""
        if self._open and self._next > self._journal.seq and self.channel.room() > 2:
            messages = self._messages
            self.channel.queue(T_FLIGHT, messages.text, messages.flight())
            self._fresh = False

    def _say_record(self):
        journal = self._journal
        if self._next == journal.seq and journal.end and not self._fresh:
            self._stop_reading()
            self._send(journal.line, 2, journal.end)
            return
        try:
            if self._reader is None:
                self._reader = Reader()
                self._last = 0
                self._reader.open(journal.path(journal.id()))
            while self._reader.next():
                if self._reader.kind == T_FLIGHT:
                    if self._last == self._next - 1 and self.channel.room() > 2:
                        self._tell_stored_flight()
                        return
                elif self._reader.seq:
                    self._last = self._reader.seq
                if self._reader.seq == self._next and self._reader.kind != T_GAME:
                    self._send(self._reader.line, self._reader.start, self._reader.end)
                    return
        except OSError:
            pass
        self._stop_reading()  # the flash was full when these were written
        self.skipped += 1
        self._next += 1

    def _tell_stored_flight(self):
        messages = self._messages
        reader = self._reader
        self.channel.queue(T_FLIGHT, messages.text, messages.record(reader.line, reader.start, reader.end))

    def _send(self, line, start, end):
        messages = self._messages
        if self.channel.queue(line[0], messages.text, messages.record(line, start, end)):
            self._next += 1
            self._fresh = False

    def _say_question(self):
        messages = self._messages
        self.question_due = False
        if self._app.asking():
            self._asked = self.channel.queue(T_QUESTION, messages.text, messages.question())
        elif self._asked:
            self._asked = False
            self.channel.queue(T_QUESTION, messages.text, messages.no_question())

    def _stop_reading(self):
        if self._reader is not None:
            self._reader.close()
            self._reader = None
        self._last = 0  # the last record that it has read

    # Listening

    def _message(self):
        kind = self.channel.kind
        if kind == T_HELLO:
            self._greeted()
        elif kind == T_MAINTENANCE:  # the way to another firmware, so of any protocol
            self._answer(kind, "")
            self._app.leave()
        elif self._foreign:
            if kind != T_COMMITTED:
                self._answer(kind, "this board speaks protocol %d" % PROTOCOL)
        elif kind == T_COMMITTED:
            self._committed()
        elif kind == T_SNAPSHOT:
            self._snapshot_wanted = True
        elif kind == T_TIME:
            self._time()
        else:
            self._command(kind, self.channel.text())

    def _command(self, kind, text):
        """Carry it out, and say what became of it; of B, D, J and T only if it was refused."""
        commands = self._app.commands
        quiet = kind == T_BUTTON or kind == T_DOCTOR or kind == T_JOURNAL
        if kind == T_BUTTON:
            problem = commands.button(text)
        elif kind == T_DOCTOR:
            problem = commands.doctor(text)
        elif kind == T_JOURNAL:
            problem = self._archive.want(text)
        elif kind == T_NEW:
            problem = commands.new_game(text)
        elif kind == T_UNDO:
            problem = commands.take_back(text)
        elif kind == T_END:
            problem = commands.end(text)
        elif kind == T_MARK:
            problem = self.requests.mark(text)
        elif kind == T_OPTION:
            problem = self.requests.option(text)
        else:
            problem = "no such command"
        if problem or not quiet:
            self._answer(kind, problem)

    def _greeted(self):
        """A hello: whether we understand each other."""
        channel = self.channel
        at = channel.start
        while at < channel.end and channel.line[at] != SPACE:
            at += 1
        protocol = get_number(channel.line, channel.start, at)
        self._foreign = protocol >= 0 and protocol != PROTOCOL

    def _time(self):
        """T `wall`: tell what our clocks say at this moment. Allocates."""
        text = self.channel.text()
        if not text.isdigit() or len(text) > 15:
            self._answer(T_TIME, "no time")
            return
        self.clock.set(int(text))
        if not self._stamped:
            self._stamp()
        data = ("%s %06x %d %s %d" % (text, self.clock.boot, self.clock.up(), self._journal.id(), self._app.t)).encode()
        self._answers.append((T_TIME, data))  # numbered: it comes before the records that it dates

    def _answer(self, kind, problem):
        """Tell what became of a command: `problem` is "" if it was done. Allocates."""
        text = "%s error %s" % (chr(kind), problem) if problem else "%s ok" % chr(kind)
        self._answers.append((T_ANSWER, text.encode()))

    def _committed(self):
        """K `game seq`: of the game being played it opens the stream of records; of others it is kept."""
        channel = self.channel
        journal = self._journal
        line = channel.line
        at = channel.start
        if channel.end - at < 10 or line[at + 8] != SPACE:
            return
        seq = get_number(line, at + 9, channel.end)
        if seq < 0:
            return
        for i in range(8):
            if line[at + i] != journal.game[i]:
                self.requests.acknowledge(channel.text())
                return
        if seq > journal.seq:
            # The PC knows records that the flash has lost: what comes next is another game, from the same position.
            self._app.fork()
            return
        if seq > journal.acked:
            journal.acked = seq
            if journal.over and seq == journal.seq:
                journal.shelf.acknowledge(journal.id(), seq)
        if not self._open:
            self._open = True
            self._next = seq + 1
            self._fresh = True
            self.question_due = True


def _sooner(a, b):
    """The sooner of two waits, of which the first may be -1 (never)."""
    if b < 0:
        b = 0
    return b if a < 0 or b < a else a
