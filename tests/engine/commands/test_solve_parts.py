"""`satsudoku solve` on many files at a time, and on one formula in many parts."""

import json
import re
from pathlib import Path

import pytest

from engine.sat.formula.dimacs import dumps
from engine.sat.formula.families import make
from engine.sudoku.formats import write_all
from engine.sudoku.layout import single
from engine.sudoku.making.generator import generate

UNSATISFIABLE = dumps(make("php", ["7", "6"]))
SATISFIABLE = dumps(make("random-ksat", ["60", "240"], seed=1))


@pytest.fixture
def unsat(tmp_path: Path) -> Path:
    path = tmp_path / "unsat.cnf"
    path.write_bytes(UNSATISFIABLE)
    return path


@pytest.fixture
def sat(tmp_path: Path) -> Path:
    path = tmp_path / "sat.cnf"
    path.write_bytes(SATISFIABLE)
    return path


def timeless(text: str) -> str:
    """Without times and memory, and without inprocessing, whose rounds depend on time."""
    text = re.sub(r"^c   .*\n", "", text, flags=re.MULTILINE)
    return re.sub(r'[\d.e-]+ (ms|s|MB)\b|seconds of \w+: [\d.]+|"seconds(?: of \w+)?": [\d.e-]+', "TIME", text)


@pytest.fixture
def many(tmp_path: Path, sat: Path, unsat: Path) -> list[Path]:
    """Some files that cause warnings, one with several puzzles, and one that is not a formula."""
    headless, nonsense, puzzles = tmp_path / "headless.cnf", tmp_path / "nonsense.cnf", tmp_path / "puzzles.txt"
    headless.write_text("1 -2 0\n2 0\n")
    nonsense.write_text("p cnf 2 1\n1 what 0\n")
    puzzles.write_text(write_all([generate(single(), 50, seed=seed).puzzle for seed in range(3)], "line"))
    return [unsat, headless, nonsense, puzzles, tmp_path / "missing", sat, unsat]


@pytest.mark.parametrize(
    "options", [["--solver", "dpll"], ["--solver", "dpll", "--json"], ["--solver", "cdcl", "--seed", "7"]]
)
def test_parallel_runs_match_sequential_runs(satsudoku, many: list[Path], options: list[str]):
    alone, together = (satsudoku("solve", *many, "--jobs", jobs, *options) for jobs in (1, 2))
    assert timeless(together.out) == timeless(alone.out)
    assert (together.code, together.err) == (alone.code, alone.err)
    assert (alone.code, alone.err.count("\n")) == (2, 2)


@pytest.mark.long
def test_exit_codes_and_results_of_several(satsudoku, sat: Path, unsat: Path):
    assert satsudoku("solve", sat, sat, "--jobs", 2, "--res").code == 10
    assert sat.with_suffix(".res").read_text().startswith("s 1\n")
    assert satsudoku("solve", unsat, unsat, "--jobs", 2).code == 20
    assert satsudoku("solve", sat, unsat, "--jobs", 2).code == 0


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_answer_that_cannot_be_written_down_is_printed(satsudoku, sat: Path, unsat: Path, jobs: int):
    place = unsat.with_suffix(".res")
    place.mkdir()
    outcome = satsudoku("solve", unsat, sat, "--res", "--jobs", jobs)
    message = f"satsudoku: {place}: is a folder, not a regular file; name a regular file\n"
    assert (outcome.code, outcome.err) == (2, message)
    assert "s UNSATISFIABLE\n" in outcome.out
    assert f"result written to {sat.with_suffix('.res')}\n" in outcome.out
    assert str(place) not in outcome.out


@pytest.mark.parametrize("jobs", [1, 2])
def test_cubes_give_the_verdict(satsudoku, sat: Path, unsat: Path, jobs: int):
    found = satsudoku("solve", sat, "--cubes", 5, "--jobs", jobs)
    assert found.code == 10
    assert satsudoku("check", sat, "-", stdin=found.out).code == 0
    outcome = satsudoku("solve", unsat, "--cubes", 5, "--jobs", jobs, "--json")
    assert (outcome.code, outcome.err) == (20, "")
    assert json.loads(outcome.out)["status"] == "unsatisfiable"


@pytest.mark.parametrize("form", ["text", "binary"])
def test_every_proof_in_the_folder_holds(satsudoku, unsat: Path, tmp_path: Path, form: str):
    folder = tmp_path / "proofs"
    outcome = satsudoku("solve", unsat, "--cubes", 5, "--jobs", 2, "--proof", folder, "--proof-format", form)
    assert (outcome.code, outcome.err) == (20, "")
    assert f"c proof written to {folder}" in outcome.out
    parts = sorted(folder.glob("*.cnf"))
    assert len(parts) > 5
    for part in parts:
        assert satsudoku("check", part, "--proof", part.with_suffix(".drat")).code == 0
    assert satsudoku("check", unsat, "--proof", folder / "whole.drat").code == 0
    assert sorted(tmp_path.iterdir()) == [folder, unsat]


def test_a_folder_with_content_is_kept(satsudoku, unsat: Path, tmp_path: Path):
    folder_path = tmp_path / "folder" / "kept"
    folder_path.parent.mkdir()
    folder_path.write_text("mine")
    outcome = satsudoku("solve", unsat, "--cubes", 3, "--proof", folder_path.parent)
    assert (outcome.code, outcome.out) == (2, "")
    assert "not overwritten: this folder is not empty" in outcome.err
    assert [*folder_path.parent.iterdir()] == [folder_path]


def test_no_proof_of_what_is_satisfiable(satsudoku, sat: Path, tmp_path: Path):
    folder = tmp_path / "folder"
    outcome = satsudoku("solve", sat, "--cubes", 3, "--proof", folder)
    assert outcome.code == 10
    assert "no proof written: the formula is satisfiable" in outcome.err
    assert [*tmp_path.iterdir()] == [sat]


def test_a_time_limit_ends_cubes(satsudoku, tmp_path: Path):
    path = tmp_path / "hopeless.cnf"
    path.write_bytes(dumps(make("php", ["14", "13"])))
    outcome = satsudoku("solve", path, "--cubes", 4, "--time-limit", 0.3, "--solver", "dpll", "--json")
    assert (outcome.code, json.loads(outcome.out)["reason"]) == (0, "time limit of 0.3 s")


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        ("--cubes 0", "solve: argument --cubes: '0' is not a number of cubes from 1"),
        ("--jobs 2 --cluster a:1", "solve: argument --cluster: not allowed with argument --jobs"),
        ("--jobs 2 --proof file", "solve: --proof needs one process; leave out --jobs, or use --cubes"),
        ("--cubes 2 --solver cadical --proof file", "cadical can't write a proof; choose one of"),
    ],
)
def test_bad_arguments(satsudoku, unsat: Path, tmp_path: Path, monkeypatch, argv: str, expected: str):
    monkeypatch.chdir(tmp_path)
    outcome = satsudoku("solve", unsat, *argv.split())
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"satsudoku: {expected}")
    assert [*tmp_path.iterdir()] == [unsat]
