# The types of houses.py, for the search that uses it.

cimport cython

from engine.sudoku.techniques.patterns cimport boards


@cython.final
cdef class HousePatterns:
    cdef boards.Board board
    # The layout: see `tables`.
    cdef Py_ssize_t meetings
    cdef int* meeting
    cdef Py_ssize_t overlaps
    cdef int* overlap
    cdef Py_ssize_t lines
    cdef int* pairs
    cdef int* rest_start
    cdef int* rest

    cdef Py_ssize_t house  # in which subsets are looked for
    cdef int kind
    cdef int most  # the size of the subset
    cdef int items  # the cells or digits to choose from, with their digits or places
    cdef int* item
    cdef int* content
    cdef int* choice
    cdef int* part  # the empty cells of both of two houses, of the first alone, of the second alone: `size` each
    cdef int parts[3]  # and how many these are
    cdef int shared_size  # cells chosen from all of them
    cdef unsigned long long* subset  # a set of cells, and what falls

    cdef bint find(self, int kind) noexcept nogil
    cdef bint full_houses(self) noexcept nogil
    cdef bint naked_singles(self) noexcept nogil
    cdef bint hidden_singles(self) noexcept nogil
    cdef bint locked_candidates(self, int kind) noexcept nogil
    cdef bint naked_subsets(self, int kind, int size) noexcept nogil
    cdef bint hidden_subsets(self, int kind, int size) noexcept nogil
    cdef bint choose(self, int size, int start, int union_) noexcept nogil
    cdef bint naked_subset(self, int digits) noexcept nogil
    cdef bint holds(self, Py_ssize_t house) noexcept nogil
    cdef bint is_locked(self, int digits) noexcept nogil
    cdef bint hidden_subset(self, int places) noexcept nogil
    cdef bint sue_de_coq(self) noexcept nogil
    cdef int find_parts(self, Py_ssize_t first, Py_ssize_t second) noexcept nogil
    cdef bint choose_shared(self, Py_ssize_t pair, int goal, int size, int start, int digits) noexcept nogil
    cdef bint choose_beside(
        self, Py_ssize_t pair, int side, int goal, int size, int start, int digits, int held, int barred, int spare
    ) noexcept nogil
    cdef bint try_sue_de_coq(self, Py_ssize_t pair, int size) noexcept nogil
    cdef bint cross_grid_lines(self) noexcept nogil
    cdef bint choose_remainder(self, Py_ssize_t line, Py_ssize_t near, int goal, int size, int start, int digits) noexcept nogil
