"""How long what a board does again and again takes, by its own clock; compiled with the board's program, run at its prompt.

Nothing is asked of the switches: they may be open or closed.
"""

import gc
import json
import time
from array import array

from firmware.builder import build
from shared_rules.games import game_class

STEPS = 200
HISTORY = 8


class Nobody:
    """No PC at the other end."""

    def read(self):
        """Nothing comes."""
        return -1

    def write(self, byte):
        """All is taken."""
        return True


def main(folder, texts):
    """Print a line for each thing: what, and how much of it, in bytes or microseconds. `folder` has the program."""
    with open(folder + "/profile.json") as file:
        profile = json.load(file)
    gc.collect()
    before = gc.mem_alloc()
    app = build(profile, Nobody(), folder + "/games")
    app.loop.step(0)
    gc.collect()
    print("heap", gc.mem_alloc())
    print("app", gc.mem_alloc() - before)
    sensors = app.sensing.sensors
    raw = bytearray(sensors.count)
    sensors.scan(raw)
    began = time.ticks_us()
    for _ in range(STEPS):
        sensors.scan(raw)
    print("scan", time.ticks_diff(time.ticks_us(), began) // STEPS)
    now = 5
    began = time.ticks_us()
    for _ in range(STEPS):
        app.loop.step(now)
        now += 5
    print("step", time.ticks_diff(time.ticks_us(), began) // STEPS)
    for text in texts:
        rules(text)


def rules(text):
    """The plies of a position, and each of them judged."""
    name = text.split(" ")[0].split(":")[0]
    game = game_class(name)("", HISTORY)
    game.set_text(text)
    out = array("i", bytearray(8 * game.max_plies))
    end = game.plies(out, 0)
    listed = judged = 0
    before = gc.mem_alloc()
    began = time.ticks_us()
    game.plies(out, 0)
    listed = time.ticks_diff(time.ticks_us(), began)
    began = time.ticks_us()
    for i in range(end):
        game.push(out[i])
        game.result
        game.pop()
    judged = time.ticks_diff(time.ticks_us(), began) // end
    before = gc.mem_alloc() - before
    print(name + ":allocated", before)
    print(name + ":list", listed)
    print(name + ":judge", judged)
    print(name + ":leaves", leaves(game, out, 0, 2))


def leaves(game, out, n, depth):
    """The count of sequences so long, to see that the rules are the same."""
    end = game.plies(out, n)
    if depth == 1:
        return end - n
    count = 0
    for i in range(n, end):
        game.push(out[i])
        if not game.result:
            count += leaves(game, out, end, depth - 1)
        game.pop()
    return count
