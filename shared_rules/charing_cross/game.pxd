from shared_rules.charing_cross.moves cimport Moves

cdef class CharingCross(Moves):
    cpdef int piece_side(self, int square)
