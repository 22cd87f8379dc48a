"""The compiled rules and search: built from the sources as they are, and in everything equal to them."""

from __future__ import annotations

import importlib
import random
import re
import shutil
import subprocess
import sys
from array import array
from pathlib import Path
from typing import Any

import pytest

import shared_rules
from crossboard import compiled
from crossboard.compiled.build import compile_sources, write_sources
from crossboard.games.rules import game_names, specs
from tests.support.perft_data import counts, game_of

SOME_LEAVES = 60_000
DATA = Path(__file__).resolve().parents[1] / "data"

built = pytest.mark.skipif(not compiled.is_built(), reason="not built: make compiled")


def room(game: Any, depth: int) -> array[int]:
    return array("i", [0] * (game.max_plies * depth))


def listed(game: Any) -> list[int]:
    out = room(game, 1)
    return list(out[: game.plies(out, 0)])


@built
@pytest.mark.parametrize("name", game_names())
def test_perft_is_as_counted(name: str):
    rules = compiled.load(name)
    for text, numbers in counts().items():
        if game_of(text) != name:
            continue
        for depth, number in enumerate(numbers, 1):
            if number <= SOME_LEAVES:
                game = rules.game_at(text)
                assert rules.count(game, depth, room(game, depth), 0) == number
                assert rules.count_played(game, depth, room(game, depth), 0) == number
                assert game.text() == text


@built
@pytest.mark.parametrize("spec", specs())
def test_games_go_the_same_way(spec: str):
    chance = random.Random(spec)
    ours, theirs = compiled.load(spec.partition(":")[0]).new_game(spec, 64), compiled.plain().new_game(spec, 64)
    for _ in range(150):
        plies = listed(theirs)
        assert listed(ours) == plies
        assert (ours.text(), ours.digest(), ours.side) == (theirs.text(), theirs.digest(), theirs.side)
        assert (ours.result, ours.reason, ours.undoable) == (theirs.result, theirs.reason, theirs.undoable)
        if not plies:
            ours.reset()
            theirs.reset()
            continue
        if chance.random() < 0.2 and theirs.undoable:
            ours.pop()
            theirs.pop()
            continue
        ply = chance.choice(plies)
        assert ours.ply_text(ply) == theirs.ply_text(ply)
        assert (ours.kind(ply), ours.destination(ply), ours.rank(ply)) == (
            theirs.kind(ply),
            theirs.destination(ply),
            theirs.rank(ply),
        )
        ours.push(ply)
        theirs.push(ply)


@built
@pytest.mark.parametrize("spec", specs())
def test_searches_find_the_same(spec: str):
    chance = random.Random(spec)
    found: list[tuple[Any, ...]] = []
    start = compiled.plain().new_game(spec)
    for _ in range(chance.randrange(12)):
        if plies := listed(start):
            start.push(chance.choice(plies))
    for rules in (compiled.load(start.name), compiled.plain()):
        search = rules.Search(rules.game_at(start.text(), 64), 8, 2)
        for level in (8, 3):
            rules.begin_at_level(search, level, 77, 0, 900)
            while not search.step(64):
                pass
            found.append((search.best, search.score, search.depth, search.seldepth, search.nodes, *search.pv))
    assert found[:2] == found[2:]


@built
def test_errors_are_the_same():
    for text in ("charing-cross 8/8 w -", "chess 8 w", "card-chess 6/6/6/6/6/6 w rbrbrbbrbrbr"):
        told = set[str]()
        for rules in (compiled.load(game_names()[0]), compiled.plain()):
            with pytest.raises(ValueError) as caught:
                rules.game_at(text)
            told.add(f"{type(caught.value)} {caught.value}")
        assert len(told) == 1


def test_without_what_is_built_the_plain_rules_are_used(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(compiled, "digest_of_sources", lambda: "changed since")
    assert not compiled.is_built() and not compiled.load(game_names()[0]).compiled
    monkeypatch.undo()
    monkeypatch.setenv("CROSSBOARD_PLAIN", "1")
    assert not compiled.load(game_names()[0]).compiled


def test_a_change_of_any_source_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Also of the list of games, and of where constants come from."""
    shutil.copytree(compiled.RULES, tmp_path / "shared_rules")
    monkeypatch.setattr(compiled, "RULES", tmp_path / "shared_rules")
    before = compiled.digest_of_sources()
    for name in ("games.py", "codes.py", "search/levels.py", "search/search.py", "search/search.pxd"):
        path = tmp_path / "shared_rules" / name
        path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        assert compiled.digest_of_sources() != before, name
        before = compiled.digest_of_sources()


@built
@pytest.mark.parametrize("package", ["shared_rules", "crossboard.compiled.rules"])
def test_a_game_without_type_files_is_searched_by_plain_python(package: str, monkeypatch: pytest.MonkeyPatch):
    """Whether only the plain registry knows it, or both do."""
    monkeypatch.setattr(shared_rules, "__path__", [*shared_rules.__path__, str(DATA)])
    for name in {"shared_rules", package}:
        games = importlib.import_module(f"{name}.games")
        toy = ("toy-race", "shared_rules.toy_race.game", "ToyRace")
        monkeypatch.setattr(games, "GAMES", (*games.GAMES, toy))
        monkeypatch.setattr(games, "NAMES", (*games.NAMES, "toy-race"))
    rules = compiled.load("toy-race")
    search = rules.Search(rules.new_game("toy-race", 64), 8)
    rules.begin_at_level(search, 3, 1, 0, 200)
    while not search.step(64):
        pass
    assert search.best in listed(search.game) and not rules.compiled
    assert compiled.load(game_names()[0]).compiled


def test_no_function_swallows_its_errors():
    for path in compiled.type_files():
        assert not re.search(r"noexcept|def void", path.read_text(encoding="utf-8")), path


WRONG_TYPES = (
    ("cdef public bytearray board, at", "cdef public object board\n    cdef public bytearray at"),
    ("    cpdef int push(", "    @cython.locals(board=list)\n    cpdef int push("),
    ("    cdef bint _can_move(", "    @cython.locals(board=list)\n    cdef bint _can_move("),
)
"""What charing_cross/moves.pxd says, and what is wrong of it: the board is a bytearray."""

USING_THEM = """
import crossboard.compiled
crossboard.compiled.__path__.insert(0, {folder!r})
from crossboard.compiled.rules.charing_cross.game import CharingCross
game = CharingCross("", 8)
for work in (game._dead, lambda: game.result, lambda: game.push(24 | 25 << 8)):
    try:
        print(work())
    except TypeError as error:
        print(error)
"""


@pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler")
def test_a_wrong_type_raises(tmp_path: Path):
    pytest.importorskip("Cython")
    wanted = ("rules/base.py", "charing_cross/moves.py", "charing_cross/game.py")
    files = [path for path in write_sources(tmp_path) if path.as_posix().endswith(wanted)]
    types = next(path for path in files if path.name == "moves.py").with_suffix(".pxd")
    text = types.read_text(encoding="utf-8")
    for right, wrong in WRONG_TYPES:
        assert right in text
        text = text.replace(right, wrong)
    types.write_text(text, encoding="utf-8")
    compile_sources(tmp_path, files, tmp_path / "made" / "rules")
    code = USING_THEM.format(folder=str(tmp_path / "made"))
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["Expected list, got bytearray"] * 3
    assert ran.stderr == ""


def test_what_cython_gets_is_the_sources_with_their_types(tmp_path: Any):
    files = write_sources(tmp_path)
    assert len(files) == len(compiled.type_files()) > 15
    for path in files:
        text = path.read_text(encoding="utf-8")
        compile(text, str(path), "exec")
        assert path.with_suffix(".pxd").is_file()
        assert "shared_rules.base" not in text
    again = {path: path.stat().st_mtime_ns for path in files}
    write_sources(tmp_path)
    assert {path: path.stat().st_mtime_ns for path in files} == again
