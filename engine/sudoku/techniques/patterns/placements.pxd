# The types of placements.py, for the kernels that ask.

cimport cython

from engine.sudoku.techniques.patterns cimport boards

cdef enum:
    MAX_DEPTH = 3000  # how many places are tried to see that a digit can be in a cell


@cython.final
cdef class Placements:
    cdef boards.Board board
    cdef int* known_version  # by digit: the version of which the sets are
    cdef unsigned long long* possible  # by digit: the cells that some way to place the digit everywhere has
    cdef unsigned long long* impossible  # the cells that none has; of the others neither was seen

    cdef Py_ssize_t digit  # that is placed
    cdef unsigned long long* left  # by number of places chosen: the cells that remain for the digit
    cdef int* choice
    cdef int* holds  # by house whether it has one of them
    cdef int* needing  # the houses that need the digit
    cdef int needs  # and how many these are
    cdef int* first_word  # by house: where its cells begin and end among the words of a set
    cdef int* last_word
    cdef int tries

    cdef int find(self, Py_ssize_t digit) noexcept nogil
    cdef bint is_possible(self, int cell) noexcept nogil
    cdef bint place_at(self, int cell, int depth) noexcept nogil
    cdef bint place_rest(self, int depth) noexcept nogil
