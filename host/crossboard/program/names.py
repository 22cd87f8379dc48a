"""Short names for a board's program: those that every MicroPython has in its ROM, given out again and again.

A name of ours takes a board some 20 bytes of heap once, and 2 more in every file that uses it. MicroPython itself has a
hundred and more names that cost nothing (PALETTE: those that the .mpy format gives numbers). Attributes of the classes
that inherit from each other get different ones, as do functions and data that meet in a file; all others share them.

What keeps its name: attributes that MicroPython's own objects have too, for we can't tell whose `read` is meant; those
that are asked for by `getattr` and its like; attributes of errors; arguments that are passed by name; what the roots define.
`Names.legend` tells for each file which names may stand behind a short one; program/errors.py reads errors with it.
"""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from crossboard.program.classes import origin_of
from crossboard.program.inline import parts_of
from crossboard.program.modules import Function, Lazy, functions, lazy, locals_of, used
from crossboard.program.palette import INTERNED, PALETTE, PLAIN, ROM, THEIRS
from crossboard.program.program import File, Program, asked
from crossboard.program.seldom import Family
from crossboard.program.slots import share

MANY = 120
NEAR = 16


class Names:
    """Gives a split program its names: changes the trees. Afterwards `text` has each file's source."""

    def __init__(self, program: Program, families: Iterable[Family]) -> None:
        self._program = program
        self._families = {family.root: family for family in families}
        self._words = {k.arg for n in self._nodes() if isinstance(n, ast.Call) for k in n.keywords if k.arg}
        self._free = self._find_free()
        self._done = self._find_done()
        self.globals = self._name_globals()
        self.attributes = self._name_attributes()
        self.legend: dict[str, dict[str, set[str]]] = {}

    def text(self, file: File) -> str:
        """The source of a file, to be asked for once."""
        legend = self.legend.setdefault(file.name, {})
        static = {name for unit in file.units.values() for name in _static(unit)}
        body: list[ast.stmt] = [*self._imports(static, file.name)]
        done = [name for name in file.units if name in self._done]
        for name, unit in file.units.items():
            known = static | file.units.keys()
            for code in functions(unit):
                self._function(code, file.name, known)
            if isinstance(unit, ast.ClassDef):
                for part in functions(unit):
                    full = f"{origin_of(part, name)}.{part.name}"
                    legend.setdefault(self.attributes.get(part.name, part.name), set()).update((full, *parts_of(part)))
            elif isinstance(unit, ast.FunctionDef):
                legend.setdefault(self.globals[name], set()).update(parts_of(unit))
            legend.setdefault(self.globals[name], set()).add(name)
            body.append(self._unit(name, unit))
        if not file.seldom:
            body[:0] = [ast.Delete([ast.Name("__file__", ast.Del())]), *_often_first(body)]
        if done:
            body.append(ast.Delete([ast.Name(self.globals[name], ast.Del()) for name in done]))
        if file.seldom:
            body = [_Passing().visit(statement) for statement in body]
        module = ast.fix_missing_locations(ast.Module(body, []))
        return "".join(f"{_bare(line)}\n" for line in ast.unparse(module).split("\n"))

    # What names there are

    def _nodes(self) -> Iterator[ast.AST]:
        for file in self._program.files.values():
            for unit in file.units.values():
                yield from ast.walk(unit)

    def _find_free(self) -> set[str]:
        """Names that the program uses without defining them: those of MicroPython."""
        found = {node.id for node in self._nodes() if isinstance(node, ast.Name)}
        return {
            _last(name) for name in found if name not in self._program.home and (":" in name or name in dir(builtins))
        }

    def _name_globals(self) -> dict[str, str]:
        program = self._program
        meet: dict[str, set[str]] = {name: set() for name in program.home}
        count: Counter[str] = Counter()
        for file in program.files.values():
            here = set(file.units)
            for unit in file.units.values():
                here |= {name for name in used(unit) | lazy(unit) if name in program.home}
            for name in here:
                meet[name] |= here
                count[name] += 1
        fixed = {name: name.partition(":")[2] for name in program.start() if name in program.home}
        order = sorted(meet, key=lambda name: (-count[name], name))
        return _colour(order, meet, fixed, [name for name in PLAIN if name not in self._free | self._words])

    def _name_attributes(self) -> dict[str, str]:
        meet: dict[str, set[str]] = {}
        fixed = {str(name): str(name) for n in self._nodes() if isinstance(n, ast.Call) for name in asked(n)}
        barred: dict[str, set[str]] = {}
        count: Counter[str] = Counter(n.attr for n in self._nodes() if isinstance(n, ast.Attribute))
        for family in self._families.values():
            names = self._attributes_of(family)
            taken = self._class_names(family)
            for name in names:
                meet.setdefault(name, set()).update(names)
                barred.setdefault(name, set()).update(taken)
                if name.startswith("__") or name in THEIRS or self._is_error(family):
                    fixed[name] = name
        order = sorted(meet, key=lambda name: (-count[name], name))
        return _colour(order, meet, {n: f for n, f in fixed.items() if n in meet}, PALETTE, barred)

    def _classes(self, family: Family) -> Iterator[ast.ClassDef]:
        """Of a family, and the one of its seldom methods."""
        for node in [*(self._program.units[name] for name in family.classes), family.seldom]:
            if isinstance(node, ast.ClassDef):
                yield node

    def _attributes_of(self, family: Family) -> set[str]:
        found: set[str] = set()
        for node in self._classes(family):
            for part in node.body:
                if isinstance(part, ast.FunctionDef):
                    found.add(part.name)
                elif isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name):
                    found.add(part.targets[0].id)
        for code in family.code:
            itself = code.args.args[0].arg if code.args.args else ""
            for inner in ast.walk(code):
                match inner:
                    case ast.Attribute(value=ast.Name(id=name), attr=attribute, ctx=ast.Store()) if name == itself:
                        found.add(attribute)
                    case _:
                        pass
        return found

    def _class_names(self, family: Family) -> set[str]:
        """Names that are looked up while a class of the family is made."""
        found: set[str] = set()
        for node in self._classes(family):
            for part in node.body:
                parts = part.decorator_list + part.args.defaults if isinstance(part, ast.FunctionDef) else [part]
                for inner in (n for p in parts for n in ast.walk(p)):
                    if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load):
                        found.add(self.globals.get(inner.id, _last(inner.id)))
        return found

    def _is_error(self, family: Family) -> bool:
        node = self._program.units[family.root]
        return isinstance(node, ast.ClassDef) and bool(node.bases)

    # Putting them in place

    def _find_done(self) -> set[str]:
        """Functions that nothing needs any more once their files have been carried out: they have made tables."""
        home = self._program.home
        later = set(self._program.start())
        for file in self._program.files.values():
            for unit in file.units.values():
                later |= {name for code in functions(unit) for name in used(code) | lazy(code)}
                later |= {name for name in used(unit) if home.get(name) != file.name}
        return {
            name for name in home if name not in later and isinstance(self._program.units.get(name), ast.FunctionDef)
        }

    def _imports(self, names: set[str], here: str) -> Iterator[ast.stmt]:
        """Import statements for names that are needed in the file `here`."""
        wanted: dict[str, list[str]] = {}
        for name in sorted(names):
            home = self._program.home.get(name)
            if home is None:
                there, _, what = name.partition(":")
                if what:
                    wanted.setdefault(there, []).append(what)
                else:
                    yield ast.Import([ast.alias(there)])
            elif home != here:
                wanted.setdefault(home, []).append(self.globals[name])
        for module, found in wanted.items():
            yield ast.ImportFrom(module, [ast.alias(name) for name in found], 0)

    def _function(self, code: Function, here: str, known: set[str]) -> None:
        """Arguments, locals and imports of a function."""
        outside = {n.id for n in ast.walk(code) if isinstance(n, ast.Name)} | set(lazy(code))
        bound = locals_of(code)
        taken = {self.globals.get(name, _last(name)) for name in outside - bound} | (bound & self._words)
        free = iter([name for name in PLAIN if name not in taken] + [f"v{i}" for i in range(99)])
        arguments = [arg.arg for arg in code.args.args]
        shared = share(code)
        order = arguments + sorted(set(shared.values()) - set(arguments))
        new = {name: name if name in self._words and name in arguments else next(free) for name in order}
        new = {name: new[same] for name, same in shared.items()}
        for inner in ast.walk(code):
            match inner:
                case ast.Name(id=name) if name in new:
                    inner.id = new[name]
                case ast.arg(arg=name):
                    inner.arg = new[name]
                case ast.ExceptHandler(name=str(name)):
                    inner.name = new[name]
                case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                    for alias in aliases:
                        alias.asname = new[alias.asname or alias.name]
                case _:
                    pass

        def imports(node: Lazy) -> list[ast.stmt]:
            return list(self._imports(set(node.names) - known, here)) or [ast.Pass()]

        _Placer(imports).visit(code)
        code.body[:0] = _most_used(code)

    def _unit(self, name: str, unit: ast.stmt) -> ast.stmt:
        for inner in ast.walk(unit):
            match inner:
                case ast.Attribute(value=ast.Name(id=there)) if there.endswith(":"):
                    pass
                case ast.Attribute(attr=attribute):
                    inner.attr = self.attributes.get(attribute, attribute)
                case ast.Constant(value=str(text)) if text.endswith("~") and text in self.globals:
                    inner.value = self.globals[text]
                case _:
                    pass
        if isinstance(unit, ast.ClassDef):
            unit.body.insert(0, ast.Delete([ast.Name("__module__", ast.Del()), ast.Name("__qualname__", ast.Del())]))
            for part in unit.body:
                if isinstance(part, ast.FunctionDef):
                    part.name = self.attributes.get(part.name, part.name)
                elif isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name):
                    target = part.targets[0]
                    target.id = self.attributes.get(target.id, target.id)
        if isinstance(unit, ast.FunctionDef | ast.ClassDef):
            unit.name = self.globals[name]
        elif isinstance(unit, ast.Assign) and isinstance(unit.targets[0], ast.Name):
            unit.targets[0].id = self.globals[name]
        for inner in ast.walk(unit):
            if isinstance(inner, ast.Name) and ":" in inner.id:
                inner.id = self.globals.get(inner.id, _last(inner.id))
        return unit


class _Placer(ast.NodeTransformer):
    """Import statements in place of `Lazy`."""

    def __init__(self, make: Callable[[Lazy], list[ast.stmt]]) -> None:
        self._make = make

    def visit(self, node: ast.AST) -> object:
        if isinstance(node, Lazy):
            return self._make(node)
        return super().visit(node)


def _often_first(body: list[ast.stmt]) -> list[ast.stmt]:
    """A statement that does nothing but name what functions name most: of a file's names the first 128 take a byte each."""
    count: Counter[str] = Counter()
    for code in (code for statement in body for code in functions(statement)):
        bound = locals_of(code)
        for node in ast.walk(code):
            match node:
                case ast.Attribute(attr=name) | ast.arg(arg=name) | ast.FunctionDef(name=name):
                    count[name] += 1
                case ast.Name(id=name) if name not in bound:
                    count[name] += 1
                case _:
                    pass
    if len(count) < MANY:
        return []
    path: ast.expr = ast.Name("__name__", ast.Load())
    for name, _ in count.most_common(MANY):
        path = ast.Attribute(path, name, ast.Load())
    return [ast.If(ast.UnaryOp(ast.Not(), ast.Name("__name__", ast.Load())), [ast.Expr(path)], [])]


def _most_used(code: Function) -> list[ast.stmt]:
    """Statements that only say that there are locals, those that are used most: the first NEAR take a byte where they are used."""
    arguments = [arg.arg for arg in code.args.args]
    own = locals_of(code) - set(arguments)
    if len(own) + len(arguments) <= NEAR:
        return []
    count = Counter(n.id for n in ast.walk(code) if isinstance(n, ast.Name) and n.id in own)
    names = sorted(own, key=lambda name: (-count[name], name))[: NEAR - len(arguments)]
    return [ast.AnnAssign(ast.Name(name, ast.Store()), ast.Constant(0), None, 1) for name in names]


class _Passing(ast.NodeTransformer):
    """Short texts of a file that is let go of: as parts of tuples they go with it. MicroPython keeps others for ever."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if not asked(node):
            self.generic_visit(node)
        return node

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        if not all(isinstance(part, ast.Constant) for part in node.elts):
            self.generic_visit(node)
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if not isinstance(node.value, str) or len(node.value) > INTERNED or node.value in ROM:
            return node
        return ast.Subscript(ast.Tuple([node], ast.Load()), ast.Constant(0), ast.Load())


def _static(unit: ast.stmt) -> set[str]:
    """What a unit needs to be there before it can be made or run, but for what its functions import themselves."""
    found = used(unit)
    for code in functions(unit):
        found -= lazy(code) - (used(unit) - used(code))
    return found


def _bare(line: str) -> str:
    """`a, b = (c, d)` without the brackets, with which MicroPython would make a tuple on the heap."""
    left, equals, right = line.partition(" = ")
    if not equals or "," not in left or not right.startswith("("):
        return line
    match ast.parse(line.strip()).body[0]:
        case ast.Assign(targets=[ast.Tuple()], value=ast.Tuple(elts=[_, _] | [_, _, _] as parts)):
            return f"{left} = {', '.join(ast.unparse(part) for part in parts)}"
        case _:
            return line


def _last(name: str) -> str:
    """What a name of MicroPython's is called: `os:` is os, `array:array` array."""
    there, _, what = name.partition(":")
    return what or there


def _colour(
    order: list[str],
    meet: dict[str, set[str]],
    fixed: dict[str, str],
    palette: Sequence[str],
    barred: dict[str, set[str]] | None = None,
) -> dict[str, str]:
    """A name for each of `order`, different from those of all that it meets; `barred` has more that it may not get."""
    found = dict(fixed)
    for name in order:
        if name in found:
            continue
        taken = {found[other] for other in meet[name] if other in found} | (barred or {}).get(name, set())
        found[name] = next(new for new in _endless(palette) if new not in taken)
    return found


def _endless(palette: Sequence[str]) -> Iterator[str]:
    yield from palette
    number = 0
    while True:
        yield f"q{number}"
        number += 1
