cdef class Game:
    cpdef int plies(self, int[::1] out, int n) except -1
    cpdef void push(self, int ply) noexcept
    cpdef void pop(self) noexcept
