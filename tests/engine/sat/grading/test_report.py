"""The reports of a grading with every kind of event: each sentence, number and column, without running a program."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from syrupy.assertion import SnapshotAssertion

from engine.base.language import _, speaking
from engine.sat.formula import dimacs
from engine.sat.formula.formula import Formula
from engine.sat.grading import exports, report
from engine.sat.grading.bug_classes import BugClass
from engine.sat.grading.fuzzing import FuzzFailure, Fuzzing
from engine.sat.grading.grading import EDGES, Failure, GradedFormula, GradedRun, Grading, GradingPlan, failures, settle
from engine.sat.grading.judging import SOLVED, Finding, JudgementKind, RunJudgement
from engine.sat.grading.points import PointsScheme, points
from engine.sat.grading.reduction import ReducedFormula
from engine.sat.grading.scoring import ranked, scores
from engine.sat.grading.truth import Truth
from engine.sat.programs.program import SolverProgram
from engine.sat.programs.sandbox import ProgramLimits
from engine.sat.result import Status

SAT, UNSAT, UNKNOWN = Status.SATISFIABLE, Status.UNSATISFIABLE, Status.UNKNOWN
FILES = tuple(GradedFormula(f"{name}.cnf", name, Path(f"{name}.cnf")) for name in "abcdef")
STRICT = next(item for item in EDGES if not item.lenient)
LENIENT = next(item for item in EDGES if item.lenient)
TEXT = dimacs.dumps(Formula.of([[1, -2], [2]]))


def right(seconds: float, status: Status = SAT) -> RunJudgement:
    kind = JudgementKind.SATISFIABLE if status is SAT else JudgementKind.UNCONFIRMED
    return RunJudgement(kind, "", status, seconds, 2 * seconds, 30_000_000)


def bad(kind: JudgementKind, status: Status = UNKNOWN) -> RunJudgement:
    return RunJudgement(kind, f"this is {kind.value}", status, 0.25, 0.5, 1_500_000, printed=f"s {kind.value}\nv 1 0")


JUDGEMENTS = {
    "good": [*map(right, (0.1, 0.2, 0.4)), right(0.3, UNSAT), right(0.5, UNSAT), right(0.01), right(0.01), right(0.01)],
    "slow": [
        right(1.0), bad(JudgementKind.TIME), bad(JudgementKind.MEMORY), right(1.5, UNSAT),
        bad(JudgementKind.UNDECIDED), right(0.2), bad(JudgementKind.CRASH), bad(JudgementKind.WRONG_FORMAT),
    ],
    "guesser": [
        right(0.05, UNSAT), replace(right(0.06), remark="the model from"), replace(right(0.07), remark="no model"),
        replace(bad(JudgementKind.WRONG_UNSAT, UNSAT), remark="a format of its own, in many words"), right(0.08, UNSAT),
        replace(right(0.09), remark="the model from"),
        right(0.01), bad(JudgementKind.CRASH),
    ],
    "broken": [
        bad(JudgementKind.WRONG_MODEL, SAT), bad(JudgementKind.CRASH),
        replace(right(0.5), traces=(Finding(JudgementKind.FILES, "it wrote files"),)),
        bad(JudgementKind.WRONG_SAT, SAT), bad(JudgementKind.EASY_TIME), bad(JudgementKind.CRASH),
        bad(JudgementKind.NOT_STARTED), bad(JudgementKind.CRASH),
    ],
}  # fmt: skip
FUZZING = {
    "good": Fuzzing(1200, remark="a format of its own"),
    "slow": Fuzzing(900),
    "guesser": Fuzzing(1000),
    "broken": Fuzzing(
        1500,
        {JudgementKind.CRASH: 40},
        (FuzzFailure(7, "units", TEXT, Truth(SAT, "so"), bad(JudgementKind.CRASH)),),
        {JudgementKind.CRASH: (BugClass("units", 40, 300),)},
    ),
}


@pytest.fixture
def grading(monkeypatch: pytest.MonkeyPatch) -> Grading:
    monkeypatch.setattr(report, "confinement", lambda: SimpleNamespace(weakness="no namespaces"))
    items = (*FILES, STRICT, LENIENT)
    programs = tuple(SolverProgram(name, ("x", "{proof}") if name == "good" else ("x",)) for name in JUDGEMENTS)
    plan = GradingPlan(programs, items, ProgramLimits(2.0, 128_000_000), baseline="slow", fuzz=5.0, seed=3)
    status = dict(zip(FILES, (SAT, SAT, SAT, UNSAT, UNKNOWN, SAT), strict=True))
    truths = {item: Truth(status.get(item, SAT), "so they say") for item in items}
    runs = [
        GradedRun(name, item, judgement)
        for name, judgements in JUDGEMENTS.items()
        for item, judgement in zip(items, judgements, strict=True)
    ]
    verdicts, settled = settle(truths, runs)
    found = [_reduced(number, failure) for number, failure in enumerate(failures(settled, FUZZING))]
    return Grading(plan, verdicts, tuple(settled), tuple(found), FUZZING)


def _reduced(number: int, failure: Failure) -> Failure:
    """Each way in which the search for a smallest formula can end."""
    ways = (
        ReducedFormula(TEXT, bad(JudgementKind.CRASH)),
        ReducedFormula(TEXT, bad(JudgementKind.CRASH), minimal=False),
        ReducedFormula(TEXT, replace(bad(JudgementKind.CRASH), printed=""), plain=False),
        ReducedFormula(TEXT, bad(JudgementKind.CRASH), repeatable=False),
        None,
    )
    return replace(failure, reduced=ways[number % 5], vanished=number % 10 == 9)


def test_every_report(grading: Grading, snapshot: SnapshotAssertion) -> None:
    assert report.as_markdown(grading) == snapshot(name="markdown")
    assert report.as_html(grading).replace("</tr>", "</tr>\n") == snapshot(name="html")
    assert report.runs_csv(grading) + report.scores_csv(grading) == snapshot(name="tables")
    lines = [line for name in JUDGEMENTS for line in ("", name, *report.program_lines(grading, name))]
    assert "\n".join(lines) == snapshot(name="programs")


def test_a_part_of_it(grading: Grading, snapshot: SnapshotAssertion) -> None:
    """Pending runs are mentioned, and have no verdict in the table."""
    some = replace(grading, runs=grading.runs[:10], fuzzing={}, failures=(), plan=replace(grading.plan, baseline=""))
    assert report.as_markdown(some) == snapshot


def test_a_complete_grading(grading: Grading) -> None:
    assert grading.is_whole
    assert not replace(grading, runs=grading.runs[1:]).is_whole
    assert not replace(grading, fuzzing={}).is_whole
    assert replace(grading, fuzzing={}, plan=replace(grading.plan, fuzz=0)).is_whole


def test_failed_edge_cases_are_named_and_universally_refused_ones_blame_no_solver(grading: Grading) -> None:
    lines = {name: "\n".join(report.program_lines(grading, name)) for name in JUDGEMENTS}
    assert [name for name, text in lines.items() if STRICT.name in text] == ["slow", "broken"]
    assert [name for name, text in lines.items() if LENIENT.name in text] == ["slow", "guesser", "broken"]
    without_good = replace(
        grading,
        plan=replace(grading.plan, programs=grading.plan.programs[1:]),
        runs=tuple(run for run in grading.runs if run.program != "good"),
    )
    assert LENIENT.name not in "\n".join(report.program_lines(without_good, "guesser"))
    assert any(LENIENT.name in line for line in report.setup(without_good))


@pytest.mark.parametrize(
    "scheme",
    [
        PointsScheme(),
        PointsScheme(
            10, {JudgementKind.CRASH: 3.0, JudgementKind.WRONG_MODEL: 0.0}, 1.0, 0.5, ((0.0, 1.0), (50.0, 3.0))
        ),
        PointsScheme(2.0, {}, 5.0, 0.0, ((90.0, 4.0),)),
    ],
    ids=["usual", "bands", "strict"],
)
def test_points(grading: Grading, scheme: PointsScheme, snapshot: SnapshotAssertion) -> None:
    given = [points(grading, score, scheme) for score in scores(grading)]
    lines = [str(scheme.maximum(6)), *(line for each in given for line in report.points_lines(each))]
    assert "\n".join(lines) == snapshot
    assert all(0 <= part.points <= part.maximum for each in given for part in each.parts)


def test_every_judgement_is_translated() -> None:
    for language in ("de", "zh_CN"):
        with speaking(language):
            assert [kind for kind in JudgementKind if _(kind.value) == kind.value] == []


def test_who_solves_nothing_gets_no_points_for_correctness(grading: Grading) -> None:
    score = replace(next(score for score in scores(grading) if score.program == "slow"), times=())
    correctness = points(grading, score, PointsScheme()).parts[0]
    assert (correctness.points, correctness.reason) == (0, "no formula is solved")


def test_the_best_comes_first(grading: Grading) -> None:
    assert [score.program for score in ranked(scores(grading))] == ["good", "slow", "guesser", "broken"]
    for score in scores(grading):
        assert score.solved + score.wrong + score.other_faults + score.slow + score.doubtful == len(FILES)
        assert score.solved <= sum(judgement.kind in SOLVED for judgement in JUDGEMENTS[score.program])


def test_result_files(grading: Grading, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion) -> None:
    """The results for scripts, for Gradescope and for GitHub Classroom."""
    monkeypatch.setattr(exports, "confinement", lambda: SimpleNamespace(is_full=False))
    scheme = PointsScheme(10, {JudgementKind.CRASH: 3.0}, 1.0, 0.5, ((0.0, 1.0), (50.0, 3.0)))
    given = [points(grading, score, scheme) for score in scores(grading)]
    by_name = {each.program: each for each in given}
    found = [exports.as_json(exports.verdict(grading, some)) for some in ({}, by_name)]
    found += [exports.as_json(form(grading, each)) for form in exports.FORMS.values() for each in given]
    assert "\n".join([*found, exports.points_csv(given), exports.points_csv([])]) == snapshot
