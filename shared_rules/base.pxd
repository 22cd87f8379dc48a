cdef class Game:
    cdef public int history, _depth, _first, _full

    cdef int _begin(self, int side) except -1
    cpdef int plies(self, int[::1] out, int n) except -1
    cpdef int push(self, int ply) except -1
    cpdef int pop(self) except -1
    cdef bint _must_pass(self)

cdef class Alternating(Game):
    pass
