"""Model counting: DPLL that does not stop at a model, and multiplies the counts of independent components.

E. Birnbaum, E. Lozinskii: The good old Davis-Putnam procedure helps counting models. JAIR 10 (1999) 457-477. Under the
decisions, the rest of the formula often consists of components that share no variable; their counts are multiplied (R.
Bayardo, J. Pehoushek: Counting models using connected components. AAAI 2000), and cached, because the same component
recurs under other decisions (T. Sang, F. Bacchus, P. Beame, H. Kautz, T. Pitassi: Combining component caching and
clause learning for effective model counting. SAT 2004). Its variables and clauses identify a component, as in sharpSAT
(M. Thurley, SAT 2006). If only some variables count, these are decided first; a component without any of them has one
model or none, so the first model is enough.

Literals are coded as in `arrays.py`. For each clause, its true and its free literals are counted.
"""

import cython

from engine.base.kernels import plain

if cython.compiled:
    from cython.cimports.engine.sat.kernels import arrays
else:
    arrays = plain("engine.sat.kernels.arrays")

MAX_CACHE_BYTES = 1 << 28
"""Maximum size of the cache of components; beyond it, the cache is cleared."""

_ENTRY_BYTES = 200  # of an entry of the cache besides its key
_SORT_FACTOR = 8  # a component this many times smaller than its parent is sorted; others are filtered from it in order


class Frame:
    """An unfinished component, with the variables pool[first:last] and the clauses pool[last:end].

    `total` is its count so far, `product` that of the current value of its variable, if `open`; `values` are the values
    left to try. `trail`, `pool` and `bounds` are the earlier lengths of these arrays, and `next` is the bound of the
    next component under the value. If `count` is false, only whether it has a model matters (1 or 0).
    """

    __slots__ = (
        "bounds", "count", "end", "first", "key", "last", "next", "open", "pool", "product", "total", "trail", "values",
    )  # fmt: skip

    def __init__(self, key: object, first: int, last: int, end: int, count: bool, values: list) -> None:
        self.key, self.first, self.last, self.end, self.count, self.values = key, first, last, end, count, values
        self.total, self.product, self.open = 0, 1, False
        self.trail = self.pool = self.bounds = self.next = 0


@cython.final
@cython.cclass
class Counter:
    """Counts the models of a formula whose clauses have no variable twice; call `run` until it is done.

    `counting` says for each variable (index 0 is unused) whether it counts: models that differ only in other variables
    are counted once. `count` is the result. `decisions` is the number of values tried, `components` the number of
    components counted, and `hits` the number of components found in the cache. Raises MemoryError if the formula does
    not fit.
    """

    done = cython.declare(cython.bint, visibility="readonly")
    decisions = cython.declare(cython.longlong, visibility="readonly")
    components = cython.declare(cython.longlong, visibility="readonly")
    hits = cython.declare(cython.longlong, visibility="readonly")
    count = cython.declare(object, visibility="readonly")
    work: cython.longlong  # remaining work of the current slice

    variables: cython.int
    clauses: cython.int
    literals: cython.int[::1]  # those of clause c are literals[starts[c]:starts[c + 1]]
    starts: cython.int[::1]
    occurrences: cython.int[::1]  # those of literal e are occurrences[places[e]:places[e + 1]]
    places: cython.int[::1]
    counting: cython.schar[::1]

    value: cython.schar[::1]  # by literal: 1 true, -1 false, 0 free
    true_count: cython.int[::1]  # by clause: number of true literals,
    free_count: cython.int[::1]  # and of free literals, according to trail[:head]
    trail: cython.int[::1]
    length: cython.int
    head: cython.int

    pool: arrays.Ints  # for each component its variables, and then its clauses c as -1 - c, both in ascending order
    bounds: arrays.Ints  # by component: the starts of its variables and clauses in the pool, and its end
    component_clauses: arrays.Ints  # the clauses of the component found last
    stamp: cython.int  # of the component found last
    variable_stamp: cython.int[::1]
    clause_stamp: cython.int[::1]
    score: cython.int[::1]  # by variable: number of clauses of its component that contain it
    frames: list
    cache: dict
    cache_bytes: cython.longlong

    def __init__(self, formula: object, counting: object) -> None:
        n: cython.int = formula.variables
        m: cython.int = len(formula)
        formula_literals: cython.int[::1] = formula.literals
        self.variables, self.clauses, self.starts, self.counting = n, m, formula.starts, counting
        self.done, self.count = False, 0
        self.decisions = self.components = self.hits = self.work = 0
        self.literals, self.occurrences = (
            arrays.zeros("i", len(formula_literals)),
            arrays.zeros("i", len(formula_literals)),
        )
        self.places, self.value = arrays.zeros("i", 2 * n + 4), arrays.zeros("b", 2 * n + 2)
        self.true_count, self.free_count = arrays.zeros("i", m), arrays.zeros("i", m)
        self.trail, self.length, self.head = arrays.zeros("i", n + 1), 0, 0
        self.pool, self.bounds, self.component_clauses = (
            arrays.Ints(2 * (n + m) + 16),
            arrays.Ints(64),
            arrays.Ints(m + 1),
        )
        self.stamp = 0
        self.variable_stamp, self.clause_stamp = arrays.zeros("i", n + 1), arrays.zeros("i", m)
        self.score = arrays.zeros("i", n + 1)
        self.cache, self.cache_bytes = {}, 0
        self._fill(formula_literals)
        i: cython.int
        for i in range(n):
            self.pool.push(i + 1)
        for i in range(m):
            self.pool.push(-1 - i)
        root = Frame(None, 0, n, n + m, True, [])
        self.frames = [root]
        self._open(root, self._begin())

    def run(self, work: cython.longlong) -> bool:
        """Continue counting for about `work` visits of literals; return whether it is finished."""
        self.work = work
        while self.work > 0 and not self.done:
            frame = self.frames[len(self.frames) - 1]
            self.work -= 10
            if not frame.open:
                if frame.values and (frame.count or not frame.total):
                    self._try(frame)
                else:
                    self._leave(frame)
            elif frame.product and frame.next < self.bounds.length:
                self._enter(frame)
            else:
                self._close(frame)
        return self.done

    # --- components ---

    @cython.cfunc
    def _enter(self, frame: object) -> object:
        """Count the next component under a value, unless it is cached."""
        place: cython.int = frame.next
        first: cython.int = self.bounds.data[place]
        last: cython.int = self.bounds.data[place + 1]
        end: cython.int = self.bounds.data[place + 2]
        frame.next = place + 3
        self.work -= end - first
        key = self.pool.memory[first:end].tobytes()
        cached = self.cache.get(key)
        if cached is not None:
            self.hits += 1
            frame.product *= cached
            return
        self.components += 1
        variable: cython.int = self._choose(first, last)
        literal: cython.int = 2 * variable
        if self.places[literal + 2] - self.places[literal + 1] > self.places[literal + 1] - self.places[literal]:
            literal += 1
        self.frames.append(Frame(key, first, last, end, self.counting[variable] != 0, [literal ^ 1, literal]))

    @cython.cfunc
    def _try(self, frame: object) -> object:
        """Give the variable of a component its next value."""
        self.decisions += 1
        frame.trail = self.length
        self._assign(frame.values.pop())
        possible: cython.bint = False
        with cython.nogil:
            possible = self._propagate()
        self._open(frame, possible)

    @cython.cfunc
    def _open(self, frame: object, possible: cython.bint) -> object:
        """Start on the components under a value; there are none if the value is impossible."""
        frame.open, frame.product = True, 1 if possible else 0
        frame.pool, frame.bounds = self.pool.length, self.bounds.length
        frame.next = self.bounds.length
        if possible:
            frame.product <<= self._split(frame.first, frame.last, frame.end)

    @cython.cfunc
    def _close(self, frame: object) -> object:
        """Add the count of a value, and undo the value."""
        frame.open = False
        frame.total += frame.product
        self.pool.length, self.bounds.length = frame.pool, frame.bounds
        self._undo(frame.trail)

    @cython.cfunc
    def _leave(self, frame: object) -> object:
        """Cache the count of a component, and continue with its parent frame."""
        self.frames.pop()
        if frame.key is None:
            self.count, self.done = frame.total, True
            return
        if not frame.count:
            frame.total = 1 if frame.total else 0
        self.cache_bytes += len(frame.key) + _ENTRY_BYTES
        if self.cache_bytes > MAX_CACHE_BYTES:
            self.cache, self.cache_bytes = {}, len(frame.key) + _ENTRY_BYTES
        self.cache[frame.key] = frame.total
        parent = self.frames[len(self.frames) - 1]
        parent.product *= frame.total

    @cython.cfunc
    def _choose(self, first: cython.int, last: cython.int) -> cython.int:
        """The variable in the most clauses; one that counts, if any."""
        best: cython.int = 0
        i: cython.int
        variable: cython.int
        for i in range(first, last):
            variable = self.pool.data[i]
            if best == 0 or (self.counting[variable], self.score[variable]) > (self.counting[best], self.score[best]):
                best = variable
        return best

    @cython.cfunc
    def _split(self, first: cython.int, last: cython.int, end: cython.int) -> cython.int:
        """Find the components of a part of the pool; return how many counted variables are in none."""
        loose: cython.int = 0
        before: cython.int = self.stamp
        i: cython.int
        variable: cython.int
        for i in range(first, last):
            variable = self.pool.data[i]
            if self.value[2 * variable] or self.variable_stamp[variable] > before:
                continue
            start: cython.int = self.pool.length
            clauses: cython.int = self._collect(variable)
            if clauses == 0:
                self.pool.length = start
                loose += self.counting[variable] != 0
                continue
            middle: cython.int = self.pool.length
            self._put_in_order(start, middle, first, last)
            self._list_clauses(clauses, last, end)
            self.bounds.push(start)
            self.bounds.push(middle)
            self.bounds.push(self.pool.length)
        return loose

    @cython.cfunc
    def _collect(self, variable: cython.int) -> cython.int:
        """Append the component of a free variable to the pool; return its size, the length of `component_clauses`."""
        i: cython.int = self.pool.length
        side: cython.int
        k: cython.int
        j: cython.int
        self.stamp += 1
        self.component_clauses.length = 0
        self.variable_stamp[variable] = self.stamp
        self.score[variable] = 0
        self.pool.push(variable)
        while i < self.pool.length:
            variable = self.pool.data[i]
            i += 1
            for side in range(2):
                for k in range(self.places[2 * variable + side], self.places[2 * variable + side + 1]):
                    clause: cython.int = self.occurrences[k]
                    if self.true_count[clause]:
                        continue
                    self.score[variable] += 1
                    if self.clause_stamp[clause] == self.stamp:
                        continue
                    self.clause_stamp[clause] = self.stamp
                    self.component_clauses.push(-1 - clause)
                    self.work -= self.starts[clause + 1] - self.starts[clause]
                    for j in range(self.starts[clause], self.starts[clause + 1]):
                        other: cython.int = self.literals[j] >> 1
                        if self.value[2 * other] == 0 and self.variable_stamp[other] != self.stamp:
                            self.variable_stamp[other] = self.stamp
                            self.score[other] = 0
                            self.pool.push(other)
        return self.component_clauses.length

    @cython.cfunc
    def _put_in_order(self, start: cython.int, middle: cython.int, first: cython.int, last: cython.int) -> object:
        """Sort the variables of the last component, in the order of its parent."""
        i: cython.int
        if (middle - start) * _SORT_FACTOR < last - first:
            for i, variable in enumerate(sorted(self.pool.memory[start:middle])):
                self.pool.data[start + i] = variable
            return
        self.work -= last - first
        self.pool.length = start
        for i in range(first, last):
            if self.variable_stamp[self.pool.data[i]] == self.stamp:
                self.pool.push(self.pool.data[i])

    @cython.cfunc
    def _list_clauses(self, count: cython.int, last: cython.int, end: cython.int) -> object:
        """Put the clauses of the last component behind its variables, in order."""
        i: cython.int
        if count * _SORT_FACTOR < end - last:
            for code in sorted(self.component_clauses.copy(), reverse=True):
                self.pool.push(code)
            return
        self.work -= end - last
        for i in range(last, end):
            if self.clause_stamp[-1 - self.pool.data[i]] == self.stamp:
                self.pool.push(self.pool.data[i])

    # --- unit propagation ---

    @cython.cfunc
    def _fill(self, formula_literals: cython.int[::1]) -> object:
        """Code the literals and list their occurrences."""
        clause: cython.int
        k: cython.int
        literal: cython.int
        for k in range(self.starts[self.clauses]):
            literal = arrays.coded(formula_literals[k])
            self.literals[k] = literal
            self.places[literal + 2] += 1
        for literal in range(2, 2 * self.variables + 4):
            self.places[literal] += self.places[literal - 1]
        for clause in range(self.clauses):  # places[literal + 1] advances from the start of the list to its end
            self.free_count[clause] = self.starts[clause + 1] - self.starts[clause]
            for k in range(self.starts[clause], self.starts[clause + 1]):
                literal = self.literals[k]
                self.occurrences[self.places[literal + 1]] = clause
                self.places[literal + 1] += 1

    @cython.cfunc
    def _begin(self) -> cython.bint:
        """Propagate the unit clauses; False at a conflict."""
        clause: cython.int
        for clause in range(self.clauses):
            if self.free_count[clause] == 0 or (self.free_count[clause] == 1 and not self._imply(clause)):
                return False
        return self._propagate()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _assign(self, literal: cython.int) -> cython.void:
        self.value[literal] = 1
        self.value[literal ^ 1] = -1
        self.trail[self.length] = literal
        self.length += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _imply(self, clause: cython.int) -> cython.bint:
        """Make the free literal of a unit clause true; False if it has become false."""
        k: cython.int
        for k in range(self.starts[clause], self.starts[clause + 1]):
            if self.value[self.literals[k]] > 0:
                return True
            if self.value[self.literals[k]] == 0:
                self._assign(self.literals[k])
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _propagate(self) -> cython.bint:
        """Update the counters for the trail, and propagate unit clauses; False at a conflict."""
        possible: cython.bint = True
        k: cython.int
        clause: cython.int
        while possible and self.head < self.length:
            literal: cython.int = self.trail[self.head]
            self.head += 1
            self.work -= self.places[(literal | 1) + 1] - self.places[literal & ~1]
            for k in range(self.places[literal], self.places[literal + 1]):
                self.true_count[self.occurrences[k]] += 1
                self.free_count[self.occurrences[k]] -= 1
            for k in range(
                self.places[literal ^ 1], self.places[(literal ^ 1) + 1]
            ):  # all of them, even after a conflict
                clause = self.occurrences[k]
                self.free_count[clause] -= 1
                if (
                    self.true_count[clause] == 0
                    and self.free_count[clause] <= 1
                    and not (self.free_count[clause] and self._imply(clause))
                ):
                    possible = False
        return possible

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _undo(self, length: cython.int) -> cython.void:
        """Unassign the end of the trail."""
        k: cython.int
        while self.length > length:
            self.length -= 1
            literal: cython.int = self.trail[self.length]
            self.value[literal] = self.value[literal ^ 1] = 0
            if self.length < self.head:
                for k in range(self.places[literal], self.places[literal + 1]):
                    self.true_count[self.occurrences[k]] -= 1
                    self.free_count[self.occurrences[k]] += 1
                for k in range(self.places[literal ^ 1], self.places[(literal ^ 1) + 1]):
                    self.free_count[self.occurrences[k]] += 1
        self.head = min(self.head, length)

    # --- for tests ---

    def sanity(self) -> None:
        """Check all invariants between two slices, slowly. Raises AssertionError."""
        for clause in range(self.clauses if self.head == self.length else 0):
            literals = [self.literals[k] for k in range(self.starts[clause], self.starts[clause + 1])]
            assert self.true_count[clause] == sum(self.value[literal] > 0 for literal in literals), (
                "true literals are miscounted"
            )
            assert self.free_count[clause] == sum(self.value[literal] == 0 for literal in literals), (
                "free literals are miscounted"
            )
        for frame in self.frames:
            variables = [self.pool.data[i] for i in range(frame.first, frame.last)]
            clauses = [-1 - self.pool.data[i] for i in range(frame.last, frame.end)]
            assert variables == sorted(set(variables)), "the variables of a component are out of order"
            assert clauses == sorted(set(clauses)), "the clauses of a component are out of order"
            occurring = {
                self.literals[k] >> 1 for clause in clauses for k in range(self.starts[clause], self.starts[clause + 1])
            }
            free = {variable for variable in occurring if not self.value[2 * variable]}
            assert free <= set(variables), "a component lacks a variable"
