"""The clauses that a step rests on: where a player's argument and a solver's meet."""

from collections.abc import Mapping

from engine.sat.formula.formula import Literals
from engine.sudoku.as_sat.sudoku_formula import SudokuFormula
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.step import Step

Clauses = Mapping[int, Literals]
"""Clauses by their index in the formula, without the literals that the position has made false."""


def clauses(step: Step, position: Position, sudoku: SudokuFormula) -> tuple[int, ...]:
    """The clauses of the formula, by index and ascending, that together imply what the step concludes.

    They speak of the step's own candidates only: with the candidates that the position has lost taken as false, each
    digit placed and each candidate removed follows, and from no part of these clauses would all follow. They are
    found by refuting the contrary of each conclusion and leaving out clause after clause while that still succeeds.
    A step by uniqueness rests on more than clauses: what does not follow from them is passed over, so there may be
    none. Raises ValueError unless the formula is of form `shared` and of the position's layout.
    """
    if sudoku.form != "shared" or sudoku.layout != position.layout:
        raise ValueError("the clauses of a step are those of the form shared for its layout")
    open_clauses = _open_clauses(step, position, sudoku)
    contraries = [-sudoku.variable(*place) for place in step.places]
    contraries += [sudoku.variable(*removed) for removed in step.removes]
    return tuple(sorted(_minimal(open_clauses, contraries)))


def _open_clauses(step: Step, position: Position, sudoku: SudokuFormula) -> Clauses:
    """The clauses not yet satisfied whose possible literals are all about the step's candidates."""
    formula = sudoku.formula
    about = {sudoku.variable(*candidate) for candidate in (*step.candidates, *step.places, *step.removes)}
    touched = {index for variable in about for sign in (1, -1) for index in formula.clauses_with(sign * variable)}
    found = {}
    for index in sorted(touched):
        literals = []
        satisfied = False
        for literal in formula[index]:
            if abs(literal) > sudoku.candidate_variables:
                satisfied = True  # a rule beside the houses
                break
            cell, digit = sudoku.meaning(abs(literal))
            if position.masks[cell] >> digit & 1:
                literals.append(literal)
            else:
                satisfied |= (position.values[cell] == digit) == (literal > 0)
        if not satisfied and about.issuperset(map(abs, literals)):
            found[index] = tuple(literals)
    return found


def _minimal(clauses: Clauses, contraries: list[int]) -> set[int]:
    """As few clauses as leaving out one by one gives that refute each of the literals that can be refuted."""
    cores = {}
    for literal in contraries:
        core = _refutation(clauses, (literal,))
        if core is not None:
            cores[literal] = core
    for index in sorted(set().union(*cores.values())):
        outside = set().union(*cores.values()) - {index}
        smaller = {}
        for literal, core in cores.items():
            if index in core:
                other = _refutation({kept_index: clauses[kept_index] for kept_index in sorted(outside)}, (literal,))
                if other is None:
                    break
                smaller[literal] = other
        else:
            cores.update(smaller)
    return set().union(*cores.values())


def _refutation(clauses: Clauses, assumed: Literals) -> set[int] | None:
    """The clauses by which the assumed literals can't all be true; None if they can.

    Unit propagation, then a case for each literal of the shortest open clause. Clauses are all positive or all
    negative, so when no positive one is open, making the rest false satisfies the others.
    """
    because: dict[int, set[int]] = {literal: set() for literal in assumed}
    advancing = True
    while advancing:
        advancing = False
        branch: tuple[int, list[int]] | None = None
        for index, clause in clauses.items():
            if any(literal in because for literal in clause):
                continue
            free = [literal for literal in clause if -literal not in because]
            if len(free) > 1:
                if clause[0] > 0 and (branch is None or len(free) < len(branch[1])):
                    branch = index, free
                continue
            reason = {index}.union(*(because[-literal] for literal in clause if -literal in because))
            if not free:
                return reason
            because[free[0]] = reason
            advancing = True
    if branch is None:
        return None
    index, free = branch
    core = {index}.union(*(because[-literal] for literal in clauses[index] if -literal in because))
    for literal in free:
        case = _refutation(clauses, (*assumed, literal))
        if case is None:
            return None
        core |= case
    return core
