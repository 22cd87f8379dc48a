"""The catalogues: `locale/LANGUAGE/LC_MESSAGES/NAME.po` beside the sources of a package called NAME, in gettext's format.

They are read as they are, so that nothing has to be built. `make words` (web/extract.py) brings them up to date, people translate
them. A game's package brings its own, a package of somebody else's too, if it has one.
"""

from __future__ import annotations

import ast
import gettext
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import cast

ENGLISH = "en"
LANGUAGES: dict[str, str] = {ENGLISH: "English", "de": "Deutsch", "fr": "Français", "es": "Español"}
"""Tag -> what those who speak it call the language."""

LINE = re.compile(r'(?:(msgid|msgid_plural|msgstr(?:\[\d\])?) )?(".*")')
RULE = re.compile(r"plural=([^;]+);")


class Catalogue(Mapping[str, tuple[str, ...]]):
    """Message in English -> its translation, or its plural's forms. `files` are those that have the message."""

    def __init__(self, text: str = "") -> None:
        self._messages: dict[str, tuple[str, ...]] = {}
        self.files: dict[str, list[str]] = {}
        for block in text.split("\n\n"):
            self._read(block.splitlines())
        header = self._messages.pop("", ("",))[0]
        rule = RULE.search(header)
        plural = getattr(gettext, "c2py")  # noqa: B009  # as gettext itself reads it from there
        self._form = cast("Callable[[int], int]", plural(rule[1] if rule else "n != 1"))

    def _read(self, lines: list[str]) -> None:
        if any(line.startswith("#,") and "fuzzy" in line for line in lines) and 'msgid ""' not in lines[:3]:
            return
        parts: dict[str, str] = {}
        key = ""
        for line in lines:
            if found := LINE.fullmatch(line):
                key = found[1] or key
                parts[key] = parts.get(key, "") + str(ast.literal_eval(found[2]))
        forms = tuple(value for name, value in parts.items() if name.startswith("msgstr"))
        if "msgid" in parts and all(forms):
            self._messages[parts["msgid"]] = forms
            self.files[parts["msgid"]] = [name for line in lines if line.startswith("#: ") for name in line[3:].split()]

    def plural(self, one: str, more: str, count: int) -> str:
        """The form for that number; English if there is none."""
        forms = self._messages.get(one, ())
        return forms[self._form(count)] if len(forms) > 1 else one if count == 1 else more

    def __getitem__(self, message: str) -> tuple[str, ...]:
        return self._messages[message]

    def __iter__(self) -> Iterator[str]:
        return iter(self._messages)

    def __len__(self) -> int:
        return len(self._messages)


def catalogue_path(folder: Path, language: str) -> Path:
    """Where the catalogue of a package lies."""
    return folder / "locale" / language / "LC_MESSAGES" / f"{folder.name}.po"


@cache
def catalogue(folder: Path, language: str) -> Catalogue:
    """The catalogue of the package in that folder; an empty one if there is none."""
    path = catalogue_path(folder, language)
    return Catalogue(path.read_text(encoding="utf-8") if language != ENGLISH and path.is_file() else "")
