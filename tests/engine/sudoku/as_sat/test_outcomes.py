"""Encodings of small puzzles in every detail, and what is recognised in formulas."""

import random

import pytest
from outcomes import short
from rule_puzzles import random_rules
from syrupy.assertion import SnapshotAssertion

from engine.base.errors import InputError
from engine.sat.formula.formula import Formula
from engine.sudoku.as_sat.cell_selection import cell_condition, named_condition
from engine.sudoku.as_sat.cell_words import CellWords, words_of
from engine.sudoku.as_sat.certificate import excluding
from engine.sudoku.as_sat.clauses import frames
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.as_sat.recognition import difference, recognise
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules import KINDS
from engine.sudoku.search.exact import random_solution


def puzzles() -> list[Puzzle]:
    small = LAYOUTS["4x4"]()
    solution = random_solution(small, 1)
    found = [Puzzle(small, solution[:given] + (0,) * (16 - given), f"{given} givens") for given in (0, 3, 9)]
    kinds = sorted(KINDS)
    for at in range(0, len(kinds), 7):
        rules = random_rules(kinds[at : at + 7], solution, small, random.Random(at))
        found.append(Puzzle(small, (0,) * 16, f"rules {at}", rules=rules))
    return found


@pytest.mark.parametrize("form", ["shared", "course"])
def test_encodings(form: str, snapshot: SnapshotAssertion) -> None:
    found = []
    for puzzle in puzzles():
        try:
            sudoku = encode(puzzle, form)
        except InputError as error:
            found.append(f"{puzzle.name}: {error}")
            continue
        formula, words = sudoku.formula, CellWords(sudoku, "/")
        variables = range(1, formula.variables + 1, max(1, formula.variables // 9))
        clauses = range(0, len(formula), max(1, len(formula) // 12))
        facts = (
            [*formula], formula.comments, [sudoku.variable(cell, digit) for cell in (0, 5) for digit in (1, 4)],
            [sudoku.meaning(each) for each in variables if not sudoku.rule_of(each)],
            [sudoku.candidates(cell) for cell in (0, 7, 15)],
        )  # fmt: skip
        texts = [words.literal(sign * each) for each in variables for sign in (1, -1)]
        texts += [words.rule(clause) for clause in clauses] + [sudoku.rule(clause) for clause in clauses]
        found.append(f"{puzzle.name}: {formula.variables} {len(formula)} {texts} {short(repr(facts))}")
        conditions = [
            cell_condition(sudoku, 3),
            *(named_condition(sudoku, text) for text in ("r1c2", "r1c2=3", "b", "x")),
        ]
        found.append(f"  {conditions} {words_of(formula, '/').literal(3)}")
    assert "\n".join(found) == snapshot


def test_recognition(snapshot: SnapshotAssertion) -> None:
    layouts, found = [LAYOUTS["4x4"]()], []
    for puzzle in puzzles()[:5]:
        for form in ("shared", "course") if not puzzle.rules else ("shared",):
            formula = encode(puzzle, form).formula
            clauses = [*formula]
            for name, changed in (
                ("all", clauses), ("one less", clauses[:-1]), ("one more", [*clauses, (1, 2)]),
                ("false", [*clauses, (1,)]),
                ("mixed", clauses[::-1]), ("without a given", [each for each in clauses if len(each) > 1]),
            ):  # fmt: skip
                made = Formula.of(changed, formula.variables, [comment.text for comment in formula.comments])
                sudoku, text = recognise(made, layouts), difference(made, layouts)
                found.append(f"{puzzle.name}, {form}, {name}: {sudoku and (sudoku.puzzle, sudoku.form)} {text}")
    found += [f"{[frame.form for frame in frames(layout)]}" for layout in layouts]
    solution = random_solution(layouts[0], 1)
    found.append(short(repr([*excluding(puzzles()[1], solution)])))
    assert "\n".join(found) == snapshot
