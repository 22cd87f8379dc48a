from shared_rules.chess.moves cimport Moves

cdef class Chess(Moves):
    cdef public str variant
    cdef int _number
    cdef int[::1] _found

    cpdef int plies(self, int[::1] out, int n) except -1
    cpdef int plies_from(self, int square, int[::1] out, int n) except -1
    cdef int _end(self) except -1
    cdef bint _can_move(self, int look, int side) except -1
    cdef int _drawn(self) except -1
    cdef bint _is_dead(self) except -1
    cpdef int piece_side(self, int square) except -2
    cdef int _code(self, int square) except -1
    cpdef int move_number(self) except -1
