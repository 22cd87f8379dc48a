cimport cython
from shared_rules.base cimport Alternating

cdef bytes ROYAL

cdef class Play(Alternating):
    cdef public bytearray board
    cdef int[::1] _plies, _wished
    cdef public bytearray _backs_before, _lost, _kings, _goals
    cdef public int _losses, _since, _backs, _end
    cdef public bint _backwards, _stealth, hidden, revealed

    cpdef int push(self, int ply) except -1
    @cython.locals(taken=int, to=int)
    cdef int _push_other(self, int ply, int i) except -1
    cpdef int pop(self) except -1
    @cython.locals(taken=int, to=int)
    cdef int _pop_other(self, int ply) except -1
    cdef int _forget(self, int depth)
    cdef int _ahead(self, int depth)
    cdef int _win(self, int side, int reason) except -1
    cdef bint _counting(self)
    cdef int _count_backs(self, int side) except -1
    cdef int _back(self, int side, int mover)
