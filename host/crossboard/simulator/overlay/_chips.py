"""The chips of a simulated board: 74HC165 and MCP23017 under its squares, MAX7219 behind its lights.

What a chip does is written down once, here, and runs under MicroPython; the switches and lights themselves, and
cut wires, are the circuit's. Nothing here allocates once the buses are made, but for raising OSError.
"""

import json

import _board

_switch_bits = _board.switch_bits
_light = _board.light
_show = _board.show_lights
_cut = _board.cut

NO_ANSWER = 5  # EIO, as the Pico's I2C says it


class Shift74hc165:
    """A chain of chips: while the latch is low they take their inputs over, each clock brings out the next bit.

    Input H of the chip next to the board comes first. A chip shifts when its clock rises, so a bus that reads when the
    clock falls for the second time (mode 1) loses the first bit.
    """

    def __init__(self, wiring):
        self.pins = (wiring["sck"], wiring["mosi"], wiring["miso"])
        self.latch = wiring["latch"]
        self._bits = bytearray(wiring["chips"])
        self._at = 0

    def level(self, high):
        """The latch line changes."""
        if high and not _cut(self.latch):
            self._at = 0
            for chip in range(len(self._bits)):
                self._bits[chip] = 255 - _switch_bits(8 * chip)

    def clock(self, byte, mode):
        """Eight clocks; the byte that comes out. What is behind the last chip reads 0."""
        if _cut(self.pins[2]) or _cut(self.pins[0]):
            return 0
        at = self._at
        self._at = at + 1
        bits = self._bits
        now = bits[at] if at < len(bits) else 0
        if mode != 1:
            return now
        following = bits[at + 1] if at + 1 < len(bits) else 0
        return (now << 1 | following >> 7) & 255


class Max7219:
    """A chain of chips: the last 16 bits that each has seen are taken over when the select line rises."""

    def __init__(self, wiring):
        self.pins = (wiring["sck"], wiring["mosi"], wiring["miso"])
        self.latch = wiring["cs"]
        self._count = wiring["chips"]
        self._shift = bytearray(2 * self._count)
        self._registers = bytearray(16 * self._count)
        self._wrong = False

    def clock(self, byte, mode):
        """Eight clocks."""
        if mode == 1 or mode == 2:
            # Data changes just when the chip takes it.
            self._wrong = True
        if _cut(self.pins[0]):
            return 0
        shift = self._shift
        last = len(shift) - 1
        for i in range(last):
            shift[i] = shift[i + 1]
        shift[last] = 0 if _cut(self.pins[1]) else byte
        return 0

    def level(self, high):
        """The select line changes."""
        if not high or _cut(self.latch):
            return
        if self._wrong:
            _board.complain("a MAX7219 needs SPI mode 0 or 3")
            return
        changed = False
        for chip in range(self._count):
            at = 2 * (self._count - 1 - chip)
            register = self._shift[at] & 15
            if register and self._registers[16 * chip + register] != self._shift[at + 1]:
                self._registers[16 * chip + register] = self._shift[at + 1]
                changed = True
        if changed:
            self._shine()

    def _shine(self):
        for chip in range(self._count):
            base = 16 * chip
            registers = self._registers
            test = registers[base + 15] & 1
            on = registers[base + 12] & 1
            level = 255 if test else 17 * (registers[base + 10] & 15) // 2 + 127
            for digit in range(8):
                segments = registers[base + 1 + digit] if on and digit <= registers[base + 11] & 7 else 0
                if segments and registers[base + 9] >> digit & 1:
                    _board.complain("a MAX7219 that decodes digits shows no single lights")
                for segment in range(8):
                    lit = test or segments >> segment & 1
                    _light(64 * chip + 8 * digit + segment, level if lit else 0, 0, 0)
        _show()


class Mcp23017:
    """Port expanders on one bus, with IOCON.BANK = 0; the address pointer moves on by itself."""

    IODIR, IPOL, GPPU, GPIO, OLAT = 0x00, 0x02, 0x0C, 0x12, 0x14
    COUNT = 22

    def __init__(self, wiring):
        self.pins = (wiring["sda"], wiring["scl"])
        self.addresses = wiring["addresses"]
        self._registers = bytearray(self.COUNT * len(self.addresses))
        for chip in range(len(self.addresses)):
            self._registers[self.COUNT * chip] = self._registers[self.COUNT * chip + 1] = 255

    def chip(self, address):
        """Which chip answers; OSError if none does."""
        if not _cut(self.pins[0]) and not _cut(self.pins[1]):
            for chip in range(len(self.addresses)):
                if self.addresses[chip] == address:
                    return chip
        raise OSError(NO_ANSWER)

    def write(self, chip, register, value):
        """A register takes a value; what is written to GPIO goes to the output latch."""
        if self.GPIO <= register < self.OLAT:
            register += self.OLAT - self.GPIO
        self._registers[self.COUNT * chip + register % self.COUNT] = value

    def read(self, chip, register):
        """The value of a register; of GPIO, what its pins say."""
        register %= self.COUNT
        base = self.COUNT * chip
        registers = self._registers
        if not self.GPIO <= register < self.OLAT:
            return registers[base + register]
        half = register - self.GPIO
        inputs = registers[base + self.IODIR + half]
        # An input without a pull-up floats; it reads 0 here.
        pins = registers[base + self.GPPU + half] & (255 - _switch_bits(16 * chip + 8 * half))
        return (pins & inputs | registers[base + self.OLAT + half] & (255 - inputs)) ^ registers[
            base + self.IPOL + half
        ]


KINDS = {"74hc165": Shift74hc165, "max7219": Max7219, "mcp23017": Mcp23017}
CHIPS = [KINDS[wiring["driver"]](wiring) for wiring in json.loads(_board.chips)]


def at_latch(pin):
    """The chip whose latch or select line hangs on that pin, None if none does."""
    for chip in CHIPS:
        if getattr(chip, "latch", -1) == pin:
            return chip
    return None


def at_pins(pins):
    """The chips on the bus of those pins: SPI (sck, mosi, miso), of which chips may leave one unused, or I2C (sda, scl)."""
    return [
        chip for chip in CHIPS if len(chip.pins) == len(pins) and chip.pins[0] == pins[0] and chip.pins[1] == pins[1]
    ]
