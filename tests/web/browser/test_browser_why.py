""" "Why?" in a real browser: beside a replay step by step, and for what was done last in the live game."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

import pytest
from playwright.sync_api import expect

from crossboard.games.rules import new_game
from crossboard.library.archive import import_record
from crossboard.library.record_reader import read_record_file
from crossboard.web import Server
from tests.support.charing_cross_positions import HOME
from tests.support.firmware_on_pins import fake_board
from tests.support.flights import stored
from tests.web.browser.page_player import Player
from tests.web.browser.pages import violations

RECORD = """[White "Ada"]
[Black "Bob"]
[Result "*"]
[Variant "charing-cross"]
[SetUp "1"]
[FEN "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"]

1. a4-b5 *
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server, None, None]:
    """A library with a game as a board brought it, which is 1, and an imported one, which is 2."""
    folder = tmp_path_factory.mktemp("why")
    with fake_board(folder / "games") as board:
        board.switch_on()
        board.set_all(HOME)
        board.run(600)
        board.gesture("-a4 +b5")
        board.run(1500)
        board.gesture("-h4 +c3")
        board.run(3000)
        board.gesture("-c3 +g5")
        board.run(1500)
        library, number = stored(board, folder)
    assert number == 1
    (folder / "game.pgn").write_text(RECORD, encoding="utf-8")
    import_record(library, read_record_file(folder / "game.pgn")[0])
    library.close()
    made = Server(folder / "library.db")
    yield made
    made.close()


def test_each_step_of_a_replay_says_why(server: Server, open_page: Callable[..., Any]) -> None:
    page = open_page(server.url + "game/1?step=1", bypass_csp=True)
    expect(page.locator("#words")).to_have_text("a4-b5")
    expect(page.locator("#why")).to_be_hidden()
    page.get_by_role("button", name="Why?").click()
    why = page.get_by_role("region", name="Why?")
    expect(why.get_by_role("heading")).to_have_text("Why? a4-b5")
    expect(why).to_contain_text("a4 opened, b5 closed 0.1 s later. The knight stood on b5 for ")
    expect(why).to_contain_text("that nothing more was played, would leave a4 missing and b5 standing where it can't.")
    assert violations(page) == []
    page.keyboard.press("ArrowRight")
    expect(why.get_by_role("heading")).to_contain_text("Why? refused h4")
    expect(why).to_contain_text("No move explains how h4 and c3 stand")
    page.keyboard.press("Home")
    expect(why).to_contain_text("did not decide this step")
    page.get_by_role("button", name="Why?").click()
    expect(why).to_be_hidden()


def test_a_game_whose_sensors_nobody_kept_says_so(server: Server, open_page: Callable[..., Any]) -> None:
    page = open_page(server.url + "game/2?step=1")
    page.get_by_role("button", name="Why?").click()
    expect(page.locator("#why")).to_contain_text("not stored for this game")


def test_the_live_page_says_why_the_last_move_was_read(
    play: Callable[[str], Any], open_page: Callable[..., Any]
) -> None:
    page = open_page(play("charing-cross").url, bypass_csp=True)
    player = Player(page, new_game("charing-cross"))
    player.ready()
    button = page.get_by_role("button", name="Why?")
    button.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Nothing has been read in this game yet")
    page.keyboard.press("Escape")
    player.perform("a4-b5")
    expect(page.locator("#turns .ply")).to_have_count(1)
    button.click()
    expect(dialog.get_by_role("heading")).to_have_text("Why? a4-b5")
    expect(dialog).to_contain_text("a4 opened, b5 closed ")
    page.set_viewport_size({"width": 800, "height": 300})  # so that the answer scrolls
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
