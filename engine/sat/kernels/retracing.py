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
    literals_of_clauses = array("i", formula.literals)
    literals_of_clauses.extend(learned)
    end = len(formula.literals)
    for length in lengths:
        end = min(end + max(length, 0), arrays.MAX_NUMBER)
        starts.append(end)
    row_of_kinds: cython.uchar[::1] = kinds
    row_of_literals: cython.int[::1] = literals
    row_of_clauses: cython.int[::1] = clauses
    row_of_starts: cython.int[::1] = starts
    all_literals: cython.int[::1] = literals_of_clauses
    value: cython.schar[::1] = array("b", bytes(n + 1))
    trail: cython.int[::1] = array("i", bytes(4 * (n + 1)))
    level_start: cython.int[::1] = array("i", bytes(4 * (n + 2)))
    place: cython.int[::1] = array("i", bytes(4 * (n + 1)))
    level_of: cython.int[::1] = array("i", bytes(4 * (n + 1)))
    stamps: cython.int[::1] = array("i", [-1]) * (n + 2)
    deleted: cython.schar[::1] = array("b", bytes(len(starts)))
    row_of_notes: cython.int[::1] = array("i", [0]) if notes is None else array("i", notes)
    note_count: cython.int = -1 if notes is None else len(notes)
    clause_count: cython.int = len(formula)
    total: cython.int = len(all_literals)
    fault: cython.int
    with cython.nogil:
        fault = _first_fault(
            row_of_kinds, row_of_literals, row_of_clauses, events, all_literals, total, row_of_starts, clause_count, n,
            value, trail, level_start, place, level_of, stamps, deleted, row_of_notes, note_count,
        )  # fmt: skip
    return events if fault < 0 and end != len(all_literals) else fault


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _first_fault(
    kinds: cython.uchar[::1], literals: cython.int[::1], clauses: cython.int[::1], events: cython.int,
    all_literals: cython.int[::1], total: cython.int, starts: cython.int[::1], clause_count: cython.int, n: cython.int,
    value: cython.schar[::1], trail: cython.int[::1], level_start: cython.int[::1], place: cython.int[::1],
    level_of: cython.int[::1], stamps: cython.int[::1], deleted: cython.schar[::1], notes: cython.int[::1],
    note_count: cython.int,
) -> cython.int:  # fmt: skip
    """As `first_fault`; -1 if there is no fault.

    At first `clause_count` clauses exist; the others are learned in order. `note_count` is negative if there are no
    notes.
    """
    formula_size: cython.int = clause_count
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
            elif number < 0 or number >= clause_count or deleted[number]:  # noqa: SIM114 (`or` of all would be too long)
                return event
            elif _clause_state(all_literals, starts, number, value, literal) != 1:
                return event
            undone, conflict = 0, -1
            value[abs(literal)] = 1 if literal > 0 else -1
            place[abs(literal)] = length
            level_of[abs(literal)] = level
            trail[length] = literal
            length += 1
        elif kinds[event] == arrays.CONFLICT:
            if literal != 0 or number < 0 or number >= clause_count or deleted[number]:
                return event
            if _clause_state(all_literals, starts, number, value, 0) != 0:
                return event
            undone, conflict = 0, number
        elif kinds[event] == arrays.LEARNED:
            if conflict < 0 or level == 0 or flips or number != clause_count or literal <= 0:
                return event
            if starts[clause_count + 1] > total or not _reaches(
                all_literals, starts, conflict, place, level_start[level - 1]
            ):
                return event
            for k in range(starts[clause_count], starts[clause_count + 1]):
                if all_literals[k] == 0 or all_literals[k] > n or all_literals[k] < -n:
                    return event
            if _clause_state(all_literals, starts, clause_count, value, 0) != 0:
                return event
            if note_count >= 0:
                levels = 0
                for k in range(starts[clause_count], starts[clause_count + 1]):
                    if stamps[level_of[abs(all_literals[k])]] != event:
                        stamps[level_of[abs(all_literals[k])]] = event
                        levels += 1
                if note == note_count or notes[note] < levels or notes[note] > level:
                    return event
                note += 1
            learns = True
            clause_count += 1
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
            if note_count >= 0:
                if literal > note_count - note:
                    return event
                for k in range(note, note + literal):
                    if notes[k] < formula_size or notes[k] >= clause_count or deleted[notes[k]]:
                        return event
                    deleted[notes[k]] = 1
                note += literal
            undone, conflict = 0, -1
        else:
            return event
    return -1 if note_count < 0 or note == note_count else events


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _clause_state(
    all_literals: cython.int[::1],
    starts: cython.int[::1],
    clause: cython.int,
    value: cython.schar[::1],
    literal: cython.int,
) -> cython.int:
    """The state of a clause: 0 if it is false, its literal if it is unit, else 2."""
    k: cython.int
    state: cython.int = 0
    for k in range(starts[clause], starts[clause + 1]):
        if all_literals[k] == literal:
            state |= 1
        elif value[abs(all_literals[k])] == 0 or (value[abs(all_literals[k])] > 0) == (all_literals[k] > 0):
            state = 2
            break
    return state


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _reaches(
    all_literals: cython.int[::1],
    starts: cython.int[::1],
    clause: cython.int,
    place: cython.int[::1],
    start: cython.int,
) -> cython.bint:
    """Whether a false clause has a literal at or after the place `start` of the trail."""
    k: cython.int
    for k in range(starts[clause], starts[clause + 1]):  # noqa: SIM110 (a loop of C)
        if place[abs(all_literals[k])] >= start:
            return True
    return False
