"""A search in cubes: several at a time, reported together, and stopped together."""

import re
from functools import partial
from threading import Barrier, Event
from typing import Any

import pytest

from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.proof.check import check_proof
from engine.sat.proof.proof import Proof
from engine.sat.result import Result, Status
from engine.sat.solvers.limits import Limits, SearchProgress, Watch
from engine.sat.solvers.solve import solve
from tui.features.solve import cubes
from tui.features.solve.cubes import search_in_cubes

PIGEONS, HARD = make("php", ["7", "6"]), make("php", ["13", "12"])


@pytest.fixture(autouse=True)
def _three_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cubes, "cores", lambda: 3)


def watch(cancel: Any = lambda: False) -> Watch:
    return Watch(Limits(60), None, cancel, 0.0)


def test_as_many_are_searched_at_a_time_as_there_are_cores() -> None:
    """Each of the first three waits until the other two are being searched."""
    together, first = Barrier(3, timeout=30), list(range(3))

    def solving(formula: Formula, **options: Any) -> Result:
        if first and first.pop() is not None:
            together.wait()
        return solve(formula, "cdcl", **options)

    found = search_in_cubes(PIGEONS, 8, solving, watch(), lambda _: None, None)
    assert found.status is Status.UNSATISFIABLE


@pytest.mark.parametrize("solver", ["dpll", "cdcl"])
def test_they_are_reported_together_and_prove_together(solver: str) -> None:
    reports: list[SearchProgress] = []
    proof = Proof()
    solving = partial(solve, solver=solver, interval=0.0)
    found = search_in_cubes(PIGEONS, 8, solving, watch(), reports.append, proof)
    assert found.status is Status.UNSATISFIABLE
    assert check_proof(PIGEONS, proof)
    closed, total = re.findall(r"\d+", found.plan[0].outcome)
    assert closed == total
    conflicts = [report.conflicts for report in reports if report.conflicts is not None]
    assert conflicts == sorted(conflicts)
    assert found.conflicts is not None
    assert conflicts[-1] <= found.conflicts
    assert any("searching" in report.plan[0].outcome for report in reports)


def test_all_of_them_are_stopped_together() -> None:
    stop = Event()

    def hear(progress: SearchProgress) -> None:
        if progress.conflicts:
            stop.set()

    found = search_in_cubes(HARD, 8, partial(solve, solver="cdcl", interval=0.0), watch(stop.is_set), hear, None)
    assert found.status is Status.UNKNOWN
    assert found.reason == "cancelled"


def test_a_model_ends_all_of_them() -> None:
    """Also those that would run forever."""
    free = Formula.of([[200, *clause] for clause in HARD], 200)
    found = search_in_cubes(free, 8, partial(solve, solver="cdcl"), watch(), lambda _: None, None)
    assert found.status is Status.SATISFIABLE
