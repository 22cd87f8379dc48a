"""Files for an assembly service besides the Gerbers: the parts list and the placement. And the list of all parts."""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict

from crossboard.hardware.catalogue import CIRCUIT, Offer
from crossboard.hardware.pcb.layout import BACK, Layout, Part


def placement(board: Layout) -> str:
    """Middle of each part that the service places and its angle, as CSV.

    Millimetres from the Gerbers' origin, which is the upper left corner, upwards: the service lays one over the other.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("Designator", "Mid X", "Mid Y", "Layer", "Rotation"))
    for part in board.parts:
        if not part.by_hand:
            layer = "Bottom" if part.side == BACK else "Top"
            writer.writerow((part.ref, f"{part.x:.3f}mm", f"{-part.y:.3f}mm", layer, part.angle))
    return out.getvalue()


def part_list(board: Layout) -> str:
    """All parts of a board by kind, those that the service places first, as CSV."""
    kinds: dict[tuple[bool, str, str], list[Part]] = defaultdict(list)
    for part in filter(lambda part: part.fitted, board.parts):
        kinds[part.by_hand, part.value, part.footprint.name].append(part)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("Comment", "Designator", "Footprint", "Quantity", "Soldered by", "Part", "Or"))
    for (by_hand, value, footprint), parts in sorted(kinds.items()):
        offer = offered(value)
        names = ",".join(sorted((part.ref for part in parts), key=_natural))
        who = "maker" if by_hand else "service"
        writer.writerow((value, names, footprint, len(parts), who, offer.first, offer.second))
    return out.getvalue()


def offered(value: str) -> Offer:
    """The catalogue's offer for a part of the circuit boards; buttons are listed by function."""
    return CIRCUIT["button 6x6 mm" if value in ("OK", "NEXT", "BACK") else value]


def _natural(name: str) -> tuple[str, int]:
    letters, digits = re.fullmatch(r"([A-Z]+)(\d+)", name).groups()  # type: ignore[union-attr]
    return letters, int(digits)
