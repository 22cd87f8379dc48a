"""What a puzzle is, and the set that comes with a game: `puzzles.json` in its package, the easy ones first.

A puzzle is a position and a line of plies: those of the side that is to move first are to be found, the others are the answers that
hold out longest. Each of the plies to be found is the only one that wins as fast; where several win at once, each of them
solves it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from crossboard.errors import CrossboardError
from crossboard.games.rules import Game, RulesError, game_at, game_folder, require_game, side_names
from crossboard.language import tr

RIGHT, WRONG, SOLVED = "right", "wrong", "solved"


@dataclass(frozen=True)
class Puzzle:
    """A puzzle. `number` counts from 1 in its game's set, `line` has the plies to the win."""

    number: int
    position: str
    line: tuple[str, ...]

    @property
    def side(self) -> int:
        """Who is to win."""
        return game_at(self.position, 1).side

    @cached_property
    def _to_find(self) -> list[bool]:
        """Whether the player has to find each ply of the line."""
        game, found = game_at(self.position), list[bool]()
        side = game.side
        for text in self.line:
            found.append(game.side == side)
            game.push(game.parse_ply(text))
        return found

    def finds(self, played: int = 0) -> int:
        """How many plies are to be found, where so many of the line stand."""
        return sum(self._to_find[played:])

    def soon(self, played: int = 0) -> str:
        """In how many moves the ply to be found wins, in words."""
        finds = self.finds(played)
        return tr("at once") if finds == 1 else tr("in {count} moves", count=finds)

    def task(self) -> str:
        """What is asked, in a sentence."""
        return tr("{side} to move wins {soon}.", side=side_names(self.position)[self.side], soon=self.soon())

    def judge(self, played: int, game: Game, text: str) -> str:
        """Whether `text` is right in `game`, where so many plies of the line stand: RIGHT, WRONG or SOLVED. RulesError if it is no
        legal ply.
        """
        ply = game.parse_ply(text)
        game.push(ply)
        won = game.result == self.side + 1
        game.pop()
        if won:
            return SOLVED
        return RIGHT if played < len(self.line) and self.line[played] == text else WRONG


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, none if it has no file; CrossboardError if there is no such game, or the file is wrong."""
    require_game(game)
    path = game_folder(game) / "puzzles.json"
    try:
        given: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
        found = tuple(Puzzle(i, str(one["position"]), tuple(one["line"])) for i, one in enumerate(given, 1))
        for puzzle in found:
            game_at(puzzle.position, 1)
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, TypeError, KeyError, RulesError) as error:
        raise CrossboardError(f"can't be used: {error}", str(path)) from error
    return found


def puzzle(game: str, number: int) -> Puzzle:
    """One of them; CrossboardError if there is none of that number."""
    found = puzzles(game)
    if not 1 <= number <= len(found):
        raise CrossboardError(
            tr("there is no puzzle {number} of {game}; it has {count}", number=number, game=game, count=len(found))
        )
    return found[number - 1]
