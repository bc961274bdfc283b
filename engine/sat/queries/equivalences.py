"""The query for equivalent literals: those that have the same value in every model.

Binary clauses are implications, and literals on a cycle of implications are equivalent. These strongly connected
components (B. Aspvall, M. Plass, R. Tarjan: A linear-time algorithm for testing the truth of certain quantified Boolean
formulas. Information Processing Letters 8 (1979) 121-123; components as in R. Tarjan: SIAM J. Computing 1 (1972)
146-160) need no search. Other equivalences are found by refinement: literals with the same value in all models so far
form a group, every model splits groups, and a variable that alone can be flipped in a model is equivalent to no other.
The remaining groups are proved around a cycle: each literal implies the next, or a model splits the group. The literals
of the backbone are true in every model, so they form a group of their own.
"""

from array import array
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.base.language import _, lazy_gettext
from engine.base.text import pluralized
from engine.sat.formula.formula import Formula
from engine.sat.queries.backbone import BackboneSearch
from engine.sat.queries.coverage import Coverage
from engine.sat.queries.evidence import has_model, is_refuted, with_units
from engine.sat.queries.oracle import Stopped, check_literals
from engine.sat.queries.parameters import ASSUME
from engine.sat.queries.query import Fault, Query, QueryResult, QueryRow, Report, Values
from engine.sat.result import Status
from engine.sat.solvers.limits import Watch

if TYPE_CHECKING:
    from engine.sat.queries.coverage import Assignment

Group = list[int]

_PROGRESS = lazy_gettext("{groups} proved, {left} left to check")
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
    """The groups of two or more literals that are equivalent by the binary clauses alone, each sorted by variable.

    Of a group and its negation, only the one whose first literal is positive is returned. If a literal is equivalent
    to its own negation, so that there is no model, both are in one group.
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
    """The strongly connected components of implications, by Tarjan's algorithm with an explicit stack."""
    components: list[Group] = []
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
                    component: Group = []
                    while not component or component[-1] != literal:
                        component.append(path.pop())
                        on_path.discard(component[-1])
                    components.append(component)
    return components


class EquivalenceSearch:
    """The search for groups of equivalent literals, each literal with the sign that makes it true in the first model.

    A group that is equivalent by binary clauses is represented by its first literal, the head; the others follow it.
    """

    def __init__(self, formula: Formula, watch: Watch) -> None:
        """Raises Stopped."""
        self.backbone = BackboneSearch(formula, watch, self._split)
        self._oracle = self.backbone.oracle
        self._oracle.summary = self._progress
        self._coverage = Coverage(formula)
        self._components = binary_components(formula)
        self._followers: dict[int, Group] = {}
        self._proved: list[Group] = []
        self._group = self._coverage.occurring().astype(int)  # by variable; 0: in no group
        self._group_limit = 2  # above all group numbers
        self._first_model: Assignment | None = None

    def run(self) -> bool:
        """Find all groups; return False if there is no model. Raises Stopped."""
        import numpy as np

        if not self.backbone.start():
            return False
        self._add_components()
        self.backbone.run()
        self._group[[abs(literal) for literal in self.backbone.literals]] = 0
        self._drop_singles()
        while (number := int(self._group.max())) > 0:
            assert self._first_model is not None, "there is a model"
            variables = np.flatnonzero(self._group == number)
            literals: Group = (variables * self._first_model[variables]).tolist()
            if self._prove(literals):
                self._proved.append(literals)
                self._group[variables] = 0
        return True

    def groups(self) -> list[Group]:
        """The groups proved so far outside the backbone, in ascending order.

        Each is sorted by variable, with its first literal positive.
        """
        backbone = {abs(literal) for literal in self.backbone.literals}
        proved_heads = {literal for group in self._proved for literal in group}
        groups: list[Group] = []
        for heads in (*self._proved, *([head] for head in self._followers if head not in proved_heads)):
            if abs(heads[0]) not in backbone:
                group = [literal for head in heads for literal in (head, *self._followers.get(head, ()))]
                group.sort(key=abs)
                groups.append(group if group[0] > 0 else [-literal for literal in group])
        return sorted(groups)

    def backbone_group(self) -> Group:
        """The literals proved to be in the backbone, sorted by variable; empty if there is only one."""
        literals = sorted(self.backbone.literals, key=abs)
        return literals if len(literals) > 1 else []

    def _add_components(self) -> None:
        """Represent the groups that are equivalent by binary clauses by their heads."""
        for component in self._components:
            literals = [literal if self._is_true(component[0]) else -literal for literal in component]
            self._followers[literals[0]] = literals[1:]
            self._group[[abs(literal) for literal in literals[1:]]] = 0

    def _is_true(self, literal: int) -> bool:
        assert self._first_model is not None, "there is a model"
        return bool((self._first_model[abs(literal)] > 0) == (literal > 0))

    def _prove(self, literals: Group) -> bool:
        """Whether each literal implies the next, and the last the first; if not, a model splits groups."""
        for first, other in pairwise((*literals, literals[0])):
            if self._oracle.has_model([first, -other]):
                self._split(self._oracle.model())
                return False
            self._oracle.add([-first, other])
        return True

    def _split(self, model: "Assignment") -> None:
        """Split groups by a model: literals of different values, and variables that can be flipped alone, leave."""
        if self._first_model is None:
            self._first_model = model
        self._group[(model != self._first_model) & (self._group > 0)] += self._group_limit
        self._group[~self._coverage.needed(model)] = 0
        self._drop_singles()

    def _drop_singles(self) -> None:
        """Renumber the groups, without those of a single variable."""
        import numpy as np

        numbers, places, sizes = np.unique(self._group, return_inverse=True, return_counts=True)
        new_numbers = np.where((sizes > 1) & (numbers > 0), np.arange(1, len(numbers) + 1), 0)
        self._group = new_numbers[places]
        self._group_limit = len(numbers) + 2

    def _progress(self) -> str:
        groups = pluralized(len(self._proved) + len(self._followers), "group")
        unproved = pluralized(int((self._group > 0).sum()), "literal")
        return _PROGRESS.format(groups=groups, left=unproved)


def run(formula: Formula, values: Values, watch: Watch, report: Report) -> QueryResult:
    """The groups of equivalent literals; if the search is stopped, those proved so far."""
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
    groups, backbone = search.groups(), search.backbone_group()
    if backbone:
        report(QueryRow(_BACKBONE, array("i", backbone)))
    for number, group in enumerate(groups, 1):
        report(QueryRow("group", array("i", group), number))
    literals = sum(map(len, groups)) + len(backbone)
    count = len(groups) + bool(backbone)
    message_values = {
        "literals": pluralized(literals, "equivalent literal"),
        "groups": pluralized(count, "group"),
    }
    part, complete = (_PART_WITH_BACKBONE, _WITH_BACKBONE) if backbone else (_PART, _WHOLE)
    sentence = part.format(**message_values) if reason else complete.format(**message_values) if count else _NONE
    facts = {"literals": literals, "groups": count, "backbone": len(backbone)}
    return QueryResult(Status.SATISFIABLE, str(sentence), reason=reason, facts=facts)


def check(formula: Formula, values: Values, result: QueryResult, watch: Watch) -> Fault:
    """Prove the equivalence of each group and the literals of the backbone, and find models in which groups differ."""
    formula = with_units(formula, ASSUME.of(values))
    if result.status is Status.UNSATISFIABLE:
        return "" if is_refuted(formula, watch) else _("it is not proved that there is no model")
    backbone: set[int] = set()
    groups: list[Sequence[int]] = []
    for row in result.rows:
        if row.name == _BACKBONE:
            for literal in row.literals:
                if not is_refuted(with_units(formula, [-literal]), watch):
                    return _("it is not proved that {literal} is true in every model").format(literal=literal)
            backbone.update(map(abs, row.literals))
            continue
        groups.append(row.literals)
        for first, other in pairwise((*row.literals, row.literals[0])):
            if not is_refuted(with_units(formula, [first, -other]), watch):
                return _("it is not proved that {first} implies {second}").format(first=first, second=other)
    return "" if result.reason else _incompleteness(formula, groups, backbone, watch)


def _incompleteness(formula: Formula, groups: Sequence[Sequence[int]], backbone: set[int], watch: Watch) -> Fault:
    """A fault unless models show for each pair of literals, with both signs, that groups are not equivalent.

    `backbone` are the variables of its group.
    """
    followers = {abs(literal) for group in groups for literal in group[1:]}
    heads = {abs(group[0]) for group in groups}
    free: list[int] = []
    fixed: list[int] = []
    for variable in range(1, formula.variables + 1):
        if variable not in followers and variable not in backbone:
            both = all(has_model(with_units(formula, [literal]), watch) for literal in (variable, -variable))
            (free if both else fixed).append(variable)
    if fixed and (len(fixed) + len(backbone) > 1 or fixed[0] in heads):
        return _("{variable} has one value in every model, but is not in the group of the backbone").format(
            variable=fixed[0]
        )
    for place, first in enumerate(free):
        for other in free[place + 1 :]:
            for sign in (1, -1):
                differences = ([first, -sign * other], [-first, sign * other])
                if not any(has_model(with_units(formula, units), watch) for units in differences):
                    return _("no model was found in which {first} and {second} differ").format(
                        first=first, second=sign * other
                    )
    return ""


QUERY = Query(
    "equivalences", lazy_gettext("groups of literals with the same value in every model"), (ASSUME,), run, check
)
