"""Scores of positions and marks for plies, in lichess' conventions.

A score is in hundredths of a plain piece, or a number of moves to a forced end, always from the first side's point of view. In a
record it stands after the turn that led to the position, with the depth of the search after a comma: `[%eval 0.35,12]`,
`[%eval #-3,9]`. A ply that loses much of its side's chance to win is marked: `?!` (a tenth to a fifth), `?`, `??` (three tenths
and more), in records as the NAGs $6, $2 and $4.
The formulas are those of lichess (lila, modules/analyse: WinPercent, Advice); one of our pieces counts as a pawn there.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

PIECE = 100  # hundredths of a plain piece
STEEPNESS = 0.00368208  # of the chance to win, by hundredths
MOST = 99_999  # hundredths
BLUNDER, MISTAKE, INACCURACY = 4, 2, 6
"""NAGs."""
SIGNS: dict[int, str] = {BLUNDER: "??", MISTAKE: "?", INACCURACY: "?!"}
WORDS: dict[int, str] = {BLUNDER: "blunder", MISTAKE: "mistake", INACCURACY: "inaccuracy"}
LOSSES = ((0.3, BLUNDER), (0.2, MISTAKE), (0.1, INACCURACY))  # of the chance to win, -1 to 1
DECIDED, NEARLY = 999, 700  # hundredths: an end that is forced from there changes less
EVAL = re.compile(r"(#)?([+-]?)(\d{1,4})(?:\.(\d{1,2}))?(?:,(\d{1,3}))?")


@dataclass(frozen=True, slots=True)
class Eval:
    """A score for the first side: `score` in hundredths, or `mate`: it wins in so many moves, loses if below 0."""

    score: int = 0
    mate: int | None = None

    def chance(self) -> float:
        """From -1, the second side wins, to 1, the first side does."""
        if self.mate is not None:
            return 1.0 if self.mate > 0 else -1.0
        return 2 / (1 + math.exp(-STEEPNESS * max(-MOST, min(MOST, self.score)))) - 1

    def text(self) -> str:
        """As a record has it, `0.35`, `-1.20`, `#3` or `#-3`."""
        return f"#{self.mate}" if self.mate is not None else f"{self.score / PIECE:.2f}"

    def words(self) -> str:
        """The same for people: `+0.35`."""
        return f"#{self.mate}" if self.mate is not None else f"{self.score / PIECE:+.2f}"


def read_eval(text: str) -> Eval | None:
    """The score that `[%eval TEXT]` says, None if that is not a score."""
    found = EVAL.fullmatch(text)
    if not found:
        return None
    forced, sign, whole, part, _ = found.groups()
    factor = -1 if sign == "-" else 1
    if forced:
        return Eval(mate=factor * int(whole)) if part is None and int(whole) else None
    return Eval(factor * (int(whole) * PIECE + int((part or "0").ljust(2, "0"))))


def read_depth(text: str) -> int:
    """How many plies deep the search behind `[%eval TEXT]` looked, after a comma (`0.35,12`); 0 if that is not said."""
    found = EVAL.fullmatch(text)
    return int(found[5] or 0) if found else 0


def eval_for(side: int, score: int, ends_in: int | None) -> Eval:
    """The score that a search gives for `side`: hundredths, or the plies until it has won (below 0: lost)."""
    sign = -1 if side else 1
    if ends_in:
        return Eval(mate=sign * ((ends_in + 1) // 2 if ends_in > 0 else -(-ends_in // 2)))
    return Eval(sign * max(-MOST, min(MOST, score)))


def mark_for(side: int, before: Eval, after: Eval) -> int:
    """The NAG of a ply of `side`, from the scores of the positions before and after it; 0 for none."""
    sign = -1 if side else 1
    had = before.mate is not None and sign * before.mate > 0
    loses = after.mate is not None and sign * after.mate < 0
    if had and after.mate is None:  # a forced win is gone
        return _softened(sign * after.score)
    if had and loses:
        return BLUNDER
    if before.mate is None and loses:
        return _softened(-sign * before.score)
    if before.mate is not None or after.mate is not None:
        return 0
    loss = sign * (before.chance() - after.chance())
    return next((nag for least, nag in LOSSES if loss >= least), 0)


def _softened(score: int) -> int:
    """The mark for a forced end lost or allowed, by what the position is worth all the same."""
    return INACCURACY if score > DECIDED else MISTAKE if score > NEARLY else BLUNDER
