"""Encodings: their size, their variables, and their equivalence to the puzzle."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from pysat.solvers import Solver

from engine.base.errors import InputError
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.as_sat.forms import FORMS
from engine.sudoku.layout import House, Layout, describe, double, single
from engine.sudoku.puzzle import Digits, Puzzle, is_solution
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.kinds.thermometer import Thermometer
from engine.sudoku.search import solving
from engine.sudoku.search.exact import GridSearch, random_solution


def empty(layout: Layout) -> Puzzle:
    return Puzzle(layout, (0,) * len(layout.cells))


@pytest.mark.parametrize(
    ("layout", "form", "variables", "clauses"),
    [
        (single(), "shared", 729, 10530),
        (single(), "course", 729, 11988),
        (double(), "shared", 1377, 20394),
        (double(), "course", 1458, 24138),
    ],
)
def test_sizes(layout: Layout, form: str, variables: int, clauses: int) -> None:
    formula = encode(empty(layout), form).formula
    assert (formula.variables, len(formula)) == (variables, clauses)
    givens = tuple(digit if cell % 2 else 0 for cell, digit in enumerate(random_solution(layout, 1)))
    puzzle = Puzzle(layout, givens)
    with_givens = encode(puzzle, form).formula
    assert with_givens.variables == variables
    assert list(with_givens)[:clauses] == list(formula)
    assert [len(clause) for clause in list(with_givens)[clauses:]] == [1] * (len(givens) - puzzle.holes)


def test_shared_encoding_repeats_no_clause(layout: Layout) -> None:
    formula = encode(empty(layout)).formula
    assert len({frozenset(clause) for clause in formula}) == len(formula)


def _rules(layout: Layout) -> set[frozenset[int]]:
    """The shared encoding, derived from peers instead of houses."""
    size = layout.size
    digits = range(1, size + 1)
    cells = range(len(layout.cells))
    clauses = {frozenset(cell * size + digit for digit in digits) for cell in cells}
    clauses |= {
        frozenset((-(cell * size + digit), -(cell * size + other)))
        for cell in cells
        for digit in digits
        for other in digits
        if digit < other
    }
    clauses |= {
        frozenset((-(cell * size + digit), -(peer * size + digit)))
        for cell in cells
        for peer in layout.peers[cell]
        for digit in digits
    }
    return clauses | {
        frozenset(cell * size + digit for cell in house.cells)
        for house in layout.houses
        if len(house.cells) == size
        for digit in digits
    }


def test_shared_is_the_rules(layout: Layout) -> None:
    assert {frozenset(clause) for clause in encode(empty(layout)).formula} == _rules(layout)


def test_course_is_two_single_grids_and_equal_copies() -> None:
    plain = {frozenset(clause) for clause in encode(empty(single()), "course").formula}
    moved = {frozenset(literal + (729 if literal > 0 else -729) for literal in clause) for clause in plain}
    equal = set()
    for row in range(3):
        for column in range(3):
            for digit in range(1, 10):
                here = (row + 6) * 81 + (column + 6) * 9 + digit
                there = 729 + row * 81 + column * 9 + digit
                equal |= {frozenset((-here, there)), frozenset((here, -there))}
    assert {frozenset(clause) for clause in encode(empty(double()), "course").formula} == plain | moved | equal


@pytest.mark.parametrize("form", FORMS)
def test_variables_and_meanings(layout: Layout, form: str) -> None:
    encoding = encode(empty(layout), form)
    seen = set()
    for cell in range(len(layout.cells)):
        numbers = [grid.number for grid in layout.grids_of(cell)]
        for digit in (1, layout.size):
            variables = [encoding.variable(cell, digit, number) for number in numbers]
            assert encoding.variable(cell, digit) == variables[0]
            assert len(set(variables)) == (len(numbers) if form == "course" else 1)
            assert all(encoding.meaning(variable) == (cell, digit) for variable in variables)
            seen.update(variables)
    assert len(seen) == 2 * encoding.formula.variables // layout.size
    assert max(seen) == encoding.formula.variables


@pytest.mark.parametrize("form", FORMS)
def test_every_excluded_candidate_is_a_unit_clause(form: str) -> None:
    layout = single()
    pairs = [{cell % 9 + 1, (cell + 1) % 9 + 1} for cell in range(81)]
    masks = tuple(sum(1 << digit for digit in pair) for pair in pairs)
    encoded = encode(replace(empty(layout), candidates=masks), form)
    units = {clause[0] for clause in encoded.formula if len(clause) == 1}
    digits = [{digit for digit in range(1, 10) if -(cell * 9 + digit) not in units} for cell in range(81)]
    assert digits == pairs


def test_course_numbering() -> None:
    encoding = encode(empty(double()), "course")
    layout = double()
    assert encoding.variable(layout.index[0, 0], 1) == 1
    assert encoding.variable(layout.index[8, 8], 9) == encoding.variable(layout.index[8, 8], 9, 1) == 729
    assert encoding.variable(layout.index[6, 6], 1, 2) == 730
    assert encoding.variable(layout.index[14, 14], 9) == 1458


def test_out_of_range() -> None:
    encoding = encode(empty(double()), "course")
    for cell, digit, grid in ((0, 0, None), (0, 10, None), (0, 1, 2), (152, 1, 1)):
        with pytest.raises(ValueError, match=r"is outside 1|is not in grid"):
            encoding.variable(cell, digit, grid)
    for variable in (0, 1459, -1):
        with pytest.raises(ValueError, match="is outside 1"):
            encoding.meaning(variable)
    with pytest.raises(InputError, match="use one of shared, course"):
        encode(empty(single()), "other")


@pytest.mark.parametrize("form", FORMS)
def test_models_are_the_solutions(layout: Layout, form: str, solutions_by_sat: Callable[..., list[Digits]]) -> None:
    dice = random.Random(f"{layout.name} {form}")
    search = GridSearch(layout)
    solution = random_solution(layout, 7)
    for keep in (0.35, 0.5):
        puzzle = Puzzle(layout, tuple(digit if dice.random() < keep else 0 for digit in solution))
        found = solutions_by_sat(puzzle, 2, form)
        assert all(is_solution(puzzle, digits) for digits in found)
        assert len(found) == search.count(puzzle.givens)


def test_course_refuses_houses_outside_the_grids(layouts: dict[str, Layout]) -> None:
    across = House("pair", "pair", (0, 152))
    layout = replace(double(), name="across", houses=(*double().houses, across))
    with pytest.raises(InputError, match="house outside its grids"):
        encode(empty(layout), "course")


@pytest.mark.parametrize("form", FORMS)
def test_digits_under_a_part_of_an_assignment(form: str) -> None:
    encoding = encode(empty(double()), form)
    assignment = [0] * (encoding.formula.variables + 1)
    assert encoding.digits_under(assignment) == encoding.puzzle.givens
    assignment[encoding.variable(0, 4)], assignment[encoding.variable(1, 4)] = 1, -1
    assert encoding.digits_under(assignment) == (4, *encoding.puzzle.givens[1:])


@pytest.mark.parametrize("form", FORMS)
def test_decode_refuses_non_grids(form: str) -> None:
    encoding = encode(empty(double()), form)
    with Solver("cadical153", bootstrap_with=list(encoding.formula)) as solver:
        assert solver.solve()
        model = solver.get_model()
    assert is_solution(encoding.puzzle, encoding.decode(model))
    digits = encoding.decode(model)
    holding = encoding.variable(0, digits[0])
    other = encoding.variable(0, digits[0] % 9 + 1)
    with pytest.raises(ValueError, match="leaves r1c1 empty"):
        encoding.decode([-literal if literal == holding else literal for literal in model])
    with pytest.raises(ValueError, match=r"puts . and . into r1c1"):
        encoding.decode([-literal if literal == -other else literal for literal in model])


def test_decode_refuses_copies_that_differ() -> None:
    encoding = encode(empty(double()), "course")
    cell = double().index[6, 6]
    model = [encoding.variable(cell, 1, 1), encoding.variable(cell, 2, 2)]
    with pytest.raises(ValueError, match="puts 1 and 2 into r7c7"):
        encoding.decode(model)


def test_comments() -> None:
    puzzle = Puzzle(double(), (5, *(0,) * 152), "two\nlines")
    texts = [comment.text for comment in encode(puzzle, "course").formula.comments]
    assert texts[0] == "double sudoku, holes: 152, two lines"
    assert texts[2] == "5........"
    assert texts[16] == " " * 6 + "." * 9
    assert texts[-1] == "made by: satsudoku encode --form course"
    assert not any("\n" in text for text in texts)


def test_cells_outside_the_grids_have_variables_in_the_shared_form_only() -> None:
    layout = describe("layout odd\nsize 2\ngrid 1 1\nmap room\n..AA\n")
    puzzle = Puzzle(layout, (1, 0, 0, 2, 0, 0))
    assert encode(puzzle).formula.variables == 12
    with pytest.raises(InputError, match="odd has a house outside its grids; use the form shared"):
        encode(puzzle, "course")


def test_the_variables_and_clauses_of_rules_name_their_rule() -> None:
    rules = (KillerCage((0, 1, 2), 15), Thermometer((30, 31, 32)), KillerCage((9, 10), 7))
    puzzle = Puzzle(single(), (0,) * 81, rules=rules)
    sudoku = encode(puzzle)
    houses = len(encode(empty(single())).formula)
    selectors = range(sudoku.formula.variables - 2, sudoku.formula.variables + 1)
    assert tuple(sudoku.rule_of(variable) for variable in selectors) == rules
    assert sudoku.rule_of(729) is None
    named = [sudoku.rule(index) for index in range(houses, len(sudoku.formula))]
    assert set(named) == {rule.name(puzzle.layout) for rule in rules}
    for index in range(houses, len(sudoku.formula) - 3):
        clause = sudoku.formula[index]
        own = {sudoku.rule_of(abs(literal)) for literal in clause} - {None}
        assert len(own) == 1, "a clause speaks of the variables of one rule"
    solution = solving.solve(puzzle)
    with Solver("cadical153", bootstrap_with=[list(clause) for clause in sudoku.formula]) as solver:
        assert solver.solve([sudoku.variable(cell, digit) for cell, digit in enumerate(solution or ())])
        assert sudoku.decode(solver.get_model()) == solution


def test_the_form_course_has_no_rules() -> None:
    with pytest.raises(InputError, match="the form course has no"):
        encode(Puzzle(double(), (0,) * 153, rules=(KillerCage((0, 1), 7),)), "course")
