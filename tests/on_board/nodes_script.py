"""How many nodes a second the search makes on a board, by its own clock; compiled with the board's program, run at its prompt."""

import gc
import time

from shared_rules.games import new_game
from shared_rules.search.search import Search


def main(spec, table_bits, nodes):
    """Print the name of a game and the microseconds that so many nodes take from its start position."""
    gc.collect()
    search = Search(new_game(spec, 64), table_bits)
    search.begin(0, nodes)
    search.step(1)
    began = time.ticks_us()
    while not search.step(50):
        pass
    print(spec, time.ticks_diff(time.ticks_us(), began))
