"""The backbone: the literals that are true in every model.

M. Janota, I. Lynce, J. Marques-Silva: Algorithms for computing backbones of propositional formulae. AI Communications
28 (2015) 161-177. The literals of a first model are the candidates. Each model removes candidates: those that are false
in it, and those whose variable could be flipped in it alone (the flips of A. Biere, N. Froleyks, W. Wang: CadiBack. SAT
2023). Then all candidates of a chunk are assumed false together. A model removes some of them. A core of one literal
shows that this one is in the backbone, and it becomes a unit clause. The literals of a longer core are set aside and
tested one by one when nothing else is left of the chunk, or when the chunk takes too long.
"""

from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.base.language import _, lazy_gettext
from engine.base.text import pluralized
from engine.sat.formula.formula import Formula
from engine.sat.questions.coverage import Coverage
from engine.sat.questions.evidence import has_model, is_refuted, with_units
from engine.sat.questions.oracle import Oracle, Stopped, check_literals
from engine.sat.questions.parameters import ASSUME
from engine.sat.questions.question import Fault, Query, QueryResult, QueryRow, Report, Values
from engine.sat.result import Status
from engine.sat.solvers.limits import Watch

if TYPE_CHECKING:
    from engine.sat.questions.coverage import Assignment

_CHUNK = 100  # candidates assumed false together
_CONFLICTS = 300  # limit for such a query; on random formulas it is harder than single queries

_FOUND = lazy_gettext("{literals} of the backbone found, {candidates} left")
_WHOLE = lazy_gettext("the backbone has {literals}")
_PART = lazy_gettext("the backbone has at least {literals}; {candidates} left")
_NO_MODEL = lazy_gettext("there is no model, so there is no backbone")
_UNKNOWN = lazy_gettext("no model was found in time")


class BackboneSearch:
    """The search for the backbone of a formula; `found` are literals that are certainly in it.

    `see` is called with each model found on the way.
    """

    def __init__(
        self, formula: Formula, watch: Watch, see: "Callable[[Assignment], None]" = lambda _model: None
    ) -> None:
        """Raises Stopped."""
        self._see = see
        self.found: list[int] = []
        self.oracle = Oracle(formula, watch, self._progress)
        self._coverage = Coverage(formula)
        self._candidates = self._coverage.occurring()
        self._model: Assignment | None = None

    @property
    def status(self) -> Status:
        """Whether there is a model, as far as known."""
        return Status.UNKNOWN if self._model is None else Status.SATISFIABLE

    @property
    def left(self) -> int:
        """The number of variables not decided yet."""
        return int(self._candidates.sum())

    def start(self) -> bool:
        """Look for a first model; returns whether there is one. Raises Stopped."""
        if not self.oracle.has_model():
            return False
        self._model = self.oracle.model()
        self._drop(self._model)
        return True

    def run(self) -> None:
        """Decide all candidates. Raises Stopped."""
        while chunk := self._next_chunk():
            aside: list[int] = []
            while chunk:
                answer = self.oracle.finds_model([-literal for literal in chunk], _CONFLICTS)
                if answer is None:
                    aside += chunk
                    break
                if answer:
                    self._drop(self.oracle.model())
                    break
                core = {-literal for literal in self.oracle.core()}
                if len(core) == 1:
                    self._keep(*core)
                else:
                    aside += core
                chunk = [literal for literal in chunk if literal not in core]
            for literal in sorted(aside, key=abs):
                if not self._candidates[abs(literal)]:
                    continue
                if self.oracle.has_model([-literal]):
                    self._drop(self.oracle.model())
                else:
                    self._keep(literal)

    def _next_chunk(self) -> list[int]:
        import numpy as np

        assert self._model is not None, "the search has started"
        variables = np.flatnonzero(self._candidates)[:_CHUNK]
        chunk: list[int] = (variables * self._model[variables]).tolist()
        return chunk

    def _keep(self, literal: int) -> None:
        self.oracle.add([literal])
        self._candidates[abs(literal)] = False
        self.found.append(literal)

    def _drop(self, model: "Assignment") -> None:
        """Remove the candidates that this model disproves."""
        self._see(model)
        self._candidates &= (model == self._model) & self._coverage.needed(model)

    def _progress(self) -> str:
        found, left = pluralized(len(self.found), "literal"), pluralized(self.left, "candidate")
        return _FOUND.format(literals=found, candidates=left)


def run(formula: Formula, values: Values, watch: Watch, report: Report) -> QueryResult:
    """The literals that are true in every model; if stopped, those found so far."""
    assumed = ASSUME.of(values)
    check_literals(formula, assumed, "assumptions")
    search, reason = None, ""
    try:
        search = BackboneSearch(with_units(formula, assumed), watch)
        if not search.start():
            return QueryResult(Status.UNSATISFIABLE, str(_NO_MODEL))
        search.run()
    except Stopped as stop:
        reason = str(stop)
    if search is None or search.status is Status.UNKNOWN:
        return QueryResult(Status.UNKNOWN, str(_UNKNOWN), reason=reason)
    literals = array("i", sorted(search.found, key=abs))
    report(QueryRow("backbone", literals))
    message_values = {
        "literals": pluralized(len(literals), "literal"),
        "candidates": pluralized(search.left, "candidate"),
    }
    sentence = (_PART if reason else _WHOLE).format(**message_values)
    return QueryResult(
        Status.SATISFIABLE, sentence, reason=reason, facts={"literals": len(literals), "left": search.left}
    )


def check(formula: Formula, values: Values, answer: QueryResult, watch: Watch) -> Fault:
    """Prove that there is no model without a literal of the backbone, and find a model without each other literal."""
    formula = with_units(formula, ASSUME.of(values))
    if answer.status is Status.UNSATISFIABLE:
        return "" if is_refuted(formula, watch) else _("it is not proved that there is no model")
    backbone = {literal for row in answer.rows for literal in row.literals}
    for literal in sorted(backbone, key=abs):
        if not is_refuted(with_units(formula, [-literal]), watch):
            return _("it is not proved that {literal} is in the backbone").format(literal=literal)
    if not answer.reason:
        for variable in range(1, formula.variables + 1):
            for literal in (variable, -variable):
                if literal not in backbone and not has_model(with_units(formula, [-literal]), watch):
                    return _("no model was found without {literal}").format(literal=literal)
    return ""


QUESTION = Query("backbone", lazy_gettext("the literals that are true in every model"), (ASSUME,), run, check)
