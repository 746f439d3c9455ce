cdef extern from *:
    """
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
