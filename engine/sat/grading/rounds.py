"""Grades programs on formulas: which are correct, which are not and why, and how fast they are.

Grading has rounds, each of which can use many workers: our own verdict on each formula, each program on each formula,
each program on many random formulas, and the search for a smallest formula for each failure of a program. Stored
results are not computed again.
"""

import hashlib
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol, TypeVar

from engine.base.errors import Cancelled
from engine.base.executors import WorkerPool, as_done, is_stopped, stopping
from engine.base.language import current
from engine.sat.grading import stored_forms
from engine.sat.grading.fuzzing import Fuzzing, fuzz
from engine.sat.grading.grading import (
    Failure,
    FormulaSource,
    GradedFormula,
    GradedRun,
    Grading,
    GradingPlan,
    content,
    failures,
    fuzz_item,
    settle,
    with_common_features,
)
from engine.sat.grading.judging import SLOW, JudgementKind, RunJudgement, judge
from engine.sat.grading.reduction import ReducedFormula, reduce_formula
from engine.sat.grading.stored_forms import StoredForm, Value
from engine.sat.grading.truth import FROM_FILE, Truth, baseline_seconds, decide
from engine.sat.programs.program import SolverProgram
from engine.sat.programs.sandbox import ProgramLimits
from engine.sat.solvers.limits import Limits

EDGE_SECONDS = 2.0
"""Maximum seconds of processor time of a program for an edge case."""

_VERSION = 8  # version of the rules for judging runs: results stored by other versions are computed again
_IRREDUCIBLE_KINDS = frozenset((*SLOW, JudgementKind.NOT_STARTED))

Task = TypeVar("Task", bound=Hashable)


@dataclass(frozen=True)
class GradingProgress:
    """The progress of a grading: its round (of ROUNDS), and how many of its tasks are done."""

    round: int
    done: int
    total: int


OnProgress = Callable[[GradingProgress, Callable[[], Grading]], None]
"""Receives the progress."""

ROUNDS = ("our own verdicts", "runs", "random formulas", "smallest formulas")
"""The names of the rounds."""


class ResultCache(Protocol):
    """A store of results; see `ResultsFile`."""

    def stored(self, key: str) -> Any:
        """The value stored under a key; None for none."""

    def keep(self, key: str, value: Any) -> None:
        """Store a value that JSON supports."""


def grade(
    plan: GradingPlan,
    by: WorkerPool,
    results: ResultCache,
    *,
    on_progress: OnProgress = lambda _progress, _so_far: None,
    cancel: Callable[[], bool] = lambda: False,
) -> Grading:
    """Grade programs by a plan; returns the results so far if `cancel` returns True.

    `on_progress` receives the progress after each task, and a function for the results so far. Raises Lost, and
    InputError for a file that can't be read, or if programs can't be run.
    """

    def check() -> None:
        by.check()
        if cancel():
            raise Cancelled

    rounds = _Rounds(plan, replace(by, check=check), results, on_progress)
    token = stopping.set(cancel)  # for work in this process
    try:
        rounds.run()
    except Cancelled:
        pass
    finally:
        stopping.reset(token)
    return rounds.grading()


class _Rounds:
    """Runs the rounds."""

    def __init__(self, plan: GradingPlan, by: WorkerPool, results: ResultCache, on_progress: OnProgress) -> None:
        self._plan, self._by, self._results, self._on_progress = plan, by, results, on_progress
        self._truths: dict[GradedFormula, Truth] = {}
        self._runs: dict[tuple[str, GradedFormula], GradedRun] = {}
        self._fuzzing: dict[str, Fuzzing] = {}
        self._smallest: dict[tuple[str, JudgementKind], ReducedFormula | None] = {}

    def grading(self) -> Grading:
        """The results so far."""
        in_order = (
            self._runs[program.name, item]
            for item in self._plan.items
            for program in self._plan.programs
            if (program.name, item) in self._runs
        )
        truths, runs = settle(self._truths, in_order)
        all_failures = failures(runs, self._fuzzing)
        return Grading(self._plan, truths, tuple(runs), tuple(map(self._for_display, all_failures)), self._fuzzing)

    def _for_display(self, failure: Failure) -> Failure:
        """The failure with its smallest formula, if that was sought."""
        key = failure.program, failure.kind
        if key in self._smallest:
            failure = replace(failure, reduced=self._smallest[key], vanished=self._smallest[key] is None)
        return with_common_features(failure)

    def run(self) -> None:
        """Run all rounds. Raises Cancelled."""
        plan = self._plan
        decide_here = partial(_decide, plan.reference, plan.bounds.seconds)
        for item, truth in self._each(0, plan.items, decide_here, partial(_truth_key, plan), stored_forms.TRUTH):
            answer = plan.answers.get(item.name) if item.source is FormulaSource.FILE else None
            self._truths[item] = truth if answer is None else replace(truth, status=answer, reason=str(FROM_FILE))
        places = [(program, item, self._truths[item]) for item in plan.items for program in plan.programs]
        judgements = self._each(
            1, places, partial(_judge, plan.bounds), partial(_place_key, plan.bounds), stored_forms.JUDGEMENT
        )
        for (program, item, _), judgement in judgements:
            self._runs[program.name, item] = GradedRun(program.name, item, judgement)
        if plan.fuzz:
            work = partial(_fuzz, plan.bounds, plan.seed, plan.fuzz)
            for program, fuzzing in self._each(2, plan.programs, work, partial(_fuzz_key, plan), stored_forms.FUZZING):
                self._fuzzing[program.name] = fuzzing
        if plan.reduction:
            self._reduce()

    def _reduce(self) -> None:
        """Search the smallest formula for each failure."""
        plan, partial_grading = self._plan, self.grading()
        programs = {program.name: program for program in plan.programs}
        truths = {**partial_grading.truths, **_fuzz_truths(self._fuzzing.values())}
        tasks = [
            (programs[failure.program], failure.smallest.item, failure.kind, truths[failure.smallest.item])
            for failure in partial_grading.failures
            if failure.kind not in _IRREDUCIBLE_KINDS
        ]
        reductions = self._each(
            3, tasks, partial(_reduce, plan.bounds, plan.reduction), partial(_reduction_key, plan), stored_forms.REDUCED
        )
        for (program, _, kind, _), smallest in reductions:
            self._smallest[program.name, kind] = smallest

    def _each(
        self,
        number: int,
        tasks: Sequence[Task],
        work: Callable[[Task], Value],
        key: Callable[[Task], str],
        form: StoredForm[Value],
    ) -> Iterator[tuple[Task, Value]]:
        """Each item with the result of its work, computed or stored."""
        done, remaining = 0, []
        for task in tasks:
            stored = self._results.stored(key(task))
            if stored is None:
                remaining.append(task)
            else:
                done += 1
                yield task, form.read(stored[0])
        self._on_progress(GradingProgress(number, done, len(tasks)), self.grading)
        for task, value in as_done(work, remaining, self._by):
            if _is_as_it_was(task):
                self._results.keep(key(task), [form.write(value)])
            done += 1
            yield task, value
            self._on_progress(GradingProgress(number, done, len(tasks)), self.grading)
            self._by.check()


def _is_as_it_was(task: object) -> bool:
    """Whether the program of a task is still the one that its key stands for."""
    parts = task if isinstance(task, tuple) else (task,)
    return all(part.is_unchanged for part in parts if isinstance(part, SolverProgram))


def _fuzz_truths(fuzzing: Iterable[Fuzzing]) -> dict[GradedFormula, Truth]:
    return {fuzz_item(failure): failure.truth for fuzzed in fuzzing for failure in fuzzed.failures}


# work of workers


def _decide(reference: float, seconds: float, item: GradedFormula) -> Truth:
    formula = content(item)[1]
    baseline = baseline_seconds(formula, EDGE_SECONDS if item.is_edge_case else seconds, is_stopped)
    return replace(decide(formula, Limits(reference), is_stopped), baseline=baseline)


def _fuzz(bounds: ProgramLimits, seed: int, seconds: float, program: SolverProgram) -> Fuzzing:
    return fuzz(program, bounds, seed, seconds, is_stopped)


def _judge(bounds: ProgramLimits, place: tuple[SolverProgram, GradedFormula, Truth]) -> RunJudgement:
    program, item, truth = place
    text, formula = content(item)
    if item.is_edge_case:
        bounds = replace(bounds, seconds=min(bounds.seconds, EDGE_SECONDS))
    return judge(program, text, formula, truth, bounds, is_stopped)


def _reduce(
    bounds: ProgramLimits, seconds: float, task: tuple[SolverProgram, GradedFormula, JudgementKind, Truth]
) -> ReducedFormula | None:
    program, item, kind, truth = task
    return reduce_formula(program, content(item)[0], kind, bounds, is_stopped, expected=truth, seconds=seconds)


# stored results


def _key(*parts: object) -> str:
    """The key of a result; it has sentences, so that each language has results of its own."""
    return hashlib.sha256(repr((_VERSION, current(), parts)).encode()).hexdigest()[:32]


def _truth_key(plan: GradingPlan, item: GradedFormula) -> str:
    return _key("truth", item.digest, plan.reference, plan.bounds.seconds)


def _fuzz_key(plan: GradingPlan, program: SolverProgram) -> str:
    return _key("fuzz", program.fingerprint, plan.bounds, plan.seed, plan.fuzz)


def _place_key(bounds: ProgramLimits, place: tuple[SolverProgram, GradedFormula, Truth]) -> str:
    program, item, truth = place
    return _key("run", program.fingerprint, item.digest, bounds, truth.status, truth.easy)


def _reduction_key(plan: GradingPlan, task: tuple[SolverProgram, GradedFormula, JudgementKind, Truth]) -> str:
    program, item, kind, _ = task
    return _key("smallest", program.fingerprint, item.digest, kind, plan.bounds, plan.reduction)
