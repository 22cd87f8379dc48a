"""`crossboard flash --to`: one UF2 file with MicroPython and the firmware, read back.

firmware/test_emulated_dragged.py starts such files.
"""

from __future__ import annotations

import struct
from pathlib import Path

import littlefs
import pytest

from crossboard import cli, profiles
from crossboard.board_files.build import NAMES, build_for
from crossboard.flash import frozen, rom
from crossboard.flash.one_file import CACHE, PROGRAM
from crossboard.flash.uf2 import FLASH, RP2040, RP2350, SECTOR, read_uf2, uf2
from tests.firmware.test_uf2 import FILES, ROM, program

PROFILE = "pico-8x8"


def base(
    folder: Path,
    family: int = RP2040,
    others: bytes = b"",
    *,
    version: str = "v1.26.1",
    start: bool = True,
    **places: range,
) -> str:
    """The UF2 file of a MicroPython with these partitions."""
    binary = program(0x2000, version=version, **places) + frozen.ROM_MAIN.encode() * start
    name = folder / "base.uf2"
    name.write_bytes(uf2({0: binary}, family, others))
    return str(name)


def made(folder: Path, *words: str) -> bytes:
    """The file that `flash --to` writes, at the place of each block in the flash."""
    out = folder / "one.uf2"
    assert cli.main(["flash", "--to", str(out), "--profile", PROFILE, *words]) == 0
    return out.read_bytes()


def written(file: bytes, family: int) -> dict[int, bytes]:
    """Offset in the flash -> page, of all blocks for that chip; each is there once and in order."""
    blocks = [file[at : at + 512] for at in range(0, len(file), 512)]
    heads = [struct.unpack("<8I", block[:32]) for block in blocks]
    ours = [(head, block) for head, block in zip(heads, blocks, strict=True) if head[7] == family]
    assert [head[5] for head, _ in ours] == list(range(len(ours))) and {head[6] for head, _ in ours} == {len(ours)}
    return {head[3] - FLASH: block[32 : 32 + head[4]] for head, block in ours}


def test_the_filesystem_of_a_stock_micropython_holds_what_flash_installs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = written(made(tmp_path, "--base", base(tmp_path, MicroPython=FILES)), RP2040)
    assert "erases a board's games, settings and network" in capsys.readouterr().out
    image = b"".join(pages[at] for at in range(FILES.start, FILES.stop, 256))
    as_micropython = {"read_size": 32, "prog_size": PROGRAM, "cache_size": CACHE, "lookahead_size": 32}
    disk = littlefs.LittleFS(block_size=SECTOR, block_count=len(FILES) // SECTOR, mount=False, **as_micropython)
    disk.context.buffer[:] = image
    disk.mount()
    found = {}
    for folder, _, names in disk.walk("/"):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}"
            with disk.open(path, "rb") as file:
                found[path] = file.read()
    assert found == build_for(profiles.load(PROFILE))


def test_a_rom_partition_gets_all_and_the_filesystem_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    note = struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, 0x10FFFF00, 256, 0, 2, 0xE48BFF57)
    note = note.ljust(508, b"\xef") + struct.pack("<I", 0x0AB16F30)
    name = base(tmp_path, RP2350, note, ROMFS=range(0x60000, 0xE0000), MicroPython=range(0xE0000, 0x400000))
    file = made(tmp_path, "--base", name)
    assert "games, settings and a network keeps them" in capsys.readouterr().out
    assert file.startswith(note), "what tells the boot ROM of the flash"
    pages = written(file, RP2350)
    image = rom.image_of(build_for(profiles.load(PROFILE)))
    assert max(pages) < 0xE0000
    assert b"".join(pages[at] for at in sorted(pages) if at >= 0x60000).startswith(image)
    assert b"/profile.json"[1:] in image and b"main.py" in image and NAMES.rpartition("/")[2].encode() not in image
    assert {at // SECTOR for at in pages} == {at // SECTOR for at in pages if at % SECTOR == 0}
    assert all(
        sector + at in pages for sector in {at // SECTOR * SECTOR for at in pages} for at in range(0, SECTOR, 256)
    )
    assert read_uf2(file).program.startswith(read_uf2(Path(name).read_bytes()).program.rstrip(b"\0"))


@pytest.mark.parametrize(
    ("places", "words", "says"),
    [
        ({"MicroPython": FILES, "version": "v1.22.2"}, (), "is MicroPython v1.22.2; 1.23 or newer is needed"),
        ({"ROMFS": ROM}, (), "is no MicroPython: it has no filesystem"),
        ({"ROMFS": ROM, "MicroPython": FILES, "start": False}, (), "its ROM partition starts nothing by itself"),
        ({"ROMFS": range(0x60000, 0x62000), "MicroPython": FILES}, (), "the firmware takes"),
        ({"MicroPython": range(0xA0000, 0xB0000)}, (), "the firmware does not fit into a filesystem of 64 KB"),
        ({"MicroPython": FILES}, ("--native",), "--native does not go with --base: leave it out"),
        ({"MicroPython": FILES}, ("--wifi", "net"), "--wifi does not go with --base: leave it out"),
        ({"MicroPython": FILES}, ("--profile", "esp32s3-8x8-mcp23017"), "only a Pico takes UF2 files"),
    ],
)
def test_what_would_not_run_is_refused_and_nothing_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], places: dict[str, range], words: tuple[str, ...], says: str
) -> None:
    out = tmp_path / "one.uf2"
    named = ("--profile", PROFILE, "--base", base(tmp_path, **places))  # type: ignore[arg-type]
    assert cli.main(["flash", "--to", str(out), *named, *words]) == 2
    assert says in capsys.readouterr().err and not out.exists()


GOOD = uf2({0: program(MicroPython=FILES)}, RP2040)


@pytest.mark.parametrize(
    ("file", "says"),
    [
        (b"", "is no UF2 file for a Pico or a Pico 2"),
        (b"no UF2", "is not a UF2 file"),
        (GOOD[:-512], "not whole"),
        (GOOD[:-100], "not whole"),
        (uf2({0: program(MicroPython=FILES), 0xE0000000: b"far"}, RP2040), "is no program for a Pico's flash"),
        (uf2({0: program(MicroPython=FILES)}, 0xADA52840), "is no UF2 file for a Pico or a Pico 2"),
        (uf2({0: b"something else"}, RP2040), "this is not a program for a Pico"),
        (uf2({0: program(MicroPython=FILES)[:0x240]}, RP2040), "is"),
    ],
)
def test_a_base_that_is_none_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], file: bytes, says: str
) -> None:
    name = tmp_path / "base.uf2"
    name.write_bytes(file)
    assert cli.main(["flash", "--to", str(tmp_path / "x.uf2"), "--profile", PROFILE, "--base", str(name)]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"crossboard: {name}: ") and says in error and error.count("\n") == 1


@pytest.mark.parametrize("name", ["base.uf2", "./base.uf2"])
def test_the_base_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    path = tmp_path / "base.uf2"
    path.write_bytes(GOOD)
    monkeypatch.chdir(tmp_path)
    assert cli.main(["flash", "--to", name, "--profile", PROFILE, "--base", str(path)]) == 2
    assert capsys.readouterr().err.startswith(f"crossboard: {name}: is the --base, which would be lost")
    assert path.read_bytes() == GOOD
