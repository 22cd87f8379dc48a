"""A progress bar on standard error for long work; none if that is not a terminal, or there is little to do."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

T = TypeVar("T")

LITTLE = 3  # so few things are done before a bar could be read


COLUMNS = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()


def tracked(things: Iterable[T], what: str, count: int) -> Iterator[T]:
    """Yield the items, while a bar shows how many of `count` are done."""
    if count <= LITTLE or not (console := _terminal()):
        yield from things
        return
    with Progress(*COLUMNS, console=console, transient=True) as progress:
        yield from progress.track(things, count, description=what)


@contextmanager
def bar(what: str, count: int) -> Generator[Callable[[int], None], None, None]:
    """A bar within a context; call what it yields with how many of `count` are done."""
    if count <= LITTLE or not (console := _terminal()):
        yield lambda done: None
        return
    with Progress(*COLUMNS, console=console, transient=True) as progress:
        task = progress.add_task(what, total=count)
        yield lambda done: progress.update(task, completed=done)


def _terminal() -> Console | None:
    """Standard error, if somebody looks at it."""
    console = Console(file=sys.stderr, highlight=False)
    return console if console.is_terminal and not console.is_dumb_terminal else None
