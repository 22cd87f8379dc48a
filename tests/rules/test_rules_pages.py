"""The rules pages beside the rules: their position texts are positions, their plies can be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import shared_rules
from crossboard.games.about import about
from crossboard.profiles import variant_words
from crossboard.render.pieces import piece
from shared_rules.card_chess.reading import shuffled_terrain
from shared_rules.errors import IllegalPlyError
from shared_rules.games import NAMES, game_at, new_game

FOLDER = Path(shared_rules.__file__).parent
PAGES = {name: FOLDER / name.replace("-", "_") / "RULES.md" for name in NAMES}


@pytest.mark.parametrize("name", PAGES)
def test_every_position_on_the_page_is_one(name: str):
    texts = re.findall(rf"^{name}[: ].*/.*$", PAGES[name].read_text(encoding="utf-8"), re.MULTILINE)
    assert new_game(name).text() in texts and len(texts) >= 2
    for text in texts:
        assert game_at(text).text() == text


@pytest.mark.parametrize("name", PAGES)
def test_every_ply_in_its_table_can_be_read(name: str):
    table = PAGES[name].read_text(encoding="utf-8").split("| ply | is |")[1].split("\n\n")[0]
    plies = re.findall(r"`(\S+)`", table)
    assert len(plies) >= 4
    for ply in plies:
        game = new_game(name)
        try:
            assert game.ply_text(game.parse_ply(ply)) == ply
        except IllegalPlyError as error:
            assert error.why


def test_the_table_of_seeds_is_so():
    page = PAGES["card-chess"].read_text(encoding="utf-8")
    seeds = re.search(r"\| seed \|(.*)\|", page)
    terrains = re.search(r"\| terrain \|(.*)\|", page)
    assert seeds and terrains
    shown = [cell.strip(" `") for cell in terrains[1].split("|")]
    assert shown == [shuffled_terrain(int(seed)) for seed in seeds[1].split("|")]


@pytest.mark.parametrize("name", NAMES)
def test_the_page_names_the_words_of_the_variants_in_the_order_of_their_lights(name: str):
    words = variant_words(name)
    page = PAGES[name].read_text(encoding="utf-8")
    assert set(words) == set(about(name).variants)
    if words:
        told = " ".join(page.partition("## At the board")[2].split())
        assert f"from the last square back: {', '.join(words)}." in told


@pytest.mark.parametrize("name", NAMES)
def test_every_piece_of_a_game_has_a_drawing_of_its_own(name: str) -> None:
    game = about(name)
    drawn = [piece(letter, game.look, game.drawings) for letter in game.pieces]
    assert len(set(drawn)) == len(drawn)
