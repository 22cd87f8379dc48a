"""A newcomer's first minutes: the goal, the rules in pictures, arrows, what is expected, keys, and no game lost by a click."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from crossboard.games.about import about
from crossboard.games.lessons import lessons
from crossboard.games.rules import new_game, read_square
from tests.web.browser.page_player import LONG_MS, Player, choose


@pytest.mark.parametrize("spec", ["charing-cross", "kings-crossing:alternate+longer", "card-chess:plain", "cross-eyed"])
def test_the_rules_are_told_in_pictures(play: Callable[..., Any], open_page: Callable[..., Any], spec: str) -> None:
    name = spec.partition(":")[0]
    page = open_page(play(spec).url)
    Player(page, new_game(spec)).ready()
    expect(page.locator("#goal")).to_have_text(about(name).goal)
    expect(page.locator("#board .arrows path")).to_have_count(2)
    choose(page, "#how")
    for lesson in lessons(spec):
        expect(page.locator(".lesson h3")).to_have_text(lesson.title)
        expect(page.locator(".lesson-text")).to_have_text(lesson.text)
        width = "async (picture) => (await picture.decode(), picture.naturalWidth)"
        assert page.locator(".lesson-picture").evaluate(width) > 100
        page.click("dialog .primary")
    expect(page.locator("dialog")).to_be_hidden()


@pytest.mark.parametrize(
    ("spec", "square"), [("charing-cross", "d8"), ("kings-crossing", "b1"), ("card-chess", "d2"), ("cross-eyed", "e3")]
)
def test_what_the_lights_say_is_in_sight(
    play: Callable[..., Any], open_page: Callable[..., Any], spec: str, square: str
) -> None:
    page = open_page(play(spec).url, width=1280, height=800)
    player = Player(page, new_game(spec))
    player.ready()
    player.tap(read_square(player.game, square))
    expect(page.locator(".sign[data-sign=move]").first).to_be_visible(timeout=LONG_MS)
    expect(page.locator("#legend")).to_contain_text("may go here")
    if spec == "card-chess":  # the terrain is seen through what is said of a move
        ground = page.locator(".square[class*=ground-][data-mark=move]").first
        expect(ground).to_have_css("background-image", re.compile("gradient"))
        expect(ground.locator(".lamp")).to_have_css("background-image", "none")
    player.tap(read_square(player.game, square))


def test_a_jump_is_led_in_words_from_the_first_turn_on(play: Callable[..., Any], open_page: Callable[..., Any]) -> None:
    page = open_page(play("charing-cross").url)
    player = Player(page, new_game("charing-cross"))
    player.ready()
    expect(page.locator("#expected")).to_contain_text("Lift a piece")
    d8, f8 = (read_square(player.game, name) for name in ("d8", "f8"))
    player.tap(d8)
    expect(page.locator("#expected")).to_contain_text("or back on d8", timeout=LONG_MS)
    expect(page.locator("#board .arrows")).to_have_count(0)
    player.tap(f8)
    expect(page.locator("#expected")).to_have_text(re.compile("put (it|the jumped rook) on d8 or e8"), timeout=LONG_MS)
    expect(page.locator(".tray [data-letter='R']")).to_have_count(1)
    player.from_box("R", d8)
    player.status("^Black to move")
    player.game.push(player.game.parse_ply("d8xf8"))
    player.game.push(player.game.parse_ply("@d8"))
    expect(page.locator("#board .arrows")).to_have_count(0)
    page.click("#new")
    page.click("dialog .primary")
    expect(page.locator("dialog")).to_contain_text("One turn has been played")
    page.click("dialog >> text=Cancel")
    page.keyboard.press("?")
    expect(page.locator("dialog .keys")).to_contain_text("turn the board round")
    page.keyboard.press("Escape")
    expect(page.locator("#turns .ply")).to_have_text(["d8xf8@d8"])


def test_why_no_draw_can_be_agreed_is_told(play: Callable[..., Any], open_page: Callable[..., Any]) -> None:
    page = open_page(play("kings-crossing").url)
    Player(page, new_game("kings-crossing")).ready()
    page.click("#draw")
    expect(page.locator("dialog")).to_contain_text("20 turns in a row")
    expect(page.locator("dialog button")).to_have_text(["Close"])
