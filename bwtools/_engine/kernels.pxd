# The innermost loops, in C, because Cython cannot ask for clones: on Linux with gcc each is compiled
# for AVX2 too, and the processor decides which one runs.
cdef extern from *:
    """
    #if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__)
    #define BW_CLONES static __attribute__((target_clones("avx2", "default"), unused))
    #elif defined(__GNUC__)
    #define BW_CLONES static __attribute__((unused))
    #else
    #define BW_CLONES static
    #endif
    #if defined(__GNUC__)
    #define BW_INLINE static inline __attribute__((always_inline))
    typedef unsigned long long bw_lanes __attribute__((vector_size(32), aligned(8), may_alias));
    #define BW_ANY(lanes) ((lanes)[0] | (lanes)[1] | (lanes)[2] | (lanes)[3])
    #define BW_PARTS 2 /* of a row of 512 bits */
    typedef short bw_shorts __attribute__((vector_size(32), aligned(2), may_alias));
    #define BW_SHORTS 16 /* of a row of 256 numbers */
    #else
    #define BW_INLINE static __inline
    typedef unsigned long long bw_lanes;
    #define BW_ANY(lanes) (lanes)
    #define BW_PARTS 8
    typedef short bw_shorts;
    #define BW_SHORTS 256
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

    BW_CLONES void bw_add_rows(short *total, const short *rows, const int *at, int count) {
        bw_shorts *sums = (bw_shorts *)total;
        for (int part = 0; part < BW_SHORTS; part += 4) {
            bw_shorts a = sums[part], b = sums[part + 1], c = sums[part + 2], d = sums[part + 3];
            for (int i = 0; i < count; i++) {
                const bw_shorts *row = (const bw_shorts *)(rows + 256 * at[i]) + part;
                a += row[0];
                b += row[1];
                c += row[2];
                d += row[3];
            }
            sums[part] = a;
            sums[part + 1] = b;
            sums[part + 2] = c;
            sums[part + 3] = d;
        }
    }

    BW_CLONES void bw_replace_row(short *total, const short *old, const short *now) {
        for (int j = 0; j < 256; j++) total[j] += now[j] - old[j];
    }

    BW_CLONES void bw_second_layer(int *out, const short *first, const short *extra,
                                   const short *weights, const int *bias) {
        short units[256];
        for (int j = 0; j < 256; j++) {
            short unit = first[j] + (extra ? extra[j] : 0);
            units[j] = unit > unit >> 3 ? unit : unit >> 3;
        }
        for (int k = 0; k < 32; k += 4) {
            const short *row = weights + 256 * k;
            int sums[4] = {0, 0, 0, 0};
            for (int j = 0; j < 256; j++) {
                sums[0] += units[j] * row[j];
                sums[1] += units[j] * row[j + 256];
                sums[2] += units[j] * row[j + 512];
                sums[3] += units[j] * row[j + 768];
            }
            for (int i = 0; i < 4; i++) {
                int unit = (bias[k + i] + sums[i]) >> 13;
                out[k + i] = unit > 0 ? unit : unit >> 3;
            }
        }
    }

    BW_CLONES void bw_third_layer(int *out, const int *second, const short *weights,
                                  const int *bias) {
        for (int k = 0; k < 4; k++) {
            long long sum = bias[k];
            for (int j = 0; j < 32; j++) sum += (long long)second[j] * weights[32 * k + j];
            out[k] = (int)(sum >> 7);
        }
    }

    BW_INLINE int bw_least_missing(const unsigned long long *planes) {
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
    # Add rows of 256 numbers.
    void add_rows "bw_add_rows"(
        short* total, const short* rows, const int* at, int count
    ) noexcept nogil
    # Add a row, and subtract another.
    void replace_row "bw_replace_row"(short* total, const short* old, const short* now) noexcept nogil
    # Set the 32 units of the second layer from the 256 sums of the first, with `extra` (may be NULL)
    # added to them.
    void second_layer "bw_second_layer"(
        int* out, const short* first, const short* extra, const short* weights, const int* bias
    ) noexcept nogil
    # Set the four outputs of the third layer.
    void third_layer "bw_third_layer"(
        int* out, const int* second, const short* weights, const int* bias
    ) noexcept nogil
