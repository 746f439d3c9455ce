# The innermost loop of exact endings.
cimport bwtools._engine.vectors

cdef extern from *:
    """
    /* Compare 64 codes with a hand, whose guard bits are set: does none borrow from a guard? */
    BW_CLONES unsigned long long bw_parts(const unsigned long long *codes, unsigned long long guarded,
                                          unsigned long long guards) {
    #if defined(__GNUC__)
        const bw_lanes lane = {0, 1, 2, 3};
        bw_lanes others = lane ^ lane;
        for (int i = 0; i < 64; i += 4) {
            bw_lanes borrowed = ~(guarded - *(const bw_lanes *)(codes + i)) & guards;
            others |= (-borrowed >> 63) << i; /* the sign: comparing would be slow without AVX-512 */
        }
        others <<= lane;
        return ~BW_ANY(others);
    #else
        unsigned long long found = 0;
        for (int i = 0; i < 64; i++)
            found |= (unsigned long long)(((guarded - codes[i]) & guards) == guards) << i;
        return found;
    #endif
    }
    """
    # Return which of 64 codes are parts of a hand, given with its guard bits set, as bits.
    unsigned long long parts "bw_parts"(
        const unsigned long long* codes, unsigned long long guarded, unsigned long long guards
    ) noexcept nogil
