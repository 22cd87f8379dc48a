"""The search in a process of its own: one end for each beginning, whatever happens."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from dataclasses import asdict

import pytest

from crossboard.games.rules import RulesError, game_at, new_game
from crossboard.opponent import Found, Limits, Thinker

START = new_game("charing-cross").text()
OVER = "charing-cross 3R4/8/8/N6n/N6n/8/8/R3r3 b -"
PATIENCE_S = 120


class Listener:
    """A thinker and what it has told."""

    def __init__(self, command: tuple[str, ...] = ()) -> None:
        self.told: queue.Queue[Found] = queue.Queue()
        self.thinker = Thinker(self.told.put, command)

    def __enter__(self) -> Listener:
        return self

    def __exit__(self, *_: object) -> None:
        self.thinker.close()

    def until_done(self) -> list[Found]:
        """What comes up to the end of a search."""
        told = [self.told.get(timeout=PATIENCE_S)]
        while not told[-1].done:
            told.append(self.told.get(timeout=PATIENCE_S))
        return told


def test_it_tells_each_depth_and_the_best_ply():
    with Listener() as listener:
        number = listener.thinker.begin(START, Limits(depth=4))
        told = listener.until_done()
    assert {found.number for found in told} == {number}
    assert [found.done for found in told] == [False] * (len(told) - 1) + [True]
    assert told[-1].depth == 4 and told[-1].problem == ""
    assert told[-1].best == told[-1].lines[0].plies[0]
    game = game_at(START)
    for ply in told[-1].lines[0].plies:
        game.push(game.parse_ply(ply))


def test_each_beginning_has_one_end_in_order():
    with Listener() as listener:
        numbers = [listener.thinker.begin(START, Limits()) for _ in range(6)]
        listener.thinker.stop()
        done = [listener.until_done()[-1] for _ in numbers]
        assert [found.number for found in done] == numbers
        assert all(found.best for found in done)
        listener.thinker.stop()  # nothing goes on
        assert listener.told.empty()


def test_a_finished_game_has_no_best_ply_and_says_so():
    with Listener() as listener:
        listener.thinker.begin(OVER, Limits(depth=3))
        (found,) = listener.until_done()
        assert found.best is None and found.problem == "the game is over: 1-0 goal"
        listener.thinker.begin(START, Limits(depth=1))
        assert listener.until_done()[-1].best


@pytest.mark.parametrize(
    "limits",
    [
        Limits(level=0),
        Limits(level=9),
        Limits(depth=0),
        Limits(nodes=-1),
        Limits(movetime_ms=0),
        Limits(lines=17),
        Limits(hash_mb=0),
    ],
    ids=lambda limits: limits.problem(),
)
def test_impossible_limits_are_refused_and_nothing_begins(limits: Limits):
    with Listener() as listener:
        with pytest.raises(ValueError, match="is not a number from|lines: not a number from"):
            listener.thinker.begin(START, limits)
        with pytest.raises(RulesError):
            listener.thinker.begin("unheard-of 8/8 w", Limits())
        listener.thinker.begin(START, Limits(depth=1))
        assert listener.until_done()[-1].number == 1


def test_a_process_that_dies_is_told_and_the_next_search_has_another():
    with Listener() as listener:
        listener.thinker.begin(START, Limits())
        listener.told.get(timeout=PATIENCE_S)
        assert listener.thinker._process is not None
        listener.thinker._process.kill()
        found = listener.until_done()[-1]
        assert found.best is None and "has ended" in found.problem
        listener.thinker.begin(START, Limits(depth=2))
        assert listener.until_done()[-1].best


def test_a_process_that_never_starts_is_told():
    with Listener((sys.executable, "-c", "raise SystemExit(3)")) as listener:
        listener.thinker.begin(START, Limits(depth=2))
        assert "status 3" in listener.until_done()[-1].problem


def test_closed_while_it_thinks_it_ends():
    ended = threading.Event()
    thinker = Thinker(lambda found: ended.set() if found.done else None)
    thinker.begin(START, Limits(infinite=True))
    process = thinker._process
    thinker.close()
    assert process is not None and process.poll() is not None
    assert ended.wait(PATIENCE_S)


def test_when_nobody_reads_any_more_the_process_ends_without_a_word():
    """As when the program that started it is killed."""
    command = [sys.executable, "-m", "crossboard.opponent.worker"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, **pipes) as worker:
        assert worker.stdin and worker.stdout and worker.stderr
        worker.stdin.write(
            json.dumps({"number": 1, "begin": {"text": START, "moves": [], "new_game": False, **asdict(Limits())}})
            + "\n"
        )
        worker.stdin.flush()
        assert worker.stdout.readline()
        worker.stdout.close()
        worker.stdin.close()
        assert worker.stderr.read() == ""
        assert worker.wait(PATIENCE_S) == 0


def test_a_level_plays_the_same_with_the_same_seed():
    with Listener() as listener:
        plies: list[set[str | None]] = []
        for seed in range(6):
            found: set[str | None] = set()
            for _ in range(2):
                listener.thinker.begin(START, Limits(level=1, seed=seed), new_game=True)
                found.add(listener.until_done()[-1].best)
            plies.append(found)
    assert all(len(found) == 1 for found in plies)
    assert len(set().union(*plies)) > 1
