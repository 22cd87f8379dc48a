"""The levels at which the search plays, from 1 to 8, as data: the same on a board and on a PC.

A level is a limit of nodes and depth, and noise: how far, in hundredths of a plain piece, the score of a leaf may be
off. Noise makes a player who sees what is forced but misjudges the rest, as beginners do. Level 1 sees no answer to its
own ply; level 8 thinks as long as it may. `python -m tests.benchmarks levels` plays the levels against each other and
prints their Elo.
"""

from shared_rules.search.search import Search

LEVELS = 8  # from 1

# By level, from 1: nodes, depth, noise; 0 is no limit.
NODES = (600, 600, 600, 300, 700, 2000, 6000, 0)
DEPTHS = (1, 1, 1, 2, 0, 0, 0, 0)
NOISES = (2000, 400, 50, 15, 0, 0, 0, 0)


def begin_at_level(search: Search, level: int, seed: int, depth: int = 0, nodes: int = 0) -> None:
    """Begin a search of `level`, 1 to 8; `seed`, 0 to 32767, is for its noise: another one for every ply.

    `depth` and `nodes` are limits besides those of the level, 0 for none. Level 8 has no limits of its own: stop it when its
    time is up. Allocates nothing.
    """
    search.noise = NOISES[level - 1]
    search.seed = seed & 0x7FFF
    search.begin(lower(depth, DEPTHS[level - 1]), lower(nodes, NODES[level - 1]))


def lower(one: int, other: int) -> int:
    """The lower of two limits, of which 0 is none."""
    return one if not other or 0 < one < other else other
