"""A board with a matrix and WS2812 lights as a diagram for the Wokwi simulator: slide switches for reed switches.

Wokwi's nets know no diodes, so three closed corners of a rectangle show the fourth as closed too, as on a board without.
"""

from __future__ import annotations

import json
from typing import Any

from crossboard.profiles.drivers.base import Board

STEP = 62
LEFT, TOP = 330, -260
Wire = tuple[str, str, str, list[str]]


def diagram(board: Board) -> str:
    """The text of diagram.json."""
    parts: list[dict[str, Any]] = [{"type": "wokwi-pi-pico", "id": "pico", "top": 0, "left": 0, "attrs": {}}]
    wires: list[Wire] = []
    sensors = board.profile["sensors"]
    squares = {board.square_name(s): s for s in board.squares}
    for sensor in board.sensors:
        x, y = _place(board, squares[sensor.square])
        # To the right is closed: pins 2 and 3.
        attrs = {"bounce": "0", "value": ""}
        parts.append({"type": "wokwi-slide-switch", "id": sensor.square, "top": y, "left": x, "attrs": attrs})
        wires.append((f"{sensor.square}:2", f"pico:GP{sensors['row_pins'][sensor.group]}", "red", []))
        wires.append((f"{sensor.square}:3", f"pico:GP{sensors['column_pins'][sensor.member]}", "blue", []))
    before = f"pico:GP{board.profile['lights']['pin']}"
    for square in board.chain:
        name = f"light-{board.square_name(square)}"
        x, y = _place(board, square)
        parts.append({"type": "wokwi-neopixel", "id": name, "top": y + 30, "left": x + 10, "attrs": {}})
        wires += [
            (before, f"{name}:DIN", "purple", []),
            (f"{name}:VDD", "pico:VBUS", "red", []),
            (f"{name}:VSS", "pico:GND.1", "black", []),
        ]
        before = f"{name}:DOUT"
    for i, (button, pin) in enumerate(board.profile["buttons"].items()):
        attrs = {"color": ("green", "yellow", "red")[i], "label": button, "bounce": "0"}
        parts.append({"type": "wokwi-pushbutton", "id": button, "top": 240, "left": 100 * i - 60, "attrs": attrs})
        wires += [(f"{button}:1.l", f"pico:GP{pin}", "green", []), (f"{button}:2.l", "pico:GND.8", "black", [])]
    text: dict[str, Any] = {
        "version": 1,
        "author": "Crossboard",
        "editor": "wokwi",
        "parts": parts,
        "connections": wires,
    }
    # A line for each part and wire.
    lines = json.dumps(text, separators=(", ", ": "), ensure_ascii=False)
    for opening in ('{"type"', '["', '"parts"', '"connections"'):
        lines = lines.replace(f", {opening}", f",\n  {opening}")
    return lines.replace("[{", "[\n  {").replace("[[", "[\n  [") + "\n"


def _place(board: Board, square: int) -> tuple[int, int]:
    return LEFT + STEP * (square % board.columns), TOP + STEP * (board.rows - 1 - square // board.columns)
