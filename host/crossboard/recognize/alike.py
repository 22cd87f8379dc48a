"""Plies that look alike to the sensors, so that the board has to ask which one was played.

What the rules page of a game says of its questions, the table under "At the board", is derived from this: each row from the
position that stands in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from crossboard.games.rules import ARRIVE, LEAVE, PATH, PLACED, TAKEN, Game, footprint, game_at, legal_plies
from shared_rules.codes import MAYBE

Look = frozenset[tuple[int, str]]

FROM_HAND = "which piece was put down from hand"
BECOMES = "which piece it becomes"
COVERS = "which of two stacks covers the other"
WAY = "which way round it went, over the same pieces"
DIFFERENCES = (FROM_HAND, BECOMES, COVERS, WAY)

HEAD = "| what the sensors can't tell | answers, in the order of offering | for instance in |\n|---|---|---|\n"
ROW = re.compile(rf"^\| (?:{'|'.join(DIFFERENCES)}) \| .* \| `(.*)` \|$", re.MULTILINE)


def looks(game: Game, ply: int) -> Iterator[Look]:
    """What the sensors may see of `ply`: "-" where a square opened, "+" closed, "=" opened and closed again.

    Landings on the way may be skipped, so they tell nothing; what may stand or go gives two looks.
    """
    effects = footprint(game, ply)
    sure = {(square, _look(effect)) for square, effect in effects if effect not in (PATH, MAYBE)}
    free = [(square, "-") for square, effect in effects if effect == MAYBE]
    for count in range(len(free) + 1):
        for gone in combinations(free, count):
            yield frozenset(sure | set(gone))


def _look(effect: int) -> str:
    if effect in (LEAVE, TAKEN):
        return "-"
    return "+" if effect in (ARRIVE, PLACED) else "="


def alike(game: Game) -> list[list[int]]:
    """The legal plies that share a look with another one, in groups; each in the order in which the board offers them."""
    groups: dict[Look, list[int]] = {}
    for ply in legal_plies(game):
        for look in looks(game, ply):
            groups.setdefault(look, []).append(ply)
    found: list[list[int]] = []
    for group in groups.values():
        group.sort(key=game.rank)
        if len(group) > 1 and group not in found:
            found.append(group)
    return found


def difference(game: Game, group: list[int]) -> str:
    """In what plies that look alike differ: one of DIFFERENCES. ValueError, naming them, if in nothing that has a name yet."""
    ends = [(ply & 255, game.destination(ply)) for ply in group]
    texts = [game.ply_text(ply) for ply in group]
    if len(set(ends)) == 1:
        if footprint(game, group[0])[0][1] == ARRIVE:
            return FROM_HAND
        return BECOMES if len({text.partition("=")[0] for text in texts}) == 1 else WAY
    if len(group) == 2 and ends[0] == ends[1][::-1]:
        return COVERS
    raise ValueError(f"{' and '.join(texts)} look alike in {game.text()}: a difference without a name")


def question_table(positions: list[str]) -> str:
    """A row for each of the positions: what is asked there, by the first plies that look alike."""
    rows: list[str] = []
    for position in positions:
        game = game_at(position)
        group = alike(game)[0]
        answers = ", ".join(f"`{game.ply_text(ply)}`" for ply in group)
        rows.append(f"| {difference(game, group)} | {answers} | `{position}` |\n")
    return HEAD + "".join(rows)


def positions_on(page: str) -> list[str]:
    """The positions in the table of questions on a rules page, none if it has no such table."""
    return ROW.findall(page)
