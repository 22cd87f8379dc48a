"""UF2 files: reads and writes them, and finds in a MicroPython where its partitions lie. As a program it makes the file of a
MicroPython with a ROM partition (`make uf2`), and checks that its parts do not overlap in the flash:

    python -m crossboard.flash.uf2 BOARD FIRMWARE.BIN OUT.UF2

Where things lie is read from the program itself, which describes its partitions for picotool: pico-sdk,
`pico/binary_info/defs.h` and `structure.h`. UF2: https://github.com/microsoft/uf2.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from crossboard.errors import CrossboardError
from crossboard.output import say, warn

FLASH = 0x10000000
"""Where the flash begins in the memory of RP2040 and RP2350."""

LARGEST = 16 << 20
"""Bytes of flash that they have room for there."""

RP2040 = 0xE48BFF56
RP2350 = 0xE48BFF59  # with its Arm cores, as MicroPython is built
FAMILIES = {"RPI_PICO": RP2040, "RPI_PICO_W": RP2040, "RPI_PICO2": RP2350, "RPI_PICO2_W": RP2350}
"""Board -> the number that UF2 files for its chip carry."""

CHIPS = {RP2040: "RP2040", RP2350: "RP2350"}
"""That number -> the chip."""

ROM = "ROMFS"
FILES = "MicroPython"
"""What MicroPython calls its partitions: for modules that run in place, and for files."""

_HEADER = struct.Struct("<5I")
_STARTS, _ENDS = 0x7188EBF2, 0xE71AA390
_SEARCHED = 1024  # bytes from the beginning in which the header lies
_DEVICE = struct.Struct("<HHIII")
_BLOCK_DEVICE = 7
_TEXT = 6
_VERSION, _BOARD = 0x11A9BC3A, 0xB63CFFBB

_PAGE = 256
SECTOR = 4096
"""What a chip's boot ROM erases at once, and so what a UF2 file should write whole."""

_UF2_HEAD = struct.Struct("<8I")
_UF2_MAGIC = (0x0A324655, 0x9E5D5157)
_UF2_END = 0x0AB16F30
_UF2_DATA = 476
_HAS_FAMILY = 0x2000


class Base(NamedTuple):
    """A UF2 file's program: what lies in the flash from its beginning, the number of its chip's family, and the blocks for other
    families as they are, by which the boot ROM of an RP2350 is told of its flash (RP2350-E10)."""

    program: bytes
    family: int
    others: bytes


def read_uf2(file: bytes) -> Base:
    """What a UF2 file for a Pico brings; CrossboardError if it is none."""
    pages: dict[int, bytes] = {}
    families: set[int] = set()
    others, count = b"", 0
    for at in range(0, len(file), 512):
        block = file[at : at + 512]
        if len(block) < 512 or not block.endswith(struct.pack("<I", _UF2_END)):
            raise CrossboardError("is not a UF2 file, or not whole")
        first, second, _, address, size, number, count, family = _UF2_HEAD.unpack_from(block)
        if (first, second) != _UF2_MAGIC or size > _UF2_DATA:
            raise CrossboardError("is not a UF2 file")
        if family not in CHIPS:
            others += block
            continue
        if not FLASH <= address < FLASH + LARGEST or number >= count:
            raise CrossboardError("is no program for a Pico's flash")
        families.add(family)
        pages[address - FLASH] = block[_UF2_HEAD.size :][:size]
        if len(pages) > count:
            raise CrossboardError("holds more blocks than it says")
    if len(families) != 1 or len(pages) != count:
        raise CrossboardError("is no UF2 file for a Pico or a Pico 2, or not whole")
    program = bytearray(max(at + len(page) for at, page in pages.items()))
    for at, page in pages.items():
        program[at : at + len(page)] = page
    return Base(bytes(program), families.pop(), others)


def partitions(program: bytes) -> dict[str, range]:
    """The partitions of a MicroPython by name, as offsets in the flash; `program` is what lies there from its beginning."""
    found: dict[str, range] = {}
    for item in _described(program):
        kind, _, name, address, size = _DEVICE.unpack_from(program, item)
        if kind == _BLOCK_DEVICE:
            found[_text(program, name)] = range(address - FLASH, address - FLASH + size)
    return found


def version_and_board(program: bytes) -> tuple[str, str]:
    """What a MicroPython says of itself: its version (`v1.26.1`), and pico-sdk's name of its board (`pico_w`); "" if nothing."""
    found: dict[int, str] = {}
    for item in _described(program):
        kind, _, name, text, _ = _DEVICE.unpack_from(program, item)
        if kind == _TEXT and name in (_VERSION, _BOARD):
            found[name] = _text(program, text)
    return found.get(_VERSION, ""), found.get(_BOARD, "")


def _described(program: bytes) -> Iterator[int]:
    """Where the entries lie by which a program describes itself."""
    for at in range(0, _SEARCHED, 4):
        begins, first, last, _, ends = _HEADER.unpack_from(program.ljust(_SEARCHED + _HEADER.size, b"\0"), at)
        if begins == _STARTS and ends == _ENDS:
            break
    else:
        raise CrossboardError("this is not a program for a Pico: it does not describe itself")
    for entry in range(first - FLASH, last - FLASH, 4):
        (item,) = struct.unpack_from("<I", program, entry)
        if 0 <= item - FLASH <= len(program) - _DEVICE.size:
            yield item - FLASH


def _text(program: bytes, address: int) -> str:
    return program[address - FLASH :].partition(b"\0")[0].decode()


def check(program: bytes) -> dict[str, range]:
    """Its partitions; CrossboardError if there is none for modules, or MicroPython has grown into it."""
    found = partitions(program)
    if ROM not in found:
        raise CrossboardError("that MicroPython has no ROM partition: it was built with another board definition")
    if len(program) > found[ROM].start:
        raise CrossboardError(
            f"MicroPython takes {len(program)} bytes, but its ROM partition begins at {found[ROM].start}: "
            "make MICROPY_HW_ROMFS_BYTES smaller (firmware/boards)"
        )
    return found


def uf2(parts: Mapping[int, bytes], family: int, others: bytes = b"") -> bytes:
    """The UF2 file that puts each part at its offset in the flash, in whole sectors; `others` as in Base."""
    pages: dict[int, bytes] = {}
    for start, part in parts.items():
        whole = part.ljust(-(-len(part) // SECTOR) * SECTOR, b"\0")
        pages.update((start + at, whole[at : at + _PAGE]) for at in range(0, len(whole), _PAGE))
    file = bytearray(others)
    for i, (at, page) in enumerate(sorted(pages.items())):
        file += _UF2_HEAD.pack(*_UF2_MAGIC, _HAS_FAMILY, FLASH + at, _PAGE, i, len(pages), family)
        file += page.ljust(_UF2_DATA, b"\0") + struct.pack("<I", _UF2_END)
    return bytes(file)


def main(words: list[str]) -> int:
    """The command."""
    board, binary, out = words
    program = Path(binary).read_bytes()
    found = check(program)
    made = Path(binary).with_suffix(".uf2")  # by picotool, where it is installed
    Path(out).write_bytes(made.read_bytes() if made.is_file() else uf2({0: program}, FAMILIES[board]))
    place = found[ROM]
    sizes = f"{len(program) >> 10} KB of {place.start >> 10}, ROM partition {len(place) >> 10} KB at {place.start:#x}"
    say(f"{out}: MicroPython {sizes}, files {len(found[FILES]) >> 10} KB")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except CrossboardError as error:
        warn(str(error))
        sys.exit(2)
