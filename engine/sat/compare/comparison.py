"""Comparison of strategies formula by formula, relative to a baseline.

The measure is the optimisation rate of programming courses: (t - to) / t x 100 %, where t is the time of the baseline
and to that of the strategy. It is below 100; 0 is as fast as the baseline, 50 twice as fast, -100 half as fast.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from statistics import geometric_mean
from typing import Literal

from engine.base.errors import InputError
from engine.base.language import _
from engine.sat.formula.formula import Formula
from engine.sat.programs.program import SolverProgram
from engine.sat.result import Result, Status, falsified
from engine.sat.solvers.branching import REFERENCE
from engine.sat.solvers.limits import Limits, SearchProgress, in_force
from engine.sat.solvers.strategy import Strategy

STRATEGIES = tuple(map(Strategy.parse, ("naive:first", *(f"dpll:{branching}" for branching in REFERENCE), "cdcl")))
"""The default strategies, the baseline first.

Plain search, the rules of the reference program on better data structures, and clause learning.
"""
LIMIT = 10.0
"""Default time limit of a run in seconds."""

UNSOLVED, WRONG = 2, 4
"""PAR-2: the numbers of time limits for which an unsolved formula, and one with a wrong answer, count."""

Contestant = Strategy | SolverProgram
"""A participant: a strategy of our own, or a third-party program."""


@dataclass(frozen=True)
class Time:
    """Processor time of a search in seconds.

    `at_least`: the search ran out of time, so its full time is unknown.
    """

    seconds: float
    at_least: bool = False


@dataclass(frozen=True)
class Rate:
    """An optimisation rate in percent: exact (=), a lower bound (>=) or an upper bound (<=)."""

    percent: float
    bound: Literal["=", ">=", "<="] = "="

    def __str__(self) -> str:
        """The rate with two decimals.

        Rounded down (upper bounds up), so that bounds stay bounds and no rate is shown as 100.
        """
        rounding = ROUND_CEILING if self.bound == "<=" else ROUND_FLOOR
        rounded = Decimal(repr(self.percent)).quantize(Decimal("0.01"), rounding) + 0  # the + 0 turns -0 into 0
        return f"{'' if self.bound == '=' else self.bound + ' '}{rounded} %"


@dataclass(frozen=True)
class Run:
    """The run of a strategy on a formula.

    `time` is None if it is unknown: the solver gave up or `failed` (see `reason`), or its answer is wrong (see
    `fault`). Counters that the solver does not report are None. `spread` has the seconds of the fastest and the slowest
    of the `repeats`, None if the time is unknown. `wall` is the wall-clock time in seconds.
    """

    strategy: Contestant
    status: Status
    time: Time | None = None
    decisions: int | None = None
    propagations: int | None = None
    conflicts: int | None = None
    reason: str = ""
    fault: str = ""
    failed: bool = False
    repeats: int = 1
    spread: tuple[float, float] | None = None
    wall: float | None = None

    @property
    def decided(self) -> bool:
        """Whether there is a verdict that is not known to be wrong."""
        return self.status is not Status.UNKNOWN and not self.fault


@dataclass(frozen=True)
class Plan:
    """A comparison to make: each strategy has `limit` seconds of processor time and `memory` bytes per formula.

    None means no limit. Each run is repeated `repeats` times with the same seed, so that repeats differ only in time.
    """

    baseline: Contestant
    others: tuple[Contestant, ...]
    limit: float | None = LIMIT
    repeats: int = 1
    seed: int = 0
    memory: int | None = None

    @property
    def strategies(self) -> tuple[Contestant, ...]:
        """All distinct strategies in the order of their runs: the baseline, then the others."""
        return tuple(dict.fromkeys((self.baseline, *self.others)))


@dataclass(frozen=True)
class Comparison:
    """The runs of all strategies on one formula, in the order of the plan; those not run are missing."""

    instance: str
    variables: int
    clauses: int
    baseline: Contestant
    runs: tuple[Run, ...] = ()

    @property
    def ratio(self) -> float | None:
        """Clauses per variable; None without variables."""
        return self.clauses / self.variables if self.variables else None

    @property
    def verdict(self) -> Status:
        """The common verdict of all strategies whose answer is not known to be wrong."""
        return next((run.status for run in self.runs if run.decided), Status.UNKNOWN)

    @property
    def faults(self) -> tuple[Run, ...]:
        """The runs with a wrong answer."""
        return tuple(run for run in self.runs if run.fault)

    def run_of(self, strategy: Contestant) -> Run | None:
        """The run of a strategy; None if it was not run."""
        return next((run for run in self.runs if run.strategy == strategy), None)

    def rate(self, strategy: Contestant) -> Rate | None:
        """The optimisation rate of a strategy; None if it is unknown."""
        baseline, run = self.run_of(self.baseline), self.run_of(strategy)
        return rate(baseline.time, run.time) if baseline and baseline.time and run and run.time else None

    def with_run(self, run: Run) -> "Comparison":
        """Add a run and cross-check all verdicts: a correct model refutes every `unsatisfiable`."""
        runs = (*self.runs, run)
        satisfiable = next((run for run in runs if run.status is Status.SATISFIABLE and not run.fault), None)
        if satisfiable:
            fault = _("says unsatisfiable, but {strategy} found a model that satisfies every clause").format(
                strategy=satisfiable.strategy
            )
            runs = tuple(_with_fault(run, fault) if run.status is Status.UNSATISFIABLE else run for run in runs)
        return replace(self, runs=runs)


@dataclass(frozen=True)
class ComparisonProgress:
    """The progress of a comparison: the finished runs, the strategy that runs, and the number of its repeat (from 1).

    `progress` is None at the start of each run.
    """

    so_far: Comparison
    strategy: Contestant
    repeat: int
    progress: SearchProgress | None = None


@dataclass(frozen=True)
class StrategySummary:
    """The results of a strategy on several formulas.

    It solved `decided` formulas; `both` counts those that the baseline solved too, both in a time above 0. The seconds
    are geometric means over the latter, None if there are none. `par2` is the mean time over all formulas, where an
    undecided formula counts as UNSOLVED time limits and a wrong answer as WRONG ones; None if there are such and no
    limit.
    """

    strategy: Contestant
    decided: int
    both: int
    baseline_seconds: float | None = None
    seconds: float | None = None
    par2: float | None = None

    @property
    def rate(self) -> Rate | None:
        """The optimisation rate of the geometric means."""
        if self.baseline_seconds is None or self.seconds is None:
            return None
        return rate(Time(self.baseline_seconds), Time(self.seconds))


def compare(
    instances: Iterable[tuple[str, Formula]],
    plan: Plan,
    *,
    on_progress: Callable[[ComparisonProgress], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Iterator[Comparison]:
    """Run all strategies of the plan on each named formula, and yield the comparison of each when it is done.

    Every model is checked against its formula. The time of a strategy is the median of its repeats, the lower of two;
    an undecided search counts as the longest, and is not repeated if it is the first. A solver that fails is UNKNOWN
    with the reason, and the others continue. `on_progress` is called in the calling thread, several times a second and
    at the start of each run. After `cancel`, the current formula is yielded with its finished runs, if any, and no
    other is started.
    """
    limit = in_force(Limits(plan.limit)).seconds
    for name, formula in instances:
        comparison = Comparison(name, formula.variables, len(formula), plan.baseline)
        for strategy in plan.strategies:
            results = _results(formula, comparison, strategy, plan, on_progress, cancel)
            if not results:
                break
            comparison = comparison.with_run(_run(strategy, formula, results, limit))
        if comparison.runs:
            yield comparison
        if cancel is not None and cancel():
            return


def contestant(text: str) -> Contestant:
    """Parse `solver:branching`, or a program if the text contains a / or `{cnf}`. Raises InputError."""
    return SolverProgram.parse(text) if "/" in text or "{cnf}" in text else Strategy.parse(text)


def rate(baseline: Time, time: Time) -> Rate | None:
    """(t - to) / t x 100 %; a bound if one of the two ran out of time, None if both did or t is 0.

    The rate grows with t and falls with to, so an underestimated t yields a lower bound, an underestimated to an upper
    bound.
    """
    if not baseline.seconds or (baseline.at_least and time.at_least):
        return None
    percent = 100 * (baseline.seconds - time.seconds) / baseline.seconds
    return Rate(percent, ">=" if baseline.at_least else "<=" if time.at_least else "=")


def summarise(comparisons: Sequence[Comparison], plan: Plan) -> list[StrategySummary]:
    """A summary for each strategy of the plan."""
    return [
        replace(_summary(comparisons, plan.baseline, strategy), par2=_par2(comparisons, strategy, plan.limit))
        for strategy in plan.strategies
    ]


def _par2(comparisons: Sequence[Comparison], strategy: Contestant, limit: float | None) -> float | None:
    """The mean time, where unsolved formulas count as time limits; None if there is no limit for them."""
    seconds: list[float] = []
    for comparison in comparisons:
        run = comparison.run_of(strategy)
        if run is None:
            continue
        if run.decided and run.time is not None:
            seconds.append(run.time.seconds)
        elif limit is None:
            return None
        else:
            seconds.append((WRONG if run.fault else UNSOLVED) * limit)
    return sum(seconds) / len(seconds) if seconds else None


def _summary(comparisons: Sequence[Comparison], baseline: Contestant, strategy: Contestant) -> StrategySummary:
    decided = sum(1 for comparison in comparisons if (run := comparison.run_of(strategy)) and run.decided)
    both = [
        (seconds, other_seconds)
        for comparison in comparisons
        if (seconds := _exact(comparison, baseline)) and (other_seconds := _exact(comparison, strategy))
    ]
    if not both:
        return StrategySummary(strategy, decided, 0)
    return StrategySummary(strategy, decided, len(both), *map(geometric_mean, zip(*both, strict=True)))


def _exact(comparison: Comparison, strategy: Contestant) -> float | None:
    """The time of a strategy if it is known exactly."""
    run = comparison.run_of(strategy)
    return run.time.seconds if run and run.time and not run.time.at_least else None


def _results(
    formula: Formula,
    so_far: Comparison,
    strategy: Contestant,
    plan: Plan,
    on_progress: Callable[[ComparisonProgress], None] | None,
    cancel: Callable[[], bool] | None,
) -> list[Result]:
    """The results of all repeats; empty if one was cancelled."""
    results: list[Result] = []

    def report(progress: SearchProgress | None = None) -> None:
        if on_progress is not None:
            on_progress(ComparisonProgress(so_far, strategy, len(results) + 1, progress))

    while len(results) < plan.repeats:
        if cancel is not None and cancel():
            return []
        report()
        result = _result(formula, strategy, plan, None if on_progress is None else report, cancel)
        if result.status is Status.UNKNOWN:
            if cancel is not None and cancel():
                return []
            if not results:
                return [result]
        results.append(result)
    return results


class _Failure(Result):
    """The result of a solver that could not be run, or broke down."""


def _result(
    formula: Formula,
    strategy: Contestant,
    plan: Plan,
    on_progress: Callable[[SearchProgress], None] | None,
    cancel: Callable[[], bool] | None,
) -> Result:
    """The result of one run; UNKNOWN if the solver fails."""
    try:
        limits = Limits(plan.limit, plan.memory, processor=True)
        return strategy.solve(formula, limits=limits, seed=plan.seed, on_progress=on_progress, cancel=cancel)
    except InputError as error:
        reason = str(error)
    except Exception as error:  # noqa: BLE001 (whatever is wrong with one solver, the others go on)
        reason = f"{type(error).__name__}: {error}".removesuffix(": ")
    return _Failure(
        Status.UNKNOWN, strategy.solver, strategy.branching, reason=_("failed: {reason}").format(reason=reason)
    )


def _run(strategy: Contestant, formula: Formula, results: Sequence[Result], limit: float | None) -> Run:
    """The run with the median time of its repeats, and the fault of any of them."""
    ordered = sorted(results, key=lambda result: (result.status is Status.UNKNOWN, result.seconds))
    median = ordered[(len(ordered) - 1) // 2]
    run = Run(
        strategy,
        ordered[0].status,
        _time(median, limit),
        median.decisions,
        median.propagations,
        median.conflicts,
        median.reason,
        failed=isinstance(median, _Failure),
        repeats=len(results),
    )
    seconds = [time.seconds for time in (_time(result, limit) for result in results) if time is not None]
    if run.time is not None:
        run = replace(run, spread=(min(seconds), max(seconds)), wall=median.wall)
    fault = next(filter(None, (_fault(formula, result) for result in results)), "")
    if len({result.status for result in results} - {Status.UNKNOWN}) > 1:
        fault = fault or _("says satisfiable in one run and unsatisfiable in another")
    return _with_fault(run, fault) if fault else run


def _time(result: Result, limit: float | None) -> Time | None:
    """The time of a search; the limit for all that ran out of time, so that they compare equal."""
    if result.status is not Status.UNKNOWN:
        return Time(result.seconds)
    return None if limit is None or result.seconds < limit else Time(limit, at_least=True)


def _fault(formula: Formula, result: Result) -> str:
    """The fault of a model, found by code that shares nothing with the solvers; empty if there is none."""
    if result.status is not Status.SATISFIABLE:
        return ""
    try:
        clause = falsified(formula, () if result.model is None else result.model)
    except ValueError as error:
        return _("says satisfiable, but {error}").format(error=error)
    if clause is None:
        return ""
    return _("says satisfiable, but clause {clause} ({list}) is false").format(
        clause=clause + 1, list=" ".join(map(str, formula[clause][:10]))
    )


def _with_fault(run: Run, fault: str) -> Run:
    """The run as one with a wrong answer, whose time does not count."""
    return replace(run, time=None, spread=None, wall=None, fault=fault)
