"""`crossboard simulate`: a simulated board of its own, for other programs to connect to.

Prints the port (for `crossboard play --board`, pyserial, mpremote) and the control endpoint (for `crossboard play --control`),
and runs until Ctrl-C. Its flash is kept, so that starting it again is switching the same board on again. A blank board has
MicroPython and nothing else, as one that comes from its maker: for `crossboard flash`. With --uf2 it has a whole RP2040, emulated,
and is blank at its first start. With --wifi it is a Pico W in a network of its own. With --bench its lights are shown,
and magnets can be moved over it (terminal/workbench.py).
"""

from __future__ import annotations

import argparse
import contextlib
import signal
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from crossboard.folders import lock
from crossboard.games.rules import HOLE
from crossboard.library.trace import BUTTON_NAMES, Trace, read_trace
from crossboard.output import say, warn
from crossboard.simulator import SimulatedBoard, SimulatorError, Wifi
from crossboard.simulator.chip import EmulatedChip
from crossboard.simulator.control import ControlServer
from crossboard.simulator.flash_folder import board_id, flash_folder
from crossboard.simulator.running import announce
from crossboard.simulator.traces import places


def run(args: argparse.Namespace, work: Callable[[SimulatedBoard], None] | None = None) -> int:
    """Run until Ctrl-C, until the board's process ends, or until `work` on the board is done."""
    trace = read_trace(Path(args.trace)) if args.trace else None
    signal.signal(signal.SIGTERM, _leave)
    with contextlib.ExitStack() as stack:
        flash = _flash(args, stack)
        if not lock(flash, stack):
            raise SimulatorError("a simulated board with this flash is running (--flash names another one)", str(flash))
        identity = board_id(flash)
        firmware = "" if args.blank else None
        chip = EmulatedChip(args.uf2) if args.uf2 else None
        if chip and args.wifi:
            raise SimulatorError("the emulated chip is a Pico, which has no Wi-Fi: leave out --uf2 or --wifi")
        board = stack.enter_context(
            SimulatedBoard(
                args.profile,
                flash,
                firmware=firmware,
                link=args.link,
                port=args.port,
                board_id=identity,
                chip=chip,
                wifi=Wifi(args.wifi, "") if args.wifi else None,
            )
        )
        control = ControlServer(board)
        stack.callback(control.close)
        stack.enter_context(announce(control.address))
        try:
            say(f"port {board.port}\ncontrol {control.address}")
            if args.wifi:
                say("Wi-Fi tcp://{}:{}".format(*board.address))
            if trace:
                feed(board, trace)
            if work:
                work(board)
                return 0
            while board.alive:
                time.sleep(0.2)
        except KeyboardInterrupt:
            return 0
    raise SimulatorError("the simulated board has ended")


def _flash(args: argparse.Namespace, stack: contextlib.ExitStack) -> Path:
    """The flash folder: the one named, else the board's own; a blank board's is deleted at the end."""
    if args.flash:
        return _folder(Path(args.flash))
    if args.blank:
        return Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="crossboard-"))) / "flash"
    return flash_folder("emulated" if args.uf2 else "simulate", Path(args.profile).stem)


def _folder(path: Path) -> Path:
    """That path, if a folder is there or can be made there."""
    there = next((place for place in (path, *path.parents) if place.exists()), path)
    if there.exists() and not there.is_dir():
        raise SimulatorError("is a file; --flash takes the folder that holds the board's flash", str(there))
    return path


def _leave(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def feed(board: SimulatedBoard, trace: Trace) -> None:
    """Sets up the trace's position and replays its sensor events in real time."""
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
    if trace.actions:
        untold = ", ".join(dict.fromkeys(action.text().partition(" ")[0] for action in trace.actions))
        warn(
            f"trace {trace.source}: only sensors and buttons were fed, not its comments ({untold}); `infer` reads them"
        )
    warn(f"trace {trace.source} has ended")
