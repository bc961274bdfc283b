"""Search logs of programs in grading: their first fault, and the answer in them."""

from pathlib import Path

import pytest
from systems import unix

from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.grading import search_logs
from engine.sat.grading.judging import JudgementKind, judge
from engine.sat.grading.search_logs import ProgramLog
from engine.sat.grading.truth import Truth
from engine.sat.lessons.lesson import LessonSearch
from engine.sat.programs.program import SolverProgram
from engine.sat.programs.sandbox import ProgramLimits
from engine.sat.result import Status
from engine.sat.trace.search_log import log_lines

SMALL = Formula.of([[1, 2], [-1, 2], [-2, 3]])
RIGHT = "c a solver\ndecide -2\nimply 1 1\nconflict 2\nbacktrack 0\nflip 2\nimply 3\ns SATISFIABLE\n"


def log_of(tmp_path: Path, text: str, formula: Formula = SMALL, *, is_cut: bool = False) -> ProgramLog:
    path = tmp_path / "output"
    path.write_text(text)
    return ProgramLog.of(path, formula, is_cut=is_cut)


def test_a_model_without_lines_is_the_trail(tmp_path: Path) -> None:
    log = log_of(tmp_path, RIGHT)
    assert log.fault == ""
    assert log.answer == b"c a solver\ns SATISFIABLE\nv -1 2 3 0\n"
    assert b"v 1 2 3 0\n" in log_of(tmp_path, RIGHT + "v 1 2 3 0\n").answer


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (RIGHT.replace("imply 1 1", "imply 1 2"), "line 3 of its search log: clause 2"),
        (RIGHT.replace("imply 3\n", ""), "line 7 of its search log: the model does not satisfy clause 3"),
        ("s SATISFIABLE\nv 1 2 3 0\n", "it printed no search log"),
        ("learn 1 0\nlearn 2 3 0\n", "line 1 of its search log"),
    ],
)
def test_the_first_fault_is_named_with_its_line(tmp_path: Path, text: str, fault: str) -> None:
    assert log_of(tmp_path, text).fault.startswith(fault)


def test_a_log_that_was_cut_is_checked_to_its_last_whole_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert log_of(tmp_path, RIGHT[: RIGHT.index("conflict") + 5], is_cut=True).fault == ""
    assert "line 4" in log_of(tmp_path, RIGHT[: RIGHT.index("conflict") + 5]).fault
    monkeypatch.setattr(search_logs, "MAX_LINES", 3)
    log = log_of(tmp_path, RIGHT.replace("flip 2", "nonsense"))
    assert log.fault == ""


@pytest.mark.parametrize("solver", ["dpll", "cdcl"])
def test_logs_of_our_solvers_are_valid(tmp_path: Path, solver: str) -> None:
    formula = make("php", ["5", "4"])
    trace = LessonSearch("", formula, solver=solver).record()
    text = "\n".join([*log_lines(trace), "s UNSATISFIABLE\n"])
    assert log_of(tmp_path, text, formula) == ProgramLog("", b"s UNSATISFIABLE\n")


@unix
def test_a_wrong_step_is_reported_although_the_answer_is_right(tmp_path: Path) -> None:
    for name, text in (("right", RIGHT), ("wrong", RIGHT.replace("conflict 2", "conflict 3") + "v 1 2 3 0\n")):
        script = tmp_path / f"{name}.py"
        script.write_text(f"print({text!r}, end='')\n")
        program = SolverProgram(name, SolverProgram.parse(str(script)).words, logs=True)
        truth = Truth(Status.SATISFIABLE, "known")
        found = judge(program, b"p cnf 3 3\n1 2 0\n-1 2 0\n-2 3 0\n", SMALL, truth, ProgramLimits(5.0), lambda: False)
        assert found.status is Status.SATISFIABLE
        assert found.kind is (JudgementKind.SATISFIABLE if name == "right" else JudgementKind.WRONG_STEP)
        assert [each.evidence[:24] for each in found.findings] == ["line 4 of its search log"] * (name == "wrong")
    wrong = judge(program, b"", SMALL, Truth(Status.UNSATISFIABLE, "a proof"), ProgramLimits(5.0), lambda: False)
    assert {each.kind for each in wrong.findings} >= {JudgementKind.WRONG_STEP}
