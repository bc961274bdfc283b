"""Encodings: their models are the described assignments, and unit propagation finds all consequences of a bound."""

import doctest
from collections.abc import Callable, Iterator, Sequence
from itertools import product

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sat import Solver
from engine.sat.encodings import cardinality, expressions, linear, parity, sink
from engine.sat.encodings.cardinality import ENCODINGS, at_least, at_most, exactly
from engine.sat.encodings.expressions import Expression, Variable, literal_of, require
from engine.sat.encodings.linear import sum_at_least, sum_at_most, sum_equals
from engine.sat.encodings.parity import parity as sum_modulo_2
from engine.sat.encodings.sink import Clauses, Size

VARIABLES = 5
literals = st.lists(
    st.integers(1, VARIABLES).flatmap(lambda variable: st.sampled_from((variable, -variable))),
    max_size=VARIABLES,
    unique_by=abs,
)
encodings = st.sampled_from(("", "pairwise", "sequential", "totalizer"))


def assignments() -> Iterator[dict[int, bool]]:
    """All assignments, by literal."""
    for values in product((False, True), repeat=VARIABLES):
        yield {sign * variable: value is (sign > 0) for variable, value in enumerate(values, 1) for sign in (1, -1)}


def says(clauses: Clauses, holds: Callable[[dict[int, bool]], bool]) -> None:
    """Fails unless the clauses are satisfiable, with some values of new variables, exactly where this holds."""
    solver = Solver(clauses.formula(), variables=VARIABLES)
    for assignment in assignments():
        given = [literal for literal, value in assignment.items() if value]
        assert solver.solve(assumptions=given) is holds(assignment), given


def propagates(clauses: Clauses, holds: Callable[[dict[int, bool]], bool], decided: Sequence[int]) -> None:
    """Fails unless unit propagation from some literals finds every literal that follows."""
    possible = [each for each in assignments() if holds(each) and all(each[literal] for literal in decided)]
    is_consistent, implied = Solver(clauses.formula(), variables=VARIABLES).propagate(decided)
    assert is_consistent is bool(possible)
    if possible:
        follows = {literal for literal in possible[0] if all(each[literal] for each in possible)}
        assert {literal for literal in implied if abs(literal) <= VARIABLES} == follows


def size_is_given(clauses: Clauses, size: Size) -> None:
    assert (len(clauses.clauses), clauses.variables - VARIABLES) == (size.clauses, size.variables)


@given(literals, st.integers(-1, VARIABLES + 1), encodings, literals)
@settings(max_examples=amount(200))
def test_at_most_states_and_propagates_the_bound(inputs: list[int], bound: int, encoding: str, decided: list[int]):
    clauses = Clauses(VARIABLES)
    size_is_given(clauses, at_most(clauses, inputs, bound, encoding))

    def holds(values: dict[int, bool]) -> bool:
        return sum(values[literal] for literal in inputs) <= bound

    says(clauses, holds)
    propagates(clauses, holds, decided)


@given(literals, st.integers(-1, VARIABLES + 1), encodings)
@settings(max_examples=amount(100))
def test_at_least_and_exactly_state_the_bound(inputs: list[int], bound: int, encoding: str):
    least, exact = Clauses(VARIABLES), Clauses(VARIABLES)
    size_is_given(least, at_least(least, inputs, bound, encoding))
    size_is_given(exact, exactly(exact, inputs, bound, encoding))
    says(least, lambda values: sum(values[literal] for literal in inputs) >= bound)
    says(exact, lambda values: sum(values[literal] for literal in inputs) == bound)


@pytest.mark.parametrize("count", [2, 5, 9, 13])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_encoding_of_at_most_one_forces_all_others(count: int, encoding: str):
    for true in range(1, count + 1):
        solver = Solver()
        at_most(solver, range(1, count + 1), 1, encoding)
        is_consistent, implied = solver.propagate([true])
        assert is_consistent
        assert [literal for literal in implied if abs(literal) <= count] == [
            variable if variable == true else -variable for variable in range(1, count + 1)
        ]


def test_an_encoding_that_is_unknown_or_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="no encoding 'binary'; there are pairwise"):
        at_most(Clauses(), [1, 2], 1, "binary")
    with pytest.raises(ValueError, match="for a bound of 1"):
        at_most(Clauses(), [1, 2, 3], 2, "product")


terms = st.lists(st.tuples(st.integers(-6, 6), st.sampled_from((1, 2, 3, 4, 5, -1, -2, -3, -4, -5))), max_size=6)


@given(terms, st.integers(-12, 18), literals)
@settings(max_examples=amount(200))
def test_sums_state_and_propagate_their_bound(weighted: list[tuple[int, int]], bound: int, decided: list[int]):
    def total(values: dict[int, bool]) -> int:
        return sum(weight for weight, literal in weighted if values[literal])

    most, least, equal = Clauses(VARIABLES), Clauses(VARIABLES), Clauses(VARIABLES)
    size_is_given(most, sum_at_most(most, weighted, bound))
    says(most, lambda values: total(values) <= bound)
    propagates(most, lambda values: total(values) <= bound, decided)
    size_is_given(least, sum_at_least(least, weighted, bound))
    says(least, lambda values: total(values) >= bound)
    size_is_given(equal, sum_equals(equal, weighted, bound))
    says(equal, lambda values: total(values) == bound)


@given(literals, st.booleans(), st.integers(3, 5))
@settings(max_examples=amount(100))
def test_parity_is_true_for_an_odd_number(inputs: list[int], odd: bool, widest: int):
    clauses = Clauses(VARIABLES)
    size_is_given(clauses, sum_modulo_2(clauses, inputs, odd=odd, widest=widest))
    says(clauses, lambda values: sum(values[literal] for literal in inputs) % 2 == odd)


def test_a_sum_is_cut_only_if_it_is_too_long():
    assert sum_modulo_2(Clauses(), range(1, 5), widest=4).variables == 0
    assert sum_modulo_2(Clauses(), range(1, 6), widest=4).variables == 1


def test_a_piece_of_a_sum_needs_three_literals():
    with pytest.raises(ValueError, match="at least 3"):
        sum_modulo_2(Clauses(), [1, 2, 3], widest=2)


Meaning = Callable[[dict[int, bool]], bool]
Written = tuple[Expression, Meaning]


def written(deeper: "st.SearchStrategy[Written]") -> "st.SearchStrategy[Written]":
    """Composed expressions, each with its meaning."""
    pairs = st.tuples(deeper, deeper)
    return st.one_of(
        deeper.map(lambda part: (~part[0], lambda values: not part[1](values))),
        pairs.map(lambda two: (two[0][0] & two[1][0], lambda values: two[0][1](values) and two[1][1](values))),
        pairs.map(lambda two: (two[0][0] | two[1][0], lambda values: two[0][1](values) or two[1][1](values))),
        pairs.map(lambda two: (two[0][0] ^ two[1][0], lambda values: two[0][1](values) != two[1][1](values))),
        pairs.map(lambda two: (two[0][0] >> two[1][0], lambda values: not two[0][1](values) or two[1][1](values))),
        pairs.map(lambda two: (two[0][0] == two[1][0], lambda values: two[0][1](values) == two[1][1](values))),
    )


variables = st.integers(1, VARIABLES).map(lambda number: (Variable(number), lambda values: values[number]))


@given(st.recursive(variables, written, max_leaves=12))
@settings(max_examples=amount(200))
def test_expressions_mean_what_is_written(pair: Written):
    expression, meaning = pair
    required, defined = Clauses(VARIABLES), Clauses(VARIABLES)
    size_is_given(required, require(required, expression))
    says(required, meaning)
    literal = literal_of(defined, expression)
    solver = Solver(defined.formula(), variables=VARIABLES)
    for assignment in assignments():
        given = [each for each, value in assignment.items() if value]
        assert solver.solve(assumptions=given)
        assert solver.value(literal) is meaning(assignment)


def test_new_variables_differ_from_those_of_the_constraint():
    """Even if the solver does not have them yet."""
    solver = Solver()
    literals = [4, 9, 3, 7, 1, 2, 5, 6]
    at_most(solver, literals, 2, "sequential")
    solver.add_clauses([[4], [9]])
    assert solver.solve()
    assert sum(map(solver.value, literals)) == 2


def test_a_long_chain_of_operations_needs_no_recursion():
    expression: Expression = Variable(1)
    for _ in range(5000):
        expression = ~(expression ^ Variable(2))
    solver = Solver()
    literal = literal_of(solver, expression)
    assert solver.solve(assumptions=[1, 2])
    assert solver.value(literal)


def test_a_constraint_that_is_met_or_broken_by_itself():
    never, always = Clauses(), Clauses()
    require(never, expressions.any_of(()))
    require(always, expressions.all_of(()))
    assert (never.clauses, always.clauses) == ([()], [])
    with pytest.raises(ValueError, match="not a literal"):
        never.add_clause([0])


@pytest.mark.parametrize("module", [sink, cardinality, linear, parity, expressions], ids=lambda module: module.__name__)
def test_examples(module: object):
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]
