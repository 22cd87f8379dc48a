"""The recognizer: random games under human hands, games once misread, no allocation on the board, and its parts.

Gestures are in tables of their own, read by the other test_recognizer files.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crossboard.games.rules import Game, game_at, legal_plies, new_game, specs
from crossboard.library.trace import TraceEvent, parse_trace
from crossboard.recognize import Happening, Observer, infer_here
from shared_rules.protocol import signals
from shared_rules.recognition import costs
from shared_rules.recognition.hypotheses import EVENTS, ROOM, Hypotheses
from shared_rules.recognition.positions import NONE, Positions
from shared_rules.recognition.positions import ROOM as POSITIONS
from shared_rules.recognition.recognizer import Recognizer
from tests.support.answers import Answering
from tests.support.examiner import examine
from tests.support.hands import CLEAN, CLUMSY, NOISY, Habits, noisy_game
from tests.support.stories import story
from tests.support.variants import usual_specs

WITHOUT_END = Path(__file__).parents[1] / "data" / "trouble_without_end.trace"
ON_BOARD = Path(__file__).parents[1] / "on_board" / "recognizer_alloc.py"
TWO_STACKS = "card-chess:plain 2kkjt/tj1q2/6/2[JQ]3/3[qQ]2/TJKK1T w ............ -"
SEVEN = ("e3", "f3", "c4", "d4", "e4", "f4", "b4")
HABITS = {"clean": CLEAN, "noisy": NOISY, "clumsy": CLUMSY}


@pytest.mark.parametrize("habit", HABITS)
@pytest.mark.parametrize("spec", specs())
def test_random_games(spec: str, habit: str) -> None:
    """By somebody who answers: their hands are recorded beforehand, and can't foresee a question.

    Without stacks nothing is asked but what they foresee.
    """
    for seed in range(2):
        trace, plies, game = noisy_game(spec, seed, 25, HABITS[habit])
        if not spec.startswith("card-chess"):
            inference = infer_here(trace)
            assert inference.plies == plies, f"{spec}, {habit}, seed {seed}"
            assert inference.game().text() == game.text()
        player = Answering(trace, plies)
        assert player.told == plies, f"{spec}, {habit}, seed {seed}"
        assert player.observer.game.text() == game.text()


@pytest.mark.soak
@pytest.mark.parametrize("habit", HABITS)
@pytest.mark.parametrize("spec", specs())
def test_many_random_games(spec: str, habit: str) -> None:
    for seed in range(2, 20):
        trace, plies, game = noisy_game(spec, seed, 25, HABITS[habit])
        player = Answering(trace, plies)
        assert player.told == plies, f"{spec}, {habit}, seed {seed}"
        assert player.observer.game.text() == game.text()


BEYOND = {
    "slides of 40 ms a square": replace(NOISY, slide=40),
    "captured pieces pushed off": replace(NOISY, push=1.0),
    "tapped down twice": replace(NOISY, tap=1.0),
    "dropped on the way": replace(NOISY, drop=0.3),
    "replies after 50 ms": replace(NOISY, rest=50),
}


@pytest.mark.parametrize("habit", BEYOND)
@pytest.mark.parametrize("spec", ["charing-cross", "cross-eyed", "card-chess"])
def test_hands_beyond_the_limits(spec: str, habit: str) -> None:
    trace, plies, _ = noisy_game(spec, 0, 30, BEYOND[habit])
    assert Answering(trace, plies).told == plies


# Games that were once not read as played: what went wrong, variant, seed of 60 plies (seed % 3: noisy, clumsy, clean).
ONCE_WRONG = (
    ("a piece from beside, long after: there long before it left", "kings-crossing:alternate+longer+stealth", 4),
    ("the told ply's piece stood elsewhere meanwhile", "card-chess:plain", 0),
    ("a refused attempt is put right", "card-chess:plain", 7),
    ("the piece arrived, what is closed for longer is another", "card-chess", 1030),
    ("a card in the hand for long beside one just lifted", "card-chess", 1033),
    ("a card adjusted before the told ply", "card-chess", 1026),
    ("a pause on the way to a stack that was lifted before", "card-chess:plain+progressive", 1018),
    ("a piece that has arrived is put straight", "charing-cross", 3022),
    ("a square closed after its piece had arrived elsewhere", "card-chess", 4011),
    ("another piece put straight while a card is in a hand", "card-chess:plain", 4005),
    ("another piece, refused and put right after a stack was lifted", "card-chess:plain", 4012),
    ("what was offered and not chosen", "card-chess:plain", 4015),
    ("a stack put straight while a card is in a hand", "card-chess:plain", 4030),
    ("a covering put back, and its card lifted again", "card-chess:plain+progressive", 4021),
    ("what took a told ply's place is put straight, and replied to", "cross-eyed", 15),
    ("a reply that rests on its way while a question is answered", "card-chess:plain", 10),
)


@pytest.mark.parametrize(("spec", "seed"), [row[1:] for row in ONCE_WRONG], ids=[row[0] for row in ONCE_WRONG])
def test_once_not_as_played(spec: str, seed: int) -> None:
    trace, plies, _ = noisy_game(spec, seed, 60, (NOISY, CLUMSY, CLEAN)[seed % 3])
    assert Answering(trace, plies).told == plies


@pytest.mark.parametrize("spec", specs())
def test_games_of_the_second_model(spec: str) -> None:
    for seed in range(3):
        game = examine(new_game, spec, seed, 20)
        assert game.told == game.plies, f"{spec}, seed {seed}, at ply {game.at}"


# The same of the second model's games, of 25 plies.
ONCE_WRONG_THERE = (
    ("a card has arrived, the rest of its stack is still in the hand", "card-chess", 5005),
    ("a shadow beside the arrival, and the reply after 400 ms", "card-chess:plain", 5027),
    ("a ply is put back, another begins at once, away from beside", "card-chess:plain+progressive", 5067),
    ("a ply is put back before it is taken back, and made again", "kings-crossing:longer+stealth", 5031),
    ("a ply made again stands, and may be replied to", "kings-crossing:alternate+longer", 2),
)


@pytest.mark.parametrize(("spec", "seed"), [row[1:] for row in ONCE_WRONG_THERE], ids=[r[0] for r in ONCE_WRONG_THERE])
def test_once_not_as_played_in_the_second_model(spec: str, seed: int) -> None:
    game = examine(new_game, spec, seed, 25)
    assert game.told == game.plies, f"at ply {game.at}"


def numbers(event: TraceEvent) -> str:
    return f"{event.time},{max(event.square, 0)},{int(event.closed)},{event.button}"


@pytest.mark.parametrize("spec", usual_specs())
def test_on_the_board_nothing_is_allocated_from_edge_to_light(spec: str, micropython: Callable[..., str]) -> None:
    trace, plies, _ = noisy_game(spec, 24, 30, Habits(0.4, 0.1, 0.15, 0.12, 0.1, 0.1, 10, 0.3, 0.2, bump=0.1))
    values = ",".join(map(numbers, trace.events))
    count = 4 * len(trace.events)
    setting = f"from array import array\nPOSITION={trace.position!r}\nCOUNT={count}\n"
    setting += f"EVENTS=array('i',[{values}])\n"
    printed = micropython(f"{setting}WARM_UP={count // 8 // 4 * 4}\n{ON_BOARD.read_text()}")
    assert [int(word) for word in printed.split()] == [len(plies), *plies]
    assert infer_here(trace).plies == plies


SLICED = {"card-chess": 2}  # seeds that were once misread where rounds are long
ROUNDS = (5, 8, 11)  # ms


@pytest.mark.parametrize("period", ROUNDS)
@pytest.mark.parametrize("spec", ["charing-cross", "kings-crossing", "cross-eyed", "card-chess"])
def test_a_slice_at_a_time(spec: str, period: int) -> None:
    """As on a board, where a round takes from 5 ms up: what is told does not depend on how soon all has been looked at.

    And whenever it rests, it has listed the plies of the position that it shows.
    """
    trace, plies, _ = noisy_game(spec, SLICED.get(spec, 1), 25, NOISY)
    observer = Observer(trace.game())
    recognizer = observer.recognizer
    events = list(trace.events)
    told: list[int] = []
    for now in range(0, events[-1].time + 2000 + 500 * period, period):
        while events and events[0].time <= now:
            event = events.pop(0)
            observer.feed(TraceEvent(now, event.square, event.closed, event.button))
        observer.debounce.step(now)
        if (square := observer.debounce.next()) >= 0:
            recognizer.edge(square, observer.debounce.closed[square], observer.debounce.when)
        recognizer.step(now, 10)
        while event := recognizer.next_event():
            if event == signals.EV_PLY:
                told.append(recognizer.ev_ply)
            elif event == signals.EV_TAKEBACK:
                told.pop()
        if recognizer.resting():
            assert sorted(recognizer.plies[: recognizer.count]) == sorted(legal_plies(observer.game)), now
    assert told == plies


@pytest.mark.parametrize("spec", ["charing-cross", "cross-eyed"])
def test_what_is_expected_may_change_while_an_edge_is_taken_in(spec: str) -> None:
    """A PC says at any time which sides it holds: no edge is lost by that, or taken in twice."""
    trace, plies, _ = noisy_game(spec, 1, 12, CLEAN)
    observer = Observer(trace.game())
    beam = observer.recognizer.beam
    step = observer.recognizer.step
    interrupted: set[int] = set()

    def interrupt(now: int, work: int) -> bool:
        del work
        worked = step(now, 1)
        if beam.begun and beam.edges.count and beam.edges.time[0] not in interrupted:
            interrupted.add(beam.edges.time[0])
            observer.recognizer.hold(0)
        return worked

    observer.recognizer.step = interrupt
    happenings: list[Happening] = []
    for event in trace.events:
        happenings += observer.until(event.time)
        observer.feed(event)
    happenings += observer.until(observer.now + 5000)
    assert len(interrupted) > len(plies)
    assert [happening.ply for happening in happenings if happening.what == "ply"] == plies


def test_what_stands_when_the_kings_are_told_is_shown_again_and_told() -> None:
    game = new_game("kings-crossing:stealth")
    ply = legal_plies(game)[0]
    observer = Observer(game)
    origin, target = ply & 255, game.destination(ply)
    told: list[tuple[str, int]] = []

    def until(time: int) -> None:
        told.extend((happening.what, happening.ply) for happening in observer.until(time))

    for time, square, closed in ((1000, origin, False), (1300, target, True)):
        until(time)
        observer.feed(TraceEvent(time, square, closed))
    until(1400)
    assert told == [("shown", ply)]
    observer.recognizer.learn(new_game("kings-crossing:stealth"))
    until(3000)
    assert told == [("shown", ply), ("shown", ply), ("ply", ply)]


# The parts


def test_a_hypothesis_that_is_full_forgets_the_first_event_that_is_over() -> None:
    hyps = Hypotheses()
    hyps.clear()
    h = hyps.new()
    for square in range(EVENTS):
        e = hyps.begin(h, square, 0, 100 * square)
        if square in (2, 5):
            hyps.until[e] = 100 * square + 50
    hyps.begin(h, 40, 0, 9000)
    squares = list(hyps.square[hyps.first[h] : hyps.end[h]])
    assert squares == [square for square in range(EVENTS) if square != 2] + [40]


def test_there_is_room_for_so_many_hypotheses() -> None:
    hyps = Hypotheses()
    hyps.clear()
    assert sorted(hyps.new() for _ in range(ROOM)) == list(range(ROOM))
    assert hyps.new() == -1
    hyps.drop(7)
    assert hyps.new() == 7


@pytest.mark.parametrize("spec", usual_specs())
def test_the_game_goes_from_any_position_to_any_other(spec: str) -> None:
    game = new_game(spec)
    positions = Positions(game)
    positions.begin(array("i"), 0)
    rng = random.Random(spec)
    texts = {0: game.text()}
    foot = bytearray(positions.width)
    while len(texts) < POSITIONS:
        node = rng.choice(list(texts))
        positions.go(node)
        if game.result:
            continue
        ply = rng.choice(legal_plies(game))
        foot[game.footprint(ply, foot, 0) + 1] = 0
        child = positions.child(node, ply, foot)
        positions.go(child)
        assert texts.setdefault(child, game.text()) == game.text(), "the same ply leads to the same position"
        assert positions.side[child] == game.side
    for _ in range(200):
        node, other = rng.choices(list(texts), k=2)
        positions.go(node)
        assert game.text() == texts[node]
        meet = positions.meet(node, other)
        assert positions.has(node, meet) and positions.has(other, meet)
    positions.go(0)
    assert positions.child(0, -2, b"\x00\x00") == NONE, "there is no room for more"
    deepest = max(texts, key=lambda node: positions.depth[node])
    positions.unmark()
    positions.keep(deepest)
    positions.sweep()
    assert sum(map(bool, positions.facts)) == positions.depth[deepest] + 1, "but for the way there all is forgotten"


@pytest.mark.parametrize("spec", usual_specs())
def test_the_beam_stays_narrow(spec: str) -> None:
    """However long the game: what was played long ago is forgotten, and so are lines that cost too much."""
    trace, plies, _ = noisy_game(spec, 3, 40, CLUMSY)
    observer = Observer(trace.game())
    positions = observer.recognizer.beam.positions
    most = 0
    for event in trace.events:
        list(observer.until(event.time))
        observer.feed(event)
        assert observer.recognizer.beam.hyps.count <= costs.MOST_KEPT
        most = max(most, positions.depth[positions.committed])
    assert len(plies) > 20 > most


class Patient(Recognizer):
    """Counts its decisions, and gives up where they have no end."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.decisions = 0
        decide = self.policy.decide

        def counted() -> int:
            self.decisions += 1
            assert self.decisions < 4000, "the same is decided again and again"
            return decide()

        self.policy.decide = counted


def test_trouble_comes_to_rest() -> None:
    """A game gone astray: all stands as told in the end, and nothing explains how it came to that."""
    trace = parse_trace(WITHOUT_END.read_text())
    observer = Observer(trace.game(), reader=Patient)
    for event in trace.events:
        list(observer.until(event.time))
        observer.feed(event)
    list(observer.until(observer.now + 10000))
    assert observer.recognizer.resting()


def test_what_was_denied_with_back_and_put_right_may_be_played() -> None:
    """A card from hand wanders over the board and is denied twice: by then no line explains all that was touched."""
    edges = (
        "12775 +e1/12904 +e2/12926 -e1/13103 -e2/13162 +e3/15020 -e3/15940 +d2/16385 -d2/16844 +d3/17021 -d3/17381 +d4/17504 !back/"
        "17531 -d4/17792 +d5/17983 -d5/19083 +f2/19129 -f2/19315 +e2/19565 -e2/19782 +d2/20043 -d2/22192 +e1/23061 !back/24993 -e1/"
        "25108 +d1/25317 -d1/25359 +c1/25555 -c1/29000 +e1"
    )
    told = story("card-chess:progressive 6/6/6/6/6/6 w rbrbrbbrbrbr KKQQJJTTkkqqjjtt", edges.replace("/", "\n"))
    assert "23061 refused e1 e1 withdrawn" in told
    assert told[-1].endswith(" ask")


def test_what_was_touched_before_an_answer_costs_nothing_more() -> None:
    """What passed over seven squares while two stacks were lifted no longer counts once a player said what was played."""
    shadows = "".join(f"{1300 + 450 * i} +{square}\n{1550 + 450 * i} -{square}\n" for i, square in enumerate(SEVEN))
    edges = f"1000 -c3\n1200 -d2\n{shadows}4450 +c3\n4550 +d2\n7450 !ok\n"
    trace = parse_trace(f"# crossboard-trace 1\n# position {TWO_STACKS}\n{edges}", "shadows")
    observer = Observer(trace.game())
    told: list[str] = []
    for event in trace.events:
        told += [happening.what for happening in observer.until(event.time)]
        observer.feed(event)
    assert told[-1] == "ask"
    told += [happening.what for happening in observer.until(7500)]
    assert told[-1] == "ply"
    beam = observer.recognizer.beam
    positions = beam.positions
    hyps = beam.hyps
    assert hyps.node[hyps.rank[0]] == positions.committed and hyps.total[hyps.rank[0]] == 0
    for h in hyps.rank[: hyps.count]:
        assert positions.has(hyps.node[h], positions.committed)


def test_the_table_is_whole() -> None:
    """The rows of an event stand together, the last of them takes whatever is left."""
    events = [row[0] for row in costs.GESTURES]
    assert events == sorted(events)
    for event in range(costs.EVENTS):
        last = [row for row in costs.GESTURES if row[0] == event][-1]
        assert last[1:3] == (costs.EVER, 0), last


class Counting(Recognizer):
    """Knows in how many stretches it took in an edge at most."""

    most = stretches = 0

    def step(self, now: int, work: int) -> None:
        super().step(now, 1)
        self.stretches = self.stretches + 1 if self.beam.begun else 0
        self.most = max(self.most, self.stretches)


def test_a_mess_is_taken_in_soon() -> None:
    """All cards are knocked off their squares and lie about: the board is there at once for who puts them back."""
    game = game_at("card-chess:plain tjkkjt/2qq2/6/6/2QQ2/TJKKJT w ............ -")
    cards = [square for square, value in enumerate(game.board) if value]
    lying = [square for square, value in enumerate(game.board) if not value][:12]
    mess = [TraceEvent(1000 + 40 * i, square, False) for i, square in enumerate(cards)]
    mess += [TraceEvent(1010 + 40 * i, square, True) for i, square in enumerate(lying)]
    mess += [TraceEvent(8000 + 300 * i, square, False) for i, square in enumerate(lying)]
    mess += [TraceEvent(12000 + 300 * i, square, True) for i, square in enumerate(cards)]
    observer = Observer(game, reader=Counting)
    told = []
    for event in sorted(mess, key=lambda event: event.time):
        told += [happening.what for happening in observer.until(event.time)]
        observer.feed(event)
    told += [happening.what for happening in observer.until(observer.now + 10000)]
    assert "refused" in told and told[-1] == "clear" and "ask" not in told
    hyps = observer.recognizer.beam.hyps
    best = hyps.rank[0]
    assert observer.recognizer.resting() and hyps.first[best] == hyps.end[best]
    assert len(cards) < observer.recognizer.most < 600


@pytest.mark.parametrize("spec", ["charing-cross", "kings-crossing", "cross-eyed", "card-chess:plain"])
def test_positions_that_are_known_hang_together(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One is the first; any other follows a known one, which can't be forgotten before it."""
    sweep = Positions.sweep

    def swept(positions: Any) -> None:
        sweep(positions)
        known = [node for node in range(positions.end) if positions.facts[node]]
        for node in known:
            parent = positions.parent[node]
            assert parent == NONE or (parent in known and positions.depth[node] == positions.depth[parent] + 1)
        assert [positions.parent[node] for node in known].count(NONE) == 1

    monkeypatch.setattr(Positions, "sweep", swept)
    for seed in range(6):
        trace, plies, _ = noisy_game(spec, 3 * seed + 1, 60, CLUMSY)
        Answering(trace, plies)
        examine(new_game, spec, seed, 40)
