"""Makes the UF2 file of a MicroPython with a ROM partition (`make uf2`), and checks that its parts do not overlap in the flash.

    python -m crossboard.flash.uf2 BOARD FIRMWARE.BIN OUT.UF2

Where things lie is read from the program itself, which describes its partitions for picotool: pico-sdk,
`pico/binary_info/defs.h` and `structure.h`. UF2: https://github.com/microsoft/uf2.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path

from crossboard.errors import CrossboardError
from crossboard.output import say, warn

FLASH = 0x10000000
"""Where the flash begins in the memory of RP2040 and RP2350."""

RP2040 = 0xE48BFF56
RP2350 = 0xE48BFF59  # with its Arm cores, as MicroPython is built
FAMILIES = {"RPI_PICO": RP2040, "RPI_PICO_W": RP2040, "RPI_PICO2": RP2350, "RPI_PICO2_W": RP2350}
"""Board -> the number that UF2 files for its chip carry."""

ROM = "ROMFS"
FILES = "MicroPython"
"""What MicroPython calls its partitions: for modules that run in place, and for files."""

_HEADER = struct.Struct("<5I")
_STARTS, _ENDS = 0x7188EBF2, 0xE71AA390
_SEARCHED = 1024  # bytes from the beginning in which the header lies
_DEVICE = struct.Struct("<HHIII")
_BLOCK_DEVICE = 7

_PAGE = 256
_UF2_HEAD = struct.Struct("<8I")
_UF2_MAGIC = (0x0A324655, 0x9E5D5157)
_UF2_END = 0x0AB16F30
_UF2_DATA = 476
_HAS_FAMILY = 0x2000


def partitions(program: bytes) -> dict[str, range]:
    """The partitions of a MicroPython by name, as offsets in the flash; `program` is what lies there from its beginning."""
    for at in range(0, _SEARCHED, 4):
        begins, first, last, _, ends = _HEADER.unpack_from(program.ljust(_SEARCHED + _HEADER.size, b"\0"), at)
        if begins == _STARTS and ends == _ENDS:
            break
    else:
        raise CrossboardError("this is not a program for a Pico: it does not describe itself")
    found: dict[str, range] = {}
    for entry in range(first - FLASH, last - FLASH, 4):
        (item,) = struct.unpack_from("<I", program, entry)
        kind, _, name, address, size = _DEVICE.unpack_from(program, item - FLASH)
        if kind == _BLOCK_DEVICE:
            text = program[name - FLASH :].partition(b"\0")[0].decode()
            found[text] = range(address - FLASH, address - FLASH + size)
    return found


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


def uf2(program: bytes, family: int) -> bytes:
    """The UF2 file that puts a program at the beginning of the flash."""
    pages = [program[at : at + _PAGE].ljust(_PAGE, b"\0") for at in range(0, len(program), _PAGE)]
    file = bytearray()
    for i, page in enumerate(pages):
        file += _UF2_HEAD.pack(*_UF2_MAGIC, _HAS_FAMILY, FLASH + i * _PAGE, _PAGE, i, len(pages), family)
        file += page.ljust(_UF2_DATA, b"\0") + struct.pack("<I", _UF2_END)
    return bytes(file)


def main(words: list[str]) -> int:
    """The command."""
    board, binary, out = words
    program = Path(binary).read_bytes()
    found = check(program)
    made = Path(binary).with_suffix(".uf2")  # by picotool, where it is installed
    Path(out).write_bytes(made.read_bytes() if made.is_file() else uf2(program, FAMILIES[board]))
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
