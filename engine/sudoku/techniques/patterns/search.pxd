# The types of search.py.

cimport cython

from engine.sudoku.techniques.patterns cimport boards
from engine.sudoku.techniques.patterns cimport cells, chains, digits, exocet, franken, houses


@cython.final
cdef class PatternSearch:
    cdef object geometry
    cdef boards.Board board
    cdef houses.HousePatterns houses
    cdef digits.DigitPatterns digits
    cdef cells.CellPatterns cells
    cdef chains.ChainPatterns chains
    cdef franken.ComplexFish franken
    cdef exocet.ExocetPatterns exocets

    cdef object gather_round(self, object kinds, object groups)
    cdef bint find(self, int kind) noexcept nogil
    cdef Py_ssize_t first_of(self, const unsigned char* kinds, Py_ssize_t count) noexcept
    cdef bint find_first(self, const unsigned char* kinds, Py_ssize_t count) noexcept nogil
    cdef bint gather_first(self, const unsigned char* kinds, Py_ssize_t count) noexcept nogil
