"""The wiring drawing of a board: its header with the name of the wire at every pin, then sensors, lights and buttons.

Wires with the same name are one wire, as on any schematic; the colours tell what a wire is for. The controller is seen from
below, as whoever solders sees its pins.
"""

from __future__ import annotations

from crossboard.profiles.drivers import extras_of, lights_of, sensors_of
from crossboard.profiles.drivers.base import Board
from crossboard.profiles.drivers.ink import BUTTON, FIVE, GROUND, THREE, tag
from crossboard.profiles.nets import wires
from crossboard.render.drawing import Drawing


def wiring_drawing(board: Board) -> str:
    """The drawing as SVG."""
    drawing = Drawing(f"{board.title}: wiring")
    drawing.word(20, 32, board.title, 18, bold=True)
    drawing.word(
        20, 50, f"Profile {board.name}. Wires of one name are joined. Controller from below, {board.header.top} up.", 11
    )
    bottom = _header(drawing, board, 20, 75)
    right = 440.0
    y = sensors_of(board.profile).draw(drawing, board, right, 85)
    lights_of(board.profile).draw(drawing, board, right, y + 45)
    y = _buttons(drawing, board, 20, bottom + 45)
    for extra in extras_of(board.profile):
        y = extra.draw(drawing, board, 20, y + 45)
    return drawing.text()


def _header(drawing: Drawing, board: Board, x: float, y: float) -> float:
    """Draw the controller board with its pins; returns its lower end."""
    header = board.header
    names = {header.pin(wire.gpio): (wire.name, wire.colour) for wire in wires(board) if wire.name != "-"}
    power = {header.five_volts: ("5 V", FIVE), "GND": ("GND", GROUND)}
    if any(driver.logic_power for driver in (sensors_of(board.profile), *extras_of(board.profile))):
        power[header.logic] = ("3.3 V", THREE)
    height = 20 * len(header.left) + 20
    left, width = x + 95, 190
    drawing.box(left, y, width, height, "#eef5ee", 6)
    for what, at in ((header.top, y - 8), (header.bottom, y + height - 14)):
        if what:
            drawing.box(left + width / 2 - 22, at, 44, 22, "#ccc", 3)
            drawing.word(left + width / 2, at + 15, what, 10, "middle")
    # From below, the right row is at the left.
    for column, row in enumerate((1, 0)):
        pins = (header.left, header.right)[row]
        side = 2 * column - 1
        edge = left + width * column
        anchor, inside = ("end", "start") if side < 0 else ("start", "end")
        for i, name in enumerate(pins):
            at = y + 25 + 20 * i
            place = header.label(row, i)
            drawing.word(edge - side * 6, at + 4, f"{name} · {place}" if side > 0 else f"{place} · {name}", 10, inside)
            found = names[name] if name in names else power.get(name)
            if found:
                drawing.line([(edge, at), (edge + side * 24, at)], found[1], 2)
                drawing.pin(edge, at, place)
                tag(drawing, edge + side * 28, at, *found, anchor)
    drawing.word(left + width / 2, y + height + (24 if header.bottom else 16), header.title, 11, "middle", bold=True)
    return y + height + 20


def _buttons(drawing: Drawing, board: Board, x: float, y: float) -> float:
    """Buttons to ground; returns their lower end."""
    drawing.word(x, y, "Buttons", 13, bold=True)
    for i, name in enumerate(board.profile["buttons"]):
        at = y + 30 + 32 * i
        tag(drawing, x + 50, at, name.upper(), BUTTON, "end")
        drawing.line([(x + 56, at), (x + 90, at)], BUTTON, 1.6)
        drawing.pin(x + 90, at, f"{name}.1")
        drawing.line([(x + 93, at - 2), (x + 114, at - 12)])
        drawing.pin(x + 116, at, f"{name}.2")
        drawing.line([(x + 116, at), (x + 150, at)], GROUND, 1.6)
        tag(drawing, x + 155, at, "GND", GROUND)
    return y + 32 * len(board.profile["buttons"])
