"""The files of the circuit boards in hardware/pcb: for KiCad, for soldering by hand, and for an assembly service."""

from __future__ import annotations

from crossboard.hardware.pcb import sets
from crossboard.hardware.pcb.assembly import part_list, placement
from crossboard.hardware.pcb.kicad import board_file, project_file
from crossboard.hardware.pcb.layout import BACK
from crossboard.hardware.pcb.picture import picture


def circuit_boards() -> dict[str, str]:
    """Path below hardware -> content."""
    found: dict[str, str] = {}
    for name in sets.BOARDS:
        board = sets.layout(name)
        found |= {
            f"pcb/{name}/{name}.kicad_pcb": board_file(board),
            f"pcb/{name}/{name}.kicad_pro": project_file(board),
            f"pcb/{name}/parts.csv": part_list(board),
            f"pcb/{name}/above.svg": picture(board),
            f"pcb/{name}/below.svg": picture(board, BACK),
        }
        if any(not part.by_hand for part in board.parts):
            found[f"pcb/{name}/placement.csv"] = placement(board)
    return found
