"""Finding the formula of a proof."""

from pathlib import Path

import pytest

from engine.files.proofs import formula_beside


@pytest.mark.parametrize(
    ("proof", "others", "formula"),
    [
        ("php.drat", ["php.cnf", "a.cnf"], "php.cnf"),
        ("php.cnf.lrat", ["php.cnf", "a.cnf"], "php.cnf"),
        ("php.drat.gz", ["php.cnf.gz", "a.cnf"], "php.cnf.gz"),
        ("php.drat", ["php.cnf", "php.cnf.gz"], "php.cnf"),
        ("php.drat", ["PHP.txt", "only.dimacs"], "only.dimacs"),
        ("php.drat", ["a.cnf", "b.cnf"], None),
        ("php.drat", ["php.txt"], None),
        ("php.drat", ["php.opb"], None),
        ("load.pbp", ["load.cnf", "load.opb", "b.opb"], "load.opb"),
        ("load.pbp", ["load.wcnf", "load.pbp.opb"], "load.wcnf"),
        ("load.pbp", ["load.cnf"], "load.cnf"),
        ("load.pbp", ["b.opb", "b.cnf"], None),
        ("php.drat", [], None),
    ],
)
def test_it_is_adjacent_to_it(tmp_path: Path, proof: str, others: list[str], formula: str | None) -> None:
    for name in (proof, *others):
        (tmp_path / name).touch()
    assert formula_beside(tmp_path / proof) == (formula and tmp_path / formula)


def test_a_missing_folder(tmp_path: Path) -> None:
    assert formula_beside(tmp_path / "gone" / "php.drat") is None
