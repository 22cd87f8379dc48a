"""What lies where on MicroPython's heap: names of objects with their addresses, and the heap itself, to be printed.

`tests/benchmarks/heap_map.py` reads it. A name is a path: a module, then what is defined there; `app` and attributes.
"""

import binascii
import sys

import micropython
import uctypes

SIMPLE = (int, str, type(None), bool)


def walk(roots):
    """Print `N address type path` for everything that can be reached by names from the (path, object) pairs `roots`."""
    seen = set()
    waiting = list(roots)
    while waiting:
        path, thing = waiting.pop(0)
        kind = type(thing)
        if kind in SIMPLE or id(thing) in seen:
            continue
        seen.add(id(thing))
        print("N", id(thing), kind.__name__, path)
        if kind is dict:
            waiting += [("%s[%s]" % (path, key), value) for key, value in thing.items()]
        elif kind is list or kind is tuple:
            waiting += [("%s[%d]" % (path, i), thing[i]) for i in range(len(thing))]
        elif hasattr(thing, "__dict__"):
            waiting += [("%s.%s" % (path, key), value) for key, value in thing.__dict__.items()]


def modules():
    """Our modules, as pairs for `walk`."""
    return [
        (name, sys.modules[name]) for name in sorted(sys.modules) if name.split(".")[0] in ("firmware", "shared_rules")
    ]


def dump(start, size):
    """Print `size` bytes of memory in lines `M hex`."""
    memory = uctypes.bytearray_at(start, size)
    for at in range(0, size, 1024):
        print("M", binascii.hexlify(memory[at : at + 1024]).decode())


def layout():
    """Print the heap's blocks."""
    micropython.mem_info(1)
