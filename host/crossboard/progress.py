"""A progress bar on standard error for long work; none where nobody looks at a terminal, or there is little to do."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

T = TypeVar("T")

LITTLE = 3  # so few things are done before a bar could be read


def tracked(things: Iterable[T], what: str, count: int) -> Iterator[T]:
    """The things, while a bar shows how many of `count` are done."""
    console = Console(file=sys.stderr, highlight=False)
    if count <= LITTLE or not console.is_terminal or console.is_dumb_terminal:
        yield from things
        return
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True) as progress:
        yield from progress.track(things, count, description=what)
