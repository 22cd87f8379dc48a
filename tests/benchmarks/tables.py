"""Plain tables on standard output."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class Missing(Exception):
    """What a benchmark needs is not installed; the message says what."""


def show(title: str, head: Sequence[str], rows: Iterable[Sequence[str]], note: str = "") -> None:
    """Print a table: the first column to the left, numbers to the right. ValueError if it has no rows: nothing was measured."""
    rows = list(rows)
    if not rows:
        raise ValueError(f"{title}: nothing was measured")
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    print(f"\n{title}")
    for row in [head, ["-" * width for width in widths], *rows]:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        print("  " + "  ".join(cells).rstrip())
    if note:
        print(f"  {note}")


def thousands(number: float) -> str:
    """A whole number with its thousands set apart."""
    return f"{number:,.0f}".replace(",", " ")
