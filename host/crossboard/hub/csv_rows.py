"""The rows of a CSV file that a user, or a user's spreadsheet, has written: pairings, boards.

Commas, semicolons or tabs part the cells; the text is UTF-8, or UTF-16 with a byte order mark.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Container, Iterator
from pathlib import Path

from crossboard.errors import CrossboardError, decode, place, read_bytes

SEPARATORS = ",;\t"
NO_TEXT = "is no text in UTF-8, or in UTF-16 with a byte order mark; spreadsheets write it as 'CSV UTF-8'"


def csv_file(path: str) -> str:
    """The text of a CSV file; CrossboardError if there is none."""
    return csv_text(read_bytes(Path(path), CrossboardError), path)


def csv_text(data: bytes, where: str) -> str:
    """The text of a CSV file's bytes; CrossboardError, with the line, if they are none."""
    return decode(data, Path(where), CrossboardError, NO_TEXT)


def csv_rows(
    content: str, where: str, headings: Container[tuple[str, ...]], wanted: str
) -> Iterator[tuple[str, list[str]]]:
    """(place, cells without the space around them) of each row that is not empty, below one of these headings in any case.

    CrossboardError, with the line, if the heading is another (`wanted` says which it has to be) or this is no CSV.
    """
    first = content.partition("\n")[0]
    rows = csv.reader(io.StringIO(content), delimiter=max(SEPARATORS, key=first.count))
    try:
        heading = tuple(_cells(next(rows, list[str]())))
        if tuple(cell.lower() for cell in heading) not in headings:
            raise CrossboardError(f"the first line has to be {wanted}", where)
        for row in rows:
            cells = _cells(row, len(heading))
            if any(cells):
                yield place(where, rows.line_num), cells
    except csv.Error as error:
        raise CrossboardError(f"is no CSV file: {error}", place(where, rows.line_num)) from error


def _cells(row: list[str], least: int = 0) -> list[str]:
    """Without the empty ones at the end that a spreadsheet adds: down to `least`."""
    cells = [cell.strip() for cell in row]
    while len(cells) > least and not cells[-1]:
        cells.pop()
    return cells
