"""What gestures cost: the table of gestures.py looked up. Its rows are numbered from 1; 0 is no row, and costs nothing."""

from array import array

from shared_rules.codes import const
from shared_rules.recognition.gestures import EVER, ROW
from shared_rules.recognition.tables import PRICES, STARTS

NO_ROW = const(0)
_ROWS = array("H", PRICES)


def find(event: int, ms: int, circumstances: int) -> int:
    """The first row of `event` that is for more than `ms` and asks for none but these circumstances."""
    rows = _ROWS
    other = ~circumstances
    i = STARTS[event]
    while rows[i + 1] & other or rows[i] <= ms and rows[i] != EVER:
        i += ROW
    return i // ROW + 1


def cost(row: int) -> int:
    """What a gesture of that row costs."""
    return _ROWS[row * ROW - 1] if row else 0


def price(event: int, ms: int, circumstances: int) -> int:
    """What a gesture costs."""
    return cost(find(event, ms, circumstances))


def cheaper(row: int, other: int) -> int:
    """The row that costs less; `row` if both cost the same."""
    return other if cost(other) < cost(row) else row
