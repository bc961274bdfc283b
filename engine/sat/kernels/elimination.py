# cython: infer_types=True
# (Cython infers the types of most local variables.)
"""Exchange of clauses with `cdcl`, to eliminate variables between two stretches of the search.

The formula's current clauses are replaced by the clauses that preprocessing makes of them (see
`engine.sat.solvers.preprocess`). Learned clauses stay if all their variables still occur; activities and phases stay.
"""

from array import array

import cython

from engine.base.kernels import plain

if cython.compiled:
    from cython.cimports.engine.sat.kernels import arrays, cdcl
else:
    arrays = plain("engine.sat.kernels.arrays")
    cdcl = plain("engine.sat.kernels.cdcl")


def take_clauses(solver: cdcl.Cdcl) -> tuple:
    """The arrays `literals` and `starts` of the irredundant clauses, simplified by the units on the trail.

    None if the units make a clause false.
    """
    literals: arrays.Ints = arrays.Ints(64)
    starts: arrays.Ints = arrays.Ints(64)
    with cython.nogil:
        _copy_clauses(solver, literals, starts)
    return None if solver.refuted else (literals.copy(), starts.copy())


@cython.cfunc
@cython.nogil
@cython.exceptval(-1)
def _copy_clauses(solver: cdcl.Cdcl, literals: arrays.Ints, starts: arrays.Ints) -> cython.int:
    solver.backjump(0, arrays.RESTART)
    if solver.refuted or solver.propagate():
        solver.refute()
        return 0
    if solver.assigned > solver.simplified:
        solver.collect()
    starts.push(0)
    arena = solver.arena.data
    clause: cython.int = cdcl.HEADER
    while clause < solver.arena.length:
        size = arena[clause - cdcl.SIZE]
        if arena[clause - cdcl.GLUE] == 0:
            literals.reserve(size)
            for k in range(clause, clause + size):
                literals.push(arrays.decoded(arena[k]))
            starts.push(literals.length)
        clause += cdcl.HEADER + size
    solver.work += solver.arena.length
    return 0


def put_clauses(solver: cdcl.Cdcl, literals: array, starts: array) -> None:
    """Replace the irredundant clauses, right after `take_clauses`; the proof already has these steps.

    Variables that no longer occur, not even in a unit clause, are eliminated: they are never decided again, and learned
    clauses with them are dropped. Such a variable must not be added in a clause or assumed later.
    """
    marks = array("b", [0]) * (solver.variables + 1)
    occurs: cython.p_schar = arrays.schars(marks)
    learned: arrays.Ints = arrays.Ints(64)
    _mark(occurs, literals)
    with cython.nogil:
        _save_learned(solver, occurs, learned)
        _clear(solver)
    solver.load(literals, starts)
    with cython.nogil:
        _put_learned(solver, learned)
        _remove_eliminated(solver, occurs)


@cython.cfunc
def _mark(occurs: cython.p_schar, literals: cython.int[::1]) -> object:
    for i in range(len(literals)):
        occurs[abs(literals[i])] = 1


@cython.cfunc
@cython.nogil
@cython.exceptval(-1)
def _save_learned(solver: cdcl.Cdcl, occurs: cython.p_schar, learned: arrays.Ints) -> cython.int:
    """Save the learned clauses whose variables all occur: size, glue, activity, and the literals."""
    arena = solver.arena.data
    clause: cython.int = cdcl.HEADER
    while clause < solver.arena.length:
        size = arena[clause - cdcl.SIZE]
        if arena[clause - cdcl.GLUE] > 0:
            all_occur: cython.bint = True
            for k in range(clause, clause + size):
                all_occur &= occurs[arena[k] >> 1]
            if all_occur:
                learned.push(size)
                learned.push(arena[clause - cdcl.GLUE])
                learned.push(arena[clause - cdcl.ACTIVITY])
                for k in range(clause, clause + size):
                    learned.push(arena[k])
            else:
                solver.log(True, arena, clause, clause + size)
        clause += cdcl.HEADER + size
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(-1)
def _clear(solver: cdcl.Cdcl) -> cython.int:
    solver.arena.length = solver.watches.length = solver.learned = 0
    for i in range(cdcl.HEAD * (2 * solver.variables + 2)):
        solver.watch_list[i] = 0
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(-1)
def _put_learned(solver: cdcl.Cdcl, learned: arrays.Ints) -> cython.int:
    place: cython.int = 0
    while place < learned.length:
        size = learned.data[place]
        solver.clause.length = size
        for k in range(size):
            solver.clause.data[k] = learned.data[place + 3 + k]
        clause = solver.new_clause(learned.data[place + 1])
        solver.arena.data[clause - cdcl.ACTIVITY] = learned.data[place + 2]
        solver.attach(clause)
        solver.learned += 1
        solver.numbered += 1
        place += 3 + size
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(-1)
def _remove_eliminated(solver: cdcl.Cdcl, occurs: cython.p_schar) -> cython.int:
    """Remove variables that don't occur from the heap and the queue."""
    solver.heap_size = 0
    for variable in range(1, solver.variables + 1):
        solver.heap_place[variable] = -1
    for variable in range(1, solver.variables + 1):
        if occurs[variable] and solver.value[2 * variable] == 0:
            solver.heap_insert(variable)
        elif not occurs[variable] and solver.bumped[variable]:
            solver.dequeue(variable)
    return 0
