"""The pictures of a game's lessons."""

from __future__ import annotations

from functools import cache

from crossboard.games.lessons import lessons
from crossboard.games.rules import game_names
from crossboard.render.scene import View, scene
from crossboard.render.svg import svg_text

WIDTH = 420  # pixels


@cache
def lesson_picture(game: str, number: int) -> str | None:
    """The SVG file of a game's lesson, counted from 0; None if there is none."""
    found = lessons(game) if game in game_names() else ()
    if not 0 <= number < len(found):
        return None
    spots, arrows = found[number].shown()
    view = View(found[number].position, heading=found[number].title, spots=spots, arrows=tuple(arrows), plain=True)
    return svg_text(scene(view), WIDTH)
