"""Gates and components: constructed ones are found, and those found follow from the clauses."""

import random
from itertools import combinations, pairwise, product

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from proofs import satisfiable, verify

from engine.base.errors import Cancelled
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.gates import Gate, GateKind, components, gates
from engine.sat.result import Status
from engine.sat.structure import Structure

Clauses = list[tuple[int, ...]]


def clauses_of(gate: Gate) -> Clauses:
    """The definition of a gate's output or carry, by the truth table."""
    output, found = gate.outputs[0], []
    for values in product((False, True), repeat=len(gate.inputs)):
        false = tuple(-each if value else each for each, value in zip(gate.inputs, values, strict=True))
        found.append((*false, output if computed(gate, values) else -output))
    return found


def computed(gate: Gate, values: tuple[bool, ...]) -> bool:
    match gate.kind:
        case GateKind.AND | GateKind.HALF_ADDER:
            return all(values)
        case GateKind.OR:
            return any(values)
        case GateKind.CHOICE:
            return values[1] if values[0] else values[2]
        case GateKind.FULL_ADDER:
            return sum(values) >= 2


def xor(variables: tuple[int, ...], right: int) -> Clauses:
    """The clauses of a sum modulo 2."""
    return [
        tuple(-variable if value else variable for variable, value in zip(variables, values, strict=True))
        for values in product((0, 1), repeat=len(variables))
        if sum(values) % 2 != right
    ]


def conjunction(output: int, *inputs: int) -> Clauses:
    return [*((-output, each) for each in inputs), (output, *(-each for each in inputs))]


def choice(output: int, condition: int, then: int, otherwise: int) -> Clauses:
    return [
        (-output, -condition, then),
        (output, -condition, -then),
        (-output, condition, otherwise),
        (output, condition, -otherwise),
    ]


def majority(output: int, *inputs: int) -> Clauses:
    pairs = list(combinations(inputs, 2))
    return [*((-output, *pair) for pair in pairs), *((output, *(-each for each in pair)) for pair in pairs)]


def found(clauses: Clauses) -> list[str]:
    """Independent of the order of clauses and literals."""
    rng = random.Random(len(clauses))
    mixed = [tuple(rng.sample(clause, len(clause))) for clause in rng.sample(clauses, len(clauses))]
    return [str(gate) for gate in Structure.of(Formula.of(mixed)).gates]


@pytest.mark.parametrize(
    ("clauses", "names"),
    [
        (conjunction(3, 1, -2), ["3 = 1 and -2"]),
        (conjunction(-3, 1, -2), ["3 = -1 or 2"]),
        (conjunction(9, 1, 2, 3, 4, 5), ["9 = 1 and 2 and 3 and 4 and 5"]),
        ([*conjunction(3, 1, 2), *conjunction(5, 3, 4)], ["3 = 1 and 2", "5 = 3 and 4"]),
        (choice(4, 1, 2, -3), ["4 = if 1 then 2 else -3"]),
        (choice(-4, -1, 2, -3), ["4 = if 1 then 3 else -2"]),
        ([*xor((1, 2, 3), 0), *conjunction(4, 1, 2)], ["half adder: 1 + 2, sum 3, carry 4"]),
        ([*xor((1, 2, 3, 4), 0), *majority(5, 1, 2, 3)], ["full adder: 1 + 2 + 3, sum 4, carry 5"]),
        ([*xor((1, 2, 3, 4), 1), *majority(-5, 1, -2, 3)], ["full adder: 1 + -2 + 3, sum 4, carry -5"]),
        (xor((1, 2, 3), 1), []),
        ([(1, 2, 3), (-1, -2), (-1, -3)], ["1 = -2 and -3"]),
        ([(1, 2, 3), (-1, -2)], []),
        ([(7,), *((*clause, -7) for clause in conjunction(3, 1, 2))], ["3 = 1 and 2"]),
        ([(1,), (-1,)], []),
        ([], []),
    ],
)
def test_gates_by_hand(clauses: Clauses, names: list[str]) -> None:
    assert sorted(found(clauses)) == sorted(names)


@settings(max_examples=amount(150))
@given(st.lists(st.lists(st.integers(-5, 5).filter(bool), min_size=1, max_size=4).map(tuple), max_size=24))
def test_findings_follow_from_the_clauses(clauses: Clauses) -> None:
    formula = Formula.of(clauses)
    for gate in gates(formula, [(1, 2, 3), (2, 3, 4, 5)]):
        for clause in clauses_of(gate):
            assert not satisfiable(Formula.of([*clauses, *((-literal,) for literal in clause)])), str(gate)


def test_the_gates_of_a_multiplier() -> None:
    structure = Structure.of(make("miter", ["4"]))
    assert structure.gate_kinds == {"and": 48, "half adder": 40}
    assert structure.components == (144,)
    formula = make("miter", ["2"])
    for gate in Structure.of(formula).gates:
        for clause in clauses_of(gate):
            refuted = verify(Formula.of([*formula, *((-literal,) for literal in clause)]), "cdcl")
            assert refuted.status is Status.UNSATISFIABLE


@settings(max_examples=amount(150))
@given(st.lists(st.lists(st.integers(-12, 12).filter(bool), min_size=2, max_size=3, unique_by=abs), max_size=14))
def test_components_are_those_of_a_search(clauses: list[list[int]]) -> None:
    formula = Formula.of(clauses)
    joined: list[set[int]] = []
    for clause in clauses:
        whole = set(map(abs, clause))
        apart = [part for part in joined if not part & whole]
        joined = [*apart, whole.union(*(part for part in joined if part & whole))]
    found = [set(part.tolist()) for part in components(formula)]
    assert sorted(found, key=sorted) == sorted(joined, key=sorted)
    assert [len(part) for part in found] == sorted(map(len, joined), reverse=True)


def test_a_long_chain_is_one_component() -> None:
    order = random.Random(1).sample(range(1, 5001), 5000)
    chain = [(a, -b) for a, b in pairwise(order)]
    assert [len(part) for part in components(Formula.of(chain))] == [5000]


def test_cancelled() -> None:
    with pytest.raises(Cancelled):
        gates(make("miter", ["2"]), cancel=lambda: True)
