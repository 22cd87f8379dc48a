"""Simulated MCP23017 on one bus (overlay/_chips.py says what a simulated chip is)."""

import _board

_switch_bits = _board.switch_bits


class Chip:
    """Port expanders with IOCON.BANK = 0; the address pointer moves on by itself."""

    IODIR, IPOL, GPPU, GPIO, OLAT = 0x00, 0x02, 0x0C, 0x12, 0x14
    COUNT = 22

    def __init__(self, wiring):
        self.pins = (wiring["sda"], wiring["scl"])
        self._addresses = bytes(wiring["addresses"])
        self._registers = bytearray(self.COUNT * len(self._addresses))
        for chip in range(len(self._addresses)):
            self._registers[self.COUNT * chip] = self._registers[self.COUNT * chip + 1] = 255
        self._chip = 0  # the one that is spoken to
        self._first = True  # whether the next byte written is a register's number
        self._register = 0

    def start(self, address):
        """Whether one of the chips answers."""
        self._first = True
        for chip in range(len(self._addresses)):
            if self._addresses[chip] == address:
                self._chip = chip
                return True
        return False

    def write(self, byte):
        """A register's number, then values; what is written to GPIO goes to the output latch."""
        if self._first:
            self._first = False
            self._register = byte % self.COUNT
            return
        register = self._register
        self._register = (register + 1) % self.COUNT
        if self.GPIO <= register < self.OLAT:
            register += self.OLAT - self.GPIO
        self._registers[self.COUNT * self._chip + register] = byte

    def read(self):
        """The value of the next register; of GPIO, what its pins say."""
        chip, register = self._chip, self._register
        self._register = (register + 1) % self.COUNT
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
