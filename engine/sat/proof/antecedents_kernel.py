"""The compiled part of finding the antecedents of each clause of a proof.

The clauses of a checked and trimmed proof are added in order, after those of the formula. When all literals of a clause
are false, unit propagation ends in a conflict; the clauses that took part in it, in the order in which they became
unit, are its antecedents, the false one last. So a checker needs no search (L. Cruz-Filipe, M. Heule, W. Hunt, M.
Kaufmann, P. Schneider-Kamp: Efficient certified RAT verification. CADE 2017). A clause that is RAT on its first literal
has such antecedents for each current clause with the negation of that literal, after the negated number of that clause.

A literal v is coded as 2v, -v as 2v + 1. Clauses are numbered from 1. The first two literals of a clause are watched:
by literal there is a list of nodes, where node 2k - 1 is clause k with its first literal, and 2k with its second.
"""

from array import array

import cython

RUNNING, DONE, STUCK = 0, 1, 2
"""Results of `Antecedents.run`. STUCK: a clause does not follow."""

_RUNNING = cython.declare(cython.int, RUNNING)
_DONE = cython.declare(cython.int, DONE)
_STUCK = cython.declare(cython.int, STUCK)


@cython.final
@cython.cclass
class Antecedents:
    """Finds the antecedents of clauses; call `run` until it has a result.

    `literals` and `starts` are those of all clauses, the first `given` of which are the formula's. Before clause `given
    + i` (from 1) is added, the clauses `deleted[deleted_starts[i - 1]:deleted_starts[i]]` are deleted, except reasons
    of top-level literals. `added` is the number of clauses added, including the conflicting one if DONE. The
    antecedents of the i-th clause that is not given are `found[ends[i - 1]:ends[i]]`, followed at the end by those of
    the empty clause, unless it is a clause of the proof.
    """

    added = cython.declare(cython.int, visibility="readonly")
    status: cython.int
    conflict: cython.int  # a clause that is false at the top level, or 0
    work: cython.longlong
    count: cython.int
    given: cython.int
    codes: cython.int
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
    out: cython.int[::1]
    capacity: cython.Py_ssize_t
    end: cython.Py_ssize_t
    ends: cython.int[::1]
    wants_room: cython.bint
    wants_lists: cython.bint
    listed: cython.bint
    occurrences: cython.int[::1]
    places: cython.int[::1]
    room: object

    def __init__(
        self,
        literals: array,
        starts: array,
        given: cython.int,
        variables: cython.int,
        deleted: array,
        deleted_starts: array,
    ) -> None:
        k: cython.Py_ssize_t
        self.count, self.given, self.codes = len(starts) - 1, given, 2 * variables + 2
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
        self.room, self.capacity = array("i", bytes(4 * 1024)), 1024
        self.out, self.end, self.ends = self.room, 0, _ints(self.count - given + 2)
        self.wants_room = self.wants_lists = self.listed = False
        self.status = _RUNNING

    def run(self, work: cython.longlong) -> cython.int:
        """Continue for about `work` visits of clauses, without the GIL; returns RUNNING, DONE or STUCK."""
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

    def found(self) -> tuple:
        """The antecedents, and the end of those of each clause."""
        return self.room[: self.end], array("i", self.ends[: max(self.added - self.given, 0) + 2])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _step(self) -> cython.void:
        """Add the next clause."""
        clause: cython.int = self.added + 1
        place: cython.int = clause - self.given
        k: cython.int
        if self.conflict:
            place = max(self.added - self.given, 0)
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
        """Write the antecedents of a clause; False if that is unfinished or impossible."""
        length: cython.int = self.length
        done: cython.bint = self._refute(clause, clause, 0)
        if not done and not self.wants_room:
            done = self._resolve(clause)
        self._undo(length)
        return done

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _refute(self, clause: cython.int, lemma: cython.int, spared: cython.int) -> cython.bint:
        """Assume the literals of a clause except the spared one to be false, and write the antecedents of the conflict;
        False if there is none.

        The literals of the lemma must be assumed to be false already. A literal assumed to be true is a conflict by
        itself.
        """
        conflict: cython.int
        k: cython.int
        e: cython.int
        for k in range(self.starts[clause - 1], self.starts[clause]):
            e = self.arena[k]
            if e == spared:
                continue
            if self.value[e] > 0:
                return self.reason[e >> 1] == 0 or self._explain(self.reason[e >> 1], clause, lemma)
            if self.value[e] == 0:
                self._assign(e ^ 1, 0)
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
            self.out[self.end] = -other
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
        """Write the clauses that make a clause false, and that clause last; False if there is no room.

        The literals of the other two clauses, unless these are 0, are assumed to be false, whatever else makes them so.
        """
        begin: cython.Py_ssize_t = self.end
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        count: cython.int = 0
        open_count: cython.int = 0
        place: cython.int = self.length
        k: cython.int
        v: cython.int
        if begin + self.length + 3 > self.capacity:
            self.wants_room = True
            return False
        if clause:
            count = self._assumed(clause, count)
        if lemma and lemma != clause:
            count = self._assumed(lemma, count)
        clause = conflict
        while True:
            for k in range(self.starts[clause - 1], self.starts[clause]):
                v = self.arena[k] >> 1
                if not self.seen[v]:
                    self.seen[v] = 1
                    self.stack[count] = v
                    count += 1
                    if self.reason[v]:
                        open_count += 1
            self.work -= 1
            if open_count == 0:
                break
            while True:
                place -= 1
                v = self.trail[place] >> 1
                if self.seen[v] == 1 and self.reason[v]:
                    break
            clause = self.reason[v]
            self.out[self.end] = clause
            self.end += 1
            open_count -= 1
        for k in range(count):
            self.seen[self.stack[k]] = 0
        i, j = begin, self.end - 1
        while i < j:
            self.out[i], self.out[j] = self.out[j], self.out[i]
            i += 1
            j -= 1
        self.out[self.end] = conflict
        self.end += 1
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _assumed(self, clause: cython.int, count: cython.int) -> cython.int:
        """Mark the literals of a clause as needing no reason, except those that propagation made true."""
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
        """Add a clause to the current ones; returns a clause that is then false at the top level, or 0."""
        first: cython.int = self.starts[clause - 1]
        open_end: cython.int = first
        k: cython.int
        e: cython.int
        self.active[clause] = 1
        for k in range(first, self.starts[clause]):  # literals that are not false come first, and true ones before all
            e = self.arena[k]
            if self.value[e] >= 0:
                self.arena[k] = self.arena[open_end]
                self.arena[open_end] = e
                if self.value[e] > 0:
                    self.arena[open_end] = self.arena[first]
                    self.arena[first] = e
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
        e: cython.int = self.arena[self.starts[clause - 1] + side]
        node: cython.int = 2 * clause - 1 + side
        self.nexts[node] = self.heads[e]
        self.heads[e] = node

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
    def _assign(self, e: cython.int, reason: cython.int) -> cython.void:
        self.value[e] = 1
        self.value[e ^ 1] = -1
        self.reason[e >> 1] = reason
        self.trail[self.length] = e
        self.length += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _undo(self, length: cython.int) -> cython.void:
        e: cython.int
        while self.length > length:
            self.length -= 1
            e = self.trail[self.length]
            self.value[e] = self.value[e ^ 1] = 0
            self.reason[e >> 1] = 0
        self.head = length

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _propagate(self) -> cython.int:
        """Propagate the trail; returns a false clause, or 0."""
        conflict: cython.int = 0
        while conflict == 0 and self.head < self.length:
            conflict = self._visit(self.trail[self.head] ^ 1)
            self.head += 1
        return conflict

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _visit(self, e: cython.int) -> cython.int:
        """Visit the clauses that watch a literal, which has become false; returns a false clause, or 0."""
        node: cython.int = self.heads[e]
        before: cython.int = 0
        onward: cython.int
        clause: cython.int
        first: cython.int
        side: cython.int
        other: cython.int
        k: cython.int
        found: cython.int
        while node:
            self.work -= 1
            onward = self.nexts[node]
            clause, side = (node + 1) >> 1, (node + 1) & 1
            first = self.starts[clause - 1]
            found = 0
            if self.active[clause]:
                other = self.arena[first + 1 - side]
                if self.value[other] <= 0:
                    for k in range(first + 2, self.starts[clause]):
                        if self.value[self.arena[k]] >= 0:
                            found = k
                            break
                    if found:
                        self.arena[first + side], self.arena[found] = self.arena[found], e
                    elif self.value[other] < 0:
                        return clause
                    else:
                        self._assign(other, clause)
            if found or not self.active[clause]:  # it leaves this list
                if before:
                    self.nexts[before] = onward
                else:
                    self.heads[e] = onward
                if found:
                    self._watch(clause, side)
            else:
                before = node
            node = onward
        return 0

    # --- memory ---

    def _grow(self) -> None:
        """Make room for more antecedents."""
        self.out = _ints(1)
        self.room.extend(array("i", bytes(4 * (len(self.room) + self.codes + 1024))))
        self.out, self.capacity = self.room, len(self.room)
        self.wants_room = False

    def _list_occurrences(self) -> None:
        """List the clauses of each literal, ascending."""
        e: cython.int
        k: cython.int
        clause: cython.int
        self.occurrences, self.places = _ints(len(self.arena) + 1), _ints(self.codes + 2)
        for k in range(len(self.arena)):
            self.places[self.arena[k] + 2] += 1
        for e in range(2, self.codes + 2):
            self.places[e] += self.places[e - 1]
        for clause in range(1, self.count + 1):
            for k in range(self.starts[clause - 1], self.starts[clause]):
                e = self.arena[k]
                self.occurrences[self.places[e + 1]] = clause
                self.places[e + 1] += 1
        self.listed, self.wants_lists = True, False


def _ints(count):
    """An array of zeros."""
    return array("i", [0]) * count
