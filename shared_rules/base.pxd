cdef class Game:
    cpdef int plies(self, int[::1] out, int n) except -1
    cpdef int push(self, int ply) except -1
    cpdef int pop(self) except -1
