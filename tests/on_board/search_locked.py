"""Searches as they run on a board: in small steps with the heap locked; written for MicroPython, the same on CPython."""

try:
    from micropython import heap_lock, heap_unlock
except ImportError:

    def heap_lock():
        """CPython has none."""

    heap_unlock = heap_lock

from shared_rules.games import game_at
from shared_rules.search.search import Search

STEP = 7  # nodes; odd, so that steps end anywhere


def locked(search, nodes):
    """One search of so many nodes with the heap locked."""
    heap_lock()
    try:
        search.begin(0, nodes)
        while not search.step(STEP):
            pass
    finally:
        heap_unlock()


def report(text, nodes, table_bits=9):
    """Print what a search finds, the first of that search object and a second one that knows what the first found."""
    game = game_at(text, 64)
    search = Search(game, table_bits)
    locked(search, 1)  # whatever an object only makes at its first use, it has now
    search.clear()
    for _ in range(2):
        locked(search, nodes)
        line = [game.ply_text(search.pv[i]) for i in range(min(1, search.pv_length[0]))]
        print(search.best, search.score, search.depth, search.seldepth, search.nodes, search.pv_length[0], *line)
    print(game.text())
