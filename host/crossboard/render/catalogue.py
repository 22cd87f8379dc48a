"""The script that tells web pages about the games: names, words and the drawings of their pieces."""

from __future__ import annotations

import json

from crossboard.games.about import all_about
from crossboard.games.lessons import lessons
from crossboard.games.rules import new_game, side_names
from crossboard.render.pieces import piece_svg


def catalogue_script() -> str:
    """`catalogue.js`: `CATALOGUE[game]` has what about.py lists, `drawings` being SVG elements by letter of either case."""
    games = {
        name: {
            "title": known.title,
            "line": known.summary,
            "goal": known.goal,
            "first": known.first,
            "lessons": bool(lessons(name)),
            "look": known.look,
            "pieces": known.pieces,
            "variants": known.variants,
            "sides": side_names(new_game(name, 1)),
            "drawings": {
                letter: piece_svg(letter, known.look, known.drawings)
                for upper in known.pieces
                for letter in (upper, upper.lower())
            },
        }
        for name, known in all_about().items()
    }
    return f"export const CATALOGUE = {json.dumps(games, ensure_ascii=False)};\n"
