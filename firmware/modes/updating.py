"""A PC brings another firmware by way of the link (WIRE.md, D `update`), while play rests as in a test.

Its files go to /update and nowhere else, so nothing in use is touched: main.py moves them when the board starts next, and the PC
has them moved only when the hashes that the board reports are right. Whoever may say this has the board in hand, by a
cable, or knows its token. What takes long is done a file or a block at a time. Allocates freely.
"""

import gc
import os
import sys
from binascii import a2b_base64, hexlify
from hashlib import sha256

from firmware.memory import before_play
from shared_rules.codes import const
from shared_rules.protocol.frames import T_DOCTOR
from shared_rules.protocol.signals import MARK_LAST_TO

UPDATE = "/update"
STEPS = UPDATE + "/steps"  # what main.py is to do; they count under this name:
READY = UPDATE + "/ready"
WENT_BACK = "/went_back"  # why the last update did (builder.py)
CHUNK = const(1024)  # bytes of a file that are read at once
FEW = const(4)  # messages that wait to be sent while there is more to say
LINK_STEPS = const(4)  # of the link in a round: nothing else is to be done
NO_SPACE = const(28)  # ENOSPC


def rom_partition():
    """The ROM partition as a block device, None where MicroPython has none."""
    try:
        from vfs import rom_ioctl

        rom = rom_ioctl(2, 0)
        return rom if hasattr(rom, "ioctl") else None
    except (ImportError, AttributeError):
        return None


def image_size(rom):
    """Bytes of the image in the ROM partition: its head, a number of 7 bits a byte, and so much (MicroPython, extmod/vfs_rom.c)."""
    data = memoryview(rom)
    at = 3
    size = data[at] & 127
    while data[at] & 128:
        at += 1
        size = size << 7 | data[at] & 127
    return at + 1 + size


class Updating:
    """Has the methods of a test (probe.py). `link` brings what the PC wants."""

    def __init__(self, loop, link, display):
        self._loop = loop
        self._link = link
        self._display = display
        self._file = None  # that is being written,
        self._path = ""
        self._left = 0  # of which so many bytes are to come
        self._sha = None
        self._work = None  # what takes many rounds
        self._remove(READY)  # what was brought before and not yet moved is not to be moved half changed
        self._remove(WENT_BACK)  # the PC has been told that
        link.news = ""
        before_play()
        gc.collect()
        cover = display.covering()
        for light in display.corners:
            cover[light] = MARK_LAST_TO
        self._say(self._facts())

    def _facts(self):
        """`update MICROPYTHON MPY PORT FREE SIZE HEAP ROM BLOCK MACHINE`: sizes in bytes."""
        known = sys.implementation
        disk = os.statvfs("/")
        rom = rom_partition()
        block = rom.ioctl(5, 0) if rom else 0
        return "update %d.%d.%d %d %s %d %d %d %d %d %s" % (
            known.version[0],
            known.version[1],
            known.version[2],
            getattr(known, "_mpy", 0),
            sys.platform,
            disk[0] * disk[3],
            disk[0] * disk[2],
            gc.mem_alloc() + gc.mem_free(),
            rom.ioctl(4, 0) * block if rom else 0,
            block,
            getattr(known, "_machine", ""),
        )

    def _say(self, text):
        self._link.bench.append(text.encode())

    def _remove(self, path):
        """A file or an empty folder, if it is there."""
        for remove in (os.remove, os.rmdir):
            try:
                remove(path)
            except OSError:
                pass

    # What the PC wants

    def command(self, text):
        """Carry out `text`; give "" or what is wrong with it."""
        what, _, rest = text.partition(" ")
        path, _, size = rest.partition(" ")
        try:
            if what == "data" and self._file:
                self._take(a2b_base64(rest.encode()))
            elif what == "put" and self._is_ours(path) and size.isdigit():
                self._put(path, int(size))
            elif what == "drop" and self._is_ours(path):
                self._remove(path)
            elif what == "list":
                self._work = self._listing(path)
            elif what == "rom" and path.isdigit() and rom_partition():
                self._work = self._reading(rom_partition(), int(path))
            elif what == "keep" and self._is_ours(path) and rom_partition():
                self._open(path)
                self._work = self._reading(rom_partition(), image_size(rom_partition()))
            elif what == "ready":
                os.rename(STEPS, READY)
                self._say("ready")
            elif what == "restart":
                self._loop.restart()
            else:
                return "no such request"
        except (OSError, ValueError) as error:
            return self._failed(error)
        return ""

    def _failed(self, error):
        """What is wrong, in words; the file that is half written goes, as games need its room."""
        if self._file:
            try:
                self._close()
            except OSError:
                pass  # it was not the last that fitted
            self._remove(self._path)
        if isinstance(error, OSError) and error.errno == NO_SPACE:
            return "the board's flash is full"
        return "that failed: %r" % (error,)

    def _is_ours(self, path):
        """Whether it lies where an update is laid, or what was before it."""
        return (path + "/").startswith((UPDATE + "/", "/previous/")) and ".." not in path

    def _open(self, path):
        """Begin a file, in folders that are made."""
        self._close()
        at = path.find("/", 1)
        while at > 0:
            try:
                os.mkdir(path[:at])
            except OSError:
                pass  # it is there
            at = path.find("/", at + 1)
        self._path = path
        self._file = open(path, "wb")

    def _put(self, path, size):
        self._open(path)
        self._left = size
        self._sha = sha256()
        self._take(b"")

    def _take(self, data):
        """Some of the file that is under way; at its end `put SHA`."""
        self._file.write(data)
        self._sha.update(data)
        self._left -= len(data)
        if self._left <= 0:
            self._close()
            self._say("put " + hexlify(self._sha.digest()).decode())

    def _close(self):
        file = self._file
        self._file = None
        if file:
            file.close()

    # What takes many rounds

    def _listing(self, root):
        """`list D FOLDER` and `list SHA FILE` for what is there, then `list -`."""
        yield from self._look(root, memoryview(bytearray(CHUNK)))
        self._say("list -")

    def _look(self, path, buffer):
        yield
        try:
            kind = os.stat(path)[0]
        except OSError:
            return
        if kind & 0x4000:
            self._say("list D " + path)
            for entry in list(os.ilistdir(path)):
                yield from self._look(path + "/" + entry[0], buffer)
        else:
            found = sha256()
            with open(path, "rb") as file:
                count = file.readinto(buffer)
                while count:
                    found.update(buffer[:count])
                    count = file.readinto(buffer)
            self._say("list %s %s" % (hexlify(found.digest()).decode(), path))

    def _reading(self, rom, size):
        """`rom SHA` of so many bytes of the ROM partition, copied to the file that was begun, if one was."""
        data = memoryview(rom)
        found = sha256()
        for at in range(0, size, CHUNK):
            part = data[at : min(at + CHUNK, size)]
            found.update(part)
            if self._file:
                self._file.write(part)
            yield
        self._close()
        self._say("rom " + hexlify(found.digest()).decode())

    # The loop

    def step(self, now):
        """One round at the time `now`; True if it was enough for a round."""
        if self._display.due(now):
            self._display.show(b"", now)
        if self._work and len(self._link.bench) < FEW:
            try:
                for _ in self._work:
                    return False
            except OSError as error:
                self._link.answer(T_DOCTOR, self._failed(error))
            self._work = None
        for _ in range(LINK_STEPS - 1):
            self._link.step(now)
        return False

    def end(self):
        """Nothing more comes: what has come stays, for the next time."""
        self._close()
        self._display.set_cover(None)
