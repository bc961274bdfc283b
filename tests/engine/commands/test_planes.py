"""`satsudoku planes`: the lines of a search by cutting planes."""

from pathlib import Path

import pytest

from engine.commands import cli


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
