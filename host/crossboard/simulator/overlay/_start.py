"""How the simulated board starts: lays the Pico's modules over the engine's own, and runs boot.py and main.py.

Runs under MicroPython only, before any program of the board.
"""

import sys

import _board

_FD = 4  # where a file object of this build keeps its file number


def lay(raw_in, raw_out):
    """Puts the Pico's modules in place of the engine's, and gives bytes on the serial line numbers of their own."""
    _board.poke(id(sys.stdin.buffer) + _FD, raw_in)
    _board.poke(id(sys.stdout.buffer) + _FD, raw_out)
    for name in ("micropython", "time", "os", "sys"):
        overlay = __import__("_" + name)
        sys.modules[name] = overlay
        del sys.modules["_" + name]
    for name in ("machine", "neopixel", "rp2"):
        __import__(name)
    if _board.radio:
        for name in ("network", "socket"):
            __import__(name)


def settle(flash):
    """Makes the flash the root of all files, as on a board. The overlay has been read by then."""
    import os

    sys.path.remove("/overlay")
    os.umount("/")
    os.mount(os.VfsPosix(flash), "/")
    os.chdir("/")


def _report(error):
    """Prints the traceback without this file's part of it."""
    import io

    text = io.StringIO()
    sys.print_exception(error, text)
    for line in text.getvalue().split("\n")[:-1]:
        if 'File "_start.py"' not in line and 'File "/overlay/_start.py"' not in line and 'File "<stdin>"' not in line:
            print(line)


def run(name, names):
    """Runs a file in the names given; False if it asked for a soft reset by SystemExit."""
    try:
        return _run(name, names)
    except KeyboardInterrupt as error:  # it came just before the program or just after
        import micropython

        micropython.kbd_intr(-1)
        _report(error)
        return True


def _run(name, names):
    import micropython

    try:
        with open(name) as file:
            source = file.read()
    except OSError:
        return True
    try:
        code = compile(source, name, "exec")
        micropython.kbd_intr(3)
        _board.catch_up()
        exec(code, names)
        micropython.kbd_intr(-1)
    except SystemExit:
        micropython.kbd_intr(-1)
        return False
    except BaseException as error:
        micropython.kbd_intr(-1)
        _report(error)
    return True
