cimport cython
from shared_rules.kings_crossing.play cimport Play

cdef bytes OUTER, NORTH, SOUTH, EAST, WEST
cdef tuple NEXT, FORWARD, AHEAD_UP_DOWN, FOES, FOES_OF

cdef class Moves(Play):
    @cython.locals(north=bytes, south=bytes, fore=bytes, back=bytes, foes=bytes, mine=bytes)
    cpdef int plies(self, int[::1] out, int n) except -1
    @cython.locals(mine=bytes)
    cdef int _after_slide(self, int last, int own, int[::1] out, int n)
    cpdef int plies_from(self, int square, int[::1] out, int n) except -1
    cpdef bint _dead(self)
    cdef bint _must_pass(self)
    cdef bint _can_move(self, int side)
    @cython.locals(foes=bytes, mine=bytes)
    cdef bint _trapped(self, int square, int own)
    cdef bint _must_jump(self, int own)
    @cython.locals(foes=bytes, way=bytes)
    cdef bint _can_jump(self, int frm, int own)
    @cython.locals(east=bytes, north=bytes, west=bytes, south=bytes, mine=bytes)
    cdef int _all_jumps(self, int own, bytes foes, int[::1] out, int n)
    cdef int _jumps(self, int frm, int own, int[::1] out, int n)
    @cython.locals(foes=bytes, way=bytes)
    cdef int _jumps_on(self, int square, int ply, int shift, int own, int[::1] out, int n)
    @cython.locals(way=bytes)
    cdef int _steps(self, int frm, int side, int[::1] out, int n)
    @cython.locals(foes=bytes, way=bytes)
    cdef int _traps(self, int frm, int own, int[::1] out, int n)
    @cython.locals(foes=bytes)
    cdef bint _pins(self, int frm, bytes way, int own)
