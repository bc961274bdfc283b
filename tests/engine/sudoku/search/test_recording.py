"""Recordings: packed events, and the board at any of them."""

from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sat.result import Status
from engine.sudoku.layout import double
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.recording import CELL_SHIFT, DIGIT_SHIFT, Action, SearchEvent, StoredEvents, SudokuRecording

EVENTS = st.builds(SearchEvent, st.sampled_from(Action), st.integers(0, 152), st.integers(1, 25))


def recorded(puzzle: Puzzle, events: list[SearchEvent]) -> SudokuRecording:
    codes = array("i", [cell << CELL_SHIFT | digit << DIGIT_SHIFT | action for action, cell, digit in events])
    return SudokuRecording(puzzle, StoredEvents(puzzle, codes), Status.UNKNOWN, None)


@settings(deadline=None)
@given(st.lists(EVENTS))
def test_events_come_back(events: list[SearchEvent]) -> None:
    recording = recorded(Puzzle(double(), (0,) * 153), events)
    assert list(recording) == events
    assert [recording[place] for place in range(len(recording))] == events
    for place in (-1, len(events)):
        with pytest.raises(IndexError):
            recording[place]


@pytest.mark.parametrize("spacing", [1, 3, 4096])
@settings(deadline=None)
@given(events=st.lists(EVENTS, min_size=1), data=st.data())
def test_the_state_is_the_sum_of_the_events(events: list[SearchEvent], data: st.DataObject, spacing: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.sudoku.search.recording.SPACING", spacing)
        recording = recorded(Puzzle(double(), (7,) + (0,) * 152), events)
        place = data.draw(st.integers(1, len(events)))
        before, after = recording.state(place - 1), recording.state(place)
        digits, actions = list(before.digits), list(before.actions)
        action, cell, digit = events[place - 1]
        digits[cell] = 0 if action is Action.REMOVE else digit
        actions[cell] = None if action is Action.REMOVE else action
        assert (after.digits, after.actions) == (tuple(digits), tuple(actions))
        counts = [sum(event.action is kind for event in events[:place]) for kind in (Action.GUESS, Action.REMOVE)]
        assert [after.guesses, after.removals] == counts
        assert recording.state(0).digits == recording.puzzle.givens
        for outside in (-1, len(events) + 1):
            with pytest.raises(IndexError):
                recording.state(outside)
