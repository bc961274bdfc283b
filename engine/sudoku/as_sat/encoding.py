"""A puzzle as a formula that is satisfiable exactly if the puzzle has a solution."""

from dataclasses import replace
from itertools import chain

from engine.base.errors import InputError
from engine.sat.formula.formula import Formula
from engine.sudoku.as_sat.clauses import PositionClauses, frame_of
from engine.sudoku.as_sat.forms import FORMS, Form
from engine.sudoku.as_sat.sudoku_formula import SudokuFormula
from engine.sudoku.formats import write
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.position import Position


def encode(puzzle: Puzzle, form: str = "shared") -> SudokuFormula:
    """The puzzle as a formula.

    The rules come first, then one unit clause for each given, and one for each candidate that the puzzle leaves out: in
    form `course` it is about the first grid that holds the cell, the equivalences carry it over. Raises InputError for
    an unknown form, and for `course` if a house lies in no grid.
    """
    if form not in FORMS:
        raise InputError(f"unknown form of encoding {form!r}", advice="use one of " + ", ".join(FORMS))
    layout, size = puzzle.layout, puzzle.layout.size
    frame = frame_of(layout, form)
    givens = ((frame.copies[cell][0] * size + digit,) for cell, digit in enumerate(puzzle.givens) if digit)
    left_out = (
        (-(frame.copies[cell][0] * size + digit),)
        for cell in range(len(layout.cells))
        for digit in range(1, size + 1)
        if not puzzle.allows(cell, digit)
    )
    formula = Formula.of(chain(FORMS[form].rules(layout), givens, left_out), comments=_comments(puzzle, FORMS[form]))
    empty = Position.of(layout, (0,) * len(layout.cells))
    return SudokuFormula(formula, puzzle, PositionClauses(frame, empty))


def _comments(puzzle: Puzzle, form: Form) -> list[str]:
    name = " ".join(puzzle.name.split())
    title = f"{puzzle.layout.title}, holes: {puzzle.holes}" + f", {name}" * bool(name)
    if puzzle.layout.size <= 9:
        grid = write(replace(puzzle, name=""), "grid")
    else:
        grid = write(Puzzle(puzzle.layout, puzzle.givens), "spaced")
    numbering = form.numbering(puzzle.layout.size)
    about = [f"{form.name} encoding: {form.summary}", numbering, f"made by: satsudoku encode --form {form.name}"]
    return [title, "", *grid.splitlines(), "", *about]
