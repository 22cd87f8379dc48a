"""How positions and plies of a game are written in its own world, where that has formats for it.

Such a game has a class `NAMEFormats` in `formats.py` of its package, NAME being the game's class; it stays on the PC. Records,
`crossboard engine` and pages write and read them wherever a text of the game leaves or enters Crossboard; a game without them has
ours alone. `Formats` says what such a class has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Protocol, cast

from crossboard.games.rules import Game, RulesError, game_names, new_game
from shared_rules.games import part_of_game


class Formats(Protocol):
    """The methods take a game at the position meant, and change nothing; those that read raise RulesErrors."""

    suffix: str
    """What the name of a record's file ends with, such as ".pgn"."""
    engine_names: Mapping[str, str]
    """What programs that talk to engines call the game and its variants (UCI_Variant) -> `GAME[:VARIANT]`."""
    engine_switches: Mapping[str, str]
    """Options of engines that are true for a variant -> its `GAME:VARIANT`."""

    def tags(self, spec: str) -> dict[str, str]:
        """The tags of a record that say that it is of `GAME[:VARIANT]`, none if that goes without saying."""
        ...

    def spec(self, tags: Mapping[str, str], moves: Sequence[str] = ()) -> str:
        """`GAME[:VARIANT]` of a record with these tags and moves, "" if it is of another world; RulesError if it is of a game
        of this one that is not played here."""
        ...

    def write_position(self, game: Game) -> str:
        """The position."""
        ...

    def read_position(self, spec: str, text: str) -> str:
        """Our text of a position of `GAME[:VARIANT]` that is written so."""
        ...

    def write_ply(self, game: Game, ply: int) -> str:
        """A legal ply, as records have it."""
        ...

    def read_ply(self, game: Game, text: str) -> int:
        """The legal ply that a record means."""
        ...

    def write_engine_ply(self, game: Game, ply: int) -> str:
        """A legal ply, as engines have it."""
        ...

    def read_engine_ply(self, game: Game, text: str) -> int:
        """The legal ply that such a program means."""
        ...


@cache
def formats_of(name: str) -> Formats | None:
    """The formats of that game's own world, None if it has none."""
    made = part_of_game(name, "formats")
    return cast(Formats, made()) if made else None


def record_endings() -> set[str]:
    """What names of record files end with, besides .pgn: `pdn` and so on."""
    return {formats.suffix.lstrip(".") for name in game_names() if (formats := formats_of(name))}


def spec_of_record(tags: Mapping[str, str], moves: Sequence[str], ending: str) -> str:
    """`GAME[:VARIANT]` of a record in its game's own formats, from a file whose name ends so; "" if no game knows it. What goes
    without saying in the world of one game gives way to what another one's tags or moves say; RulesError as `Formats.spec`."""
    silent, refusal = "", None
    for name in game_names():
        if formats := formats_of(name):
            usual = formats.tags(name) if formats.suffix == ending and "Variant" not in tags else {}
            try:
                spec = formats.spec({**usual, **tags}, moves)
            except RulesError as error:
                refusal = refusal or error
                continue
            if spec and formats.tags(spec):
                return spec
            silent = silent or spec
    if refusal and not silent:
        raise refusal
    return silent


def is_usual_start(spec: str, start: str) -> bool:
    """Whether a game began as every game of `GAME[:VARIANT]` does."""
    return new_game(spec, 1).text() == start
