from shared_rules.kings_crossing.moves cimport Moves

cdef class KingsCrossing(Moves):
    cdef public str variant
    cdef int _variant_bits
    cpdef int piece_side(self, int square)
