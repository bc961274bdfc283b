"""The portfolio: verdicts, members and winners, reports, and that no process is left running."""

import sys
import threading
from array import array
from math import inf

import psutil
import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver as PySat

from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.kernels.walk import Walk
from engine.sat.proof.check import check_proof
from engine.sat.proof.proof import Proof
from engine.sat.result import PlanStep, Result, Status, falsified
from engine.sat.solvers import auto, library
from engine.sat.solvers.limits import MEGABYTE, Limits, SearchProgress, Watch
from engine.sat.solvers.solve import solve

LARGE = make("random-ksat", ["2000", "7600"], seed=1)
HARD = make("random-ksat", ["400", "1760"], seed=1)
OWN = frozenset({"library"})

clauses = st.lists(st.lists(st.integers(-7, 7).filter(bool), max_size=4), max_size=30)


class Never:
    """A kernel that never reaches a verdict."""

    conflicts = 0

    def run(self, work: int) -> int:
        self.conflicts += 1
        return sum(0 for _ in range(work))

    def assignment(self) -> "array[int]":
        return array("b", [0])

    def model(self) -> "array[int]":
        raise AssertionError("there is none")


def race(formula: Formula, without: frozenset[str] = frozenset({"walk"}), **options: object) -> Result:
    """CaDiCaL against a solver that never decides."""
    watch = Watch(**{"limits": Limits(20), "on_progress": None, "cancel": None, "interval": 0.05} | options)  # type: ignore[arg-type]
    return auto.solve(formula, 0, watch, Never, "vsids", without)


@pytest.fixture
def children(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The processes that are started."""
    ids: list[int] = []

    class Noted(library.LibraryProcess):
        def __init__(self, formula: Formula, solver: library.LibrarySolver, watch: Watch) -> None:
            super().__init__(formula, solver, watch)
            ids.append(self.id)

    monkeypatch.setattr(library, "LibraryProcess", Noted)
    return ids


def gone(process: int) -> bool:
    try:
        psutil.Process(process).wait(10)
    except psutil.NoSuchProcess:
        return True
    return True


@settings(max_examples=amount(60))
@given(clauses=clauses, seed=st.integers(0, 9))
def test_verdicts(clauses: list[list[int]], seed: int) -> None:
    formula = Formula.of(clauses, 7)
    with PySat("cadical195", bootstrap_with=clauses) as oracle:
        satisfiable = oracle.solve()
    result = solve(formula, "auto", seed=seed)
    assert result.status is (Status.SATISFIABLE if satisfiable else Status.UNSATISFIABLE)
    if satisfiable:
        assert falsified(formula, result.model or ()) is None


def test_random_formulas_go_to_local_search() -> None:
    result = solve(LARGE, "auto", without=OWN)
    assert (result.status, result.solver) == (Status.SATISFIABLE, "walk")
    assert falsified(LARGE, result.model or ()) is None
    assert [(step.name, step.outcome) for step in result.plan if step.name != "cdcl"] == [
        ("structure", "uniform random 3-SAT, 3.80 clauses per variable: local search first"),
        ("walk", "found a model"),
    ]


def test_omitted_items_take_no_part() -> None:
    formula = make("random-ksat", ["60", "200"])
    result = solve(formula, "auto", without=frozenset({"walk", "library"}))
    assert result.solver == "cdcl"
    assert [step.name for step in result.plan] == ["structure", "cdcl"]
    assert (result.flips, result.lowest) == (None, None)


def test_a_solver_in_another_process_can_win(children: list[int]) -> None:
    formula = make("random-ksat", ["100", "430"], seed=2)
    with PySat("cadical195", bootstrap_with=formula) as oracle:
        satisfiable = oracle.solve()
    result = race(formula)
    assert result.status is (Status.SATISFIABLE if satisfiable else Status.UNSATISFIABLE)
    assert result.solver == "cadical"
    assert [step.name for step in result.plan] == ["structure", "cdcl", "cadical"]
    assert all(map(gone, children))
    assert len(children) == 1


@pytest.mark.long
def test_all_stop_when_it_is_time(children: list[int]) -> None:
    for seconds in 0.5, 2, 8, 32:  # on a busy machine not all of them may start within the first
        result = solve(HARD, "auto", limits=Limits(seconds))
        assert (result.status, result.solver, result.reason) == (
            Status.UNKNOWN,
            "auto",
            f"time limit of {seconds} s",
        )
        assert all(map(gone, children))
        if result.conflicts and result.flips and children:
            break
    assert result.conflicts
    assert result.flips
    assert {step.name for step in result.plan} == {"structure", "walk", "cdcl", "cadical"}


def test_all_stop_when_something_fails(children: list[int]) -> None:
    def fail(progress: SearchProgress) -> None:
        if children:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        solve(HARD, "auto", on_progress=fail, interval=0.02)
    assert gone(children[0])


def test_all_report_their_progress() -> None:
    reports: list[SearchProgress] = []
    stop = threading.Event()

    def hear(progress: SearchProgress) -> None:
        reports.append(progress)
        names = {step.name for step in progress.plan}
        if "cdcl" in names and any("conflicts" in step.outcome for step in progress.plan if step.name == "cadical"):
            stop.set()

    result = solve(HARD, "auto", limits=Limits(600), interval=0.05, on_progress=hear, cancel=stop.is_set)
    assert result.reason == "cancelled"
    last = reports[-1]
    assert {step.name for step in last.plan} == {"structure", "walk", "cdcl", "cadical"}
    assert last.flips
    assert last.conflicts
    assert last.lowest is not None
    assert last.assignment is not None
    assert len(last.assignment) == HARD.variables + 1


def test_a_library_that_does_not_work_leaves_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "COMMAND", [sys.executable, "-c", "raise SystemExit(3)"])
    reports: list[str] = []

    def hear(progress: SearchProgress) -> None:
        reports.extend(step.outcome for step in progress.plan if step.name == "cadical")

    result = race(HARD, on_progress=hear, cancel=lambda: "cadical ended without a verdict (exit code 3)" in reports)
    assert result.reason == "cancelled"


def test_memory_is_refused_to_each() -> None:
    formula = Formula.of([[1, 2], *([v, v + 1, v + 2] for v in range(1, 100_000))], 100_002)
    result = solve(formula, "auto", limits=Limits(memory=2 * MEGABYTE))
    assert (result.status, result.reason) == (Status.UNKNOWN, "memory limit of 2 MB")
    outcomes = {step.outcome for step in result.plan if step.name != "structure"}
    assert outcomes - {"in its own process, loading"} == {"memory limit of 2 MB"}


def test_local_search_gives_up_where_it_gets_nowhere() -> None:
    """With many false clauses, and no improvement for as long as it took to get there."""

    def gives_up(*lowest: int) -> list[bool]:
        stagnates = auto.Stagnation()
        return [stagnates(first, 0.1 * number) for number, first in enumerate(lowest, 1)]

    assert not any(gives_up(*range(99, 50, -1)))
    assert not any(gives_up(*[20] * 99))
    assert gives_up(99, 98, 98, 97, 97, 97, 97, 97, 97) == [False] * 8 + [True]


@pytest.mark.parametrize(
    ("made", "share", "patience"),
    [
        ("flat 60 120", 1.2, 0.2), ("ordering 12", 0.1, inf), ("random-ksat 200 850", 0.3, 0.4),
        ("random-ksat 200 2000", 0.1, inf), ("random-ksat 1000 4200", 9.0, inf),
    ],
)  # fmt: skip
def test_local_search_time_depends_on_the_formula(made: str, share: float, patience: float) -> None:
    """Its turns, in proportion to those of the other, and its patience."""
    family, *arguments = made.split()
    watch = Watch(Limits(), None, None, 1.0)
    (cdcl, walk), _ = auto._runners(make(family, arguments), 0, watch, Never, "vsids", with_walk=True)
    assert walk.share / cdcl.share == pytest.approx(share, rel=0.2)
    assert walk.patience == pytest.approx(patience)


def test_patience_ends_with_less_time_and_not_with_none() -> None:
    runner = auto._Runner("walk", lambda: Walk(LARGE), lambda: 0, "", 0.25, free=0.04, patience=0.5)
    due = []
    for runner.seconds in (0.04, 0.5, 0.54, 0.58):
        due.append(runner.turn_key(0.0))
    assert due == pytest.approx([0.0, 1.84, 2.24, 2.64])


@pytest.mark.parametrize("family", ["php 6 5", "random-ksat 60 320"])
def test_the_winner_keeps_its_proof(family: str) -> None:
    name, *arguments = family.split()
    formula, proof = make(name, arguments, 1), Proof()
    result = solve(formula, "auto", proof=proof)
    assert result.status is Status.UNSATISFIABLE
    assert check_proof(formula, proof)
    assert "cadical" not in [step.name for step in result.plan]


@settings(deadline=None, max_examples=amount(60))
@given(clauses)
def test_proofs_of_small_formulas(small: list[list[int]]) -> None:
    formula, proof = Formula.of(small, 7), Proof()
    if solve(formula, "auto", proof=proof).status is Status.UNSATISFIABLE:
        assert check_proof(formula, proof)


def test_local_search_that_refutes_by_propagation_ends_the_proof() -> None:
    """It wins before clause learning starts."""
    formula, proof = Formula.of([[1], [-1]]), Proof()
    watch = Watch(Limits(20), None, None, 0.05)
    with auto._LibrarySearch(formula, watch, enabled=False) as beside:
        walk = auto._Runner("walk", lambda: Walk(formula, 0), lambda: 0, "", 1.0)
        result = auto._Race([walk], beside, watch, PlanStep("structure", 0.0, ""), proof).run()
    assert result.status is Status.UNSATISFIABLE
    assert check_proof(formula, proof)
    assert len(proof) == 1


def test_a_verdict_that_arrives_when_time_is_over_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto, "_BEFORE_LIBRARY", 0)
    with auto._LibrarySearch(Formula.of([[1], [-1, 2]]), Watch(Limits(), None, None, 1), enabled=True) as search:
        assert search.late_result() is None
        search.advance()
        assert search._process is not None
        assert search._process._decided.wait(60)
        late = search.late_result()
    assert late is not None
    assert late.status is Status.SATISFIABLE
