"""The ROM partition of a board whose MicroPython has one (firmware/boards), from which it runs .mpy files in place, as `/rom`.

It holds one image of all our modules, in the format of `mpremote romfs`; whatever was there is replaced. The bytes by which
MicroPython knows an image are erased first and written last, when all else has been verified: a board whose power goes
meanwhile finds no image at all, and main.py says so; where a UF2 file had brought main.py in the image, too (one_file.py), it stays
at MicroPython's prompt.
"""

from __future__ import annotations

import binascii
import contextlib
import importlib
import io
import tempfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from crossboard.board_files.build import NAMES
from crossboard.errors import CrossboardError
from crossboard.flash.on_board import BoardError, Repl
from crossboard.flash.plan import sha

_romfs: Any = importlib.import_module("mpremote.romfs")

PLACE = "/rom"
"""What the image is called in reports, as on the board."""

# Operations of a block device (MicroPython, extmod/vfs.h): 4 number of blocks, 5 size of one, 6 erase one. A MicroPython
# without ROM partitions has no rom_ioctl, and one without any gives a number instead of the device.
_FIND = """
try:
    from vfs import rom_ioctl
    rom = rom_ioctl(2, 0)
    print(rom.ioctl(4, 0), rom.ioctl(5, 0))
except (ImportError, AttributeError): print(0, 0)
"""

_HASH = """
from hashlib import sha256
print("".join(["%02x" % b for b in sha256(memoryview(rom)[{}:{}]).digest()]))
"""

HEAD = 3  # bytes by which MicroPython knows an image
PAGE = 256  # bytes; the least that an RP2040 writes to its flash, where writing only clears bits
BLANK = b"\xff"

WINDOW = 12  # bits; the board takes so much memory to inflate a block
_WRITE = f"""
from binascii import a2b_base64
from deflate import DeflateIO, RAW
from io import BytesIO
from vfs import umount
try: umount({PLACE!r})
except OSError: pass
def put(n, b):
    rom.ioctl(6, n)
    rom.writeblocks(n, DeflateIO(BytesIO(a2b_base64(b)), RAW, {WINDOW}).read(), 0)
"""


@dataclass(frozen=True)
class Partition:
    """Sizes in bytes."""

    size: int
    block: int


def find(repl: Repl) -> Partition | None:
    """The board's ROM partition, if it has one."""
    count, block = map(int, repl.run(_FIND).split())
    return Partition(count * block, block) if count else None


def image_of(files: Mapping[str, bytes]) -> bytes:
    """The image that holds these files, by path; not the names, which lie together anyway where modules stay."""
    with tempfile.TemporaryDirectory(prefix="crossboard-") as folder:
        for path, data in files.items():
            if path == NAMES:
                continue
            place = Path(folder + path)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
        with contextlib.redirect_stdout(io.StringIO()):
            return bytes(_romfs.make_romfs(folder, mpy_cross=False))


def require_room(image: bytes, size: int) -> None:
    """CrossboardError if a partition of so many bytes has no room for the image."""
    if len(image) > size:
        raise CrossboardError(
            f"the firmware takes {_kb(len(image))}, but the board's ROM partition has {_kb(size)}: "
            "flash without --native, or build MicroPython with a larger one (firmware/boards)"
        )


def holds(repl: Repl, image: bytes) -> bool:
    """Whether the partition that was found holds the image."""
    return _hash(repl, 0, len(image)) == sha(image)


def deploy(repl: Repl, rom: Partition, image: bytes, written: Callable[[int], None]) -> None:
    """Replace what the partition that was found holds; `written` gets the size of each part in bytes.

    CrossboardError if the image is too large; BoardError if it is not what the partition holds in the end.
    """
    require_room(image, rom.size)
    repl.run(_WRITE)
    hidden = BLANK * HEAD + image[HEAD:]
    for number, at in enumerate(range(0, len(image), rom.block)):
        block = hidden[at : at + rom.block]
        repl.run(f"put({number}, {_packed(block.ljust(rom.block, BLANK))!r})")
        written(len(block))
    if _hash(repl, HEAD, len(image)) == sha(image[HEAD:]):
        repl.run(f"rom.writeblocks(0, {image[:HEAD].ljust(PAGE, BLANK)!r}, 0)")
    if not holds(repl, image):
        raise BoardError("arrived damaged; run the command again", PLACE)


def _hash(repl: Repl, start: int, end: int) -> str:
    return repl.run(_HASH.format(start, end)).strip()


def _packed(block: bytes) -> bytes:
    packer = zlib.compressobj(level=9, wbits=-WINDOW)
    return binascii.b2a_base64(packer.compress(block) + packer.flush(), newline=False)


def _kb(size: int) -> str:
    return f"{-(-size // 1024)} KB"
