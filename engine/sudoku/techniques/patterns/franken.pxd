# The types of franken.py, for the search that uses it.

cimport cython

from engine.sudoku.techniques.patterns cimport boards, placements

cdef enum:
    MAX_SIZE = 4  # the most houses of a base

cdef enum:  # in which houses base and cover may be, whatever else is in both
    ROWS
    COLUMNS
    ANY


@cython.final
cdef class ComplexFish:
    cdef boards.Board board
    cdef placements.Placements placements
    cdef int* searched  # by kind and digit: the version of the digit in which nothing was found
    cdef Py_ssize_t digit  # whose fish are looked for
    cdef int kind
    cdef int direction

    cdef int target  # the cell that falls
    cdef int most  # the size of the fish
    cdef int lines
    cdef int* line  # houses that may be in the base
    cdef unsigned long long* line_places  # the places of each that the target does not see
    cdef int* is_base
    cdef int* base
    cdef unsigned long long* held  # by size of the base: the places of its houses
    cdef int* cover
    cdef int covers
    cdef unsigned long long* uncovered  # places of the house last added to the base that the cover does not hold
    cdef unsigned long long* scratch  # the places in the base, those in two houses of it; the cells of the cover; the fins

    cdef bint find(self, int kind) noexcept nogil
    cdef bint may_be(self, int house, bint in_base) noexcept nogil
    cdef bint try_target(self, int cell) noexcept nogil
    cdef bint choose_base(self, int size, int start) noexcept nogil
    cdef bint choose_cover(self, int size, int line) noexcept nogil
    cdef bint try_fish(self) noexcept nogil
    cdef int choose_through(self) noexcept nogil
    cdef int find_fins(self, int through) noexcept nogil
    cdef bint is_mutant(self) noexcept nogil
