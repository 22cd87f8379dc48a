"""package.json: installing without `crossboard flash`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from crossboard.board_files.build import build_for
from crossboard.flash.package import PROFILE, main, package_files
from crossboard.profiles import load
from crossboard.simulator import SimulatedBoard
from tests.support.toys import Talk

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", package_files())
def test_the_files_for_mip_are_up_to_date(name: str) -> None:
    there = (ROOT / name).read_text(encoding="utf-8")
    assert there == package_files()[name], "run: make package"


def test_they_are_written_where_they_belong(tmp_path: Path) -> None:
    main(tmp_path)
    assert {name: (tmp_path / name).read_text(encoding="utf-8") for name in package_files()} == package_files()


def test_the_package_has_the_sources_of_its_board_and_of_no_other() -> None:
    urls = dict(json.loads(package_files()["package.json"])["urls"])
    assert all((ROOT / source).is_file() for source in urls.values())
    built = {path[1:].removesuffix(".mpy") for path in build_for(load(PROFILE)) if path.endswith(".mpy")}
    assert {name.removesuffix(".py") for name in urls if "/" in name} == built - {"firmware/names"}
    assert urls["main.py"] == "firmware/main.py"


def test_mip_installs_a_board_that_plays(micropython: object, tmp_path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("mpremote wants a pseudo-terminal here")
    with SimulatedBoard("pico-8x8", tmp_path / "flash", firmware="") as board:
        words = ["mip", "install", "--target", "/", str(ROOT / "package.json")]
        command = [sys.executable, "-m", "mpremote", "connect", board.port, *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
        assert done.returncode == 0, done.stdout[-500:] + done.stderr
        with Talk(board.port) as talk:
            talk.say("\r\x02\x04")
            assert "pico-8x8" in talk.until("charing-cross")
