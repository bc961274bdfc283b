"""Linear constraints: all forms of one have the same models."""

import random
from itertools import product

from engine.sat.formula.linear_constraint import LinearConstraint

MODELS = [*product((1, -1), (2, -2), (3, -3))]


def test_the_models_of_terms_with_any_signs() -> None:
    dice = random.Random(1)
    for _ in range(60):
        terms = [(dice.randint(-3, 3), dice.choice((1, 2, 3, -1, -2, -3))) for _ in range(dice.randint(0, 5))]
        bound = dice.randint(-3, 5)
        constraint = LinearConstraint.of(terms, bound)
        weights = [weight for weight, _ in constraint.terms]
        assert weights == sorted(weights, reverse=True)
        assert all(weight > 0 for weight in weights)
        assert len({abs(literal) for _, literal in constraint.terms}) == len(weights)
        saturated = constraint.saturated()
        assert all(weight <= max(constraint.bound, 0) for weight, _ in saturated.terms)
        for model in MODELS:
            holds = sum(weight for weight, literal in terms if literal in model) >= bound
            assert constraint.is_satisfied(model) == saturated.is_satisfied(model) == holds
            assert (constraint.slack(-literal for literal in model) >= 0) == holds
        some = [each for each in MODELS if constraint.is_satisfied(each)]
        is_clause = constraint.bound <= 0 or all(
            constraint.is_satisfied(model) == any(literal in model for _, literal in constraint.terms)
            for model in MODELS
        )
        if constraint.terms:
            assert constraint.is_clause == is_clause
        else:
            assert constraint.is_clause == bool(some)


def test_clauses() -> None:
    for clause in ((1,), (1, -2), (3, 1, 3)):
        constraint = LinearConstraint.of_clause(clause)
        assert constraint.is_clause
        assert all(constraint.is_satisfied(model) == bool({*clause} & {*model}) for model in MODELS)
    assert LinearConstraint.of_clause((1, 2, -1)) == LinearConstraint((), 0)
    assert not LinearConstraint.of_clause(()).is_clause


def test_words() -> None:
    assert str(LinearConstraint.of([(2, 1), (-3, 2)], 0)) == "3 ~x2 2 x1 >= 3"
    assert str(LinearConstraint((), 1)) == "0 >= 1"
