"""Sums that grow: each output follows by unit propagation from as many literals as it counts, and from no fewer."""

from itertools import combinations

import pytest

from engine.sat import Solver
from engine.sat.encodings.sink import Clauses
from engine.sat.encodings.totalizer import Totalizer


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_an_output_counts(size: int) -> None:
    for bound in range(1, size + 1):
        clauses = Clauses(size)
        total = Totalizer(clauses, range(1, size + 1))
        output = total.output(bound)
        count = len(clauses.clauses)
        assert total.output(bound) == output
        assert len(clauses.clauses) == count, "an output is added once"
        solver = Solver(clauses.formula(), variables=size)
        for number in range(size + 1):
            for true in combinations(range(1, size + 1), number):
                assert (output in solver.propagate(true)[1]) == (number >= bound)
                assert solver.solve(assumptions=[*true, -output]) == (number < bound)


def test_outputs_are_added_when_they_are_needed() -> None:
    clauses = Clauses(8)
    total = Totalizer(clauses, range(1, 9))
    assert not clauses.clauses
    total.output(1)
    assert clauses.variables - 8 == 7, "one for each inner node"
