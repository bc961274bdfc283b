"""Phrases on the problem in a file of constraints, soft clauses or cubes."""

from engine.base.language import _
from engine.base.text import pluralized
from engine.sat.formula.dimacs import Document
from engine.sat.formula.objective import Objective
from engine.sat.formula.opb import MAX_LISTED, listed_constraints

_MAX_TERMS = 60
"""Maximum number of terms of an objective in a phrase."""


def problem_words(document: Document) -> tuple[str, ...]:
    """The number of constraints, hard clauses or cubes of a file, and its objective; nothing for a plain formula.

    >>> from engine.sat.formula.reading import parse
    >>> problem_words(parse(b"max: +3 x1 -2 x2 ; +1 x1 +1 x2 <= 1 ;"))
    ('1 constraint', 'maximise +3 x1 -2 x2')
    """
    objective = document.objective
    if document.form == "OPB":
        listed = len(listed_constraints(document.formula))
        count = pluralized(listed if listed < MAX_LISTED else len(document.formula.constraints), "constraint")
        return (count,) if objective is None else (count, _sum_words(objective))
    if objective is not None:
        return pluralized(len(document.formula), "hard clause"), str(objective)
    return (pluralized(len(document.cubes), "cube"),) if document.cubes else ()


def _sum_words(objective: Objective) -> str:
    """The objective as in a file: `minimise +3 x1 -2 x2`."""
    sign = -1 if objective.maximises else 1
    constant, words = objective.constant, []
    for weight, (literal,) in objective.soft:  # costs the weight if false
        coefficient = weight if literal < 0 else -weight
        constant += weight if literal > 0 else 0
        words.append(f"{sign * coefficient:+} x{abs(literal)}")
    words[_MAX_TERMS:] = ["..."] * (len(words) > _MAX_TERMS)
    words += [f"{sign * constant:+}"] * bool(constant or not words)
    template = _("maximise {terms}") if objective.maximises else _("minimise {terms}")
    return template.format(terms=" ".join(words))
