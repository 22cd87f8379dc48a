"""A trace on the whole firmware with the heap locked in every step: questions, trouble, takebacks and refusals included.

Runs under MicroPython with fake_machine as `machine`, beside locked_game.py, whose board and PC it uses. Only a write to the
flash may allocate. Prints what the journal has.
"""

import gc
import json

import machine
import micropython
from locked_game import LockedBoard

from firmware.game.actions import Actions
from shared_rules.codes import HOLE, NOWHERE


class Sensors:
    """The squares' switches without the wires."""

    def __init__(self, count):
        self.count = count
        self.closed = bytearray(count)

    def scan(self, raw):
        closed = self.closed
        for i in range(self.count):
            raw[i] = closed[i]


class Session(LockedBoard):
    """`events` is an array of time, square, closed and button for each event."""

    def __init__(self, profile, position):
        super().__init__(profile)
        self.sensors = self.app.sensing.sensors = Sensors(self.app.sensing.sensors.count)
        self.begin()
        told = []
        for _ in Actions(self.app.current).new_game(position, told.append):
            pass
        if told[0]:
            raise ValueError(told[0])
        self.sensor_of = bytearray(256)
        square_of = self.app.table.layout.square_of
        board = self.app.table.game.board
        for sensor in range(len(square_of)):
            square = square_of[sensor]
            if square != NOWHERE:
                self.sensor_of[square] = sensor
                self.sensors.closed[sensor] = 1 if board[square] and board[square] != HOLE else 0

    def press(self, button):
        if self.locked:
            micropython.heap_lock()
        self.app.modes.press(button)
        if self.locked:
            micropython.heap_unlock()

    def play(self, events, warm_up):
        for _ in range(200):
            self.step()
        i = 0
        passed = events[0] - 500
        end = events[len(events) - 4] + 3000
        while passed < end:
            while i < len(events) and events[i] <= passed:
                if events[i + 3]:
                    self.press(events[i + 3])
                else:
                    self.sensors.closed[self.sensor_of[events[i + 1]]] = events[i + 2]
                i += 4
            if i >= warm_up and not self.locked:
                gc.collect()
                self.locked = True
            self.step()
            passed += 5
        self.locked = False


def main(profile_text, position, events, warm_up):
    session = Session(json.loads(profile_text), position)
    session.play(events, warm_up)
    kinds = {}
    game = session.app.journal.id()
    with open("/games/" + game + ".log") as file:
        for line in file:
            kinds[line[0]] = kinds.get(line[0], 0) + 1
    print(session.app.table.game.text())
    print(
        "plies", kinds.get("P", 0), "undone", kinds.get("U", 0), "refused", kinds.get("R", 0), "lit", machine.shows > 0
    )
