"""What drivers of chips with inputs have in common: switches to ground, or elements with an output of their own, in chips one after
the other."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from crossboard.games.rules import NOWHERE
from crossboard.games.words import plural
from crossboard.profiles import layout
from crossboard.profiles.checker import Checker
from crossboard.profiles.drivers.base import Board, Sensor, SensorDriver
from crossboard.profiles.drivers.ink import GROUND, SENSE, THREE, capacitor, resistor, tag
from crossboard.profiles.layout import Wrong
from crossboard.render.drawing import Drawing


class InputChips(SensorDriver):
    """A group is a chip, a member one of its inputs."""

    chip: str
    """Its name on drawings."""

    legs: dict[str, int]
    """Pin of its package for each of its inputs, in the order of the board's driver, by the name that the data sheet gives it."""

    unusable: tuple[int, ...] = ()
    """Those of them to which no switch may be wired."""

    most: int
    """Chips that the board's driver takes."""

    across: int = 3
    """Chips side by side in the drawing."""

    beside = ""
    """What else there is to solder, for the heading of the drawing."""

    @property
    def heading(self) -> str:
        """Above the drawing."""
        if self.element.supply_ma:
            return f"{self.element.plural.capitalize()}: output to the chip's input, supply to 3.3 V, the third wire to GND"
        return f"{self.element.plural.capitalize()}: from the chip's input to GND"

    pull_up = ""
    """What is drawn from each input to 3.3 V, "" if the chip has its own."""

    @abstractmethod
    def pins(self, board: Board, chip: int) -> list[tuple[str, str]]:
        """The other pins of a chip, with the wire that each is on."""

    def title(self, profile: dict[str, Any], chip: int) -> str:
        """Above a chip that is drawn."""
        return f"U{chip + 1}  {self.chip}"

    @property
    def inputs(self) -> Sequence[int]:
        """The inputs to which switches may be wired."""
        return [i for i in range(len(self.legs)) if i not in self.unusable]

    def check_order(self, checker: Checker, table: dict[str, Any]) -> int:
        """The keys `order` and `squares`; how many chips it comes to."""
        if "squares" in table and "order" in table:
            raise checker.wrong("sensors", "has both 'order' and 'squares'")
        for i, line in enumerate(table.get("squares", ())):
            for at, name in enumerate(line.split()):
                if at >= len(self.legs):
                    raise checker.wrong(f"sensors.squares[{i}]", f"names more than {len(self.legs)} inputs")
                if name != "-" and at in self.unusable:
                    raise checker.wrong(f"sensors.squares[{i}]", f"{self.chip}: input {at} can only be an output")
        if "squares" not in table:
            checker.order("sensors", table.setdefault("order", "rows"))
        count = self.chips(checker.table, checker.squares)
        if not 1 <= count <= self.most:
            raise checker.wrong("sensors", f"needs {plural(count, 'chip')}; the driver takes {self.most}")
        return count

    def chips(self, profile: dict[str, Any], squares: list[int]) -> int:
        """How many the sensors need."""
        lines = profile["sensors"].get("squares")
        return len(lines) if lines else -(-len(squares) // len(self.inputs))

    def squares(self, profile: dict[str, Any], squares: list[int], wrong: Wrong) -> list[int]:
        width, inputs = len(self.legs), self.inputs
        lines = profile["sensors"].get("squares")
        found = [NOWHERE] * (width * self.chips(profile, squares))
        if lines is not None:
            for chip, line in enumerate(layout.listed(profile, "sensors.squares", lines, squares, wrong)):
                found[width * chip : width * chip + len(line)] = line
            return found
        for i, square in enumerate(layout.in_order(profile, squares, profile["sensors"]["order"])):
            found[width * (i // len(inputs)) + inputs[i % len(inputs)]] = square
        return found

    def group_size(self, profile: dict[str, Any]) -> int:
        return len(self.legs)

    def place(self, sensor: Sensor) -> tuple[str, str]:
        return f"U{sensor.group + 1}", list(self.legs)[sensor.member]

    def leg(self, sensor: Sensor) -> str:
        name = self.place(sensor)[1]
        return f"{name} ({self.legs[name]})"

    def draw(self, drawing: Drawing, board: Board, x: float, y: float) -> float:
        """Chips, each with the elements at its inputs."""
        drawing.word(x, y, self.heading + self.beside, 13, bold=True)
        top = y + 30 + self.draw_common(drawing, board, x, y + 25)
        width, height = 290.0, 40 + 16 * len(self.inputs) + 100.0
        for chip in range(board.groups):
            left, at = x + 40 + (width + 60) * (chip % self.across), top + height * (chip // self.across)
            self._draw_chip(drawing, board, left, at, chip)
        return top + height * (-(-board.groups // self.across)) - 30

    def draw_common(self, drawing: Drawing, board: Board, x: float, y: float) -> float:
        """Draw what all chips share; returns its height."""
        return 0.0

    def _draw_chip(self, drawing: Drawing, board: Board, x: float, y: float, chip: int) -> None:
        shown = {s.member: s.square for s in board.sensors if s.group == chip}
        colours = {wire.name: wire.colour for wire in self.wires(board)} | {"GND": GROUND, "3.3 V": THREE}
        pins, inputs, names = self.pins(board, chip), self.inputs, list(self.legs)
        drawing.box(x + 45, y, 130, 18 * max(len(inputs), len(pins)) + 26, "#f2f4f8", 4)
        drawing.word(x + 110, y + 15, self.title(board.profile, chip), 10, "middle", bold=True)
        for i, (pin, wire) in enumerate(pins):
            at, colour = y + 32 + 18 * i, colours.get(wire, SENSE)
            drawing.line([(x + 33, at), (x + 45, at)], colour, 1.6)
            drawing.pin(x + 45, at, f"U{chip + 1}.{pin.rpartition(' ')[2]}")
            tag(drawing, x + 30, at, wire, colour, "end")
            drawing.word(x + 49, at + 4, pin, 9)
        rail, end = x + 222, y + 32 + 18 * len(inputs)
        for i, member in enumerate(inputs):
            at, leg = y + 32 + 18 * i, self.legs[names[member]]
            drawing.word(x + 171, at + 4, f"{names[member]} · {leg}", 9, "end")
            drawing.pin(x + 175, at, f"U{chip + 1}.{leg}")
            if self.pull_up:
                drawing.line([(x + 185, at), (x + 185, at - 8), (x + 190, at - 8)], THREE)
                resistor(drawing, x + 190, at - 8, f"U{chip + 1} {names[member]} pull-up", wide=20)
                drawing.line([(x + 210, at - 8), (rail, at - 8)], THREE)
            if member in shown:
                (_powered if self.element.supply_ma else _switch)(drawing, x + 175, at, x + 235, shown[member])
            elif self.pull_up:
                drawing.line([(x + 175, at), (x + 185, at)], SENSE, 1.6)
        if self.pull_up:
            drawing.line([(rail, y + 16), (rail, end - 26)], THREE, 1.6)
            tag(drawing, rail + 4, y + 10, "3.3 V", THREE)
            drawing.word(x + 179, y + 8, self.pull_up, 8)
        drawing.line([(x + 265, y + 32), (x + 265, end)], GROUND, 1.6)
        tag(drawing, x + 265, end + 10, "GND", GROUND, "middle")
        if self.element.supply_ma:
            drawing.line([(x + 275, y + 16), (x + 275, end - 20)], THREE, 1.6)
            tag(drawing, x + 275, y + 8, "3.3 V", THREE, "middle")
        bottom = y + 18 * max(len(inputs), len(pins)) + 56
        tag(drawing, x + 20, bottom, "3.3 V", THREE, "end")
        drawing.line([(x + 25, bottom), (x + 70, bottom)], THREE, 1.6)
        capacitor(drawing, x + 70, bottom, f"U{chip + 1} 100 nF", "100 nF")
        drawing.line([(x + 70, bottom + 7), (x + 70, bottom + 16), (x + 25, bottom + 16)], GROUND, 1.6)
        tag(drawing, x + 20, bottom + 16, "GND", GROUND, "end")


def _switch(drawing: Drawing, start: float, at: float, x: float, square: str) -> None:
    """A wire to a switch, and its other side to GND, 30 further to the right."""
    drawing.line([(start, at), (x, at)], SENSE, 1.6)
    drawing.line([(x + 2, at - 1), (x + 17, at - 7)])
    drawing.pin(x, at, f"{square}.1")
    drawing.pin(x + 20, at, f"{square}.2")
    drawing.line([(x + 20, at), (x + 30, at)], GROUND)
    drawing.word(x + 34, at + 4, square, 10)


def _powered(drawing: Drawing, start: float, at: float, x: float, square: str) -> None:
    """A wire to an element's output, its ground to GND, 30 further to the right, and its supply to 3.3 V, 40 to the right."""
    drawing.line([(start, at), (x, at)], SENSE, 1.6)
    drawing.box(x, at - 7, 20, 14, "#fff", 2)
    for name, dx, dy in (("OUT", 0, 0), ("3.3 V", 20, -4), ("GND", 20, 4)):
        drawing.pin(x + dx, at + dy, f"{square}.{name}")
    drawing.line([(x + 20, at + 4), (x + 30, at + 4)], GROUND)
    drawing.line([(x + 20, at - 4), (x + 40, at - 4)], THREE)
    drawing.word(x + 44, at + 4, square, 10)
