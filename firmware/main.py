"""What MicroPython runs when the board is switched on: ends an installation that was cut off, then starts the board.

This file stays a source; all else is compiled. `crossboard flash` lays the files of a new version into /update, and
only when all are there and right it writes /update/ready, a line for each step: `/DIR` make it, `+/FILE` move it here
from /update, `-/FILE` remove it, `x/DIR` remove it. Each step can be done again, so whenever the power goes, the board
starts with the old version or with the new one, never with a mixture. Modules in a ROM partition come as one image: a board
that was cut off while it was written by cable has none, and says so.

An update by Wi-Fi keeps the version before, too: `>/FILE` moves it to /previous, unless that was done, and `r/FILE` writes
/update/FILE into the ROM partition. The last of its files is /previous/back, the steps that lead back from there. The new
version is on trial: that list is made ready before it starts, and a watchdog runs. Only a version that has come up removes it
(firmware/trial.py); any other start, after an error, a reset, or a power cut, leads back.
"""

import gc
import os

UPDATE = "/update"
PREVIOUS = "/previous"
WHY = PREVIOUS + "/went_back"  # moved to /went_back by the steps that lead back: why they did
WATCHDOG_MS = 8000  # what an RP2040 has, nearly


def finish_update(place=UPDATE):
    """Do what ready says in that folder, if it is there; give the number of steps it had."""
    ready = place + "/ready"
    try:
        with open(ready) as file:
            steps = file.read().split("\n")
    except OSError:
        return 0
    restarts = False
    for step in steps:
        kind = step[:1]
        path = step[1:]
        try:
            if kind == "+":
                os.rename(place + path, path)
            elif kind == "-":
                os.remove(path)
            elif kind == "x":
                os.rmdir(path)
            elif kind == ">":
                keep(path)
            elif kind == "r":
                write_rom(place + path)
                restarts = True
            elif step:
                os.mkdir(step)
        except OSError:
            pass  # it was done before the power went
    os.remove(ready)
    try:
        os.rmdir(place)
    except OSError:
        pass
    if restarts:  # MicroPython looks at the partition when it starts
        reset()
    return len(steps)


def reset():
    """Start anew."""
    import machine

    machine.reset()


def keep(path):
    """Move a file to /previous. What is there already is the old one, and this the new."""
    try:
        os.stat(PREVIOUS + path)
    except OSError:
        os.rename(path, PREVIOUS + path)


def write_rom(path):
    """Write the image in a file into the ROM partition: the block by which it is known is erased first and written last."""
    from vfs import rom_ioctl, umount

    rom = rom_ioctl(2, 0)
    block = bytearray(rom.ioctl(5, 0))
    with open(path, "rb") as file:
        try:
            umount("/rom")
        except OSError:
            pass
        rom.ioctl(6, 0)
        first = file.read(len(block))
        number = 1
        while file.readinto(block):
            rom.ioctl(6, number)
            rom.writeblocks(number, block, 0)
            number += 1
        rom.writeblocks(0, first, 0)


def on_trial():
    """The watchdog of a version that an update has just moved into place, None of any other. From now on the way back is ready."""
    try:
        os.rename(PREVIOUS + "/back", PREVIOUS + "/ready")
    except OSError:
        return None
    from machine import WDT

    return WDT(timeout=WATCHDOG_MS)


def go_back(why):
    """The version on trial does not come up: the next start leads back."""
    try:
        with open(WHY, "w") as file:
            file.write(why)
    finally:
        reset()


def keep_names():
    """Load what brings the names that all modules use, so that they lie together (`crossboard flash` makes it, if any)."""
    try:
        import firmware.names  # noqa: F401  # type: ignore
    except ImportError:
        return
    from firmware.memory import let_go

    let_go("firmware.names")
    gc.collect()


def started(watchdog):
    """The loop of the board, None if it can't start."""
    keep_names()
    try:
        from firmware.builder import start
    except ImportError as error:
        raise ImportError("%s: the firmware is incomplete; run crossboard flash" % error)
    if not watchdog:
        return start()
    watchdog.feed()
    return start(watchdog) or go_back("its profile can't be used")


if __name__ == "__main__":
    finish_update(PREVIOUS)
    finish_update()
    if hasattr(gc, "threshold"):  # a board without it collects garbage when it must
        gc.threshold(8000)  # bytes, as in memory.py: else modules lie scattered among the remains of their files
    dog = on_trial()
    try:
        loop = started(dog)
    except Exception as error:
        if dog:
            go_back(repr(error))
        raise
    del finish_update, keep, write_rom, reset, on_trial, go_back, keep_names, started, dog  # the heap is the game's
    if loop:
        loop.run()
