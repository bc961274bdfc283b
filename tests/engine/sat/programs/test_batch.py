"""A program on many formulas in one sandbox, in each kind of sandbox that works here."""

import sys
from pathlib import Path

import pytest
from systems import linux, unix

from engine.base.confinement import landlock
from engine.sat.programs import confinement, sandbox
from engine.sat.programs.batch import executions, takes_several
from engine.sat.programs.program import SolverProgram
from engine.sat.programs.sandbox import ExceededLimit, ProgramLimits
from engine.sat.solvers.limits import MEGABYTE

pytestmark = unix

BOUNDS = ProgramLimits(1.0, 256 * MEGABYTE)
TEXTS = [b"p cnf %d 0\n" % number for number in range(12)]


@pytest.fixture(params=range(len(list(confinement.confinements()))))
def around(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of the kinds."""
    kind = list(confinement.confinements())[request.param]
    monkeypatch.setattr(sandbox, "confinement", lambda: kind)


def program(tmp_path: Path, *lines: str) -> SolverProgram:
    path = tmp_path / "solver.py"
    path.write_text("\n".join(("import sys, os", *lines, "")))
    return SolverProgram("solver", (sys.executable, "-I", "-S", str(path), "{cnf}"))


@pytest.mark.usefixtures("around")
def test_each_run_has_its_own_formula_output_and_exit_code(tmp_path: Path) -> None:
    solver = program(
        tmp_path,
        "number = int(open(sys.argv[1]).read().split()[2])",
        "print('c', number, os.listdir('.'))",
        "open('left', 'w')",
        "if number == 3: raise ValueError(number)",
        "sys.exit(number)",
    )
    found = []
    for done in executions(solver, TEXTS, BOUNDS):
        assert done.exceeded is None
        found.append((done.output.read_text(), done.code, done.error_output[-13:]))
    assert [code for _, code, _ in found] == [0, 1, 2, 1, *range(4, 12)]
    assert [text for text, _, _ in found] == [f"c {number} ['formula.cnf']\n" for number in range(12)]
    assert [error_output for _, _, error_output in found] == [*[""] * 3, "ValueError: 3", *[""] * 8]


@linux
@pytest.mark.few(1)
@pytest.mark.usefixtures("around")
def test_what_each_run_leaves_behind(tmp_path: Path) -> None:
    solver = program(
        tmp_path,
        "number = int(open('formula.cnf').read().split()[2])",
        "if number == 1: os.mkdir('cache'); open('cache/file', 'w'); open('.hidden', 'w'); open('formula.res', 'w')",
        "if number == 2: open('formula.cnf', 'a').write('c')",
        "if number in (3, 5) and not os.fork(): os.execlp('sleep', 'sleep', '60')",
    )
    found = [(done.unexpected_files, done.remaining_processes) for done in executions(solver, TEXTS[:6], BOUNDS)]
    processes = ((), ("sleep",))
    assert found == [((), ()), (("cache/file",), ()), (("formula.cnf",), ()), processes, ((), ()), processes]


@pytest.mark.usefixtures("around")
def test_a_command_other_than_a_script(tmp_path: Path) -> None:
    solver = SolverProgram("cat", ("cat",), as_input=True)
    assert [done.output.read_bytes() for done in executions(solver, TEXTS, BOUNDS)] == TEXTS


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.usefixtures("around")
def test_limits_end_an_executable_by_signals_that_it_does_not_ignore() -> None:
    endless = SolverProgram("endless", ("sh", "-c", "read _ _ n _; [ $n != 1 ] || while :; do :; done"), as_input=True)
    assert [done.exceeded for done in executions(endless, TEXTS[:3], BOUNDS)] == [None, ExceededLimit.TIME, None]
    flood = SolverProgram("flood", ("yes",))
    assert [done.exceeded for done in executions(flood, TEXTS[:2], BOUNDS)] == [ExceededLimit.OUTPUT] * 2


def test_a_script_imports_the_modules_of_its_folder_and_random_numbers_differ(tmp_path: Path) -> None:
    (tmp_path / "colorsys.py").write_text("own = True")
    script = program(tmp_path, "import colorsys, random, wave", "print(colorsys.own, random.random())").words[3]
    solver = SolverProgram("solver", (sys.executable, script, "{cnf}"))
    found = [done.output.read_text().split() for done in executions(solver, TEXTS[:3], BOUNDS)]
    assert [own for own, _ in found] == ["True"] * 3
    assert len({number for _, number in found}) == 3


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.usefixtures("around")
def test_a_run_that_never_ends_does_not_hold_up_the_others(tmp_path: Path) -> None:
    solver = program(tmp_path, "if ' 2 ' in open(sys.argv[1]).read():", "    while True: pass", "print('s UNKNOWN')")
    stops = [done.exceeded for done in executions(solver, TEXTS[:5], BOUNDS)]
    assert stops == [None, None, ExceededLimit.TIME, None, None]


@pytest.mark.usefixtures("around")
def test_a_program_reaches_neither_the_results_nor_the_formulas_to_come(tmp_path: Path) -> None:
    solver = program(
        tmp_path,
        "for number in range(3, 64):",
        "    try: os.write(number, b'forged'); print('wrote', number)",
        "    except OSError: pass",
        "try: open(f'/proc/{os.getppid()}/fd/1', 'w'); print('opened')",
        "except OSError: pass",
    )
    assert [done.output.read_bytes() for done in executions(solver, TEXTS[:2], BOUNDS)] == [b"", b""]


def test_changes_outside_the_folder_are_reported_without_a_sandbox(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "confinement", lambda: list(confinement.confinements())[-1])
    solver = program(tmp_path, "open(sys.argv[0] + '.log', 'w').write('here')", "open('inside', 'w')")
    with sandbox.run_sandboxed(solver.command, TEXTS[0], BOUNDS, readable=solver.readable) as alone:
        for done in (alone, *executions(solver, TEXTS[:2], BOUNDS)):
            log = f"{tmp_path.resolve()}/solver.py.log"
            assert log in done.outside_files  # other programs may write elsewhere meanwhile
            assert done.unexpected_files == ("inside",)


@linux
@pytest.mark.skipif(landlock.version() == 0, reason="there is no Landlock")
def test_landlock_prevents_writing_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "confinement", lambda: list(confinement.confinements())[-1])
    monkeypatch.setattr(sandbox, "WRITABLE", ("/dev/shm",))
    solver = program(tmp_path, "open('inside', 'w')", "open(sys.argv[0] + '.log', 'w')")
    with sandbox.run_sandboxed(solver.command, TEXTS[0], BOUNDS, readable=solver.readable) as done:
        assert "Permission" in done.error_output
        assert (done.outside_files, done.unexpected_files) == ((), ("inside",))


SEVERAL = (
    "for path in sys.argv[1:]:",
    "    words = [int(x) for line in open(path) if line[0] not in 'pc' for x in line.split()]",
    "    n = max(map(abs, words))",
    "    clauses = [[int(x) for x in part.split()] for part in ' '.join(map(str, words)).split(' 0')]",
    "    import itertools",
    "    for signs in itertools.product((1, -1), repeat=n):",
    "        model = [s * v for v, s in enumerate(signs, 1)]",
    "        if all(set(c) & set(model) for c in clauses if c):",
    "            print('s SATISFIABLE'); print('v', *model, 0); break",
    "    else: print('s UNSATISFIABLE')",
)


@pytest.mark.few(1)
@pytest.mark.parametrize(("change", "right"), [
    ((), True), (("    break",), False), (("print('s UNKNOWN')",), False), (("sys.exit(1)",), False),
    (("print('warning', file=sys.stderr)",), False),
])  # fmt: skip
def test_a_program_that_answers_each_of_several_files(tmp_path: Path, change: tuple[str, ...], right: bool) -> None:
    assert takes_several(program(tmp_path, *SEVERAL, *change), BOUNDS) is right


def test_formulas_run_together_have_their_own_answers_and_doubts_are_run_alone(tmp_path: Path) -> None:
    texts = [b"p cnf 1 1\n%d 0\n" % (1 if number % 2 else -1) for number in range(7)]
    many = b"p cnf 2 1\n1 2 0\n" + b"c\n" * 3000
    solver = program(tmp_path, *SEVERAL)
    runs = executions(solver, [*texts, many], BOUNDS, group_size=3)
    found = [(done.output.read_text(), done.in_group) for done in runs]
    answers = [f"s SATISFIABLE\nv {number} 0\n" for number in (-1, 1, -1, 1, -1, 1, -1)]
    assert [answer for answer, _ in found] == [*answers, "s SATISFIABLE\nv 1 2 0\n"]
    assert [together for _, together in found] == [True] * 6 + [False] * 2
    for doubt in ("if len(sys.argv) > 2: print('s UNKNOWN')", "open('debug', 'w')"):
        doubtful = program(tmp_path, *SEVERAL, doubt)
        found = [(done.output.read_text(), done.in_group) for done in executions(doubtful, texts, BOUNDS, group_size=3)]
        assert found == [(answer, False) for answer in answers]
