"""The incremental solver on each backend, compared with all assignments."""

import doctest
import threading
from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.sat import Solver
from engine.sat.formula import families
from engine.sat.incremental import solver as module
from engine.sat.solvers import library

VARIABLES = 6
NAMES = ["cdcl", *(["cadical", "minisat", "glucose"] if library.available() else [])]
literals = st.integers(1, VARIABLES).flatmap(lambda variable: st.sampled_from([variable, -variable]))
clauses = st.lists(st.lists(literals, max_size=4), max_size=12)
queries = st.lists(st.tuples(clauses, st.lists(literals, max_size=4)), min_size=1, max_size=4)


def models(clauses: list[list[int]], assumptions: list[int] = []) -> list[list[int]]:  # noqa: B006
    every = ([number if truth else -number for number, truth in enumerate(truths, 1)]
             for truths in product((True, False), repeat=VARIABLES))  # fmt: skip
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


def test_what_was_learned_stays() -> None:
    """The same hard query needs no search the second time."""
    solver = Solver([[*clause, 1000] for clause in families.make("php", ["8", "7"])])
    assert solver.solve([-1000]) is False
    before = solver.conflicts
    assert before > 100
    assert solver.solve([-1000]) is False
    assert solver.conflicts - before < 10


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


def test_what_is_no_literal_and_no_solver() -> None:
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


def test_the_examples_of_the_docstrings() -> None:
    result = doctest.testmod(module)
    assert result.attempted > 8
    assert not result.failed
