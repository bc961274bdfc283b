# cython: infer_types=True
# (Cython infers the types of most local variables.)
"""Local search: looks for a model by flipping one variable at a time, and can't show unsatisfiability.

The search is probSAT (A. Balint, U. Schöning: Choosing probability distributions for stochastic local search and the
role of make versus break. SAT 2012, LNCS 7317, 16-29): as long as there is a false clause, take one, and flip one of
its variables, chosen with a probability that falls with its break value, the number of clauses that the flip would make
false. The probability is a power of the break value in formulas with at most three literals per clause, and an
exponential function otherwise, whose base depends on the mean length as in CaDiCaL (A. Biere: CaDiCaL, Lingeling,
Plingeling, Treengeling and YalSAT entering the SAT Competition 2017).

- Unit clauses are propagated before the search, which makes formulas of circuits and puzzles much smaller.
- The break values are kept up to date, by the XOR of the true variables of each clause, which is the variable it
  depends on when there is one (A. Balint, A. Biere, A. Fröhlich, U. Schöning: Improving implementation of SLS solvers
  for SAT and new heuristics for k-SAT with long clauses. SAT 2014, LNCS 8561, 302-316). Counting them anew from the
  occurrences, as is usual for short clauses, was no faster: 1.04, 0.9 and 1.06 times the flips a second on random
  3-SAT with 400, 100,000 variables and on 5-SAT, and 0.6 times on 7-SAT.
- False clauses are taken in turns, pseudo breadth first (the same paper).
- The first try gives each variable the value that satisfies more of its clauses; later tries begin at random. Their
  lengths are in the proportions of M. Luby, A. Sinclair, D. Zuckerman: Optimal speedup of Las Vegas algorithms.
  Information Processing Letters 47 (1993) 173-180.

Literals are coded as in `arrays.py`. The state of a clause is a pair in `state`: the number of its true literals, and
the XOR of their variables, or the index of the clause among the false ones if there are none.
"""

from array import array
from itertools import pairwise

import cython

from engine.base.kernels import plain
from engine.base.polling import PIECE, clause_pieces, pieces, poll

if cython.compiled:
    from cython.cimports.engine.sat.kernels import arrays
else:
    arrays = plain("engine.sat.kernels.arrays")


WORD = cython.declare(cython.ulonglong, 2**64 - 1)
UNIT = cython.declare(cython.double, 2.0**-53)

POWER, OFFSET = 2.06, 0.9  # of 3-SAT: (OFFSET + break value) ** -POWER
BASES = ((0.0, 2.0), (3.0, 2.5), (4.0, 2.85), (5.0, 3.7), (6.0, 5.1), (7.0, 5.4))  # of BASE ** -break value, by length
WEIGHTS = cython.declare(cython.int, 1024)  # number of distinct break values
MAX_COUNTED = cython.declare(cython.int, PIECE)  # literals of clauses counted at once: some milliseconds
MIN_WEIGHT = 1e-290  # so that the sum is never 0
MIN_TRY_FLIPS, FLIPS_PER_VARIABLE = 1_000_000, 1000  # of the shortest try: the larger of the two numbers


@cython.final
@cython.cclass
class Walk:
    """A local search on one formula; call `run` until it has a verdict.

    Between runs you can read `flips` and `restarts` so far, the number of clauses that are `false` now, the `lowest`
    such number so far, and the assignment. The search depends only on the formula, `seed` and the calls of
    `start_from`.

    Raises MemoryError if the formula does not fit, ValueError for a literal beyond its variables, and Cancelled if
    `cancel`, polled during loading, returns true.
    """

    variables = cython.declare(cython.int, visibility="readonly")
    flips = cython.declare(cython.longlong, visibility="readonly")
    restarts = cython.declare(cython.longlong, visibility="readonly")
    false = cython.declare(cython.int, visibility="readonly")
    lowest = cython.declare(cython.int, visibility="readonly")
    work = cython.declare(cython.longlong, visibility="readonly")  # visits of literals and clauses so far
    clauses = cython.declare(cython.int, visibility="readonly")  # that propagation leaves
    refuted: cython.bint  # by propagation
    started: cython.bint
    counted_until: cython.int  # clauses before this one are counted; all are, except at the beginning of a try
    is_restart: cython.bint  # whether this is not the first try
    remaining: cython.int  # number of clauses that propagation leaves

    memory: list  # owners of the plain arrays
    literals: cython.p_int  # of all clauses that propagation leaves, in order
    start: cython.p_int  # by clause: the index of its first literal; then the end of the last one
    occurrences: cython.p_int  # clauses by literal
    occurrence: cython.p_int  # by literal: the index of its first occurrence; then the end of the last one
    values: object
    value: cython.p_schar  # by literal: 1 true, 0 false; while loading -1 free
    state: cython.p_int
    breaks: cython.p_int  # by variable
    false_clauses: cython.p_int
    cursor: cython.int  # the index of the next false clause

    weight: cython.p_double  # by break value
    sums: cython.p_double  # of the weights of the current clause
    random: cython.ulonglong
    try_end: cython.longlong
    try_unit: cython.longlong

    flipped: cython.p_int  # the variables flipped since the lowest number of false clauses
    flipped_length: cython.int
    flipped_room: cython.int  # when it is full, the next lowest assignment is copied as a whole
    lowest_values: object
    lowest_value: cython.p_schar  # by variable

    def __init__(self, formula: object, seed: int = 0, cancel: object = None) -> None:
        n = formula.variables
        if n > arrays.MAX_NUMBER // 2 - 1 or len(formula) > arrays.MAX_NUMBER // 2:
            raise MemoryError("the formula is larger than local search can number")
        self.variables = n
        self.flips = self.restarts = self.work = 0
        self.clauses = self.false = self.lowest = self.cursor = 0
        self.refuted = self.started = self.is_restart = False
        self.memory = []
        self.literals, self.start = self._ints(len(formula.literals)), self._ints(len(formula) + 1)
        self.values = self._zeros("b", 2 * n + 2)
        self.value = arrays.schars(self.values)
        self.random = (2 * seed + 1) * 0x9E3779B97F4A7C15 % 2**64
        self.try_end = self.try_unit = max(MIN_TRY_FLIPS, FLIPS_PER_VARIABLE * n)
        self._load(formula, cancel)
        self.counted_until = self.clauses
        size = self.start[self.clauses]
        self.occurrences, self.occurrence = self._ints(size), self._ints(2 * n + 3)
        self._list_occurrences(cancel)
        self.state, self.false_clauses = self._ints(2 * self.clauses), self._ints(self.clauses)
        self.breaks = self._ints(n + 1)
        poll(cancel)
        longest: cython.int = 0
        for clause in range(self.clauses):
            longest = max(longest, self.start[clause + 1] - self.start[clause])
        self.sums = arrays.doubles(self._zeros("d", longest + 1))
        self.weight = arrays.doubles(self._zeros("d", WEIGHTS))
        self._fill_weights(longest, size / max(self.clauses, 1))
        self.flipped, self.flipped_length, self.flipped_room = self._ints(n // 4 + 16), 0, n // 4 + 16
        self.lowest_values = self._zeros("b", n + 1)
        self.lowest_value = arrays.schars(self.lowest_values)

    @cython.cfunc
    def _ints(self, length: object) -> cython.p_int:
        return arrays.ints(self._zeros("i", length))

    def _zeros(self, code: str, length: int) -> array:
        numbers = arrays.zeros(code, max(1, length))
        self.memory.append(numbers)
        return numbers

    # --- use ---

    def run(self, work: cython.longlong) -> int:
        """Search for about `work` more visits of literals and clauses, without the GIL.

        A run that begins a try on a large formula ends after a part of the preparation; later runs continue it.

        Returns 10 (satisfiable), 20 (propagation found the formula unsatisfiable) or 0 (not decided yet; without a
        model, never).
        """
        status: cython.int = arrays.UNSATISFIABLE
        with cython.nogil:
            if not self.refuted:
                status = self._search(self.work + work)
        return status

    def start_from(self, assignment: object) -> None:
        """Continue from an assignment, in the form of `assignment`, like a new try; free variables become true."""
        values: cython.schar[::1] = assignment
        with cython.nogil:
            self.started = True
            for variable in range(1, self.variables + 1):
                if self._occurs(variable):
                    self._set(variable, values[variable] >= 0)
            self._begin_count(False)

    @property
    def beginning(self) -> bool:
        """Whether a try is being prepared, so that `false` and `lowest` are unknown."""
        return self.counted_until < self.clauses

    def assignment(self) -> array:
        """A copy of the assignment: array("b") by variable of 1 (true), -1 (false) and 0 (index 0; not begun)."""
        return self._copied(self.values[::2])

    def lowest_assignment(self) -> array:
        """The assignment with the fewest false clauses so far, in the same form."""
        return self._copied(self.lowest_values)

    def model(self) -> array:
        """After the verdict satisfiable: array("i") with one literal for every variable, in order.

        Raises ValueError without that verdict.
        """
        if self.refuted or not self.started or self.false or self.counted_until < self.clauses:
            raise ValueError("there is no model")
        return arrays.model_of(self.assignment())

    def _copied(self, values: array) -> array:
        values = array("b", values.tobytes().translate(_AS_ASSIGNMENT))
        values[0] = 0
        return values

    # --- loading ---

    def _load(self, formula: object, cancel: object) -> None:
        """Add the clauses, and propagate units. Raises Cancelled."""
        literals: cython.int[::1] = formula.literals
        starts: cython.int[::1] = formula.starts
        n: cython.int = self.variables
        begin: cython.int
        end: cython.int
        trail: arrays.Ints = arrays.Ints(n + 1)
        marks: arrays.Ints = arrays.Ints(2 * n + 2)
        for begin, end in pieces(len(literals), cancel):
            for i in range(begin, end):
                if literals[i] == 0 or not -n <= literals[i] <= n:
                    raise ValueError(f"literal {literals[i]} in a formula of {n} variables")
        for code in range(2 * n + 2):
            self.value[code] = -1
        for begin, end in clause_pieces(formula.starts, cancel):
            with cython.nogil:
                for i in range(begin, end):
                    self._take_in(arrays.ints(literals), starts[i], starts[i + 1], i + 1, marks.data, trail)
        if trail.length and not self.refuted:
            self._propagate(trail, cancel)
        if self.refuted:
            self.clauses = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _take_in(
        self,
        literals: cython.p_int,
        begin: cython.int,
        end: cython.int,
        stamp: cython.int,
        marks: cython.p_int,
        trail: arrays.Ints,
    ) -> cython.int:
        """Add a clause without its duplicates, unless it is a tautology; a unit goes to the trail."""
        place = self.start[self.clauses]
        for i in range(begin, end):
            literal = arrays.coded(literals[i])
            if marks[literal ^ 1] == stamp:
                return 0
            if marks[literal] != stamp:
                marks[literal] = stamp
                self.literals[place] = literal
                place += 1
        size = place - self.start[self.clauses]
        if size == 0:
            self.refuted = True
        elif size == 1:
            self._assign(self.literals[place - 1], trail)
        else:
            self.clauses += 1
            self.start[self.clauses] = place
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _assign(self, literal: cython.int, trail: arrays.Ints) -> cython.int:
        if self.value[literal] == 0:
            self.refuted = True
        elif self.value[literal] < 0:
            self.value[literal], self.value[literal ^ 1] = 1, 0
            trail.push(literal)
        return 0

    def _propagate(self, trail: arrays.Ints, cancel: object) -> None:
        """Unit propagation by counting; only undecided clauses and literals are kept."""
        begin: cython.int
        end: cython.int
        occurrences: arrays.Ints = arrays.Ints(self.start[self.clauses])
        occurrence: arrays.Ints = arrays.Ints(2 * self.variables + 3)
        free_count: arrays.Ints = arrays.Ints(self.clauses)
        self.occurrences, self.occurrence = occurrences.data, occurrence.data
        self._list_occurrences(cancel)
        for clause in range(self.clauses):
            free_count.data[clause] = self.start[clause + 1] - self.start[clause]
        head: cython.int = 0
        while head < trail.length and not self.refuted:
            poll(cancel)
            with cython.nogil:
                head = self._propagate_from(head, trail, free_count.data)
        if not self.refuted:
            clauses, self.remaining = self.clauses, 0
            ends = self.start[0]
            for begin, end in pieces(clauses, cancel):
                with cython.nogil:
                    ends = self._compress(free_count.data, begin, end, ends)
            self.clauses = self.remaining

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _propagate_from(self, head: cython.int, trail: arrays.Ints, free_count: cython.p_int) -> cython.int:
        """Propagate some literals of the trail from `head` on; return the index of the next one."""
        steps: cython.longlong = 0
        while head < trail.length and not self.refuted and steps < MAX_COUNTED:
            true = trail.data[head]
            head += 1
            steps += 1 + self.occurrence[true + 1] - self.occurrence[true]
            for i in range(self.occurrence[true], self.occurrence[true + 1]):
                free_count[self.occurrences[i]] = 0
            for i in range(self.occurrence[true ^ 1], self.occurrence[(true ^ 1) + 1]):
                clause = self.occurrences[i]
                steps += 1
                if free_count[clause] == 0:
                    continue
                free_count[clause] -= 1
                if free_count[clause] == 0:
                    self.refuted = True
                elif free_count[clause] == 1:
                    steps += self.start[clause + 1] - self.start[clause]
                    for k in range(self.start[clause], self.start[clause + 1]):
                        if self.value[self.literals[k]] < 0:
                            self._assign(self.literals[k], trail)
                            break
        return head

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _compress(self, free_count: cython.p_int, first: cython.int, last: cython.int, begin: cython.int) -> cython.int:
        """Keep those clauses from `first` to `last` that have literals left, without the false ones.

        The first of them begins at `begin`; return the end of the last one kept.
        """
        place: cython.int = self.start[self.remaining]
        for clause in range(first, last):
            end = self.start[clause + 1]
            if free_count[clause]:
                for k in range(begin, end):
                    if self.value[self.literals[k]] < 0:
                        self.literals[place] = self.literals[k]
                        place += 1
                self.remaining += 1
                self.start[self.remaining] = place
            begin = end
        return begin

    def _list_occurrences(self, cancel: object) -> None:
        """List the clauses of every literal, by counting. Raises Cancelled."""
        begin: cython.int
        end: cython.int
        clauses: cython.int = self.clauses
        codes: cython.int = 2 * self.variables + 2
        for begin, end in pieces(codes + 1, cancel):
            for literal in range(begin, end):
                self.occurrence[literal] = 0
        for begin, end in pieces(self.start[clauses], cancel):
            for k in range(begin, end):
                self.occurrence[self.literals[k] + 1] += 1
        for begin, end in pieces(codes, cancel):
            for literal in range(begin, end):
                self.occurrence[literal + 1] += self.occurrence[literal]
        for _begin, end in pieces(self.start[clauses], cancel):  # of places, from the last clause to the first
            clauses = self._list_places(clauses, self.start[self.clauses] - end)
        for begin, end in pieces(codes, cancel):
            for literal in range(begin, end):
                self.occurrence[literal] = self.occurrence[literal + 1]
        self.occurrence[codes] = self.start[self.clauses]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _list_places(self, clauses: cython.int, first_place: cython.int) -> cython.int:
        """List the clauses before number `clauses` from the place `first_place` on; return the number of the others."""
        clause: cython.int = clauses - 1
        while clause >= 0 and self.start[clause] >= first_place:  # each literal's end moves down to its beginning
            for k in range(self.start[clause], self.start[clause + 1]):
                self.occurrence[self.literals[k] + 1] -= 1
                self.occurrences[self.occurrence[self.literals[k] + 1]] = clause
            clause -= 1
        return clause + 1

    def _fill_weights(self, longest: object, mean: object) -> None:
        """Set the weights of break values, by the length of the longest clause and the mean length."""
        for value in range(WEIGHTS):
            weight = (OFFSET + value) ** -POWER if longest <= 3 else _base(mean) ** -value
            self.weight[value] = max(weight, MIN_WEIGHT)

    # --- the search ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search(self, stop: cython.longlong) -> cython.int:
        """Flip until no clause is false, `stop` is reached, or a part of the preparation of a try is done."""
        if not self.started:
            self.started = True
            self._begin(False)
        elif self.counted_until < self.clauses:
            self._count()
        if self.counted_until < self.clauses:
            return arrays.UNDECIDED
        while self.false and self.work < stop:
            if self.flips >= self.try_end:
                self.restarts += 1
                self.try_end = self.flips + self.try_unit * arrays.luby(self.restarts)
                self._begin(True)
                if self.counted_until < self.clauses:
                    return arrays.UNDECIDED
            else:
                self.cursor += 1
                if self.cursor >= self.false:
                    self.cursor = 0
                self._flip(self._pick(self.false_clauses[self.cursor]))
                if self.false < self.lowest:
                    self._keep_lowest()
        return arrays.UNDECIDED if self.false else arrays.SATISFIABLE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _random(self) -> cython.ulonglong:
        """The next number of 64 bits (G. Marsaglia: Xorshift RNGs. J. Statistical Software 8 (2003) 14)."""
        number = self.random
        number ^= number << 13 & WORD
        number ^= number >> 7
        number ^= number << 17 & WORD
        self.random = number
        return number

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _pick(self, clause: cython.int) -> cython.int:
        """Select a literal of a false clause to make true, by chance."""
        breaks, sums = self.breaks, self.sums
        begin = self.start[clause]
        size = self.start[clause + 1] - begin
        total: cython.double = 0.0
        for k in range(size):
            value = breaks[self.literals[begin + k] >> 1]
            total += self.weight[value if value < WEIGHTS else WEIGHTS - 1]
            sums[k] = total
        drawn = cython.cast(cython.double, self._random() >> 11) * UNIT * total
        k: cython.int = 0
        while k < size - 1 and sums[k] <= drawn:
            k += 1
        self.work += size
        return self.literals[begin + k]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _flip(self, literal: cython.int) -> cython.void:
        """Make a false literal true."""
        state, breaks, occurrences, listed = self.state, self.breaks, self.occurrences, self.false_clauses
        false = self.false
        variable = literal >> 1
        self.value[literal], self.value[literal ^ 1] = 1, 0
        broken: cython.int = 0  # clauses that it would make false again
        begin, end = self.occurrence[literal], self.occurrence[literal + 1]
        self.work += 4 + end - begin
        for i in range(begin, end):
            place = 2 * occurrences[i]
            true = state[place]
            state[place] = true + 1
            if true == 0:
                false -= 1
                last = listed[false]
                listed[state[place + 1]] = last
                state[2 * last + 1] = state[place + 1]
                state[place + 1] = variable
                broken += 1
            else:
                if true == 1:
                    breaks[state[place + 1]] -= 1
                state[place + 1] ^= variable
        breaks[variable] = broken
        begin, end = self.occurrence[literal ^ 1], self.occurrence[(literal ^ 1) + 1]
        self.work += end - begin
        for i in range(begin, end):
            place = 2 * occurrences[i]
            true = state[place] - 1
            state[place] = true
            state[place + 1] ^= variable
            if true == 0:
                state[place + 1] = false
                listed[false] = occurrences[i]
                false += 1
            elif true == 1:
                breaks[state[place + 1]] += 1
        self.false = false
        self.flips += 1
        if self.flipped_length < self.flipped_room:
            self.flipped[self.flipped_length] = variable
            self.flipped_length += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep_lowest(self) -> cython.void:
        self.lowest = self.false
        if self.flipped_length < self.flipped_room:
            for i in range(self.flipped_length):
                self.lowest_value[self.flipped[i]] = self.value[2 * self.flipped[i]]
        else:
            for variable in range(1, self.variables + 1):
                self.lowest_value[variable] = self.value[2 * variable]
        self.flipped_length = 0

    # --- a try's beginning ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _begin(self, is_restart: cython.bint) -> cython.void:
        """Give each variable a random value or, in the first try, the value that satisfies more of its clauses."""
        for variable in range(1, self.variables + 1):
            if not self._occurs(variable):
                continue
            positive = self.occurrence[2 * variable + 1] - self.occurrence[2 * variable]
            negative = self.occurrence[2 * variable + 2] - self.occurrence[2 * variable + 1]
            if is_restart or positive == negative:
                self._set(variable, self._random() >> 63 != 0)
            else:
                self._set(variable, positive > negative)
        self._begin_count(is_restart)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _occurs(self, variable: cython.int) -> cython.bint:
        """Whether the variable occurs in the clauses; make an unassigned one true."""
        if self.value[2 * variable] < 0:
            self._set(variable, True)
        return self.occurrence[2 * variable] < self.occurrence[2 * variable + 2]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _set(self, variable: cython.int, true: cython.bint) -> cython.void:
        self.value[2 * variable], self.value[2 * variable + 1] = true, not true

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _begin_count(self, is_restart: cython.bint) -> cython.void:
        """Begin to compute the data that depend on the assignment, and do the first part."""
        self.false = self.cursor = self.counted_until = 0
        self.is_restart = is_restart
        if not is_restart:
            self.lowest = self.clauses
        for variable in range(1, self.variables + 1):
            self.breaks[variable] = 0
        self._count()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count(self) -> cython.void:
        """Do a part of the computation of the data that depend on the assignment."""
        first: cython.int = self.start[self.counted_until]
        while self.counted_until < self.clauses and self.start[self.counted_until] - first < MAX_COUNTED:
            clause = self.counted_until
            self.counted_until += 1
            true: cython.int = 0
            critical: cython.int = 0
            for k in range(self.start[clause], self.start[clause + 1]):
                if self.value[self.literals[k]]:
                    true += 1
                    critical ^= self.literals[k] >> 1
            if true == 0:
                critical = self.false
                self.false_clauses[self.false] = clause
                self.false += 1
            elif true == 1:
                self.breaks[critical] += 1
            self.state[2 * clause], self.state[2 * clause + 1] = true, critical
        if self.counted_until == self.clauses:
            self.work += self.start[self.clauses]
            self.flipped_length = self.flipped_room
            if not self.is_restart or self.false < self.lowest:
                self._keep_lowest()

    # --- for tests ---

    def sanity(self) -> None:
        """Check all invariants between two slices, slowly. Raises AssertionError."""
        if self.refuted or not self.started:
            return
        occurrences: dict = {}
        breaks: dict = {}
        false = set()
        for clause in range(self.clauses):
            literals = [self.literals[k] for k in range(self.start[clause], self.start[clause + 1])]
            assert len({literal >> 1 for literal in literals}) == len(literals) > 1, "a clause is not as it should be"
            for literal in literals:
                occurrences.setdefault(literal, []).append(clause)
            true = [literal for literal in literals if self.value[literal] == 1]
            assert self.state[2 * clause] == len(true), "a number of true literals is wrong"
            if not true:
                false.add(clause)
                assert self.false_clauses[self.state[2 * clause + 1]] == clause, "a false clause is not where it says"
            if len(true) == 1:
                assert self.state[2 * clause + 1] == true[0] >> 1, "a clause depends on another variable"
                breaks[true[0] >> 1] = breaks.get(true[0] >> 1, 0) + 1
        assert self.false == len(false), "false clauses are miscounted"
        assert false == {self.false_clauses[i] for i in range(self.false)}, "the false clauses are others"
        assert self.lowest <= self.false, "the lowest number is not"
        for variable in range(1, self.variables + 1):
            assert self.value[2 * variable] + self.value[2 * variable + 1] == 1, "a variable has no value"
            assert self.breaks[variable] == breaks.get(variable, 0), "a break value is wrong"
            for literal in (2 * variable, 2 * variable + 1):
                listed = [self.occurrences[i] for i in range(self.occurrence[literal], self.occurrence[literal + 1])]
                assert listed == occurrences.get(literal, []), "the occurrences are wrong"
        wrong = 0
        for clause in range(self.clauses):
            codes = [self.literals[k] for k in range(self.start[clause], self.start[clause + 1])]
            wrong += not any(self.lowest_value[code >> 1] != (code & 1) for code in codes)
        assert wrong == self.lowest, "the lowest assignment is another"


def _base(mean: float) -> float:
    """The base of the weights for a mean length of clauses, between those of the table."""
    base = 0.0
    for (shorter, low), (longer, high) in pairwise(BASES):
        base = low + (high - low) * (min(mean, longer) - shorter) / (longer - shorter)
        if mean <= longer:
            break
    return base


_AS_ASSIGNMENT = bytes([255, 1, *[0] * 254])
"""Map the bytes 0 (false), 1 (true) and -1 (free) to those of an assignment."""
