cdef class Net:
    cdef int players, total
    cdef int[::1] counts, pair
    cdef short[::1] sparse, bag_row
    cdef int[::1] active
    cdef int trained
    cdef int[::1] bag_at
    cdef short[::1] size_row, money_row, context, second
    cdef int[::1] second_bias
    cdef short[::1] third
    cdef int[::1] third_bias, level, quad, quad_late, rank, rank_late, faces
    cdef int choice, die
    cdef int[::1] mix
    cdef int least  # dollars that the cheapest set costs
    cdef Net poor
    cdef bint has_poor
    cdef object shares  # of all letters in the bag together, for each unit
    # What is kept, the bag, and the answer.
    cdef int[::1] kept
    cdef int size, left, late
    cdef int[::1] heads
    # Interpreted only.
    cdef object lanes, context_lanes, second_lanes, bias_lanes, weights

    cdef int see(self, int[::1] bag) noexcept nogil
    cdef int term(self, int feature) noexcept nogil
    cdef int hint(self, int feature) noexcept nogil
    cdef int look(self, int wilds, int money) noexcept nogil
    cdef int look_poor(self, int wilds, int money) noexcept nogil
    cdef int forward(self, int active, int money, int quad) noexcept nogil
    cdef long long worth(self, int leads) noexcept nogil
