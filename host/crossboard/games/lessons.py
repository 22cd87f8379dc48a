"""A game's rules in a few pictures: `lessons.json` in the game's package, a list of

title, text   what the lesson is about, and the rule in plain words
position      a position text, or "start": where the game begins
if            optional: words of the variants that it is for, `!word` for one that it is not for; all must hold
from          optional: squares whose pieces' plies are all shown
plies         optional: plies that are shown, by an arrow for each leg
spots         optional: kind (see SPOTS) -> squares that are pointed out

A game without the file has no lessons.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any, cast

from crossboard.errors import CrossboardError
from crossboard.games.rules import (
    KIND_CAPTURE,
    NOWHERE,
    Game,
    RulesError,
    game_at,
    game_folder,
    legal_plies,
    name_of,
    new_game,
    read_square,
)
from crossboard.language import tr

START = "start"
SQUARE = re.compile(r"[a-z]\d+")
SPOTS = ("goal", "home", "stop", "move", "capture")
"""What a square is: where somebody wants to get to, where a piece comes home to, that its piece can't move, where one may go
to, and where one captures or jumps to."""


@dataclass(frozen=True)
class Lesson:
    """One lesson; the module says what each field is. `position` is always a position text here."""

    title: str
    text: str
    position: str
    origins: tuple[str, ...] = ()
    plies: tuple[str, ...] = ()
    spots: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    def shown(self) -> tuple[dict[int, str], list[tuple[int, int]]]:
        """Squares with what they are, and arrows from square to square; RulesError for what the position does not have."""
        game = game_at(self.position, 1)
        spots = {read_square(game, name): kind for kind, names in self.spots.items() for name in names}
        arrows: list[tuple[int, int]] = []
        origins = [read_square(game, name) for name in self.origins]
        for ply in legal_plies(game):
            if ply & 255 in origins:
                _point_out(game, ply, spots)
        for text in self.plies:
            ply = game.parse_ply(text)
            _point_out(game, ply, spots)
            legs = [read_square(game, name) for name in SQUARE.findall(text.partition("=")[0])]
            arrows += pairwise(legs)
        return spots, arrows


def _point_out(game: Game, ply: int, spots: dict[int, str]) -> None:
    """Add where a ply ends."""
    end = game.destination(ply)
    if end != NOWHERE:
        spots.setdefault(end, "capture" if game.kind(ply) == KIND_CAPTURE else "move")


def fits(conditions: Sequence[str], variant: str) -> bool:
    """Whether something is for that variant (`alternate+longer`): its words are there, those with `!` are not."""
    words = variant.split("+")
    return all((word.removeprefix("!") in words) != word.startswith("!") for word in conditions)


@cache
def lessons(spec: str) -> tuple[Lesson, ...]:
    """The lessons of a game in the variant that it is played in; CrossboardError if its file is wrong."""
    name, _, variant = spec.partition(":")
    path = game_folder(name) / "lessons.json"
    try:
        given: Any = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(given, list) or any(not isinstance(one, dict) for one in cast(list[Any], given)):
            raise TypeError("it is no list of objects")
        lessons_of_all = cast(list[dict[str, Any]], given)
        found = tuple(_lesson(one, spec) for one in lessons_of_all if fits(one.get("if", ()), variant))
        for lesson in found:
            if unknown := set(lesson.spots) - set(SPOTS):
                raise ValueError(f"{lesson.title}: '{unknown.pop()}' is none of {', '.join(SPOTS)}")
            lesson.shown()
    except FileNotFoundError:
        return ()
    except KeyError as error:
        raise CrossboardError(f"{error} is missing in a lesson", str(path)) from error
    except (OSError, ValueError, TypeError, AttributeError, RulesError) as error:
        raise CrossboardError(f"can't be used: {error}", str(path)) from error
    return found


def _lesson(given: dict[str, Any], spec: str) -> Lesson:
    """A lesson of the file; KeyError, TypeError or RulesError if it is not one."""
    fields = {name: value for name, value in given.items() if name not in ("if", "from", "plies", "position")}
    position = new_game(spec).text() if given["position"] == START else given["position"]
    fields |= {name: tr(fields[name], game_folder(name_of(spec))) for name in ("title", "text")}
    return Lesson(
        **fields, position=position, origins=tuple(given.get("from", ())), plies=tuple(given.get("plies", ()))
    )
