"""A minimal unsatisfiable subset of the clauses: without any one of them, the rest has a model.

The clauses used in a checked proof of the formula are the start. Then one clause after another is left out. If the rest
has no model, a core of it remains (clause-set refinement). If the rest has a model, the clause is needed, and a changed
model that falsifies another single clause shows that this one is needed too (recursive model rotation). J.
Marques-Silva, I. Lynce: On improving MUS extraction algorithms. SAT 2011, LNCS 6695, 159-173. A. Belov, J.
Marques-Silva: Accelerating MUS extraction with recursive model rotation. FMCAD 2011, 37-40.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from engine.base.errors import Cancelled
from engine.base.language import _, lazy_gettext, numeral
from engine.base.text import pluralized
from engine.sat.formula.formula import Formula
from engine.sat.proof.check import check_proof
from engine.sat.proof.memory_proof import KeptProof
from engine.sat.questions.core_steps import check_steps, shortest_steps, step_rows
from engine.sat.questions.evidence import has_model, is_refuted
from engine.sat.questions.oracle import Oracle, Stopped
from engine.sat.questions.question import (
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
    from engine.sat.questions.coverage import Assignment

STEPS = QueryParameter("steps", "", lazy_gettext("also show the contradiction in small steps"), read_flag, False)

_WORTH = 0.9  # prove again as long as less than this part of the clauses is left

_FOUND = lazy_gettext("{needed} of {clauses} known to be needed")
_WHOLE = lazy_gettext("{clauses} of {all} are unsatisfiable, and satisfiable without any one of them")
_PART = lazy_gettext("{clauses} of {all} are unsatisfiable; {needed} of them can't be left out, the others may be")
_MODEL = lazy_gettext("there is a model, so there is no unsatisfiable subset")
_STEPS = lazy_gettext("{sentence}; they lead to a contradiction in {steps}")
_UNKNOWN = lazy_gettext("not known to be unsatisfiable")


class CoreSearch:
    """The search for a minimal core: clauses (indexes from 0) that are `needed`, and those that `maybe` are.

    Each clause has a selector, an additional variable that satisfies it, assumed false while the clause takes part.
    """

    def __init__(self, formula: Formula, clauses: Iterable[int], watch: Watch) -> None:
        """Raises Stopped."""
        self.needed: set[int] = set()
        self.maybe = list(clauses)
        self._formula = formula
        self._selector = {clause: formula.variables + place for place, clause in enumerate(self.maybe, 1)}
        self._with: dict[int, list[int]] = defaultdict(list)
        for clause in self.maybe:
            for literal in set(formula[clause]):
                self._with[literal].append(clause)
        selected = Formula.of(
            ((*formula[clause], self._selector[clause]) for clause in self.maybe), formula.variables + len(self.maybe)
        )
        self._oracle = Oracle(selected, watch, self._progress)

    def run(self) -> bool:
        """Find a minimal core; returns False if the clauses have a model. Raises Stopped."""
        if self._have_model(self.maybe):
            return False
        self._refine()
        while self.maybe:
            if self._have_model(self.maybe[:-1]):
                self._rotate(self._oracle.model(), self.maybe[-1])
            else:
                self._refine()
        return True

    def _have_model(self, clauses: Iterable[int]) -> bool:
        """Whether these clauses and the needed ones have a model."""
        return self._oracle.has_model([-self._selector[clause] for clause in clauses])

    def _refine(self) -> None:
        """Drop the clauses that are not in the last core."""
        core = {-literal for literal in self._oracle.core()}
        remaining = []
        for clause in self.maybe:
            if self._selector[clause] in core:
                remaining.append(clause)
            else:
                self._leave_out(clause)
        self.maybe = remaining

    def _leave_out(self, clause: int) -> None:
        self._oracle.add([self._selector[clause]])
        for literal in set(self._formula[clause]):
            self._with[literal].remove(clause)

    def _rotate(self, model: "Assignment", clause: int) -> None:
        """Find further needed clauses, from a model that falsifies only this clause."""
        found = [(model, clause)]
        self._need(clause)
        while found:
            model, clause = found.pop()
            for literal in set(self._formula[clause]):
                model[abs(literal)] *= -1
                false = self._falsified(model, -literal)
                if len(false) == 1 and false[0] not in self.needed:
                    self._need(false[0])
                    found.append((model.copy(), false[0]))
                model[abs(literal)] *= -1
        self.maybe = [clause for clause in self.maybe if clause not in self.needed]

    def _need(self, clause: int) -> None:
        self.needed.add(clause)
        self._oracle.add([-self._selector[clause]])

    def _falsified(self, model: "Assignment", literal: int) -> list[int]:
        """The clauses with this literal that the model falsifies; stops at two."""
        false = []
        for clause in self._with[literal]:
            if not any((model[abs(other)] > 0) == (other > 0) for other in self._formula[clause]):
                false.append(clause)
                if len(false) == 2:
                    break
        return false

    def _progress(self) -> str:
        clauses = len(self.needed) + len(self.maybe)
        return _FOUND.format(needed=pluralized(len(self.needed), "clause"), clauses=numeral(clauses))


def run(formula: Formula, values: Values, watch: Watch, report: Report) -> QueryResult:
    """A minimal core; if stopped, a core that may not be minimal. Its steps follow if they are asked for."""
    total = pluralized(len(formula), "clause")
    try:
        proved = _proved_core(formula, watch)
        if proved is None:
            return QueryResult(Status.SATISFIABLE, str(_MODEL))
    except Stopped as stop:
        return QueryResult(Status.UNKNOWN, str(_UNKNOWN), reason=str(stop))
    needed: set[int] = set()
    clauses, reason = list(proved), ""
    try:
        search = CoreSearch(formula, proved, watch)
        try:
            assert search.run(), "the core that was proved has a model"
        finally:
            needed = search.needed
            clauses = sorted((*needed, *search.maybe))
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


def _proved_core(formula: Formula, watch: Watch) -> Sequence[int] | None:
    """The clauses used in a proof, or all if the proof was too long to keep; None if there is a model.

    Repeated on the remaining clauses, which often reduces them further. Raises Stopped.
    """
    clauses: Sequence[int] = range(len(formula))
    while True:
        proof = KeptProof()
        subset = _subset(formula, clauses)
        result = solve(subset, "cdcl", cancel=lambda: bool(watch.reason_to_stop()), proof=proof)
        if result.status is Status.SATISFIABLE:
            return None
        if result.status is Status.UNKNOWN:
            raise Stopped(watch.reason_to_stop() or result.reason)
        if proof.cut:
            return clauses
        try:
            core = check_proof(subset, proof, cancel=lambda: bool(watch.reason_to_stop())).core
        except Cancelled:
            raise Stopped(watch.reason_to_stop()) from None
        before, clauses = len(clauses), [clauses[place] for place in core]
        if len(clauses) > _WORTH * before:
            return clauses


def check(formula: Formula, values: Values, answer: QueryResult, watch: Watch) -> Fault:
    """Prove that the clauses have no model, find a model without each of them, and prove each step."""
    if answer.status is Status.SATISFIABLE:
        return "" if has_model(formula, watch) else _("no model was found")
    clauses = [row.number - 1 for row in answer.rows if row.name == CLAUSE and row.number]
    if not is_refuted(_subset(formula, clauses), watch):
        return _("it is not proved that the clauses are unsatisfiable")
    if answer.reason:
        return ""
    for place, clause in enumerate(clauses):
        if not has_model(_subset(formula, clauses[:place] + clauses[place + 1 :]), watch):
            return _("no model was found without clause {clause}").format(clause=clause + 1)
    return check_steps(answer.rows, watch) if STEPS.of(values) else ""


def _subset(formula: Formula, clauses: Iterable[int]) -> Formula:
    return Formula.of((formula[clause] for clause in clauses), formula.variables)


QUESTION = Query("core", lazy_gettext("a minimal unsatisfiable subset of the clauses"), (STEPS,), run, check)
