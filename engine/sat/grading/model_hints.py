"""Hints on wrong models: a small change that makes the model correct."""

from collections.abc import Callable, Iterator, Sequence

from engine.base.language import Sentence
from engine.base.language import lazy_gettext as _
from engine.sat.formula.formula import Formula


def unsatisfied(formula: Formula, model: Sequence[int]) -> int | None:
    """The first clause (from 0) without a literal of the model; None if there is none."""
    true = frozenset(model)
    return next((number for number, clause in enumerate(formula) if true.isdisjoint(clause)), None)


def mistakes(formula: Formula, model: Sequence[int]) -> Iterator[str]:
    """A hint on a wrong model: a small change of its literals that makes it correct."""
    if len(model) < formula.variables:
        yield _FEWER.format(count=len(model), variables=formula.variables)
    for sentence, change in _CHANGES:
        if unsatisfied(formula, change(formula, model)) is None:
            yield str(sentence)
            return


def _numbered_otherwise(formula: Formula, model: Sequence[int]) -> list[int]:
    """The model, if its variables are numbered by their first occurrence in the formula."""
    order = list(dict.fromkeys(map(abs, formula.literals)))
    order += [variable for variable in range(1, formula.variables + 1) if variable not in set(order)]
    return [order[abs(literal) - 1] * (1 if literal > 0 else -1) for literal in model if abs(literal) <= len(order)]


def _reversed(formula: Formula, model: Sequence[int]) -> list[int]:
    return [(formula.variables + 1 - abs(literal)) * (1 if literal > 0 else -1) for literal in model]


def _shifted(by: int) -> Callable[[Formula, Sequence[int]], list[int]]:
    return lambda _formula, model: [literal + (by if literal > 0 else -by) for literal in model]


_FEWER = _("It has only {count} of {variables} variables")
_CHANGES: tuple[tuple[Sentence, Callable[[Formula, Sequence[int]], list[int]]], ...] = (
    (_("It would be right if every variable were one lower: off by one"), _shifted(-1)),
    (_("It would be right if every variable were one higher: off by one"), _shifted(1)),
    (_("It would be right with all signs flipped"), lambda _formula, model: [-literal for literal in model]),
    (_("It would be right with the variables in reverse order"), _reversed),
    (_("It would be right if variables were numbered in the order in which they occur"), _numbered_otherwise),
)
