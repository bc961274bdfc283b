"""Verdicts for grading: from our own solver, with a checked model or proof, or from a file."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.base.errors import Cancelled, InputError
from engine.base.language import lazy_gettext as _
from engine.base.streams import read_whole
from engine.base.text import printable
from engine.sat.formula.formula import Formula
from engine.sat.proof.bounded_proof import BoundedProof
from engine.sat.proof.check import check_proof
from engine.sat.result import Status, falsified
from engine.sat.solvers.limits import Limits
from engine.sat.solvers.solve import solve

OUR_MODEL = _("we have one that satisfies every clause")
OUR_PROOF = _("we have a proof, and it is verified")
FROM_FILE = _("the file of known answers says so")

BASELINE = "naive"
"""Our solver without any optimisation, to which rates refer."""
SLOWEST = "backtracking"
"""Our slowest solver, without unit propagation."""
EASY_SECONDS = 0.1
"""Seconds of processor time within which the baseline decides an easy formula."""

_WORDS = {
    "sat": Status.SATISFIABLE, "satisfiable": Status.SATISFIABLE, "1": Status.SATISFIABLE, "10": Status.SATISFIABLE,
    "unsat": Status.UNSATISFIABLE, "unsatisfiable": Status.UNSATISFIABLE, "0": Status.UNSATISFIABLE,
    "20": Status.UNSATISFIABLE, "unknown": Status.UNKNOWN, "-1": Status.UNKNOWN,
}  # fmt: skip
_ADVICE = _("each line names a file and says sat or unsat")
_NO_VERDICT = _("no verdict: {line}")


@dataclass(frozen=True)
class Truth:
    """The verdict on a formula, and the `reason` to believe it.

    `baseline` is the processor time that our solver without any optimisation needs for it; None if it does not decide
    it in time.
    """

    status: Status = Status.UNKNOWN
    reason: str = ""
    baseline: float | None = None

    @property
    def easy(self) -> bool:
        """Whether the baseline decides it at once."""
        return self.baseline is not None and self.baseline <= EASY_SECONDS


def decide(formula: Formula, limits: Limits, cancel: Callable[[], bool] | None = None) -> Truth:
    """The verdict of our solver, with its model or proof checked; UNKNOWN if it takes too long. Raises Cancelled."""
    proof = BoundedProof()
    result = solve(formula, "cdcl", limits=limits, cancel=cancel, proof=proof)
    if cancel is not None and cancel():
        raise Cancelled
    if result.model is not None and falsified(formula, result.model) is None:
        return Truth(Status.SATISFIABLE, str(OUR_MODEL))
    proved = result.status is Status.UNSATISFIABLE and not proof.too_long
    if proved and check_proof(formula, proof, cancel=cancel):
        return Truth(Status.UNSATISFIABLE, str(OUR_PROOF))
    return Truth()


def baseline_seconds(formula: Formula, seconds: float, cancel: Callable[[], bool] | None = None) -> float | None:
    """The processor time of the baseline in seconds; None if it needs more than `seconds`. Raises Cancelled."""
    result = solve(formula, BASELINE, branching="first", limits=Limits(seconds, processor=True), cancel=cancel)
    if cancel is not None and cancel():
        raise Cancelled
    return None if result.status is Status.UNKNOWN else result.seconds


def slowest_seconds(formula: Formula, cancel: Callable[[], bool] | None = None) -> float | None:
    """The seconds of processor time of our slowest solver; None if more than EASY_SECONDS. Raises Cancelled."""
    result = solve(formula, SLOWEST, limits=Limits(EASY_SECONDS, processor=True), cancel=cancel)
    if cancel is not None and cancel():
        raise Cancelled
    return None if result.status is Status.UNKNOWN else result.seconds


def read_answers(path: Path) -> dict[str, Status]:
    """Known verdicts by file names: each line has a name and a verdict, separated by blanks or a comma.

    Raises InputError with the line.
    """
    data = read_whole(path)
    answers: dict[str, Status] = {}
    for number, line in enumerate(data.decode("utf-8-sig", "replace").splitlines(), 1):
        words = line.replace(",", " ").replace(";", " ").split()
        if not words or words[0].startswith("#"):
            continue
        verdict = _WORDS.get(words[-1].lower())
        if len(words) < 2 or verdict is None:
            problem = _NO_VERDICT.format(line=printable(line[:60]))
            raise InputError(problem, path=path, line=number, advice=_ADVICE)
        answers[Path(" ".join(words[:-1])).name] = verdict
    return answers
