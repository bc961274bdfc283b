"""Equal literals of circuits: none that is not equal, and those of a circuit built twice."""

import random
from itertools import product

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from proofs import verify

from engine.base.errors import Cancelled
from engine.sat.equivalence import sweeping
from engine.sat.equivalence.congruence import Congruence
from engine.sat.equivalence.equivalences import Equivalences, equal_literals, equivalences
from engine.sat.equivalence.functions import Function, FunctionKind
from engine.sat.formula.circuits import Circuit
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.proof.check import check_proof
from engine.sat.proof.proof import Proof
from engine.sat.result import Status

MAX_COUNT = 1 << 30


def random_functions(dice: random.Random, inputs: int, count: int) -> list[Function]:
    """A circuit of functions of inputs and of each other, many of them equal."""
    made: list[Function] = []
    for output in range(inputs + 1, inputs + count + 1):
        kind = dice.choice(list(FunctionKind))
        arity = 2 if kind in (FunctionKind.AND, FunctionKind.SUM) else 3
        variables = dice.sample(range(max(1, output - 8), output), arity)
        made.append(Function(kind, output, tuple(dice.choice((1, -1)) * each for each in variables)))
    return made


def values_of(made: list[Function], inputs: int) -> dict[int, int]:
    """By variable: its values for all values of the inputs."""
    cases = list(product((0, 1), repeat=inputs))
    values = {number + 1: sum(case[number] << place for place, case in enumerate(cases)) for number in range(inputs)}
    every = (1 << len(cases)) - 1

    def of(literal: int) -> int:
        return values[literal] if literal > 0 else values[-literal] ^ every

    for function in made:
        values[function.output] = function.kind.evaluate([of(each) for each in function.inputs])
    return values


def implied(clause: tuple[int, ...], values: dict[int, int], inputs: int) -> bool:
    every = (1 << (1 << inputs)) - 1
    found = 0
    for literal in clause:
        found |= values[literal] if literal > 0 else values[-literal] ^ every
    return found == every


def refutation(formula: Formula, proof: Proof, clause: tuple[int, ...]) -> bool:
    """Whether the proof of a clause holds: with its negation it refutes the formula."""
    whole = Proof()
    proof.copy_to(whole)
    whole.add(())
    negated = Formula.of([*formula, *((-literal,) for literal in clause)], variables=formula.variables)
    return bool(check_proof(negated, whole))


@given(seed=st.integers(0, 10_000))
@settings(max_examples=amount(150), deadline=None)
def test_only_equal_literals_are_merged_and_the_proof_shows_it(seed: int) -> None:
    dice, inputs = random.Random(seed), 6
    made = random_functions(dice, inputs, 40)
    clauses = [clause for function in made for clause in function.clauses()]
    formula = Formula.of(clauses, variables=inputs + 40)
    proof = Proof()
    found = equivalences(formula, MAX_COUNT, proof=proof)
    values = values_of(made, inputs)
    assert not found.refuted
    assert all(len(clause) <= 2 and implied(clause, values, inputs) for clause in found.clauses)
    for clause in dice.sample(found.clauses, min(3, len(found.clauses))):
        assert refutation(formula, proof, clause)


@given(seed=st.integers(0, 10_000))
@settings(max_examples=amount(80), deadline=None)
def test_small_circuits_have_no_other_equal_gates(seed: int) -> None:
    """Windows hold the whole circuit: each two literals with the same values are one class afterwards."""
    inputs = 5
    made = random_functions(random.Random(seed), inputs, 25)
    congruence = Congruence(inputs + 25, made)
    congruence.close()
    sweeping.Sweeping(congruence, made).run(MAX_COUNT)
    values, every = values_of(made, inputs), (1 << (1 << inputs)) - 1
    classes: dict[int, set[int]] = {}
    for variable, found in values.items():
        literal = variable if found & 1 else -variable
        classes.setdefault(found if found & 1 else found ^ every, set()).add(congruence.find(literal))
    assert all(len(representatives) == 1 for representatives in classes.values())
    assert classes.get(every, {congruence.true}) == {congruence.true}


@given(seed=st.integers(0, 10_000))
@settings(max_examples=amount(80), deadline=None)
def test_classes_hold_only_equal_literals_and_each_equality_found(seed: int) -> None:
    inputs = 5
    made = random_functions(random.Random(seed), inputs, 25)
    formula = Formula.of([clause for function in made for clause in function.clauses()], variables=inputs + 25)
    summary, classes = equal_literals(formula)
    values, every = values_of(made, inputs), (1 << (1 << inputs)) - 1
    for each in classes:
        found = {values[abs(literal)] ^ (every if literal < 0 else 0) for literal in each.literals}
        assert len(found) == 1
        assert found == {every} or not each.is_constant
        assert each.literals[0] > 0 or each.is_constant
        assert list(map(abs, each.literals)) == sorted(set(map(abs, each.literals)))
        outputs = {abs(function.output) for function in each.functions}
        assert outputs <= set(map(abs, each.literals))
        assert outputs or each.is_constant
    assert sum(len(each.literals) - (not each.is_constant) for each in classes) == summary.equal


def test_a_circuit_built_twice_is_equal_by_its_form() -> None:
    circuit = Circuit()
    numbers = circuit.inputs(8), circuit.inputs(8)
    first, second = circuit.product(*numbers), circuit.product(*numbers)
    found = equivalences(Formula.of(circuit.clauses, variables=circuit.variables), 0)
    pairs = {frozenset(clause) for clause in found.clauses}
    for literal, other in zip(first, second, strict=True):
        assert literal == other or {frozenset((literal, -other)), frozenset((-literal, other))} <= pairs
    assert found.equal == found.gates // 2


@pytest.mark.few(1)
@pytest.mark.parametrize("family", ["multipliers 6", "multipliers 9"])
@pytest.mark.parametrize("preprocess", [False, True])
def test_equal_gates_refute_other_circuits_of_the_same_function(family: str, preprocess: bool) -> None:
    name, *arguments = family.split()
    formula = make(name, arguments)
    proof = Proof()
    found = equivalences(formula, MAX_COUNT, proof=proof)
    outputs = 2 * int(arguments[0])
    assert sum(len(clause) == 1 for clause in found.clauses) >= outputs
    proof.add(())
    assert check_proof(formula, proof)
    result = verify(formula, "cdcl", preprocess=preprocess)
    assert result.status is Status.UNSATISFIABLE


def test_a_literal_that_equals_its_negation_refutes() -> None:
    made = [Function(FunctionKind.AND, 3, (1, 2)), Function(FunctionKind.AND, -3, (1, 2))]
    formula = Formula.of([clause for function in made for clause in function.clauses()])
    proof = Proof()
    assert equivalences(formula, MAX_COUNT, proof=proof).refuted
    assert check_proof(formula, proof)


def test_formulas_without_gates_have_none() -> None:
    assert equivalences(make("random-ksat", ["60", "200"]), MAX_COUNT) == Equivalences()


def test_a_sweep_can_be_cancelled_and_keeps_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "_REWARD", 0)
    formula = make("multipliers", ["9"])
    assert equivalences(formula, 0).equal < equivalences(formula, MAX_COUNT).equal
    calls = iter([False] * 20)
    with pytest.raises(Cancelled):
        equivalences(formula, MAX_COUNT, cancel=lambda: next(calls, True))
