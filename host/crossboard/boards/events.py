"""Turns the records that a board sends into events of the library, and checks each.

An event is never dropped: one that makes no sense is kept with a flag that says so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from crossboard.boards.numbers import read_ms, read_number, read_seq
from crossboard.games.reasons import ends, refusal_words, refusals, why_words
from crossboard.games.rules import NOWHERE, RESULTS, Game, RulesError, read_square
from crossboard.library import Event
from crossboard.library.secret import COMMITMENT, HASH, REVEAL, SALT, captured_words
from crossboard.library.stored import OPPONENT

RECORDS = {"P": "ply", "U": "takeback", "R": "refused", "E": "end", "W": COMMITMENT, "Y": REVEAL, "I": OPPONENT}

SQUARE = re.compile(r"[a-z][1-9]\d?")

HIGHEST_LEVEL = 99  # of the search, also of a later board

# Flags.
ILLEGAL = "illegal"  # the rules do not allow it
DIGEST = "digest"  # afterwards the board had another position
UNCHECKED = "not checked"  # it came after one that was wrong
BROKEN = "broken commitment"  # a reveal of something else than what was committed to
UNREADABLE = "unreadable"  # this program does not know what it says


def read_event(kind: str, fields: Sequence[str], wall: int | None, raw: str, game: str) -> Event:
    """The event of a record's fields from `seq` on, of that game; ValueError or IndexError if it is malformed."""
    seq, at = read_seq(fields[0]), read_ms(fields[1])
    rest = fields[2:]
    text = origin = target = reason = digest = ""
    match kind:
        case "P":
            digest, text = rest
        case "U":
            digest, text = rest[0], str(read_number(rest[1]))
        case "R":
            origin, target, reason = rest[0], rest[1], refusals(game).word(read_number(rest[2], 255))
        case "E":
            text = RESULTS[read_number(rest[0], len(RESULTS) - 1)]
            reason = ends(game).word(end) if (end := read_number(rest[1], 255)) else ""
        case "W":
            reason, text = rest
            if reason not in ("0", "1") or not HASH.fullmatch(text):
                raise ValueError("no commitment")
        case "Y":
            reason, origin, text = rest
            if reason not in ("0", "1") or not SQUARE.fullmatch(origin) or not SALT.fullmatch(text):
                raise ValueError("no reveal")
        case "I":
            reason, text = str(read_number(rest[0], 1)), str(read_number(rest[1], HIGHEST_LEVEL))
        case _:
            raise ValueError("no record")
    return Event(seq, RECORDS[kind], text, origin, target, reason, at, wall, digest, "", raw)


def keep_event(kind: str, fields: Sequence[str], wall: int | None, raw: str, game: str) -> Event:
    """As `read_event`; what it cannot read is kept as it came, with a flag. ValueError if it has no number."""
    try:
        return read_event(kind, fields, wall, raw, game)
    except (ValueError, IndexError):
        return Event(read_seq(fields[0] if fields else ""), "unreadable", "", wall_ms=wall, flag=UNREADABLE, raw=raw)


def play_event(mirror: Game, event: Event) -> tuple[str, str]:
    """Play a ply or takeback on the mirror; returns (flag, problem in words), both "" if it fits."""
    if event.kind not in ("ply", "takeback"):
        return event.flag, ""
    try:
        if event.kind == "ply":
            mirror.push(mirror.parse_ply(event.text))
        else:
            for _ in range(int(event.text)):
                if not mirror.undoable:
                    raise ValueError("there is no ply to take back")
                mirror.pop()
    except (RulesError, ValueError) as error:
        return ILLEGAL, f"the board played a ply that is not legal here ({event.text}): {error}"
    if event.digest != f"{mirror.digest():06x}":
        return DIGEST, f"after {event.text} the board's position differs from this program's"
    return "", ""


def captured_by(game: Game, event: Event) -> str:
    """What a ply captures, in words, if that was hidden before; "" if the ply is not legal."""
    try:
        return captured_words(game, game.parse_ply(event.text)) if event.kind == "ply" else ""
    except RulesError:
        return ""


def refusal_of(game: Game, event: Event) -> str:
    """Why the board refused a ply, in words."""
    why = int(event.raw.rpartition(" ")[2])
    try:
        return refusal_words(game, read_square(game, event.origin), read_square(game, event.target), why)
    except RulesError:
        if event.origin == "-":
            return refusal_words(game, NOWHERE, NOWHERE, why)
        return f"{event.origin}: {why_words(game, why)}"
