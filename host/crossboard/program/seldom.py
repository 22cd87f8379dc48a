"""What a board seldom needs, put into files of its own, which are loaded when they are called for and let go of in play.

`# seldom` in the sources marks functions, methods and whole classes that are used when a board starts, when a game begins, for
its menus and for what a PC asks now and then. A marked function or class moves into the file `firmware/seldom/MODULE.mpy`, and with
it whatever nothing else uses. A marked method goes there too: its class is given a `__getattr__` (firmware/loading.py) that
fetches what the class itself does not have; so do values of a class that only marked code asks for. A marked `__init__`
becomes a function that is called where objects are made.

Code that is not marked may use what is marked only through an import within a function, or as a method. The sources work
just as well unsplit: so does whoever installs them as they are. A mark that does not agree with that is passed over
(`Split.wrong`; a test says so).
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from crossboard.program.modules import Function, Lazy, ProgramError, functions, lazy, used
from crossboard.program.program import FETCH, File, Program, asked, methods

FOLDER = "firmware.seldom"

START = "start"
GROUPS = {
    "match": "app match pick secret settings table teacher flight profile games"
    " events seen alternatives watch signs line doubt resolver",
    "log": "journal reader shelf archive",
    "send": "link stream channel messages clock requests commands",
    "text": "notation errors",
    "items": "menu",
    "probe": "probe",
    "selftest": "selftest",
}
"""File -> modules (their last names) whose seldom parts it takes: few files, for each costs names that stay on the heap, and
each of things that are wanted together. A game has one beside its own; START takes the rest, and the `__init__` of what is
made once. A board has most of these names anyway: in a class that tells where its methods are, others take 32 bytes."""

WHERE = "SELDOM"
"""The attribute of a class that tells `fetch` file and class of its seldom methods."""

SHELL = "firmware.loading:Shell"

GROUP_OF = {module: group for group, modules in GROUPS.items() for module in modules.split()}


@dataclass
class Family:
    """A class with all that inherit from it: `code` are all their functions, wherever they stand."""

    root: str
    classes: list[str] = field(default_factory=list[str])
    code: list[Function] = field(default_factory=list[Function])
    seldom: ast.ClassDef | None = None


class Needed(Exception):
    """Something marked that is used by what is not; `names` of it."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__()
        self.names = sorted(names)


def split(make: Callable[[], Program]) -> Split:
    """A program split: `make` gives it afresh, for each time that a mark turns out to be wrong and is passed over."""
    wrong: set[str] = set()
    while True:
        program = make()
        program.seldom -= {node for name in wrong for node in program.marked(name)}
        try:
            return Split(program, wrong)
        except Needed as needed:
            wrong |= set(needed.names)


class Split:
    """Does it to a program. `wrong` are marks that were passed over. `families` by the name of each class in them."""

    def __init__(self, program: Program, wrong: Iterable[str] = ()) -> None:
        self.wrong = sorted(wrong)
        self.program = self._program = program
        self._parent: dict[str, str] = {}
        self._group_of = {name.partition(":")[0]: self._group(name) for name in program.home}
        self.families: dict[str, Family] = {}
        self._find_families()
        self._values = self._named_freely()
        self._in_play = self._attributes_in_play()
        self._inits: dict[str, Function] = {}  # classes whose __init__ is a function now, and that
        for name, node in list(program.units.items()):
            if isinstance(node, ast.ClassDef) and name in program.home and node not in program.seldom:
                self._split_class(name, node)
        calls = _Calls(self._inits.keys(), self._make_shells())
        for file in list(program.files.values()):
            for name, node in list(file.units.items()):
                calls.visit(node)
                if node in program.seldom:
                    self._move(name, node)
        self._move_what_nothing_needs()
        self._import()
        for file in [file for file in program.files.values() if not file.units]:
            del program.files[file.name]

    def _group(self, name: str) -> str:
        """The file of what is seldom beside something."""
        module, home = name.partition(":")[0].rpartition(".")[2], self._program.home[name]
        alone = home.startswith("shared_rules.") and home not in self._program.roots
        return GROUP_OF.get(module) or (home.rpartition(".")[2] if alone else START)

    # Classes

    def _find_families(self) -> None:
        units = {
            n: u for n, u in self._program.units.items() if isinstance(u, ast.ClassDef) and n in self._program.home
        }
        for name, node in units.items():
            bases = [base.id for base in node.bases if isinstance(base, ast.Name) and base.id in units]
            if bases:
                self._parent[name] = bases[0]
        for name, node in units.items():
            root = name
            while root in self._parent:
                root = self._parent[root]
            family = self.families.setdefault(root, Family(root))
            family.classes.append(name)
            family.code += functions(node)
            self.families[name] = family

    def _split_class(self, name: str, node: ast.ClassDef) -> None:
        family = self.families[name]
        for method in list(functions(node)):
            twice = sum(method.name in methods(c) for c in self._classes(family)) > 1
            if method not in self._program.seldom or method.decorator_list or twice and method.name != "__init__":
                continue
            node.body.remove(method)
            if method.name == "__init__":
                self._split_init(name, node, method, family)
            else:
                self._put(family, name, method)
        for part in list(node.body):
            match part:
                case ast.Assign(targets=[ast.Name(id=value)]) if self._is_seldom_value(value, family):
                    node.body.remove(part)
                    self._put(family, name, part)
                case _:
                    pass
        if not node.body:
            node.body.append(ast.Pass())

    def _classes(self, family: Family) -> Iterator[ast.ClassDef]:
        for name in family.classes:
            node = self._program.units[name]
            assert isinstance(node, ast.ClassDef)
            yield node

    def _is_seldom_value(self, value: str, family: Family) -> bool:
        """Whether only what is seldom asks for an attribute of a class."""
        known = value.startswith("__") or value == WHERE or value in self._in_play
        return not known and len(family.classes) == 1

    def _attributes_in_play(self) -> set[str]:
        """Names of attributes that code asks for which is not seldom, that are asked for by name, or of a class itself."""
        found: set[str] = set()
        for unit in self._program.units.values():
            parts = unit.body if isinstance(unit, ast.ClassDef) else [unit]
            often = [] if unit in self._program.seldom else [p for p in parts if p not in self._program.seldom]
            found |= {n.attr for part in often for n in ast.walk(part) if isinstance(n, ast.Attribute)}
            for node in ast.walk(unit):
                match node:
                    case ast.Call():
                        found |= set(asked(node))
                    case ast.Attribute(value=ast.Call() | ast.Subscript(), attr=name):
                        found.add(name)
                    case ast.Attribute(value=ast.Name(id=whose), attr=name) if ":" in whose:
                        found.add(name)
                    case _:
                        pass
        return found

    def _put(self, family: Family, name: str, part: Function | ast.Assign) -> None:
        """Into the class of the family's seldom methods."""
        module, _, title = family.root.partition(":")
        full = f"{family.root}~"
        if family.seldom is None:
            family.seldom = ast.ClassDef(title, [], [], [], [])
            file = self._file(module)
            file.units[full] = family.seldom
            self._program.home[full] = file.name
            root = self._program.units[family.root]
            assert isinstance(root, ast.ClassDef)
            where = ast.Tuple([ast.Constant(file.name.rpartition(".")[2]), ast.Constant(full)], ast.Load())
            root.body[:0] = [
                ast.Assign([ast.Name("__getattr__", ast.Store())], ast.Name(FETCH, ast.Load()), lineno=1),
                ast.Assign([ast.Name(WHERE, ast.Store())], where, lineno=1),
            ]
        _Super(name, self._parent).visit(part)
        family.seldom.body.append(part)

    def _split_init(self, name: str, node: ast.ClassDef, method: Function, family: Family) -> None:
        """An `__init__` by itself: a function, if every object of the class is made by naming the class."""
        heirs = [c for c, p in self._parent.items() if p == name]
        if name in self._values or heirs:
            inner = f"_begin_{node.name}"
            words: list[ast.expr] = [ast.Name(arg.arg, ast.Load()) for arg in method.args.args]
            call = ast.Call(ast.Attribute(words[0], inner, ast.Load()), words[1:], [])
            stub = ast.FunctionDef("__init__", copy.deepcopy(method.args), [ast.Expr(call)], [], lineno=1)
            node.body.append(stub)
            family.code.append(stub)
            method.name = inner
            method.args.defaults = []
            self._put(family, name, method)
            return
        _Super(name, self._parent).visit(method)
        full = f"{name}.__init__"
        itself = method.args.args[0].arg
        method.body.append(ast.Return(ast.Name(itself, ast.Load())))
        method.name = f"{node.name}_init"
        self._inits[name] = method
        module = name.partition(":")[0]
        once = module.startswith("firmware.") and not module.endswith(".profile") or self._group_of[module] == "send"
        file = self._file(module, START if once else "")
        file.units[full] = method
        self._program.home[full] = file.name

    def _make_shells(self) -> dict[str, str]:
        """Classes of which nothing is left but where their seldom methods are: their objects are of SHELL, and keep that; those of
        which nothing at all is left are one. Gives the class that is in place of each."""
        files, home = self._program.files, self._program.home
        shells: dict[str, str] = {}
        empty = ""
        for name, method in self._inits.items():
            family, node = self.families[name], self._program.units[name]
            assert isinstance(node, ast.ClassDef)
            match node.body:
                case [fetching, ast.Assign(targets=[ast.Name(id=word)], value=where)] if word == WHERE:
                    if len(family.classes) > 1 or name in self._program.start():
                        continue
                    itself = ast.Name(method.args.args[0].arg, ast.Load())
                    method.body.insert(0, ast.Assign([ast.Attribute(itself, WHERE, ast.Store())], where, lineno=1))
                    del files[home.pop(name)].units[name]
                    shells[name] = SHELL
                    if SHELL not in home:
                        home[SHELL] = home[FETCH]
                        files[home[SHELL]].units[SHELL] = ast.ClassDef("Shell", [], [], [fetching], [])
                case [ast.Pass()] if not node.bases and len(family.classes) == 1 and home[name] == home[FETCH]:
                    if empty and name not in self._program.start():
                        del files[home.pop(name)].units[name]
                        shells[name] = empty
                    empty = empty or name
                case _:
                    pass
        return shells

    def _named_freely(self) -> set[str]:
        """Names that are used as values: anywhere but in a call of them. A class among them may be made by any name."""
        found: set[str] = set()
        for file in self._program.files.values():
            for unit in file.units.values():
                nodes = list(ast.walk(unit))
                calls = {id(n.func) for n in nodes if isinstance(n, ast.Call)}
                found |= {n.id for n in nodes if isinstance(n, ast.Name) and ":" in n.id and id(n) not in calls}
        return found

    # Files

    def _file(self, module: str, group: str = "") -> File:
        """The file of what is seldom in a module."""
        name = f"{FOLDER}.{group or self._group_of[module]}"
        return self._program.files.setdefault(name, File(name, seldom=True))

    def _move(self, name: str, node: ast.stmt) -> None:
        before = self._program.files[self._program.home[name]]
        after = self._file(name.partition(":")[0])
        if before is not after:
            del before.units[name]
            after.units[name] = node
            self._program.home[name] = after.name

    def _move_what_nothing_needs(self) -> None:
        """Functions and data that only what is seldom uses; classes stay, for there may be objects of theirs."""
        program = self._program
        needed: set[str] = set()
        waiting = [name for name, node in self._often() if isinstance(node, ast.ClassDef)]
        waiting += program.start()
        waiting = [name for name in waiting if program.home[name] not in program.roots[1:]]
        while waiting:
            name = waiting.pop()
            if name not in needed and name in program.home:
                needed.add(name)
                if not program.files[program.home[name]].seldom:
                    waiting += used(self._unit(name))
        for name, node in list(self._often()):
            if name not in needed and program.home[name] not in program.roots[1:]:
                self._move(name, node)

    def _often(self) -> Iterator[tuple[str, ast.stmt]]:
        for file in list(self._program.files.values()):
            if not file.seldom:
                yield from list(file.units.items())

    def _is_far(self, there: File, here: File) -> bool:
        """Whether what is in the file `there` is imported by the functions of `here` that use it, not with `here` itself."""
        if there is here:
            return False
        apart = here.seldom and there.name not in self._program.roots
        return there.seldom or apart and there.name.rpartition(".")[2] != here.name.rpartition(".")[2]

    def _unit(self, name: str) -> ast.stmt:
        return self._program.files[self._program.home[name]].units[name]

    def _import(self) -> None:
        """In what is seldom, an import where something of another such file is used; elsewhere, but for the functions that
        all begins with, there may be no such use."""
        home, files = self._program.home, self._program.files
        roots = set(self._program.start())
        for file in files.values():
            main = file.name in self._program.roots[1:]
            for name, unit in file.units.items():
                for code in functions(unit):
                    known = lazy(code)
                    far = {n for n in used(code) - known if n in home and self._is_far(files[home[n]], file)}
                    if file.seldom:  # no board needs the chips' parts of all drivers
                        far |= {n for n in used(code) - known if n.startswith("machine:")}
                    if not far or main:
                        continue
                    if not file.seldom and name not in roots:
                        raise Needed(far)
                    for place in (n for n in ast.walk(code) if isinstance(n, Lazy)):
                        there = {n for n in far if n.removesuffix(".__init__") in place.names}
                        place.names = sorted({*place.names, *there})
                        far -= there
                    if far:
                        code.body.insert(0, Lazy(far))
            place_of = {name: i for i, name in enumerate(self._program.units)}
            if file.seldom:
                file.units = dict(sorted(file.units.items(), key=lambda item: place_of.get(item[0], len(place_of))))


class _Super(ast.NodeTransformer):
    """`super()` written out, for methods that leave their class."""

    def __init__(self, name: str, parent: dict[str, str]) -> None:
        self._parent = parent.get(name, "")

    def visit_Call(self, node: ast.Call) -> ast.expr:
        match node.func:
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr=name):
                if not self._parent:
                    raise ProgramError(f"super().{name} in what is seldom")
                node.func = ast.Attribute(ast.Name(self._parent, ast.Load()), name, ast.Load())
                node.args.insert(0, ast.Name("self", ast.Load()))
            case _:
                pass
        self.generic_visit(node)
        return node


class _Calls(ast.NodeTransformer):
    """Making an object, of a class whose `__init__` is a function now; those of `shells` have others in their place."""

    def __init__(self, classes: Collection[str], shells: Mapping[str, str]) -> None:
        self._classes = classes
        self._shells = shells

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self._classes:
            name = node.func.id
            new = ast.Attribute(ast.Name("object", ast.Load()), "__new__", ast.Load())
            whose = ast.Name(self._shells.get(name, name), ast.Load())
            node.args.insert(0, ast.Call(new, [whose], []))
            node.func = ast.Name(f"{name}.__init__", ast.Load())
        return node

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, Lazy):
            node.names = [name for name in node.names if name not in self._shells]
        return super().visit(node)
