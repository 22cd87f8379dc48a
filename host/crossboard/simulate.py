"""`crossboard simulate`: a simulated board of its own, for other programs to connect to.

Prints the port (for `crossboard play --board`, pyserial, mpremote) and the control endpoint (for `crossboard play --control`),
and runs until Ctrl-C. Its flash is kept, so that starting it again is switching the same board on again.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from pathlib import Path
from types import FrameType

import platformdirs

from crossboard.rules import HOLE
from crossboard.simulator import SimulatedBoard, SimulatorError
from crossboard.simulator.control import ControlServer
from crossboard.simulator.traces import places
from crossboard.trace import BUTTON_NAMES, Trace, read_trace


def flash_of(profile: str) -> Path:
    """Where the flash of `crossboard simulate` is kept."""
    return Path(platformdirs.user_data_dir("crossboard", False)) / "simulated" / profile / "simulate"


def run(args: argparse.Namespace) -> int:
    """Until Ctrl-C, or until the board's process ends."""
    trace = read_trace(Path(args.trace)) if args.trace else None
    signal.signal(signal.SIGTERM, _leave)
    flash = Path(getattr(args, "flash", "") or flash_of(Path(args.profile).stem))
    link = getattr(args, "link", None)
    port = getattr(args, "port", "auto")
    with SimulatedBoard(args.profile, flash, link=link, port=port) as board:
        control = ControlServer(board)
        try:
            print(f"port {board.port}\ncontrol {control.address}", flush=True)
            if trace:
                feed(board, trace)
            while board.alive:
                time.sleep(0.2)
        except KeyboardInterrupt:
            return 0
        finally:
            control.close()
    raise SimulatorError("the simulated board has ended")


def _leave(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def feed(board: SimulatedBoard, trace: Trace) -> None:
    """Does what the trace's hands did, in its time; the pieces stand as in its position before."""
    game = trace.game()
    under = places(board.profile, game.name)
    board.set_squares([under[s] for s, piece in enumerate(game.board) if piece and piece != HOLE])
    begun = time.monotonic()
    first = trace.events[0].time if trace.events else 0
    for event in trace.events:
        time.sleep(max(0.0, begun + (event.time - first) / 1000 + 1 - time.monotonic()))
        if event.button:
            board.press(BUTTON_NAMES[event.button])
        else:
            board.set_square(under[event.square], event.closed)
    print(f"trace {trace.source} is over", file=sys.stderr, flush=True)
