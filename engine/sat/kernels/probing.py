# cython: infer_types=True
# (Cython infers the types of most local variables.)
"""Failed literal probing: learns units by deciding one literal at a time, between two stretches of a `cdcl` search.

A literal whose propagation ends in a conflict is failed, and so is every literal that must be true for that conflict.
The first of these on the way back from the conflict, its unique implication point, implies all others, so its negation
is learned. Only roots are tried, the literals that imply others by a binary clause and are implied by none: if a
literal implied by a root were failed, so would be the root (D. Le Berre: Exploiting the real power of unit propagation
lookahead. LICS Workshop on Theory and Applications of Satisfiability Testing 2001). A literal that did not fail is not
tried again before there are new units, as in CaDiCaL.
"""

import cython

from engine.base.kernels import plain

if cython.compiled:
    from cython.cimports.engine.sat.kernels import arrays, cdcl, rounds
else:
    arrays = plain("engine.sat.kernels.arrays")
    cdcl = plain("engine.sat.kernels.cdcl")
    rounds = plain("engine.sat.kernels.rounds")


@cython.final
@cython.cclass
class Probing(rounds.InprocessingRounds):
    """The probing of one solver; `tried` and `failed` count the literals that were tried, and those that failed."""

    tried = cython.declare(cython.longlong, visibility="readonly")
    failed = cython.declare(cython.longlong, visibility="readonly")

    units: cython.p_int  # by literal: the number of units when it was last tried, plus 1
    binary: cython.p_int  # by literal: its number of binary clauses
    seen: cython.p_schar  # by variable, in the analysis of a conflict
    roots: arrays.Ints

    def __init__(self, solver: cdcl.Cdcl) -> None:
        rounds.InprocessingRounds.__init__(self, solver)
        self.tried = self.failed = 0
        self.roots = arrays.Ints(64)

    def _make_arrays(self) -> None:
        n = self.solver.variables
        self.memory = [arrays.zeros(code, size) for code, size in (("b", n + 1), ("i", 2 * n + 2)) for _ in range(2)]
        self.saved, self.seen = arrays.schars(self.memory[0]), arrays.schars(self.memory[1])
        self.units, self.binary = arrays.ints(self.memory[2]), arrays.ints(self.memory[3])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _start(self) -> cython.int:
        self._go_to_root()
        self._save_phases()
        if self.next == self.roots.length and not self.solver.refuted:
            self._find_roots()
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _find_roots(self) -> cython.int:
        """Find the literals to try, beginning with those that the last round left out."""
        arena = self.solver.arena.data
        for literal in range(2 * self.solver.variables + 2):
            self.binary[literal] = 0
        clause: cython.int = cdcl.HEADER
        while clause < self.solver.arena.length:
            size = arena[clause - cdcl.SIZE]
            if size == 2:
                self.binary[arena[clause]] += 1
                self.binary[arena[clause + 1]] += 1
            clause += cdcl.HEADER + size
        self.roots.length = self.next = 0
        for literal in range(2, 2 * self.solver.variables + 2):
            if self.binary[literal ^ 1] and not self.binary[literal] and self._is_worthwhile(literal):
                self.roots.push(literal)
        self.work += self.solver.arena.length >> 3
        return 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_worthwhile(self, literal: cython.int) -> cython.bint:
        """Whether a literal is free, and not tried since the last unit."""
        return self.solver.value[literal] == 0 and self.units[literal] < self.solver.assigned + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _step(self) -> cython.int:
        """Try the next literal, or end the round; 0 if it is over."""
        self.work += 1
        if not self.solver.refuted and self.next < self.roots.length and self.work < self.last:
            literal = self.roots.data[self.next]
            self.next += 1
            if self._is_worthwhile(literal):
                before = self.solver.work
                self._try(literal)
                self.work += self.solver.work - before + 8
                self.solver.work = before
            return 1
        self._restore_phases()
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _try(self, literal: cython.int) -> cython.int:
        self.tried += 1
        self.units[literal] = self.solver.assigned + 1
        self.solver.open_level(literal)
        conflict = self.solver.propagate()
        if not conflict:
            self.solver.backjump(0, arrays.RESTART)
            return 0
        self.failed += 1
        self.solver.clause.data[0] = self._cause(conflict) ^ 1
        self.solver.clause.length = 1
        self.solver.backjump(0, arrays.RESTART)
        self.solver.log(False, self.solver.clause.data, 0, 1)
        self.solver.assign(self.solver.clause.data[0], cdcl.NONE)
        if self.solver.propagate():
            self.solver.refute()
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _cause(self, conflict: cython.int) -> cython.int:
        """The last literal that implies the conflict on its own."""
        arena = self.solver.arena.data
        unresolved: cython.int = 0
        for k in range(conflict, conflict + arena[conflict - cdcl.SIZE]):
            unresolved += self._see(arena[k])
        place = self.solver.assigned
        while True:
            place -= 1
            literal = self.solver.trail[place]
            variable = literal >> 1
            if not self.seen[variable]:
                continue
            self.seen[variable] = 0
            unresolved -= 1
            if unresolved == 0:
                return literal
            for k in range(self.solver.antecedents(variable)):
                unresolved += self._see(self.solver.antecedent(variable, k))

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
