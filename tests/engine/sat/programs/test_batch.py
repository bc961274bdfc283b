"""A program on many formulas in one sandbox, in each kind of sandbox that works here."""

import sys
from pathlib import Path

import pytest
from systems import linux, unix

from engine.base.confinement import landlock
from engine.sat.programs import confinement, sandbox
from engine.sat.programs.batch import executions
from engine.sat.programs.program import SolverProgram
from engine.sat.programs.sandbox import ExceededLimit, ProgramLimits
from engine.sat.solvers.limits import MEGABYTE

pytestmark = unix

BOUNDS = ProgramLimits(1.0, 256 * MEGABYTE)
TEXTS = [b"p cnf %d 0\n" % number for number in range(12)]


@pytest.fixture(params=range(len(list(confinement.every()))))
def around(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of the kinds."""
    kind = list(confinement.every())[request.param]
    monkeypatch.setattr(sandbox, "confinement", lambda: kind)


def program(tmp_path: Path, *lines: str) -> SolverProgram:
    path = tmp_path / "solver.py"
    path.write_text("\n".join(("import sys, os", *lines, "")))
    return SolverProgram("solver", (sys.executable, "-I", "-S", str(path), "{cnf}"))


@pytest.mark.usefixtures("around")
def test_each_run_has_its_own_formula_output_and_exit_code(tmp_path: Path) -> None:
    solver = program(
        tmp_path, "number = int(open(sys.argv[1]).read().split()[2])", "print('c', number, os.listdir('.'))",
        "open('left', 'w')", "if number == 3: raise ValueError(number)", "sys.exit(number)",
    )  # fmt: skip
    found = []
    for done in executions(solver, TEXTS, BOUNDS):
        assert done.stopped is None
        found.append((done.output.read_text(), done.code, done.complaint[-13:]))
    assert [code for _, code, _ in found] == [0, 1, 2, 1, *range(4, 12)]
    assert [text for text, _, _ in found] == [f"c {number} ['formula.cnf']\n" for number in range(12)]
    assert [complaint for _, _, complaint in found] == [*[""] * 3, "ValueError: 3", *[""] * 8]


@pytest.mark.usefixtures("around")
def test_a_command_that_is_no_script(tmp_path: Path) -> None:
    solver = SolverProgram("cat", ("cat",), as_input=True)
    assert [done.output.read_bytes() for done in executions(solver, TEXTS, BOUNDS)] == TEXTS


@pytest.mark.few(1)
@pytest.mark.usefixtures("around")
def test_a_run_that_never_ends_does_not_hold_up_the_others(tmp_path: Path) -> None:
    solver = program(tmp_path, "if ' 2 ' in open(sys.argv[1]).read():", "    while True: pass", "print('s UNKNOWN')")
    stops = [done.stopped for done in executions(solver, TEXTS[:5], BOUNDS)]
    assert stops == [None, None, ExceededLimit.TIME, None, None]


@pytest.mark.usefixtures("around")
def test_a_program_reaches_neither_the_results_nor_the_formulas_to_come(tmp_path: Path) -> None:
    solver = program(
        tmp_path, "for number in range(3, 64):", "    try: os.write(number, b'forged'); print('wrote', number)",
        "    except OSError: pass", "try: open(f'/proc/{os.getppid()}/fd/1', 'w'); print('opened')",
        "except OSError: pass",
    )  # fmt: skip
    assert [done.output.read_bytes() for done in executions(solver, TEXTS[:2], BOUNDS)] == [b"", b""]


def test_what_changes_outside_is_named_where_no_sandbox_prevents_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "confinement", lambda: list(confinement.every())[-1])
    solver = program(tmp_path, "open(sys.argv[0] + '.log', 'w').write('here')", "open('inside', 'w')")
    with sandbox.execution(solver.command, TEXTS[0], BOUNDS, readable=solver.readable) as done:
        assert f"{tmp_path.resolve()}/solver.py.log" in done.outside  # other programs may write elsewhere meanwhile
        assert done.written == ("inside",)


@linux
@pytest.mark.skipif(landlock.version() == 0, reason="there is no Landlock")
def test_landlock_keeps_it_from_writing_outside_so_that_nobody_else_is_blamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "confinement", lambda: list(confinement.every())[-1])
    monkeypatch.setattr(sandbox, "WRITABLE", ("/dev/shm",))
    solver = program(tmp_path, "open('inside', 'w')", "open(sys.argv[0] + '.log', 'w')")
    with sandbox.execution(solver.command, TEXTS[0], BOUNDS, readable=solver.readable) as done:
        assert "Permission" in done.complaint
        assert (done.outside, done.written) == ((), ("inside",))
