"""Scales: ours and those of the explainers do not depend on names; HoDoKu's limits."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import correlation

import pytest

from engine.base import kernels
from engine.base.errors import Cancelled
from engine.sudoku.layout import double, single
from engine.sudoku.making.generator import GeneratorOptions, generate
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.explainer import EXPLAINER, SUKAKU, explained
from engine.sudoku.techniques.finders import ALL
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.rating import rate, up_to
from engine.sudoku.techniques.rounds import catalogue_groups, catalogue_rounds, counted_rounds, rounds
from engine.sudoku.techniques.scales import OwnRating, by_steps, hodoku_level, own_rating, weight

MINIMAL = [generate(single(), GeneratorOptions(minimal=True), seed=seed).puzzle for seed in range(6)]


def renamed(givens: Digits, random: Random) -> Digits:
    names = [0, *random.sample(range(1, 10), 9)]
    return tuple(names[digit] for digit in givens)


def order(random: Random) -> list[int]:
    """The rows of a grid in another order: bands permuted, and rows within each band."""
    return [3 * band + row for band in random.sample(range(3), 3) for row in random.sample(range(3), 3)]


def rearranged(givens: Digits, random: Random) -> Digits:
    """A grid with relabelled digits, permuted rows and columns, and perhaps transposed."""
    rows, columns, turned = order(random), order(random), random.random() < 0.5
    cells = [(row, column) for row in rows for column in columns]
    return renamed(tuple(givens[9 * (c if turned else r) + (r if turned else c)] for r, c in cells), random)


@pytest.mark.parametrize("puzzle", MINIMAL, ids=lambda puzzle: puzzle.name)
def test_names_and_orders_have_no_influence(puzzle: Puzzle) -> None:
    random, rated = Random(puzzle.name), own_rating(puzzle)
    by_explainers = [explained(puzzle, kinds=kinds) for kinds in (EXPLAINER, SUKAKU)]
    for _ in range(3):
        other = Puzzle(single(), rearranged(puzzle.givens, random))
        again = own_rating(other)
        assert (again.level, again.score, again.counts) == (rated.level, rated.score, rated.counts)
        for kinds, before in zip((EXPLAINER, SUKAKU), by_explainers, strict=True):
            same = explained(other, kinds=kinds)
            assert (same.hardest, same.pearl, same.diamond) == (before.hardest, before.pearl, before.diamond)


@pytest.mark.parametrize("seed", range(2))
def test_step_by_step_names_of_digits_are_of_no_influence_where_hodoku_has_no_order(seed: int) -> None:
    puzzle = generate(double(), 90, seed=seed).puzzle
    random, rated = Random(seed), by_steps(puzzle)
    for _ in range(3):
        again = by_steps(Puzzle(double(), renamed(puzzle.givens, random)))
        assert (again.score, again.counts) == (rated.score, rated.counts)


def test_nor_is_which_grid_is_the_first() -> None:
    puzzle = generate(double(), GeneratorOptions(level=Level.MEDIUM), seed=1).puzzle
    turned = Puzzle(double(), renamed(puzzle.givens[::-1], Random(1)))  # half a turn exchanges the grids
    assert own_rating(turned).counts == own_rating(puzzle).counts
    assert own_rating(turned).score == own_rating(puzzle).score


@pytest.mark.parametrize("puzzle", MINIMAL, ids=lambda puzzle: puzzle.name)
def test_rounds_lead_to_the_solution_by_the_easiest_techniques(puzzle: Puzzle) -> None:
    rated, one_by_one = own_rating(puzzle), rate(puzzle)
    assert rated.is_complete == one_by_one.is_complete
    assert rated.level is one_by_one.level
    assert rated.end.values == one_by_one.deduction.values
    assert puzzle.holes == sum(placed for _, placed in rated.rounds)
    assert rated.score == sum(weight(technique) * count for technique, count in rated.counts.items())


def test_an_elimination_counts_once_a_round() -> None:
    puzzle = next(puzzle for puzzle in MINIMAL if Technique.POINTING in own_rating(puzzle).counts)
    rated = own_rating(puzzle)
    pointing = [placed for technique, placed in rated.rounds if technique is Technique.POINTING]
    assert rated.counts[Technique.POINTING] == len(pointing)
    assert not any(pointing)


def test_fewer_techniques_end_early() -> None:
    puzzle = next(puzzle for puzzle in MINIMAL if own_rating(puzzle).level is not Level.EASY)
    assert not own_rating(puzzle, up_to(Level.EASY)).is_complete
    kinds = catalogue_groups(ALL)
    assert [technique for kind in kinds for technique in Technique if technique in kind.techniques] == [
        technique for technique in Technique if technique in ALL
    ]


def test_a_contradiction_is_no_solution() -> None:
    broken = Position.of(single(), (5, 5, *(0,) * 79))
    rated = own_rating(Puzzle(single(), broken.values))
    assert not rated.is_complete
    assert not OwnRating((), broken).is_complete


@pytest.mark.parametrize(
    ("level", "score", "by_hodoku"),
    [
        (Level.EASY, 800, Level.EASY), (Level.EASY, 801, Level.MEDIUM), (Level.EASY, 1001, Level.HARD),
        (Level.MEDIUM, 1000, Level.MEDIUM), (Level.MEDIUM, 1700, Level.UNFAIR), (Level.HARD, 1601, Level.UNFAIR),
        (Level.UNFAIR, 1800, Level.UNFAIR), (Level.UNFAIR, 1801, Level.EXTREME), (Level.EXTREME, 1, Level.EXTREME),
    ],
)  # fmt: skip
def test_a_high_score_raises_the_level_by_hodoku(level: Level, score: int, by_hodoku: Level) -> None:
    assert hodoku_level(level, score) is by_hodoku


def test_a_cancelled_round_is_not_started() -> None:
    with pytest.raises(Cancelled):
        own_rating(MINIMAL[0], cancel=lambda: True)


LEVELS = [
    generate(layout, GeneratorOptions(level=level), seed=seed).puzzle
    for layout, level in ((single(), Level.HARD), (single(), Level.UNFAIR), (double(), Level.HARD))
    for seed in range(3)
]

HARDEST = {
    "Easter Monster": "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    "Golden Nugget": ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "AI Escargot": "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
}


@pytest.mark.parametrize("puzzle", [*MINIMAL, *LEVELS], ids=lambda puzzle: puzzle.name)
def test_the_rounds_of_a_kernel_are_those_that_are_taken_from_lists(puzzle: Puzzle) -> None:
    start = Position.of(puzzle.layout, puzzle.givens)
    fast, slow = catalogue_rounds(start, ALL), rounds(start, catalogue_groups(ALL))
    assert [(round_.technique, set(round_.places), set(round_.removes)) for round_ in fast.rounds] == [
        (round_.technique, set(round_.places), set(round_.removes)) for round_ in slow.rounds
    ]
    assert (fast.end.values, fast.end.masks) == (slow.end.values, slow.end.masks)
    counts, end = counted_rounds(start, ALL)
    assert counts == tuple((round_.technique, len(round_.places)) for round_ in fast.rounds)
    assert (end.values, end.masks) == (fast.end.values, fast.end.masks)


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize("name", HARDEST)
def test_the_hardest_puzzles_score_more_than_unfair_ones(name: str) -> None:
    unfair = [own_rating(puzzle).score for puzzle in LEVELS if puzzle.layout.name == "single"]
    rated = own_rating(Puzzle(single(), tuple(int(sign) if sign.isdigit() else 0 for sign in HARDEST[name]), name))
    assert rated.level is Level.EXTREME
    assert rated.score > max(unfair)


def test_a_weight_grows_faster_than_a_score() -> None:
    assert weight(Technique.FULL_HOUSE) == weight(Technique.HIDDEN_SINGLE) == 1
    assert weight(Technique.UNIQUE_RECTANGLE_1) == 125
    assert weight(Technique.AIC) == 2744
    assert weight(Technique.NESTED_FORCING) == 42875


@pytest.mark.long
@pytest.mark.skipif(not kernels.state().compiled, reason="uncompiled, the hard ones take minutes")
def test_the_score_ranks_puzzles_as_sudoku_explainer_does() -> None:
    """One line for each rating: on random lines, most of them easy, the correlation is above 0.96."""
    lines = Path(__file__).with_name("explainer-ratings.txt").read_text().splitlines()
    rated = [(float(ratings.split("/")[0]), givens) for givens, ratings in map(str.split, lines)]
    scores = [own_rating(Puzzle(single(), tuple(map(int, givens)))).score for _, givens in rated]
    assert rank_correlation([hardest for hardest, _ in rated], scores) >= 0.93


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Spearman's correlation of ranks, with equal ranks for ties."""
    places = []
    for values in (first, second):
        order = sorted(values)
        places.append([(bisect_left(order, value) + bisect_right(order, value)) / 2 for value in values])
    return correlation(*places)
