"""package.json and the manifest: installing without `crossboard flash`."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from contextlib import chdir
from pathlib import Path

import pytest

from crossboard.board_files.build import NOT_COMPILED, OPTIMIZE, board_sources, sources_digest
from crossboard.flash.package import main, package_files
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


def test_the_package_names_every_file_and_each_is_there() -> None:
    urls = dict(json.loads(package_files()["package.json"])["urls"])
    assert all((ROOT / source).is_file() for source in urls.values())
    sources = [p for folder in ("firmware", "shared_rules") for p in (ROOT / folder).rglob("*.py")]
    assert {p.relative_to(ROOT).as_posix() for p in sources} - NOT_COMPILED == {
        name for name in urls if "/" in name
    }  # fmt: skip
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


def run_manifest(root: Path, there: str) -> tuple[list[str], set[str], str]:
    """What the manifest of the copy at `root` does if `there` is the only other manifest: those that it includes, the
    sources that it freezes, and the text of the module beside them."""
    included: list[str] = []
    frozen: set[str] = set()
    modules: list[Path] = []
    folder = root / "firmware"

    def include(path: str) -> None:
        if path != there:
            raise ValueError(f"Error in manifest file: {path}: [Errno 2] No such file or directory")
        included.append(path)

    def package(name: str, base_path: str, opt: int) -> None:
        assert f"-O{opt}" == OPTIMIZE
        base = (folder / base_path).resolve()
        frozen.update(path.relative_to(base).as_posix() for path in (base / name).rglob("*.py"))

    def module(name: str, base_path: str) -> None:
        modules.append(folder / base_path / name)

    text = (folder / "manifest.py").read_text(encoding="utf-8")
    with chdir(folder):  # as MicroPython's build does
        exec(text, {"include": include, "package": package, "module": module})  # noqa: S102
    assert [path.name for path in modules] == ["crossboard_sources.py"]
    return included, frozen, modules[0].read_text(encoding="utf-8")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Copies of the folders that the manifest needs, as it writes beside them."""
    for name in ("firmware", "shared_rules"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


@pytest.mark.parametrize("there", ["$(BOARD_DIR)/manifest.py", "$(PORT_DIR)/boards/manifest.py"])
def test_the_manifest_freezes_all_that_flash_installs_and_what_the_board_has(copy: Path, there: str) -> None:
    included, frozen, _ = run_manifest(copy, there)
    assert included == [there]
    assert frozen - NOT_COMPILED == board_sources().keys()


def test_the_manifest_freezes_the_digest_that_flash_compares(copy: Path) -> None:
    there = "$(PORT_DIR)/boards/manifest.py"
    assert run_manifest(copy, there)[2] == f'DIGEST = "{sources_digest()}"\n'
    with (copy / "shared_rules" / "codes.py").open("a", encoding="utf-8") as file:
        file.write("OTHER = 1\n")
    assert sources_digest() not in run_manifest(copy, there)[2]
