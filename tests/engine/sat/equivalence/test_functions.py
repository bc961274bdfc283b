"""Functions among clauses, and their normal form, against truth tables."""

import random
from itertools import product

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import Cancelled
from engine.sat.equivalence.functions import Function, FunctionKind, functions, normal_form
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula

INPUTS = 4
TRUE = INPUTS + 1
ARITIES = {
    FunctionKind.AND: (1, 2, 3), FunctionKind.SUM: (1, 2, 3), FunctionKind.CHOICE: (3,), FunctionKind.MAJORITY: (3,),
}  # fmt: skip


def value(literal: int, values: tuple[int, ...]) -> int:
    """The value of a literal, given those of the variables."""
    return values[abs(literal) - 1] ^ (literal < 0)


@st.composite
def calls(draw: st.DrawFn) -> tuple[FunctionKind, tuple[int, ...]]:
    """A function of literals, with repetitions, opposites and constants."""
    kind = draw(st.sampled_from(FunctionKind))
    count = draw(st.sampled_from(ARITIES[kind]))
    literal = st.integers(1, TRUE).flatmap(lambda variable: st.sampled_from((variable, -variable)))
    return kind, tuple(draw(literal) for _ in range(count))


@given(call=calls())
@settings(max_examples=amount(800), deadline=None)
def test_a_normal_form_is_the_same_function(call: tuple[FunctionKind, tuple[int, ...]]) -> None:
    kind, inputs = call
    sign, form = normal_form(kind, inputs, TRUE)
    for case in product((0, 1), repeat=INPUTS):
        values = (*case, 1)
        expected = kind.evaluate([value(literal, values) for literal in inputs])
        if form is None:
            assert value(sign, values) == expected
        else:
            assert form.kind.evaluate([value(literal, values) for literal in form.inputs]) ^ (sign < 0) == expected


@given(call=calls(), seed=st.integers(0, 99))
@settings(max_examples=amount(400), deadline=None)
def test_the_order_of_inputs_makes_no_difference(call: tuple[FunctionKind, tuple[int, ...]], seed: int) -> None:
    kind, inputs = call
    mixed = list(inputs)
    random.Random(seed).shuffle(mixed)
    if kind is FunctionKind.CHOICE:  # the other choice, of the opposite condition
        mixed = [-inputs[0], inputs[2], inputs[1]]
    assert normal_form(kind, mixed, TRUE) == normal_form(kind, inputs, TRUE)


@pytest.mark.parametrize("kind", FunctionKind)
def test_clauses_define_the_output(kind: FunctionKind) -> None:
    for count in ARITIES[kind]:
        signs = random.Random(str((kind, count))).choices((1, -1), k=count + 1)
        inputs = tuple(sign * variable for variable, sign in zip(range(1, count + 1), signs, strict=False))
        function = Function(kind, signs[-1] * (count + 1), inputs)
        for values in product((0, 1), repeat=count + 1):
            holds = all(any(value(literal, values) for literal in clause) for clause in function.clauses())
            expected = kind.evaluate([value(literal, values) for literal in inputs])
            assert holds == (value(function.output, values) == expected)


@given(seed=st.integers(0, 999))
@settings(max_examples=amount(100), deadline=None)
def test_defined_literals_are_found_again(seed: int) -> None:
    """Each of several functions of the same inputs, among clauses that are no gates."""
    dice = random.Random(seed)
    defined = []
    for number, kind in enumerate(FunctionKind):
        count = 3 if kind in (FunctionKind.CHOICE, FunctionKind.MAJORITY) else dice.choice((2, 3))
        inputs = tuple(dice.choice((1, -1)) * variable for variable in dice.sample(range(1, 6), count))
        defined.append(Function(kind, 10 + number, inputs))
    # A full adder is a sum of three and the majority of the same.
    sums = [Function(FunctionKind.SUM, 20, each.inputs) for each in defined if each.kind is FunctionKind.MAJORITY]
    clauses = [clause for function in (*defined, *sums) for clause in function.clauses()]
    dice.shuffle(clauses)
    found = {
        (abs(each.output), *normal_form(each.kind, each.inputs, 99))
        for each in functions(Formula.of(clauses, variables=30))
    }
    for each in defined:
        assert any((each.output, sign, normal_form(each.kind, each.inputs, 99)[1]) in found for sign in (1, -1)), each


def test_looking_can_be_cancelled() -> None:
    with pytest.raises(Cancelled):
        functions(make("miter", ["16"]), cancel=lambda: True)


def test_clauses_that_name_a_variable_twice_are_no_sum() -> None:
    assert list(functions(Formula.of([[1, 1, -2], [-1, -1, 2], [1, -1, 2], [1, -1, -2]]))) == []
