cimport cython
from shared_rules.base cimport Game

@cython.locals(mine=bint, won=bint, end=int, i=int)
cpdef bint wins(Game game, int side, int depth, int[::1] buffer, int n) except -1
