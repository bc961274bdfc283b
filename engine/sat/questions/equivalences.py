"""Equivalent literals: those that have the same value in every model.

Binary clauses are implications, and literals on a cycle of implications are equivalent. These strongly connected
components (B. Aspvall, M. Plass, R. Tarjan: A linear-time algorithm for testing the truth of certain quantified Boolean
formulas. Information Processing Letters 8 (1979) 121-123; components as in R. Tarjan: SIAM J. Computing 1 (1972)
146-160) need no search. Other equivalences are found by refinement: literals with the same value in all models so far
form a group, every model splits groups, and a variable that could be flipped alone in a model is equivalent to no
other. The remaining groups are proved around a cycle: each literal implies the next, or a model splits the group.
Literals of the backbone are true in every model, so that they are one group of their own.
"""

from array import array
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.base.language import _, lazy_gettext
from engine.base.text import pluralized
from engine.sat.formula.formula import Formula
from engine.sat.questions.backbone import BackboneSearch
from engine.sat.questions.coverage import Coverage
from engine.sat.questions.evidence import has_model, is_refuted, with_units
from engine.sat.questions.oracle import Stopped, check_literals
from engine.sat.questions.parameters import ASSUME
from engine.sat.questions.question import Fault, Query, QueryResult, QueryRow, Report, Values
from engine.sat.result import Status
from engine.sat.solvers.limits import Watch

if TYPE_CHECKING:
    from engine.sat.questions.coverage import Assignment

Group = list[int]

_FOUND = lazy_gettext("{groups} proved, {left} left to check")
_WHOLE = lazy_gettext("{literals} in {groups}")
_WITH_BACKBONE = lazy_gettext("{literals} in {groups}; the first group is the backbone: true in every model")
_PART_WITH_BACKBONE = lazy_gettext(
    "at least {literals} in {groups}; the first group belongs to the backbone: true in every model"
)
_NONE = lazy_gettext("no two literals are equivalent")
_PART = lazy_gettext("at least {literals} in {groups}")
_NO_MODEL = lazy_gettext("there is no model, so all literals are equivalent")
_UNKNOWN = lazy_gettext("no model was found in time")


_BACKBONE = "backbone"
"""The name of the row of the literals that are true in every model."""


def binary_components(formula: Formula) -> list[Group]:
    """The groups of two or more literals that are equivalent by the binary clauses alone.

    If a group and its negation are found, only the one whose lowest variable is positive is returned. If a literal
    is equivalent to its own negation, so that there is no model, both are in one group.
    """
    implied: dict[int, list[int]] = defaultdict(list)
    for clause in formula:
        if len(clause) == 2:
            first, other = clause
            implied[-first].append(other)
            implied[-other].append(first)
    groups = (sorted(group, key=abs) for group in _components(implied) if len(group) > 1)
    return [group for group in groups if group[0] > 0 or -group[0] in group]


def _components(implied: dict[int, list[int]]) -> list[Group]:
    """Tarjan's algorithm, with an explicit stack."""
    found: list[Group] = []
    index: dict[int, int] = {}
    lowest: dict[int, int] = {}
    path: list[int] = []
    on_path: set[int] = set()
    for root in list(implied):
        if root in index:
            continue
        work = [(root, 0)]
        while work:
            literal, place = work.pop()
            if place == 0:
                index[literal] = lowest[literal] = len(index)
                path.append(literal)
                on_path.add(literal)
            else:
                lowest[literal] = min(lowest[literal], lowest[implied[literal][place - 1]])
            successors = implied.get(literal, [])
            for next_place, successor in enumerate(successors[place:], place + 1):
                if successor not in index:
                    work += [(literal, next_place), (successor, 0)]
                    break
                if successor in on_path:
                    lowest[literal] = min(lowest[literal], index[successor])
            else:
                if lowest[literal] == index[literal]:
                    group: Group = []
                    while not group or group[-1] != literal:
                        group.append(path.pop())
                        on_path.discard(group[-1])
                    found.append(group)
    return found


class EquivalenceSearch:
    """The search for groups of equivalent literals, all taken with the sign that makes them true in the first model.

    Groups that are equivalent by binary clauses take part only with their first literal, the head.
    """

    def __init__(self, formula: Formula, watch: Watch) -> None:
        """Raises Stopped."""
        self.backbone = BackboneSearch(formula, watch, self._split)
        self._oracle = self.backbone.oracle
        self._oracle.found = self._progress
        self._coverage = Coverage(formula)
        self._components = binary_components(formula)
        self._followers: dict[int, Group] = {}
        self._proved: list[Group] = []
        self._group = self._coverage.occurring().astype(int)  # by variable; 0: in no group
        self._groups = 2  # above all group numbers
        self._first: Assignment | None = None

    def run(self) -> bool:
        """Find all groups; returns False if there is no model. Raises Stopped."""
        import numpy as np

        if not self.backbone.start():
            return False
        self._take_components()
        self.backbone.run()
        self._group[[abs(literal) for literal in self.backbone.found]] = 0
        self._drop_singles()
        while (number := int(self._group.max())) > 0:
            assert self._first is not None, "there is a model"
            variables = np.flatnonzero(self._group == number)
            literals: Group = (variables * self._first[variables]).tolist()
            if self._prove(literals):
                self._proved.append(literals)
                self._group[variables] = 0
        return True

    def groups(self) -> list[Group]:
        """The known groups outside the backbone, each sorted by variable with the first literal positive, in ascending
        order."""
        fixed = {abs(literal) for literal in self.backbone.found}
        heads = {literal for group in self._proved for literal in group}
        candidates = [*self._proved, *([head] for head in self._followers if head not in heads)]
        whole = ([each for head in group for each in (head, *self._followers.get(head, ()))] for group in candidates)
        ordered = (sorted(group, key=abs) for group in whole if abs(group[0]) not in fixed)
        return sorted([literal if group[0] > 0 else -literal for literal in group] for group in ordered)

    def fixed(self) -> Group:
        """The known literals of the backbone, sorted by variable; empty if there is only one: it equals no other."""
        found = sorted(self.backbone.found, key=abs)
        return found if len(found) > 1 else []

    def _take_components(self) -> None:
        for component in self._components:
            literals = [literal if self._is_true(component[0]) else -literal for literal in component]
            self._followers[literals[0]] = literals[1:]
            self._group[[abs(literal) for literal in literals[1:]]] = 0

    def _is_true(self, literal: int) -> bool:
        assert self._first is not None, "there is a model"
        return bool((self._first[abs(literal)] > 0) == (literal > 0))

    def _prove(self, literals: Group) -> bool:
        """Whether each literal implies the next, and the last the first; otherwise a model splits groups."""
        for first, other in pairwise((*literals, literals[0])):
            if self._oracle.has_model([first, -other]):
                self._split(self._oracle.model())
                return False
            self._oracle.add([-first, other])
        return True

    def _split(self, model: "Assignment") -> None:
        """Learn from a model: literals that differ in it are not equivalent, a flippable variable equals no other."""
        if self._first is None:
            self._first = model
        self._group[(model != self._first) & (self._group > 0)] += self._groups
        self._group[~self._coverage.needed(model)] = 0
        self._drop_singles()

    def _drop_singles(self) -> None:
        """Renumber the groups, without those of a single variable."""
        import numpy as np

        numbers, places, sizes = np.unique(self._group, return_inverse=True, return_counts=True)
        new = np.where((sizes > 1) & (numbers > 0), np.arange(1, len(numbers) + 1), 0)
        self._group = new[places]
        self._groups = len(numbers) + 2

    def _progress(self) -> str:
        groups = pluralized(len(self._proved) + len(self._followers), "group")
        left = pluralized(int((self._group > 0).sum()), "literal")
        return _FOUND.format(groups=groups, left=left)


def run(formula: Formula, values: Values, watch: Watch, report: Report) -> QueryResult:
    """The groups of equivalent literals; if stopped, those found so far."""
    assumed = ASSUME.of(values)
    check_literals(formula, assumed, "assumptions")
    search, reason = None, ""
    try:
        search = EquivalenceSearch(with_units(formula, assumed), watch)
        if not search.run():
            return QueryResult(Status.UNSATISFIABLE, str(_NO_MODEL))
    except Stopped as stop:
        reason = str(stop)
    if search is None or search.backbone.status is Status.UNKNOWN:
        return QueryResult(Status.UNKNOWN, str(_UNKNOWN), reason=reason)
    groups, fixed = search.groups(), search.fixed()
    if fixed:
        report(QueryRow(_BACKBONE, array("i", fixed)))
    for number, group in enumerate(groups, 1):
        report(QueryRow("group", array("i", group), number))
    literals = sum(map(len, groups)) + len(fixed)
    count = len(groups) + bool(fixed)
    message_values = {
        "literals": pluralized(literals, "equivalent literal"),
        "groups": pluralized(count, "group"),
    }
    part, whole = (_PART_WITH_BACKBONE, _WITH_BACKBONE) if fixed else (_PART, _WHOLE)
    sentence = part.format(**message_values) if reason else whole.format(**message_values) if count else _NONE
    facts = {"literals": literals, "groups": count, "backbone": len(fixed)}
    return QueryResult(Status.SATISFIABLE, str(sentence), reason=reason, facts=facts)


def check(formula: Formula, values: Values, answer: QueryResult, watch: Watch) -> Fault:
    """Prove that the literals of each group are equivalent and those of the backbone true, and find models in which
    the heads of groups differ."""
    formula = with_units(formula, ASSUME.of(values))
    if answer.status is Status.UNSATISFIABLE:
        return "" if is_refuted(formula, watch) else _("it is not proved that there is no model")
    fixed: set[int] = set()
    groups: list[Sequence[int]] = []
    for row in answer.rows:
        if row.name == _BACKBONE:
            for literal in row.literals:
                if not is_refuted(with_units(formula, [-literal]), watch):
                    return _("it is not proved that {literal} is true in every model").format(literal=literal)
            fixed.update(map(abs, row.literals))
            continue
        groups.append(row.literals)
        for first, other in pairwise((*row.literals, row.literals[0])):
            if not is_refuted(with_units(formula, [first, -other]), watch):
                return _("it is not proved that {first} implies {second}").format(first=first, second=other)
    return "" if answer.reason else _missed(formula, groups, fixed, watch)


def _missed(formula: Formula, groups: Sequence[Sequence[int]], fixed: set[int], watch: Watch) -> Fault:
    """A fault if two literals of different groups may be equivalent, by models for each pair and both signs.

    `fixed` are the variables of the group of the backbone.
    """
    follows = {abs(literal) for group in groups for literal in group[1:]}
    heads = {abs(group[0]) for group in groups}
    free: list[int] = []
    missed: list[int] = []
    for variable in range(1, formula.variables + 1):
        if variable not in follows and variable not in fixed:
            both = all(has_model(with_units(formula, [literal]), watch) for literal in (variable, -variable))
            (free if both else missed).append(variable)
    if missed and (len(missed) + len(fixed) > 1 or missed[0] in heads):
        return _("{variable} has one value in every model, but is not in the group of the backbone").format(
            variable=missed[0]
        )
    for place, first in enumerate(free):
        for other in free[place + 1 :]:
            for sign in (1, -1):
                differ = ([first, -sign * other], [-first, sign * other])
                if not any(has_model(with_units(formula, units), watch) for units in differ):
                    return _("no model was found in which {first} and {second} differ").format(
                        first=first, second=sign * other
                    )
    return ""


QUESTION = Query(
    "equivalences", lazy_gettext("groups of literals with the same value in every model"), (ASSUME,), run, check
)
