"""The meaning of models, for the clauses of each family and for near misses."""

from dataclasses import replace
from itertools import combinations

import pytest

from engine.sat.formula.families import make
from engine.sat.formula.formula import Comment, Formula
from engine.sat.formula.names import VariableNames, variable_names
from engine.sat.meaning import GraphColouring, QueensBoard, meaning_of
from engine.sat.solvers.solve import solve


@pytest.mark.parametrize("size", [4, 6, 9])
def test_queens_of_a_model_do_not_attack_each_other(size: int) -> None:
    formula = make("queens", [str(size)])
    board, model = meaning_of(formula), solve(formula, "cdcl").model
    assert isinstance(board, QueensBoard)
    assert model is not None
    squares = board.squares(model)
    assert len(squares) == size
    for (row, column), (other_row, other_column) in combinations(squares, 2):
        assert row != other_row
        assert column != other_column
        assert abs(row - other_row) != abs(column - other_column)


def test_classes_of_a_colouring_hold_all_vertices_and_no_edge() -> None:
    formula = make("flat", ["30", "60", "3"], 1)
    colouring, model = meaning_of(formula), solve(formula, "cdcl").model
    assert isinstance(colouring, GraphColouring)
    assert model is not None
    classes = colouring.classes(model)
    assert sorted(vertex for vertices in classes for vertex in vertices) == list(range(1, 31))
    edges = {tuple(sorted((-a + 2) // 3 for a in clause)) for clause in formula if len(clause) == 2}
    edges = {edge for edge in edges if edge[0] != edge[1]}
    assert len(edges) == 60
    assert not any(edge in edges for vertices in classes for edge in combinations(vertices, 2))


@pytest.mark.parametrize(
    "formula",
    [
        Formula.of([*make("queens", ["5"])][:-1], 25),
        Formula.of([*[*make("queens", ["5"])][:-1], (1, 2)], 25),
        Formula.of([*make("flat", ["12", "10", "3"], 1)][:-1], 36),
        Formula.of([*make("flat", ["12", "10", "3"], 1), (-1, -5)], 36),
        Formula.of([(1, 2, 3), (3, 4, 5), (-1, -2)], 6),
        Formula.of([(1, 2, 3), (1, 2, 3)], 6),
        Formula.of([(1, 2, -3)], 3),
        Formula.of([], 0),
        Formula.of([], 4),
        Formula.of([()], 1),
        make("random-ksat", ["16", "60"], 1),
        make("parity", ["12", "10"], 1),
    ],
)
def test_a_mere_resemblance_has_no_meaning(formula: Formula) -> None:
    assert meaning_of(formula) is None


def test_names_decide_if_the_clauses_do_not() -> None:
    named = Formula.of([(1, 2)], 2, ["varname 1 carry"])
    assert isinstance(meaning_of(named), VariableNames)
    assert isinstance(meaning_of(make("queens", ["4"]).with_comments(["varname 1 a"])), QueensBoard)


def numbers(comments: list[str], variables: int, model: list[int]) -> dict[str, int]:
    formula = replace(Formula.of([[1, 2]], variables), comments=tuple(Comment(comment) for comment in comments))
    names = variable_names(formula)
    return {number.name: number.value(model) for number in names.numbers} if names else {}


def test_the_bits_of_a_program_are_numbers_with_their_constants() -> None:
    comments = [" main::1::x!0@1#2 1 -2 TRUE FALSE", " main::1::b!0@1#2 3"]
    assert numbers(comments, 3, [1, -2, 3]) == {"main::1::x!0@1#2": 0b0111}
    assert numbers(comments, 3, [-1, 2, 3]) == {"main::1::x!0@1#2": 0b0100}


def test_names_with_an_index_are_numbers_if_no_bit_is_missing() -> None:
    comments = [f" varname {n} {name}" for n, name in enumerate(("a[0]", "a[1]", "s_1", "s_0", "c[1]", "c[2]"), 1)]
    assert numbers(comments, 6, [-1, 2, 3, 4, 5, 6]) == {"a": 2, "s": 3}
