"""What the library holds, as it is passed around."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from crossboard.games.evals import Eval
from crossboard.games.words import date_text, day_text


def wall_ms() -> int:
    """Milliseconds since 1970, as all times of day in the library are kept."""
    return time.time_ns() // 1_000_000


QUESTION = "question"
"""The kind of an event that is not a record: the board asked which ply was meant."""

OPPONENT = "opponent"
"""The kind of the event by which Crossboard's search takes over side `reason` at level `text`; "0": a player takes it over,
"9": one far away."""

NO_SEARCH = ("0", "9")
"""Levels at which Crossboard does not play: a player at the board does, or one far away."""

OPPONENT_NAME = "Crossboard level "
"""How the search's name as a player begins; its level follows."""


TOGETHER = ":"
"""Between the names of who has played one side (PGN's standard, 8.1.1.4)."""


def search_name(level: str) -> str:
    """The search's name at that level, "" for a level at which it does not play."""
    return "" if level in NO_SEARCH else OPPONENT_NAME + level


def own_name(name: str) -> str:
    """A side's name without the search: "" of `Crossboard level 8`, `Bob` of `Bob:Crossboard level 8`."""
    return "" if name.startswith(OPPONENT_NAME) else name.partition(TOGETHER + OPPONENT_NAME)[0]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened in a game; what each field means is written in migrations.py.

    A question of the board is not a record and has the number 0: `text` are the plies it could have been, `reason` is the one
    that it was, "" if it was withdrawn.
    """

    seq: int
    kind: str
    text: str
    origin: str = ""
    target: str = ""
    reason: str = ""
    board_ms: int | None = None
    wall_ms: int | None = None
    digest: str = ""
    flag: str = ""
    raw: str = ""


@dataclass(frozen=True, slots=True)
class StoredNote:
    """A comment, NAG or variation after event `seq` (0: before the first)."""

    seq: int
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class StoredEval:
    """What a search thinks of the position after ply `seq` (0: the start): its score, how the game should go on (plies as
    texts), how many plies deep it looked and for how many ms (0: the score is from a record). `engine`: whose search it was, ""
    for Crossboard's own.
    """

    seq: int
    eval: Eval
    line: tuple[str, ...] = ()
    depth: int = 0
    ms: int = 0
    engine: str = ""


@dataclass(frozen=True, slots=True)
class TurnTimes:
    """How long the turns of a game took, worked out when it had so many `events`: ms, 32 bits little-endian each, by side."""

    game: int
    version: int
    events: int
    first: bytes
    second: bytes


@dataclass(frozen=True, slots=True)
class NewGame:
    """What is known of a game when it begins. `tags` are the record's tags that have no column of their own."""

    board: str
    board_game: str
    start: str
    first: str = ""
    second: str = ""
    tags: Mapping[str, str] | None = None
    began_ms: int | None = None
    dating: str = ""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as the library lists it. `plies` counts those that were not taken back."""

    id: int
    board: str
    board_game: str
    spec: str
    start: str
    first: str
    second: str
    tags: dict[str, str]
    result: str
    termination: str
    began_ms: int
    changed_ms: int
    plies: int
    dating: str = ""


IMPORTED = "import"
"""The board that games from record files belong to."""


def date_words(game: StoredGame) -> str:
    """When a game began, as people here read it; of one from a record file only the day, as far as its record says it."""
    return day_text(game.tags.get("Date", "")) if game.board == IMPORTED else date_text(game.began_ms)


@dataclass(frozen=True, slots=True)
class StoredBoard:
    """A board that was seen once."""

    serial: str
    profile: str
    firmware: str
    port: str
    seen_ms: int
