"""Leaving out techniques of solvers."""

from pathlib import Path

import pytest

from engine.base import kernels
from engine.base.errors import InputError
from engine.commands import cli
from engine.sat.formula.families import make
from engine.sat.solvers import structure
from engine.sat.solvers.solve import SOLVERS, solve
from engine.sat.solvers.techniques import TECHNIQUES

DECIDED_BY = {"parity": "parity-twice 20", "cardinality": "php 8 7"}
"""Formulas that a technique decides."""


def test_solvers_have_only_techniques_that_are_described() -> None:
    for solver in SOLVERS.values():
        assert set(solver.techniques) <= set(TECHNIQUES)


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.skipif(not kernels.state().compiled, reason="the search is long, so that techniques begin")
@pytest.mark.parametrize("technique", SOLVERS["cdcl"].techniques)
def test_each_of_cdcl_changes_the_search_and_not_the_verdict(technique: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(structure, "look_at_cardinality", lambda _: 0)
    name, *arguments = DECIDED_BY.get(technique, "factor 16777213").split()
    formula = make(name, arguments)
    usual, without = (solve(formula, "cdcl", without=frozenset(names)) for names in ((), (technique,)))
    assert usual.status is without.status
    assert (usual.decisions, usual.conflicts) != (without.decisions, without.conflicts)


def test_a_technique_that_a_solver_does_not_have_is_refused() -> None:
    formula = make("php", ["3", "2"])
    with pytest.raises(InputError, match="cdcl has no technique called 'magic' to leave out; choose of rephasing, "):
        solve(formula, "cdcl", without=frozenset({"magic"}))
    with pytest.raises(InputError, match="dpll has no technique called 'rephasing' to leave out; leave the option out"):
        solve(formula, "dpll", without=frozenset({"rephasing"}))


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "formula.cnf"
    path.write_text("p cnf 1 2\n1 0\n-1 0\n")
    assert cli.main(["solve", "--without", "rephasing,target-phases", str(path)]) == 20
    assert cli.main(["solve", "--without", "magic", str(path)]) == 2
    assert "auto has no technique called 'magic'" in capsys.readouterr().err
