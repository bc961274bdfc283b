# cython: infer_types=True
# (Cython infers the types of most local variables.)
"""Vivification: shortens clauses of `cdcl` by unit propagation, between two stretches of the search.

C. Li, F. Xiao, M. Luo, F. Manyà, Z. Lü, Y. Li: Clause vivification by unit propagation in CDCL SAT solvers. Artificial
Intelligence 279 (2020). The literals of a clause are decided false one by one, while propagation ignores the clause
itself. If another clause becomes false, a literal of the clause becomes true, or all of them become false, the conflict
is analysed back to the decisions; these literals are sufficient, and the others are removed. A clause in that conflict
that has no other literals than the current clause subsumes it.

The most frequent literals are decided first, and clauses with the same first literals are processed in a row, so that
most decisions serve several clauses; both as in CaDiCaL (A. Biere et al.: CaDiCaL 2.0. CAV 2024).
"""

import cython

from engine.base.kernels import plain

if cython.compiled:
    from cython.cimports.engine.sat.kernels import arrays, cdcl, rounds
else:
    arrays = plain("engine.sat.kernels.arrays")
    cdcl = plain("engine.sat.kernels.cdcl")
    rounds = plain("engine.sat.kernels.rounds")


# Fields of the schedule: pool[entry - CLAUSE] is the clause of an entry, and LENGTH the number of literals that follow.
CLAUSE = cython.declare(cython.int, 1)
LENGTH = cython.declare(cython.int, 2)

MAX_LENGTH = cython.declare(cython.int, 200)  # maximum number of literals of a clause that is tried
FIRST_COST = cython.declare(cython.int, 400)  # assumed steps per clause before the first one was tried


@cython.final
@cython.cclass
class Vivification(rounds.InprocessingRounds):
    """The vivification of one solver; the counters are of clauses `tried`, and of these, `shortened` or `subsumed`."""

    tried = cython.declare(cython.longlong, visibility="readonly")
    shortened = cython.declare(cython.longlong, visibility="readonly")
    subsumed = cython.declare(cython.longlong, visibility="readonly")

    occurrences: cython.p_int  # by literal: its frequency in the clauses of the schedule
    marked: cython.p_schar  # by literal: 1 if it is in the current clause
    seen: cython.p_schar  # by variable, in the analysis of a conflict
    pool: arrays.Ints  # the entries of the schedule
    schedule: arrays.Ints  # their places, in order
    spare: arrays.Ints  # for sorting
    core: arrays.Ints  # the sufficient literals of the current clause
    learned: cython.bint  # whether learned clauses are tried in this round
    first_learned: cython.int  # learned clauses with lower numbers have been tried
    first_irredundant: cython.int  # and those of the formula
    subsuming: cython.int

    def __init__(self, solver: cdcl.Cdcl) -> None:
        rounds.InprocessingRounds.__init__(self, solver)
        self.tried = self.shortened = self.subsumed = 0
        self.pool, self.schedule, self.spare = arrays.Ints(64), arrays.Ints(64), arrays.Ints(64)
        self.core = arrays.Ints(64)
        self.learned = False
        self.first_learned = self.first_irredundant = self.subsuming = 0

    def _make_arrays(self) -> None:
        n = self.solver.variables
        self.memory = [arrays.zeros("i", 2 * n + 2), *(arrays.zeros("b", size) for size in (n + 1, 2 * n + 2, n + 1))]
        self.occurrences, self.saved = arrays.ints(self.memory[0]), arrays.schars(self.memory[1])
        self.marked, self.seen = arrays.schars(self.memory[2]), arrays.schars(self.memory[3])

    def begin(self, work: cython.longlong, learned: bool) -> None:
        """Begin a round of about `work` steps, for learned clauses or for those of the formula."""
        self.learned = learned
        rounds.InprocessingRounds.begin(self, work)

    # --- the schedule ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _start(self) -> cython.int:
        self._go_to_root()
        self._save_phases()
        for literal in range(2 * self.solver.variables + 2):
            self.occurrences[literal] = 0
        self.pool.length = self.schedule.length = self.next = 0
        if not self.solver.refuted:
            self._select()
            self._sort()
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _select(self) -> cython.int:
        """Schedule as many clauses as the round has work for.

        These are learned clauses of the lowest glue, or clauses of the formula from where the last round ended.
        """
        arena = self.solver.arena.data
        cost = self.work // self.tried if self.tried else FIRST_COST
        room = (self.last - self.work) // max(cost, 1) + 1
        most = self._highest_glue(room) if self.learned else 0
        first = self.first_learned if self.learned else self.first_irredundant
        end: cython.int = first
        clause: cython.int = cdcl.HEADER
        while clause < self.solver.arena.length and self.schedule.length < room:
            size = arena[clause - cdcl.SIZE]
            if self._is_candidate(clause) and arena[clause - cdcl.GLUE] <= most:
                self._schedule(clause)
                end = max(end, arena[clause - cdcl.NUMBER] + 1)
            clause += cdcl.HEADER + size
        self.work += self.solver.arena.length >> 3
        if self.learned:
            self.first_learned = self.solver.numbered
        elif clause < self.solver.arena.length:
            self.first_irredundant = end
        else:
            self.first_irredundant = 0
        return 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_candidate(self, clause: cython.int) -> cython.bint:
        arena = self.solver.arena.data
        if not 2 < arena[clause - cdcl.SIZE] <= MAX_LENGTH or (arena[clause - cdcl.GLUE] > 0) != self.learned:
            return False
        return arena[clause - cdcl.NUMBER] >= (self.first_learned if self.learned else self.first_irredundant)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _highest_glue(self, room: cython.longlong) -> cython.int:
        """The highest glue up to which there are at most that many candidates; at least 2."""
        arena = self.solver.arena.data
        self.core.length = 0
        for _ in range(MAX_LENGTH + 1):
            self.core.push(0)
        counts = self.core.data
        clause: cython.int = cdcl.HEADER
        while clause < self.solver.arena.length:
            if self._is_candidate(clause):
                counts[min(arena[clause - cdcl.GLUE], MAX_LENGTH)] += 1
            clause += cdcl.HEADER + arena[clause - cdcl.SIZE]
        glue: cython.int = 0
        while glue < MAX_LENGTH and (glue < 2 or counts[glue + 1] <= room):
            glue += 1
            room -= counts[glue]
        return glue

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _schedule(self, clause: cython.int) -> cython.int:
        size = self.solver.arena.data[clause - cdcl.SIZE]
        self.pool.push(size)
        self.pool.push(clause)
        self.schedule.push(self.pool.length)
        for k in range(clause, clause + size):
            literal = self.solver.arena.data[k]
            self.pool.push(literal)
            self.occurrences[literal] += 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _sort(self) -> cython.int:
        """Sort the literals of every entry, and then the entries, by merge sort."""
        count = self.schedule.length
        for i in range(count):
            self._sort_literals(self.schedule.data[i])
        self.spare.length = 0
        self.spare.reserve(count)
        width: cython.int = 1
        while width < count:
            begin: cython.int = 0
            while begin < count:
                self._merge(begin, min(begin + width, count), min(begin + 2 * width, count))
                begin += 2 * width
            for i in range(count):
                self.schedule.data[i] = self.spare.data[i]
            self.work += count >> 1
            width *= 2
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _sort_literals(self, entry: cython.int) -> cython.void:
        pool = self.pool.data
        for i in range(entry + 1, entry + pool[entry - LENGTH]):
            literal = pool[i]
            k = i
            while k > entry and self._is_before(literal, pool[k - 1]):
                pool[k] = pool[k - 1]
                k -= 1
            pool[k] = literal

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_before(self, literal: cython.int, other: cython.int) -> cython.bint:
        more = self.occurrences[literal] - self.occurrences[other]
        return more > 0 or (more == 0 and literal < other)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _merge(self, begin: cython.int, middle: cython.int, end: cython.int) -> cython.void:
        i, j = begin, middle
        for k in range(begin, end):
            if j >= end or (i < middle and not self._is_sooner(self.schedule.data[j], self.schedule.data[i])):
                self.spare.data[k] = self.schedule.data[i]
                i += 1
            else:
                self.spare.data[k] = self.schedule.data[j]
                j += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_sooner(self, clause: cython.int, other: cython.int) -> cython.bint:
        """Whether an entry precedes another by the first literal in which they differ."""
        pool = self.pool.data
        common = min(pool[clause - LENGTH], pool[other - LENGTH])
        for k in range(common):
            if pool[clause + k] != pool[other + k]:
                return self._is_before(pool[clause + k], pool[other + k])
        return pool[clause - LENGTH] > common

    # --- steps ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _step(self) -> cython.int:
        """Try the next clause, or end the round; 0 if it is over."""
        before = self.solver.work
        continues: cython.bint = self.next < self.schedule.length and self.work < self.last and not self.solver.refuted
        if continues:
            self.next += 1
            self._try(self.schedule.data[self.next - 1])
        else:
            self._end()
        self.work += self.solver.work - before + 1
        self.solver.work = before  # which belongs to the search alone
        return continues

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _end(self) -> cython.int:
        self.solver.backjump(0, arrays.RESTART)
        self._restore_phases()
        if self.next and not self.solver.refuted:
            self.solver.collect()
        self.next = self.schedule.length = 0
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _try(self, entry: cython.int) -> cython.int:
        """Decide the literals of a clause false, and shorten it as far as possible."""
        clause, size = self.pool.data[entry - CLAUSE], self.pool.data[entry - LENGTH]
        self.tried += 1
        self.solver.work += 16 + size
        for k in range(entry, entry + size):
            literal = self.pool.data[k]
            if self.solver.value[literal] > 0 and self.solver.level_of[literal >> 1] == 0:
                return 0
        self._reuse_levels(clause, entry, size)
        self.solver.ignored = clause
        conflict: cython.int = cdcl.NONE
        true: cython.int = 0
        for k in range(entry, entry + size):
            literal = self.pool.data[k]
            if self.solver.value[literal] > 0:
                true = literal
                break
            if self.solver.value[literal] == 0:
                self.solver.open_level(literal ^ 1)
                conflict = self.solver.propagate()
                if conflict:
                    break
        self.solver.ignored = cdcl.NONE
        for k in range(entry, entry + size):
            self.marked[self.pool.data[k]] = 1
        self._analyse(clause, size, conflict, true)
        for k in range(entry, entry + size):
            self.marked[self.pool.data[k]] = 0
        if self.core.length < size:
            self._shorten(clause)
        elif self.subsuming:
            self._subsume(clause)
        elif conflict:
            self.solver.backjump(self.solver.level - 1, arrays.RESTART)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _reuse_levels(self, clause: cython.int, entry: cython.int, size: cython.int) -> cython.void:
        """Keep the first levels if their decisions fit this clause too, and it is not a reason there."""
        if self.solver.level and self.solver.is_reason(clause):
            self.solver.backjump(self.solver.level_of[self.solver.arena.data[clause] >> 1] - 1, arrays.RESTART)
        level: cython.int = 0
        for k in range(entry, entry + size):
            if level == self.solver.level:
                return
            false = self.pool.data[k] ^ 1
            if self.solver.trail[self.solver.level_start[level]] == false:
                level += 1
            elif self.solver.value[false] == 0 or self.solver.level_of[false >> 1] > level:
                break
        self.solver.backjump(level, arrays.RESTART)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _analyse(self, clause: cython.int, size: cython.int, conflict: cython.int, true: cython.int) -> cython.int:
        """Put the sufficient literals into `core`, and a clause that subsumes this one into `subsuming`."""
        self.core.length = 0
        self.subsuming = cdcl.NONE
        unresolved: cython.int = 0
        if true:
            self.core.push(true)
            unresolved += self._see(true)
        elif conflict:
            unresolved += self._see_all(conflict, size, 0)
        else:
            for k in range(clause, clause + self.solver.arena.data[clause - cdcl.SIZE]):
                unresolved += self._see(self.solver.arena.data[k])
        place = self.solver.assigned
        while unresolved:
            place -= 1
            literal = self.solver.trail[place]
            variable = literal >> 1
            if not self.seen[variable]:
                continue
            self.seen[variable] = 0
            unresolved -= 1
            reason = self.solver.reason[variable]
            if reason == cdcl.NONE:
                self.core.push(literal ^ 1)
            elif reason < 0:
                unresolved += self._see(-reason)
            else:
                unresolved += self._see_all(reason, size, literal)
        self.solver.work += self.solver.assigned - place
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _see_all(self, clause: cython.int, size: cython.int, implied: cython.int) -> cython.int:
        """Mark the literals of the clause except the one that it implies; return how many must be resolved."""
        arena = self.solver.arena.data
        unresolved: cython.int = 0
        common: cython.int = 0
        for k in range(clause, clause + arena[clause - cdcl.SIZE]):
            literal = arena[k]
            common += self.marked[literal]
            if literal != implied:
                unresolved += self._see(literal)
        if common == arena[clause - cdcl.SIZE] and common <= size:
            self.subsuming = clause
        self.solver.work += arena[clause - cdcl.SIZE]
        return unresolved

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _see(self, literal: cython.int) -> cython.int:
        variable = literal >> 1
        if self.seen[variable] or self.solver.level_of[variable] == 0:
            return 0
        self.seen[variable] = 1
        return 1

    # --- what becomes of the clause ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _shorten(self, clause: cython.int) -> cython.int:
        """Replace the clause by the literals in `core`."""
        core = self.core.data
        size = self.core.length
        self.shortened += 1
        for place in range(min(size, 2)):  # those of the highest levels first, which are to be watched
            highest = place
            for k in range(place + 1, size):
                if self.solver.level_of[core[k] >> 1] > self.solver.level_of[core[highest] >> 1]:
                    highest = k
            literal = core[highest]
            core[highest] = core[place]
            core[place] = literal
        self.solver.backjump(0 if size < 2 else self.solver.level_of[core[1] >> 1] - 1, arrays.RESTART)
        for k in range(size):
            self.solver.clause.data[k] = core[k]
        self.solver.clause.length = size
        self.solver.replace(clause)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _subsume(self, clause: cython.int) -> cython.int:
        """Remove the clause, which `subsuming` subsumes; that clause becomes permanent if this one is."""
        self.subsumed += 1
        self.solver.backjump(self.solver.level - 1, arrays.RESTART)
        if not self.learned and self.solver.arena.data[self.subsuming - cdcl.GLUE] > 0:
            self.solver.arena.data[self.subsuming - cdcl.GLUE] = 0
            self.solver.learned -= 1
        self.solver.drop(clause)
        return 0
