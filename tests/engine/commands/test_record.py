"""`satsudoku record`: logs become recordings, and our recordings become logs."""

from pathlib import Path

import pytest

from engine.base.errors import InputError
from engine.commands import cli
from engine.sat.result import Status
from engine.sat.solvers import recording_file
from engine.sat.solvers.rerun import Rerun

CNF = "p cnf 4 5\n1 2 3 0\n1 -2 0\n-1 4 0\n-1 -4 0\n2 -3 0\n"
LOG = "decide 1\nimply 4\nconflict\nlearn -1 0\nbacktrack 0\nimply -1\nimply -2\nimply 3\nconflict\ns UNSATISFIABLE\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("small.cnf").write_text(CNF)
    return tmp_path


def test_a_log_becomes_a_recording(folder: Path, capsys: pytest.CaptureFixture[str]):
    Path("small.log").write_text(LOG)
    assert cli.main(["record", "small.cnf", "small.log", "-o", "small.rec"]) == 0
    assert capsys.readouterr().out == "small.log: 9 events, no faults\nrecorded: small.rec\n"
    trace = recording_file.read(folder / "small.rec").lines[0].trace
    assert len(trace) == 9
    assert trace.result.status is Status.UNSATISFIABLE
    with pytest.raises(InputError, match="repeat"):
        Rerun(trace)


def test_faults_are_named_with_their_lines(folder: Path, capsys: pytest.CaptureFixture[str]):
    Path("bad.log").write_text("decide 1\nimply 2\n")
    assert cli.main(["record", "small.cnf", "bad.log", "-o", "bad.rec"]) == 1
    assert capsys.readouterr().out == "bad.log:2: no clause forces 2\nrecorded: bad.rec\n"
    assert len(recording_file.read(folder / "bad.rec").lines[0].trace) == 1


@pytest.mark.parametrize("solver", ["cdcl", "dpll", "backtracking"])
def test_a_log_of_ours_is_right(solver: str, folder: Path, capsys: pytest.CaptureFixture[str]):
    assert cli.main(["record", "small.cnf", "--solver", solver, "-o", "own.log"]) == 0
    assert cli.main(["record", "small.cnf", "own.log", "-o", "own.rec"]) == 0
    assert "no faults" in capsys.readouterr().out
    assert recording_file.read(folder / "own.rec").lines[0].trace.result.status is not Status.UNKNOWN


def test_missing_runs_and_runs_without_a_recording_are_named(folder: Path, capsys: pytest.CaptureFixture[str]):
    Path("small.log").write_text(LOG)
    assert cli.main(["record", "small.cnf", "small.log"]) == 2
    assert "-o FILE" in capsys.readouterr().err
    assert cli.main(["record", "small.cnf", "--solver", "cadical"]) == 2
    assert "cadical can't be recorded" in capsys.readouterr().err
    assert cli.main(["record", "small.cnf", "missing.log", "-o", "x.rec"]) == 2
    assert "missing.log" in capsys.readouterr().err
