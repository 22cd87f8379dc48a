"""Writes the template of a game (the folder template/ beside this file) under another name."""

from __future__ import annotations

import keyword
from importlib.util import find_spec
from pathlib import Path

from crossboard.errors import CrossboardError, reason_of
from crossboard.games.outside import check_name, check_package, package_name
from crossboard.games.rules import game_names

TEMPLATE = Path(__file__).parent / "template"
NAME = "tiny-race"


def spellings(name: str) -> dict[str, str]:
    """What a game is called in text, in Python, as a class and by people: `tiny-race`, `tiny_race`, `TinyRace`, `Tiny Race`."""
    words = [word.capitalize() for word in name.split("-")]
    return {"name": name, "package": package_name(name), "class": "".join(words), "title": " ".join(words)}


def write_template(name: str, place: Path) -> list[Path]:
    """Write a game of that name into the folder `place`, which must not be there; the files. CrossboardError if that can't be."""
    check_name(name)
    new, old = spellings(name), spellings(NAME)
    if name in game_names():
        raise CrossboardError(f"there is a game '{name}' already")
    if keyword.iskeyword(new["package"]) or find_spec(new["package"]):
        raise CrossboardError(f"no package can be called '{new['package']}': Python has something of that name")
    check_package(new["package"])
    if place.exists():
        raise CrossboardError("is there already; name another game, or remove it", str(place))

    def renamed(text: str) -> str:
        for kind, word in old.items():
            text = text.replace(word, new[kind])
        return text

    written: list[Path] = []
    try:
        for path in sorted(TEMPLATE.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                file = place / renamed(path.relative_to(TEMPLATE).as_posix())
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(renamed(path.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
                written.append(file)
    except OSError as error:
        raise CrossboardError(reason_of(error), str(error.filename or place)) from error
    return written
