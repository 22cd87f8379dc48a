"""The link to the PC: the channel on the port, the journal's records out, commands in (WIRE.md).

A record is sent once the journal has it, and only when the PC has said up to where its database is complete (K), so
that nothing is lost or doubled whichever end restarts. The latest record goes out from memory without allocating;
after a reconnection the missing ones are read from the flash.

`step` takes and gives a bounded number of bytes and obeys one message at most, so that neither a silent nor a
flooding PC delays the scan. A PC that speaks another protocol is told so, and nothing else.
"""

from firmware.clock import BoardClock, sooner
from firmware.link.messages import Messages
from firmware.link.stream import Stream
from firmware.memory import TOO_LITTLE, make_room
from shared_rules.codes import const
from shared_rules.errors import RulesError
from shared_rules.protocol.channel import MESSAGE, WRAP, Channel
from shared_rules.protocol.frames import (
    MAX_LINE,
    PROTOCOL,
    SPACE,
    T_ANSWER,
    T_BUTTON,
    T_COMMITTED,
    T_DOCTOR,
    T_GAME,
    T_HELLO,
    T_JOURNAL,
    T_LOG,
    T_MAINTENANCE,
    T_MARK,
    T_OPTION,
    T_QUESTION,
    T_SNAPSHOT,
    T_THOUGHT,
    T_TIME,
    T_VIEW,
    get_number,
)
from shared_rules.protocol.signals import MARK_NONE

BYTES_IN = const(32)  # taken from the port in a step, at most
BYTES_OUT = const(48)  # given to it
STORE = const(920)  # bytes for the channel, to save heap: four messages of the greatest length
LONG = const(80)  # bytes of a frame; to make a longer one is enough for a step
INTERNAL = "an error inside the board; the log has more"
FEW = const(4)  # bytes that cost little to take
SNAPSHOT_MS = const(10000)
VIEW_MS = const(100)  # between two views at least
BLOCKED_MS = const(5)  # how long to wait for a port that takes nothing


class Link:
    """`port` as in firmware/link/usb.py, `hello` the payload (bytes) of our hello, `seed` for the session."""

    def __init__(self, port, journal, hello, seed):
        self.channel = Channel(seed, STORE)
        self.channel.hello = hello
        self.channel.hello_size = len(hello)
        self._view_due = False
        self._question_due = False
        self._thought_due = False
        self.clock = BoardClock()
        self.marks = b""  # what the PC wants lit, by square, until the next record
        self._marking = None  # the same, while it is being read
        self._current = self._modes = None
        self._port = port
        self._polled = hasattr(port, "wifi")  # what the radio does is seen only by asking
        self._journal = journal
        self.messages = Messages(journal)
        self.stream = Stream(self.channel, journal, self.messages)
        self._archive = None  # what the PC asks of earlier games, once it has
        self._answers = []
        self._owed = 0  # the type of the request that is not yet answered, if there is one
        self._failed = 0  # that of one in which there was an error, or T_LOG: of which the PC is still to be told
        self._why = ""  # what
        self.news = ""  # what each PC is told when it connects,
        self._warning = ""  # and what else, for now
        self.bench = []  # messages of a test by the PC (probe.py)
        self._out = bytearray(MAX_LINE)
        self._size = self._at = 0
        self._blocked = False
        self._heard = False  # a message that is still to be obeyed
        self._listened = False  # in the last step, and nothing else
        self._connection = 0
        self._told = False  # G was sent in this connection
        self._dated = False  # and what is known of the board's clock in this game
        self._asked = False  # the PC knows of an open question
        self._view_at = 0
        self._snapshot_at = 0
        self._snapshot_wanted = False
        self._shut = ""  # why no game is told of, and nothing but X is obeyed;
        self._foreign = ""  # the same where the PC speaks another protocol
        self._stamped = False  # the game's file tells the wall clock of this start of the board

    def attach(self, current, modes):
        """What the link speaks of: the game being played and its mode."""
        self._current = current
        self._modes = modes
        self.messages.attach(current, modes)

    def warn(self, text):
        """A PC is told that when it connects; "" for nothing."""
        self._warning = text

    def shut(self, why):
        """No game is told of from now on, and nothing is obeyed: the PC is told why."""
        self._shut = self._warning = why

    def tell_view(self):
        """What the lights show is new."""
        self._view_due = True

    def tell_question(self):
        """A question is open, another one, or none any more."""
        self._question_due = True

    def tell_thought(self):
        """The board thinks, has found something, or does so no more."""
        self._thought_due = True

    def new_game(self):
        """Another game is being played, or its journal has been read anew."""
        self._told = self._dated = False
        self.stream.close()
        self._view_due = True
        self.marks = b""
        self.stamp()

    def stamp(self):
        """Note in the game's file when it is, and tell a PC that has been told of earlier notes. Allocates."""
        self._stamped = self.clock.known
        self._journal.stamp(self._current.t, self.clock.text())
        if self._dated:
            self._tell_mark(self._journal.marks[-1])

    def announce(self):
        """The journal has a new record: it is sent from memory if all before it are."""
        self.marks = b""
        if self.stream.open and self.stream.next == self._journal.seq and self.channel.room() > 1:
            self.stream.send()

    def log(self, text):
        """A line for the PC's log, lost if it is not connected. Allocates."""
        data = text.encode()
        self.channel.post(T_LOG, data, len(data))

    def log_error(self, error):
        """Tell the PC of an error inside, with its traceback. Allocates."""
        from firmware.link.requests import lines_of

        for line in lines_of(error):
            self._answers.append((T_LOG, line))

    def step(self, now):
        """Take what the port has, give it what it takes; and one thing that takes longer: obey, make a frame, or say something."""
        self.clock.tick(now)
        if self._failed:
            self._tell_failed()
            return
        if self._heard:
            self._heard = False
            self._message()
            return
        if self._marking:
            self._mark()
            return
        taken = self._take(now, FEW if self._listened else BYTES_IN)
        self._listened = taken > FEW
        if self._at < self._size:
            self._give()
        elif taken >= 0 and not self._listened and self._make(now):
            return
        if taken < 0 or self._listened:
            return  # that was enough for a step
        if self.channel.connections != self._connection:
            self._connect(now)
        if not (self.channel.established and self._say(now)):
            self._journal.tidy()

    def give_up(self, why=""):
        """There was an error: what the PC has asked for is not done. It is told `why` (otherwise the log, if that is not empty)
        in a later step, as there may be no memory for that now."""
        archive = self._archive
        self._failed = self._owed or (T_JOURNAL if archive else self._failed) or (T_LOG if why else 0)
        self._why = why or INTERNAL
        self._owed = 0
        self._archive = self._marking = None
        if archive:
            archive.stop()

    def _tell_failed(self):
        """Tell the PC of an error."""
        if self._failed == T_LOG:
            self.log(self._why)
        else:
            self.answer(self._failed, self._why)
        self._failed = 0

    def idle(self):
        """Whether every answer was given, and all that was said has been acknowledged."""
        return not self._answers and self.channel.idle()

    def deadline(self, now):
        """Ms until `step` has something to do although nothing arrives, -1 if never."""
        if self._blocked:
            return BLOCKED_MS
        if (
            self._polled
            or self._journal.crowded
            or self._at < self._size
            or self._listened
            or self._failed
            or self._heard
            or self._marking
        ):
            return 0
        wait = self.channel.deadline(now)
        if self.channel.established:
            if self.channel.room() > 1 and self._has_more():
                return 0
            wait = sooner(wait, max(0, SNAPSHOT_MS - ((now - self._snapshot_at) & WRAP)))
            if self._view_due and self._told:
                wait = sooner(wait, max(0, VIEW_MS - ((now - self._view_at) & WRAP)))
        return wait

    def _has_more(self):
        if self._foreign or self._shut:
            return len(self._answers) > 0
        behind = self.stream.open and (self.stream.behind() or self._question_due or self._thought_due)
        return (
            behind
            or not self._told
            or self._snapshot_wanted
            or len(self._answers) + len(self.bench) > 0
            or self._archive_works()
        )

    def _connect(self, now):
        self._connection = self.channel.connections
        self._told = self._dated = self._asked = self._snapshot_wanted = False
        self.stream.close()
        if self._archive:
            self._archive.stop()
        self._answers.clear()
        self.bench.clear()
        for text in (self.news, self._warning):
            if text:
                self._answers.append((T_LOG, text.encode()))
        self._view_due = True
        self._snapshot_at = now

    # Bytes

    def _take(self, now, most):
        """Take some bytes, and tell how many; -1 if there was a message, which is obeyed in the next step."""
        port = self._port
        channel = self.channel
        for taken in range(most):
            byte = port.read()
            if byte < 0:
                return taken
            # Text that is not a frame was typed by someone who thinks there is a REPL: not for us.
            if channel.receive(byte, now) == MESSAGE:
                self._heard = True
                if channel.connections != self._connection:
                    self._connect(now)  # this message may be what has made the connection: it counts already
                return -1
        return most

    def _give(self):
        """Give some bytes of the frame that is under way."""
        port = self._port
        out = self._out
        self._blocked = False
        for _ in range(min(BYTES_OUT, self._size - self._at)):
            if not port.write(out[self._at]):
                self._blocked = True
                return
            self._at += 1

    def _make(self, now):
        """Make the next frame, if there is one: True. Of a short one bytes are given at once."""
        self._at = 0
        self._size = self.channel.transmit(now, self._out)
        if 0 < self._size <= LONG:
            self._give()
        return self._size > 0

    # Saying

    def _say(self, now):
        """Put the next thing to say into the channel; False if there is none."""
        channel = self.channel
        messages = self.messages
        if self._foreign or self._shut:
            return channel.room() > 0 and self._say_answer()
        if self._view_due and self._told and (now - self._view_at) & WRAP >= VIEW_MS:
            self._view_at = now
            n = messages.view()
            self._view_due = not channel.post(T_VIEW, messages.text, n)
        elif (now - self._snapshot_at) & WRAP >= SNAPSHOT_MS:
            self._snapshot_at = now
            channel.post(T_SNAPSHOT, messages.text, messages.snapshot(False))
        else:
            return channel.room() >= 2 and self._say_in_order()
        return True

    def _say_in_order(self):
        """The same, of what a later one does not replace."""
        channel = self.channel
        messages = self.messages
        if not self._told:
            self._told = channel.queue(T_GAME, messages.text, messages.game())
        elif self._say_answer():
            pass
        elif self.bench:
            data = self.bench[0]
            channel.queue(T_DOCTOR, data, len(data))
            self.bench.pop(0)
        elif self.stream.behind():
            self.stream.send()
        elif self.stream.open and self._question_due:
            self._say_question()
        elif self.stream.open and self._thought_due:
            self._thought_due = False
            channel.queue(T_THOUGHT, messages.text, messages.thought())
        elif self._snapshot_wanted:
            self._snapshot_wanted = False
            self._owed = T_SNAPSHOT
            self._snapshot_wanted = not channel.post(T_SNAPSHOT, messages.text, messages.snapshot(True))
            self._owed = 0
        elif self._archive_works():
            data = self._archive.next().encode()
            if data:
                channel.queue(T_JOURNAL, data, len(data))
        else:
            return False
        return True

    def _say_answer(self):
        if not self._answers:
            return False
        kind, data = self._answers[0]
        if not self.channel.queue(kind, data, len(data)):
            return False
        self._answers.pop(0)
        return True

    def _mark(self):
        """Go on with the marks that the PC wants; answer when they are on the board, or not."""
        problem = ""
        try:
            if not self._marking.step():
                return
            self.marks = self._marking.wanted
            self._modes.repaint()
        except RulesError as error:
            problem = str(error)
        self._marking = None
        self.answer(T_MARK, problem)

    def paint_marked(self, marks):
        """Lay what the PC wants lit over squares that are not marked."""
        wanted = self.marks
        if len(wanted) == len(marks):
            for square in range(len(marks)):
                if marks[square] == MARK_NONE:
                    marks[square] = wanted[square]

    def _say_question(self):
        messages = self.messages
        self._question_due = False
        if self._modes.asking():
            n = messages.question()
            self._asked = self.channel.queue(T_QUESTION, messages.text, n)
        elif self._asked:
            self._asked = False
            n = messages.no_question()
            self.channel.queue(T_QUESTION, messages.text, n)

    # Listening

    def _message(self):
        kind = self.channel.kind
        if kind == T_HELLO:
            self._greeted()
        elif kind != T_COMMITTED:
            self._owed = kind
            if self._request(kind):
                self._owed = 0
        elif not (self._foreign or self._shut):
            self._committed()

    def _request(self, kind):
        """Do what the PC asks for; False if its answer comes later."""
        if kind == T_MAINTENANCE:  # the way to another firmware, so of any protocol
            self.answer(kind, "")
            self._modes.leave()
        elif self._foreign or self._shut:
            self.answer(kind, self._foreign or self._shut)
        elif kind == T_SNAPSHOT:
            self._snapshot_wanted = True
        elif kind == T_TIME:
            self._time()
        else:
            return self._command(kind)
        return True

    def _command(self, kind):
        """Carry it out, and say what became of it; of B, D, J, Q, T and Z only if it was refused. False if that comes later."""
        try:
            problem = self._obey(kind, self.channel.text())
        except MemoryError:
            if self._journal.writing:
                raise
            make_room()
            problem = TOO_LITTLE
        quiet = kind == T_BUTTON or kind == T_DOCTOR or kind == T_JOURNAL or kind == T_QUESTION or kind == T_THOUGHT
        if problem or problem == "" and not quiet:
            self.answer(kind, problem)
        return problem is not None

    def _obey(self, kind, text):
        """Carry it out: "" or what is wrong with it, None if the answer comes later."""
        if kind == T_MARK:
            from firmware.link.requests import Marks

            self._marking = Marks(self._current.table.game, text)
            return None
        if kind == T_JOURNAL:
            return self._want_archive(text)
        if kind == T_OPTION:
            from firmware.link.requests import option

            return option(self, self._modes, text)
        return self.commands().obey(kind, text)

    def commands(self):
        """What the PC may ask for; its code is loaded with the first command."""
        from firmware.link.commands import Commands

        return Commands(self, self._current, self._modes)

    def _archive_works(self):
        if self._archive and not self._archive.at_work():
            self._archive = None
        return self._archive is not None

    def _want_archive(self, text):
        if not self._archive:
            from firmware.link.archive import Archive

            self._archive = Archive(self._journal)
        return self._archive.want(text)

    def _greeted(self):
        """A hello: whether we understand each other."""
        channel = self.channel
        protocol = get_number(channel.line, channel.start, self._first_end())
        self._foreign = "this board speaks protocol %d" % PROTOCOL if protocol >= 0 and protocol != PROTOCOL else ""

    def _first_end(self):
        """Where the first field of the message ends."""
        channel = self.channel
        at = channel.start
        while at < channel.end and channel.line[at] != SPACE:
            at += 1
        return at

    def _committed(self):
        """K `game seq`: of the game being played it opens the stream of records, and allocates nothing; of others it is kept."""
        channel = self.channel
        journal = self._journal
        line = channel.line
        at = channel.start
        end = self._first_end()
        seq = get_number(line, end + 1, channel.end)
        if seq < 0:
            return
        size = len(journal.game)
        for i in range(size):
            if line[at + i] != journal.game[i]:
                size = 0
                break
        if end - at != size:
            self._journal.acknowledge(channel.text()[: end - at], seq)
        elif seq > journal.seq:
            # The PC knows records that the flash has lost: what comes next is another game, from the same position.
            from firmware.game.beginning import fork

            fork(self._current)
        elif self.stream.acknowledge(seq):
            self._question_due = True
            opponent = self._current.opponent
            if opponent is not None and opponent.state > 0:
                self._thought_due = True

    def _time(self):
        """T `wall`: tell what our clocks say at this moment. Allocates."""
        text = self.channel.text()
        if not text.isdigit() or len(text) > 15:
            self.answer(T_TIME, "not a time")
            return
        self.clock.set(int(text))
        if not self._stamped:
            self.stamp()
        data = (
            "%s %06x %d %s %d" % (text, self.clock.boot, self.clock.up(), self._journal.id(), self._current.t)
        ).encode()
        self._answers.append((T_TIME, data))  # numbered: it comes before the records that it dates
        if not self._dated:
            self._dated = True
            for mark in self._journal.marks:
                self._tell_mark(mark)

    def _tell_mark(self, mark):
        self._answers.append((T_TIME, ("%s 0 %s" % (self._journal.id(), mark)).encode()))

    def tell_settings(self):
        """O: what is set, and what may be. Allocates."""
        if self.channel.established:
            self._answers.append((T_OPTION, self._modes.settings().text().encode()))

    def tell_choice(self, choice):
        """B: what a player has chosen with the buttons, for the player far away; False if no PC is connected. Allocates."""
        if not self.channel.established:
            return False
        self._answers.append((T_BUTTON, choice.encode()))
        return True

    def answer(self, kind, problem, done="ok"):
        """Tell what became of a command: `problem` is "" if it was done. Allocates."""
        text = "%s error %s" % (chr(kind), problem) if problem else "%s %s" % (chr(kind), done)
        self._answers.append((T_ANSWER, text.encode()))
        if kind == self._owed:
            self._owed = 0
