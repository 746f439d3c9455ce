from bwtools._engine.policy cimport Policy


cdef class SelfPlay(Policy):
    cdef unsigned long long chance
    cdef int explores
    cdef int[::1] side
    cdef int side_wilds, side_money, start_money, start_wilds

    cdef int random(self, int below) noexcept nogil
    cdef int explore(self, int wilds, int money) noexcept nogil
    cdef bint prefers_to_buy(self, long long bought, long long passed) noexcept nogil
    cdef int shuffle(self) noexcept nogil
    cdef int write_state(
        self, unsigned char[::1] states, int[::1] dollars, int row,
        int[::1] hand, int first, int wilds, int money, int final
    ) noexcept nogil
    cdef int write_poor_state(self, unsigned char[::1] states, int[::1] dollars, int row) noexcept nogil
    cdef int roll(self) noexcept nogil
    cdef int new_game(self) noexcept nogil
    cdef int label_one(
        self, unsigned char[::1] states, int[::1] dollars, long long[::1] labels,
        unsigned char[::1] draws, int row, int samples
    ) noexcept nogil
