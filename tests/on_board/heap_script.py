"""A board that is played on, with a PC at the other end of its link, as far as its heap goes; compiled with the board's program.

Runs under MicroPython with fake_chips as `machine`, in pieces: this MicroPython collects garbage only between them. `go_on`
returns when the firmware has asked for a collection, or when the heap of a Pico would be full; the caller collects and goes on.
What the PC says and hears takes nothing of that heap while the board is played on: else it would be lost where memory is short.
"""

import gc
import sys

import machine
from micropython import heap_lock, heap_unlock

from firmware.memory import COLLECT_AFTER
from shared_rules.arrays import words
from shared_rules.codes import ARRIVE, LEAVE, STACK, SWAP, TAKEN
from shared_rules.protocol.channel import MESSAGE, Channel
from shared_rules.protocol.frames import MAX_LINE, PROTOCOL, T_ANSWER, T_COMMITTED, T_GAME, T_LOG, T_PLY
from shared_rules.protocol.signals import BUTTON_OK

PERIOD_MS = 5
HAND_MS = 350  # between two things that hands do
THINK_MS = 8000  # between two plies
TROUBLE_MS = 5000  # after which hands put the pieces as the game has them
ASK_MS = 60000  # between two wishes of a PC
SPARE = 8000  # bytes kept from the board, to compile the next piece in
CALM_MS = 20000  # that it may take until play is calm
CALM_ROUNDS = 20  # in which nothing is under way
NEVER = 1 << 30
LEADING, UNABLE = 3, 7  # as in opponent.py, which is loaded when it is needed
HEARD = 16384  # bytes of what the board answers and says of itself


def messages(*texts):
    """What a PC says, ready to be sent: of each the type and the rest."""
    return [(ord(text[0]), text[2:].encode()) for text in texts]


CONNECTED = messages("T 1700000000000", "O", "J")
# Not "D memory": where heaps grow, as here, it finds no end.
WISHES = messages("Z hint", "U 2", "O", "D flickers", "J", "B next hold", "B back", "M a1:1", "S")
SEATING = messages("I 1 2", "I 1 0")  # the board plays a side for a minute


def no_sleep(us):
    """Pins settle at once; this MicroPython's shortest sleep is 1 ms."""


class Collector:
    """What the firmware imports as `gc`."""

    mem_alloc = staticmethod(gc.mem_alloc)
    mem_free = staticmethod(gc.mem_free)
    asked = False

    @staticmethod
    def collect():
        Collector.asked = True


sys.modules["gc"] = Collector  # type: ignore


class Port:
    """The board's end of the line. The PC's channel is at the other: it takes every record, and asks what `play` asks."""

    def __init__(self):
        self.pc = Channel(7)
        self.frame = bytearray(MAX_LINE)
        self.text = bytearray(32)
        self.size = 0
        self.at = 0
        self.now = 0
        self.heard = bytearray(HEARD)  # a line for each thing that the board has answered or said of itself
        self.heard_size = 0
        self.wishes = WISHES + SEATING  # what it asks one after the other in play, as long as it is not `quiet_at`,
        self.quiet_at = NEVER
        self.games = []  # and games, each at its time: (ms, message)
        self.pc.hello = b"%d 0 heap" % PROTOCOL
        self.pc.hello_size = len(self.pc.hello)

    def read(self):
        if self.at == self.size:
            self.at = 0
            self.size = self.pc.transmit(self.now, self.frame)
            if not self.size:
                return -1
        self.at += 1
        return self.frame[self.at - 1]

    def write(self, byte):
        pc = self.pc
        if pc.receive(byte, self.now) == MESSAGE:
            if pc.kind == T_GAME or pc.kind == T_PLY:
                n = 0
                while n < 9 or pc.line[pc.start + n] != 32:
                    self.text[n] = pc.line[pc.start + n]
                    n += 1
                pc.queue(T_COMMITTED, self.text, n)
            if pc.kind == T_ANSWER or pc.kind == T_LOG:
                self.note()
            if pc.kind == T_GAME:
                for message in CONNECTED:
                    self.ask(message)
        return True

    def between(self):
        """What the PC does between two rounds."""

    def wait(self):
        """Ms until it has something to do, -1 if never."""
        return self.pc.deadline(self.now)

    def idle(self):
        return self.pc.idle()

    def note(self):
        """Note what was heard, as long as there is room."""
        pc = self.pc
        at = self.heard_size
        if at + 3 + pc.end - pc.start <= HEARD:
            self.heard[at] = pc.kind
            self.heard[at + 1] = 32
            at += 2
            for i in range(pc.start, pc.end):
                self.heard[at] = pc.line[i]
                at += 1
            self.heard[at] = 10
            self.heard_size = at + 1

    def ask(self, message):
        """Send it; False if so many are under way that it must wait."""
        return self.pc.queue(message[0], message[1], len(message[1]))

    def say(self, text):
        """The same, of a text."""
        self.ask(messages(text)[0])

    def tell(self):
        """Print all that was heard."""
        start = 0
        for at in range(self.heard_size):
            if self.heard[at] == 10:
                print("heard", str(memoryview(self.heard)[start:at], "utf-8"))
                start = at + 1


class Parts:
    """Those of the board's App, which keeps none of them itself: a board holds its loop, and that the rest."""

    def __init__(self, app):
        self.loop = app.loop
        self.modes = app.modes
        self.current = app.current
        self.table = app.table
        self.journal = app.journal
        self.link = app.link
        self.display = app.display


class Session:
    """The board of the profile, hands and a PC. `hands`: they play; otherwise they set up the pieces and no more."""

    def __init__(self, port):
        from firmware.builder import build
        from firmware.game.table import Profile

        self.port = port
        self.app = Parts(build(Profile(), port, "/games"))
        if "firmware.sensors.matrix" in sys.modules:
            sys.modules["firmware.sensors.matrix"].sleep_us = no_sleep  # type: ignore
        self.hands = False
        self.tolerant = False  # faults do not end it
        self.spare = b""
        self.ask_ms = ASK_MS
        self.full = 0  # bytes in use at which a collection is due
        self.plies = None
        self.foot = bytearray(256)
        self.edges = bytearray(256)  # square, and whether a piece comes to it
        self.edge = 0
        self.edge_count = 0
        self.hand_at = 0
        self.ask_at = ASK_MS
        self.wish = 0
        self.asked = 0  # games
        self.turns = 0  # in the last of them
        self.games = 0
        self.chance = 1

    def go_on(self, until):
        """Rounds until that moment, in ms, or until a collection is due: then False."""
        try:
            self.spare = bytearray(SPARE if self.tolerant else 0)
        except MemoryError:
            pass
        try:
            return self._go_on(until)
        except MemoryError:  # not on the board, but here, where nothing is collected before this returns
            Collector.asked = False
            return False
        finally:
            self.spare = b""

    def _go_on(self, until):
        app = self.app
        port = self.port
        self.full = gc.mem_alloc() + COLLECT_AFTER
        if not Collector.asked:
            while port.now < until:
                self.ask()
                self.move()
                port.between()
                app.loop.step(port.now)
                if app.loop.faults and not self.tolerant:
                    raise app.loop.fault
                if app.loop.leaving:
                    raise AssertionError("leaving")
                port.now += self.wait(until)
                if Collector.asked or gc.mem_alloc() > self.full:
                    break
        Collector.asked = False
        return port.now >= until

    def wait(self, until):
        """Ms to the next round in which something happens."""
        port = self.port
        wait = until - port.now
        for other in (self.app.loop.deadline(port.now), port.wait(), self.hand_at - port.now):
            if 0 <= other < wait:
                wait = other
        return max(PERIOD_MS, wait)

    def ask(self):
        """Ask for the next game, if it is time."""
        port = self.port
        if (
            self.asked < len(port.games)
            and port.games[self.asked][0] <= port.now
            and port.ask(port.games[self.asked][1])
        ):
            self.asked += 1
            self.turns = 0

    def lack(self, asked, since):
        """A PC asks all that, one after the other, or hands play if it is nothing; from the `since`th round after the last of it
        there is no memory, until that has mattered. Goes on until nothing is under way, prints what became of it, and gives the
        next round, -1 if it has not mattered."""
        app = self.app
        port = self.port
        if self.letter() == "o":
            app.modes.tap(BUTTON_OK)
            self.calm(NEVER)
        for message in asked[:-1]:
            port.ask(message)
            self.calm(NEVER)
        port.heard_size = 0
        self.hands = not asked
        self.hand_at = port.now
        self.ask_at = NEVER
        if asked:
            port.ask(asked[-1])
        mattered = self.calm(since)
        self.hands = False
        if app.modes.menu:
            app.modes.menu.close()
        state = "leaving" if app.loop.leaving else self.letter() if self.is_calm() else "restless"
        print("lacked", mattered, state)
        port.tell()
        return mattered + 1 if mattered >= 0 else -1

    def calm(self, since):
        """Rounds until nothing is under way any more, or for CALM_MS; no memory from the `since`th on until that has mattered.
        Gives in which, -1 if in none."""
        app = self.app
        port = self.port
        end = port.now + CALM_MS
        seq = app.journal.seq
        app.loop.fault = None
        mattered = -1
        count = quiet = 0
        while port.now < end and quiet < CALM_ROUNDS:
            self.move()
            port.between()
            if count >= since and not app.loop.fault:
                app.loop._step = self.without_memory
                app.loop.step(port.now)
                del app.loop._step
                if app.loop.fault:
                    mattered = count
            else:
                app.loop.step(port.now)
            count += 1
            port.now += self.wait(end)
            quiet = quiet + 1 if self.is_calm() and not (self.hands and app.journal.seq == seq) else 0
        return mattered

    def is_calm(self):
        """Whether the board plays or the game is over, and nothing is under way."""
        app = self.app
        thinks = (
            app.current.opponent and 0 < app.current.opponent.state < LEADING and app.current.opponent._stage != UNABLE
        )  # this PC does not think
        return not (app.loop.task or thinks) and self.letter() in "po" and app.link.idle() and self.port.idle()

    def without_memory(self, now):
        """A round with the heap locked."""
        heap_lock()
        try:
            type(self.app.loop)._step(self.app.loop, now)
        finally:
            while heap_unlock():
                pass

    def letter(self):
        return chr(self.app.modes.letter())

    def put(self, square, closed):
        machine.closed[self.app.table.layout.square_of.find(bytes((square,)))] = closed

    def stand(self, wanted):
        """All pieces at once as in that position."""
        table = self.app.table
        for sensor in range(len(table.layout.square_of)):
            square = table.layout.square_of[sensor]
            if square != 255:
                machine.closed[sensor] = wanted[square]

    def move(self):
        """What hands do now, if anything."""
        port = self.port
        app = self.app
        if port.now < self.hand_at or app.loop.task or not app.table.game:
            return
        self.hand_at = port.now + HAND_MS
        letter = self.letter()
        if self.edge < self.edge_count:
            self.put(self.edges[2 * self.edge], self.edges[2 * self.edge + 1])
            self.edge += 1
            if self.edge == self.edge_count:
                self.hand_at += THINK_MS
        elif letter == "k":
            app.modes.tap(1)
        elif letter == "p" and self.hands:
            if app.modes.asking():
                app.link.commands().push(1, False)
            elif self.ask_at <= port.now < port.quiet_at:
                self.ask_at += self.ask_ms
                self.wish += port.ask(port.wishes[self.wish % len(port.wishes)])
            else:
                self.plan()
        elif letter == "g" or letter == "t" or letter == "r":
            self.stand(app.table.recognizer.base)
            if letter != "g":
                self.hand_at += TROUBLE_MS
        elif letter == "o":
            self.games += 1
            self.stand(app.table.home)

    def plan(self):
        """The edges of a ply by chance."""
        game = self.app.table.game
        recognizer = self.app.table.recognizer
        if self.plies is None or len(self.plies) < game.max_plies:
            self.plies = words(game.max_plies)
        count = game.plies(self.plies, 0)
        self.edge = self.edge_count = 0
        if not count or bytes(recognizer.now) != bytes(recognizer.base):
            return
        opponent = self.app.current.opponent
        held = self.app.current.sides() >> game.side & 1
        if held and opponent.ply < 0:
            return  # the board thinks
        self.chance = self.chance * 4005 + 1 & 0xFFFFF
        ply = opponent.ply if held else self.plies[(self.chance >> 4) % count]
        end = game.footprint(ply, self.foot, 0)
        for effects, closed in ((LEAVE,), 0), ((STACK,), 0), ((STACK,), 1), ((TAKEN, SWAP), 0), ((ARRIVE, SWAP), 1):
            self.note(end, effects, closed)
        self.turns += self.edge_count > 0

    def note(self, end, effects, closed):
        """Note an edge for each square of the footprint on which the ply has one of these effects."""
        for at in range(0, end, 2):
            if self.foot[at + 1] in effects:
                self.edges[2 * self.edge_count] = self.foot[at]
                self.edges[2 * self.edge_count + 1] = closed
                self.edge_count += 1
