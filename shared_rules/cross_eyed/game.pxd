from shared_rules.cross_eyed.mate cimport Judge

cdef class CrossEyed(Judge):
    cdef int[::1] _plies
    cdef bytearray _lost
    cdef int _mask, _judged, _judged_by, _judged_end, _begun

    cpdef int plies(self, int[::1] out, int n) except -1
    cpdef int plies_from(self, int square, int[::1] out, int n) except -1
    cpdef int push(self, int ply) except -1
    cpdef int pop(self) except -1
    cdef bint _is_begun(self, int ply)
    cdef int _ended(self)
    cdef int _end(self, int reason, int lost)
    cpdef int piece_side(self, int square)
