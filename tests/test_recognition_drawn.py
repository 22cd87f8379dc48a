"""The recognizer's states, decisions and gestures, as the documentation draws them, are those of the code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from gesture_rows import CROSS, CROSS_WIN, EYED_PAWN, HAND, ROWS, STACKS_OWN
from hands import CLUMSY, NOISY, noisy_game
from variants import usual_specs

from crossboard.library.trace import Trace, TraceEvent, parse_trace
from crossboard.recognize import AFTER_MS, Observer
from crossboard.recognize.breakdown import breakdown
from crossboard.recognize.explanation import Explaining
from crossboard.recognize.gesture_words import CIRCUMSTANCES, EVENTS, decision_table, gesture_table
from crossboard.recognize.states import State, state_of
from shared_rules.recognition import gestures
from shared_rules.recognition.recognizer import Recognizer

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "shared_rules" / "recognition" / "README.md").read_text(encoding="utf-8")
PLAYERS = (ROOT / "firmware" / "GESTURES.md").read_text(encoding="utf-8")
ARROW = re.compile(r"^    ([A-Z]+) --> ([A-Z]+): .+$", re.MULTILINE)

ASKED = "card-chess:plain [tT]j[kqQkq]1jt/6/6/6/2JQ2/2[KKT]1J1 b ............ -"

SELDOM = (
    # What the rows of the other tables do not come to: the position, and the edges.
    (CROSS, "1000 +b4/1900 -a4/3500 -b4/3800 +b5"),  # ASKING to SHOWN
    (ASKED, "4526 -b6/4915 +f2/5806 -d2/5972 -c2/6090 +c2/6708 -f2/6957 +f2/10961 -f6"),  # ASKING to HANDS
    (CROSS_WIN, "1000 +a1/1100 -f4/1600 +h2/2200 -a1"),  # HANDS to OVER
    (STACKS_OWN, "1000 -c3/1500 +c3/1550 -d2/2400 +d2"),  # SHOWN to ASKING
    (CROSS, "1000 -a4/1500 +b4/2500 -b4/2700 +a4/2750 +a1"),  # SHOWN to TROUBLE
    (EYED_PAWN, "1000 -k6/1500 +h5/3000 -h5/3300 +l6"),  # TROUBLE to ASKING
    (CROSS_WIN, "1000 -f4/1400 +h2/3000 -h2/3300 +f4"),  # OVER to SHOWN
    (HAND, "1000 +b1/1500 !back/3000 +c1/3500 -b1"),
)

NEVER_CHEAPEST = {
    # They cost more than the limit of what explains anything,
    "stands where it can't",
    "there long before it left",
    # or so much that something else is always cheaper: they keep what was told.
    "put back too late",
    "gone without being lifted",
    "put back from a stack that stood still",
    "what was not chosen",
    "another piece",
    "another piece than was answered",
    "another ply than was answered",
    # It is asked about when nothing else explains why a card is missing.
    "covered some seconds before it left",
    # That the other stack covered it costs nothing, and so many edges fit both.
    "covered before the other stack was left",
    # A row of test_recognizer_limits.py comes to this, after much else: a covering put back, the stack long before the card.
    "in the place of what was taken back",
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


def test_the_decisions_are_those_of_the_code() -> None:
    assert decision_table() in PAGE, "copy what crossboard.recognize.gesture_words.decision_table() gives"


def test_the_gestures_are_those_of_the_code() -> None:
    missing = [line for line in gesture_table().splitlines() if line not in PLAYERS.splitlines()]
    assert not missing, "firmware/GESTURES.md lacks these lines:\n" + "\n".join(missing)
    assert gesture_table() in PLAYERS, (
        "the gestures of firmware/GESTURES.md stand in another order, or there are more of them"
    )


def test_every_event_and_circumstance_has_words() -> None:
    assert sorted(EVENTS) == list(range(gestures.EVENTS))
    bits = 0
    for _, _, circumstances, _, _ in gestures.GESTURES:
        bits |= circumstances
    assert bits == sum(CIRCUMSTANCES)


class Counting(Explaining):
    """Notes which gestures the lines weighed need: the cheapest, and any."""

    cheapest: set[str]
    any: set[str]

    def _weigh_up(self) -> None:  # type: ignore[override]
        for i in range(self.lines.count):
            for note in breakdown(self, i):
                (self.any if i else self.cheapest).add(gestures.GESTURES[note.row][4])


def test_every_gesture_is_what_a_row_of_the_tests_does() -> None:
    """A gesture that no row shows could be anything; a row of gesture_rows.py shows it."""
    Counting.cheapest, Counting.any = set(), set()
    for trace in all_rows():
        observer = Observer(trace.game(), reader=Counting)
        for event in trace.events:
            list(observer.until(event.time))
            observer.feed(TraceEvent(event.time, event.square, event.closed, event.button))
        list(observer.until(observer.now + AFTER_MS))
    names = {row[4] for row in gestures.GESTURES}
    assert names - Counting.cheapest <= NEVER_CHEAPEST
    assert names - Counting.cheapest - Counting.any == set()
    assert issubclass(Counting, Recognizer)
