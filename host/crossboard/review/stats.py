"""What many games come to: results by game, side and player, turn times, refusals by reason and by square, how the sensors did."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from crossboard.boards.health import sensor_health
from crossboard.games.draw import in_columns
from crossboard.games.rules import RulesError, new_game, side_names
from crossboard.games.words import WHY_WORDS, clean, clock_text, plural
from crossboard.library import IMPORTED, Library, StoredGame
from crossboard.library.timeline import Timeline, tell
from crossboard.progress import tracked

Value = dict[str, Any]
OUTCOMES = {"1-0": "first", "0-1": "second", "1/2-1/2": "drawn", "*": "open"}
WORST = 8  # squares that are named in lines
MANY = 500  # games whose telling takes long enough for a bar


def stats(library: Library, games: list[StoredGame], quiet: bool = False) -> Value:
    """The statistics of some games, as JSON can hold them. Times are ms. Games of a later version count by result only.

    `quiet` shows no bar, however many they are.
    """
    results: dict[str, Counter[str]] = defaultdict(Counter)
    endings: dict[str, Counter[str]] = defaultdict(Counter)
    players: dict[str, Counter[str]] = defaultdict(Counter)
    times: dict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    refusals: dict[str, Counter[str]] = defaultdict(Counter)
    squares: dict[str, Counter[str]] = defaultdict(Counter)
    for stored in tracked(games, "counting", len(games) if len(games) >= MANY and not quiet else 0):
        results[stored.spec][OUTCOMES.get(stored.result, "open")] += 1
        endings[stored.spec][stored.termination or "unfinished"] += 1
        _count_players(players, stored)
        events = library.events(stored.id)
        refused = [event for event in events if event.kind == "refused"]
        refusals[stored.spec].update(event.reason for event in refused)
        squares[stored.spec].update(s for event in refused for s in {event.origin, event.target} - {"", "-"})
        try:
            line = tell(stored.start, events)
        except RulesError:
            continue
        _count_times(times[stored.spec], line)
    return {
        "count": len(games),
        "games": [_of_game(spec, results[spec], endings[spec], times[spec]) for spec in sorted(results)],
        "players": [_of_player(name, players[name]) for name in sorted(players, key=str.casefold)],
        "refusals": _of_refusals(refusals),
        "squares": [
            {"spec": spec, "square": square, "refused": count}
            for spec in sorted(squares)
            for square, count in sorted(squares[spec].items(), key=lambda item: (-item[1], item[0]))
        ],
        "sensors": _of_sensors(library, games),
    }


def _of_sensors(library: Library, games: list[StoredGame]) -> list[Value]:
    """How the sensors did of the boards that the games were played on, the worst first (health.py)."""
    boards = sorted({game.board for game in games} - {IMPORTED})
    found = [(board, one) for board in boards for one in sensor_health(library, board)]
    return [
        {"board": board, "square": s.square, "flickers": s.flickers, "changes": s.changes, "weak": s.weak}
        for board, s in sorted(found, key=lambda item: (not item[1].weak, -item[1].rate, -item[1].flickers, item[0]))
    ]


def _count_players(players: dict[str, Counter[str]], stored: StoredGame) -> None:
    for name, side in ((stored.white, "first"), (stored.black, "second")):
        if not name:
            continue
        outcome = OUTCOMES.get(stored.result, "open")
        mine = {"first": "won", "second": "lost"} if side == "first" else {"first": "lost", "second": "won"}
        players[name].update(["games", side, mine.get(outcome, outcome)])


def _count_times(times: tuple[list[int], list[int]], line: Timeline) -> None:
    for turn in line.turns:
        if turn.ms is not None:
            times[turn.side].append(turn.ms)


def _of_game(spec: str, results: Counter[str], endings: Counter[str], times: tuple[list[int], list[int]]) -> Value:
    try:
        names = list(side_names(new_game(spec, 1)))
    except RulesError:
        names = ["White", "Black"]
    return {
        "spec": spec,
        "count": results.total(),
        "sides": names,
        **{outcome: results[outcome] for outcome in OUTCOMES.values()},
        "terminations": dict(sorted(endings.items())),
        "turn_times": [_of_times(side) for side in times],
    }


def _of_times(times: list[int]) -> Value:
    if not times:
        return {"turns": 0, "mean": None, "median": None, "longest": None}
    mean, median = round(statistics.fmean(times)), round(statistics.median(times))
    return {"turns": len(times), "mean": mean, "median": median, "longest": max(times)}


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
            "words": WHY_WORDS.get(reason, reason),
            "count": count,
            "games": {spec: counts[reason] for spec, counts in sorted(refusals.items()) if counts[reason]},
        }
        for reason, count in sorted(total.items(), key=lambda item: (-item[1], item[0]))
    ]


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
                "look at it" if r["weak"] else "",
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
