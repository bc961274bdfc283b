"""The interface to all solvers: verdicts, models, stopping, progress, and a missing or broken python-sat."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from programs import launched
from proofs import verify
from pysat.solvers import Solver as PySat
from systems import unix

from engine.base.errors import InputError
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.proof.proof import Proof
from engine.sat.result import Result, Status, falsified
from engine.sat.solvers import library
from engine.sat.solvers.branching import BRANCHINGS, REFERENCE
from engine.sat.solvers.library_process import Observer
from engine.sat.solvers.solve import MEGABYTE, SOLVERS, Limits, SearchProgress, solve
from engine.sat.trace.events import Tape
from engine.sat.trace.trace import Recorder

OWN = [name for name, solver in SOLVERS.items() if not solver.library and not solver.delegates]
COMPLETE = [name for name in OWN if not SOLVERS[name].incomplete]
RECORDABLE = [name for name in COMPLETE if SOLVERS[name].records]
LIBRARY = [name for name, solver in SOLVERS.items() if solver.library]
HARD = make("random-ksat", ["400", "1760"], seed=1)

clauses = st.lists(st.lists(st.integers(-7, 7).filter(bool), max_size=4), max_size=30)


def random_3sat(rng: random.Random, variables: int, clauses: int) -> Formula:
    return Formula.of(
        [[v * rng.choice((1, -1)) for v in rng.sample(range(1, variables + 1), 3)] for _ in range(clauses)], variables
    )


def check(formula: Formula, result: Result, satisfiable: bool | None) -> None:
    """The verdict is right, and the model exists exactly if it should, and is one."""
    assert result.status is (Status.SATISFIABLE if satisfiable else Status.UNSATISFIABLE)
    assert result.reason == ""
    if satisfiable:
        assert result.model is not None
        assert falsified(formula, result.model) is None
    else:
        assert result.model is None


@settings(max_examples=amount(40))
@given(clauses=clauses, variables=st.integers(0, 9), seed=st.integers(0, 99))
def test_own_solvers_agree_with_cadical(clauses: list[list[int]], variables: int, seed: int) -> None:
    formula = Formula.of(clauses, variables)
    with PySat("cadical195", bootstrap_with=clauses) as oracle:
        satisfiable = oracle.solve()
    for name in COMPLETE:
        for branching in SOLVERS[name].branchings:
            check(formula, solve(formula, name, branching=branching, seed=seed), satisfiable)


@pytest.mark.few(4)
@pytest.mark.parametrize("name", LIBRARY)
def test_library_solvers_agree_with_ours(name: str) -> None:
    rng = random.Random(0)
    verdicts = []
    for variables, clauses in ((4, 40), (40, 120), (50, 150), (40, 240)):
        formula = Formula.of(
            [[rng.randint(1, variables) * rng.choice((1, -1)) for _ in range(3)] for _ in range(clauses)],
            variables + 3,
        )
        expected = solve(formula).status
        check(formula, solve(formula, name), expected is Status.SATISFIABLE)
        verdicts.append(expected)
    assert len(set(verdicts)) == 2


@pytest.mark.parametrize("name", SOLVERS)
def test_small_and_odd_formulas(name: str) -> None:
    for clauses, variables, satisfiable in (
        ([], 0, True),
        ([], 3, True),
        ([[]], 0, False),
        ([[1], [], [2]], 3, False),
        ([[2, 2, -5], [4, -4], [-2]], 8, True),
        ([[1, 1], [-1, -1]], 2, False),
    ):
        formula = Formula.of(clauses, variables)
        check(formula, solve(formula, name), satisfiable)


@pytest.mark.parametrize("name", SOLVERS)
def test_cancelled_at_once(name: str) -> None:
    """`cancel` turns true in another thread, which a solver that holds Python's lock would block."""
    cancel = threading.Event()
    timer = threading.Timer(0.15, cancel.set)
    timer.start()
    result = solve(HARD, name, cancel=cancel.is_set)
    timer.join()
    assert (result.status, result.reason, result.model) == (Status.UNKNOWN, "cancelled", None)


@pytest.mark.parametrize("name", [name for name, solver in SOLVERS.items() if solver.proofs])
def test_solver_output_is_verified(name: str) -> None:
    """A model is checked by the formula, and unsatisfiability by a proof, with every branching."""
    rng = random.Random(5)
    verdicts = set()
    for size, ratio in ((9, 5), (20, 4), (20, 6)) if name == "backtracking" else ((9, 5), (20, 4), (30, 3), (40, 6)):
        formula = random_3sat(rng, size, ratio * size)
        for branching in SOLVERS[name].branchings or (None,):
            verdicts.add(verify(formula, name, branching=branching).status)
    assert verdicts == {Status.SATISFIABLE, Status.UNSATISFIABLE}


@pytest.mark.parametrize("name", ["naive", "dpll", "cadical", "kissat", "minisat"])
def test_time_limit(name: str) -> None:
    result = solve(HARD, name, limits=Limits(0.2))
    assert (result.status, result.reason, result.model) == (Status.UNKNOWN, "time limit of 0.2 s", None)
    assert result.seconds < 5


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize(("name", "megabytes"), [*((name, 20) for name in OWN), ("cadical", 90), ("minisat", 90)])
def test_memory_limit(name: str, megabytes: int) -> None:
    """The formula alone is too large: our own solvers do not start, the process of a library's is ended."""
    formula = Formula.of(([v, v + 1, v + 2] for v in range(1, 1_000_000)), 1_000_002)
    limits = Limits(memory=megabytes * MEGABYTE)
    result = solve(formula, name, limits=limits)
    assert (result.status, result.reason, result.model) == (Status.UNKNOWN, f"memory limit of {megabytes} MB", None)
    assert solve(Formula.of([[1]]), name, limits=limits).status is Status.SATISFIABLE


@pytest.mark.parametrize("name", RECORDABLE)
def test_memory_that_grows_in_the_search(name: str) -> None:
    """By the data that a listener keeps, which count too."""
    chunks: list[bytes] = []

    class Hoarder(Recorder):
        def take(self, tape: Tape, count: int) -> bool:
            chunks.append(bytes(range(256)) * 20_000)
            return True

    result = solve(HARD, name, limits=Limits(20, 60 * MEGABYTE), trace=Hoarder())
    assert (result.status, result.reason) == (Status.UNKNOWN, "memory limit of 60 MB")
    assert len(chunks) > 5
    assert result.decisions


def test_more_variables_than_a_header_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.sat.formula.dimacs.MAX_COUNT", 9)
    assert solve(Formula.of([[9]]), "dpll").status is Status.SATISFIABLE
    for name in SOLVERS:
        with pytest.raises(InputError, match="10 variables are too many for so few literals: the limit is 9"):
            solve(Formula.of([[10]]), name)


@pytest.mark.parametrize("name", [*COMPLETE, "cadical", "glucose", "minisat"])
def test_progress(name: str) -> None:
    reports: list[tuple[int, SearchProgress]] = []
    result = solve(
        HARD,
        name,
        limits=Limits(20),
        interval=0.03,
        on_progress=lambda progress: reports.append((threading.get_ident(), progress)),
        cancel=lambda: len(reports) > 3 and bool(reports[-1][1].conflicts),
    )
    assert len(reports) >= 3
    assert {thread for thread, _ in reports} == {threading.get_ident()}
    progress_reports = [progress for _, progress in reports]
    for counter in ("decisions", "propagations", "conflicts", "seconds"):
        values = [getattr(progress, counter) or 0 for progress in progress_reports] + [getattr(result, counter)]
        assert values == sorted(values)
        assert values[-2] > 0
    for progress in progress_reports:
        if name in COMPLETE:
            assert progress.assignment is not None
            assert progress.level is not None
            assert len(progress.assignment) == HARD.variables + 1
            assert set(progress.assignment) <= {-1, 0, 1}
        else:
            assert (progress.assignment, progress.level) == (None, None)


def test_progress_of_local_search() -> None:
    """Flips and the numbers of false clauses, current and lowest; and that it can't show unsatisfiability."""
    reports: list[SearchProgress] = []
    result = solve(HARD, "walk", interval=0.02, on_progress=reports.append, cancel=lambda: len(reports) > 3)
    assert (result.status, result.reason) == (Status.UNKNOWN, "cancelled")
    assert result.decisions is result.propagations is result.conflicts is None
    for progress in reports:
        assert progress.decisions is progress.level is None
        assert progress.flips
        assert progress.false is not None
        assert progress.lowest is not None
        assert 0 < progress.lowest <= progress.false
        assert progress.assignment is not None
        model = [v * progress.assignment[v] for v in range(1, HARD.variables + 1)]
        assert sum(not set(clause) & set(model) for clause in HARD) == progress.false
    assert [progress.flips for progress in reports] == sorted(progress.flips or 0 for progress in reports)
    assert result.flips is not None
    assert result.flips >= (reports[-1].flips or 0)
    assert result.lowest == min(progress.lowest or 0 for progress in reports[-1:]) or result.flips > (
        reports[-1].flips or 0
    )


def test_the_seed_reaches_local_search() -> None:
    formula = make("random-ksat", ["200", "700"], seed=1)
    models = {tuple(solve(formula, "walk", seed=seed).model or ()) for seed in (1, 1, 2, 3)}
    assert len(models) == 3


def test_an_observed_solver_reports_its_assignment_and_level() -> None:
    reports: list[SearchProgress] = []
    formula = random_3sat(random.Random(7), 230, 980)

    def assignments() -> set[bytes]:
        return {bytes(progress.assignment) for progress in reports if progress.assignment is not None}

    solve(formula, "cadical-observed", interval=0.03, on_progress=reports.append, cancel=lambda: len(assignments()) > 1)
    seen = [progress for progress in reports if progress.assignment is not None]
    assert len(assignments()) > 1
    for progress in seen:
        assert progress.assignment is not None
        assert progress.level is not None
        assert len(progress.assignment) == formula.variables + 1
        assert set(progress.assignment) <= {-1, 0, 1}
        assert progress.assignment[0] == 0
    decisions = [progress.decisions or 0 for progress in seen]
    assert decisions == sorted(decisions)


def test_an_observed_assignment_shrinks_with_the_levels() -> None:
    """The observer, compared with a simple trail."""
    rng = random.Random(3)
    observer, levels = Observer(30), [[]]  # type: ignore[var-annotated]
    for _ in range(5000):
        free = [v for v in range(1, 31) if not observer.values[v]]
        choice = rng.random()
        if choice < 0.6 and free:
            literal = rng.choice(free) * rng.choice((1, -1))
            fixed = rng.random() < 0.02
            observer.on_assignment(literal, fixed)
            levels[0 if fixed else -1].append(literal)
        elif choice < 0.8:
            observer.on_new_level()
            levels.append([])
        else:
            to = rng.randint(0, len(levels))
            observer.on_backtrack(to)
            del levels[to + 1 :]
        expected = {abs(literal): 1 if literal > 0 else -1 for level in levels for literal in level}
        assert [observer.values[v] for v in range(1, 31)] == [expected.get(v, 0) for v in range(1, 31)]
        assert len(observer.starts) == len(levels) - 1


def test_reports_come_no_more_often_than_requested() -> None:
    reports: list[SearchProgress] = []
    solve(HARD, "dpll", limits=Limits(0.3), interval=60, on_progress=reports.append)
    assert len(reports) <= 37  # each time after an eighth more of the search, so that short ones have reports too


def test_an_error_in_a_report_reaches_the_caller() -> None:
    def fail(_: SearchProgress) -> None:
        raise ZeroDivisionError

    for name in ("dpll", "minisat"):
        with pytest.raises(ZeroDivisionError):
            solve(HARD, name, interval=0.05, on_progress=fail)


def test_the_result_names_the_solver_and_the_method() -> None:
    formula = Formula.of([[1, 2], [-1, -2]])
    result = solve(formula, "dpll", branching="dlis")
    assert (result.solver, result.branching) == ("dpll", "dlis")
    assert (result.decisions, result.conflicts) == (1, 0)
    assert solve(formula, "naive").branching == REFERENCE[0]
    assert solve(formula, "minisat").branching is None
    assert solve(formula, "auto").solver == "cdcl"


def test_the_seed_reaches_the_branching() -> None:
    formula = Formula.of([[v, v + 1] for v in range(1, 40, 2)])
    models = {tuple(solve(formula, "dpll", branching="random", seed=seed).model or ()) for seed in range(5)}
    assert len(models) == 5


def test_unknown_names() -> None:
    with pytest.raises(InputError, match=r"no solver is called 'chaff'; choose one of auto, backtracking, naive, dpll"):
        solve(HARD, "chaff")
    with pytest.raises(InputError, match="naive has no branching called 'dlis'; choose one of shortest-last"):
        solve(HARD, "naive", branching="dlis")
    with pytest.raises(InputError, match="minisat has no branching called 'first'; leave out the branching"):
        solve(HARD, "minisat", branching="first")


@pytest.mark.parametrize("name", LIBRARY)
def test_only_our_own_are_recorded_and_prove(name: str) -> None:
    with pytest.raises(InputError, match=f"{name} can't be recorded; choose one of auto, backtracking, naive"):
        solve(HARD, name, trace=Recorder())
    with pytest.raises(InputError, match=f"{name} can't write a proof; choose one of auto, backtracking, naive, dpll"):
        solve(HARD, name, proof=Proof())


@pytest.mark.parametrize("name", RECORDABLE)
def test_a_proof_continues_after_a_recording_ends(name: str) -> None:
    formula = make("php", ["5", "4"])
    alone, proof = Proof(), Proof()
    solve(formula, name, proof=alone)
    recorder = Recorder(1000)
    solve(formula, name, trace=recorder, proof=proof)
    assert recorder.cut
    assert list(proof) == list(alone)
    assert proof[len(proof) - 1] == (False, ())


def test_auto_takes_one_that_can_be_recorded() -> None:
    recorder = Recorder()
    assert solve(Formula.of([[1, 2], [-1]]), "auto", trace=recorder).solver == "cdcl"
    assert len(recorder) == 2


@pytest.mark.long
def test_a_solver_has_its_described_capabilities() -> None:
    """The events it reports, the proof it writes, and the solvers selected for both."""
    formula = make("php", ["4", "3"])
    for name, solver in SOLVERS.items():
        if solver.records:
            recorder = Recorder()
            result = solve(formula, name, trace=recorder)
            counters = recorder.trace(formula, result).counters(len(recorder))
            assert counters.decisions == result.decisions
            assert bool(counters.learned) == solver.learns
        if solver.proofs:
            proof = Proof()
            solve(formula, name, proof=proof)
            assert proof[len(proof) - 1] == (False, ())
        assert not solver.cheap_proofs or solver.proofs
        result = solve(formula, name, limits=Limits(0.1 if solver.incomplete else None))
        assert (result.solver == name) != solver.delegates
        assert (result.status is Status.UNKNOWN) == solver.incomplete


def test_names_of_the_table() -> None:
    assert SOLVERS["dpll"].branchings == tuple(BRANCHINGS)
    assert SOLVERS["naive"].branchings == (*REFERENCE, "in-order")
    assert SOLVERS["backtracking"].branchings == ("in-order", *REFERENCE)
    assert {"cadical", "glucose", "minisat"} <= set(LIBRARY)
    assert all(solver.name == name and solver.title for name, solver in SOLVERS.items())


def test_python_sat_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "available", lambda: False)
    with pytest.raises(InputError, match=r"cadical is a solver of python-sat, which is not installed; install it with"):
        solve(HARD, "cadical")
    result = solve(Formula.of([[1, 2], [-1]]), "auto")
    assert (result.status, result.solver) == (Status.SATISFIABLE, "cdcl")


@pytest.fixture
def python_sat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Replaces `pysat.solvers` by a module with that text."""

    def replace(text: str) -> None:
        (tmp_path / "pysat").mkdir()
        (tmp_path / "pysat" / "__init__.py").touch()
        (tmp_path / "pysat" / "solvers.py").write_text(text)
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    return replace


def test_python_sat_broken(python_sat: Callable[[str], None]) -> None:
    python_sat("raise ImportError('undefined symbol: zap')")
    with pytest.raises(InputError, match="python-sat does not work here: ImportError: undefined symbol: zap; install"):
        solve(HARD, "minisat")


FAKE = """
class NoSuchSolverError(Exception):
    pass

class Solver:
    def __init__(self, name):
        if name in ("cadical300", "kissat404"):
            raise NoSuchSolverError(name)
        self.name = name

    def add_clause(self, clause):
        pass

    def accum_stats(self):
        raise NotImplementedError

    def conf_budget(self, budget):
        pass

    def get_model(self):
        return [-2]

    def solve_limited(self, expect_interrupt=False):
        if self.name == "cadical195":
            return True
        if self.name == "minisat22":
            print("c a line of the solver's own", flush=True)
            return False
        if self.name == "glucose42":
            raise RuntimeError("no memory")
        if self.name == "mergesat3":
            return None
        import os, signal
        os.kill(os.getpid(), signal.SIGKILL)
"""


@unix
def test_whatever_python_sat_does(python_sat: Callable[[str], None]) -> None:
    """An older version, its own output, an exception, an aborted call, a crash: never a wrong verdict."""
    python_sat(FAKE)
    older = solve(HARD, "cadical")
    assert older.status is Status.SATISFIABLE
    assert older.model is not None
    assert older.model.tolist() == [1, -2, *range(3, HARD.variables + 1)]
    assert solve(HARD, "minisat").status is Status.UNSATISFIABLE
    with pytest.raises(InputError, match="this python-sat has no solver kissat404; install a newer one"):
        solve(HARD, "kissat")
    with pytest.raises(InputError, match="python-sat does not work here: RuntimeError: no memory"):
        solve(HARD, "glucose")
    with pytest.raises(InputError, match="python-sat does not work here: no verdict"):
        solve(HARD, "mergesat")
    crashed = solve(HARD, "ergo")
    assert crashed.status is Status.UNKNOWN
    assert crashed.reason == "ergo ended without a verdict (SIGKILL)"


SLOW_TO_LOAD = """
from time import sleep

class NoSuchSolverError(Exception):
    pass

sleep(0.3)

class Solver:
    def __init__(self, name):
        sleep(0.3)

    def add_clause(self, clause):
        pass

    def accum_stats(self):
        return {}

    def conf_budget(self, budget):
        pass

    def solve_limited(self, expect_interrupt=False):
        return False

    solve = solve_limited
"""


@unix
@pytest.mark.parametrize("name", ["cadical", "minisat", "kissat"])
def test_loading_a_library_takes_nothing_from_the_limit(name: str, python_sat: Callable[[str], None]) -> None:
    python_sat(SLOW_TO_LOAD)
    result = solve(HARD, name, limits=Limits(0.2))
    assert (result.status, result.reason) == (Status.UNSATISFIABLE, "")


@unix
def test_a_verdict_in_time_counts_even_if_it_is_received_late(python_sat: Callable[[str], None]) -> None:
    """The listener is busy for longer than the limit while the verdict waits."""
    python_sat(SLOW_TO_LOAD.replace("return False", "sleep(0.1); return False"))
    result = solve(HARD, "minisat", limits=Limits(0.3), interval=0.02, on_progress=lambda _: time.sleep(0.6))
    assert (result.status, result.reason) == (Status.UNSATISFIABLE, "")


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("name", ["cadical", "kissat", "minisat"])
def test_no_solver_outlives_its_caller(name: str) -> None:
    """Kill a program during a search: the solver's process ends too, even one that never polls."""
    program = "import sys; from engine.sat.formula.families import make; from engine.sat.solvers.solve import solve\n"
    program += f"solve(make('php', ['12', '11']), '{name}', interval=0.1, on_progress=lambda p: print(1, flush=True))"
    root = Path(library.__file__).parents[3]
    with launched([sys.executable, "-c", program], cwd=root, stdout=subprocess.PIPE) as caller:
        assert caller.stdout.readline() == b"1\n"
        (child,) = children(caller.pid)
        os.kill(caller.pid, signal.SIGKILL)
        caller.wait()
    deadline = time.monotonic() + 20
    while running(child) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not running(child)


def children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]


def running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
