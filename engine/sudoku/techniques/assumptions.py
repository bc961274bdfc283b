# cython: infer_types=True
# (Cython infers the types of most local variables.)
"""The consequences of assuming that a candidate is true, with nested assumptions: a kernel.

The kernel numbers the candidates of a position by cell and digit. A rule is a set of candidates one of which is true:
the candidates of a cell, or of a digit in a complete house. A conflict is a pair of candidates that are not both true:
two of a cell, a digit in peers, or an exclusion by another rule of the puzzle.
A rule with one candidate left places it, and the candidates in conflict with it fall. A rule with none left is broken,
and refutes the assumption. Rules are followed first in, first out, so short ways are found before long ones. A
refutation lists only the placements that its conclusion rests on.
"""

from array import array
from collections.abc import Sequence
from typing import NamedTuple

import cython

ASSUMED = -1
NO_REASON = cython.declare(cython.int, ASSUMED)
ENDLESS = cython.declare(cython.int, 0x7FFFFFFF)


class Refuted(NamedTuple):
    """The refutation of a candidate.

    `way` lists, in order, the candidates placed, each with the rule that left nothing else (ASSUMED for the first), and
    the candidates that fell by a refutation of their own: (candidate, rule, None) or (candidate, ASSUMED, its
    refutation). `broken` is the rule with nothing left, `outside` the candidates placed or fallen before that the
    refutation rests on.
    """

    candidate: int
    way: "tuple[tuple[int, int, Refuted | None], ...]"
    broken: int
    outside: tuple[int, ...]

    @property
    def length(self) -> int:
        """The number of placements and nested refutations, counted in depth."""
        return sum(1 if within is None else 1 + within.length for _, _, within in self.way)


class Consequences(NamedTuple):
    """The consequences of an assumption: whether a rule breaks, and the candidates placed and fallen, each in order."""

    is_refuted: bool
    placed: list[int]
    fallen: list[int]


@cython.final
@cython.cclass
class Assumptions:
    """Assumptions about the candidates of a position, one at a time; each is undone when finished.

    The position is given by its digits (0: none) and masks of candidates; the layout by the peers of each cell and by
    the complete houses, each as its number and cells; all ascending. `exclusions` are pairs of candidates, each as
    cell, digit, other cell and other digit, of which the second is false if the first is true. Not safe for several
    threads.
    """

    candidates: cython.Py_ssize_t
    cell: cython.int[::1]  # by candidate
    digit: cython.int[::1]
    rules: cython.Py_ssize_t
    rule_house: cython.int[::1]  # by rule; -1 for the rule of a cell
    rule_number: cython.int[::1]  # by rule: its digit, or the cell
    rule_at: cython.int[::1]
    in_rule: cython.int[::1]
    rules_at: cython.int[::1]
    rule_of: cython.int[::1]
    conflicts_at: cython.int[::1]
    conflict: cython.int[::1]

    state: cython.int[::1]  # by candidate: 1 placed, -1 fallen, 0 open
    reason: cython.int[::1]  # the rule that placed it, the candidate that excludes it, ASSUMED, or less: a refutation
    place: cython.int[::1]  # by candidate: its index in the trail
    trail: cython.int[::1]
    filled: cython.int
    left: cython.int[::1]  # by rule: the number of candidates that have not fallen
    standing: cython.int[::1]  # rules with one candidate from the start
    alone: cython.int  # the number of these
    forced: cython.int[::1]  # rules with one candidate left
    first: cython.int
    after: cython.int
    farthest: cython.int  # maximum depth of placements to follow
    ended: cython.bint  # whether all placements were followed
    consistent: cython.int[::1]  # by candidate: whether it is known to break no rule by singles
    used: cython.int[::1]  # by candidate: whether a broken rule rests on it
    broken: cython.int
    refuted: list
    tries: cython.longlong  # assumptions left: for this candidate, and in total
    allowed: cython.longlong

    def __init__(
        self,
        size: int,
        values: Sequence[int],
        masks: Sequence[int],
        peers: Sequence[Sequence[int]],
        houses: Sequence[tuple[int, Sequence[int]]],
        exclusions: Sequence[tuple[int, int, int, int]] = (),
    ) -> None:
        number_of = self._number(size, values, masks)
        self._find_rules(size, values, houses, number_of)
        self._find_conflicts(size, peers, number_of, exclusions)
        count, rules = self.candidates, self.rules
        self.state, self.used, self.consistent = _zeros(count + 1), _zeros(count + 1), _zeros(count + 1)
        self.reason, self.place, self.trail = _zeros(count + 1), _zeros(count + 1), _zeros(count + 1)
        self.left = array("i", [self.rule_at[rule + 1] - self.rule_at[rule] for rule in range(rules)] + [0])
        self.standing = array("i", [rule for rule in range(rules) if self.left[rule] == 1] + [0])
        self.alone = len(self.standing) - 1
        self.forced = _zeros(2 * rules + 1)
        self.filled = self.first = self.after = 0
        self.broken, self.allowed, self.farthest, self.ended = -1, 0, ENDLESS, True
        self.refuted = []

    @cython.cfunc
    @cython.locals(cell=cython.Py_ssize_t, digit=cython.Py_ssize_t, mask=cython.int, count=cython.Py_ssize_t)
    def _number(self, size: cython.Py_ssize_t, values: object, masks: object) -> object:
        """Number the candidates; return the number for each digit and cell, or -1."""
        cells: cython.Py_ssize_t = len(masks)
        count = 0
        number_of: cython.int[::1] = array("i", [-1]) * ((size + 1) * cells)
        self.cell, self.digit = _zeros(size * cells + 1), _zeros(size * cells + 1)
        for cell in range(cells):
            mask = 0 if values[cell] else masks[cell]
            for digit in range(1, size + 1):
                if mask >> digit & 1:
                    number_of[digit * cells + cell] = count
                    self.cell[count], self.digit[count] = cell, digit
                    count += 1
        self.candidates = count
        return number_of

    @cython.cfunc
    @cython.locals(cell=cython.Py_ssize_t, digit=cython.Py_ssize_t, placed=cython.int, number=cython.Py_ssize_t)
    def _find_rules(
        self, size: cython.Py_ssize_t, values: object, houses: object, number_of: cython.int[::1]
    ) -> object:
        """Find the rules of empty cells, then of each house by digit; and the rules of each candidate."""
        cells: cython.Py_ssize_t = len(values)
        rules: cython.Py_ssize_t = 0
        filled: cython.Py_ssize_t = 0
        most: cython.Py_ssize_t = cells + size * len(houses)
        self.rule_house, self.rule_number, self.rule_at = _zeros(most + 1), _zeros(most + 1), _zeros(most + 1)
        self.in_rule = _zeros(self.candidates + size * sum(map(len, [held for _, held in houses])) + 1)
        for cell in range(cells):
            if not values[cell]:
                self.rule_house[rules], self.rule_number[rules] = -1, cell
                while filled < self.candidates and self.cell[filled] == cell:
                    self.in_rule[filled] = filled
                    filled += 1
                rules += 1
                self.rule_at[rules] = filled
        for house, held in houses:
            placed = 0
            for cell in held:
                placed |= 1 << values[cell]
            for digit in range(1, size + 1):
                if not placed >> digit & 1:
                    self.rule_house[rules], self.rule_number[rules] = house, digit
                    for cell in held:
                        if number_of[digit * cells + cell] >= 0:
                            self.in_rule[filled] = number_of[digit * cells + cell]
                            filled += 1
                    rules += 1
                    self.rule_at[rules] = filled
        self.rules = rules
        self.rules_at, self.rule_of = _zeros(self.candidates + 1), _zeros(filled + 1)
        for k in range(filled):
            self.rules_at[self.in_rule[k]] += 1
        for number in range(1, self.candidates + 1):
            self.rules_at[number] += self.rules_at[number - 1]
        for rule in range(rules - 1, -1, -1):
            for k in range(self.rule_at[rule], self.rule_at[rule + 1]):
                number = self.in_rule[k]
                self.rules_at[number] -= 1
                self.rule_of[self.rules_at[number]] = rule

    @cython.cfunc
    @cython.locals(cell=cython.Py_ssize_t, other=cython.Py_ssize_t, number=cython.Py_ssize_t)
    def _find_conflicts(
        self, size: cython.Py_ssize_t, peers: object, number_of: cython.int[::1], exclusions: object
    ) -> object:
        """Find the conflicts of each candidate: the others of its cell, its digit in peers, then exclusions."""
        cells: cython.Py_ssize_t = len(peers)
        filled: cython.Py_ssize_t = 0
        room: cython.Py_ssize_t = 1 + len(exclusions)
        excluded: dict = {}
        for cell, digit, other, second in exclusions:
            excluded.setdefault(number_of[digit * cells + cell], []).append(number_of[second * cells + other])
        for number in range(self.candidates):
            room += len(peers[self.cell[number]]) + size
        self.conflicts_at, self.conflict = _zeros(self.candidates + 1), _zeros(room)
        for number in range(self.candidates):
            cell = self.cell[number]
            other = number
            while other > 0 and self.cell[other - 1] == cell:
                other -= 1
            while other < self.candidates and self.cell[other] == cell:
                if other != number:
                    self.conflict[filled] = other
                    filled += 1
                other += 1
            for other in peers[cell]:
                if number_of[self.digit[number] * cells + other] >= 0:
                    self.conflict[filled] = number_of[self.digit[number] * cells + other]
                    filled += 1
            for other in excluded.get(number, ()):
                self.conflict[filled] = other
                filled += 1
            self.conflicts_at[number + 1] = filled

    def candidate(self, number: int) -> tuple[int, int]:
        """The cell and the digit of a candidate."""
        return self.cell[number], self.digit[number]

    def count_candidates(self) -> int:
        """The number of candidates."""
        return self.candidates

    def count_rules(self) -> int:
        """The number of rules."""
        return self.rules

    def rule(self, number: int) -> tuple[int, int]:
        """The house and the digit of a rule; or -1 and the cell."""
        return self.rule_house[number], self.rule_number[number]

    def alternatives(self, rule: int) -> list[int]:
        """The candidates of a rule, one of which is true."""
        return [self.in_rule[k] for k in range(self.rule_at[rule], self.rule_at[rule + 1])]

    def follow(self, candidate: int) -> Consequences:
        """The consequences of the candidate being true."""
        self._assume(candidate)
        facts = [self.trail[k] for k in range(self.filled)]
        placed = [fact for fact in facts if self.state[fact] > 0]
        fallen = [fact for fact in facts if self.state[fact] < 0]
        is_refuted = self.broken >= 0
        self._take_back(0)
        return Consequences(is_refuted, placed, fallen)

    def because(self, candidate: int, conclusions: Sequence[int]) -> Refuted:
        """Why the `conclusions` are placed or fall if the candidate is true; `broken` names no rule."""
        self._assume(candidate)
        way = self._reasons(candidate, 0, list(conclusions))
        self._take_back(0)
        return way

    def allow(self, tries: int) -> None:
        """Set the number of assumptions `refute` may make from now on; initially none."""
        self.allowed = tries

    def refute(self, candidate: int, depth: int, tries: int) -> Refuted | None:
        """Why the candidate can't be true; None if assumptions nested `depth` deep don't show it.

        Also gives up after `tries` assumptions, or when no more are allowed.
        """
        if self.allowed <= 0:
            return None
        self.tries = min(tries, self.allowed)
        before = self.tries
        found = self._refute(candidate, depth)
        self.allowed -= before - self.tries
        self.refuted.clear()
        return found

    @cython.locals(candidate=cython.int, length=cython.int, least=cython.int, found=cython.int)
    def shortest(self) -> int:
        """The first candidate that singles refute in the fewest placements; -1 if they refute none.

        Placements are followed only to a depth at which a shorter refutation is possible. A candidate that is placed
        where nothing breaks is not assumed itself: its consequences are among those already followed.
        """
        least, found = ENDLESS, -1
        for candidate in range(self.candidates):
            self.consistent[candidate] = 0
        for candidate in range(self.candidates):
            if self.consistent[candidate]:
                continue
            self.farthest = least - 1 if self.alone else least - 2
            self._assume(candidate)
            if self.broken >= 0:
                length = self._length()
                if length < least:
                    least, found = length, candidate
            elif self.ended:
                for k in range(self.filled):
                    self.consistent[self.trail[k]] |= self.state[self.trail[k]] > 0
            self._take_back(0)
        self.farthest = ENDLESS
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _length(self) -> cython.int:
        """The number of placements the broken rule rests on, where no candidate fell by a nested refutation."""
        length: cython.int = 0
        for k in range(self.rule_at[self.broken], self.rule_at[self.broken + 1]):
            self.used[self.in_rule[k]] = 1
        for at in range(self.filled - 1, -1, -1):
            candidate = self.trail[at]
            if self.used[candidate]:
                self.used[candidate] = 0
                reason = self.reason[candidate]
                if self.state[candidate] < 0:
                    self.used[reason] = 1
                    continue
                length += 1
                if reason >= 0:
                    for k in range(self.rule_at[reason], self.rule_at[reason + 1]):
                        if self.in_rule[k] != candidate:
                            self.used[self.in_rule[k]] = 1
        return length

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _assume(self, candidate: cython.int) -> cython.void:
        """Place an open candidate and all that follows, also from rules that had one candidate from the start."""
        if self.filled == 0:
            for k in range(self.alone):
                self.forced[k] = self.standing[k]
            self.after = self.alone
        self._place(candidate, NO_REASON)
        self._follow()

    @cython.cfunc
    @cython.locals(mark=cython.int)
    def _refute(self, candidate: cython.int, depth: cython.int) -> object:
        mark = self.filled
        self.tries -= 1
        self._assume(candidate)
        if depth > 0:
            self._assume_within(depth)
        found = None
        if self.broken >= 0:
            rule = self.broken
            broken = [self.in_rule[k] for k in range(self.rule_at[rule], self.rule_at[rule + 1])]
            found = self._reasons(candidate, mark, broken)
        self._take_back(mark)
        return found

    @cython.cfunc
    @cython.locals(candidate=cython.int)
    def _assume_within(self, depth: cython.int) -> cython.void:
        """Refute candidates under the assumptions made, until a rule breaks or no candidate falls."""
        again = True
        while again and self.broken < 0:
            again = False
            for candidate in range(self.candidates):
                if self.state[candidate] == 0 and self.broken < 0 and self.tries > 0:
                    found = self._refute(candidate, depth - 1)
                    if found is not None:
                        self.refuted.append(found)
                        self._drop(candidate, -1 - len(self.refuted))
                        self._follow()
                        again = True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _place(self, candidate: cython.int, reason: cython.int) -> cython.void:
        """Place an open candidate; the candidates in conflict with it fall."""
        self.state[candidate], self.reason[candidate] = 1, reason
        self.place[candidate] = self.filled
        self.trail[self.filled] = candidate
        self.filled += 1
        for k in range(self.conflicts_at[candidate], self.conflicts_at[candidate + 1]):
            if self.state[self.conflict[k]] == 0:
                self._drop(self.conflict[k], candidate)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _drop(self, candidate: cython.int, reason: cython.int) -> cython.void:
        """Mark an open candidate as fallen."""
        self.state[candidate], self.reason[candidate] = -1, reason
        self.place[candidate] = self.filled
        self.trail[self.filled] = candidate
        self.filled += 1
        for k in range(self.rules_at[candidate], self.rules_at[candidate + 1]):
            rule = self.rule_of[k]
            self.left[rule] -= 1
            if self.left[rule] == 1:
                self.forced[self.after] = rule
                self.after += 1
            elif self.left[rule] == 0 and self.broken < 0:
                self.broken = rule

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(candidate=cython.int)
    def _follow(self) -> cython.void:
        """Place the last candidate of each rule that has one left, until there is no such rule or a rule is broken."""
        far: cython.int = 1
        end = self.after
        self.ended = True
        while self.first < self.after and self.broken < 0:
            if self.first == end:
                far, end = far + 1, self.after
            if far > self.farthest:
                self.ended = False
                break
            rule = self.forced[self.first]
            self.first += 1
            for k in range(self.rule_at[rule], self.rule_at[rule + 1]):
                candidate = self.in_rule[k]
                if self.state[candidate] == 0:
                    self._place(candidate, rule)
        self.first = self.after = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _take_back(self, mark: cython.int) -> cython.void:
        """Undo the trail from an index on."""
        while self.filled > mark:
            self.filled -= 1
            candidate = self.trail[self.filled]
            if self.state[candidate] < 0:
                for k in range(self.rules_at[candidate], self.rules_at[candidate + 1]):
                    self.left[self.rule_of[k]] += 1
            self.state[candidate] = 0
        self.broken = -1
        self.first = self.after = 0

    @cython.cfunc
    def _reasons(self, candidate: cython.int, mark: cython.int, conclusions: list) -> object:
        """The placements that these rest on, from this index of the trail on, and the candidates before it."""
        needed, outside, open_ = set(), set(), conclusions
        while open_:
            fact = open_.pop()
            if self.place[fact] < mark:
                outside.add(fact)
            elif fact not in needed:
                needed.add(fact)
                if self.state[fact] > 0 and self.reason[fact] >= 0:
                    rule = self.reason[fact]
                    open_ += [
                        self.in_rule[k]
                        for k in range(self.rule_at[rule], self.rule_at[rule + 1])
                        if self.in_rule[k] != fact
                    ]
                elif self.state[fact] < 0 and self.reason[fact] >= 0:
                    open_.append(self.reason[fact])
                elif self.state[fact] < 0:
                    open_ += self.refuted[-2 - self.reason[fact]].outside
        way = []
        for k in range(mark, self.filled):
            fact = self.trail[k]
            if fact in needed and self.state[fact] > 0:
                way.append((fact, self.reason[fact], None))
            elif fact in needed and self.reason[fact] < ASSUMED:
                way.append((fact, ASSUMED, self.refuted[-2 - self.reason[fact]]))
        return Refuted(candidate, tuple(way), self.broken, tuple(sorted(outside)))


def _zeros(count):
    return array("i", bytes(4 * count))
