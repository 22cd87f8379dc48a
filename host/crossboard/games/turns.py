"""Turns and plies: a record has one token per turn, the rules one ply per decision.

Where a captured piece is placed again by its owner, that placement is a ply of its own, and its text is joined to
the ply before: `d3xb5@a4`; `d3xb5@-` says that the piece found no home and left the game, `d3xb5` alone that the game
was won (or that the record stops before the placement).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from crossboard.games.formats import ply_notation, read_notation
from crossboard.games.rules import KIND_CAPTURE, Game, IllegalPlyError, RulesError, places_captured, turn_goes_on

LEFT_THE_GAME = "@-"


@dataclass(frozen=True, slots=True)
class Turn:
    """One player's turn: who, its text, ours and as its players write it, and the index of its first ply and of the one after its
    last."""

    side: int
    text: str
    notation: str
    first: int
    end: int


def _tail_is_empty(game: Game, was_capture: bool) -> bool:
    """After a ply: whether its token must end in `@-`."""
    return was_capture and places_captured(game) and not game.result and not turn_goes_on(game)


def push_text(game: Game, ply: int) -> tuple[str, str]:
    """Play a legal ply; returns its part of the turn's token, and of that in the notation of the game's players."""
    text, notation = game.ply_text(ply), ply_notation(game, ply)
    capture = game.kind(ply) == KIND_CAPTURE
    game.push(ply)
    end = LEFT_THE_GAME if _tail_is_empty(game, capture) else ""
    return text + end, notation + end


def split_turns(game: Game, plies: Iterable[int]) -> list[Turn]:
    """The turns of a line of plies, each legal in its place; plays them on `game`."""
    turns: list[Turn] = []
    joining = False
    for index, ply in enumerate(plies):
        side = game.side
        text, notation = push_text(game, ply)
        if joining:
            last = turns[-1]
            turns[-1] = Turn(last.side, last.text + text, last.notation + notation, last.first, index + 1)
        else:
            turns.append(Turn(side, text, notation, index, index + 1))
        joining = turn_goes_on(game)
    return turns


def parts(game: Game, text: str) -> tuple[str, str]:
    """A turn's token as its ply and the placement joined to it: `d3xb5`, `@a4`; the latter is `@-`, or "" for none, too."""
    head, at, tail = text.partition("@")
    return (head, at + tail) if head and at and places_captured(game) else (text, "")


def play_turn(game: Game, text: str) -> list[int]:
    """Play a turn as a player types it; returns its plies. RulesError if it is unreadable or not legal, the game then as before."""
    return [ply for ply, _ in play_plies(game, text, read_notation)]


def play_plies(game: Game, text: str, read: Callable[[Game, str], int]) -> list[tuple[int, str]]:
    """As `play_turn`, with our text of each ply; `read` reads a turn without its placement."""
    head, placement = parts(game, text)
    ply = read(game, head)
    first = (ply, game.ply_text(ply))
    capture = game.kind(ply) == KIND_CAPTURE
    game.push(ply)
    try:
        if placement == LEFT_THE_GAME:
            if not _tail_is_empty(game, capture):
                raise IllegalPlyError(f"'{text}': the piece does not leave the game there")
            return [first]
        if not placement:
            return [first]
        if not turn_goes_on(game):
            raise IllegalPlyError(f"'{text}': no piece has to be placed after '{head}'")
        placed = game.parse_ply(placement)
    except RulesError:
        game.pop()
        raise
    second = (placed, game.ply_text(placed))
    game.push(placed)
    return [first, second]


def numbers(sides: Iterable[int]) -> list[int]:
    """The move number of each turn, given who has each: it grows with the first side, or when one side comes twice."""
    found: list[int] = []
    number, before = 0, -1
    for side in sides:
        if side == 0 or side == before or not found:
            number += 1
        found.append(number)
        before = side
    return found


def label(number: int, side: int) -> str:
    """`3.` or `3...`, as a record has it."""
    return f"{number}{'...' if side else '.'}"
