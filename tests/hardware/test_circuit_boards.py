"""The circuit boards: what is joined is what the profile says, KiCad finds nothing wrong, and the ordered files are theirs.

The nets are read from the pads of the board files. That the copper joins just these, and that the schematic has the same parts and
nets, is KiCad's to check: ERC, DRC and the parity of the two, here where kicad-cli is installed, and in a job of the workflow.
"""

from __future__ import annotations

import csv
import hashlib
import math
import re
import shutil
import subprocess
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from crossboard import profiles
from crossboard.hardware.circuit_boards import BOARDS, FOLDER, SETS, board_at, squares
from crossboard.profiles.headers import PICO
from crossboard.profiles.nets import board_of

TOKEN = re.compile(r'\(|\)|"((?:[^"\\]|\\.)*)"|[^\s()"]+')


def parsed(text: str) -> list[Any]:
    """An S-expression, as KiCad writes its files, as nested lists of strings."""
    stack: list[list[Any]] = [[]]
    for token in TOKEN.finditer(text):
        if token[0] == "(":
            stack.append([])
        elif token[0] == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token[0] if token[1] is None else token[1])
    return stack[0][0]


def every(node: list[Any], key: str) -> list[list[Any]]:
    return [child for child in node if isinstance(child, list) and child[:1] == [key]]


def at(node: list[Any]) -> tuple[float, float]:
    return float(every(node, "at")[0][1]), float(every(node, "at")[0][2])


@cache
def board_file(name: str) -> list[Any]:
    return parsed((FOLDER / name / f"{name}.kicad_pcb").read_text(encoding="utf-8"))


def reference(footprint: list[Any]) -> str:
    return next(field[2] for field in every(footprint, "property") if field[1] == "Reference")


@cache
def nets(name: str) -> dict[str, frozenset[str]]:
    """Net -> its pads, as `U1.40`; the net of a pad that is joined to nothing has only that pad."""
    found: dict[str, set[str]] = {}
    for footprint in every(board_file(name), "footprint"):
        for pad in every(footprint, "pad"):
            for net in every(pad, "net"):
                found.setdefault(net[2], set()).add(f"{reference(footprint)}.{pad[1]}")
    return {net: frozenset(pads) for net, pads in found.items()}


def joined(profile: str) -> list[set[str]]:
    """What hangs together, as `carrier/U1.1` and `T1/SW2.1`, when cables join pin n of each plug to pin n of that board's J1."""
    groups = [{f"carrier/{pad}" for pad in pads} for pads in nets("carrier").values()]
    for plug in SETS[profile]:
        groups += [{f"{plug}/{pad}" for pad in pads} for pads in nets(board_at(plug)).values()]
    for plug in SETS[profile]:
        for number in range(1, 15 if plug[0] == "T" else 7):
            ends = [group for group in groups if group & {f"carrier/{plug}.{number}", f"{plug}/J1.{number}"}]
            groups = [group for group in groups if group not in ends] + ([set[str]().union(*ends)] if ends else [])
    return groups


@pytest.mark.parametrize("profile", SETS)
def test_nets_are_the_profile_s(profile: str) -> None:
    """Every pin of the Pico leads where the profile says, through the cables, and to nothing else."""
    board = board_of(profiles.load(profile))
    groups, where = joined(profile), squares(profile)
    assert sorted(where) == sorted(board.square_name(square) for square in board.squares)

    def group(pad: str) -> set[str]:
        (found,) = (group for group in groups if pad in group)
        return found

    def pico(gpio: int) -> str:
        return f"carrier/U1.{PICO.place(gpio)}"

    def on(square: str, part: str) -> str:
        connector, number = where[square]
        letters, _, pad = part.partition(".")
        return f"{connector}/{letters}{number}.{pad}"

    def squares_at(pads: set[str], kind: str) -> set[str]:
        return {square for square in where if on(square, kind) in pads}

    sensors = board.profile["sensors"]
    for i, gpio in enumerate(sensors["row_pins"]):
        expected = {s.square for s in board.sensors if s.group == i}
        assert squares_at(group(pico(gpio)), "D.1") == expected, "cathodes at the row line"
        assert not squares_at(group(pico(gpio)), "SW.1")
    for i, gpio in enumerate(sensors["column_pins"]):
        expected = {s.square for s in board.sensors if s.member == i}
        assert squares_at(group(pico(gpio)), "SW.1") == expected, "switches at the column line"
        assert not squares_at(group(pico(gpio)), "D.1")
    for square in where:
        assert group(on(square, "SW.2")) == {on(square, "SW.2"), on(square, "D.2")}, "the switch at the anode"
    chain = [board.square_name(square) for square in board.chain]
    assert group("carrier/U2.2") == {pico(board.profile["lights"]["pin"]), "carrier/U2.2"}
    assert group("carrier/U2.3") == {"carrier/U2.3", "carrier/R1.1"}
    assert on(chain[0], "LED.4") in group("carrier/R1.2")
    for before, after in zip(chain, chain[1:], strict=False):
        assert squares_at(group(on(before, "LED.2")), "LED.4") == {after}, f"data from {before} to {after}"
    for number, (name, gpio) in enumerate(board.profile["buttons"].items(), 1):
        assert f"carrier/SW{number}.1" in group(pico(gpio)) and f"carrier/SW{number}.2" in group("carrier/U1.3"), name

    five, ground = group("carrier/F1.2"), group("carrier/U1.38")
    for square in where:
        assert {on(square, "LED.1"), on(square, "C.1")} <= five and {on(square, "LED.3"), on(square, "C.2")} <= ground
    assert {"carrier/U2.14", "carrier/C1.1", "carrier/C2.1"} <= five
    assert {"carrier/U2.7", "carrier/U2.1", "carrier/C1.2", "carrier/C2.2", "carrier/J2.2"} <= ground
    assert {f"carrier/U1.{place}" for place in PICO.places("GND")} <= ground
    assert group("carrier/U1.36") == {"carrier/U1.36"}, "nothing at 3.3 V"


def test_lights_take_five_volts_from_usb_or_from_the_input() -> None:
    pads = set(nets("carrier").values())
    assert {"U1.40", "JP1.1"} in pads and {"JP1.2", "F1.1"} in pads
    assert {"J2.1", "JP1.3", "D1.2"} in pads and {"D1.1", "U1.39"} in pads, (
        "J2 feeds the Pico through D1, cathode at VSYS"
    )


def test_tile_prints_each_square_s_name_beside_its_switch() -> None:
    """Large as on T1 of the 8x8 board; small as on its T2, T3 and T4."""
    switches = {reference(part): at(part) for part in every(board_file("tile"), "footprint")}
    texts = [
        (text[1], at(text)) for text in every(board_file("tile"), "gr_text") if "F.SilkS" in every(text, "layer")[0]
    ]
    where = squares("pico-8x8-pcb")
    for number in range(1, 17):
        there = [
            next(square for square, place in where.items() if place == (tile, number)) for tile in SETS["pico-8x8-pcb"]
        ]
        near = sorted(texts, key=lambda text: math.dist(text[1], switches[f"SW{number}"]))[:2]
        assert {near[0][0], near[1][0]} == {there[0], "  ".join(there[1:])}


@pytest.mark.parametrize("name", BOARDS)
def test_ordered_files_were_made_from_these_boards(name: str) -> None:
    lines = (FOLDER / name / "fab/made-from.txt").read_text(encoding="utf-8").splitlines()
    said = {file: digest for digest, file in map(str.split, lines)}
    sources = [*(FOLDER / name).glob("*.kicad_sch"), *(FOLDER / name).glob("*.kicad_pcb")]
    now = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sources}
    assert said == now, "run make -C hardware/pcb where KiCad is installed, and commit what it changes"


def rows(path: str) -> list[dict[str, str]]:
    return list(csv.DictReader((FOLDER / path).read_text(encoding="utf-8").splitlines()))


@pytest.mark.parametrize("name", ["tile", "single"])
def test_service_places_what_has_an_lcsc_number(name: str) -> None:
    listed = {part["LCSC"]: set(part["Designator"].split(",")) for part in rows(f"{name}/parts.csv") if part["LCSC"]}
    ordered = {part["LCSC"]: set(part["Designator"].split(",")) for part in rows(f"{name}/fab/bom.csv")}
    assert ordered == listed and all(re.fullmatch(r"C\d+", number) for number in ordered)
    placed = {part["Designator"] for part in rows(f"{name}/fab/pos.csv")}
    assert placed == set[str]().union(*ordered.values()) and len(placed) == 3 * (16 if name == "tile" else 1)
    for part in rows(f"{name}/parts.csv"):
        assert bool(part["LCSC"]) != bool(part["Soldered"]), part["Comment"]


@pytest.mark.parametrize("name", ["tile", "single"])
def test_placement_lies_on_the_gerbers_paste(name: str) -> None:
    """Both have the same origin: the pads nearest to where a part is to be placed lie around it."""
    with zipfile.ZipFile(FOLDER / name / "fab/gerbers.zip") as archive:
        (file,) = (file for file in archive.namelist() if file.lower().endswith(("f_paste.gtp", "pastetop.gtp")))
        paste = archive.read(file).decode()
    digits = re.search(r"%FSLAX4(\d)Y4\1\*%", paste)
    assert digits and "%MOMM*%" in paste
    unit = 10 ** int(digits[1])
    pads = [complex(int(x), int(y)) / unit for x, y in re.findall(r"^X(-?\d+)Y(-?\d+)D03\*$", paste, re.MULTILINE)]
    for row in rows(f"{name}/fab/pos.csv"):
        middle = complex(float(row["Mid X"]), float(row["Mid Y"]))
        count = 4 if row["Designator"].startswith("LED") else 2
        nearest = sorted(pads, key=lambda pad: abs(pad - middle))[:count]
        assert abs(sum(nearest) / count - middle) < 0.01, row["Designator"]


# What only KiCad can check


def kicad_version() -> int:
    """The major version of kicad-cli, 0 if there is none; before 8 it has no electrical rules check."""
    if not shutil.which("kicad-cli"):
        return 0
    ran = subprocess.run(["kicad-cli", "version"], capture_output=True, text=True, check=True)
    return int(ran.stdout.partition(".")[0])


needs_kicad = pytest.mark.skipif(kicad_version() < 9, reason="KiCad 9 (kicad-cli) is not installed")


def kicad(*command: str | Path) -> tuple[int, str]:
    """Exit status (5: something was found) and report of a check."""
    report = Path(command[-1]).with_suffix(".rpt")
    options = ("--severity-all", "--exit-code-violations", "-o", report)
    ran = subprocess.run(
        ["kicad-cli", *command[:2], *options, *command[2:]], capture_output=True, text=True, check=False
    )
    assert ran.returncode in (0, 5), ran.stdout + ran.stderr
    return ran.returncode, report.read_text(encoding="utf-8")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(FOLDER, tmp_path / "pcb")
    return tmp_path / "pcb"


@needs_kicad
@pytest.mark.parametrize("name", BOARDS)
def test_kicad_finds_nothing(name: str, copy: Path) -> None:
    for status, report in (
        kicad("sch", "erc", copy / name / f"{name}.kicad_sch"),
        kicad("pcb", "drc", "--schematic-parity", copy / name / f"{name}.kicad_pcb"),
    ):
        assert status == 0, report


PARITY = ("pcb", "drc", "--schematic-parity")
SEGMENT = r"\(segment\s+\(start 1[^)]*\)\s+\(end [^)]*\)"


@needs_kicad
@pytest.mark.parametrize(
    ("command", "file", "pattern", "change", "finding"),
    [
        (
            ("sch", "erc"),
            "carrier/power.kicad_sch",
            r'\(global_label "LIGHTS"',
            '(global_label "LIGHT"',
            "pin_not_driven",
        ),
        (("pcb", "drc"), "tile/tile.kicad_pcb", r"(\(segment\s+\(start) \S+ [^)]+", r"\1 60 60", "clearance|shorting"),
        (
            ("pcb", "drc"),
            "carrier/carrier.kicad_pcb",
            SEGMENT,
            "(segment (start 60 86) (end 65 86)",
            "items_not_allowed",
        ),
        (PARITY, "single/single.kicad_sch", r'\(global_label "DOUT"', '(global_label "D_OUT"', "net_conflict"),
    ],
    ids=["a label misspelt", "a track moved", "a track under the antenna", "a net of the schematic renamed"],
)
def test_kicad_sees(command: tuple[str, ...], file: str, pattern: str, change: str, finding: str, copy: Path) -> None:
    path = copy / file
    text, count = re.subn(pattern, change, path.read_text(encoding="utf-8"), count=1)
    assert count
    path.write_text(text, encoding="utf-8")
    name = file.partition("/")[0]
    status, report = kicad(
        *command, copy / name / (f"{name}.kicad_sch" if command[0] == "sch" else f"{name}.kicad_pcb")
    )
    assert status == 5 and re.search(finding, report), report
