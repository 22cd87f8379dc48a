cimport cython
from shared_rules.cross_eyed.plies cimport Plies

cdef class Judge(Plies):
    cdef bytearray _marks, _finders, _goals
    cdef int[::1] _masks, _found
    cdef int _reached, _checks
    cdef public bint safe

    cpdef int verdict(self, int side, bint begun=*)
    cpdef bint attacked(self, int side)
    @cython.locals(foes=bytes, step=bytes)
    cpdef bint escapes(self, int side)
    cdef bint _steps(self, int square, int free, bytes foes, int check, int checks)
    @cython.locals(ours=bytes, step=bytes)
    cdef bint _helped(self, int king, int side, int checks)
    @cython.locals(step=bytes)
    cdef int _mark(self, int square, int check, int side, int checks, int n)
    cdef bint _shields(self, int to, int square, int check, int side, int checks)
    cdef bint _saves(self, int value, int square, int near, int side)
    @cython.locals(foes=bytes, step=bytes)
    cdef int _opened(self, int frm, int square, int side)
    @cython.locals(value=int, frm=int, kind=int, to=int, step=bytes, east=bytes, north=bytes, west=bytes, south=bytes)
    cdef int _reach(self, int value, int side, int quiet, int stop, int goals)
