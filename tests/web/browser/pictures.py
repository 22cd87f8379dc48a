"""The pictures of docs/ anew, from the pages: `python -m tests.web.browser.pictures`, a minute with a Chromium at hand.

`--sizes FOLDER` takes the live page at each of SIZES instead, as FOLDER/SIZE.png; `--before FOLDER` sets those of an earlier page
beside those of now, as docs/before-after-SIZE.png.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import expect, sync_playwright

from crossboard.analysis.analyst import Analyst
from crossboard.games.rules import new_game, read_square
from crossboard.library import Library
from tests.web.browser.conftest import FLAGS, Program, find_chromium
from tests.web.browser.hall_rig import RunningHall
from tests.web.browser.page_player import LONG_MS, Player

DOCS = Path(__file__).resolve().parents[3] / "docs"
THINK_S = 0.3
COLOURS = 200
SIZES = ("1280x800", "1280x720", "1920x1080", "768x1024", "844x390", "390x844")
BESIDE = 440  # pixels: the height of the pictures that stand side by side


class Pictures:
    """Opens pages in one browser and keeps what they look like."""

    def __init__(self, browser: Any) -> None:
        self._browser = browser

    def open(self, url: str, width: int = 1280, height: int = 800, dark: bool = False) -> Any:
        """A page of that size."""
        scheme = "dark" if dark else "light"
        context = self._browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
        page = context.new_page()
        page.goto(url)
        return page

    def take(self, page: Any, name: str) -> None:
        """Write docs/NAME.png."""
        page.wait_for_timeout(1500)
        path = DOCS / f"{name}.png"
        page.screenshot(path=path)
        save(Image.open(path), path)


def save(picture: Image.Image, path: Path) -> None:
    """Write a small PNG."""
    picture.convert("RGB").quantize(COLOURS, kmeans=4, dither=Image.Dither.NONE).save(path, optimize=True)
    print(path.name, f"{path.stat().st_size // 1000} KB")


def player_for(page: Any, spec: str) -> Player:
    """Somebody who plays that game on the page."""
    player = Player(page, new_game(spec))
    player.ready()
    return player


def hold(player: Player, origin: str, over: str) -> None:
    """A piece in the hand, over a square, with the mouse still down."""
    square = read_square(player.game, origin)
    player.page.mouse.move(*player.middle(square))
    player.page.mouse.down()
    player.page.mouse.move(*player.middle(read_square(player.game, over)), steps=6)


def perform(player: Player, plies: Iterable[str]) -> None:
    """Play these."""
    for ply in plies:
        player.perform(ply)


def charing_cross(take: Pictures, folder: Path) -> None:
    """The live page, then the game finished, analysed, and replayed on page and board."""
    program = Program(folder, "charing-cross", "--white", "Ada", "--black", "Grace")
    try:
        page = take.open(program.url)
        player = player_for(page, "charing-cross")
        perform(player, ("e8-f7", "h5-g6"))
        hold(player, "f7", "g5")
        take.take(page, "page")
        player.page.mouse.move(*player.middle(read_square(player.game, "f7")), steps=6)
        player.page.mouse.up()
        perform(player, ("f7xh5", "d1xf1", "@d1", "h5xh3", "@h5", "f1-g2", "h3xf1"))
        expect(page.locator("#status")).to_contain_text("wins", timeout=LONG_MS)
        with Library(program.library) as library, Analyst(THINK_S) as analyst:
            analyst.analyse(library, 1, lambda _: None)
        replay = take.open(program.url + "game/1")
        replay.click("#analysis >> text=Next mistake")
        take.take(replay, "replay-page")
        replay.click("#steps >> text=h5xh3")
        replay.click("[data-go=back]")
        replay.click("#setup")
        expect(replay.locator("#lead h2")).to_contain_text("Ada", timeout=LONG_MS)
        lead = Player(replay, player.game)
        lead.status("^Set up the position")
        replay.click("#tidy")
        lead.status("is set up. next goes on")
        replay.click("[aria-label='Forward one ply']")
        lead.status("^Now 3. ")
        lead.drag(24, 25)  # a4 to b4, where nothing belongs
        lead.status("Wrong: b4")
        take.take(replay, "lead-page")
    finally:
        program.close()


def dark(take: Pictures, folder: Path) -> None:
    """Cross-Eyed Chess at night."""
    program = Program(folder, "cross-eyed", "--white", "Ada", "--black", "Grace")
    try:
        player = player_for(take.open(program.url, dark=True), "cross-eyed")
        perform(player, ("e10-e9", "b5-e4"))
        hold(player, "f11", "d8")
        take.take(player.page, "page-dark")
    finally:
        program.close()


def phone(take: Pictures, folder: Path) -> None:
    """Card Chess on a phone."""
    program = Program(folder, "card-chess", "--white", "Ada", "--black", "Grace")
    try:
        page = take.open(program.url, 390, 844)
        expect(page.locator("#status")).to_contain_text("to move", timeout=LONG_MS)
        take.take(page, "page-phone")
    finally:
        program.close()


def sizes(take: Pictures, folder: Path, out: Path) -> None:
    """The live page, a piece lifted, at each of SIZES."""
    program = Program(folder, "charing-cross", "--white", "Ada", "--black", "Grace")
    try:
        perform(player_for(take.open(program.url), "charing-cross"), ("e8-f7", "h5-g6"))
        for size in SIZES:
            page = take.open(program.url, *map(int, size.split("x")))
            player = Player(page, new_game("charing-cross"))
            player.status("to move")
            player.tap(read_square(player.game, "f7"))
            expect(page.locator("[data-mark=move]").first).to_be_visible(timeout=LONG_MS)
            page.screenshot(path=out / f"{size}.png")
            page.keyboard.press("Escape")
            expect(page.locator("[data-mark=move]")).to_have_count(0, timeout=LONG_MS)
            page.close()
    finally:
        program.close()


def beside(before: Path, after: Path) -> None:
    """Set the pictures of each size side by side, the earlier one on the left."""
    for size in SIZES:
        pair = [Image.open(folder / f"{size}.png") for folder in (before, after)]
        left, right = (one.resize((one.width * BESIDE // one.height, BESIDE), Image.Resampling.LANCZOS) for one in pair)
        both = Image.new("RGB", (left.width + 16 + right.width, BESIDE), "white")
        both.paste(left, (0, 0))
        both.paste(right, (left.width + 16, 0))
        save(both, DOCS / f"before-after-{size}.png")


def hall(take: Pictures, folder: Path) -> None:
    """The wall of a hall with twelve boards, one of which has dropped, and the standings."""
    players = [
        f"{first} {last}"
        for first in ("Ada", "Bob", "Cleo", "Dan", "Eve", "Flo")
        for last in ("Adler", "Berg", "Cox", "Dietz")
    ]
    results = ("1-0", "1/2-1/2", "0-1")
    first = [f"1,table-{n},{players[2 * n - 2]},{players[2 * n - 1]},{results[n % 3]}" for n in range(1, 13)]
    second = [f"2,table-{n},{players[2 * n % 24]},{players[(2 * n + 3) % 24]}," for n in range(1, 13)]
    running = RunningHall(folder)
    try:
        running.pair("\n".join((*first, *second)))
        for n in range(1, 13):
            running.board(f"table-{n}", 3 + 2 * n, ("charing-cross", "card-chess", "chess", "cross-eyed")[n % 4], n)
        page = take.open(running.url, 1920, 1080)
        expect(page.locator("#count")).to_contain_text("12 playing", timeout=LONG_MS)
        running.drop("table-3")
        expect(page.locator("#alarm")).to_contain_text("table-3", timeout=LONG_MS)
        take.take(page, "hall-page")
        page.click("[href='#standings']")
        take.take(page, "standings-page")
    finally:
        running.close()


def main() -> None:
    """Make them all, or those that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=Path, metavar="FOLDER")
    parser.add_argument("--before", type=Path, metavar="FOLDER")
    given = parser.parse_args()
    path = find_chromium()
    if not path:
        raise SystemExit("no Chromium on this machine (Debian: apt-get install chromium)")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        take = Pictures(playwright.chromium.launch(executable_path=path, args=FLAGS))
        if out := given.sizes or (given.before and Path(folder)):
            sizes(take, Path(folder) / "sizes", out)
            if given.before:
                beside(given.before, out)
            return
        for make in (charing_cross, dark, phone, hall):
            make(take, Path(folder) / make.__name__)


if __name__ == "__main__":
    main()
