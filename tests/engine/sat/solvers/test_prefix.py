"""Prescribed decisions: they come first, in order; verdicts and proofs are the same."""

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from proofs import satisfiable, verify

from engine.base.errors import InputError
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.result import Status
from engine.sat.solvers.solve import SOLVERS, solve
from engine.sat.trace.events import EventKind, Tape

FOLLOWING = [name for name, solver in SOLVERS.items() if solver.follow]
STRATEGIES = [(name, branching) for name in FOLLOWING for branching in SOLVERS[name].branchings]

literals = st.integers(-7, 7).filter(bool)
formulas = st.builds(Formula.of, st.lists(st.lists(literals, max_size=3), max_size=24), st.just(7))
prefixes = st.lists(literals, min_size=1, max_size=7).map(tuple)


def test_a_solver_that_records_also_takes_decisions() -> None:
    """So that every recording can have branches."""
    assert FOLLOWING == ["backtracking", "naive", "dpll", "cdcl"]
    assert [name for name, solver in SOLVERS.items() if solver.records and not solver.delegates] == FOLLOWING


@pytest.mark.few(8)
@pytest.mark.parametrize(("solver", "branching"), STRATEGIES)
@settings(max_examples=amount(40))
@given(formula=formulas, prefix=prefixes)
def test_verdicts_do_not_depend_on_them(solver: str, branching: str, formula: Formula, prefix: tuple[int, ...]) -> None:
    result = verify(formula, solver, branching=branching, prefix=prefix)
    assert (result.status is Status.SATISFIABLE) == satisfiable(formula)


@pytest.mark.few(8)
@pytest.mark.parametrize(("solver", "branching"), STRATEGIES)
@settings(max_examples=amount(40))
@given(formula=formulas, prefix=prefixes)
def test_each_decision_is_the_first_of_them_that_is_free(
    solver: str, branching: str, formula: Formula, prefix: tuple[int, ...]
) -> None:
    """From the events, using only the trail."""
    events = EventLog()
    solve(formula, solver, branching=branching, prefix=prefix, trace=events)
    occurring = {abs(literal) for clause in formula for literal in clause}
    trail: list[int] = []
    for kind, literal, number in events.events:
        if kind is EventKind.DECISION:
            assigned = set(map(abs, trail))
            free = [literal for literal in prefix if abs(literal) not in assigned]
            here = [literal for literal in free if abs(literal) in occurring]  # the others are the same
            assert not here or literal in (free[0], here[0])
        if kind in (EventKind.DECISION, EventKind.FLIP, EventKind.PROPAGATION):
            trail.append(literal)
        elif kind in (EventKind.BACKTRACK, EventKind.RESTART):
            del trail[number:]


class EventLog:
    """Keeps all events of a search."""

    def __init__(self) -> None:
        self.events: list[tuple[EventKind, int, int]] = []

    def take(self, tape: Tape, count: int) -> bool:
        self.events += zip(map(EventKind, tape.kinds[:count]), tape.literals[:count], tape.clauses[:count], strict=True)
        return True


@pytest.mark.parametrize("solver", FOLLOWING)
def test_a_search_follows_prescribed_decisions(solver: str) -> None:
    queens = make("queens", ["8"])
    for place in range(1, 9):  # of the queen in the first row, all of which are possible
        model = solve(queens, solver, prefix=(place,)).model
        assert model is not None
        assert place in model


@pytest.mark.parametrize(
    ("solver", "options", "message"),
    [
        ("walk", {}, "walk does not accept decisions"),
        ("auto", {}, "auto does not accept decisions"),
        ("cdcl", {"preprocess": True}, "preprocessing leaves no variables to decide"),
        ("dpll", {"prefix": (3,)}, "decisions: 3 is not a literal of this formula"),
        ("cdcl", {"prefix": (0,)}, "decisions: 0 is not a literal of this formula"),
    ],
)
def test_refused_input(solver: str, options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        solve(Formula.of([[1, 2]]), solver, **{"prefix": (1,), **options})
