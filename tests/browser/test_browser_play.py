"""Games played on the page with a mouse: real browser, real program, real firmware, real library."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from page_player import LONG_MS, Player
from playwright.sync_api import expect

from crossboard.library import Library
from crossboard.rules import RESULTS, TERMINATIONS, new_game

GAMES = {
    "charing-cross": "e8-f7 h5-g6 f7xh5 d1xf1 @d1 h5xh3 @h5 f1-g2 h3xf1",
    "kings-crossing": "b1-f1 g1xe1 a1-d1 e1xc1",
    "cross-eyed": "e10-e9 b5-e4 f11xc8 e4xf1 c8-f5 k8-h9",
    "card-chess:plain": "d2xd5 c6+d6 d5xd6",
    "card-chess:plain+progressive": (
        "J@d1 k@a5 Q@e2 j@b6 Q@c1 t@e5 T@a2 q@f6 K@b2 k@c5 J@a1 t@a6 K@c2 j@e6 T@d2 q@d6 c2+b2 f6xb2"
    ),
}


@pytest.mark.parametrize("spec", GAMES)
def test_a_whole_game_dragged_from_the_page_to_the_library(
    play: Callable[..., Any], open_page: Callable[..., Any], spec: str
) -> None:
    program = play(spec, "--white", "Ada", "--black", "Bob")
    page = open_page(program.url)
    player = Player(page, new_game(spec))
    player.ready()
    for text in GAMES[spec].split():
        player.perform(text)
    game = player.game
    player.status("wins")
    with Library(program.library) as library:
        stored = library.games()[-1]  # a new board may have begun its own game before
        events = library.events(stored.id)
    assert (stored.spec, stored.white, stored.black) == (spec, "Ada", "Bob")
    assert (stored.result, stored.termination) == (RESULTS[game.result], TERMINATIONS[game.reason])
    assert [event.text for event in events if event.kind == "ply"] == player.played
    assert [event.kind for event in events if event.kind not in ("ply", "end")] == []


def read_refused(program: Any) -> list[tuple[str, str, str]]:
    with Library(program.library) as library:
        (stored,) = library.games()
        events = library.events(stored.id)
    return [(event.origin, event.target, event.reason) for event in events if event.kind == "refused"]


def test_an_illegal_move_is_refused_in_words_and_repaired(
    play: Callable[..., Any], open_page: Callable[..., Any]
) -> None:
    program = play("charing-cross")
    page = open_page(program.url)
    player = Player(page, new_game("charing-cross"))
    player.ready()
    a4, c6 = 24, 42
    player.drag(a4, c6)
    expect(page.locator("#refusal")).to_contain_text("a4-c6", timeout=LONG_MS)
    player.status("do not fit")
    assert page.locator(f".square[data-square='{c6}']").get_attribute("data-mark") == "extra"
    assert page.locator(f".square[data-square='{a4}']").get_attribute("data-mark") == "missing"
    assert "knight" in (page.locator(f".square[data-square='{c6}']").get_attribute("aria-label") or "")
    expect(page.locator(f".square[data-square='{c6}'].lit")).to_be_visible(timeout=LONG_MS)
    player.drag(c6, a4)
    player.status("^White to move.$")
    player.perform("a4-b4")
    assert read_refused(program) == [("a4", "c6", "nothing-to-jump")]
    expect(page.locator("#turns .refused")).to_contain_text("a4-c6")


def test_a_reload_and_a_second_page_in_the_middle(play: Callable[..., Any], open_page: Callable[..., Any]) -> None:
    program = play("charing-cross")
    page = open_page(program.url)
    player = Player(page, new_game("charing-cross"))
    player.ready()
    player.perform("a4-b4")
    watcher = open_page(program.url + "?watch")
    expect(watcher.locator("#turns .ply")).to_have_text(["a4-b4"], timeout=LONG_MS)
    assert watcher.locator("#new").is_hidden()
    page.mouse.move(*player.middle(60))
    page.mouse.down()
    page.mouse.move(*player.middle(52), steps=4)
    expect(watcher.locator(".ghost")).to_have_count(1, timeout=LONG_MS)
    page.reload()  # the page is gone with a rook in its hand: it goes back
    player.ready()
    expect(watcher.locator(".ghost")).to_have_count(0, timeout=LONG_MS)
    for text in ("h4-g4", "b4-c4"):
        player.perform(text)
    expect(watcher.locator("#turns .ply")).to_have_text(["a4-b4", "h4-g4", "b4-c4"], timeout=LONG_MS)
    watched = watcher.locator(".square[data-square='26']").get_attribute("aria-label") or ""
    assert watched.startswith("c4, White knight"), watched
    Player(watcher, player.game).drag(60, 52)  # who watches moves nothing
    page.wait_for_timeout(800)
    expect(watcher.locator("#refusal")).to_have_text("")
    assert read_refused(program) == []


def test_keys_alone(play: Callable[..., Any], open_page: Callable[..., Any]) -> None:
    program = play("charing-cross")
    page = open_page(program.url)
    player = Player(page, new_game("charing-cross"))
    player.ready()
    keyboard = page.keyboard
    for _ in range(20):
        keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
    else:
        raise AssertionError("the board is not reached by keys")
    for key in ["ArrowUp"] * 7 + ["ArrowRight"] * 4:
        keyboard.press(key)
    label = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label.startswith("e8, White rook")
    for key in ["Enter", "ArrowDown", "ArrowRight", "Enter"]:
        keyboard.press(key)
        page.wait_for_timeout(60)
    player.game.push(player.game.parse_ply("e8-f7"))
    player.played.append("e8-f7")
    player.wait_for("e8-f7")
    for key in ["Enter", "ArrowUp", "ArrowUp", "Escape"]:  # lifted, carried, put back: nothing happens
        keyboard.press(key)
        page.wait_for_timeout(60)
    page.wait_for_timeout(900)
    assert read_refused(program) == []


def test_taps_on_a_phone(play: Callable[..., Any], open_page: Callable[..., Any]) -> None:
    program = play("charing-cross")
    page = open_page(program.url, 360, 740, has_touch=True, is_mobile=True, device_scale_factor=2)
    player = Player(page, new_game("charing-cross"))
    player.ready()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    for square in (24, 33):
        page.touchscreen.tap(*player.middle(square))
        page.wait_for_timeout(200)
    player.game.push(player.game.parse_ply("a4-b5"))
    player.played.append("a4-b5")
    player.wait_for("a4-b5")


def test_the_buttons_of_the_page(play: Callable[..., Any], open_page: Callable[..., Any]) -> None:
    program = play("charing-cross")
    page = open_page(program.url)
    player = Player(page, new_game("charing-cross"))
    player.ready()
    player.perform("a4-b4")
    page.click("#takeback")
    expect(page.locator("#turns .ply")).to_have_count(0, timeout=LONG_MS)
    page.click("#tidy", timeout=LONG_MS)
    knight = page.locator(".square[data-square='24']")
    expect(knight).to_have_attribute("aria-label", re.compile("^a4, White knight"), timeout=LONG_MS)
    player.status("^White to move.$")
    page.click("#flip")
    assert player.middle(0)[1] < player.middle(63)[1]
    page.click("#resign")
    page.click("dialog >> text=White resigns")
    player.status("^Black wins")
    expect(page.locator("#resign")).to_be_disabled()
    page.click("#new")
    page.click("[data-name='kings-crossing']")
    page.check("[name='longer']")
    page.click("dialog >> text=Begin")
    expect(page.locator("#title")).to_have_text("King's Crossing", timeout=LONG_MS)
    player.status("^White to move.$")
    assert page.locator("#board .layer").count() == 24
