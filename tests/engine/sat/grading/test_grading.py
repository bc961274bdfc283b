"""Grading as a whole: verdicts, scores, stored results, resuming, and reports."""

import csv
import io
import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from html.parser import HTMLParser
from itertools import product
from pathlib import Path

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from systems import unix

from engine.base.delta_debugging import ddmin
from engine.base.errors import InputError
from engine.base.executors import workers
from engine.sat.formula import dimacs
from engine.sat.formula.formula import Formula
from engine.sat.grading import judging, report
from engine.sat.grading.bug_classes import BugClass
from engine.sat.grading.edge_cases import EDGE_CASES
from engine.sat.grading.fuzz_formulas import FIRST_LARGE, fuzz_formula
from engine.sat.grading.grading import (
    EDGES,
    Failure,
    FormulaSource,
    GradedFormula,
    GradedRun,
    Grading,
    GradingPlan,
    failures,
    settle,
    with_common_features,
)
from engine.sat.grading.judging import JudgementKind, RunJudgement
from engine.sat.grading.reduction import ReducedFormula, reduce_formula
from engine.sat.grading.results_file import ResultsFile
from engine.sat.grading.rounds import GradingProgress, grade
from engine.sat.grading.scoring import ranked, scores
from engine.sat.grading.truth import Truth, decide, read_answers
from engine.sat.programs.program import SolverProgram
from engine.sat.programs.sandbox import ProgramLimits
from engine.sat.result import Status
from engine.sat.solvers.limits import MEGABYTE, Limits

SAT, UNSAT, UNKNOWN = Status.SATISFIABLE, Status.UNSATISFIABLE, Status.UNKNOWN
BOUNDS = ProgramLimits(2.0, 128 * MEGABYTE)
HOSTILE = "<script>alert('|')</script>&\x1b[31m"
A, B = (GradedFormula(f"{HOSTILE}{name}.cnf", name, Path(f"{name}.cnf")) for name in "ab")


def made(*runs: tuple[str, GradedFormula, RunJudgement], **statuses: Status) -> Grading:
    """A grading of these runs, without running anything."""
    names = dict.fromkeys(program for program, _, _ in runs)
    items = dict.fromkeys(item for _, item, _ in runs)
    programs = tuple(SolverProgram(name, ("x",)) for name in names)
    plan = GradingPlan(programs, tuple(items), BOUNDS, baseline=programs[0].name)
    truths = {item: Truth(statuses.get(item.digest, UNKNOWN), "so they say") for item in items}
    verdicts, settled = settle(truths, [GradedRun(*run) for run in runs])
    return Grading(plan, verdicts, tuple(settled), tuple(failures(settled)))


def model(seconds: float = 1.0) -> RunJudgement:
    return RunJudgement(JudgementKind.SATISFIABLE, "", SAT, seconds)


def unproved(kind: JudgementKind = JudgementKind.UNCONFIRMED) -> RunJudgement:
    return RunJudgement(kind, "", UNSAT, 1.0)


def kinds(grading: Grading) -> list[JudgementKind]:
    return [run.judgement.kind for run in grading.runs]


def test_a_model_refutes_solvers_answering_unsatisfiable() -> None:
    grading = made(("one", A, unproved()), ("two", A, model()))
    assert kinds(grading) == [JudgementKind.WRONG_UNSAT, JudgementKind.SATISFIABLE]
    assert "two found one" in grading.runs[0].judgement.evidence
    assert [(each.program, each.kind) for each in grading.failures] == [("one", JudgementKind.WRONG_UNSAT)]


def test_a_model_refutes_the_file_of_known_answers() -> None:
    grading = made(("one", A, unproved(JudgementKind.UNSATISFIABLE)), ("two", A, model()), a=UNSAT)
    assert kinds(grading) == [JudgementKind.WRONG_UNSAT, JudgementKind.SATISFIABLE]
    assert grading.truths[A].status is SAT


def test_a_proof_confirms_solvers_without_one_and_no_solver_confirms_itself() -> None:
    grading = made(("one", A, unproved()), ("two", A, unproved(JudgementKind.UNSATISFIABLE)), ("one", B, unproved()))
    assert kinds(grading) == [JudgementKind.UNSATISFIABLE, JudgementKind.UNSATISFIABLE, JudgementKind.UNCONFIRMED]
    assert list(grading.failures) == []


def test_scores() -> None:
    late = RunJudgement(JudgementKind.TIME, "", UNKNOWN, 2.1)
    wrong = RunJudgement(JudgementKind.WRONG_MODEL, "no", SAT, 0.1)
    grading = made(
        ("slow", A, model(1.0)),
        ("slow", B, late),
        ("fast", A, model(0.5)),
        ("fast", B, model(0.25)),
        ("bad", A, model(0.1)),
        ("bad", B, wrong),
    )
    best_first = ranked(scores(grading))
    assert [score.program for score in best_first] == ["fast", "slow", "bad"]
    assert [score.par2 for score in best_first] == [0.375, 2.5, 4.05]
    assert [(score.solved, score.wrong, score.slow) for score in best_first] == [(2, 0, 0), (1, 0, 1), (1, 1, 0)]
    assert [str(score.rate) for score in best_first] == ["50.00 %", "0.00 %", "90.00 %"]


def test_times_of_hardly_more_than_starting_have_no_rate() -> None:
    edge = next(item for item in EDGES if not item.lenient)
    runs = [("tiny", edge, model(0.03)), ("slow", edge, model(0.03)), ("start", edge, model(0.3))]
    runs += [("tiny", A, model(0.04)), ("slow", A, model(0.1)), ("start", A, model(0.34))]
    grading = made(*runs)
    truths = {edge: Truth(SAT, "", 1e-6), A: Truth(SAT, "", 1e-5)}
    ours = Grading(replace(grading.plan, baseline=""), truths, grading.runs)
    assert [(score.program, score.too_short, score.rate is None) for score in scores(ours)] == [
        ("tiny", True, True),
        ("slow", False, False),
        ("start", True, True),
    ]
    assert "too short to compare" in report.as_markdown(ours)
    assert report.ranking_row(scores(ours)[0])[6] == "too short"
    assert "too short to compare" not in report.as_markdown(made(("one", A, model()), ("two", A, model())))


def graded(items: int, satisfiable: int, command: tuple[str, ...] = ("x",)) -> Grading:
    """Programs on formulas, some satisfiable: one guesses unsatisfiable, one is silent, one has models."""
    things = [GradedFormula(f"{number}.cnf", str(number), Path(f"{number}.cnf")) for number in range(items)]
    runs = []
    for number, item in enumerate(things):
        has_model = number < satisfiable
        guess = RunJudgement(JudgementKind.WRONG_UNSAT if has_model else JudgementKind.UNSATISFIABLE, "", UNSAT, 0.01)
        runs += [
            GradedRun("guessing", item, guess),
            GradedRun("silent", item, RunJudgement(JudgementKind.UNDECIDED, "", UNKNOWN, 0.01)),
            GradedRun("finding", item, model() if has_model else RunJudgement(JudgementKind.TIME, "", UNKNOWN, 2.0)),
        ]
    names = ("finding", "silent", "guessing")
    plan = GradingPlan(tuple(SolverProgram(name, command) for name in names), tuple(things), BOUNDS, baseline=names[0])
    truths = {item: Truth(SAT if number < satisfiable else UNSAT) for number, item in enumerate(things)}
    return Grading(plan, truths, tuple(runs), tuple(failures(runs)))


@pytest.mark.parametrize(("items", "satisfiable"), [(1, 1), (2, 1), (10, 1), (100, 1), (100, 99)])
def test_guessing_costs_more_than_silence(items: int, satisfiable: int) -> None:
    grading = graded(items, satisfiable)
    finding, silent, guessing = ranked(scores(grading))
    assert [score.program for score in (finding, silent, guessing)] == ["finding", "silent", "guessing"]
    assert finding.par2 < silent.par2 < guessing.par2
    assert (guessing.solved, guessing.wrong, guessing.doubtful) == (0, satisfiable, items - satisfiable)
    assert guessing.rate is None
    if guessing.doubtful:
        assert "No credit" in report.as_markdown(grading)


def test_correct_or_proved_answers_count_for_unsatisfiable() -> None:
    right = scores(graded(3, 0))[2]
    assert (right.solved, right.doubtful) == (3, 0)
    proving = scores(graded(3, 1, ("x", "{cnf}", "{proof}")))[2]
    assert (proving.solved, proving.wrong, proving.doubtful) == (2, 1, 0)
    assert proving.par2 == pytest.approx((2 * 0.01 + 4 * BOUNDS.seconds) / 3)


@settings(max_examples=amount(200))
@given(st.lists(st.integers(0, 20), max_size=14), st.sets(st.integers(0, 20), max_size=3))
def test_ddmin_leaves_exactly_the_needed_items(pieces: list[int], needed: set[int]) -> None:
    def fails(some: Sequence[int]) -> bool:
        return needed <= set(some)

    if fails(pieces):
        assert sorted(ddmin(pieces, fails)) == sorted(needed)


def test_our_verdicts_on_the_edge_cases_are_those_of_the_truth_table() -> None:
    from proofs import satisfiable

    for case in EDGE_CASES:
        if case.formula.variables <= 10:
            assert (decide(case.formula, Limits()).status is SAT) == satisfiable(case.formula), case.name


def test_no_verdict_without_time() -> None:
    from engine.sat.formula import families

    assert decide(families.make("random-ksat", ["300", "1278"]), Limits(1e-6)).status is UNKNOWN


def test_known_answers(tmp_path: Path) -> None:
    path = tmp_path / "answers"
    path.write_text("# mine\na.cnf sat\nsub/b c.cnf,UNSAT\n\nd.cnf;20\ne.cnf unknown\n")
    assert read_answers(path) == {"a.cnf": SAT, "b c.cnf": UNSAT, "d.cnf": UNSAT, "e.cnf": UNKNOWN}
    path.write_text("a.cnf sat\nb.cnf perhaps\n")
    with pytest.raises(InputError, match=r"answers:2: no verdict: b\.cnf perhaps"):
        read_answers(path)


def test_saved_lines_are_restored_without_a_half_line(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    with ResultsFile(path) as results:
        results.keep("one", [1, "x"])
        results.keep("two", [None])
    whole = path.read_bytes()
    path.write_bytes(whole[:-3])
    with ResultsFile(path) as results:
        assert (results.stored("one"), results.stored("two")) == ([1, "x"], None)
        results.keep("two", [None])
    assert path.read_bytes() == whole
    path.write_text("not ours\n")
    with pytest.raises(InputError, match="no result"):
        ResultsFile(path)


# with real programs


@pytest.fixture
def program(tmp_path: Path) -> Callable[..., SolverProgram]:
    def make(name: str, *lines: str) -> SolverProgram:
        path = tmp_path / name
        path.write_text("\n".join(("#!/bin/sh", *lines, "")))
        path.chmod(0o755)
        return SolverProgram.parse(str(path))

    return make


@pytest.fixture
def formulas(tmp_path: Path) -> tuple[GradedFormula, ...]:
    texts = {"a.cnf": "p cnf 2 2\n1 2 0\n-1 0\n", "b.cnf": "p cnf 1 2\n1 0\n-1 0\n"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    return tuple(GradedFormula.of(tmp_path / name, name) for name in texts)


@pytest.mark.long
@unix
def test_an_interrupted_grading_resumes_and_a_changed_program_is_rerun(
    program: Callable[..., SolverProgram], formulas: tuple[GradedFormula, ...], tmp_path: Path
) -> None:
    ran = tmp_path / "ran"
    plan = GradingPlan((program("no", "echo s UNSATISFIABLE"), program("may", "echo s UNKNOWN")), formulas, BOUNDS)
    stages: list[GradingProgress] = []

    def go(plan: GradingPlan, cancel: Callable[[], bool] = lambda: False) -> Grading:
        stages.clear()
        with workers() as by, ResultsFile(tmp_path / "results.jsonl") as results:
            return grade(plan, by, results, on_progress=lambda stage, _: stages.append(stage), cancel=cancel)

    part = go(plan, lambda: bool(stages) and (stages[-1].round, stages[-1].done) == (1, 2))
    assert [run.item.name for run in part.runs] == ["a.cnf", "a.cnf"]
    assert not part.is_whole
    assert "2 of 4" in report.as_markdown(part)
    stored = [json.loads(line)["value"][0] for line in (tmp_path / "results.jsonl").read_text().splitlines()]
    names = {"kind", "evidence", "said", "seconds", "wall", "peak", "printed", "traces", "remark"}
    assert [set(value) for value in stored if isinstance(value, dict)] == [names, names]
    whole = go(plan)
    assert [stage.done for stage in stages if stage.round == 1] == [2, 3, 4]
    assert whole.is_whole
    assert [(each.program, each.kind) for each in whole.failures] == [
        ("no", JudgementKind.WRONG_UNSAT),
        ("may", JudgementKind.EASY_UNDECIDED),
    ]
    smallest = whole.failures[0].reduced
    assert smallest is not None
    assert smallest.text == b"p cnf 1 1\n-1 0\n"
    again = go(plan)
    assert again == whole
    assert [(stage.round, stage.done) for stage in stages] == [(0, 2), (1, 4), (3, 2)]
    changed = GradingPlan((program("no", "echo s UNKNOWN"), plan.programs[1]), formulas, BOUNDS)
    assert {each.kind for each in go(changed).failures} == {JudgementKind.EASY_UNDECIDED}
    assert [stage.done for stage in stages if stage.round == 1] == [2, 3, 4]
    assert not ran.exists()


@unix
def test_results_of_a_changed_program_are_not_kept_for_the_old_one(
    program: Callable[..., SolverProgram], formulas: tuple[GradedFormula, ...], tmp_path: Path
) -> None:
    plan = GradingPlan((program("no", "echo s UNSATISFIABLE"),), formulas[:1], BOUNDS, fuzz=0, reduction=0)
    assert plan.programs[0].fingerprint
    program("no", "echo s SATISFIABLE; echo v -1 2 0")
    with workers() as by, ResultsFile(tmp_path / "results.jsonl") as results:
        assert grade(plan, by, results).failures == ()
    stored = [json.loads(line)["value"][0] for line in (tmp_path / "results.jsonl").read_text().splitlines()]
    assert [type(value) for value in stored] == [list]  # a verdict of ours


# reports


class Page(HTMLParser):
    """The tags of a page and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


@unix
@pytest.mark.parametrize("runs", [1, 2])
def test_time_that_is_over_in_the_first_runs_of_a_reduction_keeps_the_report(
    runs: int, formulas: tuple[GradedFormula, ...], program: Callable[..., SolverProgram], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    liar = program("liar", "echo s UNSATISFIABLE")
    satisfiable = tuple(item for item in formulas if item.name == "a.cnf")
    clock = iter([0.0] * (1 + runs))
    monkeypatch.setattr("engine.sat.grading.reduction.perf_counter", lambda: next(clock, 99.0))
    with ResultsFile(tmp_path / "results") as results, workers() as by:
        grading = grade(GradingPlan((liar,), satisfiable, BOUNDS, reduction=1.0), by, results)
    (failure,) = grading.failures
    assert failure.reduced is not None
    assert (failure.reduced.minimal, failure.reduced.repeatable) == (False, True)
    assert "The smallest formula found in time" in report.as_markdown(grading)


@pytest.fixture
def hostile() -> Grading:
    """A grading in which every text tries to break out."""
    wrong = RunJudgement(JudgementKind.WRONG_MODEL, f"no: {HOSTILE}", SAT, 0.5, printed=f"s SAT {HOSTILE}")
    grading = made((f"=one{HOSTILE}", A, wrong), (f"two|{HOSTILE}", A, model()), (f"two|{HOSTILE}", B, model(0.01)))
    text = dimacs.dumps(Formula.of([[1]])) + f"c {HOSTILE}\n".encode()
    broken = Failure(f"=one{HOSTILE}", JudgementKind.WRONG_MODEL, (grading.runs[0],), ReducedFormula(text, wrong))
    return Grading(grading.plan, grading.truths, grading.runs, (broken,))


def test_the_page_of_html_is_by_itself_and_escapes_everything(hostile: Grading) -> None:
    text = report.as_html(hostile)
    page = Page(text)
    assert {tag for tag, _ in page.tags}.isdisjoint({"script", "link", "img", "iframe", "object", "base", "form"})
    names = {name for _, attributes in page.tags for name in attributes}
    assert names.isdisjoint({"src", "href", "onload", "onclick"})
    policy = next(attributes["content"] for tag, attributes in page.tags if tag == "meta" and "content" in attributes)
    assert policy == "default-src 'none'; style-src 'unsafe-inline'"
    assert "<script>alert('|')</script>&\\x1b[31m" in page.text
    assert "\x1b" not in text
    assert "url(" not in text


def test_the_plot_is_a_picture(hostile: Grading) -> None:
    root = ElementTree.fromstring(report.as_svg(hostile))
    lines = [each for each in root.iter() if each.tag.endswith("polyline")]
    assert sorted(len((line.get("points") or "").split()) for line in lines) == [0, 2]
    across = [[float(point.split(",")[0]) for point in (line.get("points") or "").split()] for line in lines]
    assert all(row == sorted(row) for row in across)


def test_the_page_of_markdown_keeps_its_tables(hostile: Grading) -> None:
    text = report.as_markdown(hostile)
    tables = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    assert len(tables) == 2
    for table in tables:
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1
    outside = re.sub(r"^    .*$", "", text, flags=re.MULTILINE)
    assert not re.search(r"(?<!\\)<script", outside)


def test_the_tables_of_values_have_all_columns_and_no_formulas_for_spreadsheets(hostile: Grading) -> None:
    for text, columns in (
        (report.runs_csv(hostile), report.RUN_COLUMNS),
        (report.scores_csv(hostile), report.SCORE_COLUMNS),
    ):
        rows = list(csv.DictReader(io.StringIO(text)))
        assert list(rows[0]) == list(columns)
        assert all(None not in row and None not in row.values() for row in rows)
        assert {row["program"][0] for row in rows} == {"'", "t"}


def test_rates_refer_to_our_solver_without_optimisation_unless_a_baseline_is_named() -> None:
    grading = made(("fast", A, model(0.5)), ("slow", A, model(2.0)))
    truths = {A: Truth(SAT, "", 1.0)}
    ours = Grading(replace(grading.plan, baseline=""), truths, grading.runs)
    assert [str(score.rate) for score in scores(ours)] == ["50.00 %", "-100.00 %"]
    assert "our solver without optimisation (naive:first)" in report.as_markdown(ours)
    assert [str(score.rate) for score in scores(replace(ours, plan=grading.plan))] == ["0.00 %", "-300.00 %"]


def test_unknown_options_are_reported_once() -> None:
    lenient = GradedFormula.of_text("odd", b"p cnf 0 0\n", FormulaSource.EDGE, lenient=True)
    wrong = RunJudgement(JudgementKind.CRASH, "no")
    text = report.as_markdown(made(("first", lenient, wrong), ("second", lenient, wrong), ("first", A, model())))
    assert text.count("which readers may refuse") == 1
    assert text.startswith("# Solvers graded")


def test_failures_are_shown_on_formulas_that_were_given_before_edge_cases() -> None:
    edge = GradedFormula.of_text("tiny", b"p cnf 0 0\n", FormulaSource.EDGE)
    (failure,) = made(
        ("first", edge, unproved(JudgementKind.WRONG_UNSAT)), ("first", A, unproved(JudgementKind.WRONG_UNSAT))
    ).failures
    assert (failure.best.item, failure.smallest.item) == (A, edge)


def test_a_time_out_is_no_bug_if_our_slowest_solver_is_slow_too() -> None:
    late = RunJudgement(JudgementKind.TIME, "stopped")
    large = map(partial(fuzz_formula, 1), range(FIRST_LARGE, 2 * FIRST_LARGE))
    chain = next(made for made in large if made.kind == "hundreds of variables")
    truth = Truth(UNKNOWN, "", 0.0)
    assert judging.with_easiness(late, chain.formula, truth, lambda: False).kind is JudgementKind.TIME
    short = judging.with_easiness(late, Formula.of([[1]], 1), truth, lambda: False)
    assert (short.kind, "a bug and not slowness" in short.evidence) == (JudgementKind.EASY_TIME, True)


def test_a_feature_missing_in_the_smallest_formula_is_no_cause() -> None:
    item = GradedFormula.of_text("random", b"p cnf 7 2\n1 2 0\n-7 0\n", FormulaSource.FUZZ)
    classes = (BugClass("variables 5", 3, 30), BugClass("units", 3, 30))
    failure = Failure(
        "x", JudgementKind.CRASH, (GradedRun("x", item, RunJudgement(JudgementKind.CRASH)),), classes=classes
    )
    assert with_common_features(failure) == failure
    reduced_run = ReducedFormula(b"p cnf 1 1\n1 0\n", RunJudgement(JudgementKind.CRASH))
    assert with_common_features(replace(failure, reduced=reduced_run)).classes == classes[1:]


@pytest.mark.slow
@unix
def test_values_make_a_formula_smaller_than_removing_pieces(program: Callable[..., SolverProgram]) -> None:
    """It crashes on parity of any variables, of which no clause and no literal can be left out."""
    crashes = program(
        "parity",
        "grep -v p $1 | tr -d '\\-' | sort | uniq -c | grep -q '^ *4 [0-9]* [0-9]* [0-9]* 0$' "
        "&& exit 3; grep -v p $1 | tr -d '\\-' | sort | uniq -c | grep -q '^ *2 [0-9]* [0-9]* 0$' "
        "&& exit 3; echo s UNKNOWN",
    )
    odd = [[a, b * 2, c * 3] for a, b, c in product((1, -1), repeat=3) if a * b * c > 0]
    found = reduce_formula(
        crashes, dimacs.dumps(Formula.of(odd, 3)), JudgementKind.CRASH, BOUNDS, lambda: False, seconds=600
    )
    assert found is not None
    assert dimacs.parse(found.text).formula.variables == 2


@pytest.mark.long
@unix
def test_a_smallest_formula_has_the_smallest_numbers(program: Callable[..., SolverProgram]) -> None:
    fails_above = program("few", "grep -q 'cnf [6-9]\\|cnf [1-9][0-9]' $1 && exit 3; echo s SATISFIABLE; echo v 1 0")
    text = dimacs.dumps(Formula.of([[-60], [1, 50]], 60))
    found = reduce_formula(fails_above, text, JudgementKind.CRASH, BOUNDS, lambda: False, seconds=600)
    assert found is not None
    assert found.text in (b"p cnf 6 1\n1 0\n", b"p cnf 6 1\n-1 0\n")
