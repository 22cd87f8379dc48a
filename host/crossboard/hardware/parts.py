"""The bill of materials of a board, with part numbers and prices from the catalogue."""

from __future__ import annotations

import csv
import io
from collections import Counter

from crossboard.games.rules import HOLE, game_names, new_game, specs
from crossboard.hardware import circuit_boards
from crossboard.hardware.catalogue import PRICED, UNKNOWN, Offer, confirmation, of_number, offer, order_numbers
from crossboard.profiles.drivers import extras_of, lights_of, sensors_of
from crossboard.profiles.drivers.base import Board, Part

COLUMNS = ("quantity", "part", "value", "note", "part number", "or", "distributors", "each EUR", "sum EUR", "confirmed")

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


SIZES = {
    "tile": "tile 4x4, 133.1 x 133.1 mm",
    "single": "single square, 33.1 x 33.1 mm",
    "carrier": "carrier, 165.1 x 83.8 mm",
}
CABLE_M = 0.4
"""Length of a cable from the carrier to a tile."""

FEWEST = 5
"""Boards that a service makes at the least, with parts or without."""


def parts(board: Board) -> list[Part]:
    """Everything to buy, in the order in which it is needed."""
    return [part for part, _ in offers(board)]


def offers(board: Board) -> list[tuple[Part, Offer]]:
    """Everything to buy, with the catalogue's offers."""
    if board.name in circuit_boards.SETS:
        first, rest = _controller(board), _rest(board)
        priced = [(part, offer(part.part, part.value)) for part in (*first, *_boards(board))]
        return [*priced, *_on_boards(board), *((part, offer(part.part, part.value)) for part in rest)]
    wanted = [
        *_controller(board),
        *_switches(board),
        *sensors_of(board.profile).parts(board),
        *lights_of(board.profile).parts(board),
    ]
    return [(part, offer(part.part, part.value)) for part in (*wanted, *_rest(board))]


def _controller(board: Board) -> list[Part]:
    rom = "; a Pico W needs that of make uf2 (firmware/boards)" if board.profile["port"] == "rp2" else ""
    return [
        Part(1, "controller", board.header.title, f"with pin headers; MicroPython 1.23 or newer{rom}"),
        Part(1, "USB cable", "", f"with data lines; the port must give {board.profile['power']['supply_ma']} mA"),
    ]


def _switches(board: Board) -> list[Part]:
    element = sensors_of(board.profile).element
    return [Part(len(board.squares), element.part, element.value, element.note)]


def _boards(board: Board) -> list[Part]:
    """Circuit boards, cables and sockets."""
    counts = circuit_boards.counts(board.name)
    found = [
        Part(
            max(count, FEWEST),
            "circuit board",
            SIZES[name],
            f"hardware/pcb/{name}; {count} needed, {FEWEST} made at least",
        )
        for name, count in counts.items()
    ]
    for name, pins in (("tile", 14), ("single", 6)):
        if count := counts.get(name, 0):
            found.append(Part(2 * count, "IDC socket", f"{pins} pins, for flat cable", "both ends of each cable"))
            metres = -(-count * CABLE_M // 1)
            found.append(Part(int(metres), "flat cable", f"{pins} wires, 1.27 mm, by the metre", f"{CABLE_M} m each"))
    return [
        *found,
        Part(2, "pin socket", "1x20, 2.54 mm", "for the Pico"),
        Part(1, "IC socket", "DIP-14", "for the 74AHCT125"),
        Part(1, "jumper", "2.54 mm", "on JP1: the lights' 5 V from USB or from J2"),
    ]


def _on_boards(board: Board) -> list[tuple[Part, Offer]]:
    """The parts on the circuit boards: those that the service places (on all boards that it makes), then those soldered by hand."""
    parts: dict[str, circuit_boards.OnBoard] = {}
    counts: Counter[str] = Counter()
    for name, count in circuit_boards.counts(board.name).items():
        for part in circuit_boards.parts(name):
            used = [ref for ref in part.designators if ref[0] not in "TX" or ref in circuit_boards.SETS[board.name]]
            if part.designators != ("U1",):  # the controller has a line of its own
                parts[part.number] = part
                counts[part.number] += len(used) * (max(count, FEWEST) if part.lcsc else count)
    found: list[tuple[Part, Offer]] = []
    for number, part in sorted(parts.items(), key=lambda item: (not item[1].lcsc, item[1].comment)):
        note = f"placed by the service, LCSC {part.lcsc}" if part.lcsc else "soldered by hand"
        what, value, where = of_number(f"{part.maker} {number}") or (part.comment, "", UNKNOWN)
        found.append((Part(counts[number], what, value, note), where))
    return [line for line in found if line[0].quantity]


def _rest(board: Board) -> list[Part]:
    standing = pieces(board)
    count = max(standing.values())
    extras = [part for driver in extras_of(board.profile) for part in driver.parts(board)]
    games = ", ".join(f"{name} {number}" for name, number in standing.items())
    wide, high = (round(board.profile["board"][key] * PITCH_MM) for key in ("columns", "rows"))
    return [
        Part(
            len(board.profile["buttons"]),
            "push button",
            "normally open, thread M7",
            ", ".join(board.profile["buttons"]),
        ),
        *extras,
        Part(count, "magnet", "neodymium disc, 8 x 3 mm, N35 to N45", f"one a piece, all the same way up; {games}"),
        Part(count, "piece base", "printed, hardware/scad/base.scad", "for a piece of your own to stand on"),
        Part(1, "frame and tiles", "printed, hardware/scad", "which parts, and how: hardware/BUILD.md, 3"),
        Part(8, "pin", "rod of 3 mm, 20 mm long", "between the quarters of the frame"),
        Part(1, "playing surface", f"matt acrylic, 2 mm, {wide} x {high} mm", "light must come through"),
        *(_frame_buttons() if board.name in circuit_boards.SETS else _wired()),
        Part(1, "solder", "with flux, 0.5 to 1 mm, 50 g", "tin and copper, or tin and lead"),
        Part(8, "foot", "rubber, self-adhesive, 11 mm", "two under each quarter of the frame"),
    ]


def _frame_buttons() -> list[Part]:
    """What circuit boards take besides cables: the carrier has no plug for the buttons in the frame."""
    return [Part(1, "hook-up wire", "0.25 mm² or AWG 24", "from J1 of the carrier to the buttons in the frame")]


def _wired() -> list[Part]:
    """What only a board of wires takes: circuit boards carry lines, chips and the controller themselves."""
    return [
        Part(1, "perfboard", "half-size, as a breadboard", "for the chips, the fuse and what belongs to them"),
        Part(1, "hook-up wire", "0.25 mm² or AWG 24, several colours", "rows, columns and data"),
        Part(1, "supply wire", "0.5 mm² or AWG 20, red and black", "5 V and GND to both ends of the lights"),
    ]


def bom(board: Board) -> str:
    """The bill as CSV; its last line is the sum."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    total, missing = 0.0, 0
    for part, where in offers(board):
        cost = part.quantity * where.price
        total += cost
        prices = ("", "") if where is UNKNOWN else (f"{where.price:.2f}", f"{cost:.2f}")
        writer.writerow((*part, where.first, where.second, order_numbers(where), *prices, confirmation(where)))
        missing += where is UNKNOWN
    note = f"typical prices with tax, {PRICED}; see hardware/BUILD.md"
    if missing:
        note += f"; without {missing} lines that have no price"
    writer.writerow(("", "sum", "", note, "", "", "", "", f"{total:.2f}", ""))
    return out.getvalue()


def total(board: Board) -> float:
    """The sum of the bill, in euro."""
    return sum(part.quantity * where.price for part, where in offers(board))
