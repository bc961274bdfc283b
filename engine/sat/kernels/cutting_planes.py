"""A conflict-driven search that learns linear constraints by cutting planes.

A constraint is sum >= bound over literals with positive weights. Its slack is the excess of the literals that are not
false over the bound: below 0 the constraint is a conflict, and a literal whose weight exceeds the slack is propagated.
Conflict analysis walks back along the trail. For each literal that is false in the conflicting constraint, the reason
of its negation is divided by the weight of this negation, and added with the multiple that cancels the literal. Before
the division, which rounds up, literals of the reason that are not false are weakened to multiples of the divisor (J.
Elffers, J. Nordström: Divide and conquer: towards faster pseudo-Boolean solving. IJCAI 2018). The sum stays a conflict;
the analysis ends when it propagates at an earlier level.

Numbers stay below 2^30, so that each product fits into 64 bits: a sum with a higher bound is divided, too. `fits` says
whether constraints do.

Literals are coded as in `arrays.py`. `log` has the events of the search, as numbers: those of `Step`, each followed by
its arguments. `engine.sat.cutting_planes.derivations` reads it.
"""

from array import array

import cython

from engine.base.kernels import plain
from engine.base.polling import poll

if cython.compiled:
    from cython.cimports.engine.sat.kernels import arrays
else:
    arrays = plain("engine.sat.kernels.arrays")

MAX_BOUND = cython.declare(cython.longlong, 1 << 30)  # the highest bound of a constraint
ROUNDED_BOUND = cython.declare(cython.longlong, 1 << 20)  # to which higher ones are divided

# The numbers of the log.
DECIDE = cython.declare(cython.int, 0)  # literal
PROPAGATE = cython.declare(cython.int, 1)  # literal, constraint, slack
CONFLICT = cython.declare(cython.int, 2)  # constraint: a derivation begins with it
RESOLVE = cython.declare(cython.int, 3)  # reason, literal, divisor, factor, count, (literal, weight) that are weakened
SATURATE = cython.declare(cython.int, 4)
ROUND = cython.declare(cython.int, 5)  # divisor, count, (literal, weight) that are weakened
LEARN = cython.declare(cython.int, 6)  # constraint, level: what was derived gets this number
CONTRADICTION = cython.declare(cython.int, 7)
DELETE = cython.declare(cython.int, 8)  # constraint
RESTART = cython.declare(cython.int, 9)

_FIRST_REDUCTION = 2000  # conflicts
_REDUCTION_GROWTH = 300  # by which the next one is later
RESTART_UNIT = cython.declare(cython.int, 100)  # conflicts


def fits(constraints: object) -> bool:
    """Whether the numbers of saturated constraints are small enough for this kernel."""
    return all(constraint.bound <= 1 << 30 for constraint in constraints) and all(
        sum(weight for weight, _ in constraint.saturated().terms) < 1 << 60 for constraint in constraints
    )


@cython.final
@cython.cclass
class CuttingPlanes:
    """One search. Constraints are numbered from 0, in the order in which they are added or learned.

    If `recording`, its events are in a log, which `take_log` empties.
    """

    variables = cython.declare(cython.int, visibility="readonly")
    decisions = cython.declare(cython.longlong, visibility="readonly")
    propagations = cython.declare(cython.longlong, visibility="readonly")
    conflicts = cython.declare(cython.longlong, visibility="readonly")
    restarts = cython.declare(cython.longlong, visibility="readonly")
    learned = cython.declare(cython.longlong, visibility="readonly")
    numbered = cython.declare(cython.int, visibility="readonly")

    recording: cython.bint
    log: cython.longlong[::1]
    logged: cython.int

    # the constraints, by place: their terms are from start[c] to start[c + 1]
    literals: cython.int[::1]
    weights: cython.longlong[::1]
    terms: cython.int
    start: cython.int[::1]
    bound: cython.longlong[::1]
    slack: cython.longlong[::1]
    max_weight: cython.longlong[::1]  # the highest weight
    number: cython.int[::1]  # the number
    glue: cython.int[::1]  # the number of levels when it was learned; 0 for a given one
    count: cython.int

    # where literals occur: linked lists
    first_occurrence: cython.int[::1]  # by literal
    next_occurrence: cython.int[::1]
    constraint_of: cython.int[::1]  # the constraint
    occurrence_weight: cython.longlong[::1]  # the weight
    occurrences: cython.int

    value: cython.schar[::1]  # by literal: 1 true, -1 false
    level_of: cython.int[::1]  # by variable: the level at which it was assigned
    reason: cython.int[::1]
    position: cython.int[::1]
    phase: cython.schar[::1]
    trail: cython.int[::1]
    length: cython.int
    head: cython.int
    level_start: cython.int[::1]  # by level: the length of the trail before its decision
    depth: cython.int

    activity: cython.double[::1]
    bump_size: cython.double
    heap: cython.int[::1]
    heap_place: cython.int[::1]
    heap_length: cython.int

    # the conflicting constraint: signed weights by variable
    weight: cython.longlong[::1]
    target: cython.longlong
    present_variables: cython.int[::1]  # its variables, and some whose weights have become 0
    present_count: cython.int
    is_present: cython.schar[::1]
    by_level: cython.longlong[::1]

    conflict: cython.int
    status: cython.int
    work: cython.longlong
    next_restart: cython.longlong
    next_reduction: cython.longlong

    def __init__(
        self, variables: object, constraints: object, recording: object = False, cancel: object = None
    ) -> None:
        self.variables = variables
        self.recording = recording
        self.log, self.logged = arrays.zeros("q", 1024), 0
        room = sum(len(constraint.terms) for constraint in constraints) + 64
        count = len(constraints) + 64
        self.decisions = self.propagations = self.conflicts = self.restarts = self.learned = 0
        self.literals, self.weights = arrays.zeros("i", room), arrays.zeros("q", room)
        self.next_occurrence, self.constraint_of = arrays.zeros("i", room), arrays.zeros("i", room)
        self.occurrence_weight = arrays.zeros("q", room)
        self.start, self.number = arrays.zeros("i", count + 1), arrays.zeros("i", count)
        self.glue = arrays.zeros("i", count)
        self.bound, self.slack = arrays.zeros("q", count), arrays.zeros("q", count)
        self.max_weight = arrays.zeros("q", count)
        self.terms = self.count = self.occurrences = self.numbered = 0
        codes = 2 * variables + 2
        self.first_occurrence = array("i", [-1]) * codes
        self.value = arrays.zeros("b", codes)
        self.level_of, self.reason = arrays.zeros("i", variables + 1), arrays.zeros("i", variables + 1)
        self.position, self.phase = arrays.zeros("i", variables + 1), arrays.zeros("b", variables + 1)
        self.trail, self.level_start = arrays.zeros("i", variables + 1), arrays.zeros("i", variables + 2)
        self.length = self.head = self.depth = 0
        self.activity, self.bump_size = arrays.zeros("d", variables + 1), 1.0
        self.heap, self.heap_place = arrays.zeros("i", variables + 2), array("i", [-1]) * (variables + 1)
        self.heap_length = 0
        self.weight, self.target = arrays.zeros("q", variables + 1), 0
        self.present_variables, self.present_count = arrays.zeros("i", variables + 1), 0
        self.is_present = arrays.zeros("b", variables + 1)
        self.by_level = arrays.zeros("q", variables + 2)
        self.conflict, self.status, self.work = -1, 0, 0
        self.next_restart, self.next_reduction = RESTART_UNIT, _FIRST_REDUCTION
        for constraint in constraints:
            poll(cancel)
            self._store(constraint)
        variable: cython.int
        for variable in range(1, self.variables + 1):
            if self.first_occurrence[2 * variable] >= 0 or self.first_occurrence[2 * variable + 1] >= 0:
                self._insert(variable)

    # --- use ---

    @property
    def level(self) -> int:
        """The number of decisions that are in force."""
        return self.depth

    def add(self, constraint: object) -> None:
        """Add a constraint that all further models satisfy. Its variables occur in others, or are never decided."""
        self._backjump(0)
        if self.status == arrays.SATISFIABLE:
            self.status = arrays.UNDECIDED
        self._store(constraint)
        for _weight, literal in constraint.terms:
            variable: cython.int = abs(literal)
            if self.value[2 * variable] == 0 and self.heap_place[variable] < 0:
                self._insert(variable)

    def prefer(self, literals: object) -> None:
        """Decide variables by these literals at first."""
        for literal in literals:
            self.phase[abs(literal)] = 1 if literal > 0 else -1

    def take_log(self) -> array:
        """The events since the last call."""
        numbers = array("q", self.log[: self.logged])
        self.logged = 0
        return numbers

    def run(self, work: cython.longlong) -> cython.int:
        """Search for about `work` visits of terms. Returns 10 (satisfiable), 20 (unsatisfiable) or 0 (not decided)."""
        self.work = work
        while self.work > 0 and self.status == arrays.UNDECIDED:
            if self.conflict < 0:
                self._propagate()
            if self.conflict >= 0:
                self._analyse()
            elif self.conflicts >= self.next_reduction:
                self._reduce()
            elif self.conflicts >= self.next_restart:
                self._restart()
            elif self.head == self.length:
                self._decide()
        return self.status

    def assignment(self) -> array:
        """A copy of the assignment: array("b") by variable of 1 (true), -1 (false) and 0 (free; so is index 0)."""
        return array("b", [self.value[2 * variable] for variable in range(self.variables + 1)])

    def model(self) -> array:
        """The assignment as array("i") with one literal for every variable, in order; free ones are made false."""
        return array(
            "i", [variable if self.value[2 * variable] > 0 else -variable for variable in range(1, self.variables + 1)]
        )

    # --- constraints ---

    def _store(self, constraint: object) -> None:
        """Take a given constraint, saturated."""
        smaller = constraint.saturated()
        self._make_room(len(smaller.terms))
        place: cython.int = self.terms
        for weight, literal in smaller.terms:
            self.literals[place], self.weights[place] = arrays.coded(literal), weight
            place += 1
        self.terms = place
        self._finish(max(smaller.bound, 0), 0)

    def _make_room(self, more: object) -> None:
        """Make room for one more constraint of so many terms."""
        if self.terms + more > len(self.literals):
            room = max(2 * len(self.literals), self.terms + more)
            self.literals, self.weights = longer("i", self.literals, room), longer("q", self.weights, room)
        if self.occurrences + more > len(self.next_occurrence):
            room = max(2 * len(self.next_occurrence), self.occurrences + more)
            self.next_occurrence, self.constraint_of = (
                longer("i", self.next_occurrence, room),
                longer("i", self.constraint_of, room),
            )
            self.occurrence_weight = longer("q", self.occurrence_weight, room)
        if self.count + 1 >= len(self.bound):
            room = 2 * len(self.bound)
            self.start, self.number = longer("i", self.start, room + 1), longer("i", self.number, room)
            self.glue = longer("i", self.glue, room)
            self.bound, self.slack = longer("q", self.bound, room), longer("q", self.slack, room)
            self.max_weight = longer("q", self.max_weight, room)

    @cython.cfunc
    def _finish(self, bound: cython.longlong, glue: cython.int) -> cython.int:
        """Complete the constraint whose terms were stored, and look whether it propagates. Returns its place."""
        constraint: cython.int = self.count
        k: cython.int
        self.count += 1
        self.start[constraint + 1] = self.terms
        self.bound[constraint] = bound
        self.number[constraint] = self.numbered
        self.numbered += 1
        self.glue[constraint] = glue
        self.max_weight[constraint] = 0
        self.slack[constraint] = -bound
        for k in range(self.start[constraint], self.terms):
            code: cython.int = self.literals[k]
            if self.weights[k] > self.max_weight[constraint]:
                self.max_weight[constraint] = self.weights[k]
            if self.value[code] >= 0 or self.position[code >> 1] >= self.head:
                self.slack[constraint] += self.weights[k]
            self._list(constraint, k)
        if self.slack[constraint] < 0:
            if self.conflict < 0:
                self.conflict = constraint
        elif self.slack[constraint] < self.max_weight[constraint]:
            self._imply(constraint)
        return constraint

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _list(self, constraint: cython.int, k: cython.int) -> cython.void:
        occurrence: cython.int = self.occurrences
        self.occurrences += 1
        self.constraint_of[occurrence], self.occurrence_weight[occurrence] = constraint, self.weights[k]
        self.next_occurrence[occurrence] = self.first_occurrence[self.literals[k]]
        self.first_occurrence[self.literals[k]] = occurrence

    # --- the trail ---

    @cython.cfunc
    def _assign(self, code: cython.int, reason: cython.int) -> cython.void:
        variable: cython.int = code >> 1
        self.value[code], self.value[code ^ 1] = 1, -1
        self.level_of[variable], self.reason[variable], self.position[variable] = self.depth, reason, self.length
        self.trail[self.length] = code
        self.length += 1

    @cython.cfunc
    def _imply(self, constraint: cython.int) -> cython.void:
        """Propagate the literals whose weights exceed the slack."""
        k: cython.int
        slack: cython.longlong = self.slack[constraint]
        for k in range(self.start[constraint], self.start[constraint + 1]):
            if self.weights[k] <= slack:
                break
            code: cython.int = self.literals[k]
            if self.value[code] == 0:
                self.propagations += 1
                if self.recording:
                    self._write(PROPAGATE, arrays.decoded(code), self.number[constraint])
                    self._push(slack)
                self._assign(code, constraint)
            self.work -= 1

    @cython.cfunc
    def _propagate(self) -> cython.void:
        constraint: cython.int
        occurrence: cython.int
        while self.head < self.length and self.conflict < 0:
            occurrence = self.first_occurrence[self.trail[self.head] ^ 1]
            self.head += 1
            while occurrence >= 0:
                constraint = self.constraint_of[occurrence]
                self.slack[constraint] -= self.occurrence_weight[occurrence]
                if self.slack[constraint] < self.max_weight[constraint]:
                    if self.slack[constraint] < 0:
                        if self.conflict < 0:
                            self.conflict = constraint
                    elif self.conflict < 0:
                        self._imply(constraint)
                occurrence = self.next_occurrence[occurrence]
                self.work -= 1

    @cython.cfunc
    def _backjump(self, depth: cython.int) -> cython.void:
        """Unassign everything above a level."""
        if depth >= self.depth:
            return
        code: cython.int
        occurrence: cython.int
        limit: cython.int = self.level_start[depth + 1]
        while self.length > limit:
            self.length -= 1
            code = self.trail[self.length]
            if self.length < self.head:
                occurrence = self.first_occurrence[code ^ 1]
                while occurrence >= 0:
                    self.slack[self.constraint_of[occurrence]] += self.occurrence_weight[occurrence]
                    occurrence = self.next_occurrence[occurrence]
                    self.work -= 1
            self.value[code] = self.value[code ^ 1] = 0
            self.phase[code >> 1] = -1 if code & 1 else 1
            if self.heap_place[code >> 1] < 0:
                self._insert(code >> 1)
        self.head = min(self.head, limit)
        self.depth = depth

    @cython.cfunc
    def _decide(self) -> cython.void:
        variable: cython.int = 0
        while self.heap_length:
            variable = self._pop()
            if self.value[2 * variable] == 0:
                break
            variable = 0
        if variable == 0:
            self.status = arrays.SATISFIABLE
            return
        code: cython.int = 2 * variable + (0 if self.phase[variable] > 0 else 1)
        self.decisions += 1
        self.depth += 1
        self.level_start[self.depth] = self.length
        if self.recording:
            self._push(DECIDE)
            self._push(arrays.decoded(code))
        self._assign(code, -1)
        self.work -= 1

    @cython.cfunc
    def _restart(self) -> cython.void:
        self.restarts += 1
        self.next_restart = self.conflicts + RESTART_UNIT * arrays.luby(self.restarts)
        if self.recording:
            self._push(RESTART)
        self._backjump(0)

    # --- conflict analysis ---

    @cython.cfunc
    def _analyse(self) -> cython.void:
        """Derive a constraint that propagates at an earlier level, learn it and go back there."""
        constraint: cython.int = self.conflict
        place: cython.int
        code: cython.int
        variable: cython.int
        k: cython.int
        self.conflict = -1
        self.conflicts += 1
        if self.recording:
            self._push(CONFLICT)
            self._push(self.number[constraint])
        self.target = self.bound[constraint]
        for k in range(self.start[constraint], self.start[constraint + 1]):
            self._add_term(self.literals[k], self.weights[k])
        place = self.length - 1
        while place >= 0:
            code = self.trail[place]
            variable = code >> 1
            if self.weight[variable] and (self.weight[variable] > 0) == (code & 1):
                if self.level_of[variable] > 0 and self._propagates_below(self.level_of[variable]):
                    break
                if self.reason[variable] >= 0:
                    self._resolve(self.reason[variable], code, place)
            place -= 1
        if place < 0:
            self.status = arrays.UNSATISFIABLE
            if self.recording:
                self._push(CONTRADICTION)
            self._forget()
            return
        self._divide_by_common()
        self._learn()

    @cython.cfunc
    @cython.exceptval(check=False)
    def _add_term(self, code: cython.int, weight: cython.longlong) -> cython.void:
        """Add a term to the conflicting constraint; opposite literals cancel each other."""
        variable: cython.int = code >> 1
        weight_before: cython.longlong = self.weight[variable]
        if not self.is_present[variable]:
            self.is_present[variable] = 1
            self.present_variables[self.present_count] = variable
            self.present_count += 1
        if code & 1:
            if weight_before > 0:
                self.target -= min(weight_before, weight)
            self.weight[variable] = weight_before - weight
        else:
            if weight_before < 0:
                self.target -= min(-weight_before, weight)
            self.weight[variable] = weight_before + weight

    @cython.cfunc
    @cython.exceptval(check=False)
    def _propagates_below(self, level: cython.int) -> cython.bint:
        """Whether the conflicting constraint propagates, and is no conflict, below a level."""
        slack: cython.longlong = -self.target
        highest: cython.longlong = 0
        k: cython.int
        for k in range(self.present_count):
            variable: cython.int = self.present_variables[k]
            weight: cython.longlong = abs(self.weight[variable])
            if weight == 0:
                continue
            code: cython.int = 2 * variable + (self.weight[variable] < 0)
            if self.value[code] == 0 or self.level_of[variable] >= level:
                slack += weight
                highest = max(highest, weight)
            elif self.value[code] > 0:
                slack += weight
        self.work -= self.present_count
        return 0 <= slack < highest

    @cython.cfunc
    def _resolve(self, constraint: cython.int, pivot: cython.int, place: cython.int) -> cython.void:
        """Add the rounded reason of a literal, so that its negation leaves the conflicting constraint."""
        k: cython.int
        code: cython.int
        remainder: cython.longlong
        weight: cython.longlong
        divisor: cython.longlong = 1
        factor: cython.longlong = abs(self.weight[pivot >> 1])
        bound: cython.longlong = self.bound[constraint]
        counter: cython.int = 0
        for k in range(self.start[constraint], self.start[constraint + 1]):
            if self.literals[k] == pivot:
                divisor = self.weights[k]
                break
        if self.recording:
            self._write(RESOLVE, self.number[constraint], arrays.decoded(pivot))
            self._write(divisor, factor, 0)
            counter = self.logged - 1
        for k in range(self.start[constraint], self.start[constraint + 1]):
            code, weight = self.literals[k], self.weights[k]
            remainder = weight % divisor
            if remainder:
                if self.value[code] < 0 and self.position[code >> 1] < place:
                    weight += divisor - remainder
                else:
                    weight -= remainder
                    bound -= remainder
                    if self.recording:
                        self._push(arrays.decoded(code))
                        self._push(remainder)
                        self.log[counter] += 1
            if weight:
                self._add_term(code, factor * (weight // divisor))
            self._bump(code >> 1)
        self.work -= 2 * (self.start[constraint + 1] - self.start[constraint])
        self.target += factor * ((bound + divisor - 1) // divisor)
        self._saturate()
        if self.target > MAX_BOUND:
            self._round((self.target + ROUNDED_BOUND - 1) // ROUNDED_BOUND, place)
            self._saturate()

    @cython.cfunc
    def _saturate(self) -> cython.void:
        """Lower the weights of the conflicting constraint to its bound."""
        k: cython.int
        lowered: cython.bint = False
        for k in range(self.present_count):
            variable: cython.int = self.present_variables[k]
            if self.weight[variable] > self.target:
                self.weight[variable] = self.target
                lowered = True
            elif self.weight[variable] < -self.target:
                self.weight[variable] = -self.target
                lowered = True
        if lowered and self.recording:
            self._push(SATURATE)

    @cython.cfunc
    def _round(self, divisor: cython.longlong, place: cython.int) -> cython.void:
        """Divide the conflicting constraint, after weakening the literals that are not false before a place."""
        k: cython.int
        variable: cython.int
        code: cython.int
        remainder: cython.longlong
        weight: cython.longlong
        counter: cython.int = 0
        if self.recording:
            self._push(ROUND)
            self._push(divisor)
            self._push(0)
            counter = self.logged - 1
        for k in range(self.present_count):
            variable = self.present_variables[k]
            weight = abs(self.weight[variable])
            code = 2 * variable + (self.weight[variable] < 0)
            remainder = weight % divisor
            if remainder:
                if self.value[code] < 0 and self.position[variable] < place:
                    weight += divisor - remainder
                else:
                    weight -= remainder
                    self.target -= remainder
                    if self.recording:
                        self._push(arrays.decoded(code))
                        self._push(remainder)
                        self.log[counter] += 1
            weight //= divisor
            self.weight[variable] = -weight if code & 1 else weight
        self.target = (self.target + divisor - 1) // divisor

    @cython.cfunc
    def _divide_by_common(self) -> cython.void:
        """Divide the conflicting constraint by the greatest common divisor of its weights."""
        k: cython.int
        common: cython.longlong = 0
        other: cython.longlong
        for k in range(self.present_count):
            other = abs(self.weight[self.present_variables[k]])
            while other:
                common, other = other, common % other
            if common == 1:
                return
        if common > 1:
            self._round(common, self.length)

    @cython.cfunc
    def _learn(self) -> cython.void:
        """Store the conflicting constraint, and go back to the first level at which it propagates."""
        k: cython.int
        variable: cython.int
        size: cython.int = 0
        deepest: cython.int = 0
        glue: cython.int = 0
        begin: cython.int = self.terms
        slack: cython.longlong = -self.target
        self._make_room(self.present_count)
        for k in range(self.present_count):
            variable = self.present_variables[k]
            if self.weight[variable]:
                self.literals[begin + size] = 2 * variable + (self.weight[variable] < 0)
                self.weights[begin + size] = abs(self.weight[variable])
                slack += abs(self.weight[variable])
                size += 1
        self.terms += size
        sort_terms(self.literals, self.weights, begin, size)
        for k in range(begin, begin + size):
            variable = self.literals[k] >> 1
            if self.value[self.literals[k]] < 0:
                if self.by_level[self.level_of[variable]] == 0:
                    glue += 1
                self.by_level[self.level_of[variable]] += self.weights[k]
                deepest = max(deepest, self.level_of[variable])
        level: cython.int = 0
        top: cython.int = begin
        goal: cython.int = -1
        for level in range(deepest + 1):
            slack -= self.by_level[level]
            self.by_level[level] = 0
            if goal >= 0:
                continue
            while top < begin + size:
                variable = self.literals[top] >> 1
                if self.value[2 * variable] == 0 or self.level_of[variable] > level:
                    break
                top += 1
            if slack < 0 or (top < begin + size and self.weights[top] > slack):
                goal = level
        self.learned += 1
        if self.recording:
            self._write(LEARN, self.numbered, goal)
        self._backjump(goal)
        self._finish(self.target, max(glue, 1))
        self._forget()
        self.bump_size *= 1.05

    @cython.cfunc
    def _forget(self) -> cython.void:
        """Empty the conflicting constraint."""
        k: cython.int
        for k in range(self.present_count):
            self.weight[self.present_variables[k]] = 0
            self.is_present[self.present_variables[k]] = 0
        self.present_count = 0

    # --- forgetting ---

    def _reduce(self) -> None:
        """Delete half of the learned constraints, those of the most levels and terms first, but no reason."""
        self.next_reduction = (
            self.conflicts + _FIRST_REDUCTION + _REDUCTION_GROWTH * (self.conflicts // _FIRST_REDUCTION)
        )
        reasons = {self.reason[self.trail[k] >> 1] for k in range(self.length)}
        worst = sorted(
            (constraint for constraint in range(self.count) if self.glue[constraint] > 2 and constraint not in reasons),
            key=lambda constraint: (
                -self.glue[constraint],
                self.start[constraint] - self.start[constraint + 1],
                constraint,
            ),
        )
        dropped = set(worst[: len(worst) // 2])
        k: cython.int
        variable: cython.int
        begin: cython.int
        end: cython.int
        place: cython.int = 0
        self.terms = self.occurrences = 0
        moved = {}
        for code in range(len(self.first_occurrence)):
            self.first_occurrence[code] = -1
        begin = 0
        for constraint in range(self.count):
            end = self.start[constraint + 1]
            if constraint in dropped:
                if self.recording:
                    self._push(DELETE)
                    self._push(self.number[constraint])
            else:
                moved[constraint] = place
                for k in range(begin, end):
                    self.literals[self.terms], self.weights[self.terms] = self.literals[k], self.weights[k]
                    self._list(place, self.terms)
                    self.terms += 1
                self.bound[place], self.slack[place], self.max_weight[place] = (
                    self.bound[constraint],
                    self.slack[constraint],
                    self.max_weight[constraint],
                )
                self.number[place], self.glue[place] = self.number[constraint], self.glue[constraint]
                place += 1
                self.start[place] = self.terms
            begin = end
        self.count = place
        for k in range(self.length):
            variable = self.trail[k] >> 1
            if self.reason[variable] >= 0:
                self.reason[variable] = moved[self.reason[variable]]

    # --- the log ---

    @cython.cfunc
    def _push(self, number: cython.longlong) -> cython.void:
        if self.logged == len(self.log):
            self.log = longer("q", self.log, 2 * self.logged)
        self.log[self.logged] = number
        self.logged += 1

    @cython.cfunc
    def _write(self, first: cython.longlong, second: cython.longlong, third: cython.longlong) -> cython.void:
        self._push(first)
        self._push(second)
        self._push(third)

    # --- the order of decisions ---

    @cython.cfunc
    @cython.exceptval(check=False)
    def _bump(self, variable: cython.int) -> cython.void:
        """Raise the activity of a variable."""
        k: cython.int
        self.activity[variable] += self.bump_size
        if self.activity[variable] > 1e100:
            for k in range(1, self.variables + 1):
                self.activity[k] *= 1e-100
            self.bump_size *= 1e-100
        if self.heap_place[variable] >= 0:
            self._up(self.heap_place[variable])

    @cython.cfunc
    @cython.exceptval(check=False)
    def _insert(self, variable: cython.int) -> cython.void:
        self.heap[self.heap_length] = variable
        self.heap_place[variable] = self.heap_length
        self.heap_length += 1
        self._up(self.heap_length - 1)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _pop(self) -> cython.int:
        best: cython.int = self.heap[0]
        self.heap_place[best] = -1
        self.heap_length -= 1
        if self.heap_length:
            last: cython.int = self.heap[self.heap_length]
            place: cython.int = 0
            child: cython.int = 1
            while child < self.heap_length:
                if child + 1 < self.heap_length and self._before(self.heap[child + 1], self.heap[child]):
                    child += 1
                if not self._before(self.heap[child], last):
                    break
                self.heap[place] = self.heap[child]
                self.heap_place[self.heap[place]] = place
                place = child
                child = 2 * place + 1
            self.heap[place] = last
            self.heap_place[last] = place
        return best

    @cython.cfunc
    @cython.exceptval(check=False)
    def _up(self, place: cython.int) -> cython.void:
        variable: cython.int = self.heap[place]
        while place > 0 and self._before(variable, self.heap[(place - 1) // 2]):
            self.heap[place] = self.heap[(place - 1) // 2]
            self.heap_place[self.heap[place]] = place
            place = (place - 1) // 2
        self.heap[place] = variable
        self.heap_place[variable] = place

    @cython.cfunc
    @cython.exceptval(check=False)
    def _before(self, variable: cython.int, other: cython.int) -> cython.bint:
        """Whether a variable is decided before another: the more active one, or else the first."""
        return self.activity[variable] > self.activity[other] or (
            self.activity[variable] == self.activity[other] and variable < other
        )


@cython.cfunc
def longer(typecode: object, numbers: object, room: object) -> object:
    """A longer array with the same numbers."""
    more = arrays.zeros(typecode, room)
    memoryview(more)[: len(numbers)] = numbers
    return more


@cython.cfunc
@cython.exceptval(check=False)
def sort_terms(
    literals: cython.int[::1], weights: cython.longlong[::1], begin: cython.int, size: cython.int
) -> cython.void:
    """Sort terms by weight, the highest first (Shell's sort)."""
    gap: cython.int = size // 2
    k: cython.int
    j: cython.int
    while gap:
        for k in range(begin + gap, begin + size):
            code: cython.int = literals[k]
            weight: cython.longlong = weights[k]
            j = k
            while j >= begin + gap and weights[j - gap] < weight:
                literals[j], weights[j] = literals[j - gap], weights[j - gap]
                j -= gap
            literals[j], weights[j] = code, weight
        gap //= 2
