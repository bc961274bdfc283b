# cython: infer_types=True
# (Cython infers the types of most local variables.)
"""Subsumption of learned clauses of `cdcl` by any clauses, between two stretches of its search.

A clause that has all literals of another is removed, and a clause that has all but one, and the negation of that one,
loses this negation (self-subsuming resolution; N. Eén, A. Biere: Effective preprocessing in SAT through variable and
clause elimination. SAT 2005, LNCS 3569, 61-75). Clauses are processed from the shortest to the longest. Each is then
listed under its literal with the shortest list (R. Bayardo, B. Panda: Fast algorithms for finding extremal sets. SIAM
Data Mining 2011), so a clause that subsumes another is in the list of one of the other's literals, or of one of their
negations. The clauses of the formula are only listed; preprocessing subsumes them when variables are eliminated.
"""

import cython

from engine.base.kernels import plain

if cython.compiled:
    from cython.cimports.engine.sat.kernels import arrays, cdcl, rounds
else:
    arrays = plain("engine.sat.kernels.arrays")
    cdcl = plain("engine.sat.kernels.cdcl")
    rounds = plain("engine.sat.kernels.rounds")


# Fields of `entries`, whose first entry is unused; so 0 marks the end of a list.
CLAUSE = cython.declare(cython.int, 0)
SIGNATURE = cython.declare(cython.int, 1)  # the set of the clause's variables modulo 31
NEXT = cython.declare(cython.int, 2)  # the next entry in the list of the same literal
ENTRY = cython.declare(cython.int, 3)

MAX_LENGTH = cython.declare(cython.int, 100)  # maximum number of literals of an examined clause
SUBSUMED = cython.declare(cython.int, -1)  # in place of a literal


@cython.final
@cython.cclass
class Subsumption(rounds.InprocessingRounds):
    """The subsumption in one solver; `subsumed` and `strengthened` count the removed and the shortened clauses."""

    subsumed = cython.declare(cython.longlong, visibility="readonly")
    strengthened = cython.declare(cython.longlong, visibility="readonly")

    first: cython.p_int  # by literal: the first entry of its list
    list_length: cython.p_int  # by literal: the length of its list
    marked: cython.p_schar  # by literal: 1 if it is in the current clause
    entries: arrays.Ints
    schedule: arrays.Ints  # clauses, the shortest first
    counts: arrays.Ints  # number of clauses by length

    def __init__(self, solver: cdcl.Cdcl) -> None:
        rounds.InprocessingRounds.__init__(self, solver)
        self.subsumed = self.strengthened = 0
        self.entries, self.schedule, self.counts = arrays.Ints(64), arrays.Ints(64), arrays.Ints(MAX_LENGTH + 2)

    def _make_arrays(self) -> None:
        self.memory = [arrays.zeros(code, 2 * self.solver.variables + 2) for code in "iib"]
        self.first, self.list_length = arrays.ints(self.memory[0]), arrays.ints(self.memory[1])
        self.marked = arrays.schars(self.memory[2])

    # --- the schedule ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _start(self) -> cython.int:
        """Sort the clauses by length, counting those of each length."""
        before = self.solver.work
        self.schedule.length = self.next = 0
        for literal in range(2 * self.solver.variables + 2):
            self.first[literal] = self.list_length[literal] = 0
        self.entries.length = 0
        self.entries.reserve(ENTRY)
        self.entries.length = ENTRY
        self._go_to_root()
        if self.solver.refuted:
            return 0
        if self.solver.assigned > self.solver.simplified:
            self.solver.collect()
        arena, counts = self.solver.arena.data, self.counts.data
        for size in range(MAX_LENGTH + 2):
            counts[size] = 0
        clause: cython.int = cdcl.HEADER
        while clause < self.solver.arena.length:
            size = arena[clause - cdcl.SIZE]
            if size <= MAX_LENGTH:
                counts[size + 1] += 1
            clause += cdcl.HEADER + size
        for size in range(MAX_LENGTH + 1):
            counts[size + 1] += counts[size]  # now the start of each length
        self.schedule.reserve(counts[MAX_LENGTH + 1])
        self.schedule.length = counts[MAX_LENGTH + 1]
        clause = cdcl.HEADER
        while clause < self.solver.arena.length:
            size = arena[clause - cdcl.SIZE]
            if size <= MAX_LENGTH:
                self.schedule.data[counts[size]] = clause
                counts[size] += 1
            clause += cdcl.HEADER + size
        self.work += (self.solver.work - before) + (self.solver.arena.length >> 2)
        self.solver.work = before
        return 0

    # --- steps ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _step(self) -> cython.int:
        """Process the next clause, or end the round; 0 if it is over."""
        before = self.solver.work
        continues: cython.bint = self.next < self.schedule.length and self.work < self.last and not self.solver.refuted
        if continues:
            self._process(self.schedule.data[self.next])
            self.next += 1
        elif self.next and not self.solver.refuted:
            self.solver.collect()
        self.work += self.solver.work - before + 1
        self.solver.work = before  # which belongs to the search alone
        return continues

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _process(self, clause: cython.int) -> cython.int:
        """Remove or strengthen a clause if it is learned; list it if it stays unchanged."""
        arena = self.solver.arena.data
        size = arena[clause - cdcl.SIZE]
        signature: cython.int = 0
        rarest = arena[clause]
        for k in range(clause, clause + size):
            literal = arena[k]
            if self.solver.value[literal]:  # by a unit found in this round
                return 0
            signature |= 1 << (literal >> 1) % 31
            if self.list_length[literal] < self.list_length[rarest]:
                rarest = literal
        self.work += size
        if arena[clause - cdcl.GLUE] > 0:
            for k in range(clause, clause + size):
                self.marked[arena[k]] = 1
            result = self._find(clause, size, signature)
            for k in range(clause, clause + size):
                self.marked[arena[k]] = 0
            if result == SUBSUMED:
                self.subsumed += 1
                self.solver.drop(clause)
                return 0
            if result:
                self.strengthened += 1
                self._strengthen(clause, size, result)
                return 0
        self.entries.reserve(ENTRY)
        entry = self.entries.length
        self.entries.data[entry + CLAUSE] = clause
        self.entries.data[entry + SIGNATURE] = signature
        self.entries.data[entry + NEXT] = self.first[rarest]
        self.entries.length += ENTRY
        self.first[rarest] = entry
        self.list_length[rarest] += 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find(self, clause: cython.int, size: cython.int, signature: cython.int) -> cython.int:
        """Find a clause that subsumes this one, whose literals are marked.

        Returns SUBSUMED; or a literal that can be removed, because another clause has its negation and otherwise only
        literals of this one; or 0.
        """
        arena, entries = self.solver.arena.data, self.entries.data
        for i in range(2 * size):
            entry = self.first[arena[clause + (i >> 1)] ^ (i & 1)]
            while entry:
                self.work += 1
                if entries[entry + SIGNATURE] & ~signature == 0:
                    result = self._compare(entries[entry + CLAUSE])
                    if result == SUBSUMED:
                        self._inherit(entries[entry + CLAUSE], clause)
                    if result:
                        return result
                entry = entries[entry + NEXT]
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _compare(self, other: cython.int) -> cython.int:
        """Whether all literals of another clause are marked, or all but one, whose negation is; as in `_find`."""
        arena = self.solver.arena.data
        result: cython.int = SUBSUMED
        for k in range(other, other + arena[other - cdcl.SIZE]):
            self.work += 1
            if self.marked[arena[k]]:
                continue
            if not self.marked[arena[k] ^ 1] or result != SUBSUMED:
                return 0
            result = arena[k] ^ 1
        return result

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _inherit(self, heir: cython.int, clause: cython.int) -> cython.void:
        """Give a learned clause the glue of a better one that it subsumes."""
        arena = self.solver.arena.data
        arena[heir - cdcl.GLUE] = min(arena[heir - cdcl.GLUE], arena[clause - cdcl.GLUE])
        arena[heir - cdcl.ACTIVITY] = max(arena[heir - cdcl.ACTIVITY], arena[clause - cdcl.ACTIVITY])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _strengthen(self, clause: cython.int, size: cython.int, superfluous: cython.int) -> cython.int:
        """Replace the clause by itself without one literal."""
        shorter = self.solver.clause.data
        length: cython.int = 0
        for k in range(clause, clause + size):
            if self.solver.arena.data[k] != superfluous:
                shorter[length] = self.solver.arena.data[k]
                length += 1
        self.solver.clause.length = length
        self.solver.replace(clause)
        return 0
