"""Positions that players set up: any text of one read, its other fields made to fit the pieces, and why it can't be played from.

Who sets up pieces says where they stand and whose turn it is. What else a game writes (who may castle, what is in hand, a count) is
kept as far as the rules take it: what they refuse there is left out, bit by bit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from crossboard.games.formats import formats_of, square_notation
from crossboard.games.reasons import end_words
from crossboard.games.rules import Game, game_at, game_names, name_of, new_game, side_names
from crossboard.language import tr
from shared_rules.errors import PositionError

GIVEN = ("game", "placement", "side")
"""The fields that are whoever's who sets up: what is wrong there is told, and nothing is changed."""
NOTHING = ("-", "0", "1")
"""What stands in a field that says nothing, whatever it is for."""


@dataclass(frozen=True)
class SetUp:
    """`text` of the position as far as it could be made to fit; `problem` in a sentence, "" if one can play from there."""

    text: str
    game: Game | None
    problem: str

    @property
    def foreign(self) -> str:
        """The same as the rest of the game's world writes it, FEN say; "" if there is no such way, or the position is none."""
        formats = formats_of(self.game.name) if self.game else None
        return formats.write_position(self.game) if formats and self.game else ""


def read_any(text: str, spec: str) -> str:
    """Our text of a position: it is ours already, or of `spec` and written as in that game's world, or GAME[:VARIANT], which is its
    start. RulesError if it is none of these.
    """
    words = " ".join(text.split())
    if " " not in words and name_of(words) in game_names():
        return new_game(words, 1).text()
    if name_of(words) in game_names():
        return words
    formats = formats_of(name_of(spec))
    try:
        return formats.read_position(spec, words) if formats else f"{spec} {words}"
    except PositionError:
        if (
            "/" not in words
        ):  # else it has a placement, and what is wrong with that is to be told with its pieces in sight
            raise
    return f"{spec} {words}"


def set_up(text: str) -> SetUp:
    """The position that is meant by a text of ours."""
    fields = text.split(" ")
    names = field_names(fields[0])
    spoilt: dict[int, list[str]] = {}  # by field: what else it may say
    while True:
        try:
            game = game_at(" ".join(fields), 1)
        except PositionError as error:
            at = names.index(error.field) if error.field in names and len(fields) == len(names) else 0
            left = spoilt.setdefault(at, [*NOTHING]) if at >= len(GIVEN) else []
            if not left:
                return SetUp(" ".join(fields), None, in_words(error, fields[0]))
            value = fields[at]
            shorter = value[: error.place - 1] + value[error.place :] if error.place else ""
            fields[at] = shorter or left.pop(0)
            continue
        over = (
            tr("the game is over there: {outcome}", outcome=end_words(game, game.result, game.reason))
            if game.result
            else ""
        )
        return SetUp(game.text(), game, over)


@cache
def field_names(spec: str) -> tuple[str, ...]:
    """What the fields of a position text of `GAME[:VARIANT]` are called in its errors; PositionError if there is no such game."""
    fields = new_game(spec, 1).text().split(" ")
    names = [*GIVEN]
    for at in range(len(GIVEN), len(fields)):
        try:
            game_at(" ".join([*fields[:at], "?", *fields[at + 1 :]]), 1)
        except PositionError as error:
            names.append(error.field)
        else:
            names.append("")
    return tuple(names)


def in_words(error: PositionError, spec: str) -> str:
    """Why a position can't be, for players: without the place in the text, the side to move by its name."""
    words = str(error) if error.field == "game" else square_notation(name_of(spec), str(error).partition(": ")[2])
    if words.startswith("missing") or error.field not in GIVEN:
        return f"{error.field}: {words}"
    if error.field == "side":
        for letter, name in zip("wb", side_names(new_game(spec, 1)), strict=True):
            words = words.replace(f"'{letter}'", name)
    return words
