"""Killers and jigsaws in one line: four forms, each with the cages or regions that were written."""

import random

import pytest
from amounts import amount
from rule_puzzles import random_cages

from engine.base.errors import InputError
from engine.sudoku.formats import parse
from engine.sudoku.layout import LAYOUTS, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.search.exact import random_solution

LAYOUT = single()
STEPS = {(0, -1): "<", (0, 1): ">", (-1, 0): "^", (1, 0): "v"}
SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"


def killer(seed: int) -> Puzzle:
    cages = random_cages(LAYOUT, random_solution(LAYOUT, seed), random.Random(seed), 5)
    return Puzzle(LAYOUT, (0,) * 81, rules=cages)


def by_arrows(puzzle: Puzzle) -> str:
    """The cells of each cage, each with an arrow to a cell nearer to the first one."""
    signs = [""] * 81
    for rule in puzzle.rules:
        assert isinstance(rule, KillerCage)
        reached = [rule.cells[0]]
        signs[rule.cells[0]] = SUMS[rule.total]
        while len(reached) < len(rule.cells):
            for cell in rule.cells:
                row, column = LAYOUT.cells[cell]
                to = next((at for at in STEPS if LAYOUT.index.get((row + at[0], column + at[1])) in reached), None)
                if cell not in reached and to:
                    signs[cell] = STEPS[to]
                    reached.append(cell)
    return "".join(signs)


def by_numbers(puzzle: Puzzle, flags: str = "") -> str:
    numbers = [0] * 81
    for number, rule in enumerate(puzzle.rules, 1):
        assert isinstance(rule, KillerCage)
        for cell in rule.cells:
            numbers[cell] = 256 * rule.total + number
    return f"3x3:{flags}:k:" + "".join(f"{number}:" for number in numbers)


@pytest.mark.parametrize("seed", range(amount(10)))
def test_cages_come_back(seed: int) -> None:
    puzzle = killer(seed)
    for text in (by_arrows(puzzle), by_numbers(puzzle), by_numbers(puzzle).rstrip(":")):
        (found,) = parse(f"# a name\n{text}\n".encode())
        assert (found.layout, {*found.rules}, found.name) == (LAYOUT, {*puzzle.rules}, "a name")


def test_gaps_and_diagonals() -> None:
    puzzle = Puzzle(LAYOUT, (0,) * 81, rules=(KillerCage((0, 1), 7),))
    assert parse(by_numbers(puzzle, "d").encode()) == [Puzzle(LAYOUTS["x"](), (0,) * 81, rules=puzzle.rules)]
    assert parse(("7<" + "0" * 79).encode()) == [puzzle], "a cell without a sum is in no cage"


def test_a_jigsaw_of_sumocue() -> None:
    layout = LAYOUTS["jigsaw"]()
    boxes = [house.cells for house in layout.houses if house.kind == "box"]
    digits = random_solution(layout, 1)
    entries = [
        f"{digit if cell % 3 else 0}J{next(n for n, box in enumerate(boxes) if cell in box)}"
        for cell, digit in enumerate(digits)
    ]
    (found,) = parse(f"SumoCueV1={'='.join(entries)}".encode())
    assert {house.cells for house in found.layout.houses} == {house.cells for house in layout.houses}
    assert found.givens == tuple(digit if cell % 3 else 0 for cell, digit in enumerate(digits))


def by_first_cells(puzzle: Puzzle, regions: str = "") -> str:
    """As SumoCue writes it."""
    entries = [f"={digit}" for digit in puzzle.givens]
    for rule in puzzle.rules:
        assert isinstance(rule, KillerCage)
        first, *others = sorted(rule.cells)
        entries[first] = f"={rule.total}"
        for cell in others:
            entries[cell] = f"+{first}"
    return "".join(entry + (f"J{regions[cell]}" if regions else "") for cell, entry in enumerate(entries))


@pytest.mark.parametrize("name", ["single", "x", "jigsaw"])
def test_killers_of_sumocue(name: str) -> None:
    layout = LAYOUTS[name]()
    solution = random_solution(layout, 2)
    cages = tuple(rule for rule in random_cages(layout, solution, random.Random(2), 5) if len(rule.cells) > 1)[2:]
    free = {*range(81)}.difference(*(rule.cells for rule in cages))
    givens = tuple(digit if cell in free and cell % 2 else 0 for cell, digit in enumerate(solution))
    boxes = [house.cells for house in layout.houses if house.kind == "box"]
    regions = "".join(str(next(n for n, box in enumerate(boxes) if cell in box)) for cell in range(81))
    text = by_first_cells(Puzzle(layout, givens, rules=cages), regions if name == "jigsaw" else "")
    (found,) = parse(f"SumoCueV1{'D' * (name == 'x')}{text}".encode())
    assert {frozenset(house.cells) for house in found.layout.houses} == {
        frozenset(house.cells) for house in layout.houses
    }
    assert (found.givens, {*found.rules}) == (givens, {*cages})


def test_a_cage_of_sumocue_without_a_sum_is_refused() -> None:
    with pytest.raises(InputError, match="the cage of r1c3 has no sum"):
        parse(("SumoCueV1=9+0+1" + "=0" * 78).encode())


def test_arrows_that_lead_nowhere_are_refused() -> None:
    with pytest.raises(InputError, match="the arrows of r1c1 lead to no sum"):
        parse(("><" + "0" * 79).encode())
    with pytest.raises(InputError, match="the arrows of r1c2 lead to no sum"):
        parse(("0^" + "0" * 79).encode())
