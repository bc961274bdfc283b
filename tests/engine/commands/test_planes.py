"""`satsudoku planes`: the lines of a search by cutting planes."""

import itertools
from pathlib import Path

import pytest

from engine.commands import cli
from engine.sat.cutting_planes.narration import NarratedKind, narrated
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula


def test_each_conflict_ends_with_what_is_learned(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "holes.opb"
    path.write_text("1 x1 1 x2 >= 1; 1 x3 1 x4 >= 1; 1 x5 1 x6 >= 1; 1 x1 1 x3 1 x5 <= 1; 1 x2 1 x4 1 x6 <= 1;\n")
    assert cli.main(["planes", str(path), "--conflicts"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("conflict 1: constraint ")
    assert lines[0].endswith(" has slack -1")
    assert sum(line.startswith("conflict ") for line in lines) == 2
    assert sum(line.startswith("learned as constraint 6") for line in lines) == 1
    assert lines[-2:] == ["no assignment satisfies this: there is no model", "There is no model."]
    assert cli.main(["planes", str(path)]) == 0
    whole = capsys.readouterr().out.splitlines()
    assert whole[:2] == ["constraint 1", "  1 x1 1 x2 >= 1"]
    assert {line for line in lines if line.startswith("    ")} <= set(whole)


def test_the_slack_of_each_propagation_and_conflict() -> None:
    lines, answer = narrated(make("php", ["6", "5"]))
    assert answer == 20
    for before, line in itertools.pairwise(lines):
        if line.kind is NarratedKind.PROPAGATION:
            assert line.constraint is not None
            *earlier, literal = line.trail
            assert before.trail == tuple(earlier)
            weight = next(weight for weight, each in line.constraint.terms if each == literal)
            assert 0 <= line.constraint.slack(-each for each in earlier) < weight
        elif line.kind in (NarratedKind.CONFLICT, NarratedKind.OPERATION):
            assert line.constraint is not None
            assert line.constraint.slack(-each for each in line.trail) < 0
    assert sum(line.kind is NarratedKind.CONFLICT for line in lines) == 5


def test_a_model_and_a_search_that_is_ended() -> None:
    assert narrated(Formula.of([[1, 2]]))[1] == 10
    lines, answer = narrated(make("random-ksat", ["200", "850"], seed=1), most=2000)
    assert answer == 0
    assert len(lines) >= 2000
