cimport cython
from shared_rules.base cimport Game

cdef bytes FORWARD, JUMPS, GOAL, HOMES

cdef class Moves(Game):
    cdef public bytearray board, at
    cdef public int side, due, due_next
    cdef public int _end
    cdef int[::1] _undo
    cdef int _mask

    cpdef int plies(self, int[::1] out, int n) except -1
    @cython.locals(board=bytearray, at=bytearray, ways=bytes, jumps=bytes)
    cdef int _list(self, int value, int last, int[::1] out, int n) except -1
    cpdef int plies_from(self, int square, int[::1] out, int n) except -1
    cpdef int push(self, int ply) except -1
    cdef int _push_other(self, int ply) except -1
    cpdef int pop(self) except -1
    cdef int _pop_other(self, int ply) except -1
    cdef bint _must_pass(self)
    cdef bint _can_move(self, int side)
    cpdef bint _dead(self)
