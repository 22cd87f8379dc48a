"""Works out how a board is wired from the answers to the maker's magnet; pure, needs no board.

What is known is which sensor closed when the magnet lay on which light. Of all the ways in which the lights may run (as
the profile says, or by another order, mirrored or not) the one is taken that makes the sensors look most orderly: as the
profile says, or with rows and columns of the matrix in another order or exchanged, or with a few squares mixed up,
or in no order at all. Where two explain it equally well, the lights are believed to be right, unless the maker says
where some of them are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from crossboard.games.rules import NOWHERE
from crossboard.games.words import plural
from crossboard.profiles import compile_profile, layout
from crossboard.profiles.checker import LIGHT_ORDERS, ProfileError
from crossboard.profiles.drivers import sensors_of

Squares = list[int]

TURNED = 3
"""Cost of assuming that the lights are mirrored."""

REORDERED = 2
"""Cost of assuming another known order of the lights."""

MIXED = 5
"""Cost of sensors in no order at all; a single one out of order costs 1."""


@dataclass(frozen=True)
class Wiring:
    """How the board is wired. `lights` and `sensors` give the square of each; NOWHERE where nothing is connected.

    `rows` and `columns` give the pins of a matrix in order of the squares' rows and columns, if they have such an order.
    """

    lights: Squares
    sensors: Squares
    light_order: str = ""
    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()
    swapped: bool = False
    odd: tuple[int, ...] = ()
    """Squares whose sensor breaks the order of the others."""
    buttons: tuple[tuple[str, int], ...] = ()
    """Buttons that are not at the pins of the profile, with their actual pins."""
    colours: str = ""
    """The colour order of the lights, if the profile's is wrong."""


@dataclass(frozen=True)
class Matrix:
    """The pins that are driven and those that are read, and how sensors are counted: driven * len(read) + read."""

    driven: tuple[int, ...]
    read: tuple[int, ...]


def _wrong(key: str, what: str) -> ProfileError:
    return ProfileError(f"{key}: {what}")


def board_of(profile: dict[str, Any]) -> Squares:
    """The squares of the board."""
    return layout.board_squares(profile["board"], _wrong)


def expected(profile: dict[str, Any]) -> Wiring:
    """The wiring as the profile says."""
    squares = board_of(profile)
    sensors = sensors_of(profile).squares(profile, squares, _wrong)
    return Wiring(layout.light_squares(profile, squares, _wrong), sensors, profile["lights"].get("order", ""))


def matrix_of(profile: dict[str, Any], swapped: bool) -> Matrix | None:
    """The matrix as it was scanned, None if the sensors are wired otherwise."""
    sensors = compile_profile(profile)["sensors"]
    if sensors["driver"] != "matrix":
        return None
    rows, columns = tuple(sensors["rows"]), tuple(sensors["columns"])
    return Matrix(columns, rows) if swapped else Matrix(rows, columns)


def learn(
    profile: dict[str, Any], pairs: dict[int, int], swapped: bool = False, seen: dict[int, int] | None = None
) -> Wiring:
    """The wiring that explains `pairs` (light -> sensor). `swapped`: the matrix was driven by its columns; `seen`: light ->
    the square where the maker has seen it."""
    best: tuple[int, int, Wiring] | None = None
    for number, (cost, order, lights) in enumerate(_light_orders(profile)):
        if seen and any(lights[light] != square for light, square in seen.items()):
            continue
        extra, wiring = _sensors(profile, pairs, swapped, lights, order)
        if best is None or (cost + extra, number) < best[:2]:
            best = (cost + extra, number, wiring)
    if best is None:  # where the maker has seen the lights fits no order: what can be said is said of the rest
        return learn(profile, pairs, swapped)
    return best[2]


def _light_orders(profile: dict[str, Any]) -> list[tuple[int, str, Squares]]:
    """(cost, name of the order or "", square of each light), the profile's own first."""
    squares = board_of(profile)
    columns, rows = profile["board"]["columns"], profile["board"]["rows"]
    own = expected(profile)
    found = [(0, own.light_order, own.lights)]
    flips: list[Callable[[int], int]] = [
        lambda s: s,
        lambda s: s // columns * columns + columns - 1 - s % columns,
        lambda s: (rows - 1 - s // columns) * columns + s % columns,
        lambda s: rows * columns - 1 - s,
    ]
    for order in LIGHT_ORDERS:
        chain = layout.in_order(profile, squares, order)
        for i, flip in enumerate(flips):
            lights = [flip(square) for square in chain]
            if set(lights) == set(squares) and lights not in [known for _, _, known in found]:
                found.append((TURNED if i else REORDERED, "" if i else order, lights))
    return found


def _sensors(
    profile: dict[str, Any], pairs: dict[int, int], swapped: bool, lights: Squares, order: str
) -> tuple[int, Wiring]:
    """The cheapest explanation of the sensors for this order of the lights."""
    squares = board_of(profile)
    learned = {sensor: lights[light] for light, sensor in pairs.items() if lights[light] != NOWHERE}
    matrix = matrix_of(profile, swapped)
    own = [] if swapped else expected(profile).sensors
    choices: list[tuple[int, Squares]] = [(0, own)] if own else []
    if matrix:
        ordered = _matrix_order(profile, matrix, learned)
        if ordered:
            choices.append((1, ordered))
    elif "order" in profile["sensors"]:
        for other in LIGHT_ORDERS:
            table = {**profile, "sensors": {**profile["sensors"], "order": other}}
            choices.append((1, sensors_of(table).squares(table, squares, _wrong)))
    cost, base = MIXED + len(pairs), list[int]()
    for price, sensors in choices:
        price += sum(sensors[sensor] != square for sensor, square in learned.items())
        if price < cost:
            cost, base = price, sensors
    if not base or cost > MIXED:
        cost, base = MIXED, base or own or [NOWHERE] * _count(profile)
    odd = tuple(sorted(square for sensor, square in learned.items() if base[sensor] != square))
    final = _filled(base, learned, squares) if odd or not base else list(base)
    rows, columns = _pins(profile, matrix, final) if matrix else ((), ())
    return cost, Wiring(lights, final, order, rows, columns, swapped, odd if cost < MIXED else ())


def _count(profile: dict[str, Any]) -> int:
    return len(expected(profile).sensors)


def _matrix_order(profile: dict[str, Any], matrix: Matrix, learned: dict[int, int]) -> Squares:
    """Each sensor's square, if driven wires are the board's rows (or columns) in some order and read ones the others; the
    order is what most squares say. [] if two wires would be the same row."""
    wide = profile["board"]["columns"]
    squares = set(board_of(profile))
    best: tuple[int, Squares] = (0, [])
    for transposed in (False, True):
        lines = [_votes({s: _line(q, wide, transposed) for s, q in learned.items()}, len(matrix.read), True)]
        lines.append(_votes({s: _line(q, wide, not transposed) for s, q in learned.items()}, len(matrix.read), False))
        driven = _completed(lines[0], len(matrix.driven), profile["board"]["columns" if transposed else "rows"])
        read = _completed(lines[1], len(matrix.read), profile["board"]["rows" if transposed else "columns"])
        if not driven or not read:
            continue
        found: Squares = []
        for one in driven:
            for other in read:
                square = other * wide + one if transposed else one * wide + other
                found.append(square if square in squares else NOWHERE)
        agree = sum(found[sensor] == square for sensor, square in learned.items())
        if agree > best[0]:
            best = (agree, found)
    return best[1]


def _line(square: int, wide: int, column: bool) -> int:
    return square % wide if column else square // wide


def _votes(lines: dict[int, int], reads: int, driven: bool) -> dict[int, int]:
    """Wire -> the row or column of the board that most of its sensors lie on."""
    counts: dict[int, Counter[int]] = {}
    for sensor, line in lines.items():
        counts.setdefault(sensor // reads if driven else sensor % reads, Counter())[line] += 1
    return {wire: votes.most_common(1)[0][0] for wire, votes in counts.items()}


def _completed(votes: dict[int, int], wires: int, lines: int) -> list[int]:
    """The line of each wire; those that nothing is known of get what is left, in order. [] if it can't be so."""
    if wires != lines or len(set(votes.values())) != len(votes):
        return []
    left = [line for line in range(lines) if line not in votes.values()]
    return [votes[wire] if wire in votes else left.pop(0) for wire in range(wires)]


def _filled(base: Squares, learned: dict[int, int], squares: Squares) -> Squares:
    """`base` with what was learned put in; sensors that never answered get the squares that are left."""
    found = [NOWHERE] * len(base)
    for sensor, square in learned.items():
        found[sensor] = square
    used = set(found)
    for sensor, square in enumerate(base):
        if found[sensor] == NOWHERE and square != NOWHERE and square not in used:
            found[sensor] = square
            used.add(square)
    left = [square for square in squares if square not in used]
    for sensor in range(len(found)):
        if left and found[sensor] == NOWHERE:
            found[sensor] = left.pop(0)
    return found


def _pins(profile: dict[str, Any], matrix: Matrix, sensors: Squares) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The pins of the driven wires in the order of the board's rows, and of the read ones in that of its columns, if driven
    wires are rows and everything is in such an order; else nothing."""
    wide, high, reads = profile["board"]["columns"], profile["board"]["rows"], len(matrix.read)
    if (len(matrix.driven), reads) != (high, wide):
        return (), ()
    row_of = {s // reads: q // wide for s, q in enumerate(sensors) if q != NOWHERE}
    column_of = {s % reads: q % wide for s, q in enumerate(sensors) if q != NOWHERE}
    if len(set(row_of.values())) != high or len(set(column_of.values())) != wide:
        return (), ()
    if any(
        q != NOWHERE and (row_of[s // reads], column_of[s % reads]) != divmod(q, wide) for s, q in enumerate(sensors)
    ):
        return (), ()
    rows = {line: matrix.driven[wire] for wire, line in row_of.items()}
    columns = {line: matrix.read[wire] for wire, line in column_of.items()}
    return tuple(rows[i] for i in range(high)), tuple(columns[i] for i in range(wide))


def learn_buttons(profile: dict[str, Any], answered: dict[str, str]) -> tuple[tuple[str, int], ...]:
    """The pins of buttons that answered for one another. `answered`: button asked for -> button that answered, "" for none."""
    moved = {name: other for name, other in answered.items() if other and other != name}
    if set(moved) != set(moved.values()):
        return ()  # one that answers for two, or for one that is silent: no swapped wires
    return tuple((name, profile["buttons"][other]) for name, other in moved.items())


def learn_colours(profile: dict[str, Any], seen: str) -> str:
    """The order in which the lights take their colours, "" if it is the profile's, or none. `seen`: what the maker saw
    of red, green and blue, as three letters."""
    own = profile["lights"].get("colours", "")
    if not own or seen == "rgb" or sorted(seen) != ["b", "g", "r"]:
        return ""
    return "".join(seen["rgb".index(letter)] for letter in own)


def fitted(profile: dict[str, Any], wiring: Wiring, name: str) -> dict[str, Any]:
    """The profile with that wiring, checked and called `name`."""
    table: dict[str, Any] = {k: dict(v) if isinstance(v, dict) else v for k, v in profile.items()}  # type: ignore[misc]
    table["name"] = name
    own = expected(profile)
    sensors, lights = table["sensors"], table["lights"]
    wide = profile["board"]["columns"]
    matrix = matrix_of(profile, wiring.swapped)
    if wiring.sensors != own.sensors or wiring.swapped:
        for key in ("order", "squares"):
            sensors.pop(key, None)
        if matrix and wiring.rows:
            sensors["row_pins"], sensors["column_pins"] = list(wiring.rows), list(wiring.columns)
        elif matrix:
            sensors["row_pins"], sensors["column_pins"] = list(matrix.driven), list(matrix.read)
            sensors["squares"] = _lines(wiring.sensors, len(matrix.read), wide)
        else:
            order = _order_name(profile, wiring.sensors)
            chip = sensors_of(profile).group_size(profile)
            sensors.update({"order": order} if order else {"squares": _lines(wiring.sensors, chip, wide)})
    if wiring.lights != own.lights:
        lights.pop("squares", None)
        lights.pop("order", None)
        lights.update(
            {"order": wiring.light_order} if wiring.light_order else {"squares": _lines(wiring.lights, wide, wide)}
        )
    if wiring.colours:
        lights["colours"] = wiring.colours
    table["buttons"].update(wiring.buttons)
    return table


def _order_name(profile: dict[str, Any], sensors: Squares) -> str:
    for order in LIGHT_ORDERS:
        table = {**profile, "sensors": {**profile["sensors"], "order": order}}
        table["sensors"].pop("squares", None)
        if sensors_of(table).squares(table, board_of(profile), _wrong) == sensors:
            return order
    return ""


def _lines(squares: Squares, length: int, wide: int) -> list[str]:
    names = ["-" if square == NOWHERE else layout.square_name(square, wide) for square in squares]
    return [" ".join(names[i : i + length]) for i in range(0, len(names), length)]


def differences(profile: dict[str, Any], wiring: Wiring) -> list[str]:
    """In words, how the board is wired otherwise than its profile says."""
    own = expected(profile)
    found: list[str] = []
    wide = profile["board"]["columns"]
    if wiring.swapped:
        found.append("the matrix is driven by the profile's columns: rows and columns (or all diodes) are swapped")
    if wiring.sensors != own.sensors:
        found += _moved("row", profile["sensors"].get("row_pins"), wiring.rows, lambda i: str(i + 1))
        found += _moved("column", profile["sensors"].get("column_pins"), wiring.columns, lambda i: chr(97 + i))
        if not wiring.rows and not wiring.swapped:
            moved = [q for s, q in enumerate(wiring.sensors) if q not in (own.sensors[s], NOWHERE)]
            names = ", ".join(layout.square_name(q, wide) for q in sorted(moved)[:8])
            found.append(
                f"wired to different squares: {plural(len(moved), 'sensor')}, {names}{', …' if len(moved) > 8 else ''}"
            )
    if wiring.lights != own.lights:
        order = wiring.light_order or "mirrored: " + " ".join(_lines(wiring.lights, wide, wide)[0].split()[:3]) + " …"
        found.append(f"the lights run in the order '{order}', not '{own.light_order or 'of the list'}'")
    if wiring.colours:
        found.append(f"the lights' colour order is {wiring.colours}, not {profile['lights']['colours']}")
    found += [f"button '{name}' is at GP{pin}, not GP{profile['buttons'][name]}" for name, pin in wiring.buttons]
    return found


def _moved(what: str, before: list[int] | None, after: tuple[int, ...], name: Callable[[int], str]) -> list[str]:
    if not before or not after or list(after) == before:
        return []
    if list(after) == before[::-1]:
        return [f"the {what}s are in the opposite order"]
    moved = [f"{what} {name(i)} is at GP{pin}, not GP{before[i]}" for i, pin in enumerate(after) if pin != before[i]]
    return ["; ".join(moved)]
