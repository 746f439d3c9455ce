cimport cython


@cython.final
cdef class Net:
    cdef int players, total
    cdef int[::1] counts, pair
    cdef short[::1] leave_rows, bag_rows
    cdef int[::1] active
    cdef int trained
    cdef int[::1] bag_offset
    cdef short[::1] size_rows, money_rows, context, full_context, first, second
    cdef int[::1] second_bias
    cdef short[::1] third
    cdef int[::1] third_bias, level, quad, quad_late, rank, rank_late, faces
    cdef int[::1] quad_term, rank_term
    cdef int choice, die
    cdef int[::1] mix
    cdef int cheapest_set  # dollars
    cdef Net poor
    cdef bint has_poor
    cdef int[::1] shares  # sum of the share rows of all letters, for each unit
    # The leave and the bag to evaluate, and the result.
    cdef int[::1] leave
    cdef int leave_size, bag_size, bag_part, fullness
    cdef int[::1] heads, rich_heads, ruin_lift
    # The bag, and the one that it was drawn from; whether `poor` has it.
    cdef int[::1] bag, drawn_from
    cdef int bags, full_size, poor_is_set
    # Values of leaves, by letters, wilds and money; each with the number of its bag.
    cdef unsigned long long[::1] known_key
    cdef int[::1] known_bag, known_heads
    # Interpreted only.
    cdef object packed, packed_context, packed_first, packed_second, packed_bias, weights

    cdef int set_bag(self, int[::1] bag) noexcept nogil
    cdef int count_bag(self, int[::1] bag) noexcept nogil
    cdef int add_bag(self) noexcept nogil
    cdef int draw_from_bag(self, int[::1] bag) noexcept nogil
    cdef int compute(self, int wilds, int money) noexcept nogil
    cdef int evaluate(self, int wilds, int money) noexcept nogil
    cdef int evaluate_scarce(self, int money, int quad) noexcept nogil
    cdef int evaluate_bounded(self, int money, int quad) noexcept nogil
    cdef int bound(self, int head) noexcept nogil
    cdef int lift(self) noexcept nogil
    cdef int forward_with_poor(self, int money, int quad) noexcept nogil
    cdef int add_leave(self, int active) noexcept nogil
    cdef int forward(self, int money, int quad) noexcept nogil
    cdef long long leave_value(self, int leads) noexcept nogil
