"""A position set up on the page: pieces dragged, tapped and put by keys, checked as one goes, played from, and its text back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from crossboard.games.rules import game_at, new_game, read_square
from crossboard.library import Library
from tests.web.browser.page_player import LONG_MS, Player
from tests.web.browser.pages import SHIFTS, unasked, violations

CHESS = new_game("chess")
RIGHT = "One can play from here."


def middle(page: Any, name: str) -> tuple[float, float]:
    box = page.locator(f"#board .square[data-square='{read_square(CHESS, name)}']").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Any, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=5)
    page.mouse.up()


def in_box(page: Any, letter: str) -> tuple[float, float]:
    box = page.locator(f"[data-letter='{letter}']").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def text_is(page: Any, text: str) -> None:
    expect(page.locator("#text")).to_have_value(text, timeout=LONG_MS)


def test_from_an_empty_board_to_a_game(play: Callable[..., Any], open_page: Callable[..., Any]) -> None:
    program = play("charing-cross")
    page = open_page(program.url)
    Player(page, new_game("charing-cross")).ready()
    page.click("#new")
    page.click("[data-name=chess]")
    page.click("dialog >> text=Set up a position")
    problem = page.locator("#problem")
    expect(problem).to_have_text(RIGHT)
    page.evaluate(SHIFTS)
    page.click("#clear")
    expect(problem).to_have_text("No white king.")
    expect(page.locator("#play")).to_be_disabled()
    drag(page, in_box(page, "K"), middle(page, "e1"))
    expect(problem).to_have_text("No black king.")
    drag(page, in_box(page, "k"), middle(page, "c8"))
    drag(page, in_box(page, "R"), middle(page, "c1"))
    expect(problem).to_have_text("White can't be next: it could capture the king.")
    page.check("[name=turn][value='1']")
    expect(problem).to_have_text(RIGHT)
    page.check("[name=turn][value='0']")
    drag(page, middle(page, "c8"), middle(page, "e8"))
    text_is(page, "chess 4k3/8/8/8/8/8/8/2R1K3 w - - 0 1")
    drag(page, middle(page, "c1"), middle(page, "h1"))  # where it may castle: that right was not given, and is not
    text_is(page, "chess 4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    page.click("[data-letter='P']")  # by taps
    for name in ("a8", "b7", "a2"):
        page.mouse.click(*middle(page, name))
    expect(problem).to_have_text("A pawn can't stand on row 8.")
    page.mouse.click(*middle(page, "a8"))  # the second tap takes it off
    page.click("[data-letter='P']")
    page.mouse.click(*middle(page, "b7"))
    page.mouse.click(*middle(page, "b6"))
    text_is(page, "chess 4k3/8/1P6/8/8/8/P7/4K2R w K - 0 1")
    drag(page, middle(page, "b6"), (5, middle(page, "b6")[1]))  # off the board
    text_is(page, "chess 4k3/8/8/8/8/8/P7/4K2R w K - 0 1")
    page.focus(f".square[data-square='{read_square(CHESS, 'a2')}']")  # by keys
    for key in ("Enter", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    position = "chess 4k3/8/8/8/P7/8/8/4K2R w K - 0 1"
    text_is(page, position)
    expect(page.locator("#said")).to_have_text("White pawn on a4")
    expect(problem).to_have_text(RIGHT)
    assert unasked(page) == 0
    page.reload()  # the address has it
    text_is(page, position)
    page.check("[name=who][value=crossboard]")
    page.select_option("[name=level]", "1")
    page.check("[name=side][value='0']")
    page.click("#play")
    expect(page.locator("#title")).to_have_text("Chess", timeout=LONG_MS)
    expect(page.locator(".side.second b")).to_have_text("Crossboard level 1", timeout=LONG_MS)
    player = Player(page, game_at(position))
    player.status("^White to move")
    player.drag(7, 5)  # h1 to f1
    expect(page.locator("#turns .ply").first).to_have_text("Rf1", timeout=LONG_MS)
    with Library(program.library) as library:
        assert library.games()[-1].start == position


def test_a_text_is_shown_and_copied(play: Callable[..., Any], open_page: Callable[..., Any]) -> None:
    page = open_page(play("charing-cross").url + "setup?game=chess", permissions=["clipboard-read", "clipboard-write"])
    expect(page.locator("#problem")).to_have_text(RIGHT)
    fen = "r3k2r/8/8/8/8/8/8/4K3 b kq - 3 40"
    page.fill("#text", fen)
    page.click("#read")
    text_is(page, f"chess {fen}")
    expect(page.locator("[name=turn][value='1']")).to_be_checked()
    page.click("#foreign")
    assert page.evaluate("navigator.clipboard.readText()") == fen
    page.fill("#text", "what is this")
    page.click("#read")
    expect(page.locator("#problem")).to_have_class("wrong")
    expect(page.locator(".square[data-square='4']")).to_have_attribute("aria-label", re.compile("^e1, White king"))
    page.fill("#text", "kings-crossing 6mk/4m2m/4M3/K7 w - - 0")  # another game's
    page.click("#read")
    expect(page.locator("#game")).to_have_value("kings-crossing")
    expect(page.locator("#board .square")).to_have_count(32)
    expect(page.locator("#foreign")).to_be_hidden()
    page.select_option("#game", "card-chess")
    expect(page.locator("#box-near")).to_have_attribute("aria-label", "Red's pieces")
    page.click("[data-letter='Q']")
    page.click("#board .square[data-square='0']")  # on top of the ten
    text_is(page, "card-chess tjkkjt/2qq2/6/6/2QQ2/[TQ]JKKJT w rbrbrbbrbrbr -")
    expect(page.locator("#problem")).to_have_class("wrong")  # a third queen


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_axe_finds_nothing(play: Callable[..., Any], open_page: Callable[..., Any], width: int, height: int) -> None:
    url = play("charing-cross").url
    for scheme in ("light", "dark"):
        page = open_page(url + "setup?game=cross-eyed", width, height, color_scheme=scheme, bypass_csp=True)
        expect(page.locator("#problem")).to_have_text(RIGHT)
        assert violations(page) == []
        page.click("#clear")
        expect(page.locator("#problem")).to_have_class("wrong")
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
