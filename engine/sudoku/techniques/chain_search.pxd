# Declarations for chain_search.py where it is compiled.

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define lowest_bit(word) __builtin_ctzll(word)
    #else
    static int lowest_bit(unsigned long long word) {
        int index = 0;
        while (!(word & 1)) { word >>= 1; index++; }
        return index;
    }
    #endif
    """
    int lowest_bit(unsigned long long word) nogil
