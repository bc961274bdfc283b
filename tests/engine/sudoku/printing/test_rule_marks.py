"""The marks of rules on paper."""

from math import isclose

import pytest

from engine.sudoku.layout import single
from engine.sudoku.printing.marks import FilledRectangle, Stroke
from engine.sudoku.printing.rule_marks import marks_below, shapes_of
from engine.sudoku.rules.kinds.arrow import Arrow


@pytest.mark.parametrize("way", [(41, 42), (31, 21), (50, 60), (39, 38)])
def test_an_arrow_has_a_circle_a_line_and_a_head_of_two_equal_sides(way: tuple[int, ...]) -> None:
    layout = single()
    marks = list(marks_below(layout, shapes_of(layout, [Arrow((40,), way)]), 0.0, 0.0, 10.0))
    assert sum(isinstance(mark, FilledRectangle) for mark in marks) == 1
    *line, side, other = (mark for mark in marks if isinstance(mark, Stroke))
    tip = line[-1].x2, line[-1].y2
    assert tip == (side.x2, side.y2) == (other.x2, other.y2)
    along = line[-1].x2 - line[-1].x1, line[-1].y2 - line[-1].y1

    def place(barb: Stroke) -> tuple[float, float]:
        """How far the start of a side lies before the tip, and beside the line."""
        right, down = barb.x1 - barb.x2, barb.y1 - barb.y2
        return right * along[0] + down * along[1], right * along[1] - down * along[0]

    (before, beside), (other_before, other_beside) = place(side), place(other)
    assert before < 0
    assert isclose(before, other_before)
    assert beside
    assert isclose(beside, -other_beside)
