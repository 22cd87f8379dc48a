"""A board's circuit for tests in one process: the same model as the simulator's node/circuit.mjs, which has the explanations.

Not safe for several threads but for single stores into `switches`, `faults` and `cuts`.
"""

from __future__ import annotations

from typing import Any

IN, OUT, OPEN_DRAIN = 0, 1, 2
PULL_UP = 1
LOW, HIGH, LOOSE = 0, 1, 2
FAULT_OPEN, FAULT_CLOSED, FAULT_NO_DIODE = 1, 2, 3

BIT_TIMES = (400, 850, 800, 450)
TOLERANCE = 150
RESET = 50000


class Circuit:
    """`wiring` as Wiring.described gives it."""

    def __init__(self, wiring: dict[str, Any]) -> None:
        self.rows: list[int] = list(wiring["rows"])
        self.columns: list[int] = list(wiring["columns"])
        self.diodes: bool = wiring["diodes"]
        self.light_pin: int = wiring["lights"]["pin"]
        self.colours: list[int] = ["rgb".index(letter) for letter in wiring["lights"]["colours"]]
        self.sensors: int = wiring["sensors"]
        self.button_of: dict[int, int] = {pin: self.sensors + i for i, pin in enumerate(wiring["buttons"])}
        self.switches = bytearray(self.sensors + len(self.button_of))
        self.faults = bytearray(len(self.switches))
        self.cuts = bytearray(wiring["pins"])
        self.lights = bytearray(3 * wiring["lights"]["count"])
        self.frames = 0
        self.complaint = ""
        self.mode = bytearray(wiring["pins"])
        self.pull = bytearray(wiring["pins"])
        self.out = bytearray(wiring["pins"])

    def setup(self, pin: int, mode: int, pull: int) -> None:
        """What a pin is: its mode and pull."""
        self.mode[pin] = mode
        self.pull[pin] = pull

    def drive(self, pin: int) -> int:
        """What the pin does to its wire."""
        if self.mode[pin] == OUT:
            return self.out[pin]
        return LOW if self.mode[pin] == OPEN_DRAIN and not self.out[pin] else LOOSE

    def read(self, pin: int) -> int:
        """0 or 1 as the pin reads it."""
        driven = self.drive(pin)
        if driven != LOOSE:
            return driven
        rest = HIGH if self.pull[pin] == PULL_UP else LOW
        if self.cuts[pin]:
            return rest
        if pin in self.button_of:
            return LOW if self._closed(self.button_of[pin]) else rest
        if pin in self.columns:
            start = (1, self.columns.index(pin))
        elif pin in self.rows:
            start = (0, self.rows.index(pin))
        else:
            return rest
        if self._reaches(start, LOW):
            return LOW
        return HIGH if rest == HIGH or self._reaches(start, HIGH) else LOW

    def _wire(self, net: tuple[int, int]) -> int:
        pin = (self.columns if net[0] else self.rows)[net[1]]
        return LOOSE if self.cuts[pin] else self.drive(pin)

    def _closed(self, index: int) -> bool:
        fault = self.faults[index]
        return fault == FAULT_CLOSED or (self.switches[index] == 1 and fault != FAULT_OPEN)

    def _reaches(self, start: tuple[int, int], level: int) -> bool:
        """Can current flow from the net to one driven low, or (level HIGH) to it from one driven high?"""
        seen = {start}
        found = [start]
        while found:
            net = found.pop()
            if self._wire(net) == level:
                return True
            is_column, number = net
            # The diodes let current flow from a column to a row.
            freely = bool(is_column) == (level == LOW)
            for other in range(len(self.rows) if is_column else len(self.columns)):
                row, column = (other, number) if is_column else (number, other)
                index = row * len(self.columns) + column
                if not self._closed(index):
                    continue
                if not freely and self.diodes and self.faults[index] != FAULT_NO_DIODE:
                    continue
                following = (1 - is_column, other)
                if following not in seen:
                    seen.add(following)
                    found.append(following)
        return False

    def switch_bits(self, first: int) -> int:
        """Eight switches from `first` on as bits, 1 = closed: what a chip's inputs see."""
        return sum(self._closed(i) << (i - first) for i in range(first, min(first + 8, self.sensors)))

    def light(self, index: int, red: int, green: int, blue: int) -> None:
        """A light that a chip drives."""
        self.lights[3 * index : 3 * index + 3] = bytes((red, green, blue))

    def show_lights(self) -> None:
        """All of them have been set."""
        self.frames += 1

    def complain(self, text: str) -> None:
        """Notes what real parts would not have understood."""
        self.complaint = text

    def bitstream(
        self, pin: int, zero_high: int, zero_low: int, one_high: int, one_low: int, data: bytes, length: int
    ) -> None:
        """machine.bitstream: the bytes reach the lights if they hang on that pin and the times (ns) are right."""
        if self.light_pin != pin or self.mode[pin] != OUT or self.cuts[pin]:
            return
        times = (zero_high, zero_low, one_high, one_low)
        highs = all(abs(times[i] - BIT_TIMES[i]) <= TOLERANCE for i in (0, 2))
        lows = all(BIT_TIMES[i] - TOLERANCE <= times[i] < RESET for i in (1, 3))
        if not (highs and lows):
            self.complaint = f"bit times {', '.join(map(str, times))} ns are not a WS2812's"
            return
        for i in range(0, min(length, len(self.lights)) - 2, 3):
            for j in range(3):
                self.lights[i + self.colours[j]] = data[i + j]
        self.frames += 1
