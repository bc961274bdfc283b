# The types of sets.py, for the search that uses it.

cimport cython

from engine.sudoku.techniques.patterns cimport boards


cdef enum:
    MAX_SIZE = 8  # the most cells of a set
    MAX_DIGITS = 9  # and of its digits


@cython.final
cdef class SetPatterns:
    cdef boards.Board board
    cdef int version  # of the board of which the sets are
    cdef int count
    cdef int room  # for sets
    cdef unsigned long long* found_cells  # the sets as they are found, and below as they are sorted
    cdef int* found_size
    cdef int* found_house
    cdef int* found_digits
    cdef int* order
    cdef unsigned long long* cells
    cdef int* house
    cdef int* digits
    cdef unsigned long long* seen  # for each set, and each of its digits from the lowest: see `find_seen`
    cdef int* first  # by digit and cell: a set and digit (as in `seen`) whose lowest place it is; -1: none
    cdef int* next  # the next such

    cdef int items  # the empty cells of a house, with their candidates
    cdef int* item
    cdef int* content
    cdef int* choice

    cdef unsigned long long* partners  # a set of sets
    cdef int* common  # the digits that only one of two sets can hold, by the other set
    cdef int* petal_first  # by cell and digit: the first set whose places of the digit it sees; -1: none
    cdef int* petal_next  # by set, digit and cell in a row: the next such
    cdef int* petal_set
    cdef int petals
    cdef int petal_room
    cdef unsigned long long* scratch  # three sets of cells

    cdef bint find(self, int kind) noexcept nogil
    cdef int gather(self) noexcept nogil
    cdef int choose(self, Py_ssize_t house, int size, int start, int digits) noexcept nogil
    cdef int keep(self, Py_ssize_t house, int size, int digits) noexcept nogil
    cdef object grow(self)
    cdef int find_seen(self) noexcept nogil
    cdef int place_of(self, int index, Py_ssize_t digit) noexcept nogil
    cdef bint pairs(self) noexcept nogil
    cdef int find_partners(self, int start) noexcept nogil
    cdef bint try_pair(self, int first, int other, int common) noexcept nogil
    cdef int fall(self, int index, int digits) noexcept nogil
    cdef int note_set(self, int index) noexcept nogil
    cdef bint blossoms(self) noexcept nogil
    cdef int find_petals(self) noexcept nogil
    cdef object grow_petals(self)
    cdef bint try_stem(self, Py_ssize_t stem, Py_ssize_t digit) noexcept nogil
    cdef bint try_blossom(self, Py_ssize_t stem, Py_ssize_t digit, int cell) noexcept nogil
