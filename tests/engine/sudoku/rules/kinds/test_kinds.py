"""Every kind of rule on single and overlapping grids: its search, clauses, conflicts and formats agree."""

import json
import random

import pytest
from amounts import amount
from pysat.solvers import Solver
from rule_puzzles import DEMANDS, is_met, random_rule, random_rules

from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.formats import parse, write
from engine.sudoku.formats.fpuzzles_rules import read_rules
from engine.sudoku.layout import LAYOUTS, Layout
from engine.sudoku.puzzle import Puzzle, is_solution
from engine.sudoku.rules import KINDS, broken, dump, load
from engine.sudoku.rules.kinds.dots import NoMarks
from engine.sudoku.search import solving
from engine.sudoku.search.exact import random_solution

LAYOUT_NAMES = ("6x6", "single", "double")
MAX_COUNT = 300
"""Maximum number of solutions without the rules; they are compared one by one."""


def thinned(layout: Layout, solution: tuple[int, ...], dice: random.Random) -> tuple[int, ...]:
    """Givens with some solutions, but at most MAX_COUNT."""
    givens, cells = list(solution), list(range(len(solution)))
    dice.shuffle(cells)
    for cell in cells:
        givens[cell] = 0
        if solving.count(Puzzle(layout, tuple(givens)), MAX_COUNT + 1) > MAX_COUNT:
            givens[cell] = solution[cell]
            break
    return tuple(givens)


def models(puzzle: Puzzle) -> set[tuple[int, ...]]:
    """The solutions by the clauses."""
    formula, size = encode(puzzle).formula, puzzle.layout.size
    variables = len(puzzle.layout.cells) * size
    found = set()
    with Solver("cadical153", bootstrap_with=[list(clause) for clause in formula]) as solver:
        while solver.solve():
            true = [literal for literal in solver.get_model()[:variables] if literal > 0]
            found.add(tuple((literal - 1) % size + 1 for literal in true))
            solver.add_clause([-literal for literal in true])
    return found


def test_every_kind_has_its_demand() -> None:
    assert {*DEMANDS} == {*KINDS}


@pytest.mark.parametrize("name", LAYOUT_NAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_search_and_clauses_find_what_the_demand_leaves(kind: str, name: str) -> None:
    layout, compared = LAYOUTS[name](), 0
    for seed in range(amount(2)):
        dice = random.Random(f"{kind} {name} {seed}")
        solution = random_solution(layout, seed)
        rules = random_rules([kind] * 2, solution, layout, dice)
        if not rules:
            continue
        puzzle = Puzzle(layout, thinned(layout, solution, dice), rules=rules)
        every = [*solving.solutions(Puzzle(layout, puzzle.givens))]
        expected = {digits for digits in every if all(is_met(rule, digits, layout) for rule in rules)}
        assert {*solving.solutions(puzzle)} == expected == models(puzzle)
        assert {digits for digits in every if is_solution(puzzle, digits)} == expected
        assert not broken(rules, layout, solution)
        assert all(broken(rules, layout, digits) for digits in every if digits not in expected)
        compared += 1
    assert compared or kind in {"non-consecutive", "disjoint groups", "lockout line", "no other sum"}


@pytest.mark.parametrize("kind", KINDS)
def test_a_partial_board_of_a_solution_breaks_nothing(kind: str) -> None:
    layout = LAYOUTS["single"]()
    for seed in range(5):
        dice = random.Random(seed)
        solution = random_solution(layout, seed)
        rule = random_rule(kind, solution, layout, dice)
        if rule:
            board = [digit if dice.random() < 0.5 else 0 for digit in solution]
            assert broken([rule], layout, board) == []


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_round_trip(kind: str) -> None:
    """Through saved games, f-puzzles and SudokuPad, on a single grid; sentences name its first cell or none."""
    layout = LAYOUTS["single"]()
    solution = random_solution(layout, 7)
    rule = random_rule(kind, solution, layout, random.Random(kind)) or KINDS[kind]()
    assert load(json.loads(json.dumps(dump([rule]))), layout) == (rule,)
    assert rule.sentence(layout).endswith(".")
    assert rule.name(layout)
    if isinstance(rule, NoMarks):  # which follows from the existing marks
        marks = tuple(rule.mark(rule.cells[at : at + 2], rule.values[0]) for at in range(0, len(rule.cells), 2))
        values = (5, 10) if kind == "no other sum" else rule.values if marks else (rule.mark.default,)
        rules = (*marks, type(rule)(rule.cells, values))
    else:
        rules = (rule,)
    puzzle = Puzzle(layout, (0,) * 81, "a name", rules=rules)
    assert parse(write(puzzle, "rules").encode()) == [puzzle]
    if not rule.f_puzzles and not isinstance(rule, NoMarks):
        return
    if getattr(rule, "repeats", False):
        rules = ()
    for form in ("fpuzzles", "fpuzzles-link", "sudokupad") if rules else ("sudokupad",):
        assert parse(write(puzzle, form).encode()) == [puzzle]


@pytest.mark.parametrize("kind", ["minimum", "maximum"])
def test_neighbours_with_the_same_mark_are_not_compared(kind: str) -> None:
    """As in f-puzzles: else two of them would contradict each other."""
    name = {"minimum": "maximum", "maximum": "minimum"}[kind]
    marks = {kind: [{"cell": "R1C1"}, {"cell": "R1C2"}], name: [{"cell": "R5C5"}]}
    layout = LAYOUTS["single"]()
    first, second, other = read_rules(marks, layout)
    assert (first.exempt, second.exempt, other.exempt) == ((1,), (0,), ())
    puzzle = Puzzle(layout, (0,) * 81, rules=(first, second, other))
    solution = solving.solve(puzzle)
    assert solution is not None
    by_name = dict(zip(map(layout.cell_name, range(81)), solution, strict=True))
    pairs = (("r1c1", "r2c1"), ("r1c2", "r1c3"), ("r1c2", "r2c2"))
    assert {by_name[marked] < by_name[beside] for marked, beside in pairs} == {kind == "minimum"}
    for form in ("fpuzzles", "sudokupad", "rules"):
        assert parse(write(puzzle, form).encode()) == [puzzle]
