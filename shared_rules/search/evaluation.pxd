from shared_rules.base cimport Game

cdef class Evaluation:
    cdef public object game
    cdef public int score, key_a, key_b, side
    cdef public bint due
    cdef readonly bint duty
    cdef readonly int margin
    cdef int _turn
    cdef int hold(self, int side, int score, int key_a, int key_b) except -1
    cpdef int look(self) except -1
    cpdef int mark(self, int[::1] plies, short[::1] marks, int n, int end) except -1
    cpdef int variety(self) except -1
