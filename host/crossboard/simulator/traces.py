"""Plays sensor traces through the real firmware on a virtual clock: scanner, debounce, recognizer, journal and link.

Every trace is played by the board's own app under MicroPython, against a PC's end of the link; an hour of a game takes
seconds. The same trace always gives the same bytes.
"""

from __future__ import annotations

import base64
import json
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from crossboard import profiles
from crossboard.board_files.build import build_for
from crossboard.games.reasons import ends
from crossboard.games.rules import HOLE, RESULTS, name_of
from crossboard.library.trace import BUTTON_NAMES, Ends, Trace
from crossboard.simulator.board import FLASH, HEAP, PRESS_MS
from crossboard.simulator.micropython import PYSTACK, MicroPythonMissing, require
from crossboard.simulator.wiring import SimulatorError, Wiring, square_names

SHORTEST_MS = 30
"""Least time in ms for which a button is down, and then up: its pin is read every 5 ms and bounces for 20."""

STANDS = "stands"
"""In place of a message's letter: how many plies stood where the trace said how many there were, and the digest."""

DRIVER = Path(__file__).parent / "overlay" / "_drive.py"
"""The script that steps the firmware; it is put on the flash."""


@dataclass(frozen=True)
class BoardMessage:
    """A message from the board: when (ms as the trace counts; -1 before the game stood), its letter, its payload."""

    time: int
    kind: str
    payload: str


@dataclass(frozen=True)
class TraceRun:
    """The board's reaction to a trace. `journal` maps file names in its games folder to their text."""

    messages: list[BoardMessage]
    output: bytes
    journal: dict[str, str]
    rounds: int


def run_traces(
    traces: Iterable[Trace],
    profile: str | dict[str, Any] = "pico-8x8",
    *,
    skip: bool = True,
    ticks: int = 0,
) -> Iterator[TraceRun]:
    """Plays traces one after the other on one board; returns the result of each, in order.

    `skip` leaves out the rounds of the firmware's loop in which nothing can happen; `ticks` is what time.ticks_ms
    starts from. The board has the files that `crossboard flash` installs. SimulatorError if MicroPython is missing, the
    game is not on that board, or the firmware fails.
    """
    loaded = profiles.load(profile) if isinstance(profile, str) else profile
    wiring = Wiring.of_profile(loaded)
    try:
        node, module = require()
    except MicroPythonMissing as missing:
        raise SimulatorError(str(missing)) from None
    scripts = {DRIVER.stem: DRIVER.read_text(encoding="utf-8")}
    files = {path[1:]: data for path, data in build_for(loaded, scripts=scripts).items()}
    board = {
        "folder": str(module),
        "wiring": wiring.described(),
        "heap": HEAP,
        "pystack": PYSTACK,
        "capacity": FLASH,
        "id": "e660583883000001",
        "ticks": ticks,
        "files": {path: base64.b64encode(content).decode() for path, content in files.items()},
    }
    script = Path(__file__).parent / "node" / "traces.mjs"
    with subprocess.Popen(
        [str(node), str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(json.dumps(board) + "\n")
            for trace in traces:
                process.stdin.write(json.dumps({**_job(trace, loaded, wiring), "skip": skip}) + "\n")
                process.stdin.flush()
                yield _answer(process.stdout.readline(), trace)
            process.stdin.close()
        except BrokenPipeError:
            raise SimulatorError("the simulated board has ended") from None
        finally:
            process.kill()


def places(profile: dict[str, Any], game: str) -> list[str]:
    """The board's square under each square of the game's frame; "" where there is none."""
    board = profiles.compile_profile(profile)
    if game not in board["games"]:
        raise SimulatorError(f"board {board['name']} has no game '{game}'")
    names = square_names(board["columns"], board["rows"])
    return [names[square] if square < len(names) else "" for square in bytes.fromhex(board["games"][game])]


def _job(trace: Trace, profile: dict[str, Any], wiring: Wiring) -> dict[str, Any]:
    game = trace.game()
    under = places(profile, game.name)
    events: list[tuple[int, int, int]] = []
    free: dict[int, int] = {}  # button -> when it may be pressed again
    for number, event in enumerate(trace.events):
        if event.button:
            index = wiring.button(BUTTON_NAMES[event.button])
            start = max(event.time, free.get(index, 0))
            end = start + _held(trace, number)
            free[index] = end + SHORTEST_MS
            events += [(start, index, 1), (end, index, 0)]
        else:
            events.append((event.time, wiring.switch(under[event.square]), int(event.closed)))
    events.sort(key=lambda event: event[0])
    closed = [wiring.switch(under[s]) for s, piece in enumerate(game.board) if piece and piece != HOLE]
    actions = [
        (action.time, _ends(trace, action) if isinstance(action, Ends) else action.text()) for action in trace.actions
    ]
    return {"position": trace.position, "closed": closed, "events": events, "actions": actions}


def _ends(trace: Trace, action: Ends) -> str:
    """The action in the numbers that a board takes."""
    name = name_of(trace.position)
    return f"ends {RESULTS.index(action.result)} {ends(name).code(action.reason)}"


def _held(trace: Trace, number: int) -> int:
    """How long (ms) the button of this event is held down; less if its next press follows soon."""
    event = trace.events[number]
    for later in trace.events[number + 1 :]:
        if later.time - event.time >= PRESS_MS + SHORTEST_MS:
            break
        if later.button == event.button:
            return SHORTEST_MS
    return PRESS_MS


def _answer(line: str, trace: Trace) -> TraceRun:
    if not line:
        raise SimulatorError("the simulated board has ended", trace.source)
    answer = json.loads(line)
    if answer["error"]:
        raise SimulatorError(" ".join(str(answer["error"]).split()), trace.source)
    messages = [BoardMessage(time, kind, payload) for time, kind, payload in answer["messages"]]
    return TraceRun(messages, answer["output"].encode("latin-1"), answer["files"], answer["rounds"])
