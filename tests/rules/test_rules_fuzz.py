"""Texts spoilt by the thousand: every game refuses them with the project's own error, or takes them as they stand."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from crossboard.games.rules import Game, game_at, legal_plies, new_game, specs
from shared_rules.errors import PositionError, RulesError
from tests.on_board.random_games import read, read_ply
from tests.support.rule_cases import BAD_PLIES, BAD_TEXTS, ILLEGAL_PLIES, TEXTS
from tests.support.rules_checks import starts, walked

SCRIPT = Path(__file__).parents[1] / "on_board" / "random_games.py"
POSITIONS = 4000  # spoilt position texts for each variant
PLIES = 3000  # spoilt ply texts for each variant

# What the texts are made of, and what they are not: digits that int() alone takes, signs, other alphabets.
LETTERS = "KQJTRBNCMPkqjtrbncmp*[]/-+:@=x.0123456789 abcdefghijklmnw"
STRANGE = ["\0", "\n", "\t", "\x7f", "_", "%", "9" * 30]
STRANGE += ["\N{SUPERSCRIPT TWO}", "\N{ARABIC-INDIC DIGIT THREE}", "\N{SNOWMAN}"]


def spoil(text: str, chance: random.Random) -> str:
    """`text` with one to three things wrong, or by luck still right."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        at, to = sorted((chance.randrange(len(text) + 1), chance.randrange(len(text) + 1)))
        letter = chance.choice(LETTERS) if chance.random() < 0.9 else chance.choice(STRANGE)
        kind = chance.randrange(7)
        if kind == 0:
            text = text[:at] + letter + text[at:]
        elif kind == 1:
            text = text[:at] + letter + text[at + 1 :]
        elif kind == 2:
            text = text[:at] + text[at + 1 :]
        elif kind == 3:
            text = text[:at] + text[to : to + 1] + text[at + 1 : to] + text[at : at + 1] + text[to + 1 :]
        elif kind == 4:
            text = text[:at] + text[to:]
        elif kind == 5:
            text = text[:to] + text[at:to] + text[to:]
        else:
            fields = text.split(" ")
            chance.shuffle(fields)
            text = " ".join(fields)
    return text


def spoilt_positions(spec: str, count: int) -> list[str]:
    """Texts near those of real positions of `spec`."""
    chance = random.Random(spec)
    good = [walked(text, chance.randrange(1, 65536), chance.randrange(60)).text() for text in starts(spec) * 3]
    good += [text for text in TEXTS if text.split(" ")[0] == spec]
    return [spoil(chance.choice(good), chance) for _ in range(count)]


def use(game: Game) -> None:
    """Do with a position what play does."""
    plies = legal_plies(game)
    assert (game.result == 0) == bool(plies)
    for ply in plies:
        game.push(ply)
        assert (game.result == 0) == bool(legal_plies(game))
        game.pop()


@pytest.mark.parametrize("spec", specs())
def test_a_spoilt_position_text_is_refused_whole_or_taken_whole(spec: str):
    taken = 0
    game = walked(new_game(spec).text(), 5, 12)
    held = game.text()
    for text in spoilt_positions(spec, POSITIONS):
        try:
            game.set_text(text)
        except RulesError as error:
            assert isinstance(error, PositionError) and error.field, text
            assert 0 <= error.place <= len(text) + 1  # just behind it: something is missing
            assert game.text() == held
            continue
        taken += 1
        assert game.text() == text
        assert game.undoable == 0
        use(game)
        assert game.text() == text
        held = text
    assert 0 < taken < POSITIONS // 2


@pytest.mark.parametrize("spec", specs())
def test_a_spoilt_ply_text_is_refused_or_names_a_legal_ply(spec: str):
    chance = random.Random(spec)
    refused = 0
    for seed in range(1, 31):
        game = walked(chance.choice(starts(spec)), seed, chance.randrange(40))
        legal = {game.ply_text(ply): ply for ply in legal_plies(game)}
        before = game.text()
        for _ in range(PLIES // 30):
            text = spoil(chance.choice([*legal, "pass", "@a4", "a1-b2"]), chance)
            try:
                ply = game.parse_ply(text)
            except RulesError as error:
                assert text not in legal
                assert str(error)
                refused += 1
            else:
                assert ply == legal[text]
        assert game.text() == before
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
    texts = [text for spec in specs() for text in spoilt_positions(spec, 60) if text.isascii()]
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
    assert micropython(pieces, {"/random_games.py": SCRIPT, "/texts.json": listed}, timeout=300) == here
