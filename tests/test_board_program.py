"""What is put together when a board's program is compiled: classes and functions that are two for the reader only."""

from __future__ import annotations

from typing import Any

from crossboard.program.names import Names
from crossboard.program.program import Program
from crossboard.program.seldom import split

LOADING = "def fetch(self, name):\n    return getattr(self, name)\n"


def compiled(text: str) -> tuple[dict[str, str], Names]:
    """The sources of the files that a program of one module becomes, by name."""
    texts = {"firmware.loading": LOADING, "firmware.loop": text}
    parts = split(lambda: Program(texts, ("firmware.loop",)))
    names = Names(parts.program, parts.families.values())
    return {file.name: names.text(file) for file in parts.program.files.values()}, names


def carried_out(text: str) -> dict[str, Any]:
    """What its one file defines."""
    found: dict[str, Any] = {}
    exec(compiled(text)[0]["firmware.loop"], found)
    return found


def test_an_only_child_takes_its_parents_place() -> None:
    text = """
class A:
    rows = 3
    def __init__(self, x):
        self.x = x
    def f(self):
        return self.x * self.rows
    def h(self):
        return 5

class B(A):
    def h(self):
        return super().h() + 2

class C(B):
    rows = 4
    def __init__(self, x):
        super().__init__(x + 1)
    def f(self):
        return super().f() + 1000

def run():
    c = C(6)
    return c.f() + c.h() + c.f() + c.h()
"""
    source = compiled(text)[0]["firmware.loop"]
    assert source.count("class ") == 1
    assert carried_out(text)["run"]() == 2 * (7 * 4 + 1000 + 7)


def test_a_parent_of_two_stays() -> None:
    text = """
class A:
    def f(self):
        return 1

class B(A):
    pass

class C(A):
    pass

def run():
    return B().f() + C().f()
"""
    assert compiled(text)[0]["firmware.loop"].count("class ") == 3


ONCE = """
class A:
    def __init__(self):
        self.seen = []

    def run(self, n):
        self._note(n)
        for x in range(3):
            self._loop(x)
        got = self._single(n, n + 1)
        if got > 5:
            return self._early(got)
        self._tail(got)

    def _note(self, what):
        self.seen.append(what)

    def _loop(self, x):
        x = x + 10
        self.seen.append(x)

    def _single(self, a, b):
        x = a * 2
        return x + b

    def _early(self, got):
        if got > 20:
            return "big"
        got -= 1
        self.seen.append(got)

    def _tail(self, got):
        if got == 4:
            return
        self.seen.append("tail")


def run(n):
    a = A()
    return a.run(n), a.seen
"""


def test_what_is_called_once_is_put_in_place() -> None:
    files, names = compiled(ONCE)
    assert files["firmware.loop"].count("def ") == 3  # __init__, run, run
    run = carried_out(ONCE)["run"]
    plain: dict[str, Any] = {}
    exec(ONCE, plain)
    for n in range(12):
        assert run(n) == plain["run"](n)
    held = next(kept for kept in names.legend["firmware.loop"].values() if "firmware.loop:A._note" in kept)
    assert {"firmware.loop:A.run", "firmware.loop:A._early", "firmware.loop:A._tail"} <= held


def test_what_can_not_be_put_in_place_stays() -> None:
    text = """
class A:
    def run(self, n):
        self._middle(n)
        if self._asked(n):
            return [self._listed(x) for x in range(n)]
        self._value(n)
        return self._twice(n) + self._twice(n)

    def _middle(self, n):
        if n == 2:
            return
        self.n = n

    def _asked(self, n):
        return n > 3

    def _listed(self, x):
        return x

    def _value(self, n):
        return 7

    def _twice(self, n):
        return n

    def ends(self, n):
        self._says(n)

    def _says(self, n):
        return n


def run(n):
    return A().run(n), A().ends(n)
"""
    assert compiled(text)[0]["firmware.loop"].count("def ") == 9
    assert carried_out(text)["run"](2) == (4, None)


def test_functions_that_have_made_a_table_are_let_go_of() -> None:
    text = """
def _table():
    return bytes([x * x for x in range(9)])

TABLE = _table()

def run():
    return TABLE[3] + TABLE[2]
"""
    found = carried_out(text)
    assert found["run"]() == 13
    assert sum(callable(value) for name, value in found.items() if name != "__builtins__") == 2  # fetch and run
