"""What the boards with a chip of each MicroPython port have: pins, and which of them can do what.

Sources: Raspberry Pi Pico datasheet, section 2.1; RP2040 datasheet, section 1.4.3 (functions of the pins); ESP32-S3
datasheet, sections 2.3 (restrictions) and 2.6 (strapping pins); MicroPython's ports/rp2/machine_spi.c and machine_i2c.c.
Of the radios: the CYW43439 takes up to 320 mA of 3.3 V while it sends (its datasheet, 802.11b at 20 dBm), for which a converter of
90 % takes 235 mA of 5 V; with 65 mA for the rest of a Pico W that makes 300. An ESP32-S3 takes up to 340 mA as a whole (its
datasheet, 802.11b at 21 dBm, CPU idle), through a linear regulator; with 50 mA for a busy CPU that makes 390.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Chip:
    """A port's boards: usable GPIO numbers, and the others with the reason why not.

    `buses` are the numbers of its buses of each kind; `fixed` says that a bus has its own pins (rp2), else any pin will do.
    `board_ma` is what the board itself takes of 5 V at most, `radio_ma` how much more while it sends by Wi-Fi, lights not counted;
    `analog` are the pins that can measure.
    """

    title: str
    pins: frozenset[int]
    reserved: dict[int, str]
    board_ma: int
    radio_ma: int
    analog: frozenset[int]
    buses: dict[str, tuple[int, ...]]
    fixed: bool = False

    def misfit(self, bus: str, number: int, role: str, pin: int) -> str:
        """Why that pin can't be `role` (sck, mosi, miso, sda, scl) of that bus; "" if it can."""
        if not self.fixed:
            return ""
        fits = [p for p in sorted(self.pins) if _rp2_function(bus, p) == (number, role)]
        if pin in fits:
            return ""
        return f"pin {pin} cannot be {role} of {bus} {number}; {', '.join(map(str, fits))} can"


def _rp2_function(bus: str, pin: int) -> tuple[int, str]:
    """(bus number, role) that an RP2040's pin has; the pattern repeats every 16 pins."""
    if bus == "spi":
        return pin >> 3 & 1, ("miso", "cs", "sck", "mosi")[pin & 3]
    return pin >> 1 & 1, ("sda", "scl")[pin & 1]


_FLASH = "is wired to the module's flash or PSRAM"
_OCTAL = "is wired to the PSRAM of modules with octal PSRAM"
_STRAPPING = "decides how the chip starts (strapping pin)"
_UART = "carries the chip's start-up messages (UART 0)"
_USB = "is the USB port"

CHIPS = {
    "rp2": Chip(
        "the Pico",
        frozenset({*range(23), 26, 27, 28}),
        {
            23: "controls the Pico's power supply",
            24: "senses the Pico's USB power",
            25: "is the Pico's own LED",
            29: "measures the Pico's supply voltage",
        },
        board_ma=100,
        radio_ma=200,
        analog=frozenset({26, 27, 28}),
        buses={"spi": (0, 1), "i2c": (0, 1)},
        fixed=True,
    ),
    "esp32": Chip(
        "the ESP32-S3",
        frozenset({1, 2, *range(4, 19), 21, *range(38, 43), 47, 48}),
        {
            **dict.fromkeys((0, 3, 45, 46), _STRAPPING),
            **dict.fromkeys((19, 20), _USB),
            **dict.fromkeys(range(26, 33), _FLASH),
            **dict.fromkeys(range(33, 38), _OCTAL),
            **dict.fromkeys((43, 44), _UART),
        },
        board_ma=150,
        radio_ma=240,
        analog=frozenset({1, 2, *range(4, 11)}),  # ADC1; ADC2 is the radio's
        buses={"spi": (1, 2), "i2c": (0, 1)},
    ),
}
"""MicroPython port -> chip."""
