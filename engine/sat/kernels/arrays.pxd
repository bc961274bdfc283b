# The types of arrays.py for kernels that cimport it, with the bodies of the most frequently called functions, which are
# inlined.

cimport cpython.array
cimport cython

cdef enum:  # the verdicts of searches
    UNDECIDED = 0
    SATISFIABLE = 10
    UNSATISFIABLE = 20

cdef long long MAX_NUMBER
cdef unsigned char DECISION, FLIP, PROPAGATION, CONFLICT, LEARNED, BACKTRACK, RESTART, DELETION
cdef int DECIDED, FLIPPED

cdef object zeros(object typecode, object count)
cdef object model_of(object assignment)
cdef long long luby(long long index) noexcept nogil
cdef int* ints(int[::1] view) noexcept nogil
cdef signed char* schars(signed char[::1] view) noexcept nogil
cdef double* doubles(double[::1] view) noexcept nogil

cdef inline int coded(int literal) noexcept nogil:
    return 2 * literal if literal > 0 else 1 - 2 * literal

cdef inline int decoded(int code) noexcept nogil:
    return -(code >> 1) if code & 1 else code >> 1


cdef inline long long signature(int code) noexcept nogil:
    cdef long long mixed = <long long>code * 0x1E3779B1 & 0x7FFFFFFF
    mixed = (mixed ^ mixed >> 15) * 0x2C1B3C6D & 0x7FFFFFFF
    return mixed ^ mixed >> 12


cdef inline int widen(object memory, Py_ssize_t room) except -1:
    """Make an array longer, by realloc; nothing may hold a view of it."""
    return cpython.array.resize(memory, room)


@cython.final
cdef class Ints:
    cdef int* data
    cdef int length
    cdef int room
    cdef object memory

    cdef object grow(self, object more)

    cdef inline int reserve(self, int more) except? -1 nogil:
        if self.room - self.length < more:
            with gil:
                self.grow(more)
        return 0

    cdef inline int push(self, int item) except? -1 nogil:
        self.reserve(1)
        self.data[self.length] = item
        self.length += 1
        return 0
