"""A flash file system in memory whose power can be cut at any operation, with what firmware/game/ uses of `os`, and `open`.

Files are as littlefs and FAT promise them at best and at worst. What a program has written is `pending` until it flushes or
closes; a directory change counts when it is done. When the power goes, of each file with something pending there remains

    kept       nothing of what was pending (littlefs)
    torn       a beginning of it
    reordered  some of its 16-byte blocks, the others blank: written in another order than told

and a change of directory is undone or done, but nothing between.
"""

from __future__ import annotations

import io
import random
from typing import Any

BLOCK = 16
POLICIES = ("kept", "torn", "reordered")


class PowerCut(BaseException):
    """The power is gone; nothing of the program goes on. No Exception, so that nothing catches it."""


class Flash:
    """`cut_at` counts operations (write, flush, rename, remove, mkdir, create): the power goes in the middle of that one."""

    def __init__(self, policy: str = "kept", seed: int = 0, capacity: int = 1 << 20) -> None:
        self.files: dict[str, bytearray] = {}  # what is on the flash for sure
        self.pending: dict[str, bytearray] = {}  # what an open file holds beyond that
        self.dice = random.Random(seed)
        self.policy = policy
        self.capacity = capacity
        self.operations = 0
        self.cut_at = -1
        self.reads = 0  # bytes read
        self.log: list[str] = []

    # Power

    def operate(self, what: str) -> None:
        """Before every change."""
        self.operations += 1
        self.log.append(what)
        if self.operations - 1 == self.cut_at:
            raise PowerCut(what)

    def power_cut(self, under: str = "") -> None:
        """What remains; of several boards' flashes in one that of the board whose paths begin so."""
        lost = [path for path in self.pending if path.startswith(under)]
        for path in lost:
            known, data = self.files.get(path), self.pending.pop(path)
            if known is None:
                continue
            at = self._common(known, data)
            known[:] = data[:at] + self._remains(bytes(data[at:])) if len(data) >= len(known) else known
        self.cut_at = -1

    @staticmethod
    def _common(known: bytearray, data: bytearray) -> int:
        return len(known) if data[: len(known)] == known else 0

    def _remains(self, data: bytes) -> bytes:
        if self.policy == "kept" or not data:
            return b""
        if self.policy == "torn":
            return data[: self.dice.randrange(len(data) + 1)]
        blank = self.dice.choice((b"\xff", b"\x00"))
        blocks = [data[i : i + BLOCK] for i in range(0, len(data), BLOCK)]
        return b"".join(b if self.dice.random() < 0.5 else blank * len(b) for b in blocks)

    # As the program sees it

    def seen(self, path: str) -> bytearray:
        if path in self.pending:
            return self.pending[path]
        if path not in self.files:
            raise OSError(2)
        return self.files[path]

    def used(self) -> int:
        held = {**self.files, **self.pending}
        return 4096 * sum([(len(data) + 4095) // 4096 or 1 for data in held.values()])

    def open(self, path: str, mode: str = "r") -> Any:
        if "r" in mode:
            data = bytes(self.seen(path))
            return Reading(self, data) if "b" in mode else io.StringIO(data.decode())
        if path not in self.files:
            if self.used() + 4096 > self.capacity:
                raise OSError(28)
            self.operate(f"create {path}")
            self.files[path] = bytearray()
        self.pending[path] = bytearray(b"" if "w" in mode else self.files[path])
        return Writing(self, path, "b" not in mode)

    def listdir(self, folder: str) -> list[str]:
        return [path[len(folder) + 1 :] for path in self.files if path.startswith(folder + "/")]

    def mkdir(self, folder: str) -> None:
        raise OSError(17)

    def stat(self, path: str) -> tuple[int, ...]:
        return (0x8000, 0, 0, 0, 0, 0, len(self.seen(path)), 0, 0, 0)

    def remove(self, path: str) -> None:
        self.seen(path)
        self.operate(f"remove {path}")
        self.files.pop(path, None)
        self.pending.pop(path, None)

    def rename(self, old: str, new: str) -> None:
        self.seen(old)
        self.operate(f"rename {old}")
        self.files[new] = self.files.pop(old)
        if old in self.pending:
            self.pending[new] = self.pending.pop(old)

    def statvfs(self, folder: str) -> tuple[int, ...]:
        return (4096, 4096, self.capacity // 4096, (self.capacity - self.used()) // 4096)


class Reading(io.BytesIO):
    """A file open for reading."""

    def __init__(self, flash: Flash, data: bytes) -> None:
        super().__init__(data)
        self._flash = flash

    def read(self, size: int | None = -1) -> bytes:
        data = super().read(size)
        self._flash.reads += len(data)
        return data


class Writing:
    """A file open for writing."""

    def __init__(self, flash: Flash, path: str, text: bool) -> None:
        self._flash, self._path, self._text = flash, path, text

    def write(self, data: Any) -> int:
        flash = self._flash
        held = flash.pending[self._path]
        data = data.encode() if self._text else bytes(data)
        if flash.used() + max(0, -(-(len(held) + len(data)) // 4096) - -(-len(held) // 4096)) * 4096 > flash.capacity:
            raise OSError(28)
        flash.operate(f"write {self._path}") if flash.operations != flash.cut_at else self._write_half(data)
        held += data
        return len(data)

    def _write_half(self, data: bytes) -> None:
        """The power goes in the middle of a write."""
        self._flash.pending[self._path] += data
        self._flash.operate(f"write {self._path}")

    def flush(self) -> None:
        self._flash.operate(f"flush {self._path}")
        self._flash.files[self._path] = bytearray(self._flash.pending[self._path])

    def tell(self) -> int:
        return len(self._flash.pending[self._path])

    def close(self) -> None:
        flash = self._flash
        if self._path in flash.pending:
            if flash.pending[self._path] != flash.files.get(self._path):
                self.flush()
            flash.pending.pop(self._path, None)

    def __enter__(self) -> Writing:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
