"""Matches against OpenSpiel's Monte Carlo tree search (PyPI `open_spiel`: pip install '.[bench]'), with our rules for both.

Its MCTSBot makes 1,000 playouts a move, of one random rollout each. Our search has the nodes that a Pico makes in 5 s, estimated
from counted bytecodes (nodes.py), and then those that a core of this PC makes in CROSSBOARD_MS (1000), measured at the start
position: nodes, not seconds, so that a match is the same whatever else the PC does.

CROSSBOARD_GAMES says how many games a match (10), CROSSBOARD_PLAYOUTS how many playouts, CROSSBOARD_GAME which game alone,
CROSSBOARD_ON which nodes alone (pico or pc). With CROSSBOARD_RESULTS=FILE each game played is kept there, and a match that was
stopped goes on.
"""

from __future__ import annotations

import importlib
import os
import random
from array import array
from typing import Any

from tests.benchmarks.playing import (
    BOARD_BITS,
    HASH_BITS,
    LONGEST,
    RULES,
    Player,
    game_names_wanted,
    match,
    number_from,
    pc_nodes,
    pico_nodes,
    searching,
    with_nodes,
)
from tests.benchmarks.tables import Missing, show, thousands

PICO_S = 5.0
UCT = 1.4


class Copied:
    """A game, the plies that it has, and how many were played, which copy.deepcopy can copy."""

    def __init__(self, spec: str, text: str = "", played: int = 0) -> None:
        self._spec = spec
        self.game = RULES.new_game(spec, 2)
        self.plies = array("i", [0] * self.game.max_plies)
        self.played = played
        if text:
            self.game.set_text(text)
        self._list()

    def _list(self) -> None:
        self.end: int = self.game.plies(self.plies, 0) if self.played < LONGEST else 0

    def play(self, action: int) -> None:
        """The ply of that number."""
        self.game.push(self.plies[action])
        self.played += 1
        self._list()

    def __deepcopy__(self, _: Any) -> Copied:
        return Copied(self._spec, self.game.text(), self.played)


def registered(spec: str) -> Any:
    """Our game as one of OpenSpiel's: actions are indices into the list of legal plies. ImportError without OpenSpiel."""
    pyspiel: Any = importlib.import_module("pyspiel")
    most = RULES.new_game(spec).max_plies
    kind = pyspiel.GameType(
        short_name="crossboard_" + spec.replace("-", "_"),
        long_name=spec,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    about = pyspiel.GameInfo(
        num_distinct_actions=most,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=LONGEST,
    )

    class Position(pyspiel.State):
        """A position; OpenSpiel copies it by copying what is in its attributes."""

        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self.of = Copied(spec)

        def current_player(self) -> int:
            return self.of.game.side if self.of.end else pyspiel.PlayerId.TERMINAL

        def _legal_actions(self, player: int) -> list[int]:
            return list(range(self.of.end))

        def _apply_action(self, action: int) -> None:
            self.of.play(action)

        def _action_to_string(self, player: int, action: int) -> str:
            return self.of.game.ply_text(self.of.plies[action])

        def is_terminal(self) -> bool:
            return not self.of.end

        def returns(self) -> list[float]:
            value = {1: 1.0, 2: -1.0}.get(self.of.game.result, 0.0)
            return [value, -value]

        def __str__(self) -> str:
            return self.of.game.text()

    class Registered(pyspiel.Game):
        """The game."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, about, params or {})

        def new_initial_state(self) -> Any:
            return Position(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            raise NotImplementedError

    if kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(kind, Registered)
    return pyspiel.load_game(kind.short_name)


class Rollouts:
    """Plays on by chance to the end, as OpenSpiel's RandomRolloutEvaluator does with one rollout, but without its detours: what
    it is given to evaluate is not used again, so that it need not be copied.
    """

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """No ply is more likely than the other."""
        count = state.of.end
        return [(action, 1 / count) for action in range(count)]

    def evaluate(self, state: Any) -> Any:
        """What a game from there came to, for each side."""
        numpy: Any = importlib.import_module("numpy")
        of = state.of
        while of.end:
            of.play(int(self._chance.random() * of.end))
        return numpy.array(state.returns())


def tree_search(spec: str, playouts: int) -> Player:
    """OpenSpiel's MCTSBot (the one in Python: the one in C++ crashes on games in Python), which plays out at random."""
    mcts: Any = importlib.import_module("open_spiel.python.algorithms.mcts")
    numpy: Any = importlib.import_module("numpy")
    game = registered(spec)
    plies = array("i", [0] * RULES.new_game(spec).max_plies)

    def choose(position: Any, seed: int) -> int:
        chance = numpy.random.RandomState(seed)
        bot = mcts.MCTSBot(game, UCT, playouts, Rollouts(seed), solve=True, random_state=chance)
        state = game.new_initial_state()
        state.of = Copied(spec, position.text())
        position.plies(plies, 0)
        return plies[bot.step(state)]

    return lambda: choose


def budgets(spec: str, seconds: float) -> list[tuple[str, int, int]]:
    """(of what, nodes a ply, bits of the table) for each match."""
    wanted = os.environ.get("CROSSBOARD_ON", "")
    found: list[tuple[str, int, int]] = []
    if wanted in ("", "pico"):
        found.append((f"{PICO_S:g} s on a Pico", pico_nodes(spec, PICO_S), BOARD_BITS))
    if wanted in ("", "pc"):
        found.append((f"{seconds:g} s on a PC core", pc_nodes(spec, seconds), HASH_BITS))
    return found


def run(small: bool = False) -> None:
    """Print both matches in every game."""
    try:
        importlib.import_module("pyspiel")
    except ImportError:
        raise Missing("OpenSpiel is not installed: pip install '.[bench]'") from None
    games, playouts = number_from("CROSSBOARD_GAMES", 10, small), number_from("CROSSBOARD_PLAYOUTS", 1000, small, 2)
    seconds = number_from("CROSSBOARD_MS", 1000, small) / 1000
    rows: list[list[str]] = []
    for spec in game_names_wanted(small):
        other = tree_search(spec, playouts)
        for what, nodes, bits in budgets(spec, seconds):
            one = searching(spec, with_nodes(nodes), table_bits=bits)
            score = match(spec, one, other, games, name=f"{nodes} nodes, 2 ** {bits} entries : MCTS {playouts}")
            share = f"{100 * score.share:.0f} ± {100 * score.error:.0f} %"
            rows.append([spec, what, thousands(nodes), str(games), share])
            print("  " + "  ".join(rows[-1]), flush=True)
    show(
        f"Against OpenSpiel's MCTS with {playouts} playouts",
        ["game", "our search", "nodes a ply", "games", "points"],
        rows,
        "± two standard errors; asked for are 90 % on a PC core and 60 % on a Pico; on both our search plays by its nodes",
    )
