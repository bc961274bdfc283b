"""Proofs kept in memory during the search, up to a limit."""

from array import array

from hypothesis import given
from hypothesis import strategies as st

from engine.sat.formula.families import make
from engine.sat.proof.check import check_proof
from engine.sat.proof.memory_proof import KeptProof
from engine.sat.proof.proof import Proof
from engine.sat.solvers.solve import solve

steps = st.lists(st.tuples(st.booleans(), st.lists(st.integers(-9, 9).filter(bool), max_size=4)), max_size=12)


@given(steps=steps, limit=st.integers(0, 30), in_rows=st.booleans())
def test_it_is_the_whole_proof_or_says_that_it_is_not(
    steps: list[tuple[bool, list[int]]], limit: int, in_rows: bool
) -> None:
    memory_proof, whole = KeptProof(limit), Proof.of(steps)
    for deletes, literals in steps:
        if in_rows:
            memory_proof.write_steps(array("i", [2 * len(literals) + deletes, *literals]))
        else:
            (memory_proof.delete if deletes else memory_proof.add)(literals)
    assert memory_proof.cut == (len(whole.literals) > limit)
    assert list(map(memory_proof.__getitem__, range(len(memory_proof)))) == (
        [] if memory_proof.cut else [whole[n] for n in range(len(whole))]
    )


def test_what_a_solver_writes_into_it_can_be_checked() -> None:
    formula, memory_proof = make("php", ["5", "4"]), KeptProof()
    solve(formula, "cdcl", proof=memory_proof)
    assert not memory_proof.cut
    assert check_proof(formula, memory_proof)
