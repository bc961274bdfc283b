# The types of cdcl.py, for kernels that work on the clauses, the trail and the proof of a solver.

cimport cython

from engine.sat.kernels cimport arrays

cdef enum:
    NONE = 0  # in place of a clause or a reason

    # Header of a clause: arena[clause - SIZE] is its number of literals, negated when it is about to be removed; and so
    # on.
    SIZE = 1
    GLUE = 2  # number of levels of its literals when it was learned; 0: not learned
    ACTIVITY = 3  # how often it took part in recent conflicts
    NUMBER = 4  # its index in the formula; learned clauses count on from there
    POSITION = 5  # the literal at which the search for a new watch last ended
    HEADER = 5

    # By literal: HEAD numbers on the list of its watches.
    HEAD = 4
    START = 0
    COUNT = 1
    ROOM = 2

    # Results of a visit of a watch, and how many numbers describe a visit.
    TRUE_BLOCKER = 0  # the blocker is true: the clause is not examined
    TRUE_OTHER = 1  # the other watched literal is true
    TRUE_LITERAL = 2  # another literal is true and becomes the blocker
    MOVED = 3  # another literal is not false: the watch moves there
    UNIT = 4
    FALSE = 5
    VISIT = 8

    # Marks of variables in the analysis of a conflict.
    PRESENT = 1  # it is part of the derivation
    REMOVABLE = 2
    NEEDED = 3

    # The branchings: see `engine.sat.solvers.branching.LEARNING`.
    VSIDS = 0
    ACIDS = 1
    STATIC = 2

    # Tasks that a run may leave to the next one: unassigning a part of the trail, and the steps of a collection.
    UNASSIGN = 1
    COMPACT = 2
    UNWATCH = 3
    WATCH_BINARY = 4
    WATCH_LONG = 5


cdef class Propagator:
    cdef int propagate(self) except? -1 nogil


@cython.final
cdef class Cdcl:
    cdef readonly int variables
    cdef readonly long long decisions
    cdef readonly long long propagations
    cdef readonly long long conflicts
    cdef readonly long long restarts
    cdef readonly int learned  # current learned clauses of two literals or more
    cdef readonly int level
    cdef readonly long long work  # steps so far
    cdef long long pause  # the work at which a propagation pauses
    cdef readonly long long moves  # steps on queue, heap and phases, which count only towards the length of a run
    cdef long long stop  # the work and moves at which a run leaves an unfinished task to the next one
    cdef int task  # NONE: nothing is left
    cdef int task_level  # to which the search goes back
    cdef unsigned char task_event
    cdef bint task_learns  # the clause in `clause`, afterwards
    cdef bint reducing  # whether the collection is part of a reduction
    cdef int source  # the next clause to move,
    cdef int place  # and its destination; or the next literal or clause whose watches are rebuilt
    cdef int status
    cdef bint refuted  # unsatisfiable whatever is assumed
    cdef bint broken  # an error has left the data inconsistent

    cdef public bint recording
    cdef public int recorded
    cdef public int recorded_literals
    cdef public int room  # number of events that end a run
    cdef unsigned char[::1] event_kinds
    cdef int[::1] event_literals
    cdef int[::1] event_clauses
    cdef int[::1] event_learned
    cdef object unloaded  # the formula, whose clauses from `loaded` on are not added yet, or None
    cdef readonly int loaded
    cdef arrays.Ints notes  # the glue of a learned clause, the numbers of deleted clauses, in the order of events
    cdef bint measuring
    cdef long long[::1] event_counts  # while measuring, by event: propagations, visits and looks so far
    cdef public bint observed  # visits are counted and recorded
    cdef readonly long long visits  # of watches
    cdef readonly long long looks  # at literals in them
    cdef arrays.Ints visit_log
    cdef bint proving
    cdef arrays.Ints proof

    cdef list memory  # owners of the plain arrays
    cdef arrays.Ints arena
    cdef readonly int numbered  # number of clauses so far, for numbering them
    cdef arrays.Ints watches  # by literal, pairs of another literal, the blocker, and a clause, negated if it is binary
    cdef object watch_heads  # by literal, from HEAD times it on: start of its watches, number of ints, capacity
    cdef int* watch_list  # by literal, from HEAD times it on: start of its watches, number of ints, capacity

    cdef object values
    cdef signed char* value  # by literal: 1 true, -1 false, 0 free
    cdef int* level_of
    cdef int* reason  # by variable: a clause that begins with it, or minus the other literal of a binary one
    cdef int* trail
    cdef int assigned
    cdef int head  # the part of the trail that is propagated
    cdef int ignored  # a clause, not binary, that propagation ignores
    cdef int* level_start  # the place on the trail where the level after the i-th begins
    cdef arrays.Ints assumptions
    cdef int assumed  # the number of assumptions, from the first on, that are true
    cdef int assumed_levels  # the levels that they opened, which are the lowest,
    cdef int* assumed_before  # and by level: `assumed` before that
    cdef arrays.Ints core_literals
    cdef arrays.Ints prefix
    cdef arrays.Ints prescribed  # numbers of decisions, ascending,
    cdef arrays.Ints prescribed_literals  # the literals to decide there,
    cdef int next_prescribed  # and the index of the next one
    cdef public long long halt  # the number of the decision before which the search pauses; -1: none
    cdef public Propagator propagator  # None: only unit propagation

    cdef int rule
    cdef double* activity
    cdef double bump_size
    cdef int* heap  # variables, the most active first; has all free variables that occur
    cdef int* heap_place  # -1: not on the heap
    cdef int heap_size

    cdef bint stable  # in the stable mode: decisions by activity, few restarts, target phases; else in the focused mode
    cdef int mode_changes
    cdef long long mode_work  # work of the first turn of the focused mode
    cdef long long mode_end  # work at which the present turn ends; 0 in the first, which ends by conflicts
    cdef double* bumped  # when a variable was last moved to the end of the queue; 0: not in the queue
    cdef double bump_time
    cdef int* queue_before
    cdef int* queue_after
    cdef int queue_last
    cdef int queue_head  # no variable after it is free

    cdef signed char* saved  # by variable, its last value: 1 true, -1 false
    cdef signed char* target  # in the longest trail without a conflict since the last rephasing; 0: not on it
    cdef signed char* best  # in the longest one since best phases were last used
    cdef int target_length
    cdef int best_length
    cdef long long rephasings
    cdef long long rephase_at  # the conflict at which phases are reset; -1: never
    cdef bint has_target  # whether the stable mode decides by target phases

    cdef bint reason_bumping
    cdef bint uniform  # all clauses of the formula have one length: reasons are bumped in the focused mode too
    cdef int bump_pause  # conflicts without bumping of reasons after one with too many,
    cdef int bump_wait  # and how many of them remain

    cdef signed char* mark
    cdef arrays.Ints marked
    cdef arrays.Ints analysed  # variables in the derivation of the learned clause, which are bumped
    cdef arrays.Ints clause  # the clause to add
    cdef int* on_level  # how many of its literals are on a level, before it is minimised
    cdef int glue
    cdef readonly long long glues  # the sum of the glues of all learned clauses
    cdef arrays.Ints stack
    cdef int stamp
    cdef int* stamp_of  # by level

    cdef int since_restart  # conflicts
    cdef double recent_glue  # moving averages: recent, in the focused mode,
    cdef double total_glue  # and overall
    cdef long long focused_conflicts
    cdef long long luby_u  # reluctant doubling
    cdef long long luby_v
    cdef int clause_bump
    cdef long long allowance  # limit of learned clauses,
    cdef long long growth  # the conflict at which it grows,
    cdef long long limit  # and the number that triggers a reduction
    cdef int simplified  # length of the part of the trail's level 0 from which the clauses are simplified
    cdef arrays.Ints pool

    cdef int* _ints(self, object length)
    cdef bint _of_one_length(self, int[::1] starts) noexcept nogil
    cdef int add(self, int* literals, int begin, int end) except -1 nogil
    cdef int new_clause(self, int glue) except -1 nogil
    cdef int attach(self, int clause) except -1 nogil
    cdef int drop(self, int clause) except -1 nogil
    cdef int replace(self, int clause) except -1 nogil
    cdef int _widen(self, int head) except -1 nogil
    cdef inline int watch(self, int literal, int blocker, int clause) except -1 nogil
    cdef int _search(self, long long stop, long long last_conflict) except -1 nogil
    cdef int _resolve(self, int conflict) except -1 nogil
    cdef int learn_clause(self) except -1 nogil
    cdef int refute(self) except -1 nogil
    cdef inline void assign(self, int literal, int reason) noexcept nogil
    cdef int propagate(self) except -1 nogil
    cdef inline int _propagate(self, bint observed) except -1 nogil
    cdef int _visit(self, int false, int blocker, int clause, int result, int other, int deciding, int position) except -1 nogil
    cdef inline int _find_watch(self, int clause) noexcept nogil
    cdef bint _decide(self) noexcept nogil
    cdef int _next_of_prefix(self) noexcept nogil
    cdef int _prescribed_decision(self, int choice) noexcept nogil
    cdef int _assume(self) except -1 nogil
    cdef void open_level(self, int literal) noexcept nogil
    cdef int _find_core(self, int failed) except -1 nogil
    cdef int backjump(self, int level, unsigned char event) except -1 nogil
    cdef int continue_task(self, long long stop) except -1 nogil
    cdef int _unassign(self, long long stop) except -1 nogil
    cdef bint _restart_is_due(self) noexcept nogil
    cdef int _restart(self) except -1 nogil
    cdef void _advance_luby(self) noexcept nogil
    cdef int _analyse(self, int conflict) except -1 nogil
    cdef inline int _see(self, int literal) noexcept nogil
    cdef inline int antecedents(self, int variable) noexcept nogil
    cdef inline int antecedent(self, int variable, int k) noexcept nogil
    cdef int _is_redundant(self, int variable) except -1 nogil
    cdef inline void _set_mark(self, int variable, signed char mark) noexcept nogil
    cdef int _learn(self) except -1 nogil
    cdef void _decay(self) noexcept nogil
    cdef void _change_mode(self) noexcept nogil
    cdef int _bump_reasons(self) except -1 nogil
    cdef int _bump_analysed(self) except -1 nogil
    cdef int _sort_analysed(self) except -1 nogil
    cdef int _sort_by_digits(self) except -1 nogil
    cdef bint _by_activity(self) noexcept nogil
    cdef void _save_best_phases(self, int length) noexcept nogil
    cdef void _clear_target(self) noexcept nogil
    cdef int _rephase(self) except -1 nogil
    cdef void _append(self, int variable) noexcept nogil
    cdef void _enqueue(self, int variable) noexcept nogil
    cdef void dequeue(self, int variable) noexcept nogil
    cdef void _unlink(self, int variable) noexcept nogil
    cdef void _move_to_end(self, int variable) noexcept nogil
    cdef int _next_variable(self) noexcept nogil
    cdef void _bump_clause(self, int clause) noexcept nogil
    cdef int _reduce(self) except -1 nogil
    cdef inline bint _is_removable(self, int clause) noexcept nogil
    cdef inline bint is_reason(self, int clause) noexcept nogil
    cdef int collect(self) except -1 nogil
    cdef int _strip(self, int clause) noexcept nogil
    cdef int _begin_collection(self) except -1 nogil
    cdef int _compact(self, long long stop) except -1 nogil
    cdef int _unwatch(self, long long stop) except -1 nogil
    cdef int _watch_all(self, bint binary, long long stop) except -1 nogil
    cdef int log(self, bint deleted, int* literals, int begin, int end) except -1 nogil
    cdef inline void record(self, unsigned char kind, int code, int clause) noexcept nogil
    cdef int _record_learned(self) except -1 nogil
    cdef inline bint _tape_is_full(self) noexcept nogil
    cdef inline void _bump(self, int variable) noexcept nogil
    cdef void _rescale(self) noexcept nogil
    cdef inline void heap_insert(self, int variable) noexcept nogil
    cdef int _heap_pop(self) noexcept nogil
    cdef void _heap_up(self, int place) noexcept nogil
    cdef void _heap_down(self, int place) noexcept nogil
