cimport cython
from shared_rules.base cimport Game
from shared_rules.search.evaluation cimport Evaluation

cdef class Search:
    cdef readonly Game game
    cdef readonly Evaluation evaluation
    cdef int[::1] _plies, _table_key, _table_ply, _table_data, _ply, _key_a, _key_b, _killers
    cdef short[::1] _marks, _history, _first, _next, _end, _alpha, _beta, _floor, _value
    cdef signed char[::1] _left, _side, _free, _how
    cdef int _size, _mask, _most, _leaf, _hint, _height, _age, _to_age, _aim, _line, _phase, _followed, _most_depth, _most_nodes
    cdef public int noise, seed
    cdef bint _judges
    cdef readonly bint done
    cdef readonly int best, score, depth, seldepth, nodes, choices, lines
    cdef readonly object pv, pv_length, line_score

    cpdef bint step(self, int nodes) except -1
    cdef int _forget_some(self, int steps) noexcept
    cdef void _deepen(self)
    cdef void _note(self, int line)
    cdef void _follow(self)
    cdef void _finish_line(self)
    cdef void _next_line(self)
    cdef void _come_back(self)
    cdef void _try(self, int height, int at)
    cdef void _pick(self, int at, int end) noexcept
    cdef void _leave(self, int height, int value) noexcept
    cdef void _take(self, int height, int value) noexcept
    cdef void _reward(self, int height, int ply) noexcept
    cdef bint _open(self, int height, int above, int alpha, int beta, int left) except -1
    cdef bint _list(self, int height) except -1
    cdef bint _rank(self, int height) except -1
    cdef void _mark_plies(self, int height, int first, int end, int known)
    cdef int _noisy(self, int first, int end) noexcept
    cdef int _close(self, int height) noexcept
    cdef bint _repeats(self, int height, int key_a, int key_b) noexcept
    cdef int _known(self, int key_a, int key_b) noexcept
    cdef int _probe(self, int height, int key_a, int key_b, int left, int alpha, int beta) noexcept
    cdef void _keep(self, int height, int bound) noexcept
