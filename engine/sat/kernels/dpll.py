"""DPLL with counters: a trail, unit propagation, chronological backtracking, and exact branching.

The search is that of M. Davis, G. Logemann and D. Loveland (CACM 5, 1962, 394-397) without recursion. For each clause,
its true literals and those that are not false are counted, and for each literal, its clauses are listed (the counters
of J. M. Crawford and L. D. Auton, Artificial Intelligence 81, 1996, 31-57): a step costs what it changes.

Branching does not slow propagation down. Ranks are updated only when a decision is due, from the part of the trail that
has changed since the last decision; assignments that end in a conflict are never ranked.

Literals are coded as in `arrays.py`. As in `solvers.branching`, a clause is open if none of its literals is true, and
its length is then the number of its free literals.
"""

from array import array

import cython

from engine.base.kernels import plain
from engine.base.polling import clause_pieces, pieces, poll

if cython.compiled:
    from cython.cimports.engine.sat.kernels import arrays
else:
    arrays = plain("engine.sat.kernels.arrays")


TRUE = cython.declare(cython.longlong, 1 << 32)  # one true literal in the state of a clause
ABSENT = cython.declare(cython.longlong, 0)  # the key of a place that can't be selected
LENGTH_LIMIT = cython.declare(cython.longlong, 1 << 31)  # above all lengths of clauses
PREFERRED = cython.declare(cython.longlong, 1 << 61)  # above all scores of variables
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)

# How a decision is selected.
FIRST = cython.declare(cython.int, 0)
SHORTEST_FIRST = cython.declare(cython.int, 1)
SHORTEST_LAST = cython.declare(cython.int, 2)
SHORTEST_MOST_FREQUENT = cython.declare(cython.int, 3)
MOMS = cython.declare(cython.int, 4)
RANDOM = cython.declare(cython.int, 5)
RANKED = cython.declare(cython.int, 6)

# Where the score of a literal comes from: from the open clauses that contain it, or from conflicts.
NO_SCORE = cython.declare(cython.int, 0)
OCCURRENCES = cython.declare(cython.int, 1)
JEROSLOW_WANG = cython.declare(cython.int, 2)
ACTIVITY = cython.declare(cython.int, 3)
IN_SHORTEST = cython.declare(cython.int, 4)
UNIFORM = cython.declare(cython.int, 5)  # the same for all literals that occur

# How the scores of v and -v rank v, and which of them is tried first.
SUM_POSITIVE = cython.declare(cython.int, 0)  # their sum; v
SUM = cython.declare(cython.int, 1)  # their sum; the higher
SUM_PREFERRED = cython.declare(cython.int, 2)  # their sum, variables of positive clauses before all others; the higher
HIGHER = cython.declare(cython.int, 3)  # the higher; the higher

_RULES = {
    "shortest-last": (SHORTEST_LAST, NO_SCORE, SUM),
    "shortest-first": (SHORTEST_FIRST, NO_SCORE, SUM),
    "shortest-most-frequent": (SHORTEST_MOST_FREQUENT, OCCURRENCES, SUM),
    "most-frequent": (RANKED, OCCURRENCES, SUM_POSITIVE),
    "first": (FIRST, NO_SCORE, SUM),
    "in-order": (RANKED, UNIFORM, SUM_POSITIVE),
    "random": (RANDOM, NO_SCORE, SUM),
    "moms": (MOMS, IN_SHORTEST, SUM),
    "jeroslow-wang": (RANKED, JEROSLOW_WANG, SUM),
    "jeroslow-wang-one-sided": (RANKED, JEROSLOW_WANG, HIGHER),
    "jeroslow-wang-positive": (RANKED, JEROSLOW_WANG, SUM_PREFERRED),
    "dlis": (RANKED, OCCURRENCES, HIGHER),
    "dlcs": (RANKED, OCCURRENCES, SUM),
    "vsids": (RANKED, ACTIVITY, HIGHER),
}


@cython.final
@cython.cclass
class Tournament:
    """An array of keys that finds the first place with the highest key, and updates keys, in O(log places).

    It is a complete binary tree in an array; a node holds the higher key of its two children, and keys[1] the highest
    of all.
    """

    width: cython.int
    keys: cython.longlong[::1]

    def __init__(self, places: cython.int):
        self.width = 1
        while self.width <= places:  # one leaf more than places: `find` may start after the last
            self.width *= 2
        self.keys = arrays.zeros("q", 2 * self.width)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def put(self, place: cython.int, key: cython.longlong) -> cython.void:
        node: cython.int = place + self.width
        self.keys[node] = key
        while node > 1:
            key = max(key, self.keys[node ^ 1])
            node >>= 1
            if self.keys[node] == key:
                return
            self.keys[node] = key

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self, place: cython.int, least: cython.longlong) -> cython.int:
        """The first place from `place` on with a key of at least `least`; -1 if there is none."""
        node: cython.int = place + self.width
        while self.keys[node] < least:
            while node & 1:  # a right child: nothing else is below its parent
                node >>= 1
            if node == 0:
                return -1
            node += 1
        while node < self.width:
            node *= 2
            if self.keys[node] < least:
                node += 1
        return node - self.width


@cython.final
@cython.cclass
class Dpll:
    """One search for a model of `formula`; `branching` is a name in `solvers.branching`, `seed` is for `random`.

    Call `run` until it has a verdict. `level` is the number of decisions whose other value is untried: once tried, the
    literal becomes a consequence of the decisions before it. `propagations` counts the literals taken from the trail,
    decisions included, as MiniSat does. With a `tape`, events are recorded on it (see `engine.sat.trace.events`); its
    reader sets `recorded` to 0, or ends the recording, before the next `run`.

    Raises Cancelled if `cancel`, polled during loading, returns true.
    """

    decisions = cython.declare(cython.longlong, visibility="readonly")
    propagations = cython.declare(cython.longlong, visibility="readonly")
    conflicts = cython.declare(cython.longlong, visibility="readonly")
    visits = cython.declare(cython.longlong, visibility="readonly")  # by clause, for counting
    looks = cython.declare(cython.longlong, visibility="readonly")  # at the last literals of unit clauses
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

    # The formula: clause c is literals[starts[c]:starts[c + 1]], and the literal e occurs in the clauses
    # occurrences[places[e]:places[e + 1]].
    variables: cython.int
    clauses: cython.int
    literals: cython.int[::1]
    starts: cython.int[::1]
    occurrences: cython.int[::1]
    places: cython.int[::1]

    # The assignment: trail[:length] are the true literals; trail[:head] are counted in `state` and `literal_xor`.
    assigned: object  # the array behind `value`
    value: cython.schar[::1]  # by variable: 1, -1, or 0 when free
    trail: cython.int[::1]
    head: cython.int
    length: cython.int
    decided: cython.int[::1]  # by level: the place of its decision on the trail,
    depth_of: cython.int[::1]  # and its step in the tree
    depth: cython.int  # number of steps in force (decisions and their other values),
    flipped: cython.schar[::1]  # and by depth whether the step is an other value
    conflict: cython.int  # a clause found false, or -1
    prefix: cython.int[::1]  # literals to decide before any other
    prescribed: cython.int[::1]  # numbers of decisions, ascending, with -1 at the end,
    prescribed_literals: cython.int[::1]  # the literals to decide there,
    next_prescribed: cython.int  # and the index of the next one

    # By clause: the number of literals that are not false, plus TRUE times the number of true ones; and the exclusive
    # or of the literals that are not false. If there is only one, it is this literal, so no clause is searched for it.
    state: cython.longlong[::1]
    literal_xor: cython.int[::1]

    # Branching. All of this agrees with trail[:synced], except for the variables stale[:stale_count].
    pick: cython.int
    source: cython.int
    ranking: cython.int
    synced: cython.int
    stale: cython.int[::1]
    stale_count: cython.int
    open_length: cython.int[::1]  # by clause: its length, 0 when satisfied
    open_count: cython.int
    scored_length: cython.int  # for MOMS: the length of the clauses whose literals the scores count
    by_length: Tournament  # the clauses, a shortest open one first
    score: cython.longlong[::1]  # by literal
    by_rank: Tournament  # the variables
    touched: cython.int[::1]  # touched[:touched_count]: variables whose rank may have changed
    touched_count: cython.int
    is_touched: cython.schar[::1]
    positive: cython.schar[::1]  # by clause: open, and its free literals are positive
    negative: cython.int[::1]  # by clause: the place of a negative literal, a free one if there is one; -1 if none
    in_positive: cython.int[::1]  # by variable: its occurrences in such clauses
    cursor_clause: cython.int  # for FIRST: all clauses before this one are satisfied,
    cursor: cython.int  # and its literals before this place are false;
    decided_clause: cython.int[::1]  # by level: both as they were at the decision
    decided_cursor: cython.int[::1]
    pool: cython.int[::1]  # for RANDOM: pool[:pool_count] are the free variables that occur in the formula,
    pool_place: cython.int[::1]  # the index of each in the pool (-1 when assigned),
    pool_count: cython.int
    random: cython.ulonglong  # and the state of the generator

    def __init__(
        self,
        formula: object,
        branching: str = "shortest-last",
        seed: object = 0,
        tape: object = None,
        cancel: object = None,
    ) -> None:
        n: cython.int = formula.variables
        m: cython.int = len(formula)
        size: cython.int = len(formula.literals)
        self.pick, self.source, self.ranking = _RULES[branching]
        self.decisions = self.propagations = self.conflicts = self.work = self.visits = self.looks = 0
        self.level = self.status = self.head = self.length = self.depth = 0
        self.conflict = -1
        self.prefix = arrays.zeros("i", 0)
        self.decide_instead({})
        self.recording = tape is not None
        self.recorded, self.recorded_literals, self.room = 0, 0, 1
        if self.recording:
            self.room, self.kinds = tape.room, tape.kinds
            self.event_literals, self.event_clauses = tape.literals, tape.clauses
        self.measuring = self.recording and tape.counts is not None
        if self.measuring:
            self.event_counts = tape.counts
        self.variables, self.clauses = n, m
        self.starts = formula.starts
        self.literals, self.occurrences = arrays.zeros("i", size), arrays.zeros("i", size)
        poll(cancel)
        self.places = arrays.zeros("i", 2 * n + 4)
        self.assigned = arrays.zeros("b", n + 1)
        self.value = self.assigned
        self.trail, self.decided = arrays.zeros("i", n + 1), arrays.zeros("i", n + 1)
        self.depth_of, self.flipped = arrays.zeros("i", n + 1), arrays.zeros("b", n + 1)
        self.state, self.literal_xor = arrays.zeros("q", m), arrays.zeros("i", m)
        self._fill(formula, cancel)

        self.scored_length = 0
        self.synced = self.stale_count = self.open_count = self.touched_count = self.cursor_clause = self.cursor = 0
        if self.pick == FIRST:
            self.decided_clause, self.decided_cursor = arrays.zeros("i", n + 1), arrays.zeros("i", n + 1)
            return
        self.stale, self.open_length = arrays.zeros("i", n + 1), arrays.zeros("i", m)
        if self.pick != RANKED and self.pick != RANDOM:
            self.by_length = Tournament(m)
        if self.source != NO_SCORE:
            self.score = arrays.zeros("q", 2 * n + 2)
            self.by_rank = Tournament(n + 1)
            self.touched, self.is_touched = arrays.zeros("i", n + 1), arrays.zeros("b", n + 1)
        if self.ranking == SUM_PREFERRED:
            self.positive, self.negative = arrays.zeros("b", m), arrays.zeros("i", m)
            self.in_positive = arrays.zeros("i", n + 1)
        if self.pick == RANDOM:
            self.pool, self.pool_place = arrays.zeros("i", n + 1), arrays.zeros("i", n + 1)
            self.pool_count = 0
            self.random = (2 * seed + 1) * 0x9E3779B97F4A7C15 % 2**64
        poll(cancel)
        self._rank_all(formula, cancel)

    def run(self, work: cython.longlong) -> cython.int:
        """Search for about `work` visits of literals, or until the tape is full, without the GIL.

        Returns 10 (satisfiable), 20 (unsatisfiable) or 0 (not decided yet).
        """
        with cython.nogil:
            self.work = work
            while self.work > 0 and self.status == arrays.UNDECIDED and self.recorded < self.room:
                if self.conflict >= 0:
                    self._backtrack()
                elif self.head < self.length:
                    self._propagate()
                elif self._catch_up():
                    self._decide()
        return self.status

    def follow(self, literals: object) -> None:
        """Decide these literals before any others: always the first free one.

        Assigned literals are skipped, and decided once they are free again; literals that don't occur are skipped too.
        """
        occurring = [
            literal
            for literal in map(arrays.coded, literals)
            if self.places[literal & ~1] < self.places[(literal | 1) + 1]
        ]
        self.prefix = array("i", occurring)

    def decide_instead(self, literals: object) -> None:
        """Prescribe decisions: `literals` by the number of the decision, counted from 0. Call before any decision.

        The search is otherwise unchanged; a literal that is not free by then is skipped.
        """
        numbers = sorted(literals)
        self.prescribed = array("i", [*numbers, -1])
        self.prescribed_literals = array("i", [arrays.coded(literals[number]) for number in numbers])
        self.next_prescribed = 0

    @property
    def explored(self) -> float:
        """The explored share of the decision tree (0..1), where each value of a decision counts as half.

        It is the sum of 2^-depth over all leaves so far: a binary fraction with a digit for each step on the path, 1 if
        the step is the other value of its decision. It is exact to 2^-60.
        """
        if self.status == arrays.UNSATISFIABLE:
            return 1.0
        share = 0.5**self.depth if self.conflict >= 0 else 0.0  # the leaf that the search is about to leave
        for depth in range(min(self.depth, 60)):
            share += self.flipped[depth] * 0.5 ** (depth + 1)
        return share

    def scores(self):
        """A copy of the scores of literals for vsids, array("q") by code; other rules use the clauses."""
        return array("q", self.score) if self.source == ACTIVITY else None

    def assignment(self):
        """A copy of the assignment: array("b") by variable of 1 (true), -1 (false) and 0 (free; so is index 0)."""
        return self.assigned[:]

    def model(self):
        """The assignment as array("i") with one literal for every variable, in order; free ones are made true."""
        return arrays.model_of(self.assigned)

    # --- the search ---

    def _fill(self, formula: object, cancel: object) -> None:
        """Code the literals, list their occurrences, start the counters, and take unit clauses. Raises Cancelled."""
        formula_literals: cython.int[::1] = formula.literals
        begin: cython.int
        end: cython.int
        clause: cython.int
        k: cython.int
        literal: cython.int
        for begin, end in pieces(len(formula_literals), cancel):
            for k in range(begin, end):
                literal = arrays.coded(formula_literals[k])
                self.literals[k] = literal
                self.places[literal + 2] += 1
        for begin, end in pieces(2 * self.variables + 4, cancel):
            for literal in range(max(begin, 2), end):
                self.places[literal] += self.places[literal - 1]
        for begin, end in clause_pieces(formula.starts, cancel):
            # places[literal + 1] advances from the start of the list to its end.
            for clause in range(begin, end):
                self.state[clause] = self.starts[clause + 1] - self.starts[clause]
                for k in range(self.starts[clause], self.starts[clause + 1]):
                    literal = self.literals[k]
                    self.literal_xor[clause] ^= literal
                    self.occurrences[self.places[literal + 1]] = clause
                    self.places[literal + 1] += 1
        for begin, end in clause_pieces(formula.starts, cancel):
            for clause in range(begin, end):
                if self.state[clause] == 0:
                    if self.conflicts == 0:
                        self._record(arrays.CONFLICT, 0, clause)
                    self.status = arrays.UNSATISFIABLE
                    self.conflicts = 1
                elif self.state[clause] == 1 and self.conflicts == 0:
                    self._imply(clause)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _assign(self, literal: cython.int) -> cython.void:
        self.value[literal >> 1] = -1 if literal & 1 else 1
        self.trail[self.length] = literal
        self.length += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _imply(self, clause: cython.int) -> cython.bint:
        """Make the last literal of a unit clause true; False at a conflict, if it is already false."""
        literal: cython.int = self.literal_xor[clause]
        value: cython.int = self.value[literal >> 1]
        self.looks += 1
        if value == 0:
            self._assign(literal)
            self._record(arrays.PROPAGATION, literal, clause)
        elif (value < 0) != (literal & 1):
            self.conflict = clause
            self.conflicts += 1
            self._record(arrays.CONFLICT, 0, clause)
            return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _propagate(self) -> cython.void:
        """Unit propagation: count the literals of the trail, and imply what becomes unit."""
        literal: cython.int
        k: cython.int
        clause: cython.int
        before: cython.longlong
        while self.head < self.length and self.work > 0:
            literal = self.trail[self.head]
            self.propagations += 1
            self.work -= 2 + self.places[(literal | 1) + 1] - self.places[literal & ~1]
            self.visits += self.places[literal + 1] - self.places[literal]
            for k in range(self.places[literal], self.places[literal + 1]):
                self.state[self.occurrences[k]] += TRUE
            literal ^= 1
            before = self.visits - self.places[literal]
            for k in range(self.places[literal], self.places[literal + 1]):
                clause = self.occurrences[k]
                self.state[clause] -= 1
                self.literal_xor[clause] ^= literal
                if self.state[clause] == 1:
                    self.visits = before + k + 1
                    if not self._imply(clause):
                        self._uncount(literal ^ 1, k + 1)
                        return
            self.visits = before + self.places[literal + 1]
            self.head += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _uncount(self, literal: cython.int, stop: cython.int) -> cython.void:
        """Take a literal out of the counters; its negation was counted in occurrences[:stop] only."""
        k: cython.int
        clause: cython.int
        for k in range(self.places[literal], self.places[literal + 1]):
            self.state[self.occurrences[k]] -= TRUE
        self.visits += self.places[literal + 1] - self.places[literal] + stop - self.places[literal ^ 1]
        literal ^= 1
        for k in range(self.places[literal], stop):
            clause = self.occurrences[k]
            self.state[clause] += 1
            self.literal_xor[clause] ^= literal

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _backtrack(self) -> cython.void:
        """After a conflict: undo the last decision and make its negation a consequence of those before it."""
        if self.level == 0:
            self.status = arrays.UNSATISFIABLE
            return
        start: cython.int = self.decided[self.level - 1]
        literal: cython.int
        while self.length > start and self.work > 0:
            self.length -= 1
            literal = self.trail[self.length]
            if self.length < self.head:
                self.head = self.length
                self._uncount(literal, self.places[(literal ^ 1) + 1])
                self.work -= 1 + self.places[(literal | 1) + 1] - self.places[literal & ~1]
            if self.length < self.synced:
                self.synced = self.length
                self.stale[self.stale_count] = literal >> 1
                self.stale_count += 1
            self.value[literal >> 1] = 0
            self.work -= 1
        if self.length == start:
            if self.source == ACTIVITY:
                self._bump(self.conflict)
            self.conflict = -1
            self.level -= 1
            if self.pick == FIRST:
                self.cursor_clause = self.decided_clause[self.level]
                self.cursor = self.decided_cursor[self.level]
            self.depth = self.depth_of[self.level] + 1
            self.flipped[self.depth - 1] = True
            literal = self.trail[start] ^ 1
            self._assign(literal)
            self._record(arrays.BACKTRACK, 2 * self.level, start)
            self._record(arrays.FLIP, literal, arrays.FLIPPED)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _decide(self) -> cython.void:
        literal: cython.int = self._next_of_prefix()
        if literal == 0:
            literal = self._choose()
        if literal == 0:
            self.status = arrays.SATISFIABLE
            return
        if self.prescribed[self.next_prescribed] == self.decisions:
            if self.value[self.prescribed_literals[self.next_prescribed] >> 1] == 0:
                literal = self.prescribed_literals[self.next_prescribed]
            self.next_prescribed += 1
        self.decided[self.level] = self.length
        self.depth_of[self.level] = self.depth
        self.flipped[self.depth] = False
        self.depth += 1
        if self.pick == FIRST:
            self.decided_clause[self.level] = self.cursor_clause
            self.decided_cursor[self.level] = self.cursor
        self.level += 1
        self.decisions += 1
        self._assign(literal)
        self._record(arrays.DECISION, literal, arrays.DECIDED)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _next_of_prefix(self) -> cython.int:
        """The first free literal of the prefix; 0 if there is none."""
        i: cython.int
        for i in range(self.prefix.shape[0] if cython.compiled else len(self.prefix)):
            if self.value[self.prefix[i] >> 1] == 0:
                return self.prefix[i]
        return 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _record(self, kind: cython.uchar, literal: cython.int, clause: cython.int) -> cython.void:
        """Record an event on the tape, if there is one; `literal` is coded, or twice another number."""
        if self.recording:
            self.kinds[self.recorded] = kind
            self.event_literals[self.recorded] = arrays.decoded(literal)
            self.event_clauses[self.recorded] = clause
            if self.measuring:
                self.event_counts[3 * self.recorded] = self.propagations
                self.event_counts[3 * self.recorded + 1] = self.visits
                self.event_counts[3 * self.recorded + 2] = self.looks
            self.recorded += 1

    # --- branching: lengths, scores and ranks ---

    def _rank_all(self, formula: object, cancel: object) -> None:
        """Initialise the data of the branching rule. Raises Cancelled."""
        begin: cython.int
        end: cython.int
        clause: cython.int
        k: cython.int
        literal: cython.int
        for begin, end in clause_pieces(formula.starts, cancel):
            with cython.nogil:
                for clause in range(begin, end):
                    if self.ranking == SUM_PREFERRED:
                        self.negative[clause] = -1
                        for k in range(self.starts[clause], self.starts[clause + 1]):
                            if self.literals[k] & 1:
                                self.negative[clause] = k
                    self._sync_clause(clause)
        if self.source == ACTIVITY or self.source == UNIFORM:
            for begin, end in pieces(2 * self.variables, cancel):
                for literal in range(begin + 2, end + 2):
                    if self.source == ACTIVITY:
                        self.score[literal] = self.places[literal + 1] - self.places[literal]
                    self._touch(literal >> 1)
        if self.pick == RANDOM:
            for begin, end in pieces(self.variables, cancel):
                for literal in range(2 * begin + 2, 2 * end + 2, 2):
                    if self._occurs(literal >> 1):
                        self.pool_place[literal >> 1] = self.pool_count
                        self.pool[self.pool_count] = literal >> 1
                        self.pool_count += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _catch_up(self) -> cython.bint:
        """Update lengths, scores and ranks to the trail; False if the slice ended first."""
        if self.pick == FIRST:
            return True
        while self.stale_count > 0 and self.work > 0:
            self.stale_count -= 1
            self._sync_variable(self.stale[self.stale_count])
        while self.synced < self.length and self.work > 0:
            self._sync_variable(self.trail[self.synced] >> 1)
            self.synced += 1
        while self.touched_count > 0 and self.work > 0:
            self._rank_one()
        return self.work > 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _rank_one(self) -> cython.void:
        """Update the rank of one variable."""
        variable: cython.int
        self.touched_count -= 1
        variable = self.touched[self.touched_count]
        self.is_touched[variable] = 0
        self.by_rank.put(variable, self._rank(variable))
        self.work -= 4

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _sync_variable(self, variable: cython.int) -> cython.void:
        k: cython.int
        last: cython.int
        for k in range(self.places[2 * variable], self.places[2 * variable + 2]):
            self._sync_clause(self.occurrences[k])
        self.work -= 1 + self.places[2 * variable + 2] - self.places[2 * variable]
        if self.source != NO_SCORE:
            self._touch(variable)
        if self.pick == RANDOM:
            k = self.pool_place[variable]
            if self.value[variable] == 0 and k < 0:
                self.pool_place[variable] = self.pool_count
                self.pool[self.pool_count] = variable
                self.pool_count += 1
            elif self.value[variable] != 0 and k >= 0:
                self.pool_count -= 1
                last = self.pool[self.pool_count]
                self.pool[k] = last
                self.pool_place[last] = k
                self.pool_place[variable] = -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _sync_clause(self, clause: cython.int) -> cython.void:
        old: cython.int = self.open_length[clause]
        new: cython.int = cython.cast(cython.int, self.state[clause]) if self.state[clause] < TRUE else 0
        k: cython.int
        literal: cython.int
        change: cython.longlong
        if new == old:
            return
        self.open_length[clause] = new
        self.open_count += (new != 0) - (old != 0)
        if self.pick != RANKED and self.pick != RANDOM:
            self.by_length.put(clause, LENGTH_LIMIT - new if new else ABSENT)
        change = self._weight(new) - self._weight(old)
        if change != 0:
            for k in range(self.starts[clause], self.starts[clause + 1]):
                literal = self.literals[k]
                self.score[literal] += change
                self._touch(literal >> 1)
            self.work -= self.starts[clause + 1] - self.starts[clause]
        if self.ranking == SUM_PREFERRED:
            self._sync_positive(clause)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _sync_positive(self, clause: cython.int) -> cython.void:
        """Count a clause for its variables while it is open and has no free negative literal."""
        stop: cython.int = self.starts[clause + 1]
        k: cython.int = self.negative[clause]
        positive: cython.int = self.open_length[clause] != 0
        if positive and k >= 0:
            if self.value[self.literals[k] >> 1] != 0:
                k = self.starts[clause]
                while k < stop and (self.literals[k] & 1 == 0 or self.value[self.literals[k] >> 1] != 0):
                    k += 1
                if k < stop:
                    self.negative[clause] = k
            positive = k == stop
        if positive != self.positive[clause]:
            for k in range(self.starts[clause], stop):
                self.in_positive[self.literals[k] >> 1] += positive - self.positive[clause]
            self.positive[clause] = positive
        self.work -= stop - self.starts[clause]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _weight(self, length: cython.int) -> cython.longlong:
        """The weight of a clause in the scores of its literals: by its length, 0 when satisfied."""
        if length == 0 or self.source == NO_SCORE or self.source == ACTIVITY or self.source == UNIFORM:
            return 0
        if self.source == OCCURRENCES:
            return 1
        if self.source == IN_SHORTEST:
            return length == self.scored_length
        return cython.cast(cython.longlong, 1) << (30 - min(length, 30))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _touch(self, variable: cython.int) -> cython.void:
        if not self.is_touched[variable]:
            self.is_touched[variable] = 1
            self.touched[self.touched_count] = variable
            self.touched_count += 1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _occurs(self, variable: cython.int) -> cython.bint:
        """Whether any clause contains the variable. Deciding one that doesn't occur would only repeat the search."""
        return self.places[2 * variable] < self.places[2 * variable + 2]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _rank(self, variable: cython.int) -> cython.longlong:
        if self.value[variable] != 0:
            return ABSENT
        if self.pick == MOMS:
            return ((self.score[2 * variable] + self.score[2 * variable + 1]) << 10) + self.score[
                2 * variable
            ] * self.score[2 * variable + 1]
        if self.source == ACTIVITY or self.source == UNIFORM:  # a variable that occurs may have none
            return 1 + max(self.score[2 * variable], self.score[2 * variable + 1]) if self._occurs(variable) else ABSENT
        if self.ranking == HIGHER:
            return max(self.score[2 * variable], self.score[2 * variable + 1])
        if self.ranking == SUM_PREFERRED and self.in_positive[variable] > 0:
            return PREFERRED + self.score[2 * variable] + self.score[2 * variable + 1]
        return self.score[2 * variable] + self.score[2 * variable + 1]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _bump(self, clause: cython.int) -> cython.void:
        """Bump the activity of the literals of a false clause, and occasionally decay all."""
        k: cython.int
        literal: cython.int
        for k in range(self.starts[clause], self.starts[clause + 1]):
            self.score[self.literals[k]] += 1
            self._touch(self.literals[k] >> 1)
        if self.conflicts % 256 == 0:
            for literal in range(2, 2 * self.variables + 2):
                self.score[literal] >>= 1
                self._touch(literal >> 1)
            self.work -= 2 * self.variables

    # --- branching: the choice ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _choose(self) -> cython.int:
        """The literal to decide on; 0 when no clause is open."""
        variable: cython.int
        if self.pick == FIRST:
            return self._first_free()
        if self.open_count == 0:
            return 0
        if self.pick == MOMS and self.scored_length != LENGTH_LIMIT - self.by_length.keys[1]:
            self._count(cython.cast(cython.int, LENGTH_LIMIT - self.by_length.keys[1]))
            while self.touched_count > 0:
                self._rank_one()
        if self.pick == RANKED or self.pick == MOMS:
            variable = self.by_rank.find(0, self.by_rank.keys[1])
            if self.ranking != SUM_POSITIVE and self.score[2 * variable + 1] > self.score[2 * variable]:
                return 2 * variable + 1
            return 2 * variable
        if self.pick == RANDOM:  # xorshift
            self.random ^= self.random << 13 & WORD
            self.random ^= self.random >> 7
            self.random ^= self.random << 17 & WORD
            variable = self.pool[cython.cast(cython.int, (self.random >> 16) % self.pool_count)]
            return 2 * variable + cython.cast(cython.int, self.random >> 8 & 1)
        if self.pick == SHORTEST_MOST_FREQUENT:
            return self._most_frequent_of_shortest()
        return self._free_in(self.by_length.find(0, self.by_length.keys[1]))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _first_free(self) -> cython.int:
        while self.cursor_clause < self.clauses:
            if self.state[self.cursor_clause] < TRUE:
                while self.value[self.literals[self.cursor] >> 1] != 0:
                    self.cursor += 1
                    self.work -= 1
                return self.literals[self.cursor]
            self.cursor_clause += 1
            self.cursor = self.starts[self.cursor_clause]
            self.work -= 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _free_in(self, clause: cython.int) -> cython.int:
        """The first or last free literal of an open clause."""
        step: cython.int = 1 if self.pick == SHORTEST_FIRST else -1
        k: cython.int = self.starts[clause] if step > 0 else self.starts[clause + 1] - 1
        while self.value[self.literals[k] >> 1] != 0:
            k += step
            self.work -= 1
        return self.literals[k]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _most_frequent_of_shortest(self) -> cython.int:
        """The literal that a scan of the file would select, from the clauses that count until none can be better."""
        best: cython.int = 0
        highest: cython.longlong = 0
        frequency: cython.longlong
        k: cython.int
        variable: cython.int
        clause: cython.int = self.by_length.find(0, ABSENT + 1)
        while clause >= 0 and highest < self.by_rank.keys[1]:
            for k in range(self.starts[clause], self.starts[clause + 1]):
                variable = self.literals[k] >> 1
                frequency = self.score[2 * variable] + self.score[2 * variable + 1]
                if frequency > highest and self.value[variable] == 0:
                    highest = frequency
                    best = self.literals[k]
            self.work -= 2 + self.starts[clause + 1] - self.starts[clause]
            clause = self.by_length.find(clause + 1, LENGTH_LIMIT - self.open_length[clause])
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count(self, length: cython.int) -> cython.void:
        """Count only the clauses of this length, the shortest, in the scores from now on."""
        before: cython.int = self.scored_length
        clause: cython.int
        k: cython.int
        self.scored_length = length
        clause = self.by_length.find(0, LENGTH_LIMIT - max(before, length))
        while clause >= 0:
            if self.open_length[clause] == before or self.open_length[clause] == length:
                for k in range(self.starts[clause], self.starts[clause + 1]):
                    self.score[self.literals[k]] += 1 if self.open_length[clause] == length else -1
                    self._touch(self.literals[k] >> 1)
                self.work -= self.starts[clause + 1] - self.starts[clause]
            self.work -= 2
            clause = self.by_length.find(clause + 1, LENGTH_LIMIT - max(before, length))
