"""The scales of Sudoku Explainer and Sukaku Explainer: the ratings of steps in positions without easier ones."""

from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path

import pytest

from engine.base import kernels
from engine.base.errors import Cancelled
from engine.sudoku.layout import single
from engine.sudoku.making.generator import GeneratorOptions, generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.solving import solutions
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.explainer import EXPLAINER, SUKAKU, explained, length_rating
from engine.sudoku.techniques.position import Candidate, Position
from engine.sudoku.techniques.rating import rate
from engine.sudoku.techniques.rounds import Round, TechniqueGroup, rounds

MINIMAL = [generate(single(), GeneratorOptions(minimal=True), seed=seed).puzzle for seed in range(6)]
EMPTY = Position.of(single(), [0] * 81)


def at(name: str) -> int:
    """The cell of a grid with that name, such as `r1c2`."""
    return 9 * int(name[1]) + int(name[3]) - 10


def with_candidates(cells: Mapping[str, str]) -> Position:
    """An empty grid in which these cells have only these candidates."""
    return EMPTY.remove(
        [Candidate(at(name), digit) for name, rest in cells.items() for digit in range(1, 10) if str(digit) not in rest]
    )


def with_places(digit: int, houses: Sequence[str]) -> Position:
    """An empty grid in which the digit has only these places in their rows and columns, two each."""
    position = EMPTY
    for places in houses:
        item, other = (at(name) for name in places.split())
        row = item // 9 == other // 9
        line = [cell for cell in range(81) if (cell // 9 == item // 9 if row else cell % 9 == item % 9)]
        position = position.remove([Candidate(cell, digit) for cell in line if cell not in (item, other)])
    return position


def first(position: Position, kinds: Sequence[TechniqueGroup]) -> Round:
    return rounds(position, kinds).rounds[0]


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("cells", "rank", "fall"),
    [
        ({"r1c1": "1234", "r1c5": "14", "r1c8": "24", "r2c3": "34"}, 5.5, "r1c2 r1c3"),
        ({"r1c1": "123", "r1c5": "14", "r1c8": "24", "r2c3": "34"}, 5.6, "r1c2 r1c3"),
        ({"r1c1": "12345", "r1c4": "15", "r1c6": "25", "r1c8": "35", "r2c3": "45"}, 6.2, "r1c2 r1c3"),
        ({"r1c1": "1234", "r1c4": "15", "r1c6": "25", "r1c8": "35", "r2c3": "45"}, 6.3, "r1c2 r1c3"),
        ({"r1c1": "124", "r1c4": "15", "r1c6": "235", "r1c8": "35", "r2c3": "45"}, 6.4, "r1c2 r1c3"),
    ],
)
@pytest.mark.few(2)
def test_wings_of_four_and_five_cells(cells: dict[str, str], rank: float, fall: str) -> None:
    steps, digit = first(with_candidates(cells), SUKAKU), int(cells["r2c3"][1])
    assert steps.rank == rank
    assert steps.removes == {Candidate(at(name), digit) for name in fall.split()}
    assert first(with_candidates(cells), EXPLAINER).rank >= 8


@pytest.mark.long
@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("houses", "rank"),
    [
        (("r1c1 r1c5", "r5c2 r5c5"), 4.0),
        (("r1c1 r1c5", "r2c4 r8c4"), 4.1),
        (("r1c1 r1c5", "r6c5 r6c9", "r7c2 r7c9"), 5.4),
    ],
)
@pytest.mark.few(1)
def test_strong_links(houses: Sequence[str], rank: float) -> None:
    position = with_places(1, houses)
    assert first(position, SUKAKU).rank == rank
    assert first(position, EXPLAINER).rank >= 6.5


@pytest.mark.long
def test_a_cycle_through_cells_is_easier_than_a_chain() -> None:
    """Each of the four sees the next by a common digit; candidates that see two such are removed."""
    cycle = with_candidates({"r1c1": "12", "r1c9": "23", "r9c9": "34", "r9c1": "14"})
    for kinds in (EXPLAINER, SUKAKU):
        steps = first(cycle, kinds)
        assert steps.rank == 6.6
        assert Candidate(at("r1c5"), 2) in steps.removes
        assert Candidate(at("r9c5"), 4) in steps.removes
    open_ended = with_candidates({"r1c1": "12", "r1c9": "23", "r9c9": "34", "r9c5": "14"})
    assert first(open_ended, EXPLAINER).rank == 7.2


def test_a_chain_is_the_harder_the_longer_it_is() -> None:
    assert [length_rating(length) for length in (0, 4, 5, 6, 7, 8, 9, 12, 13, 16, 24, 25)] == [
        0, 0, 0.1, 0.1, 0.2, 0.2, 0.3, 0.3, 0.4, 0.4, 0.5, 0.6,
    ]  # fmt: skip


def test_the_numbers_of_sudoku_explainer() -> None:
    easy = explained(generate(single(), 30, seed=1).puzzle)
    assert 1.0 <= easy.diamond <= easy.pearl <= easy.hardest <= 2.3
    for puzzle in MINIMAL:
        rated = explained(puzzle)
        assert rated.diamond <= rated.pearl <= rated.hardest
        assert rated.hardest > 2.5 or rate(puzzle).level in (Level.EASY, Level.MEDIUM)
    full = Puzzle(single(), generate(single(), 0, seed=1).solution)
    assert (explained(full).hardest, explained(full).pearl, explained(full).diamond) == (0, 0, 0)


@pytest.mark.parametrize("puzzle", MINIMAL, ids=lambda puzzle: puzzle.name)
def test_both_lead_to_the_solution(puzzle: Puzzle) -> None:
    for kinds in (EXPLAINER, SUKAKU):
        assert explained(puzzle, kinds=kinds).end.values == rate(puzzle).deduction.values


RATED = [line.split() for line in Path(__file__).with_name("explainer-ratings.txt").read_text().splitlines()]
"""Lines, and their ER/EP/ED according to Sudoku Explainer itself."""

HARDEST = {
    "AI Escargot": ("100007090030020008009600500005300900010080002600004000300000010040000007007000300", 10.5),
    "Easter Monster": ("100000002090400050006000700050903000000070000000850040700000600030009080002000001", 11.6),
}


def line(givens: str) -> Puzzle:
    return Puzzle(single(), tuple(map(int, givens)))


@pytest.mark.parametrize(("givens", "ratings"), RATED, ids=[ratings for _, ratings in RATED])
def test_ratings_are_those_of_sudoku_explainer(givens: str, ratings: str) -> None:
    hardest, pearl, diamond = map(float, ratings.split("/"))
    if hardest > 7 and not kernels.state().compiled:
        pytest.skip("uncompiled, chains take minutes")
    rated = explained(line(givens))
    assert (rated.hardest, rated.pearl, rated.diamond) == (hardest, pearl, diamond)
    assert rated.is_complete
    assert not rated.is_least


@pytest.mark.long
@pytest.mark.skipif(not kernels.state().compiled, reason="uncompiled, nets take hours")
@pytest.mark.few(1)
@pytest.mark.parametrize("name", HARDEST)
def test_the_hardest_are_rated_to_the_end(name: str) -> None:
    givens, hardest = HARDEST[name]
    rated = explained(line(givens))
    assert rated.hardest == hardest
    assert rated.is_complete
    assert not rated.is_least


@pytest.mark.skipif(not kernels.state().compiled, reason="uncompiled, nets take hours")
def test_a_rating_that_takes_too_long_is_at_least_the_kind_of_step_where_it_ends() -> None:
    rated = explained(line(HARDEST["AI Escargot"][0]), runs=2000)
    assert 7 < rated.hardest < 10.5
    assert rated.is_least
    assert not rated.is_complete


def test_a_rating_can_be_cancelled() -> None:
    with pytest.raises(Cancelled):
        explained(MINIMAL[0], cancel=lambda: True)


def test_no_candidate_of_any_solution_is_eliminated() -> None:
    givens, _ = next((givens, ratings) for givens, ratings in RATED if ratings.startswith("4.5"))
    several = Puzzle(single(), tuple(0 if cell < 9 else int(sign) for cell, sign in enumerate(givens)))
    rated = explained(several, runs=3000)
    assert not rated.is_complete
    for solution in islice(solutions(several), 20):
        for value, mask, digit in zip(rated.end.values, rated.end.masks, solution, strict=True):
            assert value == digit or mask >> digit & 1


def without(digit: int, cells: str) -> list[Candidate]:
    return [Candidate(at(name), digit) for name in cells.split()]


LOCKED = EMPTY.remove(without(5, "r2c1 r2c2 r2c3 r3c1 r3c2 r3c3"))
"""In box 1 the 5 is locked in row 1."""

PAIR = EMPTY.remove([Candidate(cell, digit) for cell in range(9) for digit in (1, 2) if cell not in (0, 3)])
"""In row 1 the digits 1 and 2 are a hidden pair in r1c1 and r1c4."""


def first_round(position: Position) -> Round:
    return rounds(position, EXPLAINER).rounds[0]


@pytest.mark.long
def test_direct_locking_places_the_same_digit_in_a_parallel_house_only() -> None:
    direct = LOCKED.remove(without(5, "r2c4 r2c5 r3c4 r3c5 r3c6"))  # in box 2 it is left in row 1 and r2c6
    steps = first_round(direct)
    assert (steps.rank, set(steps.places), set(steps.removes)) == (1.7, {Candidate(at("r2c6"), 5)}, set())
    other = LOCKED.remove(without(5, "r2c5 r3c5 r4c5 r5c5 r6c5 r7c5 r8c5"))  # in column 5 in r1c5 and r9c5
    steps = first_round(other)
    assert steps.rank == 2.6
    assert not steps.places


@pytest.mark.long
def test_a_direct_hidden_pair_places_another_digit_of_its_house_only() -> None:
    direct = PAIR.remove(without(9, "r1c2 r1c3 r1c5 r1c6 r1c7 r1c9"))  # 9 in r1c1, r1c4 and r1c8
    steps = first_round(direct)
    assert (steps.rank, set(steps.places)) == (2.0, {Candidate(at("r1c8"), 9)})
    column = PAIR.remove(without(9, "r2c1 r3c1 r4c1 r5c1 r6c1 r7c1 r8c1"))  # in column 1 in r1c1 and r9c1
    steps = first_round(column)
    assert steps.rank == 3.4
    assert not steps.places
