"""Players' names: how long one may be that is typed, whatever way (command line, keyboard, page), or sent to another program.

A record's name is kept as it is, so that the record is the same when it is written again.
"""

from __future__ import annotations

from crossboard.errors import CrossboardError
from crossboard.language import tr

LONGEST_NAME = 80  # characters; what a message of the bus takes


def cut_name(name: str) -> str:
    """A name for another program; one that is too long ends in an ellipsis."""
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "\u2026"


def checked_name(name: str) -> str:
    """A typed name on one line; CrossboardError if it is too long."""
    return checked_length(" ".join(name.split()), tr("name"), LONGEST_NAME)


def checked_length(text: str, what: str, most: int) -> str:
    """The text; CrossboardError if it has more than so many characters."""
    if len(text) > most:
        raise CrossboardError(
            tr("the {what} has {count} characters; {most} are the most", what=what, count=len(text), most=most)
        )
    return text
