"""What is put together when a board's program is compiled: classes and functions that are two for the reader only."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from crossboard import profiles
from crossboard.program.build import ROOT, drivers_of, program_texts
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
    found: dict[str, Any] = {"__file__": "firmware/loop.mpy"}
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


SHAPES = """
class Inner:
    def __init__(self):
        self.held = 3

    def place_of(self, wanted):
        for i in range(self.held):
            if i == wanted:
                return i
        return -1

    @property
    def twice(self):
        return self.held * 2

    def more(self, by):
        self.held += by
        return self.held


class A:
    def __init__(self):
        self.inner = Inner()
        self.seen = []

    def run(self, n):
        if n > 1 and self._is_odd(n):
            self.seen.append("odd")
        if not self._grade(n, 5) or n == 9:
            self.seen.append("low")
        elif self._late(n):
            self.seen.append("late")
        else:
            self.seen.append("else")
        place = self.inner.place_of(n) + 1
        while self._left(place):
            place += 2
        for x in range(self._count(n)):
            self.seen.append(x)
        best = n > 2 and self._best(n) or self._worst(n)
        self.inner.more(1)
        self._silent(n)
        return [place, best, self._is_last(n) if n else self.inner.twice, self._small(n), self._small(place)]

    def _is_odd(self, n):
        return n % 2 == 1

    def _grade(self, n, least=4):
        if n < least:
            if n == 2:
                return "two"
        else:
            return "enough"
        for x in range(n):
            if x == 3:
                return "three"
        return ""

    def _late(self, n):
        if n == 6:
            return True
        if n == 7:
            if self.seen:
                return False
            self.seen.append(7)
        return n > 9

    def _left(self, place):
        return place < 4

    def _count(self, n):
        count = 0
        while True:
            if count * count >= n:
                return count
            count += 1

    def _best(self, n):
        for x in range(n):
            if x > 3:
                found = x
                break
        else:
            found = 0
        return found

    def _worst(self, n):
        if n > 8:
            return -8
        return -n

    def _silent(self, n):
        if n == 4:
            return
        if n == 5:
            self.seen.append("five")
            return
        self.seen.append("not five")

    def _is_last(self, n):
        return n == 11

    def _small(self, n):
        return n < 3


def run(n):
    a = A()
    return a.run(n), a.seen, a.inner.held
"""


def test_a_function_goes_into_any_statement_that_has_its_call() -> None:
    files, _ = compiled(SHAPES)
    assert files["firmware.loop"].count("def ") == 4  # two __init__, A.run, run
    run = carried_out(SHAPES)["run"]
    plain: dict[str, Any] = {}
    exec(SHAPES, plain)
    for n in range(14):
        assert run(n) == plain["run"](n)


def test_what_can_not_be_put_in_place_stays() -> None:
    text = """
class A:
    def __init__(self):
        self.n = 0

    def run(self, n):
        self.n += self._changes(n)
        try:
            self._raises()
        except ValueError:
            self._caught(n)
        for x in self._each(n):
            self._twice(x)
        self._twice(n)
        found = 1 if n else self._either(n)
        return self.n * 2 + self._adds(n), found

    def _changes(self, n):
        self.n += 7
        return n

    def _raises(self):
        try:
            if self.n > 9:
                return
        finally:
            self.n += 1
        raise ValueError

    def _caught(self, n):
        if n == 3:
            return
        self.n += 1

    def _each(self, n):
        for x in range(n):
            yield x

    def _twice(self, x):
        self.n += x * 2 + self.n // 5 - x
        while self.n > 100:
            self.n -= x + 25 if self.n < 200 else 100
        if self.n < -100:
            self.n += 100 - x * 2

    def _either(self, n):
        self.n += 1
        return n

    def _adds(self, n):
        self.n += 1
        return n


def run(n):
    return A().run(n)
"""
    assert compiled(text)[0]["firmware.loop"].count("def ") == 10
    run = carried_out(text)["run"]
    plain: dict[str, Any] = {}
    exec(text, plain)
    for n in range(5):
        assert run(n) == plain["run"](n)


def test_locals_that_are_never_wanted_together_share_a_name() -> None:
    text = """
def run(n):
    first = n + 1
    second = first * 2
    total = 0
    for i in range(second):
        if i % 3 == 0:
            kept = i
        else:
            total += kept
    try:
        third = total // n
    except ZeroDivisionError as error:
        third = len(str(error)) and total
    fourth = third + 1
    fifth = fourth - second
    return fifth, total
"""
    names = {n.id for n in ast.walk(ast.parse(compiled(text)[0]["firmware.loop"])) if isinstance(n, ast.Name)}
    assert len(names) < 11
    run = carried_out(text)["run"]
    plain: dict[str, Any] = {}
    exec(text, plain)
    for n in range(9):
        assert run(n) == plain["run"](n)


def test_a_class_that_is_seldom_wanted_leaves_a_shell() -> None:
    rare = """
class Rare:
    def __init__(self, n):  # seldom
        self.n = n

    def twice(self):  # seldom
        return self.n * 2


class Often:
    def __init__(self, n):  # seldom
        self.n = n

    def twice_more(self):
        return self.n * 4
"""
    text = """
from firmware.rare import Often, Rare

def begin(n):  # seldom
    return Rare(n), Often(n)

def run(n):
    from firmware.loop import begin

    rare, often = begin(n)
    return rare.twice(), often.twice_more() + often.twice_more() * often.twice_more()
"""
    texts = {"firmware.loading": LOADING, "firmware.rare": rare, "firmware.loop": text}
    program = split(lambda: Program(texts, ("firmware.loop",))).program
    assert "firmware.rare:Rare" not in program.home and "firmware.loading:Shell" in program.home
    assert program.home["firmware.rare:Often"] == "firmware.loop"


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


def test_what_a_file_wants_of_another_is_there() -> None:
    """Every import among the files that are installed names a file of theirs, and something that it defines."""
    text = profiles.profile_json(profiles.load("pico-8x8"))
    files = {name: ast.parse(source) for name, source in program_texts((ROOT,), drivers=drivers_of(text))[0].items()}
    defined = {name: set(defined_in(tree)) for name, tree in files.items()}
    wanted = 0
    for name, tree in files.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and str(node.module).split(".")[0] in ("firmware", "shared_rules"):
                for alias in node.names:
                    wanted += 1
                    assert f"{node.module}.{alias.name}" in files or alias.name in defined.get(str(node.module), ()), (
                        name
                    )
    assert wanted > 20


def defined_in(tree: ast.Module) -> Iterator[str]:
    """The names that a file has when it has been loaded."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.ImportFrom):
            yield from (alias.asname or alias.name for alias in node.names)


SMALL = """
class A:
    def __init__(self):
        self.n = 0

    def run(self, n):
        self._add(n)
        if n > 2:
            self._add(n * 2)
        return self.n

    def _add(self, x):
        self.n += x
        if self.n > 9:
            self.n = 0


def run(n):
    return A().run(n)
"""


def test_what_is_small_is_put_in_both_its_places() -> None:
    assert compiled(SMALL)[0]["firmware.loop"].count("def ") == 3  # __init__, run, run
    run = carried_out(SMALL)["run"]
    assert [run(n) for n in range(5)] == [0, 1, 2, 9, 0]


def test_the_locals_used_most_come_first_where_there_are_many() -> None:
    rare = "".join(f"    v{i} = n + {i}\n" for i in range(20))
    text = f"def run(n):\n{rare}    for often in range(n):\n        often += often * often\n        n += often\n"
    text += f"    return n + often + {' + '.join(f'v{i}' for i in range(20))}\n"
    source = compiled(text)[0]["firmware.loop"]
    name = source.split("for ")[1].split(" ")[0]
    assert source.split("\n")[source.split("\n").index("def run(self):") + 1] == f"    {name}: 0"
    plain: dict[str, Any] = {}
    exec(text, plain)
    assert carried_out(text)["run"](5) == plain["run"](5)
