from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest

from engine.sudoku.layout import double, single
from engine.sudoku.making.generator import generate
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.finder import every_finder
from engine.sudoku.techniques.finders import ALL, finders_of, first_step, prepare, steps
from engine.sudoku.techniques.fireworks import crosses
from engine.sudoku.techniques.forcing import nested_forcing
from engine.sudoku.techniques.patterns.frames import frame_tables
from engine.sudoku.techniques.patterns.tables import corners
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.route import Route
from engine.sudoku.techniques.rules import RULE_STEPS
from engine.sudoku.techniques.tridagon import rectangles_of_boxes

EASY = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"


@pytest.fixture
def easy() -> Position:
    return Position.of(single(), [int(digit) for digit in EASY])


def test_the_table_names_each_technique_once_and_in_the_order_of_the_catalogue():
    listed = [technique for finder in every_finder() for technique in finder.techniques]
    assert max(Counter(listed).values()) == 1
    assert listed == [technique for technique in Technique if technique in ALL]


def test_singles_solve_an_easy_puzzle(easy):
    used = Counter()
    while step := first_step(easy):
        used[step.technique.level] += 1
        easy = step.apply(easy)
    assert easy.is_solved
    assert used == {Level.EASY: EASY.count("0")}


def test_only_requested_patterns_are_found(easy):
    hidden = list(steps(easy, {Technique.HIDDEN_SINGLE}))
    assert hidden
    assert {step.technique for step in hidden} == {Technique.HIDDEN_SINGLE}
    step = first_step(easy, {Technique.HIDDEN_SINGLE})
    assert step in hidden
    assert step.places == hidden[0].places
    assert first_step(easy, ()) is None


@pytest.mark.long
def test_steps_come_easiest_first_and_always_the_same(easy):
    found = list(steps(easy))
    assert found[:100] == list(islice(steps(Position.of(single(), easy.values)), 100))
    table = {technique: place for place, finder in enumerate(every_finder()) for technique in finder.techniques}
    order = [table[step.technique] for step in found]
    assert order == sorted(order)


def test_every_technique_has_a_finder_and_but_for_singles_a_condition():
    assert set(Technique) == ALL | RULE_STEPS
    singles = {Technique.FULL_HOUSE, Technique.NAKED_SINGLE, Technique.HIDDEN_SINGLE}
    assert {technique for technique in ALL if not technique.condition("r1c1", "1")} == singles


def test_a_solved_board_has_no_step():
    solved = Position.of(single(), [(3 * row + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9)])
    assert solved.is_solved
    assert not solved.is_broken
    assert first_step(solved) is None


def test_facts_about_a_layout_are_computed_once_and_in_advance():
    made, layout = (corners, frame_tables, crosses, rectangles_of_boxes), replace(double(), name="another double")
    before = [table.cache_info().misses for table in made]
    prepare(layout)
    prepared = [table.cache_info().misses for table in made]
    assert prepared == [misses + 1 for misses in before]
    position = Position.of(layout, generate(layout, 100, seed=3).puzzle.givens)
    for techniques in (finder.techniques for finder in every_finder() if finder.find is not nested_forcing):
        first_step(position, techniques)
    assert [table.cache_info().misses for table in made] == prepared


def test_routes_side_by_side_and_one_after_the_other_go_their_own_ways():
    """They pass on the pattern search, each to the next one on its layout."""
    starts = [Position.of(single(), generate(single(), 54, seed=seed).puzzle.givens) for seed in range(3)]
    finders = finders_of(ALL)
    alone = [went(Route(start, finders)) for start in starts]
    assert [went(route) for route in [Route(start, finders) for start in starts]] == alone
    assert len({len(moves) for moves, _ in alone}) > 1


def went(route: Route) -> tuple[list[object], tuple[int, ...]]:
    """The steps taken, and the resulting candidates."""
    return [(item.technique, item.places, item.removes) for item in route.take()], route.position.masks
