"""Checks that a sequence of events can be a search, using only the clauses, the trail and the rules of events.

It shares nothing with the solvers. Events that pass can be shown and analysed whatever their source: every clause that
is reported as unit or false is, every cut goes back to the beginning of a level, and no literal is assigned twice.
"""

from array import array

import cython

from engine.base.kernels import plain

if cython.compiled:
    from cython.cimports.engine.sat.kernels import arrays
else:
    arrays = plain("engine.sat.kernels.arrays")


def first_fault(
    formula: object,
    kinds: object,
    literals: object,
    clauses: object,
    learned: object,
    lengths: object,
    notes: object = None,
) -> int:
    """The index of the first event that can't follow those before it; -1 if all can.

    The events are arrays as in `engine.sat.trace.trace.Trace`; `learned` holds the literals of all learned clauses, and
    `lengths` their numbers of literals. If these do not match, the result is the number of events. With `notes`, one
    for each learned and each deleted clause, no clause may be used after its deletion, and a glue must be at least the
    number of levels in the clause, and at most the level.
    """
    n: cython.int = formula.variables
    events: cython.int = len(kinds)
    starts = array("i", formula.starts)
    every = array("i", formula.literals)
    every.extend(learned)
    end = len(formula.literals)
    for length in lengths:
        end = min(end + max(length, 0), arrays.LARGEST)
        starts.append(end)
    row_of_kinds: cython.uchar[::1] = kinds
    row_of_literals: cython.int[::1] = literals
    row_of_clauses: cython.int[::1] = clauses
    row_of_starts: cython.int[::1] = starts
    all_literals: cython.int[::1] = every
    value: cython.schar[::1] = array("b", bytes(n + 1))
    trail: cython.int[::1] = array("i", bytes(4 * (n + 1)))
    level_start: cython.int[::1] = array("i", bytes(4 * (n + 2)))
    place: cython.int[::1] = array("i", bytes(4 * (n + 1)))
    level_of: cython.int[::1] = array("i", bytes(4 * (n + 1)))
    stamps: cython.int[::1] = array("i", [-1]) * (n + 2)
    gone: cython.schar[::1] = array("b", bytes(len(starts)))
    row_of_notes: cython.int[::1] = array("i", [0]) if notes is None else array("i", notes)
    noted: cython.int = -1 if notes is None else len(notes)
    present: cython.int = len(formula)
    total: cython.int = len(every)
    fault: cython.int
    with cython.nogil:
        fault = _first_fault(
            row_of_kinds, row_of_literals, row_of_clauses, events, all_literals, total, row_of_starts, present, n,
            value, trail, level_start, place, level_of, stamps, gone, row_of_notes, noted,
        )  # fmt: skip
    return events if fault < 0 and end != len(every) else fault


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _first_fault(
    kinds: cython.uchar[::1], literals: cython.int[::1], clauses: cython.int[::1], events: cython.int,
    every: cython.int[::1], total: cython.int, starts: cython.int[::1], present: cython.int, n: cython.int,
    value: cython.schar[::1], trail: cython.int[::1], level_start: cython.int[::1], place: cython.int[::1],
    level_of: cython.int[::1], stamps: cython.int[::1], gone: cython.schar[::1], notes: cython.int[::1],
    noted: cython.int,
) -> cython.int:  # fmt: skip
    """The same; `present` clauses exist at the beginning, and the others are learned in order.

    `noted` is the number of notes, negative without any.
    """
    given: cython.int = present
    note: cython.int = 0
    levels: cython.int
    event: cython.int
    literal: cython.int
    number: cython.int
    k: cython.int
    length: cython.int = 0
    level: cython.int = 0
    learns: cython.bint = False
    flips: cython.bint = False
    undone: cython.int = 0  # after the last event: the decision that is free again, or 0
    conflict: cython.int = -1  # after the last event: the false clause, or -1
    for event in range(events):
        literal, number = literals[event], clauses[event]
        if kinds[event] <= arrays.PROPAGATION:
            if literal == 0 or literal > n or literal < -n or value[abs(literal)] != 0:
                return event
            if kinds[event] == arrays.DECISION:
                if number != arrays.DECIDED:
                    return event
                level_start[level] = length
                level += 1
            elif kinds[event] == arrays.FLIP:
                flips = True
                if number != arrays.FLIPPED or undone != -literal or learns:
                    return event
            elif number < 0 or number >= present or gone[number]:  # noqa: SIM114 (`or` of all would be too long)
                return event
            elif _lets_free(every, starts, number, value, literal) != 1:
                return event
            undone, conflict = 0, -1
            value[abs(literal)] = 1 if literal > 0 else -1
            place[abs(literal)] = length
            level_of[abs(literal)] = level
            trail[length] = literal
            length += 1
        elif kinds[event] == arrays.CONFLICT:
            if literal != 0 or number < 0 or number >= present or gone[number]:
                return event
            if _lets_free(every, starts, number, value, 0) != 0:
                return event
            undone, conflict = 0, number
        elif kinds[event] == arrays.LEARNED:
            if conflict < 0 or level == 0 or flips or number != present or literal <= 0:
                return event
            if starts[present + 1] > total or not _reaches(every, starts, conflict, place, level_start[level - 1]):
                return event
            for k in range(starts[present], starts[present + 1]):
                if every[k] == 0 or every[k] > n or every[k] < -n:
                    return event
            if _lets_free(every, starts, present, value, 0) != 0:
                return event
            if noted >= 0:
                levels = 0
                for k in range(starts[present], starts[present + 1]):
                    if stamps[level_of[abs(every[k])]] != event:
                        stamps[level_of[abs(every[k])]] = event
                        levels += 1
                if note == noted or notes[note] < levels or notes[note] > level:
                    return event
                note += 1
            learns = True
            present += 1
            undone, conflict = 0, -1
        elif kinds[event] <= arrays.RESTART:
            if literal < 0 or literal >= level or number != level_start[literal]:
                return event
            level = literal
            undone, conflict = trail[number], -1
            while length > number:
                length -= 1
                value[abs(trail[length])] = 0
        elif kinds[event] == arrays.DELETION:
            if literal < 0 or number != length:
                return event
            if noted >= 0:
                if literal > noted - note:
                    return event
                for k in range(note, note + literal):
                    if notes[k] < given or notes[k] >= present or gone[notes[k]]:
                        return event
                    gone[notes[k]] = 1
                note += literal
            undone, conflict = 0, -1
        else:
            return event
    return -1 if noted < 0 or note == noted else events


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _lets_free(
    every: cython.int[::1], starts: cython.int[::1], clause: cython.int, value: cython.schar[::1], literal: cython.int
) -> cython.int:
    """The state of a clause: 0 if it is false, its literal if it is unit, else 2."""
    k: cython.int
    left: cython.int = 0
    for k in range(starts[clause], starts[clause + 1]):
        if every[k] == literal:
            left |= 1
        elif value[abs(every[k])] == 0 or (value[abs(every[k])] > 0) == (every[k] > 0):
            left = 2
            break
    return left


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _reaches(
    every: cython.int[::1], starts: cython.int[::1], clause: cython.int, place: cython.int[::1], start: cython.int
) -> cython.bint:
    """Whether a false clause has a literal at or after that place of the trail."""
    k: cython.int
    for k in range(starts[clause], starts[clause + 1]):  # noqa: SIM110 (a loop of C)
        if place[abs(every[k])] >= start:
            return True
    return False
