"""A puzzle as a formula that is satisfiable if and only if the puzzle has a solution."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, chain

from engine.base.errors import InputError
from engine.sat.formula.formula import Formula
from engine.sudoku.as_sat.clauses import PositionClauses, frame_of
from engine.sudoku.as_sat.forms import FORMS, Form
from engine.sudoku.as_sat.rule_clauses import RuleClauses, rule_clauses
from engine.sudoku.as_sat.sudoku_formula import SudokuFormula
from engine.sudoku.formats import write
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.position import Position


def encode(puzzle: Puzzle, form: str = "shared") -> SudokuFormula:
    """The puzzle as a formula.

    The houses come first, then a unit clause for each given, and for each candidate that the puzzle excludes: in form
    `course` it refers to the first grid that contains the cell, and the equivalences transfer it. The rules come last,
    over variables of their own: see `_clauses_of_rules`. Raises InputError for an unknown form, and for `course` if a
    house lies in no grid or the puzzle has rules.
    """
    if form not in FORMS:
        raise InputError(f"unknown form of encoding {form!r}", advice="use one of " + ", ".join(FORMS))
    if puzzle.rules and form != "shared":
        raise InputError(f"the form {form} has no {puzzle.rules[0].title}", advice="use the form shared")
    layout, size = puzzle.layout, puzzle.layout.size
    frame = frame_of(layout, form)
    givens = ((frame.copies[cell][0] * size + digit,) for cell, digit in enumerate(puzzle.givens) if digit)
    exclusions = (
        (-(frame.copies[cell][0] * size + digit),)
        for cell in range(len(layout.cells))
        for digit in range(1, size + 1)
        if not puzzle.allows(cell, digit)
    )
    rule_parts = [rule_clauses(rule, layout) for rule in puzzle.rules]
    ends = tuple(accumulate((part.auxiliary for part in rule_parts), initial=frame.variables))
    names = [f"selector {ends[-1] + number}: {rule.name(layout)}" for number, rule in enumerate(puzzle.rules, 1)]
    formula = Formula.of(
        chain(FORMS[form].rules(layout), givens, exclusions, _clauses_of_rules(rule_parts, ends)),
        ends[-1] + len(rule_parts),
        comments=[*_comments(puzzle, FORMS[form]), *names],
    )
    empty = Position.of(layout, (0,) * len(layout.cells))
    return SudokuFormula(formula, puzzle, PositionClauses(frame, empty), ends)


def _clauses_of_rules(rule_parts: Sequence[RuleClauses], ends: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The clauses of the rules; the auxiliary variables of rule k come after `ends[k]`.

    Each rule has a selector, which must be true for its clauses to apply, and a unit clause that makes it true. The
    selectors are the last variables, in the order of the rules.
    """
    first, selectors = ends[0], range(ends[-1] + 1, ends[-1] + len(rule_parts) + 1)
    for selector, end, rule in zip(selectors, ends, rule_parts, strict=False):
        offset = end - first
        for clause in rule.clauses:
            literals = (
                literal if abs(literal) <= first else literal + (offset if literal > 0 else -offset)
                for literal in clause
            )
            yield (-selector, *literals)
    yield from ((selector,) for selector in selectors)


def _comments(puzzle: Puzzle, form: Form) -> list[str]:
    name = " ".join(puzzle.name.split())
    title = f"{puzzle.layout.title}, holes: {puzzle.holes}" + f", {name}" * bool(name)
    if puzzle.layout.size <= 9:
        grid = write(replace(puzzle, name="", rules=()), "grid")
    else:
        grid = write(Puzzle(puzzle.layout, puzzle.givens), "spaced")
    numbering = form.numbering(puzzle.layout.size)
    description = [f"{form.name} encoding: {form.summary}", numbering, f"made by: satsudoku encode --form {form.name}"]
    return [title, "", *grid.splitlines(), "", *description]
