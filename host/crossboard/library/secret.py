"""Secrets that players commit to before the first turn, and that are told when the game is over (WIRE.md, W and Y).

A game's start position, as the library has it, hides them; `true_start` is the position with them, once both are out.
Nothing here names a game: a game that can hide something has `hidden` and `with_kings`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from crossboard.games.rules import (
    SWAP,
    TAKEN,
    Game,
    RulesError,
    footprint,
    game_at,
    read_square,
    side_names,
    square_name,
)
from crossboard.language import tr, trn
from crossboard.library.stored import Event
from shared_rules.protocol.sealed import sealed_text

COMMITMENT, REVEAL = "commitment", "reveal"
"""Kinds of events. `reason` says whose ("0" or "1"), `text` is the hash or the salt, `origin` the square revealed."""

HASH = re.compile(r"[0-9a-f]{64}")
SALT = re.compile(r"[0-9a-f]{2,64}")


@dataclass(frozen=True, slots=True)
class Sealed:
    """What is known of one side's secret: the hash, and, once it is out, square and salt ("" before)."""

    side: int
    commitment: str
    square: str = ""
    salt: str = ""

    @property
    def open(self) -> bool:
        """Whether it has been revealed."""
        return bool(self.square)

    @property
    def kept(self) -> bool:
        """Whether what was revealed is what had been committed to."""
        return self.open and seal(self.side, self.square, self.salt) == self.commitment


def seal(side: int, square: str, salt: str) -> str:
    """The commitment of a side (0, 1) to a square with a salt."""
    return hashlib.sha256(sealed_text(side, square, salt).encode()).hexdigest()


def secrets_of(events: Iterable[Event]) -> list[Sealed]:
    """The secrets of a game, by side, as far as they were committed to or revealed; of several words the first counts."""
    hashes: dict[int, str] = {}
    opened: dict[int, tuple[str, str]] = {}
    for event in events:
        side = side_of(event)
        if side is not None and event.kind == COMMITMENT:
            hashes.setdefault(side, event.text)
        elif side is not None and event.kind == REVEAL:
            opened.setdefault(side, (event.origin, event.text))
    return [Sealed(side, hashes.get(side, ""), *opened.get(side, ("", ""))) for side in sorted({*hashes, *opened})]


def side_of(event: Event) -> int | None:
    """Whose secret an event is about, None if it does not say."""
    return int(event.reason) if event.reason in ("0", "1") else None


def true_start(start: str, events: Iterable[Event]) -> str:
    """The start position with what has been revealed; `start` itself as long as that is not all, or makes no sense."""
    found = secrets_of(events)
    if len(found) != 2 or not all(one.open for one in found):
        return start
    game: Any = game_at(start, 1)
    if not getattr(game, "hidden", False):
        return start
    try:
        return str(game.with_kings([read_square(game, one.square) for one in found]))
    except RulesError:
        return start


def reveal(game: Game) -> None:
    """Everybody knows what the position holds."""
    open_game: Any = game
    open_game.revealed = True


def is_open(game: Game) -> bool:
    """Whether there is nothing in the position that not everybody may see."""
    return bool(game.result) or bool(getattr(game, "revealed", False))


def is_hidden(game: Game) -> bool:
    """Whether the position hides something that the players have picked."""
    return bool(getattr(game, "hidden", False))


def broken_words(events: Sequence[Event], last: Event) -> str:
    """What is wrong with the reveal `last`, "" if it is what had been committed to."""
    if last.kind != REVEAL:
        return ""
    for one in secrets_of([*events, last]):
        if one.side == side_of(last) and not one.kept:
            return tr("what was revealed does not match the commitment")
    return ""


def secret_words(game: Game, event: Event) -> str:
    """A commitment or a reveal as a sentence; `game` lends the names of its sides."""
    side = side_of(event)
    name = tr("nobody") if side is None else side_names(game)[side]
    if event.kind == COMMITMENT:
        return tr("{side} has picked a king, sealed as {commitment}", side=name, commitment=event.text)
    return tr(
        "{side}'s king stood on {square} at the start (salt {salt})", side=name, square=event.origin, salt=event.text
    )


def captured_words(game: Game, ply: int) -> str:
    """What a ply that is legal in `game` captures, in words: king or man; "" where that is not a secret before."""
    if not getattr(game, "secretive", False):
        return ""
    origin = ply & 255
    men = sum(effect == TAKEN or (effect == SWAP and square != origin) for square, effect in footprint(game, ply))
    if not men:
        return ""
    game.push(ply)
    king = bool(getattr(game, "took_king", False))
    game.pop()
    if not king:
        return trn("a man was captured", "{count} men were captured", men)
    if men == king:
        return tr("the king was captured")
    return trn("a man and the king were captured", "{count} men and the king were captured", men - king)


# In records


def tag(side: int, what: str) -> str:
    """`WhiteCommitment`, `BlackSalt`."""
    return f"{('White', 'Black')[side]}{what}"


def secret_tags(events: Iterable[Event]) -> dict[str, str]:
    """The tags of a game's secrets; the squares are in the start position, once they are out."""
    tags: dict[str, str] = {}
    found = secrets_of(events)
    for one in found:
        tags[tag(one.side, "Commitment")] = one.commitment
    if len(found) == 2 and all(one.open for one in found):
        for one in found:
            tags[tag(one.side, "Salt")] = one.salt
    return tags


def tags_problem(game: Game, tags: Mapping[str, str]) -> tuple[str, str]:
    """(which tag, what is wrong): whether the kings of the start position `game` are those that were committed to."""
    known: Any = game
    for side in (0, 1):
        name = tag(side, "Commitment")
        if name not in tags:
            continue
        if not HASH.fullmatch(tags[name]):
            return name, f"the {name} tag is not an SHA-256 in hexadecimal"
        if is_hidden(game):
            continue
        if not hasattr(known, "king"):
            return name, f"no kings are picked in this game, but there is a {name} tag"
        salt = tags.get(tag(side, "Salt"), "")
        if not SALT.fullmatch(salt):
            return name, f"there is a {name} tag, but no {tag(side, 'Salt')} tag to check it with"
        square = square_name(game, known.king(side))
        if seal(side, square, salt) != tags[name]:
            what = f"{side_names(game)[side]}'s king on {square} does not match the {name} tag"
            return name, what
    return "", ""


def tags_words(game: Game, tags: Mapping[str, str]) -> str:
    """What a correct record's tags say of its secrets, in a few words; "" if it has none."""
    if is_hidden(game):
        return "the kings are still secret"
    if any(tag(side, "Commitment") in tags for side in (0, 1)):
        return "the kings match their commitments"
    return ""
