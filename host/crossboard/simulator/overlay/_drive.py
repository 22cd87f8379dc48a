"""Runs the firmware on a virtual clock against a PC's end of the link, for traces.

The firmware's own app, built as main.py builds it, is stepped every 5 ms as main.py does; where the app says that
nothing is due, nothing happens on the sensors and the PC is silent, the rounds in between are left out. Runs under
MicroPython only.
"""

import os
import time

import _board

from firmware.builder import GAMES_FOLDER, build
from firmware.game.actions import Actions
from firmware.game.beginning import look_again
from shared_rules.codes import END_AGREED
from shared_rules.protocol.channel import MESSAGE, Channel
from shared_rules.protocol.frames import PROTOCOL

PERIOD_MS = 5
BEGIN_MS = 5000  # for the connection, the game and its set-up, at most
AFTER_MS = 5000  # of time after the last event
TOLD_MS = 500  # for the board's last messages, where the trace gives less than it should
RECORDS = "PUREWYI"  # the letters of messages that are records

_host_read = _board.host_read
_host_write = _board.host_write


class Pc:
    """The PC's end: asks for the game, takes every record."""

    def __init__(self, position):
        self.channel = Channel(1)
        self.channel.hello_size = self._put(self.channel.hello, "%d 0 trace" % PROTOCOL)
        self.position = position
        self.game = ""
        self.seq = 0  # the last record of that game
        self.asked = 0
        self.mode = ""
        self.frame = bytearray(300)
        self.text = bytearray(300)

    @staticmethod
    def _put(buffer, text):
        data = text.encode()
        buffer[: len(data)] = data
        return len(data)

    def send(self, kind, payload):
        self.channel.queue(ord(kind), self.text, self._put(self.text, payload))

    def pump(self, now):
        """Takes what the board has sent, and answers."""
        channel = self.channel
        while True:
            byte = _host_read()
            if byte < 0:
                break
            if channel.receive(byte, now) == MESSAGE:
                self.hear(chr(channel.kind), channel.text())
        if channel.established and not self.asked:
            self.asked = 1
            self.send("N", self.position)
        size = channel.transmit(now, self.frame)
        while size:
            for i in range(size):
                _host_write(self.frame[i])
            size = channel.transmit(now, self.frame)

    def hear(self, kind, payload):
        _board.message(kind, payload)
        if kind == "C" and payload.startswith("N error"):
            raise ValueError(payload[8:])
        if kind == "G":
            game, _, position = payload.split(" ", 2)
            if game != self.game:
                self.game = game
                self.seq = 0
            self.send("K", "%s %d" % (game, self.seq))
            if self.asked == 1 and position == self.position:
                self.asked = 2
        elif kind == "V":
            self.mode = payload.split(" ")[1]
        elif kind in RECORDS:
            self.seq = int(payload.split(" ")[1])


def wipe():
    """No games on the flash."""
    try:
        for name in os.listdir(GAMES_FOLDER):
            os.remove(GAMES_FOLDER + "/" + name)
    except OSError:
        pass


def _rest(app, pc, now, skip, due):
    """How long main.py's loop may rest: whole rounds, at least one. `due` is when something was to happen, before the round."""
    wait = _board.due()
    if not skip or wait > due:  # it happened during the scan, which may have missed it
        return PERIOD_MS
    for other in (app.loop.deadline(now), pc.channel.deadline(now)):
        if 0 <= other < wait:
            wait = other
    return max(1, (wait + PERIOD_MS - 1) // PERIOD_MS) * PERIOD_MS


class Led:
    """The sides that no player at the board plays, and the ply that the lights lead to."""

    def __init__(self):
        self.sides = 0
        self.ply = ""
        self.digest = 0

    def step(self, app):
        """Have it expected, once the plies before it stand."""
        recognizer = app.table.recognizer
        if self.ply and app.current.digest == self.digest and recognizer.settled() and recognizer.resting():
            recognizer.hold(self.sides)
            recognizer.expect(app.table.game.parse_ply(self.ply), self.digest)
            self.ply = ""


def act(app, led, words):
    """Does what the trace says was done without the sensors; False if the game does not stand as it should."""
    current = app.current
    kind, first, second = words.split(" ")
    if kind == "seats":
        led.sides = int(first != "0") | int(second != "0") << 1
        app.table.recognizer.hold(led.sides)
        return True
    if kind == "leads":
        led.ply = first
        led.digest = int(second, 16)
        return True
    if kind == "ends":
        if not current.journal.over and (int(second) != END_AGREED or app.table.game.draw_allowed()):
            current.record_end(int(first), int(second))
        return True
    count = current.plies - int(first)
    if 0 < count <= app.table.game.undoable:
        app.loop.do(Actions(current).undoing(count))
    elif not count and not current.journal.over:
        look_again(current)
    stands = "stands %d %06x" % (current.plies, current.digest)
    _board.message("stands", stands)
    return stands == words


def run(position, skip):
    """Plays one trace, whose events the clock has; returns the rounds it took."""
    wipe()
    app = build()
    pc = Pc(position)
    begun = time.ticks_ms()
    led = Led()
    playing = False
    end = None  # of time, once it is near: ticks can't tell what is days away
    rounds = 0
    while True:
        now = time.ticks_ms()
        rounds += 1
        words = ""
        due = _board.due()
        app.loop.step(now)
        pc.pump(now)
        if playing:
            words = "" if app.loop.task else _board.action()  # what was done before takes the board some rounds
            led.step(app)
            if words and not act(app, led, words):
                end = time.ticks_add(now, TOLD_MS)
            elif end is None and not _board.left():
                end = time.ticks_add(now, AFTER_MS)
            if end is not None and time.ticks_diff(now, end) >= 0:
                break
        elif pc.asked == 2 and pc.mode in ("p", "t"):
            _board.begin()
            playing = True
        elif time.ticks_diff(now, begun) > BEGIN_MS:
            raise ValueError("the board does not begin the game")
        time.sleep_ms(_rest(app, pc, now, skip and not words, due))
    app.loop.stop()
    if app.loop.faults:
        raise app.loop.fault
    return rounds
