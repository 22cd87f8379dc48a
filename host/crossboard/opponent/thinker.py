"""A search in a process of its own, so that it is never in the way of play or page.

    def on_found(found):        # called in a thread of the thinker's
        print(found.depth, found.lines[0].plies, found.done)

    with Thinker(on_found) as thinker:
        thinker.begin("charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -", Limits(movetime_ms=1000))
        ...
        thinker.stop()

Each `begin` gets a number and ends with exactly one `Found` that is `done`, also if it is stopped, if another one begins, or
if the process dies. The process starts at the first `begin`, and ends with the program that started it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from crossboard.games.rules import played

LEVELS = range(1, 9)
MOST_LINES = 16
HASH_MB = range(1, 1025)
PATIENCE_S = 5.0  # for a process that is to end by itself


@dataclass(frozen=True)
class Limits:
    """How long to think: whichever limit comes first; with none of them until stopped."""

    depth: int | None = None  # plies, from 1
    nodes: int | None = None  # from 1
    movetime_ms: int | None = None  # from 1
    mate: int | None = None  # from 1: until a win in so many of the winner's moves is found
    infinite: bool = False  # go on, whatever the other limits, until `stop`; or until `release`
    plies: tuple[str, ...] = ()  # as texts: consider only these; all that are legal if empty
    level: int = 8  # 1 to 8: the weaker levels have limits of their own besides
    lines: int = 1  # 1 to MOST_LINES: how many of the best plies are wanted
    hash_mb: int = 16  # of the transposition table
    seed: int | None = (
        None  # of a weak level's mistakes and of openings, to 32767; 0 for neither; drawn anew for each search unless given
    )

    def problem(self) -> str:
        """What is wrong with the limits, in words; "" if nothing."""
        for name, value, most in (
            ("depth", self.depth, 999),
            ("nodes", self.nodes, 1 << 60),
            ("movetime_ms", self.movetime_ms, 1 << 40),
            ("mate", self.mate, 999),
        ):
            if value is not None and not 1 <= value <= most:
                return f"{name} {value} is not a number from 1 to {most}"
        if self.level not in LEVELS:
            return f"level {self.level} is not a number from {LEVELS[0]} to {LEVELS[-1]}"
        if not 1 <= self.lines <= MOST_LINES:
            return f"{self.lines} lines: not a number from 1 to {MOST_LINES}"
        if self.hash_mb not in HASH_MB:
            return f"hash_mb {self.hash_mb} is not a number from {HASH_MB[0]} to {HASH_MB[-1]}"
        return ""


@dataclass(frozen=True)
class Line:
    """How the game goes on, as the search expects it."""

    plies: tuple[str, ...]  # as texts
    score: int  # hundredths of a plain piece, for the side to move
    ends_in: int | None  # plies until the side to move has won, or lost if below 0; None if the end is not in sight


@dataclass(frozen=True)
class Found:
    """What a search has found so far."""

    number: int  # what `begin` gave
    done: bool  # nothing more will come
    best: str | None  # the ply to play; None while nothing is known, and if there is no ply
    depth: int
    seldepth: int
    nodes: int
    ms: int  # since it began
    lines: tuple[Line, ...]
    problem: str = ""  # why there is no ply: the game is over, or the process died


class Searcher(Protocol):
    """What searches, one position at a time: Crossboard, or an engine (engines/uci.py). Each `begin` gets a number and ends with
    exactly one `Found` that is `done`."""

    def begin(self, text: str, limits: Limits, *, moves: Sequence[str] = (), new_game: bool = False) -> int: ...
    def stop(self) -> None: ...
    def close(self) -> None: ...


MakeSearcher = Callable[[Callable[["Found"], None]], Searcher]
"""Makes one that tells what it finds."""


class Thinker:
    """A process that searches, one position at a time. `on_found` is called in another thread, never twice at once.

    `begin` and `stop` return at once and may be called from any thread, also from `on_found`.
    """

    def __init__(self, on_found: Callable[[Found], None], command: tuple[str, ...] = ()) -> None:
        self._on_found = on_found
        self._command = command or (sys.executable, "-m", "crossboard.opponent.worker")
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._number = 0
        self._running: list[int] = []  # begun and not done, in order

    def begin(self, text: str, limits: Limits, *, moves: Sequence[str] = (), new_game: bool = False) -> int:
        """Search the position that `moves` (plies as text) lead to from that of `text`; one that is still being searched is
        stopped first. Returns the number of this search.

        `new_game`: forget what was found before. RulesError for a wrong text or ply, ValueError for wrong limits; then
        nothing has begun, and a search that is going on goes on.
        """
        game = played(text, moves)
        for ply in limits.plies:
            game.parse_ply(ply)
        if problem := limits.problem():
            raise ValueError(problem)
        with self._lock:
            self._number += 1
            self._running.append(self._number)
            begin = {"text": text, "moves": list(moves), "new_game": new_game, **asdict(limits)}
            self._send({"begin": begin, "number": self._number})
            return self._number

    def stop(self) -> None:
        """End the search that is going on, if one is: it reports the best it has found."""
        with self._lock:
            if self._running:
                self._send({"stop": self._running[-1]})

    def release(self, number: int) -> None:
        """An infinite search, if it is still going on, ends at its other limits from now on; time counts from now."""
        with self._lock:
            if number in self._running:
                self._send({"release": number})

    def close(self) -> None:
        """End the process. Searches that were not done report a problem."""
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        try:
            process.stdin.close()
            process.wait(PATIENCE_S)
        except (OSError, subprocess.TimeoutExpired):
            process.kill()
            process.wait()

    def __enter__(self) -> Thinker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # The process

    def _send(self, message: dict[str, Any]) -> None:
        if self._process is None or self._process.poll() is not None:
            if "begin" not in message:
                return
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                bufsize=1,
                start_new_session=True,  # Ctrl-C is for this program, also while that one is still starting
            )
            threading.Thread(target=self._listen, args=(self._process,), daemon=True).start()
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
        except OSError:
            pass  # it has just died: `_listen` says so

    def _listen(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            found = _found(json.loads(line))
            if found.done:
                with self._lock:
                    self._running.remove(found.number)
            self._on_found(found)
        status = process.wait()
        with self._lock:
            lost = self._running if self._process in (process, None) else []
            self._running = [number for number in self._running if number not in lost]
        for number in lost:
            problem = f"the search's process has ended (status {status})"
            self._on_found(Found(number, True, None, 0, 0, 0, 0, (), problem))


def _found(message: dict[str, Any]) -> Found:
    lines = tuple(Line(tuple(line["plies"]), line["score"], line["ends_in"]) for line in message.pop("lines"))
    return Found(**message, lines=lines)
