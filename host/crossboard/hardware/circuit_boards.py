"""Which circuit boards a profile is made of, where each lies, and the parts on them.

The boards themselves are KiCad's: hardware/pcb/NAME/NAME.kicad_sch and .kicad_pcb; `make -C hardware/pcb` checks them and makes
parts.csv from the schematic's fields.
"""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).resolve().parents[3] / "hardware" / "pcb"
BOARDS = ("tile", "single", "carrier")
SIDE = 4
"""Squares along a tile's edge."""

SETS: dict[str, dict[str, str]] = {
    "pico-8x8-pcb": {"T1": "a1", "T2": "e1", "T3": "a5", "T4": "e5"},
    "pico-cross-pcb": {
        "T1": "e1", "T2": "i5", "T3": "e5", "T4": "a5", "T5": "e9",
        "X1": "d4", "X2": "i4", "X3": "d9", "X4": "i9",
    },
}  # fmt: skip
"""Profile -> connector of the carrier -> the lower left square of what is plugged in there: a tile, or a single square."""


class OnBoard(NamedTuple):
    """A line of a board's parts.csv; `lcsc` is "" for what is soldered by hand."""

    comment: str
    designators: tuple[str, ...]
    maker: str
    number: str
    alternative: str
    lcsc: str


@cache
def parts(name: str) -> tuple[OnBoard, ...]:
    """The parts of a board as its schematic lists them, those left out that are not fitted."""
    rows = csv.DictReader((FOLDER / name / "parts.csv").read_text(encoding="utf-8").splitlines())
    return tuple(
        OnBoard(
            row["Comment"],
            tuple(row["Designator"].split(",")),
            row["Manufacturer"],
            row["MPN"],
            row["Alternative"],
            row["LCSC"],
        )
        for row in rows
    )


def board_at(connector: str) -> str:
    """The board that belongs to a connector of the carrier."""
    return "tile" if connector[0] == "T" else "single"


def counts(profile: str) -> dict[str, int]:
    """How many of each board a profile takes."""
    kinds = ["carrier", *map(board_at, SETS[profile])]
    return {name: kinds.count(name) for name in BOARDS if name in kinds}


def squares(profile: str) -> dict[str, tuple[str, int]]:
    """Square -> the connector whose board has it, and its number there (SW, D, LED and C of that number)."""
    found: dict[str, tuple[str, int]] = {}
    for connector, origin in SETS[profile].items():
        column, row = ord(origin[0]), int(origin[1:])
        side = SIDE if board_at(connector) == "tile" else 1
        for i in range(side * side):
            found[f"{chr(column + i % side)}{row + i // side}"] = (connector, i + 1)
    return found
