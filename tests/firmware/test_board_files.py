"""Numbers in place of constants' names in what is compiled for a board, and that it is the same program."""

from __future__ import annotations

import ast
import contextlib
import io
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from crossboard.board_files import build as board_build
from crossboard.board_files import kept
from crossboard.board_files.build import NAMES, board_sources, build, compile_module, dotted
from crossboard.board_files.constants import SourceError, Sources
from crossboard.board_files.names import bringing, names_in
from crossboard.games.check import random_games
from crossboard.games.check.random_games import play
from crossboard.games.rules import game_names, new_game, specs
from crossboard.simulator.micropython import run as run_micropython
from tests.support.compiled import lay_out

ROOT = Path(__file__).parents[2]
CODES = """
def const(value):
    return value

A = const(1)  # one
B = const(A << 4)
MINUS = const(-2)
WORDS = ("", "a")
"""
NO_NAMES = b"M\x06\0\x1f\0\0"  # how an .mpy begins
USER = '''"""About A."""

from shared_rules.codes import (
    A,
    MINUS,
    WORDS,
    const,
)
from shared_rules.codes import B as C

D = const(C | A)


def f(x):
    from shared_rules.codes import B
    return x * MINUS + D - B if WORDS[A] == "A" else D
'''


def made(**more: str) -> Sources:
    """The two above, and others."""
    return Sources({"shared_rules.codes": CODES, "shared_rules.user": USER, **more})


def names(text: str) -> set[str]:
    """Every name that a module's code has."""
    return {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}


def test_names_of_constants_give_way_to_numbers() -> None:
    text = made().board_source("shared_rules.user")
    assert names(text) == {"x", "WORDS"}
    lines = text.splitlines()
    assert lines[0] == '"""About A."""'
    assert lines[2] == "from shared_rules.codes import WORDS"
    assert lines[-2:] == ["    pass", '    return x * (-2) + 17 - 16 if WORDS[1] == "A" else 17']


def test_lines_stay_where_they_are() -> None:
    assert made().board_source("shared_rules.user").count("\n") == USER.count("\n")


def test_a_module_whose_constants_may_be_asked_for_keeps_them() -> None:
    sources = made(**{"shared_rules.a": "from shared_rules import codes, user\n", "shared_rules.b": "E = const(5)\n"})
    assert sources.constants("shared_rules.codes") == {"A": 1, "B": 16, "MINUS": -2}
    assert "B = const(1 << 4)" in sources.board_source("shared_rules.codes")
    assert "D = const(16 | 1)" in sources.board_source("shared_rules.user")
    assert sources.board_source("shared_rules.b") == "\n"


def test_modules_that_import_each_other_and_those_that_pass_constants_on() -> None:
    one = "from shared_rules.two import TWO\nONE = const(A)\nfrom shared_rules.codes import A\nSUM = const(ONE + TWO)\n"
    two = "from shared_rules.one import ONE, A as FIRST\nTWO = const(ONE + FIRST)\ndef f():\n    return ONE\n"
    asking = "from shared_rules.two import FIRST, ONE\nprint(ONE, FIRST)\n"
    for texts in ({"one": one, "two": two, "asking": asking}, {"asking": asking, "two": two, "one": one}):
        sources = made(**{f"shared_rules.{name}": text for name, text in texts.items()})
        assert sources.constants("shared_rules.one") == {"ONE": 1, "SUM": 3}
        assert sources.constants("shared_rules.two") == {"TWO": 2}
        assert sources.board_source("shared_rules.two") == "pass\n\ndef f():\n    return 1\n"
        assert sources.board_source("shared_rules.asking") == "pass\nprint(1, 1)\n"


def test_what_only_annotations_need_is_not_imported() -> None:
    a = "from other import One, Two, Three, passed_on\ndef f(x: One, *y: Two) -> Three:\n    z: One = x\n    return z, Two\n"
    sources = made(
        **{"shared_rules.a": a, "shared_rules.b": "from shared_rules.a import passed_on\nprint(passed_on)\n"}
    )
    assert sources.board_source("shared_rules.a").splitlines()[0] == "from other import Two, passed_on"
    assert sources.board_source("shared_rules.a", annotated=True) == a


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("from shared_rules.bad import X as Y\nX = const(Y + 1)\n", "line 2: 'X' is defined by itself"),
        ("X = const(Z)\nZ = const(1)\n", "line 1: 'Z' is not a number"),
        ("from shared_rules.codes import A\nA = 2\n", "line 2: 'A' is a constant"),
        ("from shared_rules.codes import A\ndef f(A):\n    pass\n", "line 2: 'A' is a constant"),
        ("from shared_rules.codes import A\nx = f'{A}'\n", "line 2: an f-string"),
        ("X = const(len('a'))\n", "line 1: 'len\\('a'\\)' is not a number"),
        ("X = const(Y)\n", "line 1: 'Y' is not a number"),
        ("X = const('a')\n", "line 1: ''a'' is not a number"),
    ],
)
def test_what_cannot_be_compiled_is_named(text: str, problem: str) -> None:
    with pytest.raises(SourceError, match=f"^shared_rules.bad: {problem}$"):
        made(**{"shared_rules.bad": text}).board_source("shared_rules.bad")


def test_every_module_of_a_board_keeps_its_lines_and_no_constant() -> None:
    texts = {dotted(path): text for path, text in board_sources(game_names()).items()}
    sources = Sources(texts)
    assert len(sources.constants("shared_rules.codes")) > 40
    for name, text in texts.items():
        found = sources.board_source(name)
        assert found.count("\n") == text.count("\n")
        imported = [node for node in ast.walk(ast.parse(found)) if isinstance(node, ast.ImportFrom)]
        constants = {
            f"{node.module}.{a.name}"
            for node in imported
            if node.module in texts
            for a in node.names
            if a.name in sources.constants(node.module)
        }
        assert not constants, name


def test_compiled_rules_play_the_same_games_with_the_heap_locked(
    micropython: Callable[..., str], tmp_path: Path
) -> None:
    jobs = [(new_game(spec).text(), 77, 25) for spec in specs()]
    here = io.StringIO()
    with contextlib.redirect_stdout(here):
        for job in jobs:
            play(*job)
    pieces = ["from random_games import play", *(f"play{job!r}" for job in jobs)]
    mounts = lay_out(tmp_path, random_games=Path(random_games.__file__).read_text(encoding="utf-8"))
    assert micropython(pieces, mounts, timeout=300) == here.getvalue()


@pytest.fixture
def nothing_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of what was compiled, empty yet; what this process remembers is forgotten."""
    forget = board_build._compiled.cache_clear  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(kept, "folder", lambda: tmp_path / "boards")
    forget()
    yield tmp_path / "boards"
    forget()


def test_what_was_compiled_is_compiled_once_for_all(nothing_kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []

    def compile_module(path: Path, name: str, native: str, _: str) -> bytes:
        compiled.append(name)
        return NO_NAMES + native.encode() + path.read_bytes()

    def files(word: str, native: str = "") -> dict[str, bytes]:
        """As another process would get them; a script says `word`."""
        board_build._compiled.cache_clear()  # pyright: ignore[reportPrivateUsage]
        compiled.clear()
        return build(None, native, {"script": word})

    monkeypatch.setattr(board_build, "compile_module", compile_module)
    first = files("one = 1")
    assert first["/script.mpy"] == NO_NAMES + b"one = 1" and len(compiled) > 50
    assert files("one = 1") == first and not compiled
    assert files("two = 2")["/script.mpy"] == NO_NAMES + b"two = 2" and compiled  # another source
    assert files("one = 1", "armv6m") != first and compiled  # another processor
    for result in nothing_kept.iterdir():
        result.write_bytes(result.read_bytes()[:-100])
    assert files("one = 1") == first and compiled  # damaged
    assert files("one = 1") == first and not compiled


def test_a_few_results_are_kept_and_none_where_nothing_can_be_written(
    nothing_kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(kept.MOST + 3):
        kept.keep(str(number), {"/a": b"%d" % number})
        os.utime(nothing_kept / f"{number}.zip", (number, number))
    assert len(list(nothing_kept.iterdir())) == kept.MOST
    assert kept.load("1") is None and kept.load("10") == {"/a": b"10"}
    monkeypatch.setattr(kept, "folder", lambda: nothing_kept / "5.zip")
    kept.keep("key", {"/a": b"1"})
    assert kept.load("key") is None


def test_a_board_gets_a_module_that_brings_the_names_of_all_others() -> None:
    files = build(None)
    wanted = names_in({path: data for path, data in files.items() if path != NAMES})
    brought = names_in({NAMES: files[NAMES]})
    assert {"square_of", "firmware/game/journal.mpy"} <= wanted <= brought
    assert {"shared_rules.recognition.beam", "recognition", "x"} <= brought


def test_micropython_takes_such_a_module_and_has_its_names(tmp_path: Path) -> None:
    source = tmp_path / "small.py"
    source.write_text("done = 1\n")
    names = {f"unheard_of_{number}" for number in range(300)} | {"n" * 200, "with/a/sign.mpy"}
    module = bringing(names, compile_module(source, "small.mpy"))
    assert names < names_in({"small.mpy": module})
    (tmp_path / "brought.mpy").write_bytes(module)
    count = "import micropython\nmicropython.qstr_info()"
    use = f"import brought\nprint(brought.done, [getattr(brought, name, 0) for name in {sorted(names)}][0])"
    printed = run_micropython([count, "import brought", count, use, count], {"/brought.mpy": tmp_path / "brought.mpy"})
    before, brought, used = (int(found) for found in re.findall(r"n_qstr=(\d+)", printed))
    assert brought - before >= len(names) and used - brought < 10
    assert "1 0" in printed
