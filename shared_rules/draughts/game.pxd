cimport cython
from shared_rules.base cimport Alternating

cdef bytes SQUARES
cdef tuple STEPS, NEXT, WAYS

cdef class Draughts(Alternating):
    cdef public bytearray board
    cdef bytearray _calms, _lost
    cdef int[::1] _plies, _path, _there, _wished
    cdef int _size, _calm, _losses

    @cython.locals(board=bytearray, own=int, frm=int)
    cpdef int plies(self, int[::1] out, int n) except -1
    cpdef int plies_from(self, int square, int[::1] out, int n) except -1
    @cython.locals(board=bytearray, way=bytes, ways=bytes, direction=int, frm=int, value=int, own=int, foe=int)
    cdef bint _must_jump(self)
    @cython.locals(board=bytearray, ways=bytes, way=bytes, direction=int)
    cdef int _steps(self, int frm, int[::1] out, int n)
    @cython.locals(board=bytearray, value=int)
    cdef int _jumps(self, int frm, int[::1] out, int n)
    @cython.locals(board=bytearray, way=bytes, ways=bytes, direction=int, over=int, taken=int, foe=int, start=int)
    cdef int _jumps_on(self, int value, int square, int ply, int shift, int[::1] out, int n)
    @cython.locals(path='int[::1]', square=int, rest=int, n=int)
    cdef int _walk(self, int ply)
    @cython.locals(board=bytearray, path='int[::1]', to=int, frm=int, value=int, over=int, depth=int, last=int, i=int)
    cpdef int push(self, int ply) except -1
    @cython.locals(board=bytearray, path='int[::1]', value=int, depth=int, ply=int, i=int)
    cpdef int pop(self) except -1
    @cython.locals(board=bytearray, there='int[::1]', others=int, seen=int, i=int, ply=int, frm=int, to=int)
    cpdef int claim(self) except -1
    cpdef int recall(self, Draughts game) except -1
    cpdef int piece_side(self, int square)
    cpdef int kind(self, int ply)
    cpdef int destination(self, int ply)
