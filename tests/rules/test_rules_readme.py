"""What shared_rules/README.md shows and names is so."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import shared_rules
from crossboard.games.rules import game_at, new_game, specs

FOLDER = Path(shared_rules.__file__).parent
README = FOLDER / "README.md"
TEXT = README.read_text(encoding="utf-8")


def test_its_examples_run():
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried > 5 and failed == 0
    failed, tried = doctest.testfile(str(FOLDER / "search" / "README.md"), module_relative=False)
    assert tried > 5 and failed == 0


def test_its_position_texts_are_positions():
    texts = re.findall(r"^[a-z-]+(?::[a-z+]+)? \S+/\S+ [wb].*$", TEXT, re.MULTILINE)
    assert len(texts) == 3
    for text in texts:
        assert game_at(text).text() == text


def test_every_file_is_named():
    pages = [page.read_text(encoding="utf-8") for page in FOLDER.rglob("README.md")]
    named = set(re.findall(r"`([a-z_]+\.py)`", "".join(pages)))
    files = {path.name for path in FOLDER.rglob("*.py")}
    assert files - {"__init__.py"} - named == set()


@pytest.mark.parametrize("spec", specs())
def test_every_game_has_what_is_promised(spec: str):
    section = TEXT.partition("## A game\n")[2].partition("Some games have")[0]
    rows = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    promised = [name for row in rows for name in re.findall(r"`(\w+)", row)]
    game = new_game(spec)
    assert {"push", "text", "digest", "board", "result"} <= set(promised)
    assert [name for name in promised if name != "Game" and not hasattr(game, name)] == []
