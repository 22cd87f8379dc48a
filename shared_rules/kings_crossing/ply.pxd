cpdef int kind(int ply)
cpdef int destination(int ply)
cpdef bint lands_on(int ply, int square)
cpdef int cut_at(int ply, int square)
