"""Functions of a board's program that are called in one place only become part of what calls them.

The sources are divided for the reader; a function costs a board some 45 bytes of heap, and a Pico some 10 us a call. Put in
place are methods called as `self.name(…)` by their own class, and functions of a module, if the call is a statement of its
own, what is returned, or what a name is set to, and if the function's `return`s mean the same there. Functions keep in mind
what was put into them (`parts_of`), for those who read errors.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from crossboard.program.classes import origin_of
from crossboard.program.modules import Function, functions, locals_of


@dataclass
class Part:
    """A function that might be put in place: of the class `owner`, or of none."""

    name: str  # in full, `module:name` or `module:class`
    node: Function
    owner: ast.ClassDef | None


def put_in_place(units: dict[str, ast.stmt], seldom: set[ast.stmt], fixed: set[str]) -> None:
    """Do that to a program's `units`. What is `seldom` stays apart from what is not; `fixed` are names used from outside."""
    calls = _calls(units)  # what is put elsewhere is still used as often
    while sum(_place(units, seldom, part, calls) for part in list(_parts(units, fixed))):
        pass


def parts_of(function: Function) -> list[str]:
    """The functions (`module:class.name`) that were put into one."""
    return getattr(function, "parts", [])


def _calls(units: Mapping[str, ast.stmt]) -> Counter[str]:
    """How often each name is used: functions in full, attributes with a dot before them."""
    found: Counter[str] = Counter()
    for unit in units.values():
        for node in ast.walk(unit):
            match node:
                case ast.Attribute(attr=name):
                    found["." + name] += 1
                case ast.FunctionDef(name=name):
                    found[" " + name] += 1  # defined
                case ast.Name(id=name):
                    found[name] += 1
                case _:
                    pass
    return found


def _parts(units: Mapping[str, ast.stmt], fixed: set[str]) -> Iterator[Part]:
    for name, unit in list(units.items()):
        if isinstance(unit, ast.FunctionDef) and name not in fixed:
            yield Part(name, unit, None)
        elif isinstance(unit, ast.ClassDef):
            for node in list(functions(unit)):
                if not node.name.startswith("__") and node.name not in fixed:
                    yield Part(name, node, unit)


def _place(units: dict[str, ast.stmt], seldom: set[ast.stmt], part: Part, calls: Counter[str]) -> bool:
    """Put one function in place, if it may be; True if it was."""
    node = part.node
    uses = (calls["." + node.name], calls[" " + node.name]) if part.owner else (calls[part.name], 1)
    plain = node.args.vararg is None and node.args.kwarg is None and not node.args.kwonlyargs
    inner = any(
        isinstance(n, ast.Lambda | ast.FunctionDef | ast.Yield | ast.ListComp) for s in node.body for n in ast.walk(s)
    )
    if uses != (1, 1) or not plain or inner or node.decorator_list:
        return False
    hosts = list(functions(part.owner)) if part.owner else [f for unit in units.values() for f in functions(unit)]
    for host in hosts:
        if host is node or (node in seldom or part.owner in seldom) and host not in seldom:
            continue
        placer = _Placer(part, host)
        host.body = placer.block(host.body, True)
        if placer.done:
            held = f"{origin_of(node, part.name)}.{node.name}" if part.owner else part.name
            host.parts = [*parts_of(host), held, *parts_of(node)]  # type: ignore[attr-defined]
            if part.owner:
                part.owner.body.remove(node)
            else:
                del units[part.name]
            return True
    return False


class _Placer:
    """Looks through a function for the call of another, and puts that there if the call is one of those that can be."""

    def __init__(self, part: Part, host: Function) -> None:
        self.done = False
        self._part = part
        self._node = part.node
        self._self = host.args.args[0].arg if part.owner and host.args.args else ""
        body = part.node.body
        if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            body = body[1:]
        self._body = body or [ast.Pass()]
        self._returns = [n for s in self._body for n in ast.walk(s) if isinstance(n, ast.Return)]
        self._ends = isinstance(self._body[-1], ast.Return)
        self._bare = all(n.value is None for n in self._returns)
        self._once = self._ends and len(self._returns) == 1

    def block(self, body: list[ast.stmt], last: bool) -> list[ast.stmt]:
        """The same statements, with the function in place of its call; `last`: nothing of the host is carried out after them."""
        found: list[ast.stmt] = []
        for i, statement in enumerate(body):
            found += self._statement(statement, last and i == len(body) - 1)
        return found

    def _statement(self, node: ast.stmt, last: bool) -> list[ast.stmt]:
        match node:
            case ast.Return(value=ast.Call() as call) if self._is_it(call):
                return self._put(call, [] if self._ends else [ast.Return(None)])
            case ast.Expr(value=ast.Call() as call) if self._is_it(call) and (not self._returns or last and self._bare):
                return self._put(call, [])
            case ast.Assign(targets=[ast.Name()], value=ast.Call() as call) if self._is_it(call):
                if self._once:
                    return self._put(call, [], node)
            case ast.If():
                node.body, node.orelse = self.block(node.body, last), self.block(node.orelse, last)
            case ast.For() | ast.While():
                node.body = self.block(node.body, False)
            case ast.Try():
                node.body = self.block(node.body, False)
            case _:
                pass
        return [node]

    def _is_it(self, call: ast.Call) -> bool:
        wanted = len(self._node.args.args) - bool(self._part.owner)
        if call.keywords or len(call.args) != wanted or any(isinstance(arg, ast.Starred) for arg in call.args):
            return False
        match call.func:
            case ast.Attribute(value=ast.Name(id=whose), attr=name):
                return bool(self._self) and whose == self._self and name == self._node.name
            case ast.Name(id=name):
                return not self._part.owner and name == self._part.name
            case _:
                return False

    def _put(self, call: ast.Call, after: list[ast.stmt], target: ast.Assign | None = None) -> list[ast.stmt]:
        self.done = True
        body = self._body
        stored = {n.id for s in body for n in ast.walk(s) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        names = [arg.arg for arg in self._node.args.args]
        new: dict[str, ast.expr] = {}
        first: list[ast.stmt] = []
        if self._part.owner:
            new[names.pop(0)] = ast.Name(self._self, ast.Load())
        for name, value in zip(names, call.args, strict=True):
            known = isinstance(value, ast.Name) and ":" not in value.id
            if (known or isinstance(value, ast.Constant)) and name not in stored:
                new[name] = value
            else:
                first.append(ast.Assign([ast.Name(self._fresh(name), ast.Store())], value, lineno=1))
        for name in locals_of(self._node):
            new.setdefault(name, ast.Name(self._fresh(name), ast.Load()))
        rename = _Rename(new)
        body = [rename.visit(statement) for statement in body]
        if target:
            end = body.pop()
            assert isinstance(end, ast.Return)
            target.value = end.value or ast.Constant(None)
            body.append(target)
        return [*first, *body, *after]

    def _fresh(self, name: str) -> str:
        return f"{name}__{self._node.name}"


class _Rename(ast.NodeTransformer):
    def __init__(self, names: Mapping[str, ast.expr]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        new = self._names.get(node.id)
        if isinstance(new, ast.Name):
            return ast.Name(new.id, node.ctx)
        return new or node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.ExceptHandler:
        new = self._names.get(node.name or "")
        if isinstance(new, ast.Name):
            node.name = new.id
        self.generic_visit(node)
        return node
