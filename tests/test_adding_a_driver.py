"""docs/drivers.md, followed to the letter in a copy of the project: the new driver is checked, drawn, installed and played on."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.board_types import NoStubs, check

ROOT = Path(__file__).resolve().parents[1]
GUIDE = (ROOT / "docs" / "drivers.md").read_text(encoding="utf-8")
NAME = "pico-8x8-cd4021"
SQUARES = "a4 a5 d8 e8 h4 h5 d1 e1"

PLAY = f"""
from crossboard.simulator import SimulatedBoard
from tests.toys import wait_until

home = {SQUARES!r}.split()

seen = []

def lit():
    # in any of the last hundred looks, for a light may blink
    seen.append({{square for square, colour in board.lights().items() if any(colour)}})
    return set().union(*seen[-100:]) if len(seen) > 100 else {{"too early"}}

with SimulatedBoard("{NAME}", say=lambda _: None) as board:
    wait_until(lambda: lit() == set(home))
    board.set_squares(home)
    wait_until(lambda: lit() == set())
    board.set_squares([square for square in home if square != "a4"])
    wait_until(lambda: lit() >= {{"a4", "b3", "b4", "b5"}})
    print("played")
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project to which the guide's steps have been done."""
    root = tmp_path_factory.mktemp("project")
    for name in ("firmware", "shared_rules", "host", "hardware", "tests"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__", "data"))
    shutil.copy(ROOT / "pyproject.toml", root)
    for path, text in re.findall(r"^`([\w/]+\.py)`\n\n```python\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL):
        assert not (root / path).exists()
        (root / path).write_text(text, encoding="utf-8")
    (line,) = re.findall(r"^Add to `SENSORS` in `[\w/.]+`: `([^`]+)`$", GUIDE, re.MULTILINE)
    registry = root / "host" / "crossboard" / "profiles" / "drivers" / "__init__.py"
    before, after = registry.read_text(encoding="utf-8").split("    SensorDriver,\n")
    registry.write_text(f"{before}    SensorDriver,\n    {line}\n{after}", encoding="utf-8")
    (sensors,) = re.findall(r"^```toml\n(\[sensors\]\n.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
    profile = (root / "hardware" / "profiles" / "pico-8x8-74hc165.toml").read_text(encoding="utf-8")
    profile = re.sub(r"^\[sensors\]\n.*?^(?=\[)", f"{sensors}\n", profile, flags=re.MULTILINE | re.DOTALL)
    profile = profile.replace("pico-8x8-74hc165", NAME)
    (root / "hardware" / "profiles" / f"{NAME}.toml").write_text(profile, encoding="utf-8")
    return root


def run(project: Path, *words: str, status: int = 0) -> str:
    """What a Python of the copy prints, errors too."""
    paths = os.pathsep.join((str(project), str(project / "host")))
    there = {**os.environ, "PYTHONPATH": paths, "CROSSBOARD_HOME": str(project / "home"), "PYTHONUTF8": "1"}
    done = subprocess.run([sys.executable, *words], cwd=project, env=there, capture_output=True, text=True)
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


def test_two_files_and_a_line(project: Path) -> None:
    """Of the project's own files just the registry is another one."""
    folders = [ROOT / name for name in ("firmware", "shared_rules", "host")]
    known = {path.relative_to(ROOT): path.read_bytes() for folder in folders for path in folder.rglob("*.py")}
    found = {path: (project / path).read_bytes() for path in known}
    assert [str(path) for path in known if found[path] != known[path]] == [
        "host/crossboard/profiles/drivers/__init__.py"
    ]
    added = {
        path.relative_to(project) for name in folders for path in (project / name.name).rglob("*.py")
    } - known.keys()
    assert sorted(path.as_posix() for path in added) == [
        "firmware/sensors/cd4021.py",
        "host/crossboard/profiles/drivers/cd4021.py",
    ]


def test_it_is_drawn(project: Path) -> None:
    run(project, "-m", "crossboard.hardware")
    made = project / "hardware" / "boards" / NAME
    assert '8,shift register,"CD4021B, DIP-16"' in (made / "bom.csv").read_text(encoding="utf-8")
    assert "| U1 | PI-1 (7) a1, PI-2 (6) b1" in (made / "pins.md").read_text(encoding="utf-8")
    assert "P/S 9" in (made / "wiring.svg").read_text(encoding="utf-8")
    assert "U8 PI-8" in (made / "map.svg").read_text(encoding="utf-8")


def test_its_profile_is_checked(project: Path) -> None:
    path = project / "hardware" / "profiles" / f"{NAME}.toml"
    wrong = project / "wrong.toml"
    wrong.write_text(path.read_text(encoding="utf-8").replace("latch_pin = 5", "latch_pin = 4"), encoding="utf-8")
    tell = f"from crossboard import profiles\nprofiles.load({str(wrong)!r})"
    assert "sensors.latch_pin: pin 4 is already used by sensors.miso_pin" in run(project, "-c", tell, status=1)


def test_only_it_is_installed(project: Path) -> None:
    tell = f"""
from crossboard import profiles
from crossboard.board_files import build as flash_build
text = profiles.profile_json(profiles.load("{NAME}"))
print(sorted(path for path in flash_build.build(text) if path.startswith(("/firmware/sensors/", "/firmware/lights/"))))
"""
    found = run(project, "-c", tell)
    assert found.strip() == str(
        [
            "/firmware/lights/display.mpy",
            "/firmware/lights/ws2812.mpy",
            "/firmware/sensors/cd4021.mpy",
        ]
    )


def test_a_board_with_it_plays(project: Path) -> None:
    assert run(project, "-c", PLAY).strip() == "played"


@pytest.mark.parametrize("port", ["rp2", "esp32"])
def test_it_uses_what_a_board_has(project: Path, port: str) -> None:
    try:
        assert check(port, [project / "firmware" / "sensors" / "cd4021.py"]) == []
    except NoStubs as missing:
        pytest.skip(f"no stubs of MicroPython's modules: {missing}")
