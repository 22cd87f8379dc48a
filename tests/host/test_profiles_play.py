"""Every profile plays every game it has: hands on the simulated board, through pins, chips, firmware and link.

On a virtual clock, with bounce and flicker; what the board says was played is what the hands played. One profile of each kind
of chip also plays in real time, with an eye on the lights.
"""

from __future__ import annotations

from typing import Any

import pytest

from crossboard import profiles
from crossboard.games.rules import HOLE, legal_plies, new_game
from crossboard.simulator import SimulatedBoard
from crossboard.simulator.traces import places, run_traces
from tests.support.hands import NOISY, noisy_game
from tests.support.toys import wait_until

pytestmark = pytest.mark.usefixtures("micropython")

PLIES = 6


def pairs() -> list[Any]:
    """Every profile with every game it has: each profile with one of them by turns, the rest for `make soak`."""
    found: list[Any] = []
    for turn, name in enumerate(profiles.names()):
        games = list(profiles.load(name)["games"])
        for at, game in enumerate(games):
            marks = () if at == turn % len(games) else pytest.mark.soak
            found.append(pytest.param(name, game, marks=marks, id=f"{name} {game}"))
    return found


@pytest.mark.parametrize(("name", "game"), pairs())
def test_a_short_game(name: str, game: str) -> None:
    trace, played, end = noisy_game(game, 5, PLIES, NOISY)
    (run,) = run_traces([trace], name)
    said = [message.payload.split(" ") for message in run.messages if message.kind == "P"]
    again = noisy_game(game, 5, 0, NOISY)[2]
    texts: list[str] = []
    for ply in played:
        texts.append(again.ply_text(ply))
        again.push(ply)
    assert [fields[4] for fields in said] == texts
    assert said[-1][3] == f"{end.digest():06x}"


@pytest.mark.parametrize(
    "name", ["pico-8x8", "pico-8x8-74hc165", "esp32s3-8x8-mcp23017", "pico-8x8-max7219", "pico-cross"]
)
def test_lights_show_where_a_lifted_piece_may_go(name: str) -> None:
    """Set-up, then a piece is lifted: just its squares light up, and none does when it stands again."""
    with SimulatedBoard(name, say=lambda _: None) as board:
        game = new_game(board.profile["game"])
        under = places(board.profile, game.name)
        home = {under[square] for square, piece in enumerate(game.board) if piece and piece != HOLE}
        origin = next(ply & 255 for ply in legal_plies(game))
        targets = {under[game.destination(ply)] for ply in legal_plies(game) if ply & 255 == origin}
        seen: list[set[str]] = []

        def lit_in_a_second() -> set[str]:
            """What was lit in any of the last samples: a light may blink."""
            seen.append({square for square, colour in board.lights().items() if any(colour)})
            return set[str]().union(*seen[-100:]) if len(seen) > 100 else {"too early"}

        wait_until(lambda: home <= lit_in_a_second())
        board.set_squares(home)
        seen.clear()
        wait_until(lambda: lit_in_a_second() == set())
        board.set_squares(home - {under[origin]})
        wait_until(lambda: targets <= lit_in_a_second())
        seen.clear()
        wait_until(lambda: lit_in_a_second() == targets | {under[origin]})
        board.set_squares(home)
        wait_until(lambda: lit_in_a_second() == set())
        assert not board.notes
