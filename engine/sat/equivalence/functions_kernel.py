# cython: infer_types=True
# (Cython infers the types of most local variables.)
"""The compiled part of the search for functions: all literals that the clauses define by others, and their values.

Clauses of two to four variables are grouped by their sets of variables, found by hashing. A group has a bit for each
pattern of signs among its clauses, so that whether a formula has a clause of up to four literals is one lookup.
"""

from array import array

import cython

from engine.base.kernels import plain
from engine.base.polling import clause_pieces, pieces, poll

if cython.compiled:
    from cython.cimports.engine.sat.kernels import arrays
else:
    arrays = plain("engine.sat.kernels.arrays")

AND = cython.declare(cython.int, 0)  # the order of `FunctionKind`
SUM = cython.declare(cython.int, 1)
CHOICE = cython.declare(cython.int, 2)
MAJORITY = cython.declare(cython.int, 3)

MAX_WIDTH = cython.declare(cython.int, 12)  # literals of a clause that is recognised as a conjunction
WORDS = cython.declare(cython.int, 4)  # of 64 random inputs each
MIN_TRUE = cython.declare(cython.int, 8)  # true values of a candidate; values with fewer are equal by chance
NONE = cython.declare(cython.int, -1)
STRIDE = cython.declare(cython.int, 5)  # of a group: its variables in ascending order, 0 after the last, and its bits
BITS = cython.declare(cython.int, 4)
SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)  # 2^64 by the golden ratio
MIX = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
ODD = cython.declare(cython.int, 0x6996)  # the patterns of four signs with an odd number of negations; 0x96 of three


@cython.final
@cython.cclass
class FunctionFinder:
    """The functions among the clauses of a formula, each as a kind, an output, the number of its inputs, and these.

    A sum has at most three inputs, a conjunction at most eleven; majorities are found next to the sum of their inputs.

    `find` finds them, given the literals that are true by unit propagation (none are found if 0 is among these, which
    stands for a conflict). Then `functions` are all of them, and `candidates` counts the outputs that may equal another
    literal.
    """

    count = cython.declare(cython.int, visibility="readonly")  # of functions
    found: arrays.Ints
    variables: cython.int
    literals: cython.int[::1]
    starts: cython.int[::1]
    values: cython.schar[::1]  # by variable: 1 true, -1 false, 0 free
    clauses: arrays.Ints  # the remaining clauses of three and more literals, each after its length
    groups: arrays.Ints
    table: cython.int[::1]  # by hash: a group, or NONE
    mask: cython.ulonglong
    binary: cython.int[::1]  # by code: the number of binary clauses with this literal
    begin: cython.int[::1]  # by variable: where its groups of three begin in `members`
    members: cython.int[::1]
    conditions: arrays.Ints  # equal literals under a condition: it, both, and the next entry with the same hash
    heads: cython.int[::1]
    codes: cython.int[::1]  # of the current clause
    outputs: cython.uchar[::1]  # by variable: whether it is the output of a function that is no sum

    def __init__(self, formula: object, true: object) -> None:
        self.variables, self.literals, self.starts = formula.variables, formula.literals, formula.starts
        self.values = arrays.zeros("b", self.variables + 1)
        literal: cython.int
        for literal in true:
            self.values[abs(literal)] = 1 if literal > 0 else -1
            if literal == 0:
                self.starts = array("i", [0])
        self.found, self.clauses, self.groups = arrays.Ints(64), arrays.Ints(64), arrays.Ints(64)
        self.conditions, self.count = arrays.Ints(64), 0
        size = 1 << max(4, int(2 * len(formula)).bit_length())
        self.table, self.mask = array("i", [-1]) * size, size - 1
        self.heads = array("i", [-1]) * size
        self.binary = arrays.zeros("i", 2 * self.variables + 2)
        self.begin, self.members = arrays.zeros("i", self.variables + 2), arrays.zeros("i", 1)
        self.outputs = arrays.zeros("B", self.variables + 1)
        self.codes = arrays.zeros("i", 16)

    def find(self, cancel: object = None) -> None:
        """Find the functions. Raises Cancelled if `cancel` returns true, and MemoryError."""
        begin: cython.int
        end: cython.int
        k: cython.int
        for begin, end in clause_pieces(self.starts, cancel):
            with cython.nogil:
                for k in range(begin, end):
                    self._read(k)
        self._list_groups(cancel)
        k = 0
        while k < self.clauses.length:
            poll(cancel)
            end = min(k + 32768, self.clauses.length)
            with cython.nogil:
                while k < end:
                    self._find_conjunctions(k)
                    k += 1 + self.clauses.data[k]
        for begin, end in pieces(self.groups.length // STRIDE, cancel, 4096):
            with cython.nogil:
                for k in range(begin, end):
                    self._look(k)
        for begin, end in pieces(self.conditions.length // 4, cancel, 16384):
            with cython.nogil:
                for k in range(begin, end):
                    self._find_choices(k)

    def functions(self) -> array:
        """The functions found."""
        return self.found.copy()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _read(self, clause: cython.int) -> cython.int:
        """Take a clause, sorted, without false literals; unless it is true, too long, or has a variable twice."""
        size: cython.int = 0
        codes = self.codes
        for k in range(self.starts[clause], self.starts[clause + 1]):
            literal: cython.int = self.literals[k]
            value: cython.int = self.values[abs(literal)]
            if value:
                if (value > 0) == (literal > 0):
                    return 0
                continue
            if size == MAX_WIDTH:
                return 0
            code: cython.int = arrays.coded(literal)
            i: cython.int = size
            while i > 0 and codes[i - 1] > code:
                codes[i] = codes[i - 1]
                i -= 1
            codes[i] = code
            if i > 0 and codes[i - 1] >> 1 == code >> 1:
                return 0
            size += 1
            if i + 1 < size and codes[i + 1] >> 1 == code >> 1:
                return 0
        if size < 2:
            return 0
        if size < 5:
            signs: cython.int = 0
            for k in range(size):
                signs |= (codes[k] & 1) << k
            group: cython.int = self._group(
                codes[0] >> 1, codes[1] >> 1, codes[2] >> 1 if size > 2 else 0, codes[3] >> 1 if size > 3 else 0, True
            )
            bits: cython.int = self.groups.data[group + BITS]
            if bits >> signs & 1:
                return 0
            self.groups.data[group + BITS] = bits | 1 << signs
        if size == 2:
            self.binary[codes[0]] += 1
            self.binary[codes[1]] += 1
            return 0
        self.clauses.push(size)
        for k in range(size):
            self.clauses.push(codes[k])
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-2)
    def _group(self, a: cython.int, b: cython.int, c: cython.int, d: cython.int, adds: cython.bint) -> cython.int:
        """The place in `groups` of the group of these variables in ascending order; NONE if there is none.

        With `adds`, a new one is added then.
        """
        place: cython.ulonglong = _hash(_hash(a, b), _hash(c, d)) & self.mask
        while self.table[place] != NONE:
            group: cython.int = self.table[place]
            data = self.groups.data
            if data[group] == a and data[group + 1] == b and data[group + 2] == c and data[group + 3] == d:
                return group
            place = (place + 1) & self.mask
        if not adds:
            return NONE
        self.table[place] = self.groups.length
        self.groups.push(a)
        self.groups.push(b)
        self.groups.push(c)
        self.groups.push(d)
        self.groups.push(0)
        return self.groups.length - STRIDE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _has_two(self, x: cython.int, y: cython.int) -> cython.bint:
        """Whether there is a clause of two literals with these codes."""
        if x > y:
            x, y = y, x
        group: cython.int = self._group(x >> 1, y >> 1, 0, 0, False)
        return group != NONE and self.groups.data[group + BITS] >> ((x & 1) | (y & 1) << 1) & 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _has_three(self, x: cython.int, y: cython.int, z: cython.int) -> cython.bint:
        """Whether there is a clause of three literals with these codes, of different variables."""
        if x > y:
            x, y = y, x
        if y > z:
            y, z = z, y
        if x > y:
            x, y = y, x
        group: cython.int = self._group(x >> 1, y >> 1, z >> 1, 0, False)
        return group != NONE and self.groups.data[group + BITS] >> ((x & 1) | (y & 1) << 1 | (z & 1) << 2) & 1

    def _list_groups(self, cancel: object) -> None:
        """List the groups of three by variable."""
        total: cython.int = 0
        begin: cython.int
        end: cython.int
        k: cython.int
        i: cython.int
        for begin, end in pieces(self.groups.length // STRIDE, cancel):
            for k in range(begin, end):
                if self.groups.data[STRIDE * k + 2] and not self.groups.data[STRIDE * k + 3]:
                    for i in range(3):
                        self.begin[self.groups.data[STRIDE * k + i]] += 1
                    total += 3
        self.members = arrays.zeros("i", total + 1)
        total = 0
        for begin, end in pieces(self.variables + 2, cancel):
            for k in range(begin, end):
                total += self.begin[k]
                self.begin[k] = total
        for begin, end in pieces(self.groups.length // STRIDE, cancel):
            for k in range(begin, end):
                if self.groups.data[STRIDE * k + 2] and not self.groups.data[STRIDE * k + 3]:
                    for i in range(3):
                        variable: cython.int = self.groups.data[STRIDE * k + i]
                        self.begin[variable] -= 1
                        self.members[self.begin[variable]] = STRIDE * k

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _find_conjunctions(self, clause: cython.int) -> cython.int:
        """A clause of a literal and the negations of others is half of a conjunction; binary clauses are the rest."""
        size: cython.int = self.clauses.data[clause]
        codes = self.clauses.data
        first: cython.int = clause + 1
        k: cython.int
        other: cython.int
        for k in range(first, first + size):
            if self.binary[codes[k] ^ 1] == 0:
                return 0
        for k in range(first, first + size):
            if self.binary[codes[k] ^ 1] < size - 1:
                continue
            other = first
            while other < first + size and (other == k or self._has_two(codes[k] ^ 1, codes[other] ^ 1)):
                other += 1
            if other < first + size:
                continue
            self._begin_function(AND, codes[k], size - 1)
            for other in range(first, first + size):
                if other != k:
                    self.found.push(arrays.decoded(codes[other] ^ 1))
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _begin_function(self, kind: cython.int, output: cython.int, size: cython.int) -> cython.int:
        self.count += 1
        if kind != SUM:
            self.outputs[output >> 1] = 1
        self.found.push(kind)
        self.found.push(arrays.decoded(output))
        self.found.push(size)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _look(self, number: cython.int) -> cython.int:
        """Find the sums and majorities, or equalities under a condition, in the group with a number."""
        group: cython.int = STRIDE * number
        if not self.groups.data[group + 2]:
            return 0
        size: cython.int = 4 if self.groups.data[group + 3] else 3
        bits: cython.int = self.groups.data[group + BITS]
        all_odd: cython.int = ODD if size == 4 else ODD & 0xFF
        all_even: cython.int = ~ODD & 0xFFFF if size == 4 else ~ODD & 0xFF
        if size == 3:
            for place in range(3):
                for sign in range(2):
                    self._take_condition(group, bits, place, sign)
        if bits & all_odd == all_odd:
            self._take_sum(group, size, 0)
        if bits & all_even == all_even:
            self._take_sum(group, size, 1)
        if size == 4 and (bits & all_odd == all_odd or bits & all_even == all_even):
            for place in range(4):
                self._find_majorities(group, place)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _take_sum(self, group: cython.int, size: cython.int, right: cython.int) -> cython.int:
        """Each variable of an equation modulo 2 is the sum of the others; the last one is negated if `right` is 1."""
        for output in range(size):
            self._begin_function(
                SUM, 2 * self.groups.data[group + output] + (right if output == size - 1 else 0), size - 1
            )
            for k in range(size):
                if k != output:
                    variable: cython.int = self.groups.data[group + k]
                    self.found.push(-variable if right and k == size - 1 else variable)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _find_majorities(self, group: cython.int, without: cython.int) -> cython.int:
        """Majorities of three variables of a sum of four, with any signs, the first of which is positive."""
        data = self.groups.data
        a: cython.int = 2 * data[group + (1 if without == 0 else 0)]
        b: cython.int = 2 * data[group + (1 if without > 1 else 2)]
        c: cython.int = 2 * data[group + (2 if without == 3 else 3)]
        rarest: cython.int = a
        if self._uses(b) < self._uses(rarest):
            rarest = b
        if self._uses(c) < self._uses(rarest):
            rarest = c
        second: cython.int = b if rarest == a else a
        for k in range(self.begin[rarest >> 1], self.begin[(rarest >> 1) + 1]):
            other: cython.int = self.members[k]
            carry: cython.int = 0
            there: cython.bint = False
            for i in range(3):
                variable: cython.int = data[other + i]
                if variable == second >> 1:
                    there = True
                elif variable != rarest >> 1:
                    carry = variable
            if not there or carry == 0 or carry == data[group + without] or carry == c >> 1 or carry == b >> 1:
                continue
            for signs in range(8):
                x: cython.int = a
                y: cython.int = b ^ (signs & 1)
                z: cython.int = c ^ (signs >> 1 & 1)
                output: cython.int = 2 * carry + (signs >> 2)
                if (
                    self._has_three(x ^ 1, y ^ 1, output)
                    and self._has_three(x, y, output ^ 1)
                    and self._has_three(x ^ 1, z ^ 1, output)
                    and self._has_three(x, z, output ^ 1)
                    and self._has_three(y ^ 1, z ^ 1, output)
                    and self._has_three(y, z, output ^ 1)
                ):
                    self._begin_function(MAJORITY, output, 3)
                    self.found.push(arrays.decoded(x))
                    self.found.push(arrays.decoded(y))
                    self.found.push(arrays.decoded(z))
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _uses(self, code: cython.int) -> cython.int:
        """The number of groups of three with a variable."""
        return self.begin[(code >> 1) + 1] - self.begin[code >> 1]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _take_condition(self, group: cython.int, bits: cython.int, place: cython.int, sign: cython.int) -> cython.int:
        """Two clauses make two literals equal unless a third literal is true, if they are not half of a sum."""
        first: cython.int = 1 if place == 0 else 0
        second: cython.int = 1 if place == 2 else 2
        for opposite in range(2):  # whether the clauses have both variables with the same sign
            pattern: cython.int = sign << place | (0 if opposite else 1 << second)
            partner: cython.int = sign << place | (1 << first | 1 << second if opposite else 1 << first)
            if not (bits >> pattern & 1 and bits >> partner & 1):
                continue
            if bits >> (pattern ^ 1 << place ^ 1 << second) & 1 and bits >> (partner ^ 1 << place ^ 1 << second) & 1:
                continue
            condition: cython.int = 2 * self.groups.data[group + place] + (1 - sign)
            x: cython.int = self.groups.data[group + first]
            y: cython.int = self.groups.data[group + second]
            self._take_equality(condition, x, 2 * y + opposite)
            self._take_equality(condition, y, 2 * x + opposite)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _take_equality(self, condition: cython.int, variable: cython.int, equal: cython.int) -> cython.int:
        place: cython.ulonglong = _hash(condition, variable) & self.mask
        number: cython.int = self.conditions.length
        self.conditions.push(condition)
        self.conditions.push(variable)
        self.conditions.push(equal)
        self.conditions.push(self.heads[place])
        self.heads[place] = number
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _find_choices(self, number: cython.int) -> cython.int:
        """A variable that equals one literal under a condition and another one otherwise is a choice."""
        data = self.conditions.data
        condition: cython.int = data[4 * number]
        variable: cython.int = data[4 * number + 1]
        if condition & 1:
            return 0
        other: cython.int = self.heads[_hash(condition ^ 1, variable) & self.mask]
        while other != NONE:
            if (
                data[other] == condition ^ 1
                and data[other + 1] == variable
                and data[other + 2] >> 1 != data[4 * number + 2] >> 1
            ):
                self._begin_function(CHOICE, 2 * variable, 3)
                self.found.push(condition >> 1)
                self.found.push(arrays.decoded(data[4 * number + 2]))
                self.found.push(arrays.decoded(data[other + 2]))
            other = data[other + 3]
        return 0

    def core(self, equations: cython.int[::1]) -> tuple:
        """The number of equations (as a Gatherer returns them), and of those left after removing mere parts of gates.

        An equation with an output of another gate that is in no other equation is in no contradictory sum of equations
        alone; after it is removed, another one may be such. Most sums of adders are, and none of a parity problem.
        """
        count: cython.int[::1] = arrays.zeros("i", self.variables + 1)  # by variable: its equations
        places: cython.int[::1] = arrays.zeros("i", self.variables + 1)  # and the sum modulo 2 of their places
        waiting: arrays.Ints = arrays.Ints(64)
        left: cython.int
        place: cython.int = 0
        total: cython.int = 0
        length: cython.int = len(equations)
        while place < length:
            for k in range(place + 2, place + 2 + equations[place]):
                count[equations[k]] += 1
                places[equations[k]] ^= place
            total += 1
            place += 2 + equations[place]
            place += 1 + equations[place]
        with cython.nogil:
            left = total - self._remove_ends(equations, count, places, waiting)
        return total, left

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _remove_ends(
        self, equations: cython.int[::1], count: cython.int[::1], places: cython.int[::1], waiting: arrays.Ints
    ) -> cython.int:
        """Remove equations, as described in `core`; returns their number."""
        removed: cython.int = 0
        variable: cython.int
        for variable in range(1, self.variables + 1):
            if count[variable] == 1 and self.outputs[variable]:
                waiting.push(variable)
        while waiting.length:
            waiting.length -= 1
            variable = waiting.data[waiting.length]
            if count[variable] != 1:
                continue
            place = places[variable]
            removed += 1
            for k in range(place + 2, place + 2 + equations[place]):
                count[equations[k]] -= 1
                places[equations[k]] ^= place
                if count[equations[k]] == 1 and self.outputs[equations[k]]:
                    waiting.push(equations[k])
        return removed

    def candidates(self, cancel: object = None) -> int:
        """The number of outputs whose values equal those of another literal in a simulation of all functions.

        Functions that are rarely true, such as conjunctions of many inputs, do not count.
        """
        simulation = _Simulation(self.found, self.variables)
        return simulation.run(cancel)


@cython.final
@cython.cclass
class _Simulation:
    """The evaluation of functions for random inputs, each as soon as its inputs have values.

    A variable gets its values from one function; then inputs that are no outputs come first, and outputs of cycles.
    """

    found: arrays.Ints
    variables: cython.int
    begin: cython.int[::1]  # by variable: where its uses begin
    uses: cython.int[::1]  # places of functions
    missing: cython.int[::1]  # by place of a function: the number of inputs without values
    kinds: cython.schar[::1]  # by variable: 1 input, 2 output, 3 both; 4 more once it has values
    values: cython.ulonglong[::1]
    ready: arrays.Ints
    number: cython.int[::1]  # by variable: the index of its values
    state: cython.ulonglong

    def __init__(self, found: arrays.Ints, variables: cython.int) -> None:
        self.found, self.variables, self.state = found, variables, 1
        self.begin, self.uses = arrays.zeros("i", variables + 2), arrays.zeros("i", found.length + 1)
        self.missing, self.kinds = arrays.zeros("i", found.length + 1), arrays.zeros("b", variables + 1)
        self.number = arrays.zeros("i", variables + 1)
        self.ready = arrays.Ints(64)
        self.values = array("Q", [0])

    @cython.cfunc
    def run(self, cancel: object) -> object:
        """Evaluate all functions; returns the number of candidates."""
        with cython.nogil:
            count: cython.int = self._list()
        self.values = arrays.zeros("Q", WORDS * (count + 1))
        poll(cancel)
        with cython.nogil:
            self._evaluate_all()
        poll(cancel)
        size = 1 << max(4, int(2 * count).bit_length())
        return self._count(array("i", [-1]) * size, size - 1, count)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _list(self) -> cython.int:
        """List the uses of variables; returns the number of variables."""
        data = self.found.data
        count: cython.int = 0
        place: cython.int = 0
        while place < self.found.length:
            self.missing[place] = data[place + 2]
            self.kinds[abs(data[place + 1])] |= 2
            for k in range(place + 3, place + 3 + data[place + 2]):
                self.begin[abs(data[k])] += 1
                self.kinds[abs(data[k])] |= 1
            place += 3 + data[place + 2]
        total: cython.int = 0
        for variable in range(self.variables + 2):
            total += self.begin[variable]
            self.begin[variable] = total
            if variable <= self.variables and self.kinds[variable]:
                self.number[variable] = count
                count += 1
        place = 0
        while place < self.found.length:
            for k in range(place + 3, place + 3 + data[place + 2]):
                self.begin[abs(data[k])] -= 1
                self.uses[self.begin[abs(data[k])]] = place
            place += 3 + data[place + 2]
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _evaluate_all(self) -> cython.int:
        for kind in range(2):
            for variable in range(1, self.variables + 1):
                if (self.kinds[variable] == 1 and kind == 0) or (self.kinds[variable] in (2, 3) and kind == 1):
                    for word in range(WORDS):
                        self.values[WORDS * self.number[variable] + word] = self._random()
                    self._settle(variable)
                    while self.ready.length:
                        self.ready.length -= 1
                        self._evaluate(self.ready.data[self.ready.length])
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _settle(self, variable: cython.int) -> cython.int:
        """The variable has values: functions that have no other input without are ready."""
        self.kinds[variable] |= 4
        for k in range(self.begin[variable], self.begin[variable + 1]):
            self.missing[self.uses[k]] -= 1
            if self.missing[self.uses[k]] == 0:
                self.ready.push(self.uses[k])
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _evaluate(self, place: cython.int) -> cython.int:
        """Give the output its values, unless it has some."""
        data = self.found.data
        output: cython.int = data[place + 1]
        if self.kinds[abs(output)] & 4:
            return 0
        for word in range(WORDS):
            value: cython.ulonglong = self._value(data[place + 3], word)
            if data[place] == AND:
                for k in range(place + 4, place + 3 + data[place + 2]):
                    value &= self._value(data[k], word)
            elif data[place] == SUM:
                for k in range(place + 4, place + 3 + data[place + 2]):
                    value ^= self._value(data[k], word)
            else:
                b: cython.ulonglong = self._value(data[place + 4], word)
                c: cython.ulonglong = self._value(data[place + 5], word)
                if data[place] == CHOICE:
                    value = c ^ (value & (b ^ c))
                else:
                    value = (value & b) | (value & c) | (b & c)
            self.values[WORDS * self.number[abs(output)] + word] = value if output > 0 else value ^ ALL
        self._settle(abs(output))
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _value(self, literal: cython.int, word: cython.int) -> cython.ulonglong:
        value: cython.ulonglong = self.values[WORDS * self.number[abs(literal)] + word]
        return value if literal > 0 else value ^ ALL

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _random(self) -> cython.ulonglong:
        """The next random number (G. Steele, D. Lea, C. Flood: Fast splittable pseudorandom number generators. OOPSLA
        2014)."""
        self.state = (self.state + SPREAD) & ALL
        mixed: cython.ulonglong = self.state
        mixed = ((mixed ^ mixed >> 30) * MIX) & ALL
        mixed = ((mixed ^ mixed >> 27) * SPREAD) & ALL
        return mixed ^ mixed >> 31

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count(self, table: cython.int[::1], mask: cython.ulonglong, count: cython.int) -> cython.int:
        """The number of literals whose values are those of an earlier literal, or their complements."""
        candidates: cython.int = 0
        for number in range(count):
            inverted: cython.ulonglong = ALL if self.values[WORDS * number] & 1 else 0
            place: cython.ulonglong = 0
            true_values: cython.int = 0
            for word in range(WORDS):
                value: cython.ulonglong = self.values[WORDS * number + word] ^ inverted
                place = ((place ^ value) * SPREAD) & ALL
                place ^= place >> 32
                while value and true_values < MIN_TRUE:
                    value &= value - 1
                    true_values += 1
            if true_values < MIN_TRUE:
                continue
            place &= mask
            while table[place] != NONE and not self._is_same(table[place], number):
                place = (place + 1) & mask
            if table[place] == NONE:
                table[place] = number
            else:
                candidates += 1
        return candidates

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_same(self, first: cython.int, second: cython.int) -> cython.bint:
        difference: cython.ulonglong = self.values[WORDS * first] ^ self.values[WORDS * second]
        inverted: cython.ulonglong = ALL if difference & 1 else 0
        for word in range(WORDS):
            if self.values[WORDS * first + word] ^ self.values[WORDS * second + word] != inverted:
                return False
        return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _hash(first: cython.ulonglong, second: cython.ulonglong) -> cython.ulonglong:
    mixed: cython.ulonglong = ((first * SPREAD) & ALL) ^ second
    mixed = ((mixed ^ mixed >> 29) * SPREAD) & ALL
    return mixed ^ mixed >> 32
