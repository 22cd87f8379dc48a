"""Plain tables on standard output."""

from __future__ import annotations

from collections.abc import Sequence


def show(title: str, head: Sequence[str], rows: Sequence[Sequence[str]], note: str = "") -> None:
    """Print a table: the first column to the left, numbers to the right."""
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
