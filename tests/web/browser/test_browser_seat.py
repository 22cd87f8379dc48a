"""A friend with a phone against a board: one page at the board, one in the other player's hand, real firmware between them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from crossboard.games.rules import new_game
from tests.support.free_port import free_port
from tests.web.browser.conftest import START_S, Program
from tests.web.browser.page_player import LONG_MS, Player
from tests.web.browser.pages import violations

TONES = """() => {
  window.tones = 0;
  const make = BaseAudioContext.prototype.createOscillator;
  BaseAudioContext.prototype.createOscillator = function () { tones++; return make.call(this); };
}"""
TOKEN = "a-token-for-the-board"


def begin(folder: Path, port: int) -> tuple[Program, str]:
    """The program at the board, and the link for the phone."""
    words = ("charing-cross", "--invite", "--white", "Ada", "--clock", "5+3", "--web-port", str(port), "--token", TOKEN)
    program = Program(folder, *words)
    end = time.monotonic() + START_S
    while not (found := [line for line in program.lines if "/seat?token=" in line]):
        assert time.monotonic() < end, program.lines
        time.sleep(0.05)
    return program, found[0][found[0].index("http") :]


def click(page: Any, *names: str) -> None:
    for name in names:
        page.click(f".square[data-square='{'abcdefgh'.index(name[0]) + 8 * (int(name[1]) - 1)}']")


def turn_of(page: Any, words: str) -> None:
    expect(page.locator("#task")).to_have_text(re.compile(words), timeout=LONG_MS)


def test_a_phone_plays_a_side_and_outlives_the_program(tmp_path: Path, open_page: Callable[..., Any]) -> None:
    port = free_port()
    program, link = begin(tmp_path, port)
    try:
        table = open_page(program.url)
        phone = open_page(link, width=390, height=844, has_touch=True, bypass_csp=True)
        phone.fill("#name", "Bob")
        phone.press("#name", "Tab")
        player = Player(table, new_game("charing-cross"))
        player.ready()
        turn_of(phone, "^Ada is to move$")
        player.perform("a4-b4")
        turn_of(phone, "^Your turn: you play Black$")
        expect(phone.locator("#clock .runs")).to_contain_text("Black 4:5", timeout=LONG_MS)
        expect(table.locator(".clock[data-side='1']")).to_contain_text("4:5", timeout=LONG_MS)
        expect(phone.locator("#goal")).to_have_text(re.compile("^Bring one piece across"))
        expect(phone.locator("#sound")).to_have_attribute("aria-pressed", "true")
        expect(phone.locator("#said")).to_have_text("White: knight a4 to b4")
        phone.evaluate(TONES)
        phone.click("#how")
        expect(phone.locator("#dialog h2")).to_have_text("How to play Charing Cross")
        phone.wait_for_function("document.querySelector('.lesson-picture').naturalWidth > 0")
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert violations(phone) == []
        phone.click("#dialog >> text=Close")
        click(phone, "d1")
        expect(phone.locator("[data-mark='move']").first).to_be_visible()
        expect(phone.locator("#board + [role=status]")).to_have_text(re.compile("^Put it on .*d2.* back on d1"))
        click(phone, "h8")
        expect(phone.locator("#asking")).to_have_text("d1 can't go to h8 now.")
        assert phone.evaluate("tones") == 1
        click(phone, "d1")
        expect(phone.locator("#asking")).to_be_empty()
        click(phone, "d2")
        player.game.push(player.game.parse_ply("d1-d2"))
        player.played.append("d1-d2")
        player.wait_for("d1-d2")  # the board's lights have led a hand through it
        phone.wait_for_function("tones > 1")
        turn_of(phone, "^Ada is to move$")
        expect(table.locator(".side.second")).to_contain_text("Bob", timeout=LONG_MS)

        # The phone asks, the page at the board answers, and the other way round.
        phone.click("#draw")
        phone.click("#dialog >> text=Offer a draw")
        expect(table.locator("#consent")).to_contain_text("Bob asks for a draw", timeout=LONG_MS)
        table.screenshot(path=tmp_path / "table.png")
        table.click("#consent >> text=Decline")
        expect(phone.locator("#asking")).to_have_text("Ada was asked for a draw and has declined", timeout=LONG_MS)
        player.perform("b4-c4")
        turn_of(phone, "^Your turn")
        expect(phone.locator("#line li")).to_have_count(3)

        # The program is gone while the phone is to move: the page says so, comes back, and its ply counts once.
        program.kill()
        expect(phone.locator("#gone")).to_be_visible(timeout=LONG_MS)
        click(phone, "d2", "d3")
        turn_of(phone, "d2-d3: on its way")
        program, again = begin(tmp_path, port)
        assert again == link
        turn_of(phone, "^Ada is to move$")
        expect(phone.locator("#gone")).to_be_hidden()
        expect(phone.locator("#line li")).to_have_count(4)
        expect(table.locator("#turns .ply")).to_have_count(4, timeout=LONG_MS)

        table.click("#takeback")
        expect(phone.locator("#consent")).to_contain_text("Ada asks to take back the last ply", timeout=LONG_MS)
        phone.screenshot(path=tmp_path / "phone.png")
        phone.click("#consent >> text=Accept")
        turn_of(phone, "^Your turn")
        expect(phone.locator("#line li")).to_have_count(3)
        expect(phone.locator("#asking")).to_be_empty()
        phone.click("#resign")
        phone.click("#dialog >> text=Resign >> nth=-1")
        turn_of(phone, "White wins")
        for asks in ("takeback", "draw", "resign"):
            expect(phone.locator(f"#{asks}")).to_be_disabled()
        expect(table.locator("#over")).to_contain_text("White wins", timeout=LONG_MS)
    finally:
        program.close()
