"""Proofs that a formula is unsatisfiable because it is so under each of its cubes (see `engine.sat.solvers.cubes`).

There is a proof for each cube, of the formula with the cube's literals as unit clauses, and one that the cubes leave
nothing out: the clauses that negate them are unsatisfiable. Together they make one of the formula itself: when every
clause of a cube's proof gets the negated literals of the cube, which is false where the cube holds, unit propagation
finds from it what it found before; the last clause of each, empty before, negates the cube.
"""

from collections import Counter
from collections.abc import Iterable

from engine.sat.formula.formula import Formula, Literals
from engine.sat.proof.proof import Proof, ProofSink
from engine.sat.solvers.cubes import Cube


def negation(cube: Cube) -> Literals:
    """The clause that is false just where the cube holds."""
    return tuple(-literal for literal in cube.literals)


def negations(cubes: Iterable[Cube], variables: int) -> Formula:
    """The formula of their negations, which is unsatisfiable if the cubes leave nothing out."""
    return Formula.of(map(negation, cubes), variables)


def write_cover(cubes: Iterable[Cube], sink: ProofSink) -> None:
    """Write the proof of `negations` for the leaves of a tree: the negation of each inner node follows from those of
    the two below it, and that of the root is empty."""
    inner = {cube.literals[:depth] for cube in cubes for depth in range(len(cube.literals))}
    for node in sorted(inner, key=len, reverse=True):
        sink.add([-literal for literal in node])


def write_lifted(cube: Cube, proof: Proof, sink: ProofSink) -> None:
    """Write a cube's proof, all of whose steps have the property RUP, as steps of the formula's own.

    What it deletes of the formula stays for the other cubes, and what it leaves is deleted, but for the cube's
    negation.
    """
    negated = negation(cube)
    there: Counter[tuple[int, ...]] = Counter()
    for step in range(len(proof)):
        deletes, literals = proof[step]
        lifted = tuple(sorted({*literals, *negated}))
        if any(-literal in lifted for literal in negated) or lifted == tuple(sorted(negated)):
            continue  # always true, so of no use; or the negation itself, which stays
        if not deletes:
            there[lifted] += 1
            sink.add(lifted)
        elif there[lifted]:
            there[lifted] -= 1
            sink.delete(lifted)
    sink.add(negated)
    for lifted in there.elements():
        sink.delete(lifted)
