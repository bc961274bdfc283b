"""Hints are true, proved by the cells they name, and lead to the end."""

import os
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.play.game import Counters, Game
from engine.play.hints import HintKind, Technique, candidates, hint, is_stuck, press, steps
from engine.play.history import MoveKind
from engine.sudoku.layout import House, Layout, conflicts, double, from_grids, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search import random_solution


def with_short_houses():
    """A 4x4 grid with two houses of two cells: different digits, but not every digit."""
    mini = from_grids("mini", "4x4", 2, 2, [(0, 0)])
    pairs = (House("pair", "pair 1", (0, 5)), House("pair", "pair 2", (3, 6)))
    return Layout("pairs", "4x4 with pairs", 4, 2, 2, mini.cells, mini.houses + pairs, mini.grids)


LAYOUTS = {"single": single(), "double": double(), "pairs": with_short_houses()}
solution_of = cache(random_solution)


@st.composite
def boards(draw):
    """A layout, a solution of it, and some of the solution's digits."""
    layout = LAYOUTS[draw(st.sampled_from(sorted(LAYOUTS)))]
    solution = solution_of(layout, draw(st.integers(0, 20)))
    assert not conflicts(layout, solution)
    random = draw(st.randoms(use_true_random=False))
    share = draw(st.sampled_from([0.1, 0.3, 0.5, 0.8, 0.97]))
    return layout, solution, tuple(digit if random.random() < share else 0 for digit in solution)


def possible(layout, values, cell):
    """The digits of a cell, from the definition."""
    return {d for d in range(1, layout.size + 1) if all(values[peer] != d for peer in layout.peers[cell])}


@given(boards())
def test_candidates_follow_from_the_definition(board):
    layout, solution, values = board
    for cell, mask in enumerate(candidates(layout, values)):
        expected = set() if values[cell] else possible(layout, values, cell)
        assert {digit for digit in range(32) if mask >> digit & 1} == expected
        assert values[cell] or solution[cell] in expected


@given(boards())
def test_steps_agree_with_the_solution_and_are_proved_by_their_cells(board):
    layout, solution, values = board
    for step in steps(layout, values):
        house = layout.houses[step.house]
        assert values[step.cell] == 0
        assert step.digit == solution[step.cell]
        assert step.cell in house.cells
        assert all(values[cell] for cell in step.cells)
        assert str(step.digit) in step.sentence
        if step.technique is Technique.FULL_HOUSE:
            assert {step.cell, *step.cells} == set(house.cells)
            assert {values[cell] for cell in step.cells} | {step.digit} == set(range(1, layout.size + 1))
            assert house.name in step.sentence
        elif step.technique is Technique.HIDDEN_SINGLE:
            assert all(values[cell] == step.digit for cell in step.cells)
            for other in set(house.cells) - {step.cell}:
                assert values[other] or set(layout.peers[other]) & set(step.cells)
            assert house.name in step.sentence
        else:
            assert set(step.cells) <= set(layout.peers[step.cell])
            assert sorted([*(values[cell] for cell in step.cells), step.digit]) == list(range(1, layout.size + 1))
            assert layout.cell_name(step.cell) in step.sentence


@given(boards())
def test_every_single_is_found(board):
    layout, _, values = board
    found = {(step.cell, step.digit) for step in steps(layout, values)}
    expected = set()
    open_cells = [cell for cell, value in enumerate(values) if not value]
    options = {cell: possible(layout, values, cell) for cell in open_cells}
    for cell in open_cells:
        if len(options[cell]) == 1:
            expected.add((cell, *options[cell]))
    for house in layout.houses:
        for digit in range(1, layout.size + 1):
            places = [cell for cell in house.cells if digit in options.get(cell, ())]
            if len(house.cells) == layout.size and len(places) == 1:
                expected.add((places[0], digit))
    assert found == expected
    assert not is_stuck(layout, values)


def test_a_short_house_forces_no_hidden_single():
    layout = with_short_houses()
    # A lone cell in a pair is no full house, and a digit with one place in the pair need not go there.
    values = tuple(4 if cell == 5 else 0 for cell in range(16))
    assert not list(steps(layout, values))


def test_a_board_without_a_place_for_a_digit_is_stuck():
    layout = from_grids("mini", "4x4", 2, 2, [(0, 0)])
    assert not is_stuck(layout, [0] * 16)
    no_candidate = [0, 1, 2, 3, 4] + [0] * 11
    assert is_stuck(layout, no_candidate)
    no_place = [0, 0, 2, 3, 1] + [0] * 11
    assert all(candidates(layout, no_place)[cell] for cell in (0, 1))
    assert not conflicts(layout, no_place)
    assert is_stuck(layout, no_place)


@given(boards())
def test_pressing_the_hint_key_leads_to_the_end(board):
    layout, solution, values = board
    game = Game(Puzzle(layout, values), solution)
    shown, presses = None, 0
    while not game.is_solved:
        shown = press(game, shown)
        presses += 1
        assert shown.kind in (HintKind.STEP, HintKind.REVEAL)
        assert presses <= 3 * len(layout.cells)
    assert game.values == solution
    acts = [move.kind for _, move in game.history.tree.nodes[1:]]
    assert game.counters == Counters(hints=len(acts), reveals=acts.count(MoveKind.REVEAL))
    assert press(game, shown).kind is HintKind.NOTHING


MINI_SOLUTION = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)


def mini_game(given_cells, solution=MINI_SOLUTION, **options):
    layout = from_grids("mini", "4x4", 2, 2, [(0, 0)])
    values = tuple(digit if cell in given_cells else 0 for cell, digit in enumerate(MINI_SOLUTION))
    return Game(Puzzle(layout, values), solution, **options)


def test_a_step_comes_in_stages():
    game = mini_game(range(1, 16))
    stages = [press(game, None)]
    assert stages[0].sentence == "Look at row 1."
    assert not stages[0].acts_next
    stages.append(press(game, stages[0]))
    assert stages[1].sentence == "Full house: 1 is the last digit of row 1."
    assert stages[1].acts_next
    assert game.values[0] == 0
    stages.append(press(game, stages[1]))
    assert stages[2].sentence == "r1c1 is 1."
    assert game.values[0] == 1
    assert game.counters == Counters(hints=1)


def test_a_hint_for_another_board_begins_anew():
    game = mini_game([4, 6, 9, 11])
    first = press(game, None)
    game.place(15, 1)
    second = press(game, first)
    assert second.stage == 0
    assert second.values == game.values
    assert game.counters.hints == 2


def test_notes_do_not_end_a_hint():
    game = mini_game(range(1, 16))
    first = press(game, None)
    game.toggle_note(0, 3)
    assert press(game, first).stage == 1


def test_a_mistake_is_told_first_but_not_where():
    game = mini_game(range(2, 16))
    game.place(0, 2)
    told = press(game, None)
    assert told.kind is HintKind.MISTAKE
    assert "r1c" not in told.sentence
    before = game.values
    assert press(game, told).kind is HintKind.MISTAKE
    assert game.values == before


def test_a_wrong_digit_that_breaks_no_rule_is_a_mistake_where_the_solution_is_known():
    for solution, kind in ((MINI_SOLUTION, HintKind.MISTAKE), (None, HintKind.NOTHING)):
        game = mini_game([0], solution)
        game.place(15, 3)
        assert hint(game).kind is kind


@pytest.mark.parametrize("solution", [MINI_SOLUTION, None])
def test_conflicts_and_dead_ends_are_mistakes_with_or_without_a_known_solution(solution):
    game = mini_game([1], solution)
    game.place(0, 2)
    assert hint(game).kind is HintKind.MISTAKE
    game.undo()
    for cell, digit in ((2, 3), (3, 1), (4, 4)):
        game.place(cell, digit)
    assert not game.conflicts
    assert hint(game).kind is HintKind.MISTAKE


def test_without_a_single_the_cursors_cell_is_offered():
    game = mini_game([0])
    offered = press(game, None, cursor=7)
    assert (offered.kind, offered.cell, offered.acts_next) == (HintKind.REVEAL, 7, True)
    done = press(game, offered, cursor=3)
    assert game.board.entries[7].revealed
    assert done.sentence == f"r2c4 is {game.solution[7]}."


def test_without_an_empty_cursor_the_cell_with_fewest_candidates_is_offered():
    game = mini_game([0, 6])
    assert not list(steps(game.layout, game.values)), "the position needs to have no single"
    offered = hint(game, cursor=0)
    counts = [mask.bit_count() for mask in candidates(game.layout, game.values)]
    assert counts[offered.cell] == min(count for count in counts if count)


def test_without_a_unique_solution_nothing_is_offered():
    several = mini_game([0], None)
    told = press(several, None)
    assert told.kind is HintKind.NOTHING
    assert "several solutions" in told.sentence
    none = mini_game([0], None, solvable=False)
    assert "no solution" in press(none, None).sentence
    assert several.counters == none.counters == Counters()


DATA = Path(os.environ.get("SATSUDOKU_DATA", "../shared/data"), "sudoku", "hodoku-reglib-even.txt")
CODES = {
    "0000": {Technique.FULL_HOUSE},
    "0001": {Technique.FULL_HOUSE, Technique.HIDDEN_SINGLE},
    "0002": {Technique.HIDDEN_SINGLE},
    "0003": {Technique.NAKED_SINGLE},
}


@pytest.mark.skipif(not DATA.exists(), reason="HoDoKu's regression library is not here")
def test_the_singles_of_another_program_are_found():
    tried = 0
    for line in DATA.read_text().splitlines():
        fields = line.split(":")
        if len(fields) < 7 or fields[1] not in CODES or fields[4]:
            continue
        values = [int(digit) for digit in fields[3].replace("+", "").replace(".", "0")]
        found = {(step.digit, step.cell) for step in steps(single(), values) if step.technique in CODES[fields[1]]}
        for digit, row, column in fields[6].split():
            assert (int(digit), single().index[int(row) - 1, int(column) - 1]) in found, line
            tried += 1
    assert tried
