"""What a board loads from its flash when it is called for, and lets go of again.

`crossboard flash` puts what the sources mark `# seldom` into files of their own below firmware/seldom
(host/crossboard/program/seldom.py). Run from its sources a board has all of it always, and `fetch` is never called.

To fetch allocates, and takes a Pico some 10 to 50 ms: nothing that is seldom is used between a sensor's edge and the lights.
`rest` allocates nothing until it lets go.
"""

import gc
import sys

from shared_rules.codes import const

ROUNDS = const(250)  # with nothing more urgent to do, after which what was loaded is let go of
FOLDER = "firmware.seldom"

_left = bytearray(1)  # of those rounds; 0: nothing is loaded


def fetch(self, name):
    """The seldom method or value `name` of an object whose class has a `SELDOM`: file and class. AttributeError if there is
    none."""
    where = self.SELDOM
    _left[0] = ROUNDS
    there = getattr(__import__("%s.%s" % (FOLDER, where[0]), None, None, ("*",)), where[1])
    found = getattr(there, name)
    return (lambda *arguments: found(self, *arguments)) if callable(found) else found


def rest():
    """A round with nothing more urgent to do; True if all that is seldom has been let go of in it."""
    left = _left[0]
    if left:
        _left[0] = left - 1
        if left == 1:
            release()
            return True
    return False


def rest_soon():
    """Let go of what is loaded, if anything, after the next rounds with nothing to do, and tell it."""
    _left[0] = ROUNDS


def release():
    """Let go of all that is seldom; what runs just now goes on."""
    for name in list(sys.modules):
        if name[: len(FOLDER)] == FOLDER:
            del sys.modules[name]
    package = sys.modules["firmware"]
    if hasattr(package, "seldom"):
        delattr(package, "seldom")
    gc.collect()
