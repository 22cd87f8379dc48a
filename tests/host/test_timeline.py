"""A timeline that grows event by event: the same as one told at once, and no dearer in a long game."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crossboard.games.rules import game_at, legal_plies, new_game
from crossboard.games.turns import split_turns
from crossboard.library import Event
from crossboard.library.timeline import Telling, tell, turn_labels
from crossboard.web import sections
from tests.support.web_rig import Rig

START = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"
ROUND = ("c2-c3", "c5-c4", "c3-c2", "c4-c5")
SPECS = ["charing-cross", "kings-crossing", "cross-eyed", "card-chess:plain", "card-chess:plain+progressive"]


def event(seq: int, kind: str, text: str, at: int | None, **more: str) -> Event:
    return replace(EMPTY, seq=seq, kind=kind, text=text, board_ms=at, **more)


EMPTY = Event(0, "ply", "")


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("spec", SPECS)
def test_a_growing_timeline_is_the_one_told_at_once(spec: str, seed: int) -> None:
    rng = random.Random(f"{spec} {seed}")
    game = new_game(spec)
    start = game.text()
    telling = Telling(start)
    stood: list[int] = []  # plies
    events: list[Event] = []
    seqs: list[int] = []
    at = 0
    for seq in range(1, 160):
        at += rng.randrange(3000)
        when = None if rng.random() < 0.1 else at
        legal = legal_plies(game)
        kind = rng.random()
        if stood and (kind < 0.15 or not legal):
            count = rng.randint(1, min(4, len(stood)))
            for _ in range(count):
                game.pop()
            del stood[-count:], seqs[-count:]
            events.append(event(seq, "takeback", str(count), when))
        elif kind < 0.3:
            events.append(event(seq, "refused", "", when, origin="a1", target="-", reason="no-such-move"))
        elif kind < 0.4:
            events.append(event(seq, "question", " ".join(map(game.ply_text, legal[:2])), when))
        else:
            ply = rng.choice(legal)
            events.append(event(seq, "ply", game.ply_text(ply), when))
            game.push(ply)
            stood.append(ply)
            seqs.append(seq)
        telling.add(events[-1])
        line = telling.line
        turns = split_turns(game_at(start), stood)
        assert not line.problem and line.game.text() == game.text()
        assert [(t.side, t.text) for t in line.turns] == [(t.side, t.text) for t in turns]
        assert [t.seqs for t in line.turns] == [tuple(seqs[t.first : t.end]) for t in turns]
        assert [ply for t in line.turns for ply in t.plies] == stood
        assert line.labels == turn_labels(line.turns)
        assert len(line.steps) == seq + 1 and line.steps[-1].turn == len(turns)
    again = tell(start, events)
    for part in ("steps", "turns", "labels", "trailing", "trailing_asked", "sealed", "problem"):
        assert getattr(again, part) == getattr(telling.line, part), part
    before = 0
    times = {one.seq: one.board_ms for one in events}
    for turn in telling.line.turns:
        now = times[turn.seqs[-1]]
        assert turn.ms == (now - before if now is not None and now >= before else None)
        before = before if now is None else now


def test_nothing_is_told_beyond_what_the_rules_do_not_allow() -> None:
    telling = Telling(START)
    for seq, text in enumerate(["a4-b4", "a5-b5", "h4-g4"], 1):
        telling.add(event(seq, "ply", text, seq))
    assert telling.line.problem.startswith("event 2 (a5-b5)") and len(telling.line.steps) == 2


def calls(work: Callable[[], Any]) -> int:
    """How many functions are called in Python, those of C included."""
    count = 0

    def look(frame: Any, what: str, argument: Any) -> None:
        nonlocal count
        count += what in ("call", "c_call")

    sys.setprofile(look)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def test_a_ply_costs_no_more_in_a_long_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the board's message to the snapshot of the page, once as many turns are played as a page is sent."""
    monkeypatch.setattr(sections, "LONGEST", 40)
    rig = Rig(tmp_path)
    try:
        rig.board.begin("card-chess:plain")
        rig.run(20)
        live = rig.server.live
        assert live and rig.session.played
        played = 0

        def play(plies: int) -> None:
            nonlocal played
            for _ in range(plies):
                rig.board.play(ROUND[played % 4])
                played += 1
                while rig.session.played and rig.session.played.last < played:
                    rig.run(1)
            rig.run(1)

        play(60)
        short = calls(lambda: play(8))
        play(500)
        long = calls(lambda: play(8))
        assert rig.session.timeline().turns[-1].text == ROUND[(played - 1) % 4]  # type: ignore[union-attr]
        assert long < 1.2 * short, (short, long)
    finally:
        rig.close()


@pytest.mark.parametrize(
    ("spec", "result", "begins"),
    [
        ("charing-cross", "1-0", "b"), ("charing-cross", "0-1", "w"), ("charing-cross", "1/2-1/2", "w"),
        ("kings-crossing:longer", "1-0", "w"),
    ],
)  # fmt: skip
def test_a_rematch_is_begun_by_whom_the_rules_say(spec: str, result: str, begins: str) -> None:
    ended = Event(1, "end", result, reason="agreed" if "/" in result else "resigned")
    again = sections.rematch(tell(new_game(spec).text(), [ended]), ended)
    game = game_at(again) if " " in again else new_game(again)
    assert "wb"[game.side] == begins and again.partition(" ")[0] == spec
    if begins == "b":
        drawn = Event(1, "end", "1/2-1/2", reason="agreed")
        assert sections.rematch(tell(again, [drawn]), drawn) == again, "after a draw whoever began the last begins"


def test_only_who_begins_at_the_beginning_is_shown_how() -> None:
    for spec in ("charing-cross", "kings-crossing:stealth", "card-chess"):
        assert sections.from_start(tell(new_game(spec).text(), []))
    assert sections.from_start(tell("kings-crossing:stealth MM4mm/MM4mm/MM4mm/MM4mm w - - 0", []))
    assert not sections.from_start(tell("charing-cross 3R1N2/6R1/8/N4n2/3n4/8/8/3r1r2 w -", []))
