"""Events as lines for people, and the state of each board that they are told from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from crossboard.boards.stream import CLOCK, MOVE, POSITION, QUESTION, RESULT
from crossboard.games.about import spec_title
from crossboard.games.chess_clock import time_text
from crossboard.games.rules import RESULTS, specs
from crossboard.games.words import plural
from crossboard.watch.sources import Told, Value

UNREADABLE = (KeyError, TypeError, ValueError, IndexError, AttributeError)
"""What reading an event may raise that another program has made up."""


class Boards:
    """The latest event of each kind of the game on each board."""

    def __init__(self) -> None:
        self._known: dict[str, dict[str, Value]] = {}

    def take(self, told: Told) -> tuple[dict[str, Value], Value | None]:
        """The board's game with this event, and the event of that kind before it; None if there was none."""
        board = told.name or str(told.event.get("board", ""))
        of_game = self._known.get(board, {})
        if any(event["game"] != told.event["game"] for event in of_game.values()):
            of_game = {}
        before = of_game.get(told.event["event"])
        self._known[board] = of_game = {**of_game, told.event["event"]: told.event}
        return of_game, before


def lines(of_game: dict[str, Value], event: Value, before: Value | None) -> list[str]:
    """What there is to be read of an event; nothing for most states that come with a move, which says it already."""
    return [line for line in LINES[event["event"]](of_game, event, before) if line]


def _position(of_game: dict[str, Value], event: Value, before: Value | None) -> list[str]:
    del of_game
    who = [f"{name} ({side})" if name else side for name, side in zip(event["names"], event["sides"], strict=True)]
    spec = event["position"].partition(" ")[0]
    title = spec_title(spec) if spec in specs() else spec
    moves: list[str] = event["moves"] or []  # null: too many to be listed
    earlier: list[str] = before["moves"] or [] if before else []
    if before is None:
        played = f", {plural(len(moves), 'turn')} so far, the last {moves[-1]}" if moves else ""
        return [f"{title}: {' - '.join(who)}{played}"]
    named = f"{title}: {' - '.join(who)}" if event["names"] != before["names"] else ""
    shorter = event["moves"] is not None and moves != earlier and " ".join(earlier).startswith(" ".join(moves))
    return [named, f"taken back to {moves[-1] if moves else 'the start'}" if shorter else ""]


def _move(of_game: dict[str, Value], event: Value, before: Value | None) -> list[str]:
    del of_game, before
    return [f"{event['label']} {event['notation']}"]


def _clock(of_game: dict[str, Value], event: Value, before: Value | None) -> list[str]:
    if event["kind"] is None:
        return ["no clock"] if before and before["kind"] else []
    told = ("kind", "flag") if event["running"] is None else ("kind", "running", "flag")  # that it rests is no news
    if before and all(event[part] == before[part] for part in told):
        return []
    sides = of_game[POSITION]["sides"] if POSITION in of_game else ("1", "2")
    times = " - ".join(f"{side} {time_text(ms)}" for side, ms in zip(sides, event["left"], strict=True))
    up = f"; {sides[event['flag']]}'s time is up" if event["flag"] is not None else ""
    return [f"  {times}{up}"]


def _question(of_game: dict[str, Value], event: Value, before: Value | None) -> list[str]:
    del of_game, before
    return [f"{event['heading']} {', '.join(event['notations'])}"] if event["offers"] else []


def _result(of_game: dict[str, Value], event: Value, before: Value | None) -> list[str]:
    del of_game
    if event["words"]:
        return [event["words"]]
    return ["the game goes on"] if before and before["result"] != RESULTS[0] else []


LINES: dict[str, Callable[[dict[str, Value], Value, Value | None], list[Any]]] = {
    POSITION: _position, MOVE: _move, CLOCK: _clock, QUESTION: _question, RESULT: _result,
}  # fmt: skip
