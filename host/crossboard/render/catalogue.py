"""The script that tells web pages about the games: names, words and the drawings of their pieces."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from crossboard.games.about import read_about
from crossboard.games.formats import square_names
from crossboard.games.lessons import lessons
from crossboard.games.rules import game_folder, game_names, side_names
from crossboard.language import LANGUAGE, in_language
from crossboard.render.pieces import piece_svg


def catalogue_script() -> str:
    """`catalogue.js`, in the language of the request: `CATALOGUE[game]` has what about.py lists, `typed` how a side is named in
    messages, `squares` what players call them where that is not our name, `drawings` being SVG elements by letter of either
    case."""
    return _script(LANGUAGE.get(), tuple((name, game_folder(name)) for name in game_names()))


@cache
def _script(language: str, folders: tuple[tuple[str, Path], ...]) -> str:
    games = {
        name: {
            "title": known.title,
            "line": known.summary,
            "goal": known.goal,
            "first": known.first,
            "lessons": bool(lessons(name)),
            "look": known.look,
            "sides": side_names(name),
            "typed": [str.lower(side) for side in side_names(name)],
            "pieces": known.pieces,
            "squares": square_names(name),
            "variants": known.variants,
            "drawings": {
                letter: piece_svg(letter, known.look, known.drawings)
                for upper in known.pieces
                for letter in (upper, upper.lower())
            },
        }
        for name, known in ((name, read_about(folder)) for name, folder in folders)
    }
    return f"export const CATALOGUE = {json.dumps(in_language(games, language), ensure_ascii=False)};\n"
