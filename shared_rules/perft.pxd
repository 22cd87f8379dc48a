cimport cython
from shared_rules.base cimport Game

@cython.locals(total=cython.long, end=int, i=int)
cpdef long count(Game game, int depth, int[::1] buffer, int n) except -1
@cython.locals(total=cython.long, end=int, i=int)
cpdef long count_played(Game game, int depth, int[::1] buffer, int n) except -1
