# The types of cells.py, for the search that uses it.

cimport cython

from engine.sudoku.techniques.patterns cimport boards


@cython.final
cdef class CellPatterns:
    cdef boards.Board board
    cdef int twos  # the cells of two candidates
    cdef int* two
    cdef int* near
    cdef unsigned long long* sets  # rest, layer, next layer; two colours and what they see

    cdef bint prepared
    cdef Py_ssize_t rectangles
    cdef int* corners  # four for each: two that share no house, and the two others
    cdef int corner[4]  # of the rectangle in hand
    cdef int roof[4]
    cdef int floor[4]
    cdef int roofs
    cdef int pair
    cdef int extras  # other digits of the roof
    cdef int first_house  # that holds the roof, or -1
    cdef int first_most  # cells of a subset in it
    cdef int house
    cdef int most
    cdef int free
    cdef int* free_cell
    cdef int* choice

    cdef bint find(self, int kind) noexcept nogil
    cdef int find_twos(self) noexcept nogil
    cdef bint remote_pairs(self) noexcept nogil
    cdef bint try_cluster(self, int pair) noexcept nogil
    cdef bint bug_plus_one(self) noexcept nogil
    cdef bint is_grave(self, Py_ssize_t cell, Py_ssize_t digit) noexcept nogil
    cdef bint w_wings(self) noexcept nogil
    cdef bint try_w_wing(self, int first, int second, Py_ssize_t digit, Py_ssize_t other) noexcept nogil
    cdef bint pivot_wings(self, int kind) noexcept nogil
    cdef bint try_pivot(self, int kind, int pivot) noexcept nogil
    cdef int fall_from(self, Py_ssize_t digit, int first, int other) noexcept nogil
    cdef bint unique_rectangles(self) noexcept nogil
    cdef bint try_rectangle(self) noexcept nogil
    cdef int note_rectangle(self) noexcept nogil
    cdef int strong(self, Py_ssize_t digit, int first, int other) noexcept nogil
    cdef bint type_1(self) noexcept nogil
    cdef bint types_2_and_5(self, int kind) noexcept nogil
    cdef bint type_3(self) noexcept nogil
    cdef bint choose_subset(self, int goal, int size, int start, int digits) noexcept nogil
    cdef bint try_subset(self, int size, int digits) noexcept nogil
    cdef bint type_4(self) noexcept nogil
    cdef bint type_6(self) noexcept nogil
    cdef bint hidden(self) noexcept nogil
