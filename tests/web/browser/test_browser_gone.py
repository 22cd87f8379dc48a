"""A page whose program is gone: it looks dead, does nothing, says what is to be done, and lives again with the program."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from crossboard.games.rules import new_game
from tests.support.free_port import free_port
from tests.web.browser.conftest import Program, begin
from tests.web.browser.page_player import LONG_MS, Player

GONE = "disconnected: start `crossboard play` again to go on"
SILENT = re.compile("does not answer. If it was paused .* start it again only if it has ended")


@pytest.mark.parametrize("how", ["gone", "silent"])
def test_a_page_without_its_program_looks_dead(tmp_path: Path, open_page: Callable[..., Any], how: str) -> None:
    if how == "silent" and sys.platform == "win32":
        pytest.skip("no SIGSTOP there")
    words = ("charing-cross", "--web-port", str(free_port()))
    program = Program(tmp_path, *words)
    try:
        begin(program, "charing-cross")
        page = open_page(program.url)
        player = Player(page, new_game("charing-cross"))
        player.ready()
        player.tap(24)
        expect(page.locator("#gone")).to_be_hidden()
        page.evaluate("window.loaded = 'from the first run'")
        program.kill() if how == "gone" else program.stop(True)
        expect(page.locator("#gone")).to_have_text(GONE if how == "gone" else SILENT, timeout=2 * LONG_MS)
        expect(page).to_have_title(re.compile("^disconnected"))
        expect(page.locator("body.offline")).to_have_count(1)
        assert page.locator(".carried").count() == 0
        assert page.evaluate("document.querySelector('main').inert")
        assert page.evaluate("getComputedStyle(document.querySelector('main')).filter") == "grayscale(1)"
        assert not page.locator("#board .lamp").first.is_visible()
        for control in ("#new", "#how", "#takeback", "#resign", "#people", "#settings", "#buttons button >> nth=0"):
            expect(page.locator(control)).to_have_js_property("disabled", True)
        for square in (24, 33):
            page.mouse.click(*player.middle(square))
        assert page.locator(".carried").count() == 0
        if how == "gone":
            program = Program(tmp_path, *words)
        else:
            program.stop(False)
        expect(page.locator("#gone")).to_be_hidden(timeout=2 * LONG_MS)
        expect(page).to_have_title(re.compile("to move"), timeout=LONG_MS)
        assert page.evaluate("window.loaded") == (None if how == "gone" else "from the first run")
        player.ready()
        for control in ("#new", "#how", "#resign", "#people", "#settings"):
            expect(page.locator(control)).to_be_enabled()
        player.perform("a4-b4")
    finally:
        program.stop(False)
        program.close()
