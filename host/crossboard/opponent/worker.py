"""The process that searches: `python -m crossboard.opponent.worker`; thinker.py starts it and talks to it.

Reads a JSON object a line, `{"begin": …, "number": N}`, `{"stop": N}` or `{"release": N}`, and writes one a line for what it
has found (`Found` in thinker.py). A new `begin` ends the search before. Ends when its input does.
"""

from __future__ import annotations

import json
import queue
import random
import signal
import sys
import threading
import time
from typing import Any, TextIO

from crossboard.compiled import load
from crossboard.games.reasons import end_word
from crossboard.games.rules import Game, played
from crossboard.output import forget_output
from shared_rules.codes import RESULTS

STEP_S = 0.004  # so long between two looks at the clock and the messages
FEWEST_NODES = 20  # of such a step
ENTRY = 12  # bytes of the transposition table
HISTORY = 64  # plies that a game here can take back: more than the search looks ahead

Message = dict[str, Any]
QUIT: Message = {"quit": True}


class Worker:
    """Carries out the messages of a queue until it holds None; looks at it between the steps of a search."""

    def __init__(self, out: TextIO) -> None:
        self.messages: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self._out = out
        self._made_for: tuple[object, ...] = ()
        self._rules: Any = None  # of its game
        self._search: Any = None
        self._narrowed = False  # whether the table holds values that are true of some of the root's plies only
        self._shown: Any = None  # a game at the root, to write plies with
        self._step = FEWEST_NODES

    def run(self) -> None:
        """Until the queue holds None."""
        following: Message | None = None
        while True:
            message = following or self.messages.get() or QUIT
            if message == QUIT:
                return
            following = self._think(message["number"], message["begin"]) if "begin" in message else None

    def _think(self, number: int, limits: Message) -> Message | None:
        """Run one search; returns the message that ended it, if that is still to be carried out."""
        began = time.monotonic()
        self._shown = played(limits["text"], limits["moves"], HISTORY)
        if self._shown.result:
            over = f"the game is over: {RESULTS[self._shown.result]} {end_word(self._shown, self._shown.reason)}"
            self._tell(number, began, problem=over)
            return None
        search = self._begin(limits)
        infinite = limits["infinite"]
        until = _until(limits, began)
        told = 0
        while True:
            following = self._message(number, wait=search.done and infinite)
            if following is not None and "release" in following:
                infinite = False
                until = _until(limits, time.monotonic())
            elif following is not None:
                break
            if not infinite and (search.done or time.monotonic() >= until or self._is_settled(limits)):
                break
            self._go_on(search)
            if search.depth > told:
                told = search.depth
                self._tell(number, began)
        search.end()
        while not search.step(FEWEST_NODES):
            pass
        self._tell(number, began, done=True)
        return None if following is None or "stop" in following else following

    def _message(self, number: int, wait: bool) -> Message | None:
        """The next message that concerns search `number`: another one's begin, its stop or release, or the end of all."""
        while True:
            try:
                message = self.messages.get(block=wait)
            except queue.Empty:
                return None
            if message is None:
                return QUIT
            if message.get("stop", message.get("release", number)) == number:
                return message

    def _begin(self, limits: Message) -> Any:
        """A search that has begun; the same object as before where it can be, with what it knows."""
        text, lines = limits["text"], limits["lines"]
        bits = max(1, ((limits["hash_mb"] << 20) // ENTRY).bit_length() - 1)
        made_for = (text.split(" ")[0], bits, lines)
        if made_for != self._made_for:
            self._rules = load(text)
            self._search = self._rules.Search(self._rules.game_at(text, HISTORY), bits, lines)
            self._made_for = made_for
        elif limits["new_game"] or self._narrowed:
            self._search.clear()
        self._narrowed = bool(limits["plies"])
        search = self._search
        search.game.set_text(text)
        for move in limits["moves"]:
            search.game.push(search.game.parse_ply(move))
        seed = limits["seed"]
        if seed is None:
            seed = random.randrange(1, 1 << 15)
        self._rules.begin_at_level(search, limits["level"], seed, limits["depth"] or 0, limits["nodes"] or 0)
        if limits["plies"]:
            search.only([self._shown.parse_ply(text) for text in limits["plies"]])
        return search

    def _is_settled(self, limits: Message) -> bool:
        """Whether to stop: the win that was wanted is found, or there is only one ply."""
        search = self._search
        if not search.depth:
            return False
        if limits["mate"] is not None and 0 < search.ends_in(0) <= 2 * limits["mate"]:
            return True
        return search.choices == 1 and limits["movetime_ms"] is not None

    def _go_on(self, search: Any) -> None:
        """One step, as many nodes as fit into STEP_S."""
        began, before = time.monotonic(), search.nodes
        search.step(self._step)
        spent = time.monotonic() - began
        if spent < STEP_S / 2 and search.nodes - before == self._step:
            self._step *= 2
        elif spent > STEP_S * 2:
            self._step = max(FEWEST_NODES, self._step // 2)

    # Answers

    def _tell(self, number: int, began: float, done: bool = False, problem: str = "") -> None:
        search = self._search
        answer: Message = {"number": number, "done": done or problem != "", "problem": problem}
        if problem:
            answer |= {"best": None, "depth": 0, "seldepth": 0, "nodes": 0, "lines": []}
        else:
            lines = [self._line(line) for line in range(search.lines) if search.pv_length[line]]
            answer |= {"best": self._shown.ply_text(search.best), "depth": search.depth, "seldepth": search.seldepth}
            answer |= {"nodes": search.nodes, "lines": lines}
        answer["ms"] = int((time.monotonic() - began) * 1000)
        self._out.write(json.dumps(answer) + "\n")
        self._out.flush()

    def _line(self, line: int) -> Message:
        game: Game = self._shown
        search = self._search
        texts: list[str] = []
        first: int = line * (len(search.pv) // search.lines)
        for ply in search.pv[first : first + search.pv_length[line]]:
            texts.append(game.ply_text(ply))
            game.push(ply)
        for _ in texts:
            game.pop()
        return {"plies": texts, "score": search.line_score[line], "ends_in": search.ends_in(line) or None}


def _until(limits: Message, now: float) -> float:
    """When the time to think is over, if it begins now."""
    return float("inf") if limits["movetime_ms"] is None else now + limits["movetime_ms"] / 1000


def main() -> None:
    """Search for whoever started this process, until it closes the input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program that started it, and ends the input
    worker = Worker(sys.stdout)

    def listen() -> None:
        for line in sys.stdin:
            worker.messages.put(json.loads(line))
        worker.messages.put(None)

    threading.Thread(target=listen, daemon=True).start()
    try:
        worker.run()
    except BrokenPipeError:  # who started this process has ended before it heard the last answer
        forget_output()


if __name__ == "__main__":
    main()
