"""The cactus plot of a race, drawn from values."""

import pytest

from engine.sat.compare.comparison import Comparison, Plan, Run, Time
from engine.sat.result import Status
from engine.sat.solvers.strategy import Strategy
from tui.draw.palette import ASCII, PALETTES, UNICODE
from tui.features.race.cactus import cactus, series

FAST, SLOW = Strategy("dpll", "first"), Strategy("naive", "first")
PLAN = Plan(SLOW, (SLOW, FAST))


def comparison(fast: float, slow: float) -> Comparison:
    runs = tuple(Run(strategy, Status.SATISFIABLE, Time(seconds)) for strategy, seconds in ((SLOW, slow), (FAST, fast)))
    return Comparison("x.cnf", 1, 1, SLOW, runs)


def test_the_faster_strategy_is_left_of_the_slower_one() -> None:
    lines = cactus([comparison(0.001, 0.1), comparison(0.01, 1.0)], PLAN, PALETTES["dark"], UNICODE, 90, 12)
    rows = ["".join(part.text for part in line) for line in lines]
    assert len(rows) == 12
    assert {len(row) for row in rows} == {90}
    slow, fast = UNICODE.series[:2]
    plot = [row[:62] for row in rows]
    assert rows[0].split()[0] == "2"
    assert plot[0].index(fast) < plot[0].index(slow)
    assert sum(fast in row for row in plot) == 2  # one formula, then two
    assert "naive:first" in rows[0]
    assert rows[1].rstrip().endswith("2/2")


@pytest.mark.parametrize(("width", "height"), [(40, 12), (90, 3), (1, 1)])
def test_where_there_is_no_room_there_is_no_plot(width: int, height: int) -> None:
    assert cactus([comparison(0.001, 0.1)], PLAN, PALETTES["dark"], UNICODE, width, height) == []
    assert cactus([], PLAN, PALETTES["dark"], UNICODE, 90, 12) == []


def test_lines_are_distinguished_by_sign_and_ink() -> None:
    marks = series(12, PALETTES["dark"], UNICODE)
    assert len(set(marks)) == len(marks)
    assert len({sign for sign, _ink in series(5, PALETTES["mono"], ASCII)}) == 5
