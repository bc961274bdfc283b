"""Groups and contradictions that are found in small formulas."""

from outcomes import short
from small_formulas import small_formulas
from syrupy.assertion import SnapshotAssertion

from engine.sat.cardinality.clauses import Remaining
from engine.sat.cardinality.groups import ImplicationGraph, at_most_one, at_most_some
from engine.sat.cardinality.reasoning import CardinalityReasoning


def test_small_formulas(snapshot: SnapshotAssertion) -> None:
    found = []
    for name, formula in small_formulas().items():
        counts = CardinalityReasoning(formula)
        certificate = counts.certificate() if counts.contradiction else ""
        found.append(f"{name}: {short(repr(counts.groups))} {short(repr(counts.contradiction))} {short(certificate)}")
        remaining = Remaining.of(formula)
        if remaining is None:
            continue
        graph, literals = ImplicationGraph(remaining), [*range(-9, 0), *range(1, 10)]
        found += [f"  {short(repr(at_most_one(graph, literals, far=far)))}" for far in (False, True)]
        found += [f"  {short(repr([at_most_some(remaining, size) for size in (2, 3, 4)]))}"]
        reached = [sorted(graph.reached(each).items()) for each in (1, -1, 2, -3)]
        found.append(f"  {short(repr((reached, [sorted(graph.excluded(each)) for each in literals])))}")
        sizes = [(remaining.count(size), remaining.rows(size)[1].tolist()) for size in (1, 2, 3)]
        found.append(f"  {short(repr((sizes, remaining.clauses, remaining.reasons)))}")
    assert "\n".join(found) == snapshot
