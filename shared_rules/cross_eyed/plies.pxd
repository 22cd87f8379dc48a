cimport cython
from shared_rules.cross_eyed.board cimport Attacks

cdef class Plies(Attacks):
    @cython.locals(foes=bytes, pawns=bytes, step=bytes, landings=bytes, orthogonal=tuple, to=int, over=int, foe=int)
    cdef int _list(self, int side, int value, int last, int[::1] out, int n)
    cdef int _promotions(self, int side, int frm, int[::1] out, int n)
