"""The levels at which the search plays, from 1 to 8, as data: the same on a board and on a PC.

A level is a limit of nodes, and a share of blunders: plies for which it looks no further than its own next one and hardly
tells good from bad (NOISE). Beginners play like that: they overlook things now and then. Level 1 does so
most of the time. Level 8 thinks as long as it may. A board also has a limit of time for each.
`python -m tests.benchmarks levels` plays the levels against each other and prints their Elo.
"""

from shared_rules.codes import const
from shared_rules.search.search import Search

LEVELS = const(8)  # from 1

# By level, from 1.
BLUNDERS = (256, 150, 70, 0, 0, 0, 0, 0)  # of 256 plies
NODES = (200, 200, 200, 200, 600, 2000, 8000, 0)  # 0 is no limit
BOARD_MS = (1500, 1500, 1500, 1500, 1500, 2400, 3600, 5000)  # that a board may think about a ply

# Of a blunder.
NOISE = const(2000)  # hundredths of a plain piece
DEPTH = const(1)


def begin_at_level(search: Search, level: int, seed: int, depth: int = 0, nodes: int = 0) -> None:
    """Begin a search of `level`, 1 to 8; `seed`, 1 to 32767, decides its blunders, and which opening it likes; use another one for
    every ply. With the seed 0 it plays what it finds best, for analysis.

    `depth` and `nodes` are further limits, 0 for none. Level 8 has no limits of its own: stop it when its
    time is up. Allocates nothing.
    """
    level -= 1
    search.seed = seed = seed & 0x7FFF
    if (seed * 13337 >> 7 & 255) < BLUNDERS[level]:
        search.noise = NOISE
        depth = DEPTH
    else:
        search.noise = search.evaluation.variety() if seed else 0
    search.begin(depth, lower(nodes, NODES[level]))


def lower(one: int, other: int) -> int:
    """The lower of two limits; 0 means none."""
    return one if not other or 0 < one < other else other
