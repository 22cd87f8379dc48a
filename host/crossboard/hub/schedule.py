"""The pairings of a hub: kept in a file, and the same at every hub on one broker. Each change of a result is logged: what it was
before, what it is, who gave it, and when."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

from crossboard.errors import CrossboardError, reason_of
from crossboard.folders import write_whole
from crossboard.hub import messages, pairings, topics
from crossboard.hub.bus import Bus
from crossboard.hub.messages import Value
from crossboard.hub.pairings import OPEN, Pairing
from crossboard.language import tr
from crossboard.library import wall_ms

PAIRINGS = "pairings.json"
LOG = "results.jsonl"
BOARD = "the board"
MOST_PARTS = 200  # messages that all pairings can take


class Schedule:
    """The pairings, in `folder` (None: nowhere). `changed` is called after each change. CrossboardError if the file is damaged."""

    def __init__(self, bus: Bus, folder: Path | None, changed: Callable[[], None]) -> None:
        self.pairings: list[Pairing] = []
        self._bus = bus
        self._path = folder / PAIRINGS if folder else None
        self._changed = changed
        self.log: list[Value] = read_log(folder / LOG) if folder else []
        self._log_path = folder / LOG if folder else None
        self._revision = 0
        self._coming: dict[int, list[Pairing]] = {}  # parts of newer pairings, until all are there
        self._coming_revision = 0
        self._by_table: dict[str, list[Pairing]] = {}
        if self._path and self._path.is_file():
            try:
                value: Value = json.loads(self._path.read_text(encoding="utf-8"))
                found, self._revision = pairings.read_items(value), messages.number(value, "revision")
            except (OSError, ValueError, AttributeError) as error:
                raise CrossboardError(f"is not a file of pairings: {error}", str(self._path)) from error
            self._set_all(found)

    def at(self, table: str) -> list[Pairing]:
        """The pairings at a table, in the rounds' order."""
        return self._by_table.get(table, [])

    def of_game(self, table: str, game: str) -> Pairing | None:
        """The pairing that this game of the table's board belongs to."""
        return next((one for one in self.at(table) if one.game == game), None)

    def pair(self, fresh: list[Pairing], by: str = "") -> None:
        """Other pairings, from a file or typed `by` somebody."""
        self._publish_all(pairings.carry_over(fresh, self.pairings), wall_ms(), by)

    def set_result(self, round_name: str, table: str, result: str, by: str) -> None:
        """What the arbiter says, who is called `by`; CrossboardError if there is no such pairing or result. It stands, whatever the
        board says; an open one is the board's to give again."""
        found = next((one for one in self.pairings if (one.round, one.table) == (round_name, table)), None)
        if found is None:
            raise CrossboardError(tr("there is no pairing at {table} in round {round}", table=table, round=round_name))
        pairings.check_result(result)
        if result != found.result:
            self.set(replace(found, result=result, by=by))

    def set(self, changed: Pairing) -> None:
        """Replace the pairing of that round and table."""
        self._publish_all(pairings.with_pairing(self.pairings, changed), max(self._revision + 1, wall_ms()))

    def _publish_all(self, found: list[Pairing], revision: int, by: str = "") -> None:
        self._revision = revision
        self._keep(found, by)
        self.publish()
        self._changed()

    def _set_all(self, found: list[Pairing]) -> None:
        self.pairings, self._by_table = found, {}
        for one in found:
            self._by_table.setdefault(one.table, []).append(one)

    def _keep(self, found: list[Pairing], by: str = "") -> None:
        self._log(found, by)
        self._set_all(found)
        value = {"revision": self._revision, "pairings": [asdict(one) for one in found]}
        if self._path:
            write_whole(self._path, json.dumps(value, ensure_ascii=False, indent=1) + "\n")

    def _log(self, found: list[Pairing], by: str) -> None:
        """The results that differ from what they were; those of pairings that are gone were taken away `by` somebody."""
        before, after = (
            {(p.round, p.table, p.first, p.second): p for p in listed} for listed in (self.pairings, found)
        )
        gone = [replace(one, result=OPEN, by=by) for key, one in before.items() if key not in after]
        fresh: list[Value] = []
        for one in [*gone, *found]:
            key = (one.round, one.table, one.first, one.second)
            was = before[key].result if key in before else OPEN
            if was != one.result:
                what = dict(zip(("round", "table", "first", "second"), key, strict=True))
                fresh.append({"at": wall_ms(), **what, "before": was, "after": one.result, "by": one.by or BOARD})
        self.log += fresh
        if fresh and self._log_path:
            append_log(self._log_path, fresh)

    def publish(self) -> None:
        """Tell the other hubs, if there are any pairings."""
        if not self._revision:
            return
        parts = pairings.in_parts(self.pairings)
        for number, part in enumerate(parts, 1):
            value = {"v": messages.VERSION, "revision": self._revision, "part": number, "parts": len(parts)}
            payload = json.dumps({**value, "pairings": [asdict(one) for one in part]}, ensure_ascii=False).encode()
            self._bus.publish(topics.tables_topic(number), payload, True)

    def hear(self, payload: bytes) -> None:
        """Another hub may have newer ones; they count once all parts of them are there. ValueError if it is malformed."""
        value = messages.decode(payload)
        revision = messages.number(value, "revision")
        parts = messages.number(value, "parts", MOST_PARTS) if "parts" in value else 1
        part = messages.number(value, "part", parts) if "part" in value else 1
        if revision <= self._revision or revision < self._coming_revision or not part:
            return
        if revision > self._coming_revision:
            self._coming, self._coming_revision = {}, revision
        self._coming[part] = pairings.read_items(value)
        if len(self._coming) < parts:
            return
        self._revision = revision
        found, self._coming = [one for _, given in sorted(self._coming.items()) for one in given], {}
        self._keep(found)
        self._changed()


def read_log(path: Path) -> list[Value]:
    """The entries of a log, the oldest first; a line that a crash has cut is left out."""
    found: list[Value] = []
    with contextlib.suppress(OSError):
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            with contextlib.suppress(ValueError):
                entry: object = json.loads(line)
                if isinstance(entry, dict):
                    found.append(entry)  # type: ignore[reportUnknownArgumentType]
    return found


def append_log(path: Path, entries: list[Value]) -> None:
    """Add entries; CrossboardError if that can't be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a+b") as log:
            end = log.seek(0, os.SEEK_END)
            log.seek(max(0, end - 1))
            if log.read(1) not in (b"", b"\n"):  # a line that a crash has cut
                log.write(b"\n")
            log.writelines(json.dumps(entry, ensure_ascii=False).encode() + b"\n" for entry in entries)
    except OSError as error:
        raise CrossboardError(f"can't be written: {reason_of(error)}", str(path)) from error
