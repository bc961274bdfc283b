# cython: infer_types=True
# (Cython infers the types of most local variables.)
"""Rules of another program in a CDCL search: an object in Python that follows the trail and adds clauses.

The interface follows IPASIR-UP (K. Fazekas, A. Niemetz, M. Preiner, M. Kirchweger, S. Szeider, A. Biere: IPASIR-UP:
user propagators for CDCL. SAT 2023, LIPIcs 271, 8:1-8:13), which calls more often and asks for reasons later.
"""

from array import array

import cython

from engine.base.kernels import plain

if cython.compiled:
    from cython.cimports.engine.sat.kernels import arrays, cdcl
else:
    arrays = plain("engine.sat.kernels.arrays")
    cdcl = plain("engine.sat.kernels.cdcl")


@cython.final
@cython.cclass
class ExternalPropagator(cdcl.Propagator):
    """The rules of one solver: an `engine.sat.incremental.propagator.UserPropagator`; `attach` attaches them to it.

    Before each decision, and when all variables have values, the rules get the changes of the trail, and the solver
    gets their clauses, up to the first that forces a literal or is false. `clauses` are these clauses by the numbers
    that the solver gave them. An exception of the rules ends the search.
    """

    solver: cdcl.Cdcl
    rules: object
    trail: arrays.Ints  # the trail as the rules know it
    clauses = cython.declare(dict, visibility="readonly")

    def __init__(self, solver: cdcl.Cdcl, rules: object) -> None:
        self.solver, self.rules = solver, rules
        self.trail = arrays.Ints(64)
        self.clauses = {}

    def attach(self) -> None:
        """Attach to the solver."""
        self.solver.propagator = self

    def report_changes(self) -> None:
        """Report to the rules what has changed on the trail."""
        solver = self.solver
        common: cython.int = 0
        while (
            common < self.trail.length and common < solver.assigned and self.trail.data[common] == solver.trail[common]
        ):
            common += 1
        if common < self.trail.length:
            self.trail.length = common
            self.rules.on_backtrack(common)
        literals = []
        for place in range(common, solver.assigned):
            self.trail.push(solver.trail[place])
            literals.append(arrays.decoded(solver.trail[place]))
        if literals:
            self.rules.on_assignment(literals)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def propagate(self) -> cython.int:
        """Pass the changes to the rules, and their clauses, or else their decision, to the solver."""
        with cython.gil:
            return self._consult()

    @cython.cfunc
    @cython.exceptval(-1)
    def _consult(self) -> cython.int:
        self.report_changes()
        for clause in self.rules.clauses():
            if self._add(clause):
                return 1
        literal: cython.int = self.rules.decision() or 0
        if literal and abs(literal) <= self.solver.variables and self.solver.value[arrays.coded(literal)] == 0:
            self.solver.decisions += 1
            self.solver.open_level(arrays.coded(literal))
            return 1
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def _add(self, literals: object) -> cython.int:
        """Add a clause; return whether it changes the trail."""
        solver = self.solver
        clause = list(dict.fromkeys(literals))
        solver._check(clause)
        if any(-literal in clause for literal in clause):
            return 0
        codes = solver.clause
        codes.length = 0
        begin: cython.int = 0  # literals that are not false come first,
        for literal in clause:
            code: cython.int = arrays.coded(literal)
            level = solver.level_of[code >> 1]
            if solver.value[code] > 0 and level == 0:
                return 0
            if solver.value[code] >= 0:
                codes.data[codes.length] = codes.data[begin]
                codes.data[begin] = code
                codes.length += 1
                begin += 1
            elif level > 0:
                codes.data[codes.length] = code
                codes.length += 1
            if solver.value[code] == 0:
                solver.heap_insert(code >> 1)
            solver._enqueue(code >> 1)
        if codes.length < len(clause):
            solver.log(False, codes.data, 0, codes.length)
        self.clauses[solver.numbered] = array("i", clause)
        if codes.length < 2 or begin == 0 or (begin == 1 and solver.value[codes.data[0]] == 0):
            solver.learn_clause()
            return 1
        for place in range(2, codes.length):  # then the one of the highest level, to be watched
            if begin == 1 and solver.level_of[codes.data[place] >> 1] > solver.level_of[codes.data[1] >> 1]:
                codes.data[1], codes.data[place] = codes.data[place], codes.data[1]
        solver.attach(solver.new_clause(codes.length))
        solver.learned += 1
        solver.numbered += 1
        return 0
