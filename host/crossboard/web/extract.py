"""`python -m crossboard.web.extract` (`make words`): brings the catalogues up to date with what the sources say.

What is said to people is found in the sources with Babel: `tr` and `trn` in Python, `t` and `tn` in the pages' scripts, every text
of an HTML file (web/spoken.py), and of a game's package what its `about.json` and `lessons.json` say and how its sides are called.
A new message gets an empty translation, which tests/host/test_language.py complains about; one that is gone goes.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from babel.messages import Catalog, extract, pofile

from crossboard.games.about import SAID
from crossboard.games.rules import game_folder, game_names, side_names
from crossboard.language import HERE
from crossboard.language.catalogues import ENGLISH, LANGUAGES, catalogue_path
from crossboard.web.spoken import replaced

ROOT = HERE.parents[1]
KEYWORDS: dict[str, Any] = {"tr": None, "trn": (1, 2), "t": None, "tn": (1, 2)}
NOISE = (
    "POT-Creation-Date",
    "PO-Revision-Date",
    "Last-Translator",
    "Language-Team",
    "Generated-By",
    "Report-Msgid-Bugs-To",
)
PLURALS = {"fr": "n > 1"}  # when the plural is said, if not for any number but 1
HEADER = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=({});\\n"\n'

Found = Iterator[tuple[str, str | tuple[str, ...]]]
"""File, message; or a message and its plural."""


def of_crossboard() -> Found:
    """What Crossboard says, but for its games."""
    static = HERE / "web" / "static"
    for method, paths in (("python", HERE.rglob("*.py")), ("javascript", static.glob("*.js"))):
        for path in sorted(paths):
            with path.open("rb") as file:
                for _, message, *_ in extract.extract(method, file, KEYWORDS):
                    yield _name(path), message
    for path in sorted(static.glob("*.html")):
        yield from ((_name(path), text) for text in of_page(path))


def of_page(path: Path) -> list[str]:
    """The texts of an HTML file."""
    found: list[str] = []
    replaced(path.read_text(encoding="utf-8"), lambda text: found.append(text) or text)
    return found


def of_game(name: str) -> Found:
    """What a game's package says."""
    folder = game_folder(name)
    about: dict[str, Any] = json.loads((folder / "about.json").read_text(encoding="utf-8"))
    for value in (about[key] for key in SAID if key in about):
        texts = cast("list[str]", [*value.values()] if isinstance(value, dict) else [value])  # type: ignore[arg-type]
        yield from ((_name(folder / "about.json"), text) for text in texts)
    yield from ((_name(folder / "game.py"), "".join(side)) for side in side_names(name))
    lessons = folder / "lessons.json"
    for lesson in json.loads(lessons.read_text(encoding="utf-8")) if lessons.is_file() else ():
        yield from ((_name(lessons), lesson[key]) for key in ("title", "text"))


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def sources() -> Iterator[tuple[Path, Found]]:
    """Each package with a catalogue, and what it says."""
    yield HERE, of_crossboard()
    for name in game_names():
        if game_folder(name).is_relative_to(ROOT):
            yield game_folder(name), of_game(name)


def template(found: Found) -> Catalog:
    """A catalogue without translations."""
    made = Catalog()
    for name, message in found:
        if message:
            made.add(message, locations=[(name, 0)])
    return made


def updated(path: Path, language: str, made: Catalog) -> str:
    """A catalogue file as it is to be: its translations as far as they are still needed."""
    kept = path.read_bytes() if path.is_file() else HEADER.format(PLURALS.get(language, "n != 1")).encode()
    known = pofile.read_po(io.BytesIO(kept), language)
    known.project, known.version, known.fuzzy = "Crossboard", "1", False
    known.header_comment = "#"
    known.update(made, no_fuzzy_matching=True)
    written = io.BytesIO()
    pofile.write_po(written, known, width=100, ignore_obsolete=True, include_lineno=False)
    lines = written.getvalue().decode().splitlines(keepends=True)
    return "".join(
        line for line in lines if not line.startswith(tuple(f'"{noise}:' for noise in NOISE)) and line != "#\n"
    )


def files() -> Iterator[tuple[Path, str]]:
    """Every catalogue file, and what it is to have in it."""
    for folder, found in sources():
        made = template(found)
        for language in LANGUAGES:
            if language != ENGLISH:
                path = catalogue_path(folder, language)
                yield path, updated(path, language, made)


if __name__ == "__main__":
    for path, text in files():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
