"""Common features of the formulas on which a program fails, in words: "only with unit clauses".

A feature explains a fault if each failing formula has it and enough formulas without it pass. Among features that
explain the same, the one that the fewest passing formulas have is selected.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from engine.base.language import lazy_gettext as _
from engine.sat.formula.formula import Formula
from engine.sat.grading.judging import JudgementKind
from engine.sat.result import Status

_MIN_PASSING = 25
"""Number of passing formulas without a feature from which it counts as needed."""
_MIN_FAILING = 2
"""Number of failing formulas from which common features are significant."""
_MAX_CLASSES = 3
_IMPLIED_FEATURES = {
    JudgementKind.WRONG_SAT: "unsatisfiable",
    JudgementKind.WRONG_UNSAT: "satisfiable",
    JudgementKind.WRONG_MODEL: "satisfiable",
    JudgementKind.WRONG_PROOF: "unsatisfiable",
}
_MAX_VISITS = 5_000  # clauses that a plain search visits

FEATURES = {
    "satisfiable": _("satisfiable formulas"),
    "unsatisfiable": _("unsatisfiable formulas"),
    "units": _("unit clauses"),
    "pure": _("pure literals"),
    "empty": _("an empty clause", "feature"),
    "tautology": _("a clause with a literal and its negation"),
    "repeated": _("a literal twice in a clause", "feature"),
    "copies": _("a clause twice"),
    "gaps": _("variables in no clause", "feature"),
    "binary": _("clauses of two literals"),
    "long": _("clauses of more than three literals"),
    "longer": _("clauses of more than five literals"),
    "longest": _("clauses of more than 100 literals"),
    "last unit": _("a unit clause at the end"),
    "decisions": _("formulas that propagation alone does not decide"),
    "conflicts": _("at least one conflict in the search"),
    "depth 2": _("a conflict at level 2 or deeper"),
    "depth 3": _("a conflict at level 3 or deeper"),
    "depth 4": _("a conflict at level 4 or deeper"),
    "variables 5": _("more than 5 variables"),
    "variables 10": _("more than 10 variables"),
    "variables 15": _("more than 15 variables"),
    "variables 25": _("more than 25 variables"),
    "variables 100": _("more than 100 variables"),
    "clauses 20": _("more than 20 clauses"),
    "clauses 50": _("more than 50 clauses"),
}
"""The features of formulas by key."""


@dataclass(frozen=True)
class FuzzSample:
    """The features of a formula, and the fault of the program on it, None for none."""

    features: frozenset[str]
    fault: JudgementKind | None


@dataclass(frozen=True)
class BugClass:
    """A feature that all failing formulas have, and the number of passing formulas without it."""

    feature: str
    failing: int
    without: int


def features(formula: Formula, status: Status) -> frozenset[str]:
    """The keys of the features that a formula has."""
    return frozenset((*_of_text(formula, status), *_of_search(formula)))


def _of_text(formula: Formula, status: Status) -> Iterator[str]:
    clauses = [tuple(clause) for clause in formula]
    lengths = [len(set(clause)) for clause in clauses]
    literals = {literal for clause in clauses for literal in clause}
    variables = {abs(literal) for literal in literals}
    yield "satisfiable" if status is Status.SATISFIABLE else "unsatisfiable"
    features = {
        "units": 1 in lengths,
        "empty": 0 in lengths,
        "pure": any(-literal not in literals for literal in literals),
        "tautology": any(-literal in clause for clause in clauses for literal in clause),
        "repeated": any(len(clause) > length for clause, length in zip(clauses, lengths, strict=True)),
        "copies": len({frozenset(clause) for clause in clauses}) < len(clauses),
        "gaps": len(variables) < formula.variables,
        "binary": 2 in lengths,
        "long": max(lengths, default=0) > 3,
        "longer": max(lengths, default=0) > 5,
        "longest": max(lengths, default=0) > 100,
        "last unit": lengths[-1:] == [1],
        **{f"variables {count}": formula.variables > count for count in (5, 10, 15, 25, 100)},
        **{f"clauses {count}": len(clauses) > count for count in (20, 50)},
    }
    yield from (name for name, is_present in features.items() if is_present)


def _of_search(formula: Formula) -> Iterator[str]:
    """A plain search: unit propagation, and the first free variable, true before false."""
    decisions, deepest = _search([list(clause) for clause in formula])
    if decisions:
        yield "decisions"
    if deepest is not None:
        yield "conflicts"
    yield from (f"depth {level}" for level in (2, 3, 4) if deepest is not None and deepest >= level)


def _search(clauses: Sequence[Sequence[int]]) -> tuple[int, int | None]:
    """The number of decisions until the first model or _MAX_VISITS, and the level of the deepest conflict."""
    open_nodes: list[tuple[Sequence[Sequence[int]], int]] = [(clauses, 0)]
    decisions, deepest, work = 0, None, 0
    while open_nodes and work < _MAX_VISITS:
        remaining, level = open_nodes.pop()
        work += len(remaining)
        while unit := next((clause[0] for clause in remaining if len(clause) == 1), None):
            remaining = simplified(remaining, unit)
        if not remaining:
            break
        if not all(remaining):
            deepest = max(level, deepest or 0)
            continue
        decisions += 1
        variable = min(abs(literal) for clause in remaining for literal in clause)
        open_nodes += [(simplified(remaining, -variable), level), (simplified(remaining, variable), level + 1)]
    return decisions, deepest


def simplified(clauses: Iterable[Sequence[int]], true: int) -> list[Sequence[int]]:
    """The clauses that remain if a literal is true, without its negation."""
    return [[literal for literal in clause if literal != -true] for clause in clauses if true not in clause]


def bug_classes(fault: JudgementKind, samples: Sequence[FuzzSample]) -> tuple[BugClass, ...]:
    """The distinctive common features of the formulas with a fault, the most significant first."""
    failing = [sample.features for sample in samples if sample.fault is fault]
    if len(failing) < _MIN_FAILING:
        return ()
    passing = [sample.features for sample in samples if sample.fault is None]
    common = frozenset.intersection(*failing)
    counts = Counter(chain.from_iterable(passing))
    classes = [BugClass(name, len(failing), len(passing) - counts[name]) for name in FEATURES if name in common]
    classes = [
        bug_class
        for bug_class in classes
        if bug_class.without >= _MIN_PASSING and bug_class.feature != _IMPLIED_FEATURES.get(fault)
    ]
    return tuple(sorted(classes, key=lambda bug_class: -bug_class.without)[:_MAX_CLASSES])
