"""A hall's page in a real browser: a wall read from afar, boards that drop, the arbiter's results, standings and their files."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from crossboard.hub.pairings import read_csv
from tests.web.browser.hall_rig import RunningHall
from tests.web.browser.page_player import LONG_MS
from tests.web.browser.pages import SHIFTS, shifted, violations

TOKEN = "printed-by-the-hub"
LEAST = 300  # px of a board on the wall
SHOWN = """() => [...document.querySelectorAll(".tile:not([hidden]) .board")].map((board) => {
  const box = board.getBoundingClientRect();
  return [Math.max(box.width, box.height), box.bottom <= innerHeight && box.right <= innerWidth];
})"""


@pytest.fixture
def hall(tmp_path: Path) -> Generator[RunningHall, None, None]:
    made = RunningHall(tmp_path / "hub", TOKEN)
    yield made
    made.close()


def names_of(page: Any) -> list[str]:
    return page.locator(".tile:visible h2 span:first-child").all_inner_texts()


def test_the_wall_shows_large_boards_and_turns_its_pages(hall: RunningHall, open_page: Callable[..., Any]) -> None:
    games = ("charing-cross", "kings-crossing", "card-chess", "cross-eyed", "draughts")
    hall.pair("".join(f"1,table-{n},A player with a long name {n},Bob {n},\n" for n in range(1, 13)))
    for n in range(1, 13):
        hall.board(f"table-{n}", 6, games[n % 5], n)
    page = open_page(hall.url, 1920, 1080)
    page.clock.install()
    page.reload()
    expect(page.locator("#count")).to_have_text("Round 1: 12 boards, 12 playing, 12 results to come", timeout=LONG_MS)
    assert names_of(page) == [f"table-{n}" for n in range(1, 11)], "by their numbers"
    for side, whole in page.evaluate(SHOWN):
        assert side >= LEAST and whole
    cut = page.locator(".tile:visible .name").evaluate_all(
        "all => all.filter((one) => one.scrollWidth > one.clientWidth).length"
    )
    assert cut == 0, "no name is cut off"
    signs = page.locator(".tile:visible .name.first").evaluate_all(
        "all => all.map((one) => getComputedStyle(one, '::before').content.at(1))"
    )
    assert signs == ["●" if n % 5 == 4 else "○" for n in range(1, 11)], "in draughts the first side is Black"
    expect(page.locator("#place")).to_have_text("1 of 2")
    page.clock.run_for(12_500)
    assert names_of(page) == ["table-11", "table-12"]
    page.click("#hold")
    page.click("#earlier")
    page.clock.run_for(30_000)
    assert names_of(page)[0] == "table-1", "nothing turns that was stopped"
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".tile:visible")).to_have_count(12)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_few_boards_are_as_large_as_fits(hall: RunningHall, open_page: Callable[..., Any]) -> None:
    hall.board("table-1", 4)
    page = open_page(hall.url, 1280, 800)
    expect(page.locator(".tile")).to_have_count(1, timeout=LONG_MS)
    ((side, whole),) = page.evaluate(SHOWN)
    assert whole and side > 440
    assert page.locator("#turner").is_hidden()


def test_a_board_that_dropped_is_seen_at_once_on_whatever_page(
    hall: RunningHall, open_page: Callable[..., Any]
) -> None:
    for n in range(1, 13):
        hall.board(f"table-{n}", 3, seed=n)
    page = open_page(hall.url, 1920, 1080)
    expect(page.locator("#count")).to_have_text("12 boards, 12 playing", timeout=LONG_MS)
    expect(page.locator("#alarm")).to_be_empty()
    page.evaluate(SHIFTS)
    hall.drop("table-12")
    expect(page.locator("#alarm")).to_have_text("Not connected: table-12", timeout=LONG_MS)
    tile = page.locator(".tile").nth(11)
    expect(tile.locator(".band")).to_have_text(re.compile(r"^Not connected since \d\d:\d\d$"))
    expect(tile).to_be_visible()
    hall.board("table-12", 3, seed=12)
    expect(page.locator("#alarm")).to_be_empty(timeout=LONG_MS)
    expect(tile.locator(".band")).to_be_hidden()
    assert shifted(page) == 0


def test_the_arbiter_enters_and_corrects_results_and_others_see_them(
    hall: RunningHall, open_page: Callable[..., Any]
) -> None:
    hall.pair("1,table-1,Ada,Bob,\n1,table-2,<b>Cy</b>,Dan,\n1,table-3,Eve,,\n")
    page = open_page(f"{hall.url}#results", 1280, 800)
    watcher = open_page(f"{hall.viewer()}#results")
    expect(watcher.locator("#pairings tr")).to_have_count(3, timeout=LONG_MS)
    assert watcher.locator("#pairings button").count() == 0, "who only looks enters nothing"
    expect(page.locator("#pairings button")).to_have_count(3, timeout=LONG_MS)
    page.click("[aria-label='enter: enter the result of round 1, table-1']")
    expect(page.locator("#dialog h2")).to_have_text("Round 1, table-1: Ada – Bob")
    page.click("#dialog >> text=Bob did not come")
    page.fill("#dialog [type=text]", "Ruth")
    page.click("#dialog >> text=Save")
    expect(page.locator("#saved")).to_have_text("Round 1, table-1: Ada – Bob: +/-", timeout=LONG_MS)
    for row, label in ((2, "<b>Cy</b> wins"), (3, "a bye, a whole point")):
        page.click(f"#pairings tr:nth-child({row}) button")
        page.click(f"#dialog >> text={label}")
        expect(page.locator("#dialog [type=text]")).to_have_value("Ruth")  # it is known by now
        page.keyboard.press("Enter")
        expect(page.locator("#dialog")).to_be_hidden()
        expect(page.locator(f"#pairings tr:nth-child({row}) button")).to_be_focused()
    page.click("[aria-label='+/-: correct the result of round 1, table-1']")
    page.click("#dialog >> text=a draw")
    page.click("#dialog >> text=Save")
    expect(watcher.locator("#pairings tr:first-child")).to_contain_text("1/2-1/2", timeout=LONG_MS)
    log = watcher.locator("#log tr:first-child td")
    expect(log).to_have_text(
        [re.compile(r"^\d{4}-\d\d-\d\d \d\d:\d\d$"), "1", "table-1", "Ada – Bob", "+/-", "1/2-1/2", "Ruth (127.0.0.1)"]
    )
    expect(watcher.locator("#log tr")).to_have_count(4)
    watcher.click("nav >> text=Standings")
    rows = [row.split("\t") for row in watcher.locator("#ranks tr").all_inner_texts()]
    assert rows[1] == ["2", "<b>Cy</b>", "1.0", "0.0", "0.00", "1"]
    assert rows[0] == ["1", "Eve", "1.0", "0.5", "0.50", "0"]
    for name, begin in (
        ("pairings.csv", "round,table,first,second,result"),
        ("standings.csv", "rank,name,points"),
        ("tournament.trf", "012 "),
    ):
        with watcher.expect_download() as found:
            watcher.click(f"[href*='{name}']")
        text = Path(found.value.path()).read_text(encoding="utf-8")
        assert found.value.suggested_filename == f"crossboard-{name}" and text.startswith(begin)
        if name == "pairings.csv":
            assert [one.result for one in read_csv(text, name)] == ["1/2-1/2", "1-0", "1-0"]
    page.evaluate('fetch = async () => new Response(\'{"error": "the hub is busy"}\', { status: 400 })')
    page.click("#pairings tr:first-child button")
    page.click("#dialog >> text=Save")
    expect(page.locator("#dialog [role=alert]")).to_have_text("the hub is busy")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_hall(hall: RunningHall, open_page: Callable[..., Any], scheme: str) -> None:
    hall.pair("1,table-1,Ada,Bob,1-0\n1,table-2,Cy,Dan,\n")
    for n in (1, 2):
        hall.board(f"table-{n}", 4, seed=n, end="2 11" if n == 2 else "")
    page = open_page(hall.url, color_scheme=scheme, bypass_csp=True)
    expect(page.locator(".tile")).to_have_count(2, timeout=LONG_MS)
    hall.drop("table-1")
    expect(page.locator("#alarm")).to_have_text("Not connected: table-1", timeout=LONG_MS)
    assert violations(page) == []
    for view in ("results", "standings"):
        page.click(f"[href='#{view}']")
        assert violations(page) == [], view
    page.click("[href='#results']")
    page.click("#pairings button >> nth=0")
    assert violations(page) == []
