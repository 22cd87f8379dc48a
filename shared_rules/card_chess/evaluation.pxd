cimport cython
from shared_rules.card_chess.game cimport CardChess
from shared_rules.search.evaluation cimport Evaluation

cdef class CardChessEvaluation(Evaluation):
    cdef short[::1] _top, _hand, _under, _near
    cdef int _covered
    @cython.locals(game=CardChess, worth=int)
    cpdef int look(self) except -1
    @cython.locals(game=CardChess, mark=int)
    cpdef int mark(self, int[::1] plies, short[::1] marks, int n, int end) except -1
