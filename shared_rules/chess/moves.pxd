cimport cython
from shared_rules.base cimport Alternating

cdef bytes KNIGHTS, HIT, MAY, WAY
cdef tuple NEXT, LINES, AHEAD, BESIDE, FOES, WEIGHTS

cdef class Moves(Alternating):
    cdef public bytearray board, at, kinds
    cdef public bytearray _rooks
    cdef public int _state
    cdef public int key_a, key_b
    cdef int _mask, _ring, _since, _found_look
    cdef int[::1] _keep, _plies, _states, _keys_a, _keys_b, _numbers_a, _numbers_b

    cpdef int stand(self, int side, bytearray board, bytearray rooks, int passed, int clock) except -1
    @cython.locals(step=bytes)
    cdef int _reach(self, int frm, int to, int way) except -1
    cpdef int attacker(self, int square, int side) except -1
    @cython.locals(frm=int, to=int, value=int, king=int, kind=int, base=int, far=int, stop=int)
    cpdef bint may_win(self, int ply) except -1
    @cython.locals(checks=int, checker=int, pinned=int)
    cdef int _look(self, int side) except -1
    cdef int _seen(self) except -1
    @cython.locals(side=int)
    cdef int _list(self, int look, int value, int last, int[::1] out, int n) except -1
    @cython.locals(foes=bytes, step=bytes, to=int)
    cdef int _line_plies(self, int kind, int frm, int side, int[::1] out, int n) except -1
    @cython.locals(foes=bytes, to=int)
    cdef int _knight_plies(self, int frm, int side, int[::1] out, int n) except -1
    @cython.locals(foes=bytes, step=bytes, to=int)
    cdef int _pawn_plies(self, int frm, int side, int[::1] out, int n) except -1
    cdef int _promotions(self, int[::1] out, int n, int end) except -1
    cdef int _sift(self, int look, int value, int[::1] out, int n, int end) except -1
    cdef bint _passes(self, int frm, int to, int side) except -1
    cpdef int passed(self) except -1
    @cython.locals(step=bytes, frm=int)
    cdef bint _can_pass(self, int passed, int side) except -1
    @cython.locals(foes=bytes, step=bytes, to=int, foe=int)
    cdef int _king_plies(self, int look, int king, int side, int[::1] out, int n) except -1
    @cython.locals(king=int, end=int, origin=int, goal=int)
    cdef int _castlings(self, int look, int side, int frm, int[::1] out, int n) except -1
    cdef int _why_not_castle(self, int look, int right) except -1
    cpdef int push(self, int ply) except -1
    @cython.locals(step=bytes)
    cdef int _push_other(self, int ply, int i) except -1
    cpdef int pop(self) except -1
    cpdef int rook_of(self, int to) except -1
    cdef int _set_kind(self, int value, int kind) except -1
    cdef int _add(self, int value, int square) except -1
    cdef int _remove(self, int value, int square) except -1
    @cython.locals(change=int)
    cdef int _new_rights(self, int old, int new) except -1
    cpdef int recall(self, Moves game) except -1
    cpdef int repeated(self) except -1
    cdef int _arrive(self, int value, int frm, int to) except -1
    cdef int _castle(self, int king, int to, int rook, int goal) except -1
