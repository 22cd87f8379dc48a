"""Analyses logged games, position by position, in a search of its own; what has been found is kept at once.

The last position is searched first: the search remembers, so what it found there helps it with those before. Whatever
stops the work, a program that is killed too, what was stored stays, and the next time it goes on from there.
"""

from __future__ import annotations

import queue
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from crossboard.errors import CrossboardError
from crossboard.games.evals import Eval, eval_for
from crossboard.games.rules import RulesError, game_at, legal_plies, public_text
from crossboard.language import tr
from crossboard.library import Library, StoredEval
from crossboard.library.judgement import LONGEST, wanted
from crossboard.library.secret import is_hidden
from crossboard.library.timeline import Timeline, tell
from crossboard.opponent import Found, Limits, Thinker
from crossboard.opponent.thinker import Searcher

if TYPE_CHECKING:  # python-chess is loaded only when an engine is asked for
    from crossboard.engines.uci import Engine

THINK_S = 0.5  # about a position, unless told otherwise
WAIT_S = 0.1  # between two looks whether the work is to stop
HASH_MB = 16
AT_LEAST = Limits(depth=1, hash_mb=HASH_MB, seed=0)
MOST_FORCED = 8  # plies without a choice, one after the other
COMMAND = (sys.executable, "-m", "crossboard.analysis.low_priority")


class Stopped(Exception):
    """The work was stopped before it was done."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of an analysis: positions analysed, and positions in all."""

    game: int
    done: int
    count: int


def positions(library: Library, number: int) -> list[tuple[int, str]]:
    """The positions of a game that can be analysed, each with the ply it stands after (0: the start).

    CrossboardError if the game can't be analysed: its kings are still secret, or this version does not know it.
    """
    stored = library.game(number)
    try:
        line: Timeline = tell(stored.start, library.moments(number))
        game = game_at(line.start, 1)
    except RulesError as error:
        raise CrossboardError(tr("game {number} can't be analysed: {why}", number=number, why=error)) from error
    if is_hidden(game) or (stored.result == "*" and public_text(game) != game.text()):
        raise CrossboardError(tr("game {number} can't be analysed before its secret kings are revealed", number=number))
    return wanted(line)


class Analyst:
    """A search that analyses games, one after the other: an `engine`, Crossboard's own without one. `think_s` is its time for each
    position."""

    def __init__(self, think_s: float = THINK_S, engine: Engine | None = None) -> None:
        self._engine = engine
        self._limits = Limits(movetime_ms=max(1, round(think_s * 1000)), hash_mb=HASH_MB, seed=0)
        self._found: queue.Queue[Found] = queue.Queue()
        take = self._found.put
        self._thinker: Searcher = engine.searcher(take) if engine else Thinker(take, COMMAND)

    def __enter__(self) -> Analyst:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the search's process."""
        self._thinker.close()

    def require(self, spec: str) -> None:
        """CrossboardError if the engine does not play `GAME[:VARIANT]`."""
        if self._engine:
            self._engine.require(spec)

    def analyse(
        self, library: Library, number: int, told: Callable[[Progress], None], stop: Callable[[], bool] = lambda: False
    ) -> None:
        """Analyse the positions that were not analysed before with as much time; raises Stopped when `stop` returns True."""
        there = positions(library, number)
        known = library.analysis(number)
        least = self._limits.movetime_ms or 0
        name = self._engine.name if self._engine else ""
        kept = {seq for seq, one in known.items() if one.ms >= least and name in ("", one.engine)}
        left = [(seq, text) for seq, text in reversed(there) if seq not in kept]
        done = len(there) - len(left)
        told(Progress(number, done, len(there)))
        for place, (seq, text) in enumerate(left):
            found = self._search(seq, text, place == 0, stop)
            library.keep_analysis(number, [replace(found, engine=name)])
            done += 1
            told(Progress(number, done, len(there)))

    def _search(self, seq: int, text: str, fresh: bool, stop: Callable[[], bool]) -> StoredEval:
        """What is thought of a position; `ms` is the time that it was given, whether it took it or not.

        Where there is but one ply, what comes after it is searched: nobody thinks about that ply.
        """
        ms = self._limits.movetime_ms or 0
        game = game_at(text)
        forced: list[str] = []
        while len(forced) < MOST_FORCED and not game.result and len(plies := legal_plies(game)) == 1:
            forced.append(game.ply_text(plies[0]))
            game.push(plies[0])
        if game.result:
            end = eval_for(game.result - 1, 0, len(forced)) if game.result in (1, 2) else Eval()
            return StoredEval(seq, end, tuple(forced), len(forced), ms)
        found = self._think(game.text(), fresh, stop)
        best = found.lines[0]
        ends_in = best.ends_in
        if ends_in:
            ends_in += len(forced) if ends_in > 0 else -len(forced)
        line = (*forced, *best.plies)
        return StoredEval(seq, eval_for(game.side, best.score, ends_in), line[:LONGEST], found.depth, ms)

    def _think(self, text: str, fresh: bool, stop: Callable[[], bool]) -> Found:
        """Search a position to the end of its time, and if need be on to the end of the first ply."""
        found = self._wait(self._thinker.begin(text, self._limits, new_game=fresh), stop)
        if not found.depth and not found.problem:
            found = self._wait(self._thinker.begin(text, AT_LEAST), stop)
        if found.problem or not found.lines:
            raise CrossboardError(f"the search has found nothing: {found.problem or 'no ply'}", text)
        return found

    def _wait(self, number: int, stop: Callable[[], bool]) -> Found:
        """The end of that search."""
        while True:
            if stop():
                self._thinker.stop()
                raise Stopped
            try:
                found = self._found.get(timeout=WAIT_S)
            except queue.Empty:
                continue
            if found.number == number and found.done:
                return found
