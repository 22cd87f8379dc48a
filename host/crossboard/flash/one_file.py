"""`crossboard flash --to FILE.uf2`: MicroPython and everything of ours in one UF2 file, to be dragged onto a Pico's drive.

Into a MicroPython with a ROM partition (`make uf2`) goes an image of our modules, main.py and the profile, which its frozen
main.py starts (frozen.py). The file leaves the board's filesystem alone, so games, settings and network stay, also when a newer
file is dragged. Any other MicroPython has to find all of that in its filesystem, which the file then writes whole (littlefs, as
MicroPython's VfsLfs2 has it): it is for a board that has no games yet.
"""

from __future__ import annotations

import importlib
import re
import struct
from collections.abc import Mapping
from typing import Any, NamedTuple

from crossboard.board_files.build import build
from crossboard.boards.faults import DOWNLOAD
from crossboard.calling import command, pip_install
from crossboard.errors import CrossboardError, read_bytes
from crossboard.flash import rom
from crossboard.flash.frozen import ROM_MAIN
from crossboard.flash.memory import KB, what_fits
from crossboard.flash.uf2 import CHIPS, FILES, ROM, RP2040, SECTOR, partitions, read_uf2, uf2, version_and_board
from crossboard.folders import user_path
from crossboard.games.words import plural, size_text
from crossboard.profiles import chips, profile_json

OLDEST = (1, 23)
"""The first MicroPython whose Pico port has everything that the firmware uses."""

PORT = "rp2"
HEAPS = {"pico": 240 * KB, "pico_w": 206 * KB}
"""pico-sdk's name of a board with an RP2040 -> bytes of heap that MicroPython leaves at most (firmware/README.md)."""

DISK = 0x00020000
"""The oldest littlefs format that MicroPython's driver reads; a newer driver brings it up to date when it writes."""

PROGRAM, CACHE = 256, 1024
"""Bytes that VfsLfs2 programs at once (rp2's _boot.py), and of its cache: what lies within a folder's entry is no longer."""


class Made(NamedTuple):
    """A UF2 file, and what is to be said of it: MicroPython's version, files of ours, whether they lie in the ROM partition, and
    a sentence on memory ("": it is enough, or unknown)."""

    file: bytes
    version: str
    files: int
    in_rom: bool
    memory: str


def make(base: str, profile: dict[str, Any]) -> Made:
    """The file for a board with that checked profile and the MicroPython of the UF2 file `base`; CrossboardError if none can be."""
    if profile["port"] != PORT:
        raise CrossboardError(
            f"profile {profile['name']} is for {chips.CHIPS[profile['port']].title}: only a Pico takes UF2 files"
        )
    file = read_bytes(user_path(base), CrossboardError)
    try:
        found = read_uf2(file)
        places = partitions(found.program)
        version, board = version_and_board(found.program)
        in_rom = ROM in places
        _check(found.program, places, version)
    except CrossboardError as error:
        raise CrossboardError(error.what, base) from None
    except (struct.error, ValueError):
        raise CrossboardError("is no MicroPython: what it says of itself leads nowhere", base) from None
    files = build(profile_json(profile))
    place = places[ROM if in_rom else FILES]
    image = rom.image_of(files) if in_rom else filesystem(files, len(place))
    if len(image) > len(place):
        raise CrossboardError(
            f"the firmware takes {size_text(len(image))}, its ROM partition has {size_text(len(place))}", base
        )
    heap = HEAPS.get(board, 0) if found.family == RP2040 and not in_rom else 0
    file = uf2({0: found.program[: place.start], place.start: image}, found.family, found.others)
    return Made(
        file,
        f"{version} for {CHIPS[found.family]}",
        len(files) - in_rom,
        in_rom,
        what_fits(files, profile["games"], heap),
    )


def _check(program: bytes, places: Mapping[str, range], version: str) -> None:
    """CrossboardError if the firmware would not run on that MicroPython."""
    if FILES not in places:
        raise CrossboardError("is no MicroPython: it has no filesystem")
    number = re.match(r"v(\d+)\.(\d+)", version)
    if not number or (int(number[1]), int(number[2])) < OLDEST:
        least = ".".join(map(str, OLDEST))
        raise CrossboardError(
            f"is MicroPython {version or 'of no version'}; {least} or newer is needed, from {DOWNLOAD}"
        )
    if ROM in places and ROM_MAIN.encode() not in program:
        raise CrossboardError(
            "its ROM partition starts nothing by itself; build it anew with `make uf2` (firmware/boards)"
        )


def filesystem(files: Mapping[str, bytes], size: int) -> bytes:
    """A littlefs of so many bytes that holds these files, by path on the board. CrossboardError if they don't fit."""
    try:
        littlefs: Any = importlib.import_module("littlefs")
    except ImportError as error:
        raise CrossboardError(f"a filesystem image needs littlefs-python: {pip_install('uf2')}") from error
    disk = littlefs.LittleFS(
        block_size=SECTOR,
        block_count=size // SECTOR,
        read_size=32,
        prog_size=PROGRAM,
        cache_size=CACHE,
        lookahead_size=32,
        disk_version=DISK,
    )
    try:
        for path, data in files.items():
            disk.makedirs(path.rpartition("/")[0] or "/", exist_ok=True)
            with disk.open(path, "wb") as file:
                file.write(data)
    except littlefs.LittleFSError as error:
        raise CrossboardError(f"the firmware does not fit into a filesystem of {size_text(size)}: {error}") from error
    return bytes(disk.context.buffer)


def described(made: Made, name: str, profile: str) -> list[str]:
    """What was made, and what to do with it, as lines."""
    where = f"{plural(made.files, 'file')} in its {'ROM partition' if made.in_rom else 'filesystem'}"
    lines = [f"{name}: MicroPython {made.version}, {where}, profile {profile}; {size_text(len(made.file))}"]
    lines += [made.memory] if made.memory else []
    if made.in_rom:
        lines.append("a board that has games, settings and a network keeps them")
    else:
        lines.append(
            f"it erases a board's games, settings and network, as this MicroPython has no ROM partition: update such a board "
            f"by `{command('flash')}` instead"
        )
    return [
        *lines,
        "next: hold BOOTSEL while you plug the board in, and drag the file onto the drive that appears; the board then starts: set "
        "up the pieces where the lights are blue",
    ]
