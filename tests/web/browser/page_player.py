"""Somebody who plays on the page: drags pieces as a game's plies want it, with a real mouse."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Error, expect

from crossboard.games.formats import formats_of, line_notation
from crossboard.games.rules import ARRIVE, NOWHERE, Game, footprint

LONG_MS = 120_000

OWN_MS: dict[int | None, Callable[[], float]] = {}
"""The time of the simulated board behind the pages at a port, in ms."""


def choose(page: Any, selector: str) -> None:
    """Take something out of the page's menu."""
    page.click("#menu")
    page.click(selector)


class Player:
    """Plays on `page`; `game` is the position that the board should have."""

    def __init__(self, page: Any, game: Game) -> None:
        self.page = page
        self.game = game
        self.start = game.text()
        self.played: list[str] = []
        page.wait_for_selector("#board .square")

    def rest(self, ms: int) -> None:
        """Let so much of the board's time pass, which a busy PC lets pass more slowly."""
        own_ms = OWN_MS[urlsplit(self.page.url).port]
        end = own_ms() + ms
        for _ in range(LONG_MS // 20):
            if own_ms() >= end:
                return
            self.page.wait_for_timeout(20)  # what the page has to do it does meanwhile
        raise AssertionError("the board's time does not pass")

    def ready(self) -> None:
        """Wait until the pieces stand and the board says whose turn it is."""
        self.status("to move.$")
        self.rest(300)

    def tap(self, *squares: int) -> None:
        """Touch squares one after the other, as fast as a finger does."""
        for square in squares:
            self.page.mouse.click(*self.middle(square))
            self.rest(150)

    def press(self, *keys: str) -> None:
        """Press keys one after the other, as fast as fingers do."""
        for key in keys:
            self.page.keyboard.press(key)
            self.rest(60)

    def status(self, pattern: str) -> None:
        """Wait until the page says so."""
        expect(self.page.locator("#status")).to_have_text(re.compile(pattern), timeout=LONG_MS)

    def middle(self, square: int) -> tuple[float, float]:
        """Where a square is in the window."""
        box = self.page.locator(f"#board .square[data-square='{square}']").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, origin: int, target: int, steps: int = 6) -> None:
        """Carry the top piece of a square to another (-1: into the box)."""
        self.page.mouse.move(*self.middle(origin))
        self.page.mouse.down()
        self._drop(target, steps)

    def _drop(self, target: int, steps: int = 6) -> None:
        if target < 0:
            box = self.page.locator("#tray-near").bounding_box()
            self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=steps)
        else:
            self.page.mouse.move(*self.middle(target), steps=steps)
        self.page.mouse.up()
        self.rest(120)

    def from_box(self, letter: str, target: int) -> None:
        """Carry a piece out of the box to a square."""
        box = self.page.locator(f"[data-letter='{letter}']").bounding_box()
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        self._drop(target)

    def perform(self, text: str) -> None:
        """Play one ply, answer what is asked, and wait until the page has it."""
        game = self.game
        ply = game.parse_ply(text)
        effects = footprint(game, ply)
        origin = ply & 255
        if origin != NOWHERE and effects[0][1] == ARRIVE:
            self.from_box(self._letter_from_box(text), origin)
        elif origin != NOWHERE:
            there = self.page.locator(f"#board .square[data-square='{origin}']")
            expect(there).not_to_have_attribute("aria-label", re.compile("empty"), timeout=LONG_MS)
            self.drag(origin, game.destination(ply))
        game.push(ply)
        self.played.append(text)
        self.wait_for(text)

    def _letter_from_box(self, text: str) -> str:
        letters = self.page.eval_on_selector_all("[data-letter]", "all => all.map(one => one.dataset.letter)")
        letter = letters[0] if text[0] == "@" else text[0]
        assert letter in letters, letters
        return letter

    def wait_for(self, text: str) -> None:
        """Until as many plies are written as were played, whatever has to be answered before."""
        written = "all => all.map(one => one.lastChild.textContent)"
        wanted = "".join(line_notation(self.start, self.played) if formats_of(self.game.name) else self.played)
        for _ in range(LONG_MS // 50):
            plies = "".join(self.page.eval_on_selector_all("#turns .ply", written)).replace("@-", "")
            if plies == wanted:
                break
            for answer in (text, *self.played[-2:-1]):  # it may be asked about the ply before, too
                choice = self.page.locator(f".choice[data-ply='{answer}']")
                if choice.count():
                    with contextlib.suppress(Error):  # it may be gone already
                        choice.first.click(timeout=1000)
                    self.page.wait_for_timeout(200)
                    break
            self.page.wait_for_timeout(50)
        else:
            raise AssertionError(f"{text} was not taken:\n{self.page.inner_text('main')}")
        self.rest(450)  # what a player is held to before the next touch
