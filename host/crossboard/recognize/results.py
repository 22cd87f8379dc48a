"""The result of a trace as moves and as a game record."""

from __future__ import annotations

from collections.abc import Iterator

from crossboard.games.reasons import end_word, why_word
from crossboard.games.record import Comment, Record, RecordTurn, Refused
from crossboard.games.rules import RESULTS, Game, square_name
from crossboard.games.turns import split_turns
from crossboard.library.trace import Trace
from crossboard.recognize.inference import Happening, Inference


def outcome(inference: Inference, game: Game) -> tuple[str, str]:
    """Result and reason of a game whose final position is `game`, as records have them; if something is missing, it is open unless
    the position ends it."""
    if inference.end and not (game.result or inference.lacks):
        return inference.end
    return RESULTS[game.result], end_word(game, game.reason)


def moves_text(inference: Inference, trace: Trace) -> str:
    """One record token a turn, then the result, then the final position."""
    game = trace.game()
    tokens = [turn.text for turn in split_turns(game, inference.plies)]
    return "\n".join([*tokens, outcome(inference, game)[0], game.text()]) + "\n"


def record_of(inference: Inference, trace: Trace) -> Record:
    """The game record: turns with the time they took and the attempts refused before them."""
    game = trace.game()
    turns = split_turns(game, inference.plies)
    result, reason = outcome(inference, game)
    record = Record(trace.position, result=result, termination=reason)
    attempts = [h for h in inference.happenings if h.what == "refused"]
    before = 0
    for turn in turns:
        time = inference.times[turn.end - 1]
        refused = [_refused(game, h) for h in _drain(attempts, time)]
        comment = Comment(emt=time - before, refused=refused)
        plies = tuple(inference.plies[turn.first : turn.end])
        record.turns.append(RecordTurn(turn.side, turn.text, plies, [comment]))
        before = time
    if attempts:
        left = Comment(refused=[_refused(game, h) for h in attempts])
        (record.turns[-1].notes if record.turns else record.prelude).append(left)
    if inference.lacks:
        (record.turns[-1].notes if record.turns else record.prelude).append(Comment(f"cut off: {inference.lacks}"))
    return record


def _drain(attempts: list[Happening], time: int) -> Iterator[Happening]:
    while attempts and attempts[0].time <= time:
        yield attempts.pop(0)


def _refused(game: Game, happening: Happening) -> Refused:
    why = why_word(game, happening.why)
    return Refused(square_name(game, happening.origin), square_name(game, happening.target), why)
