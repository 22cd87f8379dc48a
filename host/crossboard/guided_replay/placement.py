"""Where a game's squares, sensors and lights are on a board, for a PC that reads and lights them itself (WIRE.md, D)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from crossboard import profiles
from crossboard.boards.link import Hello, OtherBoardError
from crossboard.calling import command
from crossboard.errors import CrossboardError
from crossboard.games.rules import NOWHERE, Game
from crossboard.language import tr

EDGE = "f"
GROUNDS = "de"
"""Digits of D `paint` besides the marks: beside the game's squares, terrain of either side."""


@dataclass(frozen=True)
class Place:
    """A game on a board. Sensors and lights by number, squares by number in the game's frame.

    `outside` has the light under each sensor that belongs to no square of the game.
    """

    sensors: int
    lights: int
    square_of: Mapping[int, int]
    outside: Mapping[int, int]
    light_of: Mapping[int, int]
    edge: frozenset[int]
    ground: Mapping[int, str]

    def digits(self, marks: bytes, outside: set[int]) -> str:
        """What every light is to mean: `marks` by square; `outside` are sensors of pieces beside the game."""
        found = ["0"] * self.lights
        if not outside:
            for light in self.edge:
                found[light] = EDGE
        for sensor in outside:
            found[self.outside[sensor]] = "a"
        for square, light in self.light_of.items():
            found[light] = f"{marks[square]:x}" if marks[square] else self.ground.get(square, "0")
        return "".join(found)


def place_on(profile: dict[str, Any], game: Game) -> Place:
    """Where the game lies on a board of that (checked) profile; OtherBoardError if it has no such game."""
    made = profiles.compile_profile(profile)
    if game.name not in made["games"]:
        raise OtherBoardError(game.name, made["games"])
    under = {board: square for square, board in enumerate(bytes.fromhex(made["games"][game.name])) if board != NOWHERE}
    sensors, lights = bytes.fromhex(made["sensors"]["squares"]), bytes.fromhex(made["lights"]["lights"])
    square_of = {sensor: under[board] for sensor, board in enumerate(sensors) if board in under}
    free = {board: light for board, light in enumerate(lights) if light != NOWHERE and board not in under}
    columns = made["columns"]
    return Place(
        len(sensors),
        made["lights"]["count"],
        square_of,
        {sensor: free[board] for sensor, board in enumerate(sensors) if board in free},
        {square: lights[board] for board, square in under.items()},
        frozenset(light for board, light in free.items() if any(_touch(board, other, columns) for other in under)),
        _ground(game),
    )


def _touch(one: int, other: int, columns: int) -> bool:
    return max(abs(one % columns - other % columns), abs(one // columns - other // columns)) == 1


def _ground(game: Game) -> dict[int, str]:
    side = getattr(game, "terrain_side", None)
    if side is None:
        return {}
    return {square: GROUNDS[side(square)] for square in range(len(game.board)) if side(square) >= 0}


def require_paint(hello: Hello) -> None:
    """CrossboardError if the board's lights can't be told what to say."""
    if "paint" not in hello.able:
        raise CrossboardError(
            tr("the board's firmware is too old for guided replays; `{command}` updates it", command=command("flash")),
            hello.board,
        )


def profile_of(hello: Hello, name: str = "") -> dict[str, Any]:
    """The profile of a board: the one that is named, else what it says itself."""
    if not name and hello.profile not in profiles.names():
        raise CrossboardError(
            f"the board's profile '{hello.profile}' is not one of the project's; name its file with --profile",
            hello.board,
        )
    return profiles.load(name or hello.profile)
