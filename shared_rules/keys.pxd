cdef unsigned short[::1] KINDS_A
cdef unsigned short[::1] KINDS_B
cdef unsigned short[::1] SQUARES_A
cdef unsigned short[::1] SQUARES_B
