"""Packs of puzzles: their progress, and which one comes next."""

from hypothesis import given
from hypothesis import strategies as st

from engine.play.pack import PackProgress, next_open, progress_of
from engine.play.store import SavedState


def test_progress_counts_solved_puzzles_and_times_without_help() -> None:
    states = {0: SavedState(1, 0), 1: SavedState(0, 1), 4: SavedState(0, 1, 30.0), 5: SavedState(1, 1, 90.0)}
    assert progress_of(7, states) == PackProgress(7, 3, 30.0, 60.0)
    assert progress_of(7, {}) == PackProgress(7)


def cases(puzzles: int) -> st.SearchStrategy[tuple[int, int, set[int]]]:
    places = st.integers(0, puzzles - 1)
    return st.tuples(st.just(puzzles), places, st.sets(places))


@given(st.integers(1, 12).flatmap(cases))
def test_the_next_open_puzzle_is_the_first_after_the_place(case: tuple[int, int, set[int]]) -> None:
    puzzles, place, solved = case
    found = next_open(puzzles, place, solved)
    if found is None:
        assert solved == set(range(puzzles))
        return
    assert found not in solved
    passed = range(place, found if found >= place else found + puzzles)
    assert all(each % puzzles in solved for each in passed)
