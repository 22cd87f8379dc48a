"""Crossboard as an opponent, as a board and its PC speak of it: who plays which side, and what the search is asked for.

The board knows which sides it plays (its journal keeps that), asks for a ply when it is its turn, and leads hands to
perform it. A PC that is connected searches for it, since it is so much faster; without one the board searches itself, and
also where kings are secret: which of its pieces is one it tells nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crossboard.boards.link import Hello
from crossboard.boards.numbers import read_number
from crossboard.calling import command
from crossboard.errors import CrossboardError
from crossboard.games.rules import Game, read_game, read_side
from crossboard.language import tr
from crossboard.opponent.thinker import LEVELS

ABLE = "opponent"  # what a board says whose firmware plays
ABLE_REMOTE = "remote"  # and to which a player far away may sit down
ABLE_CONSENT = "consent"  # and ask for a draw or a takeback there
PLAYER = "0"  # a level that is none
REMOTE = 9  # another one: somebody far away plays that side, and the PC says what

Levels = tuple[int, int]
"""At which level Crossboard plays the first and the second side; 0: a player does, REMOTE: one far away."""


def levels_against(side: int) -> Levels:
    """A player at the board has that side, one far away the other."""
    return (REMOTE, 0) if side else (0, REMOTE)


@dataclass(frozen=True, slots=True)
class Thought:
    """What the board wants of the search, or has of it, after record `seq` of its game.

    `what`: "t" a ply for the side that Crossboard plays, "h" a hint; then "p" hands are to perform `ply`, "d" the same and
    Crossboard offers a draw, "a" `ply` is the hint. `level` is 0 for hints.
    """

    board_game: str
    seq: int
    what: str
    level: int
    ply: str

    @property
    def led(self) -> bool:
        """Whether the lights lead hands through a ply of Crossboard's, or of a player far away."""
        return self.what in ("p", "d")

    @property
    def wanted(self) -> bool:
        """Whether the board waits for an answer."""
        return self.what in ("t", "h")


def read_thought(fields: Sequence[str]) -> Thought | None:
    """Message Z of a board, None if it wants nothing; ValueError or IndexError if it is malformed."""
    game, seq, _, what, level, ply = fields
    if what == "-":
        return None
    return Thought(game, read_number(seq), what, read_number(level, REMOTE), "" if ply == "-" else ply)


def read_against(text: str, side: str, game: Game | str) -> Levels:
    """What was typed: a level for the other side than `side` ("": the first), or two levels, `4,6`, that play each other.

    In the place of one of two, 0 is a player; `none`: two players. `game` lends the names of its sides. CrossboardError if
    that can't be meant.
    """
    if text == "none":
        if side:
            raise CrossboardError(f"two players have a side each: leave out '{side}'")
        return (0, 0)
    words = text.split(",")
    if len(words) > 2 or "" in words[1:]:
        raise CrossboardError(f"'{text}' is neither a level from {LEVELS[0]} to {LEVELS[-1]} nor two of them, as 4,6")
    if len(words) == 2:
        if side:
            raise CrossboardError(f"two levels play each other: leave out '{side}'")
        first, second = (0 if word == PLAYER else read_level(word) for word in words)
        return first, second
    level = read_level(text)
    return (level, 0) if side and read_side(side, game) else (0, level)


def read_level(text: str) -> int:
    """A level; CrossboardError if there is no such level."""
    if not (text.isascii() and text.isdigit() and len(text) < 3) or int(text) not in LEVELS:
        raise CrossboardError(f"'{text}' is not a level; they run from {LEVELS[0]} to {LEVELS[-1]}")
    return int(text)


def require_opponent(hello: Hello | None, start: str, remote: bool = False) -> None:
    """CrossboardError if the board can't play, or nobody can play from `start` (a game, or a position; "": not known).

    `remote`: whether the board is to take the plies of a player far away.
    """
    if hello is not None and remote and ABLE_REMOTE not in hello.able:
        raise CrossboardError(
            f"the board's firmware does not support remote players ({command('flash')} updates it)", hello.board
        )
    if hello is not None and ABLE not in hello.able:
        raise CrossboardError(
            tr("the board's firmware has no opponent ({command} updates it)", command=command("flash")), hello.board
        )
    if start:
        require_playable(start, remote)


def require_playable(start: str, remote: bool = False) -> None:
    """CrossboardError if nobody can play from there, as the game is over, or if with `remote` its kings are secret."""
    if read_game(start).result:
        raise CrossboardError(tr("the game is over there: there is nothing to play"))
    if remote and "stealth" in start.partition(" ")[0]:
        raise CrossboardError(tr("a remote player can't play with secret kings: choose the game without stealth"))
