cimport cython
from shared_rules.base cimport Game

cdef tuple STEPS, NEXT, WAYS

cdef class Draughts(Game):
    cdef public bytearray board
    cdef public int side, history
    cdef bytearray _calms, _lost
    cdef int[::1] _plies, _path, _there, _wished
    cdef int _size, _depth, _full, _calm, _losses

    cpdef int plies(self, int[::1] out, int n) except -1
    cpdef int plies_from(self, int square, int[::1] out, int n) except -1
    @cython.locals(way=bytes, ways=bytes, direction=int, value=int)
    cdef bint _must_jump(self)
    @cython.locals(way=bytes, ways=bytes, direction=int)
    cdef int _steps(self, int frm, int[::1] out, int n)
    cdef int _jumps(self, int frm, int[::1] out, int n)
    @cython.locals(way=bytes, ways=bytes, direction=int, taken=int)
    cdef int _jumps_on(self, int value, int square, int ply, int shift, int[::1] out, int n)
    @cython.locals(path='int[::1]', square=int)
    cdef int _walk(self, int ply)
    @cython.locals(path='int[::1]', to=int, value=int, over=int)
    cpdef int push(self, int ply) except -1
    @cython.locals(path='int[::1]', value=int)
    cpdef int pop(self) except -1
    @cython.locals(there='int[::1]', others=int, seen=int)
    cpdef int claim(self) except -1
    cpdef int recall(self, Draughts game) except -1
    cpdef int piece_side(self, int square)
    cpdef int kind(self, int ply)
    cpdef int destination(self, int ply)
