"""Puzzles on the page and from the page on the board: real browser, real rules, real firmware."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from crossboard.games.rules import game_at, legal_plies
from crossboard.puzzles import Puzzle, puzzles
from tests.web.browser.page_player import LONG_MS, Player


def two_moves(name: str) -> Puzzle:
    return next(one for one in puzzles(name) if one.finds() == 2 and "@" not in "".join(one.line))


def click(page: Any, *squares: int) -> None:
    for square in squares:
        page.click(f"#board .square[data-square='{square}']")


def test_a_puzzle_is_solved_on_the_page(play: Callable[..., Any], open_page: Callable[..., Any]) -> None:
    one = two_moves("kings-crossing")
    page = open_page(f"{play('kings-crossing').url}puzzles?game=kings-crossing&number={one.number}")
    expect(page.locator("#task")).to_have_text(one.task())
    expect(page.locator("#hint")).to_be_enabled()
    game = game_at(one.position)
    wrong = next(
        ply
        for ply in legal_plies(game)
        if game.ply_text(ply) != one.line[0] and one.judge(0, game, game.ply_text(ply)) == "wrong"
    )
    click(page, wrong & 255, game.destination(wrong))
    if page.locator("#choices").is_visible():
        page.click(f"#choices >> text={game.ply_text(wrong)}")
    expect(page.locator("#verdict.wrong")).to_contain_text("does not win ")
    page.click("#hint")
    expect(page.locator(f".square[data-square='{game.parse_ply(one.line[0]) & 255}']")).to_have_attribute(
        "data-mark", "offer"
    )
    for i, text in enumerate(one.line):
        ply = game.parse_ply(text)
        if game.side == one.side:
            expect(page.locator("#line li")).to_have_count(i, timeout=LONG_MS)
            expect(page.locator("#hint")).to_be_enabled()
            click(page, ply & 255, game.destination(ply))
        game.push(ply)
    expect(page.locator("#verdict.right")).to_contain_text("Solved!")
    expect(page.locator("#all .solved")).to_have_count(1)
    page.click("#next")
    expect(page.locator("#heading")).to_contain_text(f"puzzle {one.number + 1} of")
    page.reload()
    expect(page.locator("#all .solved")).to_have_count(1)
    expect(page.locator("#hint")).to_be_enabled()
    page.click("#solution")
    following = puzzles("kings-crossing")[one.number]
    expect(page.locator("#line li")).to_have_count(len(following.line), timeout=LONG_MS)


def test_a_puzzle_goes_from_the_page_to_the_board(play: Callable[..., Any], open_page: Callable[..., Any]) -> None:
    one = next(found for found in puzzles("kings-crossing") if found.finds() == 3)
    page = open_page(f"{play('charing-cross').url}puzzles?game=kings-crossing&number={one.number}")
    page.click("#onboard")
    expect(page.locator("#puzzle")).to_contain_text(one.task(), timeout=LONG_MS)
    expect(page.locator("#title")).to_have_text("King's Crossing", timeout=LONG_MS)
    player = Player(page, game_at(one.position))
    player.ready()
    game = player.game
    wrong = next(
        text for text in map(game.ply_text, legal_plies(game)) if re.fullmatch(r"..-..", text) and text != one.line[0]
    )
    origin, target = game.parse_ply(wrong) & 255, game.destination(game.parse_ply(wrong))
    places = {square: page.locator(f"#board .square[data-square='{square}']") for square in (origin, target)}
    before = {square: place.get_attribute("data-letters") or "" for square, place in places.items()}
    player.drag(origin, target)
    expect(page.locator("#puzzle p")).to_contain_text("does not win in 3 moves", timeout=LONG_MS)
    for square, place in places.items():  # the page puts it back by itself
        expect(place).to_have_attribute("data-letters", before[square], timeout=LONG_MS)
    player.status("to move.$")
    expect(page.locator("#thinking")).to_be_empty(timeout=LONG_MS)
    for text in one.line:
        if game.side == one.side:
            player.status("to move.$")
            player.rest(500)
            player.perform(text)
        else:
            game.push(game.parse_ply(text))
            player.played.append(text)
            player.wait_for(text)
    expect(page.locator("#puzzle p")).to_have_text("Solved!", timeout=LONG_MS)
    page.click("#puzzle >> text=Next puzzle")
    expect(page.locator("#puzzle h2")).to_have_text(f"Puzzle {one.number + 1}", timeout=LONG_MS)
