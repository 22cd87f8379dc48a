"""Plays a trace through debounce and recognizer with the heap locked; prints the plies and whether anything allocated.

Set before: POSITION, EVENTS (an array of time, square, closed, button for each event) and COUNT of numbers in it.
"""

import gc
from array import array

import micropython

from shared_rules.codes import HOLE
from shared_rules.games import game_at
from shared_rules.protocol.signals import EV_PLY, EV_TAKEBACK
from shared_rules.recognition.debounce import Debounce
from shared_rules.recognition.guide import paint
from shared_rules.recognition.recognizer import Recognizer

game = game_at(POSITION)
recognizer = Recognizer(game)
debounce = Debounce(len(recognizer.now))
marks = bytearray(len(recognizer.now))
plies = array("i", [0] * 512)
count = 0
for square in range(len(recognizer.now)):
    recognizer.now[square] = 1 if game.board[square] and game.board[square] != HOLE else 0
    debounce.preset(square, recognizer.now[square])
recognizer.begin(0)


def drain():
    global count
    while True:
        event = recognizer.next_event()
        if not event:
            return
        if event == EV_PLY:
            plies[count] = recognizer.ev_ply
            count += 1
        elif event == EV_TAKEBACK:
            count -= 1


def until(now, time):
    while True:
        debounce.step(now)
        while True:
            square = debounce.next()
            if square < 0:
                break
            recognizer.edge(square, debounce.closed[square], debounce.when)
        recognizer.step(now, 8)
        drain()
        paint(recognizer, marks)
        wait = debounce.deadline(now)
        other = recognizer.deadline(now)
        if wait < 0 or (0 <= other < wait):
            wait = other
        if wait < 0 or now + wait > time:
            return
        now += wait


def play(first, end, now):
    for i in range(first, end, 4):
        until(now, EVENTS[i])
        now = EVENTS[i]
        if EVENTS[i + 3]:
            recognizer.button(EVENTS[i + 3], now)
        else:
            debounce.feed(EVENTS[i + 1], EVENTS[i + 2], now)
    return now


now = play(0, WARM_UP, 0)
gc.collect()
micropython.heap_lock()
now = play(WARM_UP, COUNT, now)
until(now, now + 5000)
micropython.heap_unlock()
print(count, end="")
for i in range(count):
    print("", plies[i], end="")
print()
