"""Comparisons as files: they can be read back, escape foreign names, and draw bars by time."""

import csv
import io
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.sat.compare.comparison import Comparison, Plan, Run, Time, summarise
from engine.sat.compare.report import COLUMNS, Scale, as_csv, as_markdown, as_svg
from engine.sat.result import Status
from engine.sat.solvers.strategy import Strategy

A, B, C = Strategy("dpll", "first"), Strategy("cdcl", "vsids"), Strategy("cadical")
PLAN = Plan(A, (B, C), 5.0, 3)
SVG = "{http://www.w3.org/2000/svg}"

times = st.floats(1e-6, 1e4)
names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)


def comparison(name: str, *runs: Run) -> Comparison:
    found = Comparison(name, 3, 2, A)
    for run in runs:
        found = found.with_run(run)
    return found


def run(strategy: Strategy, seconds: float, at_least: bool = False) -> Run:
    status = Status.UNKNOWN if at_least else Status.SATISFIABLE
    return Run(strategy, status, Time(seconds, at_least), 1, 2, 3, "time limit of 5 s" if at_least else "")


@given(name=names, seconds=st.tuples(times, times))
def test_a_name_stays_in_its_place_in_all_three(name: str, seconds: tuple[float, float]) -> None:
    found = [comparison(name, run(A, seconds[0]), run(B, seconds[1], at_least=True))]
    rows = list(csv.DictReader(io.StringIO(as_csv(found), newline="")))
    assert [list(row) for row in rows] == [list(COLUMNS)] * 2
    assert rows[0]["instance"] == rows[1]["instance"]
    tables = [line for line in as_markdown(found, PLAN).splitlines() if line.startswith("| ")]
    assert len(tables) == 4
    assert len({line.replace("\\|", "").count("|") for line in tables}) == 1
    root = ElementTree.fromstring(as_svg(found, PLAN))
    assert len([rect for rect in root.iter(f"{SVG}rect") if rect.get("y")]) == 2


@given(st.lists(times, min_size=1, max_size=8))
def test_a_longer_time_never_has_a_shorter_bar(seconds: list[float]) -> None:
    scale = Scale.of(map(Time, seconds))
    shares = [scale.share(Time(s)) for s in sorted(seconds)]
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1)
    assert shares[0] > 0
    assert scale.logarithmic == (max(seconds) > 10 * min(seconds))


def test_a_zero_time_has_no_bar() -> None:
    assert Scale.of([Time(0.0)]).share(Time(0.0)) == 0
    assert Scale.of([Time(0.0), Time(2.0)]).share(Time(1.0)) == 0.5


def test_an_error_replaces_the_time() -> None:
    found = [
        comparison(
            "a.cnf",
            run(A, 0.5),
            Run(B, Status.UNSATISFIABLE, Time(0.1)),
            Run(C, Status.UNKNOWN, reason="failed: no | memory"),
        ),
    ]
    page = as_markdown(found, PLAN)
    assert "says unsatisfiable, but dpll:first found a model" in page
    assert "failed: no \\| memory" in page
    assert "0.5" not in page.splitlines()[-2]
    picture = "".join(ElementTree.fromstring(as_svg(found, PLAN)).itertext())
    assert "wrong" in picture
    assert "failed: no | memory" in picture


def test_several_instances_have_their_means_and_very_many_only_those() -> None:
    few = [comparison(f"{n}.cnf", run(A, 2.0), run(B, 1.0)) for n in range(3)]
    assert as_markdown(few, PLAN).rstrip().endswith("| cadical | 0 | 0 | - | - | - | - |")
    assert "| cdcl:vsids | 3 | 3 | 2000 | 1000 | 50.00 % | 1 |" in as_markdown(few, PLAN)
    assert "| 1.cnf | 2000 | 1000 | 50.00 % | - | - |" in as_markdown(few, PLAN)
    heads = [text.text for text in ElementTree.fromstring(as_svg(few, PLAN)).iter(f"{SVG}text")]
    assert "geometric means over 3 instances (linear)" in heads
    assert "2.cnf: satisfiable (linear)" in heads
    many = "".join(ElementTree.fromstring(as_svg(few * 20, PLAN)).itertext())
    assert "geometric means over 60 instances" in many
    assert "2.cnf" not in many


def test_par_2_counts_undecided_runs_twice_and_wrong_ones_four_times() -> None:
    found = [
        comparison("a.cnf", run(A, 1.0), run(B, 5.0, at_least=True)),
        comparison("b.cnf", run(A, 2.0), run(B, 3.0)),
    ]
    assert [summary.par2 for summary in summarise(found, PLAN)] == [1.5, 6.5, None]
    wrong = [*found, comparison("c.cnf", run(A, 3.0), replace(run(B, 0.1), fault="no", time=None))]
    assert [summary.par2 for summary in summarise(wrong, PLAN)] == [2.0, 11.0, None]
    unlimited = replace(PLAN, limit=None)
    assert [summary.par2 for summary in summarise(found, unlimited)] == [1.5, None, None]


def test_doing_nothing_is_no_error() -> None:
    assert as_csv([]).count("\n") == 1
    assert as_markdown([], PLAN).startswith("# ")
    ElementTree.fromstring(as_svg([], PLAN))
