"""The board as a value."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.play.board import EMPTY, Board, CellState, Change, digits_of
from engine.sudoku.layout import double, from_grids
from engine.sudoku.search.exact import random_solution

MINI = from_grids("mini", "4x4", 2, 2, [(0, 0)])
ENTRIES = st.builds(CellState, st.integers(0, 4), st.integers(0, 15).map(lambda mask: mask << 1), st.booleans())


def board(layout, placed):
    return Board(layout, tuple(CellState(placed.get(cell, 0)) for cell in range(len(layout.cells))))


@given(st.lists(ENTRIES, min_size=16, max_size=16), st.lists(st.tuples(st.integers(0, 15), ENTRIES)))
def test_changes_are_taken_back_exactly(entries, expected):
    start = Board(MINI, tuple(entries))
    changes, now = [], start
    for cell, entry in expected:
        changes.append(Change(cell, now.entries[cell], entry))
        now = now.after(changes[-1:])
    assert start.after(changes) == now
    assert now.before(changes) == start


@given(st.lists(ENTRIES, min_size=16, max_size=16))
def test_it_is_the_same_in_another_process_and_small(entries):
    start = Board(MINI, tuple(entries))
    assert pickle.loads(pickle.dumps(start)) == start
    full = Board(double(), tuple(CellState(1 + cell % 9, notes=cell << 1) for cell in range(153)))
    assert pickle.loads(pickle.dumps(full)) == full
    assert len(pickle.dumps(board(double(), {cell: 1 + cell % 9 for cell in range(153)}))) < 1000


def test_a_change_that_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="r1c1"):
        board(MINI, {0: 3}).after([Change(0, EMPTY, CellState(1))])


def test_counts_on_the_whole_board_and_in_each_grid():
    layout = double()
    shared = layout.index[7, 7]
    first = layout.index[0, 0]
    item = board(layout, {shared: 5, first: 5})
    assert item.filled == 2
    assert [item.filled_in(grid) for grid in layout.grids] == [2, 1]
    assert item.digits_left()[5] == 17 - 2
    assert [item.digits_left(grid)[5] for grid in layout.grids] == [7, 8]
    assert item.digits_left()[1] == 17


def test_houses_with_every_digit_once_are_done():
    layout = double()
    solution = random_solution(layout, 1)
    whole = dict(enumerate(solution))
    assert board(layout, whole).done_houses == tuple(range(len(layout.houses)))
    cell, other = layout.index[0, 0], layout.index[0, 1]
    left = tuple(number for number, house in enumerate(layout.houses) if cell not in house.cells)
    assert board(layout, whole | {cell: 0}).done_houses == left
    assert board(layout, whole | {cell: solution[other]}).done_houses == left


def test_too_many_of_a_digit_leave_none():
    assert board(MINI, dict.fromkeys(range(9), 2)).digits_left()[2] == 0


@given(st.sets(st.integers(1, 25)))
def test_digits_of_a_mask(digits):
    assert digits_of(sum(1 << digit for digit in digits)) == tuple(sorted(digits))
