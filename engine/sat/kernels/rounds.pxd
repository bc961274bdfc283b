# The types of rounds.py, for the kernels whose rounds these are.

from engine.sat.kernels cimport cdcl


cdef class InprocessingRounds:
    cdef cdcl.Cdcl solver
    cdef readonly long long work  # steps so far, of the same kind as the solver's
    cdef list memory  # owners of the plain arrays
    cdef signed char* saved  # by variable: the phases of the search, if they are restored
    cdef int next  # the next item
    cdef long long last  # the work at which the round ends

    cdef int _start(self) except? -1 nogil
    cdef int _step(self) except? -1 nogil
    cdef int _go_to_root(self) except? -1 nogil
    cdef int _save_phases(self) except? -1 nogil
    cdef int _restore_phases(self) except? -1 nogil
