"""The next step for a person: the easiest to see comes first, then near ones, and each order is different."""

from collections.abc import Iterator
from functools import cache

import pytest
from amounts import amount

from engine.base.errors import Cancelled
from engine.sudoku.layout import Layout, double, single
from engine.sudoku.making.generator import GeneratorOptions, generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.blockers import unblocked
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.explainer import EXPLAINER
from engine.sudoku.techniques.finders import first_step, steps
from engine.sudoku.techniques.next_step import PlayerView, StepOrder, next_step
from engine.sudoku.techniques.position import Candidate, Position
from engine.sudoku.techniques.rating import rate
from engine.sudoku.techniques.rounds import rounds
from engine.sudoku.techniques.step import Step

FULL, NAKED, HIDDEN = Technique.FULL_HOUSE, Technique.NAKED_SINGLE, Technique.HIDDEN_SINGLE


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Puzzles from easy to hard, a hundred in a thorough run."""
    easy = (generate(single(), holes, seed=holes).puzzle for holes in range(20, 56, 36 // max(amount(36), 9)))
    options = GeneratorOptions(minimal=True)
    minimal = (generate(single(), options, seed=seed).puzzle for seed in range(max(amount(44), 11)))
    doubles = (generate(double(), 60 + 2 * seed, seed=seed).puzzle for seed in range(max(amount(20), 5)))
    return (*easy, *minimal, *doubles)


def way(puzzle: Puzzle, view: PlayerView, order: StepOrder = StepOrder.BY_SIGHT) -> Iterator[tuple[Position, Step]]:
    """The steps of a person who always takes the next one."""
    position = Position.of(puzzle.layout, puzzle.givens)
    while step := next_step(position, view=view, order=order):
        yield position, step
        position = step.apply(position)


def kind_of_house(layout: Layout, step: Step) -> str:
    return layout.houses[step.houses[0]].kind


def test_by_sight_no_naked_single_comes_while_a_hidden_one_is_open() -> None:
    found = set[tuple[Technique, str]]()
    for puzzle in puzzles():
        for position, step in way(puzzle, PlayerView()):
            if step.technique is FULL:
                continue
            assert not [*steps(position, {FULL})]
            hidden = [*steps(position, {HIDDEN})]
            boxed = [item for item in hidden if kind_of_house(puzzle.layout, item) == "box"]
            kind = kind_of_house(puzzle.layout, step) if step.houses else ""
            if step.technique is HIDDEN:
                assert kind == "box" or not boxed, "a box shows one"
                visible = {kind_of_house(puzzle.layout, item) for item in hidden if item.places == step.places}
                assert kind != "column" or "row" not in visible, "a row shows it too"
            else:
                assert not hidden
                assert step.technique is NAKED or not [*steps(position, {NAKED})]
            found.add((step.technique, kind if step.technique is HIDDEN else ""))
    assert {(HIDDEN, "box"), (HIDDEN, "row"), (HIDDEN, "column"), (NAKED, "")} <= found


@pytest.mark.long
def test_the_naked_single_with_the_fullest_house_comes_first() -> None:
    seen = 0
    for puzzle in puzzles():
        for position, step in way(puzzle, PlayerView()):
            others = [*steps(position, {NAKED})] if step.technique is NAKED else []
            if len(others) > 1:
                best = max(
                    (-unblocked(position, NAKED, item.places[0], None), fullest(position, item)) for item in others
                )
                assert (-unblocked(position, NAKED, step.places[0], None), fullest(position, step)) == best
                seen += 1
    assert seen


def fullest(position: Position, step: Step) -> int:
    layout = position.layout
    houses = (layout.houses[house] for house in layout.houses_of[step.places[0].cell])
    return max(sum(position.values[cell] > 0 for cell in house.cells) for house in houses)


@pytest.mark.long
def test_with_notes_a_naked_single_comes_before_hidden_ones() -> None:
    noted = PlayerView(shows_candidates=True)
    before = 0
    for puzzle in puzzles()[:60]:
        for position, step in way(puzzle, noted):
            if step.technique is not FULL and any(steps(position, {NAKED})):
                assert step.technique is NAKED
                before += any(steps(position, {HIDDEN}))
    assert before


def test_half_of_the_cells_noted_are_notes() -> None:
    position = Position.of(single(), puzzles()[0].givens)
    empty = [cell for cell, value in enumerate(position.values) if not value]
    half = [2 if cell in empty[: (len(empty) + 1) // 2] else 0 for cell in range(81)]
    fewer = [2 if cell in empty[: len(empty) // 2 - 1] else 0 for cell in range(81)]
    assert PlayerView(notes=tuple(half)).sees_candidates(position)
    assert not PlayerView(notes=tuple(fewer)).sees_candidates(position)
    assert not PlayerView().sees_candidates(position)


@pytest.mark.parametrize("corner", [0, 8, 72, 80])
def test_the_nearest_of_equal_steps_comes_first(corner: int) -> None:
    layout = single()
    puzzle = generate(layout, 54, seed=5).puzzle
    position = Position.of(layout, puzzle.givens)
    boxed = [step for step in steps(position, {HIDDEN}) if kind_of_house(layout, step) == "box"]
    assert len(boxed) > 3

    def far(step: Step) -> int:
        (row, column), (at_row, at_column) = layout.cells[step.places[0].cell], layout.cells[corner]
        return max(abs(row - at_row), abs(column - at_column))

    step = next_step(position, view=PlayerView(focus=(corner,)))
    assert step
    assert far(step) == min(map(far, boxed))


def test_the_order_of_hodoku_is_that_of_the_rating() -> None:
    for puzzle in puzzles()[30:60]:
        for position, step in way(puzzle, PlayerView(), StepOrder.HODOKU):
            rated = first_step(position)
            assert rated
            assert step.technique is rated.technique


def test_the_order_of_the_explainer_is_that_of_its_rating() -> None:
    """Each step is one of those that the rating takes there at once."""
    for puzzle in puzzles()[28:40]:
        for position, step in [*way(puzzle, PlayerView(), StepOrder.EXPLAINER)][::6]:
            round_ = rounds(position, EXPLAINER).rounds[0]
            assert set(round_.places) >= {*step.places}
            assert set(round_.removes) >= {*step.removes} or round_.places, "what follows directly is placed"


def test_ratings_have_an_order_of_their_own() -> None:
    """In a puzzle of singles the rating takes naked singles that a person does not need."""
    counts = rate(puzzles()[20]).counts
    by_sight = [step.technique for _, step in way(puzzles()[20], PlayerView())]
    assert counts.get(NAKED, 0) > by_sight.count(NAKED)


def test_a_step_whose_candidates_are_all_missing_from_the_notes_is_contained() -> None:
    step = Step(Technique.POINTING, "", (0,), (), (), removes=(Candidate(3, 5), Candidate(4, 5)))
    notes, none = [0] * 81, (0,) * 81
    notes[3], notes[4] = 1 << 2, 1 << 2 | 1 << 5
    assert not PlayerView(tuple(notes), none).contains(step)
    notes[4] = 1 << 2
    assert PlayerView(tuple(notes), none).contains(step)
    notes[4] = 0
    assert not PlayerView(tuple(notes), none).contains(step), "a cell without notes says nothing"
    corners = [1 << 5 if cell == 3 else 0 for cell in range(81)]
    notes[4] = 1 << 2
    assert not PlayerView(tuple(notes), tuple(corners)).contains(step)


def test_nothing_follows_from_a_broken_board_and_a_search_can_be_cancelled() -> None:
    assert next_step(Position.of(single(), (5, 5, *(0,) * 79)).remove([Candidate(2, d) for d in range(1, 10)])) is None
    with pytest.raises(Cancelled):
        next_step(Position.of(single(), puzzles()[0].givens), cancel=lambda: True)
