"""The board's loop: the app, 200 rounds a second, until Ctrl-C or the PC asks for the REPL.

A soft reset (Ctrl-D in the REPL) starts it again; the game goes on from the journal.
"""

import gc
import time

import machine

from firmware.clock import sooner
from shared_rules.codes import const

PERIOD_MS = const(5)
# Collecting garbage after so many bytes lets a module that is loaded fill the room that the last one's file took. Without it the
# first collection comes when the heap is full, and modules lie scattered: of 100 KB free on a Pico the largest piece was 5 KB,
# with it 95 KB.
COLLECT_AFTER = const(8000)
LONGEST_MS = const(2000)  # without a round
COLLECT_CALMLY = const(32000)  # in play, where collecting stops all for 25 ms, and hardly anything is loaded


def run(app):
    """Rounds until someone wants the REPL; then lights off and files closed."""
    calm = False
    wait_for_input = getattr(machine, "wait_for_input", None)  # a real board has to look
    try:
        while not app.leaving:
            now = time.ticks_ms()
            app.step(now)
            if app.settled() != calm:
                calm = not calm
                threshold(COLLECT_CALMLY if calm else COLLECT_AFTER)
            rest = PERIOD_MS - time.ticks_diff(time.ticks_ms(), now)
            if rest > 0:
                time.sleep_ms(rest)
            if wait_for_input:
                wait_for_input(_idle(app, now))
    except KeyboardInterrupt:
        pass
    try:
        app.stop()
    except KeyboardInterrupt:  # mpremote sends Ctrl-C more than once
        app.stop()


def _idle(app, now):
    """Ms after the round at `now` for which the app has no round to make, but for what changes at its pins and port."""
    wait = sooner(app.deadline(now), app.display.deadline(now))
    return (LONGEST_MS if wait < 0 else min(wait, LONGEST_MS)) - PERIOD_MS


def main():
    """Build and run; a board whose profile is missing or wrong says so and leaves to the REPL."""
    threshold(COLLECT_AFTER)
    app = _build()
    if app:
        run(app)
        if app.worn:
            import machine

            machine.soft_reset()


def threshold(count):
    """Collect garbage after so many bytes."""
    if hasattr(gc, "threshold"):  # a PC's Python has another one
        gc.threshold(count)  # type: ignore


def _build():
    """The app, or None. Once this returns, nothing holds the builder any more."""
    from firmware.builder import start

    gc.collect()  # modules lie together, and what the game needs comes behind them
    return start()
