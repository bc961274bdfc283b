"""Executables as solvers: their commands, names and answers."""

import sys
from pathlib import Path

import pytest
from systems import unix

from engine.base.errors import InputError
from engine.sat.compare.comparison import Plan, compare, contestant
from engine.sat.formula import families
from engine.sat.formula.formula import Formula
from engine.sat.programs.program import SolverProgram, programs
from engine.sat.result import Status
from engine.sat.solvers.limits import Limits
from engine.sat.solvers.strategy import Strategy

pytestmark = unix

TWO = Formula.of([[1, 2], [-1, 2]], 3)


@pytest.fixture
def script(tmp_path: Path):
    """Make an executable of shell commands."""

    def make(name: str, *lines: str) -> Path:
        path = tmp_path / name
        path.write_text("\n".join(("#!/bin/sh", *lines, "")))
        path.chmod(0o755)
        return path

    return make


def solved(program: SolverProgram, formula: Formula = TWO):
    return program.solve(formula, limits=Limits(5.0))


@pytest.mark.parametrize(
    "lines",
    [
        ("echo s SATISFIABLE; echo v 1 2 0; exit 10",),
        ("echo s 1; echo v 1 2; echo t 5",),
        ("echo SAT; echo 1 2 -3 0",),
        ('test "$1" = "$PWD/formula.cnf" && printf "s 1\\nv 1 2 3\\n" > formula.res; echo thank you',),
    ],
    ids=["competition", "res", "minisat", "a file beside"],
)
def test_answers_in_all_formats(script, lines: tuple[str, ...]) -> None:
    result = solved(SolverProgram.parse(str(script("solver", *lines))))
    assert result.status is Status.SATISFIABLE
    assert list(result.model or ())[:2] == [1, 2]
    assert len(result.model or ()) == 3


def test_commands_and_their_names(script, monkeypatch: pytest.MonkeyPatch) -> None:
    path = script("my solver.sh", "cat > copy; head -c 1 copy > formula.res; printf 's 0\\nv\\n' > formula.res")
    monkeypatch.chdir(path.parent)
    assert SolverProgram.parse("./my solver.sh") == SolverProgram("my solver", (str(path), "{cnf}"))
    assert SolverProgram.parse("it='./my solver.sh' -v <").words == (str(path), "-v")
    assert solved(SolverProgram.parse("it='./my solver.sh' < {cnf}")).status is Status.UNSATISFIABLE
    (path.parent / "plain.py").write_text("print('s UNKNOWN')\n")
    plain = SolverProgram.parse("plain.py")
    assert plain.words == (sys.executable, str(path.parent / "plain.py"), "{cnf}")
    (path.parent / "plain.py").chmod(0o755)  # as on drives that know no rights
    assert SolverProgram.parse("plain.py").words == plain.words
    assert solved(plain).status is Status.UNKNOWN
    assert [program.name for program in programs([str(path.parent)])] == ["my solver", "plain"]
    before = plain.fingerprint
    (path.parent / "plain.py").write_text("print('s SATISFIABLE')\n")
    assert SolverProgram.parse("plain.py").fingerprint != before


@pytest.mark.parametrize(
    "text", ["./nothing", "no-such-program {cnf}", "x=", "", "'open", "{cnf}", "./data", "./empty"]
)
def test_files_that_are_no_program(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").write_text("x\n")
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError):
        programs([text])


def test_two_of_the_same_name_are_refused(script) -> None:
    path = str(script("solver"))
    with pytest.raises(InputError, match="two programs are called solver"):
        programs([path, path])


def test_programs_are_compared_with_our_strategies(script) -> None:
    liar = contestant(str(script("liar", "echo s UNSATISFIABLE")))
    mute = contestant(str(script("mute", "exit 3")))
    cdcl = contestant("cdcl")
    assert cdcl == Strategy("cdcl", "vsids")
    formula = families.make("queens", ["5"])
    (found,) = compare([("queens", formula)], Plan(cdcl, (liar, mute), 5.0))
    assert [run.strategy for run in found.faults] == [liar]
    failed = found.run_of(mute)
    assert failed is not None
    assert failed.failed
    assert "it has no s line" in failed.reason
    assert "exit code 3" in failed.reason


def test_links_are_kept_for_the_python_of_virtual_environments(tmp_path: Path) -> None:
    (tmp_path / "python").symlink_to(sys.executable)
    assert SolverProgram.parse(f"{tmp_path / 'python'} {__file__}").words[0] == str(tmp_path / "python")
