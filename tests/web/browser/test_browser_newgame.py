"""A new game from the page: whom one plays, which game, side and clock; also one that needs another board; axe looks at it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

import pytest
from playwright.sync_api import expect

from crossboard.games.rules import new_game
from crossboard.library import Library
from crossboard.simulator.control import RemoteBoard
from crossboard.web import sections
from tests.web.browser import page_player, timed_play
from tests.web.browser.conftest import Program
from tests.web.browser.page_player import LONG_MS, Player
from tests.web.browser.pages import SHIFTS, shifted, unasked, violations


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Generator[Program, None, None]:
    made = Program(tmp_path_factory.mktemp("new"), "charing-cross", "--white", "Ada", "--black", "Bob")
    yield made
    made.close()


def player_on(program: Program, page: Any, spec: str) -> Player:
    """Somebody at the board that is played at now, which may be another one than before."""
    control = program.library.parent / timed_play.CONTROL
    port = int(program.url.rstrip("/").rpartition(":")[2])
    page_player.OWN_MS[port] = RemoteBoard(control.read_text(encoding="utf-8")).own_ms
    return Player(page, new_game(spec))


def test_a_game_of_another_board_is_begun_and_its_choice_kept(program: Program, open_page: Callable[..., Any]) -> None:
    page, other = open_page(program.url), open_page(program.url + "?watch", 390, 844)
    expect(page.locator("#status")).to_contain_text("to move", timeout=LONG_MS)
    page.evaluate("window.stays = true")
    page.click("#new")
    dialog = page.locator("dialog")
    expect(dialog.locator(".game .option:has(> :disabled)")).to_have_count(0)
    page.check("[name=who][value=crossboard]")
    page.select_option("[name=level]", "1")
    page.click("[data-name=cross-eyed]")
    page.check("[name=side][value='1']")
    page.select_option("[name=clock]", "10+5")
    summary = "Cross-Eyed Chess · against Crossboard 1, a beginner · you are Black · clock 10+5."
    expect(dialog.locator(".summary")).to_have_text(summary)
    for one in (page, other):
        one.evaluate(SHIFTS)
    page.click("dialog .primary")
    expect(page.locator("#thinking")).to_have_text("The board for Cross-Eyed Chess is being started.")
    for one in (page, other):
        expect(one.locator("#title")).to_have_text("Cross-Eyed Chess", timeout=LONG_MS)
        expect(one.locator("#board .square:not(.rim)")).to_have_count(84)
    expect(page.locator(".side.first b")).to_have_text("Crossboard level 1", timeout=LONG_MS)
    expect(page.locator(".side.second b")).to_have_text("Bob")
    expect(page.locator(".clock[data-side='1']")).to_have_text("10:00", timeout=LONG_MS)
    expect(page.locator("#turns .ply")).to_have_count(1, timeout=LONG_MS)  # White has moved, at that board
    assert [shifted(one) for one in (page, other)] == [0, 0]
    player_on(program, page, "cross-eyed").status("^Black to move.$")
    page.click("#new")
    expect(dialog.locator(".summary")).to_have_text(summary)
    page.check("[name=who][value=here]")
    page.click("[data-name=charing-cross]")
    page.click("dialog .primary")
    page.click("dialog >> text=Begin the new game")
    expect(page.locator("#title")).to_have_text("Charing Cross", timeout=LONG_MS)
    player = player_on(program, page, "charing-cross")
    player.ready()
    player.perform("a4-b4")
    assert page.evaluate("stays")  # all on one page, never loaded anew
    with Library(program.library) as library:
        assert [game.spec for game in library.games()][-2:] == ["cross-eyed", "charing-cross"]
        assert [game.result for game in library.games()][-2:] == ["*", "*"]


def test_one_tap_plays_again_as_last_time(program: Program, open_page: Callable[..., Any]) -> None:
    page = open_page(program.url)
    expect(page.locator("#status")).to_contain_text("to move", timeout=LONG_MS)
    page.click("#new")
    page.click("[data-name=kings-crossing]")
    page.check("[name=longer]")
    page.check("[name=backwards]")
    page.check("[name=who][value=here]")
    page.select_option("[name=clock]", "5")
    page.click("dialog .primary")
    leave = page.locator("dialog >> text=Begin the new game")
    begun = page.locator("#variant", has_text="three columns")
    expect(leave.or_(begun).first).to_be_visible(timeout=LONG_MS)
    if leave.is_visible():  # the game of another test
        leave.click()
    expect(page.locator("#variant")).to_have_text("three columns of men, trap captures backwards too", timeout=LONG_MS)
    player_on(program, page, "kings-crossing").ready()
    page.click("#resign")
    page.click("dialog >> text=White resigns")
    page.click("#over >> text=Rematch", timeout=LONG_MS)
    expect(page.locator("#over")).to_be_hidden(timeout=LONG_MS)
    expect(page.locator(".clock[data-side='0']")).to_have_text("5:00", timeout=LONG_MS)
    page.reload()
    expect(page.locator("#variant")).to_have_text("three columns of men, trap captures backwards too", timeout=LONG_MS)
    page.click("#new")
    said = "King's Crossing, three columns of men, trap captures backwards too · two people here · clock 5."
    expect(page.locator("dialog .summary")).to_have_text(said)
    page.keyboard.press("Enter")  # the focus is on Play
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_real_board_s_missing_game_says_why(program: Program, open_page: Callable[..., Any]) -> None:
    """The dialogue with what a real board says of itself (sections.link_section)."""
    page = open_page(program.url)
    expect(page.locator("#status")).to_contain_text("to move", timeout=LONG_MS)
    why = sections.why_not_here("cross-eyed")
    link = {"specs": ["chess", "charing-cross"], "others": {"cross-eyed": why}, "opponent": False}
    page.evaluate("async (link) => void (await import('/static/newgame.js')).askGame(link, null)", link)
    card = page.locator("[data-name=cross-eyed]")
    expect(card).to_contain_text("It takes 84 squares, 12 by 12 at the widest.")
    expect(card.locator("input")).to_be_disabled()
    expect(page.locator("dialog [value=crossboard]")).to_have_count(0)  # nor can it play


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (844, 390)])
def test_axe_finds_nothing_and_nothing_is_cut_off(
    program: Program, open_page: Callable[..., Any], width: int, height: int
) -> None:
    for scheme in ("light", "dark"):
        page = open_page(program.url, width, height, color_scheme=scheme, bypass_csp=True)
        expect(page.locator("#status")).to_contain_text("to move", timeout=LONG_MS)
        player_on(program, page, "charing-cross").rest(1000)
        page.evaluate(SHIFTS)
        page.click("#new")
        for who in ("here", "crossboard", "far"):
            page.check(f"[name=who][value={who}]")
            assert violations(page) == [], who
            assert page.evaluate(
                "[...document.querySelectorAll('dialog *')].every(one => one.scrollWidth <= dialog.clientWidth)"
            )
        assert unasked(page) == 0
        play = page.locator("dialog .primary").bounding_box()
        assert play["y"] + play["height"] <= height  # in sight, whatever is scrolled
