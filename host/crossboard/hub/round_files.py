"""The files that a hub writes for others: a record file a round, and hall.json with everything on the wall."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path

from crossboard.errors import CrossboardError
from crossboard.folders import write_whole
from crossboard.games.record import join_records, write_record
from crossboard.hub.pairings import OPEN, Pairing
from crossboard.hub.wall import Wall
from crossboard.library import Library
from crossboard.library.archive import export_game

RECORDED = {"+/-": "1-0", "-/+": "0-1", "-/-": OPEN}
"""What a record says of games that were not played on."""
FILES_S = 1.0  # between two writings of files


class RoundFiles:
    """The files in `folder` (None: nowhere), at most once a second. `problem` is what is wrong with them, in words."""

    def __init__(self, folder: Path | None, library: Library, wall: Wall, clock: Callable[[], float]) -> None:
        self.problem = ""
        self._folder = folder
        self._library = library
        self._wall = wall
        self._clock = clock
        self._stale: set[str] = set()  # rounds whose file is to be written anew; "": hall.json alone
        self._at = -FILES_S
        self._writing = threading.Thread()
        # Of games: how many events, and the result in the pairings; and the text.
        self._records: dict[int, tuple[tuple[int, str], str]] = {}

    def touch(self, rounds: Iterable[str]) -> None:
        """Something has changed in these rounds, or ("") on the wall."""
        self._stale.update(rounds)

    def step(self, pairings: list[Pairing]) -> None:
        """Write what has changed, if it is time."""
        now = self._clock()
        if self._folder is None or not self._stale or now - self._at < FILES_S or self._writing.is_alive():
            return
        self._at = now
        wanted, self._stale = self._stale, set()
        texts: dict[Path, str] = {}
        for name in filter(None, wanted):
            records = (self._record(one) for one in pairings if one.round == name and one.game)
            texts[self._folder / round_file(name)] = "".join(join_records(filter(None, records)))
        value = {"pairings": [asdict(one) for one in pairings], "boards": self._wall.tiles()}
        texts[self._folder / "hall.json"] = json.dumps(value, ensure_ascii=False) + "\n"
        self._writing = threading.Thread(target=self._write, args=(texts,), name="files", daemon=True)
        self._writing.start()

    def finish(self, pairings: list[Pairing]) -> None:
        """Write what has changed, and wait until it is written."""
        self._wait()
        self._at = -FILES_S
        self.step(pairings)
        self._wait()

    def _wait(self) -> None:
        if self._writing.is_alive():
            self._writing.join()

    def _write(self, texts: dict[Path, str]) -> None:
        """In a thread of its own: nobody waits for the disk. What can't be written is tried again with the next change."""
        try:
            for path, text in texts.items():
                write_whole(path, text)
            self.problem = ""
        except CrossboardError as error:
            self.problem = str(error)

    def _record(self, pairing: Pairing) -> str:
        number = self._library.find_game(pairing.table, pairing.game)
        if number is None:
            return ""
        state = (self._library.committed(number), pairing.result)
        known = self._records.get(number)
        if known is None or known[0] != state:
            record = export_game(self._library, number)
            if record.result == OPEN and pairing.result != OPEN:  # what the arbiter says of a game that nobody ended
                record.result, record.termination = RECORDED.get(pairing.result, pairing.result), "abandoned"
            known = self._records[number] = (state, write_record(record))
        return known[1]


def round_file(name: str) -> str:
    """The file of a round; where its name has other than letters, digits, - and _, a hash tells it from others alike."""
    plain = "".join(letter if letter.isalnum() and letter.isascii() or letter in "-_" else "-" for letter in name)
    mark = "" if plain == name else f".{hashlib.sha256(name.encode()).hexdigest()[:8]}"
    return f"round-{plain}{mark}.pgn"
