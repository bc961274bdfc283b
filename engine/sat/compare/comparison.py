"""Strategies compared with each other, formula by formula: their times against that of a baseline.

The measure is the optimisation rate of programming courses: (t - to) / t x 100 %, where t is the baseline's time and
to that of the strategy. It is below 100; 0 is as fast as the baseline, 50 twice as fast, -100 half as fast.
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

STRATEGIES = tuple(
    map(Strategy.parse, ("naive:first", *(f"dpll:{branching}" for branching in REFERENCE), "cdcl"))
)
"""What is compared unless something else is wanted, the baseline first: plain search, the rules of the reference
program on better data structures, and what learning adds."""
LIMIT = 10.0
"""Seconds for each run unless chosen."""

UNSOLVED, WRONG = 2, 4
"""How many time limits a formula costs in PAR-2 scores that was not solved, and one with a wrong answer."""

Contestant = Strategy | SolverProgram
"""What is compared: a way to solve of our own, or somebody's executable."""


@dataclass(frozen=True)
class Time:
    """Seconds of processor time of a search.

    `at_least`: of one that ran out of time, so that nobody knows how many more it needs.
    """

    seconds: float
    at_least: bool = False


@dataclass(frozen=True)
class Rate:
    """An optimisation rate in percent: the rate itself, or a bound that it is not below (>=) or not above (<=)."""

    percent: float
    bound: Literal["=", ">=", "<="] = "="

    def __str__(self) -> str:
        """Two decimals, rounded down (but an upper bound up), so that a bound stays one and no rate seems to be 100."""
        rounding = ROUND_CEILING if self.bound == "<=" else ROUND_FLOOR
        rounded = Decimal(repr(self.percent)).quantize(Decimal("0.01"), rounding) + 0  # the + 0 makes -0 a 0
        return f"{'' if self.bound == '=' else self.bound + ' '}{rounded} %"


@dataclass(frozen=True)
class Run:
    """What a strategy did with a formula.

    `time` is None where none can be told: the solver gave up by itself or `failed` (`reason` says how), or it is wrong
    (`fault` says what about). A counter is None where the solver does not tell it. `spread` has the seconds of the
    fastest and of the slowest of its `repeats`, None where the time is not known. `wall` are its seconds by the clock.
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
    """What is compared, and how: each strategy has `limit` seconds of processor time and `memory` bytes for a formula
    (None: no limit), `repeats` times.

    All repeats have the same seed, so they differ in nothing but their time.
    """

    baseline: Contestant
    others: tuple[Contestant, ...]
    limit: float | None = LIMIT
    repeats: int = 1
    seed: int = 0
    memory: int | None = None

    @property
    def strategies(self) -> tuple[Contestant, ...]:
        """All that are run, in this order: the baseline, then the others, none twice."""
        return tuple(dict.fromkeys((self.baseline, *self.others)))


@dataclass(frozen=True)
class Comparison:
    """The strategies on one formula. `runs` are in the plan's order; strategies that were not run are missing."""

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
        """The common verdict of all whose answer is not known to be wrong."""
        return next((run.status for run in self.runs if run.decided), Status.UNKNOWN)

    @property
    def faults(self) -> tuple[Run, ...]:
        """The runs whose answer is wrong."""
        return tuple(run for run in self.runs if run.fault)

    def run_of(self, strategy: Contestant) -> Run | None:
        """What the strategy did; None if it was not run."""
        return next((run for run in self.runs if run.strategy == strategy), None)

    def rate(self, strategy: Contestant) -> Rate | None:
        """The strategy's optimisation rate; None if nothing is known about it."""
        baseline, run = self.run_of(self.baseline), self.run_of(strategy)
        return rate(baseline.time, run.time) if baseline and baseline.time and run and run.time else None

    def with_run(self, run: Run) -> "Comparison":
        """One more run, and all verdicts cross-checked: a model that is right refutes every `unsatisfiable`."""
        runs = (*self.runs, run)
        found = next((run for run in runs if run.status is Status.SATISFIABLE and not run.fault), None)
        if found:
            fault = _("says unsatisfiable, but {strategy} found a model that satisfies every clause").format(
                strategy=found.strategy
            )
            runs = tuple(_refuted(run, fault) if run.status is Status.UNSATISFIABLE else run for run in runs)
        return replace(self, runs=runs)


@dataclass(frozen=True)
class ComparisonProgress:
    """Where a comparison is: what is known of the formula, which strategy runs for which time (from 1), how far.

    `progress` is None at the start of each run.
    """

    so_far: Comparison
    strategy: Contestant
    repeat: int
    progress: SearchProgress | None = None


@dataclass(frozen=True)
class StrategySummary:
    """A strategy over several formulas.

    `decided` of them it decided, and `both` of them the baseline did so too, both in a time above 0. The seconds are
    geometric means over these last, None if there are none. `par2` is the mean of its seconds over all of them, where
    those that it did not decide count as UNSOLVED time limits, and those with a wrong answer as WRONG ones; None if
    there are such and no limit.
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
    """Run all strategies of the plan on one named formula after the other, and yield each when it is done.

    Every model is checked against its formula. A strategy's time is the median of its repeats, the lower one of an
    even number; a search that is not decided in time counts as the longest, and a first one is not repeated. A
    solver that fails is UNKNOWN with the reason, and the others go on. `on_progress` is called in the calling thread,
    some times a second and at the start of each run. After `cancel` the formula at hand is yielded
    with what was finished, if anything was, and no other one is begun.
    """
    limit = in_force(Limits(plan.limit)).seconds
    for name, formula in instances:
        comparison = Comparison(name, formula.variables, len(formula), plan.baseline)
        for strategy in plan.strategies:
            results = _results(formula, comparison, strategy, plan, on_progress, cancel)
            if not results:
                break
            comparison = comparison.with_run(_measured(strategy, formula, results, limit))
        if comparison.runs:
            yield comparison
        if cancel is not None and cancel():
            return


def contestant(text: str) -> Contestant:
    """Read `solver:branching`, or a program as `engine.sat.programs.program` reads it: that has a / or `{cnf}` in it.

    Raises InputError.
    """
    return SolverProgram.parse(text) if "/" in text or "{cnf}" in text else Strategy.parse(text)


def rate(baseline: Time, time: Time) -> Rate | None:
    """(t - to) / t x 100 %; a bound where one of the two ran out of time, None where both did or t is 0.

    The rate grows with t and falls with to. So a t that is too small makes a lower bound, a to that is too small an
    upper bound.
    """
    if not baseline.seconds or (baseline.at_least and time.at_least):
        return None
    percent = 100 * (baseline.seconds - time.seconds) / baseline.seconds
    return Rate(percent, ">=" if baseline.at_least else "<=" if time.at_least else "=")


def summarise(comparisons: Sequence[Comparison], plan: Plan) -> list[StrategySummary]:
    """A summary of each strategy of the plan."""
    return [
        replace(_summary(comparisons, plan.baseline, strategy), par2=_par2(comparisons, strategy, plan.limit))
        for strategy in plan.strategies
    ]


def _par2(comparisons: Sequence[Comparison], strategy: Contestant, limit: float | None) -> float | None:
    """The mean of the seconds, or time limits for what was not solved; None where that is not known."""
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
    """The strategy's seconds if they are known, and not only that it ran out of time."""
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
    """The results of all repeats; none at all if one of them was cancelled."""
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
    """That of a solver which could not be run, or broke down."""


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


def _measured(strategy: Contestant, formula: Formula, results: Sequence[Result], limit: float | None) -> Run:
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
    found = [time.seconds for time in (_time(result, limit) for result in results) if time is not None]
    if run.time is not None:
        run = replace(run, spread=(min(found), max(found)), wall=median.wall)
    fault = next(filter(None, (_fault(formula, result) for result in results)), "")
    if len({result.status for result in results} - {Status.UNKNOWN}) > 1:
        fault = fault or _("says satisfiable in one run and unsatisfiable in another")
    return _refuted(run, fault) if fault else run


def _time(result: Result, limit: float | None) -> Time | None:
    """The time of the search; the limit itself for all that searched as long, so that what they had is the same."""
    if result.status is not Status.UNKNOWN:
        return Time(result.seconds)
    return None if limit is None or result.seconds < limit else Time(limit, at_least=True)


def _fault(formula: Formula, result: Result) -> str:
    """What is wrong with a model, by code that shares nothing with the solvers; "" for nothing."""
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


def _refuted(run: Run, fault: str) -> Run:
    """The same run as one that is wrong: how long that took is of no interest."""
    return replace(run, time=None, spread=None, wall=None, fault=fault)
