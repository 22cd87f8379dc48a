"""How positions and plies of a game are written in its own world, where that has formats for it.

Such a game has a class `NAMEFormats` in `formats.py` of its package, NAME being the game's class; it stays on the PC. Records,
`crossboard engine` and pages write and read them wherever a text of the game leaves or enters Crossboard; a game without them has
ours alone. `Formats` says what such a class has. A ply is shown to people as `ply_notation` has it, and what they type is read by
`read_notation`; journals, the wire and the library have our texts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Protocol, cast

from crossboard.errors import CrossboardError
from crossboard.games.rules import (
    Game,
    IllegalPlyError,
    RulesError,
    game_at,
    game_names,
    name_of,
    new_game,
    read_game,
    read_square,
    square_name,
)
from crossboard.language import changed
from shared_rules.errors import PositionError
from shared_rules.games import part_of_game


class Formats(Protocol):
    """The methods take a game at the position meant, and change nothing; those that read raise RulesErrors."""

    suffix: str
    """What the name of a record's file ends with, such as ".pgn"."""
    engine_names: Mapping[str, str]
    """What programs that talk to engines call the game and its variants (UCI_Variant) -> `GAME[:VARIANT]`."""
    engine_switches: Mapping[str, str]
    """Options of engines that are true for a variant -> its `GAME:VARIANT`."""
    squares: Sequence[str]
    """What its players call each square of the frame, "" for one without a name; empty: as we do, `a1`."""

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


SIGNS = str.maketrans({**dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"), "\u00d7": "x"})
"""Dashes and the like, as other programs and phones put them in, by what is meant."""
SQUARE = re.compile(r"\b[a-z]\d\d?\b")
REMARKS = "+#!?"  # after a ply, which they say nothing about


@cache
def formats_of(name: str) -> Formats | None:
    """The formats of that game's own world, None if it has none."""
    made = part_of_game(name, "formats")
    return cast(Formats, made()) if made else None


@cache
def square_names(name: str) -> Mapping[str, str]:
    """Our name of each square that the game's players call otherwise -> theirs."""
    formats = formats_of(name) if name in game_names() else None
    if not formats or not formats.squares:
        return {}
    game = new_game(name, 1)
    return {square_name(game, square): own for square, own in enumerate(formats.squares) if own}


def square_notation(game: str, words: str) -> str:
    """Words for people, with the squares as the players of `game` call them."""
    names = square_names(game)
    if not names:
        return words
    return changed(words, lambda text: SQUARE.sub(lambda found: names.get(found[0], found[0]), text))


def row_notation(position: str, row: int, columns: int) -> str:
    """What stands beside a row of a drawn board: its number from 1, or what the players call its first square that has a name."""
    names = square_names(name_of(position))
    here = (names.get(f"{chr(97 + column)}{row}", "") for column in range(columns))
    return next(filter(None, here), str(row))


def read_square_notation(game: Game, text: str) -> int:
    """The square that our name or that of the game's players means; RulesError if there is none."""
    ours = {own: name for name, own in square_names(game.name).items()}
    return read_square(game, ours.get(text, text))


def fen_of(game: Game) -> str:
    """The position in FEN, for programs that read nothing else; "" in a game whose positions can't be written so. The formats of
    one that has such positions have the method `fen`; what other games' worlds call FEN is not meant."""
    write: Callable[[Game], str] | None = getattr(formats_of(game.name), "fen", None)
    return write(game) if write else ""


def ply_notation(game: Game, ply: int) -> str:
    """A ply that is legal here as the players of its game write it; our text where they have no notation of their own."""
    formats = formats_of(game.name)
    return formats.write_ply(game, ply) if formats else game.ply_text(ply)


def text_notation(game: Game, text: str) -> str:
    """The same of our text; the text as it is if it is not one of a ply that is legal here."""
    with suppress(RulesError):
        if formats := formats_of(game.name):
            return formats.write_ply(game, game.parse_ply(text))
    return text


def line_notation(position: str, texts: Iterable[str]) -> list[str]:
    """Plies that follow from a position, from our texts; RulesError if one of them is not legal."""
    game, found = game_at(position), list[str]()
    for text in texts:
        ply = game.parse_ply(text)
        found.append(ply_notation(game, ply))
        game.push(ply)
    return found


def plain_signs(text: str) -> str:
    """A ply with the signs of a keyboard, whatever dashes and crosses were put in for them."""
    return text.translate(SIGNS)


def read_notation(game: Game, typed: str) -> int:
    """The legal ply that a player typed, in our text or in the notation of the game's own world; RulesError if there is none."""
    text = plain_signs(typed)
    try:
        return game.parse_ply(text)
    except RulesError as error:
        formats = formats_of(game.name)
        if formats is None:
            raise
        text = text.rstrip(REMARKS)
        wrong: list[RulesError] = []
        for written in (text, text.replace("-", "x") if "-" in text else text.replace("x", "-")):
            try:
                return formats.read_ply(game, written)
            except RulesError as own:
                wrong.append(own)
        raise next((one for one in (wrong[0], error) if isinstance(one, IllegalPlyError)), wrong[0]) from None


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


def read_start(text: str) -> str:
    """`GAME[:VARIANT]`, or our text of the position, that a user means; a position may be written as in its game's own world.
    CrossboardError says what is wrong with it, and what there is."""
    spec = "" if name_of(text) in game_names() else spec_of_record({"FEN": text}, (), "")
    formats = formats_of(name_of(spec)) if spec else None
    if formats is None:
        read_game(text)
        return text
    try:
        return formats.read_position(spec, text)
    except PositionError as error:
        raise CrossboardError(f"that is not a position of {spec}: {error}") from error


def is_usual_start(spec: str, start: str) -> bool:
    """Whether a game began as every game of `GAME[:VARIANT]` does."""
    return new_game(spec, 1).text() == start
