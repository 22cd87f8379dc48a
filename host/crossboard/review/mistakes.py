"""What was analysed of a game, by the steps of its replay; and the player's own mistakes, each to be found a better ply for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from crossboard.games.evals import SIGNS, WORDS
from crossboard.games.rules import game_at, side_names
from crossboard.games.turns import play_turn
from crossboard.library.judgement import Judged, judge, turn_line
from crossboard.library.stored import StoredEval
from crossboard.library.timeline import Timeline


class Analysed:
    """`judged` has the plies that stood, in order, nothing if the game was not analysed."""

    def __init__(self, line: Timeline, evals: Mapping[int, StoredEval]) -> None:
        self.line = line
        self.judged: list[Judged] = judge(line, evals) if evals else []
        by_seq = {one.seq: one for one in self.judged}
        self._steps = {
            i: by_seq[step.event.seq] for i, step in enumerate(line.steps) if step.event and step.event.seq in by_seq
        }

    def of_step(self, index: int) -> Judged | None:
        """The ply that a step shows, if it stood and the game was analysed."""
        return self._steps.get(index)

    def sign(self, index: int) -> str:
        """`??`, `?` or `?!` for a step, else nothing."""
        found = self.of_step(index)
        return SIGNS.get(found.nag, "") if found else ""

    def words(self, index: int) -> str:
        """A step's score, its mark and what was better: `-1.20  mistake; better: 3. a4-b5 h4-g4`."""
        found = self.of_step(index)
        if found is None:
            return ""
        score = found.eval.words() if found.eval else ""
        mark = f"{WORDS[found.nag]}; better: {turn_line(self.line, found)}" if found.nag else ""
        return "  ".join(part for part in (score, mark) if part)

    def next_mark(self, index: int) -> int | None:
        """The step of the next marked ply after `index`; after the last one the first again."""
        marked = sorted(i for i, one in self._steps.items() if one.nag)
        return next((i for i in marked if i > index), marked[0] if marked else None)


@dataclass(frozen=True)
class Exercise:
    """A marked ply that is to be improved: the position before it, and `step`, which shows it."""

    step: int
    position: str
    judged: Judged
    line: Timeline

    def task(self) -> str:
        """What the player is asked."""
        name = side_names(self.line.game)[self.judged.side]
        word = WORDS[self.judged.nag]
        return f"{name} played {self.judged.notation}, {'an' if word[0] in 'aeiou' else 'a'} {word}. What is better?"

    def is_solved_by(self, text: str) -> bool:
        """Whether a ply or turn that is legal here begins as the best line found does."""
        game = game_at(self.position, 4)
        first = play_turn(game_at(self.position, 4), text)[0]
        return game.ply_text(first) == self.judged.line[0]

    def words_for(self, text: str) -> str:
        """What to say about a ply or turn that was tried."""
        if self.is_solved_by(text):
            return f"Yes, {text} is the best found: {self.answer()}"
        if text == self.judged.notation:
            return f"{text} is what was played. Look for a better move."
        return f"{text} is not the best found. Try another."

    def answer(self) -> str:
        """The best line found."""
        return turn_line(self.line, self.judged)


def exercise(analysed: Analysed, index: int) -> Exercise | None:
    """The next mistake after the step `index` to be improved; None if the game has no marks."""
    step = analysed.next_mark(index)
    found = None if step is None else analysed.of_step(step)
    if step is None or found is None:
        return None
    return Exercise(step, analysed.line.steps[step - 1].position, found, analysed.line)
