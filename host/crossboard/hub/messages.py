"""The payloads of the bus: JSON objects, read strictly and with bounds. Whatever is wrong is a ValueError, and stores nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, cast

from crossboard.games.names import LONGEST_NAME

VERSION = 1
LONGEST = 32 * 1024  # bytes of a payload; a broker may refuse longer ones unread
MOST_RECORDS = 50  # of one message
LONGEST_RECORD = 256  # a frame of the wire is shorter
LONGEST_TEXT = 600  # a position
LONGEST_WAIT = 24 * 3600  # seconds for which a hub may put a board off
HIGHEST = 1 << 50

EARLIER = {"first": "white", "second": "black"}
"""What programs of before 2026-12, their files and pairings have for a name."""

Value = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Hello:
    """A board is there, or not. `since`: when it came, in ms since 1970; `hardware`: the id that it says itself."""

    here: bool
    since: int = 0
    hardware: str = ""
    firmware: str = ""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A record of the board's journal: the frame's type and payload (WIRE.md), and when it was made (0: not known)."""

    seq: int
    raw: str
    wall: int = 0


@dataclass(frozen=True, slots=True)
class Records:
    """Records of a game that follow one another, or none: then the game is offered. There are `have` of it.

    `only`: the hub that is meant, "" for all.
    """

    game: str
    start: str
    have: int
    first: str = ""
    second: str = ""
    only: str = ""
    records: tuple[GameRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class Ack:
    """That hub has a game's records up to `seq` on its disk. `refused`: why it takes no more of them for `wait` seconds."""

    hub: str
    game: str
    seq: int
    refused: str = ""
    wait: int = 0


@dataclass(frozen=True, slots=True)
class HubState:
    """A hub. `start` is another one whenever it has begun anew."""

    here: bool
    start: str = ""


@dataclass(frozen=True, slots=True)
class Seats:
    """Who plays at a table in a round; empty names if nobody is paired."""

    round: str = ""
    first: str = ""
    second: str = ""


def encode(message: object) -> bytes:
    """A message as a payload."""
    fields = asdict(cast("Any", message))
    return json.dumps({"v": VERSION, **fields}, ensure_ascii=False, separators=(",", ":")).encode()


def decode(payload: bytes) -> Value:
    """The object of a payload of this version."""
    if len(payload) > LONGEST:
        raise ValueError("a payload of more than 32 KB")
    try:
        found: object = json.loads(payload)
    except RecursionError:
        raise ValueError("a payload nested too deep") from None
    if not isinstance(found, dict):
        raise ValueError("not an object")
    value = cast(Value, found)
    if value.get("v") != VERSION:
        raise ValueError(f"version {str(value.get('v'))[:10]}, not {VERSION}")
    return value


def text(value: Value, key: str, most: int = LONGEST_NAME, least: int = 0) -> str:
    """A printable text of a message, of limited length."""
    found = value.get(key, value.get(EARLIER.get(key, key), ""))
    if not isinstance(found, str) or not least <= len(found) <= most or not (found.isprintable() or not found):
        raise ValueError(f"'{key}' is not a text of up to {most} characters")
    return found


def number(value: Value, key: str, most: int = HIGHEST) -> int:
    """A whole number, 0 or higher."""
    found = value.get(key, 0)
    if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found <= most:
        raise ValueError(f"'{key}' is not a whole number up to {most}")
    return found


def flag(value: Value, key: str) -> bool:
    """True or false."""
    found = value.get(key)
    if not isinstance(found, bool):
        raise ValueError(f"'{key}' is neither true nor false")
    return found


def items(value: Value, key: str, most: int) -> list[object]:
    """A list."""
    found = value.get(key, [])
    if not isinstance(found, list) or len(cast("list[object]", found)) > most:
        raise ValueError(f"'{key}' is not a list of up to {most}")
    return cast("list[object]", found)


def read_hello(payload: bytes) -> Hello:
    value = decode(payload)
    return Hello(flag(value, "here"), number(value, "since"), text(value, "hardware"), text(value, "firmware"))


def read_records(payload: bytes) -> Records:
    value = decode(payload)
    found: list[GameRecord] = []
    for one in items(value, "records", MOST_RECORDS):
        if not isinstance(one, dict):
            raise ValueError("a record that is not an object")
        record = cast(Value, one)
        made = GameRecord(number(record, "seq"), text(record, "raw", LONGEST_RECORD, 1), number(record, "wall"))
        if not made.seq or found and made.seq != found[-1].seq + 1:
            raise ValueError("records that do not follow one another")
        found.append(made)
    return Records(
        text(value, "game", least=1),
        text(value, "start", LONGEST_TEXT, 1),
        number(value, "have"),
        text(value, "first"),
        text(value, "second"),
        text(value, "only"),
        tuple(found),
    )


def read_ack(payload: bytes) -> Ack:
    value = decode(payload)
    return Ack(
        text(value, "hub", least=1),
        text(value, "game", least=1),
        number(value, "seq"),
        text(value, "refused"),
        number(value, "wait", LONGEST_WAIT),
    )


def read_hub(payload: bytes) -> HubState:
    value = decode(payload)
    return HubState(flag(value, "here"), text(value, "start"))


def read_seats(payload: bytes) -> Seats:
    value = decode(payload)
    return Seats(text(value, "round"), text(value, "first"), text(value, "second"))


def batches(records: Sequence[GameRecord]) -> list[tuple[GameRecord, ...]]:
    """The records in lists that fit into a message each."""
    return [tuple(records[at : at + MOST_RECORDS]) for at in range(0, len(records), MOST_RECORDS)]
