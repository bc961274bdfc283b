"""Bugs planted in a small solver: each is detected, named correctly, and shown by a smallest formula."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest
from systems import unix

from engine.base.executors import workers
from engine.sat.formula import dimacs, families
from engine.sat.grading import report
from engine.sat.grading.grading import EDGES, GradedFormula, GradingPlan
from engine.sat.grading.judging import WRONG_ANSWERS, JudgementKind, RunJudgement, judge
from engine.sat.grading.results_file import ResultsFile
from engine.sat.grading.rounds import grade
from engine.sat.grading.scoring import scores
from engine.sat.grading.truth import baseline_seconds, decide
from engine.sat.programs.program import SolverProgram
from engine.sat.programs.sandbox import ProgramLimits
from engine.sat.solvers.limits import MEGABYTE, Limits

pytestmark = unix

SOLVER = Path(__file__).with_name("buggy_solver.py")
BOUNDS = ProgramLimits(0.6, 128 * MEGABYTE, 8 * MEGABYTE)


@pytest.fixture(autouse=True)
def machine_may_be_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only processor time counts."""
    monkeypatch.setattr(ProgramLimits, "wall", 60.0)


class Planted(NamedTuple):
    """A bug, the edge case that shows it, the verdict on it, and words of the report."""

    bug: str
    case: str
    kind: JudgementKind
    words: str


PLANTED = [
    Planted("dropped unit", "unit clauses only", JudgementKind.WRONG_MODEL, "clause 4 is false in its model: 4"),
    Planted("wrong sign at backtrack", "one model: -1 -2 -3", JudgementKind.WRONG_UNSAT, "the formula has a model"),
    Planted("no backtracking", "one model: -1 2 -3", JudgementKind.WRONG_UNSAT, "the formula has a model"),
    Planted("empty clause ignored", "an empty clause", JudgementKind.WRONG_SAT, "the formula is unsatisfiable"),
    Planted("tautology", "a tautology", JudgementKind.WRONG_UNSAT, "the formula has a model"),
    Planted(
        "duplicate literals",
        "a literal twice in an unsatisfiable formula",
        JudgementKind.WRONG_SAT,
        "the formula is unsatisfiable",
    ),
    Planted(
        "last clause forgotten",
        "a chain of units to a conflict",
        JudgementKind.WRONG_SAT,
        "the formula is unsatisfiable",
    ),
    Planted(
        "unsatisfiable when it takes long", "one model: -1 -2 -3", JudgementKind.WRONG_UNSAT, "the formula has a model"
    ),
    Planted(
        "clause over several lines", "a clause over several lines", JudgementKind.WRONG_UNSAT, "the formula has a model"
    ),
    Planted("one clause a line", "several clauses on a line", JudgementKind.WRONG_SAT, "the formula is unsatisfiable"),
    Planted("comment in the body", "a comment between clauses", JudgementKind.WRONG_UNSAT, "the formula has a model"),
    Planted("windows line ends", "Windows line ends", JudgementKind.WRONG_MODEL, "is false in its model"),
    Planted("tabs", "blanks, tabs and empty lines", JudgementKind.CRASH, "ValueError"),
    Planted("missing last 0", "no 0 after the last clause", JudgementKind.WRONG_SAT, "the formula is unsatisfiable"),
    Planted("% tail", "% and 0 at the end, as in SATLIB", JudgementKind.CRASH, "ValueError"),
    Planted("header-only variables", "variables in no clause", JudgementKind.CRASH, "IndexError"),
    Planted("crash on an empty formula", "variables, but no clauses", JudgementKind.CRASH, "ValueError"),
    Planted("segmentation fault", "a wide clause", JudgementKind.CRASH, "SIGSEGV"),
    Planted("file written", "unit clauses only", JudgementKind.FILES, "debug.txt"),
    Planted("process left over", "unit clauses only", JudgementKind.PROCESSES, "sleep"),
    Planted("formula changed", "unit clauses only", JudgementKind.FILES, "formula.cnf"),
    Planted("endless loop", "an empty clause", JudgementKind.EASY_TIME, "this is a bug and not slowness"),
    Planted("memory hog", "an empty clause", JudgementKind.EASY_MEMORY, "memory"),
    Planted("flood", "an empty clause", JudgementKind.OUTPUT, "output limit"),
    Planted("silent", "unit clauses only", JudgementKind.WRONG_FORMAT, "no s line"),
    Planted("no model", "unit clauses only", JudgementKind.WRONG_FORMAT, "no v line"),
    Planted("two verdicts", "unit clauses only", JudgementKind.WRONG_FORMAT, "one more s line"),
    Planted("both signs", "unit clauses only", JudgementKind.WRONG_FORMAT, "variable 1 is there more than once"),
    Planted("no 0 behind the model", "unit clauses only", JudgementKind.WRONG_FORMAT, "does not end with a 0"),
    Planted("model cut short", "one model: 1 2 3", JudgementKind.WRONG_MODEL, "only 1 of 3 variables"),
    Planted("off by one", "unit clauses only", JudgementKind.WRONG_MODEL, "one lower: off by one"),
    Planted("signs flipped", "one model: 1 2 3", JudgementKind.WRONG_MODEL, "with all signs flipped"),
    Planted("another order", "variables not in order", JudgementKind.WRONG_MODEL, "in the order in which they occur"),
    Planted("wrong exit code", "unit clauses only", JudgementKind.WRONG_CODE, "exit code 20 says unsatisfiable"),
    Planted(
        "wrong proof", "unsatisfiable, three variables", JudgementKind.WRONG_PROOF, "does not follow: the empty clause"
    ),
]


def solver(bug: str) -> SolverProgram:
    words = (sys.executable, "-I", "-S", str(SOLVER), bug, "{cnf}", "{proof}")
    return SolverProgram(bug.replace(" ", "-"), words)


def judged(bug: str, text: bytes) -> RunJudgement:
    formula = dimacs.parse(text).formula
    truth = decide(formula, Limits())
    truth = replace(truth, baseline=baseline_seconds(formula, 1.0))
    return judge(solver(bug), text, formula, truth, BOUNDS, lambda: False)


class Forgetful:
    """Keeps no results."""

    def stored(self, key: str) -> None:
        return None

    def keep(self, key: str, value: object) -> None:
        pass


@pytest.mark.few(15)
@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.bug)
def test_an_edge_case_shows_the_bug(planted: Planted) -> None:
    text = next(item.text for item in EDGES if item.name == planted.case)
    found = judged(planted.bug, text)
    evidence = {finding.kind: finding.evidence for finding in found.findings}
    assert planted.words in evidence[planted.kind]


@pytest.mark.parametrize("bug", ["debugging output", "wrong words"])
def test_an_answer_in_another_form_is_judged_with_a_remark(bug: str) -> None:
    text = next(item.text for item in EDGES if item.name == "unit clauses only")
    found = judged(bug, text)
    assert (found.kind, bool(found.remark)) == (JudgementKind.SATISFIABLE, True)


@pytest.mark.long
def test_correct_input_is_accepted() -> None:
    with workers() as by:
        plan = GradingPlan((solver("none"),), EDGES, BOUNDS)
        grading = grade(plan, by, Forgetful())
    assert list(grading.failures) == []
    assert {run.judgement.kind for run in grading.runs} == {JudgementKind.SATISFIABLE, JudgementKind.UNSATISFIABLE}


@pytest.mark.slow
def test_every_bug_is_caught_and_shown_by_a_smallest_formula(tmp_path: Path) -> None:
    items = [*EDGES]
    for seed in range(6):
        path = tmp_path / f"random-{seed}.cnf"
        path.write_bytes(dimacs.dumps(families.make("random-ksat", ["9", "39"], seed=seed)))
        items.append(GradedFormula.of(path, path.name))
    names = [*(planted.bug for planted in PLANTED), "nondeterministic", "none"]
    plan = GradingPlan(tuple(map(solver, names)), tuple(items), BOUNDS)
    with workers(2) as by, ResultsFile(tmp_path / "results.jsonl") as results:
        grading = grade(plan, by, results)
    assert grading.is_whole
    assert grading.failures_of("none") == ()
    for planted in PLANTED:
        name = planted.bug.replace(" ", "-")
        score = next(score for score in scores(grading) if score.program == name)
        text = "".join(line for line, _, _ in report.failure_lines(grading, score))
        assert planted.case in text, name
        if planted.case in {item.name for item in score.unread}:
            continue
        assert planted.kind.value in text, name
        failure = next(each for each in grading.failures_of(name) if each.kind is planted.kind)
        assert planted.case in {run.item.name for run in failure.runs}, name
        if planted.kind in WRONG_ANSWERS:
            reduced = failure.reduced
            assert reduced is not None, name
            assert reduced.repeatable, name
            assert reduced.minimal, name
            assert len(dimacs.parse(reduced.text).formula) <= 8, name
            assert judged(planted.bug, reduced.text).kind is planted.kind, name
    found = grading.failures_of("nondeterministic")
    assert any(each.vanished or (each.reduced is not None and not each.reduced.repeatable) for each in found)
