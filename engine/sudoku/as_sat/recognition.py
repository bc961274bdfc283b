"""Recognition of formulas that are sudokus, from any source, by checking them clause by clause.

A formula is recognised for every named layout, with variables numbered as in one of our forms of encoding (a single
grid's (i-1)81 + (j-1)9 + n is the same), and for any sufficient choice of sorts of rules. Of each sort, all clauses or
none must be present, in any order, repeated or not. Givens and excluded candidates are unit clauses. Alternatively,
the comments contain the puzzle and the formula is reduced by its givens: the variables are then the remaining
candidates, counted from 1 in the same order, without the ones that the givens rule out, or without all that unit
propagation removes.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, islice

from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext
from engine.base.text import joined_list
from engine.sat.formula.formula import Comment, Formula
from engine.sudoku.as_sat.clauses import (
    CELL_AT_LEAST_ONE,
    CELL_AT_MOST_ONE,
    COPIES_EQUAL,
    Clause,
    PositionClauses,
    VariableFrame,
    frames,
)
from engine.sudoku.as_sat.sudoku_formula import SudokuFormula
from engine.sudoku.formats import parse
from engine.sudoku.formats.pencil_marks import masks_of
from engine.sudoku.layout import LAYOUTS, Layout
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.deduction import deduce
from engine.sudoku.techniques.position import Position

MAX_COMMENTS = 200
"""Maximum number of comments to search for a puzzle."""

MAX_REPETITION = 4
"""Maximum number of clauses, as a multiple of the number of clauses of the rules: some may be repeated."""

MAX_WRONG_SHARE = 0.02
"""Maximum share of wrong rules in a formula that is nearly a sudoku."""

_CELLS = frozenset("0123456789.*_- ")

_EXTRA_CLAUSE = lazy_gettext("clause {number} ({clause}) is not one of its rules")
_EXTRA_CLAUSES = lazy_gettext("clause {number} ({clause}) and {more} more are not among its rules")
_MISSING_CLAUSE = lazy_gettext("the clause {clause} is missing ({rule})")
_MISSING_CLAUSES = lazy_gettext("the clause {clause} and {more} more are missing ({rule})")
_NEARLY = lazy_gettext("nearly a {layout} (form {form}): {facts}")


def recognise(formula: Formula, layouts: Sequence[Layout] | None = None) -> SudokuFormula | None:
    """The formula as a sudoku on one of these layouts (None: all named layouts); None if it isn't one.

    The size alone rules out most formulas.
    """
    clauses: set[Clause] = set()
    for reading, puzzle in _readings(formula, layouts):
        clauses = clauses or set(map(frozenset, formula))
        whole = [sort for sort, rules in reading.rules.items() if rules <= clauses]
        if _suffice(reading, whole):
            units = clauses.difference(*(reading.rules[sort] for sort in whole))
            whole_puzzle = _with_units(puzzle, reading, units)
            if whole_puzzle is not None:
                return SudokuFormula(formula, whole_puzzle, reading)
    return None


def difference(formula: Formula, layouts: Sequence[Layout] | None = None) -> str | None:
    """One line on the difference between a formula and the sudoku that it nearly is; None if it is nearly none."""
    best: tuple[int, str] | None = None
    for reading, _puzzle in _readings(formula, layouts):
        clauses = set(map(frozenset, formula))
        complete = [rules for rules in reading.rules.values() if 2 * len(rules & clauses) > len(rules)]
        rules = set().union(*complete)
        missing = rules - clauses
        extra = {clause for clause in clauses - rules if len(clause) != 1}
        wrong = len(missing) + len(extra)
        if 0 < wrong <= MAX_WRONG_SHARE * len(rules) and (best is None or wrong < best[0]):
            best = wrong, _summary(formula, reading, missing, extra)
    return best[1] if best else None


def _summary(formula: Formula, reading: PositionClauses, missing: set[Clause], extra: set[Clause]) -> str:
    facts = []
    if extra:
        number = next(index for index, clause in enumerate(formula, 1) if frozenset(clause) in extra)
        words = " ".join(map(str, formula[number - 1])) or _("the empty clause")
        sentence = _EXTRA_CLAUSE if len(extra) == 1 else _EXTRA_CLAUSES
        facts.append(sentence.format(number=number, clause=words, more=len(extra) - 1))
    if missing:
        clause = min(missing, key=lambda clause: sorted(clause, key=abs))
        words = " ".join(map(str, sorted(clause, key=abs)))
        sentence = _MISSING_CLAUSE if len(missing) == 1 else _MISSING_CLAUSES
        facts.append(sentence.format(clause=words, more=len(missing) - 1, rule=reading.describe(tuple(clause))))
    layout, form = reading.frame.layout.label, reading.frame.form
    return _NEARLY.format(layout=layout, form=form, facts=joined_list(facts))


def _readings(formula: Formula, layouts: Sequence[Layout] | None) -> Iterator[tuple[PositionClauses, Puzzle]]:
    """The readings that fit the numbers of variables and clauses, each with a puzzle of the givens known so far."""
    layouts = [make() for make in LAYOUTS.values()] if layouts is None else layouts
    for layout in layouts:
        if formula.variables in (layout.size * len(layout.cells), layout.size**3 * len(layout.grids)):
            empty = Puzzle(layout, (0,) * len(layout.cells))
            for frame in frames(layout):
                if frame.variables == formula.variables and _fits(formula, frame):
                    yield PositionClauses(frame, Position.of(layout, empty.givens)), empty
    for puzzle in _puzzles_in(formula.comments, layouts):
        first = Position.of_puzzle(puzzle)
        for position in (first, deduce(first).position):
            for frame in frames(puzzle.layout):
                reading = PositionClauses(frame, position)
                if len(reading.frame_variables) == formula.variables < frame.variables and _fits(formula, frame):
                    yield reading, puzzle


def _fits(formula: Formula, frame: VariableFrame) -> bool:
    return len(formula) <= MAX_REPETITION * sum(map(len, frame.rules.values()))


def _puzzles_in(comments: Iterable[Comment], layouts: Sequence[Layout]) -> Iterator[Puzzle]:
    """The puzzles drawn in the comments, for each layout that fits."""
    texts = (comment.text for comment in islice(comments, MAX_COMMENTS))
    for is_drawing, lines in groupby(texts, key=lambda text: bool(text.strip()) and _CELLS.issuperset(text)):
        if is_drawing:
            data = "\n".join(lines).encode()
            for layout in layouts:
                try:
                    yield from parse(data, layout=layout)
                except InputError:
                    continue  # not a puzzle of this layout


def _suffice(reading: PositionClauses, sorts: list[str]) -> bool:
    """Whether the models of rules of these sorts are exactly the complete grids."""
    areas = reading.frame.areas
    by_cells = CELL_AT_LEAST_ONE in sorts and all(area.at_most_once in sorts for area in areas)
    by_houses = (
        CELL_AT_MOST_ONE in sorts
        and all(area.at_least_once in sorts for area in areas)
        and _complete(reading.frame.layout)
    )
    return COPIES_EQUAL in sorts and (by_cells or by_houses)


def _complete(layout: Layout) -> bool:
    """Whether each house holds every digit."""
    return all(len(house.cells) == layout.size for house in layout.houses)


def _with_units(puzzle: Puzzle, reading: PositionClauses, units: set[Clause]) -> Puzzle | None:
    """The puzzle with the givens that the clauses add, without the candidates they exclude.

    None if a clause is not a unit clause, two are for one cell, or a cell has no candidates left.
    """
    digits, masks = list(puzzle.givens), list(masks_of(puzzle))
    for clause in units:
        if len(clause) != 1:
            return None
        (literal,) = clause
        cell, digit = reading.meaning(abs(literal))
        masks[cell] &= 1 << digit if literal > 0 else ~(1 << digit)
        if not masks[cell]:
            return None
        digits[cell] = digit if literal > 0 else digits[cell]
    return replace(puzzle, givens=tuple(digits), candidates=tuple(masks))
