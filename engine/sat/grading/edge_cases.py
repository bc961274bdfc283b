"""Edge cases: tiny formulas on which programs often fail, each named after its special case."""

from dataclasses import dataclass
from functools import cached_property
from itertools import product

from engine.base.language import N_
from engine.sat.formula import dimacs
from engine.sat.formula.formula import Formula


@dataclass(frozen=True)
class EdgeCase:
    """A formula as the text of a file. `lenient`: readers may refuse it."""

    name: str
    text: bytes
    lenient: bool = False

    @cached_property
    def formula(self) -> Formula:
        """The formula in the text."""
        return dimacs.parse(self.text).formula


def _cube(variables: int, model: tuple[int, ...] = ()) -> bytes:
    """All clauses over that many variables except one, whose negation is the only model; or all of them."""
    clauses = [
        clause
        for clause in product(*((variable, -variable) for variable in range(1, variables + 1)))
        if clause != tuple(-literal for literal in model)
    ]
    return dimacs.dumps(Formula.of(clauses))


EDGE_CASES = (
    EdgeCase(N_("no variables and no clauses"), b"p cnf 0 0\n"),
    EdgeCase(N_("variables, but no clauses"), b"p cnf 3 0\n"),
    EdgeCase(N_("an empty clause"), b"p cnf 2 2\n1 2 0\n0\n"),
    EdgeCase(N_("unit clauses only"), b"p cnf 4 4\n-1 0\n2 0\n-3 0\n4 0\n"),
    EdgeCase(N_("unit clauses that contradict each other"), b"p cnf 2 3\n1 2 0\n2 0\n-2 0\n"),
    EdgeCase(N_("a chain of units to a model"), b"p cnf 4 4\n-1 2 0\n-2 3 0\n-3 -4 0\n1 0\n"),
    EdgeCase(N_("a chain of units to a conflict"), b"p cnf 3 4\n-3 0\n-2 3 0\n-1 2 0\n1 0\n"),
    EdgeCase(N_("a tautology"), b"p cnf 2 4\n1 -1 0\n2 -2 1 0\n-1 2 0\n-1 -2 0\n"),
    EdgeCase(N_("a tautology in an unsatisfiable formula"), b"p cnf 2 5\n1 -1 0\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"),
    EdgeCase(N_("a literal twice in a clause"), b"p cnf 2 3\n1 1 0\n-1 2 2 0\n-2 -2 -1 1 0\n"),
    EdgeCase(N_("a literal twice in an unsatisfiable formula"), b"p cnf 2 3\n1 1 0\n-1 -1 2 0\n-2 -2 -1 -1 0\n"),
    EdgeCase(N_("the same clause twice"), b"p cnf 2 4\n1 2 0\n1 2 0\n-1 0\n-1 0\n"),
    EdgeCase(N_("variables in no clause"), b"p cnf 6 2\n-2 4 0\n2 4 0\n"),
    EdgeCase(N_("variables not in order"), b"p cnf 4 4\n2 0\n-4 0\n4 1 0\n-1 -3 0\n"),
    EdgeCase(N_("all variables false"), b"p cnf 3 3\n-1 0\n1 -2 0\n2 -3 0\n"),
    EdgeCase(N_("one model: 1 2 3"), _cube(3, (1, 2, 3))),
    EdgeCase(N_("one model: -1 -2 -3"), _cube(3, (-1, -2, -3))),
    EdgeCase(N_("one model: -1 2 -3"), _cube(3, (-1, 2, -3))),
    EdgeCase(N_("one model: 1 -2 -3"), _cube(3, (1, -2, -3))),
    EdgeCase(N_("unsatisfiable, two variables"), _cube(2)),
    EdgeCase(N_("unsatisfiable, three variables"), _cube(3)),
    EdgeCase(
        N_("three pigeons in two holes"),
        b"p cnf 6 9\n1 2 0\n3 4 0\n5 6 0\n-1 -3 0\n-1 -5 0\n-3 -5 0\n-2 -4 0\n-2 -6 0\n-4 -6 0\n",
    ),
    EdgeCase(N_("a clause over several lines"), b"p cnf 3 3\n1\n2\n3 0\n-1 0\n-2\n0\n"),
    EdgeCase(N_("several clauses on a line"), b"p cnf 2 4\n1 2 0 -1 2 0\n1 -2 0 -1 -2 0\n"),
    EdgeCase(N_("a comment between clauses"), b"c one\np cnf 2 3\n1 2 0\nc 1 0 is not meant\n-1 0\nc\n-2 1 2 0\n"),
    EdgeCase(N_("blanks, tabs and empty lines"), b"p  cnf\t2   2\n\n  1\t2  0\n\n -1   0 \n"),
    EdgeCase(N_("Windows line ends"), b"c made elsewhere\r\np cnf 2 2\r\n1 2 0\r\n-1 0\r\n"),
    EdgeCase(N_("no line end after the last clause"), b"p cnf 2 3\n1 2 0\n-1 2 0\n-2 0"),
    EdgeCase(N_("a wide clause"), b"p cnf 60 2\n" + b" ".join(b"%d" % n for n in range(1, 61)) + b" 0\n-60 0\n"),
    EdgeCase(N_("no 0 after the last clause"), b"p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2\n", lenient=True),
    EdgeCase(N_("% and 0 at the end, as in SATLIB"), b"p cnf 2 2\n1 2 0\n-1 0\n%\n0\n\n", lenient=True),
    EdgeCase(N_("fewer clauses than the header says"), b"p cnf 2 9\n1 2 0\n-1 0\n", lenient=True),
    EdgeCase(N_("more clauses than the header says"), b"p cnf 2 2\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n", lenient=True),
)
