"""Secret kings on the page: picked by a tap on the simulated board, sealed before all eyes, told at the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from crossboard.games.rules import game_at
from tests.web.browser.page_player import LONG_MS, Player

HIDDEN = "kings-crossing:stealth MM4mm/MM4mm/MM4mm/MM4mm w - - 0"
B3, G4, E4, F4 = 17, 30, 28, 29


def test_kings_are_picked_sealed_and_told(play: Callable[..., Any], open_page: Callable[..., Any]) -> None:
    program = play("kings-crossing:stealth")
    page = open_page(program.url)
    watcher = open_page(program.url + ("&" if "?" in program.url else "?") + "watch")
    player = Player(page, game_at(HIDDEN))
    player.status("^White picks a secret king")
    player.status("Black looks away.$")
    expect(page.locator(".side.turn")).to_contain_text("picks a king")
    expect(page.locator("#resign")).to_be_disabled()
    page.keyboard.press("b")
    expect(page.locator("#as-text p")).to_contain_text("White picks a secret king: lift a piece")
    page.keyboard.press("b")
    board = watcher.locator("#board")
    expect(board.locator(".layer")).to_have_count(16, timeout=LONG_MS)
    before = board.inner_html()
    page.mouse.move(*player.middle(B3))
    page.mouse.down()
    page.mouse.move(player.middle(B3)[0] + 20, player.middle(B3)[1] + 4, steps=3)
    expect(page.locator(f".square[data-square='{B3}'] .layer.gone")).to_have_count(1)
    player.rest(400)
    assert board.inner_html() == before
    page.mouse.up()
    expect(page.locator(f".square[data-square='{B3}'].picked")).to_have_count(1)
    player.rest(400)
    assert board.inner_html() == before
    expect(page.locator(".layer.gone")).to_have_count(0)
    page.click("text=OK: that piece")
    player.status("^Black picks a secret king")
    expect(page.locator(".side.turn b")).to_have_text("Bob")
    player.drag(G4, G4, steps=2)
    player.drag(G4, G4, steps=2)
    player.rest(700)
    page.click("text=OK: that piece")
    player.status("^White to move.$")
    for shown in (page, watcher):
        seals = shown.locator(".side .sealed")
        expect(seals).to_have_count(2)
        expect(seals.first).to_have_text("has picked a secret king")
        assert re.match("sealed as SHA-256 [0-9a-f]{64}$", seals.first.get_attribute("title") or "")
        assert not shown.locator("#pick").is_visible()
    for ply in ("b4-d4", "g2-d2", "d4-e4", "g4-f4"):
        player.perform(ply)
    player.drag(E4, G4)
    player.drag(F4, -1)
    player.status("^White wins .*the king was captured")
    for side, square in (("first", "b3"), ("second", "g4")):
        expect(watcher.locator(f".side.{side} .sealed")).to_have_text(f"king from {square}, as sealed")
    expect(page.locator("#turns .note")).to_have_text("the king was captured")
    page.click("#turns a")
    expect(page.locator("#secrets")).to_contain_text("White's king from b3, as sealed (SHA-256 ")
    page.keyboard.press("End")
    expect(page.locator("#steps button").last).to_contain_text("White wins")
    assert page.locator("#board .layer").count() == 15
