"""The live page as its user sees it: a large board, signs told apart by shape, pieces that glide, nothing jumps, keys alone."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import expect

from crossboard.games.rules import Game, new_game, read_square
from tests.web.browser.page_player import LONG_MS, Player, choose
from tests.web.browser.test_browser_people import violations

SIZES = {
    "1280x800": 780, "1280x720": 700, "1920x1080": 1060, "844x390": 375, "640x400": 385, "390x844": 380, "768x1024": 680,
}  # fmt: skip
"""Window (640x400: a laptop's at 200 % zoom) -> how large the board is at least, in pixels."""
SHIFTS = """() => {
  window.shifts = [];
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
  const name = ({ node, previousRect, currentRect }) =>
    `${node?.id || node?.className || node?.nodeName || "one that is gone"} from ${place(previousRect)} to ${place(currentRect)}`;
  const seen = (list) => list.getEntries().forEach((one) => shifts.push(...one.sources.map(name)));
  new PerformanceObserver(seen).observe({ type: "layout-shift" });
}"""  # what a user's own input has moved counts, too
SMALL = """() => [...document.querySelectorAll("button, .button, label, a")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .map((one) => [one.id || one.textContent, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => width > 1 && Math.min(width, height) < 43.9)
  .map(([name]) => name)"""  # what a finger doesn't hit
GLIDES = """() => {
  window.glides = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    glides.push([Number(this.closest(".square").dataset.square), how.duration]);
    return animate.call(this, frames, how);
  };
}"""
SHOW_MARKS = """async () => {
  const { Board } = await import("/static/board.js");
  const { gameOf } = await import("/static/games.js");
  const root = document.createElement("div");
  Object.assign(root.style, { position: "fixed", inset: "0 auto auto 0", width: "800px", zIndex: 99 });
  document.body.append(root);
  window.shown = new Board(root);
  const terrain = Object.fromEntries([...Array(32).keys()].map((i) => [i + 32, i % 2]));
  shown.lay({ columns: 8, rows: 8, holes: new Set(), game: gameOf("chess"), sides: ["White", "Black"], terrain });
}"""
EMPTY = ["", "last-from", "last-to", "move", "capture", "win", "place", "missing"]
STANDING = ["", "last-to", "move", "capture", "extra", "take-off", "offer", "check"]


def begin(play: Callable[..., Any], open_page: Callable[..., Any], spec: str, **window: Any) -> tuple[Any, Player]:
    """A game on a page, and who plays it."""
    page = open_page(play(spec).url, **window)
    player = Player(page, new_game(spec))
    player.ready()
    return page, player


@pytest.mark.parametrize("size", SIZES)
def test_the_board_is_as_large_as_the_window_lets_it(
    play: Callable[..., Any], open_page: Callable[..., Any], size: str
) -> None:
    width, height = map(int, size.split("x"))
    for spec in ("charing-cross", "card-chess:plain", "kings-crossing"):
        page, _ = begin(play, open_page, spec, width=width, height=height)
        box = page.locator("#board").bounding_box()
        room = {"charing-cross": box["height"], "card-chess:plain": box["height"], "kings-crossing": box["width"]}[spec]
        assert room >= SIZES[size], spec
        assert box["y"] >= 0 and box["y"] + box["height"] <= height
        for control in ("#status", "#new", "#menu", "#resign", "#player-near", "#player-far"):
            found = page.locator(control).bounding_box()
            assert found["y"] >= 0 and found["y"] + found["height"] <= height, (spec, control)
            assert found["x"] >= 0 and found["x"] + found["width"] <= width, (spec, control)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        squares = page.locator("#board .square[data-square='0']").bounding_box()
        assert abs(squares["width"] - squares["height"]) < 1.5


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_nothing_jumps_while_a_game_is_played(
    play: Callable[..., Any], open_page: Callable[..., Any], width: int, height: int
) -> None:
    page, player = begin(play, open_page, "charing-cross", width=width, height=height)
    page.evaluate(SHIFTS)
    player.drag(24, 42)  # refused, and put back
    expect(page.locator("#refusal")).to_contain_text("a4-c6", timeout=LONG_MS)
    player.status("^White to move.$")
    player.rest(500)
    player.drag(24, 31)  # onto a piece that it can't capture: that is told, and the board hears of a piece put back
    expect(page.locator("#notices")).to_have_text(re.compile("^a4-h4: .*; it is back on a4$"))
    expect(page.locator("[data-square='24']")).to_have_attribute("aria-label", "a4, White knight")
    expect(page.locator("[data-square='31']")).to_have_attribute("aria-label", "h4, Black knight")
    expect(page.locator("#board [data-mark='lifted']")).to_have_count(0)
    player.status("^White to move.$")
    player.rest(500)
    for text in ("e8-f7", "h5-g6"):
        player.perform(text)
    page.click("#takeback")
    page.click("#tidy", timeout=LONG_MS)
    player.status("^Black to move.$")
    expect(page.locator("#tidy")).to_be_hidden(timeout=LONG_MS)
    player.rest(500)
    player.game.pop()
    player.played.pop()
    player.perform("h5-g6")
    player.tap(read_square(player.game, "f7"))
    expect(page.locator(".sign[data-sign=move]").first).to_be_visible(timeout=LONG_MS)
    page.keyboard.press("Escape")
    expect(page.locator(".sign[data-sign=move]")).to_have_count(0, timeout=LONG_MS)
    for text in ("f7xh5", "d1xf1", "@d1"):
        player.perform(text)
    choose(page, "#people")
    page.select_option("[name=clock]", "5+3")
    page.click("dialog .primary")
    expect(page.locator(".clock[data-side='0']")).to_be_visible(timeout=LONG_MS)
    page.click("#draw")
    page.click("dialog >> text=Cancel")
    page.click("#resign")
    page.click("dialog >> text=White resigns, Black wins")
    expect(page.locator("#over")).to_contain_text("Black wins", timeout=LONG_MS)
    page.click("#over >> text=Rematch")
    player.status("to move.$")
    assert page.evaluate("shifts") == []
    choose(page, "#people")
    page.select_option("[name=clock]", "off")
    page.click("dialog .primary")
    expect(page.locator(".clock[data-side='0']")).to_be_hidden(timeout=LONG_MS)


def seen(page: Any, squares: dict[int, str]) -> dict[str, Image.Image]:
    """What differs on each of these squares from the same square without a mark, as bright as can be: its shape, not its colour."""

    def shots() -> dict[int, Image.Image]:
        taken = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        boxes = {
            square: page.locator(f".board >> nth=-1 >> [data-square='{square}']").bounding_box() for square in squares
        }
        inner = (
            (int(b["x"]), int(b["y"]), int(b["x"] + b["width"]), int(b["y"] + b["height"])) for b in boxes.values()
        )
        return {
            square: taken.crop((x + 3, y + 3, right - 3, low - 3))
            for square, (x, y, right, low) in zip(boxes, inner, strict=True)
        }

    marks = {square: mark for square, mark in squares.items() if mark not in ("", "check")}
    page.evaluate("marks => shown.show({ marks: {}, check: [] })", marks)
    before = shots()
    page.evaluate(
        "([marks, check]) => shown.show({ marks, check })",
        [marks, [s for s, mark in squares.items() if mark == "check"]],
    )
    after = shots()
    found: dict[str, Image.Image] = {}
    for square, mark in squares.items():
        change = ImageChops.difference(before[square], after[square]).convert("L")
        most: Any = change.getextrema()[1]
        found[mark] = change.point([min(255, level * 255 // max(most, 8)) for level in range(256)])
    return found


def light(image: Image.Image) -> float:
    """How light it is on average, 0 to 1."""
    return sum(level * count for level, count in enumerate(image.histogram())) / (255 * image.width * image.height)


@pytest.mark.parametrize("look", [{}, {"color_scheme": "dark"}, {"forced_colors": "active"}])
def test_every_sign_has_a_shape_of_its_own(
    play: Callable[..., Any], open_page: Callable[..., Any], look: dict[str, str]
) -> None:
    page, _ = begin(play, open_page, "charing-cross", **look)
    page.evaluate(SHOW_MARKS)
    for row, marks in ((0, EMPTY), (4, EMPTY), (2, STANDING), (6, STANDING)):  # from row 4 on there is terrain
        squares = {8 * row + column: mark for column, mark in enumerate(marks)}
        pieces = dict.fromkeys(squares, "K") if marks is STANDING else {}
        page.evaluate("squares => shown.show({ squares, lights: null })", pieces)
        shapes = seen(page, squares)
        assert light(shapes.pop("")) < 0.005
        for mark, shape in shapes.items():
            assert light(shape) > 0.02, (row, mark)
        for (one, first), (other, second) in combinations(shapes.items(), 2):
            different = light(ImageChops.difference(first, second.resize(first.size)))
            assert different > 0.03, (row, one, other)


def test_a_king_in_check_is_shown_and_said(play: Callable[..., Any], open_page: Callable[..., Any]) -> None:
    page, player = begin(play, open_page, "chess")
    for text in ("e2e4", "f7f6", "d1h5"):
        player.perform(text)
    king = page.locator("#board .square.check")
    expect(king).to_have_attribute("aria-label", re.compile("^e8, Black king, in check"), timeout=LONG_MS)
    player.perform("g7g6")
    expect(king).to_have_count(0)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_pieces_glide_unless_that_is_not_wished(seated: Callable[..., Any], motion: str) -> None:
    program, page, player = seated("charing-cross", reduced_motion=motion)
    page.evaluate(GLIDES)
    player.tap(24, 25)
    player.game.push(player.game.parse_ply("a4-b4"))
    player.played.append("a4-b4")
    player.wait_for("a4-b4")
    program.type("h4-g4")
    player.game.push(player.game.parse_ply("h4-g4"))
    player.played.append("h4-g4")
    player.wait_for("h4-g4")
    player.perform("b4-c4")  # dragged: it is there already
    assert page.evaluate("glides") == ([[25, 150], [30, 150]] if motion == "no-preference" else [])


def test_the_square_under_a_finger_is_enlarged(play: Callable[..., Any], open_page: Callable[..., Any]) -> None:
    page, player = begin(play, open_page, "charing-cross", width=390, height=844, has_touch=True, is_mobile=True)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *squares: int) -> None:
        points = [dict(zip("xy", player.middle(square), strict=True)) for square in squares]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 24)
    touch("touchMove", 25)
    under = page.locator(".square.under.finger")
    expect(under).to_have_attribute("data-square", "25")
    width = "one => parseFloat(getComputedStyle(one.firstElementChild, '::before').width) / one.clientWidth"
    assert 1.9 < under.evaluate(width) < 2.1
    touch("touchMove", 24)
    expect(under).to_have_attribute("data-square", "24")
    touch("touchEnd")
    expect(under).to_have_count(0)
    player.status("^White to move.$")


def test_the_boards_own_lights_are_shown_when_wished(play: Callable[..., Any], open_page: Callable[..., Any]) -> None:
    page, player = begin(play, open_page, "kings-crossing")
    beside, inside = (page.locator(f"#board .square[data-square='{square}']") for square in (256 + 8, 8))
    assert beside.bounding_box()["height"] < inside.bounding_box()["height"] / 2
    player.tap(1)
    assert page.locator(".carried").bounding_box()["width"] == inside.bounding_box()["width"]
    page.keyboard.press("Escape")
    expect(page.locator("#board .lit")).to_have_count(0)
    choose(page, "#lights")
    expect(page.locator("#board .lit").first).to_be_visible(timeout=LONG_MS)
    assert beside.bounding_box()["height"] == inside.bounding_box()["height"]
    page.reload()
    expect(page.locator("#board .lit").first).to_be_visible(timeout=LONG_MS)
    choose(page, "#lights")
    expect(page.locator("#board .lit")).to_have_count(0)


def test_the_panel_says_who_plays_and_what_was_played(seated: Callable[..., Any]) -> None:
    program, page, player = seated("charing-cross", 390, 844)
    long = "Wolfeschlegelsteinhausenbergerdorff the Younger of Philadelphia and the Wide World"[:80]
    choose(page, "#people")
    page.fill("[name=name0]", long)
    page.select_option("[name=clock]", "15")
    page.click("dialog .primary")
    name = page.locator(".side.first b")
    expect(page.locator(".side.first .clock")).to_have_text("15:00", timeout=LONG_MS)
    for text in ("Crossword level number 1", long):  # whole, with what is said below it
        program.type(f"name white {text}")
        expect(name).to_have_text(text, timeout=LONG_MS)
        strip = page.locator(".side.first").bounding_box()
        for part in (name, page.locator(".side.first small").first):
            box = part.bounding_box()
            assert box["y"] >= strip["y"] and box["y"] + box["height"] <= strip["y"] + strip["height"], text
            assert part.evaluate("one => one.scrollWidth <= one.clientWidth"), text
    below = page.locator("#player-near b")
    expect(below).to_have_text(long)
    page.click("#flip")
    expect(below).to_have_text("Bob")
    page.click("#flip")
    for text in ("a4-b4", "h4-g4", "b4-c4"):
        player.perform(text)
    expect(page.locator("#turns tr")).to_have_count(2)
    expect(page.locator("#turns tr").first.locator(".ply")).to_have_text(["a4-b4", "h4-g4"])
    expect(page.locator("#turns th")).to_have_text(["1.", "2."])
    page.click("#resign")
    expect(page.locator("dialog")).to_contain_text("White resigns, Black wins")
    page.click("dialog >> text=Black resigns, White wins")
    expect(page.locator("#turns .result")).to_have_text(
        re.compile("White wins.*: the other side resigned"), timeout=LONG_MS
    )
    program.type("clock off")
    program.type("name white Ada")


def test_touch_finds_every_control_and_axe_no_fault_on_a_phone(
    play: Callable[..., Any], open_page: Callable[..., Any]
) -> None:
    for scheme in ("light", "dark"):
        page, player = begin(
            play, open_page, "kings-crossing", width=390, height=844, has_touch=True, is_mobile=True, color_scheme=scheme,
            bypass_csp=True,
        )  # fmt: skip
        assert violations(page) == []
        page.click("#menu")
        assert violations(page) == []
        assert page.evaluate(SMALL) == ["To the board"]  # which keys alone bring up
        page.keyboard.press("Escape")
        player.tap(1)
        expect(page.locator(".sign[data-sign=move]").first).to_be_visible(timeout=LONG_MS)
        assert violations(page) == []
        page.keyboard.press("Escape")
        page.click("#resign")
        page.click("dialog >> text=White resigns")
        expect(page.locator("#over")).to_be_visible(timeout=LONG_MS)
        assert violations(page) == []


def go(player: Player, game: Game, square: str) -> None:
    """Walk with the arrow keys from the square that has the focus."""
    column, row = (read_square(game, square) % game.columns, read_square(game, square) // game.columns)
    at = int(player.page.evaluate("document.activeElement.dataset.square"))
    across, up = column - at % game.columns, row - at // game.columns
    keys = ["ArrowRight" if across > 0 else "ArrowLeft"] * abs(across) + ["ArrowUp" if up > 0 else "ArrowDown"] * abs(
        up
    )
    player.press(*keys)


def test_a_whole_game_by_keys_is_told_to_those_who_listen(
    play: Callable[..., Any], open_page: Callable[..., Any]
) -> None:
    page, player = begin(play, open_page, "card-chess:plain")
    said = page.locator("#said")
    page.focus(".square[tabindex='0']")
    for text, told in (("d2xd5", "Red: "), ("c6+d6", "Black: "), ("d5xd6", "Red wins")):
        go(player, player.game, text[:2])
        player.press("Enter")
        go(player, player.game, text[3:])
        label = page.evaluate("document.activeElement.getAttribute('aria-label')")
        assert label.startswith(text[3:]), label
        player.press("Enter")
        player.game.push(player.game.parse_ply(text))
        player.played.append(text)
        player.wait_for(text)
        expect(said).to_contain_text(told, timeout=LONG_MS)
    expect(page.locator("#over")).to_contain_text("Red wins")
    page.focus("#over >> text=Rematch")
    page.keyboard.press("Enter")
    player.status("to move.$")
