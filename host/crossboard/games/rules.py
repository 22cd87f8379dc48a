"""The games as the PC sees them: typed names for the shared rules.

Nothing in `host` names a game; what differs between games is asked of the game object. `Game` lists what every
rules module offers (shared_rules/README.md says what each promises).
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, TypeVar, cast

from crossboard.errors import CrossboardError
from crossboard.language import HERE, tr
from shared_rules import games as _games
from shared_rules import notation as _notation
from shared_rules.codes import ARRIVE as ARRIVE
from shared_rules.codes import FIRST_WON as FIRST_WON
from shared_rules.codes import HOLE as HOLE
from shared_rules.codes import KIND_CAPTURE as KIND_CAPTURE
from shared_rules.codes import LEAVE as LEAVE
from shared_rules.codes import NOWHERE as NOWHERE
from shared_rules.codes import PATH as PATH
from shared_rules.codes import PLACED as PLACED
from shared_rules.codes import RESULTS as RESULTS
from shared_rules.codes import STACK as STACK
from shared_rules.codes import SWAP as SWAP
from shared_rules.codes import TAKEN as TAKEN
from shared_rules.errors import IllegalPlyError as IllegalPlyError
from shared_rules.errors import PositionError
from shared_rules.errors import RulesError as RulesError

T = TypeVar("T")

WHITE_AND_BLACK = ("White", "Black")


class Game(Protocol):
    """A position of one of the games, and the way back from it."""

    name: str
    columns: int
    rows: int
    variants: tuple[str, ...]
    max_plies: int
    max_footprint: int
    board: bytearray
    side: int
    result: int
    reason: int
    undoable: int

    def reset(self, variant: str = "") -> None: ...
    def set_text(self, text: str) -> None: ...
    def text(self) -> str: ...
    def ply_text(self, ply: int) -> str: ...
    def write_ply(self, ply: int, out: bytearray, at: int = 0) -> int: ...
    def parse_ply(self, text: str) -> int: ...
    def plies(self, out: array[int], n: int) -> int: ...
    def plies_from(self, square: int, out: array[int], n: int) -> int: ...
    def push(self, ply: int) -> None: ...
    def pop(self) -> None: ...
    def kind(self, ply: int) -> int: ...
    def rank(self, ply: int) -> int: ...
    def destination(self, ply: int) -> int: ...
    def piece_side(self, square: int) -> int: ...
    def footprint(self, ply: int, out: bytearray, n: int) -> int: ...
    def why_not(self, frm: int, to: int) -> int: ...
    def digest(self) -> int: ...
    def draw_allowed(self) -> bool: ...


def game_names() -> tuple[str, ...]:
    """The names of all games, as they are typed."""
    return _games.NAMES


def name_of(text: str) -> str:
    """The name of the game in `GAME[:VARIANT]` or a position text."""
    return text.partition(" ")[0].partition(":")[0]


def game_package(name: str) -> str:
    """The package of a game, dotted; CrossboardError if there is no such game."""
    return _as_typed(_games.package_of, name)


def game_folder(name: str) -> Path:
    """Where that package lies."""
    spec = find_spec(game_package(name))
    if spec is None or spec.origin is None:
        raise CrossboardError(f"the package of {name} is not installed")
    return Path(spec.origin).parent


def new_game(spec: str, history: int = 256) -> Game:
    """A game at its start from `GAME` or `GAME:VARIANT`; PositionError if there is no such game or variant."""
    return cast(Game, _games.new_game(spec, history))


def game_at(text: str, history: int = 256) -> Game:
    """A game at the position in `text`; PositionError if the text is wrong."""
    return cast(Game, _games.game_at(text, history))


def played(text: str, moves: Iterable[str], history: int = 256) -> Game:
    """The game that begins at that position and goes on with those plies; RulesError if one of them is not legal."""
    game = game_at(text, history)
    for move in moves:
        game.push(game.parse_ply(move))
    return game


def read_game(text: str) -> Game:
    """What a user means by `GAME`, `GAME:VARIANT` or a position; CrossboardError says what is wrong with it, and what there is."""
    if " " not in text:
        return _as_typed(new_game, text)
    try:
        return game_at(text)
    except PositionError as error:
        what = "" if error.field == "game" else f"that is not a position of {text.partition(' ')[0]}: "
        raise CrossboardError(f"{what}{error}") from error


def draw_start(game: Game) -> None:
    """Begin anew as boards do: a game that is `seeded` with a seed by chance, others as they always begin."""
    if getattr(game, "seeded", False):
        reset: Callable[[str, int], None] = getattr(game, "reset")  # noqa: B009  # not all have the second parameter
        reset(game.text().partition(" ")[0].partition(":")[2], random.randrange(1, 1 << 16))


def require_game(name: str) -> None:
    """CrossboardError if there is no such game; it says which ones there are."""
    _as_typed(_games.game_class, name)


def require_spec(spec: str) -> None:
    """CrossboardError if `spec` is neither `GAME` nor `GAME:VARIANT`; it says which ones there are."""
    _as_typed(new_game, spec)


def _as_typed(read: Callable[[str], T], text: str) -> T:
    try:
        return read(text)
    except RulesError as error:
        raise CrossboardError(str(error)) from error


def specs() -> list[str]:
    """Every `GAME[:VARIANT]` that can be played, plain ones first in each game."""
    found: list[str] = []
    for name in game_names():
        variants = cast("tuple[str, ...]", _games.game_class(name).variants)
        found += [f"{name}:{variant}" if variant else name for variant in variants]
    return found


def games_help() -> str:
    """The games and their variants, for the help of a command."""
    found = "\ngames and their variants (joined by +):\n"
    for name in game_names():
        variants = ", ".join(word for word in new_game(name, 1).variants if word and "+" not in word)
        found += f"  {name:<15} {variants}".rstrip() + "\n"
    return found


def legal_plies(game: Game) -> list[int]:
    """Every legal ply, in the game's order."""
    out = array("i", [0] * game.max_plies)
    return list(out[: game.plies(out, 0)])


def footprint(game: Game, ply: int) -> list[tuple[int, int]]:
    """What the ply does to the sensors: pairs (square, effect of shared_rules.codes)."""
    out = bytearray(2 * game.max_footprint)
    end = game.footprint(ply, out, 0)
    return [(out[i], out[i + 1]) for i in range(0, end, 2)]


def square_name(game: Game, square: int) -> str:
    """`a1` and so on; `-` for NOWHERE."""
    return "-" if square == NOWHERE else _notation.square_name(square, game.columns)


def read_square(game: Game, text: str) -> int:
    """The square that `text` names (`-` is NOWHERE); PlyError if the game's frame has no such square."""
    return NOWHERE if text == "-" else _notation.read_square(text, game.columns, game.rows)


def side_names(game: Game | str) -> tuple[str, str]:
    """What the sides of a game, or of `GAME[:VARIANT]`, are called: White and Black, unless it says otherwise or isn't known."""
    if isinstance(game, str):
        game = _games.game_class(name_of(game)) if name_of(game) in game_names() else cast(Game, None)
    first, second = cast("tuple[str, str]", getattr(game, "side_names", WHITE_AND_BLACK))
    name = str(getattr(game, "name", ""))
    folder = game_folder(name) if name in game_names() else HERE
    return tr(first, folder), tr(second, folder)


def by_colour(game: Game | str, pair: tuple[T, T]) -> tuple[T, T]:
    """What is White's and what is Black's, of what is the first side's and the second's; the same function leads back.

    They are the sides that the game calls so; in a game that calls neither White, the first counts as White.
    """
    return pair if read_side("white", game) == 0 else (pair[1], pair[0])


def read_side(text: str, game: Game | str) -> int:
    """The side that is typed, by its name or, where no side has that, as white or black (the second); else CrossboardError."""
    names = [name.lower() for name in side_names(game)]
    found = [known.index(text.lower()) for known in (names, ["white", "black"]) if text.lower() in known]
    if not found:
        raise CrossboardError(f"'{text}' is neither {' nor '.join(names)}")
    return found[0]


def public_text(game: Game) -> str:
    """The position as everyone may see it (a game with a secret has the method `public_text`)."""
    text: Callable[[], str] = getattr(game, "public_text", game.text)
    return text()


def terrain(game: Game) -> dict[int, int]:
    """Square -> whose colour (0, 1) its surface shows, for the squares that show one (a game with terrain has the method
    `terrain_side`)."""
    side: Callable[[int], int] | None = getattr(game, "terrain_side", None)
    if side is None:
        return {}
    return {square: side(square) for square, piece in enumerate(game.board) if piece != HOLE and side(square) >= 0}


def looks_back(game: Game) -> bool:
    """Whether the rules look at what was before the position: such a game has the attribute `look_back`, so many plies."""
    return bool(getattr(game, "look_back", 0))


def places_captured(game: Game) -> bool:
    """Whether captured pieces come back: such a game has the attribute `due`, the piece to be placed now or 0."""
    return hasattr(game, "due")


def turn_goes_on(game: Game) -> bool:
    """Whether the next ply, a placement, still belongs to the turn that the last one began."""
    return bool(getattr(game, "due", 0))
