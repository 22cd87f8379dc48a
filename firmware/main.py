"""What MicroPython runs when the board is switched on: ends an installation that was cut off, then starts the board.

This file stays a source; all else is compiled. `crossboard flash` lays the files of a new version into /update, and
only when all are there and right it writes /update/ready, a line for each step: `/DIR` make it, `+/FILE` move it here
from /update, `-/FILE` remove it, `x/DIR` remove it. Each step can be done again, so whenever the power goes, the board
starts with the old version or with the new one, never with a mixture. Modules in a ROM partition come as one image: a board
that was cut off while it was written has none, and says so.
"""

import gc
import os

UPDATE = "/update"
READY = UPDATE + "/ready"


def finish_update():
    """Do what /update/ready says, if it is there; give the number of steps it had."""
    try:
        with open(READY) as file:
            steps = file.read().split("\n")
    except OSError:
        return 0
    for step in steps:
        try:
            if step[:1] == "+":
                os.rename(UPDATE + step[1:], step[1:])
            elif step[:1] == "-":
                os.remove(step[1:])
            elif step[:1] == "x":
                os.rmdir(step[1:])
            elif step:
                os.mkdir(step)
        except OSError:
            pass  # it was done before the power went
    os.remove(READY)
    try:
        os.rmdir(UPDATE)
    except OSError:
        pass
    return len(steps)


def keep_names():
    """Load what brings the names that all modules use, so that they lie together (`crossboard flash` makes it, if any)."""
    try:
        import firmware.names  # noqa: F401  # type: ignore
    except ImportError:
        return
    from firmware.memory import let_go

    let_go("firmware.names")
    gc.collect()


if __name__ == "__main__":
    finish_update()
    if hasattr(gc, "threshold"):  # a board without it collects garbage when it must
        gc.threshold(8000)  # bytes, as in memory.py: else modules lie scattered among the remains of their files
    keep_names()
    try:
        from firmware.builder import start
    except ImportError as error:
        raise ImportError("%s: the firmware is incomplete; run crossboard flash" % error)
    loop = start()
    del start  # so that nothing holds the builder any more
    if loop:
        loop.run()
