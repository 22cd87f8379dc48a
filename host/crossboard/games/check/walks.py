"""Random games, what a game object holds, and texts that are spoilt."""

from __future__ import annotations

import random
from array import array
from typing import Any, cast

from crossboard.games.check.random_games import after as after
from crossboard.games.check.random_games import choose as choose
from crossboard.games.rules import Game, game_at, legal_plies

HISTORY = 1024
"""Plies that a game of a walk can take back: more than other arrays have, so that rings of what was played are known by size."""

# What texts are made of, and what they are not: digits that int() alone takes, signs, other alphabets.
LETTERS = "KQJTRBNCMPkqjtrbncmp*[]/-+:@=x.0123456789 abcdefghijklmnw"
STRANGE = (
    *("\0", "\n", "\t", "\x7f", "_", "%", "9" * 30),
    *("\N{SUPERSCRIPT TWO}", "\N{ARABIC-INDIC DIGIT THREE}", "\N{SNOWMAN}"),
)


def walked(text: str, seed: int, length: int, history: int = HISTORY) -> Game:
    """A position of a random game from `text`, `length` plies on or where the game ended before."""
    game = game_at(text, history)
    out = array("i", [0] * game.max_plies)
    for _ in range(length):
        end = game.plies(out, 0)
        if not end:
            break
        seed = after(seed)
        ply = out[choose(game, out, end, seed)]
        game.push(ply)
    return game


def state(game: Game, history: int = HISTORY) -> dict[str, Any]:
    """Every value that the game holds, but for the rings of what was played: up to four times `history` entries, and some
    more where the past counts.

    Nor what it lists plies in for itself (private arrays of type "i"), nor what its class calls `scratch`.
    """
    scratch: tuple[str, ...] = getattr(game, "scratch", ())
    more: int = 2 + getattr(game, "look_back", 0)
    found: dict[str, Any] = {}
    for name, value in vars(game).items():
        if isinstance(value, (bytearray, array, list)):
            size = len(cast("list[object]", value))
            if size >= history and size % history <= more and size // history <= 4:
                continue
            if isinstance(value, array) and cast("array[int]", value).typecode == "i" and name.startswith("_"):
                continue
            value = bytes(cast(bytearray, value)) if not isinstance(value, list) else list(cast("list[object]", value))
        if name not in scratch:
            found[name] = value
    return found


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


def spoilt_positions(starts: list[str], count: int) -> list[str]:
    """Texts near those of positions of games that begin there, all of one variant."""
    chance = random.Random(starts[0])
    good = [walked(text, chance.randrange(1, 65536), chance.randrange(60)).text() for text in starts * 3]
    good += starts
    found = [spoil(chance.choice(good), chance) for _ in range(count)]
    for fields in (text.split(" ") for text in good):  # short ones are seldom met by chance
        found += [" ".join([*fields[:i], wrong, *fields[i + 1 :]]) for i in range(len(fields)) for wrong in ("", "x")]
    return found


def spoilt_plies(game: Game, count: int, chance: random.Random) -> list[str]:
    """Texts near those of plies."""
    good = [*(game.ply_text(ply) for ply in legal_plies(game)), "pass", "@a4", "a1-b2"]
    return [spoil(chance.choice(good), chance) for _ in range(count)]
