"""The compiled part of checking LRAT: each clause must follow from its antecedents, in the given order.

Clauses are identified by rows, from 0: those of the formula, then those that the proof adds, in its order. Variable v
is coded as the literal 2v, and its negation as 2v + 1. The kernel shares nothing with `antecedents_kernel` or the
solvers.
"""

from array import array

import cython

RUNNING, VERIFIED, INCOMPLETE = 0, 1, 2
NUMBER_TAKEN, NOTHING_TO_DELETE, NO_SUCH_CLAUSE, NOT_UNIT, NO_CONFLICT, MISSING_RESOLVENT, NO_CONFLICT_FOR = (
    3,
    4,
    5,
    6,
    7,
    8,
    9,
)
"""Results of `LratChecker.run`: RUNNING, VERIFIED, INCOMPLETE (no empty clause), or the fault of `step`.

NUMBER_TAKEN: its number is in use. NOTHING_TO_DELETE, NO_SUCH_CLAUSE: there is no clause with the number `clause`.
NOT_UNIT: that clause has several literals that are not false. NO_CONFLICT: the antecedents lead to no conflict.
MISSING_RESOLVENT: the resolvent with that clause is missing; NO_CONFLICT_FOR: its antecedents lead to no conflict.
"""

_RUNNING = cython.declare(cython.int, RUNNING)
_VERIFIED = cython.declare(cython.int, VERIFIED)
_INCOMPLETE = cython.declare(cython.int, INCOMPLETE)
_NUMBER_TAKEN = cython.declare(cython.int, NUMBER_TAKEN)
_NOTHING_TO_DELETE = cython.declare(cython.int, NOTHING_TO_DELETE)
_NO_SUCH_CLAUSE = cython.declare(cython.int, NO_SUCH_CLAUSE)
_NOT_UNIT = cython.declare(cython.int, NOT_UNIT)
_NO_CONFLICT = cython.declare(cython.int, NO_CONFLICT)
_MISSING_RESOLVENT = cython.declare(cython.int, MISSING_RESOLVENT)
_NO_CONFLICT_FOR = cython.declare(cython.int, NO_CONFLICT_FOR)


@cython.final
@cython.cclass
class LratChecker:
    """The check of an LRAT proof, step by step; call `run` until it has a result.

    `literals` and `starts` are those of all clauses by row, the first `formula_size` of which are the formula's, with
    numbers from 1. Step i deletes the clauses `hints[hint_starts[i]:hint_starts[i + 1]]`, or adds the next row under
    `numbers[i]`, with these antecedents. `highest` is the highest of all numbers. `step` is the current step, and
    `rows` the number of clauses so far. In `hints`, the check replaces the numbers of antecedents by rows from 1, with
    their signs, or by 0 if it did not need them.
    """

    step = cython.declare(cython.int, visibility="readonly")
    rows = cython.declare(cython.int, visibility="readonly")
    clause = cython.declare(cython.int, visibility="readonly")
    status: cython.int
    work: cython.longlong
    steps: cython.int
    highest: cython.int
    codes: cython.int  # number of coded literals
    literals: cython.int[::1]
    starts: cython.int[::1]
    numbers: cython.int[::1]
    deletions: cython.schar[::1]
    hints: cython.int[::1]
    hint_starts: cython.int[::1]
    row_of: cython.int[::1]  # by number: a row from 1, or 0
    number_of: cython.int[::1]  # by row
    group_of: cython.int[::1]  # by row: the place from 1 of its hint for a resolvent, or 0; negative once checked
    value: cython.schar[::1]  # by coded literal: 1 true, -1 false, 0 free
    trail: cython.int[::1]
    length: cython.int
    resolving: cython.bint
    place: cython.int  # in `occurrences`: the next clause to resolve with, and the end of these
    place_end: cython.int
    wants_lists: cython.bint
    listed: cython.bint
    occurrences: cython.int[::1]
    places: cython.int[::1]

    def __init__(
        self, literals: array, starts: array, formula_size: cython.int, variables: cython.int, numbers: array,
        deletions: array, hints: array, hint_starts: array, highest: cython.int,
    ) -> None:  # fmt: skip
        row: cython.int
        self.literals, self.starts = literals, starts
        self.numbers, self.deletions, self.hints, self.hint_starts = numbers, deletions, hints, hint_starts
        self.steps, self.highest, self.codes = len(numbers), highest, 2 * variables + 2
        self.row_of, self.number_of, self.group_of = _ints(highest + 1), _ints(len(starts)), _ints(len(starts))
        for row in range(formula_size):
            self.row_of[row + 1] = self.number_of[row] = row + 1
        self.value, self.trail = array("b", bytes(self.codes)), _ints(variables + 1)
        self.step = self.clause = self.length = self.place = self.place_end = 0
        self.rows = formula_size
        self.resolving = self.wants_lists = self.listed = False
        self.status = _RUNNING

    def run(self, work: cython.longlong) -> cython.int:
        """Continue for about `work` visits of literals, without the GIL; return RUNNING or the result."""
        with cython.nogil:
            self.work = work
            while self.work > 0 and self.status == _RUNNING and not self.wants_lists:
                self.work -= 1
                if self.resolving:
                    self._resolve()
                else:
                    self._step()
        if self.wants_lists:
            self._list_occurrences()
        return self.status

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _step(self) -> cython.void:
        """Delete clauses, or begin to check the next one."""
        begin: cython.int
        end: cython.int
        used: cython.int
        k: cython.int
        if self.step == self.steps:
            self.status = _INCOMPLETE
            return
        begin, end = self.hint_starts[self.step], self.hint_starts[self.step + 1]
        if self.deletions[self.step]:
            self._delete(begin, end)
            return
        if self.row_of[self.numbers[self.step]]:
            self.clause, self.status = self.numbers[self.step], _NUMBER_TAKEN
            return
        if self._falsify(self.rows, 0):  # it is a tautology
            self._clear_hints(begin, end)
            self._accept()
            return
        k = begin
        while k < end and self.hints[k] >= 0:
            k += 1
        used = self._propagate(begin, k)
        if used:
            self._clear_hints(used, end)
            self._accept()
        elif self.status == _RUNNING:
            self._begin_resolving(k, end)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _delete(self, begin: cython.int, end: cython.int) -> cython.void:
        k: cython.int
        self.work -= end - begin
        for k in range(begin, end):
            if not self.row_of[self.hints[k]]:
                self.clause, self.status = self.hints[k], _NOTHING_TO_DELETE
                return
            self.row_of[self.hints[k]] = 0
        self.step += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _accept(self) -> cython.void:
        """Add the current clause, with rows in place of the numbers in its hints."""
        k: cython.int
        self._undo(0)
        for k in range(self.hint_starts[self.step], self.hint_starts[self.step + 1]):
            self.hints[k] = -self.row_of[-self.hints[k]] if self.hints[k] < 0 else self.row_of[self.hints[k]]
        self.row_of[self.numbers[self.step]] = self.rows + 1
        self.number_of[self.rows] = self.numbers[self.step]
        if self.starts[self.rows] == self.starts[self.rows + 1]:
            self.status = _VERIFIED
        self.rows += 1
        self.step += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _falsify(self, row: cython.int, spared: cython.int) -> cython.bint:
        """Make the literals of a clause, except `spared`, false; return True at a literal that is true."""
        k: cython.int
        literal: cython.int
        self.work -= self.starts[row + 1] - self.starts[row]
        for k in range(self.starts[row], self.starts[row + 1]):
            literal = _code(self.literals[k])
            if literal == spared:
                continue
            if self.value[literal] > 0:
                return True
            if self.value[literal] == 0:
                self._assign(literal ^ 1)
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _propagate(self, begin: cython.int, end: cython.int) -> cython.int:
        """Make the consequences of antecedents true; return the place after the false antecedent, or 0.

        An antecedent whose only literal that is not false is already true has no effect and becomes 0.
        """
        k: cython.int
        row: cython.int
        i: cython.int
        literal: cython.int
        unit: cython.int
        for k in range(begin, end):
            if self.hints[k] == 0:
                continue
            row = self.row_of[self.hints[k]] - 1
            if row < 0:
                self.clause, self.status = self.hints[k], _NO_SUCH_CLAUSE
                return 0
            self.work -= 1 + self.starts[row + 1] - self.starts[row]
            unit = 0
            for i in range(self.starts[row], self.starts[row + 1]):
                literal = _code(self.literals[i])
                if self.value[literal] < 0:
                    continue
                if unit != 0 and unit != literal:
                    self.clause, self.status = self.hints[k], _NOT_UNIT
                    return 0
                unit = literal
            if unit == 0:
                return k + 1
            if self.value[unit] == 0:
                self._assign(unit)
            else:
                self.hints[k] = 0
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _clear_hints(self, begin: cython.int, end: cython.int) -> cython.void:
        """Remove hints that the check did not need."""
        k: cython.int
        for k in range(begin, end):
            self.hints[k] = 0

    # --- a clause that is RAT on its first literal ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _begin_resolving(self, begin: cython.int, end: cython.int) -> cython.void:
        """Record which resolvents the hints name."""
        k: cython.int
        row: cython.int
        pivot: cython.int
        if self.starts[self.rows] == self.starts[self.rows + 1]:
            self.status = _NO_CONFLICT
            return
        if not self.listed:  # the step starts again with the lists
            self._undo(0)
            self.wants_lists = True
            return
        self.work -= end - begin
        for k in range(begin, end):
            if self.hints[k] < 0:
                row = self.row_of[-self.hints[k]]
                if row and not self.group_of[row - 1]:
                    self.group_of[row - 1] = k + 1
        pivot = _code(self.literals[self.starts[self.rows]])
        self.place, self.place_end = self.places[pivot ^ 1], self.places[(pivot ^ 1) + 1]
        self.resolving = True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _resolve(self) -> cython.void:
        """Check the next resolvent, or accept the clause after the last one."""
        length: cython.int = self.length
        row: cython.int
        k: cython.int
        end: cython.int
        used: cython.int
        tautology: cython.bint
        if self.place == self.place_end or self.occurrences[self.place] >= self.rows:
            self._end_resolving()
            self._accept()
            return
        row = self.occurrences[self.place]
        self.place += 1
        if self.row_of[self.number_of[row]] != row + 1:
            return
        k = end = used = abs(self.group_of[row])
        tautology = self._falsify(row, _code(self.literals[self.starts[self.rows]]) ^ 1)
        if k == 0 and not tautology:
            self.clause, self.status = self.number_of[row], _MISSING_RESOLVENT
            return
        while k and end < self.hint_starts[self.step + 1] and self.hints[end] >= 0:
            end += 1
        if not tautology:
            used = self._propagate(k, end)
            if used == 0:
                if self.status == _RUNNING:
                    self.clause, self.status = self.number_of[row], _NO_CONFLICT_FOR
                return
        self._clear_hints(used, end)
        self.group_of[row] = -k
        self._undo(length)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _end_resolving(self) -> cython.void:
        """Remove hints for missing or repeated resolvents."""
        k: cython.int
        row: cython.int
        checked: cython.bint = True
        self.resolving = False
        for k in range(self.hint_starts[self.step], self.hint_starts[self.step + 1]):
            if self.hints[k] < 0:
                row = self.row_of[-self.hints[k]]
                checked = row != 0 and self.group_of[row - 1] == -k - 1
                if row:
                    self.group_of[row - 1] = 0
            if not checked:
                self.hints[k] = 0

    # --- the assignment ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _assign(self, literal: cython.int) -> cython.void:
        self.value[literal] = 1
        self.value[literal ^ 1] = -1
        self.trail[self.length] = literal
        self.length += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _undo(self, length: cython.int) -> cython.void:
        while self.length > length:
            self.length -= 1
            self.value[self.trail[self.length]] = self.value[self.trail[self.length] ^ 1] = 0

    def _list_occurrences(self) -> None:
        """List the rows of each literal, ascending."""
        import numpy as np

        literals = np.asarray(self.literals)
        codes = np.where(literals > 0, 2 * literals, 1 - 2 * literals)
        rows = np.repeat(np.arange(len(self.starts) - 1, dtype=np.int32), np.diff(np.asarray(self.starts)))
        self.occurrences = np.ascontiguousarray(rows[np.argsort(codes, kind="stable")])
        counts = np.bincount(codes, minlength=self.codes)
        self.places = np.concatenate(([0], np.cumsum(counts))).astype(np.int32)
        self.listed, self.wants_lists = True, False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _code(literal: cython.int) -> cython.int:
    return 2 * literal if literal > 0 else 1 - 2 * literal


def _ints(count):
    """An array of zeros."""
    return array("i", [0]) * count
