"""A chain of WS2812 lights: firmware/lights/ws2812.py."""

from __future__ import annotations

from typing import Any

from crossboard.profiles.checker import Checker
from crossboard.profiles.drivers.base import Board, Wire
from crossboard.profiles.drivers.ink import LIGHT
from crossboard.profiles.drivers.light_chain import LightChain

COLOUR_ORDERS = ("grb", "rgb", "brg", "bgr", "rbg", "gbr")


class Ws2812(LightChain):
    """A light takes its colours in one of several orders, by its maker."""

    keys = ("pin", "colours", "limit_ma")
    optional = ("colours", "limit_ma")
    light = "WS2812B"
    shop_note = "a strip of 30 a metre has them 33.3 mm apart: cut it into rows"
    lines = (("LIGHTS", "DIN", "DOUT"),)

    def check(self, checker: Checker, table: dict[str, Any]) -> None:
        checker.pin("lights.pin", table["pin"])
        if table.setdefault("colours", COLOUR_ORDERS[0]) not in COLOUR_ORDERS:
            raise checker.wrong("lights.colours", f"must be one of {', '.join(COLOUR_ORDERS)}")

    def settings(self, profile: dict[str, Any], count: int) -> dict[str, Any]:
        table = profile["lights"]
        return {"pin": table["pin"], "count": count, "colours": table["colours"], **self.power_settings(table)}

    def circuit(self, settings: dict[str, Any]) -> dict[str, Any]:
        return {"light_count": settings["count"], "light_pin": settings["pin"], "colour_order": settings["colours"]}

    def wires(self, board: Board) -> list[Wire]:
        return [Wire(board.profile["lights"]["pin"], "LIGHTS", self.leads_to(board, 0), "output", LIGHT)]


DRIVER = Ws2812
