"""Names, clock, settings, the card of a finished game, the board as text, what is edited; and axe looks at every page."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from crossboard.games.rules import game_at, new_game
from crossboard.library import Library
from crossboard.library.archive import import_record
from crossboard.library.record_reader import read_record_file
from crossboard.web import Server
from tests.web.browser.page_player import LONG_MS, Player, choose
from tests.web.browser.pages import violations

DEMO = Path(__file__).parents[3] / "host" / "crossboard" / "play" / "demo.pgn"
LISTEN = """() => {
  Object.assign(window, { heard: [], tones: [] });
  speechSynthesis.speak = (said) => heard.push(said.text);
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) { tones.push(this.frequency.value); return start.call(this, at); };
}"""
OVER = [523, 659, 784]  # Hz (voice.js)
WON = "charing-cross 4R3/8/5n2/N7/4r3/1N6/1R3n2/4r3 w -"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server, None, None]:
    folder = tmp_path_factory.mktemp("library")
    with Library(folder / "library.db") as library:
        import_record(library, read_record_file(DEMO)[0])
    made = Server(folder / "library.db")
    yield made
    made.close()


def test_axe_finds_nothing_on_the_live_page(play: Callable[..., Any], open_page: Callable[..., Any]) -> None:
    url = play("charing-cross").url
    for scheme in ("light", "dark"):
        page = open_page(url, color_scheme=scheme, bypass_csp=True)
        Player(page, new_game("charing-cross")).ready()
        assert violations(page) == []
        page.keyboard.press("b")
        for button in ("#how", "#keys", "#settings", "#people", "#new"):
            page.click(button) if button == "#new" else choose(page, button)
            assert violations(page) == [], button
            page.keyboard.press("Escape")


@pytest.mark.parametrize("path", ["library", "game/1", "puzzles"])
def test_axe_finds_nothing_on_the_other_pages(server: Server, open_page: Callable[..., Any], path: str) -> None:
    for scheme in ("light", "dark"):
        page = open_page(server.url + path, color_scheme=scheme, bypass_csp=True)
        expect(page.locator("#list td, #steps li, #all button").first).to_be_visible()
        assert violations(page) == []


def test_names_a_clock_and_the_end_of_a_game(play: Callable[..., Any], open_page: Callable[..., Any]) -> None:
    program = play(WON)
    page = open_page(program.url)
    player = Player(page, new_game("charing-cross"))
    player.ready()
    choose(page, "#people")
    page.fill("[name=name0]", "Grace")
    page.select_option("[name=clock]", "5+3")
    page.click("dialog .primary")
    expect(page.locator(".side.first b")).to_have_text("Grace", timeout=LONG_MS)
    expect(page.locator(".clock[data-side='0']")).to_have_text("5:00", timeout=LONG_MS)
    page.keyboard.press("b")
    expect(page.locator("#as-text")).to_contain_text("White knight: ")
    player.drag(9, 1)
    expect(page.locator("#over")).to_contain_text("White wins", timeout=LONG_MS)
    expect(page.locator("#status")).to_be_hidden()  # the result stands there once
    turns = "document.getElementById('turns')"  # whose end is in sight
    page.wait_for_function(f"{turns}.scrollHeight - {turns}.scrollTop - {turns}.clientHeight < 2", timeout=LONG_MS)
    expect(page.locator("#said")).to_have_text("White: rook b2 to b1. White wins: a piece reached its goal")
    with Library(program.library) as library:
        number = library.games()[-1].id
        assert library.game(number).first == "Grace"
    assert page.locator("#over a >> text=Review").get_attribute("href") == f"/game/{number}"
    page.click("#over >> text=Rematch")
    player.status("^Black to move.$")  # who has lost begins
    expect(page.locator("#over")).to_be_hidden()
    expect(page.locator("#status")).to_be_visible()
    choose(page, "#people")
    page.select_option("[name=clock]", "off")
    page.fill("[name=name0]", "Ada" * 20)
    page.click("dialog .primary")
    expect(page.locator(".clock[data-side='0']")).to_be_hidden(timeout=LONG_MS)
    expect(page.locator(".side.first b")).to_have_text("Ada" * 20)


def test_a_game_that_is_given_up_is_heard(play: Callable[..., Any], open_page: Callable[..., Any]) -> None:
    program = play("charing-cross")
    page = open_page(program.url)
    Player(page, new_game("charing-cross")).ready()
    choose(page, "#settings")
    page.check("text=Sounds")
    page.check("text=Say each move aloud")
    page.keyboard.press("Escape")
    page.evaluate(LISTEN)
    page.click("#resign")
    page.click("dialog >> text=White resigns")
    expect(page.locator("#said")).to_have_text("Black wins: the other side resigned", timeout=LONG_MS)
    assert page.evaluate("[heard, tones]") == [["Black wins: the other side resigned"], OVER]
    page.reload()
    expect(page.locator("#over")).to_contain_text("Black wins", timeout=LONG_MS)
    expect(page.locator("#said")).to_have_text("")  # that was some time ago


def test_a_phone_makes_sounds_from_the_first_tap(play: Callable[..., Any], open_page: Callable[..., Any]) -> None:
    program = play("draughts 8/8/8/2m5/1M6/8/7m/M7 b")
    desk = open_page(program.url)
    phone = open_page(program.url, 390, 844, has_touch=True, is_mobile=True)
    for page in (desk, phone):
        expect(page.locator("#status")).to_have_text("White to move.", timeout=LONG_MS)
        page.evaluate(LISTEN)
    man = desk.locator(".square[data-square='34']")
    assert (man.get_attribute("aria-label"), man.get_attribute("data-row")) == ("19, White man", "19"), (
        "by its own name"
    )
    player = Player(phone, game_at("draughts 8/8/8/2m5/1M6/8/7m/M7 b"))
    player.status("^White to move.$")
    phone.tap("#status")
    Player(desk, player.game).drag(34, 43)  # a man moves so only where there is something to take
    phone.wait_for_function("() => tones.includes(160)", timeout=LONG_MS)  # it is refused, and back by itself
    expect(phone.locator(".square[data-square='34']")).to_have_attribute("aria-label", re.compile("White man"))
    player.rest(900)
    program.type("clock 0.2")  # 12 s
    expect(phone.locator(".clock[data-side='1']")).to_be_visible(timeout=LONG_MS)
    phone.touchscreen.tap(*player.middle(34))  # the man c5 takes b4, and goes to a3
    player.rest(200)
    phone.touchscreen.tap(*player.middle(16))
    phone.wait_for_function("() => tones.includes(330) && tones.includes(220)", timeout=LONG_MS)  # it captures
    phone.wait_for_function("() => tones.includes(880)", timeout=LONG_MS)  # somebody's time is low
    phone.tap("#resign")
    phone.tap("dialog >> text=Black resigns")
    phone.wait_for_function("(over) => String(tones.slice(-3)) === String(over)", arg=OVER, timeout=LONG_MS)
    assert desk.evaluate("tones") == []
    choose(desk, "#settings")
    assert not desk.locator("text=Sounds").is_checked()
    choose(phone, "#settings")
    phone.uncheck("text=Sounds")
    phone.reload()
    choose(phone, "#settings")
    assert not phone.locator("text=Sounds").is_checked()


def test_only_sides_that_people_play_may_resign(play: Callable[..., Any], open_page: Callable[..., Any]) -> None:
    program = play("charing-cross")
    page = open_page(program.url)
    Player(page, new_game("charing-cross")).ready()
    program.type("against 1 black")
    expect(page.locator(".side.first b")).to_have_text("Crossboard level 1", timeout=LONG_MS)
    page.click("#resign")
    expect(page.locator("dialog h2")).to_have_text("Resign as Black?")
    expect(page.locator("dialog p")).to_have_text("White wins.")
    expect(page.locator("dialog button")).to_have_text(["Cancel", "Resign"])
    page.keyboard.press("Escape")
    program.type("against 1,1")
    expect(page.locator("#resign")).to_be_disabled(timeout=LONG_MS)


def test_only_what_has_just_happened_is_heard(play: Callable[..., Any], open_page: Callable[..., Any]) -> None:
    program = play("charing-cross")
    with Library(program.library) as library:
        number = import_record(library, read_record_file(DEMO)[0]).game
    page = open_page(program.url)
    player = Player(page, new_game("charing-cross"))
    player.ready()
    said = page.locator("#said")
    page.evaluate(LISTEN)
    choose(page, "#settings")
    page.check("text=Say each move aloud")
    page.keyboard.press("Escape")
    for text in ("a4-b4", "h4-g4"):
        player.perform(text)
    expect(said).to_have_text("Black: knight h4 to g4")
    page.click("#takeback")
    expect(said).to_have_text("Taken back", timeout=LONG_MS)
    page.click("#tidy")
    player.status("^Black to move.$")
    page.evaluate("heard.length = 0")
    program.type(f"replay {number}")
    expect(page.locator("#lead h2")).to_contain_text("Ada", timeout=LONG_MS)
    program.type("stop")
    expect(page.locator("#lead")).to_be_hidden(timeout=LONG_MS)
    expect(page.locator("#turns .ply")).to_have_text(["a4-b4"], timeout=LONG_MS)
    assert page.evaluate("heard") == [] and said.text_content() == "Taken back"


def test_a_flag_that_has_fallen_stays_to_be_seen(seated: Callable[..., Any]) -> None:
    program, page, player = seated("charing-cross")
    program.type("clock 0.1")
    player.perform("a4-b4")
    expect(page.locator("#legend")).to_contain_text("blue lights along row 8: Bob's time", timeout=LONG_MS)
    expect(page.locator("#time-up")).to_contain_text("Bob's time is up", timeout=LONG_MS)
    expect(page.locator("#legend")).to_contain_text("Bob's time is up")
    choose(page, "#lights")
    expect(page.locator(".square[data-square='60'].lit")).to_be_visible(timeout=LONG_MS)  # all of row 8 shines
    page.click("#lights")
    expect(page.locator("#board .lit")).to_have_count(0)
    page.keyboard.press("Escape")
    last = page.eval_on_selector_all("[data-mark^=last]", "all => all.map(one => one.dataset.square)")
    assert last == ["24", "25"]  # and no sign but those of the last move
    page.click("#resign")
    page.click("dialog >> text=Black resigns")
    expect(page.locator("#over")).to_contain_text("White wins", timeout=LONG_MS)
    expect(page.locator("#over p")).to_have_text("Bob's time is up.")
    expect(page.locator("#time-up")).to_be_hidden()
    program.type("clock off")
    expect(page.locator(".clock").first).to_be_hidden(timeout=LONG_MS)


def test_the_board_s_settings_are_changed_on_the_page(play: Callable[..., Any], open_page: Callable[..., Any]) -> None:
    page = open_page(play("charing-cross").url)
    Player(page, new_game("charing-cross")).ready()
    for value, words in (("0", "The arrows show"), ("1", "Lift a piece, and the board shows")):
        choose(page, "#settings")
        page.select_option("[name=teaching]", value)
        page.keyboard.press("Escape")
        expect(page.locator("#expected")).to_have_text(re.compile(f"^{words}"))
        choose(page, "#settings")
        expect(page.locator("[name=teaching]")).to_have_value(value)
        page.check("text=Sounds")
        page.uncheck("text=Sounds")
        page.keyboard.press("Escape")


def test_a_game_is_named_noted_deleted_and_brought_back(server: Server, open_page: Callable[..., Any]) -> None:
    page = open_page(server.url + "game/1")
    expect(page.locator("#title")).to_have_text("Ada – Bob")
    page.fill("[name=first]", "Grace Hopper")
    page.fill("[name=event]", "Club night")
    page.click("#save")
    expect(page.locator("#title")).to_have_text("Grace Hopper – Bob")
    page.click("#steps button >> nth=1")
    page.fill("[name=note]", "")
    page.keyboard.type("A quiet beginning.")  # no key of it is one of the page's
    page.click("#save")
    expect(page.locator("#note")).to_have_text("A quiet beginning.")
    page.reload()
    expect(page.locator("[name=event]")).to_have_value("Club night")
    page.click("#delete")
    expect(page.locator("#delete")).to_have_text(re.compile("Undo"))
    other = open_page(server.url + "library")
    expect(other.locator("#list")).to_contain_text("No games yet")
    page.click("#delete")
    expect(page.locator("#edited")).to_have_text("It is back.")
    other.reload()
    expect(other.locator("#list tbody tr")).to_have_count(1)
