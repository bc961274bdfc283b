"""Strategies: their text form, and what is refused."""

import pytest

from engine.base.errors import InputError
from engine.sat.formula.families import make
from engine.sat.result import Status
from engine.sat.solvers.limits import Limits
from engine.sat.solvers.solve import SOLVERS
from engine.sat.solvers.strategy import Strategy

EVERY = [Strategy(name, rule) for name, solver in SOLVERS.items() for rule in solver.branchings or [None]]


@pytest.mark.parametrize("strategy", EVERY, ids=str)
def test_text_form(strategy: Strategy) -> None:
    assert Strategy.parse(str(strategy)) == Strategy.parse(f" {strategy} ") == strategy
    expected = SOLVERS[strategy.solver].rules[strategy.branching] if strategy.branching else None
    assert strategy.rule is expected


@pytest.mark.parametrize("name", SOLVERS)
def test_the_default_branching(name: str) -> None:
    assert Strategy.parse(name) == Strategy(name, SOLVERS[name].default_branching or None)


def test_refusals() -> None:
    with pytest.raises(InputError, match="no solver is called 'fast'") as error:
        Strategy.parse("fast:jw")
    assert error.value.advice == "choose one of " + ", ".join(SOLVERS)
    with pytest.raises(InputError, match="dpll has no branching called 'none'") as error:
        Strategy.parse("dpll:none")
    assert error.value.advice == "choose one of " + ", ".join(SOLVERS["dpll"].branchings)
    alone = next(name for name, solver in SOLVERS.items() if not solver.branchings)
    for text in (f"{alone}:x", f"{alone}:"):
        with pytest.raises(InputError) as error:
            Strategy.parse(text)
        assert error.value.advice == f"write {alone} alone"


def test_it_solves_within_its_limits() -> None:
    formula = make("php", ["6", "5"])
    result = Strategy("dpll", SOLVERS["dpll"].branchings[0]).solve(formula, limits=Limits())
    assert (result.status, result.solver, result.branching) == (
        Status.UNSATISFIABLE,
        "dpll",
        SOLVERS["dpll"].branchings[0],
    )
    assert Strategy("dpll").solve(formula, limits=Limits(memory=1)).status is Status.UNKNOWN
