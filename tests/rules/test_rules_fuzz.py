"""Texts spoilt by the thousand: every game refuses them with the project's own error, or takes them as they stand."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from crossboard.games.check import random_games
from crossboard.games.check.promises import malformed_texts_are_refused, plies_are_refused
from crossboard.games.check.random_games import read, read_ply
from crossboard.games.check.walks import spoilt_plies, spoilt_positions, walked
from crossboard.games.rules import game_at, new_game, specs
from shared_rules.errors import RulesError
from tests.support.rule_cases import BAD_PLIES, BAD_TEXTS, ILLEGAL_PLIES, TEXTS
from tests.support.rules_checks import starts

POSITIONS = 4000  # spoilt position texts for each variant
PLIES = 3000  # spoilt ply texts for each variant


def near(spec: str, count: int) -> list[str]:
    """Texts near those of positions of `spec`."""
    return spoilt_positions([*starts(spec), *(text for text in TEXTS if text.split(" ")[0] == spec)], count)


@pytest.mark.parametrize("spec", specs())
def test_a_spoilt_position_text_is_refused_whole_or_taken_whole(spec: str):
    taken = len(malformed_texts_are_refused(spec, near(spec, POSITIONS)))
    assert 0 < taken < POSITIONS // 2


@pytest.mark.parametrize("spec", specs())
def test_a_spoilt_ply_text_is_refused_or_names_a_legal_ply(spec: str):
    chance = random.Random(spec)
    refused = 0
    for seed in range(1, 31):
        game = walked(chance.choice(starts(spec)), seed, chance.randrange(40))
        refused += plies_are_refused(game, spoilt_plies(game, PLIES // 30, chance))
    assert refused > PLIES // 2


@pytest.mark.parametrize("text", ["", " ", ":", "unheard-of", "charing-cross", "charing-cross:", "\0", "-" * 100_000])
def test_what_names_no_position_is_refused(text: str):
    with pytest.raises(RulesError):
        game_at(text)
    for spec in specs():
        game = new_game(spec)
        with pytest.raises(RulesError):
            game.set_text(text)
        with pytest.raises(RulesError):
            game.parse_ply(text)
        assert game.text() == new_game(spec).text()


def test_micropython_takes_and_refuses_the_same(
    micropython: Callable[..., str], capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    texts = [text for spec in specs() for text in near(spec, 60) if text.isascii()]
    texts += [text for text, _, _ in BAD_TEXTS if text.isascii()]
    plies = [(at, text) for at, found in BAD_PLIES.items() for text in found] + [case[:2] for case in ILLEGAL_PLIES]
    for text in texts:
        read(text)
    for at, text in plies:
        read_ply(at, text)
    here = capsys.readouterr().out
    listed = tmp_path / "texts.json"
    listed.write_text(json.dumps([texts, plies]), encoding="utf-8")
    pieces = ["import json\nfrom random_games import read, read_ply\ntexts, plies = json.load(open('/texts.json'))"]
    pieces += [f"for text in texts[{n}:{n + 50}]: read(text)" for n in range(0, len(texts), 50)]
    pieces += ["for at, text in plies: read_ply(at, text)"]
    assert micropython(pieces, {"/random_games.py": random_games.__file__, "/texts.json": listed}, timeout=300) == here
