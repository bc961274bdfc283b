"""The compiled part of checking DRAT proofs: a forward pass and a backward pass over one clause database.

Forward, the clauses of the formula and of the proof are added with unit propagation at the top level only, until that
ends in a conflict. Backward, each clause of the proof is removed again, and checked if a later check needed it; the
clauses that its check needs are marked in turn (E. Goldberg, Y. Novikov: Verification of proofs of unsatisfiability for
CNF formulas. DATE 2003). Propagation visits marked clauses first, so that few others get marked (core first: M. Heule,
W. Hunt, N. Wetzler: Trimming while checking clausal proofs. FMCAD 2013), and a clause that is not RUP may be RAT on its
first literal (the same authors: DRAT-trim. SAT 2014).

Between the two passes the trail is a stack in the order of the steps. So while a clause is in use, the literals that
were true or false at the top level when it was added stay so, and a deleted clause that comes back finds the trail
unchanged: watches never need repair.

Variable v is coded as the literal 2v, and its negation as 2v + 1. All lists and clauses are in one array, `arena`:
first, by literal, the lists of the clauses that watch it, then the same for marked clauses, then the clauses. A clause
is identified by its place there, which has its SIZE, its FLAGS, the NEXT clause in the lists of its two watched
literals, the next one with the same hash (CHAIN), its SIGNATURE, whose last bits are the hash, and its LITERALS, the
watched ones first. A link is a place that contains the place of a clause, or 0.

If `explaining`, a check also writes the antecedents of its clause: the clauses that became unit, in this order, and the
false one last. As the checks come backward, all of this is written in reverse.
"""

from array import array

import cython

SIZE = cython.declare(cython.int, 0)
FLAGS = cython.declare(cython.int, 1)
NEXT = cython.declare(cython.int, 2)
CHAIN = cython.declare(cython.int, 4)
SIGNATURE = cython.declare(cython.int, 5)
LITERALS = cython.declare(cython.int, 6)

ASSUMED = cython.declare(cython.schar, 1)
EXPLAINED = cython.declare(cython.schar, 2)

ACTIVE = cython.declare(cython.int, 1)  # in use: added, and not deleted
MARKED = cython.declare(cython.int, 2)  # a checked clause needs it
WATCHED = cython.declare(cython.int, 4)  # its first two literals are watched
IN_LIST = cython.declare(cython.int, 8)  # in the list of the first of these; twice that: of the second

LOW = cython.declare(cython.longlong, 0x7FFFFFFF)

_FALSE = cython.declare(cython.int, 0)
_TRUE = cython.declare(cython.int, -1)
_OPEN = cython.declare(cython.int, -2)

FORWARD = cython.declare(cython.int, 0)
BACKWARD = cython.declare(cython.int, 1)

RUNNING, VERIFIED, WRONG, INCOMPLETE = 0, 1, 2, 3
"""Results of `Checker.run`. WRONG: a step does not follow; INCOMPLETE: no conflict at the end."""

_RUNNING = cython.declare(cython.int, RUNNING)
_VERIFIED = cython.declare(cython.int, VERIFIED)
_WRONG = cython.declare(cython.int, WRONG)
_INCOMPLETE = cython.declare(cython.int, INCOMPLETE)


@cython.final
@cython.cclass
class Checker:
    """The check of a proof of a formula; call `run` until it has a result.

    It reads the arrays `literals` and `starts` of both, and `deletions` of the proof. `variables` is the number of
    variables of both together, and `room` the number of literals of all clauses except deletions, plus those of the
    longest deletion, plus 6 per clause. If `explaining`, the antecedents of needed clauses are kept.

    `step` is the current step, from 0. At the end, it is the WRONG step, or the step with the VERIFIED conflict; -1 if
    the formula alone has a conflict. `done` of `total` steps is the progress, and `checked` is the number of clauses of
    the proof that were checked.
    """

    step = cython.declare(cython.int, visibility="readonly")
    checked = cython.declare(cython.int, visibility="readonly")
    done = cython.declare(cython.longlong, visibility="readonly")
    total = cython.declare(cython.longlong, visibility="readonly")
    status: cython.int
    phase: cython.int
    work: cython.longlong  # remaining work of the current slice, in visits of clauses

    formula_literals: cython.int[::1]
    formula_starts: cython.int[::1]
    formula_size: cython.int  # number of clauses
    proof_literals: cython.int[::1]
    proof_starts: cython.int[::1]
    step_count: cython.int
    deletions: cython.schar[::1]
    hints: cython.int[::1]  # signatures, which the forward pass replaces by clauses; 0 for none, or after use
    hint_starts: cython.int[::1]
    hinted: cython.bint  # a proof from a file is not
    next: cython.int  # forward: the next clause of the formula, then of the proof, in one numbering
    last: cython.int  # the step with the conflict

    clause_of: cython.int[::1]  # by step: the clause added or deleted; 0 for none
    length_before: cython.int[::1]  # by step: length of the trail
    arena: cython.int[::1]
    end: cython.int  # end of its used part
    codes: cython.int  # number of literals; a list of marked clauses is this far after the other one
    hashed: cython.int[::1]  # by hash: a link
    buckets: cython.int  # number of hash lists, a power of two
    mark: cython.int[::1]  # by literal: the number of the last read clause that contains it
    mark_count: cython.int

    value: cython.schar[::1]  # by literal: 1 true, -1 false, 0 free
    reason: cython.int[::1]  # by variable: the clause that implied it; 0 for an assumption
    seen: cython.schar[::1]  # by variable: its reason is marked, and so are the clauses that the reason needs
    trail: cython.int[::1]
    length: cython.int
    marked_head: cython.int  # the trail is propagated through marked clauses up to here,
    head: cython.int  # through the others up to here,
    link: cython.int  # except for the list of the last literal, where this comes next (0: its end)
    stack: cython.int[::1]

    # For RAT: the clauses of each literal, in lists that are made on first use.
    occurrences: cython.int[::1]  # those of literal e are occurrences[places[e]:places[e + 1]]
    places: cython.int[::1]
    listed: cython.bint
    wants_lists: cython.bint
    candidates: cython.int  # how many clauses of such a list have been resolved in the current step

    explaining: cython.bint  # antecedents are written; no longer once a clause is RAT
    explanation: cython.int[::1]  # all antecedents as places of clauses, in reverse
    count: cython.Py_ssize_t  # number of antecedents
    capacity: cython.Py_ssize_t
    memory: object  # the owner of `explanation`
    wants_room: cython.bint
    row: cython.longlong[::1]  # by step: where its antecedents begin
    role: cython.schar[::1]  # by variable, during an explanation: ASSUMED, EXPLAINED or 0

    def __init__(
        self, formula: object, proof: object, variables: cython.int, room: cython.int, explaining: cython.bint = False
    ) -> None:
        self.formula_literals, self.formula_starts, self.formula_size = formula.literals, formula.starts, len(formula)
        self.proof_literals, self.proof_starts, self.step_count = proof.literals, proof.starts, len(proof)
        self.deletions = proof.deletions
        self.hints, self.hint_starts = array("i", proof.hints), proof.hint_starts
        self.hinted = len(proof.hints) > 0 and len(proof.hint_starts) == self.step_count + 1
        clauses: cython.Py_ssize_t = self.formula_size + self.step_count
        self.total = 2 * clauses
        self.status, self.phase = _RUNNING, FORWARD
        self.next = self.checked = 0
        self.done = self.work = 0
        self.step = self.last = -1
        self.listed, self.wants_lists, self.candidates = False, False, 0
        self.clause_of, self.length_before = _ints(self.step_count), _ints(self.step_count)
        self.codes = 2 * variables + 2
        self.end = 2 * self.codes
        self.arena = _ints(self.end + room)
        self.buckets = 1 << max(4, int(clauses).bit_length())
        self.hashed = _ints(self.buckets)
        self.mark, self.mark_count = _ints(self.codes), 0
        self.value, self.seen = array("b", bytes(self.codes)), array("b", bytes(variables + 1))
        self.reason, self.trail, self.stack = _ints(variables + 1), _ints(variables + 1), _ints(variables + 1)
        self.length = self.marked_head = self.head = self.link = 0
        self.explaining, self.wants_room = explaining, False
        self.count, self.capacity = 0, 2 * variables + 1024 if explaining else 0
        self.memory = self.explanation = _ints(self.capacity)
        self.row = array("q", bytes(8 * self.step_count if explaining else 0))
        self.role = array("b", bytes(variables + 1 if explaining else 0))

    def run(self, work: cython.longlong) -> cython.int:
        """Continue checking for about `work` visits of clauses, without the GIL; return RUNNING or the verdict."""
        with cython.nogil:
            self.work = work
            while self.work > 0 and self.status == _RUNNING and not self.wants_lists and not self.wants_room:
                self.work -= 1
                if self.phase == FORWARD:
                    self._forward()
                else:
                    self._backward()
        if self.wants_lists:
            self._list_occurrences()
        if self.wants_room:
            self._grow()
        return self.status

    def core(self) -> array:
        """After VERIFIED: the clauses of the formula that the proof needs, from 0, as an ascending array("i")."""
        needed = array("i")
        index: cython.int
        clause: cython.int = 2 * self.codes
        for index in range(min(self.next + 1, self.formula_size)):
            if self.arena[clause + FLAGS] & MARKED:
                needed.append(index)
            clause += LITERALS + self.arena[clause + SIZE]
        return needed

    def lemmas(self) -> array:
        """After VERIFIED: the steps of the proof whose clauses are needed, as an ascending array("i")."""
        needed = array("i")
        step: cython.int
        for step in range(self.last + 1):
            if not self.deletions[step] and self.arena[self.clause_of[step] + FLAGS] & MARKED:
                needed.append(step)
        return needed

    def antecedents(self) -> tuple:
        """After VERIFIED: a row of antecedents for each of `lemmas` and for the empty clause, and the rows' offsets.

        Antecedents are numbers from 1: of the clauses of `core`, then of `lemmas`. The last row is empty if the last
        lemma is the empty clause. There are no rows if antecedents were not kept, or a clause was RAT.
        """
        ends = array("i", [0])
        if not self.explaining:
            return array("i"), ends
        number: cython.int = 0
        clause: cython.int = 2 * self.codes
        _index: cython.int
        step: cython.int
        end: cython.Py_ssize_t = 0
        for _index in range(min(self.next + 1, self.formula_size)):
            if self.arena[clause + FLAGS] & MARKED:
                number += 1
                self.arena[clause + CHAIN] = number
            clause += LITERALS + self.arena[clause + SIZE]
        for step in range(self.last + 1):
            clause = self.clause_of[step]
            if not self.deletions[step] and self.arena[clause + FLAGS] & MARKED:
                number += 1
                self.arena[clause + CHAIN] = number
                end = self.count - self.row[step]
                ends.append(end)
        if self.last < 0 or self.arena[self.clause_of[self.last] + SIZE]:
            end = self.count
        ends.append(end)
        antecedents = self.memory[self.count - end : self.count]
        numbers: cython.int[::1] = antecedents
        k: cython.Py_ssize_t
        for k in range(len(antecedents)):
            numbers[k] = self.arena[numbers[k] + CHAIN]
        del numbers
        antecedents.reverse()
        return antecedents, ends

    def effective_deletions(self) -> array:
        """After WRONG or INCOMPLETE: the steps before `step` that deleted a clause, as an ascending array("i")."""
        steps = array("i")
        step: cython.int
        for step in range(self.step):
            if self.deletions[step] and self.clause_of[step]:
                steps.append(step)
        return steps

    # --- forward ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _forward(self) -> cython.void:
        """Process a clause of the formula, or a step of the proof."""
        clause: cython.int
        self.step = self.next - self.formula_size
        if self.step < 0:
            clause = self._read(
                self.formula_literals, self.formula_starts[self.next], self.formula_starts[self.next + 1]
            )
            self._add(clause)
        elif self.step == self.step_count:
            self.status = _INCOMPLETE
            return
        else:
            clause = self._read(self.proof_literals, self.proof_starts[self.step], self.proof_starts[self.step + 1])
            self.length_before[self.step] = self.length
            if self.deletions[self.step]:
                self.end = clause  # which was only read to find its copy
                clause = self._delete(clause)
            else:
                if self.hinted:
                    self._find_hints()
                self._add(clause)
            self.clause_of[self.step] = clause
        self.next += 1
        self.done += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _read(self, literals: cython.int[::1], start: cython.int, stop: cython.int) -> cython.int:
        """Append a clause to the arena, each literal once, and return its place."""
        clause: cython.int = self.end
        signature: cython.longlong = 0
        k: cython.int
        literal: cython.int
        self.mark_count += 1
        self.end += LITERALS
        for k in range(start, stop):
            literal = _code(literals[k])
            if self.mark[literal] != self.mark_count:
                self.mark[literal] = self.mark_count
                self.arena[self.end] = literal
                self.end += 1
                signature += _signature(literal)
        self.work -= stop - start
        self.arena[clause + SIGNATURE] = signature & LOW
        self.arena[clause + SIZE] = self.end - clause - LITERALS
        self.arena[clause + FLAGS] = 0
        return clause

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add(self, clause: cython.int) -> cython.void:
        """Start using the clause: watch it, or propagate its consequence at the top level."""
        bucket: cython.int = self.arena[clause + SIGNATURE] & self.buckets - 1
        first: cython.int = clause + LITERALS
        open_end: cython.int = first
        conflict: cython.int = 0
        satisfied: cython.bint = False
        k: cython.int
        literal: cython.int
        self.arena[clause + CHAIN] = self.hashed[bucket]
        self.hashed[bucket] = clause
        self.arena[clause + FLAGS] = ACTIVE
        for k in range(first, first + self.arena[clause + SIZE]):  # literals that are not false come first
            literal = self.arena[k]
            if self.value[literal] >= 0:
                satisfied = satisfied or self.value[literal] > 0
                self.arena[k] = self.arena[open_end]
                self.arena[open_end] = literal
                open_end += 1
        if satisfied:
            return
        if open_end - first >= 2:
            self.arena[clause + FLAGS] |= WATCHED
            self._watch(clause)
            return
        if open_end == first:
            conflict = clause
        else:
            self._assign(self.arena[first], clause)
            conflict = self._propagate()
        if conflict:
            self.last = self.step
            if self.explaining:
                self._explain(conflict, 0)
            else:
                self._need(conflict)
            if self.step < 0:
                self.status = _VERIFIED
                self.step = -1
                return
            self.clause_of[self.step] = clause
            self.phase = BACKWARD

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _watch(self, clause: cython.int) -> cython.void:
        """Put the clause into the lists of its first two literals, unless it is still there."""
        side: cython.int
        for side in range(2):
            if not self.arena[clause + FLAGS] & IN_LIST << side:
                self.arena[clause + FLAGS] |= IN_LIST << side
                self._enlist(clause, side)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _enlist(self, clause: cython.int, side: cython.int) -> cython.void:
        head: cython.int = self.arena[clause + LITERALS + side]
        if self.arena[clause + FLAGS] & MARKED:
            head += self.codes
        self.arena[clause + NEXT + side] = self.arena[head]
        self.arena[head] = clause

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _delete(self, copy: cython.int) -> cython.int:
        """Stop using a clause equal to `copy`, which was read last, and return its place.

        Return 0 if there is none, or if it is the reason of a literal at the top level.
        """
        bucket: cython.int = self.arena[copy + SIGNATURE] & self.buckets - 1
        before: cython.int = 0
        clause: cython.int = self.hashed[bucket]
        while clause and not self._equals_last(clause, copy):
            self.work -= 1
            before = clause
            clause = self.arena[clause + CHAIN]
        if clause == 0 or self._is_reason(clause):
            return 0
        if before:
            self.arena[before + CHAIN] = self.arena[clause + CHAIN]
        else:
            self.hashed[bucket] = self.arena[clause + CHAIN]
        self.arena[clause + FLAGS] &= ~ACTIVE
        return clause

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _equals_last(self, clause: cython.int, copy: cython.int) -> cython.bint:
        """Whether a clause equals `copy`, which was read last."""
        k: cython.int
        size: cython.int = self.arena[copy + SIZE]
        if self.arena[clause + SIZE] != size or self.arena[clause + SIGNATURE] != self.arena[copy + SIGNATURE]:
            return False
        for k in range(clause + LITERALS, clause + LITERALS + size):
            if self.mark[self.arena[k]] != self.mark_count:
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_hints(self) -> cython.void:
        """Replace the hints of the step, which are signatures, by their clauses; 0 for none."""
        clause: cython.int
        k: cython.int
        for k in range(self.hint_starts[self.step], self.hint_starts[self.step + 1]):
            clause = self.hashed[self.hints[k] & self.buckets - 1]
            while clause and self.arena[clause + SIGNATURE] != self.hints[k]:
                clause = self.arena[clause + CHAIN]
            self.hints[k] = clause
            self.work -= 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_reason(self, clause: cython.int) -> cython.bint:
        k: cython.int
        for k in range(clause + LITERALS, clause + LITERALS + min(2, self.arena[clause + SIZE])):
            if self.value[self.arena[k]] > 0 and self.reason[self.arena[k] >> 1] == clause:
                return True
        return False

    # --- unit propagation ---

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
        """Shorten the trail to a length, up to which it counts as propagated."""
        literal: cython.int
        while self.length > length:
            self.length -= 1
            literal = self.trail[self.length]
            self.value[literal] = self.value[literal ^ 1] = 0
            self.seen[literal >> 1] = 0
        self.head = self.marked_head = length
        self.link = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _propagate(self) -> cython.int:
        """Propagate the trail, through marked clauses first; return a false clause, or 0."""
        literal: cython.int
        conflict: cython.int = 0
        while conflict == 0:
            if self.marked_head < self.length:
                literal = self.trail[self.marked_head] ^ 1
                self.marked_head += 1
                conflict = self._visit(literal, literal + self.codes, True)
            elif self.link:
                conflict = self._visit(self.trail[self.head - 1] ^ 1, self.link, False)
            elif self.head < self.length:
                self.link = self.trail[self.head] ^ 1
                self.head += 1
            else:
                break
        return conflict

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _visit(self, literal: cython.int, link: cython.int, marked: cython.bint) -> cython.int:
        """Visit a list of clauses that watch the literal, which has become false; return a false clause, or 0.

        The visit of a list of unmarked clauses stops after the first implied literal, with `self.link` as the place to
        resume, so that marked clauses come first.
        """
        clause: cython.int
        here: cython.int
        side: cython.int
        onward: cython.int
        other: cython.int
        k: cython.int
        implied: cython.bint = False
        while self.arena[link] and not implied:
            self.work -= 1
            clause = self.arena[link]
            here = link
            side = self.arena[clause + LITERALS] != literal
            onward = clause + NEXT + side
            if not self.arena[clause + FLAGS] & ACTIVE:
                self.arena[clause + FLAGS] &= ~(IN_LIST << side)
                self.arena[link] = self.arena[onward]
                continue
            if not marked and self.arena[clause + FLAGS] & MARKED:  # marked since: it moves
                self.arena[link] = self.arena[onward]
                self._enlist(clause, side)
                here = literal + self.codes
            other = self.arena[clause + LITERALS + 1 - side]
            if self.value[other] <= 0:
                k = self._replacement(clause)
                if k:
                    self.arena[here] = self.arena[onward]
                    self.arena[clause + LITERALS + side] = self.arena[k]
                    self.arena[k] = literal
                    self._enlist(clause, side)
                    continue
                if self.value[other] < 0:
                    return clause
                self._assign(other, clause)
                implied = not marked
            if here == link:
                link = onward
        if not marked:
            self.link = link if self.arena[link] else 0
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _replacement(self, clause: cython.int) -> cython.int:
        """The place of an unwatched literal that is not false; 0 if there is none."""
        k: cython.int
        for k in range(clause + LITERALS + 2, clause + LITERALS + self.arena[clause + SIZE]):
            if self.value[self.arena[k]] >= 0:
                return k
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _need(self, clause: cython.int) -> cython.void:
        """Mark a clause, the reasons of its literals, and so on."""
        count: cython.int = 0
        k: cython.int
        variable: cython.int
        while clause:
            self.arena[clause + FLAGS] |= MARKED
            for k in range(clause + LITERALS, clause + LITERALS + self.arena[clause + SIZE]):
                variable = self.arena[k] >> 1
                if not self.seen[variable]:
                    self.seen[variable] = 1
                    if self.reason[variable]:
                        self.stack[count] = self.reason[variable]
                        count += 1
            self.work -= self.arena[clause + SIZE]
            count -= 1
            clause = self.stack[count] if count >= 0 else 0

    # --- backward ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _backward(self) -> cython.void:
        """Go back one step, and check it if it is needed; continue an unfinished step."""
        clause: cython.int
        if self.step < 0:
            self.status = _VERIFIED
            self.step = self.last
            return
        clause = self.clause_of[self.step]
        if not self.deletions[self.step]:
            self.arena[clause + FLAGS] &= ~ACTIVE
            self._undo(self.length_before[self.step])
            if self.arena[clause + FLAGS] & MARKED:
                if self.explaining:
                    if self.count + self.codes > self.capacity:
                        self.wants_room = True
                        return
                    self.row[self.step] = self.count
                if not self._refuted(clause, 0) and not self._resolved():
                    self._undo(self.length_before[self.step])
                    return
                self._undo(self.length_before[self.step])
                self.checked += 1
        elif clause:
            self.arena[clause + FLAGS] |= ACTIVE
            if self.arena[clause + FLAGS] & WATCHED:
                self._watch(clause)
        self.step -= 1
        self.done += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _refuted(self, clause: cython.int, spared: cython.int) -> cython.bint:
        """Whether unit propagation finds a conflict when the literals of a clause, except `spared`, are false.

        Mark the clauses needed for the conflict.
        """
        conflict: cython.int = 0
        k: cython.int
        literal: cython.int
        for k in range(clause + LITERALS, clause + LITERALS + self.arena[clause + SIZE]):
            literal = self.arena[k]
            if self.value[literal] > 0 and literal != spared:
                if self.explaining:
                    self._explain(self.reason[literal >> 1], clause)
                elif not self.seen[literal >> 1]:
                    self.seen[literal >> 1] = 1
                    self._need(self.reason[literal >> 1])
                return True
            if self.value[literal] == 0 and literal != spared:
                self._assign(literal ^ 1, 0)
        if self.hinted and spared == 0:
            conflict = self._follow_hints()
        if conflict == 0:
            conflict = self._propagate()
        if conflict and self.explaining:
            self._explain(conflict, clause)
        else:
            self._need(conflict)
        return conflict != 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _follow_hints(self) -> cython.int:
        """Propagate through the hints of the step, until there is a false clause, which is returned, or no progress.

        What is missing or wrong among hints costs time only.
        """
        clause: cython.int
        literal: cython.int
        k: cython.int
        before: cython.int = self.length - 1
        while before < self.length:
            before = self.length
            for k in range(self.hint_starts[self.step], self.hint_starts[self.step + 1]):
                clause = self.hints[k]
                if clause == 0 or not self.arena[clause + FLAGS] & ACTIVE:
                    continue
                literal = self._unit(clause)
                if literal == _FALSE:
                    return clause
                if literal == _OPEN:
                    continue
                self.hints[k] = 0
                if literal != _TRUE:
                    self._assign(literal, clause)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _unit(self, clause: cython.int) -> cython.int:
        """The only literal that is not false; else _FALSE for none, _OPEN for several, _TRUE if one is true."""
        unit: cython.int = _FALSE
        k: cython.int
        literal: cython.int
        self.work -= 1
        for k in range(clause + LITERALS, clause + LITERALS + self.arena[clause + SIZE]):
            literal = self.arena[k]
            if self.value[literal] > 0:
                return _TRUE
            if self.value[literal] == 0:
                if unit != _FALSE:
                    return _OPEN
                unit = literal
        return unit

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _explain(self, conflict: cython.int, lemma: cython.int) -> cython.void:
        """Write and mark a false clause, then the clauses that made it false, latest first.

        The literals of the lemma, unless it is 0, count as assumed, even if propagation makes them false, too.
        """
        clause: cython.int = conflict
        place: cython.int = self.length
        visited: cython.int = 0
        unexplained: cython.int = 0
        k: cython.int
        variable: cython.int
        if lemma:
            for k in range(lemma + LITERALS, lemma + LITERALS + self.arena[lemma + SIZE]):
                variable = self.arena[k] >> 1
                self.role[variable] = ASSUMED
                self.stack[visited] = variable
                visited += 1
        while True:
            self.explanation[self.count] = clause
            self.count += 1
            self.arena[clause + FLAGS] |= MARKED
            for k in range(clause + LITERALS, clause + LITERALS + self.arena[clause + SIZE]):
                variable = self.arena[k] >> 1
                if self.role[variable] == 0:
                    self.role[variable] = EXPLAINED
                    self.stack[visited] = variable
                    visited += 1
                    unexplained += 1
            self.work -= 1
            if unexplained == 0:
                break
            while True:
                place -= 1
                variable = self.trail[place] >> 1
                if self.role[variable] == EXPLAINED:
                    break
            unexplained -= 1
            clause = self.reason[variable]
        for k in range(visited):
            self.role[self.stack[k]] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _resolved(self) -> cython.bint:
        """Whether the clause of this step, whose literals are false and propagated, is RAT on its first literal.

        Its resolvent with every current clause that has the negation must be RUP. False if a resolvent is not, so that
        the step is WRONG, or if the work of the slice is done; the next call continues.
        """
        length: cython.int = self.length
        clause: cython.int
        opposite: cython.int
        if self.proof_starts[self.step] == self.proof_starts[self.step + 1]:
            self.status = _WRONG
            return False
        self.explaining = False
        if not self.listed:
            self.wants_lists = True
            return False
        opposite = _code(self.proof_literals[self.proof_starts[self.step]]) ^ 1
        while self.candidates < self.places[opposite + 1] - self.places[opposite]:
            clause = self.occurrences[self.places[opposite] + self.candidates]
            if self.arena[clause + FLAGS] & ACTIVE:
                if not self._refuted(clause, opposite):
                    self.status = _WRONG
                    return False
                self._undo(length)
            self.candidates += 1
            self.work -= 1
            if self.work <= 0:
                return False
        self.candidates = 0
        return True

    def _grow(self) -> None:
        """Make room for more antecedents."""
        self.explanation = _ints(1)
        self.memory.extend(array("i", bytes(4 * (len(self.memory) + self.codes))))
        self.explanation, self.capacity = self.memory, len(self.memory)
        self.wants_room = False

    def _list_occurrences(self) -> None:
        """List the clauses of each literal."""
        clause: cython.int
        k: cython.int
        literal: cython.int
        self.occurrences, self.places = _ints(self.end - 2 * self.codes), _ints(self.codes + 2)
        with cython.nogil:
            clause = 2 * self.codes
            while clause < self.end:
                for k in range(clause + LITERALS, clause + LITERALS + self.arena[clause + SIZE]):
                    self.places[self.arena[k] + 2] += 1
                clause += LITERALS + self.arena[clause + SIZE]
            for literal in range(2, self.codes + 2):
                self.places[literal] += self.places[literal - 1]
            clause = 2 * self.codes
            while clause < self.end:  # places[literal + 1] advances from the start of the list to its end
                for k in range(clause + LITERALS, clause + LITERALS + self.arena[clause + SIZE]):
                    literal = self.arena[k]
                    self.occurrences[self.places[literal + 1]] = clause
                    self.places[literal + 1] += 1
                clause += LITERALS + self.arena[clause + SIZE]
        self.listed, self.wants_lists = True, False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _code(literal: cython.int) -> cython.int:
    return 2 * literal if literal > 0 else 1 - 2 * literal


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _signature(literal: cython.longlong) -> cython.longlong:
    """The share of a literal in the signature of a clause, as `engine.sat.proof.proof.ProofSink` describes it."""
    mixed: cython.longlong = literal * 0x1E3779B1 & LOW
    mixed = (mixed ^ mixed >> 15) * 0x2C1B3C6D & LOW
    return mixed ^ mixed >> 12


def _ints(count):
    """An array of zeros."""
    return array("i", [0]) * count
