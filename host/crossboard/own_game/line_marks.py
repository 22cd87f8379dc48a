"""Sources that write down which line runs, for MicroPython: with the heap locked a MemoryError has no traceback there.

The line that ran last is `at[0]` of the module `line_marks` on the board, as LINES times the module's number and the line.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

LINES = 100_000
MODULE = "line_marks"
SOURCE = 'from array import array\n\nat = array("i", [0])\n'
BLOCKS = ("body", "orelse", "finalbody")


def marked(sources: Mapping[str, str]) -> dict[str, str]:
    """Modules (dotted name -> source), each statement of their functions marked; and the module that holds the mark."""
    return {name: _marked(text, number) for number, (name, text) in enumerate(sources.items())} | {MODULE: SOURCE}


def place_of(mark: int, sources: Mapping[str, str]) -> tuple[str, int, str]:
    """(module, line, function) of a mark."""
    name, line = list(sources)[mark // LINES], mark % LINES
    around = [node for node in ast.walk(ast.parse(sources[name])) if isinstance(node, ast.FunctionDef)]
    return name, line, next(node.name for node in around if node.lineno <= line <= (node.end_lineno or 0))


def _marked(text: str, number: int) -> str:
    tree = ast.parse(text)
    for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
        _mark(function, number)
    at = 1 if ast.get_docstring(tree) else 0
    tree.body.insert(at, ast.parse(f"from {MODULE} import at as _mark_at").body[0])
    return ast.unparse(ast.fix_missing_locations(tree))


def _mark(node: Any, number: int) -> None:
    """Put a mark before each statement of a node's blocks; functions in it have theirs from `_marked`."""
    for name in BLOCKS:
        block: list[ast.stmt] = getattr(node, name, [])
        marked: list[ast.stmt] = []
        for statement in block:
            marked += [*ast.parse(f"_mark_at[0] = {number * LINES + statement.lineno}").body, statement]
            if not isinstance(statement, ast.FunctionDef):
                _mark(statement, number)
        if block:
            setattr(node, name, marked)
    for handler in getattr(node, "handlers", []):
        _mark(handler, number)
