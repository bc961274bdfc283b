"""Preprocessing: a formula made smaller before it is solved.

N. Eén, A. Biere: Effective preprocessing in SAT through variable and clause elimination. SAT 2005, LNCS 3569, 61-75.
Until nothing is left to do, or the work is no longer worth it:

- Unit propagation: the literals of unit clauses are made true.
- Subsumption: a clause that has all literals of another is removed.
- Self-subsuming resolution: a clause loses a literal if another would subsume it but for the sign of that literal.
- Bounded variable elimination: all resolvents on a variable take the place of its clauses. That pays if literals do
  not become many more, and clauses not long. A variable of one sign goes with its clauses.

It pays on circuits: `cdcl` is 2.5 times as fast on the family `factor` and 1.8 times on `miter`, and 1.2 times on graph
colouring. On random formulas and `php` it changes nothing, `parity-twice` takes twice as long, and what is solved in a
few milliseconds costs as much again. Letting literals grow by GROWTH of the kernel at each elimination is what makes
both the gain and the loss: without, `factor` gains 1.6, `miter` 1.2, and `parity-twice` loses nothing. Counting clauses
instead of literals is worse on `php` and others. See tests/benchmarks/bench_preprocess.py.
"""

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter

from engine.base.errors import Cancelled
from engine.base.language import lazy_gettext as _
from engine.base.slices import slices
from engine.sat.formula.formula import Formula
from engine.sat.kernels import preprocessing as preprocess_kernel
from engine.sat.proof.proof import ProofSink

PREPROCESSING = "preprocess"
"""What this step of a search is called."""

_SUMMARY = (
    _("variables: {eliminated:,} eliminated, {assigned:,} assigned; clauses: {subsumed:,} subsumed, "
    "{left:,} left of {before:,}; {strengthened:,} literals removed from them")
)

_FIRST_WORK = 10_000  # visits of literals; some 0.03 ms compiled
_LEAST_WORK = 1_000_000
_WORK_PER_LITERAL = 200  # most formulas need 25 to 140


@dataclass(frozen=True)
class Preprocessed:
    """A smaller formula over the same variables, which has a model exactly if the one it was made from has one.

    Known literals are unit clauses of it, and eliminated variables do not occur. The counts are of variables that unit
    clauses `assigned` or that were `eliminated`, of clauses `subsumed`, and of literals by which clauses were
    `strengthened`.
    """

    formula: Formula
    assigned: int
    eliminated: int
    subsumed: int
    strengthened: int
    seconds: float
    witness: "array[int]" = field(repr=False)

    def summary(self, clauses: int) -> str:
        """What was removed from a formula of so many clauses, in words."""
        return _SUMMARY.format(
            eliminated=self.eliminated, assigned=self.assigned, subsumed=self.subsumed,
            strengthened=self.strengthened, left=len(self.formula), before=clauses,
        )  # fmt: skip

    def extend(self, model: "array[int]") -> "array[int]":
        """Turn a model of the smaller formula into one of the formula that it was made from; both as in Result."""
        extended = model[:]
        preprocess_kernel.extend(self.witness, extended)
        return extended


def preprocess(
    formula: Formula, *, proof: ProofSink | None = None, cancel: Callable[[], bool] | None = None
) -> Preprocessed:
    """Make a formula smaller.

    `cancel` is asked every 20 ms or so; if it says so, what was done until then is the result, as good as any. `proof`
    is given steps after which a proof that the smaller formula is unsatisfiable is one for the formula itself.

    Raises MemoryError for what does not fit, and ValueError for a literal beyond the formula's variables.
    """
    began = perf_counter()
    try:
        kernel = preprocess_kernel.Preprocessor(formula, proof is not None, cancel=cancel)
    except Cancelled:
        return Preprocessed(formula, 0, 0, 0, 0, perf_counter() - began, array("i"))
    most = _LEAST_WORK + _WORK_PER_LITERAL * len(formula.literals)
    for done in slices(kernel.run, _FIRST_WORK):
        if proof is not None:
            proof.write_steps(kernel.take_proof())
        if done or kernel.work >= most or (cancel is not None and cancel()):
            break
    literals, starts = kernel.clauses()
    return Preprocessed(
        Formula(formula.variables, literals, starts, formula.comments),
        kernel.assigned,
        kernel.eliminated,
        kernel.subsumed,
        kernel.strengthened,
        perf_counter() - began,
        kernel.witness(),
    )
