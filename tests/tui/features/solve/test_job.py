"""The job of the solve screen, and the samples of a search for a few columns."""

from array import array
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Region

from engine.base.errors import InputError
from engine.base.language import speaking
from engine.sat.formula import dimacs
from engine.sat.formula.formula import Formula
from engine.sat.formula.objective import Objective
from engine.sat.result import Result, Status
from engine.sat.solvers.limits import SearchProgress
from engine.sat.solvers.strategy import Strategy
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from tui.base.background import Job
from tui.base.limits import time_limit
from tui.base.search_phase import Searching
from tui.draw.bars import Shares, shares, strips
from tui.draw.numbers import compact, milliseconds
from tui.draw.palette import ASCII, PALETTES, UNICODE
from tui.draw.panels import Panel, draw
from tui.features.solve import job, words
from tui.features.solve.job import Snapshot, SolveState
from tui.features.solve.panels import SolveScene, courses, search, setup, strip_width
from tui.features.solve.runs import runs
from tui.features.solve.settings import Settings

assignments = st.lists(st.sampled_from([-1, 0, 1]), max_size=200).map(lambda values: array("b", [0, *values]))


@given(assignments, st.integers(0, 90))
def test_every_variable_is_in_one_column_of_the_strip(assignment: "array[int]", columns: int) -> None:
    strip = shares(assignment, columns)
    count = min(columns, len(assignment) - 1)
    assert len(strip.true) == len(strip.false) == count
    if count:
        stretches = [
            (len(assignment) - 1) * (column + 1) // count - (len(assignment) - 1) * column // count
            for column in range(count)
        ]
        for value, row in ((1, strip.true), (-1, strip.false)):
            weighed = sum(share * stretch for share, stretch in zip(row, stretches, strict=True))
            assert round(weighed) == assignment[1:].count(value)
            assert weighed == pytest.approx(round(weighed))
        assert strip.assigned == len(assignment) - 1 - assignment[1:].count(0)


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_shades_distinguish_none_some_and_all(glyphs: object) -> None:
    drawn = strips(Shares((0.0, 0.001, 0.999, 1.0), (), 4), PALETTES["dark"], glyphs)  # type: ignore[arg-type]
    none, little, most, full = drawn[0][0].text
    assert none == " "
    assert len({none, little, most, full}) == 4


@given(
    st.tuples(*[st.none() | st.integers(0, 10**15)] * 4), st.floats(0, 1e6), st.none() | st.floats(0.001, 1e6),
    assignments, st.integers(22, 200),
)  # fmt: skip
def test_a_reading_fits_its_picture(
    counts: tuple[int | None, ...], seconds: float, limit: float | None, assignment: "array[int]", width: int
) -> None:
    snapshot = Snapshot(SearchProgress(*counts, seconds), shares(assignment, strip_width(width)))
    state = SolveState(Path(), limit=limit, phase=Searching())
    panel = Panel(partial(search, SolveScene(state, PALETTES["dark"], UNICODE, snapshot)))
    picture = draw(panel, Region(0, 0, width, 9), PALETTES["dark"], UNICODE).picture
    lines = ["".join(picture.chars[y * width :][:width]) for y in range(picture.height)]
    text = " ".join(lines)
    for name in ("decisions", "propagations", "conflicts", "level", "assigned", "search", "true", "false"):
        assert name in text
    assert ("limit" in text) == (limit is not None)


def test_a_set_puzzle_is_named_in_the_selected_language() -> None:
    instance = job.Instance(Formula.of([(1,)]), Path("x.res"))
    scene = SolveScene(SolveState(Path(), settings=Settings(seed=3), instance=instance), PALETTES["dark"], UNICODE)
    with speaking("zh_CN"):
        lines = ["".join(segment.text for segment in line) for line in setup(scene, 60, 9)]
    assert [line for line in lines if line.startswith("设置") and "3" in line]


@given(st.integers(0, 10**15), st.integers(6, 20))
def test_a_counter_keeps_its_room(count: int, room: int) -> None:
    text = compact(count, room)
    assert len(text) <= room
    assert text == f"{count:,}" or len(f"{count:,}") > room


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.0, "0.000"), (0.0001234, "0.123"), (0.0123, "12.3"), (1.5, "1,500"), (3600.0, "3,600,000")]
)
def test_times_show_three_figures_at_least(seconds: float, text: str) -> None:
    assert milliseconds(seconds) == text


@pytest.mark.parametrize("width", [40, 57, 80])
def test_the_table_of_runs_keeps_its_columns(width: int) -> None:
    results = [
        Result(Status.UNKNOWN, "dpll", "jeroslow-wang-one-sided", seconds=1234.5, decisions=123_456, conflicts=0),
        Result(Status.UNSATISFIABLE, "cadical195", seconds=0.5),
    ]
    drawn = runs(results, width, 3, PALETTES["dark"], UNICODE)
    heading, first, second = ("".join(part.text for part in line) for line in drawn)
    assert len(heading) <= width
    assert len({len(heading), len(first), len(second)}) == 1
    assert " >1,234k" in first
    assert second.split().count("-") == {40: 0, 57: 2, 80: 2}[width]
    assert ("unsatisfiable" in second) == (width == 80)


def instance(clauses: list[list[int]]) -> job.Instance:
    return job.Instance(Formula.of(clauses), Path("x.res"))


@pytest.mark.parametrize(
    ("model", "fault"),
    [([1, -2], ""), ([-1, -2], "clause 1 does not hold: 1 2"), ([1, 2], "clause 2 does not hold: -1 -2")],
)
def test_a_wrong_model_is_found(model: list[int], fault: str) -> None:
    found = Result(Status.SATISFIABLE, "a solver", model=array("i", model))
    assert job.fault(instance([[1, 2], [-1, -2]]), found) == fault


def test_a_model_of_other_variables_is_a_fault() -> None:
    found = Result(Status.SATISFIABLE, "a solver", model=array("i", [1]))
    assert "one literal" in job.fault(instance([[1, 2]]), found)


@pytest.mark.parametrize(("name", "file"), [("a/b c", "a-b-c.res"), ("", "puzzle.res"), ("../..", "puzzle.res")])
def test_a_puzzle_is_kept_under_its_name_here(
    name: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    made = job.encode(Puzzle(single(), random_solution(single(), 1), name), "shared")
    assert made.result_path == tmp_path / file


def test_data_read_from_a_file_is_not_read_again(tmp_path: Path) -> None:
    path = tmp_path / "a.cnf"
    path.write_text("p cnf 2 1\n1 2 0\n")
    document = dimacs.read(path)
    path.unlink()
    made = job.read(path, None, document, Job(lambda _: None))
    assert (made.formula, made.seconds) == (document.formula, None)


@pytest.mark.parametrize(("text", "seconds"), [("", None), ("  ", None), ("2", 2.0), (" 0.5 ", 0.5)])
def test_time_limits_are_read(text: str, seconds: float | None) -> None:
    assert time_limit(text) == seconds


@pytest.mark.parametrize("text", ["0", "-1", "nan", "inf", "1e999", "soon", "1,5"])
def test_other_time_limits_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        time_limit(text)


def test_auto_finds_the_best_model_and_others_any(tmp_path: Path) -> None:
    path = tmp_path / "soft.wcnf"
    path.write_text("h 1 2 0\n4 -1 0\n2 -2 0\n3 3 1 0\n")
    task: Job[job.Snapshot] = Job(lambda _: None)
    made = job.read(path, None, None, Job(lambda _: None))
    best = job.search(made, Strategy("auto"), None, task, interval=0.0, columns=40)
    assert best.result.bounds == (2, 2)
    assert best.fault == ""
    assert best.snapshot.progress.plan[0].outcome.startswith("optimum 2")
    assert best.course[-1].bounds is not None
    assert job.fault(made, replace(best.result, bounds=(1, 1))) == "it does not cost 1"
    assert job.search(made, Strategy("cdcl", "vsids"), None, task, interval=0.1, columns=40).result.bounds is None


def test_the_curves_of_the_bounds_are_those_of_the_objective() -> None:
    samples = [
        job.Sample(seconds, None, None, 10 * number, None, None, None, None, bounds)
        for number, (seconds, bounds) in enumerate([(0.1, (3, None)), (0.2, (3, 9)), (0.3, (4, 8)), (0.4, (5, 6))])
    ]
    best, bound, *_others = courses(samples, objective=Objective(((9, (1,)),), maximises=True))
    assert (best.heights, best.value) == ((6.0, 5.0, 3.0), "-6")
    assert (bound.heights, bound.value) == ((0.0, 0.0, 1.0, 2.0), "-5")
    assert words.best(Objective(()), (3, 7)) == "best so far 7; the optimum is at least 3"
    assert words.best(Objective((), maximises=True), (3, 3)) == "optimum -3: no model is better"
