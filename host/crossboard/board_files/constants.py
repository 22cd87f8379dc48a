"""The board's modules as they are compiled: numbers in place of the names of constants.

The sources name every number that two modules share (`from shared_rules.codes import LEAVE`). mpy-cross puts a constant's
number in place of its name only within the module that defines it; imported, the name takes heap on the board in every
module and is looked up each time. So before mpy-cross sees a module, `board_source` puts the numbers of all constants of
`shared_rules` and `firmware` into it and takes their imports away, and with them often the last need of a module. What
is left is the same program, line for line, so that a build that keeps line numbers tells those of the sources.

A constant is a module's `NAME = const(…)`. Its own line goes too, except in modules whose constants may be asked for
through the module (`import shared_rules.codes`). What a module imports for its annotations alone is not imported either:
MicroPython does not compile them.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from crossboard.errors import CrossboardError


class SourceError(CrossboardError):
    """A module uses a constant in a way that can't be compiled."""


@dataclass
class Module:
    """One source, and what is known of it."""

    name: str
    text: str
    tree: ast.Module
    nodes: list[ast.AST]  # all of the tree
    defined: dict[str, ast.expr] = field(default_factory=dict[str, ast.expr])  # what its constants are defined as
    imported: dict[str, tuple[str, str]] = field(
        default_factory=dict[str, tuple[str, str]]
    )  # name -> module, name there
    known: dict[str, int] = field(
        default_factory=dict[str, int]
    )  # constants that it may name, its own and imported ones


class Sources:
    """All modules of a board: `texts` has them by dotted name (`shared_rules.codes`). Modules may import each other.

    SourceError if the value of a constant is not a number, or leads back to itself.
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        trees = {name: ast.parse(text) for name, text in texts.items()}
        self._modules = {name: Module(name, texts[name], tree, list(ast.walk(tree))) for name, tree in trees.items()}
        self._packages = {name.rpartition(".")[0] for name in texts}
        self._numbers: dict[tuple[str, str], int | None] = {}  # by module and name; None while it is being reckoned
        self._whole: set[str] = set()  # modules that keep their constants
        self._asked_for: set[tuple[str, str]] = set()  # what modules import: module, name there
        for module in self._modules.values():
            for node in module.nodes:
                if isinstance(node, ast.Import):
                    self._whole.update(alias.name for alias in node.names)
                elif isinstance(node, ast.ImportFrom):
                    node.module, node.level = self._absolute(module.name, node), 0
                    self._whole.update(f"{node.module}.{alias.name}" for alias in node.names)
                    self._asked_for.update((node.module, alias.name) for alias in node.names)
                    module.imported.update({a.asname or a.name: (node.module, a.name) for a in node.names})
            module.defined.update(constant for node in module.tree.body if (constant := _constant(node)) is not None)
        for module in self._modules.values():
            for name in (*module.imported, *module.defined):
                number = self._number(module, name)
                if number is not None:
                    module.known[name] = number

    def _absolute(self, module: str, node: ast.ImportFrom) -> str:
        """What an import imports from, by its whole name; a relative one begins at the package of its module."""
        if not node.level:
            return node.module or ""
        above = module.split(".")[: (1 if module in self._packages else 0) - node.level or None]
        return ".".join([*above, *([node.module] if node.module else [])])

    def names(self) -> list[str]:
        """All modules."""
        return list(self._modules)

    def constants(self, name: str) -> dict[str, int]:
        """The constants that a module defines, by name."""
        module = self._modules[name]
        return {constant: module.known[constant] for constant in module.defined}

    def board_source(self, name: str, annotated: bool = False) -> str:
        """The text of a module with numbers for constants, its lines where they were. SourceError names what is wrong.

        `annotated`: it is not for MicroPython, and what annotations name is needed.
        """
        module = self._modules[name]
        passed_on = {of for there, of in self._asked_for if there == name}
        edits = _Edits(module, name not in self._whole, _names(module.nodes, annotated) | passed_on)
        edits.visit(module.tree)
        return edits.text()

    def _number(self, module: Module, name: str) -> int | None:
        """What a constant's name stands for in a module, whichever one defines it; None if it is not a constant."""
        passed: set[str] = set()
        while name not in module.defined:
            there, its_name = module.imported.get(name, ("", ""))
            if there not in self._modules or there in passed:
                return None
            module, name = self._modules[there], its_name
            passed.add(there)
        value = module.defined[name]
        key = (module.name, name)
        if key not in self._numbers:
            self._numbers[key] = None
            self._numbers[key] = self._reckon(module, name, value)
        number = self._numbers[key]
        if number is None:
            raise SourceError(f"line {value.lineno}: '{name}' is defined by itself", module.name)
        return number

    def _reckon(self, module: Module, name: str, value: ast.expr) -> int:
        """What the value of a constant comes to; it may name imported constants, and those defined before."""
        names = {inner.id for inner in ast.walk(value) if isinstance(inner, ast.Name)}
        before = list(module.defined)[: list(module.defined).index(name)]
        known = {
            other: number
            for other in names
            if (other in before or other in module.imported) and (number := self._number(module, other)) is not None
        }
        if names == known.keys() and not any(isinstance(inner, ast.Call) for inner in ast.walk(value)):
            code = compile(ast.Expression(value), module.name, "eval")
            number: object = eval(code, {"__builtins__": {}}, dict(known))
            if isinstance(number, int):
                return number
        raise SourceError(f"line {value.lineno}: '{ast.unparse(value)}' is not a number", module.name)


def _constant(node: ast.stmt) -> tuple[str, ast.expr] | None:
    """Name and value of a statement `NAME = const(value)`."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id="const"), args=[value])):
            return name, value
        case _:
            return None


def _names(nodes: list[ast.AST], annotated: bool) -> set[str]:
    """The names that a module with all these nodes uses; those of annotations count if it is `annotated`."""
    annotations: set[ast.AST] = set()
    for node in nodes:
        for found in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(found, ast.expr):
                annotations.update(ast.walk(found))
    return {node.id for node in nodes if isinstance(node, ast.Name) and (annotated or node not in annotations)}


class _Edits(ast.NodeVisitor):
    """Collects what is to be replaced in one module, of which the names `used` are left."""

    def __init__(self, module: Module, drop: bool, used: set[str]) -> None:
        self._module = module
        self._drop = drop
        self._used = used
        self._data = module.text.encode()
        self._starts = [0]
        for line in self._data.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._found: list[tuple[int, int, bytes]] = []

    def text(self) -> str:
        """The module with all of it replaced."""
        data = self._data
        for start, end, new in sorted(self._found, reverse=True):
            data = data[:start] + new + b"\n" * data[start:end].count(b"\n") + data[end:]
        return data.decode()

    def _replace(self, node: ast.stmt | ast.expr, new: str) -> None:
        start = self._starts[node.lineno - 1] + node.col_offset
        assert node.end_lineno is not None and node.end_col_offset is not None
        self._found.append((start, self._starts[node.end_lineno - 1] + node.end_col_offset, new.encode()))

    def _wrong(self, node: ast.AST, problem: str) -> SourceError:
        return SourceError(f"line {getattr(node, 'lineno', 0)}: {problem}", self._module.name)

    def visit_Name(self, node: ast.Name) -> None:
        """A constant's name gives way to its number."""
        if node.id in self._module.known:
            if not isinstance(node.ctx, ast.Load):
                raise self._wrong(node, f"'{node.id}' is a constant")
            number = self._module.known[node.id]
            self._replace(node, str(number) if number >= 0 else f"({number})")

    def visit_arg(self, node: ast.arg) -> None:
        """No argument may have a constant's name."""
        if node.arg in self._module.known:
            raise self._wrong(node, f"'{node.arg}' is a constant")

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Names in an f-string can't be found on every Python."""
        raise self._wrong(node, "an f-string")

    def visit_Assign(self, node: ast.Assign) -> None:
        """The definition of a constant goes, or keeps its name."""
        if node not in self._module.tree.body or _constant(node) is None:
            self.generic_visit(node)
        elif self._drop:
            self._replace(node, "")
        else:
            self.visit(node.value)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """An import keeps what is not a constant and used; `const` itself is the compiler's business."""
        known = self._module.known
        ours = node.module is not None and node.module.partition(".")[0] in ("shared_rules", "firmware")
        kept = [a for a in node.names if not (ours and ((a.asname or a.name) in known or a.name == "const"))]
        kept = [a for a in kept if (a.asname or a.name) in self._used]
        if len(kept) < len(node.names):
            names = ", ".join(f"{a.name} as {a.asname}" if a.asname else a.name for a in kept)
            self._replace(node, f"from {node.module} import {names}" if kept else "pass")
