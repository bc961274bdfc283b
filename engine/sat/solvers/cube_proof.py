"""Proofs of unsatisfiability from proofs for each cube (see `engine.sat.solvers.cubes`).

For each cube there is a proof of the formula with the cube's literals as unit clauses. One more proof shows that the
cubes cover all assignments: the clauses that negate them are unsatisfiable. Together they yield a proof of the formula
itself. Each clause of a cube's proof is extended by the negated literals of the cube, so that unit propagation finds
under the cube what it found before; the last clause, which was empty, becomes the negation of the cube.
"""

from collections import Counter
from collections.abc import Iterable

from engine.sat.formula.formula import Formula, Literals
from engine.sat.proof.proof import Proof, ProofSink
from engine.sat.solvers.cubes import Cube


def negation(cube: Cube) -> Literals:
    """The clause that is false exactly where the cube holds."""
    return tuple(-literal for literal in cube.literals)


def negations(cubes: Iterable[Cube], variables: int) -> Formula:
    """The formula of the cubes' negations, which is unsatisfiable if the cubes cover all assignments."""
    return Formula.of(map(negation, cubes), variables)


def write_cover(cubes: Iterable[Cube], sink: ProofSink) -> None:
    """Write a proof that `negations(cubes)` is unsatisfiable, for the leaves of a tree.

    The negation of each inner node follows from those of its two children; the negation of the root is the empty
    clause.
    """
    inner = {cube.literals[:depth] for cube in cubes for depth in range(len(cube.literals))}
    for node in sorted(inner, key=len, reverse=True):
        sink.add([-literal for literal in node])


def write_lifted(cube: Cube, proof: Proof, sink: ProofSink) -> None:
    """Write a cube's proof, whose steps all have the RUP property, as steps of a proof of the formula itself.

    Deletions of the formula's own clauses are dropped, because the other cubes need them. At the end all lifted clauses
    are deleted except the negation of the cube.
    """
    negated = negation(cube)
    lifted_clauses: Counter[tuple[int, ...]] = Counter()
    for step in range(len(proof)):
        deletes, literals = proof[step]
        lifted = tuple(sorted({*literals, *negated}))
        if any(-literal in lifted for literal in negated) or lifted == tuple(sorted(negated)):
            continue  # a tautology, or the negation itself, which is added at the end
        if not deletes:
            lifted_clauses[lifted] += 1
            sink.add(lifted)
        elif lifted_clauses[lifted]:
            lifted_clauses[lifted] -= 1
            sink.delete(lifted)
    sink.add(negated)
    for lifted in lifted_clauses.elements():
        sink.delete(lifted)
