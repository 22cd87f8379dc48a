"""Switches at the crossings of row and column lines: firmware/sensors/matrix.py."""

from __future__ import annotations

from typing import Any

from crossboard.games.rules import NOWHERE
from crossboard.profiles import layout
from crossboard.profiles.checker import Checker
from crossboard.profiles.drivers.base import Board, Part, Sensor, SensorDriver, Wire
from crossboard.profiles.drivers.ink import DRIVE, SENSE, tag
from crossboard.profiles.layout import Wrong
from crossboard.render.drawing import Drawing

CELL_X, CELL_Y = 62, 54

SETTLE_US = 15
"""From driving a row low to reading its columns. Until then the columns of the row before must have risen: a pull-up of up to 80 kΩ
(RP2040 datasheet, pin specifications) takes 15 µs to bring 200 pF (wires and diodes of a column and of the row that was let go)
to the 2.0 V that read as high. A fast controller spends almost nothing in between, so this alone has to suffice."""


class Matrix(SensorDriver):
    """A group is a row line, a member a column line."""

    keys = ("row_pins", "column_pins", "diodes", "settle_us", "squares")
    optional = ("settle_us", "squares")
    text = (
        "Each switch goes from its column line to the anode of its diode; the diode's band (cathode) to its row line."
    )
    group_title = "row line"
    logic_power = False

    def check(self, checker: Checker, table: dict[str, Any]) -> None:
        rows, columns = checker.table["board"]["rows"], checker.table["board"]["columns"]
        if "squares" in table:
            rows = len(table["squares"])
            widths = {len(line.split()) for line in table["squares"]}
            if len(widths) != 1:
                raise checker.wrong("sensors.squares", "every line must name as many squares as there are columns")
            columns = widths.pop()
        checker.pins("sensors.row_pins", table["row_pins"], rows, "rows")
        checker.pins("sensors.column_pins", table["column_pins"], columns, "columns")
        if not isinstance(table["diodes"], bool):
            raise checker.wrong("sensors.diodes", "must be true or false")
        checker.default("sensors", "settle_us", SETTLE_US, 0, 1000)

    def squares(self, profile: dict[str, Any], squares: list[int], wrong: Wrong) -> list[int]:
        lines = profile["sensors"].get("squares")
        if lines is None:
            return [
                s if s in squares else NOWHERE for s in range(profile["board"]["columns"] * profile["board"]["rows"])
            ]
        return [s for line in layout.listed(profile, "sensors.squares", lines, squares, wrong) for s in line]

    def group_size(self, profile: dict[str, Any]) -> int:
        return len(profile["sensors"]["column_pins"])

    def settings(self, profile: dict[str, Any], squares: list[int]) -> dict[str, Any]:
        table = profile["sensors"]
        return {"rows": table["row_pins"], "columns": table["column_pins"], "settle_us": table["settle_us"]}

    def circuit(self, profile: dict[str, Any], settings: dict[str, Any]) -> dict[str, Any]:
        lines = {"rows": tuple(settings["rows"]), "columns": tuple(settings["columns"])}
        return {**lines, "diodes": profile["sensors"]["diodes"]}

    def suspects(self, profile: dict[str, Any]) -> str:
        diodes = profile["sensors"]["diodes"]
        return "switch, diode (which way round?) and solder joints" if diodes else super().suspects(profile)

    def place(self, sensor: Sensor) -> tuple[str, str]:
        return f"R{sensor.group + 1}", f"C{sensor.member + 1}"

    def wires(self, board: Board) -> list[Wire]:
        table = board.profile["sensors"]
        found: list[Wire] = []
        for i, pin in enumerate(table["row_pins"]):
            on = " ".join(s.square for s in board.sensors if s.group == i)
            found.append(
                Wire(pin, f"R{i + 1}", f"cathodes of row line {i + 1}: {on}", "open drain, low in turn", DRIVE)
            )
        for i, pin in enumerate(table["column_pins"]):
            on = " ".join(s.square for s in board.sensors if s.member == i)
            found.append(Wire(pin, f"C{i + 1}", f"switches of column line {i + 1}: {on}", "input, pull-up"))
        return found

    def parts(self, board: Board) -> list[Part]:
        if not board.profile["sensors"]["diodes"]:
            return []
        return [Part(len(board.squares), "diode", "1N4148", "one at every switch, its band towards the row line")]

    def draw(self, drawing: Drawing, board: Board, x: float, y: float) -> float:
        """Row and column lines with a switch and a diode at every crossing that is used."""
        diodes = board.profile["sensors"]["diodes"]
        drawing.word(
            x, y, "Switches: column line, switch, diode (its band towards the row line), row line", 13, bold=True
        )
        drawing.word(x, y + 15, "The columns' pull-ups are inside the controller.", 10)
        top, left = y + 45, x + 60
        columns = board.group_size
        for member in range(columns):
            at = left + CELL_X * member
            tag(drawing, at, top - 16, f"C{member + 1}", SENSE, "middle")
            drawing.line([(at, top - 8), (at, top + CELL_Y * board.groups - 48)], SENSE, 1.6)
        for group in range(board.groups):
            # Row 1 is nearest to the player, so it is drawn at the bottom.
            at = top + CELL_Y * (board.groups - 1 - group) + CELL_Y - 12
            tag(drawing, left - 22, at, f"R{group + 1}", DRIVE, "end")
            drawing.line([(left - 16, at), (left + CELL_X * (columns - 1) + 40, at)], DRIVE, 1.6)
            for sensor in board.sensors:
                if sensor.group == group:
                    _crossing(drawing, left + CELL_X * sensor.member, at, sensor.square, diodes)
        return top + CELL_Y * board.groups


DRIVER = Matrix


def _crossing(drawing: Drawing, column: float, row: float, square: str, diode: bool) -> None:
    """From the column line by a switch and a diode down to the row line."""
    x, top = column + 22, row - 36
    drawing.dot(column, top, fill=SENSE)
    drawing.line([(column, top), (x, top), (x, top + 4)])
    drawing.line([(x - 0.5, top + 13), (x - 6, top + 4)], width=1.4)
    drawing.pin(x, top + 4, f"{square}.1")
    drawing.pin(x, top + 16, f"{square}.2")
    if diode:
        drawing.line([(x, top + 16), (x, top + 20)])
        drawing.shape([(x - 5, top + 20), (x + 5, top + 20), (x, top + 29)])
        drawing.line([(x - 5, top + 29), (x + 5, top + 29)], width=2)
        drawing.pin(x, top + 20, f"{square}.anode")
        drawing.pin(x, top + 29, f"{square}.cathode")
        drawing.line([(x, top + 29), (x, row)])
    else:
        drawing.line([(x, top + 16), (x, row)])
    drawing.dot(x, row, fill=DRIVE)
    drawing.word(x + 7, top + 14, square, 10)
