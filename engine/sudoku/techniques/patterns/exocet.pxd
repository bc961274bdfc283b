# The types of exocet.py, for the search that uses it.

cimport cython

from engine.sudoku.techniques.patterns cimport boards


cdef enum:
    MIN_DIGITS = 3  # of a base
    MAX_DIGITS = 4


@cython.final
cdef class ExocetPatterns:
    cdef boards.Board board
    cdef bint prepared
    cdef int bases
    cdef int* cells  # of each base two
    cdef int* through_at  # where the lines that may be its first begin
    cdef int* through
    cdef int* sides  # where its sides begin and end
    cdef int* reaches  # of each side two: those of the second line and of the third
    cdef int* reach_line  # of each reach the line
    cdef int* target_at  # where its cells for a target begin
    cdef int* target

    cdef int* line  # the lines in hand
    cdef int digits  # of the base in hand
    cdef int* digit
    cdef unsigned long long* free  # by number of such a digit: where it can be if it is true in the base
    cdef unsigned long long* places  # those of them in the lines in hand
    cdef int* needed  # how many of the lines have the digit still to place
    cdef int* cover  # LINES for each of the digits: the houses that hold its places outside the targets
    cdef int* covers  # how many these are
    cdef unsigned long long* rest  # what is to be covered, by houses to come

    cdef bint find(self) noexcept nogil
    cdef bint take_base(self, int base) noexcept nogil
    cdef bint take_side(self, int near, int far) noexcept nogil
    cdef bint try_targets(self, int base, int first, int other) noexcept nogil
    cdef bint is_covered(self, int number, int used, int most) noexcept nogil
