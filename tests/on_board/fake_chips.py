"""`machine` for the chip drivers' tests: buses of lists that allocate nothing while they are used.

`closed[sensor]` are the switches. `words` is what went out by SPI at each rise of the select line. `levels` are all pins
as the register shows them. Runs under MicroPython and CPython.
"""

closed = bytearray(256)
words = bytearray(4096)
sent = bytearray(1024)
state = {"word": 0, "at": 0, "latched": 0, "row": -1, "shows": 0, "silent": 0, "pulled": 0, "reads": 0}
made = []
ROWS = (0, 1, 2)  # the pins of a small matrix
COLUMNS = (4, 9, 28)


class Pin:
    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1

    def __init__(self, pin, mode=-1, pull=-1, value=None):
        self.pin = pin

    def value(self, level=None):
        if level is None:
            return mem32[0] >> self.pin & 1
        if self.pin == 20 and level:  # latch and select
            state["latched"] += 1
            state["at"] = 0
        if self.pin in ROWS:
            state["row"] = -1 if level else ROWS.index(self.pin)
        return None


class SPI:
    def __init__(self, bus, baudrate=0, polarity=0, phase=0, sck=None, mosi=None, miso=None):
        made.append((bus, baudrate, polarity, phase, sck.pin, mosi.pin, miso.pin))

    def readinto(self, buffer):
        for chip in range(len(buffer)):
            bits = 255
            for i in range(8):
                if closed[8 * chip + i]:
                    bits &= ~(1 << i)
            buffer[chip] = bits

    def write(self, data):
        for i in range(len(data)):
            words[state["word"]] = data[i]
            state["word"] = (state["word"] + 1) & 4095


class I2C:
    def __init__(self, bus, sda=None, scl=None, freq=0):
        made.append((bus, sda.pin, scl.pin, freq))

    def writeto_mem(self, address, register, data):
        if state["silent"] == address:
            raise OSError(5)
        if register == 0x0C:
            state["pulled"] += 1

    def readfrom_mem_into(self, address, register, buffer):
        if state["silent"] == address:
            raise OSError(5)
        for half in range(2):
            bits = 255
            for i in range(8):
                if closed[16 * (address - 32) + 8 * half + i]:
                    bits &= ~(1 << i)
            buffer[half] = bits


class Registers:
    """The one register there is: every pin's level."""

    def __getitem__(self, address):
        state["reads"] += 1
        bits = 0x3FFFFFFF
        if state["row"] >= 0:
            for i in range(len(COLUMNS)):
                if closed[len(COLUMNS) * state["row"] + i]:
                    bits &= ~(1 << COLUMNS[i])
        return bits


mem32 = Registers()


def bitstream(pin, kind, timing, data):
    for i in range(len(data)):
        sent[i] = data[i]
    state["shows"] += 1


def unique_id():
    return b"\xe6\x61\x64\x08\x43\x73\x53\x2b"
