"""The pictures of a game's lessons, and of where it begins."""

from __future__ import annotations

from functools import cache

from crossboard.games.lessons import lessons
from crossboard.games.rules import new_game, specs
from crossboard.render.scene import View, scene
from crossboard.render.svg import svg_text

WIDTH = 420  # pixels


@cache
def lesson_picture(spec: str, number: int) -> str | None:
    """The SVG file of a lesson of a game and variant, counted from 0; None if there is none."""
    found = lessons(spec) if spec in specs() else ()
    if not 0 <= number < len(found):
        return None
    spots, arrows = found[number].shown()
    view = View(found[number].position, heading=found[number].title, spots=spots, arrows=tuple(arrows), plain=True)
    return svg_text(scene(view), WIDTH)


@cache
def start_picture(spec: str) -> str | None:
    """The SVG file of the position in which a game and variant begins; None if there is no such game."""
    if spec not in specs():
        return None
    return svg_text(scene(View(new_game(spec, 1).text(), plain=True)), WIDTH)
