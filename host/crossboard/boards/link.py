"""The link to one board: frames over a port, and the way back after the port was lost.

Promises: `step` never blocks (but for opening a port again, at most twice a second); messages come out once and in order
as long as one connection lasts (shared_rules/protocol/channel.py); after every new connection `connections` has grown, and
whoever uses the link says anew what matters. A board is known by its id: after a loss it is looked for at every
port that may have it.
"""

from __future__ import annotations

import math
import random
import time
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

from crossboard.boards.faults import Ear, PortFault, brief_of
from crossboard.boards.ports import Port, candidates
from crossboard.boards.wifi import SCHEME, open_port, open_proven
from crossboard.calling import command
from crossboard.errors import CrossboardError, LinkError
from crossboard.games.rules import name_of
from crossboard.language import tr
from crossboard.library import wall_ms
from shared_rules.protocol import channel, frames

PROTOCOL: int = frames.PROTOCOL
WRAP: int = channel.WRAP
MAX_PAYLOAD: int = frames.MAX_PAYLOAD
MESSAGE: int = channel.MESSAGE
CONSOLE: int = channel.CONSOLE

RETRY_S = 0.5  # between two tries to open a lost port
ANSWER_S = 3.0  # for an answer, once the board has the question or has fallen silent
ASKED = 3  # connections on which the same is asked: a board may start anew meanwhile
HELLO_S = 2.5  # how long a board may take to say hello: it says so every second, and may be starting
PROMPT_S = 1.1  # without a hello it may be at its prompt, where mpremote has left it
START_S = 10.0  # how long a board that has been reset may take
GONE_S = 3.0  # a cable that has a loose contact is looked for again
WORKING_S = 15.0  # a simulated board that has done nothing for so long has stopped
WORK_MS = 120_000.0  # and one that has worked for so long will never say hello; it takes some 2,000
TELL_S = 5.0  # between two words on that
TO_PROMPT = b"\r\x02"  # Ctrl-B: leaves the raw prompt, and the banner appears; a board that plays ignores it
START_OVER = b"\r\x04"  # an empty line (our hellos may stand on it), then Ctrl-D: soft reset
REJECT_S = 5.0  # a port with another board, or none, is left alone for so long

# A link's states, for people.
WAITING = tr("waiting for the board")
CONNECTED = tr("connected")
SILENT = tr("no answer")
LOST = tr("unplugged")
FOREIGN = tr("speaks another protocol")


class Message(NamedTuple):
    """What arrived: the letter of the type (empty: console text) and the payload."""

    kind: str
    payload: str


class Hello(NamedTuple):
    """What a board says of itself."""

    protocol: int
    board: str
    firmware: str
    profile: str
    micropython: str
    games: tuple[str, ...]
    able: tuple[str, ...] = ()  # what may be asked for besides play


class OtherBoardError(CrossboardError):
    """This board does not play `game`; another one may."""

    def __init__(self, game: str, games: Iterable[str], board: str = "") -> None:
        what = tr(
            "this board does not play {game}, but {games}; another one may: {command}",
            game=game,
            games=", ".join(games),
            command=command("play", game),
        )
        super().__init__(what, board)
        self.game = game


def require_game_on(hello: Hello | None, text: str) -> None:
    """OtherBoardError if the board says that it does not play the game of `GAME[:VARIANT]` or of a position."""
    name = name_of(text)
    if hello and name not in hello.games:
        raise OtherBoardError(name, hello.games, hello.board)


def read_hello(payload: str) -> Hello | None:
    """The hello in a payload, None if there is none. A later protocol may add fields at the end."""
    fields = payload.split(" ")
    if len(fields) < 6 or not fields[0].isdecimal() or len(fields[0]) > 4 or not fields[1]:
        return None
    protocol, board, firmware, profile, micropython, games = fields[:6]
    able = tuple(fields[6].split(",")) if fields[6:] and fields[0] == str(PROTOCOL) else ()
    return Hello(int(protocol), board, firmware, profile, micropython, tuple(games.split(",")), able)


def protocol_problem(hello: Hello) -> str:
    """Why this program and that board do not understand each other, "" if they do."""
    fault = _protocol_fault(hello, "")
    return fault.what if fault else ""


def _protocol_fault(hello: Hello, port: str) -> PortFault | None:
    if hello.protocol == PROTOCOL:
        return None
    said = f"it speaks protocol {hello.protocol}, not {PROTOCOL}"
    return PortFault("older" if hello.protocol < PROTOCOL else "newer", port, said)


def require_protocol(hello: Hello, port: str = "") -> None:
    """PortFault if the board speaks another protocol."""
    fault = _protocol_fault(hello, port)
    if fault:
        raise fault


def now_ms() -> int:
    """The link's clock."""
    return int(time.monotonic() * 1000) & WRAP


class Link:
    """A link over `port`. `reopen` gives the ports at which to look, in order, when it was lost; none: it stays lost."""

    def __init__(
        self,
        port: Port,
        reopen: Callable[[], Iterable[str]] | None = None,
        opener: Callable[[str], Port] = open_port,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self.hello: Hello | None = None
        self.connections: int = 0
        self.heard = 0  # bytes, of whatever kind
        self.problem = ""  # why the port was lost or can't be opened, in words; "" once a board has said hello
        self._port: Port | None = port
        self._port_name = port.name
        self._reopen = reopen
        self._opener = opener
        self._clock = clock
        self._channel: Any = channel.Channel(random.randrange(1 << 16))
        self._frame = bytearray(frames.MAX_LINE)
        self._unsent = b""
        self._outbox: deque[Message] = deque()
        self._opened = self._tried = self._clock()
        self._board = ""  # whose port is lost: only that board is wanted back
        self._rejected: dict[str, int] = {}  # ports at which it is not, and since when that is believed
        self._introduce()

    @property
    def port_name(self) -> str:
        """Where the board is, or was last."""
        return self._port_name

    @property
    def state(self) -> str:
        """One of the states above."""
        if self._port is None:
            return LOST
        if not self._channel.established or self.hello is None:
            return WAITING
        if self.hello.protocol != PROTOCOL:
            return FOREIGN
        return CONNECTED if self._channel.alive(self._clock()) else SILENT

    @property
    def damaged(self) -> int:
        """Frames that arrived damaged."""
        return int(self._channel.bad)

    @property
    def resent(self) -> int:
        """Messages that were sent again: lost, or the board had not answered within half a second."""
        return int(self._channel.resent)

    def close(self) -> None:
        """Release the port."""
        if self._port is not None:
            self._port.close()
        self._port = None
        self._reopen = None

    def send(self, kind: str, payload: str = "") -> bool:
        """Send a message, now or when there is room; False, and it is dropped, if nobody is connected."""
        if not self._channel.established:
            return False
        self._outbox.append(Message(kind, payload))
        return True

    def renew(self) -> None:
        """Reconnect to the same board, which then announces its game again."""
        self._outbox.clear()
        self._forget()

    def type(self, keys: bytes) -> None:
        """Type at the board's prompt: raw bytes, for a board that is not playing."""
        self._unsent += keys

    def file(self) -> int:
        """The file number to wait on with `select`, -1 if there is none."""
        return self._port.file() if self._port else -1

    def deadline(self) -> int:
        """Ms until `step` has something to do although nothing arrives, -1 if never."""
        if self._port is None:
            return int(RETRY_S * 1000)
        return 0 if self._unsent or self._outbox else int(self._channel.deadline(self._clock()))

    @property
    def waiting(self) -> int:
        """Messages for which there was no room yet."""
        return len(self._outbox)

    def drained(self) -> bool:
        """Whether all that was sent has been acknowledged (or there is nobody to do so)."""
        return not self._channel.established or (not self._outbox and bool(self._channel.idle()))

    def step(self) -> list[Message]:
        """Process what has arrived and send what is due."""
        if self._port is None:
            self._try_again()
            return []
        found: list[Message] = []
        try:
            self._receive(self._port, found)
            self._transmit(self._port)
        except _OtherBoard:
            self._reject(self._port)
            return []
        except LinkError as error:
            self.problem = brief_of(error)
            self._lose()
        if self._board and self._port and self._passed(self._opened) > HELLO_S and self._elsewhere():
            self._reject(self._port)
        return found

    def _welcome(self, hello: Hello | None) -> bool:
        """Take a hello; False if it is of another board than the one that was lost."""
        if hello is None:
            return True
        if self._board and hello.board != self._board:
            return False
        self._board = self.problem = ""
        self._rejected.clear()
        self.hello = hello
        return True

    def _elsewhere(self) -> bool:
        """Whether there is another port at which the lost board may be."""
        names = self._reopen() if self._reopen else ()
        self._opened = self._clock()  # not to be asked again at once
        return any(name != self._port_name and not self._is_rejected(name) for name in names)

    def _is_rejected(self, name: str) -> bool:
        return name in self._rejected and self._passed(self._rejected[name]) < REJECT_S

    def _passed(self, since: int) -> float:
        """Seconds since a time of the link's clock."""
        return ((self._clock() - since) & WRAP) / 1000

    def _reject(self, port: Port) -> None:
        """The board that was lost is not at this port."""
        self._rejected[port.name] = self._clock()
        self._lose()
        self._tried = (self._clock() - int(RETRY_S * 1000)) & WRAP

    def _introduce(self) -> None:
        payload = f"{PROTOCOL} {wall_ms()} crossboard".encode()
        self._channel.hello[: len(payload)] = payload
        self._channel.hello_size = len(payload)

    def _receive(self, port: Port, found: list[Message]) -> None:
        channel, now = self._channel, self._clock()
        data = port.read()
        self.heard += len(data)
        for byte in data:
            what = channel.receive(byte, now)
            if what == CONSOLE:
                found.append(Message("", channel.text()))
            elif what == MESSAGE:
                message = Message(chr(channel.kind), channel.text())
                if message.kind == "H" and not self._welcome(read_hello(message.payload)):
                    raise _OtherBoard
                found.append(message)
            if channel.connections != self.connections:
                self.connections = channel.connections
                self._outbox.clear()

    def _transmit(self, port: Port) -> None:
        channel, now = self._channel, self._clock()
        while self._outbox and channel.room():
            kind, payload = self._outbox.popleft()
            data = payload.encode("ascii", "replace")[:MAX_PAYLOAD]
            channel.queue(ord(kind), data, len(data))
        while True:
            if not self._unsent:
                self._introduce()
                self._unsent = bytes(self._frame[: channel.transmit(now, self._frame)])
            if not self._unsent:
                return
            self._unsent = self._unsent[port.write(self._unsent) :]
            if self._unsent:
                return

    def _lose(self) -> None:
        if self._port is not None:
            self._port.close()
        self._port = None
        self._unsent = b""
        self._outbox.clear()
        self._tried = self._clock()
        self._board = self.hello.board if self.hello else ""
        self._forget()  # as has a board that was unplugged

    def _forget(self) -> None:
        """Reset the state of the connection."""
        self._channel = channel.Channel(random.randrange(1 << 16))
        self._channel.connections = self.connections
        self._introduce()

    def _try_again(self) -> None:
        """Open the next port at which the lost board may be; its hello tells which board it is."""
        if self._reopen is None or self._passed(self._tried) < RETRY_S:
            return
        self._tried = self._clock()
        for name in self._reopen():
            if self._is_rejected(name):
                continue
            try:
                self._port = self._opener(name)
            except LinkError as error:
                self.problem = brief_of(error)
                continue
            self._port_name, self._opened = name, self._clock()
            return


class _OtherBoard(Exception):
    """Another board than the one that was lost says hello."""


def require_hello(
    link: Link,
    hear: Callable[[], Iterable[str]] | None = None,
    say: Callable[[str], None] | None = None,
    work: Callable[[], float] = lambda: 0.0,
) -> Hello:
    """The hello of the board at the other end; a PortFault says in HELLO_S why none comes.

    `hear` is a round of whoever has the link, and gives the lines that came besides frames. With `say` a board at its prompt is
    started, which takes longer, and what takes longer is told. `work` is what a simulated board has computed so far, in ms, 0 if
    it is none, -1 if its process has ended: as long as that grows, it is waited for.
    """
    hear = hear or (lambda: [message.payload for message in link.step() if not message.kind])
    ear = Ear(link.port_name)
    now = time.monotonic()
    end, gone_at = now + HELLO_S, now + GONE_S
    ask_at = math.inf if link.port_name.startswith(SCHEME) else now + PROMPT_S  # by Wi-Fi there is no prompt
    started = False
    starting = _Starting(work, say or (lambda text: None), now)
    while link.hello is None:
        for line in hear():
            ear.hear(line)
        now = time.monotonic()
        if now > ask_at:
            ask_at = math.inf
            link.type(TO_PROMPT)
        if ear.prompt and say and not started:
            started = True
            say("the board is at its MicroPython prompt; starting the firmware")
            link.type(START_OVER)
            ear.restart()
            end = now + START_S
        if ear.starting:
            end, ear.starting = now + START_S, False
        if link.state != LOST:
            gone_at = now + GONE_S
        elif now > min(gone_at, end):
            raise LinkError("the port has disappeared", link.port_name)
        if ear.prompt or (now > end and not starting.goes_on(now)):
            if say:
                for line in ear.traceback:
                    say(f"console: {line}")
            raise ear.fault(link.heard)
        time.sleep(0.01)
    return link.hello


def answered(
    link: Link,
    ask: Callable[[], object],
    done: Callable[[], bool],
    step: Callable[[], None],
    clock: Callable[[], float] = time.monotonic,
) -> bool:
    """Ask the board, anew on each connection, and step until that is `done`; False if it has acknowledged the question, or was
    last heard, ANSWER_S ago.
    """
    connection, asked = -1, 0
    heard, taken, end = -1, False, clock() + ANSWER_S
    while not done():
        if link.state == CONNECTED and link.connections != connection and asked < ASKED:
            connection, asked, taken = link.connections, asked + 1, False
            ask()
        if not taken and link.heard != heard:
            heard, taken, end = link.heard, link.drained(), clock() + ANSWER_S
        if clock() > end:
            return False
        step()
    return True


class _Starting:
    """Whether a simulated board is still starting: on a busy PC that may take minutes."""

    def __init__(self, work: Callable[[], float], say: Callable[[str], None], now: float) -> None:
        self._work = work
        self._say = say
        self._done = 0.0
        self._began = self._grown_at = self._said_at = now
        self._look_at = 0.0

    def goes_on(self, now: float) -> bool:
        """Whether to go on waiting for the hello."""
        if now < self._look_at:
            return True
        self._look_at = now + 0.5
        done = self._work()
        if done > self._done:
            self._done, self._grown_at = done, now
        if now - self._said_at >= TELL_S and self._done:
            self._said_at = now
            self._say(f"the simulated board is still starting, after {now - self._began:.0f} s: this computer is busy")
        return 0 < done < WORK_MS and now - self._grown_at < WORKING_S


NO_SERIAL = "the board's serial number is missing: wanted id:SERIAL"


def open_link(
    where: str,
    opener: Callable[[str], Port] = open_port,
    reopen: Callable[[str], Iterable[str]] = lambda name: (name, *candidates()),
    others: Callable[[], Iterable[str]] = tuple,
    work: Callable[[str], float] = lambda name: 0.0,
) -> Link:
    """A link to the board at `where`: a port, a URL, `auto` or `id:SERIAL`; LinkError if there is none.

    `reopen` tells at which ports to look for a board that was lost, given where it was; `others` where a board that is
    named by its id may be besides; `work` what a simulated one at a port has computed (require_hello).
    """
    if where != "auto" and not where.startswith("id:"):
        # Whoever names an address wants to know why nothing comes of it.
        port = open_proven(where) if where.startswith(SCHEME) else opener(where)
        return Link(port, partial(reopen, where), opener)
    wanted = where.removeprefix("id:") if where != "auto" else ""
    if where == "id:":
        raise LinkError(NO_SERIAL, where)
    problems: list[LinkError] = []
    for name in (*candidates(), *(others() if wanted else ())):
        try:
            port = opener(name)
        except LinkError as error:
            problems.append(error)
            continue
        try:
            found = require_hello(Link(port), work=partial(work, name)).board
        except LinkError as error:
            problems.append(error)
            found = ""
        if found and (not wanted or found.lower() == wanted.lower()):
            return Link(port, partial(reopen, name), opener)
        port.close()
    if not wanted and len(problems) < 2:
        raise problems[0] if problems else PortFault("none", "")
    what = f"no board {wanted} answers" if wanted else "no board is free"
    told = "; ".join(f"{one.where}: {brief_of(one)}" for one in problems)
    raise LinkError(what + (f" ({told})" if told else ""))
