"""`satsudoku grade`."""

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


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two formulas, and the current one."""
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
    outcome = satsudoku("grade", "formulas", "--solver", wrong, "--solver", right, "--no-edge-cases", "-o", "out")
    assert (outcome.code, outcome.err) == (1, "")
    assert "Processor time, memory, output and processes are limited" in outcome.out
    lines = [line.split() for line in outcome.out.splitlines()]
    assert [line[:5] for line in lines if line[:1] in (["right"], ["wrong"])] == [
        ["right", "2", "0", "0", "0"], ["wrong", "0", "2", "0", "0"], ["wrong"], ["wrong", "verdict,", "1", "time"],
        ["wrong", "model,", "1", "time"],
    ]  # fmt: skip
    assert "yes.cnf: it says satisfiable, but clause 2 is false in its model: -1" in outcome.out
    assert "no.cnf: it says satisfiable, but the formula is unsatisfiable: we have a proof" in outcome.out
    names = {path.name for path in (folder / "out").iterdir()}
    assert names == {
        "report.md", "report.html", "runs.csv", "scores.csv", "cactus.svg", "results.jsonl", "smallest",
    }  # fmt: skip
    assert (folder / "out" / "smallest" / "wrong-wrong-verdict.cnf").read_text() == "p cnf 0 1\n0\n"
    assert (folder / "out" / "smallest" / "wrong-wrong-model.cnf").read_text() == "p cnf 1 1\n-1 0\n"


def test_all_is_well(satsudoku, folder: Path, solver) -> None:
    outcome = satsudoku("grade", "formulas", "--solver", solver("right", *RIGHT), "--no-edge-cases")
    assert (outcome.code, outcome.err) == (0, "")
    assert "Nothing is wrong with right" in (folder / "grades" / "report.md").read_text()


def test_known_answers_count_and_those_to_nothing_are_told(satsudoku, folder: Path, solver) -> None:
    (folder / "answers").write_text("yes.cnf unsat\nother.cnf sat\n")
    claims = solver("claims", "echo s UNSATISFIABLE")
    outcome = satsudoku("grade", "formulas/yes.cnf", "--solver", claims, "--answers", "answers", "--no-edge-cases")
    assert outcome.code == 0
    assert "1 answer to formulas that are not there, such as other.cnf" in outcome.err
    assert "the file of known answers says so" in (folder / "grades" / "runs.csv").read_text()


def test_edge_cases_are_named(satsudoku, folder: Path, solver) -> None:
    outcome = satsudoku("grade", "formulas", "--solver", solver("mute", "exit 0"), "--jobs", "2", "--reduce", "0")
    assert outcome.code == 1
    assert "Edge cases it fails on: no variables and no clauses; variables, but no clauses; " in outcome.out
    assert "It does not take what not every reader has to take: no 0 after the last clause; % and 0" in outcome.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("formulas", "--solver", "./nothing"), "there is no such program"),
        (("nothing.cnf", "--solver", "true"), "nothing.cnf: can't be read"),
        ((".", "--solver", "true"), "there is no CNF file in it"),
        (("formulas", "--solver", "true", "--baseline", "x"), "no solver is called 'x'"),
        (("formulas", "--solver", "true", "-o", "formulas/yes.cnf"), "can't be made"),
        (("formulas",), "--solver"),
    ],
)
def test_what_can_not_be_graded(satsudoku, folder: Path, words: tuple[str, ...], told: str) -> None:
    outcome = satsudoku("grade", *words)
    assert outcome.code == 2
    assert told in outcome.err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_leaves_a_report_and_no_process(folder: Path, solver, jobs: str) -> None:
    slow = solver("slow", f"exec sleep 4{os.getpid()}3")
    command = [sys.executable, "-m", "engine.commands.cli", "grade", "formulas", "--solver", "stop=sh {cnf}",
               "--solver", slow, "--no-edge-cases", "--reduce", "0", "--jobs", jobs, "--time-limit", "60"]  # fmt: skip
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
    assert "This is not all yet" in printed
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
    weakest = list(confinement.every())[-1]
    for module in (confinement, compare, grade):
        monkeypatch.setattr(module, "confinement", lambda: weakest)
    outcome = satsudoku(command, "formulas/yes.cnf", *words, "--require-sandbox")
    assert outcome.code == 2
    assert "the full sandbox for programs does not work here: Neither bubblewrap nor unshare works here" in outcome.err
    assert not ran.exists()
    warned = satsudoku("compare", "formulas/yes.cnf", "--run", "dpll,./right")
    assert (warned.code, warned.err.count("--require-sandbox refuses")) == (0, 1)
    assert satsudoku("compare", "formulas/yes.cnf", "--run", "dpll", "--require-sandbox").code == 0
