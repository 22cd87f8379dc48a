"""`time` as on a Pico: sleeping lets the simulated board rest, and Ctrl-C ends it at once.

ticks_ms and its arithmetic are the engine's own and wrap at 2**30 as on the board.
"""

import _board
from utime import *

_sleep_us = _board.sleep_us
_ticks_us = _board.ticks_us
_date = _board.date


def sleep_us(us):
    # The condition is where MicroPython raises what Ctrl-C has left.
    if us > 0 and _sleep_us(us):
        pass


def sleep_ms(ms):
    if ms > 0 and _sleep_us(1000 * ms):
        pass


def sleep(seconds):
    if seconds > 0 and _sleep_us(int(1000000 * seconds)):
        pass


def ticks_us():
    return _ticks_us()


def time():
    return _date()
