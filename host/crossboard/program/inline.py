"""Functions of a board's program that become part of what calls them: those called in one place only, and the smallest.

The sources are divided for the reader; a function costs a board some 45 bytes of heap, and a Pico some 10 us a call. Put in
place are methods, properties and functions that one place uses, and those that take less in every place than by themselves
(place.py says how); of methods, those whose name no other class has. Functions keep in mind what was put into them
(`parts_of`), for those who read errors.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from crossboard.program.classes import origin_of
from crossboard.program.modules import Function, functions, locals_of
from crossboard.program.palette import THEIRS
from crossboard.program.place import Unfit, Use, put

FUNCTION_BYTES = 45
CALL_BYTES = 4
SELDOM_BYTES = 150  # more in what is seldom, for something that play needs
OWN_SCOPE = (ast.Lambda, ast.FunctionDef, ast.Yield, ast.YieldFrom, ast.ListComp)


@dataclass
class Part:
    """A function that might be put in place: of the class `owner`, or of none."""

    name: str  # in full, `module:name` or `module:class`
    node: Function
    owner: ast.ClassDef | None

    @property
    def key(self) -> str:
        """What it is used by: its name in full, or the attribute with a dot before it."""
        return "." + self.node.name if self.owner else self.name

    @property
    def full(self) -> str:
        """Its name for those who read errors."""
        return f"{origin_of(self.node, self.name)}.{self.node.name}" if self.owner else self.name


@dataclass
class Site:
    """A place where a name is used: the function there, which is the unit `unit` or of it, the class `owner`."""

    unit: str
    host: Function | None  # None outside of functions
    owner: ast.ClassDef | None
    use: Use | None  # None if it is no plain use of a function


class Inliner:
    """Does it to a program's `units`. What is `seldom` stays apart from what is not; `fixed` are names used from outside;
    `home` tells which units are in one file, the one called `main` with all others."""

    def __init__(
        self, units: dict[str, ast.stmt], seldom: set[ast.stmt], fixed: set[str], home: Mapping[str, str], main: str
    ) -> None:
        self._units = units
        self._seldom = seldom
        self._fixed = fixed
        self._home = home
        self._main = main
        self._kept: set[Function] = set()

    def run(self) -> None:
        """As long as anything can be put in place."""
        while self._round():
            pass

    def _round(self) -> bool:
        sites = self._sites()
        changed: set[Function | None] = set()
        for part in list(self._parts()):
            found = sites.get(part.key, [])
            here = {part.node, *(site.host for site in found)}
            if found and not here & changed and self._fits(part, found) and self._place(part, found):
                changed |= here
        return bool(changed)

    def _parts(self) -> Iterator[Part]:
        defined: dict[str, int] = {}
        parts: list[Part] = []
        for name, unit in self._units.items():
            owner = unit if isinstance(unit, ast.ClassDef) else None
            for node in functions(unit):
                if owner:
                    defined[node.name] = defined.get(node.name, 0) + 1
                parts.append(Part(name, node, owner))
        for part in parts:
            node = part.node
            outside = (node.name if part.owner else part.name) in self._fixed or node.name.startswith("__")
            if (
                not outside
                and node not in self._kept
                and (not part.owner or defined[node.name] == 1)
                and _is_plain(node)
            ):
                yield part

    def _sites(self) -> dict[str, list[Site]]:
        """Every use of a name: of attributes with a dot before them."""
        found: dict[str, list[Site]] = {}
        for name, unit in self._units.items():
            owner = unit if isinstance(unit, ast.ClassDef) else None
            for host in functions(unit):
                for key, use in _uses(host):
                    found.setdefault(key, []).append(Site(name, host, owner, use))
            for key in _outside(unit):
                found.setdefault(key, []).append(Site(name, None, None, None))
        return found

    def _fits(self, part: Part, sites: list[Site]) -> bool:
        node = part.node
        often = [site for site in sites if not self._is_seldom(site.host, site.owner)]
        if often and self._is_seldom(node, part.owner):
            return False
        if len(sites) > 1 and not _is_small(node, len(often), len(sites) - len(often)):
            return False
        unknown = part.owner and _stores(node) - {
            name for f in functions(part.owner) if f is not node for name in _stores(f)
        }
        for site in sites:
            if site.use is None or site.host is node or not _agree(part, site.use):
                return False
            there = self._home.get(site.unit)
            if self._home.get(part.name) not in (there, self._main):
                return False
            itself = isinstance(site.use.receiver, ast.Name) and site.owner is part.owner
            if part.owner and not itself and (unknown or node.name in THEIRS or _is_super(node)):
                return False
        return True

    def _is_seldom(self, function: Function | None, owner: ast.ClassDef | None) -> bool:
        return function in self._seldom or owner in self._seldom

    def _place(self, part: Part, sites: list[Site]) -> bool:
        before = {site.host: site.host.body for site in sites if site.host}
        try:
            for host in before:
                while use := next((use for key, use in _uses(host) if key == part.key), None):
                    put(host, part.node, use)
        except Unfit:
            self._kept.add(part.node)
            for host, body in before.items():
                host.body = body
            return False
        for host in before:
            host.parts = [*parts_of(host), part.full, *parts_of(part.node)]  # type: ignore[attr-defined]
        if part.owner:
            part.owner.body.remove(part.node)
        else:
            del self._units[part.name]
        return True


def parts_of(function: Function) -> list[str]:
    """The functions (`module:class.name`) that were put into one."""
    return getattr(function, "parts", [])


def _uses(host: Function) -> Iterator[tuple[str, Use | None]]:
    """The names that a function uses, attributes with a dot before them."""
    calls = {id(n.func): n for n in ast.walk(host) if isinstance(n, ast.Call)}
    for node in ast.walk(host):
        match node:
            case ast.Attribute(attr=name, value=receiver):
                yield "." + name, _use(node, calls.get(id(node)), receiver)
            case ast.Name(id=name) if ":" in name:
                yield name, _use(node, calls.get(id(node)), None)
            case _:
                pass


def _use(node: ast.expr, call: ast.Call | None, receiver: ast.expr | None) -> Use | None:
    """The use of a function that a name or an attribute is, if it may be one."""
    if isinstance(receiver, ast.Name) and ":" in receiver.id or isinstance(receiver, ast.Call):
        return None  # through its class or a module, or by super()
    if isinstance(node, ast.Attribute | ast.Name) and not isinstance(node.ctx, ast.Load):
        return None
    if call is None:
        return Use(node, receiver, [])
    if call.keywords or any(isinstance(arg, ast.Starred) for arg in call.args):
        return None
    return Use(call, receiver, call.args)


def _outside(unit: ast.stmt) -> Iterator[str]:
    own = {id(n) for function in functions(unit) for part in function.body for n in ast.walk(part)}
    for node in ast.walk(unit):
        if id(node) not in own:
            match node:
                case ast.Attribute(attr=name):
                    yield "." + name
                case ast.Name(id=name) if ":" in name:
                    yield name
                case _:
                    pass


def _is_property(node: Function) -> bool:
    return [ast.unparse(part) for part in node.decorator_list] == ["property"]


def _is_plain(node: Function) -> bool:
    args = node.args
    own = any(isinstance(n, OWN_SCOPE) for s in node.body for n in ast.walk(s))
    known = all(isinstance(value, ast.Constant) for value in args.defaults)
    alone = not node.decorator_list or _is_property(node)
    return args.vararg is None and args.kwarg is None and not args.kwonlyargs and known and alone and not own


def _agree(part: Part, use: Use) -> bool:
    """Whether a function is used there as what it is, with as much as it wants."""
    if _is_property(part.node) is isinstance(use.node, ast.Call) or bool(part.owner) is (use.receiver is None):
        return False
    most = len(part.node.args.args) - bool(part.owner)
    return most - len(part.node.args.defaults) <= len(use.args) <= most


def _is_small(node: Function, often: int, seldom: int) -> bool:
    """Whether it takes less heap in each of its places in play than by itself, and little elsewhere."""
    size = sum(_bytes_of(inner) for statement in node.body for inner in ast.walk(statement))
    uses, more = (often, seldom * size) if often else (seldom, 0)
    return (uses - 1) * size < FUNCTION_BYTES + uses * CALL_BYTES and more < SELDOM_BYTES


def _bytes_of(node: ast.AST) -> int:
    """About how many bytes of bytecode a node takes beside those below it."""
    match node:
        case ast.Attribute() | ast.Call() | ast.Constant():
            return 2
        case ast.If() | ast.While() | ast.BoolOp() | ast.IfExp():
            return 2
        case ast.For():
            return 8
        case ast.Return() | ast.Break() | ast.Continue():
            return 2
        case ast.expr():
            return 1
        case _:
            return 0


def _stores(node: Function) -> set[str]:
    """Attributes that it sets."""
    found = (n for s in node.body for n in ast.walk(s) if isinstance(n, ast.Attribute))
    return {n.attr for n in found if not isinstance(n.ctx, ast.Load)}


def _is_super(node: Function) -> bool:
    return "super" in {n.id for s in node.body for n in ast.walk(s) if isinstance(n, ast.Name)} | locals_of(node)
