"""Builds the compiled rules: `python -m crossboard.compiled.build FOLDER`, which `make` does where there is a C compiler.

The sources are those of `shared_rules`, unchanged, with the type files (`.pxd`) beside them. On their way to Cython
constants become numbers (as for a board), `arrays.py` is replaced by the one beside this file, and names that a type
file declares in C are imported as such. The modules are written into the folder `rules` beside this file; with them
goes a digest of what they were made from, so that nobody ever runs what no longer fits the sources.

A type file declares its functions so that errors reach whoever called: none is `noexcept`, and one that returns nothing is
`int … except -1`, for which its `return` becomes `return 0` (`void` would have Python asked after each call).
"""

from __future__ import annotations

import hashlib
import importlib
import re
import shutil
import sys
from pathlib import Path
from typing import Any

from crossboard.board_files.constants import Sources
from crossboard.compiled import PACKAGE, RULES, digest_of_sources, type_files
from crossboard.output import warn

HERE = Path(__file__).parent
ARRAYS = "shared_rules.arrays"
SHARED = f"{PACKAGE}.of_cython"
"""The module that has what Cython would else write into every module (its memory views), and the C compiler take anew."""

BESIDE = (
    "shared_rules.games",
    "shared_rules.search.evaluations",
    "shared_rules.search.levels",
)  # plain, but of this package
DIRECTIVES = {
    "language_level": 3,
    "infer_types": True,
    "boundscheck": False,
    "wraparound": True,  # King's Crossing looks at places before the first of its ring
    "initializedcheck": False,
    "cdivision": False,
    "annotation_typing": False,
    "show_performance_hints": False,
}
IMPORT = re.compile(r"^from (shared_rules[\w.]*) import (\([^)]*\)|[^\n(]+)", re.MULTILINE)
RETURN = re.compile(r"\breturn$", re.MULTILINE)
DECLARED = re.compile(r"^cdef (?:bytes|tuple|unsigned short\[::1\]) (\w[\w, ]*)$", re.MULTILINE)


def module_name(path: Path) -> str:
    """`shared_rules.search.search` of its file."""
    return ".".join(path.relative_to(RULES.parent).with_suffix("").parts)


def write_sources(folder: Path) -> list[Path]:
    """Write the sources for Cython into `folder`, and the files that go with them; returns those to be compiled."""
    sources = Sources({module_name(path): path.read_text(encoding="utf-8") for path in RULES.rglob("*.py")})
    types = {module_name(path): path.read_text(encoding="utf-8") for path in type_files()}
    declared = {name: set(re.findall(r"\w+", " ".join(DECLARED.findall(text)))) for name, text in types.items()}
    ours = {*types, *BESIDE}
    files: list[Path] = []
    for name in sorted(ours):
        cimports: list[str] = []
        source = IMPORT.sub(lambda found: _split(found, declared, cimports), sources.board_source(name, annotated=True))  # noqa: B023
        path = folder.joinpath(*_renamed(name, ours).split(".")).with_suffix(".py")
        if name in types:  # what returns nothing returns 0 in C, as -1 says that it has raised
            source = RETURN.sub("return 0", source)
        _write(path, _rename(source, ours))
        for parent in list(path.relative_to(folder).parents)[:-1]:
            _write(folder / parent / "__init__.py", "")
        if name in types:
            _write(path.with_suffix(".pxd"), _rename("\n".join([*cimports, types[name]]), ours))
            files.append(path)
    return files


def _write(path: Path, text: str) -> None:
    """Where it is not so already: what has not changed is not compiled again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def _split(found: re.Match[str], declared: dict[str, set[str]], cimports: list[str]) -> str:
    """An import without the names that are declared in C, which are imported as such."""
    module, names = found[1], re.findall(r"\w+", found[2])
    in_c = [name for name in names if name in declared.get(module, ())]
    if not in_c:
        return found[0]
    cimports.append(f"from {module} cimport {', '.join(in_c)}")
    rest = [name for name in names if name not in in_c]
    return f"from {module} import {', '.join(rest)}" if rest else "pass"


def _renamed(name: str, ours: set[str]) -> str:
    if name == ARRAYS:
        return "crossboard.compiled.arrays"
    return PACKAGE + name.removeprefix("shared_rules") if name in ours else name


def _rename(text: str, ours: set[str]) -> str:
    """Its modules under their names in this package."""
    return re.sub(r"shared_rules\.\w[\w.]*\w", lambda found: _renamed(found[0], ours), text)


def _made_otherwise(folder: Path, cython: str) -> bool:
    """Whether what may be in `folder` was made by another Cython, or another version of this file; notes what makes it now."""
    makers = f"{cython}\n{hashlib.sha256(Path(__file__).read_bytes()).hexdigest()}\n"
    noted = folder / "made_by.txt"
    if noted.is_file() and noted.read_text(encoding="utf-8") == makers:
        return False
    _write(noted, makers)
    return True


def build(folder: Path, into: Path = HERE) -> None:
    """Compile in `folder`, and put the modules into the folder `rules` of `into`.

    ImportError without Cython or setuptools.
    """
    folder = folder.absolute()
    digest = digest_of_sources()  # as they are now: they may be changed while this goes on
    target = into / "rules"
    shutil.rmtree(target, ignore_errors=True)
    compile_sources(folder, write_sources(folder), target)
    (target / "digest.txt").write_text(digest, encoding="utf-8")


def compile_sources(folder: Path, files: list[Path], target: Path) -> None:
    """Compile what `write_sources` has put into `folder`, or some of it, and put the modules into the folder `target`.

    ImportError without Cython or setuptools.
    """
    cython: Any = importlib.import_module("Cython.Build")
    tools: Any = importlib.import_module("setuptools")
    version: str = importlib.import_module("Cython").__version__

    anew = _made_otherwise(folder, version)
    names = {".".join(path.relative_to(folder).with_suffix("").parts): str(path) for path in files}
    names[SHARED] = str(folder.joinpath(*SHARED.split(".")).with_suffix(".c"))
    flags = ["-O2", "-g0", "-Wno-maybe-uninitialized", "-Wno-unused-function"] if sys.platform != "win32" else ["/O2"]
    made: Any = cython.cythonize(
        [tools.Extension(name, [file], extra_compile_args=flags) for name, file in names.items()],
        compiler_directives=DIRECTIVES,
        include_path=[str(folder)],
        shared_utility_qualified_name=SHARED,
        quiet=True,
        force=anew,
    )
    command: Any = tools.Distribution({"name": "rules", "ext_modules": made}).get_command_obj("build_ext")
    command.build_lib = str(folder / "lib")
    command.build_temp = str(folder / "temp")
    command.parallel = 2
    command.force = anew
    command.ensure_finalized()
    command.run()
    place = Path(*PACKAGE.split("."))
    for name in names:
        (made_here,) = (folder / "lib" / place).glob(f"{name.removeprefix(PACKAGE + '.').replace('.', '/')}.*")
        _put(made_here, target / made_here.relative_to(folder / "lib" / place))
    for name in BESIDE:
        path = Path(*name.split(".")[1:]).with_suffix(".py")
        _put(folder / place / path, target / path)


def _put(file: Path, at: Path) -> None:
    """Copy a file into a package, which begins with it if need be."""
    at.parent.mkdir(parents=True, exist_ok=True)
    (at.parent / "__init__.py").touch()
    shutil.copy(file, at)


if __name__ == "__main__":
    try:
        build(Path(sys.argv[1]))
    except ImportError as error:
        warn(f"crossboard.compiled: not built, {error.name} is missing; the rules run as plain Python")
