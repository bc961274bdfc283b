"""Textbook DPLL, in which every step scans every clause: the baseline for the other solvers.

Without unit propagation it is plain backtracking.

One scan finds a unit clause, one removes the satisfied clauses and false literals of an assignment, one restores them,
and one finds the next decision. Between scans, only the depth of each removal is kept. An explicit stack avoids a limit
on depth. Its branching rules are the five reference rules and `in-order` of `engine.sat.solvers.branching`.
"""

from array import array

import cython

from engine.base.kernels import plain
from engine.base.polling import clause_pieces, poll

if cython.compiled:
    from cython.cimports.engine.sat.kernels import arrays
else:
    arrays = plain("engine.sat.kernels.arrays")


SHORTEST_LAST = cython.declare(cython.int, 1)
SHORTEST_FIRST = cython.declare(cython.int, 2)
SHORTEST_MOST_FREQUENT = cython.declare(cython.int, 3)
MOST_FREQUENT = cython.declare(cython.int, 4)
FIRST = cython.declare(cython.int, 5)
IN_ORDER = cython.declare(cython.int, 6)

_RULES = {
    "shortest-last": SHORTEST_LAST,
    "shortest-first": SHORTEST_FIRST,
    "shortest-most-frequent": SHORTEST_MOST_FREQUENT,
    "most-frequent": MOST_FREQUENT,
    "first": FIRST,
    "in-order": IN_ORDER,
}


@cython.final
@cython.cclass
class Naive:
    """One search for a model of `formula`; `branching` is one of the rules above.

    Unless `propagating`, consequences of unit clauses are found only by decisions and conflicts.

    Call `run` until it has a verdict. `level` is the number of decisions in force, with either value; `propagations`
    counts the literals assigned, decisions included. With a `tape`, events are recorded on it (see
    `engine.sat.trace.events`); its reader sets `recorded` to 0, or ends the recording, before the next `run`.

    Raises Cancelled if `cancel`, polled during loading, returns true.
    """

    decisions = cython.declare(cython.longlong, visibility="readonly")
    propagations = cython.declare(cython.longlong, visibility="readonly")
    conflicts = cython.declare(cython.longlong, visibility="readonly")
    visits = cython.declare(cython.longlong, visibility="readonly")  # of clauses, in any scan
    looks = cython.declare(cython.longlong, visibility="readonly")  # at literals in them
    level = cython.declare(cython.int, visibility="readonly")
    status: cython.int
    work: cython.longlong  # remaining work of the current slice, in visits of literals
    # The tape, and the number of events recorded since it was read.
    recording = cython.declare(cython.bint, visibility="public")
    recorded = cython.declare(cython.int, visibility="public")
    recorded_literals = cython.declare(cython.int, visibility="public")  # always 0: it does not learn
    room = cython.declare(cython.int, visibility="public")  # number of events that end a run
    kinds: cython.uchar[::1]
    event_literals: cython.int[::1]
    event_clauses: cython.int[::1]
    measuring: cython.bint
    event_counts: cython.longlong[::1]  # while measuring, by event: propagations, visits and looks so far
    rule: cython.int
    propagating: cython.bint
    pending: cython.int  # a literal to assign before looking for unit clauses, or 0
    failed: cython.bint  # a clause is empty
    variables: cython.int
    clauses: cython.int
    literals: cython.int[::1]  # those of clause c are literals[starts[c]:starts[c + 1]]
    starts: cython.int[::1]
    # Depth 1 is before any decision. A removal is undone when the search leaves its depth.
    clause_removed: cython.int[::1]  # by clause: the depth at which it was satisfied, or 0
    literal_removed: cython.int[::1]  # by place in `literals`: the depth at which that literal became false, or 0
    free: cython.int[::1]  # by clause: number of literals that are not removed
    frequency: cython.int[::1]  # by variable: number of its literals that are not removed, in such clauses
    open_count: cython.int  # number of clauses that are not removed
    assigned: object  # the array behind `value`
    value: cython.schar[::1]  # by variable: 1, -1, or 0 when free
    assigned_at: cython.int[::1]  # by variable: the depth of its assignment
    assigned_count: cython.int
    decided: cython.int[::1]  # by level, from 1: the decision,
    decided_count: cython.int[::1]  # number of variables assigned before it,
    flipped: cython.schar[::1]  # and whether its other value is being tried
    flipped_count: cython.int
    prefix: cython.int[::1]  # literals to decide before any other, with 0 at the end
    prescribed: cython.int[::1]  # numbers of decisions, ascending, with -1 at the end,
    prescribed_literals: cython.int[::1]  # the literals to decide there,
    next_prescribed: cython.int  # and the index of the next one

    def __init__(
        self,
        formula: object,
        branching: str = "shortest-last",
        tape: object = None,
        propagating: cython.bint = True,
        cancel: object = None,
    ) -> None:
        n: cython.int = formula.variables
        m: cython.int = len(formula)
        clause: cython.int
        k: cython.int
        begin: cython.int
        end: cython.int
        self.rule, self.propagating = _RULES[branching], propagating
        self.decisions = self.propagations = self.conflicts = self.work = self.visits = self.looks = 0
        self.level = self.status = self.pending = 0
        self.failed = False
        self.recording = tape is not None
        self.recorded, self.recorded_literals, self.room = 0, 0, 1
        if self.recording:
            self.room, self.kinds = tape.room, tape.kinds
            self.event_literals, self.event_clauses = tape.literals, tape.clauses
        self.measuring = self.recording and tape.counts is not None
        if self.measuring:
            self.event_counts = tape.counts
        self.variables, self.clauses, self.open_count = n, m, m
        self.assigned_count = self.flipped_count = 0
        self.literals, self.starts = formula.literals, formula.starts
        self.clause_removed, self.free = arrays.zeros("i", m), arrays.zeros("i", m)
        poll(cancel)
        self.literal_removed = arrays.zeros("i", len(formula.literals))
        self.frequency, self.assigned_at = arrays.zeros("i", n + 1), arrays.zeros("i", n + 1)
        self.decided, self.decided_count = arrays.zeros("i", n + 2), arrays.zeros("i", n + 2)
        self.flipped = arrays.zeros("b", n + 2)
        self.assigned = arrays.zeros("b", n + 1)
        self.value = self.assigned
        self.follow(())
        self.decide_instead({})
        for begin, end in clause_pieces(formula.starts, cancel):
            for clause in range(begin, end):
                self.free[clause] = self.starts[clause + 1] - self.starts[clause]
                if self.free[clause] == 0:
                    if self.conflicts == 0:
                        self._record(arrays.CONFLICT, 0, clause)
                    self.status = arrays.UNSATISFIABLE
                    self.conflicts = 1
                for k in range(self.starts[clause], self.starts[clause + 1]):
                    self.frequency[abs(self.literals[k])] += 1

    def run(self, work: cython.longlong) -> cython.int:
        """Search for about `work` visits of literals (but at least one scan), or until the tape is full.

        Releases the GIL. Returns 10 (satisfiable), 20 (unsatisfiable) or 0 (not decided yet).
        """
        with cython.nogil:
            self.work = work
            while self.work > 0 and self.status == arrays.UNDECIDED and self.recorded < self.room:
                self._step()
        return self.status

    def follow(self, literals: object) -> None:
        """Decide these literals before any others: always the first free one.

        Assigned literals are skipped, and decided once they are free again.
        """
        self.prefix = array("i", [*literals, 0])

    def decide_instead(self, literals: object) -> None:
        """Prescribe decisions: `literals` by the number of the decision, counted from 0. Call before any decision.

        The search is otherwise unchanged; a literal that is not free by then is skipped.
        """
        numbers = sorted(literals)
        self.prescribed = array("i", [*numbers, -1])
        self.prescribed_literals = array("i", [literals[number] for number in numbers])
        self.next_prescribed = 0

    @property
    def explored(self) -> float:
        """The explored share of the decision tree, as in `Dpll`."""
        if self.status == arrays.UNSATISFIABLE:
            return 1.0
        share = 0.5**self.level if self.failed else 0.0  # the leaf or level that the search is about to leave
        for level in range(1, min(self.level, 60) + 1):
            share += self.flipped[level] * 0.5**level
        return share

    def assignment(self):
        """A copy of the assignment: array("b") by variable of 1 (true), -1 (false) and 0 (free; so is index 0)."""
        return self.assigned[:]

    def model(self):
        """The assignment as array("i") with one literal for every variable, in order; free ones are made true."""
        return arrays.model_of(self.assigned)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _step(self) -> cython.void:
        """Assign one literal, decided or implied; or undo one level; or finish."""
        literal: cython.int = self.pending
        kind: cython.uchar = arrays.FLIP
        reason: cython.int = arrays.FLIPPED
        conflict: cython.int
        if self.failed:
            self._backtrack()
            return
        if literal == 0 and self.propagating:
            kind = arrays.PROPAGATION
            reason = self._unit()
            if reason >= 0:
                literal = self._first_free(reason)
        if literal == 0:
            literal = self._next_of_prefix()
            if literal == 0 and self.open_count > 0:
                literal = self._choose()
            if literal == 0:
                self.status = arrays.SATISFIABLE
                return
            if self.prescribed[self.next_prescribed] == self.decisions:
                if self.value[abs(self.prescribed_literals[self.next_prescribed])] == 0:
                    literal = self.prescribed_literals[self.next_prescribed]
                self.next_prescribed += 1
            self.decisions += 1
            self.level += 1
            self.decided[self.level] = literal
            self.decided_count[self.level] = self.assigned_count
            self.flipped[self.level] = 0
            kind = arrays.DECISION
            reason = arrays.DECIDED
        self.pending = 0
        self.propagations += 1
        self._record(kind, literal, reason)
        conflict = self._assume(literal)
        if conflict >= 0:
            self._record(arrays.CONFLICT, 0, conflict)
            self.conflicts += 1
            self.failed = True

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _record(self, kind: cython.uchar, literal: cython.int, clause: cython.int) -> cython.void:
        """Record an event on the tape, if there is one."""
        if self.recording:
            self.kinds[self.recorded] = kind
            self.event_literals[self.recorded] = literal
            self.event_clauses[self.recorded] = clause
            if self.measuring:
                self.event_counts[3 * self.recorded] = self.propagations
                self.event_counts[3 * self.recorded + 1] = self.visits
                self.event_counts[3 * self.recorded + 2] = self.looks
            self.recorded += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _backtrack(self) -> cython.void:
        """Undo a failed level, then try the other value of its decision, or leave the level if both failed."""
        if self.level == 0:
            self.status = arrays.UNSATISFIABLE
            return
        self._restore(self.level + 1)
        if self.flipped[self.level]:
            self.flipped_count -= 1
            self.level -= 1
        else:
            self.assigned_count = self.decided_count[self.level]
            self._record(arrays.BACKTRACK, self.level - self.flipped_count - 1, self.assigned_count)
            self.flipped_count += 1
            self.flipped[self.level] = 1
            self.pending = -self.decided[self.level]
            self.failed = False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _unit(self) -> cython.int:
        """The first unit clause; -1 if there is none."""
        clause: cython.int
        for clause in range(self.clauses):
            self.work -= 1
            self.visits += 1
            if self.clause_removed[clause] == 0 and self.free[clause] == 1:
                return clause
        return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _first_free(self, clause: cython.int) -> cython.int:
        k: cython.int = self.starts[clause]
        while self.literal_removed[k] != 0:
            k += 1
        return self.literals[k]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _assume(self, literal: cython.int) -> cython.int:
        """Make a literal true: remove the clauses that have it, and its negation from the others.

        Returns the first clause that becomes empty; -1 if none does.
        """
        depth: cython.int = self.level + 1
        clause: cython.int
        k: cython.int
        self.value[abs(literal)] = 1 if literal > 0 else -1
        self.assigned_at[abs(literal)] = depth
        self.assigned_count += 1
        for clause in range(self.clauses):
            self.visits += 1
            if self.clause_removed[clause] != 0:
                continue
            self.work -= self.starts[clause + 1] - self.starts[clause]
            for k in range(self.starts[clause], self.starts[clause + 1]):
                self.looks += 1
                if self.literal_removed[k] != 0:
                    continue
                if self.literals[k] == literal:
                    self.clause_removed[clause] = depth
                    self.open_count -= 1
                    self._count(clause, -1)
                    break
                if self.literals[k] == -literal:
                    self.literal_removed[k] = depth
                    self.frequency[abs(literal)] -= 1
                    self.free[clause] -= 1
                    if self.free[clause] == 0:
                        return clause
        return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _restore(self, depth: cython.int) -> cython.void:
        """Undo the removals and assignments at a depth."""
        clause: cython.int
        k: cython.int
        variable: cython.int
        for clause in range(self.clauses):
            self.visits += 1
            self.looks += self.starts[clause + 1] - self.starts[clause]
            self.work -= self.starts[clause + 1] - self.starts[clause]
            if self.clause_removed[clause] == depth:
                self.clause_removed[clause] = 0
                self.open_count += 1
                self._count(clause, 1)
            for k in range(self.starts[clause], self.starts[clause + 1]):
                if self.literal_removed[k] == depth:
                    self.literal_removed[k] = 0
                    self.frequency[abs(self.literals[k])] += 1
                    self.free[clause] += 1
        for variable in range(1, self.variables + 1):
            if self.assigned_at[variable] == depth:
                self.assigned_at[variable] = 0
                self.value[variable] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count(self, clause: cython.int, change: cython.int) -> cython.void:
        """Subtract the literals of a clause from the frequencies, or add them back."""
        k: cython.int
        for k in range(self.starts[clause], self.starts[clause + 1]):
            if self.literal_removed[k] == 0:
                self.frequency[abs(self.literals[k])] += change

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _next_of_prefix(self) -> cython.int:
        """The first free literal of the prefix; 0 if there is none."""
        i: cython.int = 0
        while self.prefix[i] != 0 and self.value[abs(self.prefix[i])] != 0:
            i += 1
        return self.prefix[i]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _choose(self) -> cython.int:
        """The literal to decide on."""
        choice: cython.int = 0
        shortest: cython.int = 2147483647
        highest: cython.int = 0
        clause: cython.int
        k: cython.int
        variable: cython.int
        if self.rule == MOST_FREQUENT:
            for variable in range(1, self.variables + 1):
                if self.frequency[variable] > highest:
                    highest = self.frequency[variable]
                    choice = variable
            self.work -= self.variables
            return choice
        for clause in range(self.clauses):
            self.work -= 1
            self.visits += 1
            if self.rule == IN_ORDER:
                for k in range(self.starts[clause], self.starts[clause + 1]):
                    variable = abs(self.literals[k])
                    if self.value[variable] == 0 and (choice == 0 or variable < choice):
                        choice = variable
                continue
            if self.clause_removed[clause] != 0 or self.free[clause] > shortest:
                continue
            if self.free[clause] == shortest and self.rule != SHORTEST_MOST_FREQUENT:
                continue
            shortest = self.free[clause]
            for k in range(self.starts[clause], self.starts[clause + 1]):
                if self.literal_removed[k] != 0:
                    continue
                if self.rule == FIRST:
                    return self.literals[k]
                if self.rule == SHORTEST_MOST_FREQUENT:
                    variable = abs(self.literals[k])
                    if self.frequency[variable] > highest:
                        highest = self.frequency[variable]
                        choice = self.literals[k]
                else:
                    choice = self.literals[k]
                    if self.rule == SHORTEST_FIRST:
                        break
        return choice
