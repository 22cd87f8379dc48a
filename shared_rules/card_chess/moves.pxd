cimport cython
from shared_rules.base cimport Game

cdef bytes NEXT

cdef class Moves(Game):
    cdef public bytearray board, below, at, terrain, hand, left
    cdef public int side, stuck, result, reason
    cdef int[::1] _plies
    cdef bytearray _state
    cdef int _mask, _bare

    cpdef int plies(self, int[::1] out, int n) except -1
    cpdef int plies_from(self, int square, int[::1] out, int n) except -1
    cdef int _places_on(self, int to, int[::1] out, int n)
    @cython.locals(board=bytearray, terrain=bytearray, ways=bytes)
    cdef int _moves_of(self, int card, int frm, int[::1] out, int n)
    cpdef int push(self, int ply) except -1
    cpdef int pop(self) except -1
    cdef int _take_from_hand(self, int ply) except -1
    cdef int _judge_turn(self) except -1
    cdef bint _must_pass(self)
    cdef bint _can_play(self, int side)

cpdef bint covered(bytearray board, bytearray below, bytearray at, int king)
