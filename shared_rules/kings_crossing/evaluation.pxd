cimport cython
from shared_rules.kings_crossing.game cimport KingsCrossing
from shared_rules.search.evaluation cimport Evaluation

cdef class KingsCrossingEvaluation(Evaluation):
    cdef short[::1] _worth
    cdef int _waiting
    @cython.locals(game=KingsCrossing)
    cpdef int look(self) except -1
    @cython.locals(game=KingsCrossing, step=int, square=int)
    cpdef int mark(self, int[::1] plies, short[::1] marks, int n, int end) except -1
