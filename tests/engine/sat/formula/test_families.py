"""Formulas of families: their definitions, their verdicts, and their arguments."""

import hashlib
from itertools import combinations, permutations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from engine.base.errors import InputError
from engine.sat.formula import families
from engine.sat.formula.dimacs import dumps, parse
from engine.sat.formula.families import FAMILIES, make
from engine.sat.formula.formula import Formula

seeds = st.integers(0, 2**32)

EXAMPLES = [
    ("random-ksat", "50 210"),
    ("random-ksat", "9 30 9"),
    ("planted", "40 200"),
    ("planted", "30 90 2"),
    ("php", "5 4"),
    ("php", "4 4"),
    ("php", "1 0"),
    ("queens", "1"),
    ("queens", "2"),
    ("queens", "3"),
    ("queens", "4"),
    ("queens", "8"),
    ("flat", "30 60"),
    ("flat", "10 15 5"),
    ("flat", "3 0 1"),
    ("colour", "12 20"),
    ("colour", "6 13 3"),
    ("colour", "5 0"),
    ("parity", "12 10"),
    ("parity", "12 13 5"),
    ("parity", "3 5 2"),
    ("parity", "4 6 1"),
    ("parity-twice", "1"),
    ("parity-twice", "2"),
    ("parity-twice", "7"),
    ("parity-noise", "3 1 1 1"),
    ("parity-noise", "1 4 2 1"),
    ("parity-noise", "6 12 2 2"),
    ("parity-noise", "8 14 1 3"),
    ("tseitin", "2 1"),
    ("tseitin", "6"),
    ("tseitin", "7 4"),
    ("ordering", "2"),
    ("ordering", "3"),
    ("ordering", "7"),
    ("chessboard", "2"),
    ("chessboard", "3"),
    ("chessboard", "4"),
    ("factor", "4"),
    ("factor", "5"),
    ("factor", "1763"),
    ("factor", "1999"),
    ("miter", "1"),
    ("miter", "4"),
    ("multipliers", "1"),
    ("multipliers", "3"),
]

# The first digits of the SHA-256 of each family's last example, with seed 1.
MARKS = {
    "random-ksat": "3be1c3dd", "planted": "0b0f4e9e", "php": "69ee12c3", "queens": "24bbb496",
    "flat": "61b75c08", "colour": "26a43db0", "parity": "5738428d", "parity-twice": "28aaabf7",
    "parity-noise": "6a2155ac", "ordering": "a1a2bed8", "tseitin": "afe53d51",
    "chessboard": "62173872", "factor": "171b19ae", "miter": "f8dd7f66", "multipliers": "28fb3a75",
}  # fmt: skip


def verdict(formula: Formula) -> str | None:
    """The claim of the comments: satisfiable, unsatisfiable or nothing."""
    found = [c.text.removeprefix("verdict: ") for c in formula.comments if c.text.startswith("verdict: ")]
    return found[0].split(",")[0] if found else None


def is_satisfiable(formula: Formula) -> bool:
    with Solver("cadical195", bootstrap_with=formula) as solver:
        return bool(solver.solve())


@pytest.mark.parametrize(("name", "arguments"), EXAMPLES)
@pytest.mark.parametrize("seed", range(4))
def test_the_claimed_verdict_is_right(name: str, arguments: str, seed: int) -> None:
    formula = make(name, arguments.split(), seed)
    claimed = verdict(formula)
    assert claimed in (None, "satisfiable", "unsatisfiable")
    if claimed is not None:
        assert claimed == ("satisfiable" if is_satisfiable(formula) else "unsatisfiable")


def test_every_family_with_a_known_verdict_claims_it() -> None:
    silent = {name for name, arguments in EXAMPLES if verdict(make(name, arguments.split())) is None}
    assert silent == {"random-ksat", "colour", "parity-noise"}
    assert {name for name, _ in EXAMPLES} == set(FAMILIES)


@pytest.mark.parametrize(("name", "arguments"), EXAMPLES)
def test_comments_state_how_to_reproduce_it(name: str, arguments: str) -> None:
    formula = make(name, arguments.split(), 42)
    recipes = [comment.text for comment in formula.comments if comment.text.startswith("made by: ")]
    end = " --seed 42" if FAMILIES[name].seeded else ""
    assert recipes == [f"made by: satsudoku make {name} {arguments}{end}"]
    assert parse(dumps(formula), strict=True).formula == formula


@pytest.mark.parametrize(("name", "arguments"), EXAMPLES)
def test_the_number_of_literals_is_announced(name: str, arguments: str, monkeypatch: pytest.MonkeyPatch) -> None:
    literals = len(make(name, arguments.split()).literals)
    monkeypatch.setattr(families, "MAX_LITERALS", literals)
    make(name, arguments.split())
    monkeypatch.setattr(families, "MAX_LITERALS", literals - 1)
    message = f"the formula would have {literals} literals; at most {literals - 1} are made"
    with pytest.raises(InputError, match=f"^{message}"):
        make(name, arguments.split())


def test_a_seed_decides_the_formula() -> None:
    for name in (name for name, family in FAMILIES.items() if family.seeded):
        arguments = {"parity-twice": ["60"], "tseitin": ["60"], "parity-noise": ["60", "100", "3", "3"]}.get(
            name, ["60", "100"]
        )
        assert make(name, arguments, 7) == make(name, arguments, 7)
        assert list(make(name, arguments, 7)) != list(make(name, arguments, 8))


def test_formulas_stay_the_same_from_release_to_release() -> None:
    made = {name: make(name, arguments.split(), 1).with_comments([]) for name, arguments in EXAMPLES}
    assert {name: hashlib.sha256(dumps(formula)).hexdigest()[:8] for name, formula in made.items()} == MARKS


@given(st.integers(1, 30), st.integers(0, 60), st.integers(1, 6), seeds)
def test_random_ksat_has_clauses_of_k_different_variables(variables: int, clauses: int, k: int, seed: int) -> None:
    k = min(k, variables)
    for name in ("random-ksat", "planted"):
        formula = make(name, [str(variables), str(clauses), str(k)], seed)
        assert len(formula) == clauses
        assert formula.variables == variables
        assert all(len({abs(literal) for literal in clause}) == len(clause) == k for clause in formula)


def test_random_ksat_prefers_no_variable_and_no_sign() -> None:
    formula = make("random-ksat", ["10", "20000"], 5)
    positive, negative = formula.polarity
    assert positive == pytest.approx(negative, rel=0.03)
    for place in range(3):
        counts = [sum(abs(clause[place]) == variable for clause in formula) for variable in range(1, 11)]
        assert min(counts) > 1800
        assert max(counts) < 2200


def test_queens_are_the_queens() -> None:
    """By the definition: the models on a board of 6 by 6 are its 4 solutions."""
    formula = make("queens", ["6"])
    with Solver("cadical195", bootstrap_with=formula) as solver:
        found = {tuple(v for v in model if v > 0) for model in solver.enum_models()}
    boards = [
        columns
        for columns in permutations(range(6))
        if all(abs(columns[a] - columns[b]) != b - a for a, b in combinations(range(6), 2))
    ]
    assert found == {tuple(6 * row + column + 1 for row, column in enumerate(columns)) for columns in boards}
    assert len(found) == 4


def test_pigeons_and_holes_are_counted_right() -> None:
    formula = make("php", ["5", "4"])
    assert (formula.variables, len(formula)) == (20, 5 + 4 * comb(5, 2))
    assert formula.lengths == {2: 40, 4: 5}


def edges_of(formula: Formula, vertices: int, colours: int) -> list[tuple[int, int]]:
    """The graph of a colouring formula, from the clauses about the first colour."""
    graph = []
    for first, other in (clause for clause in formula if len(clause) == 2 and max(clause) < 0):
        a, b = (-first - 1) // colours, (-other - 1) // colours
        if a != b and (-first - 1) % colours == 0:
            graph.append((a, b))
    assert all(0 <= a < b < vertices for a, b in graph)
    return graph


@given(st.integers(2, 20), st.integers(2, 5), st.integers(0, 100), seeds)
def test_flat_graphs_are_simple_and_even(vertices: int, colours: int, percent: int, seed: int) -> None:
    classes = min(vertices, colours)
    small, large = vertices // classes, -(-vertices // classes)
    smallest = small * small if vertices % classes < classes - 1 else small * large
    edges = comb(classes, 2) * (smallest // 2) * percent // 100
    formula = make("flat", [str(vertices), str(edges), str(colours)], seed)
    graph = edges_of(formula, vertices, colours)
    assert len(set(graph)) == len(graph) == edges
    degrees = [sum(vertex in edge for edge in graph) for vertex in range(vertices)]
    assert max(degrees) - min(degrees) <= 2 * classes


@given(st.integers(1, 15), st.integers(0, 100), seeds)
def test_random_graphs_are_simple(vertices: int, percent: int, seed: int) -> None:
    edges = comb(vertices, 2) * percent // 100
    graph = edges_of(make("colour", [str(vertices), str(edges), "2"], seed), vertices, 2)
    assert len(set(graph)) == len(graph) == edges


def test_every_edge_of_a_random_graph_is_as_likely() -> None:
    counts = dict.fromkeys(combinations(range(5), 2), 0)
    for seed in range(1000):
        for edge in edges_of(make("colour", ["5", "3", "2"], seed), 5, 2):
            counts[edge] += 1
    assert min(counts.values()) > 240
    assert max(counts.values()) < 360


@given(st.integers(1, 6), st.integers(0, 6), st.integers(1, 6), seeds)
def test_parity_is_a_linear_system(variables: int, equations: int, width: int, seed: int) -> None:
    """A linear system modulo 2 has no solution or a power of 2 of them, and new variables depend on the others."""
    formula = make("parity", [str(variables), str(equations), str(min(width, variables))], seed)
    every = ((variable, -variable) for variable in range(1, formula.variables + 1))
    with Solver("cadical195", bootstrap_with=[*formula, *every]) as solver:
        models = {tuple(model[: formula.variables]) for model in solver.enum_models()}
    assert (verdict(formula) == "satisfiable") == bool(models)
    assert len(models) in (0, 1, 2, 4, 8, 16, 32, 64)
    assert len({model[:variables] for model in models}) == len(models)


REFUSED = [
    ("sudoku", "9", f"there is no family 'sudoku'; there are {', '.join(FAMILIES)}"),
    ("\x1b[2J", "", f"there is no family '\\x1b[2J'; there are {', '.join(FAMILIES)}"),
    ("queens", "", "queens takes 1 number, not 0; usage: satsudoku make queens N"),
    ("queens", "8 8", "queens takes 1 number, not 2; usage: satsudoku make queens N"),
    ("php", "8", "php takes 2 numbers, not 1; usage: satsudoku make php PIGEONS HOLES"),
    ("random-ksat", "8",
     "random-ksat takes 2 to 3 numbers, not 1; usage: satsudoku make random-ksat VARIABLES CLAUSES [K]"),
    ("queens", "eight", "N is 'eight', not a whole number; usage: satsudoku make queens N"),
    ("queens", "8.0", "N is '8.0', not a whole number; usage: satsudoku make queens N"),
    ("queens", "٨", "N is '٨', not a whole number; usage: satsudoku make queens N"),
    ("queens", "0", "N is 0; it must be from 1 to 120; usage: satsudoku make queens N"),
    ("queens", "-4", "N is -4; it must be from 1 to 120; usage: satsudoku make queens N"),
    ("queens", "121", "N is 121; it must be from 1 to 120; usage: satsudoku make queens N"),
    ("php", "201 3", "PIGEONS is 201; it must be from 1 to 200; usage: satsudoku make php PIGEONS HOLES"),
    ("random-ksat", "2 5",
     "K is 3, more than the 2 variables; usage: satsudoku make random-ksat VARIABLES CLAUSES [K]"),
    ("random-ksat", "1000000 10000000 9", "the formula would have 90000000 literals; at most 20000000 are made; "
     "usage: satsudoku make random-ksat VARIABLES CLAUSES [K]"),
    ("parity", "5 2 6",
     "WIDTH is 6, more than the 5 variables; usage: satsudoku make parity VARIABLES EQUATIONS [WIDTH]"),
    ("colour", "5 11",
     "a graph of 5 vertices has at most 10 edges; usage: satsudoku make colour VERTICES EDGES [COLOURS]"),
    ("flat", "9 16", "a flat graph of 9 vertices and 3 colours is made with at most 12 edges; "
     "usage: satsudoku make flat VERTICES EDGES [COLOURS]"),
    ("flat", "9 1 1", "a flat graph of 9 vertices and 1 colours is made with at most 0 edges; "
     "usage: satsudoku make flat VERTICES EDGES [COLOURS]"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "arguments", "message"), REFUSED)
def test_is_refused(name: str, arguments: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        make(name, arguments.split())
    assert str(caught.value) == message


argument_lists = st.lists(st.integers(-2, 12).map(str) | st.text(max_size=3), max_size=4)


@given(st.sampled_from(sorted(FAMILIES)), argument_lists, seeds)
def test_any_arguments_make_a_formula_or_an_input_error(name: str, arguments: list[str], seed: int) -> None:
    try:
        formula = make(name, arguments, seed)
    except InputError:
        return
    assert all(0 < abs(literal) <= formula.variables for literal in formula.literals)


def test_every_family_describes_itself() -> None:
    for name, family in FAMILIES.items():
        assert family.name == name
        assert family.usage.split()[0] == name
        assert family.source
        assert family.verdict
        assert family.definition.endswith(".")
        assert len(family.summary) < 40
