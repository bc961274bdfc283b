"""Any puzzle can be opened: with one solution, several or none, or with givens that break the rules."""

from dataclasses import replace

import pytest

from engine.base.errors import Cancelled
from engine.play.errors import GameError
from engine.play.hints import HintKind, ask
from engine.play.new_game import new_game
from engine.sudoku.layout import LAYOUTS, double, from_grids, single
from engine.sudoku.making.generator import GeneratorOptions, generate
from engine.sudoku.making.levels import level_of
from engine.sudoku.puzzle import Puzzle, is_solution
from engine.sudoku.rules import RuleInText
from engine.sudoku.search import solving as search
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.rating import rate

SOLUTION = tuple((3 * (row % 3) + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9))
ONE = Puzzle(single(), (0,) * 9 + SOLUTION[9:])
SEVERAL = Puzzle(single(), tuple(0 if digit in (1, 2) else digit for digit in SOLUTION))
NONE = Puzzle(single(), (0, 1, 2, 3, 4, 5, 6, 7, 8) + (0,) * 18 + (9,) + (0,) * 53)
BROKEN = Puzzle(double(), (5, 5) + (0,) * 151)
NONE_SMALL = Puzzle(from_grids("mini", "4x4", 2, 2, [(0, 0)]), (1, 2, 0, 0) + (0, 0, 3, 0) + (0, 0, 4, 0) + (0,) * 4)


def test_a_puzzle_with_one_solution_needs_no_notice():
    opened = new_game(ONE)
    assert (opened.solutions, opened.notice) == (1, "")
    assert opened.game.solution == SOLUTION
    assert not opened.game.clock.running


def test_a_puzzle_with_several_solutions():
    opened = new_game(SEVERAL)
    assert opened.solutions == 2
    assert "several solutions" in opened.notice
    assert opened.game.solution is None
    assert opened.game.check().right


@pytest.mark.parametrize("puzzle", [NONE, NONE_SMALL, BROKEN], ids=["none", "none, 4x4", "broken"])
def test_a_puzzle_without_a_solution(puzzle):
    opened = new_game(puzzle)
    game = opened.game
    assert opened.solutions == 0
    assert "no solution" in opened.notice
    assert not game.check().right
    assert ask(game).answer().kind is HintKind.EXPLANATION
    with pytest.raises(GameError, match="no solution"):
        game.reveal(len(game.values) - 1)


def test_the_broken_rule_is_named():
    assert "5 appears twice in row 1 of grid 1" in new_game(BROKEN).notice
    assert new_game(BROKEN).game.board.conflicts


def test_opening_and_checking_can_be_cancelled(monkeypatch):
    game = new_game(SEVERAL).game

    def endless(*arguments):
        """A search of many slices, which only its last argument ends."""
        assert arguments[-1]()
        raise Cancelled

    for name in ("count", "solve", "solutions"):
        monkeypatch.setattr(search, name, endless)
    with pytest.raises(Cancelled):
        new_game(SEVERAL, cancel=lambda: True)
    with pytest.raises(Cancelled):
        game.check(lambda: True)
    assert game.counters.checks == 0, "no answer was given"


def test_a_full_puzzle_is_solved_when_it_opens():
    assert new_game(Puzzle(single(), SOLUTION)).game.is_solved


def test_an_empty_double_has_several_solutions():
    assert new_game(Puzzle(double(), (0,) * 153)).solutions == 2


def test_any_solution_wins_a_puzzle_with_several():
    game = new_game(SEVERAL).game
    swapped = {1: 2, 2: 1}
    for cell, digit in enumerate(SOLUTION):
        if not game.is_given(cell):
            game.place(cell, swapped[digit])
    assert game.is_solved
    assert is_solution(game.puzzle, game.values)


@pytest.mark.parametrize("level", [Level.EASY, Level.MEDIUM, Level.HARD])
def test_the_level_is_that_of_the_rating(level):
    puzzle = generate(single(), GeneratorOptions(level=level), seed=3).puzzle
    assert level_of(puzzle) is rate(puzzle).level is level


def test_puzzles_beyond_logic_or_too_large_have_no_level():
    assert level_of(SEVERAL) is None
    assert level_of(NONE) is None
    assert level_of(Puzzle(LAYOUTS["16x16"](), (0,) * 256)) is None


def test_finding_the_level_can_be_cancelled():
    with pytest.raises(Cancelled):
        level_of(ONE, lambda: True)


def test_a_stored_solution_of_several_means_missing_rules():
    puzzle = replace(SEVERAL, text="The digits of the ends\nare friends.", stored=SOLUTION)
    opened = new_game(puzzle)
    assert opened.solutions == 2
    assert "rules are missing" in opened.notice
    assert "Not checked: The digits of the ends are friends." in opened.notice
    game = opened.game
    assert game.solution == SOLUTION
    cell = SEVERAL.givens.index(0)
    game.place(cell, 3 - SOLUTION[cell])
    assert not game.check().right, "it is right by the rules that are checked, but not the setter's"
    game.undo()
    answer = ask(game).answer()
    assert answer is not None
    game.reveal(cell)
    assert game.values[cell] == SOLUTION[cell]
    other = replace(SEVERAL, stored=(1,) * 81)
    assert "several solutions" in new_game(other).notice, "what is no solution says nothing"
    assert new_game(replace(ONE, stored=SOLUTION)).notice == ""


def test_rules_that_are_not_checked_are_named_when_the_game_starts():
    text = RuleInText(text="Cells a camel's move apart differ.")
    sentence = "Not checked: Cells a camel's move apart differ."
    assert new_game(replace(ONE, rules=(text,))).notice == sentence
    assert new_game(replace(SEVERAL, rules=(text,))).notice.endswith(sentence)
    stored = new_game(replace(SEVERAL, rules=(text,), stored=SOLUTION))
    assert stored.notice.endswith(sentence)
    assert stored.game.puzzle.rules == (text,), "the text stands there once"
