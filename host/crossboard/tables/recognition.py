"""What gestures cost (costs.py has the table for people), as a board looks it up.

PRICES: three numbers a row, 16 bits each, low byte first: for less than how many ms, in which circumstances, at what cost.
STARTS: for each event, where its first row begins in these numbers.
"""

from shared_rules.recognition.costs import EVENTS, GESTURES, ROW


def tables() -> dict[str, bytes]:
    """Both tables."""
    numbers = [number for _, until, circumstances, cost, _ in GESTURES for number in (until, circumstances, cost)]
    events = [event for event, *_ in GESTURES]
    return {
        "PRICES": b"".join(number.to_bytes(2, "little") for number in numbers),
        "STARTS": bytes(ROW * events.index(event) for event in range(EVENTS)),
    }
