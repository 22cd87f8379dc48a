"""What was analysed of a game, into its record and out of it again.

A record has the score of each position after its turn with the depth of the search, the mark of a turn as a NAG, and for every
marked ply what would have been better as a variation; other lines that differ from the game are in comments, and so is how long
each position was searched at least. Marks and variations follow from what is stored, so a record read gives back the scores
and the lines, and keeps as notes only what somebody else wrote.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from crossboard.games.evals import read_depth, read_eval
from crossboard.games.record import Comment, Nag, Note, Record, RecordTurn, Variation
from crossboard.games.rules import RulesError, game_at
from crossboard.library.judgement import HISTORY, LONGEST, Judged, judge, read_line, turn_line, turn_nag, wanted
from crossboard.library.stored import Event, StoredEval
from crossboard.library.timeline import Timeline, tell

MARKS = range(1, 7)
"""The NAGs that judge a ply: ! to ?!."""

Evals = dict[int, StoredEval]
"""By how many plies stood then; `seq` is that number, too."""


def annotate(record: Record, line: Timeline, evals: Evals) -> None:
    """Put what was analysed (`evals` by seq) into the record of that timeline."""
    if not evals:
        return
    judged: dict[int, list[Judged]] = {}
    for one in judge(line, evals):
        judged.setdefault(one.turn, []).append(one)
    told_here = _untold(line, evals, judged)
    record.prelude = _with_scores(record.prelude, told_here.get(0), None, _think(evals))
    for index, (turn, told) in enumerate(zip(record.turns, line.turns, strict=True)):
        plies = judged[index]
        between = told_here.get(told.seqs[0]) if len(plies) > 1 else None
        turn.notes = _with_scores(turn.notes, told_here.get(told.seqs[-1]), between)
        nag = turn_nag(told, plies)
        if nag and not any(isinstance(note, Nag) and note.number in MARKS for note in turn.notes):
            turn.notes.insert(0, Nag(nag))
        turn.notes += [Variation(text) for one in plies if one.nag and (text := turn_line(line, one))]


def _untold(line: Timeline, evals: Evals, judged: Mapping[int, Sequence[Judged]]) -> Evals:
    """The scores, with their lines as far as neither the game nor a variation has them."""
    found = {seq: replace(one, line=()) for seq, one in evals.items()}
    before = 0
    for plies in judged.values():
        for one in plies:
            if one.line and not (one.nag and turn_line(line, one)):
                found[before] = evals[before]
            before = one.seq
    return {**found, before: evals[before]} if before in evals else found


def _think(evals: Evals) -> int | None:
    """How many ms each position was searched at least, None if that is not known of all whose depth is."""
    least = min((one.ms for one in evals.values() if one.depth), default=0)
    return least or None


def _with_scores(
    notes: list[Note], after: StoredEval | None, between: StoredEval | None, think: int | None = None
) -> list[Note]:
    """The notes with scores and lines in their first comment, which is made if there is none."""
    if not (after or between or think):
        return notes
    first = next((note for note in notes if isinstance(note, Comment)), None)
    if first is None:
        first = Comment()
        notes = [first, *notes]
    first.think = think
    first.eval, first.eval_before_placement = _score(after), _score(between)
    first.line, first.line_before_placement = after.line if after else (), between.line if between else ()
    return notes


def _score(one: StoredEval | None) -> str:
    """A score and its depth as a record has them, "" for none."""
    return "" if one is None else f"{one.eval.text()},{one.depth}" if one.depth else one.eval.text()


def split(record: Record) -> tuple[Record, Evals]:
    """The record without what was analysed, and that."""
    evals = _scores(record)
    if not evals:
        return record, evals
    line = tell(record.start, _plies(record))
    _check_lines(line, evals)
    _take_lines(record.turns, line, evals)
    judged: dict[int, list[Judged]] = {}
    for one in judge(line, evals):
        judged.setdefault(one.turn, []).append(one)
    plain = replace(record, turns=[], prelude=_without(record.prelude, 0, ()))
    for turn, told, plies in zip(record.turns, line.turns, judged.values(), strict=True):
        ours = [turn_line(line, one) for one in plies if one.nag]
        plain.turns.append(replace(turn, notes=_without(turn.notes, turn_nag(told, plies), ours)))
    return plain, evals


def _plies(record: Record) -> list[Event]:
    return [
        Event(seq, "ply", text) for seq, text in enumerate((text for turn in record.turns for text in turn.texts), 1)
    ]


def _scores(record: Record) -> Evals:
    """The scores, depths and times, and the lines that comments have."""
    found: Evals = {}
    think = next((note.think for note in record.prelude if isinstance(note, Comment) and note.think), 0)

    def take(after: int, text: str, line: tuple[str, ...]) -> None:
        score, depth = read_eval(text), read_depth(text)
        if score is not None:
            found.setdefault(after, StoredEval(after, score, line, depth, think if depth else 0))

    for note in record.prelude:
        if isinstance(note, Comment):
            take(0, note.eval, note.line)
    stood = 0
    for turn in record.turns:
        stood += len(turn.plies)
        for note in turn.notes:
            if isinstance(note, Comment):
                take(stood, note.eval, note.line)
                if len(turn.plies) > 1:
                    take(stood - 1, note.eval_before_placement, note.line_before_placement)
    return found


def _check_lines(line: Timeline, evals: Evals) -> None:
    """Cut lines where they can't be played."""
    for seq, position in wanted(line):
        if seq not in evals or not evals[seq].line:
            continue
        game, legal = game_at(position, HISTORY), list[str]()
        for text in evals[seq].line[:LONGEST]:
            try:
                game.push(game.parse_ply(text))
            except RulesError:
                break
            legal.append(text)
        evals[seq] = replace(evals[seq], line=tuple(legal))


def _take_lines(turns: Sequence[RecordTurn], line: Timeline, evals: Evals) -> None:
    """Take the variations that say what was better in place of a marked ply, and are written as we write them."""
    for index, turn in enumerate(turns):
        first = line.turns[index].seqs[0] - 1
        for note in turn.notes:
            if not isinstance(note, Variation):
                continue
            read = read_line(line, index, note.text)
            if read is None or (before := evals.get(first + read[0])) is None:
                continue
            evals[before.seq] = replace(before, line=read[1])
            one = next(j for j in judge(line, evals) if j.turn == index and j.place == read[0])
            if not one.nag or turn_line(line, one) != note.text:
                evals[before.seq] = before


def _without(notes: Sequence[Note], nag: int, lines: Sequence[str]) -> list[Note]:
    """The notes less scores, that NAG and those variations."""
    left: list[Note] = []
    for note in notes:
        if isinstance(note, Comment):
            note = replace(note, eval="", eval_before_placement="", line=(), line_before_placement=(), think=None)
            left += [note] if note != Comment() else []
        elif isinstance(note, Variation):
            left += [note] if note.text not in lines else []
        elif note.number == nag:
            nag = 0
        else:
            left.append(note)
    return left


def by_seq(evals: Evals, record: Record, line: Timeline) -> list[StoredEval]:
    """The scores for the plies of a stored game; none if it is another than the record's."""
    if [turn.plies for turn in record.turns] != [turn.plies for turn in line.turns]:
        return []
    seqs = [0, *(seq for turn in line.turns for seq in turn.seqs)]
    return [replace(one, seq=seqs[stood]) for stood, one in evals.items()]
