"""The analysis of a game in a terminal: a line a turn, a graph, and what it comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from crossboard.games.draw import in_columns
from crossboard.games.evals import SIGNS, WORDS, Eval
from crossboard.games.rules import side_names
from crossboard.games.words import plural
from crossboard.library.judgement import Judged, analysed, turn_line
from crossboard.library.timeline import Timeline

HEIGHT = 7  # lines of the graph, the middle one is an even game
WIDEST = 72  # columns of it
BLOCKS = " ▁▂▃▄▅▆▇█"
NAME = 8  # characters of a side's name beside it
CUT = 100  # characters of what would have been better


def turn_lines(line: Timeline, judged: Sequence[Judged]) -> list[str]:
    """A line a turn: its number, its text with its marks, the score after it, and what was better."""
    rows: list[list[str]] = []
    for one in judged:
        begins = one.place == 0
        name = line.labels[one.turn] if begins else ""
        better = turn_line(line, one) if one.nag else ""
        words = f"{WORDS[one.nag]}; better: {better[:CUT]}{'…' if len(better) > CUT else ''}" if one.nag else ""
        rows.append([name, one.notation + SIGNS.get(one.nag, ""), one.eval.words() if one.eval else "", words])
    return in_columns(rows, "rlr")


def graph(judged: Sequence[Judged], names: tuple[str, str], widest: int = WIDEST) -> list[str]:
    """The scores as a graph of at most `widest` columns: above the middle the first side is better; blank where none is known."""
    evals = [one.eval for one in judged]
    if not any(evals):
        return []
    chances = _columns(evals, widest)
    half = HEIGHT // 2
    lines: list[str] = []
    for row in range(half, -half - 1, -1):
        cells = "".join(_cell(chance, row, half) for chance in chances)
        name = names[0] if row == half else names[1] if row == -half else "even" if row == 0 else ""
        lines.append(f"{name[:NAME]:>{NAME}} {cells}".rstrip())
    return lines


def graph_column(judged: Sequence[Judged], index: int, widest: int = WIDEST) -> int:
    """The character of the graph's lines that shows the ply `judged[index]`."""
    width = min(widest, len(judged))
    return NAME + 1 + ((index + 1) * width - 1) // len(judged)


def _columns(evals: Sequence[Eval | None], widest: int) -> list[float | None]:
    """A chance a column: that of the last ply in it."""
    width = min(widest, len(evals))
    found: list[float | None] = []
    for column in range(width):
        part = evals[column * len(evals) // width : (column + 1) * len(evals) // width]
        known = [one.chance() for one in part if one]
        found.append(known[-1] if known else None)
    return found


def _cell(chance: float | None, row: int, half: int) -> str:
    """What a row shows of a chance of -1 to 1; row 0 is the line of the even game."""
    if row == 0:
        return "─"
    if chance is None:
        return " "
    filled = abs(chance) * half - (abs(row) - 1)
    if (chance > 0) != (row > 0) or filled <= 0:
        return " "
    if row > 0:
        return BLOCKS[min(8, max(1, round(filled * 8)))]
    return "█" if filled >= 0.5 else "▀"


def tally_lines(line: Timeline, judged: Sequence[Judged]) -> Iterator[str]:
    """Each side's inaccuracies, mistakes and blunders, and how many of its plies are analysed if that is not all."""
    counts = Counter((one.side, one.nag) for one in judged if one.nag)
    known = analysed(line, judged)
    for side, name in enumerate(side_names(line.game)):
        kinds = [plural(counts[side, nag], word) for nag, word in reversed(WORDS.items()) if counts[side, nag]]
        done, own = (sum(one.side == side for one in plies) for plies in (known, judged))
        so_far = f" so far ({done} of {plural(own, 'ply')} analysed)" if done < own else ""
        yield f"{name}: {', '.join(kinds) or 'no marks'}{so_far}"
