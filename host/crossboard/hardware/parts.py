"""The bill of materials of a board."""

from __future__ import annotations

import csv
import io

from crossboard.games.rules import HOLE, game_names, new_game, specs
from crossboard.profiles.drivers.base import Part
from crossboard.profiles.nets import Board

COLUMNS = ("quantity", "part", "value", "note")

PITCH_MM = 100 / 3
"""From square to square, as hardware/scad/parameters.scad has it."""


def pieces(board: Board) -> dict[str, int]:
    """The most pieces that stand on the board at once, for each of its games."""
    found: dict[str, int] = {}
    for name in game_names():
        if name in board.profile["games"]:
            variants = [spec for spec in specs() if spec.partition(":")[0] == name]
            found[name] = max(sum(1 for v in new_game(spec).board if v and v != HOLE) for spec in variants)
    return found


def parts(board: Board) -> list[Part]:
    """Everything to buy, in the order in which it is needed."""
    return [*_board(board), *board.sensor_driver.parts(board), *board.light_driver.parts(board), *_rest(board)]


def _board(board: Board) -> list[Part]:
    return [
        Part(1, "controller", board.header.title, "with pin headers; MicroPython 1.23 or newer"),
        Part(1, "USB cable", "", f"with data lines; the port must give {board.profile['power']['supply_ma']} mA"),
        Part(
            len(board.squares),
            "reed switch",
            "normally open, 10 to 20 AT, glass 14 mm",
            "buy some more: glass breaks when bent",
        ),
    ]


def _rest(board: Board) -> list[Part]:
    standing = pieces(board)
    count = max(standing.values())
    games = ", ".join(f"{name} {number}" for name, number in standing.items())
    wide, high = (round(board.profile["board"][key] * PITCH_MM) for key in ("columns", "rows"))
    return [
        Part(
            len(board.profile["buttons"]),
            "push button",
            "normally open, thread M7",
            ", ".join(board.profile["buttons"]),
        ),
        Part(count, "magnet", "neodymium disc, 8 x 3 mm, N35 or N42", f"one a piece, all the same way up; {games}"),
        Part(count, "piece base", "printed, hardware/scad/base.scad", "for a piece of your own to stand on"),
        Part(1, "frame and tiles", "printed, hardware/scad", "which parts, and how: hardware/BUILD.md, 3"),
        Part(8, "pin", "rod of 3 mm, 20 mm long", "between the quarters of the frame"),
        Part(1, "playing surface", f"matt acrylic, 2 mm, {wide} x {high} mm", "light must come through"),
        Part(1, "hook-up wire", "0.25 mm² or AWG 24, several colours", "5 V and GND to the lights: 0.5 mm² or AWG 20"),
    ]


def bom(board: Board) -> str:
    """The bill as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(parts(board))
    return out.getvalue()
