"""The public ledger: its tables from runs, and that a second ledger runs only what is missing."""

import re
from pathlib import Path

import pytest

pytest.importorskip("pysat")

from tests.benchmarks import ledger
from tests.benchmarks.bench_portfolio import Run

ENTRIES = [
    ledger.Entry("a", "one", "fast", 10.0, Run("sat", 1.0)),
    ledger.Entry("a", "one", "slow", 10.0, Run("open", 10.0)),
    ledger.Entry("b", "two", "fast", 10.0, Run("unsat", 2.0)),
    ledger.Entry("b", "two", "slow", 10.0, Run("unsat", 4.0, "parity")),
]


def test_an_undecided_run_counts_as_twice_the_limit() -> None:
    assert ledger.by_solver(ENTRIES) == [("fast", 2, 1, 1, 1.5), ("slow", 1, 0, 1, 12.0)]
    text = ledger.page(ENTRIES, 10.0)
    assert "2 formulas, 10 s" in text
    assert re.search(r"\| slow +\| 1 +\| 0 +\| 1 +\| 12\.00", text)
    assert re.search(r"\| slow +\| 0 +\| 1 +\|", text)
    assert ledger.picture(ENTRIES, 10.0).startswith("<svg")


def test_other_verdicts_are_disagreements() -> None:
    assert ledger.disagreements(ENTRIES) == []
    other = ledger.Entry("b", "two", "odd", 10.0, Run("sat", 1.0))
    assert ledger.disagreements([*ENTRIES, other]) == ["two"]


def test_entries_are_read_as_written(tmp_path: Path) -> None:
    path = tmp_path / "runs.csv"
    assert ledger.read(path) == []
    ledger.write(path, ENTRIES[:1])
    ledger.write(path, ENTRIES[1:])
    assert ledger.read(path) == ENTRIES


def test_a_second_ledger_runs_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "runs.csv"
    ledger.main(["--limit", "5", "--solvers", "cdcl", "--only", "php 8 7", "--runs", str(path)])
    [first] = ledger.read(path)
    assert (first.kind, first.formula, first.solver, first.run.status) == ("counting", "php 8 7", "cdcl", "unsat")
    ledger.main(["--limit", "5", "--solvers", "cdcl,minisat22", "--only", "php 8 7", "--runs", str(path)])
    assert [entry.solver for entry in ledger.read(path)] == ["cdcl", "minisat22"]
    assert ledger.read(path)[0] == first
    assert "| minisat22 " in capsys.readouterr().out
