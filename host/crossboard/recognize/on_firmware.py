"""Inference through the firmware: what a simulated board makes of a trace, told in the words of its own messages.

The board's app runs under MicroPython on simulated pins; what it sends over the link (shared_rules/protocol/WIRE.md) is read
here as the happenings of inference.py.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from crossboard import profiles
from crossboard.errors import CrossboardError
from crossboard.games.reasons import by_players, ends
from crossboard.games.rules import RESULTS, Game, RulesError, read_square
from crossboard.library.secret import is_hidden
from crossboard.library.trace import Stands, Trace
from crossboard.recognize.inference import Happening, Inference
from crossboard.simulator.traces import STANDS, BoardMessage, run_traces

PREFERRED = ("pico-8x8", "pico-cross")
"""The boards that are tried first for a game; after them every other profile."""


def board_for(game: str) -> str:
    """The name of a profile on whose board `game` can be played; CrossboardError if there is none."""
    for name in (*PREFERRED, *profiles.names()):
        if game in profiles.load(name)["games"]:
            return name
    raise CrossboardError(f"no board profile plays '{game}'")


def infer_on_board(traces: list[Trace]) -> Iterator[Inference]:
    """What each trace comes to on a board that has its game; traces of one board in a row share it."""
    starts = [(trace, trace.game()) for trace in traces]
    for trace, game in starts:
        if is_hidden(game):
            raise CrossboardError(
                "the kings are hidden, and a board would ask for them; use --runtime cpython", trace.source
            )
    for name, group in itertools.groupby(starts, key=lambda start: board_for(start[1].name)):
        same = list(group)
        runs = iter(run_traces([trace for trace, game in same if not game.result], name))
        for trace, game in same:
            # A board is given no position in which the game is over: there is nothing to play.
            yield Inference(trace.position) if game.result else read_messages(trace, game, next(runs).messages)


def read_messages(trace: Trace, game: Game, messages: list[BoardMessage]) -> Inference:
    """The happenings that a board's messages tell; CrossboardError if they contradict the rules.

    `game` stands at the trace's position; the plies are played in it.
    """
    inference = Inference(trace.position)
    wanted = (action for action in trace.actions if isinstance(action, Stands))
    for message in messages:
        words = message.payload.split(" ")
        if message.kind == "P":
            ply = game.parse_ply(words[4])
            game.push(ply)
            if game.digest() != int(words[3], 16):
                raise CrossboardError(f"the board's digest differs after {words[4]}", trace.source)
            inference.add(Happening(message.time, "ply", ply))
        elif message.kind == "U":
            for _ in range(int(words[4])):
                game.pop()
                inference.add(Happening(message.time, "takeback", inference.plies[-1]))
            inference.end = None
        elif message.kind == "E" and (reason := ends(game.name).word(int(words[4]))) in by_players(game.name):
            inference.end = RESULTS[int(words[3])], reason
        elif message.kind == STANDS:
            action = next(wanted)
            if message.payload != action.text():
                inference.lacks = action.missing(int(words[1]))
        elif message.kind == "R":
            origin, target = read_square(game, words[3]), read_square(game, words[4])
            inference.add(Happening(message.time, "refused", -1, origin, target, int(words[5])))
        elif message.kind == "Q" and words[3] != "0":
            inference.add(Happening(message.time, "ask", offers=_offers(game, words[5:], inference)))
    return inference


def _offers(game: Game, texts: list[str], inference: Inference) -> tuple[int, ...]:
    """The plies of a question, in place of the last ones played where they are not legal after those: of a pass, too."""
    back: list[int] = []
    try:
        while True:
            try:
                return tuple(game.parse_ply(text) for text in texts)
            except RulesError:
                if len(back) == len(inference.plies):
                    raise
                game.pop()
                back.append(inference.plies[-1 - len(back)])
    finally:
        for ply in reversed(back):
            game.push(ply)
