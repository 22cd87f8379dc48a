"""Sends a board's games from its PC to the hubs: what happens now at once, and what a hub lacks when it or the PC comes back.

It keeps nothing: the PC's library has every record, and each hub says how far it has a game. So a PC that was off for a week,
a hub that was, a new one, or a broker that has forgotten everything make no difference. Each connection, and each hub that
begins, is offered every game of the board; what a hub acknowledges to have less of, it gets.
"""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from crossboard.boards.link import CONNECTED
from crossboard.boards.session import Session
from crossboard.boards.stream import STATES, event_text
from crossboard.games.names import cut_name
from crossboard.games.words import clean
from crossboard.hub import messages
from crossboard.hub.bus import Arrived, Bus, BusUrl
from crossboard.hub.home_assistant import discovery
from crossboard.hub.messages import Ack, GameRecord, Hello, Records, Seats, encode
from crossboard.hub.remote import Line
from crossboard.hub.topics import ACK, BOARD_HEARS, HELLO, HELLO_S, PAIRING, RECORDS, ROOT, board_topic, hub_topic
from crossboard.library import Event, Library, StoredGame, wall_ms
from crossboard.library.selection import Selection

AGAIN_S = 5.0  # records that nobody has acknowledged are sent again
OFFERS = 5  # games offered in a round
NOTICES = 10


def patterns(board: str) -> list[str]:
    """What a reporter subscribes to."""
    return [*(board_topic(board, kind) for kind in BOARD_HEARS), hub_topic("+")]


def last_words(board: str) -> tuple[str, bytes]:
    """What the broker is to say when the reporter's connection breaks."""
    return board_topic(board, HELLO), encode(Hello(False))


@dataclass
class Wanted:
    """What a hub lacks of a game: records after `seq`, sent at `at`, which lies ahead where the hub puts us off."""

    seq: int
    at: float


@dataclass
class HubSeen:
    """A hub, and the games that it has to be offered. `refused`: why it takes no more."""

    start: str
    refused: str = ""
    offers: deque[int] = field(default_factory=deque[int])
    lacks: dict[str, Wanted] = field(default_factory=dict[str, Wanted])
    acked: dict[str, int] = field(default_factory=dict[str, int])


class Reporter:
    """For the board of `session`, which is called `name` on the bus. Feed it with `step`; `notices` collects messages to show
    once."""

    def __init__(
        self, session: Session, library: Library, line: Line, name: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.notices: deque[str] = deque(maxlen=NOTICES)
        self.hubs: dict[str, HubSeen] = {}
        self._session = session
        self._library = library
        self._line = line
        self._name = name
        self._clock = clock
        self._connections = 0
        self._since = wall_ms()
        self._hello: Hello | None = None  # what was told of the board last, and when
        self._hello_at = 0.0
        self._sent: tuple[str, int] = ("", 0)  # the game being played, and its last record that was sent
        self._states: dict[str, bytes] = {}  # what the stream of the game said last of each
        self._seats = Seats()
        self._seated = ""  # the board's game that was looked at for that
        self._names: dict[int, tuple[str, StoredGame]] = {}
        self._problem = ""

    def step(self) -> None:
        """Process what hubs say, and send what is new."""
        for arrived in self._line.drain():
            try:
                self._hear(arrived)
            except ValueError:
                continue  # not of this version, or nobody's who should be heard
        problem = self._line.problem if not self._line.connected else ""
        if problem and problem != self._problem:
            self.notices.append(f"the hub can't be reached ({problem}); the games are kept and sent later")
        self._problem = problem
        if not self._line.connected:
            return
        if self._line.connections != self._connections:
            self._connections = self._line.connections
            self._hello, self._sent = None, ("", 0)
            for kind, payload in self._states.items():
                self._line.publish(board_topic(self._name, kind), payload, True)
        self._greet()
        self._send_new()
        for name, hub in self.hubs.items():
            self._serve(name, hub)

    def tell(self, event: Mapping[str, Any]) -> None:
        """Pass on what the stream of the game says (boards/stream.py): moves to who listens now, the rest to later ones, too."""
        kind = str(event["event"])
        payload = event_text(event).encode("utf-8", "replace")
        if kind in STATES:
            self._states[kind] = payload
        self._line.publish(board_topic(self._name, kind), payload, kind in STATES)

    def leave(self) -> None:
        """Say that the board is gone."""
        self._line.publish(board_topic(self._name, HELLO), encode(Hello(False)), True)

    # What hubs say

    def _hear(self, arrived: Arrived) -> None:
        if arrived.topic.startswith(f"{ROOT}/hubs/"):
            self._hear_hub(arrived.topic.rpartition("/")[2], arrived.payload)
        elif arrived.topic == board_topic(self._name, ACK):
            self._acknowledged(messages.read_ack(arrived.payload))
        elif arrived.topic == board_topic(self._name, PAIRING):
            seats = messages.read_seats(arrived.payload)
            if seats != self._seats and (seats.first or seats.second):
                self.notices.append(f"round {clean(seats.round)}: {clean(seats.first)} - {clean(seats.second)}")
            if self._seats != Seats() and seats == Seats():
                self._session.forget_sides()
            self._seats = seats

    def _hear_hub(self, name: str, payload: bytes) -> None:
        state = messages.read_hub(payload)
        known = self.hubs.get(name)
        if not state.here:
            self.hubs.pop(name, None)
        elif known is None or known.start != state.start:
            self.hubs[name] = HubSeen(state.start)
            self._sent = ("", 0)  # the game being played goes first, as such
            self._offer_all(self.hubs[name])

    def _acknowledged(self, ack: Ack) -> None:
        hub = self.hubs.get(ack.hub)
        if hub is None:
            return
        hub.acked[ack.game] = ack.seq
        have = self._have(ack.game)
        if ack.refused and ack.refused != hub.refused:
            self.notices.append(
                f"the hub {clean(ack.hub)} takes no more for now: {clean(ack.refused)}; the games are kept and sent later"
            )
        hub.refused = ack.refused
        if ack.seq >= have:
            hub.lacks.pop(ack.game, None)
        elif ack.refused:
            hub.lacks[ack.game] = Wanted(ack.seq, self._clock() + ack.wait - AGAIN_S)
        else:
            before = hub.lacks.get(ack.game)
            if before is None or before.seq != ack.seq:
                hub.lacks[ack.game] = Wanted(ack.seq, -AGAIN_S)

    # What is said

    @property
    def _board(self) -> str:
        hello = self._session.link.hello
        return hello.board if hello else ""

    def _offer_all(self, hub: HubSeen) -> None:
        hub.offers = deque(game.id for game in self._games())
        hub.lacks.clear()

    def _games(self) -> list[StoredGame]:
        """The board's games, the newest first: they matter most."""
        rows = [number for number, serial in self._library.boards.of_games() if serial == self._board]
        return self._library.games(Selection(boards=rows))[::-1] if rows else []

    def _have(self, game: str) -> int:
        number = self._library.find_game(self._board, game)
        return self._library.committed(number) if number else 0

    def _greet(self) -> None:
        hello, before, now = self._session.link.hello, self._hello, self._clock()
        if hello is None:
            return
        told = Hello(self._session.link.state == CONNECTED, self._since, hello.board, hello.firmware)
        if told == before and now - self._hello_at < HELLO_S:
            return
        if self._line.publish(board_topic(self._name, HELLO), encode(told), True):
            self._hello, self._hello_at = told, now
            if before is None:
                self._line.publish(*discovery(self._name, told.firmware), True)
            if before is None or before.hardware != told.hardware:
                for hub in self.hubs.values():
                    self._offer_all(hub)

    def _send_new(self) -> None:
        """Records of the game being played that have come since, to every hub at once."""
        played = self._session.played
        if played is None or played.to_compare:
            return
        if played.board_game != self._seated:
            self._seated = played.board_game
            if self._seats.first or self._seats.second:
                self._session.name_sides(self._seats.first, self._seats.second)
        if not played.number:
            return  # nobody has begun it yet
        stored = self._stored(played.number)
        game, seq = self._sent
        if game != stored.board_game:
            self._sent = stored.board_game, played.last
            self._say(stored, played.last, ())
            return
        fresh = [event for event in played.events[-64:] if event.seq > seq]
        for batch in messages.batches([_record(event) for event in fresh if event.raw]):
            self._say(stored, played.last, batch)
        if fresh:
            self._sent = stored.board_game, played.last

    def _stored(self, number: int) -> StoredGame:
        known = self._names.get(number)
        played = self._session.played
        who = f"{played.first}|{played.second}" if played else ""
        if known is None or known[0] != who:
            known = self._names[number] = (who, self._library.game(number))
        return known[1]

    def _serve(self, name: str, hub: HubSeen) -> None:
        """Offer some more games to a hub, and send what it lacks."""
        for _ in range(min(OFFERS, len(hub.offers))):
            stored = self._library.game(hub.offers.popleft())
            self._say(stored, self._library.committed(stored.id), (), name)
        now = self._clock()
        played = self._session.played
        if played and played.number and not played.to_compare and self._sent[1] == played.last:
            live = self._stored(played.number).board_game
            if live in hub.acked and hub.acked[live] < played.last and live not in hub.lacks:
                hub.lacks[live] = Wanted(hub.acked[live], now)  # unless the acknowledgement is on its way
        for game, wanted in list(hub.lacks.items()):
            if now - wanted.at < AGAIN_S:
                continue
            wanted.at = now
            number = self._library.find_game(self._board, game)
            if number is None:
                del hub.lacks[game]
                continue
            found = [event for event in self._library.events(number) if event.seq > wanted.seq]
            batch = tuple(_unbroken(found, wanted.seq))[: messages.MOST_RECORDS]
            self._say(self._library.game(number), self._library.committed(number), batch, name)
            break  # one game a round

    def _say(self, stored: StoredGame, have: int, records: tuple[GameRecord, ...], only: str = "") -> None:
        told = Records(
            stored.board_game, stored.start, have, _short(stored.first), _short(stored.second), only, records
        )
        self._line.publish(board_topic(self._name, RECORDS), encode(told))


def _short(name: str) -> str:
    return cut_name(clean(name))


def _record(event: Event) -> GameRecord:
    return GameRecord(event.seq, event.raw, event.wall_ms or 0)


def _unbroken(events: list[Event], after: int) -> Iterator[GameRecord]:
    """The records that follow one another from `after` on."""
    for event in events:
        if event.seq != after + 1 or not event.raw:
            return
        after = event.seq
        yield _record(event)


def report_to(url: BusUrl, board: str, session: Session, library: Library, closing: contextlib.ExitStack) -> Reporter:
    """A reporter for the board of `session`, connected until `closing` ends."""
    bus = Bus(url, patterns(board), last_words(board))
    closing.callback(bus.close)
    reporter = Reporter(session, library, bus, board)
    closing.callback(reporter.leave)
    return reporter
