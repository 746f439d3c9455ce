cdef class Solver:
    cdef object index
    cdef int blocks
    cdef unsigned short[::1] rows, valid
    cdef int[::1] start
    cdef unsigned char[::1] most
    cdef unsigned int[::1] need, sets
    cdef unsigned char[::1] shortest, text
    cdef int[::1] text_at
    cdef unsigned char[::1] length_of
    cdef int[::1] pips_of, first_byte
    cdef int most_pips
    cdef int[::1] pips
    cdef int wild_pips
    # The hand.
    cdef int[::1] have, place
    cdef unsigned long long[::1] unit
    cdef unsigned long long code, guards
    cdef int[::1] order, common
    cdef unsigned int held
    cdef int tiles, hand_pips
    # A word spent.
    cdef int[::1] used
    cdef int mask
    cdef int[::1] tile_of
    cdef unsigned int twice
    cdef unsigned long long spent
    cdef int lacking
    # The items found.
    cdef int[::1] hits
    cdef int items, room
    cdef unsigned long long[::1] item_code
    cdef int[::1] item_mask, item_pips
    cdef unsigned char[::1] item_wild
    cdef int[::1] item_word
    cdef int last_item, records, seen
    cdef int[::1] seen_word, seen_item, slots, slot_time
    cdef int slot_bits, time
    cdef int[::1] tally, sorted_items
    # The best outcomes.
    cdef int top
    cdef long long[::1] best
    cdef int found, overflow, steps
    cdef long long[::1] found_key
    cdef int[::1] found_size, found_items, chosen
    # Interpreted only.
    cdef object fits_bytes, short_bytes

    cdef int begin(self, int wild) noexcept nogil
    cdef int block(self, int b, int wild) noexcept nogil
    cdef int spend(self, int word) noexcept nogil
    cdef int ready(self) noexcept nogil
    cdef int spend_set(self, int word) noexcept nogil
    cdef int add(
        self, unsigned long long code, int mask, int pips, int wild, int word
    ) noexcept nogil
    cdef int clear(self) noexcept nogil
    cdef int dearest(self, int wild, int limit) noexcept nogil
    cdef int all_items(self, int wild) noexcept nogil
    cdef int sort(self) noexcept nogil
    cdef long long bound(self, int pips, int wilds, int cap, int words) noexcept nogil
    cdef int extend(
        self, int size, int first, long long key,
        unsigned long long code, int pips, int wilds, int words
    ) noexcept nogil
    cdef int size(self, int mask) noexcept nogil
    cdef int keep(self, int size, long long key) noexcept nogil
    cdef int move(self, int old, int new) noexcept nogil
    cdef int sell(self, int wilds, int top, int words) noexcept nogil
