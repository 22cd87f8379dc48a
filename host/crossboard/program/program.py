"""A board's program as a whole: what of it is used, and which files it is compiled into.

A module of its own costs a board some 300 bytes of heap, and each name that it takes from another module 10 more. So what
a root imports, directly or not, becomes one file with it; modules that are imported within functions (drivers, games, the
test of the board) get a file each. What nothing uses is left out, by name: a method is used if any code that is used has an
attribute of that name. Classes and functions that are divided for the reader only are put together (program/classes.py,
program/inline.py). What is marked `# seldom` gets files of its own (program/seldom.py).
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from crossboard.program.classes import merge_only_children
from crossboard.program.inline import Inliner
from crossboard.program.modules import Lazy, Module, ProgramError, functions, lazy, read, used

FETCH = "firmware.loading:fetch"
"""What gives objects their seldom methods; nothing in the sources calls it."""

ASKED = frozenset(("getattr", "hasattr", "setattr", "delattr"))


@dataclass
class File:
    """What is compiled into one file: `units` by name (`module:name`), in the order in which they are carried out."""

    name: str
    units: dict[str, ast.stmt] = field(default_factory=dict[str, ast.stmt])
    seldom: bool = False


class Program:
    """The modules of `texts` (by dotted name) as far as `roots` need them, the first of which is the board's own."""

    def __init__(self, texts: Mapping[str, str], roots: Iterable[str]) -> None:
        self.roots = tuple(roots)
        self.modules = read(texts)
        _drop_aliases(self.modules)
        merge_only_children(self.modules)
        self.units = {f"{m.name}:{name}": node for m in self.modules.values() for name, node in m.units.items()}
        self.seldom = {node for m in self.modules.values() for node in m.seldom}
        self._lives = Lives(self)
        self.files: dict[str, File] = {}
        self.home: dict[str, str] = {}  # name -> file that has it
        self._put_in_place()
        self._lay_out()

    def start(self) -> Iterable[str]:
        """What is used from outside."""
        return [name for name in self.units if name.partition(":")[0] in self.roots]

    def marked(self, name: str) -> list[ast.stmt]:
        """What a name stands for: a unit, or `class.__init__`."""
        unit = self.units[name.removesuffix(".__init__")]
        return [f for f in functions(unit) if f.name == "__init__"] if name.endswith(".__init__") else [unit]

    def _put_in_place(self) -> None:
        """What is called once becomes part of its caller. Where that is compiled is known from a first lay-out."""
        self._lay_out()
        live = {name: unit for name, unit in self.units.items() if name in self._lives.names}
        calls = [n for unit in live.values() for n in ast.walk(unit) if isinstance(n, ast.Call)]
        fixed = {*self.start(), FETCH, *(name for call in calls for name in asked(call))}
        Inliner(live, self.seldom, fixed, self.home, self.roots[0]).run()
        for name in self._lives.names & self.units.keys() - live.keys():
            module, _, unit = name.partition(":")
            del self.units[name], self.modules[module].units[unit]
            self._lives.names.remove(name)
        self.files.clear()
        self.home.clear()

    def _lay_out(self) -> None:
        left = [name for name in self.units if name in self._lives.names]
        self._file(self.roots[0])
        for root in self.roots[1:]:
            for module in self.modules[root].needs:
                if module in self.modules and not any(name.startswith(f"{module}:") for name in self.home):
                    self._file(module)
            self._file(root)
        while True:
            wanted = {
                name.partition(":")[0] for file in self.files.values() for u in file.units.values() for name in lazy(u)
            }
            new = sorted(module for module in wanted if not any(module == u.partition(":")[0] for u in self.home))
            if not new:
                break
            self._file(new[0])
        missing = [name for name in left if name not in self.home]
        if missing:
            raise ProgramError(f"'{missing[0]}' is in no file")

    def _file(self, name: str) -> None:
        """A file with a module and what it imports."""
        file = self.files[name] = File(name)
        seen: set[str] = set()

        def add(module: str) -> None:
            if module in seen:
                return
            seen.add(module)
            for needed in self.modules[module].needs:
                add(needed)
            for unit in self.modules[module].units:
                full = f"{module}:{unit}"
                if full in self._lives.names and full not in self.home:
                    self.home[full] = name
                    file.units[full] = self.units[full]

        if FETCH in self.units and FETCH not in self.home:
            add(FETCH.partition(":")[0])  # classes need it while they are made
        add(name)


class Lives:
    """What of a program is used: `names` of units, `attributes`."""

    def __init__(self, program: Program) -> None:
        self.names: set[str] = set()
        self.attributes: set[str] = set()
        self._units = program.units
        self._waiting: dict[str, list[ast.stmt]] = {}  # parts of classes that nobody has asked for, by name
        self._kept: set[ast.stmt] = set()
        for name in (*program.start(), FETCH):
            self._name(name)
        for name in self.names:
            node = self._units[name]
            if isinstance(node, ast.ClassDef):
                node.body = [part for part in node.body if part in self._kept] or [ast.Pass()]

    def _name(self, name: str) -> None:
        if name in self.names or name not in self._units:
            return
        self.names.add(name)
        node = self._units[name]
        if not isinstance(node, ast.ClassDef):
            self._code(node)
            return
        for base in node.bases:
            self._code(base)
        for part in node.body:
            self._part(part)

    def _part(self, part: ast.stmt) -> None:
        match part:
            case ast.FunctionDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]):
                if name in self.attributes or name.startswith("__"):
                    self._kept.add(part)
                    self._code(part)
                else:
                    self._waiting.setdefault(name, []).append(part)
            case _:
                pass

    def _attribute(self, name: str) -> None:
        if name not in self.attributes:
            self.attributes.add(name)
            for part in self._waiting.pop(name, []):
                self._part(part)

    def _code(self, node: ast.AST) -> None:
        for inner in ast.walk(node):
            if isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Load):
                self._attribute(inner.attr)
            elif isinstance(inner, ast.AugAssign) and isinstance(inner.target, ast.Attribute):
                self._attribute(inner.target.attr)
            elif isinstance(inner, ast.Call):
                for name in asked(inner):
                    self._attribute(name)
        for name in used(node) | lazy(node):
            self._name(name)


def asked(node: ast.Call) -> list[str]:
    """The attribute that a getattr, hasattr, … asks for."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=[_, ast.Constant(value=str(attribute)), *_]) if name in ASKED:
            return [attribute]
        case _:
            return []


class _Rename(ast.NodeTransformer):
    def __init__(self, names: Mapping[str, ast.expr]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return copy.copy(self._names.get(node.id, node))


def _drop_aliases(modules: Mapping[str, Module]) -> None:
    """A unit that is only another name of something, or a number, gives way to it."""
    found: dict[str, ast.expr] = {}
    for module in modules.values():
        for name, node in list(module.units.items()):
            if isinstance(node, ast.Assign) and (
                isinstance(node.value, ast.Name)
                or isinstance(node.value, ast.Constant)
                and type(node.value.value) is int
            ):
                found[f"{module.name}:{name}"] = node.value
                del module.units[name]
    for _ in range(3):  # names of names
        for name, value in found.items():
            if isinstance(value, ast.Name) and value.id in found:
                found[name] = found[value.id]
    rename = _Rename(found)
    for module in modules.values():
        for node in module.units.values():
            rename.visit(node)
            for inner in ast.walk(node):
                if isinstance(inner, Lazy):
                    inner.names = sorted({_aliased(name, found) for name in inner.names} - {""})


def _aliased(name: str, found: Mapping[str, ast.expr]) -> str:
    value = found.get(name)
    if value is None:
        return name
    return value.id if isinstance(value, ast.Name) and ":" in value.id else ""


def methods(node: ast.ClassDef) -> dict[str, ast.FunctionDef]:
    """The methods of a class by name."""
    return {part.name: part for part in functions(node)}
