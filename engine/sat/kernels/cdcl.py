# cython: infer_types=True
# (Cython infers the types of most local variables.)
"""Conflict-driven clause learning: the solver for everyday use.

The search is that of MiniSat (N. Eén, N. Sörensson: An extensible SAT-solver. SAT 2003, LNCS 2919, 502-518): decide and
propagate until a clause is false, learn the first-UIP clause of that conflict (J. P. Marques-Silva, K. A. Sakallah:
GRASP. IEEE Trans. Computers 48 (1999) 506-521), backjump and repeat. Its techniques:

- Two watched literals (M. Moskewicz et al.: Chaff. DAC 2001), with blockers as in MiniSat 2.2. A binary clause is
  propagated from its watch alone. The search for a new watch resumes where it last ended (I. Gent: Optimal
  implementation of watched literals. JAIR 48 (2013) 231-251), so long clauses are not read again and again.
- Minimisation of learned clauses through all reasons (N. Sörensson, A. Biere: Minimizing learned clauses. SAT 2009).
- Two alternating modes with equal work, as in CaDiCaL and its relatives (C. Oh: Between SAT and UNSAT. SAT 2015). The
  focused mode decides on variables of the latest conflicts: variables are in a queue and move to its end when bumped
  (VMTF; A. Biere, A. Fröhlich: Evaluating CDCL variable scoring schemes. SAT 2015, LNCS 9340, 405-422). The stable mode
  keeps slowly decaying activities in a heap, exponential VSIDS as in MiniSat.
- Saved phases (K. Pipatsrisawat, A. Darwiche: A lightweight component caching scheme. SAT 2007); in the stable mode
  target phases; and rephasing in both (A. Biere, M. Fleury: Chasing target phases. Pragmatics of SAT 2020).
- Bumping of the variables in the reasons of a learned clause's literals too (J. H. Liang et al.: Learning rate based
  branching heuristic for SAT solvers. SAT 2016, LNCS 9710, 123-140); in the focused mode only if all clauses have the
  same length. This multiplies the time by about 0.6 there (uuf250), by 2 to 15 on orderings, and by 0.6 to 1.1 on
  pigeonholes.
- Restarts: in the focused mode when the recent glue is above the average (G. Audemard, L. Simon: Predicting learnt
  clauses quality. IJCAI 2009), in the stable mode by reluctant doubling (D. Knuth: The art of computer programming 4B,
  7.2.2.2, after M. Luby, A. Sinclair, D. Zuckerman: Optimal speedup of Las Vegas algorithms. IPL 47 (1993) 173-180).
  They keep decisions that would be made again (P. van der Tak, A. Ramos, M. Heule: Reusing the assignment trail.
  JSAT 7 (2011) 133-138).
- Learned clauses of glue 2 or less are kept. The less active half of the others is dropped when their number exceeds a
  slowly growing share of the formula's clauses (at most 4000 at first), as in MiniSat; going by glue alone, as in
  Glucose, took 1.2 to 1.5 times as long on unsatisfiable formulas.

Literals are coded as in `arrays.py`. All clauses are stored in one array, the arena. A clause is the index of its first
literal there, with its header just before; 0 stands for no clause.
"""

from array import array
from random import Random

import cython

from engine.base.kernels import plain
from engine.base.polling import WORK, pieces, poll

if cython.compiled:
    from cython.cimports.engine.sat.kernels import arrays
else:
    arrays = plain("engine.sat.kernels.arrays")


if not cython.compiled:  # as in `cdcl.pxd`, for Python
    NONE = 0
    SIZE, GLUE, ACTIVITY, NUMBER, POSITION = 1, 2, 3, 4, 5
    HEADER = 5
    HEAD, START, COUNT, ROOM = 4, 0, 1, 2
    TRUE_BLOCKER, TRUE_OTHER, TRUE_LITERAL, MOVED, UNIT, FALSE, VISIT = 0, 1, 2, 3, 4, 5, 8
    PRESENT, REMOVABLE, NEEDED = 1, 2, 3
    VSIDS, ACIDS, STATIC = 0, 1, 2
    UNASSIGN, COMPACT, UNWATCH, WATCH_BINARY, WATCH_LONG = 1, 2, 3, 4, 5

RULES = {"vsids": 0, "acids": 1, "static": 2}

DECAY = cython.declare(cython.double, 1 / 0.985)  # by which bumps grow per conflict, instead of decaying activities
FIRST_TURN = cython.declare(cython.longlong, 1000)  # conflicts of the first turn in the focused mode
FIRST_PHASE = cython.declare(cython.schar, 1)
REPHASE_INTERVAL = cython.declare(cython.longlong, 1000)  # conflicts; it grows by as many each time
MAX_REASONS = cython.declare(cython.int, 10)  # reason variables to bump for each literal of the clause
MAX_DECISIONS = cython.declare(cython.int, 100)  # for each conflict; with more, reasons are not bumped
FIRST_CLAUSE_BUMP = cython.declare(cython.int, 1 << 14)  # grows by 1/1024, so activities stay below 1024 times
LAST_CLAUSE_BUMP = cython.declare(cython.int, 1 << 20)
MAX_LOADED = cython.declare(cython.int, 1 << 16)  # literals of clauses to add at once: some milliseconds
MAX_COMPARED = cython.declare(cython.int, 500)  # variables of a conflict that are sorted by comparisons
NEVER = cython.declare(cython.longlong, 1 << 62)  # work
INITIAL_LIMIT = cython.declare(cython.longlong, 4000)  # initial limit of learned clauses, however large the formula is
MAX_KEPT_GLUE = cython.declare(cython.int, 2)
RESTART_INTERVAL = cython.declare(cython.int, 2)  # minimum number of conflicts between restarts
RESTART_UNIT = cython.declare(cython.longlong, 1024)  # conflicts, of reluctant doubling
RESTART_MARGIN = cython.declare(cython.double, 1.1)


class WatchLists:
    """A snapshot of the watch lists of a search."""

    def __init__(self, arena: array, watches: array, heads: array) -> None:
        self._arena, self._watches, self._heads = arena, watches, heads

    def of(self, literal: int) -> list[tuple[int, int, int]]:
        """The watches of a literal in order: for each the clause, its blocker, and its other watched literal.

        Clauses are numbered as in events.
        """
        code = 2 * literal if literal > 0 else 1 - 2 * literal
        start, count = self._heads[HEAD * code + START], self._heads[HEAD * code + COUNT]
        watches = []
        for place in range(start, start + count, 2):
            clause = abs(self._watches[place + 1])
            blocker, other = self._watches[place], self._arena[clause] ^ self._arena[clause + 1] ^ code
            watches.append((self._arena[clause - NUMBER], _decoded(blocker), _decoded(other)))
        return watches


def _decoded(code: int) -> int:
    return -(code >> 1) if code & 1 else code >> 1


@cython.cclass
class Propagator:
    """A hook that propagates more than unit propagation does. This base class propagates nothing."""

    def propagate(self) -> cython.int:
        """Propagate before a decision; return whether `Cdcl.learn_clause` was called."""
        return 0


@cython.final
@cython.cclass
class Cdcl:
    """A CDCL solver for one formula, to which clauses can be added between runs.

    Call `run` until it has a verdict; in between, the counters, the assignment and the proof so far can be read.
    `branching` is one of `solvers.branching.LEARNING`; the `seed` decides its first ties. With a `tape`, events are
    recorded on it (see `trace.events`); its reader sets `recorded` and `recorded_literals` to 0, or ends the recording,
    before the next `run`. `proof`: record steps for `take_proof`. `propagations` counts the literals taken from the
    trail, decisions included. A `propagator`, if set, is called before every decision.

    Raises MemoryError if the formula does not fit, ValueError for a literal beyond its variables, and Cancelled if
    `cancel`, polled during loading, returns true.
    """

    def __init__(
        self,
        formula: object,
        branching: str = "vsids",
        seed: int = 0,
        tape: object = None,
        proof: bool = False,
        without: object = frozenset(),
        cancel: object = None,
    ) -> None:
        n = formula.variables
        if n > arrays.MAX_NUMBER // 2 - 1:
            raise MemoryError(f"{n} variables are more than the solver can number")
        self.variables = n
        self.decisions = self.propagations = self.conflicts = self.restarts = self.learned = self.level = self.work = 0
        self.moves, self.pause, self.stop = 0, NEVER, NEVER
        self.task, self.task_level, self.task_event, self.task_learns = NONE, 0, arrays.BACKTRACK, False
        self.reducing, self.source, self.place = False, 0, 0
        self.status, self.refuted, self.broken = arrays.UNDECIDED, False, False
        self.recording, self.recorded, self.recorded_literals, self.room = tape is not None, 0, 0, 1
        if self.recording:
            self.room, self.event_kinds = tape.room, tape.kinds
            self.event_literals, self.event_clauses, self.event_learned = tape.literals, tape.clauses, tape.learned
        self.notes = arrays.Ints(64)
        self.measuring = self.recording and tape.counts is not None
        if self.measuring:
            self.event_counts = tape.counts
        self.proving, self.proof = proof, arrays.Ints(1024 if proof else 1)
        self.hinting, self.hints = False, arrays.Ints(1)
        self.observed, self.visits, self.looks, self.visit_log = self.measuring, 0, 0, arrays.Ints(1)

        self.memory, self.numbered = [], 0
        self.arena = arrays.Ints(len(formula.literals) + (HEADER + 1) * len(formula) + 1024)
        poll(cancel)
        self.watches = arrays.Ints(8 * len(formula) + 1024)
        poll(cancel)
        self.watch_heads = self._zeros("i", HEAD * (2 * n + 2))
        self.watch_list = arrays.ints(self.watch_heads)
        self.values = self._zeros("b", 2 * n + 2)
        self.value = arrays.schars(self.values)
        self.level_of, self.reason = self._ints(n + 1), self._ints(n + 1)
        self.trail, self.assigned, self.head = self._ints(n + 1), 0, 0
        self.ignored = NONE
        self.level_start, self.on_level = self._ints(n + 2), self._ints(n + 2)
        self.stamp, self.stamp_of = 0, self._ints(n + 2)
        self.assumed, self.assumed_levels, self.assumed_before = 0, 0, self._ints(n + 2)
        self.assumptions, self.core_literals, self.prefix = arrays.Ints(1), arrays.Ints(1), arrays.Ints(1)
        self.prescribed, self.prescribed_literals, self.next_prescribed = arrays.Ints(1), arrays.Ints(1), 0
        self.halt = -1
        self.propagator = None
        poll(cancel)
        self.rule = RULES[branching]
        self.activity, self.bump_size = arrays.doubles(self._zeros("d", n + 1)), 1.0
        self.heap, self.heap_place, self.heap_size = self._ints(n + 1), self._ints(n + 1), 0
        self.mark = arrays.schars(self._zeros("b", n + 1))
        self.stable, self.mode_changes, self.mode_work, self.mode_end = False, 0, 0, 0
        self.bumped, self.bump_time = arrays.doubles(self._zeros("d", n + 1)), 0.0
        self.queue_before, self.queue_after = self._ints(n + 1), self._ints(n + 1)
        self.queue_last = self.queue_head = 0
        self.saved = arrays.schars(self._zeros("b", n + 1))
        self.target, self.best = arrays.schars(self._zeros("b", n + 1)), arrays.schars(self._zeros("b", n + 1))
        self.target_length = self.best_length = self.rephasings = 0
        self.rephase_at = -1 if "rephasing" in without else REPHASE_INTERVAL
        self.has_target = "target-phases" not in without
        self.reason_bumping, self.bump_pause, self.bump_wait = "reason-bumping" not in without, 0, 0
        poll(cancel)
        self.uniform = self._of_one_length(formula.starts)
        self.marked, self.clause, self.analysed = arrays.Ints(n + 1), arrays.Ints(n + 1), arrays.Ints(n + 1)
        self.stack, self.pool = arrays.Ints(64), arrays.Ints(64)
        self.glue = self.glues = self.since_restart = self.simplified = 0
        self.recent_glue, self.total_glue, self.clause_bump = 0.0, 0.0, FIRST_CLAUSE_BUMP
        self.focused_conflicts, self.luby_u, self.luby_v = 0, 1, 1
        self.allowance = self.limit = max(100, min(len(formula) // 3, INITIAL_LIMIT))
        self.growth = 100
        self._fill_heap(formula.literals, seed, cancel)
        self.unloaded, self.loaded = formula, 0
        while self.unloaded is not None and (self.recording or len(formula.literals) <= MAX_LOADED):
            poll(cancel)
            self._load_more()

    def _ints(self, length: object) -> cython.p_int:
        return arrays.ints(self._zeros("i", length))

    def _zeros(self, code: str, length: int) -> array:
        numbers = arrays.zeros(code, length)
        self.memory.append(numbers)
        return numbers

    # --- use ---

    def run(self, work: cython.longlong, conflicts: cython.longlong = -1) -> int:
        """Search for about `work` steps, `conflicts` conflicts if not negative, or until the tape is full.

        A step takes some nanoseconds; steps of `moves` count too. The first runs add the clauses of a large formula,
        which does not count as steps.
        Returns 10 (satisfiable), 20 (unsatisfiable under the assumptions) or 0 (not decided yet), without the GIL; a
        verdict stays until `assume` or `add_clause`. Raises MemoryError, and after that RuntimeError.
        """
        if self.broken:
            raise RuntimeError("an error ended the search; make another solver")
        if self.unloaded is not None:
            self._load_more()
            if self.unloaded is not None:
                return arrays.UNDECIDED
        if self.refuted:
            self.status = arrays.UNSATISFIABLE
        last_conflict = self.conflicts + conflicts if conflicts >= 0 else arrays.MAX_NUMBER << 31
        self.broken = True
        with cython.nogil:
            if self.status == arrays.UNDECIDED:
                if not self.recording:
                    self.pause = self.work + work
                    self.stop = self.work + self.moves + work
                self.status = self._search(self.work + self.moves + work, last_conflict)
                self.pause = self.stop = NEVER
        self.broken = False
        return self.status

    def assignment(self) -> array:
        """A copy of the assignment: array("b") by variable of 1 (true), -1 (false) and 0 (free; so is index 0)."""
        return self.values[::2]

    def model(self) -> array:
        """After the verdict satisfiable: array("i") with one literal for every variable, in order; free ones are true.

        Raises ValueError without that verdict.
        """
        if self.status != arrays.SATISFIABLE:
            raise ValueError("there is no model")
        return arrays.model_of(self.assignment())

    def assume(self, literals: object) -> None:
        """Assume these literals in the next runs, replacing earlier assumptions.

        On a tape they are decisions. Raises ValueError for 0 or a variable that the formula does not have.
        """
        assumed = list(dict.fromkeys(literals))
        self._check(assumed)
        self._reopen()
        self.assumptions.length = self.assumed = self.assumed_levels = 0
        for literal in assumed:
            self.assumptions.push(arrays.coded(literal))

    def follow(self, literals: object) -> None:
        """Decide these literals before any others: always the first free one.

        Assigned literals are skipped, and decided once they are free again. Raises ValueError for 0 or a variable that
        the formula does not have.
        """
        self._check(literals)
        for literal in literals:
            self.prefix.push(arrays.coded(literal))

    def decide_instead(self, literals: object) -> None:
        """Prescribe decisions: `literals` by the number of the decision, counted from 0. Call before any decision.

        The search is otherwise unchanged; a literal that is not free by then is skipped. Raises ValueError for 0 or a
        variable that the formula does not have.
        """
        self._check(literals.values())
        for number in sorted(literals):
            self.prescribed.push(number)
            self.prescribed_literals.push(arrays.coded(literals[number]))

    def core(self) -> array:
        """After the verdict unsatisfiable: array("i") of assumptions that can't all hold; empty if none is needed.

        Raises ValueError without that verdict.
        """
        if self.status != arrays.UNSATISFIABLE:
            raise ValueError("there is no core")
        return array("i", [] if self.refuted else [arrays.decoded(code) for code in self.core_literals.copy()])

    def add_clause(self, literals: object) -> None:
        """Add a clause. Raises ValueError for 0 or a variable that the formula does not have."""
        clause = array("i", literals)
        self._check(clause)
        self._reopen()
        while self.unloaded is not None:
            self._load_more()
        self.load(clause, array("i", [0, len(clause)]))

    def include(self, variables: object) -> None:
        """Decide these variables too, although no clause may have them. Raises ValueError as `add_clause` does."""
        self._check(variables)
        self._reopen()
        while self.unloaded is not None:
            self._load_more()
        for variable in variables:
            self.heap_insert(variable)
            self._enqueue(variable)

    def set_phases(self, values: object) -> None:
        """Set the values variables are decided to, by variable: 1 true, -1 false, 0 as before; index 0 is unused.

        Counts as a rephasing: values saved from long trails are cleared. Does nothing after a verdict.
        """
        if self.status != arrays.UNDECIDED:
            return
        self.backjump(0, arrays.RESTART)
        phases: cython.schar[::1] = values
        for variable in range(1, self.variables + 1):
            if phases[variable]:
                self.saved[variable] = phases[variable]
        self._clear_target()

    def phases(self) -> array:
        """A copy of the values that variables are currently decided to, in the form of `set_phases`."""
        self.continue_task(NEVER)
        phases = arrays.zeros("b", self.variables + 1)
        values: cython.schar[::1] = phases
        for variable in range(self.variables + 1):
            values[variable] = self.saved[variable]
        return phases

    def preferences(self) -> tuple:
        """The ranking of free variables for the next decision: the literals to decide, and the ranks.

        An array("i") and an array("d"), which begin with the literal of the decision: the one with the highest rank,
        which is the activity or, in the focused mode, the time of the last bump. The heap breaks ties.
        """
        literals, ranks = array("i"), array("d")
        heap, moves = [self.heap[i] for i in range(self.heap_size)], self.moves
        choice = self._next_variable()
        self.heap_size, self.moves = len(heap), moves  # restored with the order of equal variables, which counts
        for i, variable in enumerate(heap):
            self.heap[i] = variable
            self.heap_place[variable] = i
        for variable in [choice, *(var for var in range(1, self.variables + 1) if var != choice)]:
            if self.value[2 * variable] == 0 and self.bumped[variable] > 0:
                truth = self.target[variable] if self.stable and self.has_target else 0
                literals.append(variable if (truth or self.saved[variable]) > 0 else -variable)
                ranks.append(self.activity[variable] if self._by_activity() else self.bumped[variable])
        return literals, ranks

    def ranks(self) -> array:
        """The rank of each variable for a decision, by variable: array("d"), 0 for variables never decided.

        The rank is the activity or, if `by_queue` is true, the time when the variable moved to the end of the queue.
        """
        ranked = array("d", [0.0])
        for variable in range(1, self.variables + 1):
            ranked.append(self.activity[variable] if self._by_activity() else self.bumped[variable])
        return ranked

    @property
    def by_queue(self) -> bool:
        """Whether decisions take the variable bumped last instead of the most active one."""
        return not self._by_activity()

    def watch_lists(self) -> object:
        """A copy of all watch lists between two runs: `WatchLists`."""
        return WatchLists(self.arena.copy(), self.watches.copy(), self.watch_heads[:])

    def take_visits(self) -> array:
        """The visits since the last call, while `observed`: VISIT numbers for each, as `_visit` has them."""
        visits = self.visit_log.copy()
        self.visit_log.length = 0
        return visits

    def take_proof(self) -> array:
        """The steps of the proof since the last call, as `engine.sat.proof.proof.ProofSink.write_steps` takes them."""
        steps = self.proof.copy()
        self.proof.length = 0
        return steps

    def take_notes(self) -> array:
        """The numbers that events since the last call need beyond their two, in order: see `events.Tape`."""
        notes = self.notes.copy()
        self.notes.length = 0
        return notes

    def _check(self, literals: object) -> None:
        for literal in literals:
            if not 1 <= abs(literal) <= self.variables:
                raise ValueError(f"{literal} is no literal of the variables 1 to {self.variables}")

    def _reopen(self) -> None:
        self.backjump(0, arrays.RESTART)
        self.status = arrays.UNDECIDED

    # --- clauses ---

    def _fill_heap(self, literals: cython.int[::1], seed: int, cancel: object) -> None:
        """Put the variables that occur on the heap, in order or shuffled by the seed. Raises Cancelled."""
        begin: cython.int
        end: cython.int
        for begin, end in pieces(len(literals), cancel):
            for i in range(begin, end):
                if literals[i] == 0 or not -self.variables <= literals[i] <= self.variables:
                    raise ValueError(f"literal {literals[i]} in a formula of {self.variables} variables")
                self.mark[abs(literals[i])] = PRESENT
                if self.rule == STATIC:
                    self.activity[abs(literals[i])] += 1
        order: arrays.Ints = arrays.Ints(self.variables + 1)
        for begin, end in pieces(self.variables, cancel):
            for variable in range(begin + 1, end + 1):
                if self.mark[variable]:
                    order.push(variable)
                self.mark[variable] = 0
                self.heap_place[variable] = -1
                self.saved[variable] = FIRST_PHASE
        if seed:
            self._shuffle(order, Random(seed), cancel)
        for begin, end in pieces(order.length, cancel):
            for i in range(begin, end):
                self.heap_insert(order.data[i])
        for begin, end in pieces(order.length, cancel):
            for i in range(begin, end):
                self._enqueue(order.data[order.length - 1 - i])

    def _shuffle(self, order: arrays.Ints, random: object, cancel: object) -> None:
        """Shuffle like `random.shuffle`, in pieces."""
        begin: cython.int
        end: cython.int
        for begin, end in pieces(order.length - 1, cancel, WORK):
            for i in range(begin, end):
                last = order.length - 1 - i
                other: cython.int = random.randrange(last + 1)
                order.data[last], order.data[other] = order.data[other], order.data[last]

    def load(self, literals: cython.int[::1], starts: cython.int[::1]) -> None:
        """Add clauses, at level 0."""
        clauses: cython.int = len(starts) - 1
        with cython.nogil:
            for i in range(clauses):
                if not self.refuted:
                    self.add(arrays.ints(literals), starts[i], starts[i + 1])
                self.numbered += 1

    def _load_more(self) -> None:
        """Add the next clauses of the formula, with about MAX_LOADED literals."""
        literals: cython.int[::1] = self.unloaded.literals
        starts: cython.int[::1] = self.unloaded.starts
        clauses: cython.int = len(starts) - 1
        self.broken = True
        with cython.nogil:
            end: cython.int = starts[self.loaded]
            while self.loaded < clauses and starts[self.loaded] - end < MAX_LOADED:
                if not self.refuted:
                    self.add(arrays.ints(literals), starts[self.loaded], starts[self.loaded + 1])
                self.numbered += 1
                self.loaded += 1
        self.broken = False
        if self.loaded == clauses:
            self.unloaded = None

    def _of_one_length(self, starts: cython.int[::1]) -> cython.bint:
        i: cython.int = 1
        while i < len(starts) and starts[i] == i * starts[1]:
            i += 1
        return i >= len(starts)

    def add(self, literals: cython.p_int, begin: cython.int, end: cython.int) -> cython.int:
        """Add a clause without its duplicates and false literals, unless it is a tautology or true."""
        superfluous: cython.bint = False
        self.clause.length = 0
        for i in range(begin, end):
            literal = arrays.coded(literals[i])
            variable = literal >> 1
            if self.value[literal] > 0 or self.mark[variable] == 2 - (literal & 1):
                superfluous = True
            elif self.value[literal] == 0 and self.mark[variable] == 0:
                self.mark[variable] = 1 + (literal & 1)
                self.clause.data[self.clause.length] = literal  # there is room for every variable
                self.clause.length += 1
        for i in range(self.clause.length):
            self.mark[self.clause.data[i] >> 1] = 0
        if superfluous:
            return 0
        if self.clause.length < end - begin:
            self.log(False, self.clause.data, 0, self.clause.length)
        if self.clause.length == 0:
            self.conflicts += 1
            self.record(arrays.CONFLICT, 0, self.numbered)
            self.refuted = True
        elif self.clause.length == 1:
            self.assign(self.clause.data[0], NONE)
            self.record(arrays.PROPAGATION, self.clause.data[0], self.numbered)
        else:
            self.attach(self.new_clause(0))
            for i in range(self.clause.length):
                self.heap_insert(self.clause.data[i] >> 1)
                self._enqueue(self.clause.data[i] >> 1)
        return 0

    def new_clause(self, glue: cython.int) -> cython.int:
        """Put a clause into the arena."""
        size = self.clause.length
        self.arena.reserve(HEADER + size)
        arena = self.arena.data
        clause = self.arena.length + HEADER
        arena[clause - SIZE] = size
        arena[clause - GLUE] = glue
        arena[clause - ACTIVITY] = self.clause_bump
        arena[clause - NUMBER] = self.numbered
        arena[clause - POSITION] = 2
        for i in range(size):
            arena[clause + i] = self.clause.data[i]
        self.arena.length += HEADER + size
        return clause

    def attach(self, clause: cython.int) -> cython.int:
        """Watch the first two literals."""
        first, second = self.arena.data[clause], self.arena.data[clause + 1]
        tagged = -clause if self.arena.data[clause - SIZE] == 2 else clause
        self.watch(first, second, tagged)
        self.watch(second, first, tagged)
        return 0

    def watch(self, literal: cython.int, blocker: cython.int, clause: cython.int) -> cython.int:
        """Add to the watches of a literal."""
        head = HEAD * literal
        if self.watch_list[head + COUNT] == self.watch_list[head + ROOM]:
            self._widen(head)
        place = self.watch_list[head + START] + self.watch_list[head + COUNT]
        self.watches.data[place] = blocker
        self.watches.data[place + 1] = clause
        self.watch_list[head + COUNT] += 2
        return 0

    def _widen(self, head: cython.int) -> cython.int:
        """Move a full watch list to the end, with twice the room."""
        room = 2 * self.watch_list[head + COUNT] if self.watch_list[head + COUNT] else 8
        self.watches.reserve(room)
        start = self.watches.length
        for i in range(self.watch_list[head + COUNT]):
            self.watches.data[start + i] = self.watches.data[self.watch_list[head + START] + i]
        self.watch_list[head + START] = start
        self.watch_list[head + ROOM] = room
        self.watches.length += room
        return 0

    def drop(self, clause: cython.int) -> cython.int:
        """Mark a clause as garbage for `collect`, and remove its watches."""
        for k in range(clause, clause + 2):
            literal = self.arena.data[k]
            tagged = -clause if self.arena.data[clause - SIZE] == 2 else clause
            start = self.watch_list[HEAD * literal + START]
            place = start
            while self.watches.data[place + 1] != tagged:
                place += 2
            self.work += place - start
            self.watch_list[HEAD * literal + COUNT] -= 2
            last = start + self.watch_list[HEAD * literal + COUNT]
            self.watches.data[place] = self.watches.data[last]
            self.watches.data[place + 1] = self.watches.data[last + 1]
        self.arena.data[clause - SIZE] = -self.arena.data[clause - SIZE]
        self.learned -= self.arena.data[clause - GLUE] > 0
        return 0

    def replace(self, clause: cython.int) -> cython.int:
        """Replace a clause by the shorter one in `clause`, whose first two literals are free.

        A unit or empty clause requires level 0; a unit is propagated.
        """
        size = self.clause.length
        self.log(False, self.clause.data, 0, size)
        glue, activity = self.arena.data[clause - GLUE], self.arena.data[clause - ACTIVITY]
        self.drop(clause)
        if size == 0:
            self.refuted = True
        elif size == 1:
            if self.value[self.clause.data[0]] == 0:
                self.assign(self.clause.data[0], NONE)
            if self.value[self.clause.data[0]] < 0 or self.propagate():
                self.refute()
        else:
            shorter = self.new_clause(min(glue, size - 1))
            self.arena.data[shorter - ACTIVITY] = activity
            self.attach(shorter)
            self.numbered += 1
            self.learned += glue > 0
        return 0

    # --- the search ---

    def _search(self, stop: cython.longlong, last_conflict: cython.longlong) -> cython.int:
        """MiniSat's search, until there is a verdict or a limit is reached."""
        while self.work + self.moves < stop and self.conflicts < last_conflict and not self._tape_is_full():
            if self.task:
                self.continue_task(stop)
                continue
            conflict = self.propagate()
            if conflict:
                self.conflicts += 1
                if self.level == 0:
                    return self.refute()
                self._resolve(conflict)
            elif self.head < self.assigned:
                return arrays.UNDECIDED
            elif self._restart_is_due():
                self._restart()
            elif self.learned >= self.limit:
                self._reduce()
            elif 0 <= self.rephase_at <= self.conflicts:
                self._rephase()
            elif self.assumed < self.assumptions.length:
                if not self._assume():
                    return arrays.UNSATISFIABLE
            elif self.decisions == self.halt:
                return arrays.UNDECIDED
            elif self.propagator is not None and self.propagator.propagate():
                if self.refuted:
                    return arrays.UNSATISFIABLE
            elif not self._decide():
                return arrays.SATISFIABLE
        return arrays.UNDECIDED

    def _resolve(self, conflict: cython.int) -> cython.int:
        """Learn from a false clause above level 0, and backjump."""
        level = self._analyse(conflict)
        self._save_best_phases(self.level_start[self.level - 1])
        self._record_learned()
        self.task, self.task_level, self.task_event, self.task_learns = UNASSIGN, level, arrays.BACKTRACK, True
        return self.continue_task(self.stop)

    def learn_clause(self) -> cython.int:
        """Learn the clause in `clause`, which follows from the formula but is not added to the proof.

        All its literals are false, or the first is free and the others are false.
        """
        clause = self.clause.data
        size: cython.int = 0
        for k in range(self.clause.length):
            literal = clause[k]
            if self.value[literal] == 0 or self.level_of[literal >> 1] > 0:
                clause[size] = literal
                size += 1
        self.clause.length = size
        if size == 0:
            self.conflicts += 1
            self.record(arrays.CONFLICT, 0, self.numbered)
            self.numbered += 1
            return self.refute()
        first = clause[0]
        if size == 1:
            self.backjump(0, arrays.RESTART)
            self.assign(first, NONE)
            self.record(arrays.PROPAGATION, first, self.numbered)
            self.numbered += 1
            return 0
        unit: cython.bint = self.value[first] == 0
        for place in range(1 if unit else 0, 2):  # the highest levels come first, to be watched
            for k in range(place + 1, size):
                literal = clause[k]
                if self.level_of[literal >> 1] > self.level_of[clause[place] >> 1]:
                    clause[k] = clause[place]
                    clause[place] = literal
        self.backjump(self.level_of[clause[1 if unit else 0] >> 1], arrays.BACKTRACK)
        learned = self.new_clause(size)
        self.attach(learned)
        self.learned += 1
        self.numbered += 1
        if unit:
            self.assign(first, -clause[1] if size == 2 else learned)
            self.record(arrays.PROPAGATION, first, self.numbered - 1)
        else:
            self.conflicts += 1
            self.record(arrays.CONFLICT, 0, self.numbered - 1)
            self._resolve(learned)
        return 0

    def refute(self) -> cython.int:
        """Derive the empty clause from a clause that is false at level 0."""
        self.refuted = True
        self.log(False, self.clause.data, 0, 0)
        return arrays.UNSATISFIABLE

    def assign(self, literal: cython.int, reason: cython.int) -> cython.void:
        variable = literal >> 1
        self.value[literal] = 1
        self.value[literal ^ 1] = -1
        self.level_of[variable] = self.level
        self.reason[variable] = reason
        self.trail[self.assigned] = literal
        self.assigned += 1

    def propagate(self) -> cython.int:
        """Propagate unit clauses until none is left or a clause is false; return that clause.

        Stops early when the work of a run is done; the next run continues.
        """
        return self._propagate(True) if self.observed else self._propagate(False)

    def _propagate(self, observed: cython.bint) -> cython.int:
        """As `propagate`; `observed` is a compile-time constant, so unrecorded visits cost nothing."""
        value, arena, watches, heads = self.value, self.arena.data, self.watches.data, self.watch_list
        conflict: cython.int = NONE
        while self.head < self.assigned and conflict == NONE and self.work < self.pause:
            false = self.trail[self.head] ^ 1
            self.head += 1
            self.propagations += 1
            start = heads[HEAD * false + START]
            end = start + heads[HEAD * false + COUNT]
            self.work += 8 + end - start
            read = write = start
            while read < end:
                blocker = watches[read]
                clause = watches[read + 1]
                read += 2
                watches[write] = blocker
                watches[write + 1] = clause
                write += 2
                truth = value[blocker]
                if truth > 0:
                    if observed:
                        self._visit(false, blocker, abs(clause), TRUE_BLOCKER, blocker, blocker, 0)
                    continue
                if clause < 0:
                    if observed:
                        self._visit(false, blocker, -clause, FALSE if truth < 0 else UNIT, blocker, blocker, 0)
                    if truth < 0:
                        conflict = -clause
                        break
                    self.assign(blocker, -false)
                    self.record(arrays.PROPAGATION, blocker, arena[-clause - NUMBER])
                    continue
                other = arena[clause] ^ arena[clause + 1] ^ false
                truth = value[other]
                if truth > 0:
                    if observed:
                        self._visit(false, blocker, clause, TRUE_OTHER, other, other, 0)
                    watches[write - 2] = other
                    continue
                position = arena[clause - POSITION]
                place = self._find_watch(clause)
                if place:
                    replacement = arena[place]
                    if observed:
                        result = TRUE_LITERAL if value[replacement] > 0 else MOVED
                        self._visit(false, blocker, clause, result, other, replacement, position)
                    if value[replacement] > 0:
                        watches[write - 2] = replacement
                        continue
                    arena[clause] = other
                    arena[clause + 1] = replacement
                    arena[place] = false
                    write -= 2
                    self.watch(replacement, other, clause)
                    watches = self.watches.data
                    continue
                if observed:
                    self._visit(false, blocker, clause, FALSE if truth < 0 else UNIT, other, other, position)
                if clause == self.ignored:
                    continue
                if truth < 0:
                    conflict = clause
                    break
                arena[clause] = other
                arena[clause + 1] = false
                self.assign(other, clause)
                self.record(arrays.PROPAGATION, other, arena[clause - NUMBER])
            while read < end:
                watches[write] = watches[read]
                watches[write + 1] = watches[read + 1]
                read += 2
                write += 2
            heads[HEAD * false + COUNT] = write - start
        if conflict:
            self.record(arrays.CONFLICT, 0, arena[conflict - NUMBER])
        return conflict

    def _find_watch(self, clause: cython.int) -> cython.int:
        """The index of a literal after the first two that is not false; 0 if there is none."""
        value, arena = self.value, self.arena.data
        start = clause + arena[clause - POSITION]
        end = clause + arena[clause - SIZE]
        place = start
        while place < end and value[arena[place]] < 0:
            place += 1
        if place == end:
            place = clause + 2
            while place < start and value[arena[place]] < 0:
                place += 1
            if place == start:
                return 0
        arena[clause - POSITION] = place - clause
        return place

    def _visit(
        self, false: cython.int, blocker: cython.int, clause: cython.int, result: cython.int, other: cython.int,
        deciding: cython.int, position: cython.int,
    ) -> cython.int:  # fmt: skip
        """Record a visit of propagation to a watch of a false literal, and its result.

        The numbers are: the events on the tape before, the literal, the blocker, the number of the clause, the result,
        the other watched literal, the deciding literal (the true one, the new watch, or the forced or false one), and
        the number of literals examined. `position` is where the search for a new watch began; 0 if there was none.
        """
        looked_at: cython.int = 2 if position or result == TRUE_OTHER else 1
        size = self.arena.data[clause - SIZE]
        if position and result < UNIT:
            scanned = self.arena.data[clause - POSITION] - position + 1
            looked_at += scanned if scanned > 0 else scanned + size - 2
        elif position:
            looked_at += size - 2
        self.visit_log.push(self.recorded)
        self.visit_log.push(arrays.decoded(false))
        self.visit_log.push(arrays.decoded(blocker))
        self.visit_log.push(self.arena.data[clause - NUMBER])
        self.visit_log.push(result)
        self.visit_log.push(arrays.decoded(other))
        self.visit_log.push(arrays.decoded(deciding))
        self.visit_log.push(looked_at)
        self.visits += 1
        self.looks += looked_at
        return 0

    def _decide(self) -> cython.bint:
        """Open a level with a literal of the prefix, or the next free variable; return whether there is one."""
        literal: cython.int = self._next_of_prefix()
        if literal == 0:
            variable = self._next_variable()
            if variable == 0:
                return False
            truth = self.target[variable] if self.stable and self.has_target else 0
            if truth == 0:
                truth = self.saved[variable]
            literal = 2 * variable + (truth < 0)
        if (
            self.next_prescribed < self.prescribed.length
            and self.prescribed.data[self.next_prescribed] == self.decisions
        ):
            literal = self._prescribed_decision(literal)
        self.decisions += 1
        self.open_level(literal)
        return True

    def _prescribed_decision(self, choice: cython.int) -> cython.int:
        """The prescribed decision in place of a choice, whose variable may have been taken from the heap."""
        literal = self.prescribed_literals.data[self.next_prescribed]
        self.next_prescribed += 1
        if self.value[literal]:
            return choice
        if literal >> 1 != choice >> 1:
            self.heap_insert(choice >> 1)
        return literal

    def _next_of_prefix(self) -> cython.int:
        """The first free literal of the prefix; 0 if there is none."""
        for i in range(self.prefix.length):
            if self.value[self.prefix.data[i]] == 0:
                return self.prefix.data[i]
        return 0

    def _next_variable(self) -> cython.int:
        """The most active free variable or, in the focused mode, the one bumped last; 0 if there is none."""
        if self._by_activity():
            while self.heap_size:
                self.moves += 16
                variable = self._heap_pop()
                if self.value[2 * variable] == 0:
                    return variable
            return 0
        while self.queue_head and self.value[2 * self.queue_head]:
            self.moves += 4
            self.queue_head = self.queue_before[self.queue_head]
        return self.queue_head

    def _by_activity(self) -> cython.bint:
        return self.stable or self.rule != VSIDS

    def _assume(self) -> cython.int:
        """Open a level with the next assumption that is free, if any; return false if one is false."""
        while self.assumed < self.assumptions.length:
            literal = self.assumptions.data[self.assumed]
            if self.value[literal] < 0:
                self._find_core(literal)
                return False
            self.assumed += 1
            if self.value[literal] == 0:
                self.assumed_before[self.level] = self.assumed - 1
                self.open_level(literal)
                self.assumed_levels = self.level
                return True
        return True

    def open_level(self, literal: cython.int) -> cython.void:
        self.level_start[self.level] = self.assigned
        self.level += 1
        if self.value[literal] == 0:
            self.assign(literal, NONE)
            self.record(arrays.DECISION, literal, arrays.DECIDED)

    def _find_core(self, failed: cython.int) -> cython.int:
        """Find the assumptions that make `failed` false, as in MiniSat's analyzeFinal."""
        self.core_literals.length = 0
        self.core_literals.push(failed)
        if self.level_of[failed >> 1] == 0:
            return 0
        self.mark[failed >> 1] = PRESENT
        for i in range(self.assigned - 1, self.level_start[0] - 1, -1):
            literal = self.trail[i]
            if self.mark[literal >> 1] == 0:
                continue
            self.mark[literal >> 1] = 0
            if self.reason[literal >> 1] == NONE:
                self.core_literals.push(literal)
            for k in range(self.antecedents(literal >> 1)):
                variable = self.antecedent(literal >> 1, k) >> 1
                if self.level_of[variable] > 0:
                    self.mark[variable] = PRESENT
        return 0

    def backjump(self, level: cython.int, event: cython.uchar) -> cython.int:
        """Unassign everything above a level, saving phases."""
        self.continue_task(NEVER)
        if level < self.level:
            self.task, self.task_level, self.task_event, self.task_learns = UNASSIGN, level, event, False
            self.continue_task(NEVER)
        return 0

    def continue_task(self, stop: cython.longlong) -> cython.int:
        """Continue unfinished work of the last run, until it is done or `work` and `moves` reach `stop`.

        A conflict at a high level and a collection of many clauses take long, so a run may end in the middle of them.
        """
        while self.task and self.work + self.moves < stop:
            if self.task == UNASSIGN:
                self._unassign(stop)
            elif self.task == COMPACT:
                self._compact(stop)
            elif self.task == UNWATCH:
                self._unwatch(stop)
            else:
                self._watch_all(self.task == WATCH_BINARY, stop)
        return 0

    def _unassign(self, stop: cython.longlong) -> cython.int:
        """Unassign everything above `task_level`, then learn from the conflict if there was one."""
        begin: cython.int = self.level_start[self.task_level]
        most: cython.longlong = (stop - self.work - self.moves) // 4 + 1
        if self.assigned - begin > most:
            begin = self.assigned - cython.cast(cython.int, most)
        self.moves += 4 * (self.assigned - begin)
        for i in range(self.assigned - 1, begin - 1, -1):
            literal = self.trail[i]
            self.value[literal] = 0
            self.value[literal ^ 1] = 0
            variable = literal >> 1
            self.saved[variable] = -1 if literal & 1 else 1
            self.heap_insert(variable)
            if self.bumped[variable] > self.bumped[self.queue_head]:
                self.queue_head = variable
        self.assigned = self.head = begin
        if begin == self.level_start[self.task_level]:
            self.task = NONE
            self.level = self.task_level
            if self.level < self.assumed_levels:
                self.assumed, self.assumed_levels = self.assumed_before[self.level], self.level
            self.record(self.task_event, 2 * self.level, self.assigned)
            if self.task_learns:
                self._learn()
        return 0

    def _restart_is_due(self) -> cython.bint:
        """Whether to restart: by reluctant doubling in the stable mode, by recent glue in the focused mode."""
        if self.stable:
            return self.since_restart >= RESTART_UNIT * self.luby_v
        return (
            self.since_restart >= RESTART_INTERVAL
            and self.recent_glue * self.focused_conflicts > RESTART_MARGIN * self.total_glue
        )

    def _restart(self) -> cython.int:
        """Backjump to the first level where the decision would now differ."""
        level = min(self.level, self.assumed_levels)
        self.restarts += 1
        self.since_restart = 0
        if self.stable:
            self._advance_luby()
        if self._by_activity():
            while self.heap_size and self.value[2 * self.heap[0]]:
                self.moves += 16
                self._heap_pop()
            if self.heap_size:
                best = self.activity[self.heap[0]]
                while level < self.level and self.activity[self.trail[self.level_start[level]] >> 1] > best:
                    level += 1
                self.backjump(level, arrays.RESTART)
        else:
            last = self.bumped[self._next_variable()]
            while level < self.level and self.bumped[self.trail[self.level_start[level]] >> 1] > last:
                level += 1
            self.backjump(level, arrays.RESTART)
        return 0

    def _advance_luby(self) -> cython.void:
        """Advance in the sequence 1, 1, 2, 1, 1, 2, 4, 1, ..., with its terms in luby_v."""
        if self.luby_u & -self.luby_u == self.luby_v:
            self.luby_u += 1
            self.luby_v = 1
        else:
            self.luby_v *= 2

    # --- phases and modes ---

    def _save_best_phases(self, length: cython.int) -> cython.void:
        """Save the values of this conflict-free part of the trail, if it is longer than any before."""
        if length > self.target_length:
            self.moves += length
            self.target_length = length
            for i in range(length):
                literal = self.trail[i]
                self.target[literal >> 1] = -1 if literal & 1 else 1
        if length > self.best_length:
            self.moves += length
            self.best_length = length
            for i in range(length):
                literal = self.trail[i]
                self.best[literal >> 1] = -1 if literal & 1 else 1

    def _rephase(self) -> cython.int:
        """Reset the saved phases: to the initial ones, inverted, later also flipped, with the best ones in between."""
        self.backjump(0, arrays.RESTART)
        self.moves += self.variables
        turn: cython.longlong = self.rephasings
        take_best: cython.bint = turn > 0 and turn % 2 == 0
        for variable in range(1, self.variables + 1):
            if take_best:
                if self.best[variable]:
                    self.saved[variable] = self.best[variable]
            elif turn % 6 == 1:
                self.saved[variable] = -FIRST_PHASE
            elif turn % 6 == 5:
                self.saved[variable] = -self.saved[variable]
            else:
                self.saved[variable] = FIRST_PHASE
        if take_best:
            self.best_length = 0
        self._clear_target()
        self.rephasings += 1
        self.rephase_at = self.conflicts + REPHASE_INTERVAL * (self.rephasings + 1)
        return 0

    def _clear_target(self) -> cython.void:
        self.target_length = 0
        for variable in range(1, self.variables + 1):
            self.target[variable] = 0

    def _change_mode(self) -> cython.void:
        """Switch modes, with equal work for both, which grows with the square of the number of turns."""
        self.mode_changes += 1
        if self.mode_changes == 1:
            self.mode_work = self.work
        self.stable = not self.stable
        turn: cython.longlong = self.mode_changes // 2 + 1
        self.mode_end = self.work + self.mode_work * turn * turn
        self.since_restart = 0
        self.luby_u = self.luby_v = 1

    # --- learning ---

    def _analyse(self, conflict: cython.int) -> cython.int:
        """Put the first-UIP clause of a conflict into `clause`; return the level to backjump to.

        Its first literal is unit at that level, and its second belongs to that level.
        """
        arena, clause = self.arena.data, self.clause.data
        self.marked.length = self.analysed.length = self.hints.length = 0
        self.clause.length = 1
        self.glue = 1
        unresolved = 0
        reason = conflict
        place = self.assigned
        if self.hinting:
            self.hint_at(conflict)
        while True:
            if reason < 0:
                unresolved += self._see(-reason)
            else:
                if arena[reason - GLUE]:
                    self._bump_clause(reason)
                for k in range(reason, reason + arena[reason - SIZE]):
                    unresolved += self._see(arena[k])
            place -= 1
            while not self.mark[self.trail[place] >> 1]:
                place -= 1
            literal = self.trail[place]
            unresolved -= 1
            if unresolved == 0:
                break
            reason = self.reason[literal >> 1]
            if self.hinting:
                self.hint(literal >> 1)
        clause[0] = literal ^ 1
        size = highest = 1
        resolved = self.hints.length
        for k in range(1, self.clause.length):
            literal = clause[k]
            if not self._is_redundant(literal >> 1):
                clause[size] = literal
                if self.level_of[literal >> 1] > self.level_of[clause[highest] >> 1]:
                    highest = size
                size += 1
        self.clause.length = size
        self._reverse_hints(resolved)
        if self.reason_bumping and (self.stable or self.uniform):
            self._bump_reasons()
        self.work += 8 * self.marked.length
        for k in range(self.marked.length):
            self.mark[self.marked.data[k]] = 0
            self.on_level[self.level_of[self.marked.data[k]]] = 0
        self._bump_analysed()
        if size == 1:
            return 0
        literal = clause[highest]
        clause[highest] = clause[1]
        clause[1] = literal
        return self.level_of[literal >> 1]

    def _see(self, literal: cython.int) -> cython.int:
        """Mark a literal of the conflict or of a reason; return 1 if it must be resolved, else 0."""
        variable = literal >> 1
        level = self.level_of[variable]
        if self.mark[variable] or level == 0:
            return 0
        self.mark[variable] = PRESENT
        self.marked.data[self.marked.length] = variable
        self.marked.length += 1
        self.analysed.data[self.analysed.length] = variable
        self.analysed.length += 1
        if level == self.level:
            return 1
        self.clause.data[self.clause.length] = literal
        self.clause.length += 1
        if self.on_level[level] == 0:
            self.glue += 1
        self.on_level[level] += 1
        return 0

    def antecedents(self, variable: cython.int) -> cython.int:
        """The number of literals of the reason other than the variable's own."""
        reason = self.reason[variable]
        return 1 if reason < 0 else 0 if reason == NONE else self.arena.data[reason - SIZE] - 1

    def antecedent(self, variable: cython.int, k: cython.int) -> cython.int:
        """An antecedent, by index from 0."""
        reason = self.reason[variable]
        return -reason if reason < 0 else self.arena.data[reason + 1 + k]

    def _is_redundant(self, variable: cython.int) -> cython.int:
        """Whether a literal of the learned clause follows from others of it: a search through all reasons.

        The mark of each variable on the way stays until the end of the analysis. The stack holds variables, each with
        the index of its next antecedent.
        """
        if self.reason[variable] == NONE or self.on_level[self.level_of[variable]] == 1:
            return False
        self.stack.length = 0
        k: cython.int = 0
        while True:
            if k == self.antecedents(variable):
                self._set_mark(variable, REMOVABLE)
                if self.hinting:
                    self.hint(variable)
                if self.stack.length == 0:
                    return True
                self.stack.length -= 2
                variable = self.stack.data[self.stack.length]
                k = self.stack.data[self.stack.length + 1]
                continue
            other = self.antecedent(variable, k) >> 1
            k += 1
            mark, level = self.mark[other], self.level_of[other]
            if level == 0 or mark == PRESENT or mark == REMOVABLE:  # noqa: SIM109 (C ints)
                continue
            if mark == NEEDED or self.reason[other] == NONE or self.on_level[level] == 0:
                self._set_mark(variable, NEEDED)
                while self.stack.length:
                    self.stack.length -= 2
                    self._set_mark(self.stack.data[self.stack.length], NEEDED)
                return False
            self.stack.push(variable)
            self.stack.push(k)
            variable, k = other, 0

    def _set_mark(self, variable: cython.int, mark: cython.schar) -> cython.void:
        if self.mark[variable] == 0:
            self.mark[variable] = mark
            self.marked.data[self.marked.length] = variable
            self.marked.length += 1

    def _learn(self) -> cython.int:
        """Add the clause in `clause`, make its first literal true, and decay activities."""
        first = self.clause.data[0]
        if self.clause.length == 1:
            self.assign(first, NONE)
        else:
            clause = self.new_clause(self.glue)
            self.attach(clause)
            self.learned += 1
            self.assign(first, -self.clause.data[1] if self.clause.length == 2 else clause)
        self.record(arrays.PROPAGATION, first, self.numbered)
        self.numbered += 1
        self.since_restart += 1
        self.glues += self.glue
        if not self.stable:
            self.focused_conflicts += 1
            self.total_glue += self.glue
            self.recent_glue += (self.glue - self.recent_glue) * 0.03125
        self._decay()
        if self.work >= self.mode_end if self.mode_end else self.conflicts >= FIRST_TURN:
            self._change_mode()
        return 0

    def _bump_reasons(self) -> cython.int:
        """Also bump the variables in the reasons of the learned clause's literals.

        Not if there are too many, nor for some conflicts after that, nor if conflicts are many decisions apart, because
        then it costs more than it gains.
        """
        if self.bump_wait or self.decisions > MAX_DECISIONS * self.conflicts:
            self.bump_wait -= self.bump_wait > 0
            return 0
        before = self.analysed.length
        most = before + MAX_REASONS * self.clause.length
        for i in range(self.clause.length):
            variable = self.clause.data[i] >> 1
            for k in range(self.antecedents(variable)):
                other = self.antecedent(variable, k) >> 1
                if self.mark[other] != PRESENT and self.level_of[other] > 0:
                    if self.mark[other] == 0:
                        self.marked.data[self.marked.length] = other
                        self.marked.length += 1
                    self.mark[other] = PRESENT
                    self.analysed.data[self.analysed.length] = other
                    self.analysed.length += 1
            if self.analysed.length > most:
                self.analysed.length = before
                self.bump_pause += 1
                self.bump_wait = self.bump_pause
                return 0
        self.bump_pause >>= 1
        return 0

    def _bump_analysed(self) -> cython.int:
        """Make the variables of the conflict more active or, in the focused mode, move them to the end of the queue."""
        if self._by_activity():
            for k in range(self.analysed.length):
                self._bump(self.analysed.data[k])
        else:
            self._sort_analysed()
            for k in range(self.analysed.length):
                self._move_to_end(self.analysed.data[k])
        return 0

    def _sort_analysed(self) -> cython.int:
        """Sort by the time of the last bump, to keep their order (few by Shellsort with Knuth's gaps)."""
        data, length, bumped = self.analysed.data, self.analysed.length, self.bumped
        if length > MAX_COMPARED and self._sort_by_digits():
            return 0
        gap = 1
        while gap < length // 3:
            gap = 3 * gap + 1
        while gap > 0:
            for i in range(gap, length):
                variable = data[i]
                time = bumped[variable]
                place = i
                while place >= gap and bumped[data[place - gap]] > time:
                    data[place] = data[place - gap]
                    place -= gap
                data[place] = variable
            gap = gap // 3
        return 0

    def _sort_by_digits(self) -> cython.int:
        """Sort many by radix sort with digits of eight bits; False if the times are too far apart."""
        data, length, bumped = self.analysed.data, self.analysed.length, self.bumped
        least = most = bumped[data[0]]
        for i in range(1, length):
            time = bumped[data[i]]
            least = time if time < least else least
            most = time if time > most else most
        if most - least >= arrays.MAX_NUMBER:
            return False
        highest: cython.int = cython.cast(cython.int, most - least)
        self.pool.length = 0
        self.pool.reserve(3 * length + 257)
        pool = self.pool.data  # the times, sorted times, sorted variables, and the start of each digit
        starts = 3 * length
        for i in range(length):
            pool[i] = cython.cast(cython.int, bumped[data[i]] - least)
        shift: cython.int = 0
        while shift < 31 and highest >> shift:
            for digit in range(257):
                pool[starts + digit] = 0
            for i in range(length):
                pool[starts + 1 + (pool[i] >> shift & 255)] += 1
            for digit in range(256):
                pool[starts + digit + 1] += pool[starts + digit]
            for i in range(length):
                place = pool[starts + (pool[i] >> shift & 255)]
                pool[starts + (pool[i] >> shift & 255)] = place + 1
                pool[length + place] = pool[i]
                pool[2 * length + place] = data[i]
            for i in range(length):
                pool[i] = pool[length + i]
                data[i] = pool[2 * length + i]
            shift += 8
        return True

    def _decay(self) -> cython.void:
        """Make later bumps count more."""
        if self._by_activity():
            self.bump_size *= DECAY
        self.clause_bump += self.clause_bump >> 10
        if self.clause_bump > LAST_CLAUSE_BUMP:
            self.clause_bump >>= 8
            arena = self.arena.data
            clause: cython.int = HEADER
            while clause < self.arena.length:
                arena[clause - ACTIVITY] >>= 8
                clause += HEADER + arena[clause - SIZE]

    def _bump_clause(self, clause: cython.int) -> cython.void:
        """Bump a learned clause that takes part in a conflict, and lower its glue if it has decreased."""
        arena = self.arena.data
        arena[clause - ACTIVITY] += self.clause_bump
        if arena[clause - GLUE] <= MAX_KEPT_GLUE:
            return
        self.stamp += 1
        glue: cython.int = 0
        for k in range(clause, clause + arena[clause - SIZE]):
            level = self.level_of[arena[k] >> 1]
            if self.stamp_of[level] != self.stamp:
                self.stamp_of[level] = self.stamp
                glue += 1
        arena[clause - GLUE] = min(glue, arena[clause - GLUE])

    # --- forgetting ---

    def _reduce(self) -> cython.int:
        """Drop the less active half of the removable learned clauses, older ones first among equals.

        The limit grows as in MiniSat: by a tenth whenever the conflicts have grown by half.
        """
        if (self.level_start[0] if self.level else self.assigned) > self.simplified:
            self.backjump(0, arrays.RESTART)
        arena = self.arena.data
        self.pool.length = 0
        clause: cython.int = HEADER
        while clause < self.arena.length:
            if self._is_removable(clause):
                self.pool.push(arena[clause - ACTIVITY])
            clause += HEADER + arena[clause - SIZE]
        dropped = self.pool.length // 2
        threshold: cython.int = 0
        equal: cython.int = 0  # clauses to drop that are as active as the threshold
        if dropped:
            with cython.gil:
                threshold = sorted(self.pool.copy())[dropped - 1]
            equal = dropped
            for i in range(self.pool.length):
                equal -= self.pool.data[i] < threshold
        clause = HEADER
        while clause < self.arena.length:
            size = arena[clause - SIZE]
            activity = arena[clause - ACTIVITY]
            if dropped and (activity < threshold or (activity == threshold and equal)) and self._is_removable(clause):
                arena[clause - SIZE] = -size
                equal -= activity == threshold
                if self.recording:
                    self.notes.push(arena[clause - NUMBER])
            clause += HEADER + size
        self.record(arrays.DELETION, 2 * dropped, self.assigned)
        while self.conflicts >= self.growth:
            self.growth += self.growth // 2
            self.allowance += self.allowance // 10
        self.reducing = True
        self._begin_collection()
        return self.continue_task(self.stop)

    def _is_removable(self, clause: cython.int) -> cython.bint:
        return self.arena.data[clause - GLUE] > MAX_KEPT_GLUE and not self.is_reason(clause)

    def is_reason(self, clause: cython.int) -> cython.bint:
        first = self.arena.data[clause]
        return self.value[first] > 0 and self.reason[first >> 1] == clause

    def collect(self) -> cython.int:
        """Compact the arena, at level 0 also removing true clauses and false literals, and rebuild the watches."""
        self._begin_collection()
        return self.continue_task(NEVER)

    def _begin_collection(self) -> cython.int:
        if self.level == 0:
            for i in range(self.simplified, self.assigned):
                if self.reason[self.trail[i] >> 1] != NONE:  # the proof must keep it when its reason goes
                    self.log(False, self.trail, i, i + 1)
                    self.reason[self.trail[i] >> 1] = NONE
            self.simplified = self.assigned
        self.learned = 0
        self.task, self.source, self.place = COMPACT, HEADER, HEADER
        return 0

    def _compact(self, stop: cython.longlong) -> cython.int:
        """Move the clauses from `source` on to `place`, closing gaps."""
        arena = self.arena.data
        source: cython.int = self.source
        target: cython.int = self.place
        while source < self.arena.length and self.work + self.moves < stop:
            size = abs(arena[source - SIZE])
            new_size = 0 if arena[source - SIZE] < 0 else self._strip(source) if self.level == 0 else size
            if 0 < new_size < size:
                self.log(False, arena, source, source + new_size)
            if new_size < size:
                self.log(True, arena, source, source + size)
            if new_size:
                if self.level and self.is_reason(source):
                    self.reason[arena[source] >> 1] = target
                self.learned += arena[source - GLUE] > 0
                arena[target - POSITION] = 2  # from low to high, as the ranges may overlap
                arena[target - NUMBER] = arena[source - NUMBER]
                arena[target - ACTIVITY] = arena[source - ACTIVITY]
                arena[target - GLUE] = arena[source - GLUE]
                arena[target - SIZE] = new_size
                for i in range(new_size):
                    arena[target + i] = arena[source + i]
                target += HEADER + new_size
            source += HEADER + size
            self.moves += HEADER + size
        self.source, self.place = source, target
        if source >= self.arena.length:
            self.work += self.arena.length
            self.arena.length = target - HEADER
            self.task, self.place = UNWATCH, 0
        return 0

    def _unwatch(self, stop: cython.longlong) -> cython.int:
        """Clear the watch lists from the literal `place` on."""
        literals: cython.int = 2 * self.variables + 2
        while self.place < literals and self.work + self.moves < stop:
            self.watch_list[HEAD * self.place + COUNT] = 0
            self.place += 1
            self.moves += 1
        if self.place == literals:
            self.task, self.place = WATCH_BINARY, HEADER
        return 0

    def _strip(self, clause: cython.int) -> cython.int:
        """At level 0, move false literals to the end; return the number of the others, 0 if one is true."""
        arena = self.arena.data
        target = clause
        for k in range(clause, clause + arena[clause - SIZE]):
            literal = arena[k]
            if self.value[literal] > 0:
                return 0
            if self.value[literal] == 0:
                arena[k] = arena[target]
                arena[target] = literal
                target += 1
        return target - clause

    def _watch_all(self, binary: cython.bint, stop: cython.longlong) -> cython.int:
        """Watch the clauses from `place` on: the binary ones, which come first in every list, or the others."""
        clause: cython.int = self.place
        while clause < self.arena.length and self.work + self.moves < stop:
            size = self.arena.data[clause - SIZE]
            if (size == 2) == binary:
                self.attach(clause)
                self.moves += 16
            self.moves += 2
            clause += HEADER + size
        self.place = clause
        if clause >= self.arena.length:
            self.task, self.place = WATCH_LONG if binary else NONE, HEADER
            if not binary and self.reducing:
                self.reducing = False
                self.limit = max(self.allowance, self.learned + self.allowance // 2)
        return 0

    # --- proof and tape ---

    def hint(self, variable: cython.int) -> cython.int:
        """Add the reason of a variable to the hints of the next clause of the proof."""
        reason = self.reason[variable]
        if reason > 0:
            return self.hint_at(reason)
        if reason < 0:
            literal = 2 * variable if self.value[2 * variable] > 0 else 2 * variable + 1
            self.hints.push((arrays.signature(literal) + arrays.signature(-reason)) & arrays.MAX_NUMBER)
        return 0

    def _reverse_hints(self, begin: cython.int) -> cython.void:
        """Reverse the order of the hints from the index `begin` on."""
        hints = self.hints.data
        end = self.hints.length - 1
        while begin < end:
            hints[begin], hints[end] = hints[end], hints[begin]
            begin += 1
            end -= 1

    def hint_at(self, clause: cython.int) -> cython.int:
        """Add a clause to the hints of the next clause of the proof."""
        total: cython.longlong = 0
        for k in range(clause, clause + self.arena.data[clause - SIZE]):
            total += arrays.signature(self.arena.data[k])
        self.hints.push(total & arrays.MAX_NUMBER)
        return 0

    def log(self, deleted: cython.bint, literals: cython.p_int, begin: cython.int, end: cython.int) -> cython.int:
        """Record a proof step, if there is a proof: twice the length, plus 1 for a deletion; then the literals.

        The hints come first, latest first, after their negated number.
        """
        if self.proving:
            if self.hints.length and not deleted:
                self.proof.push(-self.hints.length)
                while self.hints.length:
                    self.hints.length -= 1
                    self.proof.push(self.hints.data[self.hints.length])
            self.proof.push(2 * (end - begin) + deleted)
            for i in range(begin, end):
                self.proof.push(arrays.decoded(literals[i]))
        return 0

    def record(self, kind: cython.uchar, code: cython.int, clause: cython.int) -> cython.void:
        """Record an event on the tape, if there is one; `code` is a coded literal, or twice another number."""
        if self.recording:
            self.event_kinds[self.recorded] = kind
            self.event_literals[self.recorded] = arrays.decoded(code)
            self.event_clauses[self.recorded] = clause
            if self.measuring:
                self.event_counts[3 * self.recorded] = self.propagations
                self.event_counts[3 * self.recorded + 1] = self.visits
                self.event_counts[3 * self.recorded + 2] = self.looks
            self.recorded += 1

    def _record_learned(self) -> cython.int:
        """Record the learned clause in `clause` in the proof and on the tape."""
        self.log(False, self.clause.data, 0, self.clause.length)
        self.record(arrays.LEARNED, 2 * self.clause.length, self.numbered)
        if self.recording:
            for k in range(self.clause.length):
                self.event_learned[self.recorded_literals] = arrays.decoded(self.clause.data[k])
                self.recorded_literals += 1
            self.notes.push(self.glue)
        return 0

    def _tape_is_full(self) -> cython.bint:
        return self.recorded >= self.room or self.recorded_literals >= self.room

    # --- the queue of variables ---

    def _enqueue(self, variable: cython.int) -> cython.void:
        """Append a variable to the queue."""
        if self.bumped[variable] == 0:
            self._append(variable)

    def _move_to_end(self, variable: cython.int) -> cython.void:
        if variable != self.queue_last:
            self._unlink(variable)
            self._append(variable)

    def dequeue(self, variable: cython.int) -> cython.void:
        """Remove from the queue a variable that is never decided again."""
        self._unlink(variable)
        if variable == self.queue_last:
            self.queue_last = self.queue_before[variable]
        self.bumped[variable] = 0

    def _unlink(self, variable: cython.int) -> cython.void:
        before, after = self.queue_before[variable], self.queue_after[variable]
        if self.queue_head == variable:
            self.queue_head = before if before else after
        self.queue_after[before] = after
        self.queue_before[after] = before

    def _append(self, variable: cython.int) -> cython.void:
        self.bump_time += 1
        self.bumped[variable] = self.bump_time
        self.queue_before[variable] = self.queue_last
        self.queue_after[self.queue_last] = variable
        self.queue_after[variable] = 0
        self.queue_last = variable
        if self.value[2 * variable] == 0:
            self.queue_head = variable

    # --- the heap of variables ---

    def _bump(self, variable: cython.int) -> cython.void:
        """Make a variable more active. In VSIDS, bumps grow instead of all activities decaying (Eén and Sörensson)."""
        if self.rule == VSIDS:
            self.activity[variable] += self.bump_size
            if self.activity[variable] > 1e100:
                self._rescale()
        elif self.rule == ACIDS:
            self.activity[variable] = (self.activity[variable] + self.conflicts) / 2
        else:
            return
        if self.heap_place[variable] >= 0:
            self._heap_up(self.heap_place[variable])

    def _rescale(self) -> cython.void:
        for i in range(1, self.variables + 1):
            self.activity[i] *= 1e-100
        self.bump_size *= 1e-100

    def heap_insert(self, variable: cython.int) -> cython.void:
        if self.heap_place[variable] < 0:
            self.heap[self.heap_size] = variable
            self.heap_size += 1
            self._heap_up(self.heap_size - 1)

    def _heap_pop(self) -> cython.int:
        variable = self.heap[0]
        self.heap_size -= 1
        self.heap_place[variable] = -1
        if self.heap_size:
            self.heap[0] = self.heap[self.heap_size]
            self._heap_down(0)
        return variable

    def _heap_up(self, place: cython.int) -> cython.void:
        heap = self.heap
        variable = heap[place]
        activity = self.activity[variable]
        while place > 0:
            parent = (place - 1) >> 1
            if self.activity[heap[parent]] >= activity:
                break
            heap[place] = heap[parent]
            self.heap_place[heap[place]] = place
            place = parent
        heap[place] = variable
        self.heap_place[variable] = place

    def _heap_down(self, place: cython.int) -> cython.void:
        heap = self.heap
        variable = heap[place]
        activity = self.activity[variable]
        child = 2 * place + 1
        while child < self.heap_size:
            if child + 1 < self.heap_size and self.activity[heap[child + 1]] > self.activity[heap[child]]:
                child += 1
            if self.activity[heap[child]] <= activity:
                break
            heap[place] = heap[child]
            self.heap_place[heap[place]] = place
            place = child
            child = 2 * place + 1
        heap[place] = variable
        self.heap_place[variable] = place

    # --- for tests ---

    def sanity(self) -> None:
        """Check all invariants between two slices, slowly. Raises AssertionError."""
        self.continue_task(NEVER)
        trail = [self.trail[i] for i in range(self.assigned)]
        place = {literal: i for i, literal in enumerate(trail)}
        starts = [self.level_start[i] for i in range(self.level)]
        assert 0 <= self.head <= self.assigned, "the head is outside the trail"
        assert starts == sorted(starts), "levels begin out of order"
        assert len({literal >> 1 for literal in trail}) == len(trail), "a variable is on the trail twice"
        for literal in range(2, 2 * self.variables + 2):
            assert self.value[literal] == (literal in place) - (literal ^ 1 in place), "a value is not the trail's"
        for i, literal in enumerate(trail):
            level, reason = self.level_of[literal >> 1], self.reason[literal >> 1]
            assert level == sum(start <= i for start in starts), "a level is wrong"
            assert (reason == NONE) == (i in starts) or level == 0, "a decision has a reason, or no decision none"
            if reason != NONE and level:
                assert reason < 0 or self.arena.data[reason] == literal, "a reason does not begin with its literal"
                others = [self.antecedent(literal >> 1, k) for k in range(self.antecedents(literal >> 1))]
                assert all(place.get(other ^ 1, i) < i for other in others), "a reason does not imply its literal"

        clauses: dict = {}
        clause: cython.int = HEADER
        while clause < self.arena.length:
            size = self.arena.data[clause - SIZE]
            if size > 0:  # otherwise it is about to go
                clauses[clause] = [self.arena.data[clause + k] for k in range(size)]
                variables = {literal >> 1 for literal in clauses[clause]}
                assert len(variables) == size >= 2, "a clause is not as it should be"
                assert 2 <= self.arena.data[clause - POSITION] < max(3, size), "a search for a watch begins outside"
            clause += HEADER + abs(size)
        assert clause == self.arena.length + HEADER, "the arena does not end with a clause"
        assert sum(self.arena.data[clause - GLUE] > 0 for clause in clauses) == self.learned, "learned is miscounted"

        watched: dict = {clause: [] for clause in clauses}
        for literal in range(2 * self.variables + 2):
            start = self.watch_list[HEAD * literal + START]
            for i in range(start, start + self.watch_list[HEAD * literal + COUNT], 2):
                blocker, tagged = self.watches.data[i], self.watches.data[i + 1]
                literals = clauses[abs(tagged)]
                assert blocker in set(literals) - {literal}, "a blocker is not another literal of the clause"
                assert (tagged < 0) == (len(literals) == 2), "a watch is wrong about a clause being binary"
                watched[abs(tagged)].append(literal)
        for clause, literals in clauses.items():
            assert sorted(watched[clause]) == sorted(literals[:2]), "not the first two literals are watched"
            if self.head == self.assigned and not self.refuted:
                true = any(self.value[literal] > 0 for literal in literals)
                assert true or sum(self.value[literal] == 0 for literal in literals) > 1, "propagation is not complete"

        heap = [self.heap[i] for i in range(self.heap_size)]
        places = dict(zip(heap, range(len(heap)), strict=True))
        for variable in range(1, self.variables + 1):
            assert self.heap_place[variable] == places.get(variable, -1), "a place in the heap is wrong"
        for i, variable in enumerate(heap):
            assert self.activity[heap[(i - 1) // 2 if i else 0]] >= self.activity[variable], "the heap is none"
        queue = []
        variable = self.queue_last
        assert self.queue_after[variable] == 0 or not variable, "something comes after the queue's last"
        while variable and len(queue) <= self.variables:
            queue.append(variable)
            before = self.queue_before[variable]
            assert self.queue_after[before] == variable or not before, "the queue is broken"
            variable = before
        assert len(queue) <= self.variables, "the queue is too long"
        times = [self.bumped[variable] for variable in queue]
        assert times == sorted(times, reverse=True), "the queue is not in order"
        head = queue.index(self.queue_head) if self.queue_head else len(queue)
        assert all(self.value[2 * variable] for variable in queue[:head]), "a free variable is after the queue's head"
        for literals in clauses.values():
            for literal in literals:
                assert self.bumped[literal >> 1], "a variable is not in the queue"
                assert self.value[literal] or self.heap_place[literal >> 1] >= 0, "a free variable is not on the heap"
        assert not any(self.mark[i] for i in range(self.variables + 1)), "a mark was left"
        assert not any(self.on_level[i] for i in range(self.variables + 2)), "a count was left"
