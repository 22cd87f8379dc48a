"""What drivers of chained lights with colours have in common: each has a chip of its own and passes on what is not for it."""

from __future__ import annotations

from typing import Any

from crossboard.profiles.checker import Checker
from crossboard.profiles.drivers.base import Board, LightDriver, Part
from crossboard.profiles.drivers.ink import FIVE, GROUND, LIGHT, resistor, tag
from crossboard.profiles.drivers.level_shifter import FUSED, LEVEL_SHIFTER, draw_shifter, draw_supply
from crossboard.render.drawing import Drawing

CHANNEL_MA = 20
"""mA of one colour of a light at full brightness: the most that data sheets name."""

IDLE_MA = 1
"""mA of a dark light."""


class LightChain(LightDriver):
    """Dimmed by the board so that no frame takes more than the profile's `limit_ma`.

    Each light has the 100 nF that its data sheet asks for. There is no other capacitor behind the fuse: USB allows a device to
    connect 10 µF to its 5 V at once (USB 2.0, section 7.2.4.1), and 84 lights already have 8.4.
    """

    chained = True
    colours = True

    light: str
    """What a light is called."""

    shop_note = ""
    """For the bill."""

    lines: tuple[tuple[str, str, str], ...]
    """The wires of the chain: name, and each light's input and output."""

    def power(self, checker: Checker, table: dict[str, Any], left_ma: int) -> int:
        dark = checker.light_count * IDLE_MA
        limit = checker.default("lights", "limit_ma", max(left_ma, 1), 1, 10_000)
        if limit < dark + 3 * CHANNEL_MA:
            what = f"{checker.light_count} lights take {dark} mA when dark, and one white light {3 * CHANNEL_MA} more"
            raise checker.wrong("lights.limit_ma", f"{limit} mA is too little: {what}")
        return limit

    def power_settings(self, table: dict[str, Any]) -> dict[str, Any]:
        """What the board's driver is given to keep the limit."""
        return {"limit_ma": table["limit_ma"], "idle_ma": IDLE_MA, "channel_ma": CHANNEL_MA}

    def current(self, profile: dict[str, Any]) -> str:
        return f"at most {profile['lights']['limit_ma']} mA"

    def table(self, names: list[str]) -> tuple[str, tuple[str, str], list[tuple[str, str]]]:
        joined = ", ".join(f"{output} of each light to {given} of the next" for _, given, output in self.lines)
        text = f"The chain's order: {joined}, 5 V and GND to all; feed both ends of a long chain."
        rows = [
            (f"{i + 1} to {min(i + 12, len(names))}", " ".join(names[i : i + 12])) for i in range(0, len(names), 12)
        ]
        return text, ("lights", "squares"), rows

    def leads_to(self, board: Board, line: int) -> str:
        """Where a wire of the chain leads."""
        return f"by the 74AHCT125 and 330 Ω to {self.lines[line][1]} of the first light, {board.square_name(board.chain[0])}"

    def parts(self, board: Board) -> list[Part]:
        return [
            Part(len(board.chain), "light", self.light, self.shop_note),
            *LEVEL_SHIFTER,
            Part(len(self.lines), "resistor", "330 Ω", "in the data line, at the first light"),
            Part(1, "fuse", "PTC, 0.75 A", "between the controller's 5 V and the lights; resets itself"),
        ]

    def draw(self, drawing: Drawing, board: Board, x: float, y: float) -> None:
        """Level shifter, resistors, and the chain of lights."""
        limit = board.profile["lights"]["limit_ma"]
        text = f"Lights: {len(board.chain)} {self.light} in a chain, at most {limit} mA"
        drawing.word(x, y, text, 13, bold=True)
        outputs = draw_shifter(drawing, x, y + 60, [name for name, _, _ in self.lines])
        first = x + 240
        levels = [at for _, at in outputs]
        squares = [board.square_name(board.chain[light]) for light in (0, 1, 2, len(board.chain) - 1)]
        for (out, at), (name, _, _) in zip(outputs, self.lines, strict=True):
            drawing.line([(out, at), (out + 20, at)], LIGHT, 1.8)
            resistor(drawing, out + 20, at, "330 Ω" if len(self.lines) == 1 else f"{name} 330 Ω", "330 Ω")
            drawing.line([(out + 46, at), (first, at)], LIGHT, 1.8)
            for i in range(3):
                end = first + 60 + 95 * i
                drawing.line([(end, at), (end + 35, at)], LIGHT, 1.8, dashed=i == 2)
        for i, (square, number) in enumerate(zip(squares, (1, 2, 3, len(board.chain)), strict=True)):
            self._draw_light(drawing, first + 95 * i, levels, square, number)
        for at, name, colour in ((levels[0] - 40, FUSED, FIVE), (levels[-1] + 40, "GND", GROUND)):
            drawing.line([(first, at), (first + 95 * 3 + 60, at)], colour, 2.4)
            tag(drawing, first + 95 * 3 + 65, at, name, colour)
        draw_supply(drawing, x, y + 180, [("100 nF", "100 nF, at the 74AHCT125")])

    def _draw_light(self, drawing: Drawing, left: float, levels: list[float], square: str, number: int) -> None:
        top, bottom = levels[0] - 24, levels[-1] + 24
        drawing.box(left, top, 60, bottom - top, "#f7f2fa", 4)
        drawing.word(left + 30, levels[0] - 8, square, 12, "middle", bold=True)
        drawing.word(left + 30, levels[0] + 6, f"light {number}", 9, "middle")
        drawing.line([(left + 15, top), (left + 15, top - 16)], FIVE, 1.6)
        drawing.line([(left + 45, bottom), (left + 45, bottom + 16)], GROUND, 1.6)
        drawing.pin(left + 15, top, f"light {square}.5 V")
        drawing.pin(left + 45, bottom, f"light {square}.GND")
        for (_, given, output), at in zip(self.lines, levels, strict=True):
            drawing.word(left + 4, at + 19, given, 8)
            drawing.word(left + 56, at + 19, output, 8, "end")
            drawing.pin(left, at, f"light {square}.{given}")
            drawing.pin(left + 60, at, f"light {square}.{output}")
