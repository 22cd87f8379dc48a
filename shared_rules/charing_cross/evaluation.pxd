cimport cython
from shared_rules.charing_cross.game cimport CharingCross
from shared_rules.search.evaluation cimport Evaluation

cdef class CharingCrossEvaluation(Evaluation):
    cdef short[::1] _worth
    @cython.locals(game=CharingCross)
    cpdef int look(self) except -1
    @cython.locals(game=CharingCross)
    cpdef int mark(self, int[::1] plies, short[::1] marks, int n, int end) except -1
