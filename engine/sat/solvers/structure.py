"""Verdicts and clauses from the structure of a formula: equations modulo 2, equal gates, and counting.

Sums of equations and of counts need exponentially long resolution proofs, which is what clause-learning solvers produce
(A. Urquhart: Hard examples for resolution. Journal of the ACM 34, 1987; A. Haken: The intractability of resolution. TCS
39, 1985); elimination and counting take a fraction of a second. So a search that is not done soon pauses to look for
them, at times that `engine.sat.solvers.survey` computes from a count of gates and equations, so that other formulas pay
little. If the equations do not decide the formula and are not too many, the search continues with them and propagates
them before every decision: see `engine.sat.kernels.equations`. Resolution proofs of these propagations would be too
long, so with a proof this is done only if it may be part of a certificate.

Two circuits that compute the same in different ways have many equal gates. Found one after another, from the inputs on,
each equality has a short proof by those before it; a search that sees only the outputs may need hours. See
tests/benchmarks/bench_equivalence.py.
"""

from array import array
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from time import thread_time

from engine.base.errors import Cancelled
from engine.base.freeing import free, free_frames
from engine.base.kernels import state
from engine.base.language import lazy_gettext as _
from engine.base.polling import without_collection
from engine.sat.cardinality.reasoning import CardinalityReasoning
from engine.sat.equivalence.equivalences import NO_GATES, Equivalences, equivalences, usual_steps
from engine.sat.formula.formula import Formula
from engine.sat.kernels.cdcl import Cdcl
from engine.sat.kernels.equations import Equations
from engine.sat.parity.drat import TooLongError, drat
from engine.sat.parity.equation_certificates import certificate_of_clauses
from engine.sat.parity.reasoning import DerivationLine, ParityReasoning, certificate
from engine.sat.proof.proof import ProofSink
from engine.sat.result import PlanStep
from engine.sat.solvers.inprocessing import Inprocessing
from engine.sat.solvers.survey import look_at_cardinality, look_at_equivalence, look_at_parity, survey, survey_wait

FIRST_LOOK = 500
"""Number of conflicts before the search counts the structure of the formula."""
_MAX_EQUATIONS = 1 << 24 if state().compiled else 1 << 13
"""Maximum of equations times variables for propagating them; the first propagation takes some tenths of a second."""

VERDICTS = {
    "parity": _("decided by parity: the equations modulo 2 among the clauses have no solution"),
    "equivalence": _("decided by equal gates: a literal would equal its own negation"),
    "cardinality": _("decided by counting: the clauses need more true literals than some groups of literals can have"),
}
"""A sentence for each technique that found a formula unsatisfiable."""
TECHNIQUES = tuple(VERDICTS)
"""The techniques that can be left out, in order; see `engine.sat.solvers.techniques`."""
_LAST = TECHNIQUES[-1]
"""The technique that adds no clauses to the search."""


@dataclass(frozen=True)
class Findings:
    """The findings in the structure of a formula.

    `refuted_by` names the technique that found it unsatisfiable, or is empty. `certificate` (see
    `engine.sat.proof.certificate`) shows that; it is empty if nothing is refuted or the proof contains all steps.
    `implied` are clauses of one and two literals that follow from the formula. `parity` has the equations worth
    propagating in the search. If they propagated something and the search ends without a model, the certificate has the
    lines that precede the proof. `equal` are the gates that compute the same.
    """

    refuted_by: str = ""
    certificate: str = ""
    implied: tuple[tuple[int, ...], ...] = ()
    parity: ParityReasoning | None = None
    equal: Equivalences = NO_GATES

    def plan(self, seconds: float) -> tuple[PlanStep, ...]:
        """The step of a plan that names the gates, if there are any; `seconds` is the time that finding them took."""
        return (PlanStep("equivalence", seconds, str(self.equal)),) if self.equal.gates else ()


def look_for_structure(
    formula: Formula,
    *,
    proof: ProofSink | None = None,
    cancel: Callable[[], bool] | None = None,
    without: Iterable[str] = (),
) -> Findings:
    """Search the clauses for equations and counts, except for the techniques in `without`.

    `proof` gets the steps that derive the findings. There are none for counts, nor if they would exceed
    `engine.sat.parity.drat.LIMIT`; such a refutation is used only if the proof may be a certificate, and nothing is
    implied then. Raises Cancelled if `cancel` returns True; what was found by then is freed in the background.
    """
    try:
        return _look(formula, proof, cancel, frozenset(without))
    except Cancelled as error:
        free_frames(error)
        raise


def _look(
    formula: Formula, proof: ProofSink | None, cancel: Callable[[], bool] | None, without: frozenset[str]
) -> Findings:
    certifiable = proof is None or proof.certifiable
    implied: tuple[tuple[int, ...], ...] = ()
    equations: ParityReasoning | None = None
    if "parity" not in without:
        parity = ParityReasoning(formula, cancel)
        if parity.contradiction is not None:
            lines = parity.derivation([parity.contradiction])
            if proof is not None and _prove(lines, formula, proof):
                return Findings("parity")
            return Findings("parity", certificate(lines)) if certifiable else Findings()
        if parity.derived and (proof is None or _prove(parity.derivation(parity.derived), formula, proof)):
            implied = tuple(clause for number in parity.derived for clause in parity.equation(number).clauses)
        if certifiable and parity.given:
            equations = parity
        else:
            parity.release()
    equal = NO_GATES
    if "equivalence" not in without:
        equal = equivalences(formula, usual_steps(formula), proof=proof, cancel=cancel)
        implied += equal.clauses
        if equal.refuted:
            if equations is not None:
                equations.release()
            return Findings("equivalence", equal=equal)
    if "cardinality" not in without and certifiable:
        cardinality = CardinalityReasoning(formula, cancel)
        if cardinality.contradiction is not None:
            return Findings("cardinality", cardinality.certificate(), implied)
        roots: list[object] = [cardinality]
        del cardinality
        free(roots)
    return Findings(implied=implied, parity=equations, equal=equal)


def _prove(lines: Iterable[DerivationLine], formula: Formula, proof: ProofSink) -> bool:
    """Write a derivation into a proof; returns False if it is too long."""
    try:
        steps = drat(lines, formula.variables)
    except TooLongError:
        return False
    proof.write_steps(steps)
    return True


class StructuredSearch:
    """A CDCL kernel that looks for equations, equal gates and counts; with the interface of the kernel.

    `findings` are the results of the last look. `proof` gets the kernel's steps up to a look for equations or equal
    gates, and the steps of that look. `cancel` ends a look, after which the search may continue. `rest` takes over
    after the survey; it keeps the clauses of the formula until no such look is to come.
    """

    def __init__(
        self,
        kernel: Cdcl,
        formula: Formula,
        *,
        proof: ProofSink | None,
        cancel: Callable[[], bool],
        without: Iterable[str],
        rest: Inprocessing | None = None,
    ) -> None:
        self.kernel = kernel
        self._rest: Inprocessing | Cdcl = kernel if rest is None else rest
        self._formula = formula
        self._proof = proof
        self._cancel = cancel
        self._without = frozenset(without)
        self._waits: dict[str, int] | None = {} if self._without.issuperset(TECHNIQUES) else None
        """The number of steps of the search before each look to come, in order; None before the survey."""
        self._equations: Equations | None = None
        self._parity: ParityReasoning | None = None  # if it needs a certificate
        self.findings = Findings()
        self.plan: tuple[PlanStep, ...] = ()
        """The steps so far, as in Result."""
        self.cut_short = False
        """Whether the last slice ended long before its work was done, or was not spent on the search."""

    def run(self, work: int) -> int:
        """Search for about `work` steps, or look for structure; the return value is that of `Cdcl.run`."""
        before = self.kernel.work + self.kernel.moves
        answer = self._next(work)
        self.cut_short = 2 * (self.kernel.work + self.kernel.moves - before) < work
        return answer

    def _next(self, work: int) -> int:
        if self.findings.refuted_by:
            return 20
        kernel, waits = self.kernel, self._waits
        if waits is None:
            wait = survey_wait(self._formula)
            if kernel.conflicts < FIRST_LOOK:
                return kernel.run(work, FIRST_LOOK - kernel.conflicts)
            if kernel.work < wait:
                return kernel.run(min(work, wait - kernel.work))
            self._waits = self._survey()
            self._keep_clauses()
            return 0
        due = next((name for name, wait in waits.items() if kernel.work >= wait), None)
        if due is not None and (due == _LAST or not self._is_busy):
            del waits[due]
            self._keep_clauses()
            with without_collection():
                self._look(due)
            return 20 if self.findings.refuted_by else 0
        # A look comes at its step of the search, however long slices are.
        answer = self._rest.run(min([work, *(wait - kernel.work for wait in waits.values() if wait > kernel.work)]))
        if answer == 20:
            self._certify()
        return answer

    @property
    def _is_busy(self) -> bool:
        """Whether a round of inprocessing is running."""
        return isinstance(self._rest, Inprocessing) and self._rest.is_running

    def _keep_clauses(self) -> None:
        """Let the rest change the clauses of the formula only after the looks that add clauses."""
        if isinstance(self._rest, Inprocessing):
            self._rest.keeps_clauses = self._waits is not None and bool(self._waits.keys() - {_LAST})

    def _survey(self) -> dict[str, int]:
        """The number of steps of the search before each look that may find something."""
        looks = {"parity": look_at_parity, "equivalence": look_at_equivalence, "cardinality": look_at_cardinality}
        with suppress(Cancelled):
            found = survey(self._formula, self._cancel)
            waits = {name: look(found) for name, look in looks.items() if name not in self._without}
            return {name: wait for name, wait in waits.items() if wait is not None}
        return {}

    def _look(self, name: str) -> None:
        """Look for structure by one technique, and give the findings to the search."""
        if self._proof is not None and name != _LAST:
            self._proof.write_steps(self.kernel.take_proof())
        without, began = frozenset(TECHNIQUES) - {name}, thread_time()
        with suppress(Cancelled):
            found = look_for_structure(self._formula, proof=self._proof, cancel=self._cancel, without=without)
            self.findings = found
            self.plan += found.plan(thread_time() - began)
            if found.refuted_by == "equivalence":
                self._certify()
            elif not found.refuted_by:
                for clause in found.implied:
                    self.kernel.add_clause(clause)
                self._take_equations()

    def _take_equations(self) -> None:
        """Attach the equations to the kernel, if they are few enough."""
        parity = self.findings.parity
        if parity is None:
            return
        self.findings = replace(self.findings, parity=None)  # it can be large
        equations = [parity.equation(number) for number in parity.given]
        variables = {variable for equation in equations for variable in equation.variables}
        if len(equations) * len(variables) <= _MAX_EQUATIONS:
            self._equations = Equations(self.kernel, equations, self._proof is not None)
            self._equations.attach()
            self._parity = None if self._proof is None else parity
        if self._parity is None:
            parity.release()

    def _certify(self) -> None:
        """Make the certificate of the propagations by equations, if any, after a refutation."""
        if self._equations is not None and self._parity is not None and (implied := self._equations.reasons()):
            self.findings = replace(self.findings, certificate=certificate_of_clauses(self._parity, implied))

    def model(self) -> "array[int]":
        """The model, as in Result."""
        return self._rest.model()

    @property
    def details(self) -> Mapping[str, float]:
        """Further counters of `rest`, as in Result."""
        return getattr(self._rest, "details", {})

    def assignment(self) -> "array[int]":
        """A copy of the assignment, as in SearchProgress."""
        return self.kernel.assignment()

    def take_proof(self) -> "array[int]":
        """The kernel's proof steps since the last call."""
        return self.kernel.take_proof()
