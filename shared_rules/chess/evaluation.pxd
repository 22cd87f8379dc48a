cimport cython
from shared_rules.chess.game cimport Chess
from shared_rules.search.evaluation cimport Evaluation

cdef class ChessEvaluation(Evaluation):
    cdef short[::1] _places, _small, _passed, _pawn_scores
    cdef unsigned short[::1] _pawn_columns
    cdef int[::1] _pawn_keys, _pawn_checks
    cdef bytearray _counts, _rear
    cdef int _near, _variety, _opening
    @cython.locals(game=Chess)
    cpdef int variety(self) except -1
    @cython.locals(game=Chess, middle=int, ending=int, phase=int, bishops=int, key=int, check=int, value=int, square=int, kind=int,
                   columns=int, rooks=int, i=int, score=int)
    cpdef int look(self) except -1
    cdef int _open(self, int column, int columns) except -1
    @cython.locals(found=int, near=int)
    cdef int _bare(self, int column, int columns) except? -1
    @cython.locals(game=Chess, one=int, other=int, across=int, up=int, near=int)
    cdef int _without_pawns(self, int score, int columns) except? -1
    @cython.locals(game=Chess, i=int, j=int, columns=int, value=int, side=int, square=int, total=int, worth=int, phase=int)
    cdef int _weigh_pawns(self, int place) except -1
    @cython.locals(game=Chess, side=int, turn=int, ply=int, frm=int, to=int, kind=int, victim=int, gain=int)
    cpdef int mark(self, int[::1] plies, short[::1] marks, int n, int end) except -1
    @cython.locals(game=Chess, step=bytes)
    cdef bint _guarded(self, int square, int side) except -1
