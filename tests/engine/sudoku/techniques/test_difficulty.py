"""The difficulty of puzzles: what is said of those that are rated, not solved by logic, or too hard for the time."""

from dataclasses import replace

import pytest

from engine.base.errors import Cancelled
from engine.sudoku.formats import parse
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.difficulty import MAX_TECHNIQUES, Difficulty, difficulty, rate_puzzles
from engine.sudoku.techniques.explainer import explained
from engine.sudoku.techniques.scales import own_rating

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."


def puzzle(text: str) -> Puzzle:
    (found,) = parse(text.encode())
    return found


def never() -> bool:
    return False


@pytest.mark.parametrize("text", [EASY, HARD])
def test_it_is_that_of_both_scales(text: str) -> None:
    own, other = own_rating(puzzle(text)), explained(puzzle(text))
    found = difficulty(puzzle(text), 60, never)
    assert (found.level, found.score, found.is_complete) == (own.level, own.score, own.is_complete)
    assert found.explainer == (other.hardest if other.is_complete else 0.0)
    assert [*found.hardest] == sorted(own.counts, key=lambda technique: -technique.score)[:MAX_TECHNIQUES]
    assert (found.solutions, found.is_known, found.is_rated) == (1, True, own.is_complete)
    assert difficulty(puzzle(text), 60, never, explainer=False) == replace(found, explainer=0.0)


@pytest.mark.parametrize(("text", "solutions"), [("." * 81, 2), ("55" + "." * 79, 0)])
def test_the_number_of_solutions(text: str, solutions: int) -> None:
    found = difficulty(puzzle(text), 60, never, explainer=False)
    assert found.solutions == solutions
    assert not found.is_rated


def test_without_time_only_the_solutions_are_known() -> None:
    expected = Difficulty(Level.EASY, 0, 0.0, is_complete=False, solutions=1, is_known=False)
    assert difficulty(puzzle(EASY), -1, never) == expected
    assert not expected.is_rated


def test_it_can_be_cancelled() -> None:
    with pytest.raises(Cancelled):
        difficulty(puzzle(EASY), 60, lambda: True)


def test_several_are_reported_until_the_last() -> None:
    class Job:
        def __init__(self) -> None:
            self.reports: list[list[str]] = []

        def cancelled(self) -> bool:
            return False

        def report(self, news: dict[str, Difficulty]) -> None:
            self.reports.append([*news])

    job, some = Job(), {"a": puzzle(EASY), "b": puzzle(EASY), "c": puzzle(EASY)}
    found = rate_puzzles(some, 60, False, job)
    assert [*found] == ["a", "b", "c"]
    assert job.reports == [["a"], ["a", "b"]]
    assert found["a"] == difficulty(puzzle(EASY), 60, never, explainer=False)
    assert found["a"].hardest[0] in Technique
    assert found["a"].explainer == 0.0
