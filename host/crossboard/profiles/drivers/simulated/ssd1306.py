"""A simulated SSD1306 on I2C (overlay/_chips.py says what a simulated chip is)."""

import _board

_complain = _board.complain
_screen = _board.screen
# Commands that take bytes more, and how many.
MORE = {0x20: 1, 0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1, 0x8D: 1}


class Chip:
    """128 x 64 pixels, in page mode as it is switched on: a line of eight pixels' height at a time."""

    def __init__(self, wiring):
        self.pins = (wiring["sda"], wiring["scl"])
        self._address = wiring["address"]
        self._control = -1
        self._more = 0  # bytes of a command that are still to come
        self._command = 0
        self._pump = self._on = False
        self._line = self._column = 0

    def start(self, address):
        """Whether it answers."""
        self._control = -1
        return address == self._address

    def write(self, byte):
        """The first byte says what the others are."""
        if self._control < 0:
            self._control = byte
            if byte != 0 and byte != 0x40:
                _complain("an SSD1306 is told commands after 0x00 and pixels after 0x40")
        elif self._control == 0x40:
            _screen(128 * self._line + self._column, byte)
            self._column = (self._column + 1) & 127
            if not self._column:
                self._show()
        elif self._more:
            self._more -= 1
            if self._command == 0x8D:
                self._pump = byte & 4 != 0
            elif self._command == 0x20 and byte & 3 != 2:
                _complain("this simulated SSD1306 knows page mode only")
        else:
            self._do(byte)

    def _do(self, command):
        self._command = command
        self._more = MORE.get(command, 0)
        if command < 0x10:
            self._column = self._column & 0x70 | command
        elif command < 0x18:
            self._column = self._column & 0x0F | (command & 7) << 4
        elif 0xB0 <= command < 0xB8:
            self._line = command & 7
        elif command | 1 == 0xAF:
            self._on = command & 1 != 0
            self._show()

    def read(self):
        return 0

    def _show(self):
        _screen(-1, 1 if self._on and self._pump else 0)
