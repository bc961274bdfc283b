"""Functions and equal literals that are found in small formulas, with the proofs."""

from outcomes import short
from small_formulas import small_formulas
from syrupy.assertion import SnapshotAssertion

from engine.sat.equivalence.equivalences import equal_literals, equivalences, usual_steps
from engine.sat.equivalence.functions import functions
from engine.sat.proof.proof import Proof


def test_small_formulas(snapshot: SnapshotAssertion) -> None:
    found = []
    for name, formula in small_formulas().items():
        made, proof = functions(formula), Proof()
        texts = [(str(each), [*each.clauses()], each.splits) for each in made]
        summary, classes = equal_literals(formula)
        sweep = equivalences(formula, usual_steps(formula), proof=proof)
        steps = [proof[step] for step in range(len(proof))]
        found.append(f"{name}: {short(repr(texts))} {summary} {[*map(str, classes)]}")
        found.append(f"  {short(repr(classes))} {short(repr(sweep))} {short(repr(steps))}")
    assert "\n".join(found) == snapshot
