"""Classes of a board's program made one where the sources have two for the reader's sake.

A class that only one other class inherits from, and that nothing else names, becomes part of it: a class costs a board
some 120 bytes of heap, and what is inherited is looked up class by class. Functions keep in mind where they come from
(`origin_of`), for those who read errors.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from crossboard.program.modules import Module, functions


def merge_only_children(modules: Mapping[str, Module]) -> None:
    """Do that to all modules of a program; `seldom` marks stay with what they were given to."""
    while True:
        pair = next(_pairs(modules), None)
        if pair is None:
            return
        _merge(modules, *pair)


def origin_of(function: ast.FunctionDef, here: str) -> str:
    """The class (`module:name`) in whose source a function stands that is now in the class `here`."""
    return getattr(function, "origin", here)


def _pairs(modules: Mapping[str, Module]) -> Iterator[tuple[str, str]]:
    """Parent, which inherits nothing itself, and only child; names are `module:class`."""
    classes = {
        f"{module.name}:{name}": node
        for module in modules.values()
        for name, node in module.units.items()
        if isinstance(node, ast.ClassDef)
    }
    uses: Counter[str] = Counter()
    for module in modules.values():
        for node in module.units.values():
            uses.update(n.id for n in ast.walk(node) if isinstance(n, ast.Name))
    seldom = {node for module in modules.values() for node in module.seldom}
    for child, node in classes.items():
        for base in node.bases:
            name = base.id if isinstance(base, ast.Name) else ""
            parent = classes.get(name)
            if not parent or uses[name] > 1 or parent.bases:
                continue
            if (parent in seldom) == (node in seldom):
                yield name, child


def _merge(modules: Mapping[str, Module], parent: str, child: str) -> None:
    """What `child` overrides stays in it under another name, by which it is called instead of through `super()`."""
    above = modules[parent.partition(":")[0]]
    below = modules[child.partition(":")[0]]
    old = above.units.pop(parent.partition(":")[2])
    new = below.units[child.partition(":")[2]]
    assert isinstance(old, ast.ClassDef) and isinstance(new, ast.ClassDef)
    below.seldom |= above.seldom & set(functions(old))
    inherited = {name for part in old.body for name in _names(part)}
    overridden: dict[str, str] = {}
    own = {name for part in new.body for name in _names(part)}
    kept: list[ast.stmt] = []
    for part in old.body:
        if isinstance(part, ast.FunctionDef):
            part.origin = origin_of(part, parent)  # type: ignore[attr-defined]
            if part.name in own:
                overridden[part.name] = f"_{old.name}_{part.name.strip('_')}"
                part.name = overridden[part.name]
            kept.append(part)
        elif not own.intersection(_names(part)):
            kept.append(part)
    for method in functions(new):
        _Super(inherited, overridden).visit(method)
    new.body[:0] = kept
    new.bases = old.bases


def _names(part: ast.stmt) -> Iterator[str]:
    match part:
        case ast.FunctionDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]):
            yield name
        case _:
            pass


class _Super(ast.NodeTransformer):
    """`super().name` becomes `self.name`, or what that is called now."""

    def __init__(self, inherited: Collection[str], names: Mapping[str, str]) -> None:
        self._all = inherited
        self._names = names

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        match node.value:
            case ast.Call(func=ast.Name(id="super")):
                if node.attr not in self._all:
                    return node
                return ast.Attribute(ast.Name("self", ast.Load()), self._names.get(node.attr, node.attr), node.ctx)
            case _:
                return node
