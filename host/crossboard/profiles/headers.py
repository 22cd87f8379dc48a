"""Where the pins are on the boards that makers buy, and how they are called there.

Sources: Raspberry Pi Pico datasheet, figure 2; ESP32-S3-DevKitC-1 user guide, section Header Block.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Header:
    """A bought board seen from above: names of the pins on the left and on the right, from the top.

    A pin called `GPn` or `IOn` is GPIO n. `five_volts` carries the USB port's 5 V. `top` and `bottom` are what lies at these
    edges, so that it is seen which way round the board is.
    """

    title: str
    left: tuple[str, ...]
    right: tuple[str, ...]
    prefix: str
    five_volts: str
    logic: str
    top: str
    bottom: str
    rows: tuple[str, str] = ("", "")
    """Names of the rows of pins, each counted from the top; where there are none, places go round as on a chip."""

    def label(self, side: int, at: int) -> str:
        """The place of a pin: of the left (0) or right (1) row, so far from the top."""
        if self.rows[side]:
            return f"{self.rows[side]}-{at + 1}"
        return str(2 * len(self.left) - at if side else at + 1)

    def places(self, name: str) -> list[str]:
        """The places of the pins of that name."""
        right = [self.label(1, i) for i, pin in enumerate(self.right) if pin == name]
        found = [self.label(0, i) for i, pin in enumerate(self.left) if pin == name]
        return found + (right if self.rows[1] else right[::-1])

    def pin(self, gpio: int) -> str:
        """The name of a GPIO."""
        return f"{self.prefix}{gpio}"

    def place(self, gpio: int) -> str:
        """Its place on the header, `-` if it is not brought out."""
        return ", ".join(self.places(self.pin(gpio))) or "-"


PICO = Header(
    "Raspberry Pi Pico 2 or Pico 2 W (a Pico will do)",
    ("GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7", "GP8", "GP9", "GND", "GP10", "GP11", "GP12",
     "GP13", "GND", "GP14", "GP15"),
    ("VBUS", "VSYS", "GND", "3V3_EN", "3V3", "VREF", "GP28", "AGND", "GP27", "GP26", "RUN", "GP22", "GND", "GP21", "GP20",
     "GP19", "GP18", "GND", "GP17", "GP16"),
    "GP", "VBUS", "3V3", "USB", "",
)  # fmt: skip

DEVKIT = Header(
    "ESP32-S3-DevKitC-1",
    ("3V3", "3V3", "RST", "IO4", "IO5", "IO6", "IO7", "IO15", "IO16", "IO17", "IO18", "IO8", "IO3", "IO46", "IO9", "IO10",
     "IO11", "IO12", "IO13", "IO14", "5V", "GND"),
    ("GND", "IO43", "IO44", "IO1", "IO2", "IO42", "IO41", "IO40", "IO39", "IO38", "IO37", "IO36", "IO35", "IO0", "IO45",
     "IO48", "IO47", "IO21", "IO20", "IO19", "GND", "GND"),
    "IO", "5V", "3V3", "antenna", "USB", ("J1", "J3"),
)  # fmt: skip

HEADERS = {"rp2": PICO, "esp32": DEVKIT}
"""MicroPython port -> the board that is drawn."""
