cimport cython
from shared_rules.base cimport Alternating

cdef bytes SQUARES, HIT, WAY, PAWNS, ENEMIES
cdef tuple NEXT, ORTHOGONAL, DIAGONAL, LINES, LEAPS, LANDINGS, FOES

cdef class Attacks(Alternating):
    cdef public bytearray board, at, kinds
    cdef public list ends

    @cython.locals(step=bytes)
    cdef bint _clear(self, int kind, int side, int frm, int to)
    @cython.locals(value=int, frm=int)
    cpdef int attacker(self, int square, int side)
