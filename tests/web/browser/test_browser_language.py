"""The pages in other languages: every word on them is a catalogue's, the choice is kept, and the longest words fit."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from crossboard.games.rules import new_game
from tests.support import pseudo
from tests.support.free_port import free_port
from tests.web.browser import timed_play
from tests.web.browser.conftest import Program
from tests.web.browser.conftest import begin as new
from tests.web.browser.hall_rig import RunningHall
from tests.web.browser.page_player import LONG_MS, Player
from tests.web.browser.pages import SHIFTS, shifted, violations
from tests.web.browser.test_browser_board import SIZES
from tests.web.browser.test_browser_seat import begin

ALLOWED = ["Ada", "Bob", "Crossboard", "English", "Deutsch", "Français", "Español", pseudo.NAME, "AM", "PM"]
"""Names: what no language changes."""


def outside(page: Any) -> list[str]:
    """What of a page is in no catalogue."""
    page.wait_for_timeout(200)
    return page.evaluate(pseudo.OUTSIDE, ALLOWED)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Generator[Program, None, None]:
    """A `crossboard play` that knows the language of tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(timed_play.PSEUDO, "1")
        made = Program(tmp_path_factory.mktemp("language"), "charing-cross", "--white", "Ada", "--black", "Bob")
    yield made
    made.close()


def test_every_word_of_the_live_page_is_a_catalogues(program: Program, open_page: Callable[..., Any]) -> None:
    player = Player(open_page(program.url), new_game("charing-cross"))
    player.ready()
    page = open_page(program.url, **pseudo.cookie(program.url))
    expect(page.locator("#status")).to_contain_text("[", timeout=LONG_MS)
    assert page.evaluate("document.documentElement.lang") == pseudo.TAG
    assert outside(page) == []
    for opens in ("#how", "#against", "#people", "#settings", "#keys"):
        page.click("#menu")
        page.click(opens)
        expect(page.locator("#dialog")).to_be_visible()
        assert outside(page) == [], opens
        page.keyboard.press("Escape")
    page.click("#new")
    for who in ("crossboard", "far"):
        page.check(f"[name=who][value={who}]")
        assert outside(page) == [], who
    page.keyboard.press("Escape")
    player.perform("a4-b4")
    player.perform("d1-d2")
    for opens in ("#resign", "#draw", "#why"):
        page.click(opens)
        expect(page.locator("#dialog")).to_be_visible()
        assert outside(page) == [], opens
        page.keyboard.press("Escape")
    page.keyboard.press("b")
    page.click("#takeback")
    expect(page.locator("#status")).to_contain_text("[", timeout=LONG_MS)
    assert outside(page) == []


def test_every_word_of_the_other_pages_is_a_catalogues(program: Program, open_page: Callable[..., Any]) -> None:
    page = open_page(program.url, **pseudo.cookie(program.url))
    expect(page.locator("#status")).to_contain_text("[", timeout=LONG_MS)
    number = int(
        page.evaluate("fetch('/api/games').then((found) => found.json()).then((found) => found.games.at(-1).id)")
    )
    page.goto(f"{program.url}library")
    expect(page.locator("#list table")).to_be_visible(timeout=LONG_MS)
    assert outside(page) == []
    page.goto(f"{program.url}game/{number}")
    page.click("#whybutton")
    page.click("#share")
    expect(page.locator("#dialog")).to_be_visible()
    assert outside(page) == []
    page.keyboard.press("Escape")
    page.click("#branch")
    expect(page.locator("#trying .choices button").first).to_be_visible(timeout=LONG_MS)
    assert outside(page) == []
    page.goto(f"{program.url}puzzles")
    expect(page.locator("#heading")).to_contain_text("[", timeout=LONG_MS)
    assert outside(page) == []
    page.goto(f"{program.url}setup")
    expect(page.locator("#problem")).to_contain_text("[", timeout=LONG_MS)
    page.click("#clear")
    assert [one for one in outside(page) if "#problem" not in one] == [], "why a text is no position is said in English"


def test_every_word_of_a_match_is_a_catalogues(
    tmp_path: Path, open_page: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(timed_play.PSEUDO, "1")
    program, link = begin(tmp_path, free_port())
    try:
        player = Player(open_page(program.url), new_game("charing-cross"))
        table = open_page(program.url, **pseudo.cookie(program.url))
        phone = open_page(link, width=390, height=844, has_touch=True, **pseudo.cookie(link))
        phone.fill("#name", "Bob")
        phone.press("#name", "Tab")
        player.ready()
        player.perform("a4-b4")
        expect(phone.locator("#task")).to_contain_text("[Your turn", timeout=LONG_MS)
        assert outside(phone) == [] and outside(table) == []
        phone.click("#draw")
        assert outside(phone) == []
        phone.click("#dialog .primary")
        expect(table.locator("#consent")).to_be_visible(timeout=LONG_MS)
        assert outside(phone) == [] and outside(table) == []
    finally:
        program.close()


def outside_log(page: Any) -> list[str]:
    """The same, but for who has given a result: that is kept as it was said."""
    return [one for one in outside(page) if not one.startswith("#log ")]


def test_every_word_of_a_hall_is_a_catalogues(
    tmp_path: Path, open_page: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    pseudo.speak(monkeypatch.setattr, monkeypatch.setitem)
    hall = RunningHall(tmp_path / "hub")
    try:
        hall.pair("1,table-1,Ada,Bob,\n1,table-2,Ada,,1-0\n")
        hall.board("table-1", 6)
        page = open_page(hall.url, **pseudo.cookie(hall.url))
        expect(page.locator(".tile")).to_have_count(1, timeout=LONG_MS)
        assert outside_log(page) == []
        hall.drop("table-1")
        expect(page.locator("#alarm")).to_contain_text("[", timeout=LONG_MS)
        page.click("nav a[href='#results']")
        page.locator("#pairings button").first.click()
        assert outside_log(page) == []
        page.keyboard.press("Escape")
        page.click("nav a[href='#standings']")
        assert outside_log(page) == []
    finally:
        hall.close()


def test_a_choice_of_the_menu_is_kept_for_every_page(program: Program, open_page: Callable[..., Any]) -> None:
    new(program, "charing-cross")
    page = open_page(program.url, locale="fr-CH")
    expect(page.locator("#status")).to_have_text("Trait aux Blancs.", timeout=LONG_MS)
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.click("#menu")
    page.select_option("#language", "de")
    expect(page.locator("#status")).to_have_text("Weiß am Zug.", timeout=LONG_MS)
    page.goto(f"{program.url}library")
    expect(page.locator("h1")).to_have_text("Bibliothek")
    page.select_option("#language", "es")
    expect(page.locator("h1")).to_have_text("Biblioteca")
    page.goto(f"{program.url}puzzles?game=chess&number=1")
    expect(page.locator("#heading")).to_have_text(re.compile("^Ajedrez, problema 1 de "), timeout=LONG_MS)
    shared = page.request.get(f"{program.url}api/games/1/page").text()
    assert '<html lang="es">' in shared and "Tiempo por jugada" in shared and "The start" not in shared


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_longest_words_leave_the_board_its_size(
    program: Program, open_page: Callable[..., Any], width: int, height: int
) -> None:
    for language in ("de", "fr", "es"):
        new(program, "charing-cross")
        player = Player(open_page(program.url), new_game("charing-cross"))
        player.ready()
        page = open_page(program.url, width, height, locale=language, bypass_csp=True)
        expect(page.locator("#turns p")).to_have_count(2, timeout=LONG_MS)
        page.evaluate(SHIFTS)
        player.perform("a4-b4")
        expect(page.locator("#turns")).to_contain_text("a4-b4", timeout=LONG_MS)
        box = page.locator("#board").bounding_box()
        assert max(box["width"], box["height"]) >= SIZES[f"{width}x{height}"]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        cut = page.locator("#actions button, #head button, #title").evaluate_all(
            "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
        )
        assert cut == [], language
        assert shifted(page) == 0
        assert violations(page) == []
