"""A game on the firmware with the heap locked in every step, from sensor edge to light frame and wire frame.

Runs under MicroPython with fake_machine as `machine`. Only a write to the flash may allocate: it unlocks the heap for
itself. A PC is at the other end of the line and acknowledges. Prints what came of it.
"""

import os
import sys
from array import array

import machine
import micropython

from firmware.builder import build
from firmware.sensors import matrix
from shared_rules.codes import ARRIVE, LEAVE, SWAP, TAKEN
from shared_rules.protocol.channel import MESSAGE, Channel
from shared_rules.protocol.frames import MAX_LINE, T_COMMITTED, T_GAME, T_PLY
from shared_rules.protocol.signals import BUTTON_OK

ORDER = (LEAVE, TAKEN, SWAP, ARRIVE, SWAP)  # the first three open, the others close


def no_sleep(us):
    """The pins settle at once; this MicroPython's shortest sleep is 1 ms."""


matrix.sleep_us = no_sleep


class Os:
    """What firmware.game.sealing and game_store import as `os`; this MicroPython has no random numbers."""

    listdir = staticmethod(os.listdir)
    rename = staticmethod(os.rename)
    remove = staticmethod(os.remove)

    @staticmethod
    def urandom(count):
        return bytes(range(count))


class Port:
    """The board's end of the line; the PC's channel is at the other. Allocates nothing."""

    def __init__(self):
        self.to_board = bytearray(4096)
        self.into = self.out_of = 0
        self.pc = Channel(7)
        self.frame = bytearray(MAX_LINE)
        self.text = bytearray(64)
        self.now = 0
        self.plies = 0

    def read(self):
        if self.out_of == self.into:
            return -1
        byte = self.to_board[self.out_of & 4095]
        self.out_of += 1
        return byte

    def write(self, byte):
        if self.pc.receive(byte, self.now) == MESSAGE:
            if self.pc.kind == T_PLY:
                self.plies += 1
            if self.pc.kind == T_PLY or self.pc.kind == T_GAME:
                self.acknowledge()
        return True

    def acknowledge(self):
        """K with the message's game and number."""
        line = self.pc.line
        at = self.pc.start
        n = spaces = 0
        while True:
            spaces += line[at + n] == 32
            if spaces == 2:
                break
            self.text[n] = line[at + n]
            n += 1
        self.pc.queue(T_COMMITTED, self.text, n)

    def speak(self):
        n = self.pc.transmit(self.now, self.frame)
        for i in range(n):
            self.to_board[self.into & 4095] = self.frame[i]
            self.into += 1


class LockedBoard:
    """The firmware, whose every step is made with the heap locked once `locked` is set; but writes to the flash, and tasks."""

    def __init__(self, profile):
        self.port = Port()
        self.app = build(profile, self.port, "/games")
        self.now = 0x3FFFFFFF - 20000  # the ticks wrap on the way
        self.locked = False
        self.write = self.app.journal._write
        self.app.journal._write = self.unlocked_write

    def begin(self):
        """Its first game begins."""
        while self.app.loop.task:
            self.step()

    def unlocked_write(self, end):
        if self.locked:
            micropython.heap_unlock()
        self.write(end)
        if self.locked:
            micropython.heap_lock()

    def step(self):
        self.port.now = self.now
        self.port.speak()
        locked = self.locked
        self.locked = locked and not self.app.loop.task
        if self.locked:
            micropython.heap_lock()
        self.app.loop.step(self.now)
        if self.locked:
            micropython.heap_unlock()
        self.locked = locked
        if self.app.loop.faults:
            self.locked = False
            raise ValueError(repr(self.app.loop.fault))
        self.now = (self.now + 5) & 0x3FFFFFFF


class Player(LockedBoard):
    """Plays random plies with hands."""

    def __init__(self, profile, turns):
        super().__init__(profile)
        self.begin()
        self.turns = turns
        self.dice = 1
        self.games = 0
        self.ending = self.app.current.ending
        self.revealing = self.app.current.revealing
        self.app.current.ending = lambda result, reason: self.unlocked(self.ending, result, reason)
        self.app.current.revealing = lambda ply: self.unlocked(self.revealing, ply, None)
        self.plies = array("i", [0] * 132)
        self.foot = bytearray(64)

    def unlocked(self, task, one, other):
        """A task that begins once a game, when it is over."""
        if self.locked:
            micropython.heap_unlock()
        made = task(one) if other is None else task(one, other)
        if self.locked:
            micropython.heap_lock()
        return made

    def run(self, ms):
        for _ in range(ms // 5):
            self.step()

    def home(self):
        """The pieces are set up; where kings are secret, both take the usual one."""
        home = self.app.table.home
        for sensor in range(64):
            square = self.app.table.layout.square_of[sensor]
            machine.closed[sensor] = home[square] if square < len(home) else 0
        self.run(1500)
        while self.app.modes.letter() == 107:  # k
            self.app.modes.tap(BUTTON_OK)
            self.run(500)

    def put(self, square, closed):
        square_of = self.app.table.layout.square_of
        for sensor in range(64):
            if square_of[sensor] == square:
                machine.closed[sensor] = closed

    def pick(self, game, count, on):
        """A ply at random; if the game is to go `on`, one that does not end it, if there is one."""
        for _ in range(20):
            self.dice = (self.dice * 4005 + 12345) & 0xFFFF
            ply = self.plies[self.dice % count]
            game.push(ply)
            ends = game.result
            game.pop()
            if (ends == 0) == on:
                break
        return ply

    def play(self):
        app = self.app
        self.home()
        played = turns = longest = 0
        while played < self.turns:
            game = app.table.game
            self.locked = played > 3  # warmed up
            count = game.plies(self.plies, 0)
            if not count:  # over: the next game
                self.locked = False
                self.games += 1
                turns = 0
                self.home()
                continue
            ply = self.pick(game, count, played + 2 < self.turns)
            end = game.footprint(ply, self.foot, 0)
            if self.foot[1] == LEAVE:
                turns += 1
                longest = max(longest, turns)
            before = app.journal.seq
            for step in range(len(ORDER)):
                for i in range(0, end, 2):
                    if self.foot[i + 1] == ORDER[step]:
                        self.put(self.foot[i], step > 2)
                        self.run(120)
            self.run(600)
            if app.journal.seq == before:
                raise ValueError("not understood: %s in %s" % (game.ply_text(ply), game.text()))
            played += 1
        self.locked = False
        print("plies", played, "games", self.games, "over the wire", self.port.plies, "lit", machine.shows > played)
        print("turns of the longest game", longest)


def main(profile_text, turns, game=""):
    import json

    profile = json.loads(profile_text)
    if game:
        profile["game"] = game
        sys.modules["os"] = Os
    Player(profile, turns).play()
