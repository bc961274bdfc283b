"""Unit propagation in a formula without decisions, with a reason for each consequence."""

from array import array

import cython

from engine.base.kernels import plain
from engine.base.polling import PIECE, clause_pieces, pieces, poll

if cython.compiled:
    from cython.cimports.engine.sat.kernels import arrays
else:
    arrays = plain("engine.sat.kernels.arrays")

MAX_STEPS = cython.declare(cython.int, PIECE)  # visits of literals and clauses between two polls


def implied(formula: object, cancel: object = None) -> array:
    """The literals that follow by unit propagation, in order, each with the clause (from 0) that forces it.

    These are pairs in an array("i"). If a clause becomes false, the last pair is 0 and that clause. Raises Cancelled if
    `cancel` returns true.
    """
    literals: cython.int[::1] = formula.literals
    starts: cython.int[::1] = formula.starts
    clauses: cython.int = len(formula)
    clause: cython.int
    shortest: cython.int = 2
    poll(cancel)
    for clause in range(clauses):
        shortest = min(shortest, starts[clause + 1] - starts[clause])
    if shortest > 1:
        return array("i")
    begin: cython.int
    end: cython.int
    k: cython.int
    codes: cython.int = 2 * formula.variables + 3
    trail = array("i", [0]) * (2 * (formula.variables + 1))
    pairs: cython.int[::1] = trail
    value: cython.schar[::1] = array("b", [0]) * (formula.variables + 1)
    free_count: cython.int[::1] = array("i", [0]) * (clauses + 1)  # by clause: number of literals that are not false
    place: cython.int[::1] = array("i", [0]) * codes  # by literal: its clauses in `lists`
    lists: cython.int[::1] = array("i", [0]) * (len(formula.literals) + 1)
    for begin, end in pieces(starts[clauses], cancel):
        for k in range(begin, end):
            place[arrays.coded(literals[k])] += 1
    total: cython.int = 0
    for begin, end in pieces(codes, cancel):
        for k in range(begin, end):
            total += place[k]
            place[k] = total
    for begin, end in clause_pieces(formula.starts, cancel):
        with cython.nogil:
            _list(literals, starts, begin, end, place, lists)
    length: cython.int = 0
    for begin, end in clause_pieces(formula.starts, cancel):
        with cython.nogil:
            length = _take_units(literals, starts, begin, end, value, free_count, pairs, length)
        if length and pairs[length - 2] == 0:
            return trail[:length]
    head: cython.int = 0
    while head < length and pairs[length - 2]:
        poll(cancel)
        steps: cython.longlong = 0
        with cython.nogil:
            while head < length and steps < MAX_STEPS and pairs[length - 2]:
                k = arrays.coded(-pairs[head])
                steps += 8 + 4 * (place[k + 1] - place[k])
                length = _propagate(literals, starts, k, value, free_count, place, lists, pairs, length)
                head += 2
    return trail[:length]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _list(
    literals: cython.int[::1], starts: cython.int[::1], begin: cython.int, end: cython.int, place: cython.int[::1],
    lists: cython.int[::1],
) -> cython.void:  # fmt: skip
    """List some clauses; in the end lists[place[e]:place[e + 1]] are the clauses of the literal with code e."""
    clause: cython.int
    k: cython.int
    for clause in range(begin, end):
        for k in range(starts[clause], starts[clause + 1]):
            place[arrays.coded(literals[k])] -= 1
            lists[place[arrays.coded(literals[k])]] = clause


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _take_units(
    literals: cython.int[::1], starts: cython.int[::1], begin: cython.int, end: cython.int, value: cython.schar[::1],
    free_count: cython.int[::1], pairs: cython.int[::1], length: cython.int,
) -> cython.int:  # fmt: skip
    """Count the literals of some clauses, and assign those of unit clauses; return the length of `pairs`."""
    clause: cython.int
    for clause in range(begin, end):
        free_count[clause] = starts[clause + 1] - starts[clause]
        if free_count[clause] < 2:
            length = _assign_unit(literals, starts, clause, value, pairs, length)
            if length and pairs[length - 2] == 0:
                return length
    return length


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _propagate(
    literals: cython.int[::1], starts: cython.int[::1], false: cython.int, value: cython.schar[::1],
    free_count: cython.int[::1], place: cython.int[::1], lists: cython.int[::1], pairs: cython.int[::1],
    length: cython.int,
) -> cython.int:  # fmt: skip
    """Propagate that the literal with the code `false` is false; return the length of `pairs`."""
    clause: cython.int
    k: cython.int
    for k in range(place[false], place[false + 1]):
        clause = lists[k]
        free_count[clause] -= 1
        if free_count[clause] < 2:
            length = _assign_unit(literals, starts, clause, value, pairs, length)
            if pairs[length - 2] == 0:
                return length
    return length


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _assign_unit(
    literals: cython.int[::1], starts: cython.int[::1], clause: cython.int, value: cython.schar[::1],
    pairs: cython.int[::1], length: cython.int,
) -> cython.int:  # fmt: skip
    """Assign the only literal of a clause that is not false, or record 0 if there is none; return the new length."""
    k: cython.int
    literal: cython.int = 0
    assigned: cython.int
    for k in range(starts[clause], starts[clause + 1]):
        assigned = value[abs(literals[k])]
        if assigned == 0:
            literal = literals[k]
        elif (assigned > 0) == (literals[k] > 0):
            return length
    pairs[length], pairs[length + 1] = literal, clause
    if literal:
        value[abs(literal)] = 1 if literal > 0 else -1
    return length + 2
