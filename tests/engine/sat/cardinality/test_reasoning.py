"""Groups and counting compared with all models, in several encodings, with certificates."""

import random
from itertools import combinations, count

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver as PySat
from structures import at_most, at_most_one_in_sequence, planted, shuffled

from engine.base.errors import Cancelled
from engine.sat.cardinality import program
from engine.sat.cardinality.clauses import Remaining
from engine.sat.cardinality.counting import CardinalityConstraint, contradiction, excess
from engine.sat.cardinality.groups import Group, ImplicationGraph, at_most_one, at_most_some
from engine.sat.cardinality.reasoning import CardinalityReasoning
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.proof.certificate_check import check_certificate


def holds(formula: Formula, group: Group) -> bool:
    """Whether no model of the formula has more true literals of the group."""
    with PySat("cadical195", bootstrap_with=list(formula)) as oracle:
        return not any(oracle.solve(assumptions=list(some)) for some in combinations(group.literals, group.most + 1))


def satisfiable(formula: Formula) -> bool:
    with PySat("cadical195", bootstrap_with=list(formula)) as oracle:
        return bool(oracle.solve())


@settings(max_examples=amount(400), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_everything_found_follows_with_a_certificate(seed: int) -> None:
    formula = planted(random.Random(seed))
    reasoning = CardinalityReasoning(formula)
    for group in reasoning.groups:
        assert len(group.literals) > group.most
        assert holds(formula, group)
    if reasoning.contradiction is not None:
        assert not satisfiable(formula)
        assert check_certificate(formula, reasoning.certificate())


def pigeons(
    holes: int, encode: str, *, room: int = 1, functional: bool = False, onto: bool = False, more: int = 1
) -> list[list[int]]:
    """That many more pigeons than holes, in one of three encodings."""
    birds = holes * room + more
    fresh = count(birds * holes + 1)
    rows = [[bird * holes + hole + 1 for hole in range(holes)] for bird in range(birds)]
    columns = [list(column) for column in zip(*rows, strict=True)]

    def at_least_one(literals: list[int]) -> list[list[int]]:
        if encode == "pairs":
            return at_most(1, literals)
        if encode == "sequence":
            return at_most_one_in_sequence(literals, fresh)
        width = 1 + int((len(literals) - 1) ** 0.5)  # product: J. Chen, ModRef 2010
        lines, posts = [next(fresh) for _ in range(width)], [next(fresh) for _ in range(width)]
        links = [[-x, of] for i, x in enumerate(literals) for of in (lines[i // width], posts[i % width])]
        return [*at_most(1, lines), *at_most(1, posts), *links]

    clauses = [list(row) for row in rows]
    for column in columns:
        clauses += at_least_one(column) if room == 1 else at_most(room, column)
    clauses += [clause for row in rows if functional for clause in at_least_one(row)]
    return clauses + [list(column) for column in columns if onto]


@pytest.mark.parametrize("encode", ["pairs", "sequence", "product"])
@pytest.mark.parametrize(("functional", "onto"), [(False, False), (True, False), (False, True), (True, True)])
def test_pigeons_in_all_encodings(encode: str, functional: bool, onto: bool) -> None:
    for seed, holes in enumerate((3, 7, 12)):
        formula = shuffled(pigeons(holes, encode, functional=functional, onto=onto), random.Random(seed))
        assert check_certificate(formula, CardinalityReasoning(formula).certificate())


@pytest.mark.parametrize("room", [2, 3])
def test_holes_for_several_pigeons(room: int) -> None:
    formula = shuffled(pigeons(3, "pairs", room=room), random.Random(room))
    assert check_certificate(formula, CardinalityReasoning(formula).certificate())
    fits = shuffled(pigeons(3, "pairs", room=room, more=0), random.Random(room))
    assert CardinalityReasoning(fits).contradiction is None


def test_pigeons_that_unit_propagation_puts_away() -> None:
    """Two of them have their own holes; every other clause has false literals."""
    clauses = pigeons(8, "pairs")
    formula = shuffled([*clauses, [1], [10]], random.Random(3))
    text = CardinalityReasoning(formula).certificate()
    assert check_certificate(formula, text)
    assert ">= 1 from" in text


@pytest.mark.parametrize("size", [2, 3, 4, 7, 8, 20])
def test_mutilated_chessboards(size: int) -> None:
    formula = make("chessboard", [str(size)])
    reasoning = CardinalityReasoning(formula)
    if size == 2:  # without a place for a domino; unit propagation finds that
        assert reasoning.contradiction is None
    else:
        assert check_certificate(formula, reasoning.certificate())


def test_at_least_and_at_most_in_the_same_groups() -> None:
    """As in I. Spence: sgen1, a generator of small but difficult satisfiability benchmarks. JEA 15, 2010."""
    rng = random.Random(5)
    clauses: list[list[int]] = []
    for sign in (-1, 1, 1):
        order = rng.sample(range(1, 41), 40)
        for first in range(0, 40, 5):
            clauses += [[sign * name for name in some] for some in combinations(order[first : first + 5], 3)]
    formula = shuffled(clauses, rng)
    reasoning = CardinalityReasoning(formula)
    assert {(len(group.literals), group.most) for group in reasoning.groups} == {(5, 2)}
    assert check_certificate(formula, reasoning.certificate())


@pytest.mark.parametrize("family", ["php 6 6", "queens 8", "flat 30 60", "random-ksat 50 210"])
def test_satisfiable_or_without_groups(family: str) -> None:
    name, *arguments = family.split()
    reasoning = CardinalityReasoning(make(name, arguments, 1))
    assert reasoning.contradiction is None
    with pytest.raises(ValueError, match="no contradiction"):
        reasoning.certificate()


def test_only_clauses_of_groups_are_kept_for_groups() -> None:
    """A triangle is kept; a chain that hangs on it is not."""
    triangle, chain = [[-1, -2], [-2, -3], [-1, -3]], [[-3, 4], [-4, 5], [-5, 6]]
    clauses = Remaining.of(Formula.of([*triangle, *chain]))
    assert clauses is not None
    assert set(ImplicationGraph(clauses).literals) == {1, 2, 3, 4, 5, -4, -5, -6}
    graph = ImplicationGraph(clauses, for_groups=True)
    assert set(graph.literals) == {1, 2, 3}
    assert {literal: graph.excluded(literal) for literal in (1, 2, 3)} == {1: {2, 3}, 2: {1, 3}, 3: {1, 2}}
    alone = Remaining.of(Formula.of(chain))
    assert alone is not None
    assert not set(ImplicationGraph(alone, for_groups=True).literals)


def test_implications_by_several_clauses() -> None:
    clauses = Remaining.of(Formula.of([[-1, 2], [-2, 3], [-1, 4], [-4, 3], [-3, 5]]))
    assert clauses is not None
    graph = ImplicationGraph(clauses)
    assert graph.reached(1) == {2: (1, 0), 4: (1, 2), 3: (2, 1), 5: (3, 4)}
    assert graph.visits == 5
    assert graph.clauses_between(1, [3, 4]) == {0, 1, 2}
    assert graph.clauses_between(1, [5]) == {0, 1, 4}
    assert graph.visits == 5, "only searches without targets count"
    assert graph.excluded(1) == {-2, -4}


def test_groups_by_single_clauses_and_by_implications() -> None:
    literals = [3, -5, 7, -9, 11]
    pairs = Remaining.of(Formula.of(at_most(1, literals)))
    assert pairs is not None
    (group,) = at_most_one(ImplicationGraph(pairs), literals)
    assert (set(group.literals), group.most) == (set(literals), 1)
    chain = Remaining.of(Formula.of(at_most_one_in_sequence(literals, count(20))))
    assert chain is not None
    assert at_most_one(ImplicationGraph(chain), literals) == []
    (group,) = at_most_one(ImplicationGraph(chain), literals, far=True)
    assert (set(group.literals), group.most) == (set(literals), 1)
    for most in (2, 3, 4):
        some = Remaining.of(Formula.of([*at_most(most, [*literals, 13]), [1, 2, 3], [-1, 5, 2, 4], [7, 8, 9, 10, -2]]))
        assert some is not None
        (group,) = at_most_some(some, most + 1)
        assert (set(group.literals), group.most) == ({*literals, 13}, most)


@settings(max_examples=amount(200), deadline=None)
@given(
    clauses=st.lists(st.sets(st.integers(1, 6), min_size=1, max_size=3).map(sorted), max_size=6),
    groups=st.lists(
        st.tuples(st.sets(st.integers(1, 6), min_size=2, max_size=5).map(sorted), st.integers(1, 2)), max_size=5
    ),
)
def test_contradictions_are_sums(clauses: list[list[int]], groups: list[tuple[list[int], int]]) -> None:
    terms = contradiction(clauses, groups)
    if terms is not None:
        assert excess(terms) > 0
        whole = Formula.of([*clauses, *(clause for literals, most in groups for clause in at_most(most, literals))], 6)
        assert not satisfiable(whole)


def test_excess_counts_both_signs_of_a_variable() -> None:
    assert excess([(CardinalityConstraint((1, 2), 2), 1), (CardinalityConstraint((-1, -2), 1), 2)]) == 0
    assert excess([(CardinalityConstraint((1, 2), 2), 1), (CardinalityConstraint((-1, -2), 1), 1)]) == 1


four = st.lists(st.sampled_from((-1, 0, 1)), min_size=4, max_size=4)


@settings(max_examples=amount(200))
@given(rows=st.lists(st.tuples(four, st.integers(-3, 3)), min_size=1))
def test_multipliers_show_that_there_is_no_solution(rows: list[tuple[list[int], int]]) -> None:
    """If the corners of the cube have a solution, nothing is found."""
    np = pytest.importorskip("numpy")
    a, b = np.array([row for row, _ in rows], float), np.array([bound for _, bound in rows], float)
    multipliers = program.infeasibility_multipliers(a, b)
    corners = np.array([[i >> k & 1 for k in range(4)] for i in range(16)], float)
    if (corners @ a.T >= b).all(axis=1).any():
        assert multipliers is None
    if multipliers is not None:
        assert (multipliers >= 0).all()
        assert multipliers @ b > np.maximum(multipliers @ a, 0).sum() + 1e-9


@pytest.mark.parametrize("clauses", [[], [[]], [[1], [-1]], [[1, 1], [-1, 2]], [[1, -1]], [[1]]])
def test_odd_formulas(clauses: list[list[int]]) -> None:
    assert CardinalityReasoning(Formula.of(clauses, 3)).contradiction is None


def test_cancelled() -> None:
    with pytest.raises(Cancelled):
        CardinalityReasoning(make("php", ["5", "4"]), lambda: True)
