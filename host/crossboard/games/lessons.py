"""A game's rules in a few pictures: `lessons.json` in the game's package, a list of

title, text   what the lesson is about, and the rule in plain words
position      a position text
from          optional: a square whose piece's plies are all shown
plies         optional: plies that are shown
spots         optional: kind (see SPOTS) -> squares that are pointed out

A game without the file has no lessons.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from crossboard.errors import CrossboardError
from crossboard.folders import rules_folder
from crossboard.games.rules import KIND_CAPTURE, NOWHERE, RulesError, game_at, legal_plies, read_square

SPOTS = ("goal", "home", "stop", "move", "capture")
"""What a square is: where somebody wants to get to, where a piece comes home to, that its piece can't move, where one may go
to, and where one captures or jumps to."""


@dataclass(frozen=True)
class Lesson:
    """One lesson; the module says what each field is."""

    title: str
    text: str
    position: str
    origin: str = ""
    plies: list[str] = field(default_factory=list[str])
    spots: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    def shown(self) -> tuple[dict[int, str], list[tuple[int, int]]]:
        """Squares with what they are, and arrows from square to square; RulesError for what the position does not have."""
        game = game_at(self.position, 1)
        spots = {read_square(game, name): kind for kind, names in self.spots.items() for name in names}
        arrows: list[tuple[int, int]] = []
        plies = [game.parse_ply(text) for text in self.plies]
        if self.origin:
            square = read_square(game, self.origin)
            plies += [ply for ply in legal_plies(game) if ply & 255 == square]
        for ply in plies:
            start, end = ply & 255, game.destination(ply)
            if NOWHERE in (start, end):
                continue
            spots.setdefault(end, "capture" if game.kind(ply) == KIND_CAPTURE else "move")
            if start != end and not self.origin:
                arrows.append((start, end))
        return spots, arrows


@cache
def lessons(name: str) -> tuple[Lesson, ...]:
    """The lessons of a game; CrossboardError if its file is wrong."""
    path = rules_folder() / name.replace("-", "_") / "lessons.json"
    try:
        given: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
        found = tuple(Lesson(origin=one.pop("from", ""), **one) for one in given)
        for lesson in found:
            if unknown := set(lesson.spots) - set(SPOTS):
                raise ValueError(f"{lesson.title}: '{unknown.pop()}' is none of {', '.join(SPOTS)}")
            lesson.shown()
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, TypeError, AttributeError, RulesError) as error:
        raise CrossboardError(f"can't be used: {error}", str(path)) from error
    return found
