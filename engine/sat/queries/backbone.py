"""The query for the backbone: the literals that are true in every model.

M. Janota, I. Lynce, J. Marques-Silva: Algorithms for computing backbones of propositional formulae. AI Communications
28 (2015) 161-177. The literals of a first model are the candidates. Each model removes candidates: those that are false
in it, and those whose variable alone can be flipped in it (A. Biere, N. Froleyks, W. Wang: CadiBack. SAT 2023). Then
all candidates of a chunk are assumed false together. A model removes some of them. A core of one literal shows that
this literal is in the backbone, and it becomes a unit clause. The literals of a longer core are postponed: they are
tested one by one when the chunk has no other literals left, or takes too long.
"""

from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.base.language import _, lazy_gettext
from engine.base.text import pluralized
from engine.sat.formula.formula import Formula
from engine.sat.queries.coverage import Coverage
from engine.sat.queries.evidence import has_model, is_refuted, with_units
from engine.sat.queries.oracle import Oracle, Stopped, check_literals
from engine.sat.queries.parameters import ASSUME
from engine.sat.queries.query import Fault, Query, QueryResult, QueryRow, Report, Values
from engine.sat.result import Status
from engine.sat.solvers.limits import Watch

if TYPE_CHECKING:
    from engine.sat.queries.coverage import Assignment

_CHUNK_SIZE = 100  # candidates assumed false together
_MAX_CONFLICTS = 300  # of a chunk; on random formulas a chunk is harder than its literals one by one

_PROGRESS = lazy_gettext("{literals} of the backbone found, {candidates} left")
_WHOLE = lazy_gettext("the backbone has {literals}")
_PART = lazy_gettext("the backbone has at least {literals}; {candidates} left")
_NO_MODEL = lazy_gettext("there is no model, so there is no backbone")
_UNKNOWN = lazy_gettext("no model was found in time")


class BackboneSearch:
    """The search for the backbone of a formula; `literals` are those proved to be in it so far.

    `on_model` is called with each model of the search.
    """

    def __init__(
        self, formula: Formula, watch: Watch, on_model: "Callable[[Assignment], None]" = lambda _model: None
    ) -> None:
        """Raises Stopped."""
        self._on_model = on_model
        self.literals: list[int] = []
        self.oracle = Oracle(formula, watch, self._progress)
        self._coverage = Coverage(formula)
        self._candidates = self._coverage.occurring()
        self._model: Assignment | None = None

    @property
    def status(self) -> Status:
        """SATISFIABLE as soon as there is a model."""
        return Status.UNKNOWN if self._model is None else Status.SATISFIABLE

    @property
    def candidate_count(self) -> int:
        """The number of variables that may be in the backbone, but are not proved to be."""
        return int(self._candidates.sum())

    def start(self) -> bool:
        """Look for a first model; return whether there is one. Raises Stopped."""
        if not self.oracle.has_model():
            return False
        self._model = self.oracle.model()
        self._exclude_by(self._model)
        return True

    def run(self) -> None:
        """Decide all candidates. Raises Stopped."""
        while chunk := self._next_chunk():
            postponed: list[int] = []
            while chunk:
                has_model = self.oracle.search([-literal for literal in chunk], _MAX_CONFLICTS)
                if has_model is None:
                    postponed += chunk
                    break
                if has_model:
                    self._exclude_by(self.oracle.model())
                    break
                core = {-literal for literal in self.oracle.core()}
                if len(core) == 1:
                    self._add(*core)
                else:
                    postponed += core
                chunk = [literal for literal in chunk if literal not in core]
            for literal in sorted(postponed, key=abs):
                if not self._candidates[abs(literal)]:
                    continue
                if self.oracle.has_model([-literal]):
                    self._exclude_by(self.oracle.model())
                else:
                    self._add(literal)

    def _next_chunk(self) -> list[int]:
        import numpy as np

        assert self._model is not None, "the search has started"
        variables = np.flatnonzero(self._candidates)[:_CHUNK_SIZE]
        chunk: list[int] = (variables * self._model[variables]).tolist()
        return chunk

    def _add(self, literal: int) -> None:
        """Add a literal to the backbone."""
        self.oracle.add([literal])
        self._candidates[abs(literal)] = False
        self.literals.append(literal)

    def _exclude_by(self, model: "Assignment") -> None:
        """Remove the candidates that a model disproves."""
        self._on_model(model)
        self._candidates &= (model == self._model) & self._coverage.needed(model)

    def _progress(self) -> str:
        literals = pluralized(len(self.literals), "literal")
        return _PROGRESS.format(literals=literals, candidates=pluralized(self.candidate_count, "candidate"))


def run(formula: Formula, values: Values, watch: Watch, report: Report) -> QueryResult:
    """The literals that are true in every model; if the search is stopped, those proved so far."""
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
    literals = array("i", sorted(search.literals, key=abs))
    report(QueryRow("backbone", literals))
    message_values = {
        "literals": pluralized(len(literals), "literal"),
        "candidates": pluralized(search.candidate_count, "candidate"),
    }
    sentence = (_PART if reason else _WHOLE).format(**message_values)
    return QueryResult(
        Status.SATISFIABLE, sentence, reason=reason, facts={"literals": len(literals), "left": search.candidate_count}
    )


def check(formula: Formula, values: Values, result: QueryResult, watch: Watch) -> Fault:
    """Prove that there is no model without a literal of the backbone, and find a model without each other literal."""
    formula = with_units(formula, ASSUME.of(values))
    if result.status is Status.UNSATISFIABLE:
        return "" if is_refuted(formula, watch) else _("it is not proved that there is no model")
    backbone = {literal for row in result.rows for literal in row.literals}
    for literal in sorted(backbone, key=abs):
        if not is_refuted(with_units(formula, [-literal]), watch):
            return _("it is not proved that {literal} is in the backbone").format(literal=literal)
    if not result.reason:
        for variable in range(1, formula.variables + 1):
            for literal in (variable, -variable):
                if literal not in backbone and not has_model(with_units(formula, [-literal]), watch):
                    return _("no model was found without {literal}").format(literal=literal)
    return ""


QUERY = Query("backbone", lazy_gettext("the literals that are true in every model"), (ASSUME,), run, check)
