"""The UF2 file of a MicroPython with a ROM partition, and where its parts lie, without a compiler."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from crossboard.board_files.build import NAMES, build, compile_module
from crossboard.board_files.names import names_in
from crossboard.errors import CrossboardError
from crossboard.flash import frozen
from crossboard.flash.uf2 import FAMILIES, FLASH, check, main, partitions, uf2, version_and_board

ROOT = Path(__file__).resolve().parents[2]
HEADER_AT = 0x100
ROM = range(0x60000, 0xA0000)
FILES = range(0xA0000, 0x200000)


def program(size: int = 0x1000, version: str = "v1.26.1", **found: range) -> bytes:
    """A program of so many bytes that describes its version and these partitions as pico-sdk has programs do it."""
    items = bytearray()
    entries: list[int] = []
    for name, place in {version: None, **found}.items():
        at = 0x200 + len(items)
        entries.append(FLASH + at)
        text = FLASH + at + 24
        kind = (7, 0x504D, text, FLASH + place.start, len(place)) if place else (6, 0x5052, 0x11A9BC3A, text, 0)
        items += struct.pack("<HHIII", *kind).ljust(24, b"\0") + name.encode().ljust(16, b"\0")
    table = 0x200 + len(items)
    ends = table + 4 * len(entries)
    header = struct.pack("<5I", 0x7188EBF2, FLASH + table, FLASH + ends, 0, 0xE71AA390)
    whole = bytes(HEADER_AT) + header.ljust(0x100, b"\0") + items + struct.pack(f"<{len(entries)}I", *entries)
    return whole.ljust(size, b"\1")


def test_partitions_are_read_from_the_program() -> None:
    made = program(ROMFS=ROM, MicroPython=FILES)
    assert partitions(made) == {"ROMFS": ROM, "MicroPython": FILES}
    assert version_and_board(made) == ("v1.26.1", "")


@pytest.mark.parametrize(
    ("binary", "says"),
    [
        (b"no program", "is not a program for a Pico"),
        (program(MicroPython=FILES), "has no ROM partition"),
        (program(0x60001, ROMFS=ROM, MicroPython=FILES), "takes 393217 bytes, but its ROM partition begins at 393216"),
    ],
)
def test_what_would_not_work_is_refused(binary: bytes, says: str) -> None:
    with pytest.raises(CrossboardError, match=says):
        check(binary)
    check(program(0x60000, ROMFS=ROM, MicroPython=FILES))


def test_the_file_puts_every_byte_where_it_belongs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    binary = program(0x1001, ROMFS=ROM, MicroPython=FILES)
    (tmp_path / "firmware.bin").write_bytes(binary)
    out = tmp_path / "x.uf2"
    assert main(["RPI_PICO2", str(tmp_path / "firmware.bin"), str(out)]) == 0
    assert "MicroPython 4 KB of 384, ROM partition 256 KB at 0x60000, files 1408 KB" in capsys.readouterr().out
    file = out.read_bytes()
    flash = b""
    for number in range(32):
        block = file[512 * number :][:512]
        head = struct.unpack("<8I", block[:32])
        assert head == (0x0A324655, 0x9E5D5157, 0x2000, FLASH + len(flash), 256, number, 32, 0xE48BFF59)
        assert block[-4:] == struct.pack("<I", 0x0AB16F30)
        flash += block[32:288]
    assert len(file) == 32 * 512 and flash == binary.ljust(len(flash), b"\0")


def test_the_file_that_picotool_made_is_taken(tmp_path: Path) -> None:
    (tmp_path / "firmware.bin").write_bytes(program(ROMFS=ROM, MicroPython=FILES))
    (tmp_path / "firmware.uf2").write_bytes(b"by picotool")
    assert main(["RPI_PICO", str(tmp_path / "firmware.bin"), str(tmp_path / "x.uf2")]) == 0
    assert (tmp_path / "x.uf2").read_bytes() == b"by picotool"


def test_every_board_definition_has_a_chip() -> None:
    assert {folder.name for folder in (ROOT / "firmware" / "boards").iterdir() if folder.is_dir()} == FAMILIES.keys()
    assert len(uf2({0: b"x"}, FAMILIES["RPI_PICO_W"])) == 16 * 512, "a sector"


def test_a_micropython_with_a_rom_partition_is_built_with_all_names_of_the_modules(tmp_path: Path) -> None:
    """But for those of files, which the compiler makes of the names it is told."""
    assert frozen.main([str(tmp_path)]) == 0
    made = compile_module(tmp_path / "crossboard_names.py", "crossboard_names.mpy")
    wanted = names_in({path: data for path, data in build(None).items() if path != NAMES})
    assert {"square_of", "shared_rules.recognition.beam", "/games"} <= wanted
    assert all(name.endswith(".mpy") for name in wanted - names_in({"/made.mpy": made}))
    manifest = (tmp_path / "manifest.py").read_text()
    assert "crossboard_names.py" in manifest and "main.py" in manifest
    assert compile_module(tmp_path / "main.py", "main.mpy").count(frozen.ROM_MAIN.encode()) == 1
