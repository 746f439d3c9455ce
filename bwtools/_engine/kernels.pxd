# The innermost loops, in C, because Cython cannot ask for clones: on Linux with gcc each is compiled
# for AVX2 too, and the processor decides which one runs.
cdef extern from *:
    """
    #if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__)
    #define BW_CLONES static __attribute__((target_clones("avx2", "default"), unused))
    #else
    #define BW_CLONES static
    #endif
    #if defined(__GNUC__)
    #define BW_INLINE static inline __attribute__((always_inline))
    typedef unsigned long long bw_lanes __attribute__((vector_size(32), aligned(8), may_alias));
    #define BW_ANY(lanes) ((lanes)[0] | (lanes)[1] | (lanes)[2] | (lanes)[3])
    #define BW_PARTS 2 /* of a row of 512 bits */
    #else
    #define BW_INLINE static __inline
    typedef unsigned long long bw_lanes;
    #define BW_ANY(lanes) (lanes)
    #define BW_PARTS 8
    #endif

    /* Subtract the bits of a row from the numbers in `size` planes. */
    BW_INLINE void bw_subtract(bw_lanes *planes, int size, bw_lanes borrow) {
        for (int k = 0; k < size; k++) {
            bw_lanes before = planes[k];
            planes[k] = before ^ borrow;
            borrow &= ~before;
        }
    }

    BW_INLINE void bw_count(unsigned long long *out, const unsigned long long *lengths, int size,
                            const unsigned long long *block, const int *at, int rows) {
        for (int part = 0; part < BW_PARTS; part++) {
            bw_lanes planes[6], many;
            for (int k = 0; k < size; k++)
                planes[k] = ((const bw_lanes *)(lengths + 8 * k))[part];
            for (int i = 0; i < rows; i++)
                bw_subtract(planes, size, ((const bw_lanes *)(block + at[i]))[part]);
            many = planes[0] ^ planes[0];
            for (int k = 3; k < size; k++) many |= planes[k];
            for (int k = 0; k < 3; k++) ((bw_lanes *)(out + 8 * k))[part] = planes[k] | many;
        }
    }

    BW_CLONES void bw_count_missing(unsigned long long *out, const unsigned long long *lengths,
                                    int longest, const unsigned long long *block,
                                    const int *at, int rows) {
        if (longest < 8) bw_count(out, lengths, 3, block, at, rows);
        else if (longest < 16) bw_count(out, lengths, 4, block, at, rows);
        else bw_count(out, lengths, 6, block, at, rows);
    }

    BW_CLONES int bw_find_fits(unsigned long long *fits, unsigned long long *one,
                               const unsigned long long *missing, const unsigned long long *block,
                               const int *at, int rows, int allowed) {
        unsigned long long any = 0;
        for (int part = 0; part < BW_PARTS; part++) {
            bw_lanes planes[3], found;
            for (int k = 0; k < 3; k++)
                planes[k] = ((const bw_lanes *)(missing + 8 * k))[part];
            for (int i = 0; i < rows; i++)
                bw_subtract(planes, 3, ((const bw_lanes *)(block + at[i]))[part]);
            found = ~(planes[2] | planes[1]);
            if (!allowed) found &= ~planes[0];
            ((bw_lanes *)one)[part] = planes[0];
            ((bw_lanes *)fits)[part] = found;
            any |= BW_ANY(found);
        }
        return any != 0;
    }

    static inline int bw_least_missing(const unsigned long long *planes) {
        unsigned long long least[8], lower[8];
        int number = 0;
        for (int j = 0; j < 8; j++) least[j] = ~0ULL;
        for (int k = 2; k >= 0; k--) {
            unsigned long long any = 0;
            for (int j = 0; j < 8; j++) any |= lower[j] = least[j] & ~planes[8 * k + j];
            if (!any) number |= 1 << k;
            else for (int j = 0; j < 8; j++) least[j] = lower[j];
        }
        return number;
    }
    """
    # Count in three planes how many tiles each of 512 words misses, with 7 for more: the length
    # less the number of rows that it is in.
    void count_missing "bw_count_missing"(
        unsigned long long* out, const unsigned long long* lengths, int longest,
        const unsigned long long* block, const int* at, int rows
    ) noexcept nogil
    # Return the least number in three planes.
    int least_missing "bw_least_missing"(const unsigned long long* planes) noexcept nogil
    # Subtract up to five more rows. Set the words that miss at most `allowed` tiles, 0 or 1, and
    # those of them that miss one. Return whether there are any.
    int find_fits "bw_find_fits"(
        unsigned long long* fits, unsigned long long* one, const unsigned long long* missing,
        const unsigned long long* block, const int* at, int rows, int allowed
    ) noexcept nogil
