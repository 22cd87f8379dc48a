cpdef int kind(int ply) noexcept
cpdef int destination(int ply) noexcept
cpdef bint lands_on(int ply, int square) noexcept
cpdef int cut_at(int ply, int square) noexcept
