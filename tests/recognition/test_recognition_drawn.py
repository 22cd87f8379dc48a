"""The recognizer's states and gestures, as the documentation draws them, are those of the code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from crossboard.games.rules import Game
from crossboard.library.trace import Trace, TraceEvent, parse_trace
from crossboard.recognize import AFTER_MS, Observer
from crossboard.recognize.gesture_words import CIRCUMSTANCES, EVENTS, gesture_table
from crossboard.recognize.states import State, state_of
from crossboard.recognize.weighing import Explaining, weighed
from shared_rules.recognition import costs
from tests.support.gesture_rows import CROSS, CROSS_WIN, ROWS
from tests.support.hands import CLUMSY, NOISY, noisy_game
from tests.support.variants import usual_specs

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "shared_rules" / "recognition" / "README.md").read_text(encoding="utf-8")
PLAYERS = (ROOT / "firmware" / "GESTURES.md").read_text(encoding="utf-8")
ARROW = re.compile(r"^    ([A-Z]+) --> ([A-Z]+): .+$", re.MULTILINE)


SELDOM = (
    # What the rows of the other tables do not come to: the position, and the edges.
    (CROSS_WIN, "1000 -f4/1400 +h2/3000 -h2/3300 +g4"),  # OVER to SHOWN
    (CROSS_WIN, "1000 -f4/1400 +h2/3000 -h2/3300 +f4"),  # OVER to IDLE
    (
        "card-chess:progressive jk1k[qtJt]j/6/1[Tq]4/6/5Q/Q[JT]1KK1 w rbrbrbbrbrbr -",
        "10000 -e1/10000 +e2/11000 -b6/12000 -b4/14000 +b6/15000 +b4/15500 -b6/16000 +b6/16000 -b4/17000 !ok/17500 -b1/"
        "17600 +b1/18500 !back/19500 +b4/19600 -b4/20000 +b4/20500 +e1/20500 -d1/20900 -e1/21000 +e1/22000 !next/23000 !ok/"
        "23000 -b6/23000 -f2/25000 +b6/25700 +f2/26200 -f2/26500 +f2/27000 -b4/27800 -b6/28000 +b6/28350 -f2/28500 -b6/"
        "29000 +f2/30000 +b6",
    ),  # TROUBLE to ASKING
    (CROSS, "1000 -a4/1500 +c6/3000 -h4/3300 +f3/5000 -d8/5300 +d6"),  # TROUBLE to RESTORING
)

CANT_BE = {
    # The touch is over, and no longer kept, once it was charged.
    "too swift for taking off what covers it: the square captured or covered was open",
    # No hypothesis is kept that costs so much.
    "there long before it left: the piece arrived before it left",
}

NEVER_CHEAPEST = {
    # They cost so much that something else is always cheaper: they keep what was told, or have it asked about.
    "put back too late: a ply was put back, or another took its place",
    "went on after a pass: a ply was put back, or another took its place",
    "went on too late: a ply was put back, or another took its place",
    "the same squares, another answer: a ply was put back, or another took its place",
    "probably what was placed: a piece is off its square",
    "gone without being lifted: a ply was put back, or another took its place",
    "back where it came from: something closed an empty square for a while",
    # That it was put back has been paid for by then, and costs more.
    "put elsewhere: a ply was put back, or another took its place",
}


def traced(position: str, lines: str) -> Trace:
    text = "".join(f"{line}\n" for line in lines.split("/") if not line.endswith("?"))
    return parse_trace(f"# crossboard-trace 1\n# position {position}\n{text}")


def all_rows() -> list[Trace]:
    return [traced(position, lines) for _, position, lines, _ in ROWS] + [traced(*row) for row in SELDOM]


class Looking(Observer):
    """An Observer that notes which state followed which."""

    def __init__(self, trace: Trace) -> None:
        self.seen: set[tuple[str, str]] = set()
        self._state = State.IDLE
        super().__init__(trace.game())
        for event in trace.events:
            self.pass_to(event.time)
            self.feed(event)
        self.pass_to(self.now + AFTER_MS)

    def pass_to(self, time: int) -> None:
        for _ in self.until(time):
            pass

    def _step(self) -> Iterator[object]:  # type: ignore[override]
        yield from super()._step()
        if self.recognizer.resting():
            state = state_of(self.recognizer)
            if state is not self._state:
                self.seen.add((self._state.name, state.name))
                self._state = state


def test_the_states_are_those_of_the_code() -> None:
    for state in State:
        assert re.search(rf"^\| {state.name} \| ", PAGE, re.MULTILINE), state
    assert {name for arrow in ARROW.findall(PAGE) for name in arrow} == {state.name for state in State}


def test_every_change_of_state_that_is_drawn_happens_and_no_other() -> None:
    drawn = set(ARROW.findall(PAGE))
    assert len(drawn) == len(ARROW.findall(PAGE)), "an arrow is drawn twice"
    happened: set[tuple[str, str]] = set()
    for trace in all_rows():
        happened |= Looking(trace).seen
    assert drawn - happened == set(), "drawn, but no row comes to it"
    assert happened - drawn == set(), "a row comes to it, but it is not drawn"


@pytest.mark.parametrize("spec", usual_specs())
def test_no_game_leaves_the_drawing(spec: str) -> None:
    drawn = set(ARROW.findall(PAGE))
    for seed in range(2):
        for habits in (NOISY, CLUMSY):
            trace, _, _ = noisy_game(spec, seed, 25, habits)
            assert Looking(trace).seen <= drawn, f"seed {seed}"


def test_the_gestures_are_those_of_the_code() -> None:
    missing = [line for line in gesture_table().splitlines() if line not in PLAYERS.splitlines()]
    assert not missing, "firmware/GESTURES.md lacks these lines:\n" + "\n".join(missing)
    assert gesture_table() in PLAYERS, (
        "the gestures of firmware/GESTURES.md stand in another order, or there are more of them"
    )


def test_every_event_and_circumstance_has_words() -> None:
    assert sorted(EVENTS) == list(range(costs.EVENTS))
    bits = 0
    for _, _, circumstances, _, _ in costs.GESTURES:
        bits |= circumstances
    assert bits == sum(CIRCUMSTANCES)


class Counting(Explaining):
    """Notes which gestures the hypotheses need whenever it is decided: the cheapest, and any."""

    cheapest: set[int]
    any: set[int]

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._decide, self.policy.decide = self.policy.decide, self._note_and_decide

    def _note_and_decide(self) -> int:
        for i, each in enumerate(weighed(self).hypotheses):
            (self.any if i else self.cheapest).update(gesture.row for gesture in each.gestures)
        return self._decide()


def described(rows: set[int]) -> set[str]:
    """The names of these rows of the table, each with what is seen: a name alone may be that of several."""
    return {f"{costs.GESTURES[row - 1][4]}: {EVENTS[costs.GESTURES[row - 1][0]]}" for row in rows}


def test_every_gesture_is_what_a_row_of_the_tests_does() -> None:
    """A gesture that no row shows could be anything; a row of gesture_rows.py shows it."""
    Counting.cheapest, Counting.any = set(), set()
    for trace in all_rows():
        observer = Observer(trace.game(), reader=Counting)
        for event in trace.events:
            list(observer.until(event.time))
            observer.feed(TraceEvent(event.time, event.square, event.closed, event.button))
        list(observer.until(observer.now + AFTER_MS))
    rows = {number for number, (*_, cost, _) in enumerate(costs.GESTURES, 1) if cost}
    assert described(rows - Counting.cheapest - Counting.any) == CANT_BE, "no row of gesture_rows.py needs these"
    assert described(rows - Counting.cheapest) - CANT_BE == NEVER_CHEAPEST
