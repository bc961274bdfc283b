"""The query for a minimal core: an unsatisfiable subset of the clauses from which no clause can be left out.

The search starts from the clauses used in a checked proof of the formula, and leaves out one clause after another. If
the others have no model, a core of them remains (clause-set refinement). If they have a model, the clause is needed,
and a changed model that falsifies another single clause shows that this clause is needed too (recursive model
rotation). J. Marques-Silva, I. Lynce: On improving MUS extraction algorithms. SAT 2011, LNCS 6695, 159-173. A. Belov,
J. Marques-Silva: Accelerating MUS extraction with recursive model rotation. FMCAD 2011, 37-40.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from engine.base.errors import Cancelled
from engine.base.language import _, lazy_gettext, numeral
from engine.base.text import pluralized
from engine.sat.formula.formula import Formula
from engine.sat.proof.bounded_proof import BoundedProof
from engine.sat.proof.check import check_proof
from engine.sat.queries.core_steps import check_steps, shortest_steps, step_rows
from engine.sat.queries.evidence import has_model, is_refuted
from engine.sat.queries.oracle import Oracle, Stopped
from engine.sat.queries.query import (
    CLAUSE,
    Fault,
    Query,
    QueryParameter,
    QueryResult,
    QueryRow,
    Report,
    Values,
    read_flag,
)
from engine.sat.result import Status
from engine.sat.solvers.limits import Watch
from engine.sat.solvers.solve import solve

if TYPE_CHECKING:
    from engine.sat.queries.coverage import Assignment

STEPS = QueryParameter("steps", "", lazy_gettext("also show the contradiction in small steps"), read_flag, False)

_MAX_RATIO = 0.9  # of clauses after and before a proof: above it, no further proof is worth its time

_PROGRESS = lazy_gettext("{needed} of {clauses} known to be needed")
_WHOLE = lazy_gettext("{clauses} of {all} are unsatisfiable, and satisfiable without any one of them")
_PART = lazy_gettext("{clauses} of {all} are unsatisfiable; {needed} of them can't be left out, the others may be")
_MODEL = lazy_gettext("there is a model, so there is no unsatisfiable subset")
_STEPS = lazy_gettext("{sentence}; they lead to a contradiction in {steps}")
_UNKNOWN = lazy_gettext("not known to be unsatisfiable")


class CoreSearch:
    """The search for a minimal core: the `needed` clauses, and the `candidates` that may be needed, indexes from 0.

    Each clause has a selector, an additional variable that satisfies it, assumed false while the clause takes part.
    """

    def __init__(self, formula: Formula, clauses: Iterable[int], watch: Watch) -> None:
        """Raises Stopped."""
        self.needed: set[int] = set()
        self.candidates = list(clauses)
        self._formula = formula
        self._selector = {clause: formula.variables + place for place, clause in enumerate(self.candidates, 1)}
        self._occurrences: dict[int, list[int]] = defaultdict(list)
        for clause in self.candidates:
            for literal in set(formula[clause]):
                self._occurrences[literal].append(clause)
        selected = Formula.of(
            ((*formula[clause], self._selector[clause]) for clause in self.candidates),
            formula.variables + len(self.candidates),
        )
        self._oracle = Oracle(selected, watch, self._progress)

    def run(self) -> bool:
        """Find a minimal core; return False if the clauses have a model. Raises Stopped."""
        if self._have_model(self.candidates):
            return False
        self._refine()
        while self.candidates:
            if self._have_model(self.candidates[:-1]):
                self._rotate(self._oracle.model(), self.candidates[-1])
            else:
                self._refine()
        return True

    def _have_model(self, clauses: Iterable[int]) -> bool:
        """Whether these clauses and the needed ones have a model."""
        return self._oracle.has_model([-self._selector[clause] for clause in clauses])

    def _refine(self) -> None:
        """Drop the candidates that are not in the last core."""
        core = {-literal for literal in self._oracle.core()}
        remaining = []
        for clause in self.candidates:
            if self._selector[clause] in core:
                remaining.append(clause)
            else:
                self._drop(clause)
        self.candidates = remaining

    def _drop(self, clause: int) -> None:
        self._oracle.add([self._selector[clause]])
        for literal in set(self._formula[clause]):
            self._occurrences[literal].remove(clause)

    def _rotate(self, model: "Assignment", clause: int) -> None:
        """Find further needed clauses, from a model that falsifies only this clause."""
        waiting = [(model, clause)]
        self._need(clause)
        while waiting:
            model, clause = waiting.pop()
            for literal in set(self._formula[clause]):
                model[abs(literal)] *= -1
                false = self._falsified(model, -literal)
                if len(false) == 1 and false[0] not in self.needed:
                    self._need(false[0])
                    waiting.append((model.copy(), false[0]))
                model[abs(literal)] *= -1
        self.candidates = [clause for clause in self.candidates if clause not in self.needed]

    def _need(self, clause: int) -> None:
        self.needed.add(clause)
        self._oracle.add([-self._selector[clause]])

    def _falsified(self, model: "Assignment", literal: int) -> list[int]:
        """The clauses with this literal that the model falsifies; stops at two."""
        false = []
        for clause in self._occurrences[literal]:
            if not any((model[abs(other)] > 0) == (other > 0) for other in self._formula[clause]):
                false.append(clause)
                if len(false) == 2:
                    break
        return false

    def _progress(self) -> str:
        clauses = len(self.needed) + len(self.candidates)
        return _PROGRESS.format(needed=pluralized(len(self.needed), "clause"), clauses=numeral(clauses))


def run(formula: Formula, values: Values, watch: Watch, report: Report) -> QueryResult:
    """A minimal core, and with STEPS its explanation; if the search is stopped, a core that may not be minimal."""
    total = pluralized(len(formula), "clause")
    try:
        proof_core = _proof_core(formula, watch)
        if proof_core is None:
            return QueryResult(Status.SATISFIABLE, str(_MODEL))
    except Stopped as stop:
        return QueryResult(Status.UNKNOWN, str(_UNKNOWN), reason=str(stop))
    needed: set[int] = set()
    clauses, reason = list(proof_core), ""
    try:
        search = CoreSearch(formula, proof_core, watch)
        try:
            assert search.run(), "the core of a proof has no model"
        finally:
            needed = search.needed
            clauses = sorted((*needed, *search.candidates))
    except Stopped as stop:
        reason = str(stop)
    for clause in clauses:
        report(QueryRow(CLAUSE, formula[clause], clause + 1))
    message_values = {"clauses": len(clauses), "all": total}
    sentence = _PART.format(**message_values, needed=len(needed)) if reason else _WHOLE.format(**message_values)
    facts = {"clauses": len(clauses), "needed": len(needed), "of": len(formula)}
    core = _subset(formula, clauses)
    if STEPS.of(values) and not reason:
        try:
            steps = shortest_steps(core, watch)
        except Stopped as stop:
            reason = str(stop)
        else:
            facts["steps"] = len(steps)
            sentence = _STEPS.format(sentence=sentence, steps=pluralized(len(steps), "step"))
            for row in step_rows(formula, clauses, steps):
                report(row)
    return QueryResult(Status.UNSATISFIABLE, sentence, reason=reason, facts=facts, formula=core)


def _proof_core(formula: Formula, watch: Watch) -> Sequence[int] | None:
    """The clauses used in a proof, or all if the proof is too long to keep; None if there is a model.

    Further proofs, of these clauses alone, reduce them as long as that pays. Raises Stopped.
    """
    clauses: Sequence[int] = range(len(formula))
    while True:
        proof = BoundedProof()
        subset = _subset(formula, clauses)
        result = solve(subset, "cdcl", cancel=lambda: bool(watch.reason_to_stop()), proof=proof)
        if result.status is Status.SATISFIABLE:
            return None
        if result.status is Status.UNKNOWN:
            raise Stopped(watch.reason_to_stop() or result.reason)
        if proof.too_long:
            return clauses
        try:
            core = check_proof(subset, proof, cancel=lambda: bool(watch.reason_to_stop())).core
        except Cancelled:
            raise Stopped(watch.reason_to_stop()) from None
        before, clauses = len(clauses), [clauses[place] for place in core]
        if len(clauses) > _MAX_RATIO * before:
            return clauses


def check(formula: Formula, values: Values, result: QueryResult, watch: Watch) -> Fault:
    """Prove that the clauses have no model, find a model without each of them, and prove each step."""
    if result.status is Status.SATISFIABLE:
        return "" if has_model(formula, watch) else _("no model was found")
    clauses = [row.number - 1 for row in result.rows if row.name == CLAUSE and row.number]
    if not is_refuted(_subset(formula, clauses), watch):
        return _("it is not proved that the clauses are unsatisfiable")
    if result.reason:
        return ""
    for place, clause in enumerate(clauses):
        if not has_model(_subset(formula, clauses[:place] + clauses[place + 1 :]), watch):
            return _("no model was found without clause {clause}").format(clause=clause + 1)
    return check_steps(result.rows, watch) if STEPS.of(values) else ""


def _subset(formula: Formula, clauses: Iterable[int]) -> Formula:
    return Formula.of((formula[clause] for clause in clauses), formula.variables)


QUERY = Query("core", lazy_gettext("a minimal unsatisfiable subset of the clauses"), (STEPS,), run, check)
