"""Replay on the board from the replay page: real browser, real program, real firmware."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from crossboard.games.rules import game_at, new_game
from crossboard.library import Library
from crossboard.library.archive import import_record
from crossboard.library.record_reader import read_record_file
from tests.web.browser.page_player import LONG_MS, Player, choose

DEMO = Path(__file__).parents[3] / "host" / "crossboard" / "play" / "demo.pgn"


def mark(page: Any, square: int) -> str:
    return page.locator(f"#board .square[data-square='{square}']").get_attribute("data-mark") or ""


def test_a_logged_game_is_led_on_the_board_and_played_on_from(
    play: Callable[..., Any], open_page: Callable[..., Any]
) -> None:
    program = play("kings-crossing")  # another game than the one that is replayed
    with Library(program.library) as library:
        number = import_record(library, read_record_file(DEMO)[0]).game
    page = open_page(f"{program.url}game/{number}")
    page.click("#steps button >> nth=3")
    page.click("#setup")
    expect(page.locator("#lead h2")).to_contain_text("Ada", timeout=LONG_MS)
    player = Player(page, new_game("charing-cross"))
    player.status("^Set up the position after 1... ")
    page.click("#tidy")
    player.status("is set up. next goes on")
    page.click("[aria-label='Forward one ply']")
    player.status("^Now 2. ")
    marks = {mark(page, square): square for square in range(64)}
    assert {"lifted", "missing"} <= set(marks), marks
    choose(page, "#lights")
    expect(page.locator(f"#board .square[data-square='{marks['missing']}'].lit")).to_be_visible(timeout=LONG_MS)
    page.click("#lights")
    page.keyboard.press("Escape")
    player.drag(24, 25)  # not that one
    player.status("Wrong: b4")
    assert (mark(page, 25), mark(page, 24)) == ("extra", "missing")
    player.drag(25, 24)
    player.drag(marks["lifted"], marks["missing"])
    player.status("^The position after 2. .* is set up")
    page.click("[aria-label='Back one ply']")
    player.status("^Set up the position after 1... ")
    player.drag(marks["missing"], marks["lifted"])
    player.status("^The position after 1... .* is set up")
    page.click("#lead >> text=Play on from here")
    expect(page.locator("#lead")).to_be_hidden(timeout=LONG_MS)
    for _ in range(LONG_MS // 100):  # the board's own game is seen for a moment
        page.wait_for_timeout(100)
        with Library(program.library) as library:
            begun = library.games()[-1]
        if begun.spec == "charing-cross":
            break
    player.status("^White to move.$")
    with Library(program.library) as library:
        old = [event.text for event in library.events(number) if event.kind == "ply"][:3]
    game = new_game("charing-cross")
    for text in old:
        game.push(game.parse_ply(text))
    assert begun.start == game.text()
    player.game = game_at(begun.start)
    player.perform("a4-b4")
