"""docs/drivers.md, followed to the letter in a copy of the project: its drivers are checked, drawn, installed, played on."""

from __future__ import annotations

import csv
import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.board_types import NoStubs, check

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "drivers.md").read_text(encoding="utf-8")
BASE = "pico-8x8-74hc165"
SQUARES = "a4 a5 d8 e8 h4 h5 d1 e1"
DRIVERS = "host/crossboard/profiles/drivers"


class Example(NamedTuple):
    """A driver of the guide, and what must be found of it: a line of the bill, of pins.md, of the map, words of the drawing; a
    change that makes its profile wrong, and the error; and what the doctor says of a dead square."""

    name: str
    kind: str
    bill: tuple[str, str, str]
    pins: str
    map: str
    drawn: tuple[str, ...]
    wrong: tuple[str, str]
    error: str
    dead: str = "a1: does not answer: check switch and solder joints"

    @property
    def profile(self) -> str:
        return f"pico-8x8-{self.name}"


EXAMPLES = [
    Example(
        "hall4067",
        "sensors",
        ("64", "Hall sensor", "DRV5053VA, TO-92"),
        "| U1 | I0 (9) a1, I1 (8) b1",
        "U4 I15",
        (
            "U4  CD74HC4067",
            "EN4",
            "Hall sensors: output to the chip's input, supply to 3.3 V, the third wire to GND; 100 nF",
        ),
        ("adc_pin = 26", "adc_pin = 22"),
        "sensors.adc_pin: pin 22 cannot measure a voltage; 26, 27, 28 can",
        "a1: does not answer: check Hall sensor and solder joints",
    ),
    Example(
        "pcf8575",
        "sensors",
        ("4", "port expander", "PCF8575, SOIC-24 on an adapter"),
        "| U1 (address 0x20: A0 to GND, A1 to GND, A2 to GND) | P00 (4) a1, P01 (5) b1",
        "U4 P17",
        ("U4  PCF8575  0x23", "2.2 kΩ", "Switches: from the chip's input to GND; SDA and SCL"),
        ("0x22, 0x23]", "0x22]"),
        "sensors.addresses: must be as many as the chips, 4, not 3",
    ),
    Example(
        "apa102",
        "lights",
        ("64", "light", "APA102"),
        "| GP10 | 14 | CLOCK | by the 74AHCT125 and 330 Ω to CI of the first light, a1 | SPI clock, output |",
        "U8 H",
        ("Lights: 64 APA102 in a chain, at most 200 mA", "CI", "DO"),
        ("brightness = 40", "brightness = 40\nlimit_ma = 210"),
        "power.supply_ma: 500 mA is too little: the lights take up to 210 mA by limit_ma and the Pico 300 with its radio",
    ),
]

RUNS = f"""
import sys, threading, time
from crossboard import profiles
from crossboard.boards.link import Link
from crossboard.boards.ports import SerialPort
from crossboard.doctor.bench import Bench
from crossboard.doctor.checks import Maker, Times
from crossboard.doctor.command import examine
from crossboard.simulator import SimulatedBoard
from tests.support.toys import wait_until

name = sys.argv[1]
home = {SQUARES!r}.split()
seen = []

def shown(board):
    return {{square for square, colour in board.lights().items() if any(colour)}}

def lit():
    # in any of the last hundred looks, for a light may blink
    seen.append(shown(board))
    return set().union(*seen[-100:]) if len(seen) > 100 else {{"too early"}}

def follow():
    # magnets wherever there is light
    on = set()
    while not ended.is_set():
        now = shown(board)
        for square in on ^ now:
            board.set_square(square, square in now)
        on = now
        time.sleep(0.005)

class Silent(Maker):
    def say(self, text):
        pass

with SimulatedBoard(name, say=lambda _: None) as board:
    wait_until(lambda: lit() == set(home))
    board.set_squares(home)
    wait_until(lambda: lit() == set())
    board.set_squares([square for square in home if square != "a4"])
    wait_until(lambda: lit() >= {{"a4", "b3", "b4", "b5"}})
    print("played")
    board.set_squares([])
    board.break_sensor("a1")
    ended = threading.Event()
    thread = threading.Thread(target=follow)
    thread.start()
    port = SerialPort(board.port)
    link = Link(port)
    try:
        bench = Bench(link, lambda: board.own_ms() / 1000)  # whatever else this machine does
        times = Times(patience=3.0, hold=0.05, rest=0.05, quiet=0.1, button=0.1)
        for line in examine(bench, Silent(), times, profiles.load(name), link.hello).findings:
            print("found:", line)
        bench.close()
    finally:
        ended.set()
        thread.join()
        link.close()
    assert not board.notes, board.notes
"""


@pytest.fixture(scope="module", params=EXAMPLES, ids=lambda example: example.name)
def example(request: pytest.FixtureRequest) -> Example:
    return request.param


@pytest.fixture(scope="module")
def project(example: Example, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project to which the guide's steps for one driver have been done."""
    root = tmp_path_factory.mktemp("project")
    for name in ("firmware", "shared_rules", "host", "hardware", "tests"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__", "data"))
    shutil.copy(ROOT / "pyproject.toml", root)
    (text,) = [part for part in GUIDE.split("\n## ") if f"/{example.name}.py`" in part]
    for path, source in re.findall(r"^`([\w/]+\.py)`\n\n```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        assert not (root / path).exists()
        (root / path).write_text(source, encoding="utf-8")
    ((kind, line),) = re.findall(r"^Add to `(\w+)`: `([^`]+)`$", text, re.MULTILINE)
    registry = root / DRIVERS / "__init__.py"
    before, after = registry.read_text(encoding="utf-8").split(f"{kind} = _known(\n")
    base, _, after = after.partition("\n")
    registry.write_text(f"{before}{kind} = _known(\n{base}\n    {line}\n{after}", encoding="utf-8")
    (tables,) = re.findall(r"^```toml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    profile = (root / "hardware" / "profiles" / f"{BASE}.toml").read_text(encoding="utf-8")
    for table in re.split(r"\n(?=\[)", tables):
        head = re.escape(table.split("\n")[0])
        profile, count = re.subn(rf"^{head}\n.*?^(?=\[)", f"{table}\n", profile, flags=re.MULTILINE | re.DOTALL)
        assert count == 1
    profile = profile.replace(BASE, example.profile)
    (root / "hardware" / "profiles" / f"{example.profile}.toml").write_text(profile, encoding="utf-8")
    return root


def run(project: Path, *words: str, status: int = 0) -> str:
    """What a Python of the copy prints, errors too."""
    paths = os.pathsep.join((str(project), str(project / "host")))
    there = {**os.environ, "PYTHONPATH": paths, "CROSSBOARD_HOME": str(project / "home"), "PYTHONUTF8": "1"}
    done = subprocess.run([sys.executable, *words], cwd=project, env=there, capture_output=True, text=True)
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


def test_three_files_and_a_line(project: Path, example: Example) -> None:
    """Of the project's own files just the registry is another one."""
    folders = [ROOT / name for name in ("firmware", "shared_rules", "host")]
    known = {path.relative_to(ROOT): path.read_bytes() for folder in folders for path in folder.rglob("*.py")}
    found = {path: (project / path).read_bytes() for path in known}
    assert [str(path) for path in known if found[path] != known[path]] == [f"{DRIVERS}/__init__.py"]
    added = {
        path.relative_to(project) for name in folders for path in (project / name.name).rglob("*.py")
    } - known.keys()
    assert sorted(path.as_posix() for path in added) == [
        f"firmware/{example.kind}/{example.name}.py",
        f"{DRIVERS}/{example.name}.py",
        f"{DRIVERS}/simulated/{example.name}.py",
    ]


def test_ruff_finds_nothing_wrong_in_it(project: Path, example: Example) -> None:
    folders = (f"firmware/{example.kind}", DRIVERS, f"{DRIVERS}/simulated")
    made = [f"{folder}/{example.name}.py" for folder in folders]
    run(project, "-m", "ruff", "check", "--no-cache", *made)
    run(project, "-m", "ruff", "format", "--no-cache", "--check", *made)


def test_it_is_drawn(project: Path, example: Example) -> None:
    run(project, "-m", "crossboard.hardware")
    made = project / "hardware" / "boards" / example.profile
    bill = list(csv.DictReader(io.StringIO((made / "bom.csv").read_text(encoding="utf-8"))))
    assert [line for line in bill if (line["quantity"], line["part"], line["value"]) == example.bill]
    elements = [line["part"] for line in bill if line["part"] in ("reed switch", "Hall sensor")]
    assert elements == ["Hall sensor" if example.name == "hall4067" else "reed switch"]
    unpriced = [line for line in bill if not line["sum EUR"]]
    assert unpriced and f"without {len(unpriced)} lines that have no price" in bill[-1]["note"]
    table = (made / "pins.md").read_text(encoding="utf-8")
    assert example.pins in table
    assert ("## Hall sensors" in table) == (example.name == "hall4067") == ("## Switches" not in table)
    words = (made / "wiring.svg").read_text(encoding="utf-8")
    assert [text for text in example.drawn if text.replace("'", "&#x27;") not in words and text not in words] == []
    assert example.map in (made / "map.svg").read_text(encoding="utf-8")


def test_what_is_drawn_is_joined(project: Path, example: Example) -> None:
    """No net of the drawing has two names, and every element and light has power."""
    tell = f"""
from crossboard import profiles
from crossboard.hardware.wiring import wiring_drawing
from crossboard.profiles.nets import board_of
from tests.hardware.test_drawings import drawn
for pins, names in drawn(wiring_drawing(board_of(profiles.load("{example.profile}")))).items():
    assert len(names) < 2, names
    print(*names or "-", ":", *sorted(pins), sep=" ")
"""
    nets = {line.split(" : ")[0]: line for line in run(project, "-c", tell).splitlines()}
    wanted = {
        "hall4067": {
            "3.3 V": ("a1.3.3 V", "h8.3.3 V", "U4.24"),
            "GND": ("a1.GND", "U4.12"),
            "LEVEL": ("31", "U1.1", "U4.1"),
        },
        "pcf8575": {
            "3.3 V": ("SDA pull-up.2", "U4.21"),
            "GND": ("a1.2", "U4.12"),
            "SDA": ("6", "SDA pull-up.1", "U4.23"),
        },
        "apa102": {"5 V lights": ("light a1.5 V",), "GND": ("light a1.GND",), "DATA": ("15", "74AHCT125.5")},
    }[example.name]
    assert [(net, pin) for net, pins in wanted.items() for pin in pins if f" {pin}" not in nets[net]] == []


def test_its_profile_is_checked(project: Path, example: Example) -> None:
    path = project / "hardware" / "profiles" / f"{example.profile}.toml"
    wrong = project / "wrong.toml"
    text = path.read_text(encoding="utf-8")
    assert example.wrong[0] in text
    wrong.write_text(text.replace(*example.wrong), encoding="utf-8")
    told = run(project, "-m", "crossboard", "simulate", "--profile", str(wrong), status=2)
    assert told.splitlines() == [f"crossboard: {wrong}: {told.rstrip().partition('wrong.toml: ')[2]}"]
    assert example.error in told


def test_sensors_that_take_current_are_counted(project: Path, example: Example) -> None:
    if example.name != "hall4067":
        pytest.skip("switches take none")
    text = (project / "hardware" / "profiles" / f"{example.profile}.toml").read_text(encoding="utf-8")
    wrong = project / "wifi.toml"
    wrong.write_text(text.replace("wifi = false", "wifi = true"), encoding="utf-8")
    told = run(project, "-m", "crossboard", "simulate", "--profile", str(wrong), status=2)
    assert (
        "the lights take up to 200 mA by limit_ma and the Pico 300 with its radio (100 with 'wifi = false'), the sensors 192"
        in told
    )


def test_what_a_driver_lacks_is_one_clear_error(project: Path, example: Example) -> None:
    """A method, or what else its base asks for; and the model of its chip."""
    path = project / DRIVERS / f"{example.name}.py"
    model = path.parent / "simulated" / path.name
    text = path.read_text(encoding="utf-8")
    name = example.name.capitalize()
    simulate = ("-m", "crossboard", "simulate", "--profile", example.profile)
    changed, lacks = text.replace("    chip = ", "    shape = "), "chip (see SensorDriver in base.py)"
    if example.kind == "lights":
        changed = text.replace("drivers.base import", "drivers.base import LightDriver,").replace(
            "(LightChain)", "(LightDriver)"
        )
        lacks = "current, draw, parts, power, table (see LightDriver in base.py)"
    path.write_text(changed, encoding="utf-8")
    assert run(project, *simulate, status=2) == f"crossboard: {path}: {name} lacks {lacks}\n"
    path.write_text(text.replace(f"DRIVER = {name}", ""), encoding="utf-8")
    assert f"crossboard: {path}: DRIVER must be a class made from " in run(project, *simulate, status=2)
    path.write_text(text, encoding="utf-8")
    source = model.read_bytes()
    model.unlink()
    told = run(project, *simulate, status=2)
    model.write_bytes(source)
    assert told == f"crossboard: {model}: there is no simulated chip '{example.name}'\n"


def test_only_it_is_installed(project: Path, example: Example) -> None:
    tell = f"""
from crossboard import profiles
from crossboard.board_files import build as flash_build
text = profiles.profile_json(profiles.load("{example.profile}"))
rooms = ("/firmware/sensors/", "/firmware/lights/")
files = flash_build.build(text).items()
print(*sorted(path for path, data in files if path.startswith(rooms) and b"Driver\\0" in data))
"""
    other = "lights/ws2812" if example.kind == "sensors" else "sensors/shift74hc165"
    wanted = sorted(f"/firmware/{path}.mpy" for path in (f"{example.kind}/{example.name}", other))
    assert run(project, "-c", tell).split() == wanted


@pytest.mark.early
@pytest.mark.usefixtures("micropython")
def test_a_board_with_it_plays_and_is_examined(project: Path, example: Example) -> None:
    played, *found = run(project, "-c", RUNS, example.profile).splitlines()
    assert played == "played"
    assert [line for line in found if "buttons" not in line and "button" not in line] == [
        f"found: {example.dead}; or the magnet is too weak"
    ]


@pytest.mark.parametrize("port", ["rp2", "esp32"])
def test_it_uses_what_a_board_has(project: Path, example: Example, port: str) -> None:
    try:
        assert check(port, [project / "firmware" / example.kind / f"{example.name}.py"]) == []
    except NoStubs as missing:
        pytest.skip(f"no stubs of MicroPython's modules: {missing}")
