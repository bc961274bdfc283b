"""All steps of a position are true, do what they say, and are one move with undo; the path to the solution; usage."""

from itertools import pairwise

import pytest

from engine.base.errors import Cancelled
from engine.play.game import Game
from engine.play.steps import Steps, all_steps, is_wrong, make_step, solution_path, sound_techniques
from engine.play.technique_usage import (
    PLAYER_TECHNIQUES,
    SINGLES,
    TechniqueUsage,
    technique_of_digit,
    technique_of_removal,
    techniques_used,
)
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.making.drills import Drill, drills
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.finder import every_finder
from engine.sudoku.techniques.finders import first_step
from engine.sudoku.techniques.position import Candidate

LAYOUT_NAMES = ("single", "x", "double")


def drill_of(technique: Technique, name: str = "single", seed: int = 6) -> Drill:
    return next(drills(LAYOUTS[name](), technique, seed))


def game_of(drill: Drill) -> Game:
    """A game at the position of a drill."""
    game = Game(drill.puzzle, drill.solution)
    for cell, digit in enumerate(drill.position.values):
        game.place(cell, digit) if digit and not game.values[cell] else None
    left = game.candidates.masks
    gone = [
        Candidate(cell, digit)
        for cell, mask in enumerate(drill.position.masks)
        for digit in range(1, 10)
        if left[cell] & ~mask & 1 << digit
    ]
    game.eliminate(gone)
    return game


@pytest.mark.few(1)
@pytest.mark.parametrize("name", LAYOUT_NAMES)
@pytest.mark.parametrize("technique", [Technique.HIDDEN_SINGLE, Technique.NAKED_TRIPLE, Technique.XY_WING])
def test_every_step_is_sound_and_matches_its_sentence(name: str, technique: Technique) -> None:
    game = game_of(drill_of(technique, name))
    solution = game.solution
    assert solution
    reports: list[Steps] = []
    found = all_steps(game.candidates, sound_techniques(game), reports.append)
    assert found[0].technique is technique
    assert all(found[: len(some)] == some for some in reports)  # earlier steps keep their places
    counts = [len(some) for some in reports]
    assert all(more > 2 * fewer for fewer, more in pairwise([0, *counts]))
    assert 0 < counts[-1] <= len(found)
    order = list(Technique)
    for step in found[:150]:
        assert order.index(step.technique) >= order.index(technique)
        assert all(solution[cell] == digit for cell, digit in step.places)
        assert all(solution[cell] != digit for cell, digit in step.removes)
        before, moves, notes = game.candidates, game.history.moves(), game.board
        assert make_step(game, step)
        assert game.history.moves() == moves + 1
        assert all(game.values[cell] == digit for cell, digit in step.places)
        after = game.candidates
        for cell, digit in step.removes:
            assert before.masks[cell] >> digit & 1
            assert not after.masks[cell] >> digit & 1
        game.undo()
        assert (game.board, game.candidates.masks) == (notes, before.masks)


def test_the_list_holds_what_each_finder_finds_first() -> None:
    game = game_of(drill_of(Technique.SKYSCRAPER))
    found = all_steps(game.candidates, sound_techniques(game))
    for technique in {step.technique for step in found}:
        first = first_step(game.candidates, {technique})
        assert first in found


def test_looking_for_every_step_can_be_stopped() -> None:
    game = game_of(drill_of(Technique.NAKED_PAIR))
    with pytest.raises(Cancelled):
        all_steps(game.candidates, sound_techniques(game), cancel=lambda: True)


def test_uniqueness_proves_nothing_where_there_are_several_solutions() -> None:
    several = Game(Puzzle(LAYOUTS["single"](), (0,) * 81))
    assert Technique.UNIQUE_RECTANGLE_1 not in sound_techniques(several)
    assert Technique.X_WING in sound_techniques(several)


def test_a_board_with_a_mistake_is_in_doubt() -> None:
    game = game_of(drill_of(Technique.NAKED_PAIR))
    assert not is_wrong(game)
    assert game.solution
    cell = game.values.index(0)
    wrong = next(digit for digit in range(1, 10) if digit != game.solution[cell])
    game.place(cell, wrong)
    assert is_wrong(game)


@pytest.mark.parametrize("name", LAYOUT_NAMES)
def test_the_way_leads_to_the_solution_step_by_step(name: str) -> None:
    game = game_of(drill_of(Technique.POINTING, name))
    steps = solution_path(game.candidates, sound_techniques(game))
    for step in steps:
        number = next(number for number, finder in enumerate(every_finder()) if step.technique in finder.techniques)
        tried_before = {technique for finder in every_finder()[:number] for technique in finder.techniques}
        assert first_step(game.candidates, tried_before) is None
        assert make_step(game, step)
    assert game.is_solved


@pytest.mark.parametrize("technique", [Technique.POINTING, Technique.HIDDEN_PAIR, Technique.X_WING, Technique.XY_CHAIN])
def test_a_puzzle_that_needs_a_technique_uses_it(technique: Technique) -> None:
    drill = drill_of(technique)
    for step in drill.steps:
        assert technique_of_removal(drill.position, frozenset(step.removes)) is technique
        after = step.apply(drill.position)
        for single in all_steps(after, frozenset(SINGLES)):
            (place,) = single.places
            used = technique_of_digit(drill.position, place)
            assert used is technique
            assert technique_of_digit(after, place) in SINGLES


def test_a_digit_that_no_single_step_leads_to_has_no_technique() -> None:
    drill = drill_of(Technique.X_WING)
    led_to = {
        place
        for step in all_steps(drill.position, PLAYER_TECHNIQUES)
        for single in all_steps(step.apply(drill.position), frozenset(SINGLES))
        for place in single.places
    }
    far = next(
        Candidate(cell, drill.solution[cell])
        for cell, value in enumerate(drill.position.values)
        if not value and (cell, drill.solution[cell]) not in led_to
    )
    assert technique_of_digit(drill.position, far) is None


def used_in(game: Game, cached: dict[int, TechniqueUsage] | None = None) -> dict[int, TechniqueUsage]:
    assert game.solution
    moves = [(node, game.history[node].move) for node in game.history.path() if node]
    return techniques_used(game.puzzle, game.solution, moves, cached or {})


def test_moves_are_rated_by_what_earlier_ones_have_shown() -> None:
    drill, step, place = next(
        (drill, step, single.places[0])
        for drill in drills(LAYOUTS["single"](), Technique.POINTING, 6)
        for step in drill.steps
        for single in all_steps(step.apply(drill.position), frozenset(SINGLES))
    )
    game = Game(Puzzle(drill.puzzle.layout, drill.position.values), drill.solution)
    game.fill_notes()
    for cell, digit in step.removes:
        game.toggle_note(cell, digit)
    used = list(used_in(game).values())
    assert used[0] == TechniqueUsage()
    assert [item.technique for item in used[1:]] == [Technique.POINTING] * len(step.removes)
    assert [item.removed for item in used[1:]] == [frozenset({candidate}) for candidate in step.removes]
    game.place(*place)
    assert list(used_in(game).values())[-1].technique in SINGLES


def test_wrong_moves_and_what_comes_after_them_have_no_technique() -> None:
    drill = drill_of(Technique.HIDDEN_SINGLE)
    game = Game(drill.puzzle, drill.solution)
    (place,) = drill.steps[0].places
    game.place(place.cell, place.digit % 9 + 1)
    other = next(cell for cell, value in enumerate(game.values) if not value)
    game.place(other, drill.solution[other])
    game.reveal(next(cell for cell, value in enumerate(game.values) if not value))
    assert set(used_in(game).values()) == {TechniqueUsage()}


def test_known_results_are_not_searched_again() -> None:
    drill = drill_of(Technique.HIDDEN_SINGLE)
    game = Game(drill.puzzle, drill.solution)
    game.place(*drill.steps[0].places[0])
    cached = {1: TechniqueUsage(Technique.JELLYFISH)}
    assert used_in(game, cached) == cached
