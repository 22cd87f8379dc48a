cimport cython
from shared_rules.draughts.game cimport Draughts
from shared_rules.search.evaluation cimport Evaluation

cdef class DraughtsEvaluation(Evaluation):
    cdef short[::1] _worth
    cdef int _exchange
    @cython.locals(game=Draughts)
    cpdef int look(self) except -1
    @cython.locals(step=int, square=int)
    cpdef int mark(self, int[::1] plies, short[::1] marks, int n, int end) except -1
