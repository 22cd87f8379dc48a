"""A passive piezo buzzer at one pin: firmware/extras/buzzer.py.

A piezo is a capacitor of some 20 nF. The resistor keeps the current that charges it below the 12 mA that a pin can be set to give
(RP2040 datasheet, section 2.19.6.3). On average it takes 20 nF x 3.3 V x 4 kHz,
less than 0.3 mA, which the power budget leaves out.
"""

from __future__ import annotations

from typing import Any

from crossboard.profiles.checker import Checker
from crossboard.profiles.drivers.base import Board, ExtraDriver, Part, Wire
from crossboard.profiles.drivers.ink import DRIVE, GROUND, resistor, tag
from crossboard.render.drawing import Drawing


class Buzzer(ExtraDriver):
    """Without an oscillator of its own, and without magnet and coil: those take more than a pin can give."""

    keys = ("pin",)
    optional = ()
    text = (
        "By 330 Ω to one side of a passive piezo, its other side to GND. One with an oscillator of its own (active) has but "
        "one tone, and one with a coil takes more current than a pin can give."
    )

    def check(self, checker: Checker, table: dict[str, Any]) -> None:
        checker.pin("buzzer.pin", table["pin"])

    def settings(self, profile: dict[str, Any]) -> dict[str, Any]:
        return {"pin": profile["buzzer"]["pin"]}

    def circuit(self, settings: dict[str, Any]) -> dict[str, Any]:
        return {"chip": {"model": "buzzer", "pin": settings["pin"]}}

    def wires(self, board: Board) -> list[Wire]:
        return [
            Wire(
                board.profile["buzzer"]["pin"],
                "SOUND",
                "by 330 Ω to the piezo, other side to GND",
                "output, PWM",
                DRIVE,
            )
        ]

    def parts(self, board: Board) -> list[Part]:
        return [
            Part(1, "buzzer", "passive piezo, 4 kHz, 12 mm", "without an oscillator of its own"),
            Part(1, "resistor", "330 Ω", "between the pin and the buzzer"),
        ]

    def draw(self, drawing: Drawing, board: Board, x: float, y: float) -> float:
        """The resistor and the piezo, to ground."""
        drawing.word(x, y, "Buzzer: passive piezo", 13, bold=True)
        at = y + 30
        tag(drawing, x + 50, at, "SOUND", DRIVE, "end")
        drawing.line([(x + 56, at), (x + 76, at)], DRIVE, 1.6)
        resistor(drawing, x + 76, at, "buzzer 330 Ω", "330 Ω")
        drawing.line([(x + 102, at), (x + 130, at)], DRIVE, 1.6)
        drawing.box(x + 130, at - 12, 24, 24, "#f4f4f4", 12)
        drawing.pin(x + 130, at, "buzzer.1")
        drawing.pin(x + 154, at, "buzzer.2")
        drawing.line([(x + 154, at), (x + 174, at)], GROUND, 1.6)
        tag(drawing, x + 179, at, "GND", GROUND)
        return at + 12


DRIVER = Buzzer
