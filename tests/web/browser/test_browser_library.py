"""The library's pages in a real browser: find a game, replay it, try other moves, and open it as a file of its own."""

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
from crossboard.web.share import share_page
from crossboard.web.study import game_study

RECORD = """[Event "?"]
[Site "?"]
[Date "2024.05.0{number}"]
[Round "?"]
[White "{white}"]
[Black "Grace"]
[Result "1-0"]
[Variant "charing-cross"]
[SetUp "1"]
[FEN "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"]
[Termination "goal"]

1. e8-f7 {{[%emt 0:00:04.2] [%illegal a4-c6 nothing-to-jump]}} h5-g6 {{[%emt 0:00:02.0]}} 2. f7xh5@- d1xf1@d1 3. h5xh3@h5
f1-g2 4. h3xf1 1-0
"""
NASTY = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server, None, None]:
    folder = tmp_path_factory.mktemp("library")
    with Library(folder / "library.db") as library:
        for number, white in enumerate(("Ada", NASTY), 1):
            (folder / "game.pgn").write_text(RECORD.format(number=number, white=white), encoding="utf-8")
            import_record(library, read_record_file(folder / "game.pgn")[0])
    made = Server(folder / "library.db")
    yield made
    made.close()


def test_a_game_is_found_and_replayed(server: Server, open_page: Callable[..., Any]) -> None:
    page = open_page(server.url + "library")
    expect(page.locator("#list tbody tr")).to_have_count(2)
    expect(page.locator("#list")).to_contain_text(NASTY)
    assert page.locator("#list img").count() == 0
    expect(page.locator("#statistics")).to_contain_text("there is nothing to jump over")
    page.fill("[name=player]", "ada")
    expect(page.locator("#list tbody tr")).to_have_count(1)
    page.click("#list tbody a")
    expect(page.locator("#title")).to_have_text("Ada – Grace")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#words")).to_have_text("refused a4-c6: there is nothing to jump over")
    assert page.locator(".square[data-square='42']").get_attribute("data-mark") == "extra"
    page.keyboard.press("ArrowRight")
    expect(page.locator("#words")).to_have_text("e8-f7")
    expect(page.locator("#steps [aria-current]")).to_contain_text("e8-f7")
    page.keyboard.press("End")
    label = page.locator(".square[data-square='5']").get_attribute("aria-label") or ""
    assert label.startswith("f1, White rook")
    expect(page.locator("#outcome")).to_contain_text("a piece reached its goal")
    page.click("#heat")
    assert page.locator(".square[data-square='53'] .heat-count").inner_text() == "2"


def test_it_plays_by_itself(server: Server, open_page: Callable[..., Any]) -> None:
    page = open_page(server.url + "game/1")
    page.select_option("#speed", "300")
    page.click("#run")
    expect(page.locator("#words")).to_have_text("White wins (1-0): a piece reached its goal", timeout=120_000)
    expect(page.locator("#run")).to_have_text("Play")


def test_only_a_game_with_times_is_played_as_fast_as_it_was(tmp_path: Path, open_page: Callable[..., Any]) -> None:
    for name, text in (("timed", RECORD), ("untimed", re.sub(r"\[%emt [^]]*]", "", RECORD))):
        (tmp_path / "game.pgn").write_text(text.format(number=1, white="Ada"))
        with Library(tmp_path / f"{name}.db") as library:
            import_record(library, read_record_file(tmp_path / "game.pgn")[0])
            (tmp_path / f"{name}.html").write_text(share_page(game_study(library, 1)), encoding="utf-8")
        page = open_page((tmp_path / f"{name}.html").as_uri())
        expect(page.locator("#speed option:enabled")).to_have_count(4 if name == "timed" else 2)


def test_other_moves_are_tried_from_any_step(server: Server, open_page: Callable[..., Any]) -> None:
    page = open_page(server.url + "game/1?step=2")
    page.click("#branch")
    expect(page.locator("#trying .choices")).to_be_visible()
    page.locator(".square[data-square='31']").click()  # h4
    page.locator(".square[data-square='30']").click()  # g4
    expect(page.locator("#trying .line")).to_contain_text("h4-g4")
    label = page.locator(".square[data-square='30']").get_attribute("aria-label") or ""
    assert label.startswith("g4, Black knight")
    page.click("#trying >> text=Take back")
    expect(page.locator("#trying .line span")).to_have_count(0)
    page.click("[data-go=on]")
    expect(page.locator("#trying")).to_be_hidden()
    expect(page.locator("#words")).to_have_text("h5-g6")


def test_nothing_is_wider_than_a_phone(server: Server, open_page: Callable[..., Any]) -> None:
    for path in ("library", "game/1"):
        page = open_page(server.url + path, 360, 740)
        expect(page.locator("#statistics .panel, #steps li").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), path


@pytest.mark.parametrize("width", [360, 390, 412])
def test_the_list_shows_players_and_result_on_a_phone(
    server: Server, open_page: Callable[..., Any], width: int
) -> None:
    page = open_page(server.url + "library", width, 800)
    row = page.locator("#list tbody tr").first
    for text in (NASTY, "Grace", "White wins (1-0): a piece reached its goal"):
        box = row.get_by_text(text, exact=True).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width, text
    assert page.evaluate("(list => list.scrollWidth <= list.clientWidth)(document.querySelector('#list'))")
    for name in ("since", "until"):
        assert page.locator(f"[name={name}]").evaluate("input => input.scrollWidth <= input.clientWidth"), name


def test_a_shared_file_needs_no_server(open_page: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "game.pgn").write_text(RECORD.format(number=1, white=NASTY), encoding="utf-8")
    with Library(tmp_path / "shared.db") as library:
        import_record(library, read_record_file(tmp_path / "game.pgn")[0])
        (tmp_path / "game.html").write_text(share_page(game_study(library, 1)), encoding="utf-8")
    page = open_page((tmp_path / "game.html").as_uri(), 390, 844)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    expect(page.locator("#title")).to_have_text(f"{NASTY} – Grace")
    page.click("[data-go=last]")
    expect(page.locator("#outcome")).to_contain_text("a piece reached its goal")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.reload()
    expect(page.locator("#board .square")).to_have_count(64)
    assert [url for url in requests if not url.startswith(("file:", "data:"))] == []


def test_a_shared_file_has_no_button_that_does_nothing(open_page: Callable[..., Any], tmp_path: Path) -> None:
    """Nothing in it needs a server, and no click makes its console say an error."""
    (tmp_path / "game.pgn").write_text(RECORD.format(number=1, white="Ada"), encoding="utf-8")
    with Library(tmp_path / "shared.db") as library:
        import_record(library, read_record_file(tmp_path / "game.pgn")[0])
        library.keep_analysis(1, [StoredEval(seq, Eval(0), ("h4-g4",)) for seq, _ in positions(library, 1)])
        (tmp_path / "game.html").write_text(share_page(game_study(library, 1)), encoding="utf-8")
    said: list[str] = []
    page = open_page("about:blank")
    page.on("console", lambda message: message.type == "error" and said.append(message.text))
    page.goto((tmp_path / "game.html").as_uri())
    expect(page.locator("#board .square")).to_have_count(64)
    names = page.locator("button, a").evaluate_all("all => all.map(one => one.ariaLabel || one.textContent)")
    assert not {
        "Save",
        "Delete the game",
        "Library",
        "Share",
        "Record",
        "Why?",
        "Try other moves",
        "Play on from here",
    } & set(names)
    for button in page.locator("button:visible:enabled").all():
        before = page.evaluate("document.body.innerHTML")
        button.click()
        if not button.get_attribute("data-go") and not button.get_attribute("aria-current"):
            page.wait_for_function("before => document.body.innerHTML !== before", arg=before)
    assert said == []


def test_a_game_that_is_not_there_offers_nothing(server: Server, open_page: Callable[..., Any]) -> None:
    page = open_page(server.url + "game/9999")
    expect(page.locator("p.wrong")).to_have_text("there is no game 9999")
    assert page.locator("main, input, textarea, #share, #record").count() == 0


def test_high_contrast_shows_board_lights_and_what_is_chosen(server: Server, open_page: Callable[..., Any]) -> None:
    """With the system's own colours the board keeps its own: squares of two colours, the last move, the pieces."""
    page = open_page(server.url + "game/1?step=2", forced_colors="active", color_scheme="dark")
    expect(page.locator("#words")).to_have_text("e8-f7")
    page.click("#heat")
    colours = [shown(page, f".square[data-square='{square}']", 0.2) for square in (26, 27)]  # c4 and d4, both empty
    assert len(set(colours)) == 2
    assert all(min(colour) > 60 for colour in colours), "no square has the background's black"
    red, _, blue = shown(page, ".square[data-square='60']", 0.03)  # e8, which was left
    assert blue > red + 60
    assert len(colours_of(page, ".square[data-square='24']")) > 20, "a knight is drawn there"
    back = shown(page, "header", 0.9)
    assert back == (0, 0, 0)
    for chosen in ("#heat", "#steps [aria-current]"):
        assert shown(page, chosen, 0.5, 0.15) != back, chosen


def colours_of(page: Any, selector: str) -> set[tuple[int, ...]]:
    picture = Image.open(io.BytesIO(page.locator(selector).screenshot())).convert("RGB")
    return {colour for _, colour in picture.getcolors(1 << 24)}


def shown(page: Any, selector: str, across: float, down: float | None = None) -> tuple[int, ...]:
    """The colour of an element there, in parts of its width and height."""
    picture = Image.open(io.BytesIO(page.locator(selector).screenshot())).convert("RGB")
    return picture.getpixel((int(picture.width * across), int(picture.height * (across if down is None else down))))


def test_a_game_is_analysed_and_what_was_better_played_out(server: Server, open_page: Callable[..., Any]) -> None:
    page = open_page(server.url + "game/1")
    expect(page.locator("#graph")).to_have_text("Not analysed yet")
    page.click("#analysis >> text=Analyse the game")
    expect(page.locator("#analysis progress")).to_be_visible()
    expect(page.locator("#analysis progress")).to_have_count(0, timeout=120_000)
    expect(page.locator("#graph .eval-ply")).to_have_count(9)
    box = page.locator("#graph").bounding_box()
    assert box["y"] + box["height"] <= page.viewport_size["height"]
    area = page.locator("#graph .eval-first").get_attribute("d")
    assert area.startswith("M0 ") and " L720 " in area, (
        "from edge to edge: what is left out looks like the second side's win"
    )
    expect(page.locator("#steps .mark.blunder").first).to_have_text("??")
    page.click("#analysis >> text=Next mistake")
    expect(page.locator("#analysis .mark")).to_be_visible()
    shown = page.locator("#steps [aria-current]").inner_text()
    assert re.search(r"\?", shown), shown
    expect(page.locator("#analysis")).to_contain_text("Better: ")
    before = page.locator("#words").inner_text()
    page.click("#analysis >> text=Play it out")
    expect(page.locator("#words")).to_contain_text("Better: ", timeout=120_000)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#words")).to_have_text(before)
    page.locator("#graph .eval-ply").last.click()
    expect(page.locator("#words")).to_have_text("h3xf1")


def test_better_moves_than_ones_own_mistakes_are_looked_for(open_page: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "game.pgn").write_text(RECORD.format(number=1, white="Ada"), encoding="utf-8")
    with Library(tmp_path / "library.db") as library:
        import_record(library, read_record_file(tmp_path / "game.pgn")[0])
        (_, _), (first, _), (second, _), *_ = positions(library, 1)
        evals = (StoredEval(first, Eval(0), ("h5-g5", "e1-e2")), StoredEval(second, Eval(900)))
        library.keep_analysis(1, evals)
    server = Server(tmp_path / "library.db")
    try:
        page = open_page(server.url + "game/1")
        expect(page.locator("#analysis")).to_contain_text("White: no mistakes so far (2 of 4 moves analysed)")
        expect(page.locator("#analysis")).to_contain_text("Black: 1 blunder so far (1 of 5 moves analysed)")
        page.click("[aria-label='Find better moves for Black']")
        panel = page.locator("#improving")
        expect(panel).to_contain_text("Find a better move: 1 of 1")
        expect(panel).to_contain_text("Black played h5-g6??. Which move was better?")
        page.locator("#trying button", has_text="h5-g6").click()
        expect(panel).to_contain_text("h5-g6 is what was played. Look for a better move.")
        page.locator("#trying button", has_text="h4-g4").click()
        expect(panel).to_contain_text("h4-g4 is not the best move found. Try another.")
        assert page.locator("#trying .line span").count() == 0, "only the best one is played"
        page.locator(".square[data-square='39']").click()
        page.locator(".square[data-square='38']").click()
        expect(panel).to_contain_text("h5-g5 it is: 1... h5-g5")
        expect(page.locator("#trying .line span")).to_have_text(["h5-g5"])
        page.click("#improving >> text=Done")
        expect(panel).to_be_hidden()
        expect(page.locator("#words")).to_have_text("h5-g6")
    finally:
        server.close()
