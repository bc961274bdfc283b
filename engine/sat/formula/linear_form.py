"""A formula and its objective in the form of OPB: linear constraints, and a sum of literals to minimise."""

from collections.abc import Iterator

from engine.sat.formula.formula import Formula
from engine.sat.formula.linear_constraint import LinearConstraint, name_of
from engine.sat.formula.objective import Objective


def linear_constraints(formula: Formula) -> tuple[LinearConstraint, ...]:
    """The constraints of a formula: those that its clauses encode, or else the clauses themselves."""
    return formula.constraints or tuple(map(LinearConstraint.of_clause, formula))


def with_penalties(formula: Formula, objective: Objective) -> tuple[Formula, Objective]:
    """The formula with each soft clause of several literals and a new variable in it, and these variables to minimise.

    >>> formula, objective = with_penalties(Formula.of([[1, 2]]), Objective(((5, (-1, -2)), (2, (1,)))))
    >>> print("".join(opb_lines(formula, objective)), end="")
    * #variable= 3 #constraint= 2
    min: +5 x3 +2 ~x1 ;
    +1 x1 +1 x2 >= 1 ;
    +1 ~x1 +1 ~x2 +1 x3 >= 1 ;
    """
    if all(len(clause) == 1 for _weight, clause in objective.soft):
        return formula, objective
    variables = formula.variables
    relaxed: list[tuple[int, ...]] = []
    soft: list[tuple[int, tuple[int, ...]]] = []
    for weight, clause in objective.soft:
        if len(clause) == 1:
            soft.append((weight, clause))
        else:
            variables += 1
            relaxed.append((*clause, variables))
            soft.append((weight, (-variables,)))
    whole = Formula.of([*formula, *relaxed], variables)
    return whole, Objective(tuple(soft), objective.constant, objective.maximises)


def is_native(formula: Formula, objective: Objective) -> bool:
    """Whether VeriPB reads the file itself: it has linear constraints, and nothing to maximise."""
    return bool(formula.constraints) and not objective.maximises


def constant_left_out(formula: Formula, objective: Objective) -> int:
    """The constant that VeriPB's costs lack: unless VeriPB reads the file itself, it reads `opb_lines`."""
    return 0 if is_native(formula, objective) else objective.constant


def opb_lines(formula: Formula, objective: Objective | None = None) -> Iterator[str]:
    """The lines of an OPB file that minimises the cost without its constant. Each soft clause must have one literal."""
    constraints = linear_constraints(formula)
    yield f"* #variable= {formula.variables} #constraint= {len(constraints)}\n"
    if objective is not None:
        terms = "".join(f"{weight:+} {name_of(-literal)} " for weight, (literal,) in objective.soft)
        yield f"min: {terms};\n"
    for constraint in constraints:
        terms = "".join(f"{weight:+} {name_of(literal)} " for weight, literal in constraint.terms)
        yield f"{terms}>= {constraint.bound} ;\n"
