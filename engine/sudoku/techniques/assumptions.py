# cython: infer_types=True
# (The types of most local variables follow from what they are given.)
"""What follows if a candidate is assumed to be true, and assumptions within assumptions: a kernel.

It knows candidates by number, rules (some candidates of which one is true: those of a cell, or of a digit in a house)
and conflicts (two candidates that are not both true). A rule with one candidate left places it, and what conflicts with
that falls; a rule with none left is broken, and refutes the assumption. Rules are followed in the order in which they
came to have one candidate left, so a short way is found before a long one; and of all that was placed only that is told
on which the conclusion rests.
"""

from array import array
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

import cython

ASSUMED = -1


class Refuted(NamedTuple):
    """A candidate that some of what was assumed and found before refutes.

    `way` are the candidates placed, each with the rule that left nothing else (ASSUMED for the first), and candidates
    that fell for a refutation of their own, in order: (candidate, rule, None) or (candidate, ASSUMED, its refutation).
    `broken` is the rule with nothing left, `outside` the candidates placed or fallen before that this rests on.
    """

    candidate: int
    way: "tuple[tuple[int, int, Refuted | None], ...]"
    broken: int
    outside: tuple[int, ...]

    @property
    def length(self) -> int:
        """How much there is to tell."""
        return sum(1 if within is None else 1 + within.length for _, _, within in self.way)


class Followed(NamedTuple):
    """What follows from an assumption: whether a rule breaks; what is placed and what falls, each in order."""

    is_refuted: bool
    placed: list[int]
    fallen: list[int]


@cython.final
@cython.cclass
class Assumptions:
    """Assumptions about candidates 0, 1, 2, ..., one after the other, each taken back at its end.

    `rules` are candidates of which one is true, `conflicts` for each candidate those that are not true with it. For one
    thread at a time.
    """

    candidates: cython.Py_ssize_t
    rule_at: cython.int[::1]
    in_rule: cython.int[::1]
    rules_at: cython.int[::1]
    rule_of: cython.int[::1]
    conflicts_at: cython.int[::1]
    conflict: cython.int[::1]

    state: cython.schar[::1]  # of a candidate: 1 placed, -1 fallen, 0 open
    reason: cython.int[::1]  # a rule for a placed one, a candidate for a fallen one; ASSUMED; below that a refutation
    place: cython.int[::1]  # of a candidate on the trail
    trail: cython.int[::1]
    filled: cython.int
    left: cython.int[::1]  # how many of a rule have not fallen
    standing: cython.int[::1]  # rules of one candidate
    forced: cython.int[::1]  # rules with one candidate left
    first: cython.int
    after: cython.int
    broken: cython.int
    refuted: list
    tries: cython.longlong  # how many assumptions may be made still: within this one, and all in all
    allowed: cython.longlong

    def __init__(self, rules: Sequence[Sequence[int]], conflicts: Sequence[Sequence[int]]) -> None:
        count = self.candidates = len(conflicts)
        of_candidate = [[] for _ in conflicts]
        for number, rule in enumerate(rules):
            for one in rule:
                of_candidate[one].append(number)
        self.rule_at, self.in_rule = _flat(rules)
        self.rules_at, self.rule_of = _flat(of_candidate)
        self.conflicts_at, self.conflict = _flat(conflicts)
        self.state = array("b", bytes(count + 1))
        self.reason, self.place = array("i", bytes(4 * count + 4)), array("i", bytes(4 * count + 4))
        self.trail = array("i", bytes(4 * count + 4))
        self.left = array("i", [len(rule) for rule in rules] + [0])
        alone = [number for number, rule in enumerate(rules) if len(rule) == 1]
        self.standing = array("i", alone)
        self.forced = array("i", bytes(8 * len(rules) + 4))
        self.filled = self.first = self.after = 0
        self.broken, self.allowed = -1, 0
        self.refuted = []

    def follow(self, candidate: int) -> Followed:
        """What follows if the candidate is true."""
        self._assume(candidate)
        facts = [self.trail[k] for k in range(self.filled)]
        placed = [one for one in facts if self.state[one] > 0]
        fallen = [one for one in facts if self.state[one] < 0]
        is_refuted = self.broken >= 0
        self._take_back(0)
        return Followed(is_refuted, placed, fallen)

    def because(self, candidate: int, conclusions: Sequence[int]) -> Refuted:
        """Why these are placed or fall if the candidate is true; there is no broken rule."""
        self._assume(candidate)
        way = self._told(candidate, 0, list(conclusions))
        self._take_back(0)
        return way

    def allow(self, tries: int) -> None:
        """How many assumptions `refute` may make from now on; none before this is said."""
        self.allowed = tries

    def refute(self, candidate: int, depth: int, tries: int) -> Refuted | None:
        """Why the candidate can't be true; None if that is not seen with assumptions as deep as this within it.

        Gives up, too, after so many assumptions, or when no more are allowed.
        """
        if self.allowed <= 0:
            return None
        self.tries = min(tries, self.allowed)
        before = self.tries
        found = self._refute(candidate, depth)
        self.allowed -= before - self.tries
        self.refuted.clear()
        return found

    @cython.cfunc
    def _assume(self, candidate: cython.int) -> cython.void:
        """Place an open candidate, and what follows; the rules of one candidate from the start on among that."""
        if self.filled == 0:
            for k in range(len(self.standing)):
                self.forced[k] = self.standing[k]
            self.after = len(self.standing)
        self._place(candidate, ASSUMED)
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
            found = self._told(candidate, mark, broken)
        self._take_back(mark)
        return found

    @cython.cfunc
    @cython.locals(one=cython.int)
    def _assume_within(self, depth: cython.int) -> cython.void:
        """Refute what can be refuted under what is assumed, until a rule breaks or there is nothing new."""
        again = True
        while again and self.broken < 0:
            again = False
            for one in range(self.candidates):
                if self.state[one] == 0 and self.broken < 0 and self.tries > 0:
                    found = self._refute(one, depth - 1)
                    if found is not None:
                        self.refuted.append(found)
                        self._drop(one, -1 - len(self.refuted))
                        self._follow()
                        again = True

    @cython.cfunc
    def _place(self, candidate: cython.int, reason: cython.int) -> cython.void:
        """Place an open candidate; what conflicts with it falls."""
        self.state[candidate], self.reason[candidate] = 1, reason
        self.place[candidate] = self.filled
        self.trail[self.filled] = candidate
        self.filled += 1
        for k in range(self.conflicts_at[candidate], self.conflicts_at[candidate + 1]):
            if self.state[self.conflict[k]] == 0:
                self._drop(self.conflict[k], candidate)

    @cython.cfunc
    def _drop(self, candidate: cython.int, reason: cython.int) -> cython.void:
        """Let an open candidate fall."""
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
    @cython.locals(one=cython.int)
    def _follow(self) -> cython.void:
        """Place what rules with one candidate left ask for, until there is none such or one is broken."""
        while self.first < self.after and self.broken < 0:
            rule = self.forced[self.first]
            self.first += 1
            for k in range(self.rule_at[rule], self.rule_at[rule + 1]):
                one = self.in_rule[k]
                if self.state[one] == 0:
                    self._place(one, rule)
        self.first = self.after = 0

    @cython.cfunc
    def _take_back(self, mark: cython.int) -> cython.void:
        """Take back all from a place of the trail on."""
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
    def _told(self, candidate: cython.int, mark: cython.int, conclusions: list) -> object:
        """What was placed from this place of the trail on for these to be as they are, and what before that."""
        needed, outside, open_ = set(), set(), conclusions
        while open_:
            one = open_.pop()
            if self.place[one] < mark:
                outside.add(one)
            elif one not in needed:
                needed.add(one)
                if self.state[one] > 0 and self.reason[one] >= 0:
                    rule = self.reason[one]
                    open_ += [
                        self.in_rule[k] for k in range(self.rule_at[rule], self.rule_at[rule + 1])
                        if self.in_rule[k] != one
                    ]
                elif self.state[one] < 0 and self.reason[one] >= 0:
                    open_.append(self.reason[one])
                elif self.state[one] < 0:
                    open_ += self.refuted[-2 - self.reason[one]].outside
        way = []
        for k in range(mark, self.filled):
            one = self.trail[k]
            if one in needed and self.state[one] > 0:
                way.append((one, self.reason[one], None))
            elif one in needed and self.reason[one] < ASSUMED:
                way.append((one, ASSUMED, self.refuted[-2 - self.reason[one]]))
        return Refuted(candidate, tuple(way), self.broken, tuple(sorted(outside)))


def _flat(lists):
    """Where each list begins and the last one ends in one row, and the row."""
    return array("i", [0, *accumulate(map(len, lists))]), array("i", [one for each in lists for one in each] + [0])
