"""Kinds of clauses: exactly those that the encodings write, and their words."""

import pytest

from engine.sudoku.as_sat.clauses import COPIES_EQUAL, PositionClauses, frames
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.layout import LAYOUTS, Layout, double, single
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.position import Position


def whole(layout: Layout, form: str = "shared") -> PositionClauses:
    frame = next(frame for frame in frames(layout) if frame.form == form)
    return PositionClauses(frame, Position.of(layout, (0,) * len(layout.cells)))


def test_all_sorts_together_are_the_encoding(layout: Layout) -> None:
    for frame in frames(layout):
        empty = Puzzle(layout, (0,) * len(layout.cells))
        encoding = encode(empty, frame.form)
        rules = set().union(*PositionClauses(frame, Position.of(layout, empty.givens)).rules.values())
        assert rules == set(map(frozenset, encoding.formula))
        assert frame.variables == encoding.formula.variables


def test_course_is_a_frame_of_its_own_only_where_grids_overlap() -> None:
    assert [frame.form for frame in frames(single())] == ["shared"]
    assert [frame.form for frame in frames(double())] == ["shared", "course"]


@pytest.mark.parametrize("form", ["shared", "course"])
def test_variables_mean_what_the_encoding_says(form: str) -> None:
    encoding, reading = encode(Puzzle(double(), (0,) * 153), form), whole(double(), form)
    for variable in range(1, encoding.formula.variables + 1):
        assert reading.meaning(variable) == encoding.meaning(variable)
    for variable in (0, -1, encoding.formula.variables + 1):
        with pytest.raises(ValueError, match="is outside 1"):
            reading.meaning(variable)


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("form", ["shared", "course"])
def test_the_reduced_encoding_equals_the_result_of_unit_propagation(form: str, seed: int) -> None:
    """By plain propagation over the clauses: literals of the givens first, then the resulting units."""
    puzzle = generate(double(), 90, seed=seed).puzzle
    clauses = set(map(frozenset, encode(puzzle, form).formula))
    true: set[int] = set()
    for _ in range(3):  # the givens, their copies in another grid, and the candidates they rule out
        true |= {
            next(iter(clause))
            for clause in clauses
            if len(clause) == 1
            and (not true or min(clause) < 0 or puzzle.givens[encode(puzzle, form).meaning(next(iter(clause)))[0]])
        }
        clauses = {
            frozenset(literal for literal in clause if -literal not in true) for clause in clauses if not true & clause
        }
    frame = next(frame for frame in frames(double()) if frame.form == form)
    reading = PositionClauses(frame, Position.of(double(), puzzle.givens))
    assert set(reading.frame_variables) == {abs(literal) for clause in clauses for literal in clause}
    left = {
        frozenset(reading.frame_variables[abs(literal) - 1] * (1 if literal > 0 else -1) for literal in clause)
        for rules in reading.rules.values()
        for clause in rules
    }
    assert left == clauses


@pytest.mark.parametrize(
    ("form", "clause", "expected"),
    [
        ("shared", (1, 2, 3, 4, 5, 6, 7, 8, 9), "r1c1 holds a digit"),
        ("shared", (-2, -5), "r1c1 holds one digit at most: not both 2 and 5"),
        ("shared", tuple(range(5, 81, 9)), "5 at least once in row 1 of grid 1"),
        ("shared", (-5, -14), "5 at most once in row 1 of grid 1 and box 1 of grid 1: not in both r1c1 and r1c2"),
        ("shared", (14,), "r1c2 is 5"),
        ("course", (-545, 734), "both copies of r7c7 hold 5 or neither does"),
        ("course", tuple(729 + 81 * row + 9 * column + 5 for row in range(3) for column in range(3)),
         "5 at least once in box 9 of grid 1, in grid 2"),
    ],
)  # fmt: skip
def test_words(form: str, clause: tuple[int, ...], expected: str) -> None:
    assert whole(double(), form).describe(clause) == expected


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ((10,), "r1c1 is A"),
        ((-9, -16), "r1c1 holds one digit at most: not both 9 and G"),
        (tuple(range(16, 257, 16)), "G at least once in row 1"),
        ((-16, -32), "G at most once in row 1 and box 1: not in both r1c1 and r1c2"),
    ],
)
def test_digits_above_9_have_their_signs(clause: tuple[int, ...], expected: str) -> None:
    assert whole(LAYOUTS["16x16"]()).describe(clause) == expected


@pytest.mark.parametrize("clause", [(), (1, 2), (1, -1), (1, -2), (1, 14), (-1, -15), (-1, -2, -3), (-1, -800)])
def test_no_words_for_other_shapes_than_rules(clause: tuple[int, ...]) -> None:
    assert whole(double()).describe(clause) == ""


@pytest.mark.few(3)
def test_every_rule_has_words(layout: Layout) -> None:
    for frame in frames(layout):
        if frame.variables > 2000:
            continue
        puzzle = generate(layout, len(layout.cells) // 2, seed=4).puzzle
        for givens in (puzzle.givens, (0,) * len(layout.cells)):
            reading = PositionClauses(frame, Position.of(layout, givens))
            for sort, rules in reading.rules.items():
                assert all(reading.describe(tuple(clause)) for clause in rules), sort


def test_only_overlapping_grids_have_copies() -> None:
    assert whole(double()).rules[COPIES_EQUAL] == set()
    assert len(whole(double(), "course").rules[COPIES_EQUAL]) == 9 * 9 * 2
