"""Games played on the page with a mouse: real browser, real program, real firmware, real library."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from crossboard.games.reasons import end_word
from crossboard.games.rules import RESULTS, game_at, read_square
from crossboard.library import Library
from tests.web.browser.page_player import LONG_MS, Player, choose

GAMES = {
    "charing-cross": "e8-f7 h5-g6 f7xh5 d1xf1 @d1 h5xh3 @h5 f1-g2 h3xf1",
    "kings-crossing": "b1-f1 g1xe1 a1-d1 e1xc1",
    "cross-eyed": "e10-e9 b5-e4 f11xc8 e4xf1 c8-f5 k8-h9",
    "card-chess:plain": "d2xd5 c6+d6 d5xd6",
}
PROMOTION = "cross-eyed ****3K****/****4****/****4****/***6***/k11/12/10P1/k11/***6***/****4****/****4****/****K3**** w"


@pytest.mark.parametrize("spec", GAMES)
def test_a_whole_game_dragged_from_the_page_to_the_library(seated: Callable[..., Any], spec: str) -> None:
    program, _, player = seated(spec)
    for text in GAMES[spec].split():
        player.perform(text)
    game = player.game
    player.status("wins")
    with Library(program.library) as library:
        stored = library.games()[-1]
        events = library.events(stored.id)
    assert (stored.spec, stored.first, stored.second) == (spec, "Ada", "Bob")
    assert (stored.result, stored.termination) == (RESULTS[game.result], end_word(game, game.reason))
    assert [event.text for event in events if event.kind == "ply"] == player.played
    assert [event.kind for event in events if event.kind not in ("ply", "end")] == []


def read_refused(program: Any) -> list[tuple[str, str, str]]:
    with Library(program.library) as library:
        stored = library.games()[-1]
        events = library.events(stored.id)
    return [(event.origin, event.target, event.reason) for event in events if event.kind == "refused"]


def kinds(program: Any) -> list[str]:
    with Library(program.library) as library:
        return [event.text for event in library.moments(library.games()[-1].id)]


def test_cards_are_put_down_one_by_one_and_named(seated: Callable[..., Any]) -> None:
    program, _, player = seated("card-chess:plain+progressive")
    for text in ("J@d1", "k@a5", "Q@e2"):
        player.perform(text)
    asked = kinds(program)
    assert [text for text in asked if " " not in text] == ["J@d1", "k@a5", "Q@e2"]
    assert any({"J@d1", "K@d1", "Q@d1", "T@d1"} == set(text.split()) for text in asked), asked


def test_a_pawn_is_promoted_to_what_is_chosen(play: Callable[..., Any], open_page: Callable[..., Any]) -> None:
    program = play(PROMOTION)
    page = open_page(program.url)
    player = Player(page, game_at(PROMOTION))
    player.ready()
    pawn, end = (read_square(player.game, name) for name in ("k6", "l6"))
    player.drag(pawn, end)
    choice = page.locator(".choice[data-ply='k6-l6=N']")
    expect(choice).to_have_text("knight", timeout=LONG_MS)
    assert page.locator("#question .choice").count() == 6  # and staying a pawn
    choice.click()
    expect(page.locator("#turns .ply")).to_have_text(["k6-l6=N"], timeout=LONG_MS)
    knight = page.locator(f".square[data-square='{end}']")
    expect(knight).to_have_attribute("aria-label", re.compile("^l6, White knight"), timeout=LONG_MS)


def test_a_piece_beside_the_games_squares_is_lit_and_cleared_away(seated: Callable[..., Any]) -> None:
    program, page, player = seated("kings-crossing")
    beside = 256 + 8  # a2 of the board; the game begins on a3
    page.mouse.move(*player.middle(1))
    page.mouse.down()
    page.mouse.move(*player.middle(beside), steps=6)
    there = page.locator(f".square[data-square='{beside}']")
    page.mouse.up()
    expect(page.locator("#refusal")).to_contain_text("outside", timeout=LONG_MS)
    player.status("^White to move.$")  # the hand has put it back
    expect(there).to_have_attribute("aria-label", re.compile("^a2 of the board, beside the game, empty"))
    back = page.locator(".square[data-square='1']")
    expect(back).to_have_attribute("aria-label", re.compile("^b1, White man"), timeout=LONG_MS)
    assert len(read_refused(program)) == 1
    player.perform("b1-f1")


def test_the_boards_menus_are_opened_from_the_page_and_seen(seated: Callable[..., Any]) -> None:
    _, page, player = seated("charing-cross")
    page.click("#menu")
    page.focus("[data-button=ok]")
    page.keyboard.press("Shift+Enter")
    expect(page.locator("#notices")).to_contain_text("choose a game")
    corner, third_row = page.locator(".square[data-square='0'].lit"), page.locator(".square[data-square='16'].lit")
    expect(corner).to_be_visible(timeout=LONG_MS)  # all of the board
    page.click("[data-button=next]")  # Chess has all of it, too
    page.click("[data-button=next]")
    page.click("[data-button=next]")
    expect(corner).to_be_hidden(timeout=LONG_MS)  # King's Crossing has four rows of it
    expect(third_row).to_be_visible(timeout=LONG_MS)
    page.click("[data-button=ok]")
    page.click("[data-button=ok]")
    expect(page.locator("#title")).to_have_text("King's Crossing", timeout=LONG_MS)


def test_an_illegal_move_is_refused_in_words_and_repaired(seated: Callable[..., Any]) -> None:
    program, page, player = seated("charing-cross")
    a4, c6 = 24, 42
    knight, there = (page.locator(f".square[data-square='{square}']") for square in (a4, c6))
    player.drag(a4, c6)
    expect(there).to_have_attribute("data-mark", "extra", timeout=LONG_MS)
    expect(page.locator("#refusal")).to_contain_text("a4-c6")
    for target in (c6, a4 + 2):  # again and again, and the second time over an empty square
        player.status("^White to move.$")
        expect(knight).to_have_attribute("aria-label", re.compile("^a4, White knight"), timeout=LONG_MS)
        expect(page.locator("#refusal")).to_have_class("past")
        player.rest(500)
        if target != c6:
            player.drag(a4, target)
            expect(page.locator("#refusal")).to_contain_text("a4-c4", timeout=LONG_MS)
    player.status("^White to move.$")
    player.rest(500)
    player.perform("a4-b4")
    assert [words[:2] for words in read_refused(program)] == [("a4", "c6"), ("a4", "c4")]


def test_a_reload_and_a_second_page_in_the_middle(seated: Callable[..., Any], open_page: Callable[..., Any]) -> None:
    program, page, player = seated("charing-cross")
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
    player.rest(800)
    expect(watcher.locator("#refusal")).to_have_text("")
    assert read_refused(program) == []


CAPTURE = "kings-crossing 6mk/4m2m/4M3/K7 w - - 0"
E2, E3, E4 = 12, 20, 28


def carried(page: Any) -> int:
    return page.locator(".carried").count()


@pytest.mark.parametrize("way", ["captor first", "captured too", "captured first", "captured first, keys"])
def test_a_captured_piece_goes_into_the_tray_by_itself(
    play: Callable[..., Any], open_page: Callable[..., Any], way: str
) -> None:
    program = play(CAPTURE)
    page = open_page(program.url)
    player = Player(page, game_at(CAPTURE))
    player.ready()
    if way == "captor first":
        player.tap(E2, E4)
    elif way == "captured too":  # at once, before the lights want it off
        player.tap(E2, E4, E3)
    elif way == "captured first":
        player.tap(E3, E2, E4)
    else:
        page.focus(".square[data-square='0']")
        player.press(*["ArrowUp"] * 2, *["ArrowRight"] * 4, "Enter", "ArrowDown", "Enter", *["ArrowUp"] * 2, "Enter")
    player.game.push(player.game.parse_ply("e2xe4"))
    player.played.append("e2xe4")
    player.wait_for("e2xe4")
    player.rest(700)
    assert carried(page) == 0
    expect(page.locator("#board .layer")).to_have_count(5)
    expect(page.locator(".tray [data-letter='m']")).to_have_count(1)
    player.tap(31, 30)  # taken: nothing moves; then an own piece and an empty square
    assert carried(page) == 0
    assert read_refused(program) == []


def test_a_new_game_has_clean_hands(seated: Callable[..., Any]) -> None:
    program, page, player = seated("kings-crossing")
    player.tap(1)
    assert carried(page) == 1
    page.click("#new")
    page.click("[data-name='kings-crossing']")
    page.click("dialog .primary")
    expect(page.locator(".carried")).to_have_count(0, timeout=LONG_MS)
    player.ready()
    assert carried(page) == 0
    player.tap(12)  # an empty square: nothing is put there
    player.rest(1500)
    expect(page.locator("#board .layer")).to_have_count(16)
    assert page.locator(".layer.gone").count() == 0
    assert page.inner_text("#tray-near") == page.inner_text("#tray-far") == ""
    assert read_refused(program) == []


def test_keys_alone(seated: Callable[..., Any]) -> None:
    program, page, player = seated("charing-cross")
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
    player.press("Enter", "ArrowDown", "ArrowRight", "Enter")
    player.game.push(player.game.parse_ply("e8-f7"))
    player.played.append("e8-f7")
    player.wait_for("e8-f7")
    player.press("Enter", "ArrowUp", "ArrowUp", "Escape")  # lifted, carried, put back: nothing happens
    player.rest(900)
    page.evaluate("document.activeElement.blur()")
    page.mouse.click(*player.middle(39))  # the knight h5, lifted by a tap: Escape puts it back wherever the focus is
    expect(page.locator("#expected")).to_contain_text("back on h5", timeout=LONG_MS)
    keyboard.press("Escape")
    expect(page.locator("#expected")).not_to_contain_text("back on h5", timeout=LONG_MS)
    page.focus(".square[data-square='38']")  # the keys go on from the square that has the focus, however it got it
    keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.square") == "39"
    page.mouse.click(*player.middle(31))  # and from one that is tapped
    keyboard.press("Escape")
    assert page.locator(".square[tabindex='0']").get_attribute("data-square") == "31"
    assert read_refused(program) == []


def test_taps_on_a_phone(seated: Callable[..., Any]) -> None:
    _, page, player = seated("charing-cross", 360, 740, has_touch=True, is_mobile=True, device_scale_factor=2)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.touchscreen.tap(*player.middle(24))
    player.rest(200)
    for _ in range(2):  # a nervous finger: the second tap lifts nothing
        page.touchscreen.tap(*player.middle(33))
    player.game.push(player.game.parse_ply("a4-b5"))
    player.played.append("a4-b5")
    player.wait_for("a4-b5")
    assert carried(page) == 0
    player.drag(32, -1)  # beside the board
    expect(page.locator("#notices")).to_have_text("no move takes a5 off the board; it is back there")
    expect(page.locator("[data-square='32']")).to_have_attribute("aria-label", "a5, White knight")
    expect(page.locator("#board [data-mark='lifted']")).to_have_count(0)


@pytest.mark.parametrize("width", [360, 390, 412])
def test_no_dialogue_is_wider_than_a_phone(play: Callable[..., Any], open_page: Callable[..., Any], width: int) -> None:
    page = open_page(play("card-chess").url, width, 800)
    expect(page.locator("#status")).to_contain_text("to move")
    for name in ("new", "against", "people", "settings", "how", "keys", "resign", "draw"):
        page.click(f"#{name}") if name in ("new", "resign", "draw") else choose(page, f"#{name}")
        dialogue = page.locator("#dialog[open]")
        assert dialogue.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth"), name
        page.keyboard.press("Escape")
        expect(dialogue).to_have_count(0)


def test_the_buttons_of_the_page(seated: Callable[..., Any]) -> None:
    _, page, player = seated("charing-cross")
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
    page.click("dialog .primary")
    expect(page.locator("#title")).to_have_text("King's Crossing", timeout=LONG_MS)
    player.status("^White to move.$")
    assert page.locator("#board .layer").count() == 24
