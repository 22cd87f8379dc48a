"""The helper that runs pieces of Python under MicroPython."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from crossboard.simulator.micropython import MicroPythonError

Run = Callable[..., str]


def test_it_is_micropython_with_the_boards_sources(micropython: Run) -> None:
    printed = micropython(
        "import sys\n"
        "from shared_rules.codes import NOWHERE\n"
        "print(sys.implementation.name, sys.implementation.version[:2], NOWHERE)"
    )
    assert printed == "micropython (1, 27) 255\n"


def test_mounts_show_files_and_folders(micropython: Run, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "notes.txt").write_text("zwölf\n", encoding="utf-8")
    mounts = {"/data": tmp_path / "folder", "/lone.txt": tmp_path / "folder" / "notes.txt"}
    printed = micropython("print(open('/data/notes.txt').read() + open('/lone.txt').read(), end='')", mounts)
    assert printed == "zwölf\nzwölf\n"


def test_an_exception_carries_the_traceback_and_what_was_printed(micropython: Run) -> None:
    with pytest.raises(MicroPythonError, match="line 4, in <module>\n.*line 3, in f\nZeroDivisionError") as caught:
        micropython("print('before')\ndef f():\n    1 // 0\nf()")
    assert caught.value.printed == "before\n"


def test_an_endless_loop_ends_with_an_error(micropython: Run) -> None:
    with pytest.raises(MicroPythonError, match="still running") as caught:
        micropython("print('on')\nwhile True:\n    pass", timeout=5)
    assert caught.value.printed == "on\n"


def test_errors_have_the_numbers_of_a_board(micropython: Run) -> None:
    code = """
        import errno, os
        def number(f, *args):
            try:
                f(*args)
            except OSError as error:
                return error.errno
        os.mkdir('/d')
        open('/d/f', 'w').close()
        print(number(open, '/none') == errno.ENOENT == 2, number(os.mkdir, '/d') == errno.EEXIST == 17)
        print(number(os.rmdir, '/d') == 39, number(open, '/d', 'w') == errno.EISDIR == 21)
    """
    assert micropython(code) == "True True\nTrue True\n"


def test_pieces_share_their_names_and_garbage_goes_between_them(micropython: Run) -> None:
    waste = "import gc\nfor i in range(20000):\n    bytearray(100)\nbusy = gc.mem_alloc()"
    busy, rest = micropython([waste, "print(busy, gc.mem_alloc())"]).split()
    assert int(rest) < int(busy) // 10
