"""Preprocessing: simplifies a formula before it is solved.

N. Eén, A. Biere: Effective preprocessing in SAT through variable and clause elimination. SAT 2005, LNCS 3569, 61-75.
Repeated until nothing changes or the work limit is reached:

- Unit propagation: the literals of unit clauses are made true.
- Subsumption: a clause that contains all literals of another is removed.
- Self-subsuming resolution: a clause loses a literal if another would subsume it but for the sign of that literal.
- Bounded variable elimination: the resolvents on a variable replace its clauses, if the number of literals does not
  grow much and the resolvents are not long. A pure variable disappears with its clauses.

It pays on circuits: `cdcl` is 2.5 times as fast on the family `factor`, 1.8 times on `miter`, and 1.2 times on graph
colouring. On random formulas and `php` it changes nothing, `parity-twice` takes twice as long, and formulas solved
within milliseconds take twice as long. Both the gain and the loss come from letting literals grow by the kernel's
MAX_GROWTH at each elimination: without it, `factor` gains 1.6, `miter` 1.2, and `parity-twice` loses nothing. Counting
clauses instead of literals is worse on `php` and others. See tests/benchmarks/bench_preprocess.py.
"""

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter

from engine.base.language import lazy_gettext as _
from engine.base.polling import poll
from engine.base.slices import slices
from engine.sat.formula.formula import Formula
from engine.sat.kernels import preprocessing as preprocess_kernel
from engine.sat.proof.proof import ProofSink

PREPROCESSING = "preprocess"
"""The name of this step in a plan."""

_SUMMARY = _(
    "variables: {eliminated:,} eliminated, {assigned:,} assigned; clauses: {subsumed:,} subsumed, {left:,} left of "
    "{before:,}; {strengthened:,} literals removed from them"
)

_FIRST_WORK = 10_000
"""Visits of literals in the first slice: some 0.03 ms compiled."""
_MIN_WORK, _WORK_PER_LITERAL = 1_000_000, 200
"""Default limit of visits of literals: a constant, plus these per literal; most formulas need 25 to 140 of them."""


@dataclass(frozen=True)
class PreprocessedFormula:
    """A simplified formula over the same variables, satisfiable exactly if the original is.

    Known literals are its unit clauses; eliminated variables do not occur. The counts are of variables `assigned` by
    unit clauses or `eliminated`, of clauses `subsumed`, and of literals removed from `strengthened` clauses.
    """

    formula: Formula
    assigned: int
    eliminated: int
    subsumed: int
    strengthened: int
    seconds: float
    witness: "array[int]" = field(repr=False)

    def summary(self, clauses: int) -> str:
        """A sentence on what was removed from a formula of `clauses` clauses."""
        return _SUMMARY.format(
            eliminated=self.eliminated,
            assigned=self.assigned,
            subsumed=self.subsumed,
            strengthened=self.strengthened,
            left=len(self.formula),
            before=clauses,
        )

    def extend(self, model: "array[int]") -> "array[int]":
        """Extend a model of the simplified formula to one of the original; both as in Result."""
        extended = model[:]
        preprocess_kernel.extend(self.witness, extended)
        return extended


def preprocess(
    formula: Formula,
    *,
    proof: ProofSink | None = None,
    cancel: Callable[[], bool] | None = None,
    work: int | None = None,
) -> PreprocessedFormula:
    """Simplify a formula, with about `work` visits of literals (None: as many as usually pay).

    `proof` gets steps that turn a later refutation of the simplified formula into one of the original. Raises Cancelled
    if `cancel`, polled about every 20 ms, returns True; MemoryError if the formula does not fit; and ValueError if a
    literal is beyond its variables.
    """
    start = perf_counter()
    kernel = preprocess_kernel.Preprocessor(formula, proof is not None, cancel=cancel)
    if work is None:
        work = _MIN_WORK + _WORK_PER_LITERAL * len(formula.literals)
    for done in slices(kernel.run, min(_FIRST_WORK, work)):
        if proof is not None:
            proof.write_steps(kernel.take_proof())
        if done or kernel.work >= work:
            break
        poll(cancel)
    literals, starts = kernel.clauses(cancel)
    return PreprocessedFormula(
        Formula(formula.variables, literals, starts, formula.comments),
        kernel.assigned,
        kernel.eliminated,
        kernel.subsumed,
        kernel.strengthened,
        perf_counter() - start,
        kernel.witness(),
    )
