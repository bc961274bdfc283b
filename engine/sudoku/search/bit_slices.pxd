# Declarations for bit_slices.py where it is compiled.

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define lowest_bit(word) __builtin_ctzll(word)
    #define highest_bit(word) (63 - __builtin_clzll(word))
    #else
    static int lowest_bit(unsigned long long word) {
        int index = 0;
        while (!(word & 1)) { word >>= 1; index++; }
        return index;
    }
    static int highest_bit(unsigned long long word) {
        int index = 0;
        while (word >>= 1) index++;
        return index;
    }
    #endif
    static int count_bits(unsigned long long word) {
        word = word - (word >> 1 & 0x5555555555555555ull);
        word = (word & 0x3333333333333333ull) + (word >> 2 & 0x3333333333333333ull);
        return (int) ((word + (word >> 4) & 0x0F0F0F0F0F0F0F0Full) * 0x0101010101010101ull >> 56);
    }
    """
    int count_bits(unsigned long long word) nogil
    int highest_bit(unsigned long long word) nogil
    int lowest_bit(unsigned long long word) nogil

cdef enum:
    SHIFT = 6  # a word has 1 << SHIFT bits
    BITS = 63
