"""One function of a board's program put into another, in place of its call (inline.py says which).

A statement that has the call in it becomes several: what the call is given is bound to fresh names where it has to be, the
function's own statements follow, and what it returns takes the call's place in what is left of the statement. Nothing
is carried out in another order, or that was not carried out before. `Unfit` says that a place can't be had that way.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from crossboard.program.modules import Function, locals_of

Block = list[ast.stmt]
LOOPS = (ast.For, ast.While)


class Unfit(Exception):
    """The call stands where statements can't go before it, or the function ends in too many ways."""


@dataclass
class Use:
    """Where a function is used: `node` is the call, or the attribute that is a property; `receiver` whose method it is."""

    node: ast.expr
    receiver: ast.expr | None
    args: list[ast.expr]


def has(node: ast.AST, part: ast.AST) -> bool:
    """Whether a tree has that very node in it."""
    return any(inner is part for inner in ast.walk(node))


def put(host: Function, function: Function, use: Use) -> None:
    """Change `host` so that it has the function in place of that use of it. Unfit, and nothing has changed, if that can't be."""
    before = copy.deepcopy(host.body)
    marked = dict(zip(_nodes(before), _nodes(host.body), strict=True))
    found = next((new for new, old in marked.items() if old is use.node), None)
    if not isinstance(found, ast.expr):
        raise Unfit
    there = {old: new for new, old in marked.items()}

    def same(node: ast.expr) -> ast.expr:
        new = there.get(node, node)
        return new if isinstance(new, ast.expr) else node

    here = Use(found, same(use.receiver) if use.receiver else None, [same(arg) for arg in use.args])
    host.body = Placer(copy.deepcopy(function), here, _fresh(host)).block(before, True)


def _nodes(body: Block) -> list[ast.AST]:
    return [node for statement in body for node in ast.walk(statement)]


def _fresh(host: Function) -> Callable[[str], str]:
    """Gives names that the host does not have yet, and others each time."""
    known = {n.id for n in ast.walk(host) if isinstance(n, ast.Name)} | {arg.arg for arg in host.args.args}

    def fresh(name: str) -> str:
        while name in known:
            name += "_"
        known.add(name)
        return name

    return fresh


class Placer:
    """Does it, in a host's block."""

    def __init__(self, function: Function, use: Use, fresh: Callable[[str], str]) -> None:
        self._use = use
        self._ref = use.node
        self._fresh_name = fresh
        self._title = function.name
        self._body: Block = function.body
        self._returns = [n for n in _nodes(self._body) if isinstance(n, ast.Return)]
        self._bind(function)

    def _fresh(self, name: str) -> str:
        return self._fresh_name(f"{name}__{self._title}")

    def _bind(self, function: Function) -> None:
        """What the function is given: put in place of its arguments' names, or assigned to names of the host first."""
        names = [arg.arg for arg in function.args.args]
        given = [*([self._use.receiver] if self._use.receiver else []), *self._use.args]
        given += function.args.defaults[len(function.args.defaults) - (len(names) - len(given)) :]
        body = self._body
        used = [n for n in _nodes(body) if isinstance(n, ast.Name)]
        stored = {n.id for n in used if not isinstance(n.ctx, ast.Load)}
        only = body[0].value if len(body) == 1 and isinstance(body[0], ast.Return) else None
        calm = only is not None and not any(isinstance(n, ast.Call) for n in ast.walk(only))
        new: dict[str, ast.expr] = {}
        self._first: Block = []
        for name, value in zip(names, given, strict=True):
            often = sum(n.id == name for n in used)
            once = calm and often == 1 and not any(isinstance(n, ast.Call) for n in ast.walk(value))
            if name not in stored and (_is_simple(value) or once):
                new[name] = value
            else:
                own = self._fresh(name)
                new[name] = ast.Name(own, ast.Load())
                self._first.append(ast.Assign([ast.Name(own, ast.Store())], value, lineno=1))
        for name in sorted(locals_of(function)):
            if name not in new:
                new[name] = ast.Name(self._fresh(name), ast.Load())
        rename = Rename(new)
        self._body = [rename.visit(statement) for statement in body]
        self._only = self._body[0].value if only is not None and isinstance(self._body[0], ast.Return) else None

    # Where the call stands

    def block(self, body: Block, last: bool) -> Block:
        """The same statements, with the function in place of its call; `last`: nothing of the host is carried out after them."""
        found: Block = []
        for i, statement in enumerate(body):
            if has(statement, self._ref):
                found += self._statement(statement, last and i == len(body) - 1)
            else:
                found.append(statement)
        return found

    def _statement(self, node: ast.stmt, last: bool) -> Block:
        for name in ("body", "orelse", "finalbody"):
            inner: Block = getattr(node, name, [])
            if any(has(part, self._ref) for part in inner):
                setattr(node, name, self.block(inner, last and not isinstance(node, (*LOOPS, ast.Try))))
                return [node]
        if self._only is not None and not self._first:
            _Swap(self._ref, self._only).visit(node)
            return [node]
        match node:
            case ast.Return(value=value) if value is self._ref:
                return [*self._first, *self._body, *([] if _ends(self._body) else [ast.Return(None)])]
            case ast.Expr(value=value) if value is self._ref:
                if not self._returns or last and all(n.value is None for n in self._returns):
                    return [*self._first, *self._body]
                return self._flat(None)
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if value is self._ref:
                return self._flat(name)
            case ast.If(test=ast.BoolOp(op=ast.And(), values=[first, *others]) as test, orelse=[]) if not has(
                first, self._ref
            ):
                test.values = others
                node.test = test if len(others) > 1 else others[0]
                return [ast.If(first, self._statement(node, last), [])]
            case ast.While(test=test, orelse=[]):
                before, test = self._before(test)
                leave = ast.If(ast.UnaryOp(ast.Not(), test), [ast.Break()], [])
                return [ast.While(ast.Constant(True), [*before, leave, *node.body], [])]
            case ast.If():
                before, node.test = self._before(node.test)
            case ast.For():
                before, node.iter = self._before(node.iter)
            case ast.Assign() | ast.Expr() | ast.AugAssign(target=ast.Name()):
                before, node.value = self._before(node.value)
            case ast.Return(value=ast.expr() as value):
                before, node.value = self._before(value)
            case _:
                raise Unfit
        return [*before, node]

    def _before(self, node: ast.expr) -> tuple[Block, ast.expr]:
        """Statements to go before an expression that has the call in it, and the expression that is left."""
        if node is self._ref:
            if len(self._returns) == 1 and isinstance(end := self._body[-1], ast.Return):
                return [*self._first, *self._body[:-1]], end.value or ast.Constant(None)
            name = self._fresh("value")
            return self._flat(name), ast.Name(name, ast.Load())
        inside: list[tuple[ast.AST, str, int | None]] = []  # what is carried out first, in this order
        match node:
            case ast.BoolOp(values=[first, *_]):
                if not has(first, self._ref):
                    return self._later(node)
                inside = [(node, "values", 0)]
            case ast.UnaryOp():
                inside = [(node, "operand", None)]
            case ast.BinOp():
                inside = [(node, "left", None), (node, "right", None)]
            case ast.Compare(comparators=[_]):
                inside = [(node, "left", None), (node, "comparators", 0)]
            case ast.Subscript():
                inside = [(node, "value", None), (node, "slice", None)]
            case ast.Attribute():
                inside = [(node, "value", None)]
            case ast.IfExp():
                inside = [(node, "test", None)]
            case ast.Call(keywords=[]):
                inside = [(node, "args", i) for i in range(len(node.args))]
                if isinstance(node.func, ast.Attribute):
                    inside.insert(0, (node.func, "value", None))
            case _:
                raise Unfit
        for whose, name, i in inside:
            part = getattr(whose, name)
            part = part if i is None else part[i]
            if has(part, self._ref):
                before, left = self._before(part)
                if i is None:
                    setattr(whose, name, left)
                else:
                    getattr(whose, name)[i] = left
                return before, node
            if not _is_simple(part):
                break
        raise Unfit

    def _later(self, node: ast.BoolOp) -> tuple[Block, ast.expr]:
        """The call is behind an `and` or `or`."""
        at = next(i for i, value in enumerate(node.values) if has(value, self._ref))
        early, late = node.values[:at], node.values[at:]
        name = self._fresh("either")
        before, left = self._before(late[0] if len(late) == 1 else ast.BoolOp(node.op, late))
        first = early[0] if at == 1 else ast.BoolOp(node.op, early)
        asked: ast.expr = ast.Name(name, ast.Load())
        if isinstance(node.op, ast.Or):
            asked = ast.UnaryOp(ast.Not(), asked)
        assigned = [ast.Assign([ast.Name(name, ast.Store())], value, lineno=1) for value in (first, left)]
        return [assigned[0], ast.If(asked, [*before, assigned[1]], [])], ast.Name(name, ast.Load())

    # What the function does

    def _flat(self, target: str | None) -> Block:
        """Its statements, so that they all come to their end, with what it returns assigned to `target`."""

        def give(value: ast.expr | None) -> Block:
            if target is not None:
                return [ast.Assign([ast.Name(target, ast.Store())], value or ast.Constant(None), lineno=1)]
            if value is not None and any(isinstance(n, ast.Call) for n in ast.walk(value)):
                return [ast.Expr(value)]
            return []

        try:
            return [*self._first, *_straight(copy.deepcopy(self._body), give)]
        except _Loose:
            body = _loose(self._body, give)
            end = [] if _ends(self._body) else [*give(None), ast.Break()]
            return [*self._first, ast.While(ast.Constant(True), [*body, *end], [])]


class _Loose(Exception):
    """A function can only be left with `break`."""


Give = Callable[[ast.expr | None], Block]


def _straight(body: Block, give: Give) -> Block:
    """Statements that may return, as `if` and `else`: what comes after a return goes into the other branch."""
    found: Block = []
    for i, node in enumerate(body):
        rest = body[i + 1 :]
        match node:
            case ast.Return(value=value):
                return [*found, *give(value)]
            case _ if not _has_return(node):
                found.append(node)
            case ast.If():
                if _ends(node.body):
                    node.orelse = [*node.orelse, *rest]
                elif _ends(node.orelse):
                    node.body = [*node.body, *rest]
                elif rest:
                    raise _Loose
                node.body, node.orelse = _straight(node.body, give) or [ast.Pass()], _straight(node.orelse, give)
                return [*found, node]
            case ast.For() | ast.While():
                _break_off(node, give)
                node.orelse = _straight([*node.orelse, *rest], give)
                return [*found, node]
            case _:
                raise Unfit
    return [*found, *([] if _ends(body) else give(None))]


def _loose(body: Block, give: Give) -> Block:
    """The same within a loop that is carried out once: a return leaves it."""
    found: Block = []
    for i, node in enumerate(body):
        match node:
            case ast.Return(value=value):
                return [*found, *give(value), ast.Break()]
            case _ if not _has_return(node):
                found.append(node)
            case ast.If():
                node.body, node.orelse = _loose(node.body, give), _loose(node.orelse, give)
                found.append(node)
            case ast.For() | ast.While():
                _break_off(node, give)
                rest = [*node.orelse, *body[i + 1 :]]
                node.orelse = [*_loose(rest, give), *([] if _ends(rest) else [*give(None), ast.Break()])]
                return [*found, node, ast.Break()]
            case _:
                raise Unfit
    return found


def _break_off(loop: ast.For | ast.While, give: Give) -> None:
    """Returns in a loop leave it, past its `else`."""
    own = [n for statement in loop.body for n in _within(statement)]
    inner = [n for n in own if isinstance(n, (*LOOPS, ast.Try, ast.With)) and _has_return(n)]
    if inner or any(isinstance(n, ast.Break) for n in own):
        raise Unfit

    def replaced(body: Block) -> Block:
        found: Block = []
        for node in body:
            if isinstance(node, ast.Return):
                return [*found, *give(node.value), ast.Break()]
            if isinstance(node, ast.If):
                node.body, node.orelse = replaced(node.body), replaced(node.orelse)
            found.append(node)
        return found

    loop.body = replaced(loop.body)


def _within(node: ast.stmt) -> list[ast.AST]:
    """A statement's nodes, those within loops left out, but not the loops."""
    if isinstance(node, LOOPS):
        return [node]
    found: list[ast.AST] = [node]
    for child in ast.iter_child_nodes(node):
        found += _within(child) if isinstance(child, ast.stmt) else list(ast.walk(child))
    return found


def _has_return(node: ast.stmt) -> bool:
    return any(isinstance(n, ast.Return) for n in ast.walk(node))


def _ends(body: Block) -> bool:
    """Whether nothing comes after these statements."""
    match body[-1:]:
        case [ast.Return() | ast.Raise()]:
            return True
        case [ast.If(body=yes, orelse=no)]:
            return _ends(yes) and _ends(no)
        case _:
            return False


def _is_simple(node: ast.expr) -> bool:
    """A local name or a constant: the same at any time of a statement."""
    return isinstance(node, ast.Constant) or isinstance(node, ast.Name) and ":" not in node.id


class Rename(ast.NodeTransformer):
    """Names become other names, or what they stand for."""

    def __init__(self, names: Mapping[str, ast.expr]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        new = self._names.get(node.id)
        if isinstance(new, ast.Name):
            return ast.Name(new.id, node.ctx)
        return copy.deepcopy(new) if new else node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.ExceptHandler:
        new = self._names.get(node.name or "")
        if isinstance(new, ast.Name):
            node.name = new.id
        self.generic_visit(node)
        return node


class _Swap(ast.NodeTransformer):
    def __init__(self, old: ast.expr, new: ast.expr) -> None:
        self._old = old
        self._new = new

    def visit(self, node: ast.AST) -> ast.AST:
        return self._new if node is self._old else super().visit(node)
