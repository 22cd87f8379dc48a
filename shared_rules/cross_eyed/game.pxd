from shared_rules.cross_eyed.mate cimport Judge

cdef class CrossEyed(Judge):
    cdef public int history
    cdef int[::1] _plies
    cdef bytearray _lost
    cdef int _mask, _judged, _judged_by, _judged_end, _first, _depth, _full, _begun

    cpdef int plies(self, int[::1] out, int n) except -1
    cpdef int plies_from(self, int square, int[::1] out, int n) except -1
    cpdef void push(self, int ply) noexcept
    cpdef void pop(self) noexcept
    cdef bint _is_begun(self, int ply) noexcept
    cdef int _ended(self) noexcept
    cdef int _end(self, int reason, int lost) noexcept
    cpdef int piece_side(self, int square) noexcept
