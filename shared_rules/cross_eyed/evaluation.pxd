cimport cython
from shared_rules.cross_eyed.game cimport CrossEyed
from shared_rules.search.evaluation cimport Evaluation

cdef class CrossEyedEvaluation(Evaluation):
    cdef short[::1] _kinds, _near, _kings, _pawns
    @cython.locals(game=CrossEyed, value=int, square=int, kind=int)
    cpdef int look(self) except -1
    @cython.locals(game=CrossEyed, mark=int, kind=int, value=int)
    cpdef int mark(self, int[::1] plies, short[::1] marks, int n, int end) except -1

cpdef int pawn_steps(int across, int up)
