"""Which circuit boards a profile is made of, where each lies, and what is joined when all cables are plugged in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from crossboard.hardware.pcb import netlist
from crossboard.hardware.pcb.carrier import carrier
from crossboard.hardware.pcb.layout import Layout
from crossboard.hardware.pcb.single import single
from crossboard.hardware.pcb.tile import SIDE, tile

BOARDS: dict[str, Callable[[], Layout]] = {"tile": tile, "single": single, "carrier": carrier}

SETS: dict[str, dict[str, str]] = {
    "pico-8x8-pcb": {"T1": "a1", "T2": "e1", "T3": "a5", "T4": "e5"},
    "pico-cross-pcb": {
        "T1": "e1", "T2": "i5", "T3": "e5", "T4": "a5", "T5": "e9",
        "X1": "d4", "X2": "i4", "X3": "d9", "X4": "i9",
    },
}  # fmt: skip
"""Profile -> connector of the carrier -> the lower left square of what is plugged in there: a tile, or a single square."""


@cache
def layout(name: str) -> Layout:
    """A board, made once: laying the carrier's tracks takes some seconds."""
    return BOARDS[name]()


def board_at(connector: str) -> str:
    """The board that belongs to a connector of the carrier."""
    return "tile" if connector[0] == "T" else "single"


def counts(profile: str) -> dict[str, int]:
    """How many of each board a profile takes."""
    kinds = [board_at(connector) for connector in SETS[profile]]
    return {
        name: 1 if name == "carrier" else kinds.count(name) for name in BOARDS if name == "carrier" or name in kinds
    }


def squares(profile: str) -> dict[str, tuple[str, int]]:
    """Square -> the connector whose board has it, and its number there (K, D, L and C of that number)."""
    found: dict[str, tuple[str, int]] = {}
    for connector, origin in SETS[profile].items():
        column, row = ord(origin[0]), int(origin[1:])
        side = SIDE if board_at(connector) == "tile" else 1
        for i in range(side * side):
            found[f"{chr(column + i % side)}{row + i // side}"] = (connector, i + 1)
    return found


def joined(profile: str, files: Mapping[str, str]) -> list[set[str]]:
    """What hangs together: groups of pads as `carrier/U1.1` and `T1/K1.2`, found from the copper of the board files
    (board -> text of its .kicad_pcb) and from the cables, which join pin n to pin n."""
    groups = {name: netlist.joined(netlist.read(text)) for name, text in files.items()}
    all_groups = [{f"carrier/{pad}" for pad in group} for group in groups["carrier"]]
    for connector in SETS[profile]:
        all_groups += [{f"{connector}/{pad}" for pad in group} for group in groups[board_at(connector)]]
    for connector in SETS[profile]:
        for group in [group for group in all_groups if any(pad.startswith(f"carrier/{connector}.") for pad in group)]:
            pins = [pad.partition(".")[2] for pad in group if pad.startswith(f"carrier/{connector}.")]
            others = [other for other in all_groups if any(f"{connector}/J1.{pin}" in other for pin in pins)]
            for other in others:
                if other is not group:
                    group |= other
                    all_groups = [kept for kept in all_groups if kept is not other]
    return all_groups
