"""Puzzles with pencil marks: all solvers and formats respect the candidates that they rule out."""

import os
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.sat.formula.formula import Formula
from engine.sat.queries.models import Enumeration
from engine.sat.result import Status
from engine.sat.solvers.limits import Limits, Watch
from engine.sat.solvers.solve import solve as solve_formula
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.as_sat.recognition import recognise
from engine.sudoku.batch import solve as solve_chunk
from engine.sudoku.formats import FORMATS, parse, require_puzzle, write
from engine.sudoku.formats.chunks import cut
from engine.sudoku.layout import LAYOUTS, Layout, double, single
from engine.sudoku.puzzle import Puzzle, is_solution
from engine.sudoku.search import backtracking, exact, solving
from engine.sudoku.techniques.explainer import explained
from engine.sudoku.techniques.finders import ALL, sound
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.rating import rate, solve
from engine.sudoku.techniques.scales import by_steps, own_rating
from tests.support.pencil_marks import marked_puzzle, unique_puzzle

SMALL = LAYOUTS["4x4"]()
CARRIED = ("grid", "stack", "line", "spaced", "ss", "sdk", "sdm", "hodoku", "fpuzzles", "fpuzzles-link", "rules")


def every_solution(puzzle: Puzzle) -> set[tuple[int, ...]]:
    """By trying every digit: for small layouts, and independent of the searches."""
    found = [()]
    for cell in range(len(puzzle.givens)):
        found = [
            (*digits, digit)
            for digits in found
            for digit in range(1, puzzle.layout.size + 1)
            if puzzle.givens[cell] in (0, digit)
            and (puzzle.candidates is None or puzzle.candidates[cell] >> digit & 1)
            and all(digits[peer] != digit for peer in puzzle.layout.peers[cell] if peer < cell)
        ]
    return set(found)


@given(seed=st.integers(0, 10**6), share=st.floats(0.05, 0.9), givens=st.integers(0, 6))
@settings(max_examples=amount(60), deadline=None)
def test_every_search_finds_the_same_solutions(seed: int, share: float, givens: int) -> None:
    puzzle = marked_puzzle(SMALL, seed, share=share, givens=givens)
    expected = every_solution(puzzle)
    assert set(solving.solutions(puzzle)) == expected
    assert solving.count(puzzle, 1000) == len(expected)
    assert solving.solve(puzzle) in expected
    assert exact.record(puzzle).solution in expected
    assert backtracking.record(puzzle).solution == min(expected)
    assert all(is_solution(puzzle, digits) for digits in expected)
    sudoku = encode(puzzle)
    variables = range(1, sudoku.formula.variables + 1)
    found = Enumeration(sudoku.formula, variables, Watch(Limits(), None, None, 1.0))
    assert {sudoku.decode(model) for model in found} == expected


@pytest.mark.parametrize("layout", [single(), double(), LAYOUTS["x"]()], ids=lambda layout: layout.name)
def test_the_search_agrees_with_sat(layout: Layout) -> None:
    for seed in range(4):
        puzzle = marked_puzzle(layout, seed, share=0.75)
        sudoku = encode(puzzle)
        result = solve_formula(sudoku.formula)
        assert result.status is Status.SATISFIABLE
        assert result.model is not None
        solution = sudoku.decode(result.model)
        assert is_solution(puzzle, solution)
        only = solving.count(puzzle) == 1
        assert not only or solution == solving.solve(puzzle)
        clause = [-sudoku.variable(cell, digit) for cell, digit in enumerate(solution)]
        others = Formula.of([*sudoku.formula, clause], sudoku.formula.variables)
        assert (solve_formula(others).status is Status.UNSATISFIABLE) == only


def test_a_candidate_left_out_is_another_puzzle() -> None:
    puzzle = unique_puzzle(single(), 1)
    assert solving.count(puzzle) == 1
    assert solving.count(replace(puzzle, candidates=None)) == 2


@pytest.mark.parametrize("form", CARRIED)
@given(seed=st.integers(0, 10**6), share=st.floats(0.05, 0.95), givens=st.integers(0, 30))
@settings(max_examples=amount(25), deadline=None)
def test_round_trip(form: str, seed: int, share: float, givens: int) -> None:
    puzzle = marked_puzzle(single(), seed, share=share, givens=givens, name="a name")
    assert parse(write(puzzle, form).encode()) == [puzzle]
    assert parse((write(puzzle, form) + "\n" + write(puzzle, form)).encode())[-1] == puzzle


@pytest.mark.parametrize("name", ["double", "samurai", "x", "6x6"])
@pytest.mark.parametrize("form", ["grid", "stack", "line", "spaced"])
def test_round_trip_of_other_layouts(name: str, form: str) -> None:
    layout = LAYOUTS[name]()
    for seed in range(3):
        puzzle = marked_puzzle(layout, seed, share=0.4, givens=10)
        assert parse(write(puzzle, form).encode(), layout=layout) == [puzzle]


def test_large_digits_travel_in_f_puzzles_alone() -> None:
    puzzle = marked_puzzle(LAYOUTS["16x16"](), 3, share=0.5)
    assert parse(write(puzzle, "fpuzzles").encode()) == [puzzle]
    with pytest.raises(InputError, match="the format line can't store which candidates"):
        write(puzzle, "line")


@pytest.mark.parametrize("form", sorted({*FORMATS} - {*CARRIED}))
def test_other_formats_refuse_by_name(form: str) -> None:
    puzzle = marked_puzzle(single(), 1)
    with pytest.raises(InputError, match=f"the format {form} can't store which candidates"):
        write(puzzle, form)
    require_puzzle(form, replace(puzzle, candidates=None))


def test_marks_that_rule_nothing_out_are_no_candidates() -> None:
    puzzle = parse(b"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")[0]
    masks = Position.of_puzzle(puzzle).masks
    marks = tuple(mask or 1 << given for mask, given in zip(masks, puzzle.givens, strict=True))
    marked = replace(puzzle, candidates=marks)
    assert (marked.candidates, marked.givens) == (None, puzzle.givens)


def test_a_cell_of_one_candidate_is_given() -> None:
    puzzle = parse(("1........" + "123456789" * 80).encode())[0]
    assert (puzzle.givens[0], puzzle.candidates) == (1, None)


def test_a_cell_without_candidates_is_refused() -> None:
    with pytest.raises(InputError, match="line 1: r1c2 has no candidates"):
        parse(("12......." + "." * 9 + "123456789" * 79).encode())


def test_copies_of_a_shared_cell_agree() -> None:
    puzzle = marked_puzzle(double(), 1)
    cells = write(puzzle, "line").split()[-1]
    shared = double().grids[1].cells.index(next(c for c in double().grids[1].cells if c in double().grids[0].cells))
    place = 9 * (81 + shared)
    other = "1.3......" if cells[place : place + 9] != "1.3......" else "1.4......"
    with pytest.raises(InputError, match="has different candidates in each grid"):
        parse((cells[:place] + other + cells[place + 9 :]).encode())


def test_batch_keeps_the_candidates() -> None:
    marked, plain = unique_puzzle(single(), 2), exact.random_solution(single(), 5)
    text = write(Puzzle(single(), (0, *plain[1:])), "line") + write(marked, "line")
    solved = [solve_chunk(chunk).text for chunk in cut([text.encode()], single())]
    expected = solving.solve(marked)
    assert expected is not None
    assert b"".join(solved).splitlines() == ["".join(map(str, digits)).encode() for digits in (plain, expected)]


@pytest.mark.parametrize("form", ["shared", "course"])
def test_a_formula_is_recognised_with_its_candidates(form: str) -> None:
    puzzle = marked_puzzle(double() if form == "course" else single(), 4, givens=5)
    found = recognise(encode(puzzle, form).formula)
    assert found is not None
    assert (found.puzzle.givens, found.puzzle.candidates) == (puzzle.givens, puzzle.candidates)
    left_out = next(i for i, clause in enumerate(found.formula) if len(clause) == 1 and clause[0] < 0)
    cell, digit = found.meaning(-found.formula[left_out][0])
    assert found.rule(left_out) == f"{found.layout.cell_name(cell)} is not {digit}"


@pytest.mark.parametrize("seed", range(12))
def test_no_step_is_unsound(seed: int) -> None:
    layout = (single(), SMALL, LAYOUTS["6x6"]())[seed % 3]
    puzzle = unique_puzzle(layout, seed, share=0.55)
    solution = solving.solve(puzzle)
    assert solution is not None
    deduction = solve(Position.of_puzzle(puzzle), sound(puzzle, unique=True))
    for step in deduction.steps:
        assert all(solution[cell] == digit for cell, digit in step.places)
        assert not any(solution[cell] == digit for cell, digit in step.removes)
    assert rate(puzzle).is_complete == deduction.is_complete
    if deduction.is_complete:
        assert deduction.values == solution


def test_an_exchange_of_digits_is_left_out() -> None:
    puzzle = unique_puzzle(single(), 1)
    assert {technique.name for technique in ALL - sound(puzzle, unique=True)} >= {"UNIQUE_RECTANGLE_1", "UNIQUE_LOOP_1"}
    assert sound(replace(puzzle, candidates=None), unique=True) == ALL


def test_ratings_see_the_candidates() -> None:
    puzzle = marked_puzzle(single(), 3, share=0.9)
    assert solving.count(puzzle) == 1
    assert all(scale(puzzle).is_complete for scale in (rate, own_rating, by_steps))
    assert explained(puzzle).hardest <= 4
    few = unique_puzzle(single(), 1)
    assert (rate(few).solutions, rate(replace(few, candidates=None)).solutions) == (1, 2)


HARD = Path(os.environ.get("SATSUDOKU_DATA", "")) / "rules" / "HARD_PENCILMARKS.iss"


@pytest.mark.long
@pytest.mark.skipif(not HARD.is_file(), reason="other people's puzzles are not there")
def test_hard_puzzles_have_one_solution() -> None:
    for text in islice(HARD.read_text().splitlines(), 2):
        puzzle = parse(text.partition("\t")[2].encode())[0]
        solution = solving.solve(puzzle)
        assert solution is not None
        assert is_solution(puzzle, solution)
        assert solving.count(puzzle) == 1
