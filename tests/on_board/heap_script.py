"""A board in play with a PC at the other end of its link, as far as its heap goes; compiled with the board's program.

Runs under MicroPython with fake_chips as `machine`, in pieces, for memory is counted between them: `start`, then `run` until the
game is in play, and again until the link is at rest.
"""

import machine

from shared_rules.protocol.channel import MESSAGE, Channel
from shared_rules.protocol.frames import MAX_LINE, PROTOCOL

PERIOD_MS = 5


class Port:
    """The board's end of the line; the PC's channel is at the other, and takes every record."""

    def __init__(self):
        self.pc = Channel(7)
        self.hello_size = 0
        self.frame = bytearray(MAX_LINE)
        self.text = bytearray(32)
        self.size = 0
        self.at = 0
        self.now = 0
        hello = b"%d 0 heap" % PROTOCOL
        for i in range(len(hello)):
            self.pc.hello[i] = hello[i]
        self.pc.hello_size = len(hello)

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
        if pc.receive(byte, self.now) == MESSAGE and (pc.kind == 71 or pc.kind == 80):  # G, P
            n = 0
            while n < 9 or pc.line[pc.start + n] != 32:
                self.text[n] = pc.line[pc.start + n]
                n += 1
            pc.queue(75, self.text, n)  # K
        return True


def start(port):
    """The app of the board's profile."""
    from firmware.builder import build
    from firmware.profile import Profile

    return build(Profile(), port, "/games")


def run(app, port, ms):
    """So many ms of the loop, the pieces standing as the game begins; the letter of the mode."""
    for sensor in range(len(app.table.layout.square_of)):
        square = app.table.layout.square_of[sensor]
        if square != 255:
            machine.closed[sensor] = app.table.home[square]
    for i in range(ms // PERIOD_MS):
        if app.letter() == 107 and i % 64 == 63:
            app.tap(1)  # k: secret kings are picked, the usual ones
        app.step(port.now)
        port.now += PERIOD_MS
        if app.faults:
            raise app.fault
    return chr(app.letter())
