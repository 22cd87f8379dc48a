"""The rules as the PC uses them: the typed games of interface.py, the shared numbers and words, squares by name.

Nothing in `host` names a game; what differs between games is asked of the game object.
"""

from __future__ import annotations

import importlib
from typing import Any, cast

from crossboard.interface import Game as Game
from crossboard.interface import all_specs as all_specs
from crossboard.interface import game_at as game_at
from crossboard.interface import legal_plies as legal_plies
from crossboard.interface import new_game as new_game
from shared_rules.codes import RESULTS as RESULTS
from shared_rules.codes import TERMINATIONS as TERMINATIONS
from shared_rules.codes import WHY_NAMES as WHY_NAMES
from shared_rules.errors import IllegalPlyError as IllegalPlyError
from shared_rules.errors import RulesError as RulesError
from shared_rules.games import NAMES as NAMES

_codes: Any = importlib.import_module("shared_rules.codes")
_notation: Any = importlib.import_module("shared_rules.notation")

NOWHERE: int = _codes.NOWHERE
HOLE: int = _codes.HOLE
ARRIVE: int = _codes.ARRIVE
LEAVE: int = _codes.LEAVE
SWAP: int = _codes.SWAP
TAKEN: int = _codes.TAKEN


def footprint(game: Game, ply: int) -> list[tuple[int, int]]:
    """What the ply does to the sensors: pairs (square, effect of shared_rules.codes)."""
    out = bytearray(2 * game.max_footprint)
    end = game.footprint(ply, out, 0)
    return [(out[i], out[i + 1]) for i in range(0, end, 2)]


def square_name(game: Game, square: int) -> str:
    """`a1` and so on; `-` for NOWHERE."""
    return "-" if square == NOWHERE else cast(str, _notation.square_name(square, game.columns))


def read_square(game: Game, text: str) -> int:
    """The square that `text` names (`-` is NOWHERE); PlyError if the game's frame has no such square."""
    return NOWHERE if text == "-" else cast(int, _notation.read_square(text, game.columns, game.rows))


def illegal_why(error: Exception) -> int:
    """The WHY_ code of an IllegalPlyError, 0 for any other error."""
    return cast(int, getattr(error, "why", 0))


def side_names(game: Game) -> tuple[str, str]:
    """What the two sides are called: White and Black, unless the game says otherwise."""
    return cast("tuple[str, str]", getattr(game, "side_names", ("White", "Black")))


def turn_goes_on(game: Game) -> bool:
    """Whether the next ply still belongs to the turn that the last one began.

    That is so where a captured piece comes back: such a game has the attribute `due`, which is the piece to be placed, or 0.
    """
    return bool(getattr(game, "due", 0))
