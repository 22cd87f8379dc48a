"""Makes puzzles: positions from games, of the library or of a weak level against itself, that an exhaustive solver proves.

What is proved of each: one ply wins within so many plies, whatever the other side does, and no other ply does, nor within two
plies more where that can be tried out. Every later ply that is to be found is the only one that wins as fast; only at the last
may several win at once. The answers of the other side are those that hold out longest.
"""

from __future__ import annotations

import json
import random
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from crossboard.compiled import load

PLAYING_LEVEL = 3  # weak enough to miss wins
OPENING = 4  # plies by chance
LONGEST_GAME = 200  # plies
BACK = 7  # plies before the end of a game that are looked at
MOST_LINES = 40_000_000  # of play, by the number of plies at first: where there are more, a win is not looked for
DEPTHS = (1, 3, 5, 7)  # plies to the win
SLOWER = 2  # plies: who wins so much later wins as well
SHARES = {1: 0.2, 3: 0.45, 5: 0.25, 7: 0.1}  # of a set, as far as there are so many
FEWEST = 4  # plies to choose from at first
TIRED = 60  # games without a puzzle, then the set is as large as it gets


@dataclass
class Solver:
    """Wins by trying everything, on one game object."""

    game: Any
    wins: Callable[[Any, int, int, array[int], int], bool]

    def __post_init__(self) -> None:
        self.buffer = array("i", [0] * (self.game.max_plies * (max(DEPTHS) + SLOWER)))

    def plies(self) -> list[int]:
        """The legal plies."""
        return list(self.buffer[: self.game.plies(self.buffer, 0)])

    def after(self, side: int, ply: int, depth: int) -> bool:
        """Whether `side` wins within so many plies after that one."""
        self.game.push(ply)
        won = bool(self.wins(self.game, side, depth, self.buffer, 0))
        self.game.pop()
        return won

    def affordable(self, depth: int) -> bool:
        """Whether trying everything takes no more than a moment."""
        return len(self.plies()) ** depth <= MOST_LINES


def solver(spec: str) -> Solver:
    """The solver for a game, compiled where that is built."""
    rules = load(spec)
    return Solver(rules.new_game(spec, 256), rules.wins)


def line_of(solve: Solver, position: str) -> tuple[str, ...] | None:
    """The line of the puzzle that a position is, None if it is none."""
    game = solve.game
    game.set_text(position)
    side = game.side
    if game.result or getattr(game, "due", 0) or len(solve.plies()) < FEWEST or (depth := _depth(solve, side)) is None:
        return None
    if not _alone(solve, side, depth):
        return None
    found: list[str] = []
    try:
        while not game.result:
            ply = _only(solve, side, depth) if game.side == side else _toughest(solve, side, depth)
            if ply is None:
                return None
            found.append(str(game.ply_text(ply)))
            game.push(ply)
            depth -= 1
        return tuple(found)
    finally:
        for _ in found:
            game.pop()


def _depth(solve: Solver, side: int) -> int | None:
    """Plies to the forced win, None if there is none that can be afforded."""
    for depth in DEPTHS:
        if not solve.affordable(depth):
            return None
        if solve.wins(solve.game, side, depth, solve.buffer, 0):
            return depth
    return None


def _alone(solve: Solver, side: int, depth: int) -> bool:
    """Whether a single ply wins within `depth` plies, and no other wins two plies later."""
    reach = depth + SLOWER if solve.affordable(depth + SLOWER) else depth
    found = 0
    for ply in solve.plies():
        found += solve.after(side, ply, reach - 1)
        if found > 1:
            return False
    return True


def _only(solve: Solver, side: int, depth: int) -> int | None:
    """The one ply that wins within `depth` plies. At the last, where several win at once, the first of them."""
    winning = [ply for ply in solve.plies() if solve.after(side, ply, depth - 1)]
    if not winning:
        return None
    at_once = [ply for ply in winning if solve.after(side, ply, 0)]
    if at_once:
        return at_once[0] if len(at_once) == len(winning) else None
    return winning[0] if len(winning) == 1 else None


def _toughest(solve: Solver, side: int, depth: int) -> int | None:
    """The answer that holds out longest."""
    best, longest = None, -1
    for ply in solve.plies():
        lasts = next((plies for plies in range(depth) if solve.after(side, ply, plies)), depth)
        if lasts > longest:
            best, longest = ply, lasts
    return best


def self_play(spec: str, chance: random.Random) -> Iterator[str]:
    """Positions before the ends of games that a weak level plays against itself."""
    rules = load(spec)
    search = rules.Search(rules.new_game(spec, 64), 12)
    game = rules.new_game(spec, 256)
    buffer = array("i", [0] * game.max_plies)
    while True:
        game.reset(spec.partition(":")[2])
        while not game.result and game.undoable < LONGEST_GAME:
            if game.undoable < OPENING:
                game.push(buffer[chance.randrange(game.plies(buffer, 0))])
                continue
            search.game.set_text(game.text())
            rules.begin_at_level(search, PLAYING_LEVEL, chance.randrange(1 << 15), 0, 0)
            while not search.step(200):
                pass
            game.push(search.best)
        for _ in range(min(BACK, game.undoable)):
            game.pop()
            yield str(game.text())
        yield ""  # the next game


def find(
    spec: str, count: int, seed: str, candidates: Iterable[str] = (), told: Callable[[int], None] = lambda found: None
) -> list[dict[str, Any]]:
    """A set of puzzles, the easy ones first, as `puzzles.json` has them; `candidates` are tried before self-play."""
    solve = solver(spec)
    wanted = {depth: max(1, round(count * share)) for depth, share in SHARES.items()}
    found: dict[int, dict[str, tuple[str, ...]]] = {depth: {} for depth in DEPTHS}
    tired = 0

    def total() -> int:
        return sum(min(len(found[depth]), wanted[depth]) for depth in DEPTHS)

    def sources() -> Iterator[str]:
        yield from candidates
        yield from self_play(spec, random.Random(seed))

    for text in sources():
        if not text:
            tired += 1
            if tired > TIRED:  # the deep ones are too rare: more of the others instead
                deepest = max(depth for depth in DEPTHS if wanted[depth])
                missing = wanted[deepest] - len(found[deepest])
                wanted[deepest] -= max(0, missing)
                wanted[3 if deepest > 3 else 1] += max(0, missing)
                tired = 0
        else:
            line = line_of(solve, text)
            depth = next(depth for depth in DEPTHS if depth >= len(line)) if line else 0
            if line and text not in found[depth] and len(found[depth]) < wanted[depth]:
                found[depth][text] = line
                tired = 0
                told(total())
        if total() >= count:
            break
    return [
        {"position": text, "line": list(line)}
        for depth in DEPTHS
        for text, line in sorted(found[depth].items(), key=lambda one: (_choices(solve, one[0]), one[0]))
    ][:count]


def _choices(solve: Solver, text: str) -> int:
    """How many plies there are to choose from: the fewer, the easier."""
    solve.game.set_text(text)
    return len(solve.plies())


def write(found: list[dict[str, Any]]) -> str:
    """The file of a set, a puzzle a line."""
    lines = ",\n".join(f"  {json.dumps(one, ensure_ascii=False)}" for one in found)
    return f"[\n{lines}\n]\n"
