"""The emulated chip's parts that need no UF2 file: its decoder against rp2040js's own, UF2 files, the boot ROM's answers."""

from __future__ import annotations

import json
import math
import struct
import subprocess
from pathlib import Path

import pytest

from crossboard import simulator
from crossboard.simulator import SimulatedBoard, SimulatorError
from crossboard.simulator.chip import IMAGE, EmulatedChip
from crossboard.simulator.install import RP2040JS, find_node, find_package, install
from tests.support.toys import wait_until

HERE = Path(__file__).parent
EMULATED = Path(simulator.__file__).parent / "emulated"
COUNT = 60_000


@pytest.fixture(scope="module")
def node() -> tuple[str, str]:
    """Node and rp2040js; skips where they cannot be had."""
    problem = install(RP2040JS)
    program, module = find_node(), find_package(RP2040JS)
    if problem or not program or not module:
        pytest.skip(f"no RP2040 emulator: {problem}")
    return str(program), str(module / RP2040JS.program)


@pytest.mark.parametrize("seed", [1, 2])
def test_common_instructions_do_what_rp2040js_does(node: tuple[str, str], seed: int) -> None:
    command = [node[0], str(HERE / "emulated_core.mjs"), node[1], str(EMULATED / "core.mjs"), str(COUNT), str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout) > COUNT // 2, "the decoder ran few of them by itself, so little was compared"


def test_the_boot_rom_answers_as_the_datasheet_says(node: tuple[str, str]) -> None:
    command = [node[0], str(HERE / "emulated_rom.mjs"), node[1], str(EMULATED / "bootrom.mjs")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["magic"], found["nothing"]) == ("Mu", 0)
    assert (found["copied"], found["filled"]) == ("boot ROM", 0xA5A5A5A5)
    assert found["bits"] == [4, 8, 20, 0x00000F00]
    assert found["flash"] == [["erase", 0x1000, 4096], ["program", 0x1000, *b"boot"]]
    assert (found["sum"], found["root"]) == (-2.5, struct.unpack("f", struct.pack("f", math.sqrt(2)))[0])
    assert (found["down"], found["clamped"], found["fixed"]) == (-2, 0x7FFFFFFF, 20)
    assert found["wide"] == [0xFFFFFFFF, 0xFFFFFFFF]
    assert (found["widened"], found["product"]) == (0.5, -2e100)
    assert found["narrowed"] == struct.unpack("f", struct.pack("f", 0.1))[0]


RP2040_FAMILY = 0xE48BFF56


def uf2(address: int = 0x10000000, family: int = RP2040_FAMILY, data: bytes = b"program") -> bytes:
    """A UF2 file of one block."""
    head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, address, len(data), 0, 1, family)
    return head + data.ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"x" * 512, "not a UF2 file"),
        (uf2()[:-1], "not a UF2 file"),
        (uf2(family=0xE48BFF59), "is for another chip than the RP2040"),
        (uf2(address=0x10200000), "does not fit into a Pico's flash"),
        (uf2()[:24] + (2).to_bytes(4, "little") + uf2()[28:], "is incomplete: 1 of 2 blocks"),
    ],
)
def test_another_file_is_refused(node: tuple[str, str], tmp_path: Path, content: bytes, says: str) -> None:
    (tmp_path / "x.uf2").write_bytes(content)
    with pytest.raises(SimulatorError, match=says):
        SimulatedBoard("pico-8x8", tmp_path, chip=EmulatedChip(tmp_path / "x.uf2"))


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SimulatorError, match="there is no such UF2 file"):
        EmulatedChip(tmp_path / "x.uf2")
    with pytest.raises(SimulatorError, match="is a folder"):
        EmulatedChip(tmp_path)


@pytest.mark.parametrize(
    ("profile", "says"),
    [("pico-8x8-74hc165", "a matrix of switches"), ("esp32s3-8x8-mcp23017", "only boards with a Raspberry Pi Pico")],
)
def test_a_board_that_can_not_be_emulated_is_refused(
    node: tuple[str, str], tmp_path: Path, profile: str, says: str
) -> None:
    (tmp_path / "x.uf2").write_bytes(uf2())
    with pytest.raises(SimulatorError, match=says):
        SimulatedBoard(profile, tmp_path, chip=EmulatedChip(tmp_path / "x.uf2"))


def test_another_micropython_leaves_the_files(node: tuple[str, str], tmp_path: Path) -> None:
    """As when a new UF2 file is dropped on a Pico."""
    flash = tmp_path / "flash"
    for data in (b"old program", b"new"):
        (tmp_path / "x.uf2").write_bytes(uf2(data=data))
        image = flash / IMAGE
        with SimulatedBoard("pico-8x8", flash, chip=EmulatedChip(tmp_path / "x.uf2"), start=False):
            wait_until(lambda data=data, image=image: image.exists() and image.read_bytes().startswith(data))
        content = bytearray(image.read_bytes())
        assert len(content) == 2 << 20
        assert content[0x180000:0x180004] == (b"\xff" * 4 if data != b"new" else b"file")
        content[0x180000:0x180004] = b"file"
        image.write_bytes(content)
    content[:3] = b"own"  # as a filesystem that came with the file and was written to since
    image.write_bytes(content)
    with SimulatedBoard("pico-8x8", flash, chip=EmulatedChip(tmp_path / "x.uf2"), start=False):
        assert image.read_bytes().startswith(b"own"), "switched on again, the file is not dropped again"
