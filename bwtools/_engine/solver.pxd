cimport cython

from bwtools._engine.search_kernels cimport Search


@cython.final
cdef class Solver:
    cdef object index
    cdef int blocks
    cdef unsigned long long[::1] rows, lengths
    cdef int[::1] rank, block_start, block_more
    cdef unsigned char[::1] block_most
    cdef unsigned int[::1] block_needs, letter_sets
    cdef unsigned char[::1] block_shortest, block_longest
    cdef const unsigned char[::1] text  # capitals
    cdef int[::1] text_at
    cdef unsigned char[::1] length_of
    cdef int[::1] pips_of, first_byte
    cdef int most_pips
    cdef int[::1] pips
    cdef int wild_pips
    # The hand.
    cdef int[::1] hand, first_tile
    cdef unsigned long long[::1] unit
    cdef unsigned long long code, guards
    cdef int[::1] tile_rows, rare_tiles, most_equal
    cdef Search search
    # The bases; `base` is -1 if the whole hand is searched for.
    cdef int base, last_base
    cdef int[::1] base_hands
    cdef unsigned long long[::1] base_planes
    cdef unsigned char[::1] base_least
    # Remembered searches: the hand, the number of alphagrams, and each as pips, mask and wild.
    cdef unsigned long long[::1] known_hand
    cdef int[::1] known_size, known_alphagram, known_word
    cdef int tiles, hand_pips
    # A word laid from the hand.
    cdef int[::1] used
    cdef int mask
    cdef unsigned long long spent
    cdef int missing
    # The alphagrams found.
    cdef int[::1] hits
    cdef int alphagrams, room
    cdef unsigned long long[::1] alphagram_code
    cdef int[::1] alphagram_mask, alphagram_pips
    cdef unsigned char[::1] alphagram_wild
    cdef int[::1] alphagram_word
    cdef int last_alphagram, detailed, spellings
    cdef int[::1] spelling_word, spelling_alphagram, slots, slot_time
    cdef int slot_bits, time
    cdef int[::1] tally, by_pips
    # The best outcomes.
    cdef int top
    cdef long long[::1] best
    cdef int outcomes, overflow, steps
    cdef long long[::1] outcome_key
    cdef int[::1] outcome_size, outcome_alphagrams, chosen
    # Interpreted only.
    cdef object fits_bytes, short_bytes

    cdef int take_hand(self, int[::1] counts, int first) noexcept nogil
    cdef int begin(self, int wild) noexcept nogil
    cdef int row_at(self, int b, int letter, int k) noexcept nogil
    cdef int list_tiles(self) noexcept nogil
    cdef int set_base(self, int[::1] counts, int first) noexcept nogil
    cdef int scan_block(self, int b, int wild) noexcept nogil
    cdef int lay(self, int word) noexcept nogil
    cdef int add_alphagram(
        self, unsigned long long code, int mask, int pips, int wild, int word
    ) noexcept nogil
    cdef int clear(self) noexcept nogil
    cdef int best_alphagrams(self, int wild, int limit) noexcept nogil
    cdef int search_alphagrams(self, int b, int wild, int limit) noexcept nogil
    cdef int all_alphagrams(self, int wild) noexcept nogil
    cdef int add_wild_for_held(self) noexcept nogil
    cdef int sort(self) noexcept nogil
    cdef long long revenue_bound(self, int pips, int wilds, int cap, int words) noexcept nogil
    cdef int extend(
        self, int size, int first, long long key,
        unsigned long long code, int pips, int wilds, int words
    ) noexcept nogil
    cdef int tile_count(self, int mask) noexcept nogil
    cdef int add_outcome(self, int size, long long key) noexcept nogil
    cdef int move_outcome(self, int old, int new) noexcept nogil
    cdef int sell(self, int wilds, int top, int words) noexcept nogil
