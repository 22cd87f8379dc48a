from shared_rules.card_chess.moves cimport Moves

cdef class CardChess(Moves):
    cdef public str variant
    cdef int _ground
    cpdef int piece_side(self, int square)
