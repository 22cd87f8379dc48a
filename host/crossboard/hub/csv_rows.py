"""The rows of a CSV file that a user has written: pairings, boards."""

from __future__ import annotations

import csv
import io
from collections.abc import Container, Iterator

from crossboard.errors import CrossboardError, place


def csv_rows(
    content: str, where: str, headings: Container[tuple[str, ...]], wanted: str
) -> Iterator[tuple[str, list[str]]]:
    """(place, cells without the space around them) of each row that is not empty, below one of these headings in any case.

    CrossboardError, with the line, if the heading is another (`wanted` says which it has to be) or this is no CSV.
    """
    rows = csv.reader(io.StringIO(content))
    try:
        if tuple(cell.strip().lower() for cell in next(rows, list[str]())) not in headings:
            raise CrossboardError(f"the first line has to be {wanted}", where)
        for row in rows:
            cells = [cell.strip() for cell in row]
            if any(cells):
                yield place(where, rows.line_num), cells
    except csv.Error as error:
        raise CrossboardError(f"is no CSV file: {error}", place(where, rows.line_num)) from error
