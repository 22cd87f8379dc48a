"""The hub of a hall: takes in what boards say, stores it, acknowledges it, and shows it.

What a board has sent is on the disk before it is acknowledged or shown, and a record is stored once, whatever number of times it
comes: by (board, game, number). The same plies are played through the same rules, and what does not fit is flagged, never
dropped. Everything that a round of the loop brings is one transaction.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from crossboard.boards.events import keep_event, play_event
from crossboard.calling import command
from crossboard.errors import CrossboardError
from crossboard.folders import write_whole
from crossboard.games.record import join_records, write_record
from crossboard.games.rules import RESULTS, TERMINATIONS, Game, RulesError, game_at, public_text, terrain
from crossboard.games.turns import label, numbers
from crossboard.games.words import clean
from crossboard.hub import messages, pairings, topics
from crossboard.hub.bus import Arrived, Bus
from crossboard.hub.messages import Ack, GameRecord, HubState, Records, Seats, Value, encode
from crossboard.hub.pairings import OPEN, Pairing
from crossboard.hub.wall import Tile, Wall
from crossboard.library import Event, Library, NewGame, wall_ms
from crossboard.library.archive import export_game
from crossboard.library.timeline import tell

LIVE = 2000  # games that are kept in memory; others are read from the library when something comes
HISTORY = 512  # plies that a live game can take back without being read anew
PER_S = 40.0  # messages of one board, on the average
BURST = 800.0
MESSAGE_S = 0.002  # of the processor, which a message of a board may cost; who costs more may send fewer
A_DAY = 16 << 20  # bytes on the disk that a board may fill in a day: five times a ply every 5 s around the clock
DAY_S = 24 * 3600.0
RECORD = 150  # bytes of a record on the disk, besides twice its text
GAME = 2000  # and of a game
RECORDS = 10_000  # of one game: a ply every 5 s for 14 hours
PUT_OFF_S = 600  # until a board that was refused may ask again
WARN_S = 3600.0  # between two words about one board
NOTICES = 100
SILENT_S = 3 * topics.HELLO_S  # a board that has not said hello for so long is gone
FILES_S = 1.0  # between two writings of files
BOARDS = 4000
PAIRINGS = "pairings.json"
MOST_PARTS = 200  # messages that all pairings can take


@dataclass
class LiveGame:
    """A game in memory: its number in the library, how far it is stored, and where it stands."""

    number: int
    seq: int
    mirror: Game
    turns: int = 0
    move: int = 0  # the number of the last turn, as a record has it
    last: str = ""
    side: int = -1
    result: str = OPEN
    reason: str = ""
    doubtful: bool = False
    white: str = ""
    black: str = ""
    round: str = ""
    began: int = 0


@dataclass
class Allowance:
    """What a board may still send: messages, and bytes for the disk. `warned`: when a word was said of it."""

    left: float
    at: float
    disk: float = A_DAY
    warned: float = -WARN_S


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
        self.pairings: list[Pairing] = []
        self._library = library
        self._bus = bus
        self._name = name
        self._folder = folder
        self._clock = clock
        self._start = secrets.token_hex(4)
        self._connections = 0
        self._live: OrderedDict[tuple[str, str], LiveGame] = OrderedDict()
        self._allowances: dict[str, Allowance] = {}
        self._heard: dict[str, float] = {}  # when each board that is there said so last, the most silent one first
        self._revision = 0
        self._coming: dict[int, list[Pairing]] = {}  # parts of newer pairings, until all are there
        self._coming_revision = 0
        self._seats: dict[str, Seats] = {}
        self._began: dict[str, int] = {}  # when the game began that is on the wall, in ms since 1970
        self._paired: dict[str, list[Pairing]] = {}  # by table
        # Of games: how many events, and the result in the pairings; and the text.
        self._records: dict[int, tuple[tuple[int, str], str]] = {}
        self._files: set[str] = set()  # rounds whose file is to be written anew
        self._files_at = -FILES_S
        self._writing = threading.Thread()
        self.problem = ""  # with the files, in words
        self._load()

    # A round

    def step(self, wait: float = 0.0) -> int:
        """Take in what has come, waiting so long for the first of it; how many messages there were."""
        arrived = self._bus.wait(wait) if wait else self._bus.drain()
        if self._bus.connected and self._bus.connections != self._connections:
            self._connections = self._bus.connections
            self._bus.publish(topics.hub_topic(self._name), encode(HubState(True, self._start)), True)
            self._seats.clear()
            self._publish_tables()
        if arrived:
            self._take(arrived)
        self._mind_the_silent()
        self.wall.beat()
        self._write_files()
        return len(arrived)

    def leave(self) -> None:
        """Say goodbye."""
        self._bus.publish(topics.hub_topic(self._name), encode(HubState(False)), True)
        self._wait_for_files()
        self._files_at = -FILES_S
        self._write_files()
        self._wait_for_files()

    def _wait_for_files(self) -> None:
        if self._writing.is_alive():
            self._writing.join()

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
        if board and not self._may(board):
            self.refused += 1
        elif kind == topics.RECORDS:
            records = messages.read_records(one.payload)
            if records.only in ("", self._name):
                told.append((board, records))
        elif kind == topics.HELLO:
            self._see(board, messages.read_hello(one.payload).here)
            self._tell_seats(board)
        elif one.topic == topics.TABLES or one.topic.startswith(f"{topics.TABLES}/"):
            self._hear_tables(one.payload)

    def _see(self, board: str, here: bool) -> None:
        """A board says that it is there, or not."""
        self._heard.pop(board, None)
        if here:
            self._heard[board] = self._clock()
        if self.wall.tile(board) is None or self._tile(board).here != here:
            self.wall.put(board, replace(self._tile(board), here=here))
            self._files.add("")

    def _mind_the_silent(self) -> None:
        """A broker says of most boards that they have gone, but not of one that left it no last will."""
        while self._heard:
            board, at = next(iter(self._heard.items()))
            if self._clock() - at < SILENT_S:
                return
            self._see(board, False)

    def shut_out(self, names: Iterable[str]) -> None:
        """Accounts whose tokens hold no more: those of them that are boards are gone."""
        for board in names:
            if board in self._heard:
                self._see(board, False)

    def _may(self, board: str) -> bool:
        """Whether the board has not said too much of late."""
        now = self._clock()
        known = self._allowances.get(board)
        if known is None:
            if len(self._allowances) >= BOARDS:
                return False
            known = self._allowances[board] = Allowance(BURST, now)
        known.left = min(BURST, known.left + (now - known.at) * PER_S)
        known.disk = min(float(A_DAY), known.disk + (now - known.at) * A_DAY / DAY_S)
        known.at = now
        if known.left < 1:
            self._warn(board, "sends more than a board does; some of it is dropped")
            return False
        known.left -= 1
        return True

    def _warn(self, board: str, what: str) -> None:
        """A word about a board, now and then."""
        known, now = self._allowances[board], self._clock()
        if now - known.warned >= WARN_S:
            known.warned = now
            self.notices.append(f"{board} {what} ({command('hub', 'revoke', board)} locks it out)")

    def _charge(self, board: str, processor_s: float, disk: int) -> None:
        """What its message has cost; who owes much is not heard for a while."""
        known = self._allowances[board]
        known.left = max(known.left - processor_s / MESSAGE_S, -BURST)
        known.disk -= disk

    # Storing

    def _store(self, told: list[tuple[str, Records]]) -> None:
        """All of it in one transaction; then acknowledge and show it."""
        acks: list[tuple[str, Ack]] = []
        try:
            touched = self._written(told, acks)
        except BaseException:
            self._live.clear()  # memory is ahead of the disk
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
                    self._name_players(board, game, records)
                    disk += self._append(game, records.records)
                except (RulesError, ValueError):
                    self.refused += 1
                    self._live.pop((board, records.game), None)
                    touched.pop((board, records.game), None)  # what is in memory may be ahead of the disk
                    continue
                finally:
                    self._charge(board, time.thread_time() - began, disk)
                touched[board, records.game] = game
        return touched

    def _refusal(self, board: str, records: Records) -> Ack | None:
        """Why nothing is stored of that, None if it is: the board has filled its share of the disk, or the game is too long."""
        if self._allowances[board].disk < 0:
            self._warn(board, f"has sent more than {A_DAY >> 20} MB in a day; the rest is taken later")
            why = f"this table has sent more than {A_DAY >> 20} MB in a day"
        elif records.records and records.records[-1].seq > RECORDS:
            self._warn(board, f"plays a game of more than {RECORDS} records; what is beyond is not stored")
            why = f"a game has more than {RECORDS} records"
        else:
            return None
        self.refused += 1
        number = self._library.find_game(board, records.game)
        here = self._library.committed(number) if number else 0
        return Ack(self._name, records.game, here, why, PUT_OFF_S)

    def _name_players(self, board: str, game: LiveGame, records: Records) -> None:
        """Names that are known only now."""
        white, black = "" if game.white else records.white, "" if game.black else records.black
        if white or black:
            self._library.open_game(NewGame(board, records.game, records.start, white, black))
            game.white, game.black = game.white or clean(white), game.black or clean(black)

    def _game(self, board: str, records: Records) -> tuple[LiveGame, int]:
        """The game in memory, from the library, or a new one, and the bytes that it took; RulesError if it can't begin so."""
        key = (board, records.game)
        known = self._live.get(key)
        if known:
            self._live.move_to_end(key)
            return known, 0
        game_at(records.start, 1)
        number, disk = self._library.find_game(board, records.game), 0
        if number is None:
            number, disk = self._open(board, records), GAME
        made = self._read(number)
        self._live[key] = made
        while len(self._live) > LIVE:
            self._live.popitem(last=False)
        return made, disk

    def _open(self, board: str, records: Records) -> int:
        white, black, tags = records.white, records.black, {"Site": board}
        pairing = self._pairing_for(board, records)
        if pairing:
            white, black = pairing.white or white, pairing.black or black
            tags["Round"] = pairing.round
            if pairing.game != records.game:
                self._set(replace(pairing, game=records.game))
        return self._library.open_game(NewGame(board, records.game, records.start, white, black, tags))

    def _pairing_for(self, board: str, records: Records) -> Pairing | None:
        """What a game at that table is: the pairing that another hub gave it, else the next one without a result.

        A game of that one which was given up before its first ply counts as none. A game that a PC sends later, from its
        library, may be any older one: it has to bear the players' names.
        """
        here = self._paired.get(board, [])
        if known := next((one for one in here if one.game == records.game), None):
            return known
        found = pairings.next_at(here, board)
        if found and records.only and (records.white, records.black) != (found.white, found.black):
            return None
        if found is None or not found.game:
            return found
        number = self._library.find_game(board, found.game)
        return found if number is None or not self._library.game(number).plies else None

    def _read(self, number: int) -> LiveGame:
        stored = self._library.game(number)
        events = self._library.events(number)
        line = tell(stored.start, events)
        last = line.turns[-1] if line.turns else None
        made = LiveGame(number, self._library.committed(number), game_at(line.game.text(), HISTORY))
        made.turns, made.last = len(line.turns), last.text if last else ""
        made.side = last.side if last else -1
        made.move = numbers(turn.side for turn in line.turns)[-1] if last else 0
        made.result, made.reason = stored.result, stored.termination
        made.doubtful = bool(line.problem)
        made.white, made.black = clean(stored.white), clean(stored.black)
        made.round, made.began = str(stored.tags.get("Round", "")), stored.began_ms
        return made

    def _append(self, game: LiveGame, records: Iterable[GameRecord]) -> int:
        """Store those that are new; the bytes that they take."""
        fresh: list[Event] = []
        for record in records:
            if record.seq <= game.seq:
                continue
            if record.seq != game.seq + 1:
                break  # the board is told how far it is here, and sends the rest
            kind, _, payload = record.raw.partition(" ")
            fields = payload.split(" ")
            if len(fields) < 3 or fields[1] != str(record.seq):
                raise ValueError("a record that does not say its own number")
            event = keep_event(kind, fields[1:], record.wall or None, record.raw)
            fresh.append(self._play(game, event))
            game.seq = record.seq
        if fresh:
            self.taken += self._library.append(game.number, fresh)
            if any(event.kind == "takeback" for event in fresh):
                self._reread(game)
        return sum(RECORD + 2 * len(event.raw) for event in fresh)

    def _play(self, game: LiveGame, event: Event) -> Event:
        if event.kind == "end":
            game.result, game.reason = event.text, event.reason
            return event
        if event.kind == "takeback":
            game.result, game.reason = OPEN, ""
        if event.kind not in ("ply", "takeback") or game.doubtful:
            return event
        side, goes_on = game.mirror.side, bool(getattr(game.mirror, "due", 0))
        if event.kind == "takeback" and int(event.text) > game.mirror.undoable:
            return event  # read anew below
        flag, problem = play_event(game.mirror, event)
        game.doubtful = bool(problem)
        if event.kind == "ply" and not problem:
            game.last = game.last + event.text if goes_on else event.text
            if not goes_on:
                game.turns += 1
                game.move += side in (0, game.side) or not game.move
                game.side = side
            if game.mirror.result:
                game.result, game.reason = RESULTS[game.mirror.result], TERMINATIONS[game.mirror.reason]
        return replace(event, flag=flag)

    def _reread(self, game: LiveGame) -> None:
        """After a takeback: how many turns there are, and which was the last."""
        for key, value in vars(self._read(game.number)).items():
            setattr(game, key, value)

    # Showing

    def _tile(self, board: str) -> Tile:
        return self.wall.tile(board) or Tile(board)

    def _show(self, board: str, name: str, game: LiveGame) -> None:
        paired = next((one for one in self._paired.get(board, ()) if one.game == name), None)
        if paired and game.result != paired.result and game.result != OPEN:
            self._set(replace(paired, result=game.result))
        self._files.add(paired.round if paired else "")
        if game.began < self._began.get(board, 0):
            return  # an older game, sent later
        self._began[board] = game.began
        tile = replace(
            self._tile(board), number=game.number, game=name, round=game.round, white=game.white, black=game.black,
            position=public_text(game.mirror), seq=game.seq, turns=game.turns, last=clean(game.last),
            label=label(game.move, game.side) if game.turns else "", result=game.result, reason=clean(game.reason), at=wall_ms(),
            terrain=terrain(game.mirror),
        )  # fmt: skip
        self.wall.put(board, tile)

    # Pairings

    def pair(self, fresh: list[Pairing]) -> None:
        """Other pairings, from a file or typed."""
        self.pairings = pairings.carry_over(fresh, self.pairings)
        self._revision = wall_ms()
        self._kept()

    def set_result(self, round_name: str, table: str, result: str) -> None:
        """What the arbiter says; CrossboardError if there is no such pairing or result."""
        found = next((one for one in self.pairings if (one.round, one.table) == (round_name, table)), None)
        if found is None:
            raise CrossboardError(f"there is no pairing at {table} in round {round_name}")
        if result not in RESULTS:
            raise CrossboardError(f"'{result}' is no result: {', '.join(RESULTS)}")
        self._set(replace(found, result=result))

    def _set(self, changed: Pairing) -> None:
        self.pairings = pairings.with_pairing(self.pairings, changed)
        self._revision = max(self._revision + 1, wall_ms())
        self._kept()

    def _kept(self) -> None:
        """Keep them, and tell everybody."""
        self._keep_pairings()
        self._publish_tables()
        self._shown()

    def _shown(self) -> None:
        self._paired = {}
        for one in self.pairings:
            self._paired.setdefault(one.table, []).append(one)
        self.wall.put_pairings([asdict(one) for one in self.pairings])
        for board in {*self._seats, *(one.table for one in self.pairings)}:
            self._tell_seats(board)
        self._files |= set(pairings.rounds(self.pairings))

    def _publish_tables(self) -> None:
        if not self._revision:
            return
        parts = pairings.in_parts(self.pairings)
        for number, part in enumerate(parts, 1):
            value = {"v": messages.VERSION, "revision": self._revision, "part": number, "parts": len(parts)}
            payload = json.dumps({**value, "pairings": [asdict(one) for one in part]}, ensure_ascii=False).encode()
            self._bus.publish(topics.tables_topic(number), payload, True)

    def _hear_tables(self, payload: bytes) -> None:
        """Another hub has newer ones; they count once all parts of them are there."""
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
        self.pairings, self._revision = [one for _, found in sorted(self._coming.items()) for one in found], revision
        self._coming = {}
        self._keep_pairings()
        self._shown()

    def _keep_pairings(self) -> None:
        value = {"revision": self._revision, "pairings": [asdict(one) for one in self.pairings]}
        if self._folder:
            write_whole(self._folder / PAIRINGS, json.dumps(value, ensure_ascii=False, indent=1) + "\n")

    def _load(self) -> None:
        path = self._folder / PAIRINGS if self._folder else None
        if path is None or not path.is_file():
            return
        try:
            value: Value = json.loads(path.read_text(encoding="utf-8"))
            self.pairings, self._revision = pairings.read_items(value), messages.number(value, "revision")
        except (OSError, ValueError, AttributeError) as error:
            raise CrossboardError(f"is no file of pairings: {error}", str(path)) from error
        self._shown()

    def _tell_seats(self, board: str) -> None:
        """Who plays at that table now."""
        found = pairings.next_at(self.pairings, board)
        seats = Seats(found.round, found.white, found.black) if found else Seats()
        if self._seats.get(board) != seats:  # nobody too: a broker may have kept what was said before
            self._seats[board] = seats
            self._bus.publish(topics.board_topic(board, topics.PAIRING), encode(seats), True)

    # Files

    def _write_files(self) -> None:
        """Rounds whose games have changed, at most every so often."""
        now = self._clock()
        if self._folder is None or not self._files or now - self._files_at < FILES_S or self._writing.is_alive():
            return
        self._files_at = now
        wanted, self._files = self._files, set()
        texts: dict[Path, str] = {}
        for name in wanted:
            if name:
                games = [one for one in self.pairings if one.round == name and one.game]
                records = filter(None, map(self._record, games))
                texts[self._folder / round_file(name)] = "".join(join_records(records))
        value = {"pairings": [asdict(one) for one in self.pairings], "boards": self.wall.tiles()}
        texts[self._folder / "hall.json"] = json.dumps(value, ensure_ascii=False) + "\n"
        self._writing = threading.Thread(target=self._write, args=(texts,), name="files", daemon=True)
        self._writing.start()

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
                record.result, record.termination = pairing.result, "abandoned"
            known = self._records[number] = (state, write_record(record))
        return known[1]


def round_file(name: str) -> str:
    """The file of a round; where its name has other than letters, digits, - and _, a hash tells it from others alike."""
    plain = "".join(letter if letter.isalnum() and letter.isascii() or letter in "-_" else "-" for letter in name)
    mark = "" if plain == name else f".{hashlib.sha256(name.encode()).hexdigest()[:8]}"
    return f"round-{plain}{mark}.pgn"
