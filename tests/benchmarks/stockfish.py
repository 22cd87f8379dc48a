"""Chess against Stockfish held down to an Elo (Debian: apt install stockfish), which has the same time for a move.

CROSSBOARD_MS says how long a move may take (1000), CROSSBOARD_GAMES how many games are played (20), CROSSBOARD_ELO how strong
Stockfish plays (1320, or the least it can: Stockfish 15 has 1350). Our search has the nodes that a core of this PC makes in that
time, measured at the start position, so that it plays the same whatever else the PC does. Games begin with a few random plies,
the same for both sides. With CROSSBOARD_RESULTS=FILE a match that was stopped goes on.
"""

from __future__ import annotations

import shutil
from typing import Any

import chess
import chess.engine

from tests.benchmarks.playing import Chooser, Player, match, number_from, pc_nodes, searching, with_nodes
from tests.benchmarks.tables import Missing, show, thousands

SPEC = "chess"
NAME = "stockfish"
LEAST_ELO = 1320
WAYS = ("/usr/games", "/usr/local/bin", "/opt/homebrew/bin")


def command() -> str:
    """Where Stockfish is; Missing if it is nowhere."""
    found = shutil.which(NAME) or next(filter(None, (shutil.which(NAME, path=way) for way in WAYS)), None)
    if found is None:
        raise Missing("Stockfish is not installed: apt install stockfish")
    return found


def stockfish(engine: chess.engine.SimpleEngine, seconds: float) -> Player:
    """A player that asks it for each move."""

    def new_chooser() -> Chooser:
        def choose(game: Any, seed: int) -> int:
            del seed
            board = chess.Board(game.text().partition(" ")[2])
            move = engine.play(board, chess.engine.Limit(time=seconds)).move
            assert move is not None
            return game.parse_ply(move.uci())

        return choose

    return new_chooser


def run(small: bool = False) -> None:
    """Print the match."""
    seconds = number_from("CROSSBOARD_MS", 1000, small, 20) / 1000
    games, elo = number_from("CROSSBOARD_GAMES", 20, small), number_from("CROSSBOARD_ELO", LEAST_ELO)
    where = command()
    nodes = pc_nodes(SPEC, seconds)
    with chess.engine.SimpleEngine.popen_uci(where) as engine:
        elo = max(elo, engine.options["UCI_Elo"].min or 0)
        engine.configure({"UCI_LimitStrength": True, "UCI_Elo": elo, "Threads": 1})
        us, other = searching(SPEC, with_nodes(nodes), table_bits=18), stockfish(engine, seconds)
        score = match(SPEC, us, other, games, name=f"{nodes} nodes : Stockfish {elo}, {seconds:g} s")
    share = f"{100 * score.share:.0f} ± {100 * score.error:.0f} %"
    show(
        f"Chess against Stockfish limited to {elo}",
        ["s a move", "nodes a ply", "games", "points", "Elo difference"],
        [[f"{seconds:g}", thousands(nodes), str(games), share, f"{score.elo:+.0f} ± {score.elo_error:.0f}"]],
        "± two standard errors; asked for are 50 % at 1 s a move",
    )
