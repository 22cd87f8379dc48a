"""Which locals of a function may have one name: those of which never two are wanted at a time.

MicroPython reaches the first 16 locals of a function with instructions of one byte, and every local is a word of the stack;
functions that others were put into (program/inline.py) have many. What is wanted where is found backwards, statement by
statement; two locals get different names if one is set while the other is still wanted.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from crossboard.program.modules import Function, Lazy, locals_of

Wanted = frozenset[str]
NONE: Wanted = frozenset()
TOO_MUCH = (ast.With, ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp, ast.Lambda)


def share(function: Function) -> dict[str, str]:
    """Local -> the one whose name it gets; arguments keep theirs."""
    names = locals_of(function)
    nodes = list(ast.walk(function))
    gone = any(isinstance(n, ast.Name) and isinstance(n.ctx, ast.Del) for n in nodes)
    if gone or any(isinstance(n, TOO_MUCH) or isinstance(n, ast.Try) and n.finalbody for n in nodes):
        return {name: name for name in names}
    arguments = [arg.arg for arg in function.args.args]
    found = _Finder(names)
    found.set_all(arguments, found.block(function.body, NONE))
    first = {n.id: i for i, n in reversed(list(enumerate(nodes))) if isinstance(n, ast.Name)}
    shared = {name: name for name in arguments}
    for name in sorted(names - shared.keys(), key=lambda name: (first.get(name, 0), name)):
        taken = {shared[other] for other in found.apart[name] if other in shared}
        shared[name] = next((other for other in dict.fromkeys(shared.values()) if other not in taken), name)
    return shared


class _Finder:
    """`apart`: local -> those that may not have its name."""

    def __init__(self, names: set[str]) -> None:
        self._names = names
        self.apart: dict[str, set[str]] = {name: set() for name in names}
        self._loops: list[tuple[Wanted, Wanted]] = []  # wanted after a break, and after a continue
        self._caught: Wanted = NONE  # wanted if anything goes wrong

    def set_all(self, names: Iterable[str], after: Wanted) -> None:
        """All these are set together, where `after` is wanted next."""
        together = {name for name in names if name in self._names}
        for name in together:
            for other in (together | after) - {name}:
                self.apart[name].add(other)
                self.apart[other].add(name)

    def block(self, body: list[ast.stmt], after: Wanted) -> Wanted:
        """What is wanted before some statements, after which `after` is."""
        for node in reversed(body):
            after = self._statement(node, after) | self._caught
        return after

    def _read(self, *nodes: ast.AST | None) -> Wanted:
        inner = (n for node in nodes if node for n in ast.walk(node))
        return frozenset(
            n.id for n in inner if isinstance(n, ast.Name) and n.id in self._names and isinstance(n.ctx, ast.Load)
        )

    def _statement(self, node: ast.stmt, after: Wanted) -> Wanted:
        match node:
            case ast.If():
                return self._read(node.test) | self.block(node.body, after) | self.block(node.orelse, after)
            case ast.While() | ast.For():
                return self._loop(node, after)
            case ast.Break():
                return self._loops[-1][0]
            case ast.Continue():
                return self._loops[-1][1]
            case ast.Return() | ast.Raise():
                return self._read(node)
            case ast.Try():
                return self._try(node, after)
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                return self._assign([alias.asname or alias.name for alias in aliases], NONE, after)
            case ast.AugAssign(target=ast.Name(id=name)):
                return self._assign([name], self._read(node) | ({name} & self._names), after)
            case Lazy():
                return after
            case _:
                names = [n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
                return self._assign(names, self._read(node), after)

    def _assign(self, names: list[str], read: Wanted, after: Wanted) -> Wanted:
        self.set_all(names, after | self._caught)
        return (after - frozenset(names)) | read

    def _loop(self, node: ast.While | ast.For, after: Wanted) -> Wanted:
        end = self.block(node.orelse, after)
        if isinstance(node, ast.While):
            for_ever = isinstance(node.test, ast.Constant) and node.test.value is True
            start = self._read(node.test) | (NONE if for_ever else end)
            targets: list[str] = []
        else:
            start = end
            targets = [n.id for n in ast.walk(node.target) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        head = start
        while True:
            self._loops.append((after, head))
            body = self._assign(targets, NONE, self.block(node.body, head))
            self._loops.pop()
            if head == start | body:
                break
            head = start | body
        return head | (self._read(node.iter) if isinstance(node, ast.For) else NONE)

    def _try(self, node: ast.Try, after: Wanted) -> Wanted:
        caught: Wanted = NONE
        for handler in node.handlers:
            names = [handler.name] if handler.name else []
            inside = self.block(handler.body, after)
            self.set_all(names, after | inside)
            caught |= (inside - frozenset(names)) | self._read(handler.type)
        before, self._caught = self._caught, self._caught | caught
        inside = self.block(node.body, self.block(node.orelse, after))
        self._caught = before
        return inside | caught
