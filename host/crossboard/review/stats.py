"""Statistics of games: results by game, side and player, turn times, refusals by reason and by square, and how the sensors
did."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any

from crossboard.boards.health import sensor_health
from crossboard.games.draw import in_columns
from crossboard.games.formats import square_notation
from crossboard.games.reasons import refusals as in_game
from crossboard.games.rules import name_of, side_names
from crossboard.games.words import clean, clock_text, plural
from crossboard.library import Library
from crossboard.library.counts import refusals_of, results_of
from crossboard.library.selection import EVERY, Selection
from crossboard.library.turn_times import read_times, turn_times
from crossboard.progress import tracked

Value = dict[str, Any]
Times = tuple[Counter[int], Counter[int]]
OUTCOMES = {"1-0": "first", "0-1": "second", "1/2-1/2": "drawn", "*": "open"}
WORST = 8  # squares that are named in lines
MANY = 500  # games whose telling takes long enough for a bar


def stats(library: Library, which: Selection = EVERY, quiet: bool = False) -> Value:
    """The statistics of some games, as JSON can hold them. Times are ms. Games of a later version count by result only.

    `quiet` shows no bar, however many they are.
    """
    results: dict[str, Counter[str]] = defaultdict(Counter)
    endings: dict[str, Counter[str]] = defaultdict(Counter)
    players: dict[str, Counter[str]] = defaultdict(Counter)
    for (spec, result, termination, first, second), count in results_of(library, which).items():
        outcome = OUTCOMES.get(result, "open")
        results[spec][outcome] += count
        endings[spec][termination or "unfinished"] += count
        _count_players(players, (first, second), outcome, count)
    refusals: dict[str, Counter[str]] = defaultdict(Counter)
    squares: dict[str, Counter[str]] = defaultdict(Counter)
    for (spec, reason, origin, target), count in refusals_of(library, which).items():
        refusals[spec][reason] += count
        for square in {origin, target} - {"", "-"}:
            squares[spec][square_notation(name_of(spec), square)] += count
    times = _times_of(library, which, quiet)
    return {
        "count": sum(counts.total() for counts in results.values()),
        "games": [_of_game(spec, results[spec], endings[spec], times[spec]) for spec in sorted(results)],
        "players": [_of_player(name, players[name]) for name in sorted(players, key=str.casefold)],
        "refusals": _of_refusals(refusals),
        "squares": [
            {"spec": spec, "square": square, "refused": count}
            for spec in sorted(squares)
            for square, count in sorted(squares[spec].items(), key=lambda item: (-item[1], item[0]))
        ],
        "sensors": _of_sensors(library, which),
    }


def _times_of(library: Library, which: Selection, quiet: bool) -> dict[str, Times]:
    """Spec -> how often a turn of each side took how many ms."""

    def bar(missing: Sequence[tuple[int, str, str]]) -> Iterable[tuple[int, str, str]]:
        return tracked(missing, "counting", len(missing) if len(missing) >= MANY and not quiet else 0)

    parts: dict[str, tuple[list[bytes], list[bytes]]] = defaultdict(lambda: ([], []))
    for spec, first, second in turn_times(library, which, bar):
        parts[spec][0].append(first)
        parts[spec][1].append(second)
    found: dict[str, Times] = defaultdict(lambda: (Counter(), Counter()))
    for spec, (first, second) in parts.items():
        found[spec] = Counter(read_times(b"".join(first))), Counter(read_times(b"".join(second)))
    return found


def _of_sensors(library: Library, which: Selection) -> list[Value]:
    """How the sensors did of the boards that the games were played on, the worst first (health.py)."""
    boards = sorted(serial for _, serial in library.boards.of_games(which))
    found = [(board, one) for board in boards for one in sensor_health(library, board)]
    return [
        {"board": board, "square": s.square, "flickers": s.flickers, "changes": s.changes, "weak": s.weak}
        for board, s in sorted(found, key=lambda item: (not item[1].weak, -item[1].rate, -item[1].flickers, item[0]))
    ]


def _count_players(players: dict[str, Counter[str]], names: tuple[str, str], outcome: str, count: int) -> None:
    for name, side in zip(names, ("first", "second"), strict=True):
        if not name:
            continue
        mine = {"first": "won", "second": "lost"} if side == "first" else {"first": "lost", "second": "won"}
        for what in ("games", side, mine.get(outcome, outcome)):
            players[name][what] += count


def _of_game(spec: str, results: Counter[str], endings: Counter[str], times: Times) -> Value:
    return {
        "spec": spec,
        "count": results.total(),
        "sides": list(side_names(spec)),
        **{outcome: results[outcome] for outcome in OUTCOMES.values()},
        "terminations": dict(sorted(endings.items())),
        "turn_times": [_of_times(side) for side in times],
    }


def _of_times(times: Counter[int]) -> Value:
    if not times:
        return {"turns": 0, "mean": None, "median": None, "longest": None}
    turns = times.total()
    mean = round(sum(ms * count for ms, count in times.items()) / turns)
    return {"turns": turns, "mean": mean, "median": _median(times, turns), "longest": max(times)}


def _median(times: Counter[int], turns: int) -> int:
    """The middle one, or the mean of the two in the middle."""
    ordered = sorted(times)
    upto = list(accumulate(times[ms] for ms in ordered))
    low, high = (ordered[bisect_right(upto, place)] for place in ((turns - 1) // 2, turns // 2))
    return round((low + high) / 2)


def _of_player(name: str, counts: Counter[str]) -> Value:
    keys = ("games", "won", "lost", "drawn", "open", "first", "second")
    return {"name": name, **{key: counts[key] for key in keys}}


def _of_refusals(refusals: dict[str, Counter[str]]) -> list[Value]:
    total: Counter[str] = Counter()
    for counts in refusals.values():
        total.update(counts)
    return [
        {
            "reason": reason,
            "words": _sentence(reason, refusals),
            "count": count,
            "games": {spec: counts[reason] for spec, counts in sorted(refusals.items()) if counts[reason]},
        }
        for reason, count in sorted(total.items(), key=lambda item: (-item[1], item[0]))
    ]


def _sentence(reason: str, specs: Iterable[str]) -> str:
    """What a refusal means, as one of those games has it."""
    found = (in_game(spec.partition(":")[0]).sentence(reason) for spec in specs)
    return next((words for words in found if words != reason), reason)


def stats_lines(told: Value) -> list[str]:
    """The statistics as lines to read."""
    if not told["count"]:
        return ["no games to count"]
    lines = [plural(told["count"], "game"), "", *_results(told["games"])]
    if told["players"]:
        heads = ["PLAYER", "GAMES", "WON", "LOST", "DRAWN", "OPEN", "AS FIRST", "AS SECOND"]
        keys = ("games", "won", "lost", "drawn", "open", "first", "second")
        rows = [[clean(player["name"]), *(str(player[key]) for key in keys)] for player in told["players"]]
        lines += ["", *in_columns([heads, *rows], ".rrrrrrr")]
    times = list(_times(told["games"]))
    if times:
        heads = ["GAME", "SIDE", "TURNS", "MEAN", "MEDIAN", "LONGEST"]
        lines += ["", *in_columns([heads, *times], "..rrrr")]
    if told["refusals"]:
        rows = [[str(refusal["count"]), refusal["reason"], refusal["words"]] for refusal in told["refusals"]]
        lines += ["", *in_columns([["REFUSED", "REASON", ""], *([clean(c) for c in row] for row in rows)], "r")]
    if told["squares"]:
        lines += ["", *in_columns([["REFUSED AT", "GAME", "TIMES"], *_worst(told["squares"])], "..r")]
    flickering = [row for row in told["sensors"] if row["flickers"]][:WORST]
    if flickering:
        rows = [
            [
                clean(r["square"]),
                clean(r["board"]),
                str(r["flickers"]),
                str(r["changes"]),
                "check it" if r["weak"] else "",
            ]
            for r in flickering
        ]
        lines += ["", *in_columns([["SENSOR", "BOARD", "FLICKERS", "CHANGES", ""], *rows], "..rr")]
    return lines


def _worst(squares: list[Value]) -> Iterable[list[str]]:
    """The squares at which most was refused: where players err, or a sensor does."""
    most = sorted(squares, key=lambda row: -row["refused"])[:WORST]
    return [[clean(row["square"]), clean(row["spec"]), str(row["refused"])] for row in most]


def _results(games: list[Value]) -> list[str]:
    rows = [["GAME", "GAMES", "FIRST WON", "SECOND WON", "DRAWN", "OPEN", "ENDS"]]
    for game in games:
        ends = ", ".join(f"{count} {ending}" for ending, count in game["terminations"].items())
        counts = [str(game[key]) for key in ("count", "first", "second", "drawn", "open")]
        rows.append([clean(game["spec"]), *counts, clean(ends)])
    return in_columns(rows, ".rrrrr")


def _times(games: list[Value]) -> Iterable[list[str]]:
    for game in games:
        for name, side in zip(game["sides"], game["turn_times"], strict=True):
            if side["turns"]:
                times = [clock_text(side[key]) for key in ("mean", "median", "longest")]
                yield [clean(game["spec"]), name, str(side["turns"]), *times]
