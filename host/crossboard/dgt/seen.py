"""The game as DGT's programs get to see it: positions in FEN, moves in the notation of the game's players, and the clock."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from os.path import commonprefix
from typing import Any

from crossboard.boards.stream import CLOCK, POSITION
from crossboard.errors import CrossboardError
from crossboard.games.about import spec_title
from crossboard.games.formats import fen_of
from crossboard.games.rules import by_colour, game_at, new_game
from crossboard.games.turns import play_turn

NOTHING = "8/8/8/8/8/8/8/8"
SIDE = 8
PIECES = ".PRNBKQprnbkq"
"""By the codes that DGT's boards have for them: FEN's letters."""
LEAST_SERIAL, SERIALS = 10_000, 90_000


@dataclass(frozen=True)
class Seen:
    """What there is to be seen; never changed, so any thread may read it. `fens` are the positions of `game` after each of its
    `moves`, the start first; none where there is no such game. `clock` is LiveChess', None for none."""

    serial: str
    game: str = ""
    spec: str = ""
    fens: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    clock: Mapping[str, Any] | None = None
    here: bool = True  # the board is connected

    @property
    def placement(self) -> str:
        """Where the pieces stand, as a FEN begins."""
        return self.fens[-1].partition(" ")[0] if self.fens else NOTHING


def require_fen(start: str) -> None:
    """CrossboardError if programs for DGT's boards could make nothing of that game, or of one from that position."""
    spec = start.partition(" ")[0]
    if not is_shown(fen_of(new_game(spec, 1))):
        raise CrossboardError(f"--dgt: {no_fen(spec)}")


def piece_codes(placement: str) -> bytes:
    """The codes of what stands on a8, b8 and so on to h1, of what a FEN begins with; ValueError if DGT can't show that."""
    rows = [b"".join(map(_codes, row)) for row in placement.split("/")]
    if [len(row) for row in rows] != [SIDE] * SIDE:
        raise ValueError(f"'{placement}' is not {SIDE} rows of {SIDE} squares")
    return b"".join(rows)


def _codes(letter: str) -> bytes:
    return bytes(int(letter)) if letter.isdecimal() else bytes((PIECES.index(letter),))


def is_shown(fen: str) -> bool:
    """Whether a DGT board could show that: the FEN of a game with other pieces, or on another board, is none for it."""
    try:
        return bool(piece_codes(fen.partition(" ")[0]))
    except ValueError:
        return False


def no_fen(spec: str) -> str:
    """Why no program sees a board."""
    return f"{spec_title(spec)} has no FEN, which is all that programs for DGT boards understand"


def serial_of(board: str) -> str:
    """A board's number: five digits, as those of DGT have."""
    return str(LEAST_SERIAL + zlib.crc32(board.encode()) % SERIALS)


def follow(seen: Seen, event: Mapping[str, Any]) -> Seen:
    """What is to be seen after an event of the stream."""
    if event["event"] == POSITION:
        seen = replace(seen, serial=serial_of(event["board"]), spec=event["position"].partition(" ")[0])
        if not is_shown(event["fen"] or ""):
            return replace(seen, game="", fens=(), moves=())
        moves = tuple(event["moves"])
        return replace(seen, game=event["game"], fens=_fens(seen, event, moves), moves=moves)
    if event["event"] == CLOCK:
        return replace(seen, clock=_clock(seen.spec, event))
    return seen


def _fens(seen: Seen, event: Mapping[str, Any], moves: tuple[str, ...]) -> tuple[str, ...]:
    """The positions after each of the moves; those that are known are not worked out again."""
    same = len(commonprefix([seen.moves, moves])) if seen.game == event["game"] and seen.fens else -1
    if same == len(moves):
        return seen.fens[: same + 1]
    if same == len(moves) - 1:
        return *seen.fens[: same + 1], event["fen"]
    game = game_at(event["start"])
    found = [fen_of(game)]
    for move in moves:
        play_turn(game, move)
        found.append(fen_of(game))
    return tuple(found)


def _clock(spec: str, event: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Seconds, whether White's time runs (false: Black's, null: nobody's), and when that was so, in ms since 1970."""
    if event["kind"] is None:
        return None
    white, black = by_colour(spec, (event["left"][0], event["left"][1]))
    runs: bool | None = None if event["running"] is None else by_colour(spec, (0, 1))[0] == event["running"]
    return {"white": white // 1000, "black": black // 1000, "run": runs, "time": event["wall"]}
