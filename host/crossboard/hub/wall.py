"""The wall: a page with every board of a hall, live, and the same as JSON; who may look, and who may pair.

The hub's loop puts tiles into a snapshot; pages are sent what has changed (web/sockets.py). Games open on the library's pages.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from crossboard.errors import CrossboardError, brief
from crossboard.hub.csv_rows import csv_text, write_rows
from crossboard.hub.messages import Value
from crossboard.hub.pairings import Pairing, csv_of
from crossboard.hub.standings import standings, trf
from crossboard.web.api import Json, file, read_json
from crossboard.web.commands import Message
from crossboard.web.roles import MANAGERS, VIEWERS, Way
from crossboard.web.snapshot import Snapshot

STANDING = ("rank", "name", "points", "buchholz", "berger", "games")
LOGGED = 100  # changes of results that pages are sent


@dataclass(frozen=True, slots=True)
class Tile:
    """A board on the wall: `number` is its game in the hub's library (0: none yet), `at` ms since 1970, `gone` when it dropped (0:
    never, or it is back), `last` its last turn with the number `label` (`3...`).
    """

    board: str
    here: bool = False
    number: int = 0
    game: str = ""
    round: str = ""
    first: str = ""
    second: str = ""
    position: str = ""
    seq: int = 0
    turns: int = 0
    last: str = ""
    label: str = ""
    result: str = "*"
    reason: str = ""
    at: int = 0
    gone: int = 0
    terrain: Mapping[int, int] = field(default_factory=dict[int, int])


class Wall:
    """What pages see. `put` is the hub's loop's; everything else may come from any thread."""

    def __init__(self) -> None:
        self.snapshot = Snapshot()
        self.rounds = 0
        self.may: dict[str, frozenset[str]] = {}
        self.woken: Callable[[], None] = lambda: None
        self._tiles: dict[str, Tile] = {}
        self.pairings: list[Pairing] = []
        self.log: list[Value] = []
        self._lock = threading.Lock()
        self.put_pairings([], [])

    def tile(self, board: str) -> Tile | None:
        """The tile of a board."""
        return self._tiles.get(board)

    def tiles(self) -> list[dict[str, Any]]:
        """Everything that is shown."""
        with self._lock:
            return [asdict(tile) for _, tile in sorted(self._tiles.items())]

    def put(self, board: str, tile: Tile) -> None:
        """Show that."""
        with self._lock:
            self._tiles[board] = tile
        if self.snapshot.put(f"board/{board}", asdict(tile)):
            self.woken()

    def put_pairings(self, pairings: list[Pairing], log: list[Value]) -> None:
        """Show those, the standings, and the log of the results' changes."""
        self.pairings, self.log = pairings, list(log)
        shown = {
            "pairings": [asdict(one) for one in pairings],
            "standings": self.standings(),
            "log": log[-LOGGED:][::-1],
        }
        if self.snapshot.put("hall", shown):
            self.woken()

    def standings(self) -> list[dict[str, Any]]:
        """The players, the best first."""
        return [{key: getattr(one, key) for key in STANDING} for one in standings(self.pairings)]

    def beat(self) -> None:
        """The hub is alive."""
        self.rounds += 1

    def value(self) -> dict[str, Any]:
        """All of it, for GET /api/hall."""
        return {"boards": self.tiles(), "pairings": [asdict(one) for one in self.pairings]}

    # A player of the pages (web/sockets.py) with whom nobody plays

    def submit(self, page: int, message: Message) -> bool:
        del page, message
        return False

    def leave(self, page: int) -> None:
        del page

    def games(self) -> list[str]:
        return []


FILES: dict[str, Callable[[Wall, int], str]] = {
    "pairings.csv": lambda wall, _: csv_of(wall.pairings),
    "standings.csv": lambda wall, _: write_rows(
        [STANDING, *([one[key] for key in STANDING] for one in wall.standings())]
    ),
    "tournament.trf": lambda wall, rounds: trf(wall.pairings, "Crossboard", rounds),
}
"""What other programs take; the number is how many rounds there will be, as far as somebody has said so."""
NO_FILE = f"there is no such file; there are {', '.join(FILES)}"


Ask = Callable[[str, dict[str, Any]], str]
"""What a manager wants, done in the hub's loop: gives "" or what is wrong with it."""


def hall_routes(wall: Wall, ask: Ask, record: Callable[[str], str | None]) -> list[BaseRoute]:
    """The hall's JSON. `record` gives the records of a round, None if there is no such round."""

    async def hall(request: Request) -> Response:
        del request
        return Json(wall.value())

    async def round_records(request: Request) -> Response:
        found = record(request.path_params["name"])
        if found is None:
            return Json({"error": "there is no such round"}, 404)
        return Response(found.encode("utf-8", "replace"), media_type="application/x-chess-pgn")

    async def change(request: Request) -> Response:
        """`pairings`: CSV as in a file; `result`: `{"round", "table", "result"}`, and perhaps `by`, the arbiter's name."""
        what = request.path_params["what"]
        try:
            fields = {"csv": csv_text(await request.body(), what)} if what == "pairings" else await read_json(request)
            if not isinstance(fields, dict):
                raise ValueError
            origin = request.client.host if request.client else ""
            problem = ask(what, {**{str(key): value for key, value in fields.items()}, "from": origin})  # type: ignore[misc]
        except (ValueError, RecursionError):
            problem = "expected: an object with round, table and result"
        except CrossboardError as error:
            problem = str(error)
        return Json({"error": problem} if problem else {}, 400 if problem else 200)

    async def standing(request: Request) -> Response:
        del request
        return Json({"standings": wall.standings()})

    async def log(request: Request) -> Response:
        """All changes of results, the oldest first."""
        del request
        return Json({"log": wall.log})

    async def tables(request: Request) -> Response:
        """`pairings.csv`, `standings.csv`, `tournament.trf`."""
        name = request.path_params["name"]
        rounds = request.query_params.get("rounds", "0")
        if not (rounds.isascii() and rounds.isdigit() and len(rounds) < 3):
            return Json({"error": f"rounds: wanted a number from 1 to 99, not '{brief(rounds)}'"}, 400)
        try:
            if name not in FILES:
                return Json({"error": NO_FILE}, 404)
            kind = "text/csv" if name.endswith(".csv") else "text/plain"
            return file(FILES[name](wall, int(rounds)), kind, name)
        except CrossboardError as error:
            return Json({"error": str(error)}, 400)

    return [
        Way("/api/hall", hall, VIEWERS),
        Way("/api/hall/standings", standing, VIEWERS),
        Way("/api/hall/log", log, VIEWERS),
        Way("/api/hall/files/{name}", tables, VIEWERS, query=("rounds",)),
        Way("/api/rounds/{name:path}", round_records, VIEWERS),
        Way("/api/hall/{what:str}", change, MANAGERS, "POST"),
    ]
