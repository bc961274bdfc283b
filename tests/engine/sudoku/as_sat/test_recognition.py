"""Recognition of sudokus among formulas: all that are one, and none that are only nearly one."""

import random
from pathlib import Path

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sat.formula import dimacs
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.solvers import solve as solvers
from engine.sudoku.as_sat import recognition
from engine.sudoku.as_sat.clauses import PositionClauses, frames
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.as_sat.recognition import difference, recognise
from engine.sudoku.formats import write
from engine.sudoku.layout import LAYOUTS, double, single
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Puzzle, is_solution
from engine.sudoku.search import solving as search
from engine.sudoku.techniques.deduction import deduce
from engine.sudoku.techniques.position import Position

NAMES = [
    name if name == "double" or len(make().cells) <= 81 else pytest.param(name, marks=pytest.mark.slow)
    for name, make in LAYOUTS.items()
    if name not in ("samurai", "16x16", "25x25")
]
CLAUSES = list(encode(generate(LAYOUTS["6x6"](), 18, seed=1).puzzle).formula)


def reduced(puzzle: Puzzle, form: str = "shared", *, propagated: bool = False) -> Formula:
    """The rules simplified by the givens, with the puzzle in the comments, as in course packs."""
    frame = next(frame for frame in frames(puzzle.layout) if frame.form == form)
    position = Position.of(puzzle.layout, puzzle.givens)
    reading = PositionClauses(frame, deduce(position).position if propagated else position)
    clauses = [sorted(clause, key=abs) for rules in reading.rules.values() for clause in rules]
    return Formula.of(clauses, len(reading.frame_variables), ["a sudoku", "", *write(puzzle).splitlines(), ""])


def solved_by_singles(puzzle: Puzzle) -> bool:
    return deduce(Position.of(puzzle.layout, puzzle.givens)).is_complete


@pytest.mark.few(1)
@pytest.mark.parametrize("form", ["shared", "course"])
@pytest.mark.parametrize("name", NAMES)
def test_encodings_are_recognised_in_any_order_and_with_repetitions(name: str, form: str) -> None:
    layout = LAYOUTS[name]()
    puzzle = generate(layout, len(layout.cells) // 2, seed=1).puzzle
    clauses = [list(clause) for clause in encode(puzzle, form).formula]
    dice = random.Random(name + form)
    clauses += dice.choices(clauses, k=100)
    clauses[7] = clauses[7] * 2
    dice.shuffle(clauses)
    for clause in clauses:
        dice.shuffle(clause)
    found = recognise(Formula.of(clauses))
    assert found is not None
    assert found.puzzle.givens == puzzle.givens
    assert {house.cells for house in found.puzzle.layout.houses} == {house.cells for house in layout.houses}
    assert not found.is_reduced
    assert all(found.rule(index) for index in range(len(clauses)))


@pytest.mark.parametrize("propagated", [False, True])
@pytest.mark.parametrize(("name", "form"), [
    ("single", "shared"), ("double", "shared"), ("double", "course"), ("x", "shared"), ("4x4", "shared"),
])  # fmt: skip
def test_a_reduced_encoding_is_recognised_by_the_puzzle_in_its_comments(name: str, form: str, propagated: bool) -> None:
    layout = LAYOUTS[name]()
    seeds = (generate(layout, len(layout.cells) * 5 // 8, seed=seed) for seed in range(100))
    made = next(made for made in seeds if layout.size < 9 or not solved_by_singles(made.puzzle))
    formula = reduced(made.puzzle, form, propagated=propagated)
    found = recognise(formula)
    assert found is not None
    assert found.is_reduced
    assert (found.puzzle.layout, found.puzzle.givens) == (layout, made.puzzle.givens)
    same = reduced(made.puzzle, propagated=propagated)  # if no shared cell is open, the forms are the same
    assert found.form == form or set(formula) == set(same)
    assert all(found.rule(index) for index in range(len(formula)))
    model = solvers.solve(formula, "dpll").model
    assert model is not None
    assert found.decode(model) == made.solution


def test_another_puzzle_in_the_comments_is_ignored() -> None:
    formula = reduced(generate(single(), 50, seed=1).puzzle)
    other = generate(single(), 50, seed=2).puzzle
    assert recognise(formula.with_comments(write(other).splitlines())) is None
    assert recognise(formula.with_comments(())) is None


def test_givens_added_to_a_reduced_formula_are_givens_of_the_puzzle() -> None:
    made = generate(single(), 56, seed=1)
    formula = reduced(made.puzzle)
    found = recognise(formula)
    assert found is not None
    variable = next(
        v
        for v in range(1, formula.variables + 1)
        if made.solution[found.meaning(v)[0]] == found.meaning(v)[1] and (v,) not in set(formula)
    )
    more = recognise(Formula.of([*formula, (variable,)]).with_comments([note.text for note in formula.comments]))
    assert more is not None
    assert more.puzzle.holes == made.puzzle.holes - 1
    assert is_solution(more.puzzle, made.solution)


@pytest.mark.parametrize("givens", [(), ((0, 5),), ((0, 5), (80, 5))])
@pytest.mark.parametrize(
    "sorts",
    [
        ("each cell holds a digit", "no digit twice"),
        ("no cell holds two", "each digit in each"),
        ("each cell holds a digit", "no cell holds two", "no digit twice"),
    ],
)
def test_any_choice_of_rules_that_suffices(sorts: tuple[str, ...], givens: tuple[tuple[int, int], ...]) -> None:
    rules = next(frames(single())).rules
    clauses = [clause for sort, found in rules.items() if sort.startswith(sorts) for clause in found]
    found = recognise(Formula.of([*clauses, *((cell * 9 + digit,) for cell, digit in givens)], 729))
    assert found is not None
    assert found.puzzle.givens == tuple(dict(givens).get(cell, 0) for cell in range(81))


@pytest.mark.parametrize("left_out", ["each cell holds a digit", "no digit twice in a box"])
def test_a_choice_that_does_not_suffice_is_refused(left_out: str) -> None:
    rules = next(frames(single())).rules
    sorts = {
        "each cell holds a digit",
        "no digit twice in a row",
        "no digit twice in a column",
        "no digit twice in a box",
    }
    assert recognise(Formula.of([clause for sort in sorts for clause in rules[sort]], 729)) is not None
    assert recognise(Formula.of([clause for sort in sorts - {left_out} for clause in rules[sort]], 729)) is None


@settings(max_examples=amount(25))
@given(data=st.data())
def test_a_missing_changed_or_added_clause_prevents_recognition(data: st.DataObject) -> None:
    rules = [clause for clause in CLAUSES if len(clause) > 1]
    units = [clause for clause in CLAUSES if len(clause) == 1]
    index = data.draw(st.integers(0, len(rules) - 1))
    change = data.draw(st.sampled_from(["missing", "changed", "added", "shorter"]))
    if change in ("missing", "changed", "shorter"):
        clause = rules.pop(index)
    if change == "changed":
        place = data.draw(st.integers(0, len(clause) - 1))
        rules.append((*clause[:place], -clause[place], *clause[place + 1 :]))
    elif change == "shorter" and len(clause) > 2:
        rules.append(clause[1:])
    elif change == "added":
        rules.append((1, data.draw(st.integers(-216, -2))))
    formula = Formula.of(rules + units, 216)
    assert recognise(formula) is None
    reason = difference(formula)
    assert reason is not None
    assert reason.startswith("nearly a sudoku 6x6")


@pytest.mark.long
def test_differences_are_reported() -> None:
    clauses = list(encode(generate(double(), 90, seed=3).puzzle, "course").formula)
    removed = clauses.pop(5000)
    clauses[77] = (1, -2)
    reason = difference(Formula.of(clauses))
    assert reason is not None
    assert reason.startswith(
        "nearly a double sudoku (form course): clause 78 (1 -2) is not one of its rules; the clause "
    )
    assert " and 1 more are missing (" in reason
    assert removed != (1, -2)


@pytest.mark.parametrize("digits", [((0, 5), (0, 6)), ((54 + 6, 1), (81, 2))])
def test_two_givens_for_one_cell_are_no_puzzle(digits: tuple[tuple[int, int], ...]) -> None:
    """Also where they are about the two copies of a shared cell."""
    clauses = list(encode(Puzzle(double(), (0,) * 153), "course").formula)
    clauses += [(place * 9 + digit,) for place, digit in digits]
    assert recognise(Formula.of(clauses)) is None


def test_a_unit_clause_places_a_digit_or_removes_a_candidate() -> None:
    clauses = list(encode(Puzzle(single(), (0,) * 81)).formula)
    found = recognise(Formula.of([*clauses, (4,), (-(9 + 7),)]))
    assert found is not None
    assert found.puzzle.givens == (4, *[0] * 80)
    assert found.puzzle.candidates is not None
    assert found.puzzle.candidates[1:3] == (0b1111111110 & ~(1 << 7), 0b1111111110)


def test_a_given_may_be_about_either_copy() -> None:
    clauses = list(encode(Puzzle(double(), (0,) * 153), "course").formula)
    found = [recognise(Formula.of([*clauses, (place * 9 + 4,)])) for place in (6 * 9 + 6, 81)]
    assert found[0] is not None
    assert found[1] is not None
    assert found[0].puzzle == found[1].puzzle
    assert found[0].puzzle.holes == 152


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "formula",
    [
        Formula.of([]),
        Formula.of([()]),
        Formula.of([(1,), (-1,)]),
        Formula.of([], 729),
        Formula.of([(1, 2, 3)] * 5000, 729),
        make("queens", ["27"]),
        make("random-ksat", ["216", "900"], 1),
    ],
    ids=["no clause", "empty clause", "contradiction", "729 and nothing", "729", "27 queens", "random"],
)
def test_other_formulas(formula: Formula) -> None:
    assert recognise(formula) is None
    assert difference(formula) is None


def test_most_formulas_are_refused_without_a_look_at_their_clauses(monkeypatch: pytest.MonkeyPatch) -> None:
    def looked(*_: object) -> None:
        raise AssertionError("a reading was made")

    monkeypatch.setattr(recognition, "PositionClauses", looked)
    assert recognise(Formula.of([(1, -2, 100_000)] * 1000)) is None
    assert recognise(Formula.of([(1, -2, 3)], 0, ["1..", "...", "a comment", "12345"])) is None


def test_the_model_of_a_recognised_formula_is_read_as_digits() -> None:
    made = generate(double(), 90, seed=8)
    found = recognise(encode(made.puzzle, "course").formula)
    assert found is not None
    model = solvers.solve(found.formula, "dpll").model
    assert model is not None
    assert found.decode(model) == made.solution
    with pytest.raises(ValueError, match="leaves r1c1 empty"):
        found.decode([])
    with pytest.raises(ValueError, match="puts 1 and 2 into r1c1"):
        found.decode([1, 2])


def test_the_formulas_of_a_course(data: Path) -> None:
    for path in sorted((data / "cnf" / "course").glob("sud*.cnf")):
        formula = dimacs.read(path).formula
        found = recognise(formula)
        assert found is not None
        assert found.is_reduced
        assert search.count(found.puzzle) == 1
        assert all(found.rule(index) for index in range(len(formula)))
    for path in (data / "cnf" / "course").glob("[!s]*.cnf"):
        assert recognise(dimacs.read(path).formula) is None
