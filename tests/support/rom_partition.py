"""A ROM partition for a simulated board, whose MicroPython has none: a boot.py that keeps one in the file `rom.bin`.

It behaves as flash does (erased bytes are 0xff, writing clears bits), and mounts an image at the start as MicroPython would:
its format is described in MicroPython's extmod/vfs_rom.c.
"""

from __future__ import annotations

from pathlib import Path

BLOCK = 1024
IMAGE = "rom.bin"
BOOT = "/boot.py"

BOOT_TEXT = f"""
import io, os, sys
class Rom(bytearray):
    def ioctl(self, op, arg):
        if op == 4: return len(self) // {BLOCK}
        if op == 5: return {BLOCK}
        for i in range(arg * {BLOCK}, arg * {BLOCK} + {BLOCK}): self[i] = 255
        self.save()
    def writeblocks(self, block, data, offset):
        at = block * {BLOCK} + offset
        for i in range(len(data)): self[at + i] &= data[i]
        self.save()
    def save(self):
        with open("/{IMAGE}", "wb") as file: file.write(self)
with open("/{IMAGE}", "rb") as file: rom = Rom(file.read())
class vfs:
    def umount(path): os.umount(path)
    def rom_ioctl(op, arg): return rom
sys.modules["vfs"] = vfs

def number(at):
    value = rom[at] & 127
    while rom[at] & 128:
        at += 1
        value = value << 7 | rom[at] & 127
    return value, at + 1
files = {{"/": None}}
def walk(path, at, end):
    while at < end:
        kind, at = number(at)
        size, at = number(at)
        if kind in (4, 5):
            count, name = number(at)
            inside = path + "/" + bytes(rom[name:name + count]).decode()
            if kind == 4:
                files[inside] = None
                walk(inside, name + count, at + size)
            else:
                _, start = number(name + count)
                count, start = number(start)
                files[inside] = bytes(rom[start:start + count])
        at += size
class Mounted:
    def mount(self, readonly, mkfs): pass
    def umount(self): pass
    def stat(self, path):
        path = "/" + path.strip("/")
        if path not in files: raise OSError(2)
        return (0x4000 if files[path] is None else 0x8000,) + 9 * (0,)
    def open(self, path, mode):
        self.stat(path)
        return io.BytesIO(files["/" + path.strip("/")])
if rom[:3] == b"\\xd2\\xcd1":
    size, at = number(3)
    walk("", at, at + size)
    os.mount(Mounted(), "/rom")
    sys.path.append("/rom")
"""


def lay_rom(flash: Path, size: int, image: bytes = b"") -> None:
    """Give the board whose files are in this folder a partition of so many bytes, which holds the image."""
    (flash / IMAGE).write_bytes(image.ljust(size, b"\xff"))
    (flash / BOOT.lstrip("/")).write_text(BOOT_TEXT)
