"""Fuzzing: small random formulas find solvers with planted search faults, and correct solvers pass."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import count, product
from pathlib import Path

import pytest
from proofs import satisfiable
from systems import linux, unix

from engine.sat.formula import dimacs
from engine.sat.grading import fuzzing
from engine.sat.grading.bug_classes import FEATURES, FuzzSample, bug_classes, features
from engine.sat.grading.fuzz_formulas import FIRST_LARGE, LONG_FAMILIES, fuzz_formula, long_search
from engine.sat.grading.fuzzing import Fuzzing, fuzz, known_formula
from engine.sat.grading.judging import JudgementKind
from engine.sat.grading.reduction import reduce_formula
from engine.sat.grading.truth import decide
from engine.sat.programs.batch import takes_several
from engine.sat.programs.program import SolverProgram
from engine.sat.programs.sandbox import ProgramLimits
from engine.sat.result import Status
from engine.sat.solvers.limits import MEGABYTE, Limits

pytestmark = unix

FOLDER = Path(__file__).parent
BOUNDS = ProgramLimits(1.0, 256 * MEGABYTE)
MAX_VARIABLES = 12

PYTHON = (
    "blocked by any value", "watch stops one early", "watchers lost after a unit", "learns the wrong sign",
    "forgets a literal", "level off by one", "queue not reset", "trail not restored", "unsatisfiable at level 1",
    "learned units forgotten", "clauses sorted in place", "reason not kept",
)  # fmt: skip
C = (
    "none", "second value at depth 3", "trail", "last clause", "wrong pure literals", "stale pure literals",
    "contradiction", "many clauses", "long clause", "last literal", "deep", "repeated literal",
)  # fmt: skip
"""The faults of planted_dpll.c, by number."""
LEARNING = (
    "none", "phase as model", "last clause quiet", "tautology cut", "three literals", "byte for variables",
    "eliminated", "lemma unwritten", "deleted too much", "minimised too much", "byte for lengths", "word of literals",
    "probe", "subsumed", "not the same", "crash after", "unflushed", "units forgotten",
    "reason deleted", "gives up after many conflicts", "gives up in time",
)  # fmt: skip
"""The faults of planted_cdcl.c, by number."""
LARGE = {
    "byte for variables", "byte for lengths", "word of literals", "units forgotten", "reason deleted",
    "gives up after many conflicts", "gives up in time",
}  # fmt: skip
"""Faults that only large formulas show."""
RIGHT = (("python", "none"), ("c", "none"), ("learning", "none"), ("pure", "none"))
QUICK = (
    ("python", "queue not reset"),
    ("c", "contradiction"),
)
BUGS = {
    "python": PYTHON, "cache": ("keys by lengths",), "table": ("last assignment", "first assignment"),
    "pure": ("pure literals kept",), "c": C[1:], "learning": LEARNING[1:],
}  # fmt: skip
ALL = tuple((language, bug) for language, bugs in BUGS.items() for bug in bugs)


NUMBERS = (*range(300), *range(FIRST_LARGE, FIRST_LARGE + 30))
"""Small and large formulas."""
ONE_OR_NONE = {"one model": 1, "no redundant clause": 0}
"""The number of models of the kinds made from a table."""


@pytest.fixture(autouse=True)
def machine_may_be_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only processor time counts."""
    monkeypatch.setattr(ProgramLimits, "wall", 60.0)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Compiles a C file by its name, once."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    folder = tmp_path_factory.mktemp("planted")

    @cache
    def program(name: str) -> str:
        subprocess.run([compiler, "-O1", "-o", str(folder / name), str(FOLDER / f"{name}.c")], check=True)
        return str(folder / name)

    return program


@pytest.fixture
def planted(request: pytest.FixtureRequest, language: str, bug: str) -> SolverProgram:
    """A solver with a fault."""
    if language == "c":
        return SolverProgram(bug, (request.getfixturevalue("compiled")("planted_dpll"), str(C.index(bug)), "{cnf}"))
    if language == "learning":
        program = request.getfixturevalue("compiled")("planted_cdcl")
        return SolverProgram(bug, (program, str(LEARNING.index(bug)), "{cnf}", "{proof}"))
    if language == "cache":
        return SolverProgram(bug, (sys.executable, "-I", "-S", str(FOLDER / "planted_cache.py"), "{cnf}"))
    script = FOLDER / f"planted_{'cdcl' if language == 'python' else language}.py"
    return SolverProgram(bug, (sys.executable, "-I", "-S", str(script), bug, "{cnf}"))


def fuzzed(program: SolverProgram, *mosts: int) -> Fuzzing:
    """The results of that many formulas, and of long searches for a program in C.

    Of several numbers, the first one counts with which a small formula shows a fault; long searches come with the last.
    """
    in_c = program.words[0] != sys.executable
    for most in mosts[:-1]:
        found = fuzz(program, BOUNDS, 1, 1e6, lambda: False, max_small=most, long_searches=False)
        if any(failure.number < FIRST_LARGE for failure in found.failures):
            return found
    return fuzz(program, BOUNDS, 1, 1e6, lambda: False, max_small=mosts[-1], long_searches=in_c)


def shows(program: SolverProgram, *mosts: int) -> None:
    """Fails unless the fault is found and, if it shows every time, a small formula shows it."""
    failure = min(fuzzed(program, *mosts).failures, key=lambda failure: len(failure.text))
    if program.name == "not the same":
        return
    found = reduce_formula(
        program,
        failure.text,
        failure.judgement.kind,
        BOUNDS,
        lambda: False,
        expected=failure.truth,
        seconds=10 if program.name in LARGE else 120,
    )
    assert found is not None
    assert found.repeatable
    assert program.name in LARGE or dimacs.parse(found.text).formula.variables <= MAX_VARIABLES


@pytest.mark.few(1)
@pytest.mark.parametrize(("language", "bug"), QUICK)
def test_a_planted_fault_is_found(planted: SolverProgram) -> None:
    shows(planted, 150)


@pytest.mark.slow
@pytest.mark.parametrize(("language", "bug"), ALL)
def test_every_planted_fault_is_found(planted: SolverProgram) -> None:
    shows(planted, 150, 1500)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize(
    ("language", "bug"), [("table", "last assignment"), ("table", "first assignment"), ("pure", "pure literals kept")]
)
def test_a_fault_on_few_formulas_is_found_with_any_seed(planted: SolverProgram, seed: int) -> None:
    for most in (60, 200, 500):
        found = fuzz(planted, BOUNDS, seed, 1e6, lambda: False, max_small=most, long_searches=False)
        if found.counts.get(JudgementKind.WRONG_UNSAT, 0) > 1:
            break
    else:
        pytest.fail("at most one of 500 formulas shows the fault")


@pytest.mark.long
def test_only_what_is_wrong_alone_counts_for_a_program_that_takes_several_files(tmp_path: Path) -> None:
    script = tmp_path / "several.py"
    solver = FOLDER / "planted_pure.py"
    lines = (
        "import sys",
        f"source = compile(open({str(solver)!r}).read(), 'solver', 'exec')",
        "paths = sys.argv[1:]",
        "for number, path in enumerate(paths):",
        "    sys.argv[1:] = ['none', path]",
        "    if number == 3: print('s UNSATISFIABLE')",
        "    else: exec(source, {})",
    )
    script.write_text("\n".join(lines))
    program = SolverProgram("several", (sys.executable, "-I", "-S", str(script), "{cnf}"))
    assert takes_several(program, BOUNDS)
    found = fuzz(program, BOUNDS, 1, 1e6, lambda: False, max_small=24, long_searches=False)
    assert found.formulas >= 24
    assert dict(found.counts) == {}


@linux
@pytest.mark.long
def test_files_and_processes_that_only_some_formulas_leave_behind(tmp_path: Path) -> None:
    script = tmp_path / "leaving.py"
    solver = (FOLDER / "planted_pure.py").read_text()
    leaving = (
        "import os",
        "words = open(sys.argv[-1]).read().split()",
        "if '4' in words[2:3]: open('debug.txt', 'w')",
        "if '5' in words[2:3] and not os.fork(): os.execlp('sleep', 'sleep', '60')",
    )
    script.write_text("\n".join(("import sys", *leaving, solver)))
    program = SolverProgram("leaving", (sys.executable, "-I", "-S", str(script), "none", "{cnf}"))
    found = fuzz(program, BOUNDS, 1, 1e6, lambda: False, max_small=24, long_searches=False)
    assert set(found.counts) == {JudgementKind.FILES, JudgementKind.PROCESSES}
    variables = {JudgementKind.FILES: 4, JudgementKind.PROCESSES: 5}
    for failure in found.failures:
        assert dimacs.parse(failure.text).formula.variables == variables[failure.judgement.kind]
        name = "debug.txt" if failure.judgement.kind is JudgementKind.FILES else "sleep"
        assert name in failure.judgement.evidence


def test_any_number_makes_a_formula() -> None:
    for number in (*range(1000), *range(FIRST_LARGE, FIRST_LARGE + 20)):
        assert fuzz_formula(5, number).formula.variables >= 0


def test_formulas_with_one_model_need_every_clause() -> None:
    of_table = [made for made in (fuzz_formula(4, number) for number in range(200)) if made.kind in ONE_OR_NONE]
    assert {made.kind for made in of_table} == set(ONE_OR_NONE)
    ends = 0
    for formula, models in ((made.formula, ONE_OR_NONE[made.kind]) for made in of_table):
        clauses = list(formula)
        found = list(satisfying(clauses, formula.variables))
        values = {value for model in found for value in model}
        unused = formula.variables - len({abs(literal) for clause in clauses for literal in clause})
        assert len(found) == models << unused
        ends += len(values) == 1
        for place in range(len(clauses)):
            rest = clauses[:place] + clauses[place + 1 :]
            assert sum(1 for _ in satisfying(rest, formula.variables)) > len(found)
    assert ends > 1


def satisfying(clauses: Sequence[Sequence[int]], variables: int) -> Iterator[tuple[bool, ...]]:
    """All models of a small formula."""
    for model in product((False, True), repeat=variables):
        if all(any(model[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in clauses):
            yield model


@pytest.mark.slow
@pytest.mark.parametrize(("language", "bug"), [("learning", "gives up after many conflicts")])
def test_a_formula_with_many_conflicts_shows_it_without_a_proof(planted: SolverProgram) -> None:
    program = replace(planted, words=planted.words[:-1])
    failures = fuzz(program, BOUNDS, 1, 1e6, lambda: False, max_small=16).failures
    assert {failure.judgement.kind for failure in failures} == {JudgementKind.WRONG_UNSAT}
    assert {failure.kind for failure in failures} <= {"two opposite models", "two opposite models, units"}


@pytest.mark.long
def test_the_seconds_are_of_processor_time(compiled: Callable[[str], str], monkeypatch: pytest.MonkeyPatch) -> None:
    program = SolverProgram("none", (compiled("planted_dpll"), "0", "{cnf}"))
    clock = count(step=1)  # as on a machine on which hardly anything runs
    monkeypatch.setattr(fuzzing, "thread_time", lambda: 0.0)
    monkeypatch.setattr(fuzzing, "perf_counter", lambda: next(clock) / 10)
    busy = fuzz(program, BOUNDS, 1, 1.0, lambda: False, max_small=300, long_searches=False)
    assert busy.formulas > 16


@pytest.mark.slow
@pytest.mark.parametrize(("language", "bug"), RIGHT)
def test_a_right_solver_passes(planted: SolverProgram) -> None:
    most = 400 if planted.words[0] == sys.executable else 2000
    found = fuzzed(planted, most)
    assert found.formulas >= most
    assert dict(found.counts) == {}


def test_formulas_depend_on_seed_and_number_alone_and_are_small() -> None:
    made = [fuzz_formula(5, number) for number in NUMBERS]
    assert made == [fuzz_formula(5, number) for number in NUMBERS]
    assert made != [fuzz_formula(6, number) for number in NUMBERS]
    assert all(each.formula.variables <= 30 for each in made if each.number < FIRST_LARGE)
    assert sum(each.formula.variables <= 12 for each in made) > 230
    assert any(each.formula.variables > 127 for each in made)
    assert any(len(clause) > 255 for each in made for clause in each.formula)


def test_verdicts_of_long_searches_are_those_of_our_solver() -> None:
    for family in LONG_FAMILIES:
        for step in range(4):
            made = long_search(5, family, step)
            assert made == long_search(5, family, step)
            assert decide(made.formula, Limits()).status is made.status


@pytest.mark.long
def test_verdicts_are_those_of_the_truth_table_and_both_occur_often() -> None:
    statuses = []
    for number in range(200):
        _, _, formula, truth = known_formula(3, number)
        statuses.append(truth.status)
        if formula.variables <= 10:
            assert (truth.status is Status.SATISFIABLE) == satisfiable(formula)
    assert statuses.count(Status.UNKNOWN) <= 2, "a solver of ours rarely takes too long"
    assert min(statuses.count(Status.SATISFIABLE), statuses.count(Status.UNSATISFIABLE)) > 50


@pytest.mark.long
def test_every_feature_occurs_and_is_absent() -> None:
    seen = [features(formula, truth.status) for _, _, formula, truth in (known_formula(3, n) for n in NUMBERS)]
    for name in FEATURES:
        assert 0 < sum(name in each for each in seen) < len(seen), name


def test_common_properties_of_failing_formulas() -> None:
    def sample(fault: JudgementKind | None, *names: str) -> FuzzSample:
        return FuzzSample(frozenset(names), fault)

    failing = [sample(JudgementKind.WRONG_UNSAT, "satisfiable", "units", "pure")] * 3
    passing = [*[sample(None, "pure")] * 30, *[sample(None, "units")] * 2]
    (found,) = bug_classes(JudgementKind.WRONG_UNSAT, [*failing, *passing])
    assert (found.feature, found.failing, found.without) == ("units", 3, 30)
    assert bug_classes(JudgementKind.WRONG_UNSAT, [*failing, *passing[:10]]) == ()
    assert bug_classes(JudgementKind.WRONG_UNSAT, [failing[0], *passing]) == ()
