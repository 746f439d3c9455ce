# What the innermost loops are written with. They are in C, because Cython cannot ask for clones: on
# Linux with gcc each is compiled for AVX2 and AVX-512 too, and the processor decides which one runs.
# Vectors have 256 bits: gcc splits wider ones so badly for AVX2 that games would take 1.7 times as long.
cdef extern from *:
    """
    #if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__)
    #if __GNUC__ >= 12
    #define BW_CLONES static __attribute__((target_clones("arch=x86-64-v4", "avx2", "default"), unused))
    #else
    #define BW_CLONES static __attribute__((target_clones("avx2", "default"), unused))
    #endif
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
    typedef int bw_ints __attribute__((vector_size(32), aligned(4), may_alias));
    #define BW_INTS 2 /* of a row of 16 numbers */
    #else
    #define BW_INLINE static __inline
    typedef unsigned long long bw_lanes;
    #define BW_ANY(lanes) (lanes)
    #define BW_PARTS 8
    typedef short bw_shorts;
    #define BW_SHORTS 256
    typedef int bw_ints;
    #define BW_INTS 16
    #endif
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int bw_lowest_bit(unsigned long long bits) {
        unsigned long at;
        if (_BitScanForward(&at, (unsigned long)bits)) return (int)at;
        _BitScanForward(&at, (unsigned long)(bits >> 32));
        return (int)at + 32;
    }
    #else
    static inline int bw_lowest_bit(unsigned long long bits) { return __builtin_ctzll(bits); }
    #endif
    #if defined(__GNUC__)
    #define bw_fetch(address) __builtin_prefetch(address)
    #else
    #define bw_fetch(address) ((void)0)
    #endif
    """
    int lowest_bit "bw_lowest_bit"(unsigned long long bits) noexcept nogil
    void fetch "bw_fetch"(const void* address) noexcept nogil
