"""The shared code of the SAT kernels: arrays, coded literals, verdicts, the codes of events, and Luby's sequence.

A literal is coded as 2v for variable v and 2v + 1 for its negation: `^ 1` negates it, `>> 1` gives the variable.
`arrays.pxd` declares all of this for compiled kernels, and has the bodies of inlined functions; the code under `if not
cython.compiled` here is the same in Python.
"""

from array import array

import cython

MAX_NUMBER = 2**31 - 1  # the highest number in an array

if not cython.compiled:  # as in `arrays.pxd`, for Python
    UNDECIDED, SATISFIABLE, UNSATISFIABLE = 0, 10, 20

# The events of `engine.sat.trace.events.Kind`, and the placeholders for the reasons of the first two.
DECISION, FLIP, PROPAGATION, CONFLICT, LEARNED, BACKTRACK, RESTART, DELETION = 0, 1, 2, 3, 4, 5, 6, 7
DECIDED, FLIPPED = -1, -2


@cython.cfunc
def zeros(typecode: object, count: object) -> object:
    """An array of zeros."""
    return array(typecode, [0]) * count


@cython.cfunc
def model_of(assignment: object) -> object:
    """The model of an assignment by variable (1 true, -1 false, 0 free), with free variables true.

    It is an array("i") with one literal for every variable, in order.
    """
    model = zeros("i", len(assignment) - 1)
    values: cython.schar[::1] = assignment
    literals: cython.int[::1] = model
    variable: cython.int
    for variable in range(1, len(assignment)):
        literals[variable - 1] = -variable if values[variable] < 0 else variable
    return model


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def luby(index: cython.longlong) -> cython.longlong:
    """The entry of the sequence 1, 1, 2, 1, 1, 2, 4, ... with this index, from 0.

    M. Luby, A. Sinclair, D. Zuckerman: Optimal speedup of Las Vegas algorithms. Information Processing Letters 47
    (1993) 173-180.
    """
    size: cython.longlong = 1
    power: cython.longlong = 1
    while size < index + 1:
        size = 2 * size + 1
        power *= 2
    while size - 1 != index:
        size = (size - 1) // 2
        power //= 2
        index %= size
    return power


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def ints(view: cython.int[::1]) -> cython.p_int:
    """The C array behind a view; uncompiled, the view itself."""
    if cython.compiled:
        return cython.address(view[0])
    else:  # noqa: RET505 (one of the two is compiled)
        return view


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def schars(view: cython.schar[::1]) -> cython.p_schar:
    """As `ints`, for signed chars."""
    if cython.compiled:
        return cython.address(view[0])
    else:  # noqa: RET505 (one of the two is compiled)
        return view


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def doubles(view: cython.double[::1]) -> cython.p_double:
    """As `ints`, for doubles."""
    if cython.compiled:
        return cython.address(view[0])
    else:  # noqa: RET505 (one of the two is compiled)
        return view


if not cython.compiled:

    def coded(literal: int) -> int:
        """The code of a literal."""
        return 2 * literal if literal > 0 else 1 - 2 * literal

    def decoded(code: int) -> int:
        """The literal of a code."""
        return -(code >> 1) if code & 1 else code >> 1

    def signature(code: int) -> int:
        """A number for a literal; the sum for a clause, modulo 2^31, is its hint in a proof (see `ProofSink`)."""
        mixed = code * 0x1E3779B1 & 0x7FFFFFFF
        mixed = (mixed ^ mixed >> 15) * 0x2C1B3C6D & 0x7FFFFFFF
        return mixed ^ mixed >> 12

    def widen(memory: array, room: int) -> None:
        """Make an array longer."""
        memory.extend([0] * (room - len(memory)))


@cython.final
@cython.cclass
class Ints:
    """A growing array of C ints: `length` of them, in `data`, which moves when it is full.

    Raises MemoryError above MAX_NUMBER.
    """

    def __init__(self, room: object) -> None:
        if room > MAX_NUMBER:
            raise MemoryError("more than 2^31 numbers in an array")
        self.length, self.room = 0, room
        self.memory = zeros("i", room)
        self.data = ints(self.memory)

    @cython.cfunc
    def grow(self, more: object) -> object:
        """Make room for `more` ints, at least doubling the capacity.

        The system moves the pages of a large array rather than the numbers, and new space is not initialised, so the
        time does not depend on the size of the array.
        """
        room = max(self.length + more, min(2 * cython.cast(cython.longlong, self.length), MAX_NUMBER))
        if room > MAX_NUMBER:
            raise MemoryError("more than 2^31 numbers in an array")
        widen(self.memory, room)
        self.room, self.data = room, ints(self.memory)

    def copy(self) -> array:
        """The ints as an array("i")."""
        return self.memory[: self.length]

    if not cython.compiled:

        def reserve(self, more: int) -> None:
            """Make room for `more` ints. Raises MemoryError."""
            if self.room - self.length < more:
                self.grow(more)

        def push(self, item: int) -> None:
            """Append an int. Raises MemoryError."""
            self.reserve(1)
            self.data[self.length] = item
            self.length += 1
