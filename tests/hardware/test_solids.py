"""Closed, printable, fitting: the check of the rendered parts, and the parts themselves where they have been rendered."""

from __future__ import annotations

from pathlib import Path

import pytest

from crossboard.folders import checkout
from crossboard.hardware import solids
from crossboard.hardware.solids import Triangle

RENDERED = (checkout() or Path()) / "build" / "stl"


def block(x: float, y: float, wide: float, high: float = 10) -> list[Triangle]:
    """A box of that width and depth with a corner at x, y, 0."""
    p = [(x + wide * (i & 1), y + wide * (i >> 1 & 1), high * (i >> 2)) for i in range(8)]
    sides = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))
    return [(p[a], p[b], p[c]) for a, b, c, d in sides] + [(p[a], p[c], p[d]) for a, b, c, d in sides]


def write(path: Path, triangles: list[Triangle]) -> None:
    lines = ["solid made"]
    for triangle in triangles:
        lines += ["facet normal 0 0 0", "outer loop", *(f"vertex {x} {y} {z}" for x, y, z in triangle)]
        lines += ["endloop", "endfacet"]
    path.write_text("\n".join([*lines, "endsolid made", ""]), encoding="ascii")


def frame(folder: Path, *quarters: list[Triangle]) -> None:
    for number, triangles in enumerate(quarters):
        write(folder / f"frame-box-{number}.stl", triangles)


def test_a_block_is_a_solid(tmp_path: Path) -> None:
    write(tmp_path / "block.stl", block(0, 0, 20))
    triangles = solids.read_stl(tmp_path / "block.stl")
    assert (solids.open_edges(triangles), solids.volume(triangles)) == (0, 4000)
    assert solids.face(triangles, 0, 20) == (200, (10, 5))
    assert solids.check(tmp_path) == (["solids that fit on a bed of 220 mm: 1 part"], [])


def test_what_can_not_be_printed_is_named(tmp_path: Path) -> None:
    write(tmp_path / "hole.stl", block(0, 0, 20)[1:])
    write(tmp_path / "inside-out.stl", [(c, b, a) for a, b, c in block(0, 0, 20)])
    write(tmp_path / "large.stl", block(0, 0, 221))
    _, wrong = solids.check(tmp_path)
    assert wrong == [
        "hole is not closed: of 3 edges only one side is there",
        "inside-out has no inside",
        "large is larger than a bed of 220 mm",
    ]


def test_quarters_that_do_not_meet_are_named(tmp_path: Path) -> None:
    frame(tmp_path, block(0, 0, 20), block(20, 0, 20), block(0, 20, 20), block(20, 20, 20))
    assert solids.check(tmp_path)[1] == []
    frame(tmp_path, block(0, 0, 20), block(20.5, 0, 20), block(0, 20, 20, high=11), block(20, 20, 20))
    assert solids.check(tmp_path)[1] == [
        "frame-box: quarters 0 and 1 are 0.50 mm apart",
        "frame-box: quarters 2 and 3 meet in different faces: 220.0 and 200.0 mm²",
        "frame-box: quarters 0 and 2 meet in different faces: 200.0 and 220.0 mm²",
        "frame-box: quarters 1 and 3 meet in different faces: 200.0 and 200.0 mm²",
    ]
    (tmp_path / "frame-box-3.stl").unlink()
    assert "frame-box has 3 of its 4 quarters" in solids.check(tmp_path)[1]


def test_a_file_without_triangles_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.stl").write_bytes(b"")
    assert solids.main([str(tmp_path)]) == 2
    assert "not an STL file with triangles" in capsys.readouterr().err


@pytest.mark.skipif(not list(RENDERED.glob("*.stl")), reason="no part has been rendered (make hardware, with OpenSCAD)")
def test_rendered_parts_are_solids() -> None:
    for path in RENDERED.glob("*.stl"):
        if path.stat().st_size:
            assert list(solids.problems_of(solids.read_stl(path))) == [], path.name
