"""SPI and I2C of `machine` on the simulated board: what the chips of _chips.py hear and say.

A bus takes the pins that the chip's own units allow (RP2040 data sheet, section 1.4.3) and no others, as on the board.
"""

import _board
from _chips import at_pins

FREE_PINS = _board.platform != "rp2"
NO_ANSWER = 5  # EIO, as the Pico's I2C says it
_cut = _board.cut


def _number(pin):
    return getattr(pin, "number", pin)


class SPI:
    """`write`, `readinto`, `read`, `write_readinto`; 8 bits, high bit first."""

    MSB = 0
    LSB = 1
    PINS = ((18, 19, 16), (10, 11, 8))

    def __init__(
        self, id, baudrate=1000000, *, polarity=0, phase=0, bits=8, firstbit=0, sck=None, mosi=None, miso=None
    ):
        if not FREE_PINS and id not in (0, 1):
            raise ValueError("SPI(%s) doesn't exist" % id)
        if bits != 8 or firstbit != self.MSB:
            raise ValueError("only 8 bits, high bit first, are simulated")
        standard = self.PINS[id & 1]
        pins = []
        for role, pin in enumerate((sck, mosi, miso)):
            pin = standard[role] if pin is None else _number(pin)
            if not FREE_PINS and (pin & 3 != (2, 3, 0)[role] or pin >> 3 & 1 != id):
                raise ValueError("bad %s pin" % ("SCK", "MOSI", "MISO")[role])
            pins.append(pin)
        self._chips = at_pins(pins)
        self._mode = 2 * polarity + phase

    def init(self, *unused, **kept):
        """The settings stay as they are."""

    def deinit(self):
        """Nothing is held."""

    def _byte(self, out):
        found = 0
        for chip in self._chips:
            found |= chip.clock(out, self._mode)
        return found

    def write(self, data):
        for byte in data:
            self._byte(byte)

    def readinto(self, buffer, write=0):
        for i in range(len(buffer)):
            buffer[i] = self._byte(write)

    def read(self, count, write=0):
        buffer = bytearray(count)
        self.readinto(buffer, write)
        return bytes(buffer)

    def write_readinto(self, data, buffer):
        for i in range(len(buffer)):
            buffer[i] = self._byte(data[i])


class I2C:
    """Reading and writing of bytes and of a chip's memory, and `scan`. A chip that does not answer is OSError 5."""

    PINS = ((4, 5), (6, 7))

    def __init__(self, id=0, *, scl=None, sda=None, freq=400000, timeout=50000):
        if not FREE_PINS and id not in (0, 1):
            raise ValueError("I2C(%s) doesn't exist" % id)
        pins = []
        for role, pin in enumerate((sda, scl)):
            pin = self.PINS[id & 1][role] if pin is None else _number(pin)
            if not FREE_PINS and (pin & 1 != role or pin >> 1 & 1 != id):
                raise ValueError("bad %s pin" % ("SDA", "SCL")[role])
            pins.append(pin)
        self._sda, self._scl = pins
        self._chips = at_pins(pins)

    def _find(self, address):
        """The chip that answers, None if none does."""
        if not _cut(self._sda) and not _cut(self._scl):
            for chip in self._chips:
                if chip.start(address):
                    return chip
        return None

    def _start(self, address):
        chip = self._find(address)
        if chip is None:
            raise OSError(NO_ANSWER)
        return chip

    def scan(self):
        return [address for address in range(0x08, 0x78) if self._find(address) is not None]

    def writeto(self, address, data, stop=True):
        chip = self._start(address)
        for byte in data:
            chip.write(byte)
        return len(data)

    def readfrom_into(self, address, buffer, stop=True):
        chip = self._start(address)
        for i in range(len(buffer)):
            buffer[i] = chip.read()

    def readfrom(self, address, count, stop=True):
        buffer = bytearray(count)
        self.readfrom_into(address, buffer)
        return bytes(buffer)

    def writeto_mem(self, address, register, data, *, addrsize=8):
        chip = self._start(address)
        chip.write(register)
        for byte in data:
            chip.write(byte)

    def readfrom_mem_into(self, address, register, buffer, *, addrsize=8):
        self._start(address).write(register)
        self.readfrom_into(address, buffer)

    def readfrom_mem(self, address, register, count, *, addrsize=8):
        buffer = bytearray(count)
        self.readfrom_mem_into(address, register, buffer)
        return bytes(buffer)
