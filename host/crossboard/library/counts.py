"""Statistics over many games, counted by the database: results and refusals."""

from __future__ import annotations

from collections import Counter

from crossboard.library.cells import text
from crossboard.library.games import Library
from crossboard.library.selection import EVERY, Selection


def results_of(library: Library, which: Selection = EVERY) -> Counter[tuple[str, str, str, str, str]]:
    """(spec, result, termination, first, second) -> how many games."""
    where, values = which.where()
    sql = "SELECT spec, result, termination, white_id, black_id, count(*) FROM games"
    names = dict(library.players())
    found: Counter[tuple[str, str, str, str, str]] = Counter()
    for *words, first, second, count in library.db.rows(f"{sql} WHERE {where} GROUP BY 1, 2, 3, 4, 5", values):
        spec, result, termination = map(text, words)
        found[spec, result, termination, names.get(first, ""), names.get(second, "")] += count
    return found


def refusals_of(library: Library, which: Selection = EVERY) -> Counter[tuple[str, str, str, str]]:
    """(spec, reason, origin, target) -> how often it was refused."""
    where, values = which.where()
    sql = f"""
        SELECT spec, reason, origin, target, count(*) FROM events JOIN games ON games.id = game_id
        WHERE kind = 'refused' AND {where} GROUP BY 1, 2, 3, 4
    """
    found: Counter[tuple[str, str, str, str]] = Counter()
    for *words, count in library.db.rows(sql, values):
        spec, reason, origin, target = map(text, words)
        found[spec, reason, origin, target] += count
    return found
