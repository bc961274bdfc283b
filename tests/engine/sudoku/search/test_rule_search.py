"""The search of puzzles with rules: derived constraints, and its results."""

import random
from zlib import crc32

import pytest
from amounts import amount
from rule_puzzles import DEMANDS, is_met, random_cages, random_rule
from syrupy.assertion import SnapshotAssertion

from engine.base.errors import Cancelled
from engine.sat.result import Status
from engine.sudoku.layout import LAYOUTS, Layout, double, single
from engine.sudoku.puzzle import Puzzle, is_solution
from engine.sudoku.rules.derived import cages_of, derived_sums, whole_houses
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.kinds.in_words import RuleInWords
from engine.sudoku.search import rule_backtracking, solving
from engine.sudoku.search.exact import random_solution
from engine.sudoku.search.recording import Action, SudokuRecording
from engine.sudoku.search.rule_search import RuleSearch
from engine.sudoku.search.rule_tables import rule_tables

FOUR, SIX = LAYOUTS["4x4"](), LAYOUTS["6x6"]()
SOLUTION = random_solution(FOUR, 1)
PUZZLE = Puzzle(FOUR, (0,) * 16, rules=(KillerCage((0, 1), SOLUTION[0] + SOLUTION[1]),))


def grids(layout: Layout, givens: tuple[int, ...]) -> list[tuple[int, ...]]:
    """All complete grids with these givens, without rules."""
    return [*solving.solutions(Puzzle(layout, givens))]


EVERY_FOUR = grids(FOUR, (0,) * 16)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", DEMANDS)
def test_it_counts_the_grids_that_meet_the_rules(kind: str, seed: int) -> None:
    """On 4x4 all grids, on 6x6 those with some givens; one rule of the kind, and with another of any kind."""
    dice = random.Random(f"{kind} {seed}")
    solution = dice.choice(EVERY_FOUR)
    rule, other = (random_rule(name, solution, FOUR, dice) for name in (kind, dice.choice([*DEMANDS])))
    for rules in ([rule], [rule, other]):
        rule_list = [each for each in rules if each is not None]
        right = [grid for grid in EVERY_FOUR if all(is_met(each, grid, FOUR) for each in rule_list)]
        if len(rule_list) == len(rules):
            search = RuleSearch(Puzzle(FOUR, (0,) * 16, rules=tuple(rule_list)))
            assert search.run(500) == len(right)
            if len(right) > 1:
                assert RuleSearch(Puzzle(FOUR, (0,) * 16, rules=tuple(rule_list))).run(len(right) - 1) == len(right) - 1
    solution = random_solution(SIX, seed)
    rule = random_rule(kind, solution, SIX, dice)
    if rule is not None:
        givens = tuple(digit if dice.random() < 0.45 else 0 for digit in solution)
        right = [grid for grid in grids(SIX, givens) if is_met(rule, grid, SIX)]
        search = RuleSearch(Puzzle(SIX, givens, rules=(rule,)))
        assert search.run(10_000) == len(right)


def test_candidates_and_exclusions_narrow_the_search() -> None:
    search = RuleSearch(PUZZLE)
    every = search.run(500)
    assert every > 1
    search.load(PUZZLE.givens)
    search.exclude(0, SOLUTION[0])
    without = search.run(500)
    assert without + RuleSearch(Puzzle(FOUR, (SOLUTION[0], *(0,) * 15), rules=PUZZLE.rules)).run(500) == every
    search.load(PUZZLE.givens, [1 << digit for digit in SOLUTION])
    assert search.run(500) == 1
    assert search.solution() == SOLUTION


def test_the_search_ends_early_on_request() -> None:
    assert RuleSearch(PUZZLE).run(3) == 3
    assert RuleSearch(PUZZLE).run(500, patience=1) == 500, "given up, and taken for the limit"
    search = RuleSearch(PUZZLE)
    search.slice_nodes = 1
    with pytest.raises(Cancelled):
        search.run(500, lambda: True)


@pytest.mark.parametrize("givens", [(0,) * 15, (5, *(0,) * 15)])
def test_givens_that_do_not_fit(givens: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"outside|digits for"):
        RuleSearch(PUZZLE).load(givens)


def test_sums_that_follow_hold_in_the_solution() -> None:
    """Innies and outies of random cages, also across the grids of a double."""
    for name in ("single", "double"):
        layout = LAYOUTS[name]()
        solution = random_solution(layout, 2)
        rules = random_cages(layout, solution, random.Random(2))
        found = [*derived_sums(layout.size, cages_of(layout, rules), whole_houses(layout))]
        assert len(found) > 10
        for each in found:
            assert sum(w * solution[c] for c, w in zip(each.cells, each.weights, strict=True)) == each.total


@pytest.mark.parametrize("seed", range(3))
def test_long_sums_leave_the_grids_that_meet_them(seed: int) -> None:
    """Of more cells than digits, some of them with weights; on a layout whose grids can all be listed."""
    layout, dice = LAYOUTS["4x4"](), random.Random(seed)
    every = [*solving.solutions(Puzzle(layout, (0,) * 16))]
    for _ in range(amount(8)):
        cells = tuple(dice.sample(range(16), dice.randint(5, 14)))
        weights = tuple(dice.choice((1, 1, 1, 2, -1)) for _ in cells)
        solution = dice.choice(every)
        total = sum(weight * solution[cell] for cell, weight in zip(cells, weights, strict=True))
        words = " + ".join(
            f"{weight} {layout.cell_name(cell)}" if weight > 0 else f"0 - {layout.cell_name(cell)}"
            for cell, weight in zip(cells, weights, strict=True)
        )
        rule = RuleInWords((), f"{words} = {total}")
        expected = {
            grid
            for grid in every
            if sum(weight * grid[cell] for cell, weight in zip(cells, weights, strict=True)) == total
        }
        assert {*solving.solutions(Puzzle(layout, (0,) * 16, rules=(rule,)))} == expected


def test_a_long_sum_is_bounded_by_whole_houses() -> None:
    """The least sum of three rows and five more cells of a fourth leaves 1 to 5 to these; found without search."""
    layout = single()
    cells = (*range(27), *range(36, 41))
    dice = random.Random(1)
    mixed = tuple(dice.sample(cells, len(cells)))
    rule = RuleInWords(mixed, f"sum = {3 * 45 + 15}")
    search = RuleSearch(Puzzle(layout, (0,) * 81, rules=(rule,)))
    assert search.candidates()[36] == 0b111110


def test_a_sum_of_separate_houses_is_not_derived_twice() -> None:
    """Two rows that no cage joins give two sums, not a third for both; two rows that a cage joins give one."""
    row, below = tuple(range(1, 9)), tuple(range(10, 18))
    apart = (KillerCage(row, 40), KillerCage(below, 41))
    joined = (KillerCage(row[1:], 38), KillerCage(below[1:], 39), KillerCage((row[0], below[0]), 4))
    houses = [whole_houses(single())[number] for number in (0, 1)]
    assert [each.cells for each in derived_sums(9, cages_of(single(), apart), houses)] == [(0,), (9,)]
    assert (0, 9) in [each.cells for each in derived_sums(9, cages_of(single(), joined), houses)]


def test_cells_with_as_many_digits_as_cells_are_a_house() -> None:
    """Three cells of a cage hold 1, 2 and 3, and only the first can hold the 1; without search."""
    few = (0b1110, 0b1100, 0b1100, *[0b1111110] * 33)
    search = RuleSearch(Puzzle(SIX, (0,) * 36, candidates=few, rules=(KillerCage((0, 1, 2)),)))
    masks = search.candidates()
    assert masks is not None
    assert masks[0] == 0b10
    search.load((0,) * 36)
    assert search.candidates() == masks, "other givens leave the puzzle's own candidates"


@pytest.mark.compiled
@pytest.mark.parametrize(("kind", "seed"), [("palindrome", 57), ("little killer", 38)])
def test_restarts_lose_no_solution(kind: str, seed: int) -> None:
    """A search that restarts finds as many solutions as those for each digit of a cell together."""
    dice, solution = random.Random(seed), random_solution(single(), seed)
    rules = dict.fromkeys(rule for rule in (random_rule(kind, solution, single(), dice) for _ in range(14)) if rule)
    givens = tuple(digit if dice.random() < 0.2 else 0 for digit in solution)
    puzzle = Puzzle(single(), givens, rules=tuple(rules))
    search = RuleSearch(puzzle)
    assert not search.advance(1, 150), "longer than until the first restart"
    cell = givens.index(0)
    parts = [search.count((*givens[:cell], digit, *givens[cell + 1 :]), 1000) for digit in range(1, 10)]
    assert search.count(givens, 1000) == sum(parts) > 100
    board = replayed(solving.record(puzzle))
    assert is_solution(puzzle, tuple(board))


def test_plain_puzzles_go_through_the_bit_slices() -> None:
    assert isinstance(solving.search_of(PUZZLE), RuleSearch)
    assert not isinstance(solving.search_of(Puzzle(FOUR, PUZZLE.givens)), RuleSearch)


def replayed(recording: SudokuRecording) -> list[int]:
    """The board after all events, each of which must fit the board before it."""
    board = list(recording.puzzle.givens)
    for action, cell, digit in recording:
        before, after = (digit, 0) if action is Action.REMOVE else (0, digit)
        assert board[cell] == before, "a digit comes into an empty cell, and the digit of the cell goes"
        board[cell] = after
    return board


@pytest.mark.parametrize("layout", [FOUR, single(), double()], ids=lambda layout: layout.name)
@pytest.mark.parametrize("seed", range(3))
def test_a_recorded_search_leads_to_a_solution(layout: Layout, seed: int) -> None:
    dice = random.Random(seed)
    solution = random_solution(layout, seed)
    givens = tuple(digit if dice.random() < 0.2 else 0 for digit in solution)
    puzzle = Puzzle(layout, givens, rules=tuple(random_cages(layout, solution, dice)))
    recording = solving.record(puzzle)
    assert recording.status is Status.SATISFIABLE
    board = replayed(recording)
    assert tuple(board) == recording.solution
    assert is_solution(puzzle, tuple(board))
    state = recording.state(len(recording))
    assert (state.digits, state.removals) == (tuple(board), sum(event.action is Action.REMOVE for event in recording))


def test_a_search_without_a_solution_is_recorded_to_its_end() -> None:
    sums = tuple(KillerCage(cells, total) for cells, total in (((0, 1), 4), ((2, 3), 5)))
    for record in (solving.record, solving.record_backtracking):
        recording = record(Puzzle(FOUR, (0,) * 16, rules=sums))
        assert (recording.status, recording.solution) == (Status.UNSATISFIABLE, None)
        assert 0 in replayed(recording)


def test_a_long_recording_is_cut() -> None:
    recording = solving.record(PUZZLE, 5)
    assert (recording.status, len(recording)) == (Status.UNKNOWN, 5)
    replayed(recording)
    recording = rule_backtracking.record(PUZZLE, max_steps=5)
    assert (recording.status, len(recording)) == (Status.UNKNOWN, 5)
    replayed(recording)
    with pytest.raises(Cancelled):
        rule_backtracking.record(PUZZLE, cancel=lambda: True)


def test_plain_backtracking_finds_the_first_solution_in_reading_order() -> None:
    cages = tuple(random_cages(FOUR, SOLUTION, random.Random(1)))
    puzzle = Puzzle(FOUR, (0,) * 16, rules=cages)
    recording = solving.record_backtracking(puzzle)
    assert tuple(replayed(recording)) == recording.solution == min(solving.solutions(puzzle))
    assert Action.FORCED not in {event.action for event in recording}


@pytest.mark.every_combination
@pytest.mark.parametrize("kind", DEMANDS)
def test_courses(kind: str, snapshot: SnapshotAssertion) -> None:
    """The candidates after propagation, and every event of the search: a weaker propagation finds the same solutions.

    A change of heuristics changes these numbers on purpose (`--snapshot-update`); any other change should not.
    """
    found = []
    for seed in range(2):
        dice, solution = random.Random(f"{kind} {seed}"), random_solution(SIX, seed)
        made = [random_rule(kind, solution, SIX, dice) for _ in range(4)]
        rules = tuple(dict.fromkeys(rule for rule in made if rule is not None))
        givens = tuple(digit if dice.random() < 0.08 else 0 for digit in solution)
        puzzle = Puzzle(SIX, givens, rules=rules)
        left = RuleSearch(puzzle).candidates()
        events, status = RuleSearch(puzzle).record(5000)
        nodes, search = 1, RuleSearch(puzzle)
        while nodes < 500 and not search.advance(30, 1):
            nodes += 1
        marks = [crc32(repr(part).encode()) for part in (left, list(events), search.solution())]
        count = sum(mask.bit_count() for mask in left or ())
        found.append(
            f"{len(rules)} rules: {count} candidates, {len(events)} events, {status.value}, {nodes} nodes, {marks}"
        )
    assert "\n".join(found) == snapshot


def test_digits_that_a_rule_in_words_demands_exactly_once_are_guessed_by_their_places() -> None:
    words = ["count(x = 3) = 1", "count(x = 3) = 1 and count(x = 5) = 2", "count(x = 3) >= 1", "count(x <= 3) = 1"]
    once = [
        rule_tables(single(), (RuleInWords.drawn(single(), [(0, 10, 20, 30)], text),)).exactly_once for text in words
    ]
    assert [[*each] for each in once] == [[4, 1 << 3, 0, 10, 20, 30, 0]] * 2 + [[0]] * 2


def test_solutions_with_digits_held_once_are_those_of_their_definition() -> None:
    every = grids(FOUR, (0,) * 16)
    cells, digit = ((0, 5, 10, 15), (3, 6, 9, 12)), 2
    rules = tuple(RuleInWords.drawn(FOUR, [each], f"count(x = {digit}) = 1") for each in cells)
    right = {grid for grid in every if all([grid[cell] for cell in each].count(digit) == 1 for each in cells)}
    assert 0 < len(right) < len(every)
    assert {*solving.solutions(Puzzle(FOUR, (0,) * 16, rules=rules))} == right
