"""The hub of a hall: takes in what boards say, stores it, acknowledges it, and shows it.

What a board has sent is on the disk before it is acknowledged or shown, and a record is stored once, whatever number of times it
comes: by (board, game, number). The same plies are played through the same rules, and what does not fit is flagged, never
dropped. Everything that a round of the loop brings is one transaction.
"""

from __future__ import annotations

import secrets
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from crossboard.games.reasons import ends
from crossboard.games.rules import RulesError, game_at, public_text, terrain
from crossboard.games.turns import label
from crossboard.games.words import clean
from crossboard.hub import allowance, messages, pairings, topics
from crossboard.hub.allowance import Allowances
from crossboard.hub.bus import Arrived, Bus
from crossboard.hub.live_games import LiveGame, LiveGames
from crossboard.hub.messages import Ack, HubState, Records, Seats, encode
from crossboard.hub.pairings import OPEN, Pairing
from crossboard.hub.round_files import RoundFiles
from crossboard.hub.schedule import Schedule
from crossboard.hub.wall import Tile, Wall
from crossboard.library import Library, NewGame, wall_ms

GAME = 2000  # bytes of a game on the disk, besides its records
RECORDS = 10_000  # of one game: a ply every 5 s for 14 hours
PUT_OFF_S = 600  # until a board that was refused may ask again
NOTICES = 100
SILENT_S = 3 * topics.HELLO_S  # a board that has not said hello for so long is gone


class Hall:
    """A hub called `name` on a bus. Feed it with `step`. `folder`: where rounds' records go; None: nowhere."""

    def __init__(
        self,
        library: Library,
        bus: Bus,
        wall: Wall,
        name: str,
        folder: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.wall = wall
        self.taken = 0  # records that were stored
        self.refused = 0  # messages that were wrong, or too many
        self.notices: deque[str] = deque(maxlen=NOTICES)  # to be said once
        self.allowances = Allowances(clock, self.notices.append)
        self._library = library
        self._bus = bus
        self._name = name
        self._clock = clock
        self._start = secrets.token_hex(4)
        self._connections = 0
        self._games = LiveGames(library)
        self._heard: dict[str, float] = {}  # when each board that is there said so last, the most silent one first
        self._seats: dict[str, Seats] = {}
        self._began: dict[str, int] = {}  # when the game began that is on the wall, in ms since 1970
        self.files = RoundFiles(folder, library, wall, clock)
        self.schedule = Schedule(bus, folder, self._paired_anew)
        self._paired_anew()

    # A round

    def step(self, wait: float = 0.0) -> int:
        """Process what has arrived, waiting up to `wait` seconds for the first message; returns how many there were."""
        arrived = self._bus.wait(wait) if wait else self._bus.drain()
        if self._bus.connected and self._bus.connections != self._connections:
            self._connections = self._bus.connections
            self._bus.publish(topics.hub_topic(self._name), encode(HubState(True, self._start)), True)
            self._seats.clear()
            self.schedule.publish()
        if arrived:
            self._take(arrived)
        self._drop_the_silent()
        self.wall.beat()
        self.files.step(self.schedule.pairings)
        return len(arrived)

    def leave(self) -> None:
        """Say goodbye."""
        self._bus.publish(topics.hub_topic(self._name), encode(HubState(False)), True)
        self.files.finish(self.schedule.pairings)

    def _take(self, arrived: Iterable[Arrived]) -> None:
        told: list[tuple[str, Records]] = []
        for one in arrived:
            try:
                self._sort(one, told)
            except ValueError:
                self.refused += 1
        if told:
            self._store(told)

    def _sort(self, one: Arrived, told: list[tuple[str, Records]]) -> None:
        board, kind = topics.read_board_topic(one.topic)
        if board and not self.allowances.may(board):
            self.refused += 1
        elif kind == topics.RECORDS:
            records = messages.read_records(one.payload)
            if records.only in ("", self._name):
                told.append((board, records))
        elif kind == topics.HELLO:
            self._see(board, messages.read_hello(one.payload).here)
            self._tell_seats(board)
        elif one.topic == topics.TABLES or one.topic.startswith(f"{topics.TABLES}/"):
            self.schedule.hear(one.payload)

    def _see(self, board: str, here: bool) -> None:
        """A board says that it is there, or not."""
        self._heard.pop(board, None)
        if here:
            self._heard[board] = self._clock()
        if self.wall.tile(board) is None or self._tile(board).here != here:
            tile = self._tile(board)
            self.wall.put(board, replace(tile, here=here, gone=wall_ms() if tile.here else 0))
            self.files.touch([""])

    def _drop_the_silent(self) -> None:
        """Brokers announce that a board has gone, but not if it left no last will."""
        while self._heard:
            board, at = next(iter(self._heard.items()))
            if self._clock() - at < SILENT_S:
                return
            self._see(board, False)

    def shut_out(self, names: Iterable[str]) -> None:
        """Accounts that were revoked: those of them that are boards are gone."""
        for board in names:
            if board in self._heard:
                self._see(board, False)

    # Storing

    def _store(self, told: list[tuple[str, Records]]) -> None:
        """All of it in one transaction; then acknowledge and show it."""
        acks: list[tuple[str, Ack]] = []
        try:
            touched = self._written(told, acks)
        except BaseException:
            self._games.clear()  # memory is ahead of the disk
            raise
        for (board, name), game in touched.items():
            acks.append((board, Ack(self._name, name, game.seq)))
            self._show(board, name, game)
        for board, ack in acks:
            self._bus.publish(topics.board_topic(board, topics.ACK), encode(ack))

    def _written(self, told: list[tuple[str, Records]], acks: list[tuple[str, Ack]]) -> dict[tuple[str, str], LiveGame]:
        """The games to which something was added; what was refused is put to `acks`."""
        touched: dict[tuple[str, str], LiveGame] = {}
        with self._library.transaction():
            for board, records in told:
                began = time.thread_time()
                disk = 0
                try:
                    if refused := self._refusal(board, records):
                        acks.append((board, refused))
                        continue
                    game, disk = self._game(board, records)
                    self._games.name_players(board, game, records)
                    stored, more = self._games.append(game, records.records)
                    self.taken, disk = self.taken + stored, disk + more
                except (RulesError, ValueError):
                    self.refused += 1
                    self._games.forget(board, records.game)
                    touched.pop((board, records.game), None)
                    continue
                finally:
                    self.allowances.charge(board, time.thread_time() - began, disk)
                touched[board, records.game] = game
        return touched

    def _refusal(self, board: str, records: Records) -> Ack | None:
        """The answer that nothing of that is stored, None if it is: the board has filled its share of the disk, or the game
        is too long."""
        if self.allowances.disk_full(board):
            self.allowances.warn(
                board, f"has sent more than {allowance.A_DAY >> 20} MB in a day; the rest is taken later"
            )
            why = f"this table has sent more than {allowance.A_DAY >> 20} MB in a day"
        elif records.records and records.records[-1].seq > RECORDS:
            self.allowances.warn(board, f"plays a game of more than {RECORDS} records; what is beyond is not stored")
            why = f"a game has more than {RECORDS} records"
        else:
            return None
        self.refused += 1
        number = self._library.find_game(board, records.game)
        here = self._library.committed(number) if number else 0
        return Ack(self._name, records.game, here, why, PUT_OFF_S)

    def _game(self, board: str, records: Records) -> tuple[LiveGame, int]:
        """The game in memory, from the library, or a new one, and the bytes that it took; RulesError if it can't begin so."""
        if known := self._games.get(board, records.game):
            return known, 0
        game_at(records.start, 1)
        number, disk = self._library.find_game(board, records.game), 0
        if number is None:
            number, disk = self._open(board, records), GAME
        return self._games.load(board, records.game, number), disk

    def _open(self, board: str, records: Records) -> int:
        first, second, tags = records.first, records.second, {"Site": board}
        pairing = self._pairing_for(board, records)
        if pairing:
            first, second = pairing.first or first, pairing.second or second
            tags["Round"] = pairing.round
            if pairing.game != records.game:
                self.schedule.set(replace(pairing, game=records.game))
        return self._library.open_game(NewGame(board, records.game, records.start, first, second, tags))

    def _pairing_for(self, board: str, records: Records) -> Pairing | None:
        """What a game at that table is: the pairing that another hub gave it, else the next one without a result.

        A game of that one which was given up before its first ply counts as none. A game that a PC sends later, from its
        library, may be any older one: it has to bear the players' names.
        """
        if known := self.schedule.of_game(board, records.game):
            return known
        found = pairings.next_at(self.schedule.at(board), board)
        if found and records.only and (records.first, records.second) != (found.first, found.second):
            return None
        if found is None or not found.game:
            return found
        number = self._library.find_game(board, found.game)
        return found if number is None or not self._library.game(number).plies else None

    # Showing

    def _tile(self, board: str) -> Tile:
        return self.wall.tile(board) or Tile(board)

    def _show(self, board: str, name: str, game: LiveGame) -> None:
        paired = self.schedule.of_game(board, name)
        ruled = paired is not None and paired.by and paired.result != OPEN  # by the arbiter: that stands
        if paired and not ruled and game.result not in (paired.result, OPEN):
            self.schedule.set(replace(paired, result=game.result, by=""))
        self.files.touch([paired.round if paired else ""])
        if game.began < self._began.get(board, 0):
            return  # an older game, sent later
        self._began[board] = game.began
        tile = replace(
            self._tile(board), number=game.number, game=name, round=game.round, first=game.first, second=game.second,
            position=public_text(game.mirror), seq=game.seq, turns=game.turns, last=clean(game.last),
            label=label(game.move, game.side) if game.turns else "", result=game.result,
            reason=clean(ends(game.mirror.name).sentence(game.reason)), at=wall_ms(), terrain=terrain(game.mirror),
        )  # fmt: skip
        self.wall.put(board, tile)

    # Pairings

    def _paired_anew(self) -> None:
        """The pairings have changed: show them, and send each table its own."""
        found = self.schedule.pairings
        self.wall.put_pairings(found, self.schedule.log)
        for board in {*self._seats, *(one.table for one in found)}:
            self._tell_seats(board)
        self.files.touch(pairings.rounds(found))

    def _tell_seats(self, board: str) -> None:
        """Who plays at that table now."""
        found = pairings.next_at(self.schedule.at(board), board)
        seats = Seats(found.round, found.first, found.second) if found else Seats()
        if self._seats.get(board) != seats:  # nobody too: a broker may have kept what was said before
            self._seats[board] = seats
            self._bus.publish(topics.board_topic(board, topics.PAIRING), encode(seats), True)
