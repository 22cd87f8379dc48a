"""What the two ends of a match send each other, and how a match is kept: as JSON, signed with the invite's key on the way."""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import dataclass, field
from typing import Any, cast

from crossboard.errors import CrossboardError
from crossboard.games.chess_clock import read_kind
from crossboard.games.names import LONGEST_NAME
from crossboard.games.reasons import by_players
from crossboard.games.rules import RESULTS, name_of
from crossboard.hub.match import DRAW, END, LONGEST_MS, MOST_ENTRIES, PLY, UNDO, Entry, Log, Offer, Proposal, Spent
from crossboard.hub.messages import LONGEST_TEXT, Value, decode, items, number, text
from shared_rules.codes import DRAWN


@dataclass(frozen=True, slots=True)
class Said:
    """What an end says: the host its log, the guest what its player wants (None: nothing). `stamp` grows with every message.

    `spent`: where the match has a clock.
    """

    stamp: int
    name: str = ""
    log: Log | None = None
    proposal: Proposal | None = None
    here: bool = True
    spent: Spent | None = None


@dataclass
class Voice:
    """Signs what one end says with the invite's key, and checks what the other says: newer than all before it."""

    key: bytes
    end: str
    heard: int = 0
    said: int = field(default=0)

    def sign(self, said: Said) -> bytes:
        """A payload."""
        self.said = said.stamp
        body = json.dumps(_body(said), ensure_ascii=False, separators=(",", ":"))
        value = {"v": 1, "end": self.end, "body": body, "mac": self._mac(self.end, body)}
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()

    def hear(self, payload: bytes) -> Said | None:
        """What the other end says; None if that is nothing new. ValueError if it is malformed, or somebody else's."""
        value = decode(payload)
        body, other = value.get("body"), value.get("end")
        if not isinstance(body, str) or other not in ("host", "guest") or other == self.end:
            raise ValueError("not a message of the other end")
        if not hmac.compare_digest(self._mac(str(other), body), str(value.get("mac"))):
            raise ValueError("not signed by the other player")
        given: object = json.loads(body)
        if not isinstance(given, dict):
            raise ValueError("not an object")
        said = _read_body(cast(Value, given))
        if said.stamp <= self.heard:
            return None
        self.heard = said.stamp
        return said

    def _mac(self, end: str, body: str) -> str:
        return hmac.new(self.key, f"{end}\n{body}".encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()


def log_value(log: Log) -> Value:
    """A log as JSON has it."""
    return {
        "start": log.start,
        "entries": [list(entry) if log.clock else list(entry[:3]) for entry in log.entries],
        "offer": list(log.offer) if log.offer else None,
        "declined": list(log.declined) if log.declined else None,
        "names": list(log.names),
        "host": log.host_side,
        **({"clock": log.clock} if log.clock else {}),
    }


def read_log(value: Value) -> Log:
    """A log out of JSON; ValueError if it is not one. Whether its steps could be taken, `check_log` tells."""
    start = text(value, "start", LONGEST_TEXT, 1)
    game = name_of(start)
    entries = tuple(_entry(one, game) for one in items(value, "entries", MOST_ENTRIES))
    names = [one if isinstance(one, str) else "" for one in items(value, "names", 2)] or ["", ""]
    if len(names) != 2 or any(len(name) > LONGEST_NAME or not (name.isprintable() or not name) for name in names):
        raise ValueError("no names")
    return Log(
        start,
        entries,
        _offer(value.get("offer")),
        _offer(value.get("declined")),
        (names[0], names[1]),
        number(value, "host", 1),
        _clock(value.get("clock")),
    )


def _entry(given: object, game: str) -> Entry:
    row = cast("list[object]", given) if isinstance(given, list) else []
    if len(row) not in (3, 4) or row[0] not in (0, 1) or not isinstance(row[1], str) or not isinstance(row[2], str):
        raise ValueError("a malformed step")
    entry = Entry(1 if row[0] else 0, row[1], row[2], _ms(row[3]) if row[3:] else 0)
    wrong = len(entry.text) > LONGEST_NAME or entry.kind not in (PLY, UNDO, END)
    if wrong or entry.kind == UNDO and not _is_count(entry.text) or entry.kind == END and not _is_end(entry.text, game):
        raise ValueError("a malformed step")
    return entry


def _is_end(given: str, game: str) -> bool:
    """Whether a step that ends a match says how: who won, or 3 for a draw, and why."""
    result, _, reason = given.partition(" ")
    if reason == "resigned":
        return result in ("1", "2")
    return result == "3" and RESULTS[DRAWN] in by_players(game).get(reason, ())


def _ms(given: object) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given <= LONGEST_MS:
        raise ValueError("a malformed time")
    return given


def _clock(given: object) -> str:
    if given is None:
        return ""
    try:
        return read_kind(given).text if isinstance(given, str) else ""
    except CrossboardError as error:
        raise ValueError(str(error)) from error


def _is_count(given: str) -> bool:
    return given.isascii() and given.isdigit() and len(given) < 6


def _offer(given: object) -> Offer | None:
    if given is None:
        return None
    row = cast("list[object]", given) if isinstance(given, list) else []
    if len(row) != 4 or row[1] not in (DRAW, UNDO):
        raise ValueError("a malformed offer")
    whole = [one for one in (row[0], row[2], row[3]) if isinstance(one, int) and not isinstance(one, bool)]
    if len(whole) != 3 or whole[0] not in (0, 1) or min(whole) < 0 or max(whole) > MOST_ENTRIES:
        raise ValueError("a malformed offer")
    return Offer(whole[0], str(row[1]), whole[1], whole[2])


def _body(said: Said) -> Value:
    value: dict[str, Any] = {"stamp": said.stamp, "name": said.name, "here": said.here}
    if said.log:
        value["log"] = log_value(said.log)
    if said.proposal:
        value["proposal"] = list(said.proposal) if said.proposal.ms else list(said.proposal[:3])
    if said.spent:
        value["spent"] = list(said.spent)
    return value


def _read_body(value: Value) -> Said:
    log = value.get("log")
    return Said(
        number(value, "stamp"),
        text(value, "name"),
        read_log(cast(Value, log)) if isinstance(log, dict) else None,
        read_proposal(value.get("proposal")),
        value.get("here") is not False,
        read_spent(value.get("spent")),
    )


def read_proposal(given: object) -> Proposal | None:
    """A proposal out of JSON, None if there is none; ValueError if it is malformed."""
    if given is None:
        return None
    row = cast("list[object]", given) if isinstance(given, list) else []
    if (
        len(row) not in (3, 4)
        or not isinstance(row[0], int)
        or isinstance(row[0], bool)
        or not 0 <= row[0] <= MOST_ENTRIES
    ):
        raise ValueError("a malformed proposal")
    if not isinstance(row[1], str) or not isinstance(row[2], str) or len(row[2]) > LONGEST_NAME:
        raise ValueError("a malformed proposal")
    return Proposal(row[0], row[1], row[2], _ms(row[3]) if row[3:] else 0)


def read_spent(given: object) -> Spent | None:
    """What a player has taken, out of JSON; None if nothing is said. ValueError if it is malformed."""
    if given is None:
        return None
    row = cast("list[object]", given) if isinstance(given, list) else []
    if len(row) != 3 or not isinstance(row[0], int) or not 0 <= row[0] <= MOST_ENTRIES or not isinstance(row[2], bool):
        raise ValueError("a malformed time")
    return Spent(row[0], _ms(row[1]), row[2])
