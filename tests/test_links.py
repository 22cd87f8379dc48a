"""What the Markdown pages link to and name is there: files, headings, paths in backticks; and the README leads to every page."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = (".github", "docs", "firmware", "hardware", "host", "shared_rules", "tests")
PAGES = sorted([*ROOT.glob("*.md"), *(page for folder in FOLDERS for page in (ROOT / folder).rglob("*.md"))])
NAMES = [page.relative_to(ROOT).as_posix() for page in PAGES]
LEFT_OUT = re.compile(r"tests/|\.github/|host/crossboard/own_game/template/")
"""Pages that no reader is led to: those of games for tests and of the template of a game, and the forge's own."""


@cache
def parsed(page: Path) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(page.read_text(encoding="utf-8"))


def inline(page: Path) -> Iterator[Token]:
    return (token for block in parsed(page) for token in block.children or [])


def links(page: Path) -> list[str]:
    """Where links and pictures lead, without those that leave the project."""
    found = [str(token.attrs.get("href") or token.attrs.get("src") or "") for token in inline(page)]
    return [link for link in found if link and not re.match(r"[a-z]+:", link)]


def target(page: Path, link: str) -> Path:
    """The file that a link leads to."""
    path = link.partition("#")[0]
    return (page.parent / path).resolve() if path else page


def anchor(heading: str) -> str:
    """As forges make it of a heading's text."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@cache
def anchors(page: Path) -> list[str]:
    tokens = parsed(page)
    headings = [tokens[i + 1] for i, token in enumerate(tokens) if token.type == "heading_open"]
    return [anchor("".join(part.content for part in heading.children or [])) for heading in headings]


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_its_links_lead_to_a_file_and_a_heading(page: Path) -> None:
    wrong: list[str] = []
    for link in links(page):
        path, heading = target(page, link), link.partition("#")[2]
        if not path.is_file() or (heading and heading not in anchors(path)):
            wrong.append(link)
    assert not wrong, f"{page.relative_to(ROOT)} has links that lead nowhere: {', '.join(wrong)}"


def test_the_site_has_a_place_for_every_page_that_readers_are_led_to() -> None:
    """Also for the rules of a game that is still to be added."""
    written = (
        (ROOT / "docs" / "conf.py").read_text(encoding="utf-8").partition("\nCONTENTS = ")[2].partition("\n}\n")[0]
    )
    contents = ast.literal_eval(f"{written}\n}}")
    places = ["README", *(place for groups in contents.values() for pages in groups.values() for place in pages)]
    pages = [name for name in [*NAMES, "shared_rules/another/RULES.md"] if not LEFT_OUT.match(name)]
    assert not [name for name in pages if not any(fnmatch(name, f"{place}.md") for place in places)]


def named_paths(page: Path) -> Iterator[str]:
    """Files in backticks that a sentence says are there; one alone in its paragraph is a file to be made (docs/drivers.md)."""
    for block in parsed(page):
        words = [token.content for token in block.children or [] if token.type == "code_inline"]
        if len(block.children or []) > 1:
            yield from (word for word in words if re.fullmatch(r"[\w./-]+\.\w+", word) and "NAME" not in word)
        if block.type in ("code_block", "fence"):
            yield from re.findall(r"\btests/[\w/]+\.\w+", block.content)


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_the_files_that_it_names_are_there(page: Path) -> None:
    paths = list(named_paths(page))
    wrong = [path for path in paths if path.partition("/")[0] in FOLDERS and not (ROOT / path).is_file()]
    tests = [path for path in paths if re.fullmatch(r"(tests/.*)?test_\w+\.py", path)]
    wrong += [path for path in tests if not list((ROOT / "tests").rglob(Path(path).name))]
    assert not wrong, f"{page.relative_to(ROOT)} names what is not there: {', '.join(wrong)}"


def test_the_readme_leads_to_every_page() -> None:
    seen, ahead = set[Path](), [ROOT / "README.md"]
    while ahead:
        page = ahead.pop()
        if page not in seen and page.suffix == ".md" and page.is_file():
            seen.add(page)
            ahead += [target(page, link) for link in links(page)]
    missed = [name for page, name in zip(PAGES, NAMES, strict=True) if page not in seen and not LEFT_OUT.match(name)]
    assert not missed, f"no link leads from README.md to {', '.join(missed)}"


def test_anchors_are_those_of_forges() -> None:
    assert anchor("What is installed, and its heap") == "what-is-installed-and-its-heap"
    assert anchor("`ply` / turn: 2") == "ply--turn-2"
