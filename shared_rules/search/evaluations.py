"""Which evaluation belongs to a game: `evaluation.py` of its package, imported when asked for: a board holds only its game's."""

from shared_rules.search.evaluation import Evaluation


def evaluation_of(game):
    """The evaluation of a game object: class `NAMEEvaluation` of its package, NAME being its class; else the plain one."""
    from shared_rules.games import part_of_game  # not kept: a board unloads it in play

    return (part_of_game(game.name, "evaluation") or Evaluation)(game)
