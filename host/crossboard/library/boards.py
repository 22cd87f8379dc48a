"""The boards that a library knows: where they were seen last, and how their sensors did."""

from __future__ import annotations

from collections.abc import Mapping

from crossboard.library.cells import text, whole
from crossboard.library.database import Database
from crossboard.library.selection import EVERY, Selection
from crossboard.library.stored import IMPORTED, StoredBoard, wall_ms


class Boards:
    """The boards in `db`."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def see(self, serial: str, profile: str, firmware: str, port: str) -> None:
        """Store that a board was seen at that port just now."""
        with self._db.transaction():
            self.number(serial)
            self._db.execute(
                "UPDATE boards SET profile = ?, firmware = ?, port = ?, seen_ms = ? WHERE serial = ?",
                (profile, firmware, port, wall_ms(), serial),
            )

    def all(self) -> list[StoredBoard]:
        """The boards seen, the latest first."""
        sql = "SELECT serial, profile, firmware, port, seen_ms FROM boards WHERE serial <> ? ORDER BY seen_ms DESC"
        rows = self._db.rows(sql, (IMPORTED,))
        return [StoredBoard(text(a), text(b), text(c), text(d), whole(seen)) for a, b, c, d, seen in rows]

    def of_games(self, which: Selection = EVERY) -> list[tuple[int, str]]:
        """Number and id of every board that these games were played on; not IMPORTED."""
        where, values = which.where()
        sql = f"SELECT id, serial FROM boards WHERE id IN (SELECT board_id FROM games WHERE {where}) AND serial <> ?"
        return [(row[0], text(row[1])) for row in self._db.rows(sql, [*values, IMPORTED])]

    def note_sensors(self, serial: str, boot: str, counts: Mapping[str, tuple[int, int]]) -> None:
        """Store what a board has counted since that start: square -> (flickers, changes), in place of what it said before."""
        sql = """
            INSERT INTO sensors VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
            flickers = excluded.flickers, changes = excluded.changes, seen_ms = excluded.seen_ms
        """
        with self._db.transaction():
            board, now = self.number(serial), wall_ms()
            for square, (flickers, changes) in counts.items():
                self._db.execute(sql, (board, boot, square, flickers, changes, now))

    def sensors(self, serial: str) -> list[tuple[str, int, int]]:
        """Square, flickers and changes of a board's sensors in all of its starts that a PC was told of."""
        sql = """
            SELECT square, sum(flickers), sum(changes) FROM sensors JOIN boards ON boards.id = board_id
            WHERE serial = ? GROUP BY square ORDER BY square
        """
        return [(text(row[0]), whole(row[1]), whole(row[2])) for row in self._db.rows(sql, (serial,))]

    def number(self, serial: str) -> int:
        """The number of a board's row, which is made if there is none; in a transaction."""
        return self._db.named("boards", "serial", serial)
