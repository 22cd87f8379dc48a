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
    cdef object _claim, _may_win
    cdef readonly object pv, pv_length, line_score

    cpdef bint step(self, int nodes) except -1
    cdef int _forget_some(self, int steps)
    cdef int _reply(self) except -1
    cdef int _prove(self) except -1
    cdef int _fail(self, int height) except -1
    cdef int _win(self, int length) except -1
    cdef int _prove_no_more(self) except -1
    cdef int _deepen(self) except -1
    cdef int _note(self, int line) except -1
    cdef int _follow(self) except -1
    cdef int _finish_line(self) except -1
    cdef int _next_line(self) except -1
    cdef int _come_back(self) except -1
    cdef int _try(self, int height, int at) except -1
    cdef int _pick(self, int at, int end) except -1
    cdef int _leave(self, int height, int value) except -1
    cdef int _take(self, int height, int value) except -1
    cdef int _reward(self, int height, int ply) except -1
    cdef bint _open(self, int height, int above, int alpha, int beta, int left) except -1
    cdef bint _list(self, int height) except -1
    cdef bint _rank(self, int height) except -1
    cdef int _mark_plies(self, int height, int first, int end, int known) except -1
    cdef int _noisy(self, int first, int end)
    cdef int _close(self, int height)
    cdef bint _repeats(self, int height, int key_a, int key_b)
    cdef int _known(self, int key_a, int key_b)
    cdef int _probe(self, int height, int key_a, int key_b, int left, int alpha, int beta)
    cdef int _keep(self, int height, int bound) except -1
