from bwtools._engine.solver cimport Solver
from bwtools._engine.net cimport Net


cdef class Policy:
    cdef Solver finder
    cdef Net net
    cdef int limit, width, hand_limit, margin
    cdef long long unit  # of a dollar in totals
    cdef long long sure  # by which buying leads when passing is not tried
    # The tiles of the hand in hand: letter, worth alone, worth with another.
    cdef int[::1] letter, alone, joint, by_number, rest
    # The candidates.
    cdef int count
    cdef int[::1] outcome_item, outcome_kept, outcome_revenue, outcome_score, seen, seen_time
    cdef int time
    cdef int[::1] ranked
    cdef int ranks
    cdef long long[::1] value
    # What was decided.
    cdef int best_item, best_kept, best_revenue
    # A turn: the hand at work, how the turn ends, and how it ends in the other case.
    cdef int[::1] work
    cdef int buys
    cdef int[::1] end
    cdef int end_wilds, end_money
    cdef int[::1] sold
    cdef int sales
    cdef int[::1] other, other_sold
    # The table.
    cdef int players
    cdef int[::1] hands, wilds, money, bag, drawn
    cdef unsigned char[::1] order, die
    cdef unsigned long long trace
    cdef int[::1] named

    cdef int lay_out(self) noexcept nogil
    cdef int consider(self, int item, int spent, int wild, int wilds, int revenue) noexcept nogil
    cdef int drop(self, int size) noexcept nogil
    cdef int rank(self) noexcept nogil
    cdef long long evaluate(
        self, int mask, int wilds, int money, int revenue, int leads
    ) noexcept nogil
    cdef long long decide(self, int wilds, int money, int leads) noexcept nogil
    cdef int take(self, int at) noexcept nogil
    cdef long long exchange(self, int wilds, int money, int leads, long long best) noexcept nogil
    cdef long long sell_out(self, int wilds, int money, int leads) noexcept nogil
    cdef int stray(self, int wilds, int money) noexcept nogil
    cdef int sell_scrap(self) noexcept nogil
    cdef int record(self, int word) noexcept nogil
    cdef int note(self, int number) noexcept nogil
    cdef long long keep_all(self, int at, int wilds, int money, int leads) noexcept nogil
    cdef long long turn(self, int seat, int leads) noexcept nogil
    cdef bint prefers_to_buy(self, long long bought, long long stay) noexcept nogil
    cdef int last_sale(self, int at, int wilds) noexcept nogil
    cdef int choose(self, int seat) noexcept nogil
    cdef int finish(self) noexcept nogil
    cdef int round(self, int gone, int leader, int number) noexcept nogil
    cdef int play(self, int leader) noexcept nogil
