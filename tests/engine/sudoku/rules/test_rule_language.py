# ruff: noqa: ARG005 (each meaning uses what it needs)
"""Rules in words on one row of four cells: each means what Python says of all 256 rows; and every error."""

import re
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise, product
from math import prod

import pytest
from syrupy.assertion import SnapshotAssertion

from engine.base.errors import InputError
from engine.sudoku.layout import LAYOUTS, double, single
from engine.sudoku.rules.kinds.in_words import RuleInWords
from engine.sudoku.rules.rule_parser import MAX_LENGTH, parse_rule
from engine.sudoku.rules.rule_terms import Windows

FOUR = LAYOUTS["4x4"]()
ROWS = [*product(range(1, 5), repeat=4)]
Meaning = Callable[[Sequence[int]], bool]


def matched(pattern: str) -> Meaning:
    return lambda v: bool(re.fullmatch(pattern, "".join(map(str, v))))


def machine(start: int, step: Callable[[int, int, int], int], limit: Meaning, end: Callable[[int], bool]) -> Meaning:
    def runs(v: Sequence[int]) -> bool:
        s = start
        for n, x in enumerate(v, 1):
            s = step(s, x, n)
            if not limit((s, x, n)):
                return False
        return end(s)

    return runs


MEANINGS: dict[str, Meaning] = {
    # Numbers and signs.
    "r1c1 + 2 r1c2 - r1c3 = 3": lambda v: v[0] + 2 * v[1] - v[2] == 3,
    "r1c1 - (r1c2 - r1c3) = -1": lambda v: v[0] - (v[1] - v[2]) == -1,
    "-r1c1 + 3 * r1c2 = r1c3 * 2": lambda v: -v[0] + 3 * v[1] == v[2] * 2,
    "r1c1 * r1c2 = r1c3 + r1c4": lambda v: v[0] * v[1] == v[2] + v[3],
    "r1c1 / r1c2 = 2": lambda v: v[0] // v[1] == 2,
    "r1c1 % r1c2 = 1": lambda v: v[0] % v[1] == 1,
    "r1c1 / (r1c2 - 1) = 2": lambda v: v[1] != 1 and v[0] // (v[1] - 1) == 2,
    "not r1c1 / (r1c2 - 1) = 2": lambda v: v[1] != 1 and v[0] // (v[1] - 1) != 2,
    "abs(r1c1 - r1c2) = 2": lambda v: abs(v[0] - v[1]) == 2,
    "r1c1 >= 3": lambda v: v[0] >= 3,
    "r1c1 > 3": lambda v: v[0] > 3,
    "r1c1 ≤ 2": lambda v: v[0] <= 2,
    "r1c1 < 2": lambda v: v[0] < 2,
    "r1c1 <> r1c2": lambda v: v[0] != v[1],
    "r1c1 ≠ 3; r1c2 ≥ 2": lambda v: v[0] != 3 and v[1] >= 2,
    "r1c1 < r1c2 <= r1c3 != 4": lambda v: v[0] < v[1] <= v[2] != 4,
    "r1c1 = 1 or r1c2 = 2 and r1c3 = 3": lambda v: v[0] == 1 or (v[1] == 2 and v[2] == 3),
    "(r1c1 = 1 or r1c2 = 2) and not r1c3 = 3": lambda v: (v[0] == 1 or v[1] == 2) and v[2] != 3,
    "not (r1c1 = 1 and r1c2 = 2) and r1c4 > 1": lambda v: not (v[0] == 1 and v[1] == 2) and v[3] > 1,
    "(r1c1 + r1c2) * 2 = r1c3 + (r1c4 + 3)": lambda v: (v[0] + v[1]) * 2 == v[2] + v[3] + 3,
    "r1c1 = r1c1": lambda v: True,
    "r1c1 != r1c1": lambda v: False,
    "1 < 2": lambda v: True,
    # Totals.
    "row 1: sum = 9": lambda v: sum(v) == 9,
    "r1c1-r1c3 r1c1: sum = 9": lambda v: sum(v[:3]) + v[0] == 9,
    "r1c1-r1c4: sum % 3 = 2": lambda v: sum(v) % 3 == 2,
    "r1c1-r1c4: (sum + 1) % 3 = 2": lambda v: (sum(v) + 1) % 3 == 2,
    "r1c1-r1c4: sum != 8": lambda v: sum(v) != 8,
    "r1c1-r1c4: sum > 8": lambda v: sum(v) > 8,
    "r1c1-r1c4: product = 12": lambda v: prod(v) == 12,
    "r1c1-r1c3 r1c1: product < 20": lambda v: v[0] * prod(v[:3]) < 20,
    "r1c1-r1c4: min = 2": lambda v: min(v) == 2,
    "r1c1-r1c4: max - min >= 2": lambda v: max(v) - min(v) >= 2,
    "r1c1-r1c4: distinct = 3": lambda v: len({*v}) == 3,
    "r1c1-r1c4: count(x = 2) = 2": lambda v: list(v).count(2) == 2,
    "r1c1-r1c4: count(x > 2 and x != 4) >= 1": lambda v: 3 in v,
    "count(r1c1-r1c3 r1c1, x % 2 = 0) = 2": lambda v: sum(d % 2 == 0 for d in (*v[:3], v[0])) == 2,
    "sum(r1c1 r1c2) = sum(r1c3 r1c4)": lambda v: v[0] + v[1] == v[2] + v[3],
    "sum(r1c1 r1c2) * max(r1c3 r1c4) > 9": lambda v: (v[0] + v[1]) * max(v[2:]) > 9,
    "sum(r1c1-r1c3) < product(r1c2-r1c4)": lambda v: sum(v[:3]) < prod(v[1:]),
    "distinct(r1c1-r1c3) = r1c4": lambda v: len({*v[:3]}) == v[3],
    "min(r1c1-r1c3) = 2 or max(r1c2-r1c4) = 3": lambda v: min(v[:3]) == 2 or max(v[1:]) == 3,
    # Windows.
    "row 1: side by side a < b": lambda v: all(a < b for a, b in pairwise(v)),
    "row 1: side by side abs(a - b) >= 2": lambda v: all(abs(a - b) >= 2 for a, b in pairwise(v)),
    "row 1: side by side a + b >= c": lambda v: v[0] + v[1] >= v[2] and v[1] + v[2] >= v[3],
    "row 1: side by side c > a": lambda v: v[2] > v[0] and v[3] > v[1],
    "row 1: any two a != b": lambda v: len({*v}) == 4,
    "row 1: any two a + b != 5": lambda v: all(a + b != 5 for a, b in combinations(v, 2)),
    "row 1: any two a + r1c1 > b": lambda v: all(a + v[0] > b for a, b in combinations(v, 2)),
    # Patterns.
    "row 1: matches 1234": matched("1234"),
    "row 1: matches [1-3]*4": matched("[1-3]*4"),
    "row 1: matches 1(2|34)+": matched("1(2|34)+"),
    "row 1: matches .+[^2-3]1?": matched(".+[^2-3]1?"),
    "row 1: matches [13]{2}.{2}": matched("[13]{2}.{2}"),
    "row 1: matches 1{1,3}[24]*": matched("1{1,3}[24]*"),
    "row 1: matches (12|.){2,3}3?": matched("(12|.){2,3}3?"),
    "row 1: matches (1|)..(.|.2)": matched("(1|)..(.|.2)"),
    "row 1: matches [12 4]4*..": matched("[124]4*.."),
    # Machines.
    "row 1: start s = 0 next s = s + x while s != 5": machine(0, lambda s, x, n: s + x, lambda r: r[0] != 5, bool),
    "row 1: start s = -2 next s = s * 2 + x end s > 5": machine(
        -2, lambda s, x, n: s * 2 + x, lambda r: True, lambda s: s > 5
    ),
    "row 1: start s = 0 next s = s + n * x while x != n end s % 2 = 0": machine(
        0, lambda s, x, n: s + n * x, lambda r: r[1] != r[2], lambda s: s % 2 == 0
    ),
    "row 1: start s = 0, t = 1 next t = s + 1, s = x end t > s": lambda v: v[2] + 1 > v[3],
    # Alternatives of each kind.
    "one of {r1c1 = 1; r1c2 = 2} {r1c4 = 4}": lambda v: (v[0] == 1 and v[1] == 2) or v[3] == 4,
    "one of {sum(r1c1-r1c3) = 6} {r1c2 > r1c4} {r1c1 + r1c4 = 8}": lambda v: (
        sum(v[:3]) == 6 or v[1] > v[3] or v[0] + v[3] == 8
    ),
    "one of {row 1: any two a != b} {row 1: sum = 15}": lambda v: len({*v}) == 4 or sum(v) == 15,
    "one of {row 1: matches 1.*} {row 1: product = 64}": lambda v: v[0] == 1 or prod(v) == 64,
    "one of {r1c4 r1c2: side by side a < b} {r1c3 = 1}": lambda v: v[3] < v[1] or v[2] == 1,
    "one of {r1c4-r1c2: sum > 9} {r1c1 r1c2: sum = 3}": lambda v: sum(v[1:]) > 9 or v[0] + v[1] == 3,
    "row 1: one of {max = 2} {min = 3} {distinct = 1}": lambda v: max(v) == 2 or min(v) == 3 or len({*v}) == 1,
    "one of {r1c4 r1c3 r1c1: matches 1+2*} {r1c2 = 4}": lambda v: (
        bool(re.fullmatch("1+2*", f"{v[3]}{v[2]}{v[0]}")) or v[1] == 4
    ),
}


@pytest.mark.parametrize("text", MEANINGS)
def test_the_meaning(text: str) -> None:
    primitives = RuleInWords((), text).primitives(FOUR)
    rest = [0] * 12
    met = [row for row in ROWS if all(primitive.allows([*row, *rest]) for primitive in primitives)]
    assert met == [row for row in ROWS if MEANINGS[text](row)]


GROUPS = [
    "all: distinct > 1",
    "r1c1-r3c3 r2c1: sum = 9",
    "r3c3-r1c1: sum = 9",
    "r1c3-r3c1: sum = 9",
    "r1c1-r4c1: sum = 9",
    "row 2 column 1 r4c4: sum = 9",
    "box 3: sum = 9",
    "every row: sum = 9",
    "every column: sum = 9",
    "every box: sum = 9",
    "every house: sum = 9",
    "every neighbours: any two a != b",
    "every touching: any two a != b",
    "every step 1 2: any two a != b",
    "every step 0 2: any two a != b",
    "every step 2 2: any two a != b",
    "every 2x2: sum = 9",
    "every 1x3: sum = 9",
    "every 4x1: sum = 9",
    "r1c1: (r1c1 = 2); r1c2: sum = 3",
    "R1C2 = 3",
]


@pytest.mark.parametrize("text", GROUPS)
def test_groups_of_cells(text: str, snapshot: SnapshotAssertion) -> None:
    rule = parse_rule(text, FOUR)
    assert [str(demand) for demand in rule.demands] == snapshot


@pytest.mark.parametrize("name", ["single", "double", "jigsaw"])
def test_patterns_of_a_board(name: str) -> None:
    layout = LAYOUTS[name]()

    def found(pattern: str) -> list[tuple[int, ...]]:
        demands = parse_rule(f"every {pattern}: any two a != b", layout).demands
        assert all(isinstance(demand, Windows) for demand in demands)
        return [demand.cells for demand in demands if isinstance(demand, Windows)]

    for kind in ("row", "column", "box"):
        assert found(kind) == [house.cells for house in layout.houses if house.kind == kind]
    assert found("house") == [house.cells for house in layout.houses]
    for down, across in ((1, 1), (0, 1), (1, 2), (0, 3)):
        expected = {
            (first, second)
            for (first, (row, column)), (second, (other_row, other_column)) in combinations(enumerate(layout.cells), 2)
            if sorted((abs(row - other_row), abs(column - other_column))) == sorted((down, across))
        }
        assert found(f"step {down} {across}") == sorted(expected)
    touching = found("touching")
    assert {*touching} == {*found("step 1 1"), *found("step 0 1")}
    assert len(touching) == len({*touching})
    assert {frozenset(pair) for pair in found("neighbours")} == {frozenset(pair) for pair in found("step 0 1")}
    names = {tuple(layout.cells[cell] for cell in cells) for cells in found("2x3")}
    corners = {cells[0] for cells in names}
    assert all(
        cells == tuple((r + i, c + j) for i in (0, 1) for j in (0, 1, 2)) for cells in names for r, c in cells[:1]
    )
    assert corners == {
        (r, c) for r, c in layout.cells if all((r + i, c + j) in layout.index for i in (0, 1) for j in (0, 1, 2))
    }


FIGURES = [
    '"my rule": r1c1 = 3',
    '"my rule" r1c1 = 3',
    "r1c1-r1c3: sum = 6",
    "r1c1 r1c3: sum = 4",
    "r1c1 r2c2 r3c1: sum = 6",
    "all: distinct = 4",
    "r1c1 = 2 draw cage",
    'r1c1 = 2 draw cage "eleven letters"',
    "r1c1 = 2 draw clue 12 r1c1-r1c4",
    "r1c1 = 2 draw line r1c1-r1c4",
    "r1c1 = 2 draw mark r2c2",
    "r1c1 = 2 draw nothing",
    "r1c1 = 2;",
    "r1c1 = 2; draw cage",
    "every row: distinct = 4",
    "every touching: any two a != b",
    "r1c1 = 2; r4c4 = 2",
    "r1c1 + r1c2 < 5; r2c2 = r1c2",
]


def test_names_and_figures(snapshot: SnapshotAssertion) -> None:
    found = [parse_rule(text, FOUR, (5,)) for text in FIGURES]
    assert "\n".join(f"{rule.name!r} {len(rule.demands)} {rule.cells} {rule.drawing}" for rule in found) == snapshot
    twenty = [parse_rule("; ".join("r1c1 = 2" for _ in range(count)), FOUR).drawing.form for count in (20, 21)]
    assert twenty == ["cage", "nothing"]


def test_marked_cells() -> None:
    assert parse_rule("sum = 9", FOUR, (0, 1, 2)) == parse_rule("r1c1-r1c3: sum = 9", FOUR)
    demands = parse_rule("r4c4: sum = 3; sum = 9", FOUR, (0, 1)).demands
    assert demands == (*parse_rule("r4c4: sum = 3", FOUR).demands, *parse_rule("r1c1-r1c2: sum = 9", FOUR).demands)


WRONG = [
    "",
    "   \n ",
    "draw cage",
    ";",
    "r1c1 = 3 ;; r1c1 = 4",
    "r1c1 = 3 }",
    "r1c1 =",
    "r1c1",
    "= 3",
    "r1c1 = = 3",
    "r1c1 = 3\n& r1c2 = 3",
    "r1c1 = 3;\n  r5c1 = 3",
    "r0c1 = 3",
    "r1c1-r2c3: sum = 9",
    "row 5: sum = 9",
    "row 0: sum = 9",
    "row: sum = 9",
    "box r1c1: sum = 9",
    ": sum = 9",
    "every: sum = 9",
    "every: 2x2 sum = 9",
    "every diagonal: sum = 9",
    "every 5x1: sum = 9",
    "every 1x5: sum = 9",
    "every 0x1: sum = 9",
    "every 1x0: sum = 9",
    "every step 1: any two a = b",
    "every step 9 9: any two a = b",
    "every step 0 0: any two a = b",
    "every row sum = 9: x",
    "one r1c1 = 2",
    "one of {r1c1 = 1}",
    "one of {r1c1 = 1} {}",
    "one of r1c1 = 1",
    "one of {r1c1 = 1} {r1c1 = 2",
    "side by side a < b",
    "any two a < b",
    "matches 12",
    "start s = 0 next s = x",
    "row 1: side a < b",
    "row 1: side by a < b",
    "row 1: any a < b",
    "row 1: any two a + b",
    "row 1: side by side a < d",
    "row 1: any two a < c",
    "row 1: matches",
    "row 1: matches 5",
    "row 1: matches 0",
    "row 1: matches (12",
    "row 1: matches [12",
    "row 1: matches [1-]",
    "row 1: matches [1-5]",
    "row 1: matches [a]",
    "row 1: matches a",
    "row 1: matches 1{0}",
    "row 1: matches 1{2,1}",
    "row 1: matches 1{51}",
    "row 1: matches 1{1",
    "row 1: matches 1{a}",
    "row 1: matches 1{1,a}",
    "row 1: matches *",
    "row 1: matches 1)",
    "row 1: start",
    "row 1: start 1",
    "row 1: start sum = 1",
    "row 1: start s",
    "row 1: start s = x",
    "row 1: start s = 1",
    "row 1: start s = 1, next",
    "row 1: start s = 1 next",
    "row 1: start s = 1 next t = 1",
    "row 1: start s = 1 next s",
    "row 1: start s = 1 next s = r1c1",
    "row 1: start s = 1 next s = sum",
    "row 1: start s = 1 next s = x while r1c1 = 1",
    "row 1: start s = 1 next s = x while s",
    "row 1: start s = 1 next s = x end x = 1",
    "r1c1 = 1000001",
    "r1c1 = 1000000",
    "row 1000001: sum = 9",
    "abs r1c1 = 1",
    "abs(r1c1 = 1",
    "(r1c1 = 1",
    "(r1c1 + 1 = 2",
    "count = 1",
    "row 1: count = 1",
    "count() = 1",
    "count(x) = 1",
    "count(r1c1 x = 1) = 1",
    "count(r1c1, r1c2 = 1) = 1",
    "sum = 9",
    "sum(r1c1 = 9",
    "x = 1",
    "a = 1",
    "n = 1",
    "not r1c1",
    "not r1c1 + 2",
    "r1c1 = 1 and r1c2",
    "r1c1 = 1 r1c2",
    "r1c1 = 1 draw",
    "r1c1 = 1 draw ring",
    "r1c1 = 1 draw cage 12 13",
    "r1c1 = 1 draw cage r9c9",
    "1 = 2",
    "2 < 1; r1c1 = 1",
    '"name',
    '"name"',
    "r1c1 = 1.5",
    "r1c1 = r1c2 = ",
    "(" * 41 + "r1c1",
    "-" * 41 + "r1c1 = 1",
    "row 1: matches " + "(" * 41,
    "one of {" * 41,
    "row 1: matches " + "(((1{50}){50}){50})",
    "every touching: one of {side by side a < b}",
]


def test_every_error(snapshot: SnapshotAssertion) -> None:
    found = []
    for text in WRONG:
        try:
            RuleInWords((), text).primitives(FOUR)
            found.append(f"{text[:90]!r}: valid")
        except InputError as error:
            found.append(f"{text[:90]!r}: {error}")
    assert "\n".join(found) == snapshot


def test_the_longest_rule() -> None:
    rule = "r1c1 = 1".ljust(MAX_LENGTH)
    assert parse_rule(rule, FOUR) == parse_rule("r1c1 = 1", FOUR)
    with pytest.raises(InputError, match="at most 4000 characters"):
        parse_rule(rule + " ", FOUR)


def test_as_many_groups_as_a_board_has() -> None:
    assert len(parse_rule("every 1x1: sum > 0", LAYOUTS["25x25"]()).demands) == 625
    with pytest.raises(InputError, match="a pattern that the board has"):
        parse_rule("every touching: any two a != b", LAYOUTS["25x25"]())
    assert parse_rule("every house: sum = 45", single()) != parse_rule("every house: sum = 45", double())
