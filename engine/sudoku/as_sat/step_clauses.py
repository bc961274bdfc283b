"""Finds the clauses that a logical step rests on."""

from collections.abc import Mapping

from engine.sat.formula.formula import Literals
from engine.sudoku.as_sat.sudoku_formula import SudokuFormula
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.step import Step

Clauses = Mapping[int, Literals]
"""Clauses by their index in the formula, without the literals that the position makes false."""


def clauses(step: Step, position: Position, sudoku: SudokuFormula) -> tuple[int, ...]:
    """The clauses of the formula, by index and ascending, that together imply the step's conclusions.

    Apart from candidates that are missing in the position, which count as false, they contain only the step's own
    candidates. Each digit placed and each candidate removed follows from them, and no proper subset implies them all.
    To find them, the negation of each conclusion is refuted, and clauses are left out one by one while this still
    succeeds. A step by uniqueness rests on more than clauses: conclusions that don't follow are skipped, so the result
    may be empty. Raises ValueError unless the formula is of form `shared` and of the position's layout.
    """
    if sudoku.form != "shared" or sudoku.layout != position.layout:
        raise ValueError("the formula must be of form shared and of the position's layout")
    open_clauses = _open_clauses(step, position, sudoku)
    contraries = [-sudoku.variable(*place) for place in step.places]
    contraries += [sudoku.variable(*removed) for removed in step.removes]
    return tuple(sorted(_minimal(open_clauses, contraries)))


def _open_clauses(step: Step, position: Position, sudoku: SudokuFormula) -> Clauses:
    """The unsatisfied clauses with open literals only of the step's candidates."""
    formula = sudoku.formula
    step_variables = {sudoku.variable(*candidate) for candidate in (*step.candidates, *step.places, *step.removes)}
    indexes = {
        index for variable in step_variables for sign in (1, -1) for index in formula.clauses_with(sign * variable)
    }
    open_clauses = {}
    for index in sorted(indexes):
        literals = []
        satisfied = False
        for literal in formula[index]:
            if abs(literal) > sudoku.candidate_variables:
                satisfied = True  # a variable of a rule
                break
            cell, digit = sudoku.meaning(abs(literal))
            if position.masks[cell] >> digit & 1:
                literals.append(literal)
            else:
                satisfied |= (position.values[cell] == digit) == (literal > 0)
        if not satisfied and step_variables.issuperset(map(abs, literals)):
            open_clauses[index] = tuple(literals)
    return open_clauses


def _minimal(clauses: Clauses, contraries: list[int]) -> set[int]:
    """A minimal set of clauses that refutes each of the refutable literals."""
    cores = {}
    for literal in contraries:
        core = _refutation(clauses, (literal,))
        if core is not None:
            cores[literal] = core
    for index in sorted(set().union(*cores.values())):
        others = set().union(*cores.values()) - {index}
        smaller_cores = {}
        for literal, core in cores.items():
            if index in core:
                refutation = _refutation({other: clauses[other] for other in sorted(others)}, (literal,))
                if refutation is None:
                    break
                smaller_cores[literal] = refutation
        else:
            cores.update(smaller_cores)
    return set().union(*cores.values())


def _refutation(clauses: Clauses, assumed: Literals) -> set[int] | None:
    """The clauses that contradict the assumed literals; None if there is no contradiction.

    Unit propagation, then a case for each literal of the shortest open clause. Every clause is all positive or all
    negative, so if no positive clause is open, making the rest false satisfies the others.
    """
    reasons: dict[int, set[int]] = {literal: set() for literal in assumed}
    advancing = True
    while advancing:
        advancing = False
        branch: tuple[int, list[int]] | None = None
        for index, clause in clauses.items():
            if any(literal in reasons for literal in clause):
                continue
            free = [literal for literal in clause if -literal not in reasons]
            if len(free) > 1:
                if clause[0] > 0 and (branch is None or len(free) < len(branch[1])):
                    branch = index, free
                continue
            reason = {index}.union(*(reasons[-literal] for literal in clause if -literal in reasons))
            if not free:
                return reason
            reasons[free[0]] = reason
            advancing = True
    if branch is None:
        return None
    index, free = branch
    core = {index}.union(*(reasons[-literal] for literal in clauses[index] if -literal in reasons))
    for literal in free:
        case = _refutation(clauses, (*assumed, literal))
        if case is None:
            return None
        core |= case
    return core
