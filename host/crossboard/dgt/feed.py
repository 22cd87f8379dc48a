"""What LiveChess' messages say: the boards, and the feed of a board with the moves that were made on it since a position."""

from __future__ import annotations

import re
from typing import Any

from crossboard.dgt.seen import Seen, is_shown, piece_codes
from crossboard.errors import CrossboardError

ACTIVE, INACTIVE, UNPLUGGED = "ACTIVE", "INACTIVE", "NOTRESPONDING"
SOURCE = "Crossboard"
FEN = re.compile(r"[1-8A-Za-z/]{15,71} [wb]( [ -~]{1,40})?")
AHEAD = 1  # plies that a player may be ahead of the program when it sets up a position
SETUP, FLIP = "setup", "flip"

Value = dict[str, Any]


def boards(seen: Seen) -> list[Value]:
    """All boards: this one."""
    state = UNPLUGGED if not seen.here else ACTIVE if seen.fens else INACTIVE
    told = {"serialnr": seen.serial, "source": SOURCE, "state": state, "battery": None, "comment": None}
    return [{**told, "board": seen.placement, "flipped": False, "clock": seen.clock}]


class Feed:
    """What one program hears of the board: first how it stands, then with each change the moves since the game's start, or since
    the position that the program has set up last, from when that stands on the board. That it stood there earlier does not count:
    the last game, still on the board, may have begun with it."""

    def __init__(self) -> None:
        self._setup = ""
        self._game = ""
        self._since: int | None = None  # how many of the game's moves had been made in that position
        self._told: Value | None = None

    def call(self, method: object, given: Value) -> None:
        """What a program wants of the board; CrossboardError if it is nothing that LiveChess has. Which side sits where a board of
        ours knows: it is never turned round."""
        if method == SETUP and "fen" in given:
            fen = given["fen"]
            if not isinstance(fen, str) or not FEN.fullmatch(fen) or not is_shown(fen):
                raise CrossboardError("fen: not a FEN")
            self._setup, self._since = fen, None
            self._told = {}  # so that it is answered in any case
        elif method not in (SETUP, FLIP):
            raise CrossboardError("unknown method")

    def waits(self, seen: Seen) -> str:
        """The position that was set up and has not stood on the board since, "" if it has or there is none."""
        self._find(seen)
        return self._setup if self._since is None else ""

    def news(self, seen: Seen) -> Value | None:
        """What is new, None if nothing is."""
        value: Value = {"serialnr": seen.serial, "flipped": False, "board": seen.placement, "clock": seen.clock}
        self._find(seen)
        since = self._since
        moves = {
            "start": self._setup or (seen.fens[0] if seen.fens else ""),
            "san": [*seen.moves[since:]] if since is not None else [],
            "match": since is not None,
        }
        before, self._told = self._told, {**value, **moves}
        if before is None:
            return value
        return self._told if before != self._told else None

    def _find(self, seen: Seen) -> None:
        """Find the position in the game; the place stays as long as it is in it."""
        if seen.game != self._game:
            self._game, self._since = seen.game, None
        if self._since is not None and self._since < len(seen.fens) and self._is_setup(seen.fens[self._since]):
            return
        last = len(seen.fens) - 1
        places = range(last, max(last - AHEAD, 0) - 1, -1) if self._setup else range(last + 1)
        self._since = next((at for at in places if self._is_setup(seen.fens[at])), None)

    def _is_setup(self, fen: str) -> bool:
        """Whether the same pieces stand there, and the same side is to move; without a setup every position is the one."""
        return not self._setup or _standing(fen) == _standing(self._setup)


def _standing(fen: str) -> tuple[bytes, str]:
    """The pieces and the side to move."""
    placement, side, *_ = fen.split(" ")
    return piece_codes(placement), side
