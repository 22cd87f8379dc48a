"""What the plies of a game were worth: its timeline together with what was analysed of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from crossboard.games.evals import Eval, mark_for
from crossboard.games.formats import ply_notation
from crossboard.games.rules import RulesError, game_at, legal_plies
from crossboard.games.turns import Turn, label, numbers, play_turn, split_turns
from crossboard.library.stored import StoredEval
from crossboard.library.timeline import TimedTurn, Timeline

HISTORY = 4096  # plies
NUMBER = re.compile(r"\d*\.+|\d+")
LONGEST = 12  # plies of a line that are kept: what lies beyond is guessing


@dataclass(frozen=True, slots=True)
class Judged:
    """A ply that stood in the end: its text, ours and as the game's players write it. `eval` is the score of the position after it,
    None if that is not known or the game is over; `line` is how the game should have gone on from the position before it, when that
    begins with another ply; `nag` the ply's mark, 0 for none; `turn` the index of its turn and `place` the ply's in it.
    """

    seq: int
    side: int
    text: str
    notation: str
    turn: int
    place: int
    eval: Eval | None = None
    line: tuple[str, ...] = ()
    nag: int = 0


def wanted(line: Timeline) -> list[tuple[int, str]]:
    """The positions of a game that can be analysed: the ply each stands after (0: the start), and its text."""
    return [(seq, text) for seq, text, _, over in _positions(line) if not over]


def _positions(line: Timeline) -> Iterator[tuple[int, str, int, bool]]:
    """Seq, text, side to move, and whether the game is over, for each position that stood in the end."""
    game = game_at(line.start, HISTORY)
    yield 0, game.text(), game.side, bool(game.result)
    for turn in line.turns:
        for seq, ply in zip(turn.seqs, turn.plies, strict=True):
            game.push(ply)
            yield seq, game.text(), game.side, bool(game.result)


def judge(line: Timeline, evals: Mapping[int, StoredEval]) -> list[Judged]:
    """Every ply that stood, in order; nothing but its text is known of those whose positions were not analysed."""
    game = game_at(line.start, HISTORY)
    found: list[Judged] = []
    before = 0
    for index, turn in enumerate(line.turns):
        for place, (seq, ply) in enumerate(zip(turn.seqs, turn.plies, strict=True)):
            side, text, notation = game.side, game.ply_text(ply), ply_notation(game, ply)
            choices = len(legal_plies(game))
            game.push(ply)
            known, here = evals.get(before), evals.get(seq)
            after = (
                Eval(mate=1 if game.result == 1 else -1) if game.result in (1, 2) else Eval() if game.result else None
            )
            after = after or (here.eval if here else None)
            better: tuple[str, ...] = ()
            nag = 0
            if known and choices > 1 and known.line[:1] != (text,):
                better = known.line
                nag = mark_for(side, known.eval, after) if after else 0
            found.append(Judged(seq, side, text, notation, index, place, here.eval if here else None, better, nag))
            before = seq
    return found


def analysed(line: Timeline, judged: Sequence[Judged]) -> list[Judged]:
    """Those plies whose outcome is known: the position after them was analysed, or the game is over there."""
    last = judged[-1].seq if judged and line.game.result else 0
    return [one for one in judged if one.eval is not None or one.seq == last]


def turn_line(line: Timeline, judged: Judged) -> str:
    """What should have been played instead, as players and a record's variation write it: `3. a4-b5 h4-g4`; "" if nothing is
    known."""
    turn = line.turns[judged.turn]
    game = game_at(_position_before(line, judged.turn), HISTORY)
    plies = list(turn.plies[: judged.place])
    for ply in plies:
        game.push(ply)
    for text in judged.line[:LONGEST]:
        try:
            plies.append(game.parse_ply(text))
        except RulesError:  # found by a version with other rules: as far as it goes
            break
        game.push(plies[-1])
    if len(plies) == judged.place:
        return ""
    for _ in plies:
        game.pop()
    turns = split_turns(game, plies)
    count = numbers([*(one.side for one in line.turns[: judged.turn]), *(one.side for one in turns)])
    return " ".join(_words(turns, count[judged.turn :]))


def _words(turns: Sequence[Turn], count: Sequence[int]) -> Iterator[str]:
    before = 0
    for one, number in zip(turns, count, strict=True):
        if one.side == 0 or number != before:
            yield label(number, one.side)
        yield one.notation
        before = number


def _position_before(line: Timeline, turn: int) -> str:
    """The position in which a turn began."""
    if not turn:
        return line.start
    last = line.turns[turn - 1].seqs[-1]
    return next(step.position for step in line.steps if step.event and step.event.seq == last)


def read_line(line: Timeline, turn: int, text: str) -> tuple[int, tuple[str, ...]] | None:
    """What a record's variation says of a turn: the place in it of the ply that it replaces, and the plies that follow from there.
    None if that can't be played, or begins as the turn does to its end.
    """
    played = line.turns[turn].plies
    game = game_at(_position_before(line, turn), HISTORY)
    plies: list[int] = []
    texts: list[str] = []
    for word in text.split():
        if NUMBER.fullmatch(word):
            continue
        before = len(plies)
        try:
            plies += play_turn(game, word)
        except RulesError:
            return None
        for _ in plies[before:]:
            game.pop()
        for ply in plies[before:]:
            texts.append(game.ply_text(ply))
            game.push(ply)
    same = 0
    while same < min(len(plies), len(played)) and plies[same] == played[same]:
        same += 1
    return (same, tuple(texts[same:])) if same < min(len(plies), len(played)) else None


def turn_nag(turn: TimedTurn, judged: list[Judged]) -> int:
    """The mark of a turn: of what its side did in it. A piece that the other side had to place is not its doing."""
    return next((one.nag for one in judged if one.side == turn.side and one.nag), 0)
