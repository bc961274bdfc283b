"""HoDoKu's order: its own levels and scores, and queues that agree with the position."""

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sudoku.layout import single
from engine.sudoku.making.generator import GeneratorOptions, generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.finders import ALL, SINGLES, sound
from engine.sudoku.techniques.hodoku_order import SinglesQueue, hodoku_path
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.scales import by_steps, hodoku_level

RATED = [
    ("...1..4.6.......2.74......5..7.2.5....6.9...1.......8......3..46...79.5.581.4.3..", "easy", 374),
    ("....29..5.5.4...6.41...7...1............3..2...31..4....7....5..82.5...6......2.7", "easy", 502),
    ("42..1.6.7......1.....68..9.7.........8...9..43...25......7......9.5...1.14....7.6", "medium", 418),
    (".29...7.........1841...3..9....3..7.8..7.9..673.56....2....5......2..6.....31..9.", "medium", 620),
    ("..17.8........2..45....67.....5....74...6..8.3.....9.......53.2.1....4..6432.7...", "hard", 674),
    ("..72......3.....7.2..6.5...3..86.....7...34....5....1...9...7..8....65.....42.1.6", "hard", 678),
    (".19.......8..43...6...9...3...27..9..5...87...4.5....8..74.2..1..1...6.........4.", "unfair", 1138),
    ("8...47..3....6.14......2...32.8...544.1.......5.....9.2.....4.6.1...6.2.....5.7..", "unfair", 1204),
    (".537....4.1...287..27......5...4691.3...9...6..1.7.......6...9....58..21......4..", "extreme", 1836),
    ("..8..7.6...7.4.......1..38....7.4.23.1.......5....2.9....8....62....3.4.6....5.3.", "extreme", 2168),
    ("..8...3..2..64..5..7...1......9..6..6.......21....5....3........6..23..15.....2.7", "unfair", 1556),
    (".64.9...2....5.8..1.53.2....382..7.....9.....9...47........4.8.......12...187.94.", "extreme", 4356),
    ("..9..2..15..89.....68.....4.9.48...6.4....18...5.6.7....7....1.4.6.........5....7", "extreme", 5564),
    ("7....59.3...4.87..5.........9..1........6...8.24.9..3...93...86.......1.....592..", "medium", 468),
    (".15.72.63...35........4.5..4....8.....2..37...71....3...86.7....235..647.......2.", "hard", 812),
    (".84.....5..3..592..5......3............2..6.9..1.83........2.6.73...1..84.2....7.", "hard", 678),
]
"""Puzzles with the level and the score that HoDoKu 2.2.0 prints."""


def puzzle_of(line: str) -> Puzzle:
    return Puzzle(single(), tuple(0 if sign == "." else int(sign) for sign in line))


@pytest.mark.parametrize(("line", "level", "score"), RATED)
def test_levels_and_scores_are_those_of_hodoku(line: str, level: str, score: int) -> None:
    rating = by_steps(puzzle_of(line))
    assert (hodoku_level(rating.level, rating.score).value, rating.score) == (level, score)


@settings(max_examples=amount(20))
@given(st.integers(0, 10**6))
def test_the_path_leads_to_the_solution_and_takes_the_easiest_kind_of_single(seed: int) -> None:
    made = generate(single(), GeneratorOptions(minimal=True), seed=seed)
    start = Position.of_puzzle(made.puzzle)
    found = hodoku_path(start, sound(made.puzzle, ALL, unique=True))
    position = start
    for step in found.steps:
        assert all(made.solution[place.cell] == place.digit for place in step.places)
        kinds = {
            Technique.NAKED_SINGLE: any(mask.bit_count() == 1 for mask in position.masks),
            Technique.FULL_HOUSE: any(
                [position.values[cell] for cell in house.cells].count(0) == 1 for house in single().houses
            ),
        }
        if kinds[Technique.FULL_HOUSE]:
            assert step.technique is Technique.FULL_HOUSE
        elif kinds[Technique.NAKED_SINGLE]:
            assert step.technique is Technique.NAKED_SINGLE
        position = step.apply(position)
    assert position.values == found.values


@settings(max_examples=amount(20))
@given(st.integers(0, 10**6), st.integers(0, 80))
def test_the_queue_has_the_candidates_of_the_position_and_all_its_singles(seed: int, filled: int) -> None:
    made = generate(single(), GeneratorOptions(minimal=True), seed=seed)
    digits = (*made.solution[:filled], *made.puzzle.givens[filled:])
    position = Position.of_puzzle(Puzzle(single(), digits))
    queue = SinglesQueue(position)
    assert tuple(queue.masks) == position.masks
    placed = []
    while single_step := queue.take():
        technique, place = single_step
        assert technique in SINGLES
        assert made.solution[place.cell] == place.digit
        placed.append(place)
        queue.place(*place)
    rest = Position(single(), position.values, position.masks, position.givens).place(tuple(placed))
    assert tuple(queue.masks) == rest.masks
    assert all(mask.bit_count() != 1 for mask in rest.masks), "no naked single is forgotten"
