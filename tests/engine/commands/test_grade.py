"""`satsudoku grade`."""

import csv
import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from programs import launched
from systems import unix

from engine.commands import compare, grade
from engine.sat.programs import confinement

pytestmark = unix

NO_FUZZ = ("--fuzz", "0")
PLAIN = ("--no-edge-cases", *NO_FUZZ)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two formulas, which is the current one."""
    (tmp_path / "formulas").mkdir()
    (tmp_path / "formulas" / "yes.cnf").write_text("p cnf 2 2\n1 2 0\n-1 0\n")
    (tmp_path / "formulas" / "no.cnf").write_text("p cnf 1 2\n1 0\n-1 0\n")
    (tmp_path / "formulas" / "notes.txt").write_text("nothing\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def solver(folder: Path) -> Callable[..., str]:
    def make(name: str, *lines: str) -> str:
        (folder / name).write_text("\n".join(("#!/bin/sh", *lines, "")))
        (folder / name).chmod(0o755)
        return f"./{name}"

    return make


RIGHT = ("if grep -q 'cnf 1 2' $1; then echo s UNSATISFIABLE; else echo s SATISFIABLE; echo v -1 2 0; fi",)


def test_a_right_and_a_wrong_solver(satsudoku, folder: Path, solver) -> None:
    right, wrong = solver("right", *RIGHT), solver("wrong", "echo s SATISFIABLE; echo v 1 2 0")
    outcome = satsudoku("grade", "formulas", "--solver", wrong, "--solver", right, *PLAIN, "-o", "out")
    assert (outcome.code, outcome.err) == (1, "")
    assert "Processor time, memory, output and processes are limited" in outcome.out
    lines = [line.split() for line in outcome.out.splitlines()]
    assert [line[:5] for line in lines if line[:1] in (["right"], ["wrong"])] == [
        ["right", "2", "0", "0", "0"],
        ["wrong", "0", "2", "0", "0"],
        ["wrong"],
        ["wrong", "model:", "1", "formula"],
    ]
    assert "wrongly satisfiable: 1 formula\n" in outcome.out
    assert "yes.cnf: it says satisfiable, but clause 2 is false in its model: -1" in outcome.out
    assert "no.cnf: it says satisfiable, but the formula is unsatisfiable: we have a proof" in outcome.out
    names = {path.name for path in (folder / "out").iterdir()}
    assert names == {
        "report.md", "report.html", "runs.csv", "scores.csv", "cactus.svg", "results.jsonl", "smallest",
        "verdict.json", "reports",
    }  # fmt: skip
    assert (folder / "out" / "smallest" / "wrong-wrongly-satisfiable.cnf").read_text() == "p cnf 1 2\n1 0\n-1 0\n"
    assert (folder / "out" / "smallest" / "wrong-wrong-model.cnf").read_text() == "p cnf 1 1\n-1 0\n"
    solver("wrong", *RIGHT)
    assert satsudoku("grade", "formulas", "--solver", wrong, *PLAIN, "-o", "out").code == 0
    assert [*(folder / "out" / "smallest").iterdir()] == []


def test_all_is_well(satsudoku, folder: Path, solver) -> None:
    outcome = satsudoku("grade", "formulas", "--solver", solver("right", *RIGHT), *PLAIN)
    assert (outcome.code, outcome.err) == (0, "")
    assert "Nothing is wrong with right" in (folder / "grades" / "report.md").read_text()


@pytest.mark.parametrize(
    ("second", "names"), [("other.cnf", {"yes.cnf", "other.cnf"}), ("yes.cnf", {"formulas/yes.cnf", "more/yes.cnf"})]
)
def test_a_folder_is_named_where_files_have_one_name(
    satsudoku, folder: Path, solver, second: str, names: set[str]
) -> None:
    (folder / "more").mkdir()
    (folder / "more" / second).write_text("p cnf 2 2\n1 2 0\n-1 0\n")
    paths = ("formulas/yes.cnf", f"more/{second}")
    assert satsudoku("grade", *paths, "--solver", solver("right", *RIGHT), *PLAIN).code == 0
    with (folder / "grades" / "runs.csv").open(encoding="utf-8", newline="") as file:
        assert {row["formula"] for row in csv.DictReader(file)} == names


def test_known_answers_count_and_unmatched_ones_are_reported(satsudoku, folder: Path, solver) -> None:
    (folder / "answers").write_text("yes.cnf unsat\nother.cnf sat\n")
    claims = solver("claims", "echo s UNSATISFIABLE")
    outcome = satsudoku("grade", "formulas/yes.cnf", "--solver", claims, "--answers", "answers", *PLAIN)
    assert outcome.code == 0
    assert "1 answer to formulas that are not there, such as other.cnf" in outcome.err
    assert "the file of known answers says so" in (folder / "grades" / "runs.csv").read_text()


@pytest.mark.slow
def test_edge_cases_are_named(satsudoku, folder: Path, solver) -> None:
    mute = solver("mute", "exit 0")
    outcome = satsudoku("grade", "formulas", "--solver", mute, "--jobs", "2", "--reduce", "0", *NO_FUZZ)
    assert outcome.code == 1
    assert "Edge cases it fails on: no variables and no clauses; variables, but no clauses; " in outcome.out
    assert (
        "It does not read these formulas, which readers may refuse: no 0 after the last clause; % and 0" in outcome.out
    )


@pytest.mark.slow
def test_a_solver_that_never_answers_is_wrong(satsudoku, folder: Path, solver) -> None:
    endless = solver("endless", "while true; do :; done")
    outcome = satsudoku(
        "grade", "formulas/yes.cnf", "--solver", endless, "--no-edge-cases", "--time-limit", "0.5", "--fuzz", "1",
        "--reduce", "2",
    )  # fmt: skip
    assert outcome.code == 1
    assert "time-out on an easy formula: 1 formula, " in outcome.out
    assert "so this is a bug and not slowness" in outcome.out


@pytest.mark.slow
def test_random_formulas_find_what_the_given_ones_do_not(satsudoku, folder: Path) -> None:
    path = Path(__file__).parents[1] / "sat" / "grading" / "planted_cdcl.py"
    words = ("grade", "formulas", "--no-edge-cases", "--fuzz", "1", "--reduce", "0.5")
    command = f"mine='{sys.executable}' -I -S '{path}' 'queue not reset' {{cnf}}"
    assert satsudoku(*words, "--solver", command, "--fuzz", "0").code == 0
    outcome = satsudoku(*words, "--solver", command)
    assert outcome.code == 1
    assert " random formulas\n" in outcome.out


SCHEME = """
correct = 10
[deductions]
"wrongly satisfiable" = 4
default = 1
[formulas]
solved = 2
[speed]
bands = [{ rate = -1e9, points = 3 }]
"""


@pytest.mark.long
def test_points_and_files_for_other_programs(satsudoku, folder: Path, solver) -> None:
    (folder / "points.toml").write_text(SCHEME)
    right, wrong = solver("right", *RIGHT), solver("wrong", "echo s SATISFIABLE; echo v 1 2 0")
    outcome = satsudoku(
        "grade", "formulas", "--solver", wrong, "--solver", right, *PLAIN, "--points",
        "points.toml", "--result-files", "gradescope", "--result-files", "github", "--json",
    )  # fmt: skip
    assert outcome.code == 1
    verdict = json.loads(outcome.out)
    assert verdict == json.loads((folder / "grades" / "verdict.json").read_text())
    found = {each["name"]: (each["verdict"], each["points"], each["maximum"]) for each in verdict["programs"]}
    assert found["wrong"] == ("wrong", 0, 17)  # no formula is solved
    assert found["right"] in (("right", 17, 17), ("right", 14, 17))  # no rate if a time is 0
    kinds = [fault["kind"] for fault in verdict["programs"][0]["faults"]]
    assert kinds == ["wrongly satisfiable", "wrong model"]
    rows = list(csv.DictReader((folder / "grades" / "points.csv").open()))
    assert (rows[0]["program"], rows[0]["correctness"], rows[0]["formulas"]) == ("wrong", "0", "0")
    gradescope = json.loads((folder / "grades" / "gradescope" / "wrong" / "results.json").read_text())
    assert gradescope["score"] == 0
    assert [test["max_score"] for test in gradescope["tests"]] == [10, 4, 3]
    github = json.loads((folder / "grades" / "github" / "wrong" / "results.json").read_text())
    assert (github["version"], github["status"], github["max_score"]) == (1, "fail", 17)
    assert "wrong model" in (folder / "grades" / "reports" / "wrong.txt").read_text()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("correct =", "not TOML"), ("corect = 3", "there is no 'corect'"),
        ("correct = true", "correct: a number"),
        ('[deductions]\n"wrong" = 1', "there is no 'wrong'"), ("deductions = 1", "deductions must be a table"),
        ("[speed]\nbands = [{ rate = 200, points = 1 }]", "at most 100"),
        ("[speed]\nbands = 3", "bands must be a list"),
    ],
)  # fmt: skip
def test_unknown_schemes(satsudoku, folder: Path, text: str, message: str) -> None:
    (folder / "points.toml").write_text(text)
    outcome = satsudoku("grade", "formulas", "--solver", "true", "--points", "points.toml")
    assert outcome.code == 2
    assert message in outcome.err


def test_patterns_define_how_an_answer_is_read(satsudoku, folder: Path, solver) -> None:
    odd = solver("odd", "if grep -q 'cnf 1 2' $1; then echo '<<0>>'; else echo '<<1>> ::-1/2'; fi")
    words = ("grade", "formulas", "--solver", odd, *PLAIN, "--reduce", "0")
    assert satsudoku(*words).code == 1
    outcome = satsudoku(*words, "--sat", "<<1>>", "--unsat", "<<0>>", "--model", r"(?<=[:/])(-?\d+)")
    assert (outcome.code, outcome.err) == (0, "")
    assert satsudoku(*words, "--sat", "(").code == 2


@pytest.mark.long
def test_a_changed_solver_is_graded_again(folder: Path, solver) -> None:
    path = solver("mine", "echo s UNSATISFIABLE")
    command = [sys.executable, "-m", "engine.commands.cli", "grade", "formulas", "--solver", path, "--no-edge-cases",
               "--fuzz", "0", "--reduce", "0", "--json", "--watch"]  # fmt: skip
    root = str(Path(__file__).parents[3])
    with launched(command, cwd=folder, env={**os.environ, "PYTHONPATH": root}, stdout=-1, text=True) as process:
        assert json.loads(process.stdout.readline())["programs"][0]["verdict"] == "wrong"
        solver("mine", *RIGHT)
        assert json.loads(process.stdout.readline())["programs"][0]["verdict"] == "right"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("formulas", "--solver", "./nothing"), "there is no such program"),
        (("nothing.cnf", "--solver", "true"), "nothing.cnf: can't be read"),
        ((".", "--solver", "true"), "there is no CNF file in it"),
        (("formulas", "--solver", "true", "--baseline", "x"), "no solver is called 'x'"),
        (("formulas", "--solver", "true", "-o", "formulas/yes.cnf"), "can't be made"),
        (("formulas",), "--solver"),
    ],
)
def test_submissions_that_can_not_be_graded(satsudoku, folder: Path, words: tuple[str, ...], message: str) -> None:
    outcome = satsudoku("grade", *words)
    assert outcome.code == 2
    assert message in outcome.err


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_leaves_a_report_and_no_process(folder: Path, solver, jobs: str) -> None:
    slow = solver("slow", f"exec sleep 4{os.getpid()}3")
    command = [sys.executable, "-m", "engine.commands.cli", "grade", "formulas", "--solver", "stop=sh {cnf}",
               "--solver", slow, *PLAIN, "--reduce", "0", "--jobs", jobs, "--time-limit", "60"]  # fmt: skip
    root = str(Path(__file__).parents[3])
    with launched(command, cwd=folder, env={**os.environ, "PYTHONPATH": root}, stdout=-1, text=True) as process:
        import psutil

        waiter = threading.Event()
        while not any("sleep" in _command(each)[:1] for each in psutil.Process(process.pid).children(recursive=True)):
            assert process.poll() is None
            waiter.wait(0.02)
        process.send_signal(signal.SIGINT)
        printed, _ = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "The grading is not complete" in printed
    assert (folder / "grades" / "report.html").exists()
    left = [each for each in psutil.process_iter() if f"4{os.getpid()}3" in " ".join(_command(each))]
    assert left == []


def _command(process) -> list[str]:
    import psutil

    try:
        return process.cmdline()
    except psutil.Error:
        return []


@pytest.mark.parametrize("command", ["grade", "compare"])
def test_no_program_runs_without_the_sandbox_that_is_required(
    command: str, satsudoku, folder: Path, solver, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = folder / "ran"
    path = solver("right", f"touch {ran}", *RIGHT)
    words = {"grade": ("--solver", path), "compare": ("--run", f"dpll,{path}")}[command]
    weakest = list(confinement.confinements())[-1]
    for module in (confinement, compare, grade):
        monkeypatch.setattr(module, "confinement", lambda: weakest)
    outcome = satsudoku(command, "formulas/yes.cnf", *words, "--require-sandbox")
    assert outcome.code == 2
    assert "the full sandbox for programs does not work here: Neither bubblewrap nor unshare works here" in outcome.err
    assert not ran.exists()
    warned = satsudoku("compare", "formulas/yes.cnf", "--run", "dpll,./right")
    assert (warned.code, warned.err.count("--require-sandbox refuses")) == (0, 1)
    assert satsudoku("compare", "formulas/yes.cnf", "--run", "dpll", "--require-sandbox").code == 0


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("language", "options", "sentences"),
    [
        ("de", PLAIN, ("Was an wrong falsch ist", "fälschlich erfüllbar")),
        ("de", NO_FUZZ, ("Was an wrong falsch ist", "Die kleinste Formel, die es", "nur Einerklauseln")),
        ("zh_CN", NO_FUZZ, ("wrong 错在哪里", "误判为可满足", "显示这一点的最小公式", "只有单元子句")),
    ],
)
def test_the_reports_are_in_the_language_chosen_and_the_files_for_programs_are_not(
    satsudoku, folder: Path, solver, language: str, options: tuple[str, ...], sentences: tuple[str, ...]
) -> None:
    wrong = solver("wrong", "echo s SATISFIABLE; echo v 1 2 0")
    command = ("grade", "formulas", "--solver", wrong, *options, "-o", "out")
    english = satsudoku(*command)
    outcome = satsudoku(*command, "--lang", language)
    assert (english.code, outcome.code) == (1, 1)
    report = (folder / "out" / "report.md").read_text(encoding="utf-8")
    for sentence in sentences:
        assert sentence in report
    for sentence in sentences[1:]:
        assert sentence in outcome.out
    left = [line for line in outcome.out.splitlines() if line in english.out.splitlines() and " the " in f" {line} "]
    assert left == []
    assert f'lang="{language.replace("_", "-")}"' in (folder / "out" / "report.html").read_text(encoding="utf-8")
    verdict = json.loads((folder / "out" / "verdict.json").read_text(encoding="utf-8"))
    assert "wrongly satisfiable" in {fault["kind"] for each in verdict["programs"] for fault in each["faults"]}
    with (folder / "out" / "runs.csv").open(encoding="utf-8", newline="") as file:
        assert {row["result"] for row in csv.DictReader(file)} >= {"wrongly satisfiable", "wrong model"}
