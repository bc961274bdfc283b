"""Unit propagation in a formula once and for all, with a reason for everything that follows."""

from array import array

import cython


def implied(formula: object) -> array:
    """The literals that follow by unit propagation, in the order in which they do, each with the clause (from 0) that
    has no other literal left: pairs in an array("i"). If a clause has none left at all, the last pair is 0 and it.
    """
    literals: cython.int[::1] = formula.literals
    starts: cython.int[::1] = formula.starts
    clauses: cython.int = len(formula)
    shortest: cython.int = 2
    for clause in range(clauses):
        shortest = min(shortest, starts[clause + 1] - starts[clause])
    if shortest > 1:
        return array("i")
    found = array("i", bytes(8 * (formula.variables + 1)))
    pairs: cython.int[::1] = found
    value: cython.schar[::1] = array("b", bytes(formula.variables + 1))
    left: cython.int[::1] = array("i", bytes(4 * (clauses + 1)))  # of a clause: its literals that are not false
    codes: cython.int = 2 * formula.variables + 3
    place: cython.int[::1] = array("i", bytes(4 * codes))  # of a literal: its clauses in `lists`
    lists: cython.int[::1] = array("i", bytes(4 * (len(formula.literals) + 1)))
    length: cython.int
    with cython.nogil:
        _make_lists(literals, starts, clauses, codes, place, lists)
        length = _propagate(literals, starts, clauses, value, left, place, lists, pairs)
    return found[:length]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _code(literal: cython.int) -> cython.int:
    return 2 * literal if literal > 0 else 1 - 2 * literal


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _make_lists(
    literals: cython.int[::1], starts: cython.int[::1], clauses: cython.int, codes: cython.int, place: cython.int[::1],
    lists: cython.int[::1],
) -> cython.void:  # fmt: skip
    """By the code e of a literal, lists[place[e]:place[e + 1]] are the clauses that have it."""
    clause: cython.int
    k: cython.int
    total: cython.int = 0
    for k in range(starts[clauses]):
        place[_code(literals[k])] += 1
    for k in range(codes):
        total += place[k]
        place[k] = total
    for clause in range(clauses):
        for k in range(starts[clause], starts[clause + 1]):
            place[_code(literals[k])] -= 1
            lists[place[_code(literals[k])]] = clause


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _propagate(
    literals: cython.int[::1], starts: cython.int[::1], clauses: cython.int, value: cython.schar[::1],
    left: cython.int[::1], place: cython.int[::1], lists: cython.int[::1], pairs: cython.int[::1],
) -> cython.int:  # fmt: skip
    """Fill `pairs`; returns how many numbers are in it."""
    clause: cython.int
    k: cython.int
    literal: cython.int
    head: cython.int = 0
    length: cython.int = 0
    for clause in range(clauses):
        left[clause] = starts[clause + 1] - starts[clause]
        if left[clause] < 2:
            length = _take(literals, starts, clause, value, pairs, length)
            if length and pairs[length - 2] == 0:
                return length
    while head < length:
        literal = _code(-pairs[head])
        head += 2
        for k in range(place[literal], place[literal + 1]):
            clause = lists[k]
            left[clause] -= 1
            if left[clause] < 2:
                length = _take(literals, starts, clause, value, pairs, length)
                if pairs[length - 2] == 0:
                    return length
    return length


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _take(
    literals: cython.int[::1], starts: cython.int[::1], clause: cython.int, value: cython.schar[::1],
    pairs: cython.int[::1], length: cython.int,
) -> cython.int:  # fmt: skip
    """Take the only literal of a clause that is not false, or the 0 if there is none; returns the new length."""
    k: cython.int
    literal: cython.int = 0
    known: cython.int
    for k in range(starts[clause], starts[clause + 1]):
        known = value[abs(literals[k])]
        if known == 0:
            literal = literals[k]
        elif (known > 0) == (literals[k] > 0):
            return length
    pairs[length], pairs[length + 1] = literal, clause
    if literal:
        value[abs(literal)] = 1 if literal > 0 else -1
    return length + 2
