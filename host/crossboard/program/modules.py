"""The modules of a board's program, read so that they can be taken apart: every name of ours says whose it is.

After `read`, a name in a module's tree that stands for something of a module of ours is written `module:name`
(`shared_rules.wire:crc16`), whatever it was imported as; one of MicroPython's modules `os`, or `array:array`. Imports at the
top of a module are gone, for `users` of a name make them anew; within functions an import of ours stays where it is,
as a `Lazy` of the names wanted there.

A comment `# seldom` on the line of a `def` or `class` says that it is not used in play: a board loads it when it is called, and
lets go of it later (program/seldom.py). On a line of its own, it holds for everything that follows in the module.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from crossboard.errors import CrossboardError

PACKAGES = ("shared_rules", "firmware")
MARK = re.compile(r"#.*\bseldom\b")

Function = ast.FunctionDef


class ProgramError(CrossboardError):
    """A module that can't be made part of a board's program."""


class Lazy(ast.stmt):
    """An import of ours within a function: the names (`module:name`) that it makes known."""

    _fields = ()

    def __init__(self, names: Iterable[str] = ()) -> None:
        super().__init__()
        self.names: list[str] = sorted(names)


@dataclass
class Module:
    """One source. `units` are its top-level statements that define something, by the name defined, in order."""

    name: str
    tree: ast.Module
    units: dict[str, ast.stmt] = field(default_factory=dict[str, ast.stmt])
    bound: dict[str, str] = field(default_factory=dict[str, str])  # names of the module -> what they stand for
    needs: list[str] = field(default_factory=list[str])  # modules of ours imported at its top
    seldom: set[ast.stmt] = field(default_factory=set[ast.stmt])


def is_ours(name: str | None) -> bool:
    """Whether a module is one of the board's own."""
    return name is not None and name.partition(".")[0] in PACKAGES


def read(texts: Mapping[str, str]) -> dict[str, Module]:
    """All modules, names resolved; `texts` by dotted name."""
    modules = {name: Module(name, ast.parse(text)) for name, text in texts.items()}
    for module in modules.values():
        _find_marks(module, texts[module.name])
        _find_units(module, modules)
    for module in modules.values():
        _Resolver(module, modules).run()
    return modules


def functions(node: ast.stmt) -> Iterator[Function]:
    """The functions of a unit: itself, or its methods."""
    if isinstance(node, ast.FunctionDef):
        yield node
    elif isinstance(node, ast.ClassDef):
        yield from (part for part in node.body if isinstance(part, ast.FunctionDef))


def used(node: ast.AST) -> set[str]:
    """The names of ours and of MicroPython's modules that a piece of code uses, imports within functions left out."""
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and ":" in n.id}


def lazy(node: ast.AST) -> set[str]:
    """The names that it imports when it runs."""
    return {name for n in ast.walk(node) if isinstance(n, Lazy) for name in n.names}


def _find_marks(module: Module, text: str) -> None:
    lines = text.splitlines()
    alone = [i + 1 for i, line in enumerate(lines) if line.lstrip().startswith("#") and MARK.search(line)]
    top = [line for line in alone if lines[line - 1].startswith("#")]
    for node in ast.walk(module.tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and (
            MARK.search(lines[node.lineno - 1]) or any(line < node.lineno for line in top)
        ):
            module.seldom.add(node)
        if isinstance(node, ast.ClassDef):
            inner = [line for line in alone if node.lineno < line <= (node.end_lineno or 0)]
            module.seldom.update(part for part in functions(node) if any(line < part.lineno for line in inner))


def _find_units(module: Module, modules: Mapping[str, Module]) -> None:
    """What the module's top level binds; a `try` of MicroPython's modules is what it tries."""
    body: list[ast.stmt] = []
    for node in module.tree.body:
        body += node.body if isinstance(node, ast.Try) else [node]
    for node in body:
        match node:
            case ast.Import():
                for alias in node.names:
                    if is_ours(alias.name):
                        raise ProgramError(f"line {node.lineno}: use 'from … import'", module.name)
                    module.bound[alias.asname or alias.name] = f"{alias.name}:"
            case ast.ImportFrom():
                _bind_import(module, node, modules, module.bound)
                for alias in node.names:
                    inner = f"{node.module}.{alias.name}"
                    there = inner if inner in modules else str(node.module)
                    if is_ours(there) and there not in module.needs:
                        module.needs.append(there)
            case ast.FunctionDef() | ast.ClassDef():
                _define(module, node.name, node)
            case ast.Assign(targets=[ast.Name(id=name)]):
                _define(module, name, node)
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case _:
                raise ProgramError(f"line {node.lineno}: no definition, and no import", module.name)


def _define(module: Module, name: str, node: ast.stmt) -> None:
    if name in module.units:
        raise ProgramError(f"line {node.lineno}: '{name}' is defined twice", module.name)
    module.units[name] = node
    module.bound[name] = f"{module.name}:{name}"


def _bind_import(module: Module, node: ast.ImportFrom, modules: Mapping[str, Module], bound: dict[str, str]) -> None:
    for alias in node.names:
        name = alias.asname or alias.name
        inner = f"{node.module}.{alias.name}"
        if inner in modules:
            bound[name] = f"{inner}:"
        elif is_ours(node.module) and node.module not in modules:
            raise ProgramError(f"line {node.lineno}: there is no module '{node.module}'", module.name)
        elif node.module == "micropython" and alias.name == "const":
            bound[name] = "="  # gives what it is given
        else:
            bound[name] = f"{node.module}:{alias.name}"


class _Resolver(ast.NodeTransformer):
    """Writes what the names of one module stand for."""

    def __init__(self, module: Module, modules: Mapping[str, Module]) -> None:
        self._module = module
        self._modules = modules
        self._bound = module.bound
        self._local: set[str] = set()

    def run(self) -> None:
        for name, node in self._module.units.items():
            self._module.units[name] = self.visit(node)

    def _final(self, meaning: str) -> str:
        """Follows a name that a module has only imported, to where it is defined."""
        for _ in range(9):
            there, _, name = meaning.partition(":")
            module = self._modules.get(there)
            if module is None or not name or name in module.units:
                return meaning
            if name not in module.bound:
                raise ProgramError(f"there is no '{name}' in {there}", self._module.name)
            meaning = module.bound[name]
        raise ProgramError(f"'{meaning}' is imported in a circle", self._module.name)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self._local and node.id in self._bound:
            node.id = self._final(self._bound[node.id])
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        value = self.visit(node.value)
        if isinstance(value, ast.Name) and value.id.endswith(":") and value.id[:-1] in self._modules:
            return ast.Name(self._final(value.id + node.attr), node.ctx)
        node.value = value
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "=":
            return node.args[0]
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.stmt:
        node.bases = [self.visit(base) for base in node.bases]
        body = [part for part in node.body if not _is_text(part)]
        for part in body:
            if isinstance(part, ast.Assign):
                part.value = self.visit(part.value)
            else:
                self.visit(part)
        node.body = body or [ast.Pass()]
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        if node in self._module.units.values():
            node.value = self.visit(node.value)
        else:
            self.generic_visit(node)
        return node

    def visit_FunctionDef(self, node: Function) -> ast.stmt:
        if any(isinstance(n, ast.FunctionDef | ast.Global) for part in node.body for n in ast.walk(part)):
            raise ProgramError(f"line {node.lineno}: a function or global within a function", self._module.name)
        imports = [n for n in ast.walk(node) if isinstance(n, ast.ImportFrom) and is_ours(n.module)]
        here: dict[str, str] = {}
        for found in imports:
            _bind_import(self._module, found, self._modules, here)
        before = self._bound, self._local
        self._bound, self._local = {**self._bound, **here}, locals_of(node) - here.keys()
        node.decorator_list = [self.visit(part) for part in node.decorator_list]
        node.args.defaults = [self.visit(part) for part in node.args.defaults]
        node.returns = None
        for arg in node.args.args:
            arg.annotation = None
        node.body = [self.visit(part) for part in node.body if not _is_text(part)] or [ast.Pass()]
        self._bound, self._local = before
        for found in (n for n in ast.walk(node) if isinstance(n, Lazy)):
            whole = tuple(name for name in found.names if name.endswith(":"))
            names = {name for name in used(node) if whole and name.startswith(whole)}
            found.names = sorted(names | set(found.names) - set(whole))
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.stmt:
        if not is_ours(node.module):
            return node
        wanted: set[str] = set()
        for alias in node.names:
            meaning = self._bound[alias.asname or alias.name]
            if meaning.endswith(":"):
                wanted.add(meaning)
            else:
                wanted.add(self._final(meaning))
        return Lazy(wanted)


def locals_of(node: Function) -> set[str]:
    """The names that a function binds itself."""
    found: set[str] = set()
    for inner in ast.walk(node):
        match inner:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                found.add(name)
            case ast.ExceptHandler(name=str(name)) | ast.arg(arg=name):
                found.add(name)
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                found.update(alias.asname or alias.name for alias in names)
            case _:
                pass
    return found


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
