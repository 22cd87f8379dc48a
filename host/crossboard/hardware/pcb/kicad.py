"""A layout as a KiCad board file (format of KiCad 6, which later ones read), and its rules as a project file."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator

from crossboard.hardware.pcb.layout import BACK, CLEARANCE, FRONT, VIA, VIA_HOLE, Layout, Pad, Part, Words

LAYERS = (
    (0, "F.Cu", "signal"), (31, "B.Cu", "signal"), (34, "B.Paste", "user"), (35, "F.Paste", "user"),
    (36, "B.SilkS", "user"), (37, "F.SilkS", "user"), (38, "B.Mask", "user"), (39, "F.Mask", "user"),
    (44, "Edge.Cuts", "user"), (46, "B.CrtYd", "user"), (47, "F.CrtYd", "user"), (48, "B.Fab", "user"),
    (49, "F.Fab", "user"),
)  # fmt: skip
POUR_CLEARANCE = 0.3
EDGE = 0.3
"""mm of copper from the board's edge."""


def _n(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".").replace("-0.0", "0") if value else "0"


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '\\"') + '"'


class Writer:
    """Numbers the nets, and gives everything an identity that stays the same when the board is written again."""

    def __init__(self, board: Layout) -> None:
        self.board = board
        self.numbers = {"": 0, **{net: i + 1 for i, net in enumerate(board.nets())}}
        self._count = 0

    def stamp(self) -> str:
        self._count += 1
        return f"(tstamp {uuid.uuid5(uuid.NAMESPACE_URL, f'crossboard/{self.board.name}/{self._count}')})"

    def lines(self) -> Iterator[str]:
        board = self.board
        yield "(kicad_pcb (version 20211014) (generator crossboard)"
        yield "  (general (thickness 1.6))"
        yield '  (paper "A4")'
        yield f"  (title_block (title {_quoted(board.title)}))"
        yield "  (layers"
        for number, name, kind in LAYERS:
            yield f'    ({number} "{name}" {kind})'
        yield "  )"
        yield "  (setup (pad_to_mask_clearance 0.05))"
        for net, number in self.numbers.items():
            yield f"  (net {number} {_quoted(net)})"
        for part in board.parts:
            yield from self.part(part)
        yield from self.outline()
        for words in board.words:
            yield self.words(words, "gr_text", f"{words.side}.SilkS")
        for track in board.tracks:
            for (ax, ay), (bx, by) in track.segments():
                ends = f"(start {_n(ax)} {_n(ay)}) (end {_n(bx)} {_n(by)})"
                net = self.numbers[track.net]
                yield f'  (segment {ends} (width {_n(track.width)}) (layer "{track.side}.Cu") (net {net}) {self.stamp()})'
        for via in board.vias:
            size = f"(size {_n(VIA)}) (drill {_n(VIA_HOLE)})"
            net = self.numbers[via.net]
            yield f'  (via (at {_n(via.x)} {_n(via.y)}) {size} (layers "F.Cu" "B.Cu") (net {net}) {self.stamp()})'
        for side in (FRONT, BACK):
            yield from self.pour(side)
        yield ")"

    def part(self, part: Part) -> Iterator[str]:
        """A footprint; what lies on the back is written as it is after being turned over."""
        layer, flip = f"{part.side}.Cu", -1 if part.side == BACK else 1
        kind = "through_hole" if part.footprint.pads[0].hole else "smd"
        name = _quoted(f"crossboard:{part.footprint.name}")
        yield f'  (footprint {name} (layer "{layer}") {self.stamp()}'
        yield f"    (at {_n(part.x)} {_n(part.y)} {_n(part.angle)}) (attr {kind})"
        left, top, right, bottom = part.footprint.body
        middle = ((left + right) / 2, flip * (top + bottom) / 2)
        x, y = part.footprint.label or (left - 0.4, top - 0.9)
        yield self.words(Words(part.ref, x, flip * y, 0.9, part.side, part.angle % 180), "reference", "")
        yield self.words(Words(part.value, *middle, 0.8, part.side, part.angle % 180), "value", f"{part.side}.Fab")
        for layer_name, grow in (("Fab", 0.0), ("CrtYd", 0.25)):
            box = _reach(part, grow) if grow else part.footprint.body
            yield from self.box(box, flip, f"{part.side}.{layer_name}", 0.1 if not grow else 0.05)
        yield from self.silk(part, flip)
        for pad in part.footprint.pads:
            yield self.pad(part, pad, flip)
        yield "  )"

    def silk(self, part: Part, flip: int) -> Iterator[str]:
        """The outline that is printed, where no pad is in the way; and a dot for pin 1 or the cathode."""
        left, top, right, bottom = (
            edge + grow for edge, grow in zip(part.footprint.body, (-0.1, -0.1, 0.1, 0.1), strict=True)
        )
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
            if not any(_crosses(start, end, pad) for pad in part.footprint.pads):
                yield self.line(start, end, flip, f"{part.side}.SilkS", 0.12)
        if part.footprint.mark:
            x, y = part.footprint.mark
            at, rim = f"(center {_n(x)} {_n(flip * y)})", f"(end {_n(x + 0.25)} {_n(flip * y)})"
            layer = f'(layer "{part.side}.SilkS")'
            yield f"    (fp_circle {at} {rim} {layer} (width 0.12) (fill solid) {self.stamp()})"

    def line(self, start: tuple[float, float], end: tuple[float, float], flip: int, layer: str, width: float) -> str:
        ends = f"(start {_n(start[0])} {_n(flip * start[1])}) (end {_n(end[0])} {_n(flip * end[1])})"
        return f'    (fp_line {ends} (layer "{layer}") (width {width}) {self.stamp()})'

    def box(self, box: tuple[float, float, float, float], flip: int, layer: str, width: float) -> Iterator[str]:
        left, top, right, bottom = box
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
            yield self.line(start, end, flip, layer, width)

    def pad(self, part: Part, pad: Pad, flip: int) -> str:
        net = part.nets.get(pad.number, "")
        at = f"(at {_n(pad.x)} {_n(flip * pad.y)} {_n(part.angle)})"
        shape = "oval" if pad.round and pad.width != pad.height else "circle" if pad.round else "rect"
        size = f"(size {_n(pad.width)} {_n(pad.height)})"
        if pad.hole:
            what = f'thru_hole {shape} {at} {size} (drill {_n(pad.hole)}) (layers "*.Cu" "*.Mask")'
        else:
            side = part.side
            what = f'smd {shape} {at} {size} (layers "{side}.Cu" "{side}.Paste" "{side}.Mask")'
        on = f" (net {self.numbers[net]} {_quoted(net)})" if net else ""
        return f'    (pad "{pad.number}" {what}{on} {self.stamp()})'

    def words(self, words: Words, kind: str, layer: str) -> str:
        mirror = " (justify mirror)" if words.side == BACK else ""
        font = f"(effects (font (size {_n(words.size)} {_n(words.size)}) (thickness {_n(words.size * 0.15)})){mirror})"
        at = f"(at {_n(words.x)} {_n(words.y)} {_n(words.angle)})"
        if kind == "gr_text":
            return f'  (gr_text {_quoted(words.text)} {at} (layer "{layer}") {self.stamp()} {font})'
        layer = layer or f"{words.side}.SilkS"
        return f'    (fp_text {kind} {_quoted(words.text)} {at} (layer "{layer}") {font} {self.stamp()})'

    def outline(self) -> Iterator[str]:
        width, height = self.board.width, self.board.height
        corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height), (0.0, 0.0)]
        for (ax, ay), (bx, by) in zip(corners, corners[1:], strict=False):
            ends = f"(start {_n(ax)} {_n(ay)}) (end {_n(bx)} {_n(by)})"
            yield f'  (gr_line {ends} (layer "Edge.Cuts") (width 0.1) {self.stamp()})'
        for i, hole in enumerate(self.board.holes):
            at, size = f"(at {_n(hole.x)} {_n(hole.y)})", _n(hole.diameter)
            yield f'  (footprint "crossboard:Hole" (layer "F.Cu") {self.stamp()} {at} (attr through_hole)'
            yield f'    (fp_text reference "H{i + 1}" (at 0 0) (layer "F.Fab") (effects (font (size 1 1) (thickness 0.15))))'
            pad = f"np_thru_hole circle (at 0 0) (size {size} {size}) (drill {size})"
            yield f'    (pad "" {pad} (layers "*.Cu" "*.Mask") {self.stamp()}))'

    def pour(self, side: str) -> Iterator[str]:
        width, height = self.board.width - EDGE - 0.1, self.board.height - EDGE - 0.1
        low = EDGE + 0.1
        number = self.numbers["GND"]
        yield f'  (zone (net {number}) (net_name "GND") (layer "{side}.Cu") {self.stamp()} (hatch edge 0.5)'
        yield f"    (connect_pads (clearance {POUR_CLEARANCE})) (min_thickness 0.25)"
        yield "    (fill yes (thermal_gap 0.4) (thermal_bridge_width 0.5))"
        points = ((low, low), (width, low), (width, height), (low, height))
        yield f"    (polygon (pts {' '.join(f'(xy {_n(x)} {_n(y)})' for x, y in points)})))"


def _reach(part: Part, grow: float) -> tuple[float, float, float, float]:
    """What the part keeps free: body and pads, and a little more."""
    boxes = [part.footprint.reach or part.footprint.body]
    boxes += [
        (p.x - p.width / 2, p.y - p.height / 2, p.x + p.width / 2, p.y + p.height / 2) for p in part.footprint.pads
    ]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    return left - grow, top - grow, right + grow, bottom + grow


def _crosses(start: tuple[float, float], end: tuple[float, float], pad: Pad) -> bool:
    """Whether a line of the outline (level or upright) comes too near to a pad."""
    room = 0.25
    low_x, high_x = sorted((start[0], end[0]))
    low_y, high_y = sorted((start[1], end[1]))
    across = low_x < pad.x + pad.width / 2 + room and high_x > pad.x - pad.width / 2 - room
    return across and low_y < pad.y + pad.height / 2 + room and high_y > pad.y - pad.height / 2 - room


def board_file(board: Layout) -> str:
    """The text of NAME.kicad_pcb."""
    return "\n".join(Writer(board).lines()) + "\n"


def project_file(board: Layout) -> str:
    """The text of NAME.kicad_pro: the rules by which KiCad checks the board."""
    rules = {
        "min_clearance": CLEARANCE,
        "min_copper_edge_clearance": EDGE,
        "min_hole_clearance": 0.25,
        "min_hole_to_hole": 0.25,
        "min_through_hole_diameter": 0.3,
        "min_track_width": 0.2,
        "min_via_annular_width": 0.15,
        "min_via_diameter": 0.6,
        "solder_mask_clearance": 0.05,
    }
    classes = [
        {
            "name": "Default",
            "clearance": CLEARANCE,
            "track_width": 0.3,
            "via_diameter": VIA,
            "via_drill": VIA_HOLE,
        }
    ]
    table = {
        "board": {"design_settings": {"rules": rules}},
        "meta": {"filename": f"{board.name}.kicad_pro", "version": 1},
        "net_settings": {"classes": classes, "meta": {"version": 2}},
    }
    return json.dumps(table, indent=2) + "\n"
