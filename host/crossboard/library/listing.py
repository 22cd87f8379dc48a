"""The games as lines of a list. The database makes them: it takes a fraction of the time for 100,000 of them."""

from __future__ import annotations

from collections.abc import Sequence

from crossboard.library.cells import whole
from crossboard.library.games import Library
from crossboard.library.selection import EVERY, Selection
from crossboard.library.stored import IMPORTED

# The cells of a line in a list, and how long the longest of many is; nothing stands behind the last one.
LINES = """
    FROM games JOIN boards ON boards.id = board_id
    LEFT JOIN players w ON w.id = white_id LEFT JOIN players b ON b.id = black_id
"""
TAGGED = "iif(json_valid(tags), json_extract(tags, '$.Date'), '')"
"""The date in an imported game's record: no more is known of when it was played (`date_words`)."""
DATE = f"""
    CASE WHEN serial <> '{IMPORTED}'
    THEN coalesce(substr(datetime(began_ms / 1000, 'unixepoch', 'localtime'), 1, 16), '????-??-?? ??:??')
    ELSE day_text(coalesce({TAGGED}, '')) END
"""
ENDED = "CASE WHEN termination IN ('', 'unfinished') THEN result ELSE result || ' ' || termination END"

LISTED_NAME = 30
"""Characters of a player's name in a list; a longer one is cut there, and ends in an ellipsis."""


def _short(name: str) -> str:
    return f"iif(length({name}) > {LISTED_NAME}, substr({name}, 1, {LISTED_NAME - 1}) || '…', {name})"


CELLS = {
    "games.id": "length(max(games.id))",
    DATE: "16",
    "spec": "max(length(spec))",
    f"coalesce({_short('w.name')}, '-')": f"min(max(length(w.name)), {LISTED_NAME})",
    f"coalesce({_short('b.name')}, '-')": f"min(max(length(b.name)), {LISTED_NAME})",
    ENDED: f"max(length({ENDED}))",
    "max(plies, 0)": "length(max(plies))",
    f"CASE serial WHEN '{IMPORTED}' THEN '' ELSE serial END": "0",
}
RIGHT = (0, 6)


def lines_of(library: Library, heads: Sequence[str], which: Selection = EVERY) -> list[str]:
    """The games as aligned lines below these eight heads, as many lines as games; the oldest first."""
    where, values = which.where()
    widths = library.db.rows(f"SELECT {', '.join(CELLS.values())} {LINES} WHERE {where}", values)
    wide = [max(len(head), whole(width)) for head, width in zip(heads, widths[0], strict=True)]
    form = "  ".join(f"%{'' if i in RIGHT else '-'}!{width}s" for i, width in enumerate(wide[:-1])) + "  %s"
    sql = f"SELECT rtrim(printf(?, {', '.join(CELLS)})) {LINES} WHERE {where} ORDER BY began_ms, games.id"
    head = "  ".join(h.rjust(w) if i in RIGHT else h.ljust(w) for i, (h, w) in enumerate(zip(heads, wide, strict=True)))
    return [head.rstrip(), *(row[0] for row in library.db.rows(sql, [form, *values]))]
