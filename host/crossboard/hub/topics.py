"""The topics of the bus, and who may use which (docs/hub.md lists them).

An account has a role. A board's account, `table-7`, is also the name of its topics; so what a board may do is told by its name
alone, and any broker that knows access lists can hold it to that.
"""

from __future__ import annotations

import re

from crossboard.boards.stream import KINDS as STREAM
from crossboard.errors import CrossboardError

ROOT = "crossboard/1"
"""All topics begin so; the number goes up when payloads change in a way that older programs can't read."""

NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?")
MATCH = re.compile(r"[0-9a-f]{20}")

# What a board says.
HELLO = "hello"  # retained: who is there
HELLO_S = (
    30.0  # between two of them that say nothing new: the last will of a PC that died may come after the next PC's hello
)
RECORDS = "records"  # what has happened in a game, and games that may be had
# What is said to a board.
ACK = "ack"  # how far a hub has a game
PAIRING = "pairing"  # retained: who plays here
BOARD_SAYS = (HELLO, RECORDS, *STREAM)  # and, each under its own name, what happens in the game; all but moves retained
BOARD_HEARS = (ACK, PAIRING)

# The two ends of a remote match.
HOST, GUEST = "host", "guest"
ENDS = (HOST, GUEST)

# Roles of accounts.
BOARD, VIEWER, PLAYER, HUB, FRIEND = "board", "viewer", "player", "hub", "friend"


DISCOVERY = "homeassistant/"
"""Where Home Assistant looks for devices (home_assistant.py)."""

SEEN = (*(f"{ROOT}/{part}/" for part in ("boards", "hubs", "hall")), DISCOVERY)
"""What viewers may see: no match, whose name is only for those who play it."""


def check_name(name: str) -> str:
    """The name of a board or hub; CrossboardError if it can be no part of a topic."""
    if not NAME.fullmatch(name):
        raise CrossboardError(
            f"'{name}' is not a name for a board or hub: use up to 32 lower-case letters, digits and hyphens, as table-7"
        )
    return name


def board_topic(board: str, kind: str) -> str:
    """What a board says or hears."""
    return f"{ROOT}/boards/{board}/{kind}"


def discovery_topic(board: str) -> str:
    """Retained: what Home Assistant is to know of a board."""
    return f"{DISCOVERY}device/crossboard_{board}/config"


def hub_topic(hub: str) -> str:
    """Retained: a hub that collects games."""
    return f"{ROOT}/hubs/{hub}"


TABLES = f"{ROOT}/hall/tables"
"""Retained: rounds, pairings and results; the first part of them if they are more than a message holds."""


def tables_topic(part: int) -> str:
    """Retained: a part of them, from 1 on."""
    return TABLES if part == 1 else f"{TABLES}/{part}"


def match_topic(match: str, end: str) -> str:
    """Retained: what one end of a remote match says."""
    return f"{ROOT}/matches/{match}/{end}"


def read_board_topic(topic: str) -> tuple[str, str]:
    """Board and kind of a topic, ("", "") if it is none of a board's."""
    parts = topic.split("/")
    if len(parts) != 5 or not topic.startswith(f"{ROOT}/boards/") or not NAME.fullmatch(parts[3]):
        return "", ""
    return parts[3], parts[4]


def read_match_topic(topic: str) -> tuple[str, str]:
    """Match and end of a topic, ("", "") if it is none of a match."""
    parts = topic.split("/")
    if len(parts) != 5 or not topic.startswith(f"{ROOT}/matches/"):
        return "", ""
    known = MATCH.fullmatch(parts[3]) and parts[4] in ENDS
    return (parts[3], parts[4]) if known else ("", "")


def may_publish(role: str, name: str, topic: str) -> bool:
    """Whether an account of that role and name may publish there."""
    if role == HUB:
        return topic.startswith(f"{ROOT}/")
    board, kind = read_board_topic(topic)
    if role == BOARD and board:
        return board == name and kind in BOARD_SAYS
    if role == BOARD:
        return topic == discovery_topic(name)
    end = read_match_topic(topic)[1]
    return role == PLAYER and end != "" or role == FRIEND and end == GUEST


def may_subscribe(role: str, name: str, pattern: str) -> bool:
    """Whether it may subscribe to that pattern. Only those who may see everything may use wildcards."""
    if role == HUB:
        return pattern.startswith(f"{ROOT}/")
    if role == VIEWER:
        return pattern.startswith(SEEN)
    if "+" in pattern or "#" in pattern:
        return role == BOARD and pattern == f"{ROOT}/hubs/+"
    board, kind = read_board_topic(pattern)
    if role == BOARD and board:
        return board == name and kind in BOARD_HEARS
    return role in (PLAYER, FRIEND) and read_match_topic(pattern)[0] != ""
