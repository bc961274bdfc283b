"""Proofs kept in memory during the search, up to a limit."""

from array import array

from hypothesis import given
from hypothesis import strategies as st

from engine.sat.formula.families import make
from engine.sat.proof.bounded_proof import BoundedProof
from engine.sat.proof.check import check_proof
from engine.sat.proof.proof import Proof
from engine.sat.solvers.solve import solve

steps = st.lists(st.tuples(st.booleans(), st.lists(st.integers(-9, 9).filter(bool), max_size=4)), max_size=12)


@given(steps=steps, limit=st.integers(0, 30), in_rows=st.booleans())
def test_the_proof_is_complete_or_too_long(steps: list[tuple[bool, list[int]]], limit: int, in_rows: bool) -> None:
    bounded, whole = BoundedProof(limit), Proof.of(steps)
    for deletes, literals in steps:
        if in_rows:
            bounded.write_steps(array("i", [2 * len(literals) + deletes, *literals]))
        else:
            (bounded.delete if deletes else bounded.add)(literals)
    assert bounded.too_long == (len(whole.literals) > limit)
    assert list(map(bounded.__getitem__, range(len(bounded)))) == (
        [] if bounded.too_long else [whole[n] for n in range(len(whole))]
    )


def test_the_proof_of_a_solver_is_verified() -> None:
    formula, bounded = make("php", ["5", "4"]), BoundedProof()
    solve(formula, "cdcl", proof=bounded)
    assert not bounded.too_long
    assert check_proof(formula, bounded)
