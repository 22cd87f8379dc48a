cimport cython
from shared_rules.base cimport Game

cdef bytes ROYAL

cdef class Play(Game):
    cdef public bytearray board
    cdef public int history
    cdef int[::1] _plies, _wished
    cdef public bytearray _backs_before, _lost, _kings, _goals
    cdef public int _first, _depth, _full, _losses, _since, _backs, _end
    cdef public bint _backwards, _stealth, hidden, revealed

    cpdef void push(self, int ply) noexcept
    @cython.locals(taken=int, to=int)
    cdef void _push_other(self, int ply, int i) noexcept
    cpdef void pop(self) noexcept
    @cython.locals(taken=int, to=int)
    cdef void _pop_other(self, int ply) noexcept
    cdef int _forget(self, int depth) noexcept
    cdef int _ahead(self, int depth) noexcept
    cdef void _win(self, int side, int reason) noexcept
    cdef bint _counting(self) noexcept
    cdef void _count_backs(self, int side) noexcept
    cdef int _back(self, int side, int mover) noexcept
