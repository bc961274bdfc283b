"""A puzzle as a formula that is satisfiable exactly if the puzzle has a solution."""

from dataclasses import replace
from itertools import accumulate, chain

from engine.base.errors import InputError
from engine.sat.formula.formula import Formula
from engine.sudoku.as_sat.clauses import PositionClauses, frame_of
from engine.sudoku.as_sat.forms import FORMS, Form
from engine.sudoku.as_sat.rule_clauses import rule_clauses
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
    if puzzle.rules:
        raise InputError(
            f"a formula whose variables are shown as cells holds no {puzzle.rules[0].title}",
            advice="write it with satsudoku encode, or solve the puzzle by playing it",
        )
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


def encode_with_rules(puzzle: Puzzle) -> Formula:
    """The puzzle with its rules beside the houses as a formula, in form `shared`.

    Each rule has a selector, the last variables in the order of the rules, that must be true for its clauses to count,
    and a unit clause that makes it true.
    """
    layout, size = puzzle.layout, puzzle.layout.size
    form, first = FORMS["shared"], len(layout.cells) * size
    written = [rule_clauses(rule, layout) for rule in puzzle.rules]
    starts = list(accumulate((each.extra for each in written), initial=0))
    selectors = [first + starts[-1] + number for number in range(1, len(written) + 1)]
    by_rule = (
        (-selector, *(literal if abs(literal) <= first else literal + (start if literal > 0 else -start)
                      for literal in clause))
        for selector, start, each in zip(selectors, starts, written, strict=False)
        for clause in each.clauses
    )  # fmt: skip
    givens = ((cell * size + digit,) for cell, digit in enumerate(puzzle.givens) if digit)
    left_out = (
        (-(cell * size + digit),)
        for cell in range(len(layout.cells))
        for digit in range(1, size + 1)
        if not puzzle.allows(cell, digit)
    )
    selected = ((selector,) for selector in selectors)
    named = zip(selectors, puzzle.rules, strict=True)
    names = [f"selector {selector}: {rule.name(layout)}" for selector, rule in named]
    clauses = chain(form.rules(layout), givens, left_out, by_rule, selected)
    return Formula.of(clauses, first + starts[-1] + len(written), comments=[*_comments(puzzle, form), *names])


def _comments(puzzle: Puzzle, form: Form) -> list[str]:
    name = " ".join(puzzle.name.split())
    title = f"{puzzle.layout.title}, holes: {puzzle.holes}" + f", {name}" * bool(name)
    if puzzle.layout.size <= 9:
        grid = write(replace(puzzle, name="", rules=()), "grid")
    else:
        grid = write(Puzzle(puzzle.layout, puzzle.givens), "spaced")
    numbering = form.numbering(puzzle.layout.size)
    about = [f"{form.name} encoding: {form.summary}", numbering, f"made by: satsudoku encode --form {form.name}"]
    return [title, "", *grid.splitlines(), "", *about]
