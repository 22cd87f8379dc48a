"""A match with somebody far away that one page begins and another one, of another program, takes up; and what goes wrong before."""

from __future__ import annotations

import re
import urllib.request
from collections.abc import Callable, Generator
from typing import Any

import pytest
from playwright.sync_api import expect

from crossboard.games.rules import new_game
from tests.support.free_port import free_port
from tests.web.browser.conftest import Program
from tests.web.browser.page_player import LONG_MS, Player
from tests.web.browser.pages import SHIFTS, shifted, violations

CODE = "xxxx-xxxx-xxxx-xxxx"


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[Program, Program], None, None]:
    """Ada's and Bob's, each at a board of its own."""
    made = [
        Program(tmp_path_factory.mktemp("ada"), "charing-cross", "--token", "a-token-for-ada-s-page"),
        Program(tmp_path_factory.mktemp("bob"), "kings-crossing"),
    ]
    yield made[0], made[1]
    for program in made:
        program.close()


def choose_far(page: Any, how: str, game: str = "", **fields: str) -> None:
    """In the dialogue of a new game; then the match is begun."""
    page.click("#new", timeout=LONG_MS)
    page.check("[name=who][value=far]")
    if game:
        page.click(f"[data-name={game}]")
    page.check(f"[name=how][value={how}]")
    for name, text in fields.items():
        page.fill(f"dialog [name={name}]", text)
    page.click("dialog .primary")


def refused(page: Any, words: str) -> None:
    """The dialogue says so, and leads back to the choice."""
    expect(page.locator("dialog .answer")).to_contain_text(words, timeout=LONG_MS)
    page.click("dialog >> text=Back")
    expect(page.locator("dialog h2")).to_have_text("New game")
    page.click("dialog >> text=Cancel")


def test_one_page_invites_the_other_joins(programs: tuple[Program, Program], open_page: Callable[..., Any]) -> None:
    pages = [open_page(program.url, bypass_csp=True) for program in programs]
    ada, bob = pages
    for page in pages:
        expect(page.locator("#status")).to_contain_text("to move", timeout=LONG_MS)

    # What can't be is said in the dialogue, and the game on the board stays.
    nobody = f"mqtt://127.0.0.1:{free_port()}"
    choose_far(ada, "invite", name="Ada", broker=nobody)
    refused(ada, f"no connection to the broker: nothing answers at {nobody}")
    choose_far(ada, "invite", broker="somewhere")
    refused(ada, "'somewhere' is not a broker's URL")
    choose_far(ada, "again", broker="")
    refused(ada, "there is no match that you have invited to")
    choose_far(bob, "join", invite="hello")
    refused(bob, "'hello' is not an invite")
    for page in pages:
        expect(page.locator("#match")).to_be_hidden()
        expect(page.locator("#status")).to_contain_text("to move")

    # An invite that is called off: both sides are played here again.
    choose_far(ada, "invite", name="Ada")
    links = ada.locator("dialog .line code")
    expect(links).to_have_text([re.compile(r"^http://.*/seat\?token="), re.compile("^mqtt://")], timeout=LONG_MS)
    assert violations(ada) == []
    visitor = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    assert visitor.open(links.first.text_content(), timeout=60).status == 200
    watching = open_page(programs[0].url)
    watching.goto(programs[0].url.partition("?")[0] + "?watch")
    expect(watching.locator("#match-status")).to_contain_text("waiting for", timeout=LONG_MS)
    expect(watching.locator("#about-match")).to_be_hidden()  # whoever has the links plays
    ada.click("dialog >> text=Stop waiting")
    expect(ada.locator("#match")).to_be_hidden(timeout=LONG_MS)
    expect(ada.locator("#new")).to_be_visible()
    assert not any("keeps Black for a remote player" in line for line in programs[0].lines)

    # The page may be loaded anew while it waits.
    choose_far(ada, "invite", name="Ada")
    expect(ada.locator("dialog .line code").last).to_contain_text("mqtt://", timeout=LONG_MS)
    ada.reload()
    ada.click("#about-match", timeout=LONG_MS)
    expect(ada.locator("dialog .answer")).to_contain_text("waiting for the other player")
    link = ada.locator("dialog .line code").last.text_content(timeout=LONG_MS)
    assert re.fullmatch(r"mqtt://[\d.]+:\d+/(\w{4}-){3}\w{4}", link)

    wrong = link.rpartition("/")[0] + "/" + "-".join(["zzzz"] * 4)
    choose_far(bob, "join", invite=wrong, name="Bob")
    refused(bob, "no match is open under the code zzzz-zzzz-zzzz-zzzz")
    expect(bob.locator("#title")).to_have_text("King's Crossing")
    choose_far(bob, "join", invite=link)
    expect(ada.locator("dialog[open]")).to_have_count(0, timeout=LONG_MS)
    expect(bob.locator("dialog[open]")).to_have_count(0, timeout=LONG_MS)
    expect(bob.locator("#title")).to_have_text("Charing Cross", timeout=LONG_MS)
    for page in pages:
        expect(page.locator("#match-status")).to_contain_text("connected with", timeout=LONG_MS)
        expect(page.locator("#about-match")).to_be_hidden()
        expect(page.locator("#player-near b")).to_have_text("Ada", timeout=LONG_MS)
        expect(page.locator("#player-far b")).to_have_text("Bob", timeout=LONG_MS)

    # A ply each way: what one plays, the other one's board leads a hand through, here the simulated board's own.
    players = [Player(page, new_game("charing-cross")) for page in pages]
    players[0].ready()
    for page in pages:
        page.evaluate(SHIFTS)
    for who, ply in ((0, "a4-b4"), (1, "d1-d2")):
        players[who].status("to move.$")
        players[who].perform(ply)
        other = players[1 - who]
        other.game.push(other.game.parse_ply(ply))
        other.played.append(ply)
        other.wait_for(ply)
    assert [shifted(page) for page in pages] == [0, 0]
    bob.click("#resign")
    bob.click("dialog >> text=Resign >> nth=-1")
    for page in pages:
        expect(page.locator("#over")).to_contain_text("White wins", timeout=LONG_MS)
        expect(page.locator("#new")).to_be_visible()


def test_a_match_of_another_board_s_game(programs: tuple[Program, Program], open_page: Callable[..., Any]) -> None:
    """Each program starts the board that the game takes."""
    pages = [open_page(program.url) for program in programs]
    ada, bob = pages
    choose_far(ada, "invite", "cross-eyed", name="Ada")
    expect(ada.locator("dialog .line code").last).to_contain_text("mqtt://", timeout=LONG_MS)
    choose_far(bob, "join", invite=ada.locator("dialog .line code").last.text_content(), name="Bob")
    for page in pages:
        expect(page.locator("#title")).to_have_text("Cross-Eyed Chess", timeout=LONG_MS)
        expect(page.locator("#match-status")).to_contain_text("connected with", timeout=LONG_MS)
        expect(page.locator("dialog[open]")).to_have_count(0, timeout=LONG_MS)
    expect(ada.locator("#status")).to_have_text("White to move.", timeout=LONG_MS)
