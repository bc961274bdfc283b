"""Comparison of strategies: rates and their bounds, medians, limits, and contradictory answers."""

import statistics
import sys
import time
from array import array
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import cycle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.sat.compare.comparison import (
    Comparison,
    ComparisonProgress,
    Contestant,
    Plan,
    Rate,
    Run,
    StrategySummary,
    Time,
    compare,
    contestant,
    rate,
    summarise,
)
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.result import Result, Status
from engine.sat.solvers.branching import BRANCHINGS, REFERENCE
from engine.sat.solvers.limits import Watch
from engine.sat.solvers.solve import SOLVERS, Search, SolverDescription
from engine.sat.solvers.strategy import Strategy

SAT, UNSAT, UNKNOWN = Status.SATISFIABLE, Status.UNSATISFIABLE, Status.UNKNOWN
FORMULA = Formula.of([[1, -2], [2, 3]])
MODEL = (1, 2, -3)
LIMIT = 10.0

seconds = st.floats(1e-9, 1e5)
steps = st.integers(1, 10**7)

Answer = tuple[Status, float, tuple[int, ...] | None, str]


def sat(took: float, model: tuple[int, ...] | None = MODEL) -> Answer:
    return SAT, took, model, ""


def unsat(took: float) -> Answer:
    return UNSAT, took, None, ""


def out(took: float = LIMIT) -> Answer:
    return UNKNOWN, took, None, f"time limit of {LIMIT:g} s"


class Script:
    """Fake solvers with prepared answers, repeated in a cycle, that record their calls."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch
        self.calls: list[tuple[str, int]] = []

    def solver(self, name: str, *answers: Answer) -> Strategy:
        following = cycle(answers)

        def run(search: Search, watch: Watch) -> Result:
            self.calls.append((name, search.seed))
            if watch.reason_to_stop() == "cancelled":
                return Result(UNKNOWN, name, reason="cancelled")
            status, took, model, reason = next(following)
            return Result(status, name, None, model and array("i", model), took, round(100 * took), reason=reason)

        self._monkeypatch.setitem(SOLVERS, name, SolverDescription(name, "made up", {}, False, run))
        return Strategy(name)


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Script:
    return Script(monkeypatch)


def once(baseline: Contestant, *others: Contestant, repeats: int = 1, limit: float | None = LIMIT) -> Comparison:
    """The comparison on one formula."""
    (comparison,) = compare([("it", FORMULA)], Plan(baseline, others, limit, repeats))
    return comparison


# rates


@given(t=seconds, to=seconds)
def test_a_rate_is_the_formula_of_the_course(t: float, to: float):
    expected = (Fraction(t) - Fraction(to)) / Fraction(t) * 100
    found = rate(Time(t), Time(to))
    assert found is not None
    assert found.bound == "="
    assert found.percent == pytest.approx(float(expected), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(("t", "to", "percent"), [(2, 2, 0), (2, 1, 50), (2, 4, -100), (2, 0, 100), (4, 0.02, 99.5)])
def test_rates_one_knows(t: float, to: float, percent: float):
    assert rate(Time(t), Time(to)) == Rate(percent)


@given(t=seconds, to=seconds, t_searched=seconds, to_searched=seconds)
def test_a_bound_holds_for_times_without_waiting(t: float, to: float, t_searched: float, to_searched: float):
    def seen(true: float, searched: float) -> Time:
        return Time(true) if true <= searched else Time(searched, at_least=True)

    true = rate(Time(t), Time(to))
    expected = rate(seen(t, t_searched), seen(to, to_searched))
    assert true is not None
    both_out = t > t_searched and to > to_searched
    assert (expected is None) == both_out
    if expected is not None:
        assert expected.bound == (">=" if t > t_searched else "<=" if to > to_searched else "=")
        assert {
            "=": expected.percent == true.percent,
            ">=": expected.percent <= true.percent,
            "<=": expected.percent >= true.percent,
        }[expected.bound]


@pytest.mark.parametrize("at_least", [False, True])
def test_there_is_no_rate_for_a_baseline_that_took_no_time(at_least: bool):
    assert rate(Time(0.0, at_least), Time(1.0)) is None


@given(t=steps, to=steps, bound=st.sampled_from(["=", ">=", "<="]))
def test_a_rate_in_print_is_near_and_still_a_bound(t: int, to: int, bound):
    percent = 100 * (t - to) / t
    sign, _, text = str(Rate(percent, bound)).removesuffix(" %").rpartition(" ")
    assert sign == ("" if bound == "=" else bound)
    assert abs(float(text) - percent) <= 0.0101
    assert float(text) < 100 or bound == "<="
    if bound == "<=":
        assert float(text) >= percent
    else:
        assert float(text) <= percent


@pytest.mark.parametrize(
    ("given_rate", "text"),
    [
        (Rate(0.0), "0.00 %"),
        (Rate(99.9999), "99.99 %"),
        (Rate(-0.001, "<="), "<= 0.00 %"),
        (Rate(-19.551), "-19.56 %"),
        (Rate(81.368, ">="), ">= 81.36 %"),
        (Rate(29.0), "29.00 %"),
        (Rate(99.38), "99.38 %"),
    ],
)
def test_how_a_rate_reads(given_rate: Rate, text: str):
    assert str(given_rate) == text


# strategies


def test_every_strategy_reads_back():
    for solver in SOLVERS.values():
        for branching in solver.branchings or (None,):
            strategy = Strategy(solver.name, branching)
            assert Strategy.parse(str(strategy)) == strategy
            assert (strategy.rule and strategy.rule.name) == branching
    assert Strategy.parse(" dpll:moms ") == Strategy("dpll", "moms")


def test_a_solver_alone_has_its_default_branching():
    assert Strategy.parse("dpll") == Strategy("dpll", next(iter(BRANCHINGS)))
    assert Strategy.parse("cadical") == Strategy("cadical")


@pytest.mark.parametrize(
    "text", ["", ":", "dance", "dpll:", "dpll:dance", "naive:moms", "cadical:first", "dpll:first:1", "DPLL"]
)
def test_an_unknown_strategy_is_refused_with_the_choices(text: str):
    with pytest.raises(InputError, match=r"called .*; (choose one of|write)"):
        Strategy.parse(text)


def test_the_baseline_comes_first_and_nothing_twice():
    a, b, c = (Strategy("dpll", branching) for branching in ("first", "moms", "dlis"))
    assert Plan(b, (a, b, c, a)).strategies == (b, a, c)
    assert Plan(b, ()).strategies == (b,)


# comparisons


def test_all_are_timed_by_the_processor(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Waiting does not count as time, for our own search or for an executable."""

    def run(search: Search, watch: Watch) -> Result:
        with watch.clock:
            time.sleep(0.5)
        return Result(SAT, "waiting", None, array("i", MODEL), watch.clock.seconds)

    monkeypatch.setitem(SOLVERS, "waiting", SolverDescription("waiting", "made up", {}, False, run))
    script = tmp_path / "script"
    script.write_text("#!/bin/sh\nsleep 0.5; echo s SATISFIABLE; echo v 1 2 -3 0\n")
    script.chmod(0o755)
    contestants = [Strategy("waiting")] if sys.platform == "win32" else [Strategy("waiting"), contestant(str(script))]
    for each in once(*contestants).runs:
        assert each.time is not None
        assert each.wall is not None
        assert each.time.seconds < 0.4 < each.wall


def test_a_comparison_reports_each_strategy(script: Script):
    slow, fast = script.solver("slow", sat(4)), script.solver("fast", sat(0.02))
    comparison = once(slow, fast)
    assert comparison == Comparison(
        "it",
        3,
        2,
        slow,
        (
            Run(slow, SAT, Time(4), 400, spread=(4, 4), wall=0.0),
            Run(fast, SAT, Time(0.02), 2, spread=(0.02, 0.02), wall=0.0),
        ),
    )
    assert (comparison.ratio, comparison.verdict, comparison.faults) == (2 / 3, SAT, ())
    assert (comparison.rate(slow), comparison.rate(fast)) == (Rate(0), Rate(99.5))


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (out(), sat(1), Rate(90, ">=")),
        (out(12), sat(1), Rate(90, ">=")),  # a slice that took too long
        (sat(5), out(), Rate(-100, "<=")),
        (sat(5), out(12), Rate(-100, "<=")),
        (out(), out(), None),
        (out(8), sat(1), None),  # it gave up for another reason
        (sat(5), out(8), None),
    ],
)
def test_a_time_out_is_a_bound(script: Script, first: Answer, second: Answer, expected: Rate | None):
    a, b = script.solver("a", first), script.solver("b", second)
    comparison = once(a, b)
    assert comparison.rate(b) == expected
    assert comparison.verdict is (UNKNOWN if first[0] is second[0] is UNKNOWN else SAT)


def test_a_program_that_fails_has_no_time_and_no_rate(script: Script):
    a = script.solver("a", sat(5))
    b = script.solver("b", (UNKNOWN, 1.0, None, "b ended without a verdict (SIGKILL)"))
    comparison = once(a, b)
    assert comparison.rate(b) is None
    assert comparison.runs[1] == Run(b, UNKNOWN, None, 100, reason="b ended without a verdict (SIGKILL)")


@given(times=st.lists(st.floats(0.001, LIMIT), min_size=1, max_size=7))
def test_the_median_of_the_repeats_counts(times: list[float]):
    with pytest.MonkeyPatch.context() as monkeypatch:
        script = Script(monkeypatch)
        a = script.solver("a", *map(sat, times))
        (run,) = once(a, repeats=len(times)).runs
        assert (run.repeats, run.spread) == (len(times), (min(times), max(times)))
    assert run.time == Time(statistics.median_low(times))
    assert len(script.calls) == len(times)


@pytest.mark.parametrize(
    ("answers", "time", "calls"),
    [
        ((sat(1), out(), sat(3)), Time(3), 3),
        ((sat(1), out(), out()), Time(LIMIT, at_least=True), 3),
        ((out(), sat(1), sat(1)), Time(LIMIT, at_least=True), 1),
    ],
)
def test_a_repeat_that_runs_out_of_time_counts_as_the_longest(
    script: Script, answers: tuple[Answer, ...], time: Time, calls: int
):
    a = script.solver("a", *answers)
    (run,) = once(a, repeats=3).runs
    assert (run.time, len(script.calls)) == (time, calls)
    assert run.status is (UNKNOWN if calls == 1 else SAT)


def test_limit_repeats_and_seed_reach_the_solver(script: Script):
    a, b = script.solver("a", sat(1)), script.solver("b", sat(1))
    list(compare([("it", FORMULA)], Plan(a, (b,), repeats=2, seed=7)))
    assert script.calls == [("a", 7), ("a", 7), ("b", 7), ("b", 7)]
    hopeless = make("php", ["11", "10"])
    (comparison,) = compare([("php", hopeless)], Plan(Strategy("dpll", "first"), (), limit=0.05))
    (run,) = comparison.runs
    assert run.status is UNKNOWN
    assert run.reason in ("time limit of 0.05 s", "wall-clock limit of 1.1 s")  # on a busy machine
    assert run.time in (None, Time(0.05, at_least=True))


# wrong answers


@pytest.mark.parametrize(
    ("model", "fault"),
    [
        ((-1, 2, 3), "says satisfiable, but clause 1 (1 -2) is false"),
        ((1, 2), "says satisfiable, but the model is not one literal for each of the 3 variables, in order"),
        (None, "says satisfiable, but the model is not one literal for each of the 3 variables, in order"),
    ],
)
@pytest.mark.parametrize("liar_first", [True, False])
def test_an_invalid_model_is_a_fault_and_not_a_verdict(
    script: Script, model: tuple[int, ...] | None, fault: str, liar_first: bool
):
    liar, honest = script.solver("liar", sat(1, model)), script.solver("honest", unsat(2))
    comparison = once(liar, honest) if liar_first else once(honest, liar)
    assert [(run.strategy, run.fault, run.time) for run in comparison.faults] == [(liar, fault, None)]
    assert comparison.verdict is UNSAT
    assert comparison.rate(liar) is None
    if liar_first:
        assert comparison.rate(honest) is None


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (1, 2, 0)])
def test_a_correct_model_refutes_all_unsatisfiable_answers(script: Script, order: tuple[int, ...]):
    solvers = [script.solver("honest", sat(2)), script.solver("liar", unsat(1)), script.solver("other", unsat(3))]
    comparison = once(*(solvers[index] for index in order))
    fault = "says unsatisfiable, but honest found a model that satisfies every clause"
    assert {(run.strategy.solver, run.fault, run.time) for run in comparison.faults} == {
        ("liar", fault, None),
        ("other", fault, None),
    }
    assert comparison.verdict is SAT


def test_a_solver_that_contradicts_itself_or_is_wrong_only_once_is_at_fault(script: Script):
    fickle = script.solver("fickle", sat(1), unsat(1), sat(1))
    (run,) = once(fickle, repeats=3).faults
    assert run.fault == "says satisfiable in one run and unsatisfiable in another"
    sloppy = script.solver("sloppy", sat(1), sat(1), sat(5, (-1, 2, 3)))
    (run,) = once(sloppy, repeats=3).faults
    assert run.fault == "says satisfiable, but clause 1 (1 -2) is false"


@given(clauses=st.lists(st.lists(st.integers(-5, 5).filter(bool), max_size=3), max_size=20))
def test_our_solvers_never_contradict_each_other(clauses: list[list[int]]):
    strategies = [Strategy("naive", "first"), *(Strategy("dpll", branching) for branching in REFERENCE)]
    (comparison,) = compare([("random", Formula.of(clauses))], Plan(strategies[0], tuple(strategies)))
    assert len(comparison.runs) == 6
    assert all(run.decided for run in comparison.runs)
    assert not comparison.faults


# many formulas


def recording(formulas: Iterable[tuple[str, Formula]], names: list[str]) -> Iterator[tuple[str, Formula]]:
    for name, formula in formulas:
        names.append(name)
        yield name, formula


def test_each_comparison_is_yielded_before_the_next_formula_is_read(script: Script):
    names: list[str] = []
    a = script.solver("a", sat(1))
    comparisons = compare(recording([(name, FORMULA) for name in "xyz"], names), Plan(a, ()))
    for number, comparison in enumerate(comparisons, 1):
        assert comparison.instance == names[-1] == "xyz"[number - 1]
        assert len(names) == number
    assert names == ["x", "y", "z"]


@pytest.mark.parametrize(
    ("call", "expected", "last_name"),
    [
        (1, [], "x"),
        (2, [("x", "a")], "x"),
        (3, [("x", "ab")], "xy"),
        (4, [("x", "ab"), ("y", "a")], "xy"),
    ],
)
def test_results_finished_before_cancellation_are_kept(
    script: Script, call: int, expected: list[tuple[str, str]], last_name: str
):
    a, b = script.solver("a", sat(1)), script.solver("b", sat(1))
    formulas: list[str] = []
    comparisons = compare(
        recording([(name, FORMULA) for name in "xyz"], formulas),
        Plan(a, (b,)),
        cancel=lambda: len(script.calls) >= call,
    )
    found = [(comparison.instance, "".join(str(run.strategy) for run in comparison.runs)) for comparison in comparisons]
    assert (found, "".join(formulas)) == (expected, last_name)


def test_a_verdict_after_cancellation_is_kept_and_no_new_work_starts(script: Script):
    a, b = script.solver("a", sat(1)), script.solver("b", sat(1))
    answers = iter([False, False, True])  # before a, within a, before b
    (comparison,) = compare([("x", FORMULA), ("y", FORMULA)], Plan(a, (b,)), cancel=lambda: next(answers, True))
    assert [run.strategy for run in comparison.runs] == [a]
    assert script.calls == [("a", 0)]


@pytest.mark.long
def test_progress_shows_formula_strategy_and_repetition():
    stages: list[ComparisonProgress] = []
    quick, slow = Strategy("dpll", "first"), Strategy("naive", "first")
    plan = Plan(quick, (slow,), limit=0.25, repeats=2)
    list(compare([("php", make("php", ["11", "10"]))], plan, on_progress=stages.append))
    assert {(stage.so_far.instance, stage.strategy, stage.repeat) for stage in stages} == {
        ("php", quick, 1),
        ("php", slow, 1),
    }
    assert {run.strategy for stage in stages if stage.strategy == slow for run in stage.so_far.runs} == {quick}
    first, *others = (stage.progress for stage in stages if stage.strategy == slow)
    assert first is None
    assert others
    assert all(progress and progress.seconds > 0 for progress in others)


def test_a_failed_solver_names_the_reason_and_leaves_the_others_running(
    monkeypatch: pytest.MonkeyPatch, script: Script
):
    def broken(*_: object) -> Result:
        raise RuntimeError("no luck")

    def refusing(*_: object) -> Result:
        raise InputError("it is not here", advice="install it")

    def greedy(*_: object) -> Result:
        raise MemoryError

    for name, run in (("broken", broken), ("refusing", refusing), ("greedy", greedy)):
        monkeypatch.setitem(SOLVERS, name, SolverDescription(name, "made up", {}, False, run))
    names = ("broken", "refusing", "greedy")
    comparison = once(script.solver("a", sat(1.0)), *map(Strategy, names), script.solver("b", sat(0.5)))
    assert [run.status for run in comparison.runs] == [SAT, UNKNOWN, UNKNOWN, UNKNOWN, SAT]
    reasons = [run.reason for run in comparison.runs[1:4]]
    assert reasons == ["failed: RuntimeError: no luck", "failed: it is not here; install it", "failed: MemoryError"]
    assert {run.time for run in comparison.runs[1:4]} == {None}
    assert comparison.rate(Strategy("b")) == Rate(50.0)


def test_the_memory_limit_reaches_the_solvers():
    """For our own solver and one in its own process; the next one has the memory again."""
    plan = Plan(Strategy("dpll", "first"), (Strategy("minisat"),), limit=10, memory=1000)
    (comparison,) = compare([("php", make("php", ["11", "10"]))], plan)
    assert [run.reason for run in comparison.runs] == ["memory limit of 0.001 MB"] * 2


# summaries


@given(times=st.lists(st.tuples(st.floats(0.001, 100), st.floats(0.001, 100)), min_size=1, max_size=9))
def test_the_summary_has_geometric_means_over_formulas_that_both_decided(times: list[tuple[float, float]]):
    a, b = Strategy("a"), Strategy("b")

    def run(strategy: Strategy, took: float) -> Run:
        return Run(strategy, SAT, Time(took)) if took <= LIMIT else Run(strategy, UNKNOWN, Time(LIMIT, at_least=True))

    comparisons = [Comparison("it", 3, 2, a, (run(a, first), run(b, second))) for first, second in times]
    _, summary = summarise(comparisons, Plan(a, (b,)))
    both = [(first, second) for first, second in times if first <= LIMIT and second <= LIMIT]
    assert (summary.decided, summary.both) == (sum(second <= LIMIT for _, second in times), len(both))
    if both:
        assert summary.seconds == pytest.approx(statistics.geometric_mean([second for _, second in both]))
        quotient = statistics.geometric_mean([second / first for first, second in both])
        assert summary.rate is not None
        assert summary.rate.percent == pytest.approx(100 * (1 - quotient), abs=1e-6)
    else:
        assert (summary.baseline_seconds, summary.seconds, summary.rate) == (None, None, None)


def test_the_summary_leaves_out_what_is_wrong_missing_or_took_no_time():
    a, b = Strategy("a"), Strategy("b")
    first = Run(a, SAT, Time(2.0))
    comparisons = [
        Comparison("wrong", 3, 2, a, (first, Run(b, SAT, None, fault="lies"))),
        Comparison("missing", 3, 2, a, (first,)),
        Comparison("instant", 3, 2, a, (first, Run(b, SAT, Time(0.0)))),
        Comparison("good", 3, 2, a, (first, Run(b, SAT, Time(1.0)))),
    ]
    baseline, other = summarise(comparisons, Plan(a, (b,)))
    assert (baseline.decided, baseline.both) == (4, 4)
    assert other == StrategySummary(b, 2, 1, pytest.approx(2.0), pytest.approx(1.0), (4 * LIMIT + 0 + 1) / 3)
    assert str(other.rate) in ("50.00 %", "49.99 %")
