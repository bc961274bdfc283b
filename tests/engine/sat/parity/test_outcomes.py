"""Equations that are found in small formulas, and what is derived of them."""

from outcomes import short
from small_formulas import small_formulas
from syrupy.assertion import SnapshotAssertion

from engine.sat.parity.drat import drat
from engine.sat.parity.reasoning import ParityReasoning, certificate


def test_small_formulas(snapshot: SnapshotAssertion) -> None:
    found = []
    for name, formula in small_formulas().items():
        parity = ParityReasoning(formula)
        equations = [parity.equation(number) for number in parity.given]
        clauses = [each.clauses for each in equations if len(each.variables) < 3]
        found.append(f"{name}: {short(repr(equations))} {short(repr(clauses))}")
        ends = [*parity.derived] if parity.contradiction is None else [parity.contradiction]
        lines = parity.derivation(ends)
        found.append(f"  {short(repr([parity.equation(number) for number in ends]))} {parity.contradiction}")
        found.append(f"  {short(certificate(lines))} {short(repr([*drat(lines, formula.variables)]))}")
    assert "\n".join(found) == snapshot
