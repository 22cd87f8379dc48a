"""The way to a server: what it tells comes as a queue, what is to be told to it goes in order, and outages end by themselves.

Each stream has a thread, and the commands have one. A stream that is cut, silent for too long or can't be read is opened anew,
after a second, then two, four and so on up to a minute; it begins with all there is to know. After an answer 429 nothing at all is
sent for a minute, as the documentation of lichess' API wants it ("Rate limiting"). A command that could not be sent is sent again
until it is dropped. One that the server has refused is reported after the game as it stands there then, so that whoever has sent it
sees whether it was needed.
"""

from __future__ import annotations

import json
import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar, cast

import berserk
from berserk.exceptions import ApiError
from berserk.formats import JSON, FormatHandler
from berserk.session import Requestor
from requests import Response
from urllib3.exceptions import ConnectTimeoutError, NewConnectionError

from crossboard.errors import CrossboardError
from crossboard.language import tr
from crossboard.lichess.account import ANSWER_S, Session, status_of, token_of, trouble_words
from crossboard.lichess.game_state import NONSENSE, check_line
from crossboard.lichess.server import host_of

MINUTE_S = 60.0  # the rest after 429, and the longest between two attempts
STEADY_S = 60.0  # a stream that has lasted so long is no sign of trouble when it is cut
GAME, EVENT, REFUSED, SENT, OPENING = "game", "event", "refused", "sent", "opening"

TROUBLES = (ApiError, OSError, ValueError)  # what requests raises is an OSError
T = TypeVar("T")
Values = dict[str, Any]


class Arrived(NamedTuple):
    """What the server has told: a line of the stream of the GAME `of`, an EVENT, or a line of the answer to a challenge or seek
    (OPENING); or what became of a `command`: SENT, or REFUSED for a reason in `words`, as OPENING may be without a command."""

    what: str
    of: str = ""
    value: Values = {}
    words: str = ""
    command: Command | None = None


@dataclass(eq=False)
class Command:
    """What a player wants in a game: it is posted to `path`, as that is then. `dropped`: not any more. `failed`: at least once, in
    an outage."""

    game: str
    path: Callable[[], str]
    dropped: bool = False
    failed: bool = False


class _Lines(FormatHandler[bytes]):
    """The lines of a stream as they are, with the empty ones that keep it alive."""

    def __init__(self) -> None:
        super().__init__("application/x-ndjson")

    def parse_stream(self, response: Response) -> Iterator[bytes]:
        with closing(response):
            yield from response.iter_lines()


class Line:
    """With the account on `server`. `wait` passes seconds, until the line is closed. To be closed."""

    def __init__(
        self, server: str, wait: Callable[[float], object] | None = None, answer_s: tuple[float, float] = ANSWER_S
    ) -> None:
        self.host = host_of(server)
        self.problems: dict[str, str] = {}  # by what is tried: GAME, EVENT, OPENING, SENT
        self.server = server
        self._answer_s = answer_s
        self._closed = threading.Event()
        self._wait = wait or self._closed.wait
        self._arrived: queue.SimpleQueue[Arrived] = queue.SimpleQueue()
        self._commands: queue.SimpleQueue[Command | None] = queue.SimpleQueue()
        self._gate = threading.Lock()  # one request at a time
        self._game = ""
        self._opening = object()  # the last challenge or seek
        self._renewed: tuple[str, Mapping[str, str]] | None = None  # what it is if it lasts
        self._connect()

    def _connect(self) -> None:
        """With the token as the keyring has it now."""
        session = Session(token_of(self.server), self._answer_s)
        self._client = berserk.Client(session, self.server)
        self._raw = Requestor(session, self.server, _Lines())

    def drain(self) -> Iterator[Arrived]:
        """What has come."""
        while not self._arrived.empty():
            yield self._arrived.get()

    def ask(self, question: Callable[[berserk.Client], T]) -> T:
        """The server's answer, at once, as `question` reads it; CrossboardError if there is none."""
        try:
            return question(self._client)
        except (*TROUBLES, *NONSENSE) as error:
            raise CrossboardError(trouble_words(error, self.server), self.host) from None

    def begin(self) -> None:
        """Hear events, and send commands."""
        self._thread(lambda: self._stream(EVENT, "/api/stream/event", lambda: True))
        self._thread(self._send_commands)

    def follow_game(self, game: str) -> None:
        """Hear of that game, and of none before."""
        self._game = game
        self.problems.pop(GAME, None)
        if game:
            self._thread(lambda: self._stream(GAME, _game_path(game), lambda: self._game == game, game))

    def send(self, command: Command) -> None:
        """Have it sent."""
        self._commands.put(command)

    def open_game(self, path: str, data: Mapping[str, str], lasts: bool) -> None:
        """Challenge somebody or seek a game. `lasts`: only while the connection to the server does, so it is renewed."""
        self._opening = opening = object()
        self._renewed = (path, data) if lasts else None
        self._thread(lambda: self._stream(OPENING, path, lambda: self._opening is opening, "", data, not lasts))

    def end_opening(self) -> None:
        """Challenge and seek nobody any more."""
        self._opening, self._renewed = object(), None
        self.problems.pop(OPENING, None)

    def close(self) -> None:
        """End all threads, within the time that a stream may be silent."""
        self._closed.set()
        self._commands.put(None)

    # In the threads

    def _thread(self, work: Callable[[], None]) -> None:
        threading.Thread(target=work, daemon=True).start()

    def _send(self, request: Callable[[], T]) -> T:
        with self._gate:
            try:
                return request()
            except ApiError as error:
                if status_of(error) == 429:
                    self.problems[SENT] = trouble_words(error, self.server)
                    self._wait(MINUTE_S)  # and everybody else at the gate
                    self.problems.pop(SENT, None)
                raise

    def _lines(self, path: str, data: Mapping[str, str] | None = None) -> Iterator[bytes]:
        """Of a stream; that of a challenge may be silent for as long as nobody answers it."""
        if data is None:
            return self._send(lambda: self._raw.request("GET", path, stream=True))
        silent = (self._answer_s[0], None)
        return self._send(lambda: self._raw.request("POST", path, stream=True, data=dict(data), timeout=silent))

    def _pause(self, what: str, error: BaseException, tries: int) -> None:
        """Before another attempt, the first of which is the number 0."""
        self.problems[what] = trouble_words(error, self.server)
        status = status_of(error)
        if status == 401:  # somebody may log in elsewhere meanwhile
            self._wait(MINUTE_S)
            try:
                self._connect()
            except CrossboardError as problem:
                self.problems[what] = problem.what
        elif status != 429:
            self._wait(min(MINUTE_S, 2.0**tries))

    def _stream(
        self,
        what: str,
        path: str,
        wanted: Callable[[], bool],
        of: str = "",
        data: Mapping[str, str] | None = None,
        once: bool = False,
    ) -> None:
        """Report the lines of a stream, and open it anew while it is `wanted`: `once` if the server is to hear of it only once.
        One that has begun before is refused by something in between, for a while."""
        tries, begun = 0, False
        while wanted() and not self._closed.is_set():
            began = time.monotonic()
            try:
                lines = self._lines(path, data)
                begun = data is None
                self.problems.pop(what, None)
                if what == EVENT and tries and self._renewed:  # it has not outlasted the outage
                    self.open_game(*self._renewed, True)
                for line in lines:
                    if not wanted() or self._closed.is_set():
                        return
                    value = _value(line) if line else {}
                    if what == GAME:
                        check_line(value)
                    if value:
                        self._arrived.put(Arrived(what, of, value))
                    if value.get("done"):  # of a challenge
                        return
                if once:
                    return
                raise ConnectionError(0, "the connection was closed")
            except (*TROUBLES, *NONSENSE) as error:
                if not wanted():
                    return
                if _refused(error) and not begun:
                    self._arrived.put(Arrived(REFUSED, of, words=trouble_words(error, self.server)))
                    return
                if once and _perhaps_heard(error):
                    words = tr(
                        "it is not known whether it has heard of your game ({why})",
                        why=trouble_words(error, self.server),
                    )
                    self._arrived.put(Arrived(REFUSED, of, words=words))
                    return
                tries = 0 if time.monotonic() - began >= STEADY_S else tries
                self._pause(what, error, tries)
                tries += 1

    def _send_commands(self) -> None:
        while (command := self._commands.get()) is not None:
            tries = 0
            while not (command.dropped or self._closed.is_set()):
                try:
                    self._send(lambda command=command: self._raw.request("POST", command.path(), fmt=JSON))
                except TROUBLES as error:
                    if _refused(error):
                        if command.game:
                            self._look(command.game)
                        self._arrived.put(
                            Arrived(REFUSED, command.game, words=trouble_words(error, self.server), command=command)
                        )
                        break
                    command.failed = True
                    self._pause(SENT, error, tries)
                    tries += 1
                else:
                    self._arrived.put(Arrived(SENT, command.game, command=command))
                    break
            self.problems.pop(SENT, None)

    def _look(self, game: str) -> None:
        """Hear how the game stands now."""
        tries = 0
        while not self._closed.is_set():
            try:
                line = next(line for line in self._lines(_game_path(game)) if line)
                # What follows the first line, such as who has left, is not awaited.
                state = cast(Values, _value(line).get("state") or {})
                self._arrived.put(Arrived(GAME, game, {**state, "type": "gameState"}))
                return
            except (*TROUBLES, StopIteration) as error:
                if _refused(error):
                    return
                self._pause(SENT, error, tries)
                tries += 1


def _game_path(game: str) -> str:
    return f"/api/board/game/stream/{game}"


def _value(line: bytes) -> Values:
    """What a line says; ValueError if it is cut."""
    try:
        value: object = json.loads(line)
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    if not isinstance(value, dict):
        raise ValueError("not an object")
    return cast(Values, value)


def _refused(error: BaseException) -> bool:
    """Whether the same would be refused again."""
    return 400 <= status_of(error) < 500 and status_of(error) not in (401, 408, 429)


def _perhaps_heard(error: BaseException) -> bool:
    """Whether the server may have done what was asked for, though its answer has not come."""
    found: BaseException | None = error
    while found is not None:
        if isinstance(found, NewConnectionError | ConnectTimeoutError):
            return False
        found = found.__cause__ or found.__context__
    return status_of(error) not in (401, 429)
