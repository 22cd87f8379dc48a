"""What drivers of chips with inputs have in common: switches to ground, in chips one after the other."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from crossboard.games.rules import NOWHERE
from crossboard.profiles import layout
from crossboard.profiles.drivers.base import Sensor, SensorDriver
from crossboard.profiles.drivers.ink import GROUND, SENSE, THREE, tag
from crossboard.profiles.layout import Wrong

if TYPE_CHECKING:
    from crossboard.profiles.check import Checker
    from crossboard.profiles.nets import Board
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

    heading = "Switches: from the chip's input to GND"

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
                    raise checker.wrong(f"sensors.squares[{i}]", f"input {at} of an {self.chip} can only be an output")
        if "squares" not in table:
            checker.order("sensors", table.setdefault("order", "rows"))
        count = self.chips(checker.table, checker.squares)
        if not 1 <= count <= self.most:
            raise checker.wrong("sensors", f"needs {count} chips; the driver takes {self.most}")
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
        """Chips, each with the switches at its inputs; every switch's other side goes to GND."""
        drawing.word(x, y, self.heading, 13, bold=True)
        width, height = 250.0, 40 + 16 * len(self.inputs) + 70.0
        for chip in range(board.groups):
            left, top = x + 40 + (width + 80) * (chip % self.across), y + 30 + height * (chip // self.across)
            self._draw_chip(drawing, board, left, top, chip)
        return y + 30 + height * (-(-board.groups // self.across)) - 30

    def _draw_chip(self, drawing: Drawing, board: Board, x: float, y: float, chip: int) -> None:
        shown = {s.member: s.square for s in board.sensors if s.group == chip}
        colours = {wire.name: wire.colour for wire in self.wires(board)} | {"GND": GROUND, "3.3 V": THREE}
        pins, inputs, names = self.pins(board, chip), self.inputs, list(self.legs)
        drawing.box(x + 45, y, 130, 18 * max(len(inputs), len(pins)) + 26, "#f2f4f8", 4)
        drawing.word(x + 110, y + 15, self.title(board.profile, chip), 10, "middle", bold=True)
        for i, (pin, wire) in enumerate(pins):
            at, colour = y + 32 + 18 * i, colours.get(wire, SENSE)
            drawing.line([(x + 33, at), (x + 45, at)], colour, 1.6)
            tag(drawing, x + 30, at, wire, colour, "end")
            drawing.word(x + 49, at + 4, pin, 9)
        for i, member in enumerate(inputs):
            at = y + 32 + 18 * i
            drawing.word(x + 171, at + 4, f"{names[member]} · {self.legs[names[member]]}", 9, "end")
            if member in shown:
                drawing.line([(x + 175, at), (x + 187, at)], SENSE, 1.6)
                drawing.line([(x + 187, at), (x + 199, at - 6)])
                drawing.dot(x + 187, at, 1.4)
                drawing.dot(x + 200, at, 1.4)
                drawing.line([(x + 200, at), (x + 208, at)], GROUND)
                drawing.word(x + 212, at + 4, shown[member], 10)
