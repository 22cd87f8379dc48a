"""`machine` as on the board, on the pins of the simulated circuit.

The module `_board` has the few functions used here (node/pico.mjs). Setting up a pin may take heap; reading and writing
one, sending lights and feeding the watchdog do not.
"""

import _board
from _buses import I2C as I2C
from _buses import SPI as SPI
from _chips import driven_at, listening_at, measured_at
from uctypes import addressof

_setup = _board.pin_setup
_read = _board.pin_read
_write = _board.pin_write
_drive = _board.pin_drive
_bitstream = _board.bitstream
_port_read = _board.port_read
_wait_for_input = _board.wait_for_input
_cut = _board.cut

PINS = _board.pins
LED = 25
PWRON_RESET = 1
WDT_RESET = 3

_LOOSE = 2


class Pin:
    """A GPIO by number, `GPn` or `LED`."""

    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_RISING = 8
    IRQ_FALLING = 4

    def __init__(self, id, mode=-1, pull=-1, *, value=None):
        if isinstance(id, Pin):
            id = id.number
        elif isinstance(id, str):
            id = LED if id == "LED" else int(id[2:])
        if not 0 <= id < PINS:
            raise ValueError("unknown named pin")
        self.number = id
        self._chip = listening_at(id)
        self.mode = self.IN
        self.pull = 0
        self.init(mode, pull, value=value)

    def _put(self, value):
        _write(self.number, value)
        if self._chip is not None:
            self._chip.level(self.number, value)

    def init(self, mode=-1, pull=-1, *, value=None):
        if value is not None:
            self._put(1 if value else 0)
        if mode != -1:
            self.mode = mode
            self.pull = 0 if pull in (-1, None) else pull
            _setup(self.number, self.mode, self.pull)

    def value(self, x=None):
        if x is None:
            return _read(self.number)
        if self._chip is None:
            _write(self.number, 1 if x else 0)
        else:
            self._put(1 if x else 0)

    def __call__(self, x=None):
        return self.value(x)

    def on(self):
        self._put(1)

    def off(self):
        self._put(0)

    high = on
    low = off

    def toggle(self):
        self._put(0 if _drive(self.number) == 1 else 1)

    def __repr__(self):
        return "Pin(GPIO%d, mode=%s)" % (self.number, ("IN", "OUT", "OPEN_DRAIN")[self.mode])


class Signal:
    """A pin that may be inverted."""

    def __init__(self, pin, *, invert=False):
        self.pin = pin
        self.invert = invert

    def value(self, x=None):
        if x is None:
            return self.pin.value() ^ self.invert
        self.pin.value(bool(x) ^ self.invert)

    def on(self):
        self.value(1)

    def off(self):
        self.value(0)


class ADC:
    """At a pin that can measure, given as a pin or, on a Pico, as a channel; where no chip hangs it reads 0."""

    PINS = range(26, 30) if _board.platform == "rp2" else range(1, 21)

    def __init__(self, id):
        number = id.number if isinstance(id, Pin) else id
        if _board.platform == "rp2" and id in (0, 1, 2, 3):
            number += self.PINS[0]
        if number not in self.PINS:
            raise ValueError("Pin doesn't have ADC capabilities")
        self._pin = number
        self._chip = measured_at(number)

    def read_u16(self):
        if self._chip is None or _cut(self._pin):
            return 0
        return self._chip.voltage(self._pin)


class PWM:
    """At any pin; its frequency and its duty cycle reach the chip there, if any."""

    def __init__(self, dest, *, freq=0, duty_u16=0):
        self._pin = dest.number if isinstance(dest, Pin) else dest
        self._chip = driven_at(self._pin)
        self._hz = freq
        self.duty_u16(duty_u16)

    def freq(self, value=None):
        if value is None:
            return self._hz
        if not 8 <= value <= 62500000:
            raise ValueError("freq too small" if value < 8 else "freq too large")
        self._hz = value
        self._drive()

    def duty_u16(self, value=None):
        if value is None:
            return self._duty
        self._duty = max(0, min(value, 65535))
        self._drive()

    def deinit(self):
        self.duty_u16(0)

    def _drive(self):
        if self._chip is not None:
            self._chip.drive(self._pin, self._hz, self._duty)


class WDT:
    """Resets the board if it is not fed for `timeout` ms; once started it cannot be stopped."""

    def __init__(self, id=0, timeout=5000):
        if not 1 <= timeout <= 8388:
            raise ValueError("timeout exceeds 8388")
        _board.feed(timeout)

    def feed(self):
        _board.feed(0)


class RTC:
    """The board's clock: 2021 until a host has set it."""

    def datetime(self, when=None):
        import time

        if when is None:
            now = time.gmtime()
            return (now[0], now[1], now[2], now[6], now[3], now[4], now[5], 0)
        _board.set_date(int(time.mktime((when[0], when[1], when[2], when[4], when[5], when[6], 0, 0))))


class _Registers:
    """mem32, mem16, mem8: only the GPIO registers of the RP2040's SIO block are there."""

    GPIO_IN = 0xD0000004

    def __getitem__(self, address):
        if address == self.GPIO_IN:
            return _port_read()
        raise ValueError("address 0x%08x is not simulated" % address)


mem32 = _Registers()


def bitstream(pin, encoding, timing, data):
    """Sends bytes, high bit first; `timing` is (high of 0, low of 0, high of 1, low of 1) in ns."""
    if encoding != 0:
        raise ValueError("encoding")
    _bitstream(pin.number, timing[0], timing[1], timing[2], timing[3], addressof(data), len(data))


def reset():
    _board.reset()


def soft_reset():
    raise SystemExit


def bootloader(timeout=0):
    _board.reset()


def reset_cause():
    return _board.cause


def unique_id():
    text = _board.id
    return bytes([int(text[i : i + 2], 16) for i in range(0, len(text), 2)])


def freq(hz=None):
    return 125000000


def idle():
    pass


def wait_for_input(ms):
    """No real board has this: waits `ms` at most, less if a switch, a wire or the serial line has stirred since it last
    returned, and not at all while there is something to read. So a program that has nothing to do until then costs the PC nothing.
    """
    _wait_for_input(ms)


def lightsleep(ms=0):
    _board.sleep_us(1000 * ms)


deepsleep = lightsleep


def disable_irq():
    return 0


def enable_irq(state):
    pass
