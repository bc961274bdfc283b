import pytest

from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.as_sat.step_clauses import clauses
from engine.sudoku.layout import double, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate
from engine.sudoku.techniques.singles import hidden_singles, naked_singles
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.subsets import naked_triples


def meanings(step, position):
    """The clauses of a step as sets of (cell name, digit or minus digit), without those that are trivially true."""
    encoding = encode(Puzzle(position.layout, position.values))
    found = []
    for index in clauses(step, position, encoding):
        candidates = [(*encoding.meaning(abs(literal)), literal > 0) for literal in encoding.formula[index]]
        found.append(
            {
                (position.layout.cell_name(cell), digit if sign else -digit)
                for cell, digit, sign in candidates
                if position.masks[cell] >> digit & 1
            }
        )
    return found


def test_a_single_rests_on_one_clause(blank):
    position = blank(double(), {"r8c8": "4"})
    (step,) = naked_singles(position)
    assert meanings(step, position) == [{("r8c8", 4)}]
    position = blank(double(), places={(4, "row 2 of grid 2"): "r8c8"})
    step = next(hidden_singles(position))
    assert meanings(step, position) == [{("r8c8", 4)}]


def test_a_naked_triple_needs_cases(blank):
    """Unit propagation does not show it: with one cell's digit elsewhere, two digits are left for three cells."""
    position = blank(single(), {"r1c1": "123", "r1c5": "123", "r1c9": "123"})
    (step,) = naked_triples(position)
    found = meanings(step, position)
    assert [{("r1c1", 1), ("r1c1", 2), ("r1c1", 3)} in found, {("r1c5", -1), ("r1c9", -1)} in found] == [True, True]
    assert len(found) == 3 + 9 + 3 * len(step.removes)


def test_rules_without_consequences_for_candidates_have_no_clauses(blank):
    position = blank(single(), {"r1c1": "12", "r1c2": "12"})
    step = Step(
        Technique.UNIQUE_RECTANGLE_1, "", (0,), (), (Candidate(0, 1), Candidate(0, 2)), removes=(Candidate(80, 5),)
    )
    assert clauses(step, position, encode(Puzzle(single(), position.values))) == ()


def test_another_form_of_encoding_is_refused(blank):
    position = blank(single(), {"r1c1": "1"})
    (step,) = naked_singles(position)
    with pytest.raises(ValueError, match="form shared"):
        clauses(step, position, encode(Puzzle(single(), position.values), "course"))
