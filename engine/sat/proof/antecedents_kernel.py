"""The compiled part of finding the antecedents of each clause of a proof.

The clauses of a checked and trimmed proof are added in order, after those of the formula. When all literals of a clause
are false, unit propagation ends in a conflict; the clauses that take part in it, in the order in which they become
unit, are its antecedents, the false one last. With these a checker needs no search (L. Cruz-Filipe, M. Heule, W. Hunt,
M. Kaufmann, P. Schneider-Kamp: Efficient certified RAT verification. CADE 2017). A clause that is RAT on its first
literal has such antecedents for each current clause with the negation of that literal, after the negated number of that
clause.

Variable v is coded as the literal 2v, and its negation as 2v + 1. Clauses are numbered from 1. The first two literals
of a clause are watched: each literal has a list of nodes, where node 2k - 1 is clause k with its first literal, and 2k
with its second.
"""

from array import array

import cython

RUNNING, DONE, STUCK = 0, 1, 2
"""Results of `AntecedentSearch.run`. STUCK: a clause does not follow."""

_RUNNING = cython.declare(cython.int, RUNNING)
_DONE = cython.declare(cython.int, DONE)
_STUCK = cython.declare(cython.int, STUCK)


@cython.final
@cython.cclass
class AntecedentSearch:
    """The search for the antecedents of the lemmas of a proof; call `run` until it has a result.

    `literals` and `starts` are those of all clauses: first the `formula_size` clauses of the formula, then the lemmas.
    Before the i-th lemma (from 1) is added, the clauses `deleted[deleted_starts[i - 1]:deleted_starts[i]]` are deleted,
    except reasons of top-level literals. `added` is the number of clauses added, including the conflicting one if DONE.
    """

    added = cython.declare(cython.int, visibility="readonly")
    status: cython.int
    conflict: cython.int  # a clause that is false at the top level, or 0
    work: cython.longlong
    count: cython.int
    formula_size: cython.int
    codes: cython.int  # number of literals
    arena: cython.int[::1]  # the literals of all clauses, as codes
    starts: cython.int[::1]
    pivots: cython.int[::1]  # by clause: its original first literal
    active: cython.schar[::1]
    deleted: cython.int[::1]
    deleted_starts: cython.int[::1]
    heads: cython.int[::1]  # by literal: the first node
    nexts: cython.int[::1]  # by node
    value: cython.schar[::1]
    reason: cython.int[::1]  # by variable: a clause, or 0
    seen: cython.schar[::1]  # by variable: 1 if its reason is needed, 2 if it is assumed
    stack: cython.int[::1]
    trail: cython.int[::1]
    length: cython.int
    head: cython.int
    explanation: cython.int[::1]  # the antecedents of all lemmas so far
    capacity: cython.Py_ssize_t
    end: cython.Py_ssize_t
    ends: cython.int[::1]  # by lemma from 1: the end of its antecedents
    memory: object  # the owner of `explanation`
    wants_room: cython.bint
    wants_lists: cython.bint
    listed: cython.bint  # for RAT: the clauses of literal e are occurrences[places[e]:places[e + 1]]
    occurrences: cython.int[::1]
    places: cython.int[::1]

    def __init__(
        self,
        literals: array,
        starts: array,
        formula_size: cython.int,
        variables: cython.int,
        deleted: array,
        deleted_starts: array,
    ) -> None:
        k: cython.Py_ssize_t
        self.count, self.formula_size, self.codes = len(starts) - 1, formula_size, 2 * variables + 2
        self.arena, self.starts = _ints(len(literals)), starts
        source: cython.int[::1] = literals
        for k in range(len(literals)):
            self.arena[k] = 2 * source[k] if source[k] > 0 else 1 - 2 * source[k]
        self.pivots = _ints(self.count + 1)
        for k in range(self.count):
            self.pivots[k + 1] = self.arena[starts[k]] if starts[k] < starts[k + 1] else 0
        self.active = array("b", bytes(self.count + 1))
        self.deleted, self.deleted_starts = deleted, deleted_starts
        self.heads, self.nexts = _ints(self.codes), _ints(2 * self.count + 2)
        self.value, self.seen = array("b", bytes(self.codes)), array("b", bytes(variables + 1))
        self.reason, self.stack, self.trail = _ints(variables + 1), _ints(variables + 1), _ints(variables + 1)
        self.length = self.head = self.added = self.conflict = 0
        self.memory, self.capacity = array("i", bytes(4 * 1024)), 1024
        self.explanation, self.end, self.ends = self.memory, 0, _ints(self.count - formula_size + 2)
        self.wants_room = self.wants_lists = self.listed = False
        self.status = _RUNNING

    def run(self, work: cython.longlong) -> cython.int:
        """Continue for about `work` visits of clauses, without the GIL; return RUNNING, DONE or STUCK."""
        with cython.nogil:
            self.work = work
            while self.work > 0 and self.status == _RUNNING and not self.wants_room and not self.wants_lists:
                self.work -= 1
                self._step()
        if self.wants_room:
            self._grow()
        if self.wants_lists:
            self._list_occurrences()
        return self.status

    def antecedents(self) -> tuple:
        """After DONE: a row of antecedents for each lemma, and the rows' offsets.

        The last row is that of the empty clause; it is empty if the last lemma is the empty clause.
        """
        return self.memory[: self.end], array("i", self.ends[: max(self.added - self.formula_size, 0) + 2])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _step(self) -> cython.void:
        """Add the next clause."""
        clause: cython.int = self.added + 1
        place: cython.int = clause - self.formula_size
        k: cython.int
        if self.conflict:
            place = max(self.added - self.formula_size, 0)
            self.end = self.ends[place]
            if self._explain(self.conflict, 0, 0):
                self.ends[place + 1] = self.end
                self.status = _DONE
            return
        if self.added == self.count:
            self.status = _STUCK
            return
        if place > 0:
            for k in range(self.deleted_starts[place - 1], self.deleted_starts[place]):
                if not self._is_reason(self.deleted[k]):
                    self.active[self.deleted[k]] = 0
            self.end = self.ends[place - 1]
            if not self._follows(clause):
                return
            self.ends[place] = self.end
        self.added = clause
        self.conflict = self._add(clause)
        if place > 0 and self.starts[clause - 1] == self.starts[clause]:
            self.ends[place + 1] = self.end
            self.status = _DONE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _follows(self, clause: cython.int) -> cython.bint:
        """Write the antecedents of a clause; False if there is no room, or the clause does not follow."""
        length: cython.int = self.length
        follows: cython.bint = self._refute(clause, clause, 0)
        if not follows and not self.wants_room:
            follows = self._resolve(clause)
        self._undo(length)
        return follows

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _refute(self, clause: cython.int, lemma: cython.int, spared: cython.int) -> cython.bint:
        """Assume that the literals of a clause, except `spared`, are false, and write the antecedents of the conflict.

        False if there is no conflict. The literals of the lemma must be assumed to be false already. A literal assumed
        to be true is a conflict by itself.
        """
        conflict: cython.int
        k: cython.int
        literal: cython.int
        for k in range(self.starts[clause - 1], self.starts[clause]):
            literal = self.arena[k]
            if literal == spared:
                continue
            if self.value[literal] > 0:
                return self.reason[literal >> 1] == 0 or self._explain(self.reason[literal >> 1], clause, lemma)
            if self.value[literal] == 0:
                self._assign(literal ^ 1, 0)
        conflict = self._propagate()
        return conflict != 0 and self._explain(conflict, clause, lemma)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _resolve(self, clause: cython.int) -> cython.bint:
        """Write antecedents for the resolvents of a clause on its first literal; False if one of them has none."""
        length: cython.int = self.length
        opposite: cython.int = self.pivots[clause] ^ 1
        k: cython.int
        other: cython.int
        if self.starts[clause - 1] == self.starts[clause]:
            self.status = _STUCK
            return False
        if not self.listed:
            self.wants_lists = True
            return False
        for k in range(self.places[opposite], self.places[opposite + 1]):
            other = self.occurrences[k]
            if other >= clause:
                break
            if not self.active[other]:
                continue
            if self.end + self.length + 3 > self.capacity:
                self.wants_room = True
                return False
            self.explanation[self.end] = -other
            self.end += 1
            if not self._refute(other, clause, opposite):
                if not self.wants_room:
                    self.status = _STUCK
                return False
            self._undo(length)
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _explain(self, conflict: cython.int, clause: cython.int, lemma: cython.int) -> cython.bint:
        """Write the clauses that make the conflict false, and the conflict last; False if there is no room.

        The literals of `clause` and `lemma`, unless these are 0, count as assumed to be false.
        """
        begin: cython.Py_ssize_t = self.end
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        count: cython.int = 0
        open_count: cython.int = 0
        place: cython.int = self.length
        k: cython.int
        variable: cython.int
        if begin + self.length + 3 > self.capacity:
            self.wants_room = True
            return False
        if clause:
            count = self._mark_assumed(clause, count)
        if lemma and lemma != clause:
            count = self._mark_assumed(lemma, count)
        clause = conflict
        while True:
            for k in range(self.starts[clause - 1], self.starts[clause]):
                variable = self.arena[k] >> 1
                if not self.seen[variable]:
                    self.seen[variable] = 1
                    self.stack[count] = variable
                    count += 1
                    if self.reason[variable]:
                        open_count += 1
            self.work -= 1
            if open_count == 0:
                break
            while True:
                place -= 1
                variable = self.trail[place] >> 1
                if self.seen[variable] == 1 and self.reason[variable]:
                    break
            clause = self.reason[variable]
            self.explanation[self.end] = clause
            self.end += 1
            open_count -= 1
        for k in range(count):
            self.seen[self.stack[k]] = 0
        i, j = begin, self.end - 1
        while i < j:
            self.explanation[i], self.explanation[j] = self.explanation[j], self.explanation[i]
            i += 1
            j -= 1
        self.explanation[self.end] = conflict
        self.end += 1
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _mark_assumed(self, clause: cython.int, count: cython.int) -> cython.int:
        """Mark the variables of a clause as assumed, unless propagation made their literals true.

        They are pushed on the stack; return its length.
        """
        k: cython.int
        for k in range(self.starts[clause - 1], self.starts[clause]):
            if self.value[self.arena[k]] <= 0 and not self.seen[self.arena[k] >> 1]:
                self.seen[self.arena[k] >> 1] = 2
                self.stack[count] = self.arena[k] >> 1
                count += 1
        return count

    # --- current clauses, and unit propagation ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add(self, clause: cython.int) -> cython.int:
        """Add a clause to the current ones; return a clause that is then false at the top level, or 0."""
        first: cython.int = self.starts[clause - 1]
        open_end: cython.int = first
        k: cython.int
        literal: cython.int
        self.active[clause] = 1
        for k in range(first, self.starts[clause]):  # literals that are not false come first, and true ones before all
            literal = self.arena[k]
            if self.value[literal] >= 0:
                self.arena[k] = self.arena[open_end]
                self.arena[open_end] = literal
                if self.value[literal] > 0:
                    self.arena[open_end] = self.arena[first]
                    self.arena[first] = literal
                open_end += 1
        if self.starts[clause] - first >= 2:
            self._watch(clause, 0)
            self._watch(clause, 1)
        if open_end == first:
            return clause
        if open_end == first + 1 and self.value[self.arena[first]] == 0:
            self._assign(self.arena[first], clause)
            return self._propagate()
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _watch(self, clause: cython.int, side: cython.int) -> cython.void:
        literal: cython.int = self.arena[self.starts[clause - 1] + side]
        node: cython.int = 2 * clause - 1 + side
        self.nexts[node] = self.heads[literal]
        self.heads[literal] = node

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_reason(self, clause: cython.int) -> cython.bint:
        k: cython.int
        for k in range(self.starts[clause - 1], self.starts[clause]):
            if self.value[self.arena[k]] > 0 and self.reason[self.arena[k] >> 1] == clause:
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _assign(self, literal: cython.int, reason: cython.int) -> cython.void:
        self.value[literal] = 1
        self.value[literal ^ 1] = -1
        self.reason[literal >> 1] = reason
        self.trail[self.length] = literal
        self.length += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _undo(self, length: cython.int) -> cython.void:
        literal: cython.int
        while self.length > length:
            self.length -= 1
            literal = self.trail[self.length]
            self.value[literal] = self.value[literal ^ 1] = 0
            self.reason[literal >> 1] = 0
        self.head = length

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _propagate(self) -> cython.int:
        """Propagate the trail; return a false clause, or 0."""
        conflict: cython.int = 0
        while conflict == 0 and self.head < self.length:
            conflict = self._visit(self.trail[self.head] ^ 1)
            self.head += 1
        return conflict

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _visit(self, literal: cython.int) -> cython.int:
        """Visit the clauses that watch a literal, which has become false; return a false clause, or 0."""
        node: cython.int = self.heads[literal]
        before: cython.int = 0
        onward: cython.int
        clause: cython.int
        first: cython.int
        side: cython.int
        other: cython.int
        k: cython.int
        replacement: cython.int
        while node:
            self.work -= 1
            onward = self.nexts[node]
            clause, side = (node + 1) >> 1, (node + 1) & 1
            first = self.starts[clause - 1]
            replacement = 0
            if self.active[clause]:
                other = self.arena[first + 1 - side]
                if self.value[other] <= 0:
                    for k in range(first + 2, self.starts[clause]):
                        if self.value[self.arena[k]] >= 0:
                            replacement = k
                            break
                    if replacement:
                        self.arena[first + side], self.arena[replacement] = self.arena[replacement], literal
                    elif self.value[other] < 0:
                        return clause
                    else:
                        self._assign(other, clause)
            if replacement or not self.active[clause]:  # it leaves this list
                if before:
                    self.nexts[before] = onward
                else:
                    self.heads[literal] = onward
                if replacement:
                    self._watch(clause, side)
            else:
                before = node
            node = onward
        return 0

    # --- memory ---

    def _grow(self) -> None:
        """Make room for more antecedents."""
        self.explanation = _ints(1)
        self.memory.extend(array("i", bytes(4 * (len(self.memory) + self.codes + 1024))))
        self.explanation, self.capacity = self.memory, len(self.memory)
        self.wants_room = False

    def _list_occurrences(self) -> None:
        """List the clauses of each literal, ascending."""
        literal: cython.int
        k: cython.int
        clause: cython.int
        self.occurrences, self.places = _ints(len(self.arena) + 1), _ints(self.codes + 2)
        for k in range(len(self.arena)):
            self.places[self.arena[k] + 2] += 1
        for literal in range(2, self.codes + 2):
            self.places[literal] += self.places[literal - 1]
        for clause in range(1, self.count + 1):
            for k in range(self.starts[clause - 1], self.starts[clause]):
                literal = self.arena[k]
                self.occurrences[self.places[literal + 1]] = clause
                self.places[literal + 1] += 1
        self.listed, self.wants_lists = True, False


def _ints(count):
    """An array of zeros."""
    return array("i", [0]) * count
