"""Input and results of grading: formulas, runs of programs on them, and the failures that these show."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType

from engine.base.language import _ as gettext
from engine.base.language import lazy_gettext
from engine.base.streams import open_regular, read_whole
from engine.base.text import joined
from engine.sat.formula import dimacs
from engine.sat.formula.formula import Formula
from engine.sat.grading.bug_classes import BugClass, features
from engine.sat.grading.edge_cases import EDGE_CASES
from engine.sat.grading.fuzzing import SEED, FuzzFailure, Fuzzing
from engine.sat.grading.judging import HAS_MODEL, ON_EASY_FORMULA, JudgementKind, RunJudgement
from engine.sat.grading.reduction import REDUCTION_SECONDS, ReducedFormula
from engine.sat.grading.truth import Truth, decide
from engine.sat.programs.program import SolverProgram
from engine.sat.programs.sandbox import ProgramLimits
from engine.sat.result import Status
from engine.sat.solvers.limits import Limits

RUN_SECONDS = 10.0
"""Default seconds for each run."""

_FOUND_BY = "{program} found one that satisfies every clause"
_PROVED_BY = lazy_gettext("the proof of {program} is verified")
_FUZZ_NAME = lazy_gettext("random formula {number} ({kind})")
_PIECE = 1 << 20  # bytes of a file that are read at once
_SMALL = 1 << 16  # bytes of a file whose features take no time


class FormulaSource(Enum):
    """The origin of a formula, in the order in which formulas are shown."""

    FILE = "file"
    FUZZ = "fuzzing"
    EDGE = "edge case"


@dataclass(frozen=True)
class GradedFormula:
    """A formula for grading: a file by its `path`, or the text of one that we made. `digest` identifies its content.

    `lenient`: readers may refuse it.
    """

    name: str
    digest: str
    path: Path | None = None
    text: bytes = b""
    source: FormulaSource = FormulaSource.FILE
    lenient: bool = False

    @classmethod
    def of(cls, path: Path, name: str) -> "GradedFormula":
        """The item for a file. Raises InputError if the file can't be read."""
        digest = hashlib.sha256()
        with open_regular(path) as file:
            while piece := file.read(_PIECE):
                digest.update(piece)
        return cls(name, digest.hexdigest(), path)

    @classmethod
    def of_text(cls, name: str, text: bytes, source: FormulaSource, *, lenient: bool = False) -> "GradedFormula":
        """The item for one of our formulas."""
        return cls(name, hashlib.sha256(text).hexdigest(), None, text, source, lenient)

    @property
    def is_edge_case(self) -> bool:
        """Whether it is an edge case, which does not count."""
        return self.source is FormulaSource.EDGE


EDGES = tuple(
    GradedFormula.of_text(case.name, case.text, FormulaSource.EDGE, lenient=case.lenient) for case in EDGE_CASES
)
"""The edge cases as items."""


@dataclass(frozen=True)
class GradingPlan:
    """A description of a grading: each program runs within the limits on each item, in this order.

    `answers` are known verdicts by names of items; for others our solver has `reference` seconds. `reduction` are the
    seconds for a smallest formula, 0 for none, `fuzz` the seconds of processor time for random formulas for each
    program, with this `seed`. `baseline` is the name of the program to which the others' rates refer; empty for our
    solver without optimisation.
    """

    programs: tuple[SolverProgram, ...]
    items: tuple[GradedFormula, ...]
    bounds: ProgramLimits
    answers: Mapping[str, Status] = field(default_factory=dict)
    reference: float = RUN_SECONDS
    reduction: float = REDUCTION_SECONDS
    baseline: str = ""
    fuzz: float = 0.0
    seed: int = SEED

    @property
    def formulas(self) -> tuple[GradedFormula, ...]:
        """The items that are not edge cases."""
        return tuple(item for item in self.items if not item.is_edge_case)


@dataclass(frozen=True)
class GradedRun:
    """A program on an item."""

    program: str
    item: GradedFormula
    judgement: RunJudgement


@dataclass(frozen=True)
class Failure:
    """A failure of a program: the formulas with this fault, and the smallest formula for it.

    `fuzzed` is the number of random formulas with the fault, a few of which are among the runs; `classes` describe
    their common features. `reduced` is None if no smaller formula was sought, or if the failure `vanished` when
    repeated.
    """

    program: str
    kind: JudgementKind
    runs: tuple[GradedRun, ...]
    reduced: ReducedFormula | None = None
    vanished: bool = False
    fuzzed: int = 0
    classes: tuple[BugClass, ...] = ()

    @property
    def best(self) -> GradedRun:
        """The run to show: on a file if there is one, else on a random formula, else on an edge case."""
        return min(self.runs, key=lambda run: _DISPLAY_ORDER.index(run.item.source))

    @property
    def smallest(self) -> GradedRun:
        """The run to reduce: on a random formula if there is one, because these are small.

        For a missing answer it is the run on the shortest formula, because each repetition takes long.
        """
        is_unanswered = self.kind in ON_EASY_FORMULA.values()
        short_runs = [run for run in self.runs if run.item.path is None]
        return min(
            short_runs or self.runs,
            key=lambda run: (not is_unanswered and _REDUCTION_ORDER.index(run.item.source), len(run.item.text)),
        )

    def evidence(self, run: GradedRun) -> str:
        """The fault of one of the runs."""
        return next((finding.evidence for finding in run.judgement.findings if finding.kind is self.kind), "")


@dataclass(frozen=True)
class Grading:
    """The results of a grading, or those so far."""

    plan: GradingPlan
    truths: Mapping[GradedFormula, Truth] = field(default_factory=dict)
    runs: tuple[GradedRun, ...] = ()
    failures: tuple[Failure, ...] = ()
    fuzzing: Mapping[str, Fuzzing] = field(default_factory=dict)

    def run_of(self, program: str, item: GradedFormula) -> GradedRun | None:
        """The judgement on a program's run on an item; None if it was not run yet."""
        return self._by_place.get((program, item))

    def failures_of(self, program: str) -> tuple[Failure, ...]:
        """The failures of the program."""
        return tuple(failure for failure in self.failures if failure.program == program)

    @property
    def is_whole(self) -> bool:
        """Whether every program was run on every item, and on random formulas if requested."""
        runs = len(self.plan.programs) * len(self.plan.items)
        return len(self.runs) == runs and (not self.plan.fuzz or len(self.fuzzing) == len(self.plan.programs))

    @cached_property
    def _by_place(self) -> dict[tuple[str, GradedFormula], GradedRun]:
        return {(run.program, run.item): run for run in self.runs}


_DISPLAY_ORDER = (FormulaSource.FILE, FormulaSource.FUZZ, FormulaSource.EDGE)
_REDUCTION_ORDER = (FormulaSource.FUZZ, FormulaSource.EDGE, FormulaSource.FILE)


def settle(
    truths: Mapping[GradedFormula, Truth], runs: Iterable[GradedRun]
) -> tuple[dict[GradedFormula, Truth], list[GradedRun]]:
    """The truths and judgements after comparing all answers: a correct model or proof shows that others are wrong."""
    all_truths = dict(truths)
    runs = list(runs)
    for run in runs:
        if run.judgement.kind is JudgementKind.SATISFIABLE and all_truths[run.item].status is not Status.SATISFIABLE:
            all_truths[run.item] = Truth(Status.SATISFIABLE, _FOUND_BY.format(program=run.program))
        elif run.judgement.kind is JudgementKind.UNSATISFIABLE and all_truths[run.item].status is Status.UNKNOWN:
            all_truths[run.item] = Truth(Status.UNSATISFIABLE, _PROVED_BY.format(program=run.program))
    return all_truths, [replace(run, judgement=_settled(run.judgement, all_truths[run.item])) for run in runs]


def _settled(judgement: RunJudgement, truth: Truth) -> RunJudgement:
    unproved = judgement.kind in (JudgementKind.UNCONFIRMED, JudgementKind.UNSATISFIABLE)
    if unproved and truth.status is Status.SATISFIABLE:
        return replace(judgement, kind=JudgementKind.WRONG_UNSAT, evidence=HAS_MODEL.format(reason=truth.reason))
    if judgement.kind is JudgementKind.UNCONFIRMED and truth.status is Status.UNSATISFIABLE:
        return replace(judgement, kind=JudgementKind.UNSATISFIABLE, evidence=truth.reason)
    return judgement


def failures(runs: Iterable[GradedRun], fuzzing: Mapping[str, Fuzzing] = MappingProxyType({})) -> list[Failure]:
    """The failures of programs, the worst first; formulas that readers may refuse are left out."""
    runs_of: dict[tuple[str, JudgementKind], list[GradedRun]] = {}
    for run in runs:
        for finding in run.judgement.findings if not run.item.lenient else ():
            runs_of.setdefault((run.program, finding.kind), []).append(run)
    for program, fuzzed in fuzzing.items():
        for failure in fuzzed.failures:
            run = GradedRun(program, fuzz_item(failure), failure.judgement)
            runs_of.setdefault((program, failure.judgement.kind), []).append(run)
    all_failures = []
    for (program, kind), fault_runs in runs_of.items():
        by_fuzzing = fuzzing.get(program, Fuzzing())
        count, classes = by_fuzzing.counts.get(kind, 0), by_fuzzing.classes.get(kind, ())
        all_failures.append(Failure(program, kind, tuple(fault_runs), fuzzed=count, classes=classes))
    order = list(JudgementKind)
    return sorted(all_failures, key=lambda failure: order.index(failure.kind))


def fuzz_item(failure: FuzzFailure) -> GradedFormula:
    """The item for a random formula on which a program fails."""
    kind = joined(gettext(part) for part in failure.kind.split(", "))
    name = _FUZZ_NAME.format(number=failure.number, kind=kind)
    return GradedFormula.of_text(name, failure.text, FormulaSource.FUZZ)


def with_common_features(failure: Failure) -> Failure:
    """The failure without the features that one of its formulas lacks, such as the smallest one."""
    if not failure.classes:
        return failure
    texts = [text for run in failure.runs if (text := _small_text(run.item)) is not None]
    texts += [failure.reduced.text] if failure.reduced is not None else []
    classes = tuple(
        bug_class for bug_class in failure.classes if all(bug_class.feature in _features(text) for text in texts)
    )
    return replace(failure, classes=classes)


def _small_text(item: GradedFormula) -> bytes | None:
    """The text of a formula if it is small enough to look for its features."""
    if item.path is None:
        return item.text
    return content(item)[0] if item.path.stat().st_size <= _SMALL else None


@lru_cache(maxsize=1024)
def _features(text: bytes) -> frozenset[str]:
    """The features of a small formula."""
    formula = dimacs.parse(text).formula
    return features(formula, decide(formula, Limits(1.0)).status)


@lru_cache(maxsize=2)
def content(item: GradedFormula) -> tuple[bytes, Formula]:
    """The unpacked text of a formula, which programs get, and the formula."""
    text = item.text if item.path is None else read_whole(item.path)
    return text, dimacs.parse(text, path=item.path).formula
