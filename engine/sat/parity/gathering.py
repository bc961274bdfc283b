"""The compiled part of the search for equations modulo 2, which groups clauses by their sets of variables.

An equation of k variables is 2^(k-1) clauses, each of which excludes one assignment whose sum is wrong. A clause over
some of the variables excludes several of them at once (M. Soos, K. Nohl, C. Castelluccia: Extending SAT solvers to
cryptographic problems. SAT 2009, LNCS 5584, 244-257). Here the clauses of each set of variables are found by hashing;
if some wrong assignments are left, the clauses of all subsets are looked up. This is done only if at least a quarter of
the 2^(k-1) clauses, and at least two, exist in full, so it costs at most 16 lookups per clause.

Variables are replaced by known values: `meaning` has for each variable the literal that equals it, which may be the
variable itself, TRUE or -TRUE.
"""

from array import array

import cython

from engine.base.kernels import plain

if cython.compiled:
    from cython.cimports.engine.sat.kernels import arrays
else:
    arrays = plain("engine.sat.kernels.arrays")

TRUE = 2**31 - 1  # a literal
MAX_SIZE = 8  # variables of an equation

_TRUE = cython.declare(cython.int, TRUE)
_MAX_SIZE = cython.declare(cython.int, MAX_SIZE)
NONE = cython.declare(cython.int, -1)
SPREAD = cython.declare(cython.longlong, 0x9E3779B1)  # 2^32 by the golden ratio
LOW = cython.declare(cython.longlong, 0xFFFFFFFF)


@cython.final
@cython.cclass
class Gatherer:
    """The clauses of up to MAX_SIZE variables, grouped by their sets of variables, and the resulting equations.

    Call `count_clauses` for all clauses, then `gather` for all in order, then `equations` for all sets; `sets` is their
    number. Sets are created only if, judging by hashes, they may have enough clauses, or be part of a set that may. The
    largest has `longest` variables, -1 if there is none.
    """

    sets = cython.declare(cython.int, visibility="readonly")
    longest = cython.declare(cython.int, visibility="readonly")
    literals: cython.int[::1]
    starts: cython.int[::1]
    meaning: cython.int[::1]
    begin: arrays.Ints  # by set: the start of its variables in `members`; they end where those of the next set start
    members: arrays.Ints
    head: arrays.Ints  # by set: the last clause, and the number of clauses
    count: arrays.Ints
    after: cython.int[::1]  # by clause: the previous clause of its set
    excluded: cython.uchar[::1]  # by clause: the assignment that it excludes; bit i is the value of variable i
    hashed: cython.int[::1]  # by hash: a set, or NONE
    buckets: cython.longlong
    many: cython.uchar[::1]  # by hash: the number of clauses, up to 255
    memory: list  # owners of the plain arrays
    names: cython.p_int  # of the current clause or subset: its variables, ascending
    signs: cython.p_int  # and 1 for negated ones
    open: cython.p_int  # by assignment: 1 if it is wrong and not excluded yet
    named: arrays.Ints  # the excluding clauses

    def __init__(self, formula: object, meaning: object) -> None:
        self.literals, self.starts, self.meaning = formula.literals, formula.starts, meaning
        self.sets = 0
        clauses = len(formula)
        self.begin, self.members = arrays.Ints(64), arrays.Ints(64)
        self.head, self.count, self.named = arrays.Ints(64), arrays.Ints(64), arrays.Ints(64)
        self.begin.push(0)
        self.after, self.excluded = arrays.zeros("i", clauses + 1), arrays.zeros("B", clauses + 1)
        self.buckets = 1 << max(4, int(2 * clauses).bit_length())
        self.hashed = array("i", [NONE]) * self.buckets
        self.many, self.longest = arrays.zeros("B", self.buckets), NONE
        self.memory = []
        self.names, self.signs, self.open = self._zeros(MAX_SIZE), self._zeros(MAX_SIZE), self._zeros(1 << MAX_SIZE)

    @cython.cfunc
    def _zeros(self, length: object) -> cython.p_int:
        made = arrays.zeros("i", length)
        self.memory.append(made)
        return arrays.ints(made)

    def count_clauses(self, first: cython.int, last: cython.int) -> None:
        """Count the clauses from `first` to before `last` by their hashes, without the GIL."""
        clause: cython.int
        size: cython.int
        bucket: cython.longlong
        with cython.nogil:
            for clause in range(first, last):
                size = self._read(clause)
                if size != NONE:
                    bucket = self._hash(size)
                    if self.many[bucket] < 255:
                        self.many[bucket] += 1
                    if size > self.longest and self.many[bucket] >= _least(size):
                        self.longest = size

    def gather(self, first: cython.int, last: cython.int) -> None:
        """Add the clauses from `first` to before `last`, without the GIL. Raises MemoryError."""
        clause: cython.int
        with cython.nogil:
            for clause in range(first, last):
                self._gather(clause)

    def equations(self, first: cython.int, last: cython.int) -> array:
        """The equations of the sets from `first` to before `last`: for each the number of its variables, the right
        side, the variables, the number of clauses, and the clauses (from 0). Raises MemoryError."""
        found: arrays.Ints = arrays.Ints(64)
        number: cython.int
        right: cython.int
        with cython.nogil:
            for number in range(first, last):
                for right in range(2):
                    self._look(number, right, found)
        return found.copy()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _read(self, clause: cython.int) -> cython.int:
        """Put the variables of a clause into `names`, ascending, and their signs into `signs`; returns their number, or
        NONE if the clause is true or too long."""
        size: cython.int = 0
        names, signs = self.names, self.signs
        k: cython.int
        i: cython.int
        j: cython.int
        literal: cython.int
        name: cython.int
        sign: cython.int
        for k in range(self.starts[clause], self.starts[clause + 1]):
            literal = self.literals[k]
            name, sign = abs(literal), literal < 0
            literal = self.meaning[name]
            name, sign = abs(literal), sign ^ (literal < 0)
            if name == _TRUE:
                if sign:
                    continue
                return NONE
            i = size
            while i > 0 and names[i - 1] > name:
                i -= 1
            if i > 0 and names[i - 1] == name:
                if signs[i - 1] != sign:
                    return NONE
                continue
            if size == _MAX_SIZE:
                return NONE
            for j in range(size, i, -1):
                names[j] = names[j - 1]
                signs[j] = signs[j - 1]
            names[i] = name
            signs[i] = sign
            size += 1
        return size

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _gather(self, clause: cython.int) -> cython.int:
        """Add a clause to its set."""
        i: cython.int
        size: cython.int = self._read(clause)
        if size == NONE or size > self.longest or (size == self.longest and self.many[self._hash(size)] < _least(size)):
            return 0
        excluded: cython.int = 0
        for i in range(size):
            excluded |= self.signs[i] << i
        bucket: cython.longlong = self._bucket(size)
        number: cython.int = self.hashed[bucket]
        if number == NONE:
            number = self.sets
            self.sets += 1
            self.hashed[bucket] = number
            for i in range(size):
                self.members.push(self.names[i])
            self.begin.push(self.members.length)
            self.head.push(NONE)
            self.count.push(0)
        self.excluded[clause] = excluded
        self.after[clause] = self.head.data[number]
        self.head.data[number] = clause
        self.count.data[number] = self.count.data[number] + 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _hash(self, size: cython.int) -> cython.longlong:
        """The hash of the first variables of `names`."""
        total: cython.longlong = size
        i: cython.int
        for i in range(size):
            total = ((total ^ self.names[i]) * SPREAD) & LOW
            total ^= total >> 15
        return total & (self.buckets - 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _bucket(self, size: cython.int) -> cython.longlong:
        """The place in `hashed` of the set of the first variables of `names`, or the place for it."""
        bucket: cython.longlong = self._hash(size)
        while self.hashed[bucket] != NONE and not self._is_set(self.hashed[bucket], size):
            bucket = (bucket + 1) & (self.buckets - 1)
        return bucket

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_set(self, number: cython.int, size: cython.int) -> cython.bint:
        begin: cython.int = self.begin.data[number]
        i: cython.int
        same: cython.bint = self.begin.data[number + 1] - begin == size
        i = 0
        while same and i < size:
            same = self.members.data[begin + i] == self.names[i]
            i += 1
        return same

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _look(self, number: cython.int, right: cython.int, found: arrays.Ints) -> cython.int:
        """Check whether all assignments to a set's variables with the wrong sum are excluded."""
        begin: cython.int = self.begin.data[number]
        size: cython.int = self.begin.data[number + 1] - begin
        wrong: cython.int = 1 if size == 0 else 1 << (size - 1)
        least: cython.int = _least(size)
        left: cython.int = 0
        i: cython.int
        some: cython.int
        name: cython.int
        length: cython.int
        if self.count.data[number] < least:
            return 0
        for i in range(1 << size):
            self.open[i] = _parity(i) != right
            left += self.open[i]
        if left == 0:  # no variables, and 0 = 0 holds
            return 0
        self.named.length = 0
        left -= self._exclude(number, size, (1 << size) - 1)
        if wrong - left < least:
            return 0
        some = (1 << size) - 2
        while left and some > 0:
            length = 0
            for i in range(size):
                if some >> i & 1:
                    self.names[length] = self.members.data[begin + i]
                    length += 1
            name = self.hashed[self._bucket(length)]
            if name != NONE:
                left -= self._exclude(name, size, some)
            some -= 1
        if left:
            return 0
        found.push(size)
        found.push(right)
        for i in range(size):
            found.push(self.members.data[begin + i])
        found.push(self.named.length)
        for i in range(self.named.length):
            found.push(self.named.data[i])
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _exclude(self, number: cython.int, size: cython.int, some: cython.int) -> cython.int:
        """Add the clauses of a set that has `some` of the variables; returns how many open assignments they exclude."""
        total: cython.int = 0
        before: cython.int
        assignment: cython.int
        i: cython.int
        k: cython.int
        clause: cython.int = self.head.data[number]
        while clause != NONE:
            assignment, k = 0, 0
            for i in range(size):
                if some >> i & 1:
                    assignment |= (self.excluded[clause] >> k & 1) << i
                    k += 1
            before = total
            for i in range(1 << size):
                if self.open[i] and (i & some) == assignment:
                    self.open[i] = 0
                    total += 1
            if total > before:
                self.named.push(clause)
            clause = self.after[clause]
        return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _least(size: cython.int) -> cython.int:
    """The number of clauses over all of that many variables that must exist."""
    if size < 3:
        return 1 if size < 2 else 2
    return 2 if size < 5 else 1 << (size - 3)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _parity(number: cython.int) -> cython.int:
    number ^= number >> 4
    number ^= number >> 2
    return (number ^ number >> 1) & 1
