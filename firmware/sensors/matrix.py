"""Sensors in a matrix of rows and columns on GPIO pins.

A row is driven low while its columns are read, the other rows float; a column has a pull-up, so a closed switch
reads 0. With a diode at every switch any set of squares can be closed at once; without them three closed corners of
a rectangle show the fourth as closed too (ghosting).
"""

from time import sleep_us

from machine import Pin


class Matrix:
    """Sensor row * columns + column; memory is taken here, `scan` allocates nothing."""

    def __init__(self, settings):
        self._rows = [Pin(pin, Pin.OPEN_DRAIN, value=1) for pin in settings["rows"]]
        self._columns = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in settings["columns"]]
        self._settle = settings["settle_us"]
        self.count = len(self._rows) * len(self._columns)

    def scan(self, raw):
        """Read every sensor once."""
        columns = self._columns
        settle = self._settle
        i = 0
        for row in self._rows:
            row.value(0)
            sleep_us(settle)
            for column in columns:
                raw[i] = 1 - column.value()
                i += 1
            row.value(1)
