"""A puzzle is rated once per program."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest
from screens import until

from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from engine.sudoku.techniques import difficulty as module
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.difficulty import Difficulty
from tui.app import SatSudoku
from tui.base.background import answer_type, call_named, in_language
from tui.base.rating import WORK, Ratings
from tui.terminal.options import Options

DIGITS = random_solution(single(), 1)
PUZZLE, OTHER = Puzzle(single(), (0, *DIGITS[1:])), Puzzle(single(), (0, 0, *DIGITS[2:]))


async def test_a_puzzle_is_rated_once_and_again_only_for_its_er(monkeypatch: pytest.MonkeyPatch) -> None:
    requests: list[tuple[Puzzle, bool]] = []
    rate = module.difficulty

    def note(puzzle: Puzzle, *arguments: Any, explainer: bool) -> Difficulty:
        requests.append((puzzle, explainer))
        return rate(puzzle, *arguments, explainer=explainer)

    monkeypatch.setattr(module, "difficulty", note)
    answers: list[Mapping[str, Difficulty]] = []
    async with SatSudoku(Options()).run_test() as pilot:
        app = pilot.app
        assert isinstance(app, SatSudoku)
        ratings = Ratings(app, app.ratings)
        ratings.ask({"one": PUZZLE}, 10, answers.append)
        await until(pilot, lambda: answers)
        assert answers.pop()["one"].level is Level.EASY
        ratings.ask({"one": PUZZLE, "two": OTHER}, 10, answers.append)
        assert set(answers.pop()) == {"one"}, "what is known is shown at once"
        await until(pilot, lambda: answers)
        assert set(answers.pop()) == {"two"}
        Ratings(app, app.ratings).ask({"": PUZZLE}, 10, answers.append, explainer=True)
        await until(pilot, lambda: answers)
        assert answers.pop()[""].explainer == 1.0
        ratings.ask({"": PUZZLE}, 10, answers.append)
        assert answers.pop()[""].explainer == 1.0
    mine = [(puzzle, explainer) for puzzle, explainer in requests if puzzle in (PUZZLE, OTHER)]
    assert mine == [(PUZZLE, False), (OTHER, False), (PUZZLE, True)]


def test_answers_of_other_processes_are_checked_by_type() -> None:
    work = call_named(WORK, {}, 1.0, False)
    assert answer_type(partial(in_language, "en", work)) == dict[str, Difficulty]
