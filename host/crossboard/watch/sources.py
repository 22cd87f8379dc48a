"""Where events come from: a page's server (server-sent events), or the bus of a hall (MQTT). Each goes on through every outage."""

from __future__ import annotations

import contextlib
import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Generator
from http import HTTPStatus
from typing import Any, NamedTuple, cast
from urllib.parse import parse_qs, urlsplit

from crossboard.boards.stream import KINDS, VERSION
from crossboard.errors import CrossboardError, reason_of

SILENCE_S = 45.0  # a server that says nothing for so long is gone (web/streaming.py says something every 15 s)
AGAIN_S = 2.0  # between two tries to reach it
LONGEST = 64 * 1024  # characters of a line

Value = dict[str, Any]
Say = Callable[[str], None]


class Told(NamedTuple):
    """An event, and the name of its board on the bus; "" where there is but one board. `round`: the one in which that board's hall
    has paired the players, "" for none."""

    name: str
    event: Value
    round: str = ""


def events(url: str, say: Say) -> Generator[Told, None, None]:
    """Those of `http://…` or `mqtt://…`, without end; `say` gets what is to be known of the connection. CrossboardError if it
    can't be reached at first, or lets nobody in."""
    scheme = url.partition("://")[0]
    if scheme in ("http", "https"):
        return _from_page(url, say)
    if scheme in ("mqtt", "mqtts"):
        return _from_bus(url, say)
    raise CrossboardError(
        f"'{url}' is not an address to watch: wanted the page's, as http://127.0.0.1:8377/, or mqtt://NAME:TOKEN@HOST"
    )


def read_event(text: str | bytes) -> Value | None:
    """The event in a message; None if it is none that this version can read."""
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict):
        return None
    event = cast(Value, found)
    known = event.get("v") == VERSION and event.get("event") in KINDS
    return event if known and isinstance(event.get("game"), str) else None


def _from_page(url: str, say: Say) -> Generator[Told, None, None]:
    try:
        answer = _open(url)
    except urllib.error.HTTPError as error:
        raise CrossboardError(_refusal(error), _shown(url)) from error
    except (OSError, http.client.HTTPException) as error:
        raise CrossboardError(f"{_problem(error)}; does `play` run there?", _shown(url)) from error
    while True:
        problem = "the program has ended"
        try:
            with answer:
                yield from (Told("", event) for event in _read(answer))
        except (OSError, http.client.HTTPException) as error:
            problem = _problem(error)
        say(f"{_shown(url)}: {problem}; trying again")
        answer = _open_again(url)
        say("connected again")


def _problem(error: Exception) -> str:
    """Why there is no connection."""
    why = getattr(error, "reason", error)
    return reason_of(why) if isinstance(why, OSError) else str(why) or type(why).__name__


def _shown(url: str) -> str:
    """Without the token."""
    return url.partition("?")[0]


def _open(url: str) -> Any:
    """The stream of the page at `url`."""
    try:
        parts = urlsplit(url)
        _ = parts.port  # ValueError where no such port can be
        token = parse_qs(parts.query).get("token", [""])[0]
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        request = urllib.request.Request(f"{parts.scheme}://{parts.netloc}/api/events", headers=headers)
        return urllib.request.urlopen(request, timeout=SILENCE_S)
    except (ValueError, UnicodeError) as error:
        raise CrossboardError(f"not an address: {error}", _shown(url)) from error


def _open_again(url: str) -> Any:
    """The same, as soon as it can be had; CrossboardError if whoever is there now lets nobody in."""
    while True:
        time.sleep(AGAIN_S)
        try:
            return _open(url)
        except urllib.error.HTTPError as error:
            if error.code == HTTPStatus.FORBIDDEN:
                raise CrossboardError(_refusal(error), _shown(url)) from error
        except (OSError, http.client.HTTPException):
            pass


def _refusal(error: urllib.error.HTTPError) -> str:
    """Why a server refuses, as it says."""
    try:
        return str(json.loads(error.read(LONGEST))["error"])
    except (ValueError, KeyError, TypeError, OSError):
        return f"the server answers {error.code} {error.reason}"


def _read(lines: Any) -> Generator[Value, None, None]:
    """The events of a stream, each in one line `data: …`."""
    while line := cast(bytes, lines.readline(LONGEST)):
        if line.startswith(b"data:") and (event := read_event(line[5:])):
            yield event


def _from_bus(url: str, say: Say) -> Generator[Told, None, None]:
    from crossboard.hub.bus import Bus, read_url
    from crossboard.hub.messages import decode
    from crossboard.hub.pairings import read_items
    from crossboard.hub.topics import TABLES, board_topic, read_board_topic

    bus = Bus(read_url(url), [f"{TABLES}/#", *(board_topic("+", kind) for kind in KINDS)])
    rounds: dict[tuple[str, ...], str] = {}  # by table and players
    there: dict[str, str] = {}  # the round of the game at a table
    said = ""
    try:
        while True:
            for arrived in bus.wait(1.0):
                board, _ = read_board_topic(arrived.topic)
                if not board:
                    with contextlib.suppress(ValueError):
                        for one in read_items(decode(arrived.payload)):
                            rounds[one.table, one.first, one.second] = one.round
                elif event := read_event(arrived.payload):
                    if isinstance(names := event.get("names"), list):
                        there[board] = rounds.get((board, *map(str, cast("list[object]", names))), "")
                    yield Told(board, event, there.get(board, ""))
            if bus.refusals:
                raise CrossboardError(bus.problem, bus.url.shown)
            if bus.problem != said:
                said = bus.problem
                where = "" if bus.url.shown in said else f"{bus.url.shown}: "
                say(f"{where}{said}; trying again" if said else "connected again")
    finally:
        bus.close()
