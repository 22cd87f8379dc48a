"""A chain of WS2812 lights: firmware/lights/ws2812.py."""

from __future__ import annotations

from typing import Any

from crossboard.profiles.checker import Checker
from crossboard.profiles.drivers.base import Board, LightDriver, Part, Wire
from crossboard.profiles.drivers.ink import FIVE, GROUND, LIGHT, resistor, tag
from crossboard.profiles.drivers.level_shifter import FUSED, LEVEL_SHIFTER, draw_shifter, draw_supply
from crossboard.render.drawing import Drawing

COLOUR_ORDERS = ("grb", "rgb", "brg", "bgr", "rbg", "gbr")

CHANNEL_MA = 20
"""mA of one colour of a WS2812 at full brightness: the most that data sheets of its makers name."""

IDLE_MA = 1
"""mA of a dark WS2812."""


class Ws2812(LightDriver):
    """Dimmed by the board so that no frame takes more than the profile's `limit_ma`.

    Each light has the 100 nF that its data sheet asks for. There is no other capacitor behind the fuse: USB allows a device to
    connect 10 µF to its 5 V at once (USB 2.0, section 7.2.4.1), and 84 lights already have 8.4.
    """

    keys = ("pin", "colours", "limit_ma")
    optional = ("colours", "limit_ma")
    chained = True
    colours = True

    def check(self, checker: Checker, table: dict[str, Any]) -> None:
        checker.pin("lights.pin", table["pin"])
        if table.setdefault("colours", COLOUR_ORDERS[0]) not in COLOUR_ORDERS:
            raise checker.wrong("lights.colours", f"must be one of {', '.join(COLOUR_ORDERS)}")

    def power(self, checker: Checker, table: dict[str, Any], left_ma: int) -> int:
        dark = checker.light_count * IDLE_MA
        limit = checker.default("lights", "limit_ma", max(left_ma, 1), 1, 10_000)
        if limit < dark + 3 * CHANNEL_MA:
            what = f"{checker.light_count} lights take {dark} mA when dark, and one white light {3 * CHANNEL_MA} more"
            raise checker.wrong("lights.limit_ma", f"{limit} mA is too little: {what}")
        return limit

    def settings(self, profile: dict[str, Any], count: int) -> dict[str, Any]:
        table = profile["lights"]
        power = {"limit_ma": table["limit_ma"], "idle_ma": IDLE_MA, "channel_ma": CHANNEL_MA}
        return {"pin": table["pin"], "count": count, "colours": table["colours"], **power}

    def circuit(self, settings: dict[str, Any]) -> dict[str, Any]:
        return {"light_count": settings["count"], "light_pin": settings["pin"], "colour_order": settings["colours"]}

    def current(self, profile: dict[str, Any]) -> str:
        return f"at most {profile['lights']['limit_ma']} mA"

    def table(self, names: list[str]) -> tuple[str, tuple[str, str], list[tuple[str, str]]]:
        text = "The chain's order: DOUT of each light to DIN of the next, 5 V and GND to all; feed both ends of a long chain."
        rows = [
            (f"{i + 1} to {min(i + 12, len(names))}", " ".join(names[i : i + 12])) for i in range(0, len(names), 12)
        ]
        return text, ("lights", "squares"), rows

    def wires(self, board: Board) -> list[Wire]:
        first = board.square_name(board.chain[0])
        leads_to = f"by the 74AHCT125 and 330 Ω to DIN of the first light, {first}"
        return [Wire(board.profile["lights"]["pin"], "LIGHTS", leads_to, "output", LIGHT)]

    def parts(self, board: Board) -> list[Part]:
        strip = "a strip of 30 a metre has them 33.3 mm apart: cut it into rows"
        return [
            Part(len(board.chain), "light", "WS2812B", strip),
            *LEVEL_SHIFTER,
            Part(1, "resistor", "330 Ω", "in the data line, at the first light"),
            Part(1, "fuse", "PTC, 0.75 A", "between the controller's 5 V and the lights; resets itself"),
        ]

    def draw(self, drawing: Drawing, board: Board, x: float, y: float) -> None:
        """Level shifter, resistor, and the chain of lights."""
        limit = board.profile["lights"]["limit_ma"]
        drawing.word(x, y, f"Lights: {len(board.chain)} WS2812B in a chain, at most {limit} mA", 13, bold=True)
        ((out, at),) = draw_shifter(drawing, x, y + 60, ["LIGHTS"])
        first = x + 240
        drawing.line([(out, at), (out + 20, at)], LIGHT, 1.8)
        resistor(drawing, out + 20, at, "330 Ω", "330 Ω")
        drawing.line([(out + 46, at), (first, at)], LIGHT, 1.8)
        for i, light in enumerate([0, 1, 2, len(board.chain) - 1]):
            _light(drawing, first + 95 * i, at, board.square_name(board.chain[light]), light + 1)
            if i < 3:
                end = first + 60 + 95 * i
                drawing.line([(end, at), (end + 35, at)], LIGHT, 1.8, dashed=i == 2)
        _feed(drawing, first, first + 95 * 3 + 60, at)
        draw_supply(drawing, x, y + 180, [("100 nF", "100 nF, at the 74AHCT125")])


DRIVER = Ws2812


def _light(drawing: Drawing, left: float, at: float, square: str, number: int) -> None:
    drawing.box(left, at - 24, 60, 48, "#f7f2fa", 4)
    drawing.word(left + 30, at - 8, square, 12, "middle", bold=True)
    drawing.word(left + 30, at + 6, f"light {number}", 9, "middle")
    drawing.word(left + 4, at + 19, "DIN", 8)
    drawing.word(left + 56, at + 19, "DOUT", 8, "end")
    drawing.line([(left + 15, at - 24), (left + 15, at - 40)], FIVE, 1.6)
    drawing.line([(left + 45, at + 24), (left + 45, at + 40)], GROUND, 1.6)
    for name, x, y in (("DIN", 0, 0), ("DOUT", 60, 0), ("5 V", 15, -24), ("GND", 45, 24)):
        drawing.pin(left + x, at + y, f"light {square}.{name}")


def _feed(drawing: Drawing, left: float, end: float, at: float) -> None:
    """5 V and ground along the chain."""
    for y, name, colour in ((at - 40, FUSED, FIVE), (at + 40, "GND", GROUND)):
        drawing.line([(left, y), (end, y)], colour, 2.4)
        tag(drawing, end + 5, y, name, colour)
