# cython: infer_types=True
# (Cython infers the types of most local variables.)
"""The compiled part of preprocessing: makes a formula smaller; see `engine.sat.solvers.preprocess`.

Literals are coded as in `arrays.py`. All clauses are stored in one array, the arena. A clause is the index of its first
literal there, with its header just before; a removed clause has size 0. The clauses of each literal are listed in
another array, as pairs of a clause and its initial signature; removed clauses leave a list when it is next traversed.

The work is divided into steps, each about one literal, clause or variable. In order of priority: a true literal is
propagated; a clause loses its false literals; a new or shorter clause is used for subsumption, or clauses that subsume
a resolvent are searched for; a variable is eliminated.
"""

from array import array

import cython

from engine.base.kernels import plain
from engine.base.polling import clause_pieces, pieces, poll

if cython.compiled:
    from cython.cimports.engine.sat.kernels import arrays
else:
    arrays = plain("engine.sat.kernels.arrays")


NONE = cython.declare(cython.int, -1)  # in place of a variable, a bucket or a literal

# Header of a clause: arena[clause - SIZE] is its number of literals; and so on.
SIZE = cython.declare(cython.int, 1)
SIGNATURE = cython.declare(cython.int, 2)  # the set of its variables modulo 31
FREE = cython.declare(cython.int, 3)  # number of literals not known to be false
QUEUED = cython.declare(cython.int, 4)  # NEW or CHANGED: it is in the queue
ROOM = cython.declare(cython.int, 5)  # its initial number of literals
HEADER = cython.declare(cython.int, 5)

MAX_PAIRS = cython.declare(cython.int, 1000)  # pairs of clauses that are resolved to eliminate a variable
MAX_RESOLVENT = cython.declare(cython.int, 100)  # literals of a resolvent
MAX_GROWTH = cython.declare(cython.int, 24)  # number of literals that an elimination may add

CHANGED = cython.declare(cython.int, 1)  # it may subsume other clauses
NEW = cython.declare(cython.int, 2)  # and others may subsume it

SUBSUMED = cython.declare(cython.int, -2)

MAX_WRITTEN = cython.declare(cython.int, 1 << 18)  # numbers of the arena between two polls: some milliseconds


@cython.final
@cython.cclass
class Preprocessor:
    """The preprocessing of one formula; call `run` until it is done, or as often as you like.

    Between runs, `clauses` returns a formula over the same variables that is satisfiable exactly if the original is,
    and `witness` the data with which `extend` turns its models into models of the original. The counters are of
    variables `assigned` by unit clauses or `eliminated`, of clauses `subsumed`, and of literals removed from
    `strengthened` clauses. With `proof`, steps are recorded for `take_proof`.

    Raises MemoryError if the formula does not fit, ValueError for a literal beyond its variables, and Cancelled if
    `cancel`, polled during loading, returns true.
    """

    variables: cython.int
    growth: cython.int  # number of literals that an elimination may add
    assigned = cython.declare(cython.int, visibility="readonly")
    eliminated = cython.declare(cython.int, visibility="readonly")
    subsumed = cython.declare(cython.int, visibility="readonly")
    strengthened = cython.declare(cython.int, visibility="readonly")
    work = cython.declare(cython.longlong, visibility="readonly")  # literals visited so far
    refuted = cython.declare(cython.bint, visibility="readonly")  # the empty clause follows
    witnesses: arrays.Ints
    proving: cython.bint
    proof: arrays.Ints

    memory: list  # owners of the plain arrays
    arena: arrays.Ints
    lists: arrays.Ints
    list_start: cython.p_int  # by literal
    list_length: cython.p_int
    list_room: cython.p_int
    occurrences: cython.p_int  # by unassigned literal: its clauses that are not removed

    value: cython.p_int  # by literal: 1 true, -1 false, 0 free
    trail: cython.p_int
    head: cython.int  # the part of the trail that is propagated
    shortened: arrays.Ints  # clauses with false literals
    queue: arrays.Ints  # clauses that may subsume others
    queue_head: cython.int

    first: cython.p_int  # by bucket: variables by the number of pairs of clauses to resolve
    after: cython.p_int  # by variable: the next of its bucket
    before: cython.p_int
    bucket: cython.p_int  # by variable; NONE: it does not wait
    lowest: cython.int  # all buckets below are empty

    mark: cython.p_int  # by literal: 1 if it is in the current clause
    clause: arrays.Ints

    def __init__(self, formula: object, proof: bool = False, growth: int = MAX_GROWTH, cancel: object = None) -> None:
        n = formula.variables
        if n > arrays.MAX_NUMBER // 2 - 1:
            raise MemoryError(f"{n} variables are more than the preprocessor can number")
        self.variables = n
        self.assigned = self.eliminated = self.subsumed = self.strengthened = self.head = 0
        self.work, self.refuted, self.growth = 0, False, growth
        self.witnesses, self.proving, self.proof = arrays.Ints(64), proof, arrays.Ints(64)
        self.memory = []
        self.arena = arrays.Ints(len(formula.literals) + HEADER * (len(formula) + 1))
        poll(cancel)
        self.lists = arrays.Ints(2 * len(formula.literals) + 1)
        poll(cancel)
        self.list_start, self.list_length = self._zeros(2 * n + 2), self._zeros(2 * n + 2)
        self.list_room, self.occurrences = self._zeros(2 * n + 2), self._zeros(2 * n + 2)
        poll(cancel)
        self.value, self.trail = self._zeros(2 * n + 2), self._zeros(n + 1)
        self.shortened, self.queue, self.queue_head = arrays.Ints(64), arrays.Ints(len(formula) + 1), 0
        self.first, self.lowest = self._zeros(MAX_PAIRS + 1), 0
        self.after, self.before, self.bucket = self._zeros(n + 1), self._zeros(n + 1), self._zeros(n + 1)
        self.mark, self.clause = self._zeros(2 * n + 2), arrays.Ints(64)
        for i in range(MAX_PAIRS + 1):
            self.first[i] = NONE
        self._make_lists(formula.literals, cancel)
        self._load(formula, cancel)

    @cython.cfunc
    def _zeros(self, length: object) -> cython.p_int:
        numbers = arrays.zeros("i", length)
        self.memory.append(numbers)
        return arrays.ints(numbers)

    # --- use ---

    def run(self, work: cython.longlong) -> bool:
        """Continue for about `work` visits of literals, without the GIL; return whether all is done.

        Raises MemoryError.
        """
        done: cython.bint = False
        stop = self.work + work
        with cython.nogil:
            while not done and self.work < stop:
                done = self._step() == 0
        return done

    def clauses(self, cancel: object = None) -> tuple:
        """The arrays `literals` and `starts` of the current formula; known literals are unit clauses.

        Raises Cancelled if `cancel`, polled between pieces, returns true.
        """
        literals: arrays.Ints = arrays.Ints(self.assigned + 64)
        starts: arrays.Ints = arrays.Ints(self.assigned + 64)
        with cython.nogil:
            clause: cython.int = self._write_units(literals, starts)
        while clause < self.arena.length:
            poll(cancel)
            with cython.nogil:
                clause = self._write(literals, starts, clause)
        return literals.copy(), starts.copy()

    def witness(self) -> array:
        """The argument of `extend`: clauses in order, each followed by its length."""
        return self.witnesses.copy()

    def take_proof(self) -> array:
        """The steps of the proof since the last call, as `engine.sat.proof.proof.ProofSink.write_steps` takes them."""
        steps = self.proof.copy()
        self.proof.length = 0
        return steps

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _write_units(self, literals: arrays.Ints, starts: arrays.Ints) -> cython.int:
        """Write the known literals, or the empty clause; return the index of the first clause to write."""
        starts.push(0)
        if self.refuted:
            starts.push(0)
            return self.arena.length
        for i in range(self.assigned):
            literals.push(arrays.decoded(self.trail[i]))
            starts.push(literals.length)
        return HEADER

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _write(self, literals: arrays.Ints, starts: arrays.Ints, clause: cython.int) -> cython.int:
        """Write a piece of the clauses from an index on; return the next index."""
        end = min(self.arena.length, cython.cast(cython.longlong, clause) + MAX_WRITTEN)
        while clause < end:
            size = self.arena.data[clause - SIZE]
            for k in range(clause, clause + size):
                literals.push(arrays.decoded(self.arena.data[k]))
            if size:
                starts.push(literals.length)
            clause += HEADER + self.arena.data[clause - ROOM]
        return clause

    # --- loading ---

    def _make_lists(self, literals: cython.int[::1], cancel: object) -> None:
        """Allocate the clause lists of all literals. Raises Cancelled."""
        begin: cython.int
        end: cython.int
        for begin, end in pieces(len(literals), cancel):
            for i in range(begin, end):
                if literals[i] == 0 or not -self.variables <= literals[i] <= self.variables:
                    raise ValueError(f"literal {literals[i]} in a formula of {self.variables} variables")
                self.list_room[arrays.coded(literals[i])] += 2
        for begin, end in pieces(2 * self.variables + 2, cancel):
            for literal in range(begin, end):
                self.list_start[literal] = self.lists.length
                self.lists.length += self.list_room[literal]

    def _load(self, formula: object, cancel: object) -> None:
        """Add the clauses, and queue all variables. Raises Cancelled."""
        literals: cython.int[::1] = formula.literals
        starts: cython.int[::1] = formula.starts
        begin: cython.int
        end: cython.int
        for begin, end in pieces(self.variables + 1, cancel):
            for variable in range(begin, end):
                self.bucket[variable] = NONE
        for begin, end in clause_pieces(formula.starts, cancel):
            with cython.nogil:
                for i in range(begin, end):
                    self._load_clause(arrays.ints(literals), starts[i], starts[i + 1])
        for begin, end in pieces(self.variables, cancel):
            with cython.nogil:
                for variable in range(begin + 1, end + 1):
                    self._queue_variable(variable)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _load_clause(self, literals: cython.p_int, begin: cython.int, end: cython.int) -> cython.int:
        """Add a clause of the formula without its duplicates, unless it is a tautology."""
        tautology: cython.bint = False
        self.clause.length = 0
        for i in range(begin, end):
            literal = arrays.coded(literals[i])
            tautology |= self.mark[literal ^ 1]
            if not self.mark[literal]:
                self.mark[literal] = 1
                self.clause.push(literal)
        self._unmark(self.clause.data, 0, self.clause.length)
        if not tautology:
            if self.clause.length < end - begin:
                self._log(False, self.clause.data, 0, self.clause.length)
            self._add(CHANGED)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _add(self, state: cython.int) -> cython.int:
        """Add the clause in `clause`, which has no duplicates."""
        size = self.clause.length
        if size == 0:
            self.refuted = True
        if size == 1:
            self._assign(self.clause.data[0])
        if size < 2:
            return 0
        self.arena.reserve(HEADER + size)
        arena = self.arena.data
        clause = self.arena.length + HEADER
        self.arena.length += HEADER + size
        arena[clause - SIZE] = arena[clause - ROOM] = size
        arena[clause - QUEUED] = 0
        for k in range(size):
            literal = self.clause.data[k]
            arena[clause + k] = literal
            self.occurrences[literal] += 1
            if self.bucket[literal >> 1] != NONE:
                self._queue_variable(literal >> 1)
        self.work += 4 * size
        self._change(clause, state)
        for k in range(size):
            self._list(self.clause.data[k], clause)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _list(self, literal: cython.int, clause: cython.int) -> cython.int:
        """Append to the list of a literal; a full list moves to the end."""
        length = self.list_length[literal]
        if length == self.list_room[literal]:
            room = 2 * length + 8
            self.lists.reserve(room)
            for i in range(length):
                self.lists.data[self.lists.length + i] = self.lists.data[self.list_start[literal] + i]
            self.list_start[literal] = self.lists.length
            self.list_room[literal] = room
            self.lists.length += room
        place = self.list_start[literal] + length
        self.lists.data[place] = clause
        self.lists.data[place + 1] = self.arena.data[clause - SIGNATURE]
        self.list_length[literal] = length + 2
        return 0

    # --- steps ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _step(self) -> cython.int:
        """Do the next step; 0 if there is none."""
        self.work += 1
        if self.refuted:
            return 0
        if self.head < self.assigned:
            self.head += 1
            self._propagate(self.trail[self.head - 1])
        elif self.shortened.length:
            self.shortened.length -= 1
            self._strip(self.shortened.data[self.shortened.length])
        elif self.queue_head < self.queue.length:
            self.queue_head += 1
            self._subsume_with(self.queue.data[self.queue_head - 1])
        else:
            self.queue.length = self.queue_head = 0
            while self.lowest <= MAX_PAIRS and self.first[self.lowest] == NONE:
                self.lowest += 1
            if self.lowest > MAX_PAIRS:
                return 0
            variable = self.first[self.lowest]
            self._unqueue_variable(variable)
            self._eliminate(variable)
        return 1

    # --- unit propagation ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _assign(self, literal: cython.int) -> cython.int:
        """Make the literal of a unit clause true."""
        if self.value[literal] < 0:
            self._log(False, self.clause.data, 0, 0)
            self.refuted = True
        elif self.value[literal] == 0:
            self.value[literal] = 1
            self.value[literal ^ 1] = -1
            self.trail[self.assigned] = literal
            self.assigned += 1
            self._unqueue_variable(literal >> 1)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _deduce(self, place: cython.p_int, k: cython.int) -> cython.int:
        """Assign the only literal that a clause has left."""
        self._log(False, place, k, k + 1)
        self._assign(place[k])
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _propagate(self, literal: cython.int) -> cython.int:
        """Remove the clauses of a true literal, and check the clauses of its negation for unit and empty ones."""
        arena = self.arena.data
        for i in range(self.list_start[literal], self.list_start[literal] + self.list_length[literal], 2):
            self._remove(self.lists.data[i])
        false = literal ^ 1
        for i in range(self.list_start[false], self.list_start[false] + self.list_length[false], 2):
            clause = self.lists.data[i]
            size = arena[clause - SIZE]
            if size == 0:
                continue
            if arena[clause - FREE] == size:
                self.shortened.push(clause)
            arena[clause - FREE] -= 1
            if arena[clause - FREE] == 1:
                self.work += size
                k = clause
                while k < clause + size and self.value[arena[k]] < 0:
                    k += 1
                if k == clause + size:
                    self._log(False, arena, 0, 0)
                    self.refuted = True
                elif self.value[arena[k]] == 0:
                    self._deduce(arena, k)
        self.work += self.list_length[literal] + self.list_length[false]
        self.list_length[literal] = self.list_length[false] = 0
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _strip(self, clause: cython.int) -> cython.int:
        """Remove the false literals of a clause."""
        arena = self.arena.data
        size = arena[clause - SIZE]
        target = clause
        for k in range(clause, clause + size):
            literal = arena[k]
            if self.value[literal] == 0:
                arena[k] = arena[target]
                arena[target] = literal
                target += 1
        self.work += size
        if size:
            self._shrink(clause, target - clause)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _shrink(self, clause: cython.int, size: cython.int) -> cython.int:
        """Shorten a clause to its first literals, at least two."""
        arena = self.arena.data
        self._log(False, arena, clause, clause + size)
        self._log(True, arena, clause, clause + arena[clause - SIZE])
        arena[clause - SIZE] = size
        self._change(clause, CHANGED)
        for k in range(clause, clause + size):
            self._queue_variable(arena[k] >> 1)
        self.work += 4 * size
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _change(self, clause: cython.int, state: cython.int) -> cython.int:
        """Update the header of a new or shorter clause, and queue it."""
        arena = self.arena.data
        size = arena[clause - SIZE]
        signature: cython.int = 0
        for k in range(clause, clause + size):
            signature |= 1 << (arena[k] >> 1) % 31
        arena[clause - SIGNATURE] = signature
        arena[clause - FREE] = size
        if not arena[clause - QUEUED]:
            arena[clause - QUEUED] = state
            self.queue.push(clause)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _remove(self, clause: cython.int) -> cython.int:
        """Remove a clause, unless it is removed already."""
        arena = self.arena.data
        size = arena[clause - SIZE]
        if size == 0:
            return 0
        self._log(True, arena, clause, clause + size)
        arena[clause - SIZE] = 0
        for k in range(clause, clause + size):
            self.occurrences[arena[k]] -= 1
            self._queue_variable(arena[k] >> 1)
        self.work += 2 * size
        return 0

    # --- subsumption ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _subsume_with(self, clause: cython.int) -> cython.int:
        """Remove the clauses that a clause subsumes, and strengthen those that it subsumes but for one sign.

        They all contain the variable of the clause with the fewest occurrences.
        """
        arena = self.arena.data
        size, state = arena[clause - SIZE], arena[clause - QUEUED]
        arena[clause - QUEUED] = 0
        if size == 0:
            return 0
        rarest = arena[clause]
        for k in range(clause, clause + size):
            literal = arena[k]
            self.mark[literal] = 1
            if self._total(literal) < self._total(rarest):
                rarest = literal
        self.work += size
        if state == CHANGED or not self._is_superfluous(clause):
            self._subsume_among(rarest, clause)
            self._subsume_among(rarest ^ 1, clause)
        self._unmark(arena, clause, clause + size)
        return 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _total(self, literal: cython.int) -> cython.int:
        return self.occurrences[literal] + self.occurrences[literal ^ 1]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _subsume_among(self, literal: cython.int, clause: cython.int) -> cython.int:
        """As `_subsume_with`, for the clauses of a literal; drop removed clauses from its list."""
        arena, others = self.arena.data, self.lists.data
        size, signature = arena[clause - SIZE], arena[clause - SIGNATURE]
        start = self.list_start[literal]
        write: cython.int = start
        self.work += self.list_length[literal]
        for read in range(start, start + self.list_length[literal], 2):
            other = others[read]
            others[write] = other
            others[write + 1] = others[read + 1]
            write += 2
            if signature & ~others[read + 1] or other == clause:
                continue
            if arena[other - SIZE] < size:
                if arena[other - SIZE] == 0:
                    write -= 2
                continue
            result = self._compare(other, size)
            if result == SUBSUMED:
                self.subsumed += 1
                self._remove(other)
                write -= 2
            elif result != NONE:
                self.strengthened += 1
                if arena[result] == literal:
                    write -= 2
                else:
                    self._unlist(arena[result], other)
                self._strengthen(other, result)
        self.list_length[literal] = write - start
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _is_superfluous(self, clause: cython.int) -> cython.int:
        """Remove a subsumed clause, or strengthen a clause and queue it again; return whether either was done."""
        arena = self.arena.data
        size, signature = arena[clause - SIZE], arena[clause - SIGNATURE]
        for k in range(2 * size):
            literal = arena[clause + (k >> 1)] ^ (k & 1)
            start = self.list_start[literal]
            self.work += self.list_length[literal]
            for i in range(start, start + self.list_length[literal], 2):
                other = self.lists.data[i]
                if arena[other - SIGNATURE] & ~signature or other == clause or not 0 < arena[other - SIZE] <= size:
                    continue
                result = self._compare(other, arena[other - SIZE])
                if result == SUBSUMED:
                    self.subsumed += 1
                    self._remove(clause)
                    return True
                if result != NONE:
                    self.strengthened += 1
                    place = clause
                    while arena[place] != arena[result] ^ 1:
                        place += 1
                    self._unlist(arena[place], clause)
                    self._strengthen(clause, place)
                    arena[clause - QUEUED] = NEW
                    return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _compare(self, clause: cython.int, common: cython.int) -> cython.int:
        """Compare a clause with the marked literals, of which it must have `common`.

        Return SUBSUMED if it has so many, the place of the only literal with the wrong sign, or NONE.
        """
        arena = self.arena.data
        result: cython.int = 0
        place: cython.int = SUBSUMED
        for k in range(clause, clause + arena[clause - SIZE]):
            if self.mark[arena[k]]:
                result += 1
            elif self.mark[arena[k] ^ 1]:
                if place != SUBSUMED:
                    return NONE
                place = k
                result += 1
        self.work += arena[clause - SIZE]
        return place if result == common else NONE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _strengthen(self, clause: cython.int, place: cython.int) -> cython.int:
        """Remove the literal at that place from the clause, but not the clause from its list."""
        arena = self.arena.data
        last = clause + arena[clause - SIZE] - 1
        literal = arena[place]
        arena[place] = arena[last]
        arena[last] = literal
        if last == clause + 1:
            self._deduce(arena, clause)
            self._remove(clause)
            return 0
        self.occurrences[literal] -= 1
        self._queue_variable(literal >> 1)
        self._shrink(clause, last - clause)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _unlist(self, literal: cython.int, clause: cython.int) -> cython.void:
        """Remove a clause from the list of a literal."""
        lists, place = self.lists.data, self.list_start[literal]
        while lists[place] != clause:
            place += 2
        self.work += place - self.list_start[literal]
        self.list_length[literal] -= 2
        last = self.list_start[literal] + self.list_length[literal]
        lists[place], lists[place + 1] = lists[last], lists[last + 1]

    # --- elimination of variables ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _eliminate(self, variable: cython.int) -> cython.int:
        """Replace the clauses of a variable by their resolvents, if that pays."""
        positive, negative = 2 * variable, 2 * variable + 1
        literals = self._tidy(positive) + self._tidy(negative)
        if not self._resolve_all(positive, False, literals + self.growth):
            return 0
        self._resolve_all(positive, True, 0)
        self._add_witness(negative if self.list_length[positive] > self.list_length[negative] else positive)
        self._remove_all(positive)
        self._remove_all(negative)
        self.eliminated += 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _tidy(self, literal: cython.int) -> cython.longlong:
        """Drop removed clauses from the list of a literal; return the number of literals of the remaining ones."""
        lists, start = self.lists.data, self.list_start[literal]
        end = start + self.list_length[literal]
        write: cython.int = start
        literals: cython.longlong = 0
        for read in range(start, end, 2):
            size = self.arena.data[lists[read] - SIZE]
            if size:
                lists[write], lists[write + 1] = lists[read], lists[read + 1]
                write += 2
                literals += size
        self.list_length[literal] = write - start
        self.work += end - start
        return literals

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _resolve_all(self, literal: cython.int, adding: cython.bint, limit: cython.longlong) -> cython.int:
        """Add the resolvents of the clauses of a literal and those of its negation.

        Without adding, only check that they have at most `limit` literals in all, and none more than MAX_RESOLVENT.
        """
        for i in range(0, self.list_length[literal], 2):
            clause = self.lists.data[self.list_start[literal] + i]
            size = self.arena.data[clause - SIZE]
            for k in range(clause, clause + size):
                self.mark[self.arena.data[k]] = 1
            pays: cython.bint = True
            for j in range(0, self.list_length[literal ^ 1], 2):
                other = self.lists.data[self.list_start[literal ^ 1] + j]
                if not self._resolve(clause, other, literal):
                    continue
                if adding:
                    self._log(False, self.clause.data, 0, self.clause.length)
                    self._add(NEW)
                    continue
                limit -= self.clause.length
                if limit < 0 or self.clause.length > MAX_RESOLVENT:
                    pays = False
                    break
            self._unmark(self.arena.data, clause, clause + size)
            if not pays:
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _resolve(self, clause: cython.int, other: cython.int, literal: cython.int) -> cython.int:
        """Put the resolvent of two clauses, the first of which is marked, into `clause`; False for a tautology."""
        arena = self.arena.data
        self.clause.length = 0
        end = other + arena[other - SIZE]
        for k in range(other, end):
            if self.mark[arena[k] ^ 1] and arena[k] ^ 1 != literal:
                self.work += k - other
                return False
            if not self.mark[arena[k]] and arena[k] ^ 1 != literal:
                self.clause.push(arena[k])
        for k in range(clause, clause + arena[clause - SIZE]):
            if arena[k] != literal:
                self.clause.push(arena[k])
        self.work += arena[other - SIZE] + arena[clause - SIZE]
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _add_witness(self, literal: cython.int) -> cython.int:
        """Store the clauses of a literal for `extend`, each with the literal first, and its negation as the default."""
        arena = self.arena.data
        for i in range(self.list_start[literal], self.list_start[literal] + self.list_length[literal], 2):
            clause = self.lists.data[i]
            size = arena[clause - SIZE]
            self.witnesses.push(arrays.decoded(literal))
            for k in range(clause, clause + size):
                if arena[k] != literal:
                    self.witnesses.push(arrays.decoded(arena[k]))
            self.witnesses.push(size)
        self.witnesses.push(arrays.decoded(literal ^ 1))
        self.witnesses.push(1)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _remove_all(self, literal: cython.int) -> cython.int:
        """Remove the clauses of a literal."""
        for i in range(self.list_start[literal], self.list_start[literal] + self.list_length[literal], 2):
            self._remove(self.lists.data[i])
        self.list_length[literal] = 0
        return 0

    # --- variables that wait for elimination ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _queue_variable(self, variable: cython.int) -> cython.void:
        """Move a variable to its bucket, unless it has too many pairs of clauses."""
        self._unqueue_variable(variable)
        positive, negative = self.occurrences[2 * variable], self.occurrences[2 * variable + 1]
        pairs = cython.cast(cython.longlong, positive) * negative
        if self.value[2 * variable] or positive + negative == 0 or pairs > MAX_PAIRS:
            return
        bucket = cython.cast(cython.int, pairs)
        following = self.first[bucket]
        self.bucket[variable] = bucket
        self.before[variable] = NONE
        self.after[variable] = following
        self.first[bucket] = variable
        if following != NONE:
            self.before[following] = variable
        self.lowest = min(self.lowest, bucket)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _unqueue_variable(self, variable: cython.int) -> cython.void:
        """Remove a variable from its bucket, if it is in one."""
        if self.bucket[variable] == NONE:
            return
        before, after = self.before[variable], self.after[variable]
        if before == NONE:
            self.first[self.bucket[variable]] = after
        else:
            self.after[before] = after
        if after != NONE:
            self.before[after] = before
        self.bucket[variable] = NONE

    # --- helpers ---

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _unmark(self, literals: cython.p_int, begin: cython.int, end: cython.int) -> cython.void:
        for k in range(begin, end):
            self.mark[literals[k]] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _log(self, deleted: cython.bint, literals: cython.p_int, begin: cython.int, end: cython.int) -> cython.int:
        """Record a proof step, if there is a proof: twice the length, plus 1 for a deletion; then the literals."""
        if self.proving:
            self.proof.push(2 * (end - begin) + deleted)
            for i in range(begin, end):
                self.proof.push(arrays.decoded(literals[i]))
        return 0

    # --- for tests ---

    def sanity(self) -> None:
        """Check all invariants between two runs, slowly. Raises AssertionError."""
        if self.refuted:
            return
        clauses: dict = {}
        clause: cython.int = HEADER
        while clause < self.arena.length:
            if self.arena.data[clause - SIZE]:
                clauses[clause] = [self.arena.data[clause + k] for k in range(self.arena.data[clause - SIZE])]
            clause += HEADER + self.arena.data[clause - ROOM]
        unknown = {literal for literal in range(2, 2 * self.variables + 2) if self.value[literal] >= 0}
        shortened = set(self.shortened.copy())
        queue = self.queue.copy()[self.queue_head :]
        assert len(set(queue)) == len(queue), "a clause waits twice"
        for clause, literals in clauses.items():
            assert len({literal >> 1 for literal in literals}) == len(literals) >= 2, "a clause is not as it should be"
            assert (self.arena.data[clause - QUEUED] > 0) == (clause in queue), "a clause waits, or not, unmarked"
            free = self.arena.data[clause - FREE]
            assert (free < len(literals)) == (clause in shortened), "a clause is not known to have false literals"
            if self.head == self.assigned:
                assert free == sum(literal in unknown for literal in literals) >= 2, "free literals are miscounted"
        for literal in range(2, 2 * self.variables + 2):
            start = self.list_start[literal]
            listed = [self.lists.data[i] for i in range(start, start + self.list_length[literal], 2)]
            holding = [clause for clause, literals in clauses.items() if literal in literals]
            if self.value[literal] == 0:
                assert self.occurrences[literal] == len(holding), "occurrences are miscounted"
                assert sorted(clause for clause in listed if clause in clauses) == holding, "a list is wrong"
        for variable in range(1, self.variables + 1):
            pairs = self.occurrences[2 * variable] * self.occurrences[2 * variable + 1]
            right = pairs if self.value[2 * variable] == 0 else NONE
            assert self.bucket[variable] in (NONE, right), "a variable waits in a wrong bucket"
        waiting = []
        for bucket in range(MAX_PAIRS + 1):
            before, variable = NONE, self.first[bucket]
            assert variable == NONE or bucket >= self.lowest, "a bucket would be passed over"
            while variable != NONE:
                assert self.bucket[variable] == bucket, "a variable is in a wrong bucket"
                assert self.before[variable] == before, "a bucket is not linked both ways"
                waiting.append(variable)
                before, variable = variable, self.after[variable]
        assert len(waiting) == sum(self.bucket[var] != NONE for var in range(self.variables + 1)), (
            "a bucket lost variables"
        )
        assert not any(self.mark[literal] for literal in range(2 * self.variables + 2)), "a mark was left"


def extend(witness: cython.int[::1], model: array) -> None:
    """Turn a model of the formula from `Preprocessor.clauses` into one of the original.

    From the last clause of the witness to the first, the first literal of each false clause is made true.
    """
    values: cython.int[::1] = model
    end: cython.int = len(witness)
    with cython.nogil:
        while end:
            size = witness[end - 1]
            start = end - 1 - size
            true: cython.bint = False
            for k in range(start, end - 1):
                true |= values[abs(witness[k]) - 1] == witness[k]
            if not true:
                values[abs(witness[start]) - 1] = witness[start]
            end = start
