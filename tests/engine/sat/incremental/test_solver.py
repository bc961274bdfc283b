"""The incremental solver on each backend, compared with all assignments."""

import doctest
import io
import threading
from itertools import islice, product
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.sat import Solver, UserPropagator
from engine.sat.formula import families
from engine.sat.formula.formula import Formula
from engine.sat.incremental import backends
from engine.sat.incremental import propagator as propagator_module
from engine.sat.incremental import solver as module
from engine.sat.proof.check import check_proof
from engine.sat.proof.proof import Proof
from engine.sat.result import Status
from engine.sat.solvers import library, recording_file
from engine.sat.trace.events import EventKind
from engine.sat.trace.recording import SearchLine, SearchRecording

VARIABLES = 6
NAMES = ["cdcl", *(["cadical", "minisat", "glucose"] if library.available() else [])]
literals = st.integers(1, VARIABLES).flatmap(lambda variable: st.sampled_from([variable, -variable]))
clauses = st.lists(st.lists(literals, max_size=4), max_size=12)
queries = st.lists(st.tuples(clauses, st.lists(literals, max_size=4)), min_size=1, max_size=4)


def models(clauses: list[list[int]], assumptions: list[int] = []) -> list[list[int]]:  # noqa: B006
    every = (
        [number if truth else -number for number, truth in enumerate(truths, 1)]
        for truths in product((True, False), repeat=VARIABLES)
    )
    return [
        model
        for model in every
        if all(set(clause) & set(model) for clause in clauses) and set(assumptions) <= set(model)
    ]


@pytest.mark.parametrize("name", NAMES)
@given(steps=queries)
def test_any_clauses_and_queries(name: str, steps: list[tuple[list[list[int]], list[int]]]) -> None:
    there: list[list[int]] = []
    with Solver(name=name) as solver:
        for added, assumptions in steps:
            solver.add_clauses(added)
            there += added
            expected = models(there, assumptions)
            assert solver.solve(assumptions) is bool(expected)
            if expected:
                model = solver.model
                assert set(assumptions) <= set(model)
                assert all(set(clause) & set(model) for clause in there)
                assert all(solver.value(literal) for literal in model)
                with pytest.raises(ValueError, match="no core"):
                    _ = solver.core
            else:
                assert set(solver.core) <= set(assumptions)
                assert not models(there, solver.core)


@given(added=clauses, assumptions=st.lists(literals, max_size=3))
def test_propagation_is_that_of_units(added: list[list[int]], assumptions: list[int]) -> None:
    """It finds all consequences of units, and nothing that does not follow."""
    solver = Solver(added, variables=VARIABLES)
    is_consistent, implied = solver.propagate(assumptions)
    there = models(added, assumptions)
    if not is_consistent:
        assert not there
        return
    assert set(assumptions) <= set(implied)
    assert all(set(implied) <= set(model) for model in there)
    for clause in added:
        free = {literal for literal in clause if -literal not in implied}
        assert len(free) > 1 or free & set(implied)
    assert solver.solve(assumptions) is bool(there)


@given(added=clauses, projected=st.sets(st.integers(1, VARIABLES)))
def test_models_differ_where_they_are_to(added: list[list[int]], projected: set[int]) -> None:
    solver = Solver(added, variables=VARIABLES)
    there = models(added)
    found = list(solver.models(projected))
    parts = [tuple(model[variable - 1] for variable in sorted(projected)) for model in found]
    assert len(set(parts)) == len(parts)
    assert set(parts) == {tuple(model[variable - 1] for variable in sorted(projected)) for model in there}
    assert len(list(solver.models())) == len(there)
    assert len(list(islice(solver.models(), 1))) == len(list(solver.models(limit=1))) == min(1, len(there))
    assert solver.solve() is bool(there)


def test_learned_clauses_stay() -> None:
    """The same hard query needs no search the second time."""
    solver = Solver([[*clause, 1000] for clause in families.make("php", ["8", "7"])])
    assert solver.solve([-1000]) is False
    before = solver.conflicts
    assert before > 100
    assert solver.solve([-1000]) is False
    assert solver.conflicts - before < 10


@pytest.mark.few(1)
def test_new_variables_rarely_replace_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """The room doubles, and stays so if several variables come before the next query: 400 variables, 8 kernels."""
    kernels = []
    make = backends.Cdcl
    monkeypatch.setattr(backends, "Cdcl", lambda *given, **named: kernels.append(1) or make(*given, **named))
    solver = Solver([[1, 2]])
    for _ in range(100):
        first, *others = [solver.new_variable() for _ in range(4)]
        solver.add_clause([-first, *others])
        assert solver.solve([first])
    assert len(kernels) <= 8


@pytest.mark.parametrize("name", NAMES)
def test_limits_and_interruption(name: str) -> None:
    hard = families.make("php", ["12", "11"])
    with Solver(hard, name=name) as solver:
        assert solver.solve(conflict_limit=100) is None
        assert solver.solve(time_limit=0.1) is None
        with pytest.raises(ValueError, match="no model"):
            _ = solver.model
        timer = threading.Timer(0.2, solver.interrupt)
        timer.start()
        assert solver.solve() is None
        timer.join()
        solver.interrupt()
        assert solver.solve() is None


def test_a_preferred_phase_decides() -> None:
    for preferred in ([1, 2, 3], [-1, -2, -3]):
        solver = Solver([[1, 2, 3, 4], [-1, -2, -3, -4]])
        solver.set_phase(preferred)
        assert solver.solve()
        assert solver.model[:3] == preferred


def test_invalid_literals_and_solvers() -> None:
    solver = Solver()
    with pytest.raises(ValueError, match="0 is not a literal"):
        solver.add_clause([1, 0])
    with pytest.raises(OverflowError):
        solver.add_clause([2**31])
    with pytest.raises(InputError, match="incremental"):
        Solver(name="kissat")
    assert solver.solve()
    with pytest.raises(ValueError, match="not a literal of this solver"):
        solver.value(7)


class HiddenClauses(UserPropagator):
    """Clauses that the solver hears of only when they are false or force a literal, or at any time."""

    def __init__(self, hidden: list[list[int]], *, is_eager: bool) -> None:
        super().__init__()
        self.hidden, self.is_eager = hidden, is_eager

    def clauses(self) -> list[list[int]]:
        true = set(self.trail)
        assert len(true) == len(self.trail)
        assert not any(-literal in true for literal in true)
        return [
            clause
            for clause in self.hidden
            if self.is_eager or (not true & set(clause) and sum(-literal not in true for literal in set(clause)) < 2)
        ]


def proves(solver: Solver, proof: Proof) -> bool:
    """Whether the proof so far shows that the core of the last query can't hold."""
    whole = Proof()
    proof.copy_to(whole)
    whole.add(())
    formula = solver.formula
    return bool(check_proof(Formula.of([*formula, *([each] for each in solver.core)], formula.variables), whole))


def saved(solver: Solver) -> SearchRecording:
    """The recording of the solver as a file, read again: events that can't be a search are refused."""
    file = io.BytesIO()
    recording_file.write(SearchRecording((SearchLine(solver.trace),)), file)
    file.seek(0)
    return recording_file.parse(file)


@given(steps=queries, hidden=clauses, growth=st.integers(0, 20), is_eager=st.booleans())
def test_queries_with_rules_a_proof_and_a_recording(
    steps: list[tuple[list[list[int]], list[int]]], hidden: list[list[int]], growth: int, is_eager: bool
) -> None:
    """Also if there are more variables from query to query, for which the kernel is made again."""
    proof, there = Proof(), list[list[int]]()
    rules = HiddenClauses(hidden, is_eager=is_eager)
    solver = Solver(trace=True, proof=proof, propagator=rules)
    solver.add_clauses([variable, -variable] for variable in range(1, VARIABLES + 1))
    for added, assumptions in steps:
        solver.add_clauses(added)
        there += added
        expected = models(there + hidden, assumptions)
        assert solver.solve(assumptions) is bool(expected)
        status = saved(solver).lines[0].trace.result.status
        if expected:
            assert solver.model[:VARIABLES] in expected
            assert status is Status.SATISFIABLE
        else:
            assert set(solver.core) <= set(assumptions)
            assert proves(solver, proof)
            assert status is (Status.UNKNOWN if solver.core else Status.UNSATISFIABLE)
        for _ in range(growth):
            solver.new_variable()


def test_a_recording_shows_queries_in_order_with_their_learned_clauses() -> None:
    pigeons = families.make("php", ["6", "5"])
    proof = Proof()
    solver = Solver(([*clause, 40] for clause in pigeons), trace=True, proof=proof)
    assert solver.solve([-40]) is False
    assert proves(solver, proof)
    events = len(solver.trace)
    solver.add_clause([1, 60])  # more variables: the kernel is made again
    assert solver.solve([-40, 60]) is False
    assert solver.core == [-40]
    assert proves(solver, proof)
    trace = saved(solver).lines[0].trace
    assert len(trace) > events
    assert trace.clause(len(pigeons)) == (1, 60)
    assert "unsatisfiable under these assumptions: -40" in trace.result.reason
    solver.add_clause([-40])
    assert solver.solve() is False
    assert saved(solver).lines[0].trace.result.status is Status.UNSATISFIABLE


def test_rules_decide_and_their_exceptions_come_through() -> None:
    class Chooser(UserPropagator):
        def decision(self) -> int:
            return next((-each for each in range(6, 0, -1) if not {each, -each} & set(self.trail)), 0)

    solver = Solver([[1, 2, 3], [4, 5, 6]], propagator=Chooser(), trace=True)
    assert solver.solve()
    assert solver.model == [1, -2, -3, 4, -5, -6]
    decided = [solver.trace.event(each).literal for each in solver.trace.where(EventKind.DECISION)]
    assert decided == [-6, -5, -3, -2]

    class Faulty(UserPropagator):
        def clauses(self) -> list[list[int]]:
            return [[7]]

    with pytest.raises(ValueError, match="7 is no literal"):
        Solver([[1, 2]], propagator=Faulty()).solve()


def test_extras_are_of_our_own_solver() -> None:
    with pytest.raises(ValueError, match="records no trace"):
        _ = Solver().trace
    for name in NAMES[1:]:
        with pytest.raises(InputError, match="no trace, no proof"):
            Solver(name=name, trace=True)
        with pytest.raises(ValueError, match="does not keep"), Solver([[1]], name=name) as solver:
            _ = solver.formula


@pytest.mark.parametrize("each", [module, propagator_module])
def test_the_examples_of_the_docstrings(each: ModuleType) -> None:
    result = doctest.testmod(each)
    assert result.attempted > 4
    assert not result.failed
