"""Recordings: packed events, and the board at any of them."""

from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sat.result import Status
from engine.sudoku.layout import double
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.recording import CELL_SHIFT, DIGIT_SHIFT, Action, Event, Recording

EVENTS = st.builds(Event, st.sampled_from(Action), st.integers(0, 152), st.integers(1, 25))


@settings(deadline=None)
@given(st.lists(EVENTS))
def test_events_come_back(events: list[Event]) -> None:
    codes = array("i", [cell << CELL_SHIFT | digit << DIGIT_SHIFT | action for action, cell, digit in events])
    recording = Recording(Puzzle(double(), (0,) * 153), codes, Status.UNKNOWN, None)
    assert list(recording) == events
    assert [recording[place] for place in range(len(recording))] == events
    for place in (-1, len(events)):
        with pytest.raises(IndexError):
            recording[place]


@settings(deadline=None)
@given(st.lists(EVENTS, min_size=1), st.data())
def test_the_board_is_the_sum_of_the_events(events: list[Event], data: st.DataObject) -> None:
    codes = array("i", [cell << CELL_SHIFT | digit << DIGIT_SHIFT | action for action, cell, digit in events])
    recording = Recording(Puzzle(double(), (7,) + (0,) * 152), codes, Status.UNKNOWN, None)
    place = data.draw(st.integers(1, len(events)))
    board = list(recording.board(place - 1))
    action, cell, digit = events[place - 1]
    board[cell] = 0 if action is Action.REMOVE else digit
    assert recording.board(place) == tuple(board)
    assert recording.board(0) == recording.puzzle.givens
    with pytest.raises(IndexError):
        recording.board(len(events) + 1)
