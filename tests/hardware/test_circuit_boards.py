"""The circuit boards: what their copper joins is what the profile says, and nothing that is not joined comes near."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from pathlib import Path

import pytest

from crossboard import profiles
from crossboard.hardware.__main__ import FOLDER
from crossboard.hardware.pcb import gerbers, netlist, sets
from crossboard.hardware.pcb.layout import CLEARANCE, Layout, Part, footprints_touch
from crossboard.hardware.pcb.netlist import Copper
from crossboard.profiles.headers import PICO
from crossboard.profiles.nets import board_of

FILES = {name: (FOLDER / "pcb" / name / f"{name}.kicad_pcb").read_text(encoding="utf-8") for name in sets.BOARDS}
COPPER = {name: netlist.read(text) for name, text in FILES.items()}


@pytest.mark.parametrize("name", sets.BOARDS)
def test_copper_joins_what_the_nets_say(name: str) -> None:
    groups = netlist.joined(COPPER[name])
    assert netlist.missing(COPPER[name], groups) == []
    assert all(len({piece.net for piece in COPPER[name] if piece.pad in group}) == 1 for group in groups)


@pytest.mark.parametrize("name", sets.BOARDS)
def test_nothing_comes_too_near(name: str) -> None:
    assert netlist.too_near(COPPER[name], CLEARANCE) == []


def test_a_cut_and_a_bridge_are_seen() -> None:
    """The test above can fail: a track left out parts a net, one laid across joins two."""
    tile = COPPER["tile"]
    cut = [piece for piece in tile if piece.pad or not (piece.net == "R2" and piece.side == "B")]
    assert netlist.missing(cut, netlist.joined(cut)) == ["R2 is in 2 parts"]
    a, b = (next(piece for piece in tile if piece.pad == pad) for pad in ("K1.1", "K2.1"))
    bridge = Copper("C1", "B", a.a, b.a, 0.1)
    (found,) = netlist.missing([*tile, bridge], netlist.joined([*tile, bridge]))
    assert found.startswith("C1 and C2 and ") and found.endswith(" are joined")
    assert netlist.too_near([*tile, bridge], CLEARANCE)


@pytest.mark.parametrize("profile", sets.SETS)
def test_nets_are_the_profile_s(profile: str) -> None:
    """Every pin of the Pico leads where the profile says, through the cables, and to nothing else."""
    board = board_of(profiles.load(profile))
    groups = sets.joined(profile, FILES)
    where = sets.squares(profile)
    assert sorted(where) == sorted(board.square_name(square) for square in board.squares)

    def group(pad: str) -> set[str]:
        (found,) = (group for group in groups if pad in group)
        return found

    def pico(gpio: int) -> str:
        return f"carrier/U1.{PICO.place(gpio)}"

    def on(square: str, part: str) -> str:
        connector, number = where[square]
        letter, _, pad = part.partition(".")
        return f"{connector}/{letter}{number}.{pad}"

    def squares_at(pads: set[str], kind: str) -> set[str]:
        return {square for square in where if on(square, kind) in pads}

    sensors = board.profile["sensors"]
    for i, gpio in enumerate(sensors["row_pins"]):
        expected = {s.square for s in board.sensors if s.group == i}
        assert squares_at(group(pico(gpio)), "D.1") == expected, "cathodes at the row line"
        assert not squares_at(group(pico(gpio)), "K.1")
    for i, gpio in enumerate(sensors["column_pins"]):
        expected = {s.square for s in board.sensors if s.member == i}
        assert squares_at(group(pico(gpio)), "K.1") == expected, "switches at the column line"
        assert not squares_at(group(pico(gpio)), "D.1")
    for square in where:
        assert group(on(square, "K.2")) == {on(square, "K.2"), on(square, "D.2")}, "the switch at the anode"
    chain = [board.square_name(square) for square in board.chain]
    assert {pico(board.profile["lights"]["pin"]), "carrier/U2.2"} == group("carrier/U2.2")
    assert group("carrier/U2.3") == {"carrier/U2.3", "carrier/R1.1"}
    assert on(chain[0], "L.4") in group("carrier/R1.2")
    for before, after in zip(chain, chain[1:], strict=False):
        assert on(after, "L.4") in group(on(before, "L.2")), f"data from {before} to {after}"
        assert len(squares_at(group(on(before, "L.2")), "L.4")) == 1
    for number, (name, gpio) in enumerate(board.profile["buttons"].items(), 1):
        assert f"carrier/B{number}.1" in group(pico(gpio)) and f"carrier/B{number}.2" in group("carrier/U1.3"), name
    _supplies(groups, where.keys(), group, on)


def _supplies(groups: list[set[str]], squares: object, group, on) -> None:  # type: ignore[no-untyped-def]
    """5 V by the fuse to every light and capacitor; GND at every pin of the Pico that has it; nothing of 3.3 V."""
    vbus, five, ground = group("carrier/U1.40"), group("carrier/F1.2"), group("carrier/U1.38")
    assert vbus == {"carrier/U1.40", "carrier/F1.1"}
    assert len({id(found) for found in (vbus, five, ground)}) == 3
    for square in squares:  # type: ignore[attr-defined]
        assert {on(square, "L.1"), on(square, "C.1")} <= five and {on(square, "L.3"), on(square, "C.2")} <= ground
    assert {"carrier/U2.14", "carrier/C1.1", "carrier/C2.1"} <= five
    assert {"carrier/U2.7", "carrier/U2.1", "carrier/C1.2", "carrier/C2.2"} <= ground
    assert {f"carrier/U1.{place}" for place in PICO.places("GND")} <= ground
    assert group("carrier/U1.36") == {"carrier/U1.36"}


@pytest.mark.parametrize("name", sets.BOARDS)
def test_parts_do_not_overlap(name: str) -> None:
    board = sets.layout(name)
    assert not [(a.ref, b.ref) for i, a in enumerate(board.parts) for b in board.parts[:i] if footprints_touch(a, b)]


def test_overlap_is_seen() -> None:
    board = Layout("two", "", 50, 50)
    tile = sets.layout("tile").parts[0]
    for x in (10.0, 12.0):
        board.add(Part("K1", "", tile.footprint, x, 10))
    assert footprints_touch(*board.parts)


@pytest.mark.parametrize("name", ["tile", "single"])
def test_placement_names_what_the_service_places(name: str) -> None:
    folder = FOLDER / "pcb" / name
    placed = {
        row["Designator"] for row in csv.DictReader(io.StringIO((folder / "placement.csv").read_text(encoding="utf-8")))
    }
    rows = list(csv.DictReader(io.StringIO((folder / "parts.csv").read_text(encoding="utf-8"))))
    listed = {ref for row in rows if row["Soldered by"] == "service" for ref in row["Designator"].split(",")}
    assert placed == listed and len(placed) == 3 * (16 if name == "tile" else 1)


@pytest.mark.parametrize("name", ["tile", "single"])
def test_placement_lies_on_the_gerbers_paste(name: str) -> None:
    """Both have the same origin: the pads nearest to where a part is to be placed lie around it."""
    with zipfile.ZipFile(gerbers.archive(FOLDER, name)) as archive:
        paste = archive.read(f"{name}.gtp").decode()
    assert "%FSLAX46Y46*%" in paste and "%MOMM*%" in paste
    pads = [complex(int(x), int(y)) / 1e6 for x, y in re.findall(r"^X(-?\d+)Y(-?\d+)D03\*$", paste, re.MULTILINE)]
    text = (FOLDER / "pcb" / name / "placement.csv").read_text(encoding="utf-8")
    for row in csv.DictReader(io.StringIO(text)):
        middle = complex(*(float(row[axis].removesuffix("mm")) for axis in ("Mid X", "Mid Y")))
        count = 4 if row["Designator"].startswith("L") else 2
        nearest = sorted(pads, key=lambda pad: abs(pad - middle))[:count]
        assert abs(sum(nearest) / count - middle) < 0.01, row["Designator"]


def test_archives_were_made_from_these_boards() -> None:
    assert gerbers.outdated(FOLDER) == [], "run make hardware where KiCad is installed, and commit what it changes"
    for name in sets.BOARDS:
        with zipfile.ZipFile(gerbers.archive(FOLDER, name)) as archive:
            endings = {Path(file).suffix for file in archive.namelist()}
            assert endings >= {".gtl", ".gbl", ".gts", ".gbs", ".gto", ".gbo", ".gko", ".drl"}
            drill = archive.read(f"{name}.drl").decode()
        holes = len(re.findall(r"^X", drill, re.MULTILINE))
        board = sets.layout(name)
        pads = sum(1 for part in board.parts for pad in part.footprint.pads if pad.hole)
        assert holes == pads + len(board.vias) + len(board.holes)


def test_an_archive_of_another_board_is_seen(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / "pcb" / name).mkdir(parents=True)
        (tmp_path / "pcb" / name / f"{name}.kicad_pcb").write_text(text, encoding="utf-8")
        gerbers.archive(tmp_path, name).write_bytes(gerbers.archive(FOLDER, name).read_bytes())
    assert gerbers.outdated(tmp_path) == []
    (tmp_path / "pcb" / "tile" / "tile.kicad_pcb").write_text(FILES["tile"] + "\n", encoding="utf-8")
    gerbers.archive(tmp_path, "single").unlink()
    assert gerbers.outdated(tmp_path) == ["pcb/tile/tile-gerbers.zip", "pcb/single/single-gerbers.zip"]


PYTHON = gerbers.kicad_python()


@pytest.mark.skipif(not PYTHON, reason="KiCad's Python module (pcbnew) is not installed")
@pytest.mark.parametrize("name", sets.BOARDS)
def test_kicad_finds_nothing_and_plots_the_same(name: str) -> None:
    made = gerbers.checked(PYTHON, FOLDER / "pcb" / name / f"{name}.kicad_pcb")
    assert isinstance(made, bytes), made
    committed = gerbers.archive(FOLDER, name).read_bytes()
    if _version(made) == _version(committed):
        assert made == committed


def _version(archive: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return opened.read(gerbers.MADE_FROM).decode().splitlines()[1]


@pytest.mark.skipif(not PYTHON, reason="KiCad's Python module (pcbnew) is not installed")
def test_kicad_sees_a_short(tmp_path: Path) -> None:
    path = tmp_path / "tile.kicad_pcb"
    text = FILES["tile"]
    first = re.search(r'\(segment .*"B\.Cu"\).*\(net \d+\)', text)
    assert first
    path.write_text(text.replace(first[0], re.sub(r"\(start [^)]*\)", "(start 1 1)", first[0]), 1), encoding="utf-8")
    path.with_suffix(".kicad_pro").write_text((FOLDER / "pcb/tile/tile.kicad_pro").read_text(encoding="utf-8"))
    made = gerbers.checked(PYTHON, path)
    assert isinstance(made, str) and "clearance" in made
