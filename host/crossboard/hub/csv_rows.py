"""The rows of a CSV file: read as a user, or a user's spreadsheet, has written it (pairings, boards), and written.

Commas, semicolons or tabs part the cells, or what a first line `sep=;` says; the text is UTF-8, or UTF-16 with a byte order mark.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from crossboard.errors import CrossboardError, decode, place, read_bytes

SEPARATORS = ",;\t"
NO_TEXT = "is not text in UTF-8, or in UTF-16 with a byte order mark; spreadsheets write it as 'CSV UTF-8'"


def csv_file(path: str) -> str:
    """The text of a CSV file; CrossboardError if there is none."""
    return csv_text(read_bytes(Path(path), CrossboardError), path)


def csv_text(data: bytes, where: str) -> str:
    """The text of a CSV file's bytes; CrossboardError, with the line, if they are none."""
    return decode(data, Path(where), CrossboardError, NO_TEXT)


def csv_rows(
    content: str,
    where: str,
    needed: tuple[str, ...],
    optional: tuple[str, ...] = (),
    alike: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[tuple[str, list[str]]]:
    """(place, cells without the space around them) of each row that is not empty: the cells of the columns `needed`, then of the
    `optional` ones ("" where there is none). The heading names them in any case and order, and others, which are passed over;
    `alike` has other names for some.

    CrossboardError, with the line, if a column is missing, a row does not fit below the heading, or this is not CSV.
    """
    lines = content.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    told = (
        re.fullmatch('sep=([^" ])', lines[0], re.IGNORECASE) if len(lines) > 1 else None
    )  # for Excel, not of the table
    rows = _rows(lines, 2 if told else 1, told[1] if told else max(SEPARATORS, key=lines[0].count), where)
    at, heading = next(rows)
    names = [alike.get(name.lower(), name.lower()) for name in heading]
    if any(names.count(name) != 1 for name in needed) or any(names.count(name) > 1 for name in optional):
        more = f" (and {', '.join(optional)}, if you like)" if optional else ""
        raise CrossboardError(f"the heading has to name the columns {', '.join(needed)}{more}, each once", at)
    columns = [names.index(name) for name in (*needed, *optional) if name in names]
    for at, cells in rows:
        if any(cells):
            if any(cells[len(names) :]):
                raise CrossboardError('more cells than the heading; one with a separator in it stands in "quotes"', at)
            if len(cells) <= max(columns[: len(needed)]):
                raise CrossboardError(f"wanted: {', '.join(needed)}", at)
            found = [cells[column] if column < len(cells) else "" for column in columns]
            yield at, found + [""] * (len(needed) + len(optional) - len(found))


def write_rows(rows: Iterable[Iterable[object]]) -> str:
    """A CSV file as spreadsheets read it."""
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def _rows(lines: list[str], begin: int, separator: str, where: str) -> Iterator[tuple[str, list[str]]]:
    """Each row from line `begin` on with the place where it begins."""
    texts = [line + "\n" for line in lines[begin - 1 :]] + [
        ""
    ]  # the last one is a row only if no quotation mark is open
    rows = csv.reader(texts, delimiter=separator)
    while rows.line_num < len(texts) - 1:
        at = place(where, begin + rows.line_num)
        try:
            row = next(rows)
        except csv.Error:  # a cell of more than csv.field_size_limit()
            row = None
        if row is None or rows.line_num == len(texts):
            raise CrossboardError("a quotation mark is not closed", at)
        yield at, [cell.strip() for cell in row]
