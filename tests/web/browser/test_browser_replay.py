"""The replay of a game as large as the window allows: moves tried on its board, the game shared, its analysis seen to grow."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import expect

from crossboard.analysis.analyst import positions
from crossboard.games.evals import Eval
from crossboard.library import Library, StoredEval
from crossboard.library.archive import import_record
from crossboard.library.record_reader import read_record_file
from crossboard.web import Server
from tests.web.browser.pages import SHIFTS, shifted, violations
from tests.web.browser.test_browser_library import RECORD

H4, G4, F7, H1 = 31, 30, 53, 7


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server, None, None]:
    """Game 1 is not analysed, game 2 up to its second ply and from its fourth to its sixth."""
    folder = tmp_path_factory.mktemp("replay")
    with Library(folder / "library.db") as library:
        for number in (1, 2):
            (folder / "game.pgn").write_text(RECORD.format(number=number, white="Ada"), encoding="utf-8")
            import_record(library, read_record_file(folder / "game.pgn")[0])
        keys = [seq for seq, _ in positions(library, 2)]
        scores = {0: 0, 1: 30, 2: 500, 4: 100, 5: 0, 6: -300}
        evals = [StoredEval(keys[n], Eval(score), ("h5-g5", "e8-d8")) for n, score in scores.items()]
        library.keep_analysis(2, evals)
    made = Server(folder / "library.db")
    yield made
    made.close()


def square(page: Any, number: int) -> Any:
    return page.locator(f"#board .square[data-square='{number}']")


def drag(page: Any, origin: int, to: int) -> None:
    """With the mouse, from the middle of a square to that of another."""
    for number, press in ((origin, page.mouse.down), (to, page.mouse.up)):
        box = square(page, number).bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=5)
        press()


@pytest.mark.parametrize(
    ("width", "height", "least"),
    [(1280, 800, 700), (1280, 720, 620), (1920, 1080, 980), (390, 844, 390), (844, 390, 270), (820, 1180, 820)],
)
def test_the_board_fills_the_window(
    server: Server, open_page: Callable[..., Any], width: int, height: int, least: int
) -> None:
    page = open_page(server.url + "game/1", width, height)
    expect(page.locator("#steps li")).to_have_count(12)
    box = page.locator("#board").bounding_box()
    assert box["height"] >= least and box["y"] + box["height"] <= height
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if width > height:
        run = page.locator("#run").bounding_box()
        assert run["y"] + run["height"] <= height, "the buttons are beside the board"


def test_a_piece_that_is_moved_on_the_board_begins_a_line(server: Server, open_page: Callable[..., Any]) -> None:
    page = open_page(server.url + "game/1?step=2")
    expect(page.locator("#words")).to_have_text("e8-f7")
    drag(page, H4, G4)
    expect(page.locator("#trying .line span")).to_have_text(["h4-g4"])
    expect(page.locator("#branch")).to_have_attribute("aria-pressed", "true")
    assert (square(page, G4).get_attribute("aria-label") or "").startswith("g4, Black knight")
    drag(page, F7, H1)
    expect(page.locator("#trying [role=alert]")).to_have_text("f7 can't go to h1 now.")
    assert (square(page, F7).get_attribute("aria-label") or "").startswith("f7, White rook"), "it is back by itself"
    assert page.locator(".carried").count() == 0
    square(page, F7).focus()  # the same by keyboard
    page.keyboard.press("Enter")
    expect(page.locator("#board + [role=status]")).to_have_text(re.compile("^Put it on .*f6.* back on f7"))
    square(page, H1).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#trying [role=alert]")).to_have_text("f7 can't go to h1 now.")
    square(page, F7).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".square[data-mark='move']").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#trying .line span")).to_have_text(["h4-g4", "f7-f6"])
    page.click("[data-go=on]")
    expect(page.locator("#trying")).to_be_hidden()
    expect(page.locator("#words")).to_have_text("h5-g6")
    page.keyboard.press("Home")
    square(page, H4).click()  # not to move: nothing is chosen, and the moves are offered all the same
    expect(page.locator("#trying .choices button").first).to_be_visible()


def test_a_game_is_shared_as_link_picture_animation_and_record(
    server: Server, open_page: Callable[..., Any], tmp_path: Path
) -> None:
    page = open_page(server.url + "game/1", permissions=["clipboard-read", "clipboard-write"])
    page.click("#steps >> text=d1xf1")
    page.click("#share")
    link = page.locator("#dialog input").input_value()
    assert link.endswith("/game/1?step=5")
    page.click("#dialog >> text=Copy the link")
    expect(page.locator("#dialog [role=status]")).to_contain_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == link

    def fetched(button: str) -> tuple[str, bytes]:
        with page.expect_download(timeout=120_000) as found:
            page.click(f"#dialog >> text={button}")
        return found.value.suggested_filename, Path(found.value.path()).read_bytes()

    name, picture = fetched("Picture: 2. f7xh5@-")
    assert name == "crossboard-1-3.png" and Image.open(io.BytesIO(picture)).size[0] == 640
    name, animation = fetched("Animated GIF")
    found = Image.open(io.BytesIO(animation))
    assert (name, found.format) == ("crossboard-1.gif", "GIF") and found.n_frames == 10  # type: ignore[attr-defined]
    name, record = fetched("PGN")
    assert name == "crossboard-1.pgn" and record.startswith(b"[Event")
    name, whole = fetched("One page")
    assert name == "crossboard-1.html" and b"Grace" in whole
    page.evaluate('fetch = async () => new Response(\'{"error": "other pictures are being drawn"}\', { status: 400 })')
    page.click("#dialog >> text=Animated GIF")
    expect(page.locator("#dialog .wrong")).to_have_text("other pictures are being drawn")
    shown = open_page(link)
    expect(shown.locator("#words")).to_have_text("d1xf1")


def test_an_unfinished_analysis_says_how_far_it_is(server: Server, open_page: Callable[..., Any]) -> None:
    page = open_page(server.url + "game/2")
    expect(page.locator("#analysis")).to_contain_text("6 of 9 moves analysed")
    bar = page.locator("#analysis progress")
    assert (bar.get_attribute("max"), bar.get_attribute("value")) == ("9", "6")
    expect(page.locator("#graph .eval-first")).to_have_count(3)  # with gaps between what is known
    titles = page.locator("#graph .eval-ply title").all_text_contents()
    assert [n for n, title in enumerate(titles, 1) if title.endswith("(not analysed)")] == [3, 7, 8]
    expect(page.locator("#analysis button >> text=Go on")).to_be_visible()


def test_nothing_jumps_while_a_game_is_replayed_and_analysed(server: Server, open_page: Callable[..., Any]) -> None:
    page = open_page(server.url + "game/1")
    expect(page.locator("#steps li")).to_have_count(12)
    page.evaluate(SHIFTS)
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")
    page.select_option("#speed", "300")
    page.click("#run")
    page.click("#analysis >> text=Analyse the game")
    expect(page.locator("#run")).to_have_text("Play", timeout=120_000)
    expect(page.locator("#graph .eval-ply")).to_have_count(9, timeout=120_000)
    expect(page.locator("#analysis progress")).to_have_count(0, timeout=120_000)
    assert shifted(page) == 0
    page.goto(server.url + "game/2?step=12")
    expect(page.locator("#steps .mark")).to_have_count(2)
    page.evaluate(SHIFTS)
    for _ in range(12):
        page.keyboard.press("ArrowLeft")
    assert shifted(page) == 0


def test_axe_finds_nothing_where_a_game_is_shared_and_moves_are_tried(
    server: Server, open_page: Callable[..., Any]
) -> None:
    for scheme in ("light", "dark"):
        page = open_page(server.url + "game/2?step=2", color_scheme=scheme, bypass_csp=True)
        drag(page, H4, G4)
        expect(page.locator("#trying .line span")).to_have_text(["h4-g4"])
        assert violations(page) == []
        page.click("#share")
        assert violations(page) == []
