from bwtools._engine.solver cimport Solver
from bwtools._engine.net cimport Net


cdef class Policy:
    cdef Solver solver
    cdef Net net
    cdef int word_limit, outcome_limit, hand_limit, margin
    cdef long long unit  # one dollar in totals
    cdef long long buy_margin  # passing is not tried if buying leads by more
    # The tiles of the solver's hand: letter, its term of the form, the term with another tile.
    cdef int[::1] tile_letter, tile_term, pair_term, size_term
    # The candidates of a sale.
    cdef int candidates
    cdef int[::1] candidate_alphagram, candidate_leave, candidate_revenue, candidate_score
    cdef int[::1] slots, slot_time
    cdef int time
    cdef int[::1] ranked
    cdef int ranks
    cdef long long[::1] ranked_total
    # The candidate chosen.
    cdef int best_alphagram, best_leave, best_revenue
    # A turn: the hand to sell from, how the turn ends, and how it ends if the player buys.
    cdef int[::1] hand
    cdef int buys, draws_compared
    cdef int[::1] leave
    cdef int wilds_left, money_left
    cdef int[::1] sold
    cdef int sales
    cdef int[::1] other_leave, other_sold
    # The table.
    cdef int players, seated
    cdef int[::1] hands, wilds, money, bag, drawn
    cdef unsigned char[::1] order, die
    cdef unsigned long long trace
    cdef int[::1] named

    cdef int index_tiles(self) noexcept nogil
    cdef int add_candidate(
        self, int alphagram, int spent, int wild, int wilds, int revenue
    ) noexcept nogil
    cdef int rank(self) noexcept nogil
    cdef long long evaluate(
        self, int mask, int wilds, int money, int revenue, int leads
    ) noexcept nogil
    cdef long long decide(self, int wilds, int money, int leads) noexcept nogil
    cdef int choose(self, int at) noexcept nogil
    cdef long long swap_tiles(self, int wilds, int money, int leads, long long best) noexcept nogil
    cdef long long sell_out(self, int wilds, int money, int leads) noexcept nogil
    cdef int explore(self, int wilds, int money) noexcept nogil
    cdef int sell_leftovers(self) noexcept nogil
    cdef int record_sale(self, int word) noexcept nogil
    cdef int trace_decision(self, int number) noexcept nogil
    cdef long long value_of_keeping(self, int at, int wilds, int money, int leads) noexcept nogil
    cdef long long play_turn(self, int seat, int leads) noexcept nogil
    cdef bint prefers_to_buy(self, long long bought, long long passed) noexcept nogil
    cdef int last_sale(self, int at, int wilds) noexcept nogil
    cdef int name_number(self, int seat) noexcept nogil
    cdef int play_last_round(self) noexcept nogil
    cdef int play_round(self, int gone, int leader, int number) noexcept nogil
    cdef int play_game(self, int leader) noexcept nogil
