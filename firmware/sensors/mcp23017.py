"""Sensors on MCP23017 port expanders, read by I2C.

Every input has the chip's own pull-up and a switch to ground, so a closed switch reads 0; no diodes are needed. GPA7
and GPB7 must stay unused: by revision D of the data sheet (DS20001952D) they may only be outputs. A chip that does not answer
(a loose wire) counts as if all its switches were open, and is set up again when it is back: without that it would
read as closed. Memory is taken at construction.
"""

from machine import I2C, Pin

from shared_rules.codes import const

# Registers, with IOCON.BANK = 0 as after power-on.
IODIR = const(0x00)  # 1 = input, as after power-on
GPPU = const(0x0C)  # 1 = pull-up
GPIO = const(0x12)
ALL = b"\xff\xff"


class Driver:
    """Sensor 16 * chip + input, GPA0 = 0 to GPB7 = 15; `scan` allocates nothing as long as every chip answers."""

    def __init__(self, settings):
        self._bus = I2C(settings["i2c"], sda=Pin(settings["sda"]), scl=Pin(settings["scl"]), freq=settings["freq"])
        self._addresses = bytes(settings["addresses"])
        self.count = 16 * len(self._addresses)
        self._bytes = bytearray(2)
        self._before = bytearray(2 * len(self._addresses))
        self._ready = bytearray(len(self._addresses))
        self._raw = None

    def scan(self, raw):
        """Read every sensor once."""
        afresh = raw is not self._raw
        self._raw = raw
        now = self._bytes
        before = self._before
        for chip in range(len(self._addresses)):
            self._read(chip)
            for half in range(2):
                bits = now[half]
                at = 2 * chip + half
                if afresh or bits != before[at]:
                    before[at] = bits
                    i = 8 * at
                    for _ in range(8):
                        raw[i] = 1 - (bits & 1)
                        bits >>= 1
                        i += 1

    def _read(self, chip):
        """Both ports of a chip into `_bytes`."""
        now = self._bytes
        address = self._addresses[chip]
        try:
            if not self._ready[chip]:
                self._bus.writeto_mem(address, IODIR, ALL)
                self._bus.writeto_mem(address, GPPU, ALL)
                self._ready[chip] = 1
            self._bus.readfrom_mem_into(address, GPIO, now)
        except OSError:
            self._ready[chip] = 0
            now[0] = now[1] = 0xFF
