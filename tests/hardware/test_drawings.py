"""The wiring drawings, read back from their lines: what they join is what the profile says, neither more nor less.

A wire is what touches: a line's end on another line, a pin on a line, a wire's name beside its end. Lines that merely cross are not
joined, and a dashed one leaves something out.
"""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from functools import cache
from typing import Any

import pytest

from crossboard import profiles
from crossboard.hardware.maps import map_drawing
from crossboard.hardware.wiring import wiring_drawing
from crossboard.profiles.drivers import max7219
from crossboard.profiles.drivers.base import Board
from crossboard.profiles.nets import board_of

SVG = "{http://www.w3.org/2000/svg}"
NAMES = profiles.names()
Point = tuple[float, float]
Line = list[Point]
TOUCH = 0.8
BESIDE = 13.0
"""Of a wire's end, where its name stands."""


def lines_of(root: ElementTree.Element) -> list[Line]:
    found: list[Line] = []
    for element in root.iter(f"{SVG}polyline"):
        if "stroke-dasharray" not in element.attrib:
            found.append([(float(x), float(y)) for x, y in (p.split(",") for p in element.attrib["points"].split())])
    return found


def apart(point: Point, line: Line) -> float:
    """Distance of a point from a line."""
    best = math.inf
    for (ax, ay), (bx, by) in zip(line, line[1:], strict=False):
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        share = 0.0 if not length else min(1.0, max(0.0, ((point[0] - ax) * dx + (point[1] - ay) * dy) / length))
        best = min(best, math.hypot(point[0] - ax - share * dx, point[1] - ay - share * dy))
    return best


@cache
def drawn(svg: str) -> dict[frozenset[str], set[str]]:
    """What is joined: pins -> names of the wire, of which there should be one at most."""
    root = ElementTree.fromstring(svg)
    lines = lines_of(root)
    parent: dict[Any, Any] = {i: i for i in range(len(lines))}

    def find(one: Any) -> Any:
        while parent.setdefault(one, one) != one:
            one = parent[one]
        return one

    spans = [(min(x for x, _ in line) - TOUCH, max(x for x, _ in line) + TOUCH) for line in lines]

    def at_point(point: Point) -> list[int]:
        """The lines that a point lies on."""
        across = [i for i, (left, right) in enumerate(spans) if left < point[0] < right]
        return [i for i in across if apart(point, lines[i]) < TOUCH]

    for i, line in enumerate(lines):
        for end in (line[0], line[-1]):
            for j in at_point(end):
                parent[find(i)] = find(j)
    pins: set[str] = set()
    for element in root.iter(f"{SVG}circle"):
        if name := element.get("data-pin"):
            assert name not in pins, f"{name} is drawn twice"
            pins.add(name)
            at = (float(element.attrib["cx"]), float(element.attrib["cy"]))
            for i in at_point(at):
                if not _through(at, lines[i]):
                    parent[find(f"pin {name}")] = find(i)
    for element in root.iter(f"{SVG}text"):
        if name := element.get("data-net"):
            at = (float(element.attrib["x"]), float(element.attrib["y"]) - 4)
            ends = [(math.dist(at, end), i) for i, line in enumerate(lines) for end in (line[0], line[-1])]
            near, i = min(ends)
            assert near < BESIDE, f"{name} names no wire"
            parent[find(("net", name))] = find(i)
    groups: dict[Any, tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
    for one in list(parent):
        if isinstance(one, str):
            groups[find(one)][0].add(one.removeprefix("pin "))
        elif isinstance(one, tuple):
            groups[find(one)][1].add(one[1])
    for name in pins:
        if f"pin {name}" not in parent:
            groups[name][0].add(name)
    return {frozenset(found): names for found, names in groups.values()}


def _through(at: Point, line: Line) -> bool:
    """Whether a part's blade passes the pin: its end is near, not at it."""
    return (
        all(math.dist(at, end) > TOUCH for end in (line[0], line[-1]))
        and len(line) == 2
        and line[0][0] != line[1][0] != at[0]
    )


def expected(board: Board) -> dict[str, set[str]]:
    """Net -> pins, from the profile and the data sheets alone."""
    profile, header = board.profile, board.header
    nets: dict[str, set[str]] = defaultdict(set)

    def gpio(number: int) -> str:
        (place,) = header.places(header.pin(number))
        return place

    nets["GND"] |= set(header.places("GND"))
    nets["5 V"] |= {*header.places(header.five_volts), "fuse.1"}
    nets["5 V lights"] |= {"fuse.2", "74AHCT125.14", "100 nF.1"}
    nets["GND"] |= {"74AHCT125.7", "100 nF.2"} | {f"74AHCT125.{n}" for n in (1, 4, 10, 13)}
    for name, pin in profile["buttons"].items():
        nets[name.upper()] |= {gpio(pin), f"{name}.1"}
        nets["GND"].add(f"{name}.2")
    {"matrix": _matrix, "74hc165": _shift, "mcp23017": _expander}[profile["sensors"]["driver"]](board, nets, gpio)
    {"ws2812": _chain, "max7219": _leds}[profile["lights"]["driver"]](board, nets, gpio)
    return nets


def _matrix(board: Board, nets: dict[str, set[str]], gpio: Any) -> None:
    sensors = board.profile["sensors"]
    for kind, pins in (("R", sensors["row_pins"]), ("C", sensors["column_pins"])):
        for i, pin in enumerate(pins):
            nets[f"{kind}{i + 1}"].add(gpio(pin))
    for sensor in board.sensors:
        nets[f"R{sensor.group + 1}"].add(f"{sensor.square}.cathode")
        nets[f"C{sensor.member + 1}"].add(f"{sensor.square}.1")
        nets[f"at {sensor.square}"] |= {f"{sensor.square}.2", f"{sensor.square}.anode"}


def _inputs(board: Board, nets: dict[str, set[str]], legs: dict[str, int], pull_ups: bool) -> None:
    """Switches from inputs to GND, and a capacitor at each chip."""
    names = list(legs)
    unused = {
        (chip, name) for chip in range(board.groups) for name in names if pull_ups or name not in ("GPA7", "GPB7")
    }
    for sensor in board.sensors:
        name = names[sensor.member]
        unused.discard((sensor.group, name))
        nets[f"at {sensor.square}"] |= {f"U{sensor.group + 1}.{legs[name]}", f"{sensor.square}.1"}
        if pull_ups:
            nets[f"at {sensor.square}"].add(f"U{sensor.group + 1} {name} pull-up.1")
        nets["GND"].add(f"{sensor.square}.2")
    for chip, name in unused:
        nets[f"unused {chip} {name}"] = {f"U{chip + 1}.{legs[name]}"}
        if pull_ups:
            nets[f"unused {chip} {name}"].add(f"U{chip + 1} {name} pull-up.1")
    for chip in range(board.groups):
        if pull_ups:
            nets["3.3 V"] |= {f"U{chip + 1} {name} pull-up.2" for name in names}
        nets["3.3 V"].add(f"U{chip + 1} 100 nF.1")
        nets["GND"].add(f"U{chip + 1} 100 nF.2")
    nets["3.3 V"] |= set(board.header.places(board.header.logic))


def _shift(board: Board, nets: dict[str, set[str]], gpio: Any) -> None:
    sensors = board.profile["sensors"]
    legs = {"A": 11, "B": 12, "C": 13, "D": 14, "E": 3, "F": 4, "G": 5, "H": 6}
    _inputs(board, nets, legs, pull_ups=True)
    nets["CLK"].add(gpio(sensors["sck_pin"]))
    nets["DATA"].add(gpio(sensors["miso_pin"]))
    nets["LATCH"].add(gpio(sensors["latch_pin"]))
    for chip in range(1, board.groups + 1):
        nets["CLK"].add(f"U{chip}.2")
        nets["LATCH"].add(f"U{chip}.1")
        nets["3.3 V"].add(f"U{chip}.16")
        nets["GND"] |= {f"U{chip}.8", f"U{chip}.15"}
        nets["DATA" if chip == 1 else f"U{chip} QH"].add(f"U{chip}.9")
        nets[f"U{chip + 1} QH" if chip < board.groups else "GND"].add(f"U{chip}.10")


def _expander(board: Board, nets: dict[str, set[str]], gpio: Any) -> None:
    sensors = board.profile["sensors"]
    legs = {**{f"GPA{i}": 21 + i for i in range(8)}, **{f"GPB{i}": 1 + i for i in range(8)}}
    _inputs(board, nets, legs, pull_ups=False)
    for name, pin in (("SDA", sensors["sda_pin"]), ("SCL", sensors["scl_pin"])):
        nets[name] |= {gpio(pin), f"{name} pull-up.1"}
        nets["3.3 V"].add(f"{name} pull-up.2")
    for chip, address in enumerate(sensors["addresses"], 1):
        nets["SDA"].add(f"U{chip}.13")
        nets["SCL"].add(f"U{chip}.12")
        nets["3.3 V"] |= {f"U{chip}.9", f"U{chip}.18"}
        nets["GND"].add(f"U{chip}.10")
        for bit in range(3):
            nets["3.3 V" if address >> bit & 1 else "GND"].add(f"U{chip}.{15 + bit}")


def _chain(board: Board, nets: dict[str, set[str]], gpio: Any) -> None:
    """The first three lights and the last one are drawn; what lies between is dashed."""
    shown = [board.square_name(board.chain[i]) for i in (0, 1, 2, len(board.chain) - 1)]
    nets["LIGHTS"] |= {gpio(board.profile["lights"]["pin"]), "74AHCT125.2"}
    nets["shifted"] |= {"74AHCT125.3", "330 Ω.1"}
    nets["first"] |= {"330 Ω.2", f"light {shown[0]}.DIN"}
    for before, after in zip(shown[:2], shown[1:3], strict=True):
        nets[f"from {before}"] |= {f"light {before}.DOUT", f"light {after}.DIN"}
    for square in shown:
        nets["5 V lights"].add(f"light {square}.5 V")
        nets["GND"].add(f"light {square}.GND")
    for open_end in (f"light {shown[2]}.DOUT", f"light {shown[3]}.DIN", f"light {shown[3]}.DOUT"):
        nets[open_end] = {open_end}
    nets["GND"] |= {f"74AHCT125.{n}" for n in (5, 9, 12)}


def _leds(board: Board, nets: dict[str, set[str]], gpio: Any) -> None:
    lights = board.profile["lights"]
    chips = -(-len(board.chain) // 64)
    for name, key, given, taken, leg in (
        ("SCK", "sck_pin", 2, 3, 13),
        ("DIN", "mosi_pin", 5, 6, 1),
        ("LOAD", "cs_pin", 9, 8, 12),
    ):
        nets[name] |= {gpio(lights[key]), f"74AHCT125.{given}"}
        nets[f"{name} 5 V"] |= {
            f"74AHCT125.{taken}",
            *(f"U{chip + 1}.{leg}" for chip in range(1 if leg == 1 else chips)),
        }
    nets["GND"].add("74AHCT125.12")
    for chip in range(1, chips + 1):
        nets["5 V lights"] |= {f"U{chip}.19", f"U{chip} ISET.1", f"U{chip} 10 µF.1", f"U{chip} 100 nF.1"}
        nets["GND"] |= {f"U{chip}.4", f"U{chip}.9", f"U{chip} 10 µF.2", f"U{chip} 100 nF.2"}
        nets[f"ISET {chip}"] = {f"U{chip}.18", f"U{chip} ISET.2"}
        nets[f"U{chip} DOUT"] = {f"U{chip}.24"} | ({f"U{chip + 1}.1"} if chip < chips else set[str]())
    for light, square in enumerate(map(board.square_name, board.chain)):
        chip, digit, segment = light // 64 + 1, light // 8 % 8, light % 8
        nets[f"digit {chip} {digit}"] |= {f"U{chip}.{max7219.LEGS[f'DIG {digit}']}", f"LED {square}.cathode"}
        nets[f"segment {chip} {segment}"] |= {
            f"U{chip}.{max7219.LEGS[max7219.SEGMENTS[segment]]}",
            f"LED {square}.anode",
        }


@pytest.mark.parametrize("name", NAMES)
def test_wires_drawn_are_the_profile_s(name: str) -> None:
    board = board_of(profiles.load(name))
    groups = drawn(wiring_drawing(board))
    wanted = {frozenset(pins): net for net, pins in expected(board).items()}
    assert {group for group in groups if group not in wanted} == set(), "drawn, and not in the profile"
    assert {net for pins, net in wanted.items() if pins not in groups} == set(), "in the profile, and not drawn so"
    for pins, names in groups.items():
        assert names <= {wanted[pins]}, "a wire is called what it is"


@pytest.mark.parametrize("name", NAMES)
def test_no_pin_without_use_has_a_wire(name: str) -> None:
    """Where pins.md says `not used` or nothing at all, the drawing has no wire."""
    from crossboard.hardware.tables import pin_table

    board = board_of(profiles.load(name))
    used = re.findall(r"^\| \S+ \| ([^|]+) \| (?!-)[^|]+ \| [^|]*? \|", pin_table(board), re.MULTILINE)
    used += re.findall(r"^\| (?:GND|VBUS|5V|3V3) \| ([^|]+) \| (?!not used)[^|]+\|$", pin_table(board), re.MULTILINE)
    allowed = {place.strip() for places in used for place in places.split(",")}
    wired = {pin for pins in drawn(wiring_drawing(board)) for pin in pins if re.fullmatch(r"\d+|J\d-\d+", pin)}
    assert wired and wired <= allowed


def test_a_wrong_wire_is_seen() -> None:
    board = board_of(profiles.load("pico-8x8"))
    svg = wiring_drawing(board)
    first = svg.index('data-net="R1"')
    groups = drawn(svg[:first] + svg[first:].replace('data-net="R1"', 'data-net="R2"', 1))
    assert frozenset(expected(board)["R1"]) not in groups and frozenset(expected(board)["R2"]) not in groups


@pytest.mark.parametrize("name", NAMES)
def test_the_controller_is_seen_from_below(name: str) -> None:
    """The pins of the left row stand at the right."""
    board = board_of(profiles.load(name))
    root = ElementTree.fromstring(wiring_drawing(board))
    x_of = {e.attrib["data-pin"]: float(e.attrib["cx"]) for e in root.iter(f"{SVG}circle") if "data-pin" in e.attrib}
    left = {board.header.label(0, i) for i in range(len(board.header.left))}
    right = {board.header.label(1, i) for i in range(len(board.header.right))}
    assert min(x_of[pin] for pin in left & x_of.keys()) > max(x_of[pin] for pin in right & x_of.keys())


def test_the_map_from_below_is_mirrored() -> None:
    board = board_of(profiles.load("pico-8x4"))

    def places(svg: str) -> dict[str, float]:
        return {e.text or "": float(e.attrib["x"]) for e in ElementTree.fromstring(svg).iter(f"{SVG}text")}

    above, below = places(map_drawing(board)), places(map_drawing(board, below=True))
    assert above["a1"] < above["h1"] and below["a1"] > below["h1"] and above["a1"] == below["h1"]
