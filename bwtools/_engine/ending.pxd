cimport cython

from bwtools._engine.solver cimport Solver


@cython.final
cdef class Ending:
    cdef int hand_limit, players, leads, last, largest, fewest, die_size
    cdef int[::1] faces, named  # of each number: faces of the die, whether it may be named
    cdef int full, wild_pips
    cdef long long steps, most_steps
    # The letters in play.
    cdef int letters
    cdef object order
    cdef unsigned long long guards
    cdef unsigned long long[::1] unit, field
    cdef int[::1] shift, pips, by_pips, a_to_z
    # The alphagrams, and where those begin whose first letter this is, without and with a wild.
    cdef int[::1] start, item_pips
    cdef int most_pips
    cdef unsigned long long[::1] item_code
    cdef long long[::1] item_value
    # What is remembered.
    cdef int sales, sale_bits
    cdef unsigned long long[::1] sale_key
    cdef long long[::1] sale_value
    cdef int values, value_bits
    cdef unsigned long long[::1] value_key
    cdef double[::1] value
    cdef unsigned long long place
    # Lists of draws.
    cdef int lists, draws
    cdef unsigned long long[::1] list_key
    cdef int[::1] list_start, list_end
    cdef unsigned long long[::1] draw_code
    cdef int[::1] draw_ways, draw_cost
    # Results.
    cdef unsigned long long[::1] sold
    cdef unsigned long long best_part
    cdef int best_wilds

    cdef int first_letter(self, unsigned long long code, int d) noexcept nogil
    cdef int count_of(self, unsigned long long code, int d) noexcept nogil
    cdef int size_of(self, unsigned long long code) noexcept nogil
    cdef int pips_of(self, unsigned long long code) noexcept nogil
    cdef long long highest_cost(self, unsigned long long bag, int left) noexcept nogil
    cdef long long sale(self, unsigned long long code, int wilds, int d) noexcept nogil
    cdef long long search_sale(self, unsigned long long code, int wilds, int d) noexcept nogil
    cdef unsigned long long sellable(
        self, int first, int end, unsigned long long code
    ) noexcept nogil
    cdef long long revenue(self, unsigned long long code, int wilds) noexcept nogil
    cdef int trace_sale(self, unsigned long long code, int wilds) noexcept nogil
    cdef int list_draws(self, unsigned long long bag, int number) noexcept nogil
    cdef int add_draws(
        self, unsigned long long bag, int at, int number,
        unsigned long long code, long long ways, int pips
    ) noexcept nogil
    cdef long long combinations(self, int size, int number) noexcept nogil
    cdef int add_sale(self, unsigned long long key, long long value) noexcept nogil
    cdef bint find(
        self, unsigned long long hand, unsigned long long bag, unsigned long long asked
    ) noexcept nogil
    cdef double remember(
        self, unsigned long long hand, unsigned long long bag, unsigned long long asked,
        double value
    ) noexcept nogil
    cdef bint is_last(self, int size) noexcept nogil
    cdef double after_turn(
        self, unsigned long long code, int wilds, long long money,
        unsigned long long bag, int size, bint free
    ) noexcept nogil
    cdef double next_round(
        self, unsigned long long code, int wilds, long long money,
        unsigned long long bag, int size, bint free
    ) noexcept nogil
    cdef double after_number(
        self, int number, unsigned long long code, int wilds, long long money,
        unsigned long long bag, int size, bint free
    ) noexcept nogil
    cdef double after_draw(
        self, int drawn, unsigned long long code, int wilds, long long money,
        unsigned long long bag, int size, bint free
    ) noexcept nogil
    cdef double before_sale(
        self, unsigned long long code, int wilds, long long money,
        unsigned long long bag, int size, bint free
    ) noexcept nogil
    cdef double best_end(
        self, unsigned long long code, int wilds, unsigned long long reserved, int reserved_wilds,
        long long money, unsigned long long bag, int size
    ) noexcept nogil
    cdef double end_keeping(
        self, unsigned long long code, int wilds, unsigned long long part, int kept,
        long long money, unsigned long long bag, int size, double least
    ) noexcept nogil
    cdef unsigned long long next_part(
        self, unsigned long long part, unsigned long long code
    ) noexcept nogil
    cdef unsigned long long promising(
        self, int trial, unsigned long long code, int wilds, unsigned long long bag, int size
    ) noexcept nogil
    cdef unsigned long long fit(
        self, unsigned long long part, unsigned long long code
    ) noexcept nogil
    cdef unsigned long long wanted(
        self, unsigned long long code, int wilds, unsigned long long bag, int size
    ) noexcept nogil
    cdef double best_discard(
        self, unsigned long long code, int wilds, long long money,
        unsigned long long bag, int size
    ) noexcept nogil
